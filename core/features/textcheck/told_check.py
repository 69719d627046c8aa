"""What `check` tells of each file, for people and as JSON."""

import argparse
import sys
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path

from core.base.errors import EingabeError
from core.cli.output import emit, fail, printable, read_bounded, write_out
from core.features.textcheck.check import (
    DOUBTFUL,
    SIGN,
    CheckedQuote,
    CheckedText,
    Verdict,
    check_file,
    checked_as_json,
)
from core.features.textcheck.source_files import Sources
from core.features.textcheck.text_blocks import MAX_MB
from core.programme.context import Context, default_context
from core.wortlaut.errors import PdfError


def tell_files(arguments: argparse.Namespace, reading: "Future[Sources] | None") -> int:
    """Of several files one that cannot be read keeps nobody from hearing of the others; the worst counts.
    `reading`: the documents that are looked in alone, which may still be read."""
    sources = reading.result() if reading else None
    if sources and sources.unread and not sources.quellen:  # nowhere printed is what no document says
        told_why = "; ".join(f"{name}: {why}" for name, why in sources.unread)
        raise EingabeError(f"Keines der Dokumente ließ sich lesen, also ist nichts geprüft. {told_why}")
    context, several = default_context(), len(arguments.datei) > 1
    ends, told = list[int](), list[dict[str, object]]()
    for name in arguments.datei:
        try:
            found = _checked(name, arguments, context, sources)
            pictures = list(_pictures(found, Path(arguments.bilder))) if found and arguments.bilder else []
        except (EingabeError, PdfError) as error:
            if not several:
                raise
            told.append({"datei": name, "fehler": str(error)})
            ends.append(fail(f"{printable(name)}: {error}", 2 if isinstance(error, EingabeError) else 1))
            continue
        if found is None:
            continue
        named = {"datei": name} if several else {}
        told.append({**named, **checked_as_json(found), **({"bilder": pictures} if pictures else {})})
        quotes = [one for one in found.quotes if _is_told(one)] if arguments.fail_on_false else found.quotes
        is_bad = any(map(_is_false_of_programme, quotes)) if arguments.fail_on_false else not found.is_clean
        ends.append(int(is_bad))
        if not arguments.json and (quotes or not arguments.fail_on_false):
            lines = [f"{printable(name)}:"] if several or arguments.fail_on_false else []
            remarks = [printable(one, 600) for one in found.remarks()]
            drawn = [f"Bilder in {arguments.bilder}: {', '.join(pictures)}"] if pictures else []
            lines += [*(_line(one, found, context) for one in quotes), "", found.in_words(), *remarks, *drawn]
            lines.append(found.scope())
            write_out("\n".join(lines) + "\n")
    emit(arguments.json, told if several else told[0] if told else {})
    return max(ends, default=0)


def _checked(
    name: str, arguments: argparse.Namespace, context: Context, sources: Sources | None
) -> CheckedText | None:
    """None of a file without a letter, where only false quotes count: it has none."""
    most = MAX_MB << 20  # a byte more tells that it is too large
    data = sys.stdin.buffer.read(most + 1) if name == "-" else read_bounded(Path(name), most)
    if arguments.fail_on_false and not data.strip():
        return None
    return check_file(data, name, context, arguments.bundesland, sources=sources)


def _is_false_of_programme(one: CheckedQuote) -> bool:
    """Other texts than those about programmes quote people, laws and books: these stand in no programme, and
    nobody says that they do."""
    claim = one.claim
    names_programme = bool(claim.programme or claim.typ or claim.seiten)
    is_spoken = bool(claim.person or claim.fremd) and not names_programme
    is_ascribed = names_programme or bool(claim.named_parteien)
    if one.near and one.near.ort.programm.startswith("quelle-"):
        return False  # a kept document is no programme
    return one.is_false and not is_spoken and (is_ascribed or one.verdict is not Verdict.NIRGENDS)


def _is_told(one: CheckedQuote) -> bool:
    return _is_false_of_programme(one) or one.verdict in DOUBTFUL


def _line(one: CheckedQuote, found: CheckedText, context: Context) -> str:
    """„✔ „Wir erhalten jede …“ Gedruckt: Die Brücke Musterland Wahlprogramm 2024, S. 8.“"""
    nearest = one.verworfen.naechste if one.verworfen else None
    near = ""
    if nearest:
        document = context.registry.programme.get(nearest.programm)
        place = document.label((), nearest.seiten) if document else nearest.programm
        if found.sources:
            place = found.sources.label(nearest.programm, nearest.seiten)
        near = f" Am nächsten kommt: „{printable(nearest.text)}“ ({place})."
    quote = printable(one.quote.text, 70)
    return f"{SIGN[one.verdict]} „{quote}“ {printable(one.satz, 600)}{near}"


def _pictures(found: CheckedText, folder: Path) -> Iterator[str]:
    """The names of the pictures that were written: „03-vertrag-pdf-seite-12.png“ is of the third quote."""
    from core.features.textcheck.document_page import document_page

    try:
        folder.mkdir(parents=True, exist_ok=True)
        for number, one in enumerate(found.quotes, start=1):
            for bound in one.gebunden[:1]:
                stem = "".join(c if c.isalnum() else "-" for c in bound.ort.programm.partition(":")[2])[:60]
                for seite in bound.ort.seiten:
                    if page := document_page(found, bound, seite):
                        target = folder / f"{number:02}-{stem}-seite-{seite}.png"
                        target.write_bytes(page.png())
                        yield target.name
    except OSError as error:
        raise EingabeError(
            f"In den Ordner {folder} lässt sich nicht schreiben ({error.strerror}). Nennen Sie einen anderen."
        ) from error

"""`check`: which quotes of any text are printed, where, and whether that is where the text says."""

import argparse
import sys
from pathlib import Path

from core.base.errors import EingabeError
from core.cli.output import fail, print_json, printable, read_bounded, write_out
from core.features.textcheck.check import (
    DOUBTFUL,
    SIGN,
    CheckedQuote,
    CheckedText,
    Verdict,
    check_file,
    checked_as_json,
)
from core.features.textcheck.text_blocks import MAX_MB
from core.programme.context import Context, default_context
from core.wortlaut.errors import PdfError


def add_check(check: argparse.ArgumentParser) -> None:
    check.add_argument(
        "datei",
        metavar="DATEI",
        nargs="+",
        help="Word, PDF, Webseite, Mail, Markdown, JSON oder Text, auch mehrere; „-“: die Eingabe",
    )
    check.add_argument(
        "--bundesland", metavar="LAND", help="um welches Land es geht, wo der Text keines nennt"
    )
    check.add_argument(
        "--fail-on-false",
        action="store_true",
        help="Rückgabewert 1 nur, wenn ein Zitat aus einem Programm falsch ist; gesagt wird nur, was falsch "
        "ist oder gelesen werden sollte. Was Menschen sagen, zählt nicht, und nicht, was nirgends gedruckt "
        "ist, wo der Text keine Partei nennt",
    )


def run_check(arguments: argparse.Namespace) -> int:
    """Of several files one that cannot be read keeps nobody from hearing of the others; the worst counts."""
    context, several = default_context(), len(arguments.datei) > 1
    ends, told = list[int](), list[dict[str, object]]()
    for name in arguments.datei:
        try:
            found = _checked(name, arguments, context)
        except (EingabeError, PdfError) as error:
            if not several:
                raise
            told.append({"datei": name, "fehler": str(error)})
            ends.append(fail(f"{printable(name)}: {error}", 2 if isinstance(error, EingabeError) else 1))
            continue
        if found is None:
            continue
        named = {"datei": name} if several else {}
        told.append({**named, **checked_as_json(found)})
        quotes = [one for one in found.quotes if _is_told(one)] if arguments.fail_on_false else found.quotes
        is_bad = any(map(_is_false_of_programme, quotes)) if arguments.fail_on_false else not found.is_clean
        ends.append(int(is_bad))
        if not arguments.json and (quotes or not arguments.fail_on_false):
            lines = [f"{printable(name)}:"] if several or arguments.fail_on_false else []
            remarks = [printable(one, 600) for one in found.remarks()]
            lines += [*(_line(one, context) for one in quotes), "", found.in_words(), *remarks, found.scope()]
            write_out("\n".join(lines) + "\n")
    if arguments.json:
        print_json(told if several else told[0] if told else {})
    return max(ends, default=0)


def _checked(name: str, arguments: argparse.Namespace, context: Context) -> CheckedText | None:
    """None of a file without a letter, where only false quotes count: it has none."""
    most = MAX_MB << 20  # a byte more tells that it is too large
    data = sys.stdin.buffer.read(most + 1) if name == "-" else read_bounded(Path(name), most)
    if arguments.fail_on_false and not data.strip():
        return None
    return check_file(data, name, context, arguments.bundesland)


def _is_false_of_programme(one: CheckedQuote) -> bool:
    """Other texts than those about programmes quote people, laws and books: these stand in no programme, and
    nobody says that they do."""
    claim = one.claim
    names_programme = bool(claim.programme or claim.typ or claim.seiten)
    is_spoken = bool(claim.person or claim.fremd) and not names_programme
    is_ascribed = names_programme or bool(claim.named_parteien)
    return one.is_false and not is_spoken and (is_ascribed or one.verdict is not Verdict.NIRGENDS)


def _is_told(one: CheckedQuote) -> bool:
    return _is_false_of_programme(one) or one.verdict in DOUBTFUL


def _line(one: CheckedQuote, context: Context) -> str:
    """„✔ „Wir erhalten jede …“ Gedruckt: Die Brücke Musterland Wahlprogramm 2024, S. 8.“"""
    nearest = one.verworfen.naechste if one.verworfen else None
    near = ""
    if nearest:
        place = context.registry.programme[nearest.programm].label((), nearest.seiten)
        near = f" Am nächsten kommt: „{printable(nearest.text)}“ ({place})."
    quote = printable(one.quote.text, 70)
    return f"{SIGN[one.verdict]} „{quote}“ {printable(one.satz, 600)}{near}"

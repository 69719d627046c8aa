"""Prove a Prüfakte again from nothing but itself: no network, no index, no store of this machine is asked."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from core.assessment.parteiteil import ANTRAG, bind_answer
from core.base import formats
from core.base.errors import AkteBroken
from core.base.settings import Settings
from core.base.templates import render
from core.base.version import VERSION
from core.features.papers.bag import INFO, PAYLOAD, Bag, Files, as_bag, faults, read_bag
from core.features.papers.bundle import overview_page
from core.features.papers.contents import (
    ANTRAG_PDF,
    LAUF,
    OVERVIEW,
    AkteFinding,
    AkteProof,
    Contents,
    EnclosedTeil,
    HeadForm,
    Page,
    PassageForm,
    Weight,
    ZitatForm,
    as_files,
    bag_info,
    fault,
    looked_at,
    page_file,
    read_contents,
)
from core.llm.antwort import VerweisAntwort, read_stored_answer
from core.llm.catalogue import OFFLINE
from core.llm.prompt_sources import fence, numbered_text
from core.llm.references import NumberedPassage
from core.processes.pdf_processes import Aim, apart, read_apart
from core.programme.registry import Registry, load_registry
from core.proof.audit import wording_fault
from core.runs.lauf import Status
from core.search.shown_passage import proved_text
from core.wortlaut.binding.eintrag import Gebunden, ZitatStatus, write_eintrag
from core.wortlaut.binding.fund import Fund
from core.wortlaut.binding.print_proof import (
    PrintedPart,
    RawRow,
    draw_lines_of,
    key,
    printed_parts,
    raw_rows,
    seen_in_print,
)
from core.wortlaut.binding.quelle import Quelle
from core.wortlaut.errors import PdfError
from core.wortlaut.reading.mupdf import damage
from core.wortlaut.reading.ocr import DrawnLine
from core.wortlaut.reading.read_strom import read_mended
from core.wortlaut.reading.tesseract import engine
from core.wortlaut.records import Box, Chunk, Fundstelle

# --- the raw answers, bound again to the passages that were shown: does the same come of it? ----------------

HOLDS = (
    "Alles hält. Was nachgewiesen ist und was nicht, sagt die Seite, die diese Prüfung selbst schreibt; sie "
    "zählt, nicht die Seite LIES-MICH.html der Prüfakte."
)
HOLDS_NOT = "Diese Prüfakte ist nicht nachgewiesen."
HOLDS_BUT_OVERVIEW = (
    "Nachgewiesen ist alles außer der Seite LIES-MICH.html: Die schrieb, wie die Akte sagt, eine andere "
    "Fassung des Programms, und was auf ihr steht, ist nicht geprüft. Es zählt die Seite, die diese Prüfung "
    "selbst schreibt."
)


def result_of(proof: AkteProof) -> str:
    if proof.ok:
        return HOLDS
    return HOLDS_BUT_OVERVIEW if proof.holds_but_overview else HOLDS_NOT


REMARKS = ("trotzdem", "aussage")
"""Said of a quote beside what it is bound to."""

Quellen = Mapping[str, Quelle]


def check_passages(part: EnclosedTeil, quellen: Quellen) -> Iterator[AkteFinding]:
    """Each stands in the enclosed text where it says, and was in what was sent."""
    sent = "\n".join(str(message.get("content", "")) for message in part.teil.nachrichten)
    if part.antwort and not sent.strip() and any(one.angebot.q for one in part.teil.passagen):
        told = "Was an das Modell gesendet wurde, liegt nicht bei; was ihm vorgelegt wurde, ist damit offen."
        yield AkteFinding(Weight.OPEN, part.teil.name, told)
    for passage in part.teil.passagen:
        angebot = passage.angebot
        name = f"{part.teil.name}, Passage {f'Q{angebot.q}' if angebot.q else 'ohne Nummer'}"
        if passage.stelle is None:
            if angebot.q:
                told = "Ihr Programm wurde seither neu eingelesen; wo sie darin steht, ist nicht bekannt."
                yield AkteFinding(Weight.OPEN, name, told)
            continue
        quelle, (start, end) = quellen[angebot.programm_id], passage.stelle
        chunk = _chunk(passage)
        if (
            quelle.strom.text[start:end] != angebot.text
            or quelle.strom.pages_of(start, end) != angebot.seiten
        ):
            yield fault(name, "Sie steht nicht so an ihrer Stelle im beigelegten Text des Programms.")
        unsure = [span for span in quelle.strom.unsicher if span[0] < end and start < span[1]]
        shown = [proved_text(chunk, unsure)]
        if not any(quelle.strom.text[low:high].strip() for low, high in unsure):
            # Only spaces between a table's cells are unsure: versions before 0.8 sent it whole.
            shown.append(chunk.text)
        forms = [fence(one) for one in shown]
        if angebot.q:
            forms.append(numbered_text(NumberedPassage.of(chunk, quelle.strom), angebot.q))
        is_sent = f"[Q{angebot.q}]" in sent and any(form in sent for form in forms)
        if angebot.q and sent.strip() and not is_sent:
            yield fault(name, "Sie steht nicht in der beigelegten Anfrage an das Modell.")


def _chunk(passage: PassageForm) -> Chunk:
    angebot = passage.angebot
    start, end = passage.stelle or (0, 0)
    return Chunk(
        angebot.chunk_id, angebot.programm_id, angebot.text, start, end, angebot.seiten, passage.abschnitt
    )


def check_binding(part: EnclosedTeil, quellen: Quellen, lauf: HeadForm) -> Iterator[AkteFinding]:
    """Quotes and points are what our own code makes of the raw answer; coverage has the built-in search."""
    teil = part.teil
    if teil.fehler and teil.status == Status.FERTIG:
        yield fault(teil.name, "Ein Teil, der fertig wurde, hat keine Fehlermeldung.")
    # In the order of their numbers, as the model saw them.
    numbered = sorted((one for one in teil.passagen if one.angebot.q), key=lambda one: one.angebot.q or 0)
    shown = [Fundstelle(_chunk(one), one.angebot.similarity, one.angebot.forderungen) for one in numbered]
    if not teil.partei or not part.antwort or teil.status != Status.FERTIG or not shown:
        if teil.zitate or any(not teil.partei or score.score is not None for score in teil.punkte):
            told = (
                "Es gibt Zitate oder Punkte, aber nicht Partei, Antwort und Passagen, aus denen sie folgen."
            )
            yield fault(teil.name, told)
        return
    if any(passage.stelle is None for passage in numbered):
        told = "Die Zitate lassen sich nicht noch einmal binden, denn nicht alle Passagen haben ihre Stelle."
        yield AkteFinding(Weight.OPEN, teil.name, told)
        return
    yield from _bound_again(part, shown, quellen, lauf)


def _bound_again(
    part: EnclosedTeil, shown: Sequence[Fundstelle], quellen: Quellen, lauf: HeadForm
) -> Iterator[AkteFinding]:
    teil = part.teil
    try:
        answer = read_stored_answer(part.antwort)
    except ValueError as reason:
        yield fault(teil.name, f"Die rohe Antwort ist nicht lesbar: {reason}")
        return
    passages = [NumberedPassage.of(one.chunk, quellen[one.programm_id].strom) for one in shown]
    if isinstance(answer, VerweisAntwort) and not _are_sent(passages, teil.nachrichten):
        told = (
            "Die Sätze sind heute anders gezählt als in der Anfrage; die Verweise lassen sich nicht prüfen."
        )
        yield AkteFinding(Weight.OPEN, teil.name, told)
        return
    scores, zitate = bind_answer(teil.partei, shown, quellen, answer, lauf.zitate_ausserhalb, passages)
    if len(teil.zitate) != len(zitate):
        yield fault(teil.name, f"Die rohe Antwort hat {len(zitate)} Zitate, die Akte {len(teil.zitate)}.")
    for number, (one, zitat) in enumerate(zip(teil.zitate, zitate, strict=False), 1):
        claimed = (one.typ, one.text, one.quelle, _plain(dict(one.eintrag)))
        if claimed != (zitat.typ, zitat.text, zitat.quelle, _plain(write_eintrag(zitat.eintrag))):
            name = f"{teil.name}, Zitat {number}"
            yield fault(name, "Aus der rohen Antwort und den Passagen folgt etwas anderes.")
    for score in scores:
        said = [one for one in teil.punkte if one.typ == score.typ]
        if lauf.modell_gefragt == OFFLINE:
            said = [replace(one, nah=None, von=None) for one in said]
        if said != [score]:
            yield fault(
                f"{teil.name}, {score.typ.capitalize()}",
                "Punkte oder Begründung sind nicht die der rohen Antwort.",
            )


def _are_sent(passages: Sequence[NumberedPassage], messages: Sequence[Mapping[str, object]]) -> bool:
    sent = "\n".join(str(message.get("content", "")) for message in messages)
    return all(numbered_text(one, number) in sent for number, one in enumerate(passages, start=1))


def _plain(eintrag: object) -> dict[str, object]:
    entry = eintrag if isinstance(eintrag, dict) else {}
    return {key: value for key, value in entry.items() if key not in REMARKS}


# --- each bound quote on its enclosed page: its words and their place ---------------------------------------

SCAN = "Die Seite ist ein Scan, und ihr Text wird hier anders erkannt als damals. "


@dataclass(frozen=True, slots=True)
class PageRead:
    """A page as it stands in its own file."""

    zeilen: list[RawRow]
    ocr: bool


Pages = Mapping[Page, PageRead | PdfError]
"""The enclosed pages as they read; a page that does not says why."""


def _read_pages(contents: Contents, files: Files) -> Pages:
    with TemporaryDirectory() as scratch:
        paths = _unpacked(contents, files, Path(scratch))
        scans = {
            (one.form.programm.id, seite.nummer)
            for one in contents.programme
            for seite in one.quelle.strom.seiten
            if seite.ocr
        }
        return {page: _read_page(path, page, page in scans) for page, path in paths.items()}


def _unpacked(contents: Contents, files: Files, folder: Path) -> dict[Page, Path]:
    paths: dict[Page, Path] = {}
    for page in contents.pages:
        if (data := files.get(page_file(*page))) is not None:
            paths[page] = folder / f"seite-{len(paths)}.pdf"
            paths[page].write_bytes(data)
    return paths


def _read_page(path: Path, page: Page, was_recognised: bool) -> PageRead | PdfError:
    """Its raw lines under the number that the page has in the whole file.

    Of a page whose own text was not believed what is drawn, as when it was read in.
    """
    try:
        read = read_apart(path, partial(_read, (1,) if was_recognised else ()))
    except PdfError as error:
        return error
    return replace(read, zeilen=[replace(zeile, seite=page[1]) for zeile in read.zeilen])


def _read(distrusted: Sequence[int], path: Path, erkannt: Path) -> PageRead:
    page = read_mended(path, erkannt, distrusted)[0]
    return PageRead(raw_rows(page), page.ocr)


def check_zitat(name: str, zitat: ZitatForm, quellen: Quellen, pages: Pages) -> Iterator[AkteFinding]:
    """What does not hold of one quote; a dropped one has no page."""
    eintrag = zitat.bound
    if zitat.offen:
        yield AkteFinding(Weight.OPEN, name, zitat.offen)
        return
    if eintrag is None:
        if "status" in zitat.eintrag:
            yield fault(name, "Was zu diesem Zitat gespeichert ist, ist beschädigt.")
        return
    if eintrag.teile:
        # It says of itself what its parts do, each of which is proved for itself.
        whole = eintrag.rejoined(eintrag.teile, eintrag.warnungen, eintrag.anker)
        if whole != eintrag or any(teil.partei != eintrag.partei for teil in eintrag.teile):
            yield fault(name, "Wortlaut, Quellenangabe oder Stelle sind nicht die seiner Teile.")
    for teil in eintrag.teile or (eintrag,):
        quelle = quellen.get(teil.ort.programm)
        if quelle is None or quelle.version != teil.ort.version:
            yield fault(name, "Der Text, in dem es stehen soll, liegt nicht bei.")
        else:
            yield from _in_text(name, teil, quelle)
            yield from _on_pages(name, teil, pages)


def _in_text(name: str, eintrag: Gebunden, quelle: Quelle) -> Iterator[AkteFinding]:
    """It is the wording at its place, and its source is called after that place."""
    spans, length = eintrag.ort.stellen, len(quelle.strom.text)
    if not spans or any(not 0 <= start < end <= length for start, end in spans):
        yield fault(name, "Seine Stelle liegt außerhalb des beigelegten Textes.")
        return
    fund = Fund(quelle, spans)
    if fund.text != eintrag.text:
        yield fault(name, f"An seiner Stelle steht im beigelegten Text etwas anderes: „{fund.text[:200]}“.")
    if fund.ort != eintrag.ort:
        yield fault(name, "Seiten, gedruckte Seitenzahl oder Adresse sind nicht die seiner Stelle.")
    if fund.is_unsure:
        yield fault(name, "Seine Stelle wurde beim Einlesen nicht sicher gelesen.")
    expected = quelle.programm.label(eintrag.ort.gedruckt, eintrag.ort.seiten)
    if eintrag.quelle != expected or eintrag.partei != quelle.programm.partei:
        yield fault(name, f"Die Quellenangabe ist „{eintrag.quelle}“, richtig ist „{expected}“.")


def _on_pages(name: str, eintrag: Gebunden, pages: Pages) -> Iterator[AkteFinding]:
    """The words stand on the enclosed pages, read without our text and our order of reading."""
    seiten = eintrag.ort.seiten
    found = []
    for seite in seiten:
        page = pages.get((eintrag.ort.programm, seite))
        if not isinstance(page, PageRead):
            raise page or PdfError(f"Die Seite {seite} aus „{eintrag.ort.programm}“ liegt nicht bei.")
        found.append(page)
    rows = [zeile for page in found for zeile in page.zeilen]
    if said := wording_fault(eintrag.text, eintrag.status is ZitatStatus.WOERTLICH, seiten, rows):
        scan = SCAN if any(page.ocr for page in found) else ""
        yield fault(name, f"{scan}{said}")
    words = {word for zeile in rows for word in zeile.worte}
    if missing := [number for number in eintrag.ort.gedruckt if key(number) not in words]:
        told = f"Die Seitenzahl {', '.join(missing)} steht nicht als Wort auf der Seite."
        yield AkteFinding(Weight.REMARK, name, told)


# --- the drawn pages ----------------------------------------------------------------------------------------

NOT_LOOKED = "An den gezeichneten Seiten wurde nicht nachgesehen: Dafür fehlt Tesseract mit Deutsch."
UNSURE = "Auf der gezeichneten Seite ist es nicht sicher zu lesen."
PAGES_AT_ONCE = 40


@dataclass(frozen=True, slots=True)
class _OnPages:
    """A quote whose words stand in the text of its pages, and the lines that hold them."""

    name: str
    programm: str
    parts: Sequence[PrintedPart]


def _look_at_print(contents: Contents, files: Files, pages: Pages) -> tuple[int, list[AkteFinding]]:
    """How many quotes stand on the drawn pages, and what is to be said of the others."""
    quotes = []
    for name, zitat in contents.zitate:
        eintrag = None if zitat.offen else zitat.bound
        for one in (eintrag.teile or (eintrag,)) if eintrag else ():
            read = [pages.get((one.ort.programm, seite)) for seite in one.ort.seiten]
            rows = [row for page in read if isinstance(page, PageRead) for row in page.zeilen]
            if parts := printed_parts(one.text, rows):
                quotes.append(_OnPages(name, one.ort.programm, parts))
    if not engine():
        return 0, [AkteFinding(Weight.REMARK, "", NOT_LOOKED)] if quotes else []
    drawn = _drawn_pages(contents, files, quotes)
    unseen, found = set(), []
    for quote in quotes:
        here = {(seite, box): line for ((id, seite), box), line in drawn.items() if id == quote.programm}
        is_drawn, told = None, ""
        if all(place in here for part in quote.parts for place in part.places):
            is_drawn, told = seen_in_print(quote.parts, here)
        if is_drawn is not True:
            unseen.add(quote.name)
        if told:
            found.append(fault(quote.name, told))
        elif is_drawn is None:
            found.append(AkteFinding(Weight.REMARK, quote.name, UNSURE))
    return len({quote.name for quote in quotes} - unseen), found


Spot = tuple[Page, Box]


def _drawn_pages(contents: Contents, files: Files, quotes: Sequence[_OnPages]) -> dict[Spot, DrawnLine]:
    """What is drawn where the quotes stand; nothing of pages that cannot be drawn."""
    spots: dict[Page, set[Box]] = {}
    for quote in quotes:
        for part in quote.parts:
            for row in part.rows:
                spots.setdefault((quote.programm, row.seite), set()).add(row.drawn)
    drawn: dict[Spot, DrawnLine] = {}
    with TemporaryDirectory() as scratch:
        paths = _unpacked(contents, files, Path(scratch))
        wanted = [page for page in spots if page in paths]
        for first in range(0, len(wanted), PAGES_AT_ONCE):
            batch = wanted[first : first + PAGES_AT_ONCE]
            looked_for = [(page, box) for page in batch for box in sorted(spots[page])]
            places = [(batch.index(page) + 1, box) for page, box in looked_for]
            with suppress(PdfError, *damage()):
                lines = apart(Aim.PROVE, "Die Seiten", draw_lines_of, [paths[page] for page in batch], places)
                drawn.update(zip(looked_for, lines, strict=True))
    return drawn


# --- the whole ----------------------------------------------------------------------------------------------

REPACKED = (
    "Die ZIP-Hülle ist nicht so, wie wir sie schreiben: neu gepackt, oder an Zeiten, Rechten oder Packart "
    "der Dateien verändert. Ihr Inhalt ist davon nicht berührt."
)


WAY_OUT = (
    "Prüfen Sie sie noch einmal, wenn der Rechner weniger zu tun hat, oder lassen Sie sie dort, wo der Lauf "
    "ist, neu schreiben."
)


def verify(data: bytes, expected: str = "") -> AkteProof:
    """All that does not hold of a Prüfakte; `expected` is the fingerprint that somebody published of it.

    Whoever wrote it: nothing of it is read here, but in a process with limits of time and memory.
    """
    try:
        return apart(Aim.PROVE, "Die Prüfakte", prove, data, expected, way_out=WAY_OUT)
    except PdfError as reason:
        return AkteProof("", None, {}, (AkteFinding(Weight.OPEN, "", str(reason)),))


def prove(data: bytes, expected: str = "") -> AkteProof:
    """The same, in this process."""
    try:
        bag = read_bag(data)
    except AkteBroken as reason:
        return AkteProof("", None, {}, (fault("", str(reason)),))
    found = [fault("", text) for text in faults(bag.files)]
    if expected and expected.strip().lower() != bag.fingerprint:
        told = f"Der Fingerabdruck ist {bag.fingerprint}, erwartet war {expected.strip()[:100]}."
        found.append(fault("", told))
    if not bag.is_original:
        found.append(AkteFinding(Weight.REMARK, "", REPACKED))
    files = bag.payload
    try:
        contents = read_contents(files)
    except AkteBroken as reason:
        return AkteProof(bag.fingerprint, None, {"Dateien": len(files)}, (*found, fault("", str(reason))))
    pages = _read_pages(contents, files)
    seen, in_print = _look_at_print(contents, files, pages)
    checked = _checked(contents, bag, pages, found, in_print)
    kinds = Counter(zitat.bound is not None for _, zitat in contents.zitate)
    counts = {
        "Dateien": len(files),
        "Programme": len(contents.programme),
        "Seiten": len(contents.pages),
        "Passagen": sum(len(part.teil.passagen) for part in contents.teile),
        "gebundene Zitate": kinds[True],
        "verworfene Zitate": kinds[False],
        "Zitate an der gezeichneten Seite gesehen": seen,
    }
    proof = AkteProof(bag.fingerprint, contents.lauf, counts, tuple(checked.all))
    return replace(proof, seite=_proved_page(contents, proof, checked))


@dataclass(frozen=True, slots=True)
class _Checked:
    """What was found, by what it speaks of. `page`: the enclosed page for people, on which nothing hangs."""

    whole: Sequence[AkteFinding]
    page: Sequence[AkteFinding]
    parts: Sequence[Sequence[AkteFinding]]
    zitate: Sequence[Sequence[AkteFinding]]

    @property
    def all(self) -> Iterator[AkteFinding]:
        yield from (*self.whole, *self.page)
        for some in (*self.parts, *self.zitate):
            yield from some


def _checked(
    contents: Contents,
    bag: Bag,
    pages: Pages,
    found: Sequence[AkteFinding],
    in_print: Sequence[AkteFinding],
) -> _Checked:
    files = bag.payload
    quellen = {one.form.programm.id: one.quelle for one in contents.programme}
    names = {name for name, _ in contents.zitate}
    return _Checked(
        whole=[
            *found,
            *looked_at("", partial(_own_files, contents, bag)),
            *looked_at(ANTRAG_PDF, partial(_antrag, contents, files)),
            *(one for one in in_print if one.wo not in names),
        ],
        page=list(looked_at(OVERVIEW, partial(_overview, contents, files))),
        parts=[
            [
                *looked_at(part.teil.name, partial(check_passages, part, quellen)),
                *looked_at(part.teil.name, partial(check_binding, part, quellen, contents.lauf)),
                *looked_at(part.teil.name, partial(_check_name, part, contents)),
            ]
            for part in contents.teile
        ],
        zitate=[
            [
                *looked_at(name, partial(check_zitat, name, zitat, quellen, pages)),
                *(one for one in in_print if one.wo == name),
            ]
            for name, zitat in contents.zitate
        ],
    )


def _check_name(part: EnclosedTeil, contents: Contents) -> Iterator[AkteFinding]:
    """A party bears the name it has here; of one that is not known here its own name is all there is."""
    teil, land = part.teil, contents.antrag.antrag.bundesland
    registry = _shipped_registry()
    if teil.partei not in registry.parteien:
        return
    here = {registry.partei_label(teil.partei, one) for one in (land, None)}
    if teil.partei != ANTRAG and teil.name not in here:
        yield fault(teil.name, f"Die Partei „{teil.partei}“ heißt nicht so, sondern „{min(here)}“.")


@cache
def _shipped_registry() -> Registry:
    return load_registry(Settings().data_dir / "registry")


def _proved_page(contents: Contents, proof: AkteProof, checked: _Checked) -> str:
    """For people, made of what was proved: a quote stands on it only if nothing speaks against it, against
    its Teil or against the whole."""
    lauf, of_zitate = contents.lauf, iter(checked.zitate)
    is_whole = _speak_for(checked.whole)
    teile = []
    for part, found in zip(contents.teile, checked.parts, strict=True):
        holds = is_whole and _speak_for(found)
        zitate, open_ones = [], []
        for number, zitat in enumerate(part.teil.zitate, 1):
            is_proved = _speak_for(next(of_zitate)) and holds
            bound = zitat.bound
            if bound is None:
                continue
            if not is_proved:
                open_ones.append(f"Zitat {number}")
                continue
            pages = [page_file(ort.programm, seite) for ort in bound.orte for seite in ort.seiten]
            told = {"text": bound.quoted, "quelle": bound.quelle, "status": bound.status.wort}
            zitate.append({**told, "seiten": [f"{PAYLOAD}{page}" for page in pages]})
        # Coverage is no part of an answer: nothing here proves it.
        points = [
            f"{one.typ.capitalize()}: {formats.score(one.score)} von 10"
            for one in part.teil.punkte
            if holds and one.score is not None
        ]
        if part.teil.partei:
            name = part.teil.name if holds else f"Teil {part.ordner}"
            teile.append({"name": name, "punkte": points, "zitate": zitate, "offen": open_ones})
    return render(
        "nachweis",
        titel=lauf.titel or "Antrag ohne Titel",
        angaben=f"Lauf {lauf.id} vom {formats.moment(lauf.created)}, wie die Akte sagt",
        ergebnis="Alles hält." if proof.ok else result_of(proof),
        version=VERSION,
        fingerabdruck=proof.fingerprint,
        befunde=[str(one) for one in proof.befunde],
        teile=teile,
        programme=[{"name": p.form.programm.name, "sha256": p.form.sha256} for p in contents.programme],
    )


def _speak_for(found: Sequence[AkteFinding]) -> bool:
    return all(one.weight is Weight.REMARK for one in found)


def _own_files(contents: Contents, bag: Bag) -> Iterator[AkteFinding]:
    """What nobody looks at proves nothing, and would look as if it did: a whole file, and a part of one."""
    files = bag.payload
    if bag.files.get(INFO) != as_bag(files, bag_info(contents.lauf))[INFO]:
        yield fault(INFO, "Darin steht etwas anderes, als eine Prüfakte dieses Laufs von sich sagt.")
    if contents.lauf.titel != contents.antrag.antrag.titel:
        yield fault(LAUF, "Der Titel ist ein anderer als der des Antrags.")
    written = as_files(contents)
    for path, data in written.items():
        if files[path] == data:
            continue
        if path.endswith(".json") and _says_no_more(_values(files[path]), _values(data)):
            yield AkteFinding(Weight.REMARK, path, "Dasselbe ist anders geschrieben, als wir es schreiben.")
        else:
            yield fault(path, "Darin steht mehr, als geprüft werden kann, etwa eine Angabe zweimal.")
    known = {OVERVIEW, *written}
    known |= {ANTRAG_PDF} if contents.antrag.pdf else set()
    known |= {page_file(*page) for page in contents.pages}
    for path in sorted(files.keys() - known):
        yield fault(path, "Diese Datei gehört in keine Prüfakte.")


def _says_no_more(file: object, read: object) -> bool:
    """What an earlier version did not write yet has a default, which was read: it is in `read` alone."""
    waiting = [(file, read)]
    while waiting:
        said, known = waiting.pop()
        if isinstance(said, dict) and isinstance(known, dict) and said.keys() <= known.keys():
            waiting += [(said[name], known[name]) for name in said]
        elif isinstance(said, list) and isinstance(known, list) and len(said) == len(known):
            waiting += zip(said, known, strict=True)
        elif said != known:
            return False
    return True


def _values(data: bytes) -> object:
    """What a JSON file says; an object that names one thing twice stays its pairs, and equals none."""
    return json.loads(data, object_pairs_hook=_once)


def _once(pairs: list[tuple[str, object]]) -> object:
    found = dict(pairs)
    return found if len(found) == len(pairs) else pairs


def _overview(contents: Contents, files: Files) -> Iterator[AkteFinding]:
    if files.get(OVERVIEW) == overview_page(contents).encode():
        return
    is_ours = contents.lauf.geschrieben_mit.get("antragsspiegel") == VERSION
    told = "Sie sagt etwas anderes als die Dateien, die sie beschreibt."
    if not is_ours:
        told = (
            "Sie ist nicht, was diese Fassung des Programms zu den Dateien schreibt. Ob eine andere Fassung "
            "sie so schrieb oder jemand sie änderte, ist nicht zu sagen. Lesen Sie stattdessen die Seite "
            "dieser Prüfung."
        )
    yield AkteFinding(Weight.FAULT if is_ours else Weight.OPEN, OVERVIEW, told)


def _antrag(contents: Contents, files: Files) -> Iterator[AkteFinding]:
    if contents.antrag.pdf and sha256(files.get(ANTRAG_PDF, b"")).hexdigest() != contents.antrag.pdf:
        yield fault(ANTRAG_PDF, "Die Datei des Antrags ist eine andere, als „antrag.json“ sagt, oder fehlt.")

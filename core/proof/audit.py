"""Proof of stored quotes against the PDFs themselves, freshly opened: wording, label and address of each.

Nothing of the index or of the binding is believed; whatever a stored quote lacks or gets wrong is a reason.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path

from core.base.models import GEBIETE
from core.processes.pdf_processes import Aim, apart, read_apart
from core.programme.context import Context, default_context
from core.programme.registry import Registered
from core.programme.stored_streams import content_version
from core.proof.reconstruct import completed, has_label_alone, runs_of, zitate_of
from core.wortlaut.binding.eintrag import ELLIPSIS, ZitatStatus
from core.wortlaut.binding.print_proof import (
    Place,
    PrintedPart,
    RawRow,
    key,
    lines_drawn,
    printed_parts,
    raw_rows,
    seen_in_print,
    stands_in,
)
from core.wortlaut.binding.source_labels import file_pages, joined_labels, parse_cite_url, plain_label
from core.wortlaut.errors import DashboardError, PdfError, PdfFehlt
from core.wortlaut.reading import page_numbers
from core.wortlaut.reading.ocr import DrawnLine
from core.wortlaut.reading.read_strom import read_mended
from core.wortlaut.reading.tesseract import engine
from core.wortlaut.records import Quelldokument

VALID_EVERYWHERE, UNKNOWN = "überall gültig", "unbekannt"

READ_SECONDS = 120.0
SECONDS_A_LINE = 0.5
"""The longest a Programm may be read, as when it is read in."""

MIN_TEIL = 12
"""Letters and digits that each part beside an ellipsis needs; shorter ones stand everywhere."""


@dataclass(frozen=True, slots=True)
class Befund:
    """One quote and the German reasons why it is not proved; none where it is.

    `bundesland` is that of the Programm, or „überall gültig“, or „unbekannt“. `ok` is proved in the text of
    the PDF; `im_druck` on the drawn page, None where nobody looked or nothing could be read for sure.
    `hinweise`: what is odd about it and does not make it false.
    """

    bundesland: str
    programm: str
    text: str
    ok: bool
    gruende: tuple[str, ...] = ()
    im_druck: bool | None = None
    hinweise: tuple[str, ...] = ()


def per_bundesland(befunde: Iterable[Befund]) -> dict[str, tuple[int, int]]:
    """How many quotes are proved, and how many there are, in the order of the Länder."""
    count: dict[str, tuple[int, int]] = dict.fromkeys((*GEBIETE, VALID_EVERYWHERE, UNKNOWN), (0, 0))
    for befund in befunde:
        proved, total = count[befund.bundesland]
        count[befund.bundesland] = (proved + befund.ok, total + 1)
    return {land: numbers for land, numbers in count.items() if numbers[1]}


class Defect(DashboardError):
    """A reason that leaves nothing more to check."""


def audit(
    answers: Iterable[object],
    context: Context | None = None,
    dateien: "Dateien | None" = None,
    im_druck: bool = True,
) -> list[Befund]:
    """Prove every bound quote of these answers; no quote is skipped and no answer raises.

    `dateien`: the PDFs that are open, kept by whoever asks more than once. `im_druck`: also on the drawn
    pages, where Tesseract is installed; that takes 0.1 s a quote.
    """
    context = context or default_context()
    dateien = {} if dateien is None else dateien
    checked = [
        _Checked(Befund(UNKNOWN, "", "", False, (found,)))
        if isinstance(found, str)
        else _check_all(found.zitat, found.bundesland, context, dateien)
        for answer in answers
        for found in zitate_of(answer)
    ]
    return _seen(checked) if im_druck and engine() else [one.befund for one in checked]


@dataclass(frozen=True, slots=True)
class _Checked:
    """What the text says of a quote, and which lines of which file hold which part of it."""

    befund: Befund
    held: "tuple[tuple[_File, PrintedPart], ...]" = ()


def _seen(checked: Sequence[_Checked]) -> list[Befund]:
    """With what the drawn pages say, file by file; a quote stands in the print when every part does."""
    places: dict[_File, set[Place]] = {}
    for one in checked:
        for datei, part in one.held:
            places.setdefault(datei, set()).update(part.places)
    drawn = {datei: datei.drawn(wanted) for datei, wanted in places.items()}
    seen: list[Befund] = []
    for one in checked:
        gruende = list(one.befund.gruende)
        is_seen: bool | None = True if one.held else None
        for datei, part in one.held:
            here = drawn[datei]
            found, fault = (None, here) if isinstance(here, str) else seen_in_print([part], here)
            gruende += [fault] if fault else []
            is_seen = False if found is False or is_seen is False else found and is_seen
        seen.append(replace(one.befund, ok=not gruende, gruende=tuple(gruende), im_druck=is_seen))
    return seen


# --- one quote ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Details:
    """What a stored quote says of itself, once it has the shape of a quote."""

    programm: Registered
    text: str
    quelle: str
    url: str
    seiten: list[int]
    gedruckt: list[str]
    woertlich: bool


def _check_all(zitat: object, bundesland: object, context: Context, dateien: dict[str, "_File"]) -> _Checked:
    """A quote, or each part of one from several places as a quote of its own, and then what it is made of."""
    if not isinstance(zitat, dict) or "teile" not in zitat:
        return _check(zitat, bundesland, context, dateien)
    told = zitat["teile"]
    if not isinstance(told, list) or len(told) < 2 or not all(isinstance(one, dict) for one in told):
        reason = "Die Angabe „teile“ ist keine Liste der Teile des Zitats."
        programm_id, text = _string(zitat.get("programm")), _string(zitat.get("text"))
        return _Checked(Befund(UNKNOWN, programm_id, text, False, (reason,)))
    found = [_check(one, bundesland, context, dateien) for one in told]
    reasons = [f"Teil {n}: {why}" for n, one in enumerate(found, start=1) for why in one.befund.gruende]
    if fault := _whole_fault(zitat, told):
        reasons.append(fault)
    first = found[0].befund
    whole = Befund(first.bundesland, first.programm, _string(zitat.get("text")), not reasons, tuple(reasons))
    return _Checked(whole, () if reasons else tuple(held for one in found for held in one.held))


def _whole_fault(zitat: dict[str, object], teile: Sequence[dict[str, object]]) -> str:
    """Why a quote says of itself another thing than its parts do; empty where it does not."""
    first = teile[0]
    own = [one for one in teile if one.get("programm") == first.get("programm")]
    seiten = {str(seite) for one in own for seite in _as_list(one.get("seiten"))}
    expected = {
        "text": ELLIPSIS.join(_string(one.get("text")) for one in teile),
        "quelle": joined_labels([_string(one.get("quelle")) for one in teile]),
        "programm": first.get("programm"),
        "url": first.get("url"),
    }
    said = {**zitat, "quelle": plain_label(_string(zitat.get("quelle")))}
    expected["quelle"] = plain_label(_string(expected["quelle"]))
    wrong = [name for name, value in expected.items() if said.get(name) != value]
    if set(map(str, _as_list(zitat.get("seiten")))) != seiten:
        wrong.append("seiten")
    if any(one.get("partei") != zitat.get("partei") for one in teile):
        wrong.append("partei")
    if "teile" in {name for one in teile for name in one}:
        wrong.append("teile")
    return f"Nicht aus seinen Teilen: {', '.join(wrong)}." if wrong else ""


def _as_list(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _check(zitat: object, bundesland: object, context: Context, dateien: dict[str, "_File"]) -> _Checked:
    programme = context.registry.dokumente

    def file_of(programm: Registered) -> _File:
        return dateien.setdefault(programm.id, _File(programm, context))

    fields = {}
    if isinstance(zitat, dict):
        fields = completed(
            zitat, programme, lambda programm: [seite.gedruckt for seite in file_of(programm).seiten]
        )
    programm_id, text = _string(fields.get("programm")), _string(fields.get("text"))
    programm = programme.get(programm_id)
    land = (programm.bundesland or VALID_EVERYWHERE) if programm else UNKNOWN
    reasons, parts, datei = [], [], None
    hinweise: list[str] = []
    try:
        if programm is None:
            raise Defect(_no_programm(zitat, programm_id))
        angaben = _details(fields, programm)
        datei = file_of(programm)
        if is_said := isinstance(zitat, dict) and zitat.get("programm") is None:
            angaben, hinweise = _narrowed(angaben, datei)
        checks: tuple[Callable[[], str], ...] = (
            lambda: wording_fault(text, angaben.woertlich, angaben.seiten, datei.zeilen(angaben.seiten)),
            lambda: _label(angaben, fields.get("partei")),
            lambda: _printed(angaben, datei),
            lambda: _gebiet(programm, bundesland, context),
            lambda: "" if is_said else _url(angaben),
        )
        if is_said and (odd := _url(angaben)):
            hinweise.append(odd)
        reasons = [reason for check in checks if (reason := _reason(check))]
        parts = [] if reasons else printed_parts(text, datei.zeilen(angaben.seiten))
    except Defect as mangel:
        reasons.append(str(mangel))
    if reasons and programm and has_label_alone(zitat):
        reasons = _of_label(fields, file_of(programm), reasons)
    reasons, hinweise = (list(dict.fromkeys(map(_string, told))) for told in (reasons, hinweise))
    befund = Befund(land, programm_id, text, not reasons, tuple(reasons), hinweise=tuple(hinweise))
    return _Checked(befund, tuple((datei, part) for part in parts) if datei else ())


def _reason(check: Callable[[], str]) -> str:
    """The reason a check gives, also where the PDF cannot be read; empty where all is well."""
    try:
        return check()
    except PdfFehlt as error:
        return f"PDF fehlt: {error}"
    except DashboardError as error:
        return str(error)


def _of_label(fields: Mapping[object, object], datei: "_File", reasons: list[str]) -> list[str]:
    """The same reasons; or that the label is wrong, which is all there is, and where the wording stands."""
    quelle, text = _string(fields.get("quelle")), _string(fields.get("text"))
    if not key(text):
        return reasons
    try:
        labels = list(datei.labels_of(text))
    except DashboardError as error:
        return [f"PDF fehlt: {error}" if isinstance(error, PdfFehlt) else str(error)]
    if labels and plain_label(quelle) not in map(plain_label, labels):
        return [f"Die Quellenangabe „{quelle}“ ist falsch: Der Wortlaut steht in „{labels[0]}“."]
    if not labels and "seiten" not in fields:
        return [
            f"Die Quellenangabe „{quelle}“ ist falsch: Weder diese Seite noch der Wortlaut ist im Programm."
        ]
    return reasons


def _string(value: object) -> str:
    """A string that can be printed and looked up, whatever was stored."""
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else ""


def _no_programm(zitat: object, programm_id: str) -> str:
    if not isinstance(zitat, dict):
        return "Das Zitat ist kein Objekt."
    if has_label_alone(zitat):
        quelle = _string(zitat["quelle"])
        return f"Die Quellenangabe „{quelle}“ ist falsch: Sie nennt kein Programm aus dem Register."
    if not programm_id:
        return (
            "Das Programm ist nicht zu erkennen: „programm“ fehlt, und weder „url“ noch „quelle“ nennt eines "
            "aus dem Register."
        )
    return f"Das Programm „{programm_id}“ steht nicht im Register."


def _details(fields: dict[object, object], programm: Registered) -> _Details:
    text, quelle, url = (fields.get(name) for name in ("text", "quelle", "url"))
    seiten, gedruckt = fields.get("seiten"), fields.get("gedruckt") or []
    if not isinstance(text, str) or not key(text):
        raise Defect("Das Zitat hat keinen Wortlaut.")
    for name, value in (("quelle", quelle), ("url", url)):
        if not isinstance(value, str):
            raise Defect(f"Die Angabe „{name}“ fehlt.")
    if not isinstance(seiten, list) or not seiten or any(type(n) is not int or n < 1 for n in seiten):
        raise Defect("Die Angabe „seiten“ nennt keine Seiten.")
    if seiten != sorted(set(seiten)) or len(seiten) > len(text.split()):
        raise Defect("Die Angabe „seiten“ ist keine aufsteigende Folge der Seiten des Zitats.")
    if not isinstance(gedruckt, list) or not all(isinstance(n, str) and n for n in gedruckt):
        raise Defect("Die Angabe „gedruckt“ ist keine Liste von Seitenzahlen.")
    woertlich = fields.get("status") == ZitatStatus.WOERTLICH
    return _Details(programm, text, str(quelle), str(url), seiten, gedruckt, woertlich)


# --- wording ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Seite:
    """A page's raw lines, and the numbers printed on it."""

    zeilen: list[RawRow]
    gedruckt: tuple[str, ...]


class _File:
    """The PDF of a Programm, read when asked for and then kept for the run."""

    def __init__(self, programm: Registered, context: Context) -> None:
        self._programm, self._context = programm, context
        self._seen: dict[Place, DrawnLine] = {}

    @cached_property
    def path(self) -> Path:
        if path := self._context.find_pdf(self._programm):
            return path
        raise PdfFehlt(f"{self._programm.pdf} liegt nicht in {self._context.settings.pdf_dir}.")

    @property
    def seiten(self) -> list[_Seite]:
        """Read once, also where that fails: each try may take minutes, and every quote has five checks."""
        if isinstance(self._pages, DashboardError):
            raise self._pages
        return self._pages

    @cached_property
    def _pages(self) -> list[_Seite] | DashboardError:
        try:
            befund = self._context.texte.befunde().get(self._programm.id)
            distrusted = befund.seiten if befund and befund.datei == content_version(self.path) else ()
            return read_apart(self.path, partial(_read, distrusted), seconds=READ_SECONDS)
        except DashboardError as error:
            return error

    def zeilen(self, seiten: Sequence[int]) -> list[RawRow]:
        """The raw lines of these pages."""
        if seiten[-1] > len(self.seiten):
            raise PdfError(f"Seite {seiten[-1]} gibt es nicht: Die Datei hat {len(self.seiten)} Seiten.")
        return [zeile for n in seiten for zeile in self.seiten[n - 1].zeilen]

    def labels_of(self, text: str) -> Iterator[str]:
        """Every label under which a text may be cited, from whichever pages it stands on."""
        last = len(self.seiten)
        for pages in (list(range(n, n + more)) for more in (1, 2) for n in range(1, last + 2 - more)):
            if wording_fault(text, False, pages, self.zeilen(pages)):
                continue
            for named in runs_of([number for n in pages for number in self.seiten[n - 1].gedruckt]):
                told = self._programm.label(named, pages)
                if not _printed(_Details(self._programm, text, told, "", pages, named, False), self):
                    yield told

    def drawn(self, places: set[Place]) -> Mapping[Place, DrawnLine] | str:
        """What is drawn there, or why that cannot be seen; no place is looked at twice."""
        try:
            if missing := sorted(places - self._seen.keys()):
                seconds = 10 + SECONDS_A_LINE * len(missing)
                drawn = apart(Aim.READ, self.path.name, lines_drawn, self.path, missing, seconds=seconds)
                self._seen |= dict(zip(missing, drawn, strict=True))
        except DashboardError as error:
            return str(error)
        return self._seen


def _read(distrusted: Collection[int], path: Path, erkannt: Path) -> list[_Seite]:
    """Of pages whose text layer is known not to say what is printed, what is drawn there."""
    roh = read_mended(path, erkannt, distrusted)
    numbers = page_numbers.read(roh)
    return [_Seite(raw_rows(seite), own) for seite, own in zip(roh, numbers.gedruckt, strict=True)]


Dateien = dict[str, _File]
"""Programm → its PDF."""


def wording_fault(text: str, woertlich: bool, seiten: Sequence[int], zeilen: Sequence[RawRow]) -> str:
    """Why a quote does not stand on its pages word for word, or needs not all of them; else empty."""
    for n in seiten:
        if not any(zeile.seite == n for zeile in zeilen):
            return f"Seite {n} der Datei hat keinen Text."
    if not _stands_in(text, woertlich, zeilen):
        return f"Der Wortlaut steht so nicht auf {file_pages(seiten)}."
    if spare := _spare(text, woertlich, zeilen):
        return f"Das Zitat steht nicht auf Seite {spare} der Datei, die es angibt."
    return ""


def _stands_in(text: str, woertlich: bool, zeilen: Sequence[RawRow]) -> bool:
    """In one piece (a source may have ellipses of its own), else part by part."""
    if stands_in([key(text)], zeilen):
        return True
    parts = [key(part) for part in text.split(ELLIPSIS)]
    if woertlich or any(len(part) < MIN_TEIL for part in parts):
        return False
    return stands_in(parts, zeilen)


def _spare(text: str, woertlich: bool, zeilen: Sequence[RawRow]) -> int | None:
    """A page without which the quote stands there just as well."""
    seiten = sorted({zeile.seite for zeile in zeilen})
    for n in seiten if len(seiten) > 1 else ():
        if _stands_in(text, woertlich, [zeile for zeile in zeilen if zeile.seite != n]):
            return n
    return None


# --- label and address --------------------------------------------------------------------------------------


def _label(angaben: _Details, partei: object) -> str:
    expected = angaben.programm.label(angaben.gedruckt, angaben.seiten)
    if plain_label(angaben.quelle) != plain_label(expected):
        return f"Die Quellenangabe ist „{angaben.quelle}“, richtig ist „{expected}“."
    programm = angaben.programm
    signed = programm.parteien if isinstance(programm, Quelldokument) else ()
    owners = (programm.partei, programm.eigner, *signed)
    if partei is not None and partei not in owners:
        of = ", ".join(filter(None, dict.fromkeys((programm.partei, *signed)))) or "keiner Partei"
        return f"Als Partei steht „{_string(partei)}“, das Programm ist von {of}."
    return ""


def _gebiet(programm: Registered, bundesland: object, context: Context) -> str:
    """The Programm is one of the answer's Land, or valid everywhere."""
    if bundesland is None or programm.bundesland is None:
        return ""
    land = context.registry.find_bundesland(_string(bundesland))
    if land == programm.bundesland:
        return ""
    return f"Das Programm ist eines für {programm.bundesland}, die Antwort aber für {land}."


def _printed(angaben: _Details, datei: _File) -> str:
    """The numbers said to be printed on the quote's pages are printed there."""
    if not angaben.gedruckt:
        return ""
    zeilen = datei.zeilen(angaben.seiten)
    printed = {n: datei.seiten[n - 1].gedruckt for n in angaben.seiten}
    named = {
        n: [number for number in numbers if number in angaben.gedruckt] for n, numbers in printed.items()
    }
    all_named = all(named[n] for n, numbers in printed.items() if numbers)
    if not all_named or [number for numbers in named.values() for number in numbers] != angaben.gedruckt:
        found = ", ".join(number for numbers in printed.values() for number in numbers) or "keine Seitenzahl"
        return f"Gedruckt ist dort {found}, angegeben {', '.join(angaben.gedruckt)}."
    halves = [  # of a double page those that are named, each as a page
        replace(zeile, seite=2 * zeile.seite + (zeile.rechts and len(numbers) > 1))
        for zeile in zeilen
        for numbers in [printed[zeile.seite]]
        if len(numbers) < 2 or numbers[zeile.rechts] in angaben.gedruckt
    ]
    quote = angaben.text, angaben.woertlich
    to_prove = any(len(numbers) > 1 for numbers in printed.values()) and _stands_in(*quote, zeilen)
    if to_prove and (not _stands_in(*quote, halves) or _spare(*quote, halves)):
        return f"Auf der Doppelseite steht das Zitat nicht auf S. {', '.join(angaben.gedruckt)}."
    return ""


def _narrowed(angaben: _Details, datei: _File) -> tuple[_Details, list[str]]:
    """A sentence beside the label and the address of the passage that it stands in: only its own page.

    Of a quote that only says where it stands; one that we stored names its pages to the word.
    """
    if len(angaben.seiten) < 2 or len(angaben.gedruckt) not in (0, len(angaben.seiten)):
        return angaben, []

    def fault(page: int) -> str:
        return wording_fault(angaben.text, False, [page], datei.zeilen([page]))

    for i, n in enumerate(angaben.seiten):
        if not _reason(partial(fault, n)):
            gedruckt = angaben.gedruckt[i : i + 1]
            quelle = angaben.programm.label(gedruckt, [n])
            told = (
                f"Die Quellenangabe „{angaben.quelle}“ nennt mehr Seiten als nötig: Es steht in „{quelle}“."
            )
            return replace(angaben, seiten=[n], gedruckt=gedruckt, quelle=quelle), [told]
    return angaben, []


def _url(angaben: _Details) -> str:
    """The address leads to this Programm, this page and this text."""
    found = parse_cite_url(angaben.url)
    if found is None:
        return "Die Adresse ist nicht die eines Zitats."
    if found["programm"] != angaben.programm.id:
        return f"Die Adresse führt zum Programm „{found['programm']}“."
    if found["seite"] != str(angaben.seiten[0]):
        return f"Die Adresse führt auf Seite „{found['seite']}“ der Datei."
    return "" if found["text"] == angaben.text else "Die Adresse enthält einen anderen Wortlaut."

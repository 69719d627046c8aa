"""What the columns of a list are called, and what stands in a cell: numbers, days, movers, addresses."""

import html
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from urllib.parse import urlsplit

from core.base import formats
from core.base.errors import EingabeError
from core.features.sources.antrag_quelle import LONGEST
from core.features.sources.list_sheet import Cell, Row, Sheet
from core.wortlaut.german.folding import composed, visible
from core.wortlaut.german.words import MONTHS

# --- columns ------------------------------------------------------------------------------------------------

COLUMNS = {
    "nummer": "drucksache drucksachennummer drucksachennr drucksachenr drucksachenummer drs drsnr drsnummer "
    "vorlagennummer vorlagennr vorlage antragsnummer antragsnr dokumentnummer nummer number nr",
    "titel": "titel title betreff betr thema überschrift gegenstand bezeichnung",
    "urheber": "antragsteller antragstellerin antragstellerinnen antragstellende "
    "urheber urheberin urheberinnen einreicher einreicherin einreichende initiator eingebrachtvon movers "
    "fraktion fraktionen partei parteien",
    "datum": "datum date tag vom drucksachendatum ausgabedatum ausgegebenam eingangsdatum eingang "
    "eingereichtam",
    "adresse": "pdf pdfurl pdflink pdfadresse url link weblink adresse webadresse dokument",
    "datei": "datei dateiname pdfdatei file filename",
    "land": "land bundesland state",
    "parlament": "parlament parliament kommune gemeinde stadt rat körperschaft gebietskörperschaft",
    "typ": "art typ type antragsart dokumentart dokumenttyp drucksachenart drucksachentyp vorgangstyp "
    "vorlageart",
    "wahlperiode": "wahlperiode wp legislaturperiode legislatur",
}
"""By field the names that people give its column, as `_key` makes them; of several the first counts."""

WANTED = (
    "Nummer (auch: Drucksache, Drs.), Titel (Betreff), Antragsteller (Fraktion(en), Urheber), Datum, Link "
    "(URL, PDF), Datei, Land, Parlament, Art, Wahlperiode"
)
HEAD_WITHIN = 10
"""Above the names of columns a sheet may have a heading and a day."""


@dataclass(frozen=True, slots=True)
class Head:
    """Where which field stands. `unused`: names of columns that say nothing here."""

    sheet: Sheet
    columns: dict[str, int]
    names: tuple[str, ...]
    rows: tuple[Row, ...]

    @property
    def unused(self) -> tuple[str, ...]:
        used = set(self.columns.values())
        return tuple(name for at, name in enumerate(self.names) if name and at not in used)


def find_head(sheet: Sheet) -> Head | None:
    """The row that names the columns: number or title, and another unless it is the only one."""
    for place, row in enumerate(sheet.rows[:HEAD_WITHIN]):
        names = tuple(clean(str(cell)) for cell in row.cells)
        keys = [_key(name) for name in names]
        columns = {field: at for field, known in COLUMNS.items() if (at := _column(known, keys)) is not None}
        is_told = {"nummer", "titel"} & columns.keys()
        if is_told and len(columns) >= min(2, sum(map(bool, names))):
            for field, at in columns.items():
                if keys.count(keys[at]) > 1:
                    raise EingabeError(
                        f"Die Spalte „{names[at]}“ gibt es zweimal; welche gilt, sagt niemand ({field}). "
                        "Bitte eine umbenennen oder löschen."
                    )
            return Head(sheet, columns, names, sheet.rows[place + 1 :])
    return None


def _column(known: str, keys: list[str]) -> int | None:
    return next((keys.index(name) for name in known.split() if name in keys), None)


def _key(name: str) -> str:
    """„Fraktion(en)“, „Antragsteller*innen“, „Drs.-Nr.“ → letters alone."""
    return re.sub(r"[\W\d_]+", "", name.casefold())


def best_head(sheets: list[Sheet], name: str) -> Head:
    """Of the ways to read the file that in which most columns are known."""
    heads = [head for sheet in sheets if (head := find_head(sheet))]
    if heads:
        best = max(heads, key=lambda head: len(head.columns))
        if best.sheet.fault:
            raise EingabeError(best.sheet.fault)
        return best
    first = max((sheet.rows[0].cells for sheet in sheets if sheet.rows), key=len, default=())
    found = ", ".join(f"„{clean(str(cell))[:30]}“" for cell in first[:12] if str(cell).strip())
    raise EingabeError(
        f"Die Spalten von „{name}“ sind nicht zu erkennen. Erwartet: eine Zeile mit ihren Namen, darunter "
        f"Nummer oder Titel und eine weitere von: {WANTED}. Gefunden: {found or 'keine'}. Daraus wird nichts "
        "übernommen."
    )


# --- cells --------------------------------------------------------------------------------------------------

BREAK = re.compile(r"\r\n?|<br ?/?>", re.IGNORECASE)
ENTITY = re.compile(r"&(?:#\d{1,7}|#x[0-9a-fA-F]{1,6}|[A-Za-z]{2,30});")
FORMULA = re.compile(r"\s*[=+@-]\s*[A-Za-zÄÖÜ][\w.]*\s*\(|\s*=")
FAILED = re.compile(r"#(?:REF|BEZUG|NAME|WERT|VALUE|NV|N/A|DIV/0|ZAHL|NUM|NULL)[!?]?", re.IGNORECASE)
GARBLED = re.compile("\ufffd|Ã[\u0080-\u00bfŸœŒ„–¼¶¤]|â€|Â[\u00a0§]")
"""UTF-8 that was once read as another charset, or letters that somebody lost."""


def clean(text: str) -> str:
    """One line, without what cannot be seen: soft hyphens, marks of direction, zero-width spaces."""
    return " ".join(_seen(text).split())


def _seen(text: str) -> str:
    text = ENTITY.sub(lambda found: html.unescape(found[0]), BREAK.sub("\n", text))
    return visible(composed(text))


def text_in(cell: Cell, what: str, most: int) -> str:
    """With its line breaks. What was a formula, failed, or lost its letters, is no text."""
    told = cell if isinstance(cell, str) else formats.day(cell)
    shown = clean(told)[:40]
    if FORMULA.match(told):
        raise EingabeError(f"{what} ist eine Formel („{shown}“); Formeln rechnet hier niemand aus")
    if FAILED.fullmatch(told.strip()):
        raise EingabeError(f"{what} ist der Fehler einer Formel („{shown}“)")
    if GARBLED.search(told):
        raise EingabeError(f"{what} hat zerstörte Umlaute („{shown}“); bitte die Liste als UTF-8 speichern")
    text = _seen(told).strip()
    if len(text) > most:
        raise EingabeError(f"{what} hat mehr als {most} Zeichen („{shown} …“)")
    return text


DAYS = (
    re.compile(r"(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})(?:[T ]\d\d?:\d\d.*)?"),
    re.compile(r"(?P<day>\d{1,2})\. ?(?P<month>\d{1,2})\. ?(?P<year>\d{4}|\d{2})(?:,? \d\d?:\d\d.*)?"),
    re.compile(rf"(?P<day>\d{{1,2}})\. ?(?P<name>{'|'.join(MONTHS)}) (?P<year>\d{{4}})"),
)
CENTURY = 50
"""Of a year with two digits: no Landtag is older than 1946, so „49“ is 2049 and „50“ is 1950."""


def find_day(text: str) -> date | None:
    """None where it is none in the forms above; ValueError where no calendar has it."""
    for form in DAYS:
        if found := form.fullmatch(text):
            parts = found.groupdict()
            year = int(parts["year"])
            if len(parts["year"]) == 2:
                year += 2000 if year < CENTURY else 1900
            month = MONTHS.index(parts["name"]) + 1 if parts.get("name") else int(parts["month"])
            return date(year, month, int(parts["day"]))
    return None


def day_in(cell: Cell) -> date | None:
    text = "" if isinstance(cell, date) else clean(text_in(cell, "das Datum", 60))
    try:
        day = cell if isinstance(cell, date) else find_day(text)
    except ValueError:
        day = None
    if day is None and text:
        hint = "; bitte die Spalte als Datum formatieren" if text.isdigit() else ""
        raise EingabeError(f"„{text}“ ist kein Tag wie 02.11.2026 oder 2026-11-02{hint}")
    if day and not 1900 <= day.year < 2100:
        raise EingabeError(f"„{formats.day(day)}“ liegt nicht zwischen 1900 und 2100")
    return day


CALLED = re.compile(r"(?:(?:Drucksachen?|Drucks|Drs|Nummer|Nr|Vorlage|Antrag)\b\.?:?[\s-]*)+", re.IGNORECASE)
NUMBERS = re.compile(r"\d{1,2}/\d{1,6}\b")
_MONTH = rf"(?:{'|'.join(one[:3] for one in MONTHS)})\w*\.?"
AS_MONTH = re.compile(rf"\d{{1,2}}\.? ?{_MONTH}(?:[ -]\d{{1,4}})?|{_MONTH}[ -]\d{{1,4}}")
"""„08. Dez“, „Dez 12“: what a spreadsheet shows of „8/12“."""


def number_in(cell: Cell) -> str:
    """„20/1234 (neu)“ of „Drs. 20/ 1234 (neu)“. A spreadsheet makes „8/12“ a day, and nobody knows which."""
    if isinstance(cell, date):
        raise EingabeError(
            f"aus der Nummer wurde das Datum {formats.day(cell)}; bitte die Spalte als Text anlegen"
        )
    text = clean(text_in(cell, "die Nummer", 200))
    if not text:
        return ""
    text = re.sub(
        r"(?<!\s)\s*/\s*", "/", CALLED.sub("", text, count=1) if CALLED.match(text) else text
    ).strip()
    if AS_MONTH.fullmatch(text) or DAYS[0].fullmatch(text) or DAYS[1].fullmatch(text):
        raise EingabeError(f"„{text}“ ist ein Datum und keine Nummer; bitte die Spalte als Text anlegen")
    if len(set(NUMBERS.findall(text))) > 1:
        raise EingabeError(f"„{text[:60]}“ nennt mehrere Nummern; bitte je Antrag eine Zeile")
    if len(text) > LONGEST["nummer"] or not re.search(r"\d", text) or re.search(r"E\+\d", text):
        raise EingabeError(f"„{text[:60]}“ ist keine Nummer")
    return text


def title_in(cell: Cell) -> str:
    text = clean(text_in(cell, "der Titel", LONGEST["titel"]))
    if text and not re.search(r"[^\W\d_]", text):
        raise EingabeError(f"„{text[:40]}“ ist kein Titel")
    return text


PERIOD = re.compile(
    r"(?P<nummer>\d{1,2})(?:\.0)?\.? ?(?:WP|Wahlperiode|Legislaturperiode|Legislatur)?", re.IGNORECASE
)


def period_in(cell: Cell) -> int | None:
    text = clean(text_in(cell, "die Wahlperiode", 200))
    if not text:
        return None
    found = PERIOD.fullmatch(text)
    if not found or not int(found["nummer"]):
        raise EingabeError(f"„{text[:40]}“ ist keine Wahlperiode wie 21")
    return int(found["nummer"])


def place_in(cell: Cell, is_file: bool) -> tuple[str, str]:
    """An address, or the name of a file beside the list."""
    text = clean(text_in(cell, "die Datei" if is_file else "die Adresse", LONGEST["pdf_url"]))
    if text.casefold().startswith("www."):
        text = f"https://{text}"
    if text.casefold().startswith(("http://", "https://")):
        try:
            is_address = bool(urlsplit(text).hostname) and " " not in text
        except ValueError:
            is_address = False
        if not is_address:
            raise EingabeError(f"„{text[:60]}“ ist keine Adresse wie https://www.example.org/a.pdf")
        return text, ""
    if text and (re.match(r"[a-z][a-z0-9+.-]+:", text, re.IGNORECASE) or not (is_file or _is_pdf(text))):
        raise EingabeError(f"„{text[:60]}“ ist weder eine Adresse (https://…) noch eine PDF-Datei")
    return "", text


def _is_pdf(name: str) -> bool:
    return name.casefold().endswith(".pdf")


# --- movers -------------------------------------------------------------------------------------------------
# What may be one name stays one: „Bürger und Umwelt“, „Muster, Eva“, „BÜNDNIS 90/DIE GRÜNEN“. A semicolon or
# a line of its own always divides.

GROUP = re.compile(
    r"(?:\w*[-\s])?(?:Fraktion(?:en)?|Gruppen?|Abgeordneten?|Abg\.)(?=\s|:|$)|\w+-?fraktion\b", re.IGNORECASE
)
GOES_ON = re.compile(
    r"(?:\b(?:und|sowie|der|des|die|den|von|Fraktion(?:en)?|Abgeordneten?|Abg\.)|[(&,:])$", re.IGNORECASE
)
HYPHEN = re.compile(r"\w[-–]$")
TITLED = re.compile(r"(?:Dr|Prof|Dipl)\b")
OF_PARTY = re.compile(r"\([^()]{2,40}\)$")
LEADING = re.compile(
    r"(?:und|sowie)\s+|(?:die\s+)?(?:Fraktionen|Gruppen)(?:\s+(?:der|von|des))?[:\s]+", re.IGNORECASE
)
BEFORE_PARTY = re.compile(
    r"^(?:(?:die|der|des)\s+)?(?:Fraktion(?:en)?|Gruppen?)\s+(?:(?:der|des|von|die)\s+)?|^(?:der|des)\s+",
    re.IGNORECASE,
)
AND = re.compile(r"(?<!\s)\s+(?:und|sowie|&)\s+")
MOST_MOVERS = 100


def movers_in(cell: Cell, is_party: Callable[[str], bool]) -> tuple[str, ...]:
    """Who moves it, one by one. `is_party`: is that the name of a party there?"""
    text = text_in(cell, "„Antragsteller“", 5000)
    if re.match(r"(?:und|sowie|oder)\b|[,&]", text, re.IGNORECASE):
        raise EingabeError(f"„Antragsteller“ beginnt mitten im Satz („{clean(text)[:40]}“)")
    pieces = [
        clean(LEADING.sub("", mover, count=1) if LEADING.match(mover) else mover).strip(" ,;:")
        for part in re.split(r"[;|]", text)
        for line in _lines(part)
        for mover in _commas(line, is_party)
    ]
    movers = tuple(dict.fromkeys(filter(None, pieces)))
    if len(movers) > MOST_MOVERS:
        raise EingabeError(f"„Antragsteller“ nennt mehr als {MOST_MOVERS} Namen")
    for mover in movers:
        if not re.search(r"[^\W\d_]", mover):
            raise EingabeError(f"„{mover[:40]}“ ist kein Name unter „Antragsteller“")
    return movers


def _lines(part: str) -> Iterator[str]:
    """A line that ends in the middle of a name goes on in the next."""
    lines: list[str] = []
    for line in filter(None, map(str.strip, part.split("\n"))):
        if lines and (line.startswith("/") or lines[-1].endswith("/")):
            lines[-1] += line
        else:
            lines.append(line)
    whole = ""
    for line in lines:
        whole = f"{whole} {line}".strip()
        if HYPHEN.search(line):
            raise EingabeError(f"„{line[-40:]}“ unter „Antragsteller“ endet mit einem Trennstrich")
        if not GOES_ON.search(line):
            yield whole
            whole = ""
    if whole:
        yield whole


def _commas(line: str, is_party: Callable[[str], bool]) -> list[str]:
    """Divided at commas where each part is surely a mover; else only where „und“ stands between two."""
    line = clean(line)
    if is_party(line):
        return [line]
    parts = [piece for part in line.split(",") if part.strip() for piece in _ands(part.strip(), is_party)]
    plain = [part for part in parts if not (GROUP.match(part) or OF_PARTY.search(part))]
    parties = [part for part in plain if is_party(_bare(part))]
    persons = [part for part in plain if part not in parties]
    is_name = len(parts) == 2 and TITLED.match(parts[1])  # „Graf Muster, Dr. Eva“
    is_sure = not persons or not (parties or is_name or any(len(part.split()) < 2 for part in persons))
    return parts if is_sure else _ands(line, is_party)


def _ands(line: str, is_party: Callable[[str], bool]) -> list[str]:
    parts = AND.split(line)
    joints = AND.findall(line)
    found = [parts[0]]
    for (left, right), joint in zip(pairwise(parts), joints, strict=True):
        is_between = GROUP.match(right) or (_is_mover(left, is_party) and _is_mover(right, is_party))
        if is_between:
            found.append(right)
        else:
            found[-1] += joint + right
    return found


def _is_mover(text: str, is_party: Callable[[str], bool]) -> bool:
    return bool(OF_PARTY.search(text)) or is_party(_bare(text))


def _bare(text: str) -> str:
    return BEFORE_PARTY.sub("", text)

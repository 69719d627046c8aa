"""The head of an Antrag: number, date, type, parliament, title. Who moves it: antragsteller.py."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from core.antrag.antrag_parts import TYP, AntragStructure
from core.antrag.antragsteller import read_antragsteller
from core.antrag.phrases import PLACE_AND_DAY, SIGNED
from core.german.words import MONTHS
from core.programme.registry import Registry

DRUCKSACHE = re.compile(r"(?:Drucksache|DRUCKSACHE|Drs\.?|Drucks\.) ?(\d{1,2} ?/ ?\d{1,6})\b")
DATE = re.compile(rf"\b(\d{{1,2}})\. ?(?:(\d{{1,2}})\.|({'|'.join(MONTHS)})) ?(\d{{4}}|\d{{2}})\b")
BESIDE = rf"(?:[\s\d.,:/()–-]|Drucksache|Drs|Datum|den\b|neu\b|Neudruck|Seite|{'|'.join(MONTHS)})*"
HOUSE = (
    r"(?:[A-ZÄÖÜ][\w-]+ )?(?i:Bundestag|Landtag|Bürgerschaft|Abgeordnetenhaus)(?:es|s)?"
    r"(?: (?:von|des|der|DER|[A-ZÄÖÜ(][\w()-]*|und|UND)){0,6}"
)
WAHLPERIODE = (
    rf"(?:{HOUSE})?{BESIDE}(?:[A-ZÄÖÜ][a-zäöü]+te )?(?i:(?:Wahl|Legislatur)periode){BESIDE}"
    rf"(?:{HOUSE}{BESIDE})?"
)
OF_HEAD = re.compile(
    rf"^(?:{WAHLPERIODE}|(?:zu )?(?:Drucksache \d|Drs\. ).*|[\d. ]+"
    r"|(?:Eingegangen|Ausgegeben)(?: ?:|(?: am| den)? \d).*)$"
)
"""Lines of a head that are no part of the title: a title may well be about „die 18. Wahlperiode“."""

SUBJECT = re.compile(r"(?:[Bb]etr(?:eff|ifft)?\.?|Thema|Titel) ?: ?")
PARLAMENT = re.compile(r"Bundestag|Landtag|Bürgerschaft|Abgeordnetenhaus")
BREMEN = "Bürgerschaft (Landtag)"

SEEN = 20_000
"""So much of the text is searched for the name of a Land."""


@dataclass(frozen=True, slots=True)
class AntragHead:
    titel: str
    drucksache: str
    datum: date | None
    typ: str
    bundesland: str | None
    antragsteller: tuple[str, ...]


def read_head(aufbau: AntragStructure, registry: Registry) -> AntragHead:
    text = "\n".join(aufbau.kopf)
    typ = TYP.search(text)
    above, below = (text[: typ.start()], text[typ.end() :].lstrip()) if typ else ("", text)
    land = _bundesland(aufbau, above, registry)
    parteien, end = read_antragsteller(below, registry, land)
    return AntragHead(
        titel=_titel(below[end:]),
        drucksache=_drucksache(above) or _drucksache("\n".join(re.findall(r"(?mi)^dr.*", text))),
        datum=_date(above) or _date("\n".join(_dates_alone(text))) or _date(aufbau.unterschrift),
        typ=_typ(typ["typ"]) if typ else "",
        bundesland=land,
        antragsteller=parteien,
    )


def _titel(text: str) -> str:
    lines = (line for line in text.split("\n") if not OF_HEAD.match(line) and not SIGNED.match(line))
    return SUBJECT.sub("", " ".join(lines), count=1).strip(" ,:")


def _typ(words: str) -> str:
    return words.title().replace("ssung", "ßung").replace("Grosse", "Große") if words.isupper() else words


def _drucksache(text: str) -> str:
    match = DRUCKSACHE.search(text)
    return match[1].replace(" ", "") if match else ""


def _dates_alone(text: str) -> Iterator[str]:
    """Dates that are no part of a title: behind the name of a place, or alone on a line."""
    yield from (match[0] for match in PLACE_AND_DAY.finditer(text))
    yield from (line for line in text.split("\n") if SIGNED.match(line) or OF_HEAD.match(line))


def _date(text: str) -> date | None:
    """The first date that there is."""
    for day, month, name, year in DATE.findall(text):
        try:
            return date(int(year) + 2000 * (len(year) == 2), int(month or MONTHS.index(name) + 1), int(day))
        except ValueError:
            continue
    return None


# --- parliament ---------------------------------------------------------------------------------------------


def _bundesland(aufbau: AntragStructure, above: str, registry: Registry) -> str | None:
    """The parliament named at the top, in the Beschlussformel or in the text, else the one Land named."""
    kopf, text = "\n".join(aufbau.kopf), "\n".join((*aufbau.vorrede, *aufbau.beschluss))[:SEEN]
    names = _parliament_names(registry)
    found = _first_name(names, above) or _first_name(names, aufbau.formel) or _first_name(names, kopf)
    if found or BREMEN in aufbau.formel:
        return found or "HB"
    # A Landtag may well name the Bundestag: that it is the Bundestag itself, only the head and formula tell.
    of_laender = {name: code for name, code in names.items() if code != "BUND"}
    return _first_name(of_laender, text) or _only_land(registry, f"{kopf}\n{text}")


def _parliament_names(registry: Registry) -> dict[str, str]:
    """A pattern for every name of a parliament → its code."""
    return {
        _declined(name): code
        for code, parlament in registry.parlamente.items()
        for name in (parlament.name, *parlament.aliase)
        if PARLAMENT.search(name)
    }


def _declined(name: str) -> str:
    """„Hessischer Landtag“ is also „der Hessische Landtag“."""
    return re.sub(r"sche[rs]?\\s", r"sche?[rnms]?\\s", re.escape(name).replace("\\ ", r"\s+"))


def _first_name(names: Mapping[str, str], text: str) -> str | None:
    hits = [
        (match.start(), -len(match[0]), code)
        for name, code in names.items()
        if (match := re.search(rf"(?<![\w-]){name}(?:e?s)?(?![\w-])", text, re.IGNORECASE))
    ]
    return min(hits)[2] if hits else None


def _only_land(registry: Registry, text: str) -> str | None:
    lands = {p.land: code for code, p in registry.parlamente.items() if code != "BUND"}
    named = {code for land, code in lands.items() if re.search(rf"(?<![\w-]){land}s?(?![\w-])", text)}
    return named.pop() if len(named) == 1 else None

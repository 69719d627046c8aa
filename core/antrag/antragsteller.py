"""Who moves an Antrag: the list of names and Fraktionen in its head → party ids."""

import re
from contextlib import suppress

from core.antrag.antrag_parts import ANTRAGSTELLER
from core.errors import EingabeError
from core.german.words import BESIDE_MOVERS
from core.programme.registry import Registry, find_partei

NOBILITY = re.compile(
    r"\b(?:von und|Freiherr|Freifrau|Graf|Gräfin|Prinz|Prinzessin|Fürst|Fürstin|Edler) zu\b"
)
"""„Prinz zu Solms“; elsewhere „zu“ begins the title of a law."""

PLACE = re.compile(r"\([^()\n]{0,60}\)")
"""„Dirk Fischer (Hamburg)“, „Eva Muster (Neustadt an der Aisch)“, „Dr. h. c. (Univ. Kiew)“."""

SMALL_WORD = re.compile(r"(?<![^\s(,;„\"])(?<!- )(?![a-z]{1,3}['’-][A-ZÄÖÜ])[a-zäöüß][\w.]*")
"""Not within a word: „Da\ufffddelen“ and „Mül- ler“ are names whose letters or hyphens went wrong."""

GAP_IN_NAME = re.compile(
    r"(?:(?<=,)|(?<=Abgeordneten)|(?<=\bund)|(?<=\bsowie)) (?:Dr\. )?[A-ZÄÖÜ][\w.-]+ "
    r"[A-ZÄÖÜ][a-zäöüß]{0,11} [a-zäöüß]{2,}(?=,| und | sowie )"
)
"""„Sevim Da delen,“: a letter without a meaning was copied as a space."""

BEFORE = re.compile(
    r"(?:\b(?:\w*[Ff]raktion(?:en)?|Gruppen?|Abgeordneten):?\s+(?:(?:der|des|die|von)\s+)?"
    r"|\(\s*|u\. ?a\.\s+)$"
)
"""„Fraktion der …“, „(…)“ behind a name, „Eva Muster u. a. …“."""

BETWEEN = re.compile(r"[)\s*†‡]*(?:,|;|/|und|sowie)\s*(?:(?:der|die|des)\s+)?")
FOOTNOTE = r"(?:[*†‡]{1,3}|[\d⁰¹²³⁴-⁹]{1,2})?"
BEHIND = r"(?P<fraktion>[- ]\w*[Ff]raktion\b)?"
REST = re.compile(r"[\s).]*(?:und Fraktion(?:en)?\b)?[\s).,]*")
TITEL_OF_LAW = re.compile(r"\s(?=(?:zu (?:der|dem)|zur|zum)\s)")
GOES_ON = re.compile(r"(?:,|\bund|\bsowie)\s*\n")
UMLAUT = {"Ä": "A", "Ö": "O", "Ü": "U", "ä": "a", "ö": "o", "ü": "u"}
ODD = r"[^\w\s,;()/]{1,2}"
"""What may stand for a letter that a PDF gives no meaning."""


def read_antragsteller(text: str, registry: Registry, land: str | None) -> tuple[tuple[str, ...], int]:
    """The parties at the start of a text that move an Antrag, and where their list ends."""
    if not ANTRAGSTELLER.match(text):
        return (), 0
    parteien: list[str] = []
    end = 0
    for match in _pattern(registry, land).finditer(text):
        between = text[end : match.start()]
        if not _is_names(between, of_persons=not parteien):
            break
        goes_on = bool(parteien) and BETWEEN.fullmatch(between)
        if goes_on or BEFORE.search(between) or (match["fraktion"] and not parteien):
            parteien += _ids(registry, match["partei"], land)
            end = match.end()
    if not parteien:
        return (), _end_of_names(text)
    rest = REST.match(text, end)
    return tuple(dict.fromkeys(parteien)), rest.end() if rest else end


def _pattern(registry: Registry, land: str | None) -> re.Pattern[str]:
    """Every name a party has there, the longest first."""
    words = "|".join(map(_loose, sorted(_names(registry, land), key=len, reverse=True)))
    return re.compile(rf"(?<![\w-])(?P<partei>{words}){FOOTNOTE}(?!\w){BEHIND}", re.IGNORECASE)


def _names(registry: Registry, land: str | None) -> set[str]:
    return {
        name
        for partei in registry.parteien.values()
        if land is None or partei.stands_in(land)
        for aliases in (partei.aliase, partei.name_in.values(), *partei.aliase_in.values())
        for name in (partei.id, partei.name, *aliases)
    }


def _loose(name: str) -> str:
    """A pattern for a name with any white space; „BÜNDNIS“ is also „BUENDNIS“, „BU¨NDNIS“ and „B÷NDNIS“."""
    spaced = re.sub(r"(?:\\ )+", r"\\s*", re.escape(name).replace("/", r"\s*/\s*"))
    return re.sub("[ÄÖÜäöü]", lambda match: rf"(?:{match[0]}|{UMLAUT[match[0]]}(?:e|{ODD})|{ODD})", spaced)


def _ids(registry: Registry, text: str, land: str | None) -> list[str]:
    """The party of that name; none for a local name that means another party in each Land."""
    damaged = (name for name in _names(registry, land) if re.fullmatch(_loose(name), text, re.IGNORECASE))
    for name in (text, *damaged):
        with suppress(EingabeError):
            return [find_partei(registry, name, land).id]
    return []


def _end_of_names(text: str) -> int:
    """Movers without a Fraktion: their names end with the paragraph or where the title of a law begins."""
    law = TITEL_OF_LAW.search(text)
    if law and _is_names(text[: law.start()], of_persons=True):
        return law.start()
    listed = GOES_ON.sub(lambda match: match[0].replace("\n", " "), text)
    return listed.find("\n") if "\n" in listed else len(text)


def _is_names(text: str, of_persons: bool) -> bool:
    """Nothing but names? Those of persons, before the first Fraktion, may have a gap."""
    plain = NOBILITY.sub(" ", PLACE.sub(" ", text))
    return set(SMALL_WORD.findall(GAP_IN_NAME.sub(" ", plain) if of_persons else plain)) <= BESIDE_MOVERS

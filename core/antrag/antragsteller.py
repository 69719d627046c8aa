"""Who moves an Antrag: the list of names and Fraktionen in its head → party ids."""

import re

from core.antrag.aufbau import ANTRAGSTELLER
from core.errors import EingabeError
from core.programme.registry import Registry, find_partei

SMALL = frozenset("und der die des von vom van de del da sowie h. c. u. a. weiterer weitere".split())
"""Small words among the names of movers; any other belongs to the title already."""

BEFORE = re.compile(
    r"(?:\b(?:\w*[Ff]raktion(?:en)?|Gruppen?|Abgeordneten):?\s+(?:(?:der|des|die|von)\s+)?"
    r"|\(\s*|u\. ?a\.\s+)$"
)
"""„Fraktion der …“, „(…)“ behind a name, „Eva Muster u. a. …“."""

BETWEEN = re.compile(r"[)\s]*(?:,|;|/|und|sowie)\s*(?:(?:der|die|des)\s+)?")
BEHIND = r"(?P<fraktion>[- ]\w*[Ff]raktion\b)?"
REST = re.compile(r"[\s).]*(?:und Fraktion(?:en)?\b)?[\s).,]*")
TITEL_OF_LAW = re.compile(r"\s(?=zu (?:der|dem)\s)")


def read_antragsteller(text: str, registry: Registry, land: str | None) -> tuple[tuple[str, ...], int]:
    """The parties at the start of a text that move an Antrag, and where their list ends."""
    if not ANTRAGSTELLER.match(text):
        return (), 0
    parteien: list[str] = []
    end = 0
    for match in _pattern(registry, land).finditer(text):
        between = text[end : match.start()]
        if not _is_names(between):
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
    names = {
        name
        for partei in registry.parteien.values()
        if land is None or partei.stands_in(land)
        for aliases in (partei.aliase, partei.name_in.values(), *partei.aliase_in.values())
        for name in (partei.id, partei.name, *aliases)
    }
    escaped = (re.escape(name).replace("/", r"\s*/\s*") for name in sorted(names, key=len, reverse=True))
    words = "|".join(re.sub(r"(?:\\ )+", r"\\s*", name) for name in escaped)
    return re.compile(rf"(?<![\w-])(?P<partei>{words})(?!\w){BEHIND}", re.IGNORECASE)


def _ids(registry: Registry, name: str, land: str | None) -> list[str]:
    try:
        return [find_partei(registry, name, land).id]
    except EingabeError:  # a local name that means another party in each Land
        return []


def _end_of_names(text: str) -> int:
    """Movers without a Fraktion: their names end with the paragraph or where the title of a law begins."""
    law = TITEL_OF_LAW.search(text)
    if law and _is_names(text[: law.start()]):
        return law.start()
    return text.find("\n") if "\n" in text else len(text)


def _is_names(text: str) -> bool:
    return set(re.findall(r"(?<![\w.'’-])[a-zäöüß][\w.]*", text)) <= SMALL

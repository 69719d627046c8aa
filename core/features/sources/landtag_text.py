"""What the pages and answers of Landtage have in common: printed text, and who moves a paper."""

import re
from collections.abc import Callable, Collection, Iterator
from datetime import date, timedelta
from html import unescape
from typing import TYPE_CHECKING

from core.antrag.antrag import number_of
from core.features.sources.antrag_quelle import unrecognised

if TYPE_CHECKING:
    from lxml.html import HtmlElement

FIRST = timedelta(days=90)
"""So far back a first reading goes."""

OVERLAP = timedelta(days=14)
"""A paper is put in some days after the day that it bears."""

UNSEEN = re.compile("[\u00ad\u200b-\u200d\u2060\ufeff]")
NUMBER = r"\d{1,2} ?/ ?\d{1,6}(?: ?-? ?\(?(?:neu\w*|Neu\w*|NEU\w*)\)?)?"
"""„21/1983“, „20/ 1234“, „16/716-neu“, „18/5 (Neudruck)“."""

DAY = r"\d{2}\.\d{2}\.\d{4}"

NAMES = r"(?:[^\d]|(?<=\w\s)90(?=[ /])|(?<=\w)90(?=/))+?"
"""In no name of a mover stands a digit but „BÜNDNIS 90“: anything else is a day or a number gone astray."""

FRACTION = re.compile(
    r"(?:die )?(?:Fraktion(?:en)? (?:der |des )?)?"
    r"(?:CDU|CSU|CDU/CSU|SPD|AfD|FDP|FDP/DVP|BSW|SSW|BIW|BVB ?/ ?FREIE WÄHLER|FREIE WÄHLER"
    r"|(?:BÜNDNIS ?90 ?/ ?)?(?:Die )?GRÜNEN?|B ?90 ?/ ?GRÜNE|BÜNDNISGRÜNE|(?:DIE )?LINKE\.?|PIRATEN"
    r"|Bündnis Deutschland|Staatsregierung|Landesregierung|Senat)(?:-?\w*fraktion)?",
    re.IGNORECASE,
)
"""What stands between commas where a list is one of Fraktionen: persons are written „Muster, Eva“, too."""


def plain(text: str) -> str:
    """As a reader sees it: no soft hyphen, no entity, one blank between words."""
    return " ".join(UNSEEN.sub("", unescape(text)).split())


def number_in(told: str) -> str:
    """„16/716“ of „16/ 716-neu“; empty where it begins with no number of a Drucksache."""
    found = re.match(r"(\d{1,2}) ?/ ?(\d{1,6})\b", told)
    return number_of("/".join(found.groups())) if found else ""


def movers_of(told: str, between: str = ",") -> tuple[str, ...]:
    """Each Fraktion of a list, and what is no such list as it is told: nobody is cut in two."""
    parts = [part.strip() for part in told.split(between) if part.strip()]
    if len(parts) > 1 and between == "," and not all(FRACTION.fullmatch(part) for part in parts):
        parts = [told.strip()]
    return tuple(part[:200] for part in parts)


def windows(begin: date, today: date, length: timedelta) -> Iterator[tuple[date, date]]:
    """The days from one to the other, in pieces."""
    while begin <= today:
        end = min(begin + length, today)
        yield begin, end
        begin = end + timedelta(days=1)


def first_day(told: object, today: date) -> date:
    """Where a reading begins that is told up to which day all is stored."""
    try:
        return min(date.fromisoformat(str(told)), today) - OVERLAP
    except ValueError:
        return today - FIRST


def root_of(quelle: str, text: str) -> "HtmlElement":
    """A page, parsed; what is so deep that a part of it was left out is none."""
    from lxml import etree, html

    try:
        parser = html.HTMLParser(encoding="utf-8", huge_tree=True)
        root = html.document_fromstring(text.encode("utf-8", "replace"), parser)
    except (etree.LxmlError, ValueError, AssertionError):
        unrecognised(quelle, "die Seite ist kein HTML")
    if any(one.type_name == "ERR_RESOURCE_LIMIT" for one in parser.error_log):
        unrecognised(quelle, "die Seite ist zu tief geschachtelt")
    return root


def lines_of(element: "HtmlElement", but: Collection[str] = ()) -> list[str]:
    """Its lines, as <br> parts them; without elements of these tags or names."""
    text = printed(element, lambda one: one.tag not in but and one.get("name") not in but)
    return [line for line in map(plain, text.split("\n")) if line]


def printed(element: "HtmlElement", is_shown: Callable[["HtmlElement"], bool], empty: str = " ") -> str:
    """Its text in order, <br> as a break; `empty`: for an element without text. However deep it is nested."""
    pieces: list[str] = []
    waiting: list[HtmlElement | str] = [element]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            pieces.append(" ".join(one.split("\n")))
        elif isinstance(one.tag, str) and is_shown(one):
            pieces.append("\n" if one.tag == "br" else " ".join((one.text or empty).split("\n")))
            for child in reversed(one):
                waiting += (child.tail or "", child)
    return "".join(pieces)


def text_of_element(element: "HtmlElement") -> str:
    return plain(" ".join(lines_of(element, ("script", "style"))))

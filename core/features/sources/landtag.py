"""What the documentation systems of the Landtage have in common: days that are asked for, motions, movers.

None of them promises its form. So a reading goes in small windows of days, and takes no entry that
contradicts what was asked for.
"""

import html
import re
from collections.abc import Iterator
from datetime import date, timedelta
from urllib.parse import urlsplit

from core.features.sources.antrag_quelle import day_of, unrecognised
from core.features.sources.landtag_text import FRACTION
from core.programme.web import Web
from core.runs.antraege import Json

FIRST = timedelta(days=90)
OVERLAP = timedelta(days=14)
"""What bears the day of a session may be put in some days later."""

WINDOW = timedelta(days=7)
"""Long ones end with 502 at portala, and with a thousand hits at ParlDok."""

MOTIONS = frozenset(
    (
        "antrag", "dringlicher antrag", "dringlichkeitsantrag", "eilantrag", "entschließungsantrag",
        "änderungsantrag", "alternativantrag", "zusatzantrag", "interfraktioneller antrag",
    )
)  # fmt: skip
"""In small letters, as the kind of a paper is told; „Antrag (Gesetzentwurf)“ is a bill, „Volksantrag“ no
motion of members."""

ALSO = re.compile(r"\sund (?=(?:der |die )?(?:Fraktion|Gruppe)\b)")
SURNAME = re.compile(
    r"(?:(?:Dr\.|Prof\.|[Vv]on|[Vv]an|[Dd]e[rn]?|[Zz]u|Graf|Freiherr) ){0,4}[A-ZÄÖÜ][\w'’-]*[a-zäöüß]"
)
FORENAMES = re.compile(r"(?:Dr\. |Prof\. )*[A-ZÄÖÜ][\w'’.-]*(?: [A-ZÄÖÜ][\w'’.-]*){0,2} \([^()]{2,40}\)")
TAG = re.compile(r"</?[a-zA-Z]")
DAY = re.compile(r"\d{2}\.\d{2}\.\d{4}")
SOFT = str.maketrans("", "", "\u00ad\u200b\ufeff")
"""Marks within a word that nobody sees."""


def windows(stand: Json, today: date) -> Iterator[tuple[date, date]]:
    """First and last day of each to ask for; the last one ends today."""
    seit = day_of("", str(stand.get("seit") or ""))
    start = min(seit - OVERLAP if seit else today - FIRST, today)
    while start <= today:
        end = min(start + WINDOW - timedelta(days=1), today)
        yield start, end
        start = end + timedelta(days=1)


def read_to(day: date) -> Json:
    """The state of a reading that has all up to that day."""
    return {"seit": day.isoformat()}


def unmarked(text: str) -> str:
    """Without entities and marks within words."""
    return html.unescape(text).translate(SOFT)


def plain(text: str) -> str:
    """The same on one line."""
    return " ".join(unmarked(text).split())


def german_day(quelle: str, told: object) -> date | None:
    """„02.11.2026“ and no other form: with two digits of a year nobody knows which is meant."""
    text = plain(told) if isinstance(told, str) else ""
    if not text:
        return None
    if not DAY.fullmatch(text):
        unrecognised(quelle, f"„{text[:30]}“ ist kein Tag in der Form 02.11.2026")
    return day_of(quelle, text)


def without_tags(told: str, between: str) -> str:
    """As a reader sees it; `between`: what stands for a break of the line, and between two links."""
    if not TAG.search(told):
        return told
    from lxml import html as markup

    root = markup.fromstring(f"<div>{told}</div>")
    for element in root.iter("a", "br", "li", "p"):
        is_last = bool((element.tail or "").strip()) or element.getnext() is None
        if element.tag == "br" or not is_last:
            element.tail = f"{between}{element.tail or ''}"
    return str(root.text_content())


def is_motion(kind: str) -> bool:
    return plain(kind).lower() in MOTIONS


def split_movers(told: str) -> tuple[str, ...]:
    """At commas, but not within brackets: „Eva Muster (CDU), Landesregierung (Amt für Bau, Wege)“.

    „Muster, Eva (CDU)“ is one person.
    """
    parts, depth = [""], 0
    for letter in plain(told):
        depth += (letter == "(") - (letter == ")")
        if letter in ",;" and depth == 0:
            parts += [letter, ""]
        else:
            parts[-1] += letter
    if depth:  # as it was told, since nobody knows where one ends
        parts = [plain(told)]
    names = (name.strip()[:200] for part in _whole(parts) for name in ALSO.split(part))
    return tuple(dict.fromkeys(name for name in names if name))


def _whole(parts: list[str]) -> list[str]:
    """Every other part is what divides its neighbours; a surname and what stands behind its comma are one."""
    found = parts[:1]
    for between, part in zip(parts[1::2], parts[2::2], strict=True):
        surname = found[-1].strip()
        is_one = between == "," and SURNAME.fullmatch(surname) and not FRACTION.fullmatch(surname)
        if is_one and FORENAMES.fullmatch(part.strip()):
            found[-1] += between + part
        else:
            found.append(part)
    return found


def web_address(told: object) -> str | None:
    """What is told as an address, if it is one of the web."""
    url = told.strip() if isinstance(told, str) else ""
    return url if urlsplit(url).scheme in ("http", "https") else None


def keep_pace(web: Web, address: str, seconds: float) -> None:
    """From now on, that host is left alone for so long between two requests."""
    web.paces = {**web.paces, urlsplit(address).hostname or "": seconds}

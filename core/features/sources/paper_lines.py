"""The line by which a Landtag's documentation names a paper: its kind, who moved it, its day and number."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from core.antrag.vote_papers import PaperKind
from core.features.sources.antrag_quelle import unrecognised
from core.features.sources.landtag import MOTIONS, german_day, is_motion, plain, split_movers, unmarked

PAPER = "Drucksache"


@dataclass(frozen=True, slots=True)
class ToldPaper:
    """`kind`: Drucksache or Plenarprotokoll; `typ`: what it is called; `day`: None where several are told."""

    kind: str
    number: str
    typ: str
    movers: tuple[str, ...] = ()
    day: date | None = None
    url: str | None = None

    @property
    def is_motion(self) -> bool:
        return self.kind == PAPER and is_motion(self.typ)


BRACKETS = re.compile(r"\([^()]{0,200}\)")
PLACE = re.compile(
    r"\b(Drucksache|Drs\.?|Plenarprotokoll|PlPr)\s{1,9}(\d{1,2})\s?/\s?(\d{1,6}(?:-\d{1,4})?)(?![\d/-])"
)
DATE = re.compile(r"\b\d{2}\.\d{2}\.\d{4}\b")
WIDE = re.compile(r"\s{2,9}")
ANSWER = re.compile(r"\sund (?:Stellungnahme|Antwort|Stn|Antw)\b")
KNOWN = re.compile(
    r"\b(?:CDU|CSU|SPD|AfD|FDP|DVP|GRÜNEN?|Grünen?|LINKEN?|Linken?|BSW|WÄHLER|Wähler|Volt|SSW|PIRATEN|Piraten|"
    r"[Ff]raktion(?:en|slos)?|Gruppe|Landesregierung|Senat|Präsidium)\b|\([^()]+\)"
)
"""Who may move something: without such a word, a rest of a line may as well say what kind of motion it is."""


OTHER_KIND = re.compile(
    r"\b(?:Stunde|Debatte|Gesetzentwurf|Einsetzung|Durchführung|Wahlvorschlag|Volks\w{1,20})\b"
)


def told_paper(quelle: str, line: str, url: str | None = None) -> ToldPaper | None:
    """None for a line that names no paper.

    „Antrag  Fraktion GRÜNE  04.02.2026 Drucksache 17/10266 (13 S.)“, „Antrag SPD, Grüne Drucksache 19/0296
    vom 07.04.2022“, „Erste Beratung  Plenarprotokoll 17/141 05.02.2026“.
    """
    line = unmarked(line)
    bare = BRACKETS.sub(lambda match: " " * len(match[0]), line)
    places = list(PLACE.finditer(bare))
    if not places:
        if is_motion(_split(line)[0]):
            unrecognised(quelle, f"„{plain(line)[:80]}“ nennt keine Nummer")
        return None
    if len({(place[1][:1], place[2], place[3]) for place in places}) > 1:
        unrecognised(quelle, f"„{plain(line)[:80]}“ nennt mehrere Nummern")
    place, dates, answered = places[0], list(DATE.finditer(bare)), ANSWER.search(bare)
    end = min([place.start(), *(one.start() for one in dates)])
    typ, movers = _split(line[: min(end, answered.start() if answered else end)])
    kind = PaperKind.PROTOKOLL if place[1].startswith("Pl") else PAPER
    return ToldPaper(
        kind=str(kind),
        number=f"{int(place[2])}/{place[3]}",
        typ=(typ or str(kind))[:100],
        movers=movers,
        day=german_day(quelle, _own_day(dates, answered)),
        url=url,
    )


def _own_day(dates: Sequence[re.Match[str]], answered: re.Match[str] | None) -> str | None:
    """That of the paper itself: before the statement on it, or the only one."""
    if answered:
        dates = [one for one in dates if one.start() < answered.start()]
    days = {one[0] for one in dates}
    return days.pop() if len(days) == 1 else None


def _split(head: str) -> tuple[str, tuple[str, ...]]:
    """What a paper is called and who moved it: told apart by a wide gap, else by what motions are called."""
    typ, *rest = WIDE.split(head.replace("\u00a0", " ").strip(), maxsplit=1)
    if rest:
        return plain(typ), split_movers(rest[0])
    words = plain(head).split(" ")
    for count in (2, 1):
        typ, movers = " ".join(words[:count]), split_movers(" ".join(words[count:]))
        if typ.lower() in MOTIONS:
            # „Antrag auf …“, „Antrag (Gesetzentwurf)“, „Antrag Aktuelle Stunde CDU“
            if movers and (not movers[0][0].isupper() or OTHER_KIND.search(movers[0])):
                return plain(head), ()
            return typ, movers if all(KNOWN.search(one) for one in movers) else ()
    return plain(head), ()


WORD = re.compile(r"[^\W\d_]{2,}")
EMPTY = frozenset(
    "fraktion fraktionen der die des und abg abgeordnete abgeordneten dr prof von gruppe".split()
)


def names_in(movers: Sequence[str]) -> set[str]:
    return set(WORD.findall(" ".join(movers).casefold())) - EMPTY

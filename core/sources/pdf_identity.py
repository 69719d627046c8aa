"""Whether a PDF is the programme it is said to be: the year and the party that stand at its beginning.

A record's file has been exchanged for that of another election. What is doubtful, a human decides.
"""

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from core.german.folding import folded
from core.models import Programm, Typ
from core.programme.pdf import open_pdf
from core.programme.pdf_processes import Aim, apart
from core.programme.registry import Registry, partei_name

PAGES = 8
"""Title, imprint and foreword lie on the first of them."""

LETTERS = 40_000
FEW = 3
HARDLY = 5
"""Another party must be named so often, and so many times as often, before somebody is asked."""

MADE = re.compile(r"D:(?P<jahr>(?:19|20)\d\d)")
ELECTION = re.compile(
    r"(?:wahl|programm)\w*[^\w\n]{0,3}(?:\w+[^\w\n]{1,3}){0,4}?(?P<jahr>(?:19|20)\d\d)(?!\d)"
)
"""„Landtagswahl am 15. Mai 2022“, „Wahlprogramm der SPD zur Landtagswahl 2022“."""


@dataclass(frozen=True, slots=True)
class Beginning:
    """Its first pages, folded, and the year the file says it was made in."""

    text: str
    made: int | None


def doubts(path: Path, programm: Programm, registry: Registry) -> list[str]:
    """Each in a sentence; none where it fits, and none where a PDF says nothing of itself, as a scan."""
    read = apart(Aim.READ, path.name, read_beginning, path)
    found = [other_year(read, programm), other_partei(read, programm, registry)]
    return [doubt for doubt in found if doubt]


def read_beginning(path: Path) -> Beginning:
    document = open_pdf(path)
    try:
        pages = (document[number].get_text() for number in range(min(PAGES, document.page_count)))
        made = MADE.match(document.metadata.get("creationDate") or "")
        return Beginning(folded("\n".join(pages)[:LETTERS]), int(made["jahr"]) if made else None)
    finally:
        document.close()


def other_year(read: Beginning, programm: Programm) -> str | None:
    """Elections are named, but never that of the entry; or the file is older than the election before."""
    if programm.typ is not Typ.WAHLPROGRAMM:
        return None
    named = Counter(found["jahr"] for found in ELECTION.finditer(read.text))
    if named and str(programm.jahr) not in named:
        (jahr, _), *_ = named.most_common(1)
        return f"Im PDF steht am Anfang die Wahl {jahr}, im Register das Jahr {programm.jahr}."
    if not named and read.made and read.made < programm.jahr - 1:
        return f"Das PDF wurde schon {read.made} erstellt, die Wahl war {programm.jahr}."
    return None


def other_partei(read: Beginning, programm: Programm, registry: Registry) -> str | None:
    """Another party is named several times, and this one hardly ever."""
    counts = {id: _named(read.text, registry, id, programm.bundesland) for id in registry.parteien}
    other, often = max(counts.items(), key=lambda one: one[1])
    own = counts[programm.partei]
    if often < FEW or own * HARDLY > often:
        return None
    rarely = f"nur {own}-mal" if own else "nie"
    names = [partei_name(registry, id, programm.bundesland) for id in (other, programm.partei)]
    return f"Im PDF ist am Anfang {often}-mal {names[0]} genannt, {names[1]} {rarely}."


def _named(text: str, registry: Registry, partei: str, land: str | None) -> int:
    known = registry.parteien[partei]
    names = {known.name, *known.aliase, *known.aliase_in.get(land or "", ())}
    if land and not known.stands_in(land):
        return 0
    shapes = "|".join(re.escape(folded(name)) for name in sorted(names, key=len, reverse=True))
    return len(re.findall(rf"(?<!\w)(?:{shapes})(?!\w)", text))

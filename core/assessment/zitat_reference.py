"""Which Forderungen a bound quote answers, and what is said of that: by a second model, or by a person.

Exactness is not asked here: whether the quote stands in the Programm was settled when it was bound.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from core.assessment.forderung_pairs import TOO_FAR, BelegPair, fragen_of, measured, nearest_value, pairs_of
from core.assessment.parteiteil import PLACES
from core.citations.verdict import Place, Traegt, Verdict
from core.context import Context
from core.runs.lauf import Lauf, Zitat
from core.search.antrag_search import BEGRUENDUNG, concern

NO = "Zu keiner Forderung"

Said = Mapping[Place, Mapping[str, Traegt]]
"""What a second model said last of each quote and each Forderung that it was asked about."""


@dataclass(frozen=True, slots=True)
class ZitatReference:
    """The numbers of the Forderungen, the one that the quote stands for first; none where it answers none.

    A quote from another party's Programm answers none.

    `gewaehlt`: we chose them by nearness. An Antrag without Forderungen is one, without a number. `people`:
    what a reader said last of the quote and a Forderung, which counts before a model's word.
    """

    forderungen: tuple[str, ...]
    gewaehlt: bool = False
    verdicts: Mapping[str, Verdict] = field(default_factory=dict, hash=False)
    people: Mapping[str, Verdict] = field(default_factory=dict, hash=False)

    def is_by_person(self, nummer: str) -> bool:
        return nummer in self.people

    def verdict_on(self, nummer: str) -> Verdict | None:
        """None where nobody has said anything of the quote and this Forderung."""
        return self.people.get(nummer, self.verdicts.get(nummer))


def reference_told(bezug: ZitatReference | None) -> str:
    """„Zu Forderung II.1.a, II.2 und 3 (von uns zugeordnet)“."""
    if bezug is None:
        return ""
    if not bezug.forderungen:
        return NO
    if bezug.forderungen == ("",):
        return "Zum Antrag als Ganzem"
    whose = " (von uns zugeordnet)" if bezug.gewaehlt else ""
    *others, last = bezug.forderungen
    named = f"{', '.join(others)} und {last}" if others else last
    return f"Zu Forderung {named}{whose}"


def references(context: Context, lauf: Lauf, said: Said) -> dict[Place, ZitatReference]:
    """One for each bound quote."""
    lauf = replace(lauf, zitate=tuple(measured(context, lauf.antrag, lauf.zitate)))
    quotes = _numbered(lauf)
    recorded = _recorded(lauf, quotes)
    people = _people(lauf)
    found = {}
    for stelle, paare in groupby(pairs_of(context, lauf), key=lambda paar: (paar.partei, paar.zitat)):
        zitat, own = quotes[stelle], list(paare)
        found[stelle] = (
            ZitatReference(())
            if zitat.is_foreign
            else _reference(own, zitat, recorded[stelle], said.get(stelle, {}), people.get(stelle, {}))
        )
    return found


def _people(lauf: Lauf) -> dict[Place, dict[str | None, Verdict]]:
    """What was said last of each quote and Forderung; None: of the one that the quote stands for.

    A Lauf may be read in from a file: a Forderung that its Antrag has not is left out.
    """
    known: set[str | None] = {None, *fragen_of(lauf.antrag)}
    found: dict[Place, dict[str | None, Verdict]] = defaultdict(dict)
    for one in lauf.urteile:
        if one.zitat is not None and one.traegt and one.forderung in known:
            found[one.partei, one.zitat][one.forderung] = one.traegt
    return found


def _reference(
    paare: Sequence[BelegPair],
    zitat: Zitat,
    recorded: Sequence[str],
    rows: Mapping[str, Traegt],
    people: Mapping[str | None, Verdict],
) -> ZitatReference:
    if not rows and not recorded and not people and nearest_value(zitat) < TOO_FAR:
        return ZitatReference(())
    chosen = [*rows, *recorded] or [paar.forderung for paar in paare]
    ours = any(row.gewaehlt for row in rows.values()) if rows else not recorded and paare[0].gewaehlt
    verdicts = {nummer: row.verdict for nummer, row in rows.items()}
    named = {nummer: said for nummer, said in people.items() if nummer is not None}
    spoken = {chosen[0]: people[None], **named} if None in people else named
    return ZitatReference(tuple(dict.fromkeys([*chosen, *named])), ours, verdicts, spoken)


def _numbered(lauf: Lauf) -> dict[Place, Zitat]:
    counted: Counter[str] = Counter()
    found = {}
    for zitat in lauf.zitate:
        found[zitat.partei, counted[zitat.partei]] = zitat
        counted[zitat.partei] += 1
    return found


def _recorded(lauf: Lauf, quotes: Mapping[Place, Zitat]) -> dict[Place, list[str]]:
    """Where the built-in model searched, it said which Forderungen a sentence is near to."""
    stellen = nahe_stellen(lauf)
    return {
        stelle: [n for n, text in stellen.get((zitat.partei, zitat.typ), {}).items() if text == zitat.text]
        for stelle, zitat in quotes.items()
    }


def nahe_stellen(lauf: Lauf) -> dict[tuple[str, str], dict[str, str]]:
    """Party and kind of Programm → Forderung → the near sentence, of a Lauf of the built-in model.

    A Lauf may be read in from a file: what has another form there, or names no Forderung of its, is left out.
    """
    numbers = {one.nummer for one in concern(lauf.antrag)} - {BEGRUENDUNG}
    found = {}
    for teil in lauf.teile:
        for typ, part in (teil.ergebnis or {}).items():
            told = part.get(PLACES) if isinstance(part, Mapping) else None
            if isinstance(told, Mapping):
                found[teil.partei, typ] = {
                    n: text for n, text in told.items() if n in numbers and isinstance(text, str)
                }
    return found

"""Which Forderungen a bound quote answers, and what is said of that: by a second model, or by a person.

Exactness is not asked here: whether the quote stands in the Programm was settled when it was bound.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from core.assessment.parteiteil import PLACES
from core.context import Context
from core.runs.lauf import Lauf, Zitat
from core.search.antrag_search import BEGRUENDUNG, concern
from core.support.forderung_pairs import BelegPair, pairs_of
from core.support.traegt import Traegt
from core.support.verdict import Verdict

TOO_FAR = 0.2
"""A quote less near than that to every Forderung answers none. Of sentences in which parties give their
reason for a thesis 15 of 100 are as far from it, of those for another one 87 of 100
(`python -m tests.bench too_far`)."""

NO = "Zu keiner Forderung"

Place = tuple[str, int]
"""A party, and the number of a quote, from 0, among all that were emitted for it."""


@dataclass(frozen=True, slots=True)
class ZitatReference:
    """The numbers of the Forderungen, the one that `verdict` is about first; none where it answers none.

    A quote from another party's Programm answers none.

    `gewaehlt`: we chose it by nearness. An Antrag without Forderungen is one, without a number. `is_person`:
    the verdict is a reader's, which counts before a model's.
    """

    forderungen: tuple[str, ...]
    gewaehlt: bool = False
    verdict: Verdict | None = None
    is_person: bool = False

    def verdict_on(self, nummer: str) -> Verdict | None:
        """None where nobody has said anything of the quote and this Forderung."""
        return self.verdict if self.forderungen[:1] == (nummer,) else None


def reference_told(bezug: ZitatReference | None) -> str:
    """„Zu Forderung II.1.a und 2 (von uns zugeordnet)“."""
    if bezug is None:
        return ""
    if not bezug.forderungen:
        return NO
    if bezug.forderungen == ("",):
        return "Zum Antrag als Ganzem"
    whose = " (von uns zugeordnet)" if bezug.gewaehlt else ""
    return f"Zu Forderung {' und '.join(bezug.forderungen)}{whose}"


def references(context: Context, lauf: Lauf, said: Mapping[Place, Traegt]) -> dict[Place, ZitatReference]:
    """One for each bound quote. `said`: the last word of a second model."""
    paare = pairs_of(context, lauf)
    near = _nearness_values(context, lauf, paare)
    quotes = _numbered(lauf)
    recorded = _recorded(lauf, quotes)
    people = {
        (one.partei, one.zitat): one.traegt for one in lauf.urteile if one.zitat is not None and one.traegt
    }
    found = {}
    for paar, naehe in zip(paare, near, strict=True):
        stelle = paar.partei, paar.zitat
        if quotes[stelle].is_foreign:
            found[stelle] = ZitatReference(())
            continue
        found[stelle] = _reference(
            paar, naehe, recorded.get(stelle, ()), said.get(stelle), people.get(stelle)
        )
    return found


def _reference(
    paar: BelegPair, naehe: float, recorded: Sequence[str], row: Traegt | None, person: Verdict | None
) -> ZitatReference:
    verdict = person or (row.verdict if row else None)
    if row:
        numbers = tuple(dict.fromkeys((row.forderung, *recorded)))
        return ZitatReference(numbers, row.gewaehlt, verdict, bool(person))
    if recorded:
        return ZitatReference(tuple(recorded), False, verdict, bool(person))
    if naehe < TOO_FAR and not verdict:
        return ZitatReference(())
    return ZitatReference((paar.forderung,), paar.gewaehlt, verdict, bool(person))


def _nearness_values(context: Context, lauf: Lauf, paare: Sequence[BelegPair]) -> list[float]:
    """How near each quote is to the Forderung it is nearest to."""
    fragen = [one.frage for one in concern(lauf.antrag) if one.nummer != BEGRUENDUNG]
    if not paare:
        return []
    asked = np.array([context.embedder.embed_query(frage) for frage in fragen])
    quotes = context.embedder.embed_documents([paar.text for paar in paare])
    return [float(naehe) for naehe in (quotes @ asked.T).max(axis=1)]


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

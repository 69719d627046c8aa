"""What became of quotes in judgements by rubrics as time went on; apart from quotes of Programme."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta

from core.monitor.over_time import Tick
from core.runs.lauf_filter import ALLE, Filter
from core.runs.rubric_counts import RubricCount
from core.runs.store import Runstore


@dataclass(frozen=True, slots=True)
class RubricMoment:
    """`zeit`: the ISO day, the Monday of the week or the moment of the judgement; „“ of the whole time.
    `modell`: the one that answered. `urteile`: so many judgements brought these quotes.
    """

    zeit: str
    rubric: str
    modell: str
    urteile: int
    belegt: int
    verworfen: int

    @property
    def emittiert(self) -> int:
        return self.belegt + self.verworfen

    @property
    def share(self) -> float | None:
        """Of what was emitted, the part that is bound; None where there was nothing."""
        return self.belegt / self.emittiert if self.emittiert else None


def rubric_series(store: Runstore, takt: Tick = Tick.TAG, filter: Filter = ALLE) -> list[RubricMoment]:
    """Per time step, rubric and model, the earliest first; where nobody judged, there is no step.

    With Tick.LAUF every judgement is a step.
    """
    return _summed((_time(one, takt), one) for one in store.rubric_counts(filter))


def rubric_totals(store: Runstore, filter: Filter = ALLE) -> list[RubricMoment]:
    """Per rubric and model, of the whole time."""
    return _summed(("", one) for one in store.rubric_counts(filter))


def _summed(counts: Iterable[tuple[str, RubricCount]]) -> list[RubricMoment]:
    found: dict[tuple[str, str, str], list[RubricCount]] = defaultdict(list)
    for zeit, one in counts:
        found[zeit, one.rubric, one.modell].append(one)
    return [
        RubricMoment(*key, len(own), sum(one.belegt for one in own), sum(one.verworfen for one in own))
        for key, own in sorted(found.items())
    ]


def _time(one: RubricCount, takt: Tick) -> str:
    match takt:
        case Tick.TAG:
            return one.tag
        case Tick.WOCHE:
            day = one.created.date()
            return (day - timedelta(days=day.weekday())).isoformat()
        case Tick.LAUF:
            return one.created.isoformat()

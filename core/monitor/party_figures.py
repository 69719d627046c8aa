"""What models were shown of each party, and what they quoted of it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import median

from core.context import Context
from core.german import formats
from core.monitor.quote_counts import PARTEI, Counted, count_by
from core.runs.figures import NumberTable
from core.runs.load_laeufe import ALLE, Filter

CLEAR = 0.5
"""Less than this part of what the others were given is told."""


@dataclass(frozen=True, slots=True)
class ParteiNumbers:
    """`verworfen_von` to `verworfen_bis`: the 95 % bounds of the dropped share. `zeichen`: of the passages
    shown, over all Läufe. `indexiert`: its programmes in the index today, None where nobody looked.

    `hinweis`: a German sentence where models were shown markedly less of it than of the others, else „“.
    """

    partei: str
    laeufe: int
    emittiert: int
    verworfen: int
    verworfen_von: float
    verworfen_bis: float
    passagen: int
    zeichen: int
    indexiert: int | None
    hinweis: str = ""

    @property
    def zitate_per_lauf(self) -> float:
        return self.emittiert / self.laeufe if self.laeufe else 0.0

    @property
    def letters_per_lauf(self) -> float:
        return self.zeichen / self.laeufe if self.laeufe else 0.0

    @property
    def dropped_share(self) -> float | None:
        """None where nothing was quoted."""
        return self.verworfen / self.emittiert if self.emittiert else None


def partei_numbers(
    jobs: NumberTable, filter: Filter = ALLE, indexiert: Mapping[str, int] | None = None
) -> list[ParteiNumbers]:
    """Of the parties that were asked about, by name; `indexiert` is what `indexed_per_partei` found."""
    found = sorted(count_by(jobs, filter, PARTEI), key=lambda one: one.werte)
    rows = [_row(one, None if indexiert is None else indexiert.get(one.werte[0], 0)) for one in found]
    return [replace(row, hinweis=_note(row, rows)) for row in rows]


def indexed_per_partei(context: Context) -> dict[str, int]:
    """Party → how many of its programmes are in the index."""
    from core.index.sammlung import INDEXGEBIETE

    programme = context.registry.programme
    ids = [id for gebiet in INDEXGEBIETE for id in context.store.staende(gebiet)]
    return dict(Counter(programme[id].partei for id in ids if id in programme))


def _row(one: Counted, indexiert: int | None) -> ParteiNumbers:
    from core.statistical_measures import share_interval

    verworfen = one.zahlen.emittiert - one.zahlen.gebunden
    bounds = share_interval(verworfen, one.zahlen.emittiert)
    return ParteiNumbers(
        partei=one.werte[0],
        laeufe=one.zahlen.laeufe,
        emittiert=one.zahlen.emittiert,
        verworfen=verworfen,
        verworfen_von=bounds.von,
        verworfen_bis=bounds.bis,
        passagen=one.passagen,
        zeichen=one.zeichen,
        indexiert=indexiert,
    )


def _note(row: ParteiNumbers, rows: Sequence[ParteiNumbers]) -> str:
    if row.indexiert == 0 and not row.zeichen:
        return "Von dieser Partei ist kein Programm eingelesen: Ohne Quellen kann es keine Zitate geben."
    others = [other.letters_per_lauf for other in rows if other is not row and other.zeichen]
    if not others or row.letters_per_lauf >= CLEAR * median(others):
        return ""
    own, usual = (formats.number(value) for value in (row.letters_per_lauf, median(others)))
    return (
        f"Die Modelle bekamen von dieser Partei nur {own} Zeichen je Lauf zu lesen, von den anderen meist "
        f"{usual}. Weniger Zitate und Punkte können daran liegen statt an der Partei."
    )

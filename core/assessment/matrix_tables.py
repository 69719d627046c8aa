"""The matrix of Läufe to take along: as tables, and as plain values."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from core.assessment.forderung_matrix import ForderungMatrix, ParteiSum, forderungsmatrix
from core.assessment.lauf_view import as_today, partei_views
from core.assessment.zitat_reference import NO, Said, ZitatReference, references
from core.citations.zitat_status import WORT as EXACT
from core.context import Context
from core.runs.lauf import Lauf, Zitat
from core.runs.store import runstore
from core.runs.workbook import Table, Zeile
from core.support.verdict import WORT, Place, by_forderung

WITH_PLACE, ZITATE = "Forderungen mit Stelle", "Zitate"
UNGEPRUEFT = "nicht geprüft"


@dataclass(frozen=True, slots=True)
class LaufMatrix:
    """A Lauf as it is shown today, with its matrix, what its quotes stand for and what was said of that."""

    lauf: Lauf
    matrix: ForderungMatrix
    bezug: Mapping[Place, ZitatReference]
    said: Said

    @classmethod
    def of(cls, context: Context, lauf: Lauf) -> "LaufMatrix":
        said = by_forderung(runstore(context).list_traegt(lauf.id))
        bezug = references(context, lauf, said)
        matrix = forderungsmatrix(lauf, partei_views(context, lauf), bezug)
        return cls(as_today(context, lauf), matrix, bezug, said)


def matrix_table(laeufe: Sequence[LaufMatrix]) -> Table:
    """A row per Forderung, a column per party; below the Forderungen of each Lauf what they come to."""
    parteien = {partei: name for one in laeufe for partei, name in one.matrix.parteien.items()}
    kopf = ("Lauf", "Antrag", "Nummer", "Einleitung", "Forderung", *parteien.values())
    rows = [row for one in laeufe for row in _rows(one, list(parteien))]
    return Table("Matrix", kopf, tuple(rows))


def _rows(one: LaufMatrix, parteien: Sequence[str]) -> Iterator[Zeile]:
    head = (one.lauf.id, one.lauf.antrag.titel)
    for zeile in one.matrix.zeilen:
        told = {cell.partei: str(cell) for cell in zeile.zellen}
        demand = zeile.forderung
        cells = [told.get(partei) for partei in parteien]
        yield (*head, demand.nummer, demand.einleitung, demand.text, *cells)
    summen = {sum_of_counts.partei: _sums(sum_of_counts) for sum_of_counts in one.matrix.summen}
    for place, name in enumerate((WITH_PLACE, ZITATE, NO)):
        sums = [summen[partei][place] if partei in summen else None for partei in parteien]
        yield (*head, None, None, name, *sums)


def _sums(sum_of_counts: ParteiSum) -> tuple[str, int, int]:
    return f"{sum_of_counts.mit} von {sum_of_counts.von}", sum_of_counts.zitate, len(sum_of_counts.ohne)


def cell_table(laeufe: Sequence[LaufMatrix]) -> Table:
    """A row per Forderung, party and quote; one without a quote where there is none."""
    kopf = (
        "Lauf", "Nummer", "Forderung", "Partei", "Stand", "Zitatnummer", "Zitat", "Quelle", "Genauigkeit",
        "Bedeutung", "Bedeutung laut", "Forderung von uns zugeordnet",
    )  # fmt: skip
    rows = [row for one in laeufe for row in _cells(one)]
    return Table("Matrix mit Zitaten", kopf, tuple(rows))


def _cells(one: LaufMatrix) -> Iterator[Zeile]:
    for zeile in one.matrix.zeilen:
        demand = zeile.forderung
        for cell in zeile.zellen:
            head = (one.lauf.id, demand.nummer, demand.text, one.matrix.parteien[cell.partei])
            yield from _quotes(one, (*head, str(cell.stand)), cell.partei, cell.zitate)
    for sum_of_counts in one.matrix.summen:
        if sum_of_counts.ohne:
            head = (one.lauf.id, "", NO, one.matrix.parteien[sum_of_counts.partei])
            yield from _quotes(one, (*head, None), sum_of_counts.partei, sum_of_counts.ohne)


def _quotes(one: LaufMatrix, head: Zeile, partei: str, numbers: Sequence[int]) -> Iterator[Zeile]:
    own = [zitat for zitat in one.lauf.zitate if zitat.partei == partei]
    for number in numbers:
        bezug = one.bezug[partei, number - 1]
        meaning = _meaning(bezug, str(head[1]))
        yield (*head, number, *_quote(own[number - 1]), *meaning, bezug.gewaehlt)
    if not numbers:
        yield (*head, *[None] * 7)


def _quote(zitat: Zitat) -> tuple[str, str, str]:
    return zitat.beleg.text, zitat.beleg.quelle, EXACT[zitat.status]


def _meaning(bezug: ZitatReference, nummer: str) -> tuple[str, str | None]:
    verdict = bezug.verdict_on(nummer)
    if verdict is None:
        return UNGEPRUEFT, None
    return WORT[verdict], "Mensch" if bezug.is_by_person(nummer) else "Prüfmodell"


def as_plain(matrix: ForderungMatrix) -> dict[str, object]:
    """For JSON; cells name the quotes of their party by number, from 1."""
    return {
        "parteien": dict(matrix.parteien),
        "forderungen": [
            {
                "nummer": zeile.forderung.nummer,
                "text": zeile.forderung.text,
                "einleitung": zeile.forderung.einleitung,
                "zellen": {
                    cell.partei: {"stand": str(cell.stand), "zitate": list(cell.zitate)}
                    for cell in zeile.zellen
                },
            }
            for zeile in matrix.zeilen
        ],
        "zu_keiner_forderung": {
            sum_of_counts.partei: list(sum_of_counts.ohne)
            for sum_of_counts in matrix.summen
            if sum_of_counts.ohne
        },
    }

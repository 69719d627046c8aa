"""The matrix of Läufe to take along: as tables, and as plain values."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from core.assessment.forderungsmatrix import Forderungsmatrix, Parteisumme, load_matrix
from core.assessment.lauf_view import wie_heute
from core.assessment.zitatbezug import KEINE, Stelle, Zitatbezug, bezuege
from core.citations.zitatstatus import WORT as EXAKT
from core.context import Context
from core.runs.lauf import Lauf, Zitat
from core.runs.store import runstore
from core.runs.workbook import Tabelle, Zeile
from core.support.traegt import latest
from core.support.verdict import WORT

MIT_STELLE, ZITATE = "Forderungen mit Stelle", "Zitate"
UNGEPRUEFT = "nicht geprüft"


@dataclass(frozen=True, slots=True)
class Laufmatrix:
    """A Lauf as it is shown today, with its matrix and what its quotes stand for."""

    lauf: Lauf
    matrix: Forderungsmatrix
    bezug: Mapping[Stelle, Zitatbezug]

    @classmethod
    def of(cls, context: Context, lauf: Lauf) -> "Laufmatrix":
        said = latest(runstore(context).list_traegt(lauf.id))
        return cls(wie_heute(context, lauf), load_matrix(context, lauf, said), bezuege(context, lauf, said))


def matrixtabelle(laeufe: Sequence[Laufmatrix]) -> Tabelle:
    """A row per Forderung, a column per party; below the Forderungen of each Lauf what they come to."""
    parteien = {partei: name for one in laeufe for partei, name in one.matrix.parteien.items()}
    kopf = ("Lauf", "Antrag", "Nummer", "Einleitung", "Forderung", *parteien.values())
    rows = [row for one in laeufe for row in _rows(one, list(parteien))]
    return Tabelle("Matrix", kopf, tuple(rows))


def _rows(one: Laufmatrix, parteien: Sequence[str]) -> Iterator[Zeile]:
    head = (one.lauf.id, one.lauf.antrag.titel)
    for zeile in one.matrix.zeilen:
        told = {zelle.partei: str(zelle) for zelle in zeile.zellen}
        demand = zeile.forderung
        cells = [told.get(partei) for partei in parteien]
        yield (*head, demand.nummer, demand.einleitung, demand.text, *cells)
    summen = {summe.partei: _sums(summe) for summe in one.matrix.summen}
    for place, name in enumerate((MIT_STELLE, ZITATE, KEINE)):
        sums = [summen[partei][place] if partei in summen else None for partei in parteien]
        yield (*head, None, None, name, *sums)


def _sums(summe: Parteisumme) -> tuple[str, int, int]:
    return f"{summe.mit} von {summe.von}", summe.zitate, len(summe.ohne)


def zellentabelle(laeufe: Sequence[Laufmatrix]) -> Tabelle:
    """A row per Forderung, party and quote; one without a quote where there is none."""
    kopf = (
        "Lauf", "Nummer", "Forderung", "Partei", "Stand", "Zitatnummer", "Zitat", "Quelle", "Genauigkeit",
        "Bedeutung", "Bedeutung laut", "Forderung von uns zugeordnet",
    )  # fmt: skip
    rows = [row for one in laeufe for row in _cells(one)]
    return Tabelle("Matrix mit Zitaten", kopf, tuple(rows))


def _cells(one: Laufmatrix) -> Iterator[Zeile]:
    for zeile in one.matrix.zeilen:
        demand = zeile.forderung
        for zelle in zeile.zellen:
            head = (one.lauf.id, demand.nummer, demand.text, one.matrix.parteien[zelle.partei])
            yield from _quotes(one, (*head, str(zelle.stand)), zelle.partei, zelle.zitate)
    for summe in one.matrix.summen:
        if summe.ohne:
            head = (one.lauf.id, "", KEINE, one.matrix.parteien[summe.partei])
            yield from _quotes(one, (*head, None), summe.partei, summe.ohne)


def _quotes(one: Laufmatrix, head: Zeile, partei: str, numbers: Sequence[int]) -> Iterator[Zeile]:
    own = [zitat for zitat in one.lauf.zitate if zitat.partei == partei]
    for number in numbers:
        bezug = one.bezug[partei, number - 1]
        meaning = _meaning(bezug, str(head[1]))
        yield (*head, number, *_quote(own[number - 1]), *meaning, bezug.gewaehlt)
    if not numbers:
        yield (*head, *[None] * 7)


def _quote(zitat: Zitat) -> tuple[str, str, str]:
    return zitat.beleg.text, zitat.beleg.quelle, EXAKT[zitat.status]


def _meaning(bezug: Zitatbezug, nummer: str) -> tuple[str, str | None]:
    verdict = bezug.verdict_on(nummer)
    if verdict is None:
        return UNGEPRUEFT, None
    return WORT[verdict], "Mensch" if bezug.is_person else "Prüfmodell"


def as_plain(matrix: Forderungsmatrix) -> dict[str, object]:
    """For JSON; cells name the quotes of their party by number, from 1."""
    return {
        "parteien": dict(matrix.parteien),
        "forderungen": [
            {
                "nummer": zeile.forderung.nummer,
                "text": zeile.forderung.text,
                "einleitung": zeile.forderung.einleitung,
                "zellen": {
                    zelle.partei: {"stand": str(zelle.stand), "zitate": list(zelle.zitate)}
                    for zelle in zeile.zellen
                },
            }
            for zeile in matrix.zeilen
        ],
        "zu_keiner_forderung": {summe.partei: list(summe.ohne) for summe in matrix.summen if summe.ohne},
    }

"""The matrix of Läufe to take along: as tables, and as plain values."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from core.antrag.antrag import listed_title
from core.antrag.edits import NOT_RECORDED, edits_of
from core.assessment.lauf_view import (
    NO,
    ForderungMatrix,
    LaufView,
    ParteiSum,
    ZitatReference,
    forderungsmatrix,
)
from core.citations.eintrag import WORT as EXACT
from core.citations.verdict import WORT
from core.runs.lauf import Lauf
from core.runs.load_laeufe import JudgedAntrag
from core.runs.workbook import Table, Zeile

WITH_PLACE, ZITATE = "Forderungen mit Stelle", "Zitate"
UNGEPRUEFT = "nicht geprüft"


def names_of(views: Sequence[LaufView]) -> dict[str, str]:
    return {one.partei: one.name for view in views for one in view.parteien.values()}


def matrix_table(views: Sequence[LaufView]) -> Table:
    """A row per Forderung, a column per party; below the Forderungen of each Lauf what they come to."""
    parteien = names_of(views)
    kopf = ("Lauf", "Antrag", "Nummer", "Einleitung", "Forderung", *parteien.values())
    rows = [row for view in views for row in _rows(view, list(parteien))]
    return Table("Matrix", kopf, tuple(rows))


def _rows(view: LaufView, parteien: Sequence[str]) -> Iterator[Zeile]:
    head, matrix = (view.lauf.id, view.lauf.antrag.titel), forderungsmatrix(view)
    for zeile in matrix.zeilen:
        told = {cell.partei: str(cell) for cell in zeile.zellen}
        demand = zeile.forderung
        cells = [told.get(partei) for partei in parteien]
        yield (*head, demand.nummer, demand.einleitung, demand.text, *cells)
    summen = {sum_of_counts.partei: _sums(sum_of_counts) for sum_of_counts in matrix.summen}
    for place, name in enumerate((WITH_PLACE, ZITATE, NO)):
        sums = [summen[partei][place] if partei in summen else None for partei in parteien]
        yield (*head, None, None, name, *sums)


def _sums(sum_of_counts: ParteiSum) -> tuple[str, int, int]:
    return f"{sum_of_counts.mit} von {sum_of_counts.von}", sum_of_counts.zitate, len(sum_of_counts.ohne)


def cell_table(views: Sequence[LaufView]) -> Table:
    """A row per Forderung, party and quote; one without a quote where there is none."""
    kopf = (
        "Lauf", "Nummer", "Forderung", "Partei", "Stand", "Zitatnummer", "Zitat", "Quelle", "Genauigkeit",
        "Bedeutung", "Bedeutung laut", "Forderung von uns zugeordnet",
    )  # fmt: skip
    rows = [row for view in views for row in _cells(view, forderungsmatrix(view))]
    return Table("Matrix mit Zitaten", kopf, tuple(rows))


def _cells(view: LaufView, matrix: ForderungMatrix) -> Iterator[Zeile]:
    for zeile in matrix.zeilen:
        demand = zeile.forderung
        for cell in zeile.zellen:
            head = (view.lauf.id, demand.nummer, demand.text, matrix.parteien[cell.partei])
            yield from _quotes(view, (*head, str(cell.stand)), cell.partei, cell.zitate)
    for sum_of_counts in matrix.summen:
        if sum_of_counts.ohne:
            head = (view.lauf.id, "", NO, matrix.parteien[sum_of_counts.partei])
            yield from _quotes(view, (*head, None), sum_of_counts.partei, sum_of_counts.ohne)


def _quotes(view: LaufView, head: Zeile, partei: str, numbers: Sequence[int]) -> Iterator[Zeile]:
    own = view.parteien[partei].zitate
    for number in numbers:
        zitat, bezug = own[number - 1].zitat, view.bezug[partei, number - 1]
        told = (zitat.beleg.text, zitat.beleg.quelle, EXACT[zitat.status])
        yield (*head, number, *told, *_meaning(bezug, str(head[1])), bezug.gewaehlt)
    if not numbers:
        yield (*head, *[None] * 7)


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


# --- what people changed of the Anträge of Läufe, as a table to take along ---------------------------------


UNCHANGED = "Wie in der Datei: Nichts wurde geändert."
READING = "Was am Antrag anders ist als in seiner Datei: eine Zeile je Änderung; ohne Änderung eine je Lauf."

ParteiName = Callable[[str, str | None], str]
"""Party and Land → what it is called there."""


def edit_table(laeufe: Iterable[Lauf | JudgedAntrag], name: ParteiName) -> Table:
    """A row per difference from what was read of the file; of a Lauf without any, a row that says so."""
    kopf = ("Lauf", "Antrag", "Was", "Änderung", "vorher", "jetzt")
    return Table("Bearbeitung", kopf, tuple(row for lauf in laeufe for row in _edit_rows(lauf, name)))


def _edit_rows(lauf: Lauf | JudgedAntrag, name: ParteiName) -> Iterator[Zeile]:
    antrag, land = lauf.antrag, lauf.antrag.bundesland
    edits = edits_of(lauf.gelesen, antrag, lambda id: name(id, land))
    head = (lauf.id, listed_title(antrag.titel, antrag.drucksache, bool(edits)))
    if not edits:
        yield (*head, None, NOT_RECORDED if edits is None else UNCHANGED, None, None)
        return
    for edit in edits.changes:
        yield (*head, edit.what, str(edit.how), edit.before or None, edit.after or None)

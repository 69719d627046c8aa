"""The matrix of Läufe to take along: as tables, and as plain values."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from core.antrag.antrag import listed_title
from core.antrag.edits import NOT_RECORDED, Edits, edits_of
from core.assessment.forderung_pairs import NO, ZitatReference
from core.assessment.lauf_view import ForderungMatrix, LaufView
from core.citations.eintrag import WORT as EXACT
from core.citations.verdict import WORT
from core.runs.lauf import Lauf, Zitat
from core.runs.load_laeufe import JudgedAntrag
from core.table import Angabe, Column, Table

WITH_PLACE, ZITATE = "Forderungen mit Stelle", "Zitate"
UNGEPRUEFT = "nicht geprüft"


def names_of(views: Sequence[LaufView]) -> dict[str, str]:
    return {one.partei: one.name for view in views for one in view.parteien.values()}


class _MatrixRow(NamedTuple):
    """`told`: party → what stands in its column."""

    view: LaufView
    text: str
    told: Mapping[str, Angabe]
    nummer: str | None = None
    einleitung: str | None = None


def matrix_table(views: Sequence[LaufView]) -> Table:
    """A row per Forderung, a column per party; below the Forderungen of each Lauf what they come to."""
    columns: list[Column] = [
        ("Lauf", lambda row: row.view.lauf.id),
        ("Antrag", lambda row: row.view.lauf.antrag.titel),
        ("Nummer", lambda row: row.nummer),
        ("Einleitung", lambda row: row.einleitung),
        ("Forderung", lambda row: row.text),
    ]
    columns += [(name, partial(_of_partei, partei)) for partei, name in names_of(views).items()]
    return Table("Matrix", columns, [row for view in views for row in _rows(view)])


def _of_partei(partei: str, row: _MatrixRow) -> Angabe:
    return row.told.get(partei)


def _rows(view: LaufView) -> Iterator[_MatrixRow]:
    matrix = view.matrix
    for zeile in matrix.zeilen:
        told = {cell.partei: str(cell) for cell in zeile.zellen}
        demand = zeile.forderung
        yield _MatrixRow(view, demand.text, told, demand.nummer, demand.einleitung)
    yield _MatrixRow(view, WITH_PLACE, {one.partei: f"{one.mit} von {one.von}" for one in matrix.summen})
    yield _MatrixRow(view, ZITATE, {one.partei: one.zitate for one in matrix.summen})
    yield _MatrixRow(view, NO, {one.partei: len(one.ohne) for one in matrix.summen})


class _QuoteRow(NamedTuple):
    """`number`: that of the quote, from 1; None where there is none."""

    view: LaufView
    nummer: str
    text: str
    partei: str
    name: str
    stand: str | None
    number: int | None = None

    @property
    def zitat(self) -> Zitat | None:
        own = self.view.parteien[self.partei].zitate
        return None if self.number is None else own[self.number - 1].zitat

    @property
    def bezug(self) -> ZitatReference | None:
        return None if self.number is None else self.view.bezug[self.partei, self.number - 1]


def cell_table(views: Sequence[LaufView]) -> Table:
    """A row per Forderung, party and quote; one without a quote where there is none."""
    columns: tuple[Column, ...] = (
        ("Lauf", lambda row: row.view.lauf.id),
        ("Nummer", lambda row: row.nummer),
        ("Forderung", lambda row: row.text),
        ("Partei", lambda row: row.name),
        ("Stand", lambda row: row.stand),
        ("Zitatnummer", lambda row: row.number),
        ("Zitat", lambda row: row.zitat and row.zitat.beleg.text),
        ("Quelle", lambda row: row.zitat and row.zitat.beleg.quelle),
        ("Genauigkeit", lambda row: row.zitat and EXACT[row.zitat.status]),
        ("Bedeutung", lambda row: row.bezug and _meaning(row.bezug, row.nummer)[0]),
        ("Bedeutung laut", lambda row: row.bezug and _meaning(row.bezug, row.nummer)[1]),
        ("Forderung von uns zugeordnet", lambda row: row.bezug and row.bezug.gewaehlt),
    )
    rows = [row for view in views for row in _cells(view, view.matrix)]
    return Table("Matrix mit Zitaten", columns, rows)


def _cells(view: LaufView, matrix: ForderungMatrix) -> Iterator[_QuoteRow]:
    for zeile in matrix.zeilen:
        demand = zeile.forderung
        for cell in zeile.zellen:
            name, stand = matrix.parteien[cell.partei], str(cell.stand)
            for number in cell.zitate or (None,):
                yield _QuoteRow(view, demand.nummer, demand.text, cell.partei, name, stand, number)
    for one in matrix.summen:
        for number in one.ohne:
            yield _QuoteRow(view, "", NO, one.partei, matrix.parteien[one.partei], None, number)


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
        "zu_keiner_forderung": {one.partei: list(one.ohne) for one in matrix.summen if one.ohne},
    }


# --- what people changed of the Anträge of Läufe, as a table to take along ---------------------------------


UNCHANGED = "Wie in der Datei: Nichts wurde geändert."
EDITS_READING = (
    "Was am Antrag anders ist als in seiner Datei: eine Zeile je Änderung; ohne Änderung eine je Lauf."
)

ParteiName = Callable[[str, str | None], str]
"""Party and Land → what it is called there."""


def edit_table(laeufe: Iterable[Lauf | JudgedAntrag], name: ParteiName) -> Table:
    """A row per difference from what was read of the file; of a Lauf without any, a row that says so."""
    columns: tuple[Column, ...] = (
        ("Lauf", lambda row: row[0].id),
        ("Antrag", lambda row: listed_title(row[0].antrag.titel, row[0].antrag.drucksache, bool(row[1]))),
        ("Was", lambda row: row[2] and row[2].what),
        (
            "Änderung",
            lambda row: str(row[2].how) if row[2] else NOT_RECORDED if row[1] is None else UNCHANGED,
        ),
        ("vorher", lambda row: (row[2] and row[2].before) or None),
        ("jetzt", lambda row: (row[2] and row[2].after) or None),
    )
    rows = [
        (lauf, edits, edit)
        for lauf in laeufe
        for edits in [_edits(lauf, name)]
        for edit in (edits.changes if edits else (None,))
    ]
    return Table("Bearbeitung", columns, rows)


def _edits(lauf: Lauf | JudgedAntrag, name: ParteiName) -> Edits | None:
    return edits_of(lauf.gelesen, lauf.antrag, lambda id: name(id, lauf.antrag.bundesland))

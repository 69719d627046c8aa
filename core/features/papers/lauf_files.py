"""Läufe as a file to take along: tables of their matrix and of edited Anträge, and every form of them."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from functools import partial
from typing import NamedTuple

from core.antrag.antrag import listed_title
from core.antrag.edits import NOT_RECORDED, Edit, Edits, edits_of
from core.assessment.forderung_matrix import READING as READING_MATRIX, ForderungMatrix
from core.assessment.forderung_pairs import NO, ZitatReference
from core.assessment.lauf_view import LaufView
from core.base import clock
from core.base.errors import EingabeError
from core.base.table import Angabe, Column, Table, as_csv, as_xlsx
from core.features.papers.lauf_report import SERVICE, report, vermerk_of
from core.features.papers.vermerk import WITH_PLACE, ZITATE, as_pdf
from core.llm.verdict import WORT
from core.programme.context import Context
from core.programme.registry import partei_label
from core.runs.export import ALL_SAID, VERDICTS, export_csv, export_json, urteil_table, verdict_table
from core.runs.lauf import Lauf, Zitat
from core.runs.load_laeufe import JudgedAntrag, LaufUnreadable
from core.runs.store import runstore

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
    rows = []
    for view in views:
        for zeile in view.matrix.zeilen:
            told = {cell.partei: str(cell) for cell in zeile.zellen}
            demand = zeile.forderung
            rows.append(_MatrixRow(view, demand.text, told, demand.nummer, demand.einleitung))
        summen = view.matrix.summen
        rows.append(_MatrixRow(view, WITH_PLACE, {one.partei: f"{one.mit} von {one.von}" for one in summen}))
        rows.append(_MatrixRow(view, ZITATE, {one.partei: one.zitate for one in summen}))
        rows.append(_MatrixRow(view, NO, {one.partei: len(one.ohne) for one in summen}))
    return Table("Matrix", columns, rows)


def _of_partei(partei: str, row: _MatrixRow) -> Angabe:
    return row.told.get(partei)


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
        return None if self.number is None else own[self.number - 1]

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
        ("Genauigkeit", lambda row: row.zitat and row.zitat.status.wort),
        ("Bedeutung", lambda row: row.bezug and _meaning(row.bezug, row.nummer)[0]),
        ("Bedeutung laut", lambda row: row.bezug and _meaning(row.bezug, row.nummer)[1]),
        ("Forderung von uns zugeordnet", lambda row: row.bezug and row.bezug.gewaehlt),
    )
    rows = []
    for view in views:
        matrix = view.matrix
        for zeile in matrix.zeilen:
            demand = zeile.forderung
            for cell in zeile.zellen:
                name, stand = matrix.parteien[cell.partei], str(cell.stand)
                for number in cell.zitate or (None,):
                    rows.append(_QuoteRow(view, demand.nummer, demand.text, cell.partei, name, stand, number))
        for one in matrix.summen:
            for number in one.ohne:
                rows.append(_QuoteRow(view, "", NO, one.partei, matrix.parteien[one.partei], None, number))
    return Table("Matrix mit Zitaten", columns, rows)


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
    rows: list[tuple[Lauf | JudgedAntrag, Edits | None, Edit | None]] = []
    for lauf in laeufe:
        edits = _edits(lauf, name)
        rows += [(lauf, edits, edit) for edit in (edits.changes if edits else (None,))]
    return Table("Bearbeitung", columns, rows)


def _edits(lauf: Lauf | JudgedAntrag, name: ParteiName) -> Edits | None:
    return edits_of(lauf.gelesen, lauf.antrag, lambda id: name(id, lauf.antrag.bundesland))


# --- every form of them -------------------------------------------------------------------------------------


class LaufFileForm(StrEnum):
    JSON = "json"
    CSV = "csv"
    MATRIX = "matrix.csv"
    URTEILE = "urteile.csv"
    XLSX = "xlsx"
    DOCX = "docx"
    PDF = "pdf"


ONE_ONLY = "Ein Vermerk als DOCX ist immer von einem Lauf. Wählen Sie genau einen; mehrere gibt es als PDF."

BINARY = (LaufFileForm.DOCX, LaufFileForm.PDF, LaufFileForm.XLSX)
READING = Table(
    "Lesart",
    (("Blatt", lambda row: row[0]), ("Was eine Zeile ist", lambda row: row[1])),
    (
        ("Matrix", READING_MATRIX),
        (
            "Matrix mit Zitaten",
            "Eine Zeile je Forderung, Partei und Zitat: Ein Zitat, das mehrere Forderungen betrifft, steht "
            "bei jeder. „Bedeutung“ ist, was zuletzt gesagt wurde; was ein Mensch sagt, geht vor.",
        ),
        (VERDICTS, ALL_SAID),
        ("Bearbeitung", EDITS_READING),
    ),
)
"""The last sheet of the workbook."""


def exported(context: Context, ids: Sequence[str], form: LaufFileForm, service: str = SERVICE) -> bytes:
    """These Läufe whole (json), their quotes as a table (csv), what is said on each Forderung (matrix.csv,
    xlsx with the quotes and with what was changed of the Antrag), what people said of it (urteile.csv), or as
    Vermerk (docx, html, pdf).

    `service`: where the app is reached, for the addresses in a Vermerk.
    """
    store = runstore(context)
    if form is LaufFileForm.JSON:
        matrices = {}  # for others to read: whoever reads the file in makes it anew
        for lauf_id in ids:
            try:
                lauf = store.load(lauf_id)
            except LaufUnreadable:  # it can be taken along all the same
                continue
            matrices[lauf_id] = as_plain(LaufView(context, lauf).matrix)
        return json.dumps({**export_json(store, ids), "matrix": matrices}, indent=1).encode()
    if form is LaufFileForm.CSV:
        return export_csv(store, ids)
    laeufe = [store.load(lauf_id) for lauf_id in ids]
    if form is LaufFileForm.URTEILE:
        return as_csv(urteil_table(laeufe))
    if form in (LaufFileForm.MATRIX, LaufFileForm.XLSX):
        views = [LaufView(context, lauf) for lauf in laeufe]
        if form is LaufFileForm.MATRIX:
            return as_csv(matrix_table(views))
        titles = {lauf.id: lauf.antrag.titel for lauf in laeufe}
        traegt = {view.lauf.id: view.traegt for view in views}
        verdicts = verdict_table(titles, names_of(views), traegt, store.people_of(list(titles)))
        edits = edit_table(laeufe, partial(partei_label, context.registry))
        tables = (matrix_table(views), cell_table(views), verdicts, edits, READING)
        return as_xlsx(tables, "Was die Parteien zu jeder Forderung sagen", clock.now())
    if form is LaufFileForm.DOCX:
        from core.features.papers.vermerk_docx import as_docx  # only who wants one waits for python-docx

        if len(laeufe) != 1:
            raise EingabeError(ONE_ONLY)
        return as_docx(vermerk_of(context, laeufe[0], service))
    return as_pdf(report(context, laeufe, service))

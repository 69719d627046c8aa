"""Läufe as a workbook and as a Vermerk: every quote of their matrix, and what was edited of their Anträge."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from core.assessment.forderung_matrix import READING as READING_MATRIX
from core.assessment.forderung_pairs import NO, ZitatReference
from core.assessment.lauf_files import Write, matrix_table, names_of
from core.assessment.lauf_view import LaufView
from core.base import clock
from core.base.errors import EingabeError
from core.base.table import Column, Table, as_xlsx
from core.features.papers.lauf_report import report, vermerk_of
from core.features.papers.vermerk import as_pdf
from core.llm.verdict import WORT
from core.programme.context import Context
from core.runs.export import HOW_TO_READ, edit_table, verdict_table
from core.runs.lauf import Zitat
from core.runs.store import runstore

UNGEPRUEFT = "nicht geprüft"


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


# --- a workbook of all of them, and the Vermerk -------------------------------------------------------------

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
        *HOW_TO_READ.items(),
    ),
)
"""The last sheet of the workbook."""


def workbook(context: Context, ids: Sequence[str], service: str) -> bytes:
    store = runstore(context)
    laeufe = [store.load(lauf_id) for lauf_id in ids]
    views = [LaufView(context, lauf) for lauf in laeufe]
    titles = {lauf.id: lauf.antrag.titel for lauf in laeufe}
    traegt = {view.lauf.id: view.traegt for view in views}
    verdicts = verdict_table(titles, names_of(views), traegt, store.people_of(list(titles)))
    edits = edit_table(laeufe, context.registry.partei_label)
    tables = (matrix_table(views), cell_table(views), verdicts, edits, READING)
    return as_xlsx(tables, "Was die Parteien zu jeder Forderung sagen", clock.now())


ONE_ONLY = "Ein Vermerk als DOCX ist immer von einem Lauf. Wählen Sie genau einen; mehrere gibt es als PDF."


def docx(context: Context, ids: Sequence[str], service: str) -> bytes:
    from core.features.papers.vermerk_docx import as_docx  # only who wants one waits for python-docx

    laeufe = [runstore(context).load(lauf_id) for lauf_id in ids]
    if len(laeufe) != 1:
        raise EingabeError(ONE_ONLY)
    return as_docx(vermerk_of(context, laeufe[0], service))


def pdf(context: Context, ids: Sequence[str], service: str) -> bytes:
    store = runstore(context)
    return as_pdf(report(context, [store.load(lauf_id) for lauf_id in ids], service))


FORMS: Mapping[str, Write] = {"xlsx": workbook, "docx": docx, "pdf": pdf}

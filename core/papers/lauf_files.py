"""Läufe as a file to take along."""

import json
from collections.abc import Sequence
from enum import StrEnum
from functools import partial

from core import clock
from core.assessment.lauf_view import READING as READING_MATRIX, LaufView
from core.context import Context
from core.errors import EingabeError
from core.papers.html_to_pdf import as_pdf
from core.papers.lauf_report import SERVICE, report, vermerk_of
from core.papers.matrix_tables import EDITS_READING, as_plain, cell_table, edit_table, matrix_table, names_of
from core.programme.registry import partei_label
from core.runs.export import ALL_SAID, VERDICTS, urteil_table, verdict_table
from core.runs.lauf import Lauf
from core.runs.load_laeufe import LaufUnreadable
from core.runs.store import runstore
from core.table import Table, as_csv, as_xlsx


class LaufFileForm(StrEnum):
    JSON = "json"
    CSV = "csv"
    MATRIX = "matrix.csv"
    URTEILE = "urteile.csv"
    XLSX = "xlsx"
    DOCX = "docx"
    HTML = "html"
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
        return _as_json(context, ids)
    if form is LaufFileForm.CSV:
        return store.export_csv(ids)
    laeufe = [store.load(lauf_id) for lauf_id in ids]
    if form is LaufFileForm.URTEILE:
        return as_csv(urteil_table(laeufe))
    if form in (LaufFileForm.MATRIX, LaufFileForm.XLSX):
        return _as_matrix(context, laeufe, form)
    if form is LaufFileForm.DOCX:
        from core.papers.vermerk_docx import as_docx  # only who wants one waits for python-docx

        if len(laeufe) != 1:
            raise EingabeError(ONE_ONLY)
        return as_docx(vermerk_of(context, laeufe[0], service))
    html = report(context, laeufe, service)
    return html.encode() if form is LaufFileForm.HTML else as_pdf(html)


def _as_json(context: Context, ids: Sequence[str]) -> bytes:
    """The matrix is for others to read: whoever reads the file in makes it anew."""
    store = runstore(context)
    matrices = {}
    for lauf_id in ids:
        try:
            lauf = store.load(lauf_id)
        except LaufUnreadable:  # it can be taken along all the same
            continue
        matrices[lauf_id] = as_plain(LaufView(context, lauf).matrix)
    return json.dumps({**store.export_json(ids), "matrix": matrices}, indent=1).encode()


def _as_matrix(context: Context, laeufe: Sequence[Lauf], form: LaufFileForm) -> bytes:
    views = [LaufView(context, lauf) for lauf in laeufe]
    if form is LaufFileForm.MATRIX:
        return as_csv(matrix_table(views))
    titles = {lauf.id: lauf.antrag.titel for lauf in laeufe}
    traegt, people = {view.lauf.id: view.traegt for view in views}, runstore(context).people_of(list(titles))
    verdicts = verdict_table(titles, names_of(views), traegt, people)
    edits = edit_table(laeufe, partial(partei_label, context.registry))
    tables = (matrix_table(views), cell_table(views), verdicts, edits, READING)
    return as_xlsx(tables, "Was die Parteien zu jeder Forderung sagen", clock.now())

"""Läufe as a file to take along."""

import json
from collections.abc import Sequence
from enum import StrEnum

from core.assessment.edit_table import edit_table
from core.assessment.lauf_report import SERVICE, report
from core.assessment.matrix_tables import LaufMatrix, as_plain, cell_table, matrix_table
from core.assessment.vote_report import known_votes, vote_table
from core.context import Context
from core.runs.connection import now
from core.runs.lauf import Lauf
from core.runs.readability import LaufUnreadable
from core.runs.store import runstore
from core.runs.workbook import as_csv, as_xlsx


class LaufFileForm(StrEnum):
    JSON = "json"
    CSV = "csv"
    MATRIX = "matrix.csv"
    XLSX = "xlsx"
    HTML = "html"
    PDF = "pdf"


BINARY = (LaufFileForm.PDF, LaufFileForm.XLSX)


def exported(context: Context, ids: Sequence[str], form: LaufFileForm, service: str = SERVICE) -> bytes:
    """These Läufe whole (json), their quotes as a table (csv), what is said on each Forderung (matrix.csv,
    xlsx with the quotes and with what was changed of the Antrag), or a report to read (html, pdf).

    `service`: where the app is reached, for the links of the report.
    """
    store = runstore(context)
    if form is LaufFileForm.JSON:
        return _as_json(context, ids)
    if form is LaufFileForm.CSV:
        return store.export_csv(ids, {lauf_id: known_votes(context, store.load(lauf_id)) for lauf_id in ids})
    laeufe = [store.load(lauf_id) for lauf_id in ids]
    if form in (LaufFileForm.MATRIX, LaufFileForm.XLSX):
        return _as_matrix(context, laeufe, form)
    html = report(context, laeufe, service if form is LaufFileForm.HTML else "")
    if form is LaufFileForm.HTML:
        return html.encode()
    from core.assessment.html_to_pdf import as_pdf

    return as_pdf(html)


def _as_json(context: Context, ids: Sequence[str]) -> bytes:
    """The matrix is for others to read: whoever reads the file in makes it anew."""
    store = runstore(context)
    matrices = {}
    for lauf_id in ids:
        try:
            matrices[lauf_id] = as_plain(LaufMatrix.of(context, store.load(lauf_id)).matrix)
        except LaufUnreadable:  # it can be taken along all the same
            continue
    return json.dumps({**store.export_json(ids), "matrix": matrices}, indent=1).encode()


def _as_matrix(context: Context, laeufe: Sequence[Lauf], form: LaufFileForm) -> bytes:
    shown = [LaufMatrix.of(context, lauf) for lauf in laeufe]
    if form is LaufFileForm.MATRIX:
        return as_csv(matrix_table(shown))
    tables = (
        matrix_table(shown),
        cell_table(shown),
        edit_table(context, laeufe),
        vote_table(context, laeufe),
    )
    return as_xlsx(tables, "Was die Parteien zu jeder Forderung sagen", now())

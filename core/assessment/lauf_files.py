"""Läufe as a file to take along."""

import json
from collections.abc import Sequence
from enum import StrEnum

from core.assessment.lauf_report import DIENST, bericht
from core.assessment.matrix_tables import Laufmatrix, as_plain, matrixtabelle, zellentabelle
from core.context import Context
from core.runs.connection import now
from core.runs.lauf import Lauf
from core.runs.readability import LaufUnlesbar
from core.runs.store import runstore
from core.runs.workbook import as_csv, as_xlsx


class Laufdateiform(StrEnum):
    JSON = "json"
    CSV = "csv"
    MATRIX = "matrix.csv"
    XLSX = "xlsx"
    HTML = "html"
    PDF = "pdf"


BINARY = (Laufdateiform.PDF, Laufdateiform.XLSX)


def ausfuhr(context: Context, ids: Sequence[str], form: Laufdateiform, dienst: str = DIENST) -> bytes:
    """These Läufe whole (json), their quotes as a table (csv), what is said on each Forderung (matrix.csv,
    xlsx with the quotes), or a report to read (html, pdf).

    `dienst`: where the app is reached, for the links of the report.
    """
    store = runstore(context)
    if form is Laufdateiform.JSON:
        return _as_json(context, ids)
    if form is Laufdateiform.CSV:
        return store.export_csv(ids)
    laeufe = [store.load(lauf_id) for lauf_id in ids]
    if form in (Laufdateiform.MATRIX, Laufdateiform.XLSX):
        return _as_matrix(context, laeufe, form)
    html = bericht(context, laeufe, dienst if form is Laufdateiform.HTML else "")
    if form is Laufdateiform.HTML:
        return html.encode()
    from core.assessment.html_to_pdf import as_pdf

    return as_pdf(html)


def _as_json(context: Context, ids: Sequence[str]) -> bytes:
    """The matrix is for others to read: whoever reads the file in makes it anew."""
    store = runstore(context)
    matrices = {}
    for lauf_id in ids:
        try:
            matrices[lauf_id] = as_plain(Laufmatrix.of(context, store.load(lauf_id)).matrix)
        except LaufUnlesbar:  # it can be taken along all the same
            continue
    return json.dumps({**store.export_json(ids), "matrix": matrices}, indent=1).encode()


def _as_matrix(context: Context, laeufe: Sequence[Lauf], form: Laufdateiform) -> bytes:
    shown = [Laufmatrix.of(context, lauf) for lauf in laeufe]
    if form is Laufdateiform.MATRIX:
        return as_csv(matrixtabelle(shown))
    tables = (matrixtabelle(shown), zellentabelle(shown))
    return as_xlsx(tables, "Was die Parteien zu jeder Forderung sagen", now())

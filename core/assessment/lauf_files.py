"""Läufe as a file to take along."""

import json
from collections.abc import Sequence
from enum import StrEnum

from core.assessment.lauf_report import DIENST, bericht
from core.context import Context
from core.runs.store import runstore


class Laufdateiform(StrEnum):
    JSON = "json"
    CSV = "csv"
    HTML = "html"
    PDF = "pdf"


def ausfuhr(context: Context, ids: Sequence[str], form: Laufdateiform, dienst: str = DIENST) -> bytes:
    """These Läufe whole (json), their quotes as a table (csv), or a report to read (html, pdf).

    `dienst`: where the app is reached, for the links of the report.
    """
    store = runstore(context)
    if form is Laufdateiform.JSON:
        return json.dumps(store.export_json(ids), indent=1).encode()
    if form is Laufdateiform.CSV:
        return store.export_csv(ids)
    html = bericht(
        context, [store.load(lauf_id) for lauf_id in ids], dienst if form is Laufdateiform.HTML else ""
    )
    if form is Laufdateiform.HTML:
        return html.encode()
    from core.assessment.html_to_pdf import as_pdf

    return as_pdf(html)

"""A comparison as a file to take along."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from enum import StrEnum
from typing import Any

from core.assessment.edit_table import edit_table
from core.models import Typ
from core.runs.comparison_rows import ZitatRow
from core.runs.connection import now
from core.runs.lauf_rows import plain
from core.runs.store import Runstore
from core.runs.verdict_table import verdict_table
from core.runs.workbook import Table, as_csv, as_xlsx
from core.vergleich.differences import unterschiede
from core.vergleich.evidence import BelegValue, PruefungQuelle, beleg_values, pruefung_quellen
from core.vergleich.evidence_tables import as_plain, beleg_tables
from core.vergleich.export_tables import single_values, tables
from core.vergleich.kennzahlen import kennzahlen
from core.vergleich.point_matrix import zellen
from core.vergleich.spalten import Vergleich
from core.vergleich.vergleich_report import report

FORMAT = "antragsspiegel-vergleich"
VERSION = 1


class VergleichFileForm(StrEnum):
    XLSX = "xlsx"
    CSV = "csv"
    JSON = "json"
    HTML = "html"
    PDF = "pdf"


WITH_ZITATEN = (VergleichFileForm.XLSX, VergleichFileForm.JSON)


def exported(
    vergleich: Vergleich,
    form: VergleichFileForm,
    basis: int = 0,
    namen: Mapping[str, str] | None = None,
    stand: datetime | None = None,
    store: Runstore | None = None,
) -> bytes:
    """All of it (xlsx, json), every score as a row (csv), or a report to read (html, pdf).

    Differences are told against the column `basis`; `namen`: what the parties are called; with the `store`
    workbook and JSON hold the quotes themselves, too.
    """
    names, moment = namen or {}, stand or now()
    zitate = (
        store.zitate_of([lauf.id for lauf in vergleich.laeufe]) if store and form in WITH_ZITATEN else None
    )
    quelle, belege = _belege(store, vergleich) if store and form is not VergleichFileForm.CSV else (None, [])
    if form is VergleichFileForm.JSON:
        return _as_json(vergleich, basis, moment, zitate, belege)
    if form is VergleichFileForm.CSV:
        return as_csv(single_values(vergleich, names, moment))
    if form is VergleichFileForm.XLSX:
        sheets = _sheets(vergleich, basis, names, moment, store, zitate)
        whole = (*sheets, *beleg_tables(vergleich, names, quelle, belege))
        return as_xlsx(whole, "Vergleich von Läufen", moment)
    html = report(vergleich, basis, names, moment, quelle, belege).encode("utf-8", "replace")
    if form is VergleichFileForm.HTML:
        return html
    from core.assessment.html_to_pdf import as_pdf

    return as_pdf(html.decode())


def _sheets(
    vergleich: Vergleich,
    basis: int,
    namen: Mapping[str, str],
    stand: datetime,
    store: Runstore | None,
    zitate: Sequence[ZitatRow] | None,
) -> tuple[Table, ...]:
    """With the store also what was said of the quotes, and what was changed of the Anträge."""
    if store is None:
        return tables(vergleich, basis, namen, stand, zitate)
    titles = {lauf.id: vergleich.antraege[lauf.antrag] for lauf in vergleich.laeufe}
    traegt = store.traegt_of(list(titles))
    judged = {one.id: one for one in store.judged_antraege(list(titles))}
    return (
        *tables(vergleich, basis, namen, stand, zitate, traegt),
        verdict_table(titles, namen, traegt, store.people_of(list(titles))),
        edit_table(
            [judged[lauf_id] for lauf_id in titles if lauf_id in judged], lambda id, _: namen.get(id, id)
        ),
    )


def _belege(store: Runstore, vergleich: Vergleich) -> tuple[PruefungQuelle | None, list[BelegValue]]:
    """By what the checker says that looked at most quotes."""
    quelle = next(iter(pruefung_quellen(store, [lauf.id for lauf in vergleich.laeufe])), None)
    return quelle, beleg_values(store, vergleich, quelle)


def _as_json(
    vergleich: Vergleich,
    basis: int,
    stand: datetime,
    zitate: Sequence[ZitatRow] | None,
    belege: Sequence[BelegValue],
) -> bytes:
    """`spalte` and `basis` count the columns from 0."""
    kinds = (None, *Typ)
    added = {lauf.id: vergleich.spalten[lauf.spalte].trotzdem for lauf in vergleich.laeufe}
    whole = {
        "format": FORMAT,
        "version": VERSION,
        "stand": stand,
        "basis": basis,
        "spalten": [asdict(one) | {"parameter": json.loads(one.parameter)} for one in vergleich.spalten],
        "antraege": vergleich.antraege,
        "parteien": vergleich.parteien,
        "hinweise": vergleich.hinweise,
        "laeufe": vergleich.laeufe,
        "werte": vergleich.werte,
        "zitatzahlen": vergleich.zaehlwerte,
        "tragwerte": vergleich.tragwerte,
        "zitate": None
        if zitate is None
        else [row._asdict() | {"trotzdem": row.programm_id in added[row.lauf_id]} for row in zitate],
        "punkte": {typ: zellen(vergleich, typ) for typ in Typ},
        "kennzahlen": kennzahlen(vergleich),
        "belegmasse": [as_plain(one) for one in belege],
        "unterschiede": {typ or "beide": unterschiede(vergleich, basis, typ) for typ in kinds},
    }
    return json.dumps(whole, indent=1, allow_nan=False, default=_plain).encode()


def _plain(value: Any) -> object:
    return value.isoformat() if isinstance(value, datetime) else plain(value)

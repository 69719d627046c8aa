"""Läufe as a file to take along: tables of their matrix, and every form of them."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from textwrap import shorten
from typing import NamedTuple

from core.antrag.antrag import short_title
from core.assessment.forderung_matrix import WITH_PLACE, ZITATE, ForderungMatrix
from core.assessment.forderung_pairs import NO
from core.assessment.lauf_view import LaufView
from core.base.table import Angabe, Column, Table, as_csv
from core.features import hooks
from core.programme.context import Context
from core.runs.export import urteil_table
from core.runs.load_laeufe import LaufUnreadable
from core.runs.store import runstore


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


# --- every form of them -------------------------------------------------------------------------------------

LONGEST_NAME = 60
"""Letters of a file's name without its ending: folders and mails show them whole."""

UNSAFE = re.compile(r"[^\w .,()–-]")
"""What some system has no place for in the name of a file, and what nobody sees in it."""


def file_name(lauf_id: str, titel: str, drucksache: str) -> str:
    """„18-4419 Bundesliegenschaften“, whatever is taken along of it."""
    told = UNSAFE.sub(" ", f"{drucksache.replace('/', '-')} {short_title(titel)}")
    name = shorten(told, LONGEST_NAME, placeholder="") or told.strip()[:LONGEST_NAME]
    return name.strip(" .,–-") or f"Lauf {lauf_id}"


SERVICE = "http://localhost:8501"
"""Where the app is reached when it is started as it stands in the README."""

Write = Callable[[Context, Sequence[str], str], bytes]
"""Läufe by their ids, and where the app is reached, for addresses in the file."""


def _json(context: Context, ids: Sequence[str], service: str) -> bytes:
    """These Läufe whole. Matrix and spread are for others to read: who reads the file in makes them anew."""
    store, matrices, spreads = runstore(context), {}, {}
    for lauf_id in ids:
        try:
            lauf = store.load(lauf_id)
        except LaufUnreadable:  # it can be taken along all the same
            continue
        view = LaufView(context, lauf)
        matrices[lauf_id], spreads[lauf_id] = as_plain(view.matrix), view.plain_spreads()
    whole = {**store.export_json(ids), "matrix": matrices, "streuung": spreads}
    return json.dumps(whole, indent=1).encode()


def _quotes(context: Context, ids: Sequence[str], service: str) -> bytes:
    return runstore(context).export_csv(ids)


def _matrix(context: Context, ids: Sequence[str], service: str) -> bytes:
    """What is said on each Forderung."""
    store = runstore(context)
    return as_csv(matrix_table([LaufView(context, store.load(lauf_id)) for lauf_id in ids]))


def _judgements(context: Context, ids: Sequence[str], service: str) -> bytes:
    """What people said of it."""
    store = runstore(context)
    return as_csv(urteil_table([store.load(lauf_id) for lauf_id in ids]))


TEXTS: Mapping[str, Write] = {
    "json": _json,
    "csv": _quotes,
    "matrix.csv": _matrix,
    "urteile.csv": _judgements,
}
"""By how the name of the file ends. What features add is no text for a screen."""


def lauf_forms() -> Mapping[str, Write]:
    added: tuple[Mapping[str, Write], ...] = hooks("lauf_files")
    return {form: write for forms in (TEXTS, *added) for form, write in forms.items()}


def exported(context: Context, ids: Sequence[str], form: str, service: str = SERVICE) -> bytes:
    return lauf_forms()[form](context, ids, service)

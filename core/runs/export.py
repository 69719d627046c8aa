"""Läufe as a file: JSON that can be read in again, and a table of quotes for a spreadsheet."""

import csv
import io
from collections.abc import Mapping, Sequence
from datetime import date, datetime

from sqlalchemy import Connection, Table, select

from core.antrag.edits import Edits, mark_of
from core.citations.eintrag import Gebunden, Verworfen
from core.citations.verdict import WORT, Traegt, by_forderung
from core.german import formats
from core.runs.buchungen import Zweck
from core.runs.connection import Condition, StoreConnection
from core.runs.decisions import exported_decisions, judged_keys
from core.runs.lauf import Lauf, Row, Status, Zitat
from core.runs.load_laeufe import load
from core.runs.notes import list_traegt, told, urteile_on
from core.runs.tables import akte, angebot, batch, buchung, lauf, notiz, score, teil, texte, zitat
from core.table import cell

FORMAT = "antragsspiegel-laeufe"
VERSION = 1

PARTS = (akte, teil, score, zitat, angebot)
"""What belongs to one Lauf. The counts are left out: whoever reads the Zitate in counts them anew."""

TOLD = ("urteil", "antwort", "rubrik", "traegt")
"""Notes that go out with it. What second models said of quotes is for others to read; who reads it in asks
anew, for a file proves none of it."""


def export_json(store: StoreConnection, ids: Sequence[str]) -> Row:
    """These Läufe whole, in a form that `import_json` reads; plain JSON values only."""
    with store.reading() as connection:
        rows = _select(connection, lauf, lauf.c.id.in_(_with_probes(connection, ids)))
        batches = {row["batch_id"] for row in rows}
        data: Row = {
            "format": FORMAT,
            "version": VERSION,
            "laeufe": [export_lauf(connection, row) for row in rows],
            "batches": _select(connection, batch, batch.c.id.in_(batches)),
        }
        hashes = {row["prompttext_hash"] for row in rows}
        hashes |= {offered["text_hash"] for one in data["laeufe"] for offered in one["angebot"]}
        keys = judged_keys(connection, lauf.c.id.in_({row["id"] for row in rows}))
        data["abstimmungen"] = exported_decisions(connection, keys)
        data["texte"] = [row["text"] for row in _texts(connection, hashes)]
    return data


def _with_probes(connection: Connection, ids: Sequence[str]) -> set[str]:
    """A probe says nothing without the Lauf it is of: they go together, whichever was asked for."""
    asked = select(lauf.c.id, lauf.c.probe_von).where(lauf.c.id.in_(ids))
    judged = {row.probe_von or row.id for row in connection.execute(asked)}
    probes = select(lauf.c.id).where(lauf.c.probe_von.in_(judged), lauf.c.geloescht.is_(None))
    return {*judged, *connection.scalars(probes), *ids}


def find_lauf(connection: Connection, lauf_id: str) -> Row | None:
    """One of them as it would stand in a file."""
    rows = _select(connection, lauf, lauf.c.id == lauf_id)
    return export_lauf(connection, rows[0]) if rows else None


def export_lauf(connection: Connection, row: Row) -> Row:
    lauf_id = row["id"]
    parts = {table.name: _select(connection, table, table.c.lauf_id == lauf_id) for table in PARTS}
    parts["notiz"] = _select(connection, notiz, (notiz.c.lauf_id == lauf_id) & notiz.c.art.in_(TOLD))
    places = ("lauf_id", "lauf_b")
    own = (buchung.c.lauf_id == lauf_id) & (buchung.c.zweck == Zweck.LAUF)
    not_told = {"id", "zweck", "lauf_id", "eichung_id", "frage"}
    asked = sorted(_select(connection, buchung, own), key=lambda one: (one["partei"], one["id"]))
    return {
        "lauf": row,
        "buchung": [{name: value for name, value in one.items() if name not in not_told} for one in asked],
        **{
            name: [{key: value for key, value in part.items() if key not in places} for part in found]
            for name, found in parts.items()
        },
    }


def export_csv(store: StoreConnection, ids: Sequence[str]) -> bytes:
    """One row per Zitat, as a German Excel opens it."""
    laeufe = [load(store, lauf_id) for lauf_id in ids]
    lines = [
        line
        for run in laeufe
        for line in _csv_rows(run, list_traegt(store, run.id), probe_scores(store, run.id))
    ]
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, delimiter=";")
    writer.writeheader()
    writer.writerows({name: cell(value) for name, value in line.items()} for line in lines)
    return out.getvalue().encode("utf-8-sig", "replace")


COLUMNS = (
    "lauf", "erstellt", "eingelesen", "titel", "drucksache", "datum", "bundesland", "modell", "prompt",
    "partei", "typ", "score", "nummer", "status", "gebunden", "fremde_partei", "emittiert",
    "quelle_emittiert", "zitat", "quelle", "programm", "nicht_in_kraft", "seite", "url", "warnungen",
    "naechste_passage", "uebereinstimmung", "forderungen_nah", "forderungen", "beispiel",
    "score_ohne_zitate", "traegt", "traegt_woerter", "traegt_grund", "traegt_forderung", "traegt_modell",
    "traegt_je_forderung",
    "antrag_bearbeitet", "antrag_aenderungen", "urteile",
)  # fmt: skip


def probe_scores(store: StoreConnection, lauf_id: str) -> dict[tuple[str, str], float | None]:
    """Party and kind of Programm → the points of the latest finished probe of the Lauf."""
    own = (lauf.c.probe_von == lauf_id, lauf.c.status == Status.FERTIG, lauf.c.geloescht.is_(None))
    last = select(lauf.c.id).where(*own).order_by(lauf.c.created.desc(), lauf.c.id).limit(1)
    with store.reading() as connection:
        rows = connection.execute(score.select().where(score.c.lauf_id == last.scalar_subquery()))
        return {(row.partei, row.typ): row.score for row in rows}


def _csv_rows(run: Lauf, said: Sequence[Traegt], probe: Mapping[tuple[str, str], float | None]) -> list[Row]:
    """Numbered from 1, per party."""
    parteien, every, edits = [quote.partei for quote in run.zitate], by_forderung(said), run.edits
    numbers = [parteien[:at].count(partei) for at, partei in enumerate(parteien)]
    return [
        _csv_row(run, 1 + number, quote, edits)
        | {"score_ohne_zitate": probe.get((quote.partei, quote.typ))}
        | _second_look(quote, list(every.get((quote.partei, number), {}).values()), edits)
        | {"urteile": " | ".join(told(one) for one in urteile_on(run, quote.partei, quote.typ, number))}
        for number, quote in zip(numbers, run.zitate, strict=True)
    ]


def _second_look(quote: Zitat, rows: Sequence[Traegt], edits: Edits | None) -> Row:
    """A dropped quote is looked at by nobody. `rows`: by Forderung, that which counts for the quote first."""
    if not rows:
        return {"traegt": "nicht geprüft" if quote.status.is_bound else None}
    row = rows[0]
    return {
        "traegt": WORT[row.verdict],
        "traegt_woerter": row.words,
        "traegt_grund": row.reason,
        "traegt_forderung": f"{row.forderung}{mark_of(row.forderung, edits)}",
        "traegt_modell": row.model,
        "traegt_je_forderung": " | ".join(f"{one.forderung}: {WORT[one.verdict]}" for one in rows),
    }


def _csv_row(run: Lauf, nummer: int, quote: Zitat, edits: Edits | None) -> Row:
    eintrag, ort = quote.eintrag, quote.ort
    kept = eintrag if isinstance(eintrag, Gebunden) else None
    naechste = eintrag.naechste if isinstance(eintrag, Verworfen) else None
    score = next((one for one in run.scores if (one.partei, one.typ) == (quote.partei, quote.typ)), None)
    abdeckung = score.abdeckung if score else None
    return {
        "lauf": run.id,
        "erstellt": formats.stamp(run.created),
        "eingelesen": run.eingelesen and formats.stamp(run.eingelesen),
        "titel": run.antrag.titel,
        "drucksache": run.antrag.drucksache,
        "datum": run.antrag.datum,
        "bundesland": run.antrag.bundesland,
        "modell": run.modell_geantwortet or run.modell_gefragt,
        "prompt": f"{run.prompt_id} {run.prompt_version}",
        "partei": quote.partei,
        "typ": quote.typ,
        "score": score and score.score,
        "nummer": nummer,
        "status": str(quote.status),
        "gebunden": quote.status.is_bound,
        "fremde_partei": quote.is_foreign,
        "emittiert": quote.text,
        "quelle_emittiert": quote.quelle,
        "zitat": kept and kept.text,
        "quelle": kept and kept.quelle,
        "programm": ort and ort.programm,
        "nicht_in_kraft": ort and run.trotzdem.get(ort.programm),
        "seite": ", ".join(map(str, ort.seiten)) if ort else "",
        "url": ort and ort.url,
        "warnungen": " ".join(warning.text for warning in eintrag.warnungen),
        "naechste_passage": naechste and naechste.text,
        "uebereinstimmung": naechste and naechste.uebereinstimmung,
        "forderungen_nah": abdeckung and abdeckung.nah,
        "forderungen": abdeckung and abdeckung.von,
        "beispiel": run.is_demo,
        # What the Antrag says that its file does not: it must not be taken for the file.
        "antrag_bearbeitet": "nicht aufgezeichnet" if edits is None else bool(edits),
        "antrag_aenderungen": edits and " | ".join(map(str, edits.changes)),
    }


def _select(connection: Connection, table: Table, condition: Condition) -> list[Row]:
    query = table.select().where(condition).order_by(*table.primary_key)
    rows = connection.execute(query).mappings()
    return [{name: _plain(value) for name, value in row.items()} for row in rows]


def _texts(connection: Connection, hashes: set[str]) -> list[Row]:
    found: list[Row] = []
    in_order = sorted(hashes)
    for start in range(0, len(in_order), 500):  # as many parameters as every database takes
        found += _select(connection, texte, texte.c.hash.in_(in_order[start : start + 500]))
    return found


def _plain(value: object) -> object:
    if isinstance(value, datetime | date):
        return value.isoformat()
    return list(value) if isinstance(value, tuple) else value

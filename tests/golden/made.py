"""What the code of today makes of the demo: Läufe, counts, tables, audits, bound quotes, read pages.

Each part maps names to plain values, without what differs from run to run (ids, moments, durations).
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import asdict, replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from core.assessment.lauf_audit import audit_laeufe
from core.base.settings import Settings
from core.base.table import Table
from core.demo.history import DAYS, LAST_DAY, demo_history
from core.features.monitor.alarms import alarm_state
from core.features.monitor.number_table import load_number_table
from core.features.vergleich.export_tables import tables
from core.features.vergleich.spalten import vergleich_of
from core.programme.context import Context
from core.programme.indexing import index_programme
from core.runs.figures import Gruppe
from core.runs.load_laeufe import Filter
from core.runs.store import Runstore, runstore
from core.wortlaut.reading.read_strom import read_strom
from tests.bench import zitate
from tests.bench.binding import Bank, answers, examine
from tests.programme.lesart import digests

Part = dict[str, Any]

DEMO = Filter(is_demo=True)
AUDITED = 50
FIRST = 6
OF_EACH_TRUE, OF_EACH_FALSE, QUOTES = 40, 25, 500
SEED = 20261125

VOLATILE = frozenset(
    ("id", "lauf_id", "batch_id", "created", "finished", "herzschlag", "dauer", "eingelesen")
) | {"similarity", "bibliotheken"}
"""Columns that differ from run to run, or in the last places by the machine."""

MEASURED = frozenset(("dauer", "id", "lauf_id", "bibliotheken"))
"""The same within a column."""

REAL = (
    "afd-bund-2021", "cdu-bund-2021", "fdp-bund-2013", "gruene-bund-2025",
    "linke-bund-2025", "spd-grundsatz-2007",
)  # fmt: skip
"""Programmes of the corpus."""


def played(folder: Path) -> Context:
    """The whole demo, indexed and with its history."""
    context = Context(replace(Settings(), chroma_dir=folder / "chroma", laeufe_dir=folder / "laeufe"))
    for _ in index_programme(context.registry.demo_programme, context=context):
        pass
    for _ in demo_history(context, LAST_DAY):
        pass
    return context


def made(context: Context) -> dict[str, Part]:
    with closing(runstore(context)) as store:
        return {
            "laeufe": laeufe(store),
            "monitor": monitor(store),
            "vergleich": vergleich(context, store),
            "audits": audits(context, store),
            "zitate": quotes(context),
        }


def _ids(store: Runstore) -> list[str]:
    """In the order of time."""
    return [row.id for row in reversed(store.list_laeufe(DEMO, limit=10_000))]


def laeufe(store: Runstore) -> Part:
    """Each column of the export as a digest over all Läufe, and each Lauf's quotes as they were bound."""
    ids = _ids(store)
    data = store.export_json(ids)
    by_id = {one["lauf"]["id"]: one for one in data["laeufe"]}
    columns: dict[str, list[object]] = defaultdict(list)
    bound = {}
    for number, exported in enumerate((by_id[id] for id in ids), start=1):
        for table, found in exported.items():
            for row in [found] if table == "lauf" else found:
                for column in row.keys() - VOLATILE:
                    value = _nearest(row[column]) if column == "naehe" else _rounded(row[column])
                    columns[f"{table}.{column}"].append((number, value))
        lauf, rows = exported["lauf"], exported["zitat"]
        name = f"{number}: {lauf['created'][:16]} {lauf['modell_gefragt']} {lauf['prompt_id']}"
        bound[name] = f"{len(rows)} {_digest([(row['partei'], row['eintrag']) for row in rows])}"
    return {
        "texte": _digest(sorted(data["texte"])),
        "spalten": {name: f"{len(found)} {_digest(found)}" for name, found in sorted(columns.items())},
        "zitate": bound,
    }


def _nearest(naehe: dict[str, float] | None) -> str | None:
    """Which Forderung a quote is nearest to. How near has seven places, the last of them the machine's."""
    return max(naehe, key=naehe.__getitem__) if naehe else None


def _digest(value: object) -> str:
    return sha256(json.dumps(value, ensure_ascii=False, sort_keys=True, default=str).encode()).hexdigest()[
        :10
    ]


def monitor(store: Runstore) -> Part:
    """Every count by every group, and the alarms."""
    counts = {
        str(gruppe): [_plain(asdict(one)) for one in store.quote_counts(gruppe, DEMO)] for gruppe in Gruppe
    }
    situation = alarm_state(load_number_table(store, True), DEMO, LAST_DAY - timedelta(DAYS))
    return {**counts, "alarme": _plain(asdict(situation))}


def vergleich(context: Context, store: Runstore) -> Part:
    """All tables of a comparison of every Lauf: their first rows, and each column as a digest."""
    found = vergleich_of(store, context.registry, _ids(store))
    moment = datetime(2026, 11, 25, 12, tzinfo=UTC)
    return {table.name: _table(table) for table in tables(found, 0, {}, moment)}


def _table(table: Table) -> Part:
    hidden = [number for number, name in enumerate(table.kopf) if name.startswith("Lauf")]
    rows = [["" if n in hidden else _plain(cell) for n, cell in enumerate(row)] for row in table.zeilen]
    rows = sorted((row for row in rows if "Sekunden" not in str(row[0])), key=str)  # Läufe of one moment mix
    columns = zip(table.kopf, zip(*rows, strict=True), strict=True) if rows else ()
    return {
        "zeilen": len(rows),
        "erste": rows[:FIRST],
        "spalten": {name: _digest(values) for name, values in columns},
    }


def audits(context: Context, store: Runstore) -> Part:
    """The first fifty quotes of language models, each held against its PDF."""
    found: list[str] = []
    for befund in audit_laeufe(context, _ids(store)[:40], im_druck=False):
        found += [f"{_plain(asdict(one))}" for one in befund.befunde]
    return {"befunde": found[:AUDITED], "von": len(found)}


def quotes(context: Context) -> Part:
    """What became of true, damaged and falsified quotes: status or reason, and where each was bound."""
    bank, rng = Bank.of(context), Random(SEED)
    true = zitate.true_quotes(rng, bank.stock, OF_EACH_TRUE)[:QUOTES]
    false = zitate.false_quotes(rng, bank.stock, OF_EACH_FALSE)[:QUOTES]
    return {name: _outcomes(bank, rng, own) for name, own in (("true", true), ("false", false))}


def _outcomes(bank: Bank, rng: Random, proben: Sequence[zitate.Probe]) -> Part:
    found = examine(bank, answers(bank, rng, proben))
    lines = [f"{one.probe.art}: {one.outcome} {one.span if one.bound else ''}".rstrip() for one in found]
    return {"kinds": dict(sorted(Counter(one.outcome for one in found).items())), "each": lines}


def read(paths: Iterable[Path]) -> Part:
    """Programme → digests of its text, paragraphs, words and boxes."""
    return {path.stem: digests(path.stem, read_strom(path)) for path in paths}


def _plain(value: object) -> Any:
    return json.loads(json.dumps(_rounded(value), ensure_ascii=False, default=str))


def _rounded(value: object) -> object:
    """Nine places: the last ones are a matter of the machine's arithmetic."""
    if isinstance(value, float):
        return float(f"{value:.9g}")
    if isinstance(value, dict):
        return {str(key): _rounded(one) for key, one in value.items() if key not in MEASURED}
    if isinstance(value, list | tuple):
        return [_rounded(one) for one in value]
    return value

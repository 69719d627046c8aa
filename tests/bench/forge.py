"""Forged files: 1,000 of Läufe, how many words are shown as proved that are not; Prüfakten of many kinds, how
many hold."""

import json
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from core.base.settings import Settings
from core.features.papers.bundle import bundle
from core.features.papers.lauf_report import report
from core.features.papers.verify import prove, verify
from core.programme.context import Context
from core.programme.indexing import index_programme
from core.proof.audit import Dateien
from core.runs.import_laeufe import read_export
from core.runs.store import open_store
from tests.bench.figures import Figure
from tests.pruefakte.conftest import judged_in
from tests.pruefakte.forgeries import HARMLESS, ZIPS, kinds
from tests.runs.beweisprobe import falsely_shown
from tests.runs.faelschungen import GELOGEN, faelschungen, load_export

NUMBER = 1_000


def measure() -> list[Figure]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        context = Context(replace(Settings(), chroma_dir=folder / "chroma", laeufe_dir=folder / "laeufe"))
        for _ in index_programme(context.registry.demo_programme, context=context):
            pass
        return [*_pruefakten(context), *_figures(context)]


def _pruefakten(context: Context) -> list[Figure]:
    honest = bundle(context, judged_in(context))
    seconds, passed, lying = [], [], []
    forgeries = list(kinds())
    for name, made in forgeries:
        begin = time.perf_counter()
        proof = prove(made(honest.data))  # here: a process for each would take most of the time
        seconds.append(time.perf_counter() - begin)
        passed += [name] if proof.ok else []
        lying += [name] if "<blockquote>„Wir schaffen die Schwerkraft" in proof.seite else []
    for name in (*passed, *lying):
        print(f"passed: {name}")
    holds = sum(verify(made(honest.data)).ok for name, made in ZIPS.items() if name in HARMLESS)
    return [
        Figure("honest Prüfakte, and packed anew: hold", verify(honest.data).ok + holds, "", "≥ 2"),
        Figure("kinds of forged Prüfakten", len(forgeries), "", "≥ 37"),
        Figure("of these passed", len(passed), "", "≤ 0"),
        Figure("pages of the proof with an invented sentence as a quote", len(lying), "", "≤ 0"),
        Figure("proving a forged one, slowest", max(seconds), "s"),
    ]


def _figures(context: Context) -> list[Figure]:
    store = open_store(None, context.settings.laeufe_dir)
    (there,) = read_export(store, json.dumps(load_export()).encode(), context).ids
    honest = store.load(there).zitate
    dateien: Dateien = {}
    seconds, false, quotes, unproved, printed = [], 0, 0, 0, 0
    for forged in faelschungen(NUMBER):
        begin = time.perf_counter()
        (lauf_id,) = read_export(store, json.dumps(forged.datei).encode(), context).ids
        seconds.append(time.perf_counter() - begin)
        lauf = store.load(lauf_id)
        if wrong := falsely_shown(context, lauf, dateien):
            false += 1
            print(forged.name, wrong)
        quotes += len(lauf.zitate)
        unproved += sum(not zitat.status.is_bound for zitat in lauf.zitate)
        printed += _quoted(report(context, [lauf]))
    store.close()
    proved = sum(zitat.status.is_bound for zitat in honest)
    return [
        Figure("honest file: quotes proved here", proved, "", f"≥ {len(honest)}"),
        Figure("forged files", NUMBER, "", "≥ 1000"),
        Figure("with words shown as proved that are not", false, "", "≤ 0"),
        Figure("reports that quote an invented sentence", printed, "", "≤ 0"),
        Figure("quotes of them not shown as quotes", unproved / quotes, "of 1"),
        Figure("reading one in, mean", 1000 * sum(seconds) / len(seconds), "ms"),
        Figure("reading one in, slowest", 1000 * max(seconds), "ms", "≤ 5000"),
    ]


def _quoted(page: str) -> bool:
    return any(GELOGEN[:40] in part.split("</blockquote>")[0] for part in page.split("<blockquote>")[1:])

"""How busy an Eichung keeps a model, what it never asks twice, how fast its page adds up."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from streamlit.testing.v1 import AppTest

from core.assessment.auftrag import Auftrag
from core.calibration.agreement import make_antworten, overall_picture, zuverlaessigkeit
from core.calibration.items import Eichsatz, EichungItem, read_eichsatz, shipped_sentence
from core.calibration.questions import make_fragen
from core.calibration.run_calibration import (
    AHEAD,
    PlannedEichung,
    begin_calibration,
    missing,
    run_calibration,
)
from core.context import Context, default_context
from core.index.indexing import demo_programme, index_programme, with_pdf
from core.llm.anfrage import Message
from core.llm.prompts import load_prompts
from core.models import Programm
from core.runs.store import runstore
from core.settings import ROOT, Settings
from tests.bench.assess import _slow_model as slow_model
from tests.bench.figures import Figure
from tests.bench.stock import workplace
from tests.calibration.simulated import answers, made_satz, store_eichung
from tests.conftest import KORPUS
from tests.llm.modellserver import Reply, Request, antwort, modellserver
from tests.pages.conftest import FRAME

DELAY, WORKERS = 0.05, 4
MODELLE, AGAIN = 5, 5
PARTEIEN = ("CDU", "SPD", "GRÜNE", "LINKE", "FDP", "AfD", "BSW")
WAHL, JAHR, THESEN = "Bundestag", 2025, 38


def measure() -> list[Figure]:
    os.environ.setdefault("OPENAI_API_KEY", "sk-messung-0000")
    figures = _page()
    with workplace() as folder:
        figures += _opened(folder)
        context = Context(
            replace(
                Settings(), pdf_dir=folder / "pdf", chroma_dir=folder / "index", laeufe_dir=folder / "laeufe"
            )
        )
        programme = context.registry.programme
        real = [id for id in with_pdf(context) if _is_of(programme[id])] if KORPUS.exists() else []
        for _ in index_programme([*demo_programme(context), *real], context=context):
            pass
        return [
            *figures,
            *_throughput(context, _sentence() if real else shipped_sentence(ROOT / "data")),
            *_killed(context),
        ]


def _is_of(programm: Programm) -> bool:
    return (programm.bundesland, programm.jahr) == ("BUND", JAHR)


def _sentence() -> Eichsatz:
    """Real theses, held by seven parties of another year: what is right does not matter here."""
    items = read_eichsatz(KORPUS / "wahlomat.jsonl.gz").items
    theses = list(dict.fromkeys(i.these for i in items if (i.wahl, i.jahr) == ("deutschland", 2021)))[:THESEN]
    return Eichsatz("Messung", tuple(EichungItem(WAHL, JAHR, t, p, 1) for t in theses for p in PARTEIEN))


def _planned(context: Context, satz: Eichsatz, url: str, modell: str = "openai/messung") -> PlannedEichung:
    fragen, prompts = make_fragen(context, satz), load_prompts(ROOT / "data" / "prompts")
    first = fragen.fragen[0].antrag()
    auftrag = Auftrag(antrag=first, modell=modell, prompt=prompts["streng"], api_base=url, pause=0.01)
    return PlannedEichung(auftrag, satz, fragen)


def _throughput(context: Context, satz: Eichsatz) -> list[Figure]:
    """Against a scripted model, and against one in a process of its own that LiteLLM speaks to over HTTP.

    The second is only told: LiteLLM takes most of the processor's time there.
    """
    scripted = _planned(context, satz, "", "demo/messung")
    scripted = replace(scripted, auftrag=replace(scripted.auftrag, skript=_slow))
    busy = time.process_time()
    fragen, seconds, failed = _timed(context, scripted)
    busy = time.process_time() - busy
    with slow_model() as url:
        _, over_http, _ = _timed(context, _planned(context, satz, url))
    ideal = (fragen - WORKERS) * DELAY / WORKERS
    return [
        Figure("questions asked (theses × parties)", fragen, "", "≥ 104"),
        Figure("of them failed", failed, "", "≤ 0"),
        Figure(
            "share of the possible, scripted model of 50 ms, 4 workers", 100 * ideal / seconds, "%", "≥ 85"
        ),
        Figure("… our own share of the processor, per question", 1000 * busy / fragen, "ms"),
        Figure("… of 50 ms behind LiteLLM and HTTP", 100 * ideal / over_http, "%"),
    ]


def _timed(context: Context, was: PlannedEichung) -> tuple[int, float, int]:
    """Questions, seconds and failures; the first load what is needed and do not count."""
    eichung_id, fragen = begin_calibration(context, was), was.fragen.fragen
    list(run_calibration(context, was.auftrag, eichung_id, fragen[:WORKERS], WORKERS))
    begin = time.perf_counter()
    steps = list(run_calibration(context, was.auftrag, eichung_id, fragen[WORKERS:], WORKERS))
    return len(fragen), time.perf_counter() - begin, sum(bool(step.fehler) for step in steps)


def _opened(folder: Path) -> list[Figure]:
    """The page itself, without the browser: when nothing of these Eichungen is kept yet, and again."""
    for name, sub in (("CHROMA_DIR", "seite"), ("PDF_DIR", "pdf"), ("LAEUFE_DIR", "seite-laeufe")):
        os.environ[name] = str(folder / sub)
    default_context.cache_clear()
    _seconds_of_page()  # reads in the demo and loads what is loaded once
    store = runstore(default_context())
    for run in range(MODELLE):
        store_eichung(store, _measured(), f"openai/messung-{run}")
    first, *again = (_seconds_of_page(MODELLE) for _ in range(1 + AGAIN))
    store.close()
    return [
        Figure("page Eichung over these, first", first, "s", "≤ 1.5"),
        Figure("… again, the quickest of some", min(again), "s", "≤ 0.5"),
    ]


def _seconds_of_page(shown: int = 0) -> float:
    app = AppTest.from_file(FRAME, default_timeout=120).switch_page("eichung.py")
    begin = time.perf_counter()
    app.run()
    seconds = time.perf_counter() - begin
    if app.exception or (shown and len(app.dataframe[0].value) != shown):
        raise RuntimeError(f"The page does not show {shown} Eichungen: {app.exception}")
    return seconds


def _measured() -> Eichsatz:
    made = made_satz(THESEN, len(PARTEIEN))
    return replace(
        made, items=tuple(replace(item, partei=PARTEIEN[int(item.partei[1:])]) for item in made.items)
    )


def _slow(messages: Sequence[Message], params: dict[str, Any]) -> str:
    time.sleep(DELAY)
    nothing = {"score": 5, "begruendung": "Gemessen.", "zitate": []}
    return json.dumps({"fraktion": "x", "wahlprogramm": nothing, "parteiprogramm": nothing})


def _killed(context: Context) -> list[Figure]:
    """Killed in the middle (SIGKILL), begun again: what was stored before is not asked for again."""
    asked: list[str] = []

    def script(request: Request) -> Reply:
        asked.append(str(request.body["messages"][-1]["content"]))
        nothing = {"score": 5, "begruendung": "Gemessen.", "zitate": []}
        reply = antwort({"fraktion": "x", "wahlprogramm": nothing, "parteiprogramm": nothing})
        return replace(reply, delay=DELAY)

    with modellserver(script) as server, tempfile.TemporaryDirectory() as folder:
        settings = replace(context.settings, laeufe_dir=Path(folder) / "laeufe")
        own = Context(settings)
        was = _planned(own, shipped_sentence(ROOT / "data"), server.url)
        eichung_id, fragen = begin_calibration(own, was), was.fragen
        _kill_halfway(settings, server.url, eichung_id, asked, len(fragen.fragen) // 2)
        done = {key: None for key in runstore(own).answered_keys(eichung_id)}
        before = len(asked)
        offen = missing(own, eichung_id, fragen)
        list(run_calibration(own, was.auftrag, eichung_id, offen, WORKERS))
        whole = len(runstore(own).answered_keys(eichung_id))
        runstore(own).close()
    return [
        Figure("answers stored when it was killed", len(done), "", "≥ 1"),
        Figure(
            "stored answers asked for again",
            len(asked) - before - (len(fragen.fragen) - len(done)),
            "",
            "≤ 0",
        ),
        Figure("questions under way when it was killed", before - len(done), "", f"≤ {WORKERS + AHEAD}"),
        Figure("answers at the end, of all", 100 * whole / len(fragen.fragen), "%", "≥ 100"),
    ]


def _kill_halfway(settings: Settings, url: str, eichung_id: str, asked: list[str], half: int) -> None:
    places = {name: str(getattr(settings, name)) for name in ("pdf_dir", "chroma_dir", "laeufe_dir")}
    command = [sys.executable, "-m", "tests.bench.calibration", json.dumps([places, url, eichung_id])]
    process = subprocess.Popen(command, cwd=ROOT)
    try:
        deadline = time.monotonic() + 300
        while len(asked) < half and process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.005)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()


def _work(places: dict[str, str], url: str, eichung_id: str) -> None:
    """What is killed: an Eichung in a process of its own."""
    context = Context(replace(Settings(), **{name: Path(path) for name, path in places.items()}))
    was = _planned(context, shipped_sentence(ROOT / "data"), url)
    offen = missing(context, eichung_id, was.fragen)
    list(run_calibration(context, was.auftrag, eichung_id, offen, WORKERS))


def _page() -> list[Figure]:
    """Everything that the page adds up for five models, first; shown again it is kept."""
    stock = [answers(made_satz(38, 7), f"{run}") for run in range(MODELLE)]
    names = ("these", "partei", "position", "score")
    begin = time.perf_counter()
    for rows in stock:
        antworten = make_antworten({name: [getattr(row, name) for row in rows] for name in names})
        overall_picture(antworten), zuverlaessigkeit(antworten)
    seconds = time.perf_counter() - begin
    return [Figure("all figures of 5 models × 38 theses × 7 parties", seconds, "s", "≤ 1.5")]


if __name__ == "__main__":
    _work(*json.loads(sys.argv[1]))

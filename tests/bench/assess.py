"""What a Lauf costs beside the model, and how busy a batch keeps a model: a scripted one on loopback."""

import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from core.antrag.antrag import Antrag
from core.antrag.read_antrag import read_antrag_pdf
from core.assessment.auftrag import Auftrag
from core.assessment.batch import combinations, run_batch
from core.assessment.pipeline import assess
from core.assessment.prompts import prompts_of
from core.base.settings import ROOT, Settings
from core.programme.context import Context
from core.programme.indexing import index_programme
from core.runs.store import runstore
from tests.bench.figures import Figure
from tests.bench.stock import workplace
from tests.conftest import KORPUS
from tests.llm.modellserver import Reply, Request, antwort, modellserver

PARTEIEN = ("CDU", "SPD", "GRÜNE", "LINKE", "FDP", "AfD", "PIRATEN") if KORPUS.exists() else ()
DELAY = 0.05
COMBINATIONS = 200
WORKERS = 4


def measure() -> list[Figure]:
    os.environ.setdefault("OPENAI_API_KEY", "sk-messung-0000")
    with workplace() as folder:
        context = read_stock(folder)
        return [*_own_time(context), *_throughput(context)]


def read_stock(folder: Path) -> Context:
    context = Context(
        replace(Settings(), pdf_dir=folder / "pdf", chroma_dir=folder / "index", laeufe_dir=folder / "laeufe")
    )
    for _ in index_programme(context.with_pdf() or context.registry.demo_programme, context=context):
        pass
    return context


def read_antraege(context: Context) -> list[Antrag]:
    if KORPUS.exists():
        return [
            read_antrag_pdf(path, context.registry)
            for path in sorted((KORPUS / "antraege").glob("*-antrag.pdf"))
        ]
    files = sorted((ROOT / "data" / "demo" / "pdf").glob("antrag-*.pdf"))
    return [read_antrag_pdf(path, context.registry) for path in files]


def _quoting(request: Request) -> Reply:
    """Quotes the first sentence of the first three sources, and one that is invented."""
    text = str(request.body["messages"][-1]["content"])
    sources = re.findall(r"^\[(Q\d+)\].*?\n„(.*?)“$", text, re.DOTALL | re.MULTILINE)[:3]
    zitate = [{"text": re.split(r"(?<=[.!?])\s", body)[0], "quelle": f"[{q}]"} for q, body in sources]
    zitate.append({"text": "Wir schaffen die Schwerkraft im ganzen Land endgültig ab.", "quelle": "[Q1]"})
    part = {"score": 5, "begruendung": "Gemessen.", "zitate": zitate}
    nothing = {"score": None, "begruendung": "", "zitate": []}
    return antwort({"fraktion": "x", "wahlprogramm": part, "parteiprogramm": nothing})


def _template(context: Context, url: str) -> Auftrag:
    prompt = prompts_of(context)["streng"]
    return Auftrag(
        antrag=read_antraege(context)[0],
        modell="openai/messung",
        prompt=prompt,
        api_base=url,
        weitere=PARTEIEN,
    )


def _own_time(context: Context) -> list[Figure]:
    """All that is not waiting for the model, of a Lauf that asks seven parties."""
    antraege = [antrag for antrag in read_antraege(context) if antrag.bundesland]
    seconds, quotes = [], []
    with modellserver(_quoting) as server:
        template = _template(context, server.url)
        for antrag in [antraege[0], *antraege]:  # the first loads LiteLLM and does not count
            begin = time.perf_counter()
            lauf_id = assess(context, replace(template, antrag=antrag, fresh=True))
            spent = time.perf_counter() - begin
            lauf = runstore(context).load(lauf_id)
            seconds.append(spent)
            quotes.append(len(lauf.zitate))
    p50 = statistics.median(seconds[1:])
    return [
        Figure("parties asked in a Lauf", len(lauf.teile), "", "≥ 7" if KORPUS.exists() else ""),
        Figure("quotes bound or dropped in a Lauf, mean", statistics.mean(quotes), ""),
        Figure("a Lauf with a model that answers at once, p50", 1000 * p50, "ms", "≤ 300"),
    ]


def _throughput(context: Context) -> list[Figure]:
    """A batch against a model in a process of its own that takes 50 ms for an answer."""
    with _slow_model() as url:
        template = _template(context, url)
        auftraege = combinations(
            [template.antrag], ["openai/messung"], [template.prompt], COMBINATIONS, template
        )
        begin = time.perf_counter()
        done = list(run_batch(context, auftraege, WORKERS))
        seconds = time.perf_counter() - begin
    parties = len(runstore(context).load(done[0].lauf_id).teile)
    ideal = COMBINATIONS * parties * DELAY / WORKERS
    return [
        Figure("combinations done", len(done), "", f"≥ {COMBINATIONS}"),
        Figure("time of the batch", seconds, "s"),
        Figure("share of the ideal throughput", 100 * ideal / seconds, "%", "≥ 85"),
    ]


@contextmanager
def _slow_model() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "antwort.json"
        nothing = {"score": 5, "begruendung": "Gemessen.", "zitate": []}
        script.write_text(json.dumps({"fraktion": "x", "wahlprogramm": nothing, "parteiprogramm": nothing}))
        command = [sys.executable, "-m", "tests.bench.assess", str(script)]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
            try:
                assert process.stdout
                yield process.stdout.readline().strip()
            finally:
                process.kill()


def _serve(script: Path) -> None:
    text = script.read_text()
    with modellserver(lambda request: replace(antwort(text), delay=DELAY)) as server:
        sys.stdout.write(f"{server.url}\n")
        sys.stdout.flush()
        time.sleep(3600)


if __name__ == "__main__":
    _serve(Path(sys.argv[1]))

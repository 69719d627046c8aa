"""A batch on PostgreSQL, a Chroma server and Dask: every Antrag is judged once, if a worker is killed too.

All parts are processes on loopback. The model is a local server that speaks OpenAI's protocol. Programmes are
read in by the workers too.
"""

import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

from core.antrag.antrag import Antrag
from core.antrag.read_antrag import read_antrag_bytes
from core.assessment.auftrag import Auftrag
from core.assessment.batch import run_batch
from core.assessment.prompts import prompts_of
from core.base.settings import ROOT
from core.demo.demo_antraege import demo_antraege
from core.processes.cluster import DASK
from core.programme.chroma_worker import check_server
from core.programme.context import Context
from core.programme.indexing import Leseausgang, index_programme
from core.runs.lauf import Status
from core.runs.store import runstore
from core.wortlaut.errors import DashboardError
from tests.bench.figures import Figure
from tests.e2e.modell import ZUM_ANTRAG, Zitierer
from tests.e2e.server import environment, free_port, settings
from tests.llm.modellserver import Reply, Request, antwort, modellserver
from tests.prozesse import until
from tests.runs.postgres import cluster

ANTRAEGE = 200
MODELL = "openai/gpt-4.1"


def measure(cases: int = ANTRAEGE) -> list[Figure]:
    return outcome(cases)


def outcome(count: int) -> list[Figure]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="verteilt-")))
        asked: Counter[str] = Counter()

        def model(request: Request) -> Reply:
            asked[str(request.body["messages"])] += 1
            about_antrag = "AntragAntwort" in str(request.body.get("response_format"))
            return replace(antwort(ZUM_ANTRAG) if about_antrag else Zitierer(2)(request), delay=0.3)

        models = stack.enter_context(modellserver(model))
        database = stack.enter_context(cluster())
        chroma, scheduler = free_port(), f"tcp://127.0.0.1:{free_port()}"
        more = {DASK: scheduler, "OPENAI_API_KEY": "sk-probe-12345678", "OPENAI_API_BASE": models.url}
        env = environment(folder, PYTHONPATH=str(ROOT), **more)

        def part(*command: str | Path) -> "subprocess.Popen[bytes]":
            with (folder / "parts.log").open("ab") as out:
                program = Path(sys.executable).with_name(str(command[0]))
                begun = stack.enter_context(
                    subprocess.Popen([program, *map(str, command[1:])], env=env, stdout=out, stderr=out)
                )
            stack.callback(begun.kill)
            return begun

        part("chroma", "run", "--path", folder / "server", "--host", "127.0.0.1", "--port", str(chroma))
        port = scheduler.rpartition(":")[2]
        part("dask", "scheduler", "--host", "127.0.0.1", "--port", port, "--no-dashboard")
        work = ("dask", "worker", scheduler, "--nthreads", "2", "--no-nanny", "--no-dashboard")
        workers = [part(*work), part(*work)]
        context = Context(
            replace(settings(folder), database_url=database, chroma_url=f"http://127.0.0.1:{chroma}")
        )
        until(lambda: _answers(context.settings.chroma_url or ""), 120)
        stack.enter_context(patch.dict(os.environ, more))
        read = [one.ausgang for one in index_programme(context.registry.demo_programme, context=context)]
        begin = time.monotonic()
        threading.Thread(target=_kill_in_the_middle, args=(context, count, workers[0]), daemon=True).start()
        prompt = prompts_of(context)["streng"]
        batch_id = runstore(context).start_batch("{}", count)
        auftraege = [
            replace(Auftrag.of(context, antrag, MODELL, prompt), batch_id=batch_id)
            for antrag in made(context, count)
        ]
        results = list(run_batch(context, auftraege, workers=4))
        seconds = time.monotonic() - begin
        rows = runstore(context).list_laeufe(limit=5 * count)
        done = Counter(row.titel for row in rows if row.status is Status.FERTIG)
        context.close()
        killed = sum(worker.poll() == -signal.SIGKILL for worker in workers)
        told = sum(one.status is Status.FERTIG for one in results)
        return [
            Figure("programmes read in by workers", read.count(Leseausgang.NEU), "", f"≥ {len(read)}"),
            Figure("workers killed -9 in the middle, of two", killed, "", "≥ 1"),
            Figure("Anträge with one finished Lauf", sum(n == 1 for n in done.values()), "", f"≥ {count}"),
            Figure("results told as finished", told, "", f"≥ {count}"),
            Figure("Läufe begun again", len(rows) - done.total(), ""),
            Figure("questions asked twice, of all", asked.total() - len(asked), f"of {asked.total()}"),
            Figure("from the first Lauf to the last", seconds, "s"),
        ]


def _kill_in_the_middle(context: Context, count: int, worker: "subprocess.Popen[bytes]") -> None:
    until(lambda: runstore(context).count_laeufe() > count / 2, 3600)
    worker.kill()


def _answers(chroma: str) -> bool:
    try:
        check_server(chroma)
    except (DashboardError, OSError):
        return False
    return True


def made(context: Context, count: int) -> list[Antrag]:
    """The demo's Anträge in so many versions, each with a sentence that no other has."""
    read = [
        read_antrag_bytes(path.read_bytes(), context.registry) for path in demo_antraege(context).values()
    ]
    told = [(read[number % len(read)], number) for number in range(count)]
    return [
        replace(one, titel=f"{one.titel} ({n})", text=f"{one.text}\n\nDas gilt für {n + 2} Orte.")
        for one, n in told
    ]

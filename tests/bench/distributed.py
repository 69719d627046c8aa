"""Beyond one machine, as processes on loopback: whatever of it is killed, every Lauf is there exactly once.

Two apps, a Chroma server, PostgreSQL, a Dask scheduler and two workers, as docs/several-machines.md sets
them up. In a browser somebody starts a comparison in each app. Each part is killed once in the middle and
started again, as systemd would. The language model is a local server that speaks OpenAI's protocol.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from playwright.sync_api import Browser, expect

from core.antrag.antrag import Antrag
from core.antrag.read_antrag import read_antrag_bytes
from core.context import Context
from core.demo.demo_antraege import demo_antraege
from core.errors import DashboardError
from core.index.chroma_failures import check_server
from core.index.indexing import Indexergebnis, demo_programme, index_steps
from core.index.reading_pool import Leseausgang
from core.runs.lauf import Status
from core.runs.sql import text
from core.runs.store import Runstore, open_store
from core.settings import ROOT
from tests.bench.figures import Figure
from tests.e2e.browser import chromium, settle
from tests.e2e.modell import ZUM_ANTRAG, Zitierer
from tests.e2e.server import environment, free_port, settings
from tests.llm.modellserver import Reply, Request, antwort, modellserver
from tests.runs.postgres import programs, run

ANTRAEGE = 200
MODELL = "openai/gpt-4.1"
KILLED = ("worker-1", "app-1", "scheduler", "chroma", "postgresql")
ANSWERS_AFTER = 0.3
"""Seconds: else there would be no middle to be killed in."""

LONGEST = 3600.0
RESTARTED_AFTER = 1.0
"""RestartSec of the units in docs/setup."""


@dataclass
class Part:
    """A process that is started again whenever it ends, until it is over."""

    name: str
    command: Sequence[str | Path]
    env: dict[str, str]
    log: Path
    user: str | None = None
    starts: int = 0
    process: "subprocess.Popen[bytes] | None" = None

    def start(self) -> None:
        with self.log.open("ab") as out:
            self.process = subprocess.Popen(
                list(map(str, self.command)), cwd="/" if self.user else ROOT, env=self.env,
                stdout=out, stderr=out, start_new_session=True, user=self.user,
            )  # fmt: skip
        self.starts += 1

    def kill(self) -> None:
        """With all that it has started itself."""
        assert self.process
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


@dataclass
class House:
    """All parts, kept alive."""

    folder: Path
    parts: dict[str, Part]
    apps: list[int]
    database: str
    over: threading.Event = field(default_factory=threading.Event)

    def keep_alive(self) -> None:
        while not self.over.wait(RESTARTED_AFTER):
            for part in self.parts.values():
                if part.process and part.process.poll() is not None:
                    part.start()


def measure(cases: int = ANTRAEGE) -> list[Figure]:
    return outcome(cases, KILLED)


def outcome(antraege: int, killed: Sequence[str]) -> list[Figure]:
    asked: Counter[str] = Counter()

    def model(request: Request) -> Reply:
        asked[str(request.body["messages"])] += 1
        return replace(answered(request), delay=ANSWERS_AFTER)

    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="verteilt-")))
        models = stack.enter_context(modellserver(model))
        house = stack.enter_context(built(folder, models.url))
        store = open_store(house.database, folder)
        stack.callback(store.close)
        ids = [store.save_antrag(one) for one in made(antraege)]
        begin = time.monotonic()
        with chromium() as browser:
            for port, own in zip(house.apps, (ids[::2], ids[1::2]), strict=True):
                start_comparison(browser, port, own)
        for number, name in enumerate(killed, 1):
            _wait(partial(_is_past, store, antraege * number / (len(killed) + 1)))
            house.parts[name].kill()
        _wait(lambda: not under_way(store))
        return _figures(store, house, antraege, killed, asked, time.monotonic() - begin)


def answered(request: Request) -> Reply:
    """About the Antrag itself, or about a party."""
    if "AntragAntwort" in str(request.body.get("response_format")):
        return antwort(ZUM_ANTRAG)
    return Zitierer(2)(request)


def _figures(
    store: Runstore, house: House, antraege: int, killed: Sequence[str], asked: Counter[str], seconds: float
) -> list[Figure]:
    with store.reading() as connection:
        rows = connection.execute(text("SELECT antrag_hash, status FROM lauf")).all()
    done = Counter(row.antrag_hash for row in rows if row.status == Status.FERTIG)
    failed = sum(row.status == Status.FEHLGESCHLAGEN for row in rows)
    restarted = sum(house.parts[name].starts > 1 for name in killed)
    return [
        Figure("Anträge given to two apps at once", antraege, ""),
        Figure("parts killed -9 in the middle, and started again", restarted, "", f"≥ {len(killed)}"),
        Figure("Läufe finished", done.total(), "", f"≥ {antraege}"),
        Figure("Anträge without a finished Lauf", antraege - len(done), "", "≤ 0"),
        Figure("Anträge with two", sum(count > 1 for count in done.values()), "", "≤ 0"),
        Figure("Läufe that failed", failed, "", "≤ 0"),
        Figure("Läufe begun again", len(rows) - done.total() - failed, ""),
        Figure("questions asked twice, of all", asked.total() - len(asked), f"of {asked.total()}"),
        Figure("from the first click to the last Lauf", seconds, "s"),
    ]


def finished(store: Runstore) -> int:
    """0 while the database is away."""
    return _asked(store, "SELECT count(*) FROM lauf WHERE status = 'fertig'")


def _is_past(store: Runstore, count: float) -> bool:
    return finished(store) >= count


def under_way(store: Runstore) -> int:
    running = "SELECT count(*) FROM batch WHERE herzschlag IS NOT NULL AND angehalten IS NULL"
    return _asked(store, running, unknown=1)


def _asked(store: Runstore, question: str, unknown: int = 0) -> int:
    try:
        with store.reading() as connection:
            return int(connection.scalar(text(question)) or 0)
    except DashboardError:
        return unknown


def _wait(until: Callable[[], bool]) -> None:
    end = time.monotonic() + LONGEST
    while not until():
        if time.monotonic() > end:
            raise TimeoutError("it does not go on")
        time.sleep(0.5)


# --- what is done in the browser ----------------------------------------------------------------------------


def made(count: int) -> list[Antrag]:
    """The demo's Anträge in so many versions, each with a sentence that no other has."""
    context = Context(settings(ROOT))
    read = [
        read_antrag_bytes(path.read_bytes(), context.registry) for path in demo_antraege(context).values()
    ]
    return [
        replace(
            one := read[number % len(read)],
            titel=f"{one.titel} ({number})",
            text=f"{one.text}\n\nDas gilt für {number + 2} Orte.",
        )
        for number in range(count)
    ]


def start_comparison(browser: Browser, port: int, ids: Sequence[str]) -> None:
    page = browser.new_context(locale="de-DE", reduced_motion="reduce").new_page()
    page.set_default_timeout(180_000)
    page.goto(f"http://127.0.0.1:{port}/vergleich?antraege={','.join(ids)}")
    expect(page.get_by_role("dialog")).to_be_visible(timeout=180_000)
    settle(page)
    page.get_by_role("button", name="Clear all").nth(1).click()
    settle(page)
    page.get_by_role("combobox", name=re.compile("^Modelle|Modelle$")).click()
    page.get_by_role("option", name=re.compile("^GPT-4.1 ·")).first.click()
    if page.get_by_role("listbox").is_visible():
        page.keyboard.press("Escape")
    settle(page)
    page.get_by_role("button", name="Starten", exact=True).click()
    expect(page).to_have_url(re.compile("stapel="), timeout=300_000)
    page.context.close()


# --- what is set up -----------------------------------------------------------------------------------------


@contextmanager
def built(folder: Path, model_url: str) -> Iterator[House]:
    database, chroma, dask = free_port(), free_port(), free_port()
    url = f"postgresql://postgres@127.0.0.1:{database}/postgres"
    env = environment(
        folder,
        DATABASE_URL=url,
        CHROMA_URL=f"http://127.0.0.1:{chroma}",
        DASK_SCHEDULER_ADDRESS=f"tcp://127.0.0.1:{dask}",
        OPENAI_API_KEY="sk-probe-12345678",
        OPENAI_API_BASE=model_url,
        PYTHONPATH=str(ROOT),
    )
    apps = [free_port(), free_port()]
    services = [
        _postgresql(folder, database),
        _part(folder, env, "chroma", Path(sys.executable).with_name("chroma"), "run",
              "--path", folder / "server", "--host", "127.0.0.1", "--port", str(chroma)),
        _part(folder, env, "scheduler", *DASK, "scheduler", "--host", "127.0.0.1", "--port", str(dask),
              "--no-dashboard"),
    ]  # fmt: skip
    workers = [
        _part(folder, env, f"worker-{n}", *DASK, "worker", f"tcp://127.0.0.1:{dask}", "--nthreads", "2",
              "--no-nanny", "--no-dashboard", "--death-timeout", "30")
        for n in (1, 2)
    ]  # fmt: skip
    served = [
        _part(folder, env, f"app-{n}", sys.executable, "-m", "streamlit", "run", "dashboard.py",
              "--server.headless=true", f"--server.port={port}")
        for n, port in enumerate(apps, 1)
    ]  # fmt: skip
    house = House(folder, {part.name: part for part in [*services, *workers, *served]}, apps, url)
    try:
        for part in services:
            part.start()
        _wait(lambda: _answers(house.database, env["CHROMA_URL"], folder))
        _read_in(folder, url, env["CHROMA_URL"])
        for part in [*workers, *served]:
            part.start()
        threading.Thread(target=house.keep_alive, daemon=True).start()
        yield house
    finally:
        house.over.set()
        time.sleep(RESTARTED_AFTER)
        for part in reversed(house.parts.values()):
            if part.process:
                part.kill()


DASK = (sys.executable, "-m", "dask")


def _part(folder: Path, env: dict[str, str], name: str, *command: str | Path) -> Part:
    return Part(name, command, env, folder / f"{name}.log")


def _postgresql(folder: Path, port: int) -> Part:
    """With fsync, as it is when it is not told otherwise: nothing acknowledged may be lost."""
    data, user = folder / "pg", "postgres" if os.getuid() == 0 else None
    data.mkdir()
    if user:
        folder.chmod(0o755)
        shutil.chown(data, user)
    run(programs() / "initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "-N")
    options = ["-p", str(port), "-c", "listen_addresses=127.0.0.1", "-c", f"unix_socket_directories={data}"]
    command = [programs() / "postgres", "-D", data, *options]
    return Part("postgresql", command, dict(os.environ), folder / "postgresql.log", user)


def _answers(database_url: str, chroma_url: str, folder: Path) -> bool:
    """Each of the two may be the later one: a busy machine starts Chroma in more than ten seconds."""
    try:
        open_store(database_url, folder).close()
        check_server(chroma_url)
    except (DashboardError, OSError):
        return False
    return True


def _read_in(folder: Path, database_url: str, chroma_url: str) -> None:
    own = replace(settings(folder), database_url=database_url, chroma_url=chroma_url)
    context = Context(own)
    steps = index_steps(demo_programme(context), context=context)
    ends = [step for step in steps if isinstance(step, Indexergebnis)]
    assert ends and all(end.ausgang is Leseausgang.NEU for end in ends)
    context.close()

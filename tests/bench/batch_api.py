"""Batches of providers, killed at every step: nothing is paid twice, nothing lost, and the books are right.

The work is done in a process of its own that is killed with SIGKILL at a step, and begun again by another,
against a provider in this one that takes batches by OpenAI's and Anthropic's protocol and numbers its bills.
"""

import importlib
import itertools
import os
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

from core.assessment import sammel
from core.assessment.auftrag import Auftrag
from core.assessment.batch import combinations
from core.assessment.sammel import Collection
from core.base.settings import Settings
from core.llm.anfrage import Budget
from core.llm.litellm_access import BATCH_SHARE, Price
from core.programme.context import Context
from core.runs.buchungen import VORGEMERKT
from core.runs.lauf import Status
from core.runs.sammel import Sammelbuch
from core.runs.store import runstore
from core.runs.tables import buchung
from tests.assessment.conftest import PROMPTS
from tests.bench.billing import numbered
from tests.bench.books import indexed
from tests.bench.figures import Figure
from tests.e2e.modell import Zitierer
from tests.llm.sammelserver import Sammelserver, sammelserver
from tests.prozesse import processes

MODELLE = ("openai/gpt-4.1-mini", "anthropic/claude-haiku-4-5")
TAKES = 0.3
"""Seconds until a batch is answered: it is looked at before that, too."""

PATIENT = 300.0


@dataclass(frozen=True)
class Step:
    """At the `nth` call of what stands in a module, before or after it; without a module: while the provider
    has done what was asked and its reply has not left."""

    name: str
    module: str = ""
    is_before: bool = True
    nth: int = 1

    def __str__(self) -> str:
        when = "before" if self.is_before else "after"
        return f"{when} {self.name} {self.nth}" if self.module else f"before the reply to {self.name}"


FILE = Step("file")
"""Only OpenAI takes one."""

SAMMEL, BOOK = "core.assessment.sammel", "core.runs.sammel:Sammelbuch"
STORE = "core.runs.store:Runstore"
STEPS = (
    Step("begin", BOOK),
    Step("batch"),
    Step("book_answer", BOOK, False, 2),
    Step("end", BOOK, False),
    Step("save_teil", STORE, False, 2),
    Step("begin", BOOK, False),
    FILE,
    Step("note_sending", BOOK),
    Step("note_sending", BOOK, False),
    Step("note_posted", BOOK),
    Step("note_posted", BOOK, False),
    Step("look"),
    Step("results"),
    Step("read_result", SAMMEL),
    Step("book_answer", BOOK),
    Step("book_answer", BOOK, False, 4),
    Step("end", BOOK),
    Step("take_over", "core.runs.asking", False),
    Step("save_teil", STORE),
    Step("finish", STORE),
)
"""The first five are those that tests try every day."""

KILLS = 2 * len(STEPS) - 1


@dataclass
class Ergebnis:
    """`lost`: Läufe that are not there whole. `off`: bills that are no row, rows that are no bill or have
    another price, and requests that stay open."""

    kills: int = 0
    twice: int = 0
    lost: int = 0
    off: int = 0
    bills: int = 0
    faults: list[str] = field(default_factory=list)


def measure() -> list[Figure]:
    steps = [(step, MODELLE[(place + again) % 2]) for again in (0, 1) for place, step in enumerate(STEPS)]
    steps = [(step, modell) for step, modell in steps if step != FILE or modell == MODELLE[0]][:KILLS]
    with tempfile.TemporaryDirectory() as folder:
        context = indexed(Path(folder))
        ergebnis = killed_at(context.settings, steps)
        context.close()
    for fault in ergebnis.faults:
        sys.stderr.write(f"{fault}\n")
    return [
        Figure("killed amid a batch", ergebnis.kills, "", f"≥ {len(steps)}"),
        Figure("requests that were billed", ergebnis.bills, "", "≥ 1"),
        Figure("billed twice", ergebnis.twice, "", "≤ 0"),
        Figure("Läufe that were lost", ergebnis.lost, "", "≤ 0"),
        Figure("bills and rows that are not each other's", ergebnis.off, "", "≤ 0"),
    ]


def killed_at(settings: Settings, steps: Sequence[tuple[Step, str]]) -> Ergebnis:
    """Each on an Antrag of its own, in one store, with one provider."""
    ergebnis = Ergebnis()
    with sammelserver(Zitierer(), TAKES) as server:
        for number, (step, modell) in enumerate(steps, start=1):
            work = Work(server.url, modell, number, settings.laeufe_dir / f"fertig-{number}")
            _begin(settings, server, work, step)
            ergebnis.kills += not work.done.exists()
            _begin(settings, server, work)
            _check(settings, server, work, f"{step}, {modell}", ergebnis)
        ergebnis.bills = len(server.bills)
        ergebnis.off += sum(_unbooked(Context(settings), server).values())
        ergebnis.twice = sum(count - 1 for count in server.billed.values())
    return ergebnis


@dataclass(frozen=True)
class Work:
    url: str
    modell: str
    number: int
    done: Path


def _begin(settings: Settings, server: Sammelserver, work: Work, step: Step | None = None) -> None:
    own = step if step and step.module else None
    process = processes.Process(target=do_work, args=(settings, work, own))
    if step and not step.module:

        def kill(event: str) -> None:
            if event == step.name and process.is_alive():
                process.kill()
                process.join()

        server.on_event = kill
    process.start()
    process.join(PATIENT)
    process.kill()
    process.join()
    server.on_event = lambda event: None


def do_work(settings: Settings, work: Work, step: Step | None) -> None:
    """In the process."""
    for name in ("OPENAI", "ANTHROPIC"):
        os.environ |= {f"{name}_API_KEY": "sk-probe-12345678", f"{name}_API_BASE": work.url}
    sammel.SETTLES, sammel.FIRST_PAUSE, sammel.LONGEST_PAUSE = timedelta(seconds=0.5), 0.05, 0.1
    if step:
        _arm(step)
    context = Context(settings)
    antraege = numbered(10 * work.number, 2)
    template = Auftrag.of(context, antraege[0], work.modell, PROMPTS["streng"], weitere=("LINDENBUND",))
    wanted = combinations(antraege, [work.modell], [PROMPTS["streng"]], 1, template)
    results = list(Collection(context, wanted, 2, Budget(5.0)).run(waits=True))
    if len(results) == len(wanted) and all(one.status is Status.FERTIG for one in results):
        work.done.touch()
    context.close()


def _arm(step: Step) -> None:
    module, _, kind = step.module.partition(":")
    owner = importlib.import_module(module)
    owner = getattr(owner, kind) if kind else owner
    setattr(owner, step.name, killed_at_call(getattr(owner, step.name), step))


def killed_at_call(called: Callable[..., Any], step: Step) -> Callable[..., Any]:
    count = itertools.count(1)

    def at_step(*args: Any, **named: Any) -> Any:
        is_here = next(count) == step.nth
        if is_here and step.is_before:
            os.kill(os.getpid(), signal.SIGKILL)
        value = called(*args, **named)
        if is_here:
            os.kill(os.getpid(), signal.SIGKILL)
        return value

    return at_step


def _check(settings: Settings, server: Sammelserver, work: Work, told: str, ergebnis: Ergebnis) -> None:
    context = Context(settings)
    store = runstore(context)
    titles = {antrag.titel for antrag in numbered(10 * work.number, 2)}
    finished = [zeile for zeile in store.list_laeufe() if zeile.status is Status.FERTIG]
    whole = {zeile.titel for zeile in finished if not zeile.fehlgeschlagen} & titles
    lost = len(titles - whole) or int(not work.done.exists())
    twice, unbooked = max(server.billed.values(), default=0) > 1, _unbooked(context, server)
    if lost or twice or unbooked or Sammelbuch(store).list_open():
        ergebnis.faults.append(f"{told}: {lost} lost, billed twice: {twice}, off: {unbooked}")
    ergebnis.lost += lost
    ergebnis.off += len(Sammelbuch(store).list_open())
    store.close()
    context.close()


def _unbooked(context: Context, server: Sammelserver) -> Counter[tuple[int, float]]:
    """By tokens and price: what is billed and not booked, or booked and not billed, and what is open."""
    store = runstore(context)
    with store.reading() as connection:
        b = buchung.c
        rows = connection.execute(buchung.select().with_only_columns(b.tokens_ein, b.kosten, b.grund)).all()
    prices = {modell.partition("/")[2]: Price(context, modell) for modell in MODELLE}
    booked = Counter((row.tokens_ein, round(row.kosten or 0.0, 12)) for row in rows if row.tokens_ein)
    billed = Counter(
        (
            one.tokens_ein,
            round((prices[one.model].of(one.tokens_ein, one.tokens_aus) or 0.0) * BATCH_SHARE, 12),
        )
        for one in server.bills
    )
    opened = Counter({(0, 0.0): sum(row.grund == VORGEMERKT for row in rows)})
    return (booked - billed) + (billed - booked) + opened

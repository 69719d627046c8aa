"""Which sources of Anträge are alive: each is asked one small question, and told in a line."""

import argparse
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from core.base import formats
from core.base.errors import EingabeError, SourceRefused, SourceUnreachable, SourceUnrecognised
from core.cli import output
from core.features.sources.parliaments import PARLIAMENTS, UNTRIED, Parliament, source_named, sources_of
from core.programme.context import Context, default_context
from core.wortlaut.errors import DashboardError

AT_ONCE = 6
STATES: tuple[tuple[type[DashboardError], str], ...] = (
    (SourceUnrecognised, "andere Form als bekannt"),
    (SourceRefused, "verweigert"),
    (SourceUnreachable, "nicht zu erreichen"),
    (EingabeError, "nicht gefragt"),
)
ALIVE = "antwortet wie bekannt"


@dataclass(frozen=True, slots=True)
class SourceAnswer:
    """`told`: why it is not alive."""

    name: str
    quelle: str
    zustand: str
    sekunden: float
    told: str = ""


def add_option(doctor: argparse.ArgumentParser) -> None:
    doctor.add_argument(
        "--quellen",
        action="store_const",
        const=run_quellen,
        dest="instead",
        help="nur die Quellen der Anträge im Internet: welche antworten, und in welcher Form",
    )


def run_quellen(arguments: argparse.Namespace) -> int:
    context = default_context()
    land = context.registry.find_bundesland(arguments.bundesland) if arguments.bundesland else None
    names = list(sources_of(land)) if land else [n if p.land else f"{n}-nrw" for n, p in PARLIAMENTS.items()]
    answers = []
    with output.progress(len(names), quiet=arguments.json) as advance:
        for answer in ask_each(context, names):
            advance(answer.quelle)
            answers.append(answer)
    columns = (
        ("Name", lambda one: one.name),
        ("Quelle", lambda one: one.quelle),
        ("Zustand", lambda one: one.zustand),
        ("Sekunden", lambda one: formats.number(one.sekunden, 1)),
    )

    def show() -> None:
        output.print_table(columns, answers)
        output.say(*(f"{one.name}: {one.told}" for one in answers if one.told), UNTRIED)

    output.emit(arguments.json, answers, show)
    return 0 if all(one.zustand == ALIVE for one in answers) else 1


def ask_each(context: Context, names: list[str]) -> Iterator[SourceAnswer]:
    """In the order of the names; several at once, each host at its own pace."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        yield from pool.map(lambda name: _ask(context, name), names)


def _ask(context: Context, name: str) -> SourceAnswer:
    """Whether it knows the first paper of the latest period does not matter: it has to answer in its form."""
    parliament = PARLIAMENTS[name.partition("-")[0]]
    begun = time.monotonic()
    try:
        source = source_named(context, name)
        if parliament.probe:
            parliament.probe(source)
        else:
            source.by_number(_first_number(context, parliament))
    except DashboardError as error:
        state = next((told for kind, told in STATES if isinstance(error, kind)), "Fehler")
        return SourceAnswer(name, parliament.label, state, time.monotonic() - begun, str(error))
    return SourceAnswer(name, parliament.label, ALIVE, time.monotonic() - begun)


def _first_number(context: Context, parliament: Parliament) -> str:
    terms = context.registry.parlamente[parliament.land or "NRW"].wahlperioden
    return f"{max(term.nummer for term in terms)}/1"

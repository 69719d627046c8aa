"""`rates`: how many quotes carry by the word of a checker, corrected by what people said of some of them."""

import argparse

from core.base import formats
from core.cli import output
from core.cli.output import emit
from core.features.support.sample import (
    ANSWERS,
    BATCH,
    CheckerRates,
    checked_quotes,
    draw,
    last_draws,
    rate_told,
    rates_of,
)
from core.programme.context import default_context
from core.runs.store import runstore


def add_rates(rates: argparse.ArgumentParser) -> None:
    rates.add_argument(
        "--draw",
        action="store_true",
        help=f"{BATCH} geprüfte Zitate zufällig ziehen, die Menschen lesen sollen (im Monitor, „Prüfmodell“)",
    )
    rates.add_argument(
        "--model",
        metavar="MODELL",
        help="nur dieses Prüfmodell (beim Ziehen ohne Angabe das mit den meisten geprüften Zitaten)",
    )


def run_rates(arguments: argparse.Namespace) -> int:
    store = runstore(default_context())
    if arguments.draw:
        names = [one for one in checked_quotes(store) if arguments.model in (None, one[0])]
        draw(store, next(iter(names), (arguments.model or "", "")))
    found = [rates_of(store, one) for one in last_draws(store) if arguments.model in (None, one.model)]
    emit(arguments.json, found, lambda: _print_rates(found))
    return 0


def _print_rates(found: list[CheckerRates]) -> None:
    if not found:
        output.say(
            "Noch wurde nichts gezogen. „python -m core rates --draw“ zieht geprüfte Zitate, die Menschen im "
            "Monitor unter „Prüfmodell“ lesen."
        )
    for rates in found:
        drawn = f"gezogen am {formats.day(rates.gezogen_am)} aus {formats.number(rates.geprueft)} geprüften"
        output.say(f"{output.printable(rates.model)}, Prompt {rates.prompt_version}, {drawn} Zitaten")
        output.say(*(f"  {rate_told(rates, verdict)}" for verdict in ANSWERS))
        if rates.offen:
            output.say(f"  Noch zu lesen: {formats.number(rates.offen)} von {formats.number(rates.gezogen)}")
        if rates.ausgefallen:
            output.say(f"  Nicht mehr da: {formats.number(rates.ausgefallen)}")

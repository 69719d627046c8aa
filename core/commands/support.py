"""`support`: whether the bound quotes of a Lauf carry what they stand for, by the word of a second model."""

import argparse
from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from core import terminal
from core.commands.options import add_command, print_json
from core.context import default_context
from core.errors import EingabeError
from core.german import formats

if TYPE_CHECKING:
    from core.citations.verdict import Traegt
    from core.commands.options import Subcommands
    from core.judging.check import PruefungPlan
    from core.runs.lauf import Lauf


def add(commands: "Subcommands") -> None:
    support = add_command(
        commands, "support", run_support, "Prüfen lassen, ob die Zitate eines Laufs ihre Forderung tragen"
    )
    support.add_argument("lauf", metavar="LAUF", help="Kennung des Laufs")
    support.add_argument(
        "--model", metavar="MODELL", help="Prüfmodell (ohne Angabe ein anderes als das, das beurteilt hat)"
    )
    support.add_argument("--limit", metavar="USD", type=float, help="mehr wird nicht ausgegeben")


def run_support(arguments: argparse.Namespace) -> int:
    from core.judging.check import carry_out_plan, default_model, plan_check, pruefer_of
    from core.llm.catalogue import availabilities
    from core.runs.store import runstore

    if arguments.limit is not None and not arguments.limit >= 0:
        raise EingabeError("--limit muss 0 oder mehr sein.")
    context = default_context()
    store = runstore(context)
    lauf = store.load(arguments.lauf)
    model = arguments.model or default_model(context, lauf, availabilities(context))
    plan = plan_check(context, lauf, pruefer_of(context, model))
    if not arguments.json:
        terminal.say(_forecast(plan))
    with terminal.progress(plan.zitate, quiet=arguments.json) as advance:
        seen = 0

        def tell(done: int, of: int) -> None:
            nonlocal seen
            advance(f"{done} von {of}", done - seen)
            seen = done

        rows = carry_out_plan(store, plan, arguments.limit, tell)
    if arguments.json:
        print_json([asdict(row) for row in rows])
    else:
        _print(lauf, rows, plan.zitate)
    return 0 if len(rows) == len(plan.gefragt) else 1


def _forecast(plan: "PruefungPlan") -> str:
    usd, asked = plan.usd, len(plan.gefragt)
    cost = "Kosten unbekannt" if usd is None else f"etwa {formats.number(usd, 4)} USD"
    known = f", {plan.bekannt} davon schon beantwortet" if plan.bekannt else ""
    pairs = f" zu {asked} Forderungen" if asked > plan.zitate else ""
    return f"{plan.pruefer.name}: {plan.zitate} Zitate{pairs}{known}, {len(plan.batches)} Anfragen, {cost}"


def _print(lauf: "Lauf", rows: Sequence["Traegt"], of: int) -> None:
    from core.citations.verdict import WORT
    from core.judging.request_reading import read_request
    from core.runs.buchungen import Zweck
    from core.runs.store import runstore

    table = [
        (row.partei, str(row.zitat + 1), row.forderung, WORT[row.verdict], row.words or row.reason)
        for row in rows
    ]
    terminal.print_table(("Partei", "Zitat", "Forderung", "Die Stelle", "Wörter oder Grund"), table)
    usd = runstore(default_context()).spent_on(Zweck.TRAEGT, lauf.id)
    cost = "Kosten unbekannt" if usd is None else f"{formats.number(usd, 4)} USD für alle Prüfungen des Laufs"
    asked = {(row.partei, row.zitat) for row in rows}
    terminal.say(f"{len(asked)} von {of} Zitaten geprüft, {cost}")
    for one in read_request(lauf, rows):
        terminal.print_passage(
            f"Bitte lesen, {one.partei}, Zitat {one.zitat + 1}: {one.grund}", "", f"„{one.text}“"
        )

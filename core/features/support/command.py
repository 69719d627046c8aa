"""`support`: quotes held against what they stand for, by the word of a second model."""

import argparse
from collections.abc import Sequence

from core.base import formats
from core.base.errors import EingabeError
from core.cli import output
from core.cli.money import add_limit, budget_of, stopped_by
from core.cli.output import emit, fail
from core.features.support.check import carry_out_plan, default_model, plan_check, pruefer_of, read_request
from core.llm.catalogue import catalogue_of
from core.llm.verdict import WORT, Traegt
from core.programme.context import default_context
from core.runs.buchungen import Zweck
from core.runs.lauf import Lauf, Status
from core.runs.store import runstore


def add_support(support: argparse.ArgumentParser) -> None:
    support.add_argument("lauf", metavar="LAUF", help="Kennung des Laufs")
    support.add_argument(
        "--model", metavar="MODELL", help="Prüfmodell (ohne Angabe ein anderes als das, das beurteilt hat)"
    )
    add_limit(support)


def run_support(arguments: argparse.Namespace) -> int:
    context = default_context()
    store = runstore(context)
    lauf = store.load(arguments.lauf)
    model = arguments.model or default_model(context, lauf, catalogue_of(context).availabilities())
    plan = plan_check(context, lauf, pruefer_of(context, model))
    if not plan.gefragt and lauf.status is not Status.FERTIG:
        reason = f"Der Lauf {lauf.id} ist {lauf.status} und hat kein belegtes Zitat"
        raise EingabeError(f"{reason}: Es gibt nichts zu prüfen.")
    budget = budget_of(context, arguments, *([plan.pruefer.name] if plan.batches else []))
    if not arguments.json:
        usd, asked = plan.usd, len(plan.gefragt)
        cost = "Kosten unbekannt" if usd is None else f"etwa {formats.number(usd, 4)} USD"
        known = f", {plan.bekannt} davon schon beantwortet" if plan.bekannt else ""
        pairs = f" zu {asked} Forderungen" if asked > plan.zitate else ""
        output.say(
            f"{plan.pruefer.name}: {plan.zitate} Zitate{pairs}{known}, {len(plan.batches)} Anfragen, {cost}"
        )
    with output.progress(plan.zitate, quiet=arguments.json) as advance:
        seen = 0

        def tell(done: int, of: int) -> None:
            nonlocal seen
            advance(f"{done} von {of}", done - seen)
            seen = done

        rows = carry_out_plan(store, plan, budget, tell)
    emit(arguments.json, rows, lambda: _print_checked(lauf, rows, plan.zitate))
    if budget.is_reached:
        return fail(stopped_by(budget, len(rows), len(plan.gefragt), "Fragen sind beantwortet"), 1)
    return 0 if len(rows) == len(plan.gefragt) else 1


def _print_checked(lauf: Lauf, rows: Sequence[Traegt], of: int) -> None:
    columns = (
        ("Partei", lambda row: row.partei),
        ("Zitat", lambda row: str(row.zitat + 1)),
        ("Forderung", lambda row: row.forderung),
        ("Die Stelle", lambda row: WORT[row.verdict]),
        ("Wörter oder Grund", lambda row: row.words or row.reason),
    )
    output.print_table(columns, rows)
    usd = runstore(default_context()).spent_on(Zweck.TRAEGT, lauf.id)
    cost = "Kosten unbekannt" if usd is None else f"{formats.number(usd, 4)} USD für alle Prüfungen des Laufs"
    asked = {(row.partei, row.zitat) for row in rows}
    output.say(f"{len(asked)} von {of} Zitaten geprüft, {cost}")
    for one in read_request(lauf, rows):
        output.print_passage(
            f"Bitte lesen, {one.partei}, Zitat {one.zitat + 1}: {one.grund}", "", f"„{one.text}“"
        )

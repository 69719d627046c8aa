"""`rubric` and `support`: Anträge held against a rubric, and quotes against what they stand for."""

import argparse
from collections.abc import Sequence
from dataclasses import asdict

from core.base import formats
from core.base.errors import EingabeError, LimitReached, RegistryError
from core.cli import output
from core.cli.money import add_limit, budget_of, stopped_by
from core.cli.output import fail, print_json, warn
from core.features.rubrics.judge import judge_lauf
from core.features.rubrics.rubric import find_rubric, rubrics_of
from core.features.rubrics.rubric_report import judge_told, level_told, notes
from core.features.support.check import carry_out_plan, default_model, plan_check, pruefer_of, read_request
from core.llm.anfrage import Anfrage
from core.llm.catalogue import OFFLINE, availabilities
from core.llm.verdict import WORT, Traegt
from core.programme.context import Context, default_context
from core.runs.buchungen import Zweck, spent_on
from core.runs.lauf import Lauf, Status
from core.runs.notes import RubricJudgement, noted
from core.runs.store import runstore
from core.wortlaut.errors import DashboardError


def add_rubric(rubric: argparse.ArgumentParser) -> None:
    rubric.add_argument(
        "laeufe", metavar="LAUF", nargs="*", help="Kennungen von Läufen; ohne Angabe: alle Rubriken"
    )
    rubric.add_argument("--rubrik", metavar="ID", default="formpruefung", help="woran (formpruefung)")
    rubric.add_argument("--model", metavar="MODELL", help="Modell (sonst nach Stichwörtern, ohne Stufen)")
    rubric.add_argument("--anew", action="store_true", help="auch fragen, was schon beantwortet ist")
    add_limit(rubric)


def run_rubric(arguments: argparse.Namespace) -> int:
    """One Lauf after the other; one that fails stops none, but is told and counts in the code. The limit
    stops all.
    """
    context = default_context()
    if not arguments.laeufe:
        return _print_rubrics(context, arguments.json)
    rubric = find_rubric(context, arguments.rubrik)
    runstore(context)  # one that cannot be opened is told once, not for each Lauf
    told, failed = list[dict[str, object]](), 0
    modell, laeufe = arguments.model or OFFLINE, list(dict.fromkeys(arguments.laeufe))
    budget = budget_of(context, arguments, modell)
    how = Anfrage(modell, budget=budget)
    for lauf_id in laeufe:
        try:
            found = judge_lauf(context, lauf_id, rubric.id, how, anew=arguments.anew)
        except LimitReached:
            failed = fail(stopped_by(budget, len(told), len(laeufe), "Läufen sind beurteilt"), 1)
            break
        except DashboardError as error:
            failed = fail(f"Lauf {lauf_id}: {error}", 1)
            continue
        told.append(asdict(noted(found)))
        if not arguments.json:
            _print_judgement(found)
    if arguments.json:
        print_json(told)
    return failed


def _print_rubrics(context: Context, as_json: bool) -> int:
    found = list(rubrics_of(context).values())
    rubrics = [one for one in found if not isinstance(one, RegistryError)]
    for error in found:
        if isinstance(error, RegistryError):
            warn(error)
    columns = (
        ("Rubrik", lambda one: one.id),
        ("Titel", lambda one: one.titel),
        ("Felder", lambda one: len(one.fields)),
        ("Was sie fragt", lambda one: one.beschreibung),
    )
    output.emit(as_json, rubrics, columns)
    return 0


def _print_judgement(judgement: RubricJudgement) -> None:
    by = judge_told(judgement.modell, judgement.modell_geantwortet)
    output.say(f"\nLauf {judgement.lauf_id}, {judgement.rubric.titel}: {by}")
    columns = (
        ("Feld", lambda one: one.field.id),
        ("Titel", lambda one: one.field.name),
        ("Stufe", level_told),
        ("Zitate", lambda one: f"{len(one.quotes)} belegt, {len(one.dropped)} verworfen"),
    )
    if judgement.fields:
        output.print_table(columns, judgement.fields)
    for one in judgement.fields:
        for quote in one.quotes:
            output.print_passage(f"{one.field.id}: {quote.quelle}", one.reason, f"„{quote.text}“")
        for dropped in one.dropped:
            output.print_passage(f"{one.field.id}: verworfen", dropped.erklaerung, dropped.text)
    for note in notes(judgement):
        output.say(note)
    if judgement.kosten:
        output.say(f"Kosten: {formats.cost(judgement.kosten)}")


# --- whether the quotes of a Lauf carry what they stand for, by the word of a second model ------------------


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
    model = arguments.model or default_model(context, lauf, availabilities(context))
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
    if arguments.json:
        print_json(rows)
    else:
        _print_checked(lauf, rows, plan.zitate)
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
    usd = spent_on(runstore(default_context()), Zweck.TRAEGT, lauf.id)
    cost = "Kosten unbekannt" if usd is None else f"{formats.number(usd, 4)} USD für alle Prüfungen des Laufs"
    asked = {(row.partei, row.zitat) for row in rows}
    output.say(f"{len(asked)} von {of} Zitaten geprüft, {cost}")
    for one in read_request(lauf, rows):
        output.print_passage(
            f"Bitte lesen, {one.partei}, Zitat {one.zitat + 1}: {one.grund}", "", f"„{one.text}“"
        )

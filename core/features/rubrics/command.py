"""`rubric`: Anträge held against a rubric."""

import argparse
from dataclasses import asdict

from core.base import formats
from core.base.errors import LimitReached, RegistryError
from core.cli import output
from core.cli.money import add_limit, budget_of, stopped_by
from core.cli.output import emit, fail, warn
from core.features.rubrics.judge import judge_lauf
from core.features.rubrics.judgement import RubricJudgement, noted
from core.features.rubrics.rubric import find_rubric, rubrics_of
from core.features.rubrics.rubric_report import judge_told, level_told, notes
from core.llm.anfrage import Anfrage
from core.llm.catalogue import OFFLINE
from core.programme.context import Context, default_context
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
    emit(arguments.json, told)
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
    emit(as_json, rubrics, lambda: output.print_table(columns, rubrics))
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

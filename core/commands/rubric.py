"""`rubric`: hold the Anträge of Läufe against a rubric, or list the rubrics."""

import argparse
from dataclasses import asdict
from typing import TYPE_CHECKING

from core import terminal
from core.commands.options import add_command, fail, print_json, warn
from core.context import Context, default_context
from core.errors import DashboardError, RegistryError
from core.german import formats

if TYPE_CHECKING:
    from core.commands.options import Subcommands
    from core.runs.notes import RubricJudgement


def add(commands: "Subcommands") -> None:
    rubric = add_command(
        commands, "rubric", run_rubric, "Anträge an einer Rubrik messen, mit Zitaten aus ihnen selbst"
    )
    rubric.add_argument(
        "laeufe", metavar="LAUF", nargs="*", help="Kennungen von Läufen; ohne Angabe: alle Rubriken"
    )
    rubric.add_argument("--rubrik", metavar="ID", default="formpruefung", help="woran (formpruefung)")
    rubric.add_argument("--model", metavar="MODELL", help="Modell (sonst nach Stichwörtern, ohne Stufen)")
    rubric.add_argument("--anew", action="store_true", help="auch fragen, was schon beantwortet ist")


def run_rubric(arguments: argparse.Namespace) -> int:
    """One Lauf after the other; one that fails stops none, but is told and counts in the code."""
    from core.judging.judge import judge_lauf
    from core.llm.catalogue import OFFLINE
    from core.llm.rubric import find_rubric
    from core.runs.notes import noted
    from core.runs.store import runstore

    context = default_context()
    if not arguments.laeufe:
        return _print_rubrics(context, arguments.json)
    rubric, store, told, failed = find_rubric(context, arguments.rubrik), runstore(context), [], 0
    for lauf_id in dict.fromkeys(arguments.laeufe):
        try:
            found = judge_lauf(
                context, store, lauf_id, rubric.id, arguments.model or OFFLINE, anew=arguments.anew
            )
        except DashboardError as error:
            failed = fail(f"Lauf {lauf_id}: {error}", 1)
            continue
        told.append(asdict(noted(found)))
        if not arguments.json:
            _print(found)
    if arguments.json:
        print_json(told)
    return failed


def _print_rubrics(context: Context, as_json: bool) -> int:
    from core.llm.rubric import rubrics_of

    found = list(rubrics_of(context).values())
    rubrics = [one for one in found if not isinstance(one, RegistryError)]
    for error in found:
        if isinstance(error, RegistryError):
            warn(error)
    if as_json:
        print_json(rubrics)
        return 0
    rows = [(one.id, one.titel, len(one.fields), one.beschreibung) for one in rubrics]
    terminal.print_table(("Rubrik", "Titel", "Felder", "Was sie fragt"), rows)
    return 0


def _print(judgement: "RubricJudgement") -> None:
    from core.assessment.rubric_report import judge_told, level_told, notes

    by = judge_told(judgement.modell, judgement.modell_geantwortet)
    terminal.say(f"\nLauf {judgement.lauf_id}, {judgement.rubric.titel}: {by}")
    rows = [
        (
            one.field.id,
            one.field.name,
            level_told(one),
            f"{len(one.quotes)} belegt, {len(one.dropped)} verworfen",
        )
        for one in judgement.fields
    ]
    if rows:
        terminal.print_table(("Feld", "Titel", "Stufe", "Zitate"), rows)
    for one in judgement.fields:
        for quote in one.quotes:
            terminal.print_passage(f"{one.field.id}: {quote.quelle}", one.reason, f"„{quote.text}“")
        for dropped in one.dropped:
            terminal.print_passage(f"{one.field.id}: verworfen", dropped.erklaerung, dropped.text)
    for note in notes(judgement):
        terminal.say(note)
    if judgement.kosten:
        terminal.say(f"Kosten: {formats.cost(judgement.kosten)}")

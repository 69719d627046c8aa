"""`rubric`: hold Anträge against a rubric whose quotes stand in the Antrag itself, or list the rubrics.

A Lauf's judgement is stored; of a file it is only told.
"""

import argparse
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from core import terminal
from core.commands.options import add_command, fail, print_json
from core.commands.rubric_told import print_judgement, print_rubrics, print_stored
from core.commands.show_antrag import read_file
from core.context import Context, default_context
from core.errors import DashboardError, EingabeError
from core.german import formats

if TYPE_CHECKING:
    from core.citations.antrag_citations import JudgedText
    from core.commands.options import Subcommands

NOTHING_STORED = "Zu diesem Lauf ist kein Urteil nach einer Rubrik gespeichert."
NO_LAEUFE = "Es gibt hier keine fertigen Läufe außer denen der Demo."


def add(commands: "Subcommands") -> None:
    rubric = add_command(
        commands, "rubric", run_rubric, "Anträge an einer Rubrik messen, mit Zitaten aus ihnen selbst"
    )
    rubric.add_argument(
        "ziele",
        metavar="LAUF|DATEI",
        nargs="*",
        help="Kennungen von Läufen (ihr Urteil wird gespeichert), oder ein Antrag als PDF oder Text; "
        "ohne: alle Rubriken",
    )
    rubric.add_argument("--rubrik", metavar="ID", default="formpruefung", help="woran (formpruefung)")
    rubric.add_argument("--model", metavar="MODELL", help="Modell (sonst nach Stichwörtern, ohne Stufen)")
    rubric.add_argument("--all", action="store_true", help="alle fertigen Läufe, ohne die der Demo")
    rubric.add_argument("--anew", action="store_true", help="auch fragen, was schon beantwortet ist")
    rubric.add_argument("--limit", metavar="USD", type=float, help="ab dieser Ausgabe nichts Neues fragen")
    rubric.add_argument(
        "--list-stored", action="store_true", help="nur zeigen, was zu diesen Läufen gespeichert ist"
    )


def run_rubric(arguments: argparse.Namespace) -> int:
    from core.rubrics.rubric import rubrics_of

    context, ziele = default_context(), arguments.ziele
    if arguments.limit is not None and not arguments.limit >= 0:
        raise EingabeError("--limit muss 0 oder mehr sein.")
    if not ziele and not arguments.all:
        return print_rubrics(list(rubrics_of(context).values()), arguments.json)
    files = [one for one in ziele if os.path.exists(one)]
    if files and (len(ziele) > 1 or arguments.all or arguments.list_stored):
        raise EingabeError(f"„{files[0]}“ ist eine Datei. Nennen Sie eine Datei allein, oder nur Läufe.")
    if files:
        return _judge_file(context, Path(files[0]), arguments)
    ids = _laeufe(context, arguments)
    if arguments.list_stored:
        return _show_stored(context, ids, arguments.json)
    return _judge(context, ids, arguments)


# --- Läufe --------------------------------------------------------------------------------------------------


def _laeufe(context: Context, arguments: argparse.Namespace) -> list[str]:
    from core.assessment.prove_laeufe import all_laeufe
    from core.runs.lauf import Status
    from core.runs.lauf_filter import Filter
    from core.runs.store import runstore

    store = runstore(context)
    if arguments.all:
        if arguments.ziele:
            raise EingabeError("Nennen Sie Läufe, oder --all; nicht beides.")
        wanted = Filter(status=Status.FERTIG, is_demo=False)
        found = all_laeufe(store, wanted)
        if not found:
            raise EingabeError(NO_LAEUFE)
        return found
    ids = list(dict.fromkeys(arguments.ziele))
    for lauf_id in ids:
        if not store.has(lauf_id):
            raise EingabeError(
                f"„{lauf_id}“ ist weder eine Datei noch ein Lauf. Läufe zeigt: python -m core runs"
            )
    return ids


def _judge(context: Context, ids: Sequence[str], arguments: argparse.Namespace) -> int:
    """One after the other; one that fails stops none, but is told and counts in the code."""
    from core.llm.catalogue import OFFLINE
    from core.rubrics.judge_laeufe import judge_laeufe, plan_rubric
    from core.rubrics.judgement_json import stored_as_json

    modell = arguments.model or OFFLINE
    plan = plan_rubric(context, ids, arguments.rubrik, modell, arguments.anew)
    if not arguments.json:
        terminal.say(_forecast(modell, len(ids), plan.known, plan.usd))
    failed, left, told = 0, 0, []
    with terminal.progress(len(ids), quiet=arguments.json) as advance:
        for lauf_id, result in judge_laeufe(context, plan, arguments.limit):
            advance(lauf_id)
            if isinstance(result, DashboardError):
                failed += 1
                fail(f"Lauf {lauf_id}: {result}", 1)
            elif result is None:
                left += 1
            elif arguments.json:
                told.append(result)
            else:
                print_stored(result, several=len(ids) > 1)
    if arguments.json:
        print_json([stored_as_json(one) for one in told])
    elif left:
        terminal.say(
            f"Bei {formats.counted(left, 'Lauf', 'Läufen')} nicht mehr gefragt: --limit ist erreicht."
        )
    return 1 if failed or left else 0


def _forecast(modell: str, laeufe: int, known: int, usd: float | None) -> str:
    cost = "Kosten unbekannt" if usd is None else f"etwa {formats.number(usd, 4)} USD"
    answered = f", {known} davon schon beantwortet" if known else ""
    return f"{modell}: {formats.counted(laeufe, 'Lauf', 'Läufe')}{answered}, {cost}"


def _show_stored(context: Context, ids: Sequence[str], as_json: bool) -> int:
    from core.rubrics.judgement_json import stored_as_json
    from core.runs.store import runstore

    found = runstore(context).rubrics_by_lauf(ids)
    stored = [one for lauf_id in ids for one in found.get(lauf_id, ())]
    if as_json:
        print_json([stored_as_json(one) for one in stored])
    for one in () if as_json else stored:
        print_stored(one, several=True)
    if not stored and not as_json:
        terminal.say(NOTHING_STORED)
    return 0


# --- a file -------------------------------------------------------------------------------------------------


def _judge_file(context: Context, path: Path, arguments: argparse.Namespace) -> int:
    from core.llm.catalogue import OFFLINE
    from core.llm.offline import install
    from core.rubrics.ask_rubric import judge_by_rubric
    from core.rubrics.judgement_json import judgement_as_json
    from core.rubrics.judgement_words import judge_told
    from core.rubrics.rubric import find_rubric

    rubric, modell = find_rubric(context, arguments.rubrik), arguments.model or OFFLINE
    text = _text(context, path)
    install(context)
    judgement, antwort = judge_by_rubric(context, rubric, text, modell)
    answered, kosten = (antwort.modell_geantwortet, antwort.kosten) if antwort else (None, None)
    if arguments.json:
        print_json(judgement_as_json(judgement, answered, kosten))
    else:
        print_judgement(judgement, judge_told(modell, answered or ""), modell, kosten)
    return 0


def _text(context: Context, path: Path) -> "JudgedText":
    from core.antrag.antrag import is_pdf
    from core.antrag.antrag_rows import read_rows
    from core.citations.antrag_citations import JudgedText

    antrag = read_file(context, path)
    try:
        with path.open("rb") as file:
            rows = read_rows(path) if is_pdf(file.read(1024)) else ()
    except OSError as error:
        raise EingabeError(f"Den Antrag {path} kann ich nicht lesen: {error.strerror}.") from error
    return JudgedText.of(antrag, rows=rows)

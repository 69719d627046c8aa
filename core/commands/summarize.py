"""`summarize`: summaries of programmes, of their own sentences or by a language model."""

import argparse
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from typing import TYPE_CHECKING

from core import terminal
from core.commands.options import add_command, print_json
from core.context import Context, default_context
from core.german import formats

if TYPE_CHECKING:
    from core.commands.options import Subcommands
    from core.index.zusammenfassung import Zusammenfassung
    from core.llm.anfrage import Antwort


def add(commands: "Subcommands") -> None:
    kurz = add_command(commands, "summarize", run_summarize, "Programme und ihre Kapitel zusammenfassen")
    what = kurz.add_mutually_exclusive_group()
    what.add_argument(
        "--programm", metavar="ID", action="append", help="nur dieses Programm (mehrfach möglich)"
    )
    what.add_argument("--bundesland", metavar="LAND", help="nur die Programme dieses Landes, z. B. NRW")
    kurz.add_argument("--model", metavar="MODELL", help="Sprachmodell (ohne: aus Sätzen des Programms)")
    kurz.add_argument("--fresh", action="store_true", help="auch neu fragen, was schon zusammengefasst ist")


def run_summarize(arguments: argparse.Namespace) -> int:
    from core.assessment.model_summaries import finished

    context = default_context()
    programme = _chosen(context, arguments)
    if arguments.model:
        todo = [p for p in programme if arguments.fresh or finished(context, p) is None]
        made = _by_model(context, todo, arguments.model, arguments.json)
        if skipped := len(programme) - len(todo):
            _say(arguments, f"{skipped} von {len(programme)} Programmen waren schon zusammengefasst.")
    else:
        made = [summary for programm_id in programme for summary in _extractive(context, programm_id)]
    if arguments.json:
        print_json([asdict(summary) for summary in made])
    else:
        _print(context, made)
    return 0


def _chosen(context: Context, arguments: argparse.Namespace) -> list[str]:
    """Those named; else of the Land, or of all, what is indexed."""
    from core.search.suchraum import suchraum

    if arguments.programm:
        return list(dict.fromkeys(arguments.programm))
    space = suchraum(context, bundesland=arguments.bundesland)
    indexed = {programm_id for sammlung in space.sammlungen for programm_id in sammlung.blocks}
    return sorted(space.programme & indexed)


def _extractive(context: Context, programm_id: str) -> list["Zusammenfassung"]:
    from core.assessment.model_summaries import sammlung_of
    from core.search.programm_search import extractive_of

    return extractive_of(context, sammlung_of(context, programm_id).blocks[programm_id])


def _by_model(
    context: Context, programme: Sequence[str], modell: str, quiet: bool
) -> list["Zusammenfassung"]:
    from core.assessment.model_summaries import kapitel_texts, sammlung_of, summarize_programm

    parts = [1 + len(kapitel_texts(context, sammlung_of(context, p).blocks[p])) for p in programme]
    antworten: list[Antwort] = []
    made = []
    with terminal.progress(sum(parts), quiet=quiet) as advance, _told_cost(antworten, quiet):
        for programm_id in programme:

            def on_teil(kapitel: str, programm_id: str = programm_id) -> None:
                advance(f"{programm_id} {kapitel}"[:60])

            made += summarize_programm(context, programm_id, modell, antworten.append, on_teil)
    return made


@contextmanager
def _told_cost(antworten: Sequence["Antwort"], quiet: bool) -> Iterator[None]:
    """Also where it breaks off: what was asked is paid."""
    try:
        yield
    finally:
        if antworten and not quiet:
            known = [antwort.kosten for antwort in antworten if antwort.kosten is not None]
            cost = formats.cost(sum(known) if known else None)
            terminal.say(f"{len(antworten)} Antworten, {cost}")


def _print(context: Context, made: Sequence["Zusammenfassung"]) -> None:
    for summary in made:
        name = context.registry.programme[summary.programm_id].name
        by = f" (von {summary.modell})" if summary.modell else ""
        text = summary.text.replace("\n", " ")
        kind = f"von {summary.modell}" if summary.modell else "aus dem Wortlaut"
        notes = [f"Themen ({kind}): {', '.join(summary.themen)}" if summary.themen else "", summary.hinweis]
        lines = [terminal.printable(line, 5000) for line in (text, *notes) if line]
        terminal.print_passage(f"{name}{by}", summary.kapitel, "\n".join(lines))


def _say(arguments: argparse.Namespace, text: str) -> None:
    if not arguments.json:
        terminal.say(text)

"""`decision` and `fetch decisions`: who voted how, by papers at hand, or by those that a source names."""

import argparse
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from core.antrag.antrag import number_of
from core.antrag.vote_papers import PaperKind
from core.base import formats
from core.base.errors import EingabeError
from core.cli import output
from core.cli.antrag import day_of
from core.cli.output import add_command, emit, fail, read_bounded
from core.features.decisions.committee_votes import read_vote_paper
from core.features.decisions.decision import Decision, VotedOn
from core.features.decisions.fetch_decisions import PaperSource, fetch_decisions
from core.features.decisions.protokoll_votes import drucksache_of
from core.features.decisions.stored_decisions import (
    MOST_BYTES,
    VoteUpload,
    read_upload,
    save_paper,
)
from core.features.decisions.told_votes import place_told
from core.programme.context import Context, default_context
from core.runs.store import runstore

if TYPE_CHECKING:
    from core.cli.output import Subcommands

TYPES = ("Antrag", "Änderungsantrag", "Entschließungsantrag", "Gesetzentwurf")


def add_decision(decision: argparse.ArgumentParser) -> None:
    decision.add_argument(
        "drucksache", metavar="DRUCKSACHE", nargs="?", default="", help="die Nummer der Vorlage, etwa 18/1234"
    )
    decision.add_argument(
        "--lauf", metavar="LAUF", help="der Lauf, dessen Antrag gemeint ist; speichert und zeigt es bei ihm"
    )
    decision.add_argument(
        "--save", action="store_true", help="speichern, mit den Papieren: zu sehen bei jedem Lauf zur Vorlage"
    )
    for name, text in (
        ("empfehlung", "eine Beschlussempfehlung als PDF (mehrfach möglich)"),
        ("protokoll", "ein Plenarprotokoll als PDF, XML oder Text (mehrfach möglich)"),
    ):
        decision.add_argument(f"--{name}", metavar="DATEI", type=Path, action="append", default=[], help=text)
    decision.add_argument(
        "--liste",
        metavar=("DATEI", "KOPF"),
        type=Path,
        nargs=2,
        action="append",
        default=[],
        help="eine namentliche Abstimmung als CSV oder XLS und der Kopf ihres amtlichen Ergebnisses als Text",
    )
    decision.add_argument("--typ", choices=TYPES, default="Antrag", help="was die Vorlage ist (Antrag)")
    decision.add_argument("--bundesland", metavar="LAND", default="BUND", help="welches Parlament (BUND)")
    decision.add_argument("--datum", metavar="TT.MM.JJJJ", help="wann (sonst was im Papier steht)")


def run_decision(arguments: argparse.Namespace) -> int:
    context = default_context()
    if not (arguments.empfehlung or arguments.protokoll or arguments.liste):
        raise EingabeError("Es ist kein Papier genannt. Nennen Sie --empfehlung, --protokoll oder --liste.")
    land, number = _meant(context, arguments)
    drucksache = drucksache_of(number)
    found = _told_by_papers(context, context.registry.find_bundesland(land), drucksache, arguments)

    def show() -> None:
        for one in found:
            _print_decision(one)
        if not found:
            output.say(f"Zur Drucksache {drucksache} wurde in diesen Papieren keine Abstimmung gefunden.")

    emit(arguments.json, [asdict(one) | {"is_certain": one.is_certain} for one in found], show)
    return 0


def _meant(context: Context, arguments: argparse.Namespace) -> tuple[str, str]:
    """Parliament and number of the paper: those of the Lauf, where one is named."""
    if not arguments.lauf:
        return arguments.bundesland, arguments.drucksache

    antrag = runstore(context).load(arguments.lauf).antrag
    number = number_of(antrag.drucksache)
    if not (antrag.bundesland and number):
        raise EingabeError(
            f"Der Antrag von Lauf {arguments.lauf} hat kein Parlament oder keine Nummer einer Drucksache. "
            "Nennen Sie beides: DRUCKSACHE --bundesland LAND --save."
        )
    if arguments.drucksache and number_of(arguments.drucksache) != number:
        raise EingabeError(
            f"Der Lauf ist zur Drucksache {number}, genannt ist {arguments.drucksache}. Nennen Sie nur eines."
        )
    return antrag.bundesland, number


def _told_by_papers(
    context: Context, land: str, drucksache: str, arguments: argparse.Namespace
) -> list[Decision]:
    """Committees first: what they recommended tells what a roll call was on."""
    asked: list[tuple[PaperKind, Path, Path | None]] = [
        *((PaperKind.RECOMMENDATION, path, None) for path in arguments.empfehlung),
        *((PaperKind.PROTOKOLL, path, None) for path in arguments.protokoll),
        *((PaperKind.ROLL_CALL, sheet, head) for sheet, head in arguments.liste),
    ]
    day = day_of(arguments.datum) if arguments.datum else None
    found: list[Decision] = []
    advice: VotedOn | None = None
    for art, path, head in asked:
        kopf = read_vote_paper(head).text if head else ""
        given = VoteUpload(art, path.name, read_bounded(path, MOST_BYTES), kopf, arguments.typ, day)
        if arguments.save or arguments.lauf:
            kept = save_paper(context, runstore(context), land, drucksache, given)
            found += [one.decision for one in kept]
        else:
            found += read_upload(context, land, drucksache, given, advice).decisions
            if art is PaperKind.RECOMMENDATION and found:
                advice = found[0].advice
    return found


def _print_decision(one: Decision) -> None:
    result = {True: "angenommen", False: "abgelehnt", None: "Ergebnis nicht feststellbar"}[one.adopted]
    output.say(f"Drucksache {one.drucksache}. Abgestimmt wurde über: {one.voted_on} ({result}).")
    if one.reason:
        output.say(f"Zur Vorlage selbst nicht feststellbar: {one.reason}")
    columns = (
        ("Fraktion", lambda side: side.partei),
        ("zur Vorlage", lambda side: side.side),
        ("in der Abstimmung", lambda side: side.cast),
        ("Wortlaut", lambda side: output.printable(side.note or side.words, 90)),
    )
    if one.sides:
        output.print_table(columns, one.sides)
    else:
        output.say("Wie die einzelnen Fraktionen abstimmten, steht dort nicht.")
    for evidence in one.evidence:
        place = ", ".join(filter(None, (evidence.document, place_told(evidence))))
        output.print_passage(place, "", output.printable(evidence.text, 1500))
    output.say("")


# --- `fetch decisions` --------------------------------------------------------------------------------------

NUMBERS = "Nummern, zu denen gesucht wird; ohne Angabe zu allen hier benutzten ohne Beschluss des Plenums"
MOST = 500
"""Anträge for which a source is asked at once; the others come first the next time."""

OpenSource = Callable[[Context, str], PaperSource]


def add_decisions(what: "Subcommands", sources: str, open_source: OpenSource) -> None:
    """`sources`: which there are, in words."""
    decisions = add_command(what, "decisions", "Beschlüsse zu Anträgen suchen und holen")
    decisions.set_defaults(run=partial(run_decisions, open_source))
    decisions.add_argument("drucksache", metavar="DRUCKSACHE", nargs="*", help=NUMBERS)
    decisions.add_argument("--quelle", metavar="QUELLE", default="bund", help=sources)


def run_decisions(open_source: OpenSource, arguments: argparse.Namespace) -> int:
    context = default_context()
    source = open_source(context, arguments.quelle)
    if arguments.drucksache:
        named = [(number, source.by_number(number)) for number in arguments.drucksache]
        if unknown := [number for number, antrag in named if antrag is None]:
            raise EingabeError(f"{source.name} kennt keine Drucksache {', '.join(unknown)[:200]}.")
        antraege = [antrag for _, antrag in named if antrag]
    else:
        antraege = [one.antrag for one in runstore(context).undecided(source.name, MOST)]
    with output.progress(0, quiet=arguments.json) as advance:
        told = fetch_decisions(context, source, antraege, lambda name: advance(name, 0))

    def show() -> None:
        output.say(f"Gefragt wurde zu {formats.counted(told.gefragt, 'Antrag', 'Anträgen')}.")
        columns = (
            ("Drucksache", lambda one: one.decision.drucksache),
            ("Papier", lambda one: one.source.name),
            ("Ergebnis", lambda one: one.result),
            ("Fraktionen zur Vorlage", lambda one: _sides(one.decision)),
        )
        if told.beschluesse:
            output.print_table(columns, told.beschluesse)

    value = {"gefragt": told.gefragt, "papiere": told.papiere, "beschluesse": told.beschluesse}
    emit(arguments.json, value, show)
    return max((fail(f"{one.wovon}: {one.grund}", 1) for one in told.fehler), default=0)


def _sides(decision: Decision) -> str:
    """„CDU dagegen, LINKE dafür“."""
    told = [f"{one.partei} {one.side}" for one in decision.sides]
    return output.printable(", ".join(told) or "nicht genannt", 90)

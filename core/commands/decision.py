"""`decision`: who voted how on a Drucksache, by papers and sheets that are at hand."""

import argparse
from dataclasses import asdict
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from core import terminal
from core.commands.options import add_command, print_json
from core.context import Context, default_context
from core.errors import EingabeError

if TYPE_CHECKING:
    from core.commands.options import Subcommands
    from core.decisions.decided import VoteSources
    from core.decisions.sides import Decision, Evidence

TYPES = ("Antrag", "Änderungsantrag", "Entschließungsantrag", "Gesetzentwurf")


def add(commands: "Subcommands") -> None:
    decision = add_command(
        commands, "decision", run_decision, "Aus Papieren lesen, welche Fraktion wie abstimmte"
    )
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
    from core.decisions.decided import VoteSources, decisions_on, drucksache_of

    context = default_context()
    if not (arguments.empfehlung or arguments.protokoll or arguments.liste):
        raise EingabeError("Es ist kein Papier genannt. Nennen Sie --empfehlung, --protokoll oder --liste.")
    land, number = _meant(context, arguments)
    drucksache = drucksache_of(number)
    day = _day(arguments.datum) if arguments.datum else None
    sources = VoteSources(
        land,
        arguments.typ,
        day,
        arguments.empfehlung,
        arguments.protokoll,
        [(sheet, head) for sheet, head in arguments.liste],
    )
    if arguments.save or arguments.lauf:
        found = _saved(context, drucksache, sources)
    else:
        found = decisions_on(drucksache, sources, context.registry)
    if arguments.json:
        print_json([asdict(one) | {"is_certain": one.is_certain} for one in found])
    elif not found:
        terminal.say(f"Zur Drucksache {drucksache} wurde in diesen Papieren keine Abstimmung gefunden.")
    else:
        for one in found:
            _print(one)
    return 0


def _meant(context: Context, arguments: argparse.Namespace) -> tuple[str, str]:
    """Parliament and number of the paper: those of the Lauf, where one is named."""
    if not arguments.lauf:
        return arguments.bundesland, arguments.drucksache
    from core.antrag.drucksache import number_of
    from core.runs.store import runstore

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


def _saved(context: Context, drucksache: str, sources: "VoteSources") -> "list[Decision]":
    """Committees first: what they recommended tells what a roll call was on."""
    from core.decisions.committee_votes import read_vote_paper
    from core.decisions.kept_decision import PaperKind
    from core.runs.decisions import VoteUpload, save_paper
    from core.runs.store import runstore

    asked = [
        *((PaperKind.RECOMMENDATION, path, None) for path in sources.recommendations),
        *((PaperKind.PROTOKOLL, path, None) for path in sources.protokolle),
        *((PaperKind.ROLL_CALL, sheet, head) for sheet, head in sources.sheets),
    ]
    found = []
    for art, path, head in asked:
        kopf = read_vote_paper(head).text if head else ""
        given = VoteUpload(art, path.name, _bytes_of(path), kopf, sources.typ, sources.day)
        found += save_paper(context, runstore(context), sources.land, drucksache, given)
    return [kept.decision for kept in found]


def _bytes_of(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise EingabeError(f"{path.name} lässt sich nicht lesen. Prüfen Sie den Pfad.") from error


def _day(text: str) -> date:
    try:
        day, month, year = map(int, text.split("."))
        return date(year, month, day)
    except ValueError:
        raise EingabeError(f"--datum {text}: erwartet wird ein Tag wie 06.07.2016.") from None


def _print(one: "Decision") -> None:
    result = {True: "angenommen", False: "abgelehnt", None: "Ergebnis nicht feststellbar"}[one.adopted]
    terminal.say(f"Drucksache {one.drucksache}. Abgestimmt wurde über: {one.voted_on} ({result}).")
    if one.reason:
        terminal.say(f"Zur Vorlage selbst nicht feststellbar: {one.reason}")
    rows = [
        (side.partei, side.side, side.cast, terminal.printable(side.note or side.words, 90))
        for side in one.sides
    ]
    if rows:
        terminal.print_table(("Fraktion", "zur Vorlage", "in der Abstimmung", "Wortlaut"), rows)
    else:
        terminal.say("Wie die einzelnen Fraktionen abstimmten, steht dort nicht.")
    for evidence in one.evidence:
        terminal.print_passage(_place(evidence), "", terminal.printable(evidence.text, 1500))
    terminal.say("")


def _place(evidence: "Evidence") -> str:
    """„bt-18-397.pdf, Seite 2 der Datei, gedruckt S. 2“."""
    pages = ", ".join(map(str, evidence.seiten))
    printed = ", ".join(evidence.printed)
    parts = (
        evidence.document,
        f"Seite {pages} der Datei" if pages else "",
        f"gedruckt S. {printed}" if printed else "",
        evidence.note,
    )
    return ", ".join(part for part in parts if part)

"""`fetch programmes`, `fetch motions`, `fetch decisions`: what is missing, fetched where it is published."""

import argparse
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from core import terminal
from core.commands.options import add_command, fail, print_json
from core.commands.read_in import indexed, print_results, tell_failed
from core.context import Context, default_context
from core.german import formats

if TYPE_CHECKING:
    from core.commands.options import Subcommands
    from core.decisions.sides import Decision
    from core.runs.antraege import ListedAntrag
    from core.sources.antrag_quelle import AntragQuelle
    from core.sources.decision_fetch import DecisionsFetched
    from core.sources.programme_fetch import Fetched, Offers, PdfOffer

NEW = "auch vorgeschlagene Programme aufnehmen, die nicht im Register stehen"
AGAIN = "auch früher geholte auf neue Fassungen prüfen; die alte Fassung bleibt daneben liegen"
SOURCES = "bund, berlin, berlin-19 oder die Adresse einer Kommune nach OParl (mehrfach möglich)"
NUMBERS = "Nummern, zu denen gesucht wird; ohne Angabe zu allen hier benutzten ohne Beschluss des Plenums"
MOST = 500
"""Anträge for which a source is asked at once; the others come first the next time."""

CONFIRMED = "dieses Programm nehmen, obwohl Jahr oder Partei im PDF anders sind (mehrfach möglich)"


def add(commands: "Subcommands") -> None:
    fetch = commands.add_parser("fetch", help="Programme und Anträge aus dem Internet holen")
    what = fetch.add_subparsers(title="Was", required=True, metavar="WAS")
    programmes = add_command(what, "programmes", run_programmes, "Fehlende Programme holen und einlesen")
    programmes.add_argument("--bundesland", metavar="LAND", help="nur die dieses Landes, z. B. NRW")
    programmes.add_argument("--list", action="store_true", help="nur zeigen, was sich holen ließe")
    programmes.add_argument("--neue", action="store_true", help=NEW)
    programmes.add_argument("--auch-vorhandene", action="store_true", help=AGAIN)
    programmes.add_argument("--trotzdem", metavar="ID|ADRESSE", action="append", default=[], help=CONFIRMED)

    motions = add_command(what, "motions", run_motions, "Neue Anträge in die Liste holen")
    motions.add_argument("--quelle", metavar="QUELLE", action="append", help=SOURCES)

    decisions = add_command(what, "decisions", run_decisions, "Beschlüsse zu Anträgen suchen und holen")
    decisions.add_argument("drucksache", metavar="DRUCKSACHE", nargs="*", help=NUMBERS)
    decisions.add_argument("--quelle", metavar="QUELLE", default="bund", help=SOURCES)


def run_decisions(arguments: argparse.Namespace) -> int:
    from core.sources.antrag_fetch import source_named
    from core.sources.decision_fetch import fetch_decisions
    from core.sources.web import web_of

    context = default_context()
    source = source_named(context, arguments.quelle)
    antraege = _listed(context, source, arguments.drucksache)
    with terminal.progress(0, quiet=arguments.json) as advance:
        told = fetch_decisions(context, context.own(web_of), source, antraege, lambda name: advance(name, 0))
    if arguments.json:
        print_json({"gefragt": told.gefragt, "papiere": told.papiere, "beschluesse": told.beschluesse})
    else:
        terminal.say(f"Gefragt wurde zu {formats.counted(told.gefragt, 'Antrag', 'Anträgen')}.")
        _print_decisions(told)
    return max((fail(f"{one.wovon}: {one.grund}", 1) for one in told.fehler), default=0)


def _listed(context: Context, source: "AntragQuelle", numbers: Sequence[str]) -> "list[ListedAntrag]":
    """Those that are named, else all that are used here and have no vote of the plenary yet."""
    from core.errors import EingabeError
    from core.runs.store import runstore

    if not numbers:
        return [one.antrag for one in runstore(context).undecided(source.name, MOST)]
    found = [(number, source.by_number(number)) for number in numbers]
    if unknown := [number for number, antrag in found if antrag is None]:
        raise EingabeError(f"{source.name} kennt keine Drucksache {', '.join(unknown)[:200]}.")
    return [antrag for _, antrag in found if antrag]


def _print_decisions(told: "DecisionsFetched") -> None:
    rows = [
        (one.decision.drucksache, one.source.name, one.result, _sides(one.decision))
        for one in told.beschluesse
    ]
    if rows:
        terminal.print_table(("Drucksache", "Papier", "Ergebnis", "Fraktionen zur Vorlage"), rows)


def _sides(decision: "Decision") -> str:
    """„CDU dagegen, LINKE dafür“."""
    told = [f"{one.partei} {one.side}" for one in decision.sides]
    return terminal.printable(", ".join(told) or "nicht genannt", 90)


def run_motions(arguments: argparse.Namespace) -> int:
    from core.sources.antrag_fetch import BERLIN, BUND, read_sources, source_named

    context = default_context()
    sources = [source_named(context, name) for name in arguments.quelle or (BUND, BERLIN)]
    told = []
    with terminal.progress(len(sources), quiet=arguments.json) as advance:
        for reading in read_sources(context, sources):
            advance(reading.quelle)
            told.append(reading)
    if arguments.json:
        print_json(told)
    else:
        rows = [(one.quelle, one.gelesen, one.neu, one.entfernt, one.lizenz) for one in told]
        terminal.print_table(("Quelle", "gelesen", "neu", "entfernt", "Herkunft"), rows)
    alarms = [fail(f"{one.quelle}: {one.alarm}", 1) for one in told if one.alarm]
    return max(alarms, default=0)


def run_programmes(arguments: argparse.Namespace) -> int:
    from core.sources.programme_fetch import abgeordnetenwatch, fetch_programm

    context = default_context()
    source = abgeordnetenwatch(context)
    offers = list(_offers(context, arguments))
    chosen = _chosen(context, offers, arguments)
    fetched = []
    if not arguments.list:
        with terminal.progress(len(chosen), quiet=arguments.json) as advance:
            for offer in chosen:
                advance(offer.programm.name, 0)
                confirmed = _name(offer) in arguments.trotzdem
                fetched.append(fetch_programm(context, source.web, offer, confirmed))
                advance(offer.programm.name)
    results = indexed(context, [one.programm.id for one in fetched if one.ausgang.is_there], None, True)
    if arguments.json:
        print_json({"angebote": offers, "geholt": fetched, "eingelesen": results})
    else:
        _print_offers(offers, arguments.list)
        _print_fetched(fetched)
        print_results(results)
    return max(_tell(offers, fetched), tell_failed(results))


def _offers(context: Context, arguments: argparse.Namespace) -> "Iterator[Offers]":
    from core.models import ERFUNDEN
    from core.programme.registry import find_bundesland
    from core.sources.programme_fetch import abgeordnetenwatch, find_offers, missing_in

    if arguments.bundesland:
        lands = [find_bundesland(context.registry, arguments.bundesland)]
    else:
        known = {programm.bundesland or "" for programm in context.registry.programme.values()} - {ERFUNDEN}
        lands = [land for land in sorted(known) if arguments.neue or missing_in(context, land)]
    for land in lands:
        yield find_offers(context, abgeordnetenwatch(context), land)


def _chosen(context: Context, offers: "Sequence[Offers]", arguments: argparse.Namespace) -> "list[PdfOffer]":
    from core.programme.registry import find_bundesland
    from core.sources.programme_fetch import fetched_in

    chosen = [one for some in offers for one in some.found if arguments.neue or not one.is_new]
    if arguments.auch_vorhandene:
        land = find_bundesland(context.registry, arguments.bundesland) if arguments.bundesland else None
        chosen += fetched_in(context, land)
    return chosen


def _name(offer: "PdfOffer") -> str:
    """What it is called on the command line: what is no entry yet has no id but its address."""
    return offer.url if offer.is_new else offer.programm.id


def _print_offers(offers: "Sequence[Offers]", is_all: bool) -> None:
    new = [one for some in offers for one in some.found if one.is_new or is_all]
    if new:
        head = ("Vorgeschlagen", "Jahr", "Quelle", "Adresse")
        rows = [(o.programm.name, str(o.programm.jahr), o.quelle, terminal.printable(o.url)) for o in new]
        terminal.print_table(head, rows)
    if any(one.is_new for one in new):
        terminal.say("Programme, die nicht im Register stehen, nimmt erst --neue auf.")
    for some in offers:
        for programm in some.without:
            terminal.say(f"{programm.id}: Keine Quelle nennt ein PDF. Bitte von Hand hochladen.")
        if some.unknown:
            parteien = terminal.printable(", ".join(some.unknown))
            terminal.say(f"Auch gelistet, aber nicht im Register: {parteien}")


def _print_fetched(fetched: "Sequence[Fetched]") -> None:
    if fetched:
        rows = [
            (
                one.programm.id or one.programm.name,
                one.ausgang,
                formats.size(one.groesse) if one.groesse else "",
            )
            for one in fetched
        ]
        terminal.print_table(("Programm", "Ergebnis", "Größe"), rows)


def _tell(offers: "Sequence[Offers]", fetched: "Sequence[Fetched]") -> int:
    """What went wrong, and what a human has to look at; the exit code."""
    from core.sources.programme_fetch import FetchOutcome

    code = 0
    for some in offers:
        for alarm in some.alarms:
            code = fail(alarm, 1)
    for one in fetched:
        if one.ausgang is FetchOutcome.FAILED:
            code = fail(f"{one.programm.name}: {one.grund}", 1)
        elif one.ausgang is FetchOutcome.DOUBTFUL:
            told = f"{one.grund} Stimmt es trotzdem: --trotzdem {_name(one.offer)}"
            code = fail(f"{one.programm.name}: zu prüfen. {told} ({one.url})", 1)
    return code

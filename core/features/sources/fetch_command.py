"""`fetch`: programmes, Anträge and what became of them from the Internet."""

import argparse
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from core.antrag.antrag import find_file
from core.base import formats
from core.base.models import ERFUNDEN
from core.cli import output
from core.cli.index import indexed, print_results, tell_failed
from core.cli.output import add_command, emit, fail
from core.features import hooks
from core.features.sources.antrag_fetch import (
    doubt_of,
    licence_of,
    read_sources,
    take_antrag,
)
from core.features.sources.antrag_quelle import AntragQuelle
from core.features.sources.list_command import add_list_options, is_about_list, run_list
from core.features.sources.paper_search import find_paper
from core.features.sources.parliaments import KNOWN_SOURCES, PARLIAMENTS, source_named
from core.features.sources.programme_fetch import (
    Fetched,
    FetchOutcome,
    Offers,
    PdfOffer,
    abgeordnetenwatch,
    fetch_programm,
    fetched_in,
    find_offers,
    missing_in,
)
from core.programme.context import Context, default_context
from core.programme.web import web_of
from core.runs.store import runstore

if TYPE_CHECKING:
    from core.cli.output import Subcommands

    AddFetch = Callable[[Subcommands, str, Callable[[Context, str], AntragQuelle]], None]

NEW = "auch vorgeschlagene Programme aufnehmen, die nicht im Register stehen"
AGAIN = "auch früher geholte auf neue Fassungen prüfen; die alte Fassung bleibt daneben liegen"
SOURCES = f"{KNOWN_SOURCES} (mehrfach möglich)"
CONFIRMED = "dieses Programm nehmen, obwohl Jahr oder Partei im PDF anders sind (mehrfach möglich)"


def add_fetch(fetch: argparse.ArgumentParser) -> None:
    what = fetch.add_subparsers(title="Was", required=True, metavar="WAS")
    programmes = add_command(what, "programmes", "Fehlende Programme holen und einlesen")
    programmes.set_defaults(run=run_programmes)
    programmes.add_argument("--bundesland", metavar="LAND", help="nur die dieses Landes, z. B. NRW")
    programmes.add_argument("--list", action="store_true", help="nur zeigen, was sich holen ließe")
    programmes.add_argument("--neue", action="store_true", help=NEW)
    programmes.add_argument("--auch-vorhandene", action="store_true", help=AGAIN)
    programmes.add_argument("--trotzdem", metavar="ID|ADRESSE", action="append", default=[], help=CONFIRMED)

    motions = add_command(what, "motions", "Neue Anträge in die Liste holen")
    motions.set_defaults(run=run_motions)
    motions.add_argument("--quelle", metavar="QUELLE", action="append", help=SOURCES)
    add_list_options(motions)

    paper = add_command(what, "paper", "Eine Drucksache nach Nummer oder Adresse holen")
    paper.set_defaults(run=run_paper)
    paper.add_argument("drucksache", metavar="NUMMER|ADRESSE", help="„8/77 (MV)“, „21/1234“ oder https://…")
    paper.add_argument("--bundesland", metavar="LAND", help="bei einer Nummer: aus welchem Parlament")

    more: tuple[AddFetch, ...] = hooks("sources.fetch_commands")
    for add in more:
        add(what, SOURCES, source_named)


def run_motions(arguments: argparse.Namespace) -> int:
    context = default_context()
    if is_about_list(arguments):
        return run_list(context, arguments)
    usual = [name for name, one in PARLIAMENTS.items() if one.is_usual]
    sources = [source_named(context, name) for name in arguments.quelle or usual]
    told = []
    with output.progress(len(sources), quiet=arguments.json) as advance:
        for reading in read_sources(context, sources):
            advance(reading.quelle)
            told.append(reading)
    columns = (
        ("Quelle", lambda one: one.quelle),
        ("gelesen", lambda one: one.gelesen),
        ("neu", lambda one: one.neu),
        ("entfernt", lambda one: one.entfernt),
        ("Herkunft", lambda one: one.lizenz),
    )
    emit(arguments.json, told, lambda: output.print_table(columns, told))
    alarms = [fail(f"{one.quelle}: {one.alarm}", 1) for one in told if one.alarm]
    return max(alarms, default=0)


def run_paper(arguments: argparse.Namespace) -> int:
    context = default_context()
    land = context.registry.find_bundesland(arguments.bundesland) if arguments.bundesland else None
    found = find_paper(context, arguments.drucksache, land)
    listed = found.listing.antrag
    antrag_id = take_antrag(context, context.own(web_of), listed)
    sheet = runstore(context).load_sheet(antrag_id)
    path = find_file(context.settings.laeufe_dir, sheet.datei)
    told = {
        "antrag": antrag_id,
        "quelle": found.told,
        "lizenz": licence_of(listed),
        "titel": sheet.antrag.titel,
        "drucksache": sheet.antrag.drucksache,
        "zweifel": doubt_of(sheet.antrag, listed, context.registry),
        "datei": str(path),
    }

    def show() -> None:
        output.say(f"{told['titel']} ({told['drucksache'] or listed.nummer})")
        output.say(f"{found.told}. {told['lizenz']}")
        output.say(f"Beurteilen: python -m core assess {path}")

    emit(arguments.json, told, show)
    return fail(told["zweifel"], 1) if told["zweifel"] else 0


def run_programmes(arguments: argparse.Namespace) -> int:
    context = default_context()
    source = abgeordnetenwatch(context)
    named = context.registry.find_bundesland(arguments.bundesland) if arguments.bundesland else None
    known = {programm.bundesland or "" for programm in context.registry.programme.values()} - {ERFUNDEN}
    wanted = [land for land in sorted(known) if arguments.neue or missing_in(context, land)]
    offers = [find_offers(context, source, land) for land in ([named] if named else wanted)]
    chosen = [one for some in offers for one in some.found if arguments.neue or not one.is_new]
    if arguments.auch_vorhandene:
        chosen += fetched_in(context, named)
    fetched = []
    if not arguments.list:
        with output.progress(len(chosen), quiet=arguments.json) as advance:
            for offer in chosen:
                advance(offer.programm.name, 0)
                confirmed = _name(offer) in arguments.trotzdem
                fetched.append(fetch_programm(context, source.web, offer, confirmed))
                advance(offer.programm.name)
    results = indexed(context, [one.programm.id for one in fetched if one.ausgang.is_there], None, True)
    columns = (
        ("Programm", lambda one: one.programm.id or one.programm.name),
        ("Ergebnis", lambda one: one.ausgang),
        ("Größe", lambda one: formats.size(one.groesse) if one.groesse else ""),
        ("Woher", lambda one: output.printable(one.url) if one.ausgang.is_there else ""),
    )

    def show() -> None:
        _print_offers(offers, arguments.list)
        if fetched:
            output.print_table(columns, fetched)
        for one in fetched:
            if one.ausgang.is_there and one.vergeblich:
                output.say(f"{one.programm.name}: {output.printable(one.told)}")
        print_results(results)

    emit(arguments.json, {"angebote": offers, "geholt": fetched, "eingelesen": results}, show)
    return max(_tell(offers, fetched), tell_failed(results))


def _name(offer: PdfOffer) -> str:
    """What it is called on the command line: what is no entry yet has no id but its address."""
    return offer.url if offer.is_new else offer.programm.id


def _print_offers(offers: Sequence[Offers], is_all: bool) -> None:
    new = [one for some in offers for one in some.found if one.is_new or is_all]
    if new:
        columns = (
            ("Vorgeschlagen", lambda one: one.programm.name),
            ("Jahr", lambda one: str(one.programm.jahr)),
            ("Quelle", lambda one: one.quelle),
            ("Adresse", lambda one: output.printable(one.url)),
        )
        output.print_table(columns, new)
    if any(one.is_new for one in new):
        output.say("Programme, die nicht im Register stehen, nimmt erst --neue auf.")
    for some in offers:
        # A source that could not be asked may have them: that is told once, with the reason, at the end.
        why = "Im Register steht keine Adresse." if some.alarms else "Keine Quelle nennt ein PDF."
        for programm in some.without:
            output.say(f"{programm.id}: {why} Von Hand: als {programm.pdf} in den Ordner der PDFs legen.")
        if some.unknown:
            parteien = output.printable(", ".join(some.unknown))
            output.say(f"Auch gelistet, aber nicht im Register: {parteien}")


def _tell(offers: Sequence[Offers], fetched: Sequence[Fetched]) -> int:
    """What went wrong, and what a human has to look at; the exit code."""
    code = 0
    for some in offers:
        for alarm in some.alarms:
            code = fail(alarm, 1)
    for one in fetched:
        if one.ausgang is FetchOutcome.FAILED:
            code = fail(f"{one.programm.name}: {one.told}", 1)
        elif one.ausgang is FetchOutcome.DOUBTFUL:
            told = f"{one.told} Stimmt es trotzdem: --trotzdem {_name(one.offer)}"
            code = fail(f"{one.programm.name}: zu prüfen. {told} ({one.url})", 1)
    return code

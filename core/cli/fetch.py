"""`fetch` and `decision`: programmes, Anträge and decisions from the Internet; who voted how, by papers."""

import argparse
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from core.antrag.antrag import number_of
from core.base import formats
from core.base.errors import EingabeError
from core.base.models import ERFUNDEN
from core.cli import output
from core.cli.antrag import day_of
from core.cli.index import indexed, print_results, tell_failed
from core.cli.output import add_command, fail, print_json, read_bounded
from core.features.decisions.committee_votes import read_vote_paper
from core.features.decisions.decision import Decision, PaperKind, VotedOn
from core.features.decisions.protokoll_votes import drucksache_of
from core.features.decisions.stored_decisions import (
    MOST_BYTES,
    VoteUpload,
    read_upload,
    save_paper,
    undecided,
)
from core.features.papers.lauf_report import place_told
from core.features.sources.antrag_fetch import (
    KNOWN_SOURCES,
    PARLIAMENTS,
    fetch_decisions,
    read_sources,
    source_named,
)
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
from core.features.sources.web import web_of
from core.programme.context import Context, default_context
from core.programme.registry import find_bundesland
from core.runs.store import runstore

NEW = "auch vorgeschlagene Programme aufnehmen, die nicht im Register stehen"
AGAIN = "auch früher geholte auf neue Fassungen prüfen; die alte Fassung bleibt daneben liegen"
SOURCES = f"{KNOWN_SOURCES} (mehrfach möglich)"
NUMBERS = "Nummern, zu denen gesucht wird; ohne Angabe zu allen hier benutzten ohne Beschluss des Plenums"
MOST = 500
"""Anträge for which a source is asked at once; the others come first the next time."""

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

    decisions = add_command(what, "decisions", "Beschlüsse zu Anträgen suchen und holen")
    decisions.set_defaults(run=run_decisions)
    decisions.add_argument("drucksache", metavar="DRUCKSACHE", nargs="*", help=NUMBERS)
    decisions.add_argument("--quelle", metavar="QUELLE", default="bund", help=SOURCES)


def run_decisions(arguments: argparse.Namespace) -> int:
    context = default_context()
    source = source_named(context, arguments.quelle)
    if arguments.drucksache:
        named = [(number, source.by_number(number)) for number in arguments.drucksache]
        if unknown := [number for number, antrag in named if antrag is None]:
            raise EingabeError(f"{source.name} kennt keine Drucksache {', '.join(unknown)[:200]}.")
        antraege = [antrag for _, antrag in named if antrag]
    else:
        antraege = [one.antrag for one in undecided(runstore(context), source.name, MOST)]
    with output.progress(0, quiet=arguments.json) as advance:
        told = fetch_decisions(context, context.own(web_of), source, antraege, lambda name: advance(name, 0))
    if arguments.json:
        print_json({"gefragt": told.gefragt, "papiere": told.papiere, "beschluesse": told.beschluesse})
    else:
        output.say(f"Gefragt wurde zu {formats.counted(told.gefragt, 'Antrag', 'Anträgen')}.")
        columns = (
            ("Drucksache", lambda one: one.decision.drucksache),
            ("Papier", lambda one: one.source.name),
            ("Ergebnis", lambda one: one.result),
            ("Fraktionen zur Vorlage", lambda one: _sides(one.decision)),
        )
        if told.beschluesse:
            output.print_table(columns, told.beschluesse)
    return max((fail(f"{one.wovon}: {one.grund}", 1) for one in told.fehler), default=0)


def _sides(decision: Decision) -> str:
    """„CDU dagegen, LINKE dafür“."""
    told = [f"{one.partei} {one.side}" for one in decision.sides]
    return output.printable(", ".join(told) or "nicht genannt", 90)


def run_motions(arguments: argparse.Namespace) -> int:
    context = default_context()
    sources = [source_named(context, name) for name in arguments.quelle or PARLIAMENTS]
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
    output.emit(arguments.json, told, columns)
    alarms = [fail(f"{one.quelle}: {one.alarm}", 1) for one in told if one.alarm]
    return max(alarms, default=0)


def run_programmes(arguments: argparse.Namespace) -> int:
    context = default_context()
    source = abgeordnetenwatch(context)
    named = find_bundesland(context.registry, arguments.bundesland) if arguments.bundesland else None
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
    if arguments.json:
        print_json({"angebote": offers, "geholt": fetched, "eingelesen": results})
    else:
        _print_offers(offers, arguments.list)
        if fetched:
            columns = (
                ("Programm", lambda one: one.programm.id or one.programm.name),
                ("Ergebnis", lambda one: one.ausgang),
                ("Größe", lambda one: formats.size(one.groesse) if one.groesse else ""),
            )
            output.print_table(columns, fetched)
        print_results(results)
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
        for programm in some.without:
            output.say(f"{programm.id}: Keine Quelle nennt ein PDF. Bitte von Hand hochladen.")
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
            code = fail(f"{one.programm.name}: {one.grund}", 1)
        elif one.ausgang is FetchOutcome.DOUBTFUL:
            told = f"{one.grund} Stimmt es trotzdem: --trotzdem {_name(one.offer)}"
            code = fail(f"{one.programm.name}: zu prüfen. {told} ({one.url})", 1)
    return code


# --- who voted how on a Drucksache, by papers and sheets that are at hand -----------------------------------


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
    found = _told_by_papers(context, find_bundesland(context.registry, land), drucksache, arguments)
    if arguments.json:
        print_json([asdict(one) | {"is_certain": one.is_certain} for one in found])
    elif not found:
        output.say(f"Zur Drucksache {drucksache} wurde in diesen Papieren keine Abstimmung gefunden.")
    else:
        for one in found:
            _print_decision(one)
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
                advice = found[0].voted_on
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

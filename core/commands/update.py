"""`update`: programmes, Anträge and, where it is wanted, Läufe brought up to date; made for cron."""

import argparse
from typing import TYPE_CHECKING

from core import terminal
from core.commands.assess import partei_prompt
from core.commands.fetch import print_decisions
from core.commands.options import add_command, fail, print_json
from core.context import Context, default_context
from core.errors import EingabeError
from core.german import formats

if TYPE_CHECKING:
    from core.commands.options import Subcommands
    from core.update.new_antraege import AntraegeAssessed, AutomaticAssessment
    from core.update.programme_update import ProgrammeBrought
    from core.update.run_update import UpdateBrought, UpdateOrder

SOURCES = (
    "bund, berlin, berlin-19 oder die Adresse einer Kommune nach OParl (mehrfach möglich); ohne Angabe alle, "
    "die hier schon gelesen wurden, am Anfang Berlin und mit DIP_API_KEY der Bundestag"
)
LAND = "nur Programme dieses Landes, auch wenn noch keines da ist; ohne Angabe die der hier benutzten Länder"


def add(commands: "Subcommands") -> None:
    update = add_command(
        commands, "update", run_update_command, "Programme und Anträge auf den neuesten Stand bringen"
    )
    update.add_argument("--bundesland", metavar="LAND", help=LAND)
    update.add_argument("--quelle", "--source", metavar="QUELLE", action="append", help=SOURCES)
    update.add_argument("--assess", metavar="MODELL", help="neue Anträge von diesem Modell beurteilen lassen")
    update.add_argument("--prompt", metavar="PROMPT", help="Prompt dafür (sonst der übliche des Modells)")
    update.add_argument("--limit", metavar="USD", type=float, help="ab dieser Ausgabe nichts Neues beginnen")


def run_update_command(arguments: argparse.Namespace) -> int:
    from core.update.run_update import run_update

    context = default_context()
    order = _order(context, arguments)
    with terminal.progress(0, quiet=arguments.json) as advance:
        brought = run_update(context, order, lambda name: advance(name, 0))
    if arguments.json:
        print_json(brought)
    else:
        _print(brought)
    for one in brought.stored.meldungen:
        fail(f"{one.wovon}: {one.art}. {one.text}", 1)
    return 1 if brought.stored.meldungen else 0


def _order(context: Context, arguments: argparse.Namespace) -> "UpdateOrder":
    from core.programme.registry import find_bundesland
    from core.sources.antrag_fetch import source_named, usual_sources
    from core.sources.programme_offers import abgeordnetenwatch
    from core.update.run_update import UpdateOrder

    names = arguments.quelle or usual_sources(context)
    return UpdateOrder(
        sources=tuple(source_named(context, name) for name in dict.fromkeys(names)),
        watch=abgeordnetenwatch(context),
        land=find_bundesland(context.registry, arguments.bundesland) if arguments.bundesland else None,
        ask=_ask(context, arguments),
    )


def _ask(context: Context, arguments: argparse.Namespace) -> "AutomaticAssessment | None":
    from core.assessment.user_prompts import find_prompt
    from core.llm.catalogue import availability, find_modell
    from core.runs.store import runstore
    from core.update.new_antraege import AutomaticAssessment

    if arguments.assess is None:
        if arguments.prompt or arguments.limit is not None:
            raise EingabeError("--prompt und --limit gelten nur zusammen mit --assess MODELL.")
        return None
    modell = find_modell(context, arguments.assess)
    if not modell.kostenlos and not (arguments.limit and arguments.limit > 0):
        raise EingabeError(f"{modell.id} kostet Geld. Nennen Sie mit --limit, wie viele US-Dollar höchstens.")
    if not (ready := availability(modell)).ok:
        raise EingabeError(f"{modell.id} kann nicht gefragt werden. {ready.grund}")
    name = arguments.prompt
    prompt = partei_prompt(context, name) if name else find_prompt(context, runstore(context), modell.prompt)
    return AutomaticAssessment(modell.id, prompt, arguments.limit)


def _print(brought: "UpdateBrought") -> None:
    _print_programme(brought.programme)
    if brought.gelesen:
        rows = [(one.quelle, one.gelesen, one.neu, one.entfernt, one.lizenz) for one in brought.gelesen]
        terminal.print_table(("Quelle", "gelesen", "neu", "entfernt", "Herkunft"), rows)
    _print_assessed(brought.beurteilt)
    print_decisions(brought.beschluesse)
    stored = brought.stored
    told = [
        formats.counted(stored.programme, "neues oder geändertes Programm", "neue oder geänderte Programme"),
        formats.counted(stored.antraege, "neuer Antrag", "neue Anträge"),
    ]
    if stored.laeufe:
        told.append(f"{formats.counted(stored.laeufe, 'Lauf', 'Läufe')} ({formats.cost(stored.kosten)})")
    terminal.say(f"Aktualisiert am {formats.moment(stored.beendet)}: {', '.join(told)}.")


def _print_programme(brought: "ProgrammeBrought") -> None:
    if brought.geholt:
        came = [(one.programm.name, str(one.ausgang), formats.size(one.groesse)) for one in brought.geholt]
        terminal.print_table(("Programm", "Ergebnis", "Größe"), came)
    if brought.eingelesen:
        rows = [(one.programm_id, one.seiten, one.chunks) for one in brought.eingelesen]
        terminal.print_table(("Eingelesen", "Seiten", "Passagen"), rows)
    for offer in brought.vorschlaege:
        name, url = terminal.printable(offer.programm.name), terminal.printable(offer.url)
        terminal.say(f"Nicht im Register: {name} ({url}). Aufnehmen: fetch programmes --neue")


def _print_assessed(done: "AntraegeAssessed") -> None:
    if done.laeufe:
        rows = [(one.lauf_id, one.auftrag.antrag.titel[:60], str(one.status)) for one in done.laeufe]
        terminal.print_table(("Lauf", "Antrag", "Zustand"), rows)
    if done.without_pdf:
        word = formats.counted(done.without_pdf, "neuer Antrag hat", "neue Anträge haben")
        terminal.say(f"{word} bei der Quelle noch kein PDF.")
    if done.angehalten:
        left = formats.counted(done.offen, "neuer Antrag bleibt", "neue Anträge bleiben")
        terminal.say(f"{done.angehalten} {left} für das nächste Mal.")

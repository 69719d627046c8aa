"""`ask` and `followup`: questions to a language model, on the programmes and on a stored Lauf; stored."""

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from core import terminal
from core.commands.options import add_command, print_json
from core.commands.where import add_documents, add_where, anfrage_of, check_counts
from core.context import Context, default_context
from core.german import formats

if TYPE_CHECKING:
    from core.assessment.frage import FragenAntwort
    from core.assessment.nachfrage import AntwortSheet
    from core.citations.eintrag import Gebunden
    from core.commands.options import Subcommands


def add(commands: "Subcommands") -> None:
    frage = add_command(
        commands, "ask", run_ask, "Die Programme von einem Sprachmodell befragen, mit Belegen"
    )
    frage.add_argument("frage", metavar="FRAGE", help="eine Frage mit oder ohne Partei, Land und Zeit")
    add_where(frage)
    frage.add_argument(
        "--top", metavar="N", type=int, help="Passagen je Partei (3); mit --dokumente so viele Programme (5)"
    )
    add_documents(frage, frage, "aus den besten Programmen antworten, mit deren Zusammenfassungen")
    frage.add_argument("--model", metavar="MODELL", help="Modell (ohne Angabe das eingebaute)")
    nachfrage = add_command(commands, "followup", run_followup, "Zu einem gespeicherten Lauf nachfragen")
    nachfrage.add_argument("lauf", metavar="LAUF", help="Kennung des Laufs")
    nachfrage.add_argument("frage", metavar="FRAGE", help="was Sie zu diesem Lauf wissen möchten")
    nachfrage.add_argument("--model", metavar="MODELL", help="Modell (ohne Angabe das des Laufs)")


def run_ask(arguments: argparse.Namespace) -> int:
    from core.assessment.frage import ask_anfrage
    from core.assessment.kept_answers import as_json, save_frage
    from core.llm.catalogue import OFFLINE, find_modell
    from core.runs.store import runstore

    check_counts(arguments)
    context = default_context()
    modell = find_modell(context, arguments.model or OFFLINE).id
    anfrage = anfrage_of(context, arguments, "Die Frage")
    store = runstore(context)  # before anything is paid for: without it the answer would be lost
    antwort = ask_anfrage(
        context,
        anfrage,
        modell,
        dokumente=arguments.dokumente,
        top_k=arguments.top,
        passagen=arguments.passagen,
    )
    antwort_id = save_frage(store, antwort)
    if arguments.json:
        print_json({"id": antwort_id, **as_json(antwort)})
        return 0
    for aussage in antwort.aussagen:
        terminal.say(terminal.printable(aussage.text, 2000) + (" [unbelegt]" if aussage.unbelegt else ""))
        _print_belege(aussage.belege)
    if not antwort.aussagen:
        terminal.say("Keine Aussage.")
    _print_parteien(context, "Ohne belegte Antwort", antwort.ohne_antwort, antwort.durchsucht)
    _print_parteien(context, "Ohne Quellen", antwort.ohne_quellen, antwort.durchsucht)
    if auswahl := antwort.auswahl:
        _print_parteien(context, "Nicht unter den besten Programmen", auswahl.uebergangen, antwort.durchsucht)
    _print_end(antwort, f"Gespeichert als Antwort {antwort_id}.", auswahl.erklaerung if auswahl else "")
    return 0


def run_followup(arguments: argparse.Namespace) -> int:
    from core.assessment.kept_answers import as_json, save_nachfrage
    from core.assessment.nachfrage import ask_nachfrage
    from core.llm.catalogue import find_modell
    from core.runs.store import runstore

    context = default_context()
    modell = find_modell(context, arguments.model).id if arguments.model else None
    antwort = ask_nachfrage(context, arguments.lauf, arguments.frage, modell)
    antwort_id = save_nachfrage(runstore(context), antwort)
    if arguments.json:
        print_json({"id": antwort_id, **as_json(antwort)})
        return 0
    terminal.say(terminal.printable(antwort.antwort, 5000) + (" [unbelegt]" if antwort.unbelegt else ""))
    _print_belege(antwort.belege)
    if antwort.fehlend:
        terminal.say(f"Nicht mehr im Index wie damals: {', '.join(antwort.fehlend)}")
    _print_end(antwort, f"Gespeichert beim Lauf {antwort.lauf_id}.")
    return 0


def _print_belege(belege: Sequence["Gebunden"]) -> None:
    from core.search.geltung import satz

    for zitat in belege:
        fremd = "Andere Partei, kein Beleg: " if zitat.fremde_partei else ""
        told = [satz(zitat.trotzdem), *(warning.text for warning in zitat.warnungen)]
        terminal.print_passage(f"  {fremd}{zitat.quelle}", " ".join(filter(None, told)), f"  {zitat.quoted}")


def _print_parteien(context: Context, what: str, parteien: Sequence[str], searched: Sequence[str]) -> None:
    """With the Programme in which a reader can look for himself."""
    for partei in parteien:
        own = [context.registry.programme[id] for id in searched]
        names = [f"{one.name} ({one.id})" for one in own if one.partei == partei]
        told = f"; durchsucht: {', '.join(names)}" if names else ""
        terminal.say(f"{what}: {context.registry.parteien[partei].name}{told}")


def _print_end(antwort: "FragenAntwort | AntwortSheet", stored: str, vorgelegt: str = "") -> None:
    for zitat in antwort.verworfen:
        # Without quotation marks: what was dropped is not shown as a quote.
        terminal.say(
            f"Verworfen: {terminal.printable(zitat.text)} – {terminal.printable(zitat.erklaerung, 1000)}"
        )
    kosten = "" if antwort.kosten is None else f", {formats.cost(antwort.kosten)}"
    end = f"{antwort.modell or 'Kein Modell gefragt'}{kosten}. {antwort.hinweis}\n{stored}"
    terminal.say("\n" + "\n".join(filter(None, [vorgelegt, end])))

"""`ask`, `followup` and `summarize`: questions to a language model, and summaries by it or without one."""

import argparse
from collections.abc import Sequence

from core.assessment.frage import AntwortSheet, FragenAntwort, ask_anfrage, ask_nachfrage
from core.assessment.model_summaries import finished, kapitel_texts, summarize_programm
from core.base import formats
from core.base.errors import LimitReached
from core.cli import output
from core.cli.money import add_limit, budget_of, stopped_by
from core.cli.output import emit, fail
from core.cli.search import add_documents, add_where, anfrage_of, check_counts
from core.llm.anfrage import Antwort, Budget
from core.llm.catalogue import OFFLINE, catalogue_of
from core.programme.context import Context, default_context
from core.runs.store import runstore
from core.search.geltung import NotInForce
from core.search.suchraum import Suchraum
from core.search.summaries import ProgrammSummaries
from core.search.zusammenfassung import Zusammenfassung
from core.wortlaut.binding.eintrag import Gebunden


def add_ask(frage: argparse.ArgumentParser) -> None:
    frage.add_argument("frage", metavar="FRAGE", help="eine Frage mit oder ohne Partei, Land und Zeit")
    add_where(frage)
    frage.add_argument(
        "--top", metavar="N", type=int, help="Passagen je Partei (3); mit --dokumente so viele Programme (5)"
    )
    add_documents(frage, frage, "aus den besten Programmen antworten, mit deren Zusammenfassungen")
    frage.add_argument("--model", metavar="MODELL", help="Modell (ohne Angabe das eingebaute)")
    add_limit(frage)


def add_followup(nachfrage: argparse.ArgumentParser) -> None:
    nachfrage.add_argument("lauf", metavar="LAUF", help="Kennung des Laufs")
    nachfrage.add_argument("frage", metavar="FRAGE", help="was Sie zu diesem Lauf wissen möchten")
    nachfrage.add_argument("--model", metavar="MODELL", help="Modell (ohne Angabe das des Laufs)")
    add_limit(nachfrage)


def run_ask(arguments: argparse.Namespace) -> int:
    check_counts(arguments)
    context = default_context()
    modell = catalogue_of(context).find(arguments.model or OFFLINE).id
    anfrage = anfrage_of(context, arguments, "Die Frage")
    store = runstore(context)  # before anything is paid for: without it the answer would be lost
    antwort = ask_anfrage(
        context,
        anfrage,
        modell,
        dokumente=arguments.dokumente,
        top_k=arguments.top,
        passagen=arguments.passagen,
        budget=budget_of(context, arguments, modell),
    )
    antwort_id = antwort.save(store)
    told = {"id": antwort_id, **antwort.as_json()}
    emit(arguments.json, told, lambda: _print_answer(context, antwort, antwort_id))
    return 0


def _print_answer(context: Context, antwort: FragenAntwort, antwort_id: str) -> None:
    for aussage in antwort.aussagen:
        output.say(output.printable(aussage.text, 2000) + (" [unbelegt]" if aussage.unbelegt else ""))
        _print_belege(aussage.belege)
    if not antwort.aussagen:
        output.say("Keine Aussage.")
    _print_parteien(context, "Ohne belegte Antwort", antwort.ohne_antwort, antwort.durchsucht)
    _print_parteien(context, "Ohne Quellen", antwort.ohne_quellen, antwort.durchsucht)
    if auswahl := antwort.auswahl:
        _print_parteien(context, "Nicht unter den besten Programmen", auswahl.uebergangen, antwort.durchsucht)
    _print_end(antwort, f"Gespeichert als Antwort {antwort_id}.", auswahl.erklaerung if auswahl else "")


def run_followup(arguments: argparse.Namespace) -> int:
    context = default_context()
    modell = catalogue_of(context).find(arguments.model).id if arguments.model else None
    budget = budget_of(context, arguments, modell)
    antwort = ask_nachfrage(context, arguments.lauf, arguments.frage, modell, budget=budget)
    antwort_id = antwort.save(runstore(context))
    emit(arguments.json, {"id": antwort_id, **antwort.as_json()}, lambda: _print_sheet(antwort))
    return 0


def _print_sheet(antwort: AntwortSheet) -> None:
    output.say(output.printable(antwort.antwort, 5000) + (" [unbelegt]" if antwort.unbelegt else ""))
    _print_belege(antwort.belege)
    if antwort.fehlend:
        output.say(f"Nicht mehr im Index wie damals: {', '.join(antwort.fehlend)}")
    _print_end(antwort, f"Gespeichert beim Lauf {antwort.lauf_id}.")


def _print_belege(belege: Sequence[Gebunden]) -> None:
    for zitat in belege:
        fremd = "Andere Partei, kein Beleg: " if zitat.fremde_partei else ""
        told = [NotInForce(zitat.trotzdem).sentence, *(warning.text for warning in zitat.warnungen)]
        output.print_passage(f"  {fremd}{zitat.quelle}", " ".join(filter(None, told)), f"  {zitat.quoted}")


def _print_parteien(context: Context, what: str, parteien: Sequence[str], searched: Sequence[str]) -> None:
    """With the Programme in which a reader can look for himself."""
    for partei in parteien:
        own = [context.registry.programme[id] for id in searched]
        names = [f"{one.name} ({one.id})" for one in own if one.partei == partei]
        told = f"; durchsucht: {', '.join(names)}" if names else ""
        output.say(f"{what}: {context.registry.parteien[partei].name}{told}")


def _print_end(antwort: FragenAntwort | AntwortSheet, stored: str, vorgelegt: str = "") -> None:
    for zitat in antwort.verworfen:
        # Without quotation marks: what was dropped is not shown as a quote.
        output.say(f"Verworfen: {output.printable(zitat.text)} – {output.printable(zitat.erklaerung, 1000)}")
    kosten = "" if antwort.kosten is None else f", {formats.cost(antwort.kosten)}"
    end = f"{antwort.modell or 'Kein Modell gefragt'}{kosten}. {antwort.hinweis}\n{stored}"
    output.say("\n" + "\n".join(filter(None, [vorgelegt, end])))


# --- summaries of programmes, of their own sentences or by a language model ---------------------------------


def add_summarize(kurz: argparse.ArgumentParser) -> None:
    what = kurz.add_mutually_exclusive_group()
    what.add_argument(
        "--programm", metavar="ID", action="append", help="nur dieses Programm (mehrfach möglich)"
    )
    what.add_argument("--bundesland", metavar="LAND", help="nur die Programme dieses Landes, z. B. NRW")
    kurz.add_argument("--model", metavar="MODELL", help="Sprachmodell (ohne: aus Sätzen des Programms)")
    kurz.add_argument("--fresh", action="store_true", help="auch neu fragen, was schon zusammengefasst ist")
    add_limit(kurz)


def run_summarize(arguments: argparse.Namespace) -> int:
    context, stopped = default_context(), ""
    if arguments.programm:
        programme = list(dict.fromkeys(arguments.programm))
    else:
        space = Suchraum.of(context, bundesland=arguments.bundesland)
        programme = sorted(space.programme & space.blocks.keys())
    if arguments.model:
        todo = [p for p in programme if arguments.fresh or finished(context, p) is None]
        budget = budget_of(context, arguments, arguments.model)
        made, done = _by_model(context, todo, arguments.model, budget, arguments.json)
        if done < len(todo):
            stopped = stopped_by(budget, done, len(todo), "Programmen sind zusammengefasst")
        if (skipped := len(programme) - len(todo)) and not arguments.json:
            output.say(f"{skipped} von {len(programme)} Programmen waren schon zusammengefasst.")
    else:
        every = [ProgrammSummaries.of(context, id) for id in programme]
        made = [summary for one in every for summary in one.extractive()]
    emit(arguments.json, made, lambda: _print_summaries(context, made))
    return fail(stopped, 1) if stopped else 0


def _print_summaries(context: Context, made: Sequence[Zusammenfassung]) -> None:
    for summary in made:
        name = context.registry.programme[summary.programm_id].name
        by = f" (von {summary.modell})" if summary.modell else ""
        kind = f"von {summary.modell}" if summary.modell else "aus dem Wortlaut"
        themen = f"Themen ({kind}): {', '.join(summary.themen)}" if summary.themen else ""
        told = (summary.text.replace("\n", " "), themen, summary.hinweis)
        lines = [output.printable(line, 5000) for line in told if line]
        output.print_passage(f"{name}{by}", summary.kapitel, "\n".join(lines))


def _by_model(
    context: Context, programme: Sequence[str], modell: str, budget: Budget, quiet: bool
) -> tuple[list[Zusammenfassung], int]:
    """The summaries, and of how many Programme before the limit ended it."""
    parts = [1 + len(kapitel_texts(context, ProgrammSummaries.of(context, p).block)) for p in programme]
    antworten: list[Antwort] = []
    made, done = list[Zusammenfassung](), 0
    try:
        with output.progress(sum(parts), quiet=quiet) as advance:
            for programm_id in programme:

                def on_teil(kapitel: str, programm_id: str = programm_id) -> None:
                    advance(f"{programm_id} {kapitel}"[:60])

                made += summarize_programm(context, programm_id, modell, antworten.append, on_teil, budget)
                done += 1
    except LimitReached:
        pass  # told by how many are done
    finally:  # also where it breaks off: what was asked is paid
        if antworten and not quiet:
            known = [antwort.kosten for antwort in antworten if antwort.kosten is not None]
            output.say(f"{len(antworten)} Antworten, {formats.cost(sum(known) if known else None)}")
    return made, done

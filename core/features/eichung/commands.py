"""`calibrate` and `evaluate`: a model held against what parties officially say, and the search measured."""

import argparse
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from core.base import formats
from core.base.atomic_files import write_whole
from core.base.errors import EingabeError
from core.base.frames import csv, frame_of
from core.base.statistical_measures import Interval
from core.cli import output
from core.cli.money import add_limit, budget_of, stopped_by
from core.cli.output import emit, fail
from core.features.eichung.eichbild import SPALTEN, Eichbild, answer_rows, eichbild
from core.features.eichung.run_calibration import (
    EichungPlan,
    begin_calibration,
    effort_of,
    read_eichsatz,
    run_calibration,
    vorhaben,
)
from core.features.eichung.search_quality import Measurement, evaluate
from core.llm.catalogue import catalogue_of
from core.programme.context import default_context
from core.runs.eichungen import Eichung
from core.runs.store import Runstore, runstore


def add_calibrate(one: argparse.ArgumentParser) -> None:
    one.add_argument("datei", metavar="DATEI", type=Path, nargs="?", help="Thesen als CSV (Musterland)")
    one.add_argument("--model", metavar="MODELL", required=True, help="das Modell, das geeicht wird")
    one.add_argument("--prompt", metavar="PROMPT", help="der Prompt (der des Modells)")
    add_limit(one)
    one.add_argument("--kosten", action="store_true", help="nur sagen, was es kosten wird")
    one.add_argument("--csv", metavar="DATEI", type=Path, help="jede Antwort als Zeile hierhin schreiben")


def run_calibrate(arguments: argparse.Namespace) -> int:
    context = default_context()
    prompt = arguments.prompt or catalogue_of(context).find(arguments.model).prompt
    plan = EichungPlan(modell=arguments.model, prompt=prompt)
    was = vorhaben(context, plan, read_eichsatz(arguments.datei) if arguments.datei else None)
    told = effort_of(context, was)
    if not arguments.json:
        for reason, count in was.fragen.ausgelassen.items():
            output.say(f"Ausgelassen: {count} Positionen ({reason}).")
        known = f", {told.bekannt} davon schon beantwortet" if told.bekannt else ""
        cost = "Preis unbekannt" if told.usd is None else f"etwa {formats.number(told.usd, 2)} USD"
        output.say(f"{was.satz.name}: {told.fragen} Fragen{known}; {cost}, {told.tokens_ein} Tokens gelesen.")
    if arguments.kosten:
        emit(arguments.json, {**asdict(told), "ausgelassen": was.fragen.ausgelassen})
        return 0
    budget = budget_of(context, arguments, was.auftrag.modell)
    eichung_id = begin_calibration(context, was)
    fehler, spent = [], 0.0
    with output.progress(told.offen, quiet=arguments.json) as advance:
        for step in run_calibration(context, was, eichung_id, budget):
            spent += step.kosten
            fehler += [step.fehler] if step.fehler else []
            advance(f"{step.frage.programm.partei} · {formats.cost(spent)}")
    store = runstore(context)
    eichung = next(one for one in store.list_eichungen() if one.id == eichung_id)
    if eichung.beantwortet:
        _tell(store, eichung, arguments)
    for reason in dict.fromkeys(fehler):
        fail(f"{was.auftrag.modell}: {reason}", 1)
    if budget.is_reached:
        return fail(stopped_by(budget, eichung.beantwortet, eichung.geplant, "Fragen sind beantwortet"), 1)
    if not eichung.finished:
        left = eichung.geplant - eichung.beantwortet
        return fail(f"{left} Fragen sind offen. Derselbe Befehl fragt nur noch diese.", 1)
    return 0


def _tell(store: Runstore, eichung: Eichung, arguments: argparse.Namespace) -> None:
    found = eichbild(store, eichung)
    emit(arguments.json, found, lambda: _print_picture(found))
    if arguments.csv:
        try:
            write_whole(arguments.csv, csv(frame_of(list(answer_rows(store, eichung)), SPALTEN)))
        except OSError as error:
            raise EingabeError(f"{arguments.csv} lässt sich nicht schreiben ({error.strerror}).") from error


def _print_picture(bild: Eichbild) -> None:
    eichung = bild.eichung
    output.say(f"Eichung {eichung.id}: {eichung.modell}, Prompt {eichung.prompt_id}, {eichung.satz_name}")
    per_partei = (
        ("Partei", lambda row: row[0]),
        ("weicht ab", lambda row: _percent(row[1].abweichung)),
        ("enthält sich", lambda row: _percent(row[1].enthaltung)),
        ("beantwortet", lambda row: f"{row[1].beantwortet} von {row[1].faelle}"),
    )
    output.print_table(per_partei, [("alle", bild.gesamt), *bild.parteien.items()])
    per_step = (
        ("Punkte von", lambda one: formats.shortest(one.von)),
        ("bis", lambda one: formats.shortest(one.bis)),
        ("Partei stimmte zu", lambda one: f"{one.zustimmungen} von {one.faelle}"),
    )
    output.print_table(per_step, bild.zuverlaessigkeit)


def _percent(one: Interval) -> str:
    """„20 % (8 bis 33)“."""
    if one.wert != one.wert:
        return "–"
    share, low, high = (formats.number(100 * value) for value in (one.wert, one.von, one.bis))
    return f"{share} % ({low} bis {high})"


# --- how well the search finds what is known to be there ----------------------------------------------------


def add_evaluate(evaluate: argparse.ArgumentParser) -> None:
    evaluate.add_argument(
        "--saetze", metavar="N", type=int, default=50, help="so viele Sätze des Bestands suchen (50)"
    )
    evaluate.add_argument("--gold", metavar="DATEI", type=Path, help="eigene Fragen mit Seite (JSON)")


def run_evaluate(arguments: argparse.Namespace) -> int:
    if arguments.saetze < 1:
        raise EingabeError(f"--saetze {arguments.saetze}: Gebraucht wird mindestens ein Satz.")
    befunde = list(evaluate(default_context(), arguments.saetze, arguments.gold))
    emit(arguments.json, befunde, lambda: _print_quality(befunde))
    return 0


def _print_quality(befunde: Sequence[Measurement]) -> None:
    for fragen in dict.fromkeys(befund.fragen for befund in befunde):
        own = [befund for befund in befunde if befund.fragen == fragen]
        output.say(f"\n{fragen} ({own[0].anzahl})")
        masse = ((name, lambda befund, name=name: _with_range(befund.masse[name])) for name in own[0].masse)
        output.print_table((("Suche", lambda befund: befund.strategie), *masse), own)


def _with_range(measure: Interval) -> str:
    """„0,85 (0,80 bis 0,90)“: with the 95 % interval in brackets."""
    low, high = (formats.number(edge, 2) for edge in (measure.von, measure.bis))
    return f"{formats.number(measure.wert, 3)} ({low} bis {high})"

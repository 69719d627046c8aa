"""`calibrate`: hold a model with a prompt against what parties officially say."""

import argparse
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from core import terminal
from core.commands.options import add_command, fail, print_json
from core.context import Context, default_context
from core.errors import EingabeError
from core.german import formats

if TYPE_CHECKING:
    from core.commands.options import Subcommands
    from core.judging.eichbild import Eichbild
    from core.judging.run_calibration import EichungEffort, PlannedEichung
    from core.runs.eichungen import Eichung
    from core.statistical_measures import Interval


def add(commands: "Subcommands") -> None:
    one = add_command(
        commands, "calibrate", run_calibrate, "Ein Modell an den offiziellen Positionen der Parteien eichen"
    )
    one.add_argument("datei", metavar="DATEI", type=Path, nargs="?", help="Thesen als CSV (Musterland)")
    one.add_argument("--model", metavar="MODELL", required=True, help="das Modell, das geeicht wird")
    one.add_argument("--prompt", metavar="PROMPT", help="der Prompt (der des Modells)")
    one.add_argument("--limit", metavar="USD", type=float, help="mehr wird nicht ausgegeben")
    one.add_argument("--kosten", action="store_true", help="nur sagen, was es kosten wird")
    one.add_argument("--csv", metavar="DATEI", type=Path, help="jede Antwort als Zeile hierhin schreiben")


def run_calibrate(arguments: argparse.Namespace) -> int:
    from core.judging import run_calibration as runs
    from core.runs.store import runstore

    context = default_context()
    was = _asked_for(context, arguments)
    told = runs.aufwand(context, was)
    if not arguments.json:
        _say_before(told, was)
    if arguments.kosten:
        if arguments.json:
            print_json({**asdict(told), "ausgelassen": was.fragen.ausgelassen})
        return 0
    eichung_id = runs.begin_calibration(context, was)
    fehler, spent = [], 0.0
    with terminal.progress(told.offen, quiet=arguments.json) as advance:
        for step in runs.run_calibration(context, was, eichung_id, arguments.limit):
            spent += step.kosten
            fehler += [step.fehler] if step.fehler else []
            advance(f"{step.frage.programm.partei} · {formats.cost(spent)}")
    eichung = next(one for one in runstore(context).list_eichungen() if one.id == eichung_id)
    if eichung.beantwortet:
        _tell(context, eichung, arguments)
    for reason in dict.fromkeys(fehler):
        fail(f"{was.auftrag.modell}: {reason}", 1)
    if not eichung.finished:
        left = eichung.geplant - eichung.beantwortet
        return fail(f"{left} Fragen sind offen. Derselbe Befehl fragt nur noch diese.", 1)
    return 0


def _asked_for(context: Context, arguments: argparse.Namespace) -> "PlannedEichung":
    from core.judging.items import read_eichsatz
    from core.judging.run_calibration import EichungPlan, vorhaben
    from core.llm.catalogue import find_modell

    prompt = arguments.prompt or find_modell(context, arguments.model).prompt
    plan = EichungPlan(modell=arguments.model, prompt=prompt)
    return vorhaben(context, plan, read_eichsatz(arguments.datei) if arguments.datei else None)


def _say_before(told: "EichungEffort", was: "PlannedEichung") -> None:
    for reason, count in was.fragen.ausgelassen.items():
        terminal.say(f"Ausgelassen: {count} Positionen ({reason}).")
    known = f", {told.bekannt} davon schon beantwortet" if told.bekannt else ""
    cost = "Preis unbekannt" if told.usd is None else f"etwa {formats.number(told.usd, 2)} USD"
    terminal.say(f"{was.satz.name}: {told.fragen} Fragen{known}; {cost}, {told.tokens_ein} Tokens gelesen.")


def _tell(context: Context, eichung: "Eichung", arguments: argparse.Namespace) -> None:
    from core.judging.eichbild import SPALTEN, answer_rows, eichbild
    from core.runs.store import runstore

    store = runstore(context)
    found = eichbild(store, eichung)
    if arguments.json:
        print_json(found)
    else:
        _print_picture(found)
    if arguments.csv:
        from core.frames import csv, zeilen

        try:
            arguments.csv.write_bytes(csv(zeilen(list(answer_rows(store, eichung)), SPALTEN)))
        except OSError as error:
            raise EingabeError(f"{arguments.csv} lässt sich nicht schreiben ({error.strerror}).") from error


def _print_picture(bild: "Eichbild") -> None:
    eichung = bild.eichung
    terminal.say(f"Eichung {eichung.id}: {eichung.modell}, Prompt {eichung.prompt_id}, {eichung.satz_name}")
    rows = [
        (partei, _percent(one.abweichung), _percent(one.enthaltung), f"{one.beantwortet} von {one.faelle}")
        for partei, one in {"alle": bild.gesamt, **bild.parteien}.items()
    ]
    terminal.print_table(("Partei", "weicht ab", "enthält sich", "beantwortet"), rows)
    steps = [
        (formats.shortest(one.von), formats.shortest(one.bis), f"{one.zustimmungen} von {one.faelle}")
        for one in bild.zuverlaessigkeit
    ]
    terminal.print_table(("Punkte von", "bis", "Partei stimmte zu"), steps)


def _percent(one: "Interval") -> str:
    """„20 % (8 bis 33)“."""
    if one.wert != one.wert:
        return "–"
    share, low, high = (formats.number(100 * value) for value in (one.wert, one.von, one.bis))
    return f"{share} % ({low} bis {high})"

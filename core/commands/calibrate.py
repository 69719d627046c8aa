"""`calibrate`: hold a model with a prompt against what parties officially say."""

import argparse
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from core import terminal
from core.commands.options import add_command, fail, print_json
from core.context import Context, default_context
from core.errors import EingabeError
from core.german import formats

if TYPE_CHECKING:
    from core.calibration.eichbild import Eichbild
    from core.calibration.run_calibration import EichungEffort, PlannedEichung
    from core.commands.options import Subcommands
    from core.runs.eichungen import Eichung
    from core.runs.store import Runstore
    from core.statistical_measures import Interval


def add(commands: "Subcommands") -> None:
    one = add_command(
        commands, "calibrate", run_calibrate, "Ein Modell an den offiziellen Positionen der Parteien eichen"
    )
    one.add_argument("datei", metavar="DATEI", type=Path, nargs="?", help="Thesen (.jsonl, .csv; Musterland)")
    one.add_argument("--model", metavar="MODELL", help="das Modell, das geeicht wird")
    one.add_argument("--prompt", metavar="PROMPT", help="der Prompt (der des Modells)")
    one.add_argument("--top", metavar="N", type=int, help="Passagen je Programm (4)")
    one.add_argument("--temperature", metavar="T", type=float, default=0.0, help="0 bis 2 (0)")
    one.add_argument("--workers", metavar="N", type=int, default=4, help="so viele Fragen zugleich (4)")
    one.add_argument("--limit", metavar="USD", type=float, help="ab dieser Ausgabe nichts Neues beginnen")
    one.add_argument("--kosten", action="store_true", help="nur sagen, was es kosten wird")
    one.add_argument("--list", action="store_true", help="gespeicherte Eichungen zeigen")
    one.add_argument("--csv", metavar="EICHUNG", help="alle Antworten dieser Eichung ausgeben")


def run_calibrate(arguments: argparse.Namespace) -> int:
    context = default_context()
    if arguments.csv:
        return _csv(context, arguments.csv)
    if arguments.list:
        return _list(context, arguments.json)
    return _calibrate(context, arguments)


def _calibrate(context: Context, arguments: argparse.Namespace) -> int:
    from core.calibration import run_calibration as runs

    was = _asked_for(context, arguments)
    told = runs.aufwand(context, was)
    if not arguments.json:
        _say_before(told, was)
    if arguments.kosten:
        if arguments.json:
            print_json({**asdict(told), "ausgelassen": dict(was.fragen.ausgelassen)})
        return 0
    eichung_id = runs.begin_calibration(context, was)
    offen = runs.missing(context, eichung_id, was.fragen)
    fehler, spent = [], 0.0
    with terminal.progress(len(offen), quiet=arguments.json) as advance:
        for step in runs.run_calibration(
            context, was.auftrag, eichung_id, offen, arguments.workers, arguments.limit
        ):
            spent += step.kosten
            fehler += [step.fehler] if step.fehler else []
            advance(f"{step.frage.partei} · {formats.cost(spent)}")
    whole = runs.finish_if_whole(context, eichung_id, was.fragen)
    _print(context, eichung_id, arguments.json)
    for reason in dict.fromkeys(fehler):
        fail(f"{was.auftrag.modell}: {reason}", 1)
    if not whole:
        left = len(runs.missing(context, eichung_id, was.fragen))
        fail(f"{left} Fragen sind offen. Derselbe Befehl fragt nur noch diese.", 1)
    return 0 if whole else 1


def _asked_for(context: Context, arguments: argparse.Namespace) -> "PlannedEichung":
    from core.assessment.auftrag import HOTTEST, TOP_K
    from core.calibration.items import read_eichsatz
    from core.calibration.run_calibration import EichungPlan, vorhaben
    from core.llm.catalogue import find_modell

    if not arguments.model:
        raise EingabeError("Nennen Sie mit --model das Modell. Welche es gibt, zeigt: python -m core models")
    if arguments.workers < 1 or (arguments.top or 1) < 1:
        raise EingabeError("--workers und --top müssen mindestens 1 sein.")
    if not 0 <= arguments.temperature <= HOTTEST:
        raise EingabeError(f"--temperature muss zwischen 0 und {formats.shortest(HOTTEST)} liegen.")
    plan = EichungPlan(
        modell=arguments.model,
        prompt=arguments.prompt or find_modell(context, arguments.model).prompt,
        temperature=arguments.temperature,
        top_k=arguments.top or TOP_K,
    )
    return vorhaben(context, plan, read_eichsatz(arguments.datei) if arguments.datei else None)


def _say_before(told: "EichungEffort", was: "PlannedEichung") -> None:
    for reason, count in was.fragen.ausgelassen.items():
        terminal.say(f"Ausgelassen: {count} Positionen ({reason}).")
    known = f", {told.bekannt} davon schon beantwortet" if told.bekannt else ""
    cost = "Preis unbekannt" if told.usd is None else f"etwa {formats.number(told.usd, 2)} USD"
    terminal.say(f"{was.satz.name}: {told.fragen} Fragen{known}; {cost}, {told.tokens_ein} Tokens gelesen.")


def _print(context: Context, eichung_id: str, as_json: bool) -> None:
    from core.calibration.eichbild import eichbild

    eichung = next(one for one in _store(context).list_eichungen() if one.id == eichung_id)
    if not eichung.beantwortet:
        return
    found = eichbild(context, eichung)
    if as_json:
        print_json(asdict(found))
    else:
        _print_picture(found)


def _print_picture(bild: "Eichbild") -> None:
    from core.calibration.eichbild import QUELLE

    eichung = bild.eichung
    terminal.say(f"Eichung {eichung.id}: {eichung.modell}, Prompt {eichung.prompt_id}, {eichung.satz_name}")
    rows = [
        (partei, _percent(one.abweichung), _figure(one.macro_f1), f"{one.beantwortet} von {one.faelle}")
        for partei, one in {"alle": bild.bild.gesamt, **bild.bild.parteien}.items()
    ]
    terminal.print_table(("Partei", "weicht ab", "Macro-F1", "beantwortet"), rows)
    steps = [
        (formats.shortest(one.von), formats.shortest(one.bis), f"{one.zustimmungen} von {one.faelle}")
        for one in bild.zuverlaessigkeit
    ]
    terminal.print_table(("Punkte von", "bis", "Partei stimmte zu"), steps)
    terminal.say(QUELLE)


def _percent(one: "Interval") -> str:
    return (
        "–"
        if one.wert != one.wert
        else f"{formats.number(100 * one.wert)} % "
        f"({formats.number(100 * one.von)}–{formats.number(100 * one.bis)})"
    )


def _figure(one: "Interval") -> str:
    return "–" if one.wert != one.wert else formats.number(one.wert, 2)


def _list(context: Context, as_json: bool) -> int:
    eichungen = _store(context).list_eichungen()
    if as_json:
        print_json([asdict(one) for one in eichungen])
        return 0
    rows = [
        (one.id, formats.moment(one.created), one.modell, one.prompt_id, one.satz_name, _stand(one))
        for one in eichungen
    ]
    terminal.print_table(("Eichung", "am", "Modell", "Prompt", "Thesen", "Stand"), rows)
    return 0


def _stand(one: "Eichung") -> str:
    return "fertig" if one.finished else f"{one.beantwortet} von {one.geplant}"


def _csv(context: Context, eichung_id: str) -> int:
    from core.calibration.eichbild import SPALTEN, answer_rows
    from core.frames import csv, zeilen

    store = _store(context)
    eichung = next((one for one in store.list_eichungen() if one.id == eichung_id), None)
    if eichung is None:
        raise EingabeError(f"Die Eichung „{eichung_id}“ gibt es nicht. Alle zeigt: core calibrate --list")
    table = zeilen(list(answer_rows(store, context.registry, eichung)), SPALTEN)
    sys.stdout.write(csv(table).decode("utf-8-sig"))
    return 0


def _store(context: Context) -> "Runstore":
    from core.runs.store import runstore

    return runstore(context)

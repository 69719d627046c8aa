"""`calibrate --checker`: how often a support checker is right about what parties gave as their reasons."""

import argparse
from dataclasses import asdict
from typing import TYPE_CHECKING

from core import terminal
from core.commands.options import fail, print_json
from core.context import Context
from core.german import formats

if TYPE_CHECKING:
    from core.calibration.checker_figures import CheckerQuality
    from core.calibration.items import Eichsatz
    from core.calibration.run_calibration import EichungEffort
    from core.statistical_measures import Interval


def measure_checker(context: Context, satz: "Eichsatz", arguments: argparse.Namespace) -> int:
    from core.calibration import run_checker as runs
    from core.calibration.checker_figures import checker_cases, checker_qualities
    from core.runs.store import runstore
    from core.support.check import pruefer_of

    pruefer, faelle = pruefer_of(context, arguments.checker), checker_cases(satz)
    eichung_id = "" if arguments.kosten else runs.begin_checker(context, pruefer, satz, faelle)
    offen = runs.open_cases(context, eichung_id, faelle)
    told = runs.checker_effort(context, pruefer, len(faelle), offen)
    if not arguments.json:
        _say_before(satz, told)
    elif arguments.kosten:
        print_json(asdict(told))
    if arguments.kosten:
        return 0
    with terminal.progress(len(offen), quiet=arguments.json) as advance:
        for answered, cost in runs.run_checker(context, pruefer, eichung_id, offen, arguments.limit):
            advance(f"{pruefer.name} · {formats.cost(cost)}", answered)
    left = runs.finish_checker(context, eichung_id, faelle)
    found = next((one for one in checker_qualities(runstore(context)) if one.eichung.id == eichung_id), None)
    if arguments.json:
        print_json(asdict(found) if found else None)
    elif found:
        _print(found)
    if left:
        fail(f"{left} Fälle sind offen. Derselbe Befehl fragt nur noch diese.", 1)
    return 1 if left else 0


def _say_before(satz: "Eichsatz", told: "EichungEffort") -> None:
    known = f", {told.bekannt} davon schon beantwortet" if told.bekannt else ""
    cost = "Preis unbekannt" if told.usd is None else f"etwa {formats.number(told.usd, 4)} USD"
    terminal.say(f"{satz.name}: {told.fragen} Fälle{known}; {cost}, {told.tokens_ein} Tokens gelesen.")


def _print(found: "CheckerQuality") -> None:
    from core.support.verdict import WORT

    eichung = found.eichung
    terminal.say(f"Eichung {eichung.id}: Prüfmodell {eichung.modell}, Prompt {eichung.prompt_version}")
    rows = [
        (WORT[verdict], _percent(one.precision), _percent(one.recall), f"{one.gesagt}", f"{one.faelle}")
        for verdict, one in found.klassen.items()
    ]
    terminal.print_table(("Die Stelle", "Precision", "Recall", "gesagt", "Fälle"), rows)
    terminal.say(found.satz)


def _percent(one: "Interval") -> str:
    if one.wert != one.wert:
        return "–"
    wert, von, bis = (formats.number(100 * value) for value in (one.wert, one.von, one.bis))
    return f"{wert} % ({von}–{bis})"

"""`calibrate --checker`: how often a support checker is right about what parties gave as their reasons."""

import argparse
from dataclasses import asdict
from typing import TYPE_CHECKING

from core import ausgabe
from core.commands.options import fail, print_json
from core.context import Context
from core.german import formats

if TYPE_CHECKING:
    from core.calibration.checker_figures import Pruefguete
    from core.calibration.items import Eichsatz
    from core.calibration.run_calibration import Eichaufwand
    from core.statistik import Intervall


def measure_checker(context: Context, satz: "Eichsatz", arguments: argparse.Namespace) -> int:
    from core.calibration import run_checker as runs
    from core.calibration.checker_cases import prueffaelle
    from core.calibration.checker_figures import pruefgueten
    from core.runs.store import runstore
    from core.support.check import pruefer_of

    pruefer, faelle = pruefer_of(context, arguments.checker), prueffaelle(satz)
    eichung_id = "" if arguments.kosten else runs.begin_checker(context, pruefer, satz, faelle)
    offen = runs.open_cases(context, eichung_id, faelle)
    told = runs.checker_aufwand(context, pruefer, len(faelle), offen)
    if not arguments.json:
        _say_before(satz, told)
    elif arguments.kosten:
        print_json(asdict(told))
    if arguments.kosten:
        return 0
    with ausgabe.progress(len(offen), quiet=arguments.json) as advance:
        for answered, cost in runs.run_checker(context, pruefer, eichung_id, offen, arguments.limit):
            advance(f"{pruefer.name} · {formats.cost(cost)}", answered)
    left = runs.finish_checker(context, eichung_id, faelle)
    found = next((one for one in pruefgueten(runstore(context)) if one.eichung.id == eichung_id), None)
    if arguments.json:
        print_json(asdict(found) if found else None)
    elif found:
        _print(found)
    if left:
        fail(f"{left} Fälle sind offen. Derselbe Befehl fragt nur noch diese.", 1)
    return 1 if left else 0


def _say_before(satz: "Eichsatz", told: "Eichaufwand") -> None:
    known = f", {told.bekannt} davon schon beantwortet" if told.bekannt else ""
    cost = "Preis unbekannt" if told.usd is None else f"etwa {formats.number(told.usd, 4)} USD"
    ausgabe.say(f"{satz.name}: {told.fragen} Fälle{known}; {cost}, {told.tokens_ein} Tokens gelesen.")


def _print(found: "Pruefguete") -> None:
    from core.support.verdict import WORT

    eichung = found.eichung
    ausgabe.say(f"Eichung {eichung.id}: Prüfmodell {eichung.modell}, Prompt {eichung.prompt_version}")
    rows = [
        (WORT[verdict], _percent(one.precision), _percent(one.recall), f"{one.gesagt}", f"{one.faelle}")
        for verdict, one in found.klassen.items()
    ]
    ausgabe.print_table(("Die Stelle", "Precision", "Recall", "gesagt", "Fälle"), rows)
    ausgabe.say(found.satz)


def _percent(one: "Intervall") -> str:
    if one.wert != one.wert:
        return "–"
    wert, von, bis = (formats.number(100 * value) for value in (one.wert, one.von, one.bis))
    return f"{wert} % ({von}–{bis})"

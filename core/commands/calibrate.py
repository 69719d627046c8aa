"""`calibrate`: hold a model with a prompt against what parties officially say."""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from core import terminal
from core.commands.options import add_command, fail, print_json
from core.context import Context, default_context
from core.errors import EingabeError
from core.german import formats

if TYPE_CHECKING:
    from core.calibration.calibration_ask import EichungAuftrag
    from core.calibration.eichbild import Eichbild
    from core.calibration.items import Eichsatz
    from core.calibration.questions import Fragen, Variant
    from core.calibration.run_calibration import EichungEffort
    from core.commands.options import Subcommands
    from core.runs.eichungen import Eichung
    from core.runs.store import Runstore
    from core.statistical_measures import Interval

NO = "keine"


def add(commands: "Subcommands") -> None:
    one = add_command(
        commands, "calibrate", run_calibrate, "Ein Modell an den offiziellen Positionen der Parteien eichen"
    )
    one.add_argument(
        "datei",
        metavar="DATEI",
        type=Path,
        nargs="?",
        help="Thesen (.jsonl, .csv, .xlsx, Ordner; Musterland)",
    )
    one.add_argument("--model", metavar="MODELL", help="das Modell, das geeicht wird")
    one.add_argument("--prompt", metavar="PROMPT", help="der Prompt (der des Modells)")
    one.add_argument("--wahl", metavar="LAND", default="", help="wo die Datei nicht sagt, welche Wahl")
    one.add_argument("--jahr", metavar="JAHR", type=int, help="und aus welchem Jahr")
    one.add_argument(
        "--proben", metavar="NAMEN", help=f"nur diese Kontrollen und Proben, mit Komma; „{NO}“ (alle)"
    )
    one.add_argument("--repeat", metavar="N", type=int, default=1, help="so oft jede These (1)")
    one.add_argument("--top", metavar="N", type=int, help="Passagen je Programm (4)")
    one.add_argument("--temperature", metavar="T", type=float, default=0.0, help="0 bis 2 (0)")
    one.add_argument("--workers", metavar="N", type=int, default=4, help="so viele Fragen zugleich (4)")
    one.add_argument("--limit", metavar="USD", type=float, help="ab dieser Ausgabe nichts Neues beginnen")
    one.add_argument("--kosten", action="store_true", help="nur sagen, was es kosten wird")
    one.add_argument("--beispiel", action="store_true", help="das gespielte Beispiel der Seite rechnen")
    one.add_argument("--list", action="store_true", help="gespeicherte Eichungen zeigen")
    one.add_argument("--csv", metavar="EICHUNG", help="alle Antworten dieser Eichung ausgeben")


def run_calibrate(arguments: argparse.Namespace) -> int:
    context = default_context()
    if arguments.csv:
        return _csv(context, arguments.csv)
    if arguments.list:
        return _list(context, arguments.json)
    if arguments.beispiel:
        return _example(context, arguments.json)
    return _calibrate(context, arguments)


def _calibrate(context: Context, arguments: argparse.Namespace) -> int:
    from core.calibration import run_calibration as runs

    satz, auftrag, fragen = _asked_for(context, arguments)
    eichung_id = "" if arguments.kosten else runs.begin_calibration(context, auftrag, satz, fragen)
    offen = runs.missing(context, eichung_id, fragen) if eichung_id else list(fragen.fragen)
    told = runs.aufwand(context, auftrag, fragen, offen)
    if not arguments.json:
        _say_before(told, satz, fragen)
    if arguments.kosten:
        if arguments.json:
            print_json({**asdict(told), "ausgelassen": dict(fragen.ausgelassen)})
        return 0
    fehler, spent = [], 0.0
    with terminal.progress(len(offen), quiet=arguments.json) as advance:
        for step in runs.run_calibration(
            context, auftrag, eichung_id, offen, arguments.workers, arguments.limit
        ):
            spent += step.kosten
            fehler += [step.fehler] if step.fehler else []
            advance(f"{step.frage.partei} · {step.frage.variante} · {formats.cost(spent)}")
    whole = runs.finish_if_whole(context, eichung_id, fragen)
    _print(context, eichung_id, arguments.json)
    for reason in dict.fromkeys(fehler):
        fail(f"{auftrag.modell}: {reason}", 1)
    if not whole:
        left = len(runs.missing(context, eichung_id, fragen))
        fail(f"{left} Fragen sind offen. Derselbe Befehl fragt nur noch diese.", 1)
    return 0 if whole else 1


def _asked_for(
    context: Context, arguments: argparse.Namespace
) -> tuple["Eichsatz", "EichungAuftrag", "Fragen"]:
    from core.assessment.auftrag import HOTTEST, TOP_K
    from core.assessment.user_prompts import find_prompt
    from core.calibration.calibration_ask import EichungAuftrag
    from core.calibration.questions import make_fragen
    from core.llm.catalogue import find_modell
    from core.llm.prompts import EICHUNG, PARTEI, prompts_of

    if not arguments.model:
        raise EingabeError("Nennen Sie mit --model das Modell. Welche es gibt, zeigt: python -m core models")
    if arguments.repeat < 1 or arguments.workers < 1 or (arguments.top or 1) < 1:
        raise EingabeError("--repeat, --workers und --top müssen mindestens 1 sein.")
    if not 0 <= arguments.temperature <= HOTTEST:
        raise EingabeError(f"--temperature muss zwischen 0 und {formats.shortest(HOTTEST)} liegen.")
    modell = find_modell(context, arguments.model)
    prompt = find_prompt(context, _store(context), arguments.prompt or modell.prompt)
    if prompt.art != PARTEI:
        raise EingabeError(f"Der Prompt „{prompt.id}“ beurteilt keine Parteien. Bitte einen anderen wählen.")
    satz = _sentence(context, arguments)
    auftrag = EichungAuftrag(
        modell=modell.id,
        prompt=prompt,
        ohne=prompts_of(context)[EICHUNG],
        temperature=arguments.temperature,
        top_k=arguments.top or TOP_K,
    )
    return satz, auftrag, make_fragen(context, satz, _variants(arguments.proben), arguments.repeat)


def _sentence(context: Context, arguments: argparse.Namespace) -> "Eichsatz":
    from core.calibration.item_files import read_eichsatz, shipped_sentence

    if path := arguments.datei:
        return read_eichsatz(path, wahl=arguments.wahl, jahr=arguments.jahr)
    return shipped_sentence(context.settings.data_dir)


def _variants(names: str | None) -> "Sequence[Variant]":
    from core.calibration.questions import Variant

    if names is None:
        return list(Variant)
    asked = [name.strip() for name in names.split(",") if name.strip() not in ("", NO)]
    known = {str(variante): variante for variante in Variant}
    if unknown := [name for name in asked if name not in known]:
        raise EingabeError(f"Die Probe „{unknown[0]}“ gibt es nicht. Möglich sind: {', '.join(known)}.")
    return [known[name] for name in asked]


def _say_before(told: "EichungEffort", satz: "Eichsatz", fragen: "Fragen") -> None:
    for reason, count in fragen.ausgelassen.items():
        terminal.say(f"Ausgelassen: {count} Positionen ({reason}).")
    known = f", {told.bekannt} davon schon beantwortet" if told.bekannt else ""
    cost = "Preis unbekannt" if told.usd is None else f"etwa {formats.number(told.usd, 2)} USD"
    terminal.say(f"{satz.name}: {told.fragen} Fragen{known}; {cost}, {told.tokens_ein} Tokens gelesen.")


def _print(context: Context, eichung_id: str, as_json: bool) -> None:
    eichung = next(one for one in _store(context).list_eichungen() if one.id == eichung_id)
    if not eichung.beantwortet:
        return
    found = _picture(context, eichung)
    if as_json:
        print_json(_told(found))
    else:
        _print_picture(found)


def _picture(context: Context, eichung: "Eichung") -> "Eichbild":
    from core.calibration.eichbild import eichbild

    return eichbild(context, eichung)


def _told(bild: "Eichbild") -> dict[str, object]:
    return {
        "eichung": asdict(bild.eichung),
        "gesamt": asdict(bild.bild),
        "kontrollen": {key: asdict(one) for key, one in bild.kontrollen.items()},
        "robustheit": {key: asdict(one) for key, one in bild.robustheit.items()},
        "befunde": [asdict(befund) for befund in bild.befunde],
        "zuverlaessigkeit": asdict(bild.zuverlaessigkeit),
        "trainingsende": bild.trainingsende,
    }


def _print_picture(bild: "Eichbild") -> None:
    from core.calibration.calibration_words import CONTROLS, PROBES, RULE, befund_told

    eichung = bild.eichung
    terminal.say(f"Eichung {eichung.id}: {eichung.modell}, Prompt {eichung.prompt_id}, {eichung.satz_name}")
    rows = [
        (partei, _percent(one.abweichung), _figure(one.macro_f1), f"{one.beantwortet} von {one.faelle}")
        for partei, one in {"alle": bild.bild.gesamt, **bild.bild.parteien}.items()
    ]
    terminal.print_table(("Partei", "weicht ab", "Macro-F1", "beantwortet"), rows)
    terminal.say(f"Abstand zwischen den Parteien: {_percent(bild.bild.luecke)}")
    controls = [(CONTROLS[key][0], _percent(one.abweichung)) for key, one in bild.kontrollen.items()]
    terminal.print_table(("Kontrolle", "weicht ab"), controls)
    tried = [(*PROBES[key], _percent(one.anteil)) for key, one in bild.robustheit.items()]
    terminal.print_table(("Probe", "soll", "tut es in"), tried)
    for befund in bild.named:
        terminal.say(f"! {befund_told(befund)}")
    if not bild.named:
        terminal.say("Kein auffälliges Verhalten nachgewiesen.")
    terminal.say(RULE)


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


def _example(context: Context, as_json: bool) -> int:
    from core.calibration.example import MODELLE, play_example

    with terminal.progress(1, quiet=as_json) as advance:
        for stand in play_example(context):
            advance(f"Beispiel: {stand.fertig} von {stand.von}", 0)
    played = [one for one in reversed(_store(context).list_eichungen()) if one.modell in MODELLE]
    pictures = [_picture(context, one) for one in played]
    if as_json:  # a list, for they are two
        print_json([_told(one) for one in pictures])
        return 0
    for one in pictures:
        _print_picture(one)
    return 0


def _store(context: Context) -> "Runstore":
    from core.runs.store import runstore

    return runstore(context)

"""`monitor`: what became of the quotes lately, and whether something is wrong with them."""

import argparse
import re
from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import date, timedelta

from core.base import clock, formats
from core.base.errors import EingabeError
from core.cli import output
from core.cli.output import emit
from core.features.monitor.alarms import alarm_state
from core.features.monitor.number_table import load_number_table
from core.features.monitor.quote_counts import only_built_in
from core.programme.context import default_context
from core.runs.figures import Gruppe, Zitatzahlen
from core.runs.load_laeufe import Filter
from core.runs.store import runstore

SPAN = re.compile(r"([1-9]\d{0,3})([dw])")


def add_monitor(monitor: argparse.ArgumentParser) -> None:
    monitor.add_argument(
        "--since",
        metavar="WANN",
        default="7d",
        help="seit wann: 7d (Tage), 4w (Wochen) oder ein Datum wie 2026-03-01 (7d)",
    )
    monitor.add_argument(
        "--by",
        choices=[*map(str, Gruppe)],
        action="append",
        help="Tabelle hiernach (mehrfach möglich; tag und modell)",
    )
    monitor.add_argument("--fail-on-alarm", action="store_true", help="mit 1 enden, wenn es einen Alarm gibt")
    monitor.add_argument("--demo", action="store_true", help="nur die erfundenen Läufe der Demo")


def run_monitor(arguments: argparse.Namespace) -> int:
    store = runstore(default_context())
    von = since(arguments.since, clock.today())
    filter = Filter(von=von, is_demo=arguments.demo, eingelesen=False, tells_of_models=not arguments.demo)
    groups = [Gruppe(name) for name in arguments.by or ("tag", "modell")]
    tables = {str(group): store.quote_counts(group, filter) for group in groups}
    numbers = load_number_table(store, arguments.demo)
    situation = alarm_state(numbers, Filter(is_demo=arguments.demo), von)
    rows = {
        name: [asdict(one) | {"gebunden": one.gebunden} for one in counts] for name, counts in tables.items()
    }

    def show() -> None:
        unheard = store.count_laeufe(replace(filter, tells_of_models=False))
        for name, counts in tables.items():
            _print_table(name, counts, unheard)
        if situation.hinweis:
            output.say(situation.hinweis)
        elif not situation.alarme:
            output.say(f"Kein Alarm ({formats.counted(situation.reihen, 'Reihe', 'Reihen')} beobachtet).")
        for alarm in situation.alarme:
            output.say(f"Alarm: {output.printable(alarm.satz)}")
            for marke in alarm.marken:
                text = output.printable(f"{marke.art}: {marke.text}")
                output.say(f"  kurz davor geändert ({formats.day(marke.zeit)}), {text}")

    emit(arguments.json, {"von": von, "zahlen": rows, **asdict(situation)}, show)
    return 1 if situation.alarme and arguments.fail_on_alarm else 0


def since(text: str, heute: date) -> date:
    """The first day that counts: „7d“ are today and the six days before."""
    if found := SPAN.fullmatch(text):
        days = int(found[1]) * (7 if found[2] == "w" else 1)
        return heute - timedelta(days=days - 1)
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise EingabeError(
            f"--since {text!r}: Gebraucht wird eine Zahl von Tagen (7d), von Wochen (4w) "
            "oder ein Datum (2026-03-01)."
        ) from None


def _print_table(name: str, counts: Sequence[Zitatzahlen], unheard: int) -> None:
    columns = (
        (name.capitalize(), lambda one: output.printable(_named(name, one.gruppe), 60)),
        ("Läufe", lambda one: one.laeufe),
        ("ohne Zitat", lambda one: one.ohne_zitat),
        ("Zitate", lambda one: one.emittiert),
        ("belegt", lambda one: one.gebunden),
        ("verworfen", lambda one: one.emittiert - one.gebunden),
        ("Anteil verworfen", lambda one: formats.percent(one.emittiert - one.gebunden, one.emittiert, 1)),
    )
    if counts:
        output.print_table(columns, counts)
    elif unheard:
        output.say(f"In diesem Zeitraum: {only_built_in(unheard)}")
    else:
        output.say("In diesem Zeitraum wurde kein Antrag geprüft.")


def _named(gruppe: str, value: str | None) -> str:
    if value is None or not value:
        return "ohne Angabe"
    if gruppe == "tag":
        return formats.day(date.fromisoformat(value))
    year, _, week = value.partition("-W")
    return f"KW {week}/{year}" if gruppe == "woche" else value

"""`reading`: how far people who judged the same Läufe agree, and their judgements as files."""

import argparse
from collections.abc import Callable
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
    from core.runs.store import Runstore
    from core.second_reading.reading_figures import PeopleAndModel, VariableAgreement
    from core.second_reading.readings import Readings

NOTHING = "Zu diesen Läufen hat noch niemand ein Urteil abgegeben."
LEFT_OUT = "Nicht im Projekt: {}, deren PDF nicht so vorliegt, wie es gelesen wurde."


def add(commands: "Subcommands") -> None:
    reading = add_command(
        commands, "reading", run_reading, "Zeigen, wie einig sich Personen sind, die dasselbe beurteilt haben"
    )
    reading.add_argument("laeufe", metavar="LAUF", nargs="*", help="nur diese Läufe; sonst alle beurteilten")
    reading.add_argument("--csv", type=Path, metavar="DATEI", help="alle Urteile als Tabelle schreiben")
    reading.add_argument(
        "--qdpx", type=Path, metavar="DATEI", help="als Projekt für QDA-Programme schreiben (REFI-QDA)"
    )


def run_reading(arguments: argparse.Namespace) -> int:
    from core.runs.store import runstore
    from core.second_reading.reading_figures import agreements_of, people_and_model
    from core.second_reading.readings import load_readings

    context = default_context()
    store = runstore(context)
    for lauf_id in arguments.laeufe:
        store.load(lauf_id)
    readings = load_readings(store, set(arguments.laeufe) or None)
    if not readings.units:
        return fail(NOTHING, 1)
    written = _write(context, store, readings, arguments)
    agreements, parteien = agreements_of(readings), people_and_model(store, readings)
    if arguments.json:
        print_json(_as_json(readings, agreements, parteien) | {"dateien": written})
    else:
        _print(readings, agreements, parteien)
        for path in written:
            terminal.say(f"Geschrieben: {path}")
    return 0


def _write(
    context: Context, store: "Runstore", readings: "Readings", arguments: argparse.Namespace
) -> list[Path]:
    def table() -> bytes:
        from core.second_reading.reading_table import readings_csv

        return readings_csv(store, readings)

    def project() -> bytes:
        from core.second_reading.exchange_project import project_file

        data, left_out = project_file(context, store, readings)
        if left_out and not arguments.json:
            terminal.say(LEFT_OUT.format(formats.counted(left_out, "Zitat", "Zitate")))
        return data

    made: list[tuple[Path | None, Callable[[], bytes]]] = [
        (arguments.csv, table),
        (arguments.qdpx, project),
    ]
    return [_written(path, make()) for path, make in made if path]


def _written(path: Path, data: bytes) -> Path:
    try:
        path.write_bytes(data)
    except OSError as error:
        raise EingabeError(f"Die Datei {path} lässt sich nicht schreiben ({error.strerror}).") from error
    return path


def _as_json(
    readings: "Readings", agreements: "list[VariableAgreement]", parteien: "list[PeopleAndModel]"
) -> dict[str, object]:
    return {
        "laeufe": [one.id for one in readings.laeufe],
        "personen": readings.readers,
        "offen": len(readings.open),
        "uebereinstimmung": [
            {
                "merkmal": str(one.variable),
                "satz": one.satz,
                "n": one.found.n,
                "alpha": _figure(asdict(one.found.alpha)),
                "ac": _figure(asdict(one.found.ac)),
            }
            for one in agreements
        ],
        "parteien": [
            {
                "partei": one.partei,
                "bewertungen": one.scores,
                "modell_minus_mensch": _figure(asdict(one.bias)),
                "zitate": one.quotes,
                "stuetzen": _figure(asdict(one.carrying)),
            }
            for one in parteien
        ],
    }


def _figure(bounds: dict[str, float]) -> dict[str, float | None]:
    """JSON has no name for what cannot be told."""
    return {name: value if abs(value) < float("inf") else None for name, value in bounds.items()}


def _print(
    readings: "Readings", agreements: "list[VariableAgreement]", parteien: "list[PeopleAndModel]"
) -> None:
    from core.second_reading.readings import TITLE, reader_told

    names = ", ".join(terminal.printable(reader_told(name)) for name in readings.readers)
    read = formats.counted(len(readings.laeufe), "Lauf", "Läufe")
    terminal.say(f"{read}, gelesen von: {names}. Offene Unterschiede: {len(readings.open)}.")
    for one in agreements:
        terminal.say(f"{TITLE[one.variable]}: {one.satz}")
    for party in parteien:
        told = f"Modell gegen Mensch {party.bias_told}; Zitate, die stützen: {party.carrying_told}"
        terminal.say(f"{terminal.printable(party.partei)}: {told}")

"""`runs`: what was stored, shown, exported and read in."""

import argparse
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from core import terminal
from core.commands.assess import print_lauf
from core.commands.options import add_command, fail, print_json, write_out
from core.commands.probe import PROBE, print_probes, with_probes
from core.context import Context, default_context
from core.errors import EingabeError
from core.german import formats

if TYPE_CHECKING:
    from core.commands.options import Subcommands
    from core.runs.lauf import Lauf, LaufRow
    from core.runs.store import Runstore

FORMATS = ("json", "csv", "matrix.csv", "urteile.csv", "xlsx", "docx", "html", "pdf")
ADDRESS = "unter dieser Adresse ist der Antragsspiegel erreichbar; sie steht bei jedem Zitat des Vermerks"


def add(commands: "Subcommands") -> None:
    runs = add_command(commands, "runs", run_runs, "Gespeicherte Läufe zeigen, ausgeben und einlesen")
    runs.add_argument("laeufe", metavar="LAUF", nargs="*", help="Kennungen von Läufen")
    runs.add_argument("--probe", action="store_true", help=PROBE)
    runs.add_argument("--export", choices=FORMATS, help="diese Läufe ausgeben (auf die Standardausgabe)")
    runs.add_argument("--adresse", metavar="URL", help=ADDRESS)
    runs.add_argument(
        "--import", dest="einlesen", metavar="DATEI", type=Path, help="einen JSON-Export einlesen"
    )


def run_runs(arguments: argparse.Namespace) -> int:
    context = default_context()
    store = _store(context)
    if arguments.einlesen:
        return _import(context, arguments.einlesen, arguments.json)
    if arguments.export:
        return _export(context, arguments)
    if arguments.laeufe:
        laeufe = [store.load(lauf_id) for lauf_id in arguments.laeufe]
        laeufe, failed = with_probes(context, laeufe, arguments.json) if arguments.probe else (laeufe, [])
        if arguments.json:
            print_json([asdict(lauf) for lauf in laeufe])
        for lauf in [] if arguments.json else laeufe:
            print_lauf(context, lauf)
        if arguments.probe and not arguments.json:
            print_probes(context, laeufe)
        for reason in failed:
            fail(reason, 1)
        return 1 if failed else 0
    lines = store.list_laeufe()
    if arguments.json:
        print_json([asdict(line) for line in lines])
        return 0
    rows = [
        (z.id, formats.moment(z.created), z.modell_gefragt, z.prompt_id, z.titel[:50], _state(z))
        for z in lines
    ]
    terminal.print_table(("Lauf", "am", "Modell", "Prompt", "Antrag", "Zustand"), rows)
    return 0


def _state(zeile: "LaufRow") -> str:
    if zeile.unlesbar:
        return f"nicht lesbar: {zeile.unlesbar}"
    marks = [word for word, is_so in (("Beispiel", zeile.is_demo), ("eingelesen", zeile.eingelesen)) if is_so]
    return f"{zeile.status} ({', '.join(marks)})" if marks else str(zeile.status)


def _read(path: Path, most: int) -> bytes:
    """One byte more than may be read, where there is more."""
    try:
        with path.open("rb") as file:
            return file.read(most + 1)
    except OSError as error:
        raise EingabeError(f"Die Datei {path} lässt sich nicht lesen ({error.strerror}).") from error


def _import(context: Context, path: Path, as_json: bool) -> int:
    from core.runs.import_laeufe import MOST_BYTES, read_export

    store = _store(context)
    gelesen = read_export(store, _read(path, MOST_BYTES), context)
    told = [_told(lauf) for lauf in map(store.load, gelesen.ids)]
    if as_json:
        print_json({"neu": gelesen.neu, "bekannt": gelesen.bekannt, "laeufe": told})
        return 0
    for one in told:
        counted = "{belegt} Zitate belegt, {verworfen} verworfen, {ungeprueft} nicht geprüft".format(**one)
        terminal.say(f"{one['id']}: {counted}{' (gelöscht)' if one['geloescht'] else ''}")
    terminal.say(f"Eingelesen: {gelesen.neu}, schon da: {gelesen.bekannt}.")
    return 0


def _told(lauf: "Lauf") -> dict[str, object]:
    """What became of its quotes here."""
    bound = sum(zitat.status.is_bound for zitat in lauf.zitate)
    dropped = sum(zitat.status.is_dropped for zitat in lauf.zitate)
    return {
        "id": lauf.id,
        "belegt": bound,
        "verworfen": dropped,
        "ungeprueft": len(lauf.zitate) - bound - dropped,
        "geloescht": lauf.geloescht is not None,
    }


def _export(context: Context, arguments: argparse.Namespace) -> int:
    from core.papers.lauf_files import BINARY, LaufFileForm, exported
    from core.papers.lauf_report import SERVICE

    form = LaufFileForm(arguments.export)
    if not arguments.laeufe:
        raise EingabeError(
            "Nennen Sie die Läufe, die ausgegeben werden sollen. Alle zeigt: python -m core runs"
        )
    data = exported(context, arguments.laeufe, form, arguments.adresse or SERVICE)
    write_out(data if form in BINARY else f"{data.decode('utf-8-sig').rstrip()}\n")
    return 0


def _store(context: Context) -> "Runstore":
    from core.runs.store import runstore

    return runstore(context)

"""`assess`, `models` and `runs`: asking a language model, which ones there are, and what was stored."""

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core import ausgabe
from core.commands.options import add_command, fail, print_json
from core.commands.probe import PROBE, print_probes, with_probes
from core.commands.show_antrag import add_corrections, corrected, read_file
from core.context import Context, default_context
from core.errors import EingabeError
from core.german import formats

if TYPE_CHECKING:
    from core.antrag.antrag import Antrag
    from core.assessment.auftrag import Auftrag
    from core.assessment.batch import Ergebnis
    from core.commands.options import Subcommands
    from core.llm.prompts import Prompt
    from core.runs.lauf import Lauf, Laufzeile

FORMATE = ("json", "csv", "html", "pdf")


def add(commands: "Subcommands") -> None:
    assess = add_command(
        commands, "assess", run_assess, "Einen Antrag von einem Sprachmodell beurteilen lassen"
    )
    assess.add_argument("datei", metavar="DATEI", type=Path, nargs="?", help="der Antrag als PDF oder Text")
    assess.add_argument(
        "--batch", metavar="ORDNER", type=Path, help="statt dessen alle Anträge eines Ordners"
    )
    add_corrections(assess)
    assess.add_argument("--model", metavar="MODELL", action="append", help="Modell (mehrfach möglich)")
    assess.add_argument("--prompt", metavar="PROMPT", action="append", help="Prompt (mehrfach möglich)")
    assess.add_argument(
        "--top", metavar="N", type=int, action="append", help="Passagen je Programm (4; mehrfach möglich)"
    )
    assess.add_argument(
        "--temperature", metavar="T", type=float, action="append", help="0 bis 2 (0; mehrfach möglich)"
    )
    assess.add_argument("--repeat", metavar="N", type=int, default=1, help="so oft jede Kombination (1)")
    assess.add_argument("--workers", metavar="N", type=int, default=4, help="so viele Läufe zugleich (4)")
    assess.add_argument("--limit", metavar="USD", type=float, help="ab dieser Ausgabe nichts Neues beginnen")
    assess.add_argument("--ersatzmodell", metavar="MODELL", help="wenn das Modell nicht antwortet")
    assess.add_argument("--fresh", action="store_true", help="auch fragen, wenn die Antwort gespeichert ist")
    assess.add_argument("--probe", action="store_true", help=PROBE)
    add_command(commands, "models", run_models, "Welche Modelle es gibt und welche bereit sind")
    runs = add_command(commands, "runs", run_runs, "Gespeicherte Läufe zeigen, ausgeben und einlesen")
    runs.add_argument("laeufe", metavar="LAUF", nargs="*", help="Kennungen von Läufen")
    runs.add_argument("--probe", action="store_true", help=PROBE)
    runs.add_argument("--export", choices=FORMATE, help="diese Läufe ausgeben (auf die Standardausgabe)")
    runs.add_argument(
        "--import", dest="einlesen", metavar="DATEI", type=Path, help="einen JSON-Export einlesen"
    )


def run_assess(arguments: argparse.Namespace) -> int:
    from core.assessment.batch import run_batch

    context = default_context()
    auftraege = _auftraege(context, arguments)
    ergebnisse, begin = [], time.monotonic()
    with ausgabe.progress(len(auftraege), quiet=arguments.json) as advance:
        for ergebnis in run_batch(context, auftraege, arguments.workers, arguments.limit):
            ergebnisse.append(ergebnis)
            cost = sum(e.kosten for e in ergebnisse)
            advance(
                f"{ergebnis.auftrag.modell} · {ergebnis.auftrag.antrag.titel[:40]} · {formats.cost(cost)}"
            )
    laeufe = [_store(context).load(ergebnis.lauf_id) for ergebnis in ergebnisse if ergebnis.lauf_id]
    failed = [f"{e.auftrag.modell}: {e.fehler}" for e in ergebnisse if e.fehler]
    if arguments.probe:
        laeufe, unprobed = with_probes(context, laeufe, quiet=arguments.json)
        failed += unprobed
    if arguments.json:
        print_json([asdict(lauf) for lauf in laeufe])
    elif len(auftraege) == 1 and laeufe:
        _print_lauf(context, laeufe[0])
    else:
        _print_ergebnisse(ergebnisse, len(auftraege), time.monotonic() - begin)
    if arguments.probe and not arguments.json:
        print_probes(context, laeufe)
    for reason in failed:
        fail(reason, 1)
    return 1 if failed else 0


def _auftraege(context: Context, arguments: argparse.Namespace) -> list["Auftrag"]:
    from core.assessment.auftrag import HEISSESTE
    from core.assessment.batch import combinations
    from core.assessment.before_lauf import each_once, make_auftrag
    from core.assessment.user_prompts import find_prompt
    from core.llm.catalogue import OFFLINE, find_modell

    if arguments.repeat < 1 or arguments.workers < 1:
        raise EingabeError("--repeat und --workers müssen mindestens 1 sein.")
    top, temperaturen = arguments.top or (), arguments.temperature or ()
    if min(top, default=1) < 1 or not all(0 <= heat <= HEISSESTE for heat in temperaturen):
        raise EingabeError(
            "--top muss mindestens 1 sein, --temperature zwischen 0 und "
            f"{formats.shortest(HEISSESTE)} liegen."
        )
    antraege = _antraege(context, arguments)
    modelle = arguments.model or [OFFLINE]
    for modell in [*modelle, *([arguments.ersatzmodell] if arguments.ersatzmodell else [])]:
        find_modell(context, modell)
    if arguments.prompt and set(modelle) == {OFFLINE}:
        raise EingabeError(
            "--prompt gilt für Sprachmodelle; ohne eines wird immer gleich gesucht. Nennen Sie --model, oder "
            "lassen Sie --prompt weg."
        )
    usual = find_modell(context, next((modell for modell in modelle if modell != OFFLINE), OFFLINE)).prompt
    chosen = [_prompt(context, name) for name in arguments.prompt or ()]
    chosen = chosen or [find_prompt(context, _store(context), usual)]
    template = make_auftrag(
        context,
        antraege[0],
        modelle[0],
        chosen[0],
        weitere=tuple(arguments.partei or ()),
        trotzdem=tuple(arguments.trotzdem or ()),
        ersatzmodell=arguments.ersatzmodell,
        fresh=arguments.fresh,
    )
    every = combinations(antraege, modelle, chosen, arguments.repeat, template, top, temperaturen)
    return each_once(context, every)


def _antraege(context: Context, arguments: argparse.Namespace) -> list["Antrag"]:
    if (arguments.datei is None) == (arguments.batch is None):
        raise EingabeError("Nennen Sie einen Antrag, oder mit --batch einen Ordner voller Anträge.")
    if arguments.datei is not None:
        return [corrected(read_file(context, arguments.datei), arguments)]
    files = sorted(path for path in arguments.batch.glob("*") if path.suffix.lower() in (".pdf", ".txt"))
    if not files:
        raise EingabeError(f"In {arguments.batch} liegt kein Antrag (*.pdf, *.txt).")
    return [corrected(read_file(context, path), arguments) for path in files]


def _prompt(context: Context, name: str) -> "Prompt":
    from core.assessment.user_prompts import alle_prompts, find_prompt
    from core.llm.prompts import PARTEI

    store = _store(context)
    prompt = find_prompt(context, store, name)
    if prompt.art != PARTEI:
        known = ", ".join(prompt.id for prompt in alle_prompts(context, store))
        raise EingabeError(f"Der Prompt „{name}“ beurteilt keine Parteien. Möglich sind: {known}.")
    return prompt


def _print_lauf(context: Context, lauf: "Lauf") -> None:
    from core.assessment.answer_quotes import HINWEIS
    from core.assessment.lauf_view import ABSTANDSPUNKTE, has_abstandspunkte, wertung_of, wie_heute
    from core.citations.zitatstatus import Zitatstatus
    from core.models import Typ
    from core.search.trotzdem import hinweis, satz

    lauf = wie_heute(context, lauf)
    ausgabe.say(f"Lauf {lauf.id}: {lauf.antrag.titel}")
    note = "Ohne Sprachmodell gesucht, nicht beurteilt. " if _is_offline(lauf) else ""
    note = f"Beispiel, von keinem Sprachmodell. {note}" if lauf.is_demo else note
    ausgabe.say(f"{note}Modell {lauf.modell_geantwortet or lauf.modell_gefragt}, Prompt {lauf.prompt_id}")
    if lauf.eingelesen:
        ausgabe.say(
            f"Eingelesen am {formats.day(lauf.eingelesen)} aus einer Datei; Angaben zu Modell, Punkten, "
            "Kosten und Zeit sind nicht geprüft."
        )
    rows = []
    for teil in lauf.teile:
        if teil.partei:
            zitate = [zitat for zitat in lauf.zitate if zitat.partei == teil.partei]
            bound = sum(zitat.status.is_bound for zitat in zitate)
            told = [str(wertung_of(context.registry, lauf, teil.partei, typ)) for typ in Typ]
            rows.append((teil.partei, *told, f"{bound} von {len(zitate)}", teil.fehler))
    ausgabe.print_table(("Partei", "Wahlprogramm", "Parteiprogramm", "Zitate belegt", "Fehler"), rows)
    if has_abstandspunkte(lauf):
        ausgabe.say(ABSTANDSPUNKTE)
    if not _is_offline(lauf):
        ausgabe.say(HINWEIS)
    if added := hinweis(context.registry, lauf.trotzdem):
        ausgabe.say(added)
    if left_out := sum(bool(angebot.weggelassen) for angebot in lauf.angebote):
        ausgabe.say(f"{left_out} Passagen passten nicht in den Kontext des Modells und wurden weggelassen.")
    if lauf.aus_cache:
        ausgabe.say(f"Aus dem Speicher: dieselbe Frage hat Lauf {lauf.aus_cache} beantwortet.")
    if unproved := sum(zitat.status is Zitatstatus.UNGEPRUEFT for zitat in lauf.zitate):
        ausgabe.say(f"{unproved} Zitate der Datei sind nicht geprüft und werden nicht gezeigt.")
    for zitat in lauf.zitate:
        if zitat.status.is_bound:
            beleg = zitat.beleg
            notes = " ".join(filter(None, (satz(beleg.trotzdem), beleg.notiz)))
            ausgabe.print_passage(f"{zitat.partei}: {beleg.quelle}", notes, f"„{beleg.text}“")


def _is_offline(lauf: "Lauf") -> bool:
    from core.llm.catalogue import OFFLINE

    return lauf.modell_gefragt == OFFLINE


def _print_ergebnisse(ergebnisse: Sequence["Ergebnis"], total: int, seconds: float) -> None:
    rows = [
        (e.lauf_id, e.auftrag.modell, e.auftrag.prompt.id, e.auftrag.antrag.titel[:50], str(e.status))
        for e in ergebnisse
    ]
    ausgabe.print_table(("Lauf", "Modell", "Prompt", "Antrag", "Zustand"), rows)
    known, cost = sum(e.bekannt for e in ergebnisse), sum(e.kosten for e in ergebnisse)
    told = f"{len(ergebnisse)} von {total} Läufen, {known} davon schon gespeichert"
    ausgabe.say(f"{told}, {formats.cost(cost)}, {formats.duration(seconds)}")


def run_models(arguments: argparse.Namespace) -> int:
    from core.llm.catalogue import modelle, verfuegbarkeiten

    context = default_context()
    ready = verfuegbarkeiten(context)
    if arguments.json:
        print_json([{**asdict(modell), **asdict(ready[modell.id])} for modell in modelle(context)])
        return 0
    rows = [
        (
            modell.id,
            modell.label,
            modell.anbieter,
            "bereit" if ready[modell.id].ok else ready[modell.id].grund,
        )
        for modell in sorted(modelle(context), key=lambda modell: not ready[modell.id].ok)
    ]
    ausgabe.print_table(("Modell", "Name", "Anbieter", "Zustand"), rows)
    return 0


def run_runs(arguments: argparse.Namespace) -> int:
    context = default_context()
    store = _store(context)
    if arguments.einlesen:
        return _import(context, arguments.einlesen, arguments.json)
    if arguments.export:
        return _export(context, arguments.laeufe, arguments.export)
    if arguments.laeufe:
        laeufe = [store.load(lauf_id) for lauf_id in arguments.laeufe]
        laeufe, failed = with_probes(context, laeufe, arguments.json) if arguments.probe else (laeufe, [])
        if arguments.json:
            print_json([asdict(lauf) for lauf in laeufe])
        for lauf in [] if arguments.json else laeufe:
            _print_lauf(context, lauf)
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
        (z.id, formats.moment(z.created), z.modell_gefragt, z.prompt_id, z.titel[:50], _zustand(z))
        for z in lines
    ]
    ausgabe.print_table(("Lauf", "am", "Modell", "Prompt", "Antrag", "Zustand"), rows)
    return 0


def _zustand(zeile: "Laufzeile") -> str:
    if zeile.unlesbar:
        return f"nicht lesbar: {zeile.unlesbar}"
    marks = [word for word, is_so in (("Beispiel", zeile.is_demo), ("eingelesen", zeile.eingelesen)) if is_so]
    return f"{zeile.status} ({', '.join(marks)})" if marks else str(zeile.status)


def _import(context: Context, path: Path, as_json: bool) -> int:
    from core.runs.read_export import MOST_BYTES, read_export

    store = _store(context)
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise EingabeError(f"Die Datei {path} lässt sich nicht lesen ({error.strerror}).") from error
    gelesen = read_export(store, data, context)
    told = [_told(lauf) for lauf in map(store.load, gelesen.ids)]
    if as_json:
        print_json({"neu": gelesen.neu, "bekannt": gelesen.bekannt, "laeufe": told})
        return 0
    for one in told:
        counted = "{belegt} Zitate belegt, {verworfen} verworfen, {ungeprueft} nicht geprüft".format(**one)
        ausgabe.say(f"{one['id']}: {counted}{' (gelöscht)' if one['geloescht'] else ''}")
    ausgabe.say(f"Eingelesen: {gelesen.neu}, schon da: {gelesen.bekannt}.")
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


def _export(context: Context, ids: Sequence[str], form: str) -> int:
    from core.assessment.lauf_files import Laufdateiform, ausfuhr

    if not ids:
        raise EingabeError(
            "Nennen Sie die Läufe, die ausgegeben werden sollen. Alle zeigt: python -m core runs"
        )
    data = ausfuhr(context, ids, Laufdateiform(form))
    if form == Laufdateiform.PDF:
        sys.stdout.buffer.write(data)
    else:
        sys.stdout.write(f"{data.decode('utf-8-sig').rstrip()}\n")
    return 0


def _store(context: Context) -> Any:
    from core.runs.store import runstore

    return runstore(context)

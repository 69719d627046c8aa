"""`runs`: what was stored, shown, probed, exported and read in."""

import argparse
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

from core.assessment.answer_quotes import CAVEAT
from core.assessment.lauf_files import SERVICE, TEXTS, exported, lauf_forms
from core.assessment.lauf_view import LaufView
from core.assessment.partei_view import ParteiView
from core.base import formats
from core.base.errors import EingabeError
from core.cli import output
from core.cli.output import emit, read_bounded, write_out
from core.llm.catalogue import OFFLINE
from core.programme.context import Context, default_context
from core.programme.registry import is_document
from core.runs.import_laeufe import MOST_BYTES, read_export
from core.runs.lauf import Lauf, LaufRow, Teil
from core.runs.store import runstore
from core.search.geltung import NotInForce, Reasons
from core.wortlaut.binding.eintrag import ZitatStatus
from core.wortlaut.records import PROGRAMM_TYPEN, Typ

ADDRESS = "unter dieser Adresse ist der Antragsspiegel erreichbar; sie steht bei jedem Zitat des Vermerks"


def add_runs(runs: argparse.ArgumentParser) -> None:
    runs.add_argument("laeufe", metavar="LAUF", nargs="*", help="Kennungen von Läufen")
    runs.add_argument(
        "--export", choices=[*lauf_forms()], help="diese Läufe ausgeben (auf die Standardausgabe)"
    )
    runs.add_argument("--adresse", metavar="URL", help=ADDRESS)
    runs.add_argument(
        "--import", dest="einlesen", metavar="DATEI", type=Path, help="einen JSON-Export einlesen"
    )


def run_runs(arguments: argparse.Namespace) -> int:
    context = default_context()
    store = runstore(context)
    if arguments.einlesen:
        return _import(context, arguments.einlesen, arguments.json)
    if arguments.export:
        return _export(context, arguments)
    if arguments.laeufe:
        laeufe = [store.load(lauf_id) for lauf_id in arguments.laeufe]

        def show() -> None:
            for lauf in laeufe:
                print_lauf(context, lauf)

        with_spread = [asdict(one) | {"streuung": LaufView(context, one).plain_spreads()} for one in laeufe]
        emit(arguments.json, with_spread, show)
        return 0
    columns = (
        ("Lauf", lambda z: z.id),
        ("am", lambda z: formats.moment(z.created)),
        ("Modell", lambda z: z.modell_gefragt),
        ("Prompt", lambda z: z.prompt_id),
        ("Antrag", lambda z: z.titel[:50]),
        ("Zustand", _state),
    )
    rows = store.list_laeufe()
    emit(arguments.json, rows, lambda: output.print_table(columns, rows))
    return 0


def _state(zeile: LaufRow) -> str:
    if zeile.unlesbar:
        return f"nicht lesbar: {zeile.unlesbar}"
    marks = [word for word, is_so in (("Beispiel", zeile.is_demo), ("eingelesen", zeile.eingelesen)) if is_so]
    return f"{zeile.status} ({', '.join(marks)})" if marks else str(zeile.status)


def _import(context: Context, path: Path, as_json: bool) -> int:
    store = runstore(context)
    gelesen = read_export(store, read_bounded(path, MOST_BYTES), context)
    told: list[dict[str, object]] = []
    for lauf in map(store.load, gelesen.ids):
        told.append(
            {
                "id": lauf.id,
                "belegt": lauf.gebunden,
                "verworfen": lauf.verworfen,
                "ungeprueft": lauf.ungeprueft,
                "geloescht": lauf.geloescht is not None,
            }
        )
    counted = "{id}: {belegt} Zitate belegt, {verworfen} verworfen, {ungeprueft} nicht geprüft"
    lines = [f"{counted.format(**one)}{' (gelöscht)' if one['geloescht'] else ''}" for one in told]
    lines.append(f"Eingelesen: {gelesen.neu}, schon da: {gelesen.bekannt}.")
    value = {"neu": gelesen.neu, "bekannt": gelesen.bekannt, "laeufe": told}
    emit(as_json, value, lambda: output.say(*lines))
    return 0


def _export(context: Context, arguments: argparse.Namespace) -> int:
    if not arguments.laeufe:
        raise EingabeError(
            "Nennen Sie die Läufe, die ausgegeben werden sollen. Alle zeigt: python -m core runs"
        )
    form: str = arguments.export
    data = exported(context, arguments.laeufe, form, arguments.adresse or SERVICE)
    write_out(f"{data.decode('utf-8-sig').rstrip()}\n" if form in TEXTS else data)
    return 0


# --- a Lauf on the screen -----------------------------------------------------------------------------------


def print_lauf(context: Context, lauf: Lauf) -> None:
    view = LaufView(context, lauf)
    lauf = view.today
    output.say(f"Lauf {lauf.id}: {lauf.antrag.titel}")
    note = "Ohne Sprachmodell gesucht, nicht beurteilt. " if _is_offline(lauf) else ""
    note = f"Beispiel, von keinem Sprachmodell. {note}" if lauf.is_demo else note
    output.say(f"{note}Modell {lauf.modell_geantwortet or lauf.modell_gefragt}, Prompt {lauf.prompt_id}")
    if lauf.eingelesen:
        output.say(
            f"Eingelesen am {formats.day(lauf.eingelesen)} aus einer Datei; Angaben zu Modell, Punkten, "
            "Kosten und Zeit sind nicht geprüft."
        )
    has_documents = any(Typ.DOKUMENT in one.typen for one in view.parteien.values())
    columns: tuple[tuple[str, Callable[[tuple[Teil, ParteiView]], str | int]], ...] = (
        ("Partei", lambda row: row[1].name if Typ.DOKUMENT in row[1].typen else row[0].partei),
        *(
            (typ.title(), lambda row, typ=typ: _points(view, row[1], typ) if typ in row[1].typen else "")
            for typ in (*PROGRAMM_TYPEN, *([Typ.DOKUMENT] if has_documents else []))
        ),
        ("Zitate belegt", lambda row: f"{len(row[1].gebunden())} von {len(row[1].zitate)}"),
        ("Fehler", lambda row: row[0].fehler),
    )
    output.print_table(columns, [(teil, view.parteien[teil.partei]) for teil in lauf.teile if teil.partei])
    if not _is_offline(lauf):
        output.say(CAVEAT)
    if added := Reasons(lauf.trotzdem).added_by_hand(context.registry):
        output.say(added)
    if left_out := sum(bool(angebot.weggelassen) for angebot in lauf.angebote):
        output.say(f"{left_out} Passagen passten nicht in den Kontext des Modells und wurden weggelassen.")
    if lauf.aus_cache:
        output.say(f"Aus dem Speicher: dieselbe Frage hat Lauf {lauf.aus_cache} beantwortet.")
    if unproved := sum(zitat.status is ZitatStatus.UNGEPRUEFT for zitat in lauf.zitate):
        output.say(f"{unproved} Zitate der Datei sind nicht geprüft und werden nicht gezeigt.")
    for zitat in lauf.zitate:
        if zitat.status.is_bound:
            beleg = zitat.beleg
            notes = " ".join(filter(None, (NotInForce(beleg.trotzdem).sentence, beleg.notiz)))
            whose = "" if is_document(zitat.partei) else f"{zitat.partei}: "
            output.print_passage(f"{whose}{beleg.quelle}", notes, beleg.quoted)


def _points(view: LaufView, ansicht: ParteiView, typ: Typ) -> str:
    """„8 von 10 (7–9 über 4 Läufe)“."""
    spread = view.spreads.get((ansicht.partei, typ))
    return f"{ansicht.wertung(typ)} ({spread})" if spread else str(ansicht.wertung(typ))


def _is_offline(lauf: Lauf) -> bool:
    return lauf.modell_gefragt == OFFLINE

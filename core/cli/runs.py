"""`runs`: what was stored, shown, probed, exported and read in."""

import argparse
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from core.assessment.lauf_view import LaufView
from core.assessment.parteiteil import CAVEAT
from core.assessment.pipeline import assess
from core.assessment.removal_probe import NAME, READING, effects, plan_probe, zusammen
from core.citations.eintrag import ZitatStatus
from core.cli import output
from core.cli.money import add_limit, budget_of, stopped_by
from core.cli.output import fail, print_json, read_bounded, write_out
from core.context import Context, default_context
from core.errors import DashboardError, EingabeError
from core.german import formats
from core.llm.anfrage import Budget
from core.llm.catalogue import OFFLINE
from core.models import Typ
from core.papers.lauf_files import BINARY, LaufFileForm, exported
from core.papers.lauf_report import SERVICE
from core.runs.import_laeufe import MOST_BYTES, read_export
from core.runs.lauf import Lauf, LaufRow
from core.runs.store import runstore
from core.search.geltung import hinweis, satz

ADDRESS = "unter dieser Adresse ist der Antragsspiegel erreichbar; sie steht bei jedem Zitat des Vermerks"


def add_runs(runs: argparse.ArgumentParser) -> None:
    runs.add_argument("laeufe", metavar="LAUF", nargs="*", help="Kennungen von Läufen")
    runs.add_argument("--probe", action="store_true", help=PROBE)
    add_limit(runs)
    forms = [*map(str, LaufFileForm)]
    runs.add_argument("--export", choices=forms, help="diese Läufe ausgeben (auf die Standardausgabe)")
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
        laeufe, failed = (
            with_probes(context, laeufe, _budget(context, laeufe, arguments), arguments.json)
            if arguments.probe
            else (laeufe, [])
        )
        if arguments.json:
            print_json(laeufe)
        for lauf in [] if arguments.json else laeufe:
            print_lauf(context, lauf)
        if arguments.probe and not arguments.json:
            print_probes(context, laeufe)
        for reason in failed:
            fail(reason, 1)
        return 1 if failed else 0
    columns = (
        ("Lauf", lambda z: z.id),
        ("am", lambda z: formats.moment(z.created)),
        ("Modell", lambda z: z.modell_gefragt),
        ("Prompt", lambda z: z.prompt_id),
        ("Antrag", lambda z: z.titel[:50]),
        ("Zustand", _state),
    )
    output.emit(arguments.json, store.list_laeufe(), columns)
    return 0


def _budget(context: Context, laeufe: Sequence[Lauf], arguments: argparse.Namespace) -> Budget:
    return budget_of(context, arguments, *{lauf.modell_gefragt for lauf in laeufe})


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
    if as_json:
        print_json({"neu": gelesen.neu, "bekannt": gelesen.bekannt, "laeufe": told})
        return 0
    for one in told:
        counted = "{belegt} Zitate belegt, {verworfen} verworfen, {ungeprueft} nicht geprüft".format(**one)
        output.say(f"{one['id']}: {counted}{' (gelöscht)' if one['geloescht'] else ''}")
    output.say(f"Eingelesen: {gelesen.neu}, schon da: {gelesen.bekannt}.")
    return 0


def _export(context: Context, arguments: argparse.Namespace) -> int:
    form = LaufFileForm(arguments.export)
    if not arguments.laeufe:
        raise EingabeError(
            "Nennen Sie die Läufe, die ausgegeben werden sollen. Alle zeigt: python -m core runs"
        )
    data = exported(context, arguments.laeufe, form, arguments.adresse or SERVICE)
    write_out(data if form in BINARY else f"{data.decode('utf-8-sig').rstrip()}\n")
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
    columns = (
        ("Partei", lambda row: row[0].partei),
        ("Wahlprogramm", lambda row: str(row[1].wertung(Typ.WAHLPROGRAMM))),
        ("Parteiprogramm", lambda row: str(row[1].wertung(Typ.PARTEIPROGRAMM))),
        ("Zitate belegt", lambda row: f"{len(row[1].gebunden())} von {len(row[1].zitate)}"),
        ("Fehler", lambda row: row[0].fehler),
    )
    output.print_table(columns, [(teil, view.parteien[teil.partei]) for teil in lauf.teile if teil.partei])
    if not _is_offline(lauf):
        output.say(CAVEAT)
    if added := hinweis(context.registry, lauf.trotzdem):
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
            notes = " ".join(filter(None, (satz(beleg.trotzdem), beleg.notiz)))
            output.print_passage(f"{zitat.partei}: {beleg.quelle}", notes, beleg.quoted)


def _is_offline(lauf: Lauf) -> bool:
    return lauf.modell_gefragt == OFFLINE


# --- `--probe`: judged again without the passages that were quoted ------------------------------------------


PROBE = "danach noch einmal ohne die zitierten Stellen fragen: Bleiben die Punkte, lag es nicht an ihnen"


def with_probes(
    context: Context, laeufe: Sequence[Lauf], budget: Budget, quiet: bool
) -> tuple[list[Lauf], list[str]]:
    """These Läufe, then their probes; and why some could not be probed."""
    probes, failed = [], []
    for number, lauf in enumerate(laeufe):
        if budget.is_reached:
            failed.append(stopped_by(budget, number, len(laeufe), "Gegenproben sind begonnen"))
            break
        try:
            plan = plan_probe(LaufView(context, lauf))
            if not quiet:
                usd, tokens = plan.kosten, formats.number(plan.aufwand.tokens_ein)
                cost = "Kosten unbekannt" if usd is None else f"höchstens etwa {formats.number(usd, 4)} USD"
                asked = f"{plan.aufwand.anfragen} Anfragen, etwa {tokens} Tokens zu lesen"
                output.say(f"Gegenprobe zu Lauf {plan.auftrag.probe_von}: {asked}, {cost}")
            probe_id = assess(context, replace(plan.auftrag, budget=budget), material=plan.material)
        except DashboardError as reason:
            failed.append(f"Lauf {lauf.id}: {reason}")
            continue
        probes.append(runstore(context).load(probe_id))
    failed += [f"Gegenprobe {probe.id}: {probe.fehler}" for probe in probes if probe.fehler]
    return [*laeufe, *probes], failed


def print_probes(context: Context, laeufe: Iterable[Lauf]) -> None:
    """Points before and after, for every Lauf of these that has a probe among them."""
    known = {lauf.id: lauf for lauf in laeufe}
    pairs = [(known[one.probe_von], one) for one in known.values() if one.probe_von in known]
    for lauf, probe in pairs:
        found = effects(lauf, probe)
        output.say(f"\n{NAME} (Lauf {probe.id}): {zusammen(found)}")
        columns = (
            ("Partei", lambda one: one.partei),
            ("Programm", lambda one: one.typ.title()),
            ("Punkte", lambda one: one.punkte),
            ("Was das heißt", lambda one: one.satz),
        )
        output.print_table(columns, found)
    if pairs:
        output.say(READING)

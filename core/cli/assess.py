"""`assess` and `models`: asking a language model, and which ones there are."""

import argparse
import time
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path

from core.antrag.antrag import Antrag
from core.assessment.auftrag import HOTTEST, Auftrag
from core.assessment.batch import Ergebnis, combinations, run_batch
from core.assessment.own_prompts import PromptShelf
from core.assessment.prompts import JUDGING
from core.assessment.sammel import Collection
from core.base import formats
from core.base.errors import EingabeError
from core.cli import output
from core.cli.antrag import add_corrections, corrected, read_file
from core.cli.money import add_limit, budget_of, stopped_by
from core.cli.output import emit, fail
from core.cli.runs import print_lauf
from core.llm.catalogue import OFFLINE, catalogue_of
from core.programme.context import Context, default_context
from core.runs.lauf import Status
from core.runs.store import runstore
from core.search.geltung import choose_documents

UNDER_WAY = (
    "{zahl} als Sammelanfrage unterwegs; die Antworten kommen binnen eines Tages. Derselbe Befehl holt sie "
    "ab und fragt und zahlt nichts doppelt; mit --warten wartet er darauf."
)
STOPPED = "Der Lauf wurde nicht zu Ende geführt, weil keine weitere Anfrage möglich war."


def add_assess(assess: argparse.ArgumentParser) -> None:
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
    add_limit(assess)
    assess.add_argument(
        "--quelle",
        metavar="ID",
        action="append",
        help="auch diese aufgenommene Quelle, unter eigenem Namen (mehrfach möglich)",
    )
    assess.add_argument("--ersatzmodell", metavar="MODELL", help="wenn das Modell nicht antwortet")
    assess.add_argument(
        "--sammel", action="store_true", help="als Sammelanfrage zum halben Preis, Antwort binnen eines Tages"
    )
    assess.add_argument(
        "--warten", action="store_true", help="mit --sammel: warten, bis die Antworten da sind"
    )
    assess.add_argument("--fresh", action="store_true", help="auch fragen, wenn die Antwort gespeichert ist")


def run_assess(arguments: argparse.Namespace) -> int:
    context = default_context()
    auftraege = _auftraege(context, arguments)
    asked = {id for one in auftraege for id in (one.modell, one.ersatzmodell)}
    results, begin, budget = [], time.monotonic(), budget_of(context, arguments, *asked)
    collection = Collection(context, auftraege, arguments.workers, budget) if arguments.sammel else None
    with output.progress(len(auftraege), quiet=arguments.json) as advance:
        if collection:
            collection.on_look = lambda under_way, answered: advance(
                f"{formats.number(answered)} von {formats.number(under_way)} Anfragen beantwortet", 0
            )
            found = collection.run(arguments.warten)
        else:
            found = run_batch(context, auftraege, arguments.workers, budget)
        for ergebnis in found:
            results.append(ergebnis)
            cost = sum(e.kosten for e in results)
            advance(
                f"{ergebnis.auftrag.modell} · {ergebnis.auftrag.antrag.titel[:40]} · {formats.cost(cost)}"
            )
    laeufe = [runstore(context).load(ergebnis.lauf_id) for ergebnis in results if ergebnis.lauf_id]
    failed = [f"{e.auftrag.modell}: {e.fehler}" for e in results if e.fehler]
    failed += [
        f"{e.auftrag.modell}: {STOPPED}" for e in results if e.status is Status.ABGEBROCHEN and not e.fehler
    ]
    if collection:
        failed += collection.reasons
    unasked = collection.unasked if collection else len(auftraege) - len(results)
    if unasked:
        begun = len(auftraege) - unasked
        failed.append(stopped_by(budget, begun, len(auftraege), "Läufen sind begonnen"))
    under_way = collection.under_way if collection else 0

    def show() -> None:
        if len(auftraege) == 1 and laeufe:
            print_lauf(context, laeufe[0])
        elif results or not under_way:
            _print_batch(results, len(auftraege), time.monotonic() - begin)

    emit(arguments.json, laeufe, show)
    if under_way:
        output.warn(UNDER_WAY.format(zahl=formats.counted(under_way, "Anfrage ist", "Anfragen sind")))
    for reason in failed:
        fail(reason, 1)
    return 1 if failed else 0


def _print_batch(results: Sequence[Ergebnis], planned: int, seconds: float) -> None:
    columns = (
        ("Lauf", lambda e: e.lauf_id),
        ("Modell", lambda e: e.auftrag.modell),
        ("Prompt", lambda e: e.auftrag.prompt.id),
        ("Antrag", lambda e: e.auftrag.antrag.titel[:50]),
        ("Zustand", lambda e: str(e.status)),
    )
    output.print_table(columns, results)
    known, cost = sum(e.bekannt for e in results), sum(e.kosten for e in results)
    told = f"{len(results)} von {planned} Läufen, {known} davon schon gespeichert"
    output.say(f"{told}, {formats.cost(cost)}, {formats.duration(seconds)}")


def _auftraege(context: Context, arguments: argparse.Namespace) -> list[Auftrag]:
    if arguments.warten and not arguments.sammel:
        raise EingabeError("--warten gehört zu --sammel; ohne Sammelanfrage kommt die Antwort sofort.")
    if arguments.repeat < 1 or arguments.workers < 1:
        raise EingabeError("--repeat und --workers müssen mindestens 1 sein.")
    top, temperaturen = arguments.top or (), arguments.temperature or ()
    if min(top, default=1) < 1 or not all(0 <= heat <= HOTTEST for heat in temperaturen):
        raise EingabeError(
            f"--top muss mindestens 1 sein, --temperature zwischen 0 und {formats.shortest(HOTTEST)} liegen."
        )
    antraege = _antraege(context, arguments)
    modelle = arguments.model or [OFFLINE]
    for modell in [*modelle, *([arguments.ersatzmodell] if arguments.ersatzmodell else [])]:
        catalogue_of(context).find(modell)
    if arguments.prompt and set(modelle) == {OFFLINE}:
        raise EingabeError(
            "--prompt gilt für Sprachmodelle; ohne eines wird immer gleich gesucht. Nennen Sie --model, oder "
            "lassen Sie --prompt weg."
        )
    first = next((modell for modell in modelle if modell != OFFLINE), OFFLINE)
    usual = catalogue_of(context).find(first).prompt
    prompts = []
    for name in arguments.prompt or [usual]:
        prompt = PromptShelf(context).find(name)
        if arguments.prompt and prompt.art not in JUDGING:
            known = ", ".join(one.id for one in PromptShelf(context).newest())
            raise EingabeError(f"Der Prompt „{name}“ beurteilt keine Parteien. Möglich sind: {known}.")
        prompts.append(prompt)
    template = Auftrag.of(
        context,
        next(iter(antraege)),
        modelle[0],
        prompts[0],
        weitere=tuple(arguments.partei or ()),
        trotzdem=tuple(arguments.trotzdem or ()),
        quellen=tuple(arguments.quelle or ()),
        ersatzmodell=arguments.ersatzmodell,
        fresh=arguments.fresh,
    )
    for land in {one.bundesland for one in antraege if one.bundesland and template.quellen}:
        choose_documents(context, land, template.quellen)
    every = combinations(list(antraege), modelle, prompts, arguments.repeat, template, top, temperaturen)
    return Auftrag.each_once(context, [replace(one, gelesen=antraege[one.antrag]) for one in every])


def _antraege(context: Context, arguments: argparse.Namespace) -> dict[Antrag, Antrag]:
    """Each as the command wants it, and as it was read."""
    if (arguments.datei is None) == (arguments.batch is None):
        raise EingabeError("Nennen Sie einen Antrag, oder mit --batch einen Ordner voller Anträge.")
    if arguments.datei is not None:
        files = [arguments.datei]
    else:
        files = sorted(path for path in arguments.batch.glob("*") if path.suffix.lower() in (".pdf", ".txt"))
    if not files:
        raise EingabeError(f"In {arguments.batch} liegt kein Antrag (*.pdf, *.txt).")
    return {corrected(read, arguments): read for read in (read_file(context, path) for path in files)}


def run_models(arguments: argparse.Namespace) -> int:
    context = default_context()
    catalogue = catalogue_of(context)
    ready, modelle = catalogue.availabilities(), catalogue.modelle.values()
    columns = (
        ("Modell", lambda modell: modell.id),
        ("Name", lambda modell: modell.label),
        ("Anbieter", lambda modell: modell.anbieter),
        ("Zustand", lambda modell: "bereit" if ready[modell.id].ok else ready[modell.id].grund),
    )
    rows = sorted(modelle, key=lambda modell: not ready[modell.id].ok)
    told = [{**asdict(modell), **asdict(ready[modell.id])} for modell in modelle]
    emit(arguments.json, told, lambda: output.print_table(columns, rows))
    return 0

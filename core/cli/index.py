"""`index`, `demo` and `status`: reading programmes in, and what is there."""

import argparse
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from core.base import clock
from core.base.errors import EingabeError
from core.cli import output
from core.cli.output import emit, fail
from core.demo.history import demo_history
from core.programme.context import Context, default_context
from core.programme.indexing import Indexergebnis, index_steps
from core.programme.stock import GebietHolding, Holding, Stock
from core.runs.store import runstore


def add_index(index: argparse.ArgumentParser) -> None:
    what = index.add_mutually_exclusive_group()
    what.add_argument("--bundesland", metavar="LAND", help="nur die Programme dieses Landes, z. B. NRW")
    what.add_argument(
        "--programm", metavar="ID", action="append", help="nur dieses Programm (mehrfach möglich)"
    )
    what.add_argument(
        "--all", action="store_true", help="alle Programme, deren PDF da ist (auch ohne Angabe)"
    )
    index.add_argument("--pdf-dir", metavar="ORDNER", type=Path, help="Ordner mit den PDFs (sonst data/pdf)")


def add_status(status: argparse.ArgumentParser) -> None:
    status.add_argument("--bundesland", metavar="LAND", help="jedes Programm dieses Landes einzeln")


def add_demo(demo: argparse.ArgumentParser) -> None:
    runs = demo.add_mutually_exclusive_group()
    runs.add_argument(
        "--runs", action="store_true", help="dazu einen gespielten Verlauf von Läufen (ersetzt den früheren)"
    )
    runs.add_argument("--remove-runs", action="store_true", help="den gespielten Verlauf wieder entfernen")


def run_index(arguments: argparse.Namespace) -> int:
    context = default_context()
    pdf_dir: Path | None = arguments.pdf_dir
    if pdf_dir is not None and not pdf_dir.is_dir():
        raise EingabeError(f"Den Ordner {pdf_dir} gibt es nicht.")
    if arguments.programm:
        wanted = list(arguments.programm)
    elif arguments.bundesland:
        wanted = context.registry.programme_of(context.registry.find_bundesland(arguments.bundesland))
    else:
        wanted = context.with_pdf(pdf_dir)
    return _index(context, wanted, pdf_dir, arguments.json)


def run_demo(arguments: argparse.Namespace) -> int:
    context = default_context()
    if arguments.remove_runs:
        removed = runstore(context).purge_demo()
        told = f"{removed} gespielte Läufe entfernt." if removed else "Es gibt keine gespielten Läufe."
        emit(arguments.json, {"entfernt": removed}, lambda: output.say(told))
        return 0
    if arguments.runs:
        return _write_runs(context, arguments.json)
    code = _index(context, context.registry.demo_programme, None, arguments.json)
    if code == 0 and not arguments.json:
        output.say('Probieren Sie: python -m core search "kleine Schulen auf dem Land" --bundesland DEMO')
        output.say("oder einen Antrag: python -m core assess data/demo/pdf/antrag-5-214.pdf")
    return code


def _write_runs(context: Context, as_json: bool) -> int:
    if failed := tell_failed(indexed(context, context.registry.demo_programme, None, as_json)):
        return failed
    steps = demo_history(context, clock.today() - timedelta(1))
    first = next(steps)
    with output.progress(first.von, quiet=as_json) as advance:
        advance("Demo-Läufe")
        for _ in steps:
            advance("Demo-Läufe")
    told = f"{first.von} gespielte Läufe geschrieben. Entfernen: python -m core demo --remove-runs"
    emit(as_json, {"laeufe": first.von}, lambda: output.say(told))
    return 0


def _index(context: Context, programm_ids: Sequence[str], pdf_dir: Path | None, as_json: bool) -> int:
    results = indexed(context, programm_ids, pdf_dir, as_json)
    emit(as_json, results, lambda: print_results(results))
    return tell_failed(results)


def indexed(
    context: Context, programm_ids: Sequence[str], pdf_dir: Path | None, quiet: bool
) -> list[Indexergebnis]:
    results: dict[str, Indexergebnis] = {}
    with output.progress(len(programm_ids), quiet=quiet) as advance:
        for schritt in index_steps(programm_ids, pdf_dir, context=context):
            id = schritt.programm_id
            if isinstance(schritt, Indexergebnis):
                advance(id, id not in results)
                results[id] = schritt
                continue
            if told := str(schritt):
                advance(f"{id}: {told}", 0)
            if schritt.grund and id in results:
                results[id] = replace(results[id], grund=schritt.grund)
    place = {programm_id: number for number, programm_id in enumerate(programm_ids)}
    return sorted(results.values(), key=lambda ergebnis: place.get(ergebnis.programm_id, -1))


def tell_failed(results: Sequence[Indexergebnis]) -> int:
    """Tell of those that failed; the exit code."""
    failed = [e for e in results if e.is_failed]
    for ergebnis in failed:
        fail(f"{ergebnis.programm_id}: {ergebnis.grund}", 1)
    return 1 if failed else 0


def print_results(results: Sequence[Indexergebnis]) -> None:
    columns = (
        ("Programm", lambda e: e.programm_id),
        ("Ergebnis", lambda e: e.ausgang),
        ("Seiten", lambda e: e.seiten),
        ("Passagen", lambda e: e.chunks),
    )
    output.print_table(columns, results)
    for e in results:
        if e.grund and not e.is_failed:  # those are told at the end
            output.say(f"{e.programm_id}: {e.grund}")
        if e.hinweis:
            output.say(f"{e.programm_id}: {e.hinweis}")


def run_status(arguments: argparse.Namespace) -> int:
    context = default_context()
    land = context.registry.find_bundesland(arguments.bundesland) if arguments.bundesland else None
    stock = [teil for teil in Stock.of(context, check=True).gebiete if land in (None, teil.gebiet)]
    told = {"modell": context.embedder.name, "gebiete": stock}
    emit(arguments.json, told, lambda: _print_programme(stock[0]) if land else _print_holding(stock, context))
    return 1 if any(teil.schaeden for teil in stock) else 0


def _print_holding(stock: Sequence[GebietHolding], context: Context) -> None:
    settings = context.settings
    output.say(f"Modell {context.embedder.name}, {settings.chunk_strategie} um {settings.chunk_size} Zeichen")
    columns = (
        ("Land", lambda teil: teil.name),
        ("bekannt", lambda teil: len(teil.programme)),
        ("PDF", lambda teil: teil.with_pdf),
        ("Index", lambda teil: teil.indexed),
        ("Seiten", lambda teil: teil.seiten),
        ("Passagen", lambda teil: teil.chunks),
        ("zuletzt", lambda teil: _day(teil.changed)),
        ("Zustand", _condition),
    )
    output.print_table(columns, stock)
    for teil in stock:
        for line in _remarks(teil):
            output.say(f"{teil.gebiet}: {line}")


def _condition(teil: GebietHolding) -> str:
    if teil.schaeden:
        return "beschädigt"
    notes = sum(bool(bestand.hinweise) for bestand in teil.programme)
    return f"{notes} mit Hinweis" if notes else "gut" if teil.indexed else ""


def _print_programme(teil: GebietHolding) -> None:
    columns = (
        ("Programm", lambda b: b.programm.id),
        ("Datei", lambda b: b.programm.pdf),
        ("Name", lambda b: b.programm.name),
        ("gültig", _in_force),
        ("Zustand", lambda b: b.zustand),
        ("Seiten", lambda b: b.seiten),
        ("Passagen", lambda b: b.chunks),
        ("Lesegüte", lambda b: b.certain),
        ("unsicher", lambda b: str(b.unsicher) if b.certain else ""),
        ("Druck", lambda b: b.druck),
    )
    output.print_table(columns, teil.programme)
    for line in _remarks(teil):
        output.say(line)


def _in_force(b: Holding) -> str:
    until = b.programm.gueltig_bis.year if b.programm.gueltig_bis else "heute"
    return f"{b.programm.gueltig_ab.year} bis {until}"


def _remarks(teil: GebietHolding) -> list[str]:
    told = [(b, one) for b in teil.programme for one in (*b.hinweise, b.seitenzahlen) if one]
    return [*teil.schaeden, *(f"{b.programm.id}: {one}" for b, one in told)]


def _day(moment: str | None) -> str:
    return f"{moment[8:10]}.{moment[5:7]}.{moment[2:4]}" if moment else ""

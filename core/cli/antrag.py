"""`antrag`: what is read from an Antrag, which programmes count for it, and what they say to it."""

import argparse
from dataclasses import replace
from datetime import date
from pathlib import Path

from core.antrag.antrag import Antrag, wortlaut
from core.antrag.read_antrag import read_antrag_bytes
from core.base import formats
from core.base.errors import EingabeError
from core.cli import output
from core.cli.output import emit
from core.cli.search import place_in_file
from core.programme.context import Context, default_context
from core.search.antrag_search import AntragSearch, Quotes
from core.search.geltung import NotInForce, Selection, choose_programme
from core.search.kurzfassung import Kurzfassung


def add_antrag(antrag: argparse.ArgumentParser) -> None:
    antrag.add_argument("datei", metavar="DATEI", type=Path, help="der Antrag als PDF oder Text")
    add_corrections(antrag)
    antrag.add_argument("--top", metavar="N", type=int, default=2, help="so viele Passagen je Programm (2)")


def add_corrections(antrag: argparse.ArgumentParser) -> None:
    """What a person knows better than what was read."""
    antrag.add_argument("--bundesland", metavar="LAND", help="wo er gestellt wurde (sonst was in ihm steht)")
    antrag.add_argument("--datum", metavar="TT.MM.JJJJ", help="wann (sonst was in ihm steht, sonst heute)")
    antrag.add_argument(
        "--fraktion", metavar="PARTEI", action="append", help="wer ihn stellte (mehrfach möglich)"
    )
    antrag.add_argument(
        "--partei", metavar="PARTEI", action="append", help="diese Partei auch (mehrfach möglich)"
    )
    antrag.add_argument(
        "--trotzdem",
        metavar="ID",
        action="append",
        help="dieses Programm auch, obwohl es nicht in Kraft ist (mehrfach möglich)",
    )


def run_antrag(arguments: argparse.Namespace) -> int:
    context = default_context()
    antrag = corrected(read_file(context, arguments.datei), arguments)
    auswahl = choose_programme(
        context,
        antrag.bundesland or "",
        antrag.datum,
        antrag.antragsteller,
        arguments.partei or (),
        arguments.trotzdem or (),
    )
    search = AntragSearch(context, antrag, auswahl)
    found, shares = search.quotes(arguments.top), search.shares()
    kurz = Kurzfassung.of(context, antrag)

    def show() -> None:
        _print_antrag(antrag, kurz)
        _print_selection(auswahl, shares)
        _print_found(context, auswahl, found)

    told = {"antrag": antrag, "kurzfassung": kurz, "auswahl": auswahl, "fundstellen": found}
    emit(arguments.json, {**told, "passung": shares}, show)
    return 0


def read_file(context: Context, path: Path) -> Antrag:
    try:
        return read_antrag_bytes(path.read_bytes(), context.registry, path.name)
    except OSError as error:
        raise EingabeError(f"Den Antrag {path} kann ich nicht lesen: {error.strerror}.") from error


def corrected(antrag: Antrag, arguments: argparse.Namespace) -> Antrag:
    """What the command says counts before what was read."""
    return replace(
        antrag,
        bundesland=arguments.bundesland or antrag.bundesland,
        datum=day_of(arguments.datum) if arguments.datum else antrag.datum,
        antragsteller=tuple(arguments.fraktion) if arguments.fraktion else antrag.antragsteller,
    )


def day_of(text: str) -> date:
    try:
        day, month, year = map(int, text.split("."))
        return date(year, month, day)
    except ValueError:
        raise EingabeError(f"--datum {text}: erwartet wird ein Tag wie 06.07.2016.") from None


def _print_antrag(antrag: Antrag, kurz: Kurzfassung) -> None:
    output.say(f"{antrag.typ or 'Antrag'} {antrag.drucksache}: {antrag.titel or antrag.text[:80]}")
    day = formats.day(antrag.datum) if antrag.datum else "ohne Datum"
    output.say(f"{antrag.bundesland}, {day}, {', '.join(antrag.antragsteller) or 'ohne Antragsteller'}")
    if kurz.themen:
        output.say(f"Themen: {', '.join(kurz.themen)}")
    if kurz.saetze:
        output.say(f"Aus seinen Sätzen: {output.printable(kurz.text, 5000)}")
    columns = (
        ("Nr.", lambda one: one.nummer),
        ("Forderung", lambda one: output.printable(wortlaut(one), 120)),
    )
    output.print_table(columns, antrag.forderungen)


def _print_selection(auswahl: Selection, shares: dict[str, float]) -> None:
    rows, added = [], auswahl.trotzdem
    for participants in auswahl.parteien:
        for programm in participants.programme:
            share = formats.percent(shares[programm.id], 1) if programm.id in shares else ""
            mark = f" ({NotInForce.WORD})" if programm.id in added else ""
            rows.append((participants, programm.name + mark, share))
        for gap in [] if participants.programme else participants.gaps or ["kein Programm, das zählt"]:
            rows.append((participants, gap, ""))
    columns = (
        ("Partei", lambda row: row[0].name),
        ("als", lambda row: ", ".join(row[0].rollen)),
        ("Programm", lambda row: row[1]),
        ("Anteil der Wortwahl", lambda row: row[2]),
    )
    output.print_table(columns, rows)
    for programm_id, grund in added.items():
        output.say(f"Trotzdem benutzt: {programm_id} ({NotInForce(grund).remark})")
    for partei, groups in auswahl.left_out.items():
        for grund, programme in groups:
            names = ", ".join(programm.name for programm in programme[:3])
            more = f" und {len(programme) - 3} weitere" if len(programme) > 3 else ""
            output.say(f"{partei}, zählt nicht: {names}{more} ({grund})")
    for hinweis in auswahl.hinweise:
        output.say(hinweis)


def _print_found(context: Context, auswahl: Selection, found: Quotes) -> None:
    for participants in auswahl.parteien:
        output.say(f"\n{participants.name}")
        if not found[participants.partei]:
            output.say("keine Quellen im Index")
        for fundstelle in found[participants.partei]:
            chunk = fundstelle.chunk
            answers = ", ".join(nummer or "der Antrag" for nummer in fundstelle.forderungen)
            place = place_in_file(context, chunk.programm_id, chunk.seiten)
            mark = f" · {NotInForce(fundstelle.trotzdem).remark}" if fundstelle.trotzdem else ""
            near = formats.number(fundstelle.similarity, 2)
            head = f"{near}  {place} · zu {answers}{mark}"
            output.print_passage(head, " › ".join(chunk.abschnitt), chunk.text)

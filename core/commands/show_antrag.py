"""`antrag`: what is read from an Antrag, which programmes count for it, and what they say to it."""

import argparse
from dataclasses import asdict, replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from core import terminal
from core.commands.options import add_command, print_json
from core.context import Context, default_context
from core.errors import EingabeError
from core.german import formats
from core.models import Typ

if TYPE_CHECKING:
    from core.antrag.antrag import Antrag
    from core.commands.options import Subcommands
    from core.search.antrag_search import Quotes
    from core.search.geltung import Selection
    from core.search.kurzfassung import Kurzfassung


def add(commands: "Subcommands") -> None:
    antrag = add_command(
        commands, "antrag", run_antrag, "Zu einem Antrag suchen, was die Parteien versprachen"
    )
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
    from core.search.antrag_search import search_antrag
    from core.search.geltung import choose_programme
    from core.search.kurzfassung import kurzfassung

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
    found = search_antrag(context, antrag, auswahl, arguments.top)
    shares = _shares(context, antrag, auswahl)
    kurz = kurzfassung(context, antrag)
    if arguments.json:
        print_json(
            {
                "antrag": asdict(antrag),
                "kurzfassung": asdict(kurz),
                "auswahl": asdict(auswahl),
                "fundstellen": {partei: [asdict(f) for f in own] for partei, own in found.items()},
                "passung": shares,
            }
        )
    else:
        _print_antrag(antrag, kurz)
        _print_selection(auswahl, shares)
        _print_found(context, auswahl, found)
    return 0


def read_file(context: Context, path: Path) -> "Antrag":
    from core.antrag.read_antrag import read_antrag_bytes

    try:
        return read_antrag_bytes(path.read_bytes(), context.registry, path.name)
    except OSError as error:
        raise EingabeError(f"Den Antrag {path} kann ich nicht lesen: {error.strerror}.") from error


def corrected(antrag: "Antrag", arguments: argparse.Namespace) -> "Antrag":
    """What the command says counts before what was read."""
    return replace(
        antrag,
        bundesland=arguments.bundesland or antrag.bundesland,
        datum=_day(arguments.datum) if arguments.datum else antrag.datum,
        antragsteller=tuple(arguments.fraktion) if arguments.fraktion else antrag.antragsteller,
    )


def _day(text: str) -> date:
    try:
        day, month, year = map(int, text.split("."))
        return date(year, month, day)
    except ValueError:
        raise EingabeError(f"--datum {text}: erwartet wird ein Tag wie 06.07.2016.") from None


def _shares(context: Context, antrag: "Antrag", auswahl: "Selection") -> dict[str, float]:
    """Wahlprogramme among themselves, and Parteiprogramme."""
    from core.search.antrag_search import passung
    from core.search.suchraum import suchraum

    if not (programme := auswahl.counting()):
        return {}
    space = suchraum(context, bundesland=auswahl.bundesland)
    shares: dict[str, float] = {}
    for typ in Typ:
        shares |= passung(space, antrag, [programm.id for programm in programme if programm.typ is typ])
    return shares


def _print_antrag(antrag: "Antrag", kurz: "Kurzfassung") -> None:
    from core.antrag.law_changes import wortlaut

    terminal.say(f"{antrag.typ or 'Antrag'} {antrag.drucksache}: {antrag.titel or antrag.text[:80]}")
    day = formats.day(antrag.datum) if antrag.datum else "ohne Datum"
    terminal.say(f"{antrag.bundesland}, {day}, {', '.join(antrag.antragsteller) or 'ohne Antragsteller'}")
    if kurz.themen:
        terminal.say(f"Themen: {', '.join(kurz.themen)}")
    if kurz.saetze:
        terminal.say(f"Aus seinen Sätzen: {terminal.printable(kurz.text, 5000)}")
    rows = [
        (forderung.nummer, terminal.printable(wortlaut(forderung), 120)) for forderung in antrag.forderungen
    ]
    terminal.print_table(("Nr.", "Forderung"), rows)


def _print_selection(auswahl: "Selection", shares: dict[str, float]) -> None:
    from core.search.geltung import NOT_IN_FORCE, listed, remark, trotzdem_used

    rows, added = [], trotzdem_used(auswahl)
    for participants in auswahl.parteien:
        rollen = ", ".join(participants.rollen)
        for programm in participants.programme:
            share = formats.percent(shares[programm.id], 1) if programm.id in shares else ""
            mark = f" ({NOT_IN_FORCE})" if programm.id in added else ""
            rows.append((participants.name, rollen, programm.name + mark, share))
        for gap in [] if participants.programme else participants.gaps or ["kein Programm, das zählt"]:
            rows.append((participants.name, rollen, gap, ""))
    terminal.print_table(("Partei", "als", "Programm", "Anteil der Wortwahl"), rows)
    for programm_id, grund in added.items():
        terminal.say(f"Trotzdem benutzt: {programm_id} ({remark(grund)})")
    for partei, groups in listed(auswahl).items():
        for grund, programme in groups:
            names = ", ".join(programm.name for programm in programme[:3])
            more = f" und {len(programme) - 3} weitere" if len(programme) > 3 else ""
            terminal.say(f"{partei}, zählt nicht: {names}{more} ({grund})")
    for hinweis in auswahl.hinweise:
        terminal.say(hinweis)


def _print_found(context: Context, auswahl: "Selection", found: "Quotes") -> None:
    from core.search.geltung import remark

    for participants in auswahl.parteien:
        terminal.say(f"\n{participants.name}")
        if not found[participants.partei]:
            terminal.say("keine Quellen im Index")
        for fundstelle in found[participants.partei]:
            chunk = fundstelle.chunk
            pages = " und ".join(map(str, chunk.seiten))
            answers = ", ".join(nummer or "der Antrag" for nummer in fundstelle.forderungen)
            name = context.registry.programme[chunk.programm_id].name
            mark = f" · {remark(fundstelle.trotzdem)}" if fundstelle.trotzdem else ""
            near = formats.number(fundstelle.similarity, 2)
            head = f"{near}  {name}, Seite {pages} der Datei · zu {answers}{mark}"
            terminal.print_passage(head, " › ".join(chunk.abschnitt), chunk.text)

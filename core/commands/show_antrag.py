"""`antrag`: what is read from an Antrag, which programmes count for it, and what they say to it."""

import argparse
from dataclasses import asdict, replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from core import ausgabe
from core.commands.options import add_command, print_json
from core.context import Context, default_context
from core.errors import EingabeError
from core.german import formats
from core.models import Typ

if TYPE_CHECKING:
    from core.antrag.antrag import Antrag
    from core.commands.options import Subcommands
    from core.search.antrag_search import Quotes
    from core.search.geltung import Auswahl
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
        _print_auswahl(auswahl, shares)
        _print_found(context, auswahl, found)
    return 0


def read_file(context: Context, path: Path) -> "Antrag":
    from core.antrag.read_antrag import read_antrag_bytes

    try:
        return read_antrag_bytes(path.read_bytes(), context.registry)
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


def _shares(context: Context, antrag: "Antrag", auswahl: "Auswahl") -> dict[str, float]:
    """Wahlprogramme among themselves, and Parteiprogramme."""
    from core.search.antrag_likeness import passung
    from core.search.suchraum import suchraum

    if not (programme := auswahl.zaehlende()):
        return {}
    raum = suchraum(context, bundesland=auswahl.bundesland)
    shares: dict[str, float] = {}
    for typ in Typ:
        shares |= passung(raum, antrag, [programm.id for programm in programme if programm.typ is typ])
    return shares


def _print_antrag(antrag: "Antrag", kurz: "Kurzfassung") -> None:
    from core.antrag.law_changes import wortlaut

    ausgabe.say(f"{antrag.typ or 'Antrag'} {antrag.drucksache}: {antrag.titel or antrag.text[:80]}")
    day = formats.day(antrag.datum) if antrag.datum else "ohne Datum"
    ausgabe.say(f"{antrag.bundesland}, {day}, {', '.join(antrag.antragsteller) or 'ohne Antragsteller'}")
    if kurz.themen:
        ausgabe.say(f"Themen: {', '.join(kurz.themen)}")
    if kurz.saetze:
        ausgabe.say(f"Aus seinen Sätzen: {ausgabe.printable(kurz.text, 5000)}")
    rows = [
        (forderung.nummer, ausgabe.printable(wortlaut(forderung), 120)) for forderung in antrag.forderungen
    ]
    ausgabe.print_table(("Nr.", "Forderung"), rows)


def _print_auswahl(auswahl: "Auswahl", shares: dict[str, float]) -> None:
    from core.search.geltung import listed, trotzdem_benutzt
    from core.search.trotzdem import NICHT_IN_KRAFT, vermerk

    rows, added = [], trotzdem_benutzt(auswahl)
    for beteiligte in auswahl.parteien:
        rollen = ", ".join(beteiligte.rollen)
        for programm in beteiligte.programme:
            share = formats.percent(shares[programm.id], 1) if programm.id in shares else ""
            mark = f" ({NICHT_IN_KRAFT})" if programm.id in added else ""
            rows.append((beteiligte.name, rollen, programm.name + mark, share))
        for gap in [] if beteiligte.programme else beteiligte.luecken or ["kein Programm, das zählt"]:
            rows.append((beteiligte.name, rollen, gap, ""))
    ausgabe.print_table(("Partei", "als", "Programm", "Anteil der Wortwahl"), rows)
    for programm_id, grund in added.items():
        ausgabe.say(f"Trotzdem benutzt: {programm_id} ({vermerk(grund)})")
    for partei, groups in listed(auswahl).items():
        for grund, programme in groups:
            names = ", ".join(programm.name for programm in programme[:3])
            more = f" und {len(programme) - 3} weitere" if len(programme) > 3 else ""
            ausgabe.say(f"{partei}, zählt nicht: {names}{more} ({grund})")
    for hinweis in auswahl.hinweise:
        ausgabe.say(hinweis)


def _print_found(context: Context, auswahl: "Auswahl", found: "Quotes") -> None:
    from core.search.trotzdem import vermerk

    for beteiligte in auswahl.parteien:
        ausgabe.say(f"\n{beteiligte.name}")
        if not found[beteiligte.partei]:
            ausgabe.say("keine Quellen im Index")
        for fundstelle in found[beteiligte.partei]:
            chunk = fundstelle.chunk
            pages = " und ".join(map(str, chunk.seiten))
            answers = ", ".join(nummer or "der Antrag" for nummer in fundstelle.forderungen)
            name = context.registry.programme[chunk.programm_id].name
            mark = f" · {vermerk(fundstelle.trotzdem)}" if fundstelle.trotzdem else ""
            near = formats.number(fundstelle.similarity, 2)
            head = f"{near}  {name}, Seite {pages} der Datei · zu {answers}{mark}"
            ausgabe.print_passage(head, " › ".join(chunk.abschnitt), chunk.text)

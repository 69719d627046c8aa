"""`search`: asking the programmes."""

import argparse
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypedDict

from core import terminal
from core.commands.options import add_command, print_json
from core.commands.where import add_documents, add_where, anfrage_of, check_counts
from core.context import Context, default_context
from core.german import formats
from core.models import Fundstelle

if TYPE_CHECKING:
    from core.commands.options import Subcommands
    from core.search.passage_search import AbschnittHit, HitList
    from core.search.programm_search import DocumentHit
    from core.search.suchanfrage import Suchanfrage

WERTUNGEN = ("maximum", "mittel", "position", "anzahl")


def add(commands: "Subcommands") -> None:
    search = add_command(commands, "search", run_search, "Die Programme befragen")
    search.add_argument("frage", metavar="FRAGE", help="Stichwörter oder eine Frage mit Partei, Land, Zeit")
    add_where(search)
    search.add_argument("--thema", metavar="WORT", help="nur Programme mit diesem Thema (aus summarize)")
    search.add_argument("--top", metavar="N", type=int, default=5, help="so viele Treffer höchstens (5)")
    search.add_argument("--offset", metavar="N", type=int, default=0, help="so viele Treffer überspringen")
    search.add_argument("--min", metavar="X", type=float, help="Ähnlichkeit mindestens, 0 bis 1 (0.25)")
    how = search.add_mutually_exclusive_group()
    how.add_argument("--abschnitte", nargs="?", const="maximum", choices=WERTUNGEN, help="ganze Abschnitte")
    add_documents(search, how, "nach Programmen geordnet")


def run_search(arguments: argparse.Namespace) -> int:
    from core.search.passage_search import check_range

    check_counts(arguments)
    check_range(arguments.top, arguments.offset)
    context = default_context()
    anfrage = anfrage_of(context, arguments)
    started = time.perf_counter()
    found = _found(context, anfrage, arguments)
    seconds = time.perf_counter() - started
    if arguments.json:
        from core.commands.found import result

        print_json({**result(context, anfrage, found, seconds), **_lacking(context, anfrage)})
    else:
        _print_anfrage(context, anfrage)
        _print(context, found, seconds, _lacking(context, anfrage))
    return 0


def _found(context: Context, anfrage: "Suchanfrage", arguments: argparse.Namespace) -> "HitList[Any]":
    from core.search.kurzfassung import with_thema
    from core.search.passage_search import (
        MIN_SIMILARITY,
        PASSAGEN,
        AbschnittWertung,
        cut,
        list_in_turn,
        list_passages,
        search_abschnitte,
    )
    from core.search.programm_search import Way, search_documents
    from core.search.suchraum import suchraum_of, with_only

    space, frage = suchraum_of(context, anfrage), anfrage.text
    if arguments.thema:
        space = with_only(space, with_thema(context, arguments.thema))
    least = MIN_SIMILARITY if arguments.min is None else arguments.min
    if arguments.abschnitte:
        wertung = AbschnittWertung(arguments.abschnitte)
        return cut(search_abschnitte(space, frage, PASSAGEN, wertung, least), arguments.top, arguments.offset)
    if arguments.dokumente:
        way, every = Way(arguments.dokumente), len(space.programme)
        dokumente = search_documents(space, frage, every, arguments.passagen, way, least)
        return cut(dokumente, arguments.top, arguments.offset)
    search = list_in_turn if anfrage.vergleicht else list_passages
    return search(space, frage, arguments.top, arguments.offset, least)


class Lacking(TypedDict):
    """What a search did not bring, by the names under which scripts read it."""

    wohl_nichts_passendes: bool
    ohne_stelle: list[str]


def _lacking(context: Context, anfrage: "Suchanfrage") -> Lacking:
    """Whether most likely nothing fits at all, and which of the parties named most likely say nothing."""
    from core.search.passage_search import indexed_of, is_off_subject, silent_parteien
    from core.search.suchraum import suchraum_of

    space = suchraum_of(context, anfrage)
    silent, searched = silent_parteien(space, anfrage.text), indexed_of(space)
    return {
        "wohl_nichts_passendes": is_off_subject(space, anfrage.text),
        "ohne_stelle": [p for p in anfrage.parteien if p in silent or p not in searched],
    }


def _print(context: Context, found: "HitList[Any]", seconds: float, lacking: Lacking) -> None:
    if not found.treffer:
        more = (
            f"So weit reichen die {found.gesamt} Treffer nicht. Senken Sie --offset." if found.gesamt else ""
        )
        terminal.say(more or "Nichts gefunden. Fragen Sie mit anderen Worten oder senken Sie --min.")
        return
    if lacking["wohl_nichts_passendes"] and not found.offset:
        terminal.say("Wohl nichts Passendes: Keine Stelle kommt der Frage nahe. Am nächsten kommt:\n")
    elif missing := [context.registry.parteien[partei].name for partei in lacking["ohne_stelle"]]:
        terminal.say(f"Keine passende Stelle gefunden: {', '.join(missing)}\n")
    _show(context, found.treffer)
    first, last = found.offset + 1, found.offset + len(found.treffer)
    further = f" Weiter mit --offset {last}." if found.mehr else ""
    terminal.say(
        f"Treffer {first} bis {last} von {found.gesamt} in {formats.number(seconds, 2)} Sekunden.{further}"
    )


def _show(context: Context, found: Sequence[Any]) -> None:
    from core.search.passage_search import AbschnittHit
    from core.search.programm_search import DocumentHit

    show: Any = {AbschnittHit: _print_abschnitte, DocumentHit: _print_documents}
    show.get(type(found[0]), _print_fundstellen)(found, context)


def _print_anfrage(context: Context, anfrage: "Suchanfrage") -> None:
    from core.search.question_grammar import stance_words
    from core.search.suchanfrage import verstanden

    parts = verstanden(anfrage, context.registry)
    if len(parts) > 1:
        terminal.say(" · ".join(f"{label}: {value}" for label, value in parts) + "\n")
    if words := stance_words(anfrage.eingabe):
        told = ", ".join(f"„{word}“" for word in words)
        terminal.say(f"{told}: Die Suche findet das Thema, nicht die Seite, auf der jemand steht.\n")


def _print_fundstellen(found: Sequence[Fundstelle], context: Context) -> None:
    for fundstelle in found:
        chunk = fundstelle.chunk
        head = (
            f"{formats.number(fundstelle.similarity, 2)}  {_place(context, chunk.programm_id, chunk.seiten)}"
        )
        terminal.print_passage(head, " › ".join(chunk.abschnitt), chunk.text)
        for other in fundstelle.weitere:
            terminal.say(f"Ebenso: {_place(context, other.programm_id, other.seiten)}\n")


def _print_abschnitte(found: Sequence["AbschnittHit"], context: Context) -> None:
    for treffer in found:
        matching = {fundstelle.chunk.id for fundstelle in treffer.treffer}
        count = f"{len(matching)} von {len(treffer.chunks)} Passagen passen"
        place = _place(context, treffer.programm_id, treffer.seiten)
        head = f"{formats.number(treffer.similarity, 2)}  {place} · {count}"
        marked = [f"{'▌ ' if chunk.id in matching else '  '}{chunk.text}" for chunk in treffer.chunks]
        terminal.print_passage(head, " › ".join(treffer.abschnitt), "\n".join(marked))


def _print_documents(found: Sequence["DocumentHit"], context: Context) -> None:
    from core.search.kurzfassung import themen_of

    every = themen_of(context)
    for treffer in found:
        name = context.registry.programme[treffer.programm_id].name
        summary = treffer.zusammenfassung
        text = summary.text.replace("\n", " ") if summary else ""
        by_model = f" (zusammengefasst von {summary.modell})" if summary and summary.modell else ""
        path = f"{summary.kapitel}{by_model}" if summary else ""
        themen = terminal.printable(", ".join(every.get(treffer.programm_id, ())))
        lines = [text, f"Themen: {themen}" if themen else ""]
        terminal.print_passage(
            f"{formats.number(treffer.similarity, 2)}  {name}", path, "\n".join(filter(None, lines))
        )
        _print_fundstellen(treffer.fundstellen, context)


def _place(context: Context, programm_id: str, seiten: Sequence[int]) -> str:
    name = context.registry.programme[programm_id].name
    return f"{name}, Seite {' und '.join(map(str, seiten))} der Datei"

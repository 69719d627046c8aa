"""`search`: asking the programmes."""

import argparse
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from core import ausgabe
from core.commands.options import add_command, print_json
from core.commands.where import add_dokumente, add_where, anfrage_of, check_counts
from core.context import Context, default_context
from core.german import formats
from core.models import Fundstelle

if TYPE_CHECKING:
    from core.commands.options import Subcommands
    from core.question.suchanfrage import Suchanfrage
    from core.search.abschnitt_search import Abschnittstreffer
    from core.search.passage_search import Trefferliste
    from core.search.programm_search import Dokumenttreffer

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
    add_dokumente(search, how, "nach Programmen geordnet")


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


def _found(context: Context, anfrage: "Suchanfrage", arguments: argparse.Namespace) -> "Trefferliste[Any]":
    from core.search.abschnitt_search import PASSAGEN, Wertung, search_abschnitte
    from core.search.party_lists import list_in_turn
    from core.search.passage_search import MIN_SIMILARITY, cut, list_passagen
    from core.search.programm_search import Weg, search_dokumente
    from core.search.programmthemen import with_thema
    from core.search.suchraum import suchraum_of, with_only

    raum, frage = suchraum_of(context, anfrage), anfrage.text
    if arguments.thema:
        raum = with_only(raum, with_thema(context, arguments.thema))
    least = MIN_SIMILARITY if arguments.min is None else arguments.min
    if arguments.abschnitte:
        wertung = Wertung(arguments.abschnitte)
        return cut(search_abschnitte(raum, frage, PASSAGEN, wertung, least), arguments.top, arguments.offset)
    if arguments.dokumente:
        weg, every = Weg(arguments.dokumente), len(raum.programme)
        dokumente = search_dokumente(raum, frage, every, arguments.passagen, weg, least)
        return cut(dokumente, arguments.top, arguments.offset)
    search = list_in_turn if anfrage.vergleicht else list_passagen
    return search(raum, frage, arguments.top, arguments.offset, least)


def _lacking(context: Context, anfrage: "Suchanfrage") -> dict[str, Any]:
    """Whether most likely nothing fits at all, and which of the parties named most likely say nothing."""
    from core.search.on_subject import is_off_subject, silent_parteien
    from core.search.party_lists import indexed_of
    from core.search.suchraum import suchraum_of

    raum = suchraum_of(context, anfrage)
    silent, searched = silent_parteien(raum, anfrage.text), indexed_of(raum)
    return {
        "wohl_nichts_passendes": is_off_subject(raum, anfrage.text),
        "ohne_stelle": [p for p in anfrage.parteien if p in silent or p not in searched],
    }


def _print(context: Context, found: "Trefferliste[Any]", seconds: float, lacking: dict[str, Any]) -> None:
    if not found.treffer:
        more = (
            f"So weit reichen die {found.gesamt} Treffer nicht. Senken Sie --offset." if found.gesamt else ""
        )
        ausgabe.say(more or "Nichts gefunden. Fragen Sie mit anderen Worten oder senken Sie --min.")
        return
    if lacking["wohl_nichts_passendes"] and not found.offset:
        ausgabe.say("Wohl nichts Passendes: Keine Stelle kommt der Frage nahe. Am nächsten kommt:\n")
    elif missing := [context.registry.parteien[partei].name for partei in lacking["ohne_stelle"]]:
        ausgabe.say(f"Keine passende Stelle gefunden: {', '.join(missing)}\n")
    _show(context, found.treffer)
    first, last = found.offset + 1, found.offset + len(found.treffer)
    further = f" Weiter mit --offset {last}." if found.mehr else ""
    ausgabe.say(
        f"Treffer {first} bis {last} von {found.gesamt} in {formats.number(seconds, 2)} Sekunden.{further}"
    )


def _show(context: Context, found: Sequence[Any]) -> None:
    from core.search.abschnitt_search import Abschnittstreffer
    from core.search.programm_search import Dokumenttreffer

    show: Any = {Abschnittstreffer: _print_abschnitte, Dokumenttreffer: _print_dokumente}
    show.get(type(found[0]), _print_fundstellen)(found, context)


def _print_anfrage(context: Context, anfrage: "Suchanfrage") -> None:
    from core.question.stance import stance_words
    from core.question.suchanfrage import verstanden

    parts = verstanden(anfrage, context.registry)
    if len(parts) > 1:
        ausgabe.say(" · ".join(f"{label}: {value}" for label, value in parts) + "\n")
    if words := stance_words(anfrage.eingabe):
        told = ", ".join(f"„{word}“" for word in words)
        ausgabe.say(f"{told}: Die Suche findet das Thema, nicht die Seite, auf der jemand steht.\n")


def _print_fundstellen(found: Sequence[Fundstelle], context: Context) -> None:
    for fundstelle in found:
        chunk = fundstelle.chunk
        head = (
            f"{formats.number(fundstelle.similarity, 2)}  {_place(context, chunk.programm_id, chunk.seiten)}"
        )
        ausgabe.print_passage(head, " › ".join(chunk.abschnitt), chunk.text)
        for other in fundstelle.weitere:
            ausgabe.say(f"Ebenso: {_place(context, other.programm_id, other.seiten)}\n")


def _print_abschnitte(found: Sequence["Abschnittstreffer"], context: Context) -> None:
    for treffer in found:
        matching = {fundstelle.chunk.id for fundstelle in treffer.treffer}
        count = f"{len(matching)} von {len(treffer.chunks)} Passagen passen"
        place = _place(context, treffer.programm_id, treffer.seiten)
        head = f"{formats.number(treffer.similarity, 2)}  {place} · {count}"
        marked = [f"{'▌ ' if chunk.id in matching else '  '}{chunk.text}" for chunk in treffer.chunks]
        ausgabe.print_passage(head, " › ".join(treffer.abschnitt), "\n".join(marked))


def _print_dokumente(found: Sequence["Dokumenttreffer"], context: Context) -> None:
    from core.search.programmthemen import themen_of

    every = themen_of(context)
    for treffer in found:
        name = context.registry.programme[treffer.programm_id].name
        summary = treffer.zusammenfassung
        text = summary.text.replace("\n", " ") if summary else ""
        by_model = f" (zusammengefasst von {summary.modell})" if summary and summary.modell else ""
        path = f"{summary.kapitel}{by_model}" if summary else ""
        themen = ausgabe.printable(", ".join(every.get(treffer.programm_id, ())))
        lines = [text, f"Themen: {themen}" if themen else ""]
        ausgabe.print_passage(
            f"{formats.number(treffer.similarity, 2)}  {name}", path, "\n".join(filter(None, lines))
        )
        _print_fundstellen(treffer.fundstellen, context)


def _place(context: Context, programm_id: str, seiten: Sequence[int]) -> str:
    name = context.registry.programme[programm_id].name
    return f"{name}, Seite {' und '.join(map(str, seiten))} der Datei"

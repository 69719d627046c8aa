"""`search`: asking the programmes; and what it shares with `ask`: where is searched."""

import argparse
import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Any, TypedDict

from core.base import clock, formats
from core.base.errors import EingabeError
from core.cli import output
from core.cli.output import emit
from core.programme.context import Context, default_context
from core.search.kurzfassung import Themen
from core.search.passage_search import MIN_SIMILARITY, AbschnittHit, AbschnittWertung, HitList
from core.search.programm_search import DocumentHit, Way
from core.search.question_search import Hit, QuestionSearch
from core.search.shown_passage import ShownPassage
from core.search.suchanfrage import Suchanfrage, understand
from core.wortlaut.records import PROGRAMM_TYPEN, Chunk, Fundstelle, Typ

# --- where is searched, and by which way Programme are chosen -----------------------------------------------


def add_where(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--bundesland", metavar="LAND", help="nur dieses Land und was überall gilt")
    parser.add_argument(
        "--partei", metavar="PARTEI", action="append", help="nur diese Partei (mehrfach möglich)"
    )
    parser.add_argument("--ohne", metavar="PARTEI", action="append", help="nicht diese (mehrfach möglich)")
    parser.add_argument(
        "--typ", choices=[str(typ) for typ in PROGRAMM_TYPEN], help="nur diese Art von Programm"
    )
    parser.add_argument("--programm", metavar="ID", help="nur dieses eine Programm (Kennung aus status)")
    parser.add_argument("--stand", metavar="TAG", help="nur was an diesem Tag galt, JJJJ-MM-TT (heute)")
    parser.add_argument(
        "--auch-fruehere", action="store_true", help="auch Programme, die nicht mehr oder noch nicht gelten"
    )
    parser.add_argument("--wortgetreu", action="store_true", help="die Frage nicht deuten, ganz suchen")


def add_documents(parser: argparse.ArgumentParser, group: argparse._ActionsContainer, what: str) -> None:
    """`group` holds what excludes it."""
    group.add_argument("--dokumente", nargs="?", const="passagen", choices=[*map(str, Way)], help=what)
    parser.add_argument(
        "--passagen", metavar="M", type=int, default=3, help="mit --dokumente: Passagen je Programm (3)"
    )


def check_counts(arguments: argparse.Namespace) -> None:
    if arguments.top is not None and arguments.top < 1:
        raise EingabeError(f"--top {arguments.top}: Gebraucht wird mindestens ein Treffer.")
    if arguments.passagen < 1:
        raise EingabeError(f"--passagen {arguments.passagen}: Gebraucht wird mindestens eine Passage.")


def anfrage_of(context: Context, arguments: argparse.Namespace, what: str = "Die Suche") -> Suchanfrage:
    """What the question says, unless an option says otherwise; of a day where nothing names a time."""
    anfrage = _without_day(context, arguments, what)
    if arguments.stand:
        try:
            day = date.fromisoformat(arguments.stand)
        except ValueError as error:
            told = f"--stand {arguments.stand[:40]!r} ist kein Tag. Erwartet wird ein Tag wie 2022-03-01."
            raise EingabeError(told) from error
        return replace(anfrage, stichtag=day, jahr=None, zeitraum=None)
    return anfrage if arguments.auch_fruehere else anfrage.only_in_force(clock.today())


def _without_day(context: Context, arguments: argparse.Namespace, what: str) -> Suchanfrage:
    literal = Suchanfrage.literal(arguments.frage, what)
    try:
        anfrage = (
            literal
            if arguments.wortgetreu
            else understand(context.registry, literal.text, what=what, programm=arguments.programm)
        )
    except EingabeError as error:
        raise EingabeError(f"{error} (Mit --wortgetreu wird die Frage nicht gedeutet.)") from error
    if arguments.programm:
        return anfrage if anfrage.programm else anfrage.within(context.registry, arguments.programm)
    typ = Typ(arguments.typ) if arguments.typ else None
    return anfrage.corrected(
        context.registry, arguments.partei or (), arguments.bundesland, typ, arguments.ohne or ()
    )


# --- asked, and shown to people -----------------------------------------------------------------------------


def add_search(search: argparse.ArgumentParser) -> None:
    search.add_argument("frage", metavar="FRAGE", help="Stichwörter oder eine Frage mit Partei, Land, Zeit")
    add_where(search)
    search.add_argument("--thema", metavar="WORT", help="nur Programme mit diesem Thema (aus summarize)")
    search.add_argument("--top", metavar="N", type=int, default=5, help="so viele Treffer höchstens (5)")
    search.add_argument("--offset", metavar="N", type=int, default=0, help="so viele Treffer überspringen")
    search.add_argument("--min", metavar="X", type=float, help="Ähnlichkeit mindestens, 0 bis 1 (0.25)")
    how = search.add_mutually_exclusive_group()
    scores = [*map(str, AbschnittWertung)]
    how.add_argument("--abschnitte", nargs="?", const="maximum", choices=scores, help="ganze Abschnitte")
    add_documents(search, how, "nach Programmen geordnet")


def run_search(arguments: argparse.Namespace) -> int:
    check_counts(arguments)
    HitList.check_range(arguments.top, arguments.offset)
    context = default_context()
    anfrage = anfrage_of(context, arguments)
    started = time.perf_counter()
    search = QuestionSearch.of(context, anfrage)
    found = _searched(search, arguments)
    seconds = time.perf_counter() - started
    lacking = _lacking(search)

    def show() -> None:
        _print_understood(context, anfrage)
        _print_hits(context, found, seconds, lacking)

    # Where people read, no page is looked up for an address.
    told = {**result(context, anfrage, found, seconds), **lacking} if arguments.json else {}
    emit(arguments.json, told, show)
    return 0


def _print_understood(context: Context, anfrage: Suchanfrage) -> None:
    parts = anfrage.verstanden(context.registry)
    if len(parts) > 1:
        output.say(" · ".join(f"{label}: {value}" for label, value in parts) + "\n")
    if words := anfrage.stance_words:
        told = ", ".join(f"„{word}“" for word in words)
        output.say(f"{told}: Die Suche findet das Thema, nicht die Seite, auf der jemand steht.\n")


def _searched(search: QuestionSearch, arguments: argparse.Namespace) -> HitList[Hit]:
    if arguments.thema:
        search = search.with_thema(arguments.thema)
    least = MIN_SIMILARITY if arguments.min is None else arguments.min
    part = arguments.top, arguments.offset, least
    if arguments.abschnitte:
        return search.abschnitte(AbschnittWertung(arguments.abschnitte), *part)
    if arguments.dokumente:
        return search.documents(Way(arguments.dokumente), *part, passagen=arguments.passagen)
    return search.answers(*part)


class Lacking(TypedDict):
    """What a search did not bring, by the names under which scripts read it."""

    wohl_nichts_passendes: bool
    ohne_stelle: list[str]
    nicht_gezeigt: str
    nicht_durchsucht: str


def _lacking(search: QuestionSearch) -> Lacking:
    return {
        "wohl_nichts_passendes": search.is_off_subject,
        "ohne_stelle": search.without_passage,
        "nicht_gezeigt": search.not_shown,
        "nicht_durchsucht": search.not_searched,
    }


def _print_hits(context: Context, found: HitList[Hit], seconds: float, lacking: Lacking) -> None:
    for told in filter(None, (lacking["nicht_gezeigt"], lacking["nicht_durchsucht"])):
        output.say(f"{told}\n")
    if not found.treffer:
        more = (
            f"So weit reichen die {found.gesamt} Treffer nicht. Senken Sie --offset." if found.gesamt else ""
        )
        output.say(more or "Nichts gefunden. Fragen Sie mit anderen Worten oder senken Sie --min.")
        return
    if lacking["wohl_nichts_passendes"] and not found.offset:
        output.say("Wohl nichts Passendes: Keine Stelle kommt der Frage nahe. Am nächsten kommt:\n")
    elif missing := [context.registry.parteien[partei].name for partei in lacking["ohne_stelle"]]:
        output.say(f"Keine passende Stelle gefunden: {', '.join(missing)}\n")
    show: Any = {AbschnittHit: _print_abschnitte, DocumentHit: _print_documents}
    show.get(type(found.treffer[0]), _print_fundstellen)(found.treffer, context)
    first, last = found.offset + 1, found.offset + len(found.treffer)
    further = f" Weiter mit --offset {last}." if found.mehr else ""
    output.say(
        f"Treffer {first} bis {last} von {found.gesamt} in {formats.number(seconds, 2)} Sekunden.{further}"
    )


def _print_fundstellen(found: Sequence[Fundstelle], context: Context) -> None:
    for fundstelle in found:
        chunk = fundstelle.chunk
        place = place_in_file(context, chunk.programm_id, chunk.seiten)
        head = f"{formats.number(fundstelle.similarity, 2)}  {place}"
        output.print_passage(head, " › ".join(chunk.abschnitt), chunk.text)
        for other in fundstelle.weitere:
            output.say(f"Ebenso: {place_in_file(context, other.programm_id, other.seiten)}\n")


def _print_abschnitte(found: Sequence[AbschnittHit], context: Context) -> None:
    for treffer in found:
        matching = {fundstelle.chunk.id for fundstelle in treffer.treffer}
        count = f"{len(matching)} von {len(treffer.chunks)} Passagen passen"
        place = place_in_file(context, treffer.programm_id, treffer.seiten)
        head = f"{formats.number(treffer.similarity, 2)}  {place} · {count}"
        marked = [f"{'▌ ' if chunk.id in matching else '  '}{chunk.text}" for chunk in treffer.chunks]
        output.print_passage(head, " › ".join(treffer.abschnitt), "\n".join(marked))


def _print_documents(found: Sequence[DocumentHit], context: Context) -> None:
    themen_of = Themen.of(context).by_programm
    for treffer in found:
        name = context.registry.programme[treffer.programm_id].name
        summary = treffer.zusammenfassung
        text = summary.text.replace("\n", " ") if summary else ""
        by_model = f" (zusammengefasst von {summary.modell})" if summary and summary.modell else ""
        path = f"{summary.kapitel}{by_model}" if summary else ""
        themen = output.printable(", ".join(themen_of.get(treffer.programm_id, ())))
        lines = [text, f"Themen: {themen}" if themen else ""]
        output.print_passage(
            f"{formats.number(treffer.similarity, 2)}  {name}", path, "\n".join(filter(None, lines))
        )
        _print_fundstellen(treffer.fundstellen, context)


def place_in_file(context: Context, programm_id: str, seiten: Sequence[int]) -> str:
    name = context.registry.programme[programm_id].name
    return f"{name}, Seite {' und '.join(map(str, seiten))} der Datei"


# --- for scripts: every entry tells by itself whose words these are -----------------------------------------


def result(context: Context, anfrage: Suchanfrage, found: HitList[Hit], seconds: float) -> dict[str, object]:
    """{"frage", "verstanden", "gesamt", "offset", "sekunden", "treffer"}."""
    zeitraum = anfrage.zeitraum
    return {
        "frage": anfrage.eingabe,
        "verstanden": {
            "gesucht": anfrage.text,
            **{name: getattr(anfrage, name) for name in ("parteien", "ohne", "bundesland", "typ", "jahr")},
            "von": zeitraum.von if zeitraum else None,
            "bis": zeitraum.bis if zeitraum else None,
            "programm_id": anfrage.programm,
            "stichtag": anfrage.stichtag,
            "nur_suchwort": anfrage.woertlich,
        },
        "gesamt": found.gesamt,
        "offset": found.offset,
        "sekunden": round(seconds, 3),
        "treffer": [_entry(context, treffer) for treffer in found.treffer],
    }


def _entry(context: Context, treffer: Hit) -> dict[str, object]:
    if isinstance(treffer, Fundstelle):
        return _passage(context, treffer)
    programm = _programm(context, treffer.programm_id)
    if isinstance(treffer, AbschnittHit):
        return {
            **programm,
            "similarity": treffer.similarity,
            "abschnitt": treffer.abschnitt,
            "seiten": treffer.seiten,
            "text": "\n".join(chunk.text for chunk in treffer.chunks),
            "passagen": len(treffer.chunks),
            "treffer": [_passage(context, one) for one in treffer.treffer],
        }
    summary = treffer.zusammenfassung
    return {
        **programm,
        "similarity": treffer.similarity,
        "themen": Themen.of(context).by_programm.get(treffer.programm_id, ()),
        "zusammenfassung": {"kapitel": summary.kapitel, "text": summary.text, "modell": summary.modell}
        if summary
        else None,
        "treffer": [_passage(context, one) for one in treffer.fundstellen],
    }


def _passage(context: Context, fundstelle: Fundstelle) -> dict[str, object]:
    return {
        **_programm(context, fundstelle.chunk.programm_id),
        **_place(context, fundstelle.chunk),
        "similarity": fundstelle.similarity,
        "text": fundstelle.chunk.text,
        "weitere": [
            {"programm_id": chunk.programm_id, **_place(context, chunk), "text": chunk.text}
            for chunk in fundstelle.weitere
        ],
    }


def _programm(context: Context, programm_id: str) -> dict[str, object]:
    programm = context.registry.programme[programm_id]
    told = {name: programm[name] for name in ("name", "partei", "bundesland", "typ", "jahr")}
    return {"programm_id": programm.id, **told}


def _place(context: Context, chunk: Chunk) -> dict[str, object]:
    told = {name: chunk[name] for name in ("id", "seite", "seiten", "abschnitt", "start", "end")}
    shown = ShownPassage(context, chunk)
    return {**told, "quelle": shown.quelle, "url": shown.url}

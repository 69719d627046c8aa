"""`quellen`: documents beside the programmes, kept, listed, searched, renewed and removed."""

import argparse
from collections.abc import Sequence
from datetime import date, datetime
from pathlib import Path

from core.base import formats
from core.base.errors import EingabeError
from core.cli import output
from core.cli.index import indexed, print_results, tell_failed
from core.cli.output import add_command, emit
from core.features.documents.keep import ART, Given, find, is_address, keep, owner_of, renew
from core.features.documents.search import DocumentPassage, search
from core.programme.context import Context, default_context
from core.programme.indexing import remove_programm
from core.programme.registering import DocumentDetails
from core.programme.stock import DocumentHolding, kept_documents
from core.search.passage_search import HitList
from core.wortlaut.reading.mupdf import MAX_MB
from core.wortlaut.records import Art, Quelldokument

ID = "Kennung einer Quelle, wie „list“ sie nennt"


def add_quellen(quellen: argparse.ArgumentParser) -> None:
    what = quellen.add_subparsers(title="Was", required=True, metavar="WAS")

    add = add_command(what, "add", "Ein Dokument aufnehmen und einlesen")
    add.set_defaults(run=run_add)
    add.add_argument("was", metavar="DATEI|ADRESSE", help="ein PDF, oder wo eines im Internet liegt")
    add.add_argument("--name", required=True, help="wie es zitiert wird, z. B. „Koalitionsvertrag NRW 2022“")
    add.add_argument("--art", required=True, choices=list(Art), metavar="ART", help=", ".join(Art))
    add.add_argument("--parteien", metavar="P,P", default="", help="wem es gehört: SPD,CDU")
    add.add_argument("--urheber", metavar="NAME", default="", help="wer es verfasste, wenn keine Partei")
    add.add_argument("--datum", metavar="TT.MM.JJJJ", type=_day, help="von wann es ist")
    add.add_argument("--bundesland", metavar="LAND", help="wo es gilt, z. B. NRW (ohne: überall)")
    add.add_argument("--url", metavar="ADRESSE", default="", help="wo es zu finden ist (bei einer Datei)")
    add.add_argument("--hinweis", metavar="TEXT", default="", help="was man dazu wissen soll")

    again = add_command(what, "renew", "Eine andere Fassung an die Stelle der bisherigen setzen")
    again.set_defaults(run=run_renew)
    again.add_argument("id", metavar="ID", help=ID)
    again.add_argument("was", metavar="DATEI|ADRESSE", nargs="?", help="ohne: von der bekannten Adresse")

    listed = add_command(what, "list", "Die Quellen und ihr Zustand")
    listed.set_defaults(run=run_list)

    remove = add_command(what, "remove", "Eine Quelle aus Register und Index nehmen; ihr PDF bleibt")
    remove.set_defaults(run=run_remove)
    remove.add_argument("id", metavar="ID", help=ID)

    seek = add_command(what, "search", "In den Quellen suchen, nicht in Programmen")
    seek.set_defaults(run=run_search)
    seek.add_argument("frage", metavar="FRAGE")
    seek.add_argument("--bundesland", metavar="LAND", help="nur was dort oder überall gilt")
    seek.add_argument("--art", choices=list(Art), metavar="ART", help=", ".join(Art))
    seek.add_argument("--quelle", metavar="ID", help=f"nur in dieser: {ID}")
    seek.add_argument("--top", metavar="N", type=int, default=5, help="so viele Treffer (5)")
    seek.add_argument("--offset", metavar="N", type=int, default=0, help="so viele überspringen")


def run_add(arguments: argparse.Namespace) -> int:
    context = default_context()
    details = DocumentDetails(
        name=arguments.name,
        art=arguments.art,
        parteien=[one for part in arguments.parteien.split(",") if (one := part.strip())],
        urheber=arguments.urheber,
        datum=arguments.datum,
        bundesland=arguments.bundesland,
        url=arguments.url,
        hinweis=arguments.hinweis,
    )
    return _read_in(context, keep(context, details, _given(arguments.was)), arguments.json)


def run_renew(arguments: argparse.Namespace) -> int:
    context = default_context()
    found = find(context, arguments.id)
    if not (where := arguments.was or found.url):
        raise EingabeError(
            f"Von „{found.name}“ ist keine Adresse bekannt. Bitte eine Datei oder Adresse nennen."
        )
    if not renew(context, found.id, _given(where)) and not arguments.json:
        output.say("Es ist dieselbe Fassung wie bisher.")
    return _read_in(context, found, arguments.json)


def run_list(arguments: argparse.Namespace) -> int:
    context = default_context()
    found = kept_documents(context)
    emit(arguments.json, found, lambda: _print_kept(context, found))
    return 0


def _print_kept(context: Context, found: Sequence[DocumentHolding]) -> None:
    columns = (
        ("Quelle", lambda one: one.programm.id),
        ("Name", lambda one: one.programm.name),
        ("Art", lambda one: ART[one.programm.art]),
        ("von", lambda one: owner_of(context, one.programm)),
        ("Datum", lambda one: formats.day(one.programm.datum) if one.programm.datum else ""),
        ("Land", lambda one: one.programm.bundesland or "überall"),
        ("Zustand", lambda one: one.zustand),
        ("Seiten", lambda one: one.seiten),
        ("Passagen", lambda one: one.chunks),
        ("Druck", lambda one: one.druck),
    )
    output.print_table(columns, found)
    for one in found:
        for line in one.hinweise:
            output.say(f"{one.programm.id}: {line}")
    if not found:
        output.say("Noch keine. Aufnehmen: python -m core quellen add DATEI --name „…“ --art …")


def run_remove(arguments: argparse.Namespace) -> int:
    context = default_context()
    found = find(context, arguments.id)
    remove_programm(found.id, context)
    context.own_documents.remove(found.id)
    told = f"„{found.name}“ ist entfernt; das PDF bleibt als {found.pdf} liegen."
    emit(arguments.json, {"entfernt": found.id, "pdf": found.pdf}, lambda: output.say(told))
    return 0


def run_search(arguments: argparse.Namespace) -> int:
    context = default_context()
    wanted = {"land": arguments.bundesland, "art": arguments.art, "id": arguments.quelle}
    found = search(context, arguments.frage, arguments.top, arguments.offset, **wanted)
    emit(arguments.json, found, lambda: _print_hits(found))
    return 0


def _print_hits(found: HitList[DocumentPassage]) -> None:
    for one in found.treffer:
        head = f"{formats.number(one.similarity, 2)}  {one.quelle} · {ART[one.dokument.art]} · von {one.von}"
        output.print_passage(head, " › ".join(one.chunk.abschnitt), one.chunk.text)
    further = f" Weiter mit --offset {found.offset + len(found.treffer)}." if found.mehr else ""
    if not found.treffer and not found.offset:
        output.say("Dazu steht wohl nichts in den Quellen. Fragen Sie mit anderen Worten.")
        return
    output.say(
        f"{formats.counted(len(found.treffer), 'Treffer', 'Treffer')} von {found.gesamt} in Quellen, "
        f"die keine Programme sind.{further}"
    )


def _given(text: str) -> Given:
    if is_address(text):
        return text
    try:
        return output.read_bounded(Path(text), MAX_MB << 20)
    except OSError as error:
        raise EingabeError(f"Die Datei {text} lässt sich nicht lesen ({error.strerror or error}).") from error


def _read_in(context: Context, found: Quelldokument, as_json: bool) -> int:
    results = indexed(context, [found.id], None, as_json)
    emit(as_json, {"quelle": found, "eingelesen": results}, lambda: print_results(results))
    return tell_failed(results)


def _day(text: str) -> date:
    try:
        return datetime.strptime(text.strip(), "%d.%m.%Y").date()
    except ValueError:
        raise argparse.ArgumentTypeError(f"„{text}“ ist kein Tag wie 01.06.2022") from None

"""`search`: asking the programmes."""

import argparse
from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from core import ausgabe
from core.befehle.form import add_command, print_json
from core.context import Context, default_context
from core.errors import EingabeError
from core.models import Fundstelle, Typ

if TYPE_CHECKING:
    from core.retrieval.abschnitte import Abschnittstreffer
    from core.retrieval.dokumente import Dokumenttreffer
    from core.retrieval.suchanfrage import Suchanfrage

WERTUNGEN = ("maximum", "mittel", "position", "anzahl")
WEGE = ("passagen", "zusammenfassungen", "beides")


def add(commands: Any) -> None:
    search = add_command(commands, "search", run_search, "Die Programme befragen")
    search.add_argument("frage", metavar="FRAGE", help="Stichwörter oder eine Frage mit Partei, Land, Zeit")
    search.add_argument("--bundesland", metavar="LAND", help="nur dieses Land und was überall gilt")
    search.add_argument(
        "--partei", metavar="PARTEI", action="append", help="nur diese Partei (mehrfach möglich)"
    )
    search.add_argument("--typ", choices=[str(typ) for typ in Typ], help="nur diese Art von Programm")
    search.add_argument("--top", metavar="N", type=int, default=5, help="so viele Treffer höchstens (5)")
    search.add_argument("--min", metavar="X", type=float, help="Ähnlichkeit mindestens, 0 bis 1 (0.35)")
    search.add_argument("--wortgetreu", action="store_true", help="die Frage nicht deuten, ganz suchen")
    how = search.add_mutually_exclusive_group()
    how.add_argument("--abschnitte", nargs="?", const="maximum", choices=WERTUNGEN, help="ganze Abschnitte")
    how.add_argument(
        "--dokumente", nargs="?", const="passagen", choices=WEGE, help="nach Programmen geordnet"
    )


def run_search(arguments: argparse.Namespace) -> int:
    from core.retrieval.abschnitte import Wertung, search_abschnitte
    from core.retrieval.dokumente import Weg, search_dokumente
    from core.retrieval.search import MIN_SIMILARITY, search_passagen
    from core.retrieval.suchraum import suchraum_of

    if arguments.top < 1:
        raise EingabeError(f"--top {arguments.top}: Gebraucht wird mindestens ein Treffer.")
    context = default_context()
    anfrage = _anfrage(context, arguments)
    frage, least = anfrage.text, MIN_SIMILARITY if arguments.min is None else arguments.min
    raum = suchraum_of(context, anfrage)
    if not arguments.json:
        _print_anfrage(context, anfrage)
    if arguments.abschnitte:
        abschnitte = search_abschnitte(raum, frage, arguments.top, Wertung(arguments.abschnitte), least)
        _show(arguments, context, abschnitte, _print_abschnitte)
    elif arguments.dokumente:
        weg = Weg(arguments.dokumente)
        dokumente = search_dokumente(raum, frage, arguments.top, weg=weg, min_similarity=least)
        _show(arguments, context, dokumente, _print_dokumente)
    else:
        _show(arguments, context, search_passagen(raum, frage, arguments.top, least), _print_fundstellen)
    return 0


def _anfrage(context: Context, arguments: argparse.Namespace) -> "Suchanfrage":
    """What the question says, unless an option says otherwise."""
    from core.retrieval.eingabe import check_frage
    from core.retrieval.suchanfrage import Suchanfrage, corrected, understand

    frage = check_frage(arguments.frage)
    try:
        anfrage = Suchanfrage(frage, frage) if arguments.wortgetreu else understand(context.registry, frage)
    except EingabeError as error:
        raise EingabeError(f"{error} (Mit --wortgetreu wird die Frage nicht gedeutet.)") from error
    typ = Typ(arguments.typ) if arguments.typ else None
    return corrected(context.registry, anfrage, arguments.partei or (), arguments.bundesland, typ)


def _show(arguments: argparse.Namespace, context: Context, found: Sequence[Any], show: Any) -> None:
    if arguments.json:
        print_json([asdict(treffer) for treffer in found])
        return
    if not found:
        ausgabe.say("Nichts gefunden. Fragen Sie mit anderen Worten oder senken Sie --min.")
    show(found, context)


def _print_anfrage(context: Context, anfrage: "Suchanfrage") -> None:
    from core.retrieval.suchanfrage import verstanden

    parts = verstanden(anfrage, context.registry)
    if len(parts) > 1:
        ausgabe.say(" · ".join(f"{label}: {value}" for label, value in parts) + "\n")


def _print_fundstellen(found: Sequence[Fundstelle], context: Context) -> None:
    for fundstelle in found:
        chunk = fundstelle.chunk
        head = f"{fundstelle.similarity:.2f}  {_place(context, chunk.programm_id, chunk.seiten)}"
        ausgabe.print_passage(head, " › ".join(chunk.abschnitt), chunk.text)
        for other in fundstelle.weitere:
            ausgabe.say(f"Ebenso: {_place(context, other.programm_id, other.seiten)}\n")


def _print_abschnitte(found: Sequence["Abschnittstreffer"], context: Context) -> None:
    for treffer in found:
        matching = {fundstelle.chunk.id for fundstelle in treffer.treffer}
        count = f"{len(matching)} von {len(treffer.chunks)} Passagen passen"
        head = f"{treffer.similarity:.2f}  {_place(context, treffer.programm_id, treffer.seiten)} · {count}"
        marked = [f"{'▌ ' if chunk.id in matching else '  '}{chunk.text}" for chunk in treffer.chunks]
        ausgabe.print_passage(head, " › ".join(treffer.abschnitt), "\n".join(marked))


def _print_dokumente(found: Sequence["Dokumenttreffer"], context: Context) -> None:
    for treffer in found:
        name = context.registry.programme[treffer.programm_id].name
        summary = treffer.zusammenfassung
        text = summary.text.replace("\n", " ") if summary else ""
        by_model = f" (zusammengefasst von {summary.modell})" if summary and summary.modell else ""
        path = f"{summary.kapitel}{by_model}" if summary else ""
        ausgabe.print_passage(f"{treffer.similarity:.2f}  {name}", path, text)
        _print_fundstellen(treffer.fundstellen, context)


def _place(context: Context, programm_id: str, seiten: Sequence[int]) -> str:
    name = context.registry.programme[programm_id].name
    return f"{name}, Seite {' und '.join(map(str, seiten))} der Datei"

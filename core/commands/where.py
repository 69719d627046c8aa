"""Options that `search` and `ask` share: where is searched, and by which way Programme are chosen."""

import argparse
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from core import clock
from core.context import Context
from core.errors import EingabeError
from core.models import Typ

if TYPE_CHECKING:
    from core.search.suchanfrage import Suchanfrage

WAYS = ("passagen", "zusammenfassungen", "beides")


def add_where(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--bundesland", metavar="LAND", help="nur dieses Land und was überall gilt")
    parser.add_argument(
        "--partei", metavar="PARTEI", action="append", help="nur diese Partei (mehrfach möglich)"
    )
    parser.add_argument("--ohne", metavar="PARTEI", action="append", help="nicht diese (mehrfach möglich)")
    parser.add_argument("--typ", choices=[str(typ) for typ in Typ], help="nur diese Art von Programm")
    parser.add_argument("--programm", metavar="ID", help="nur dieses eine Programm (Kennung aus status)")
    parser.add_argument("--stand", metavar="TAG", help="nur was an diesem Tag galt, JJJJ-MM-TT (heute)")
    parser.add_argument(
        "--auch-fruehere", action="store_true", help="auch Programme, die nicht mehr oder noch nicht gelten"
    )
    parser.add_argument("--wortgetreu", action="store_true", help="die Frage nicht deuten, ganz suchen")


def add_documents(parser: argparse.ArgumentParser, group: argparse._ActionsContainer, what: str) -> None:
    """`group` holds what excludes it."""
    group.add_argument("--dokumente", nargs="?", const="passagen", choices=WAYS, help=what)
    parser.add_argument(
        "--passagen", metavar="M", type=int, default=3, help="mit --dokumente: Passagen je Programm (3)"
    )


def check_counts(arguments: argparse.Namespace) -> None:
    if arguments.top is not None and arguments.top < 1:
        raise EingabeError(f"--top {arguments.top}: Gebraucht wird mindestens ein Treffer.")
    if arguments.passagen < 1:
        raise EingabeError(f"--passagen {arguments.passagen}: Gebraucht wird mindestens eine Passage.")


def anfrage_of(context: Context, arguments: argparse.Namespace, what: str = "Die Suche") -> "Suchanfrage":
    """What the question says, unless an option says otherwise; of a day where nothing names a time."""
    from core.search.geltung import only_in_force

    anfrage = _without_day(context, arguments, what)
    if arguments.stand:
        return replace(anfrage, stichtag=_day(arguments.stand), jahr=None, zeitraum=None)
    return anfrage if arguments.auch_fruehere else only_in_force(anfrage, clock.today())


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        wanted = "Erwartet wird ein Tag wie 2022-03-01."
        raise EingabeError(f"--stand {text[:40]!r} ist kein Tag. {wanted}") from error


def _without_day(context: Context, arguments: argparse.Namespace, what: str) -> "Suchanfrage":
    from core.search.question_grammar import check_frage
    from core.search.suchanfrage import Suchanfrage, corrected, understand, within

    frage = check_frage(arguments.frage, what)
    try:
        anfrage = (
            Suchanfrage(frage, frage)
            if arguments.wortgetreu
            else understand(context.registry, frage, what=what, programm=arguments.programm)
        )
    except EingabeError as error:
        raise EingabeError(f"{error} (Mit --wortgetreu wird die Frage nicht gedeutet.)") from error
    if arguments.programm:
        return anfrage if anfrage.programm else within(context.registry, anfrage, arguments.programm)
    typ = Typ(arguments.typ) if arguments.typ else None
    return corrected(
        context.registry, anfrage, arguments.partei or (), arguments.bundesland, typ, arguments.ohne or ()
    )

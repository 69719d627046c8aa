"""`--limit`: one budget for all that a command asks, and what is told where it ended the work."""

import argparse

from core.base import formats
from core.llm.anfrage import Budget
from core.llm.litellm_access import refuse_priceless
from core.programme.context import Context


def add_limit(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--limit", metavar="USD", type=_usd, help="mehr wird nicht ausgegeben")


def _usd(text: str) -> float:
    """„1,5“ as „1.5“: with a comma Germans write what is no whole."""
    try:
        return formats.parsed(text) if text.count(",") == 1 and "." not in text else float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{text!r} ist keine Zahl. Gebraucht wird ein Betrag in USD wie 1,5 oder 0.25."
        ) from None


def budget_of(context: Context, arguments: argparse.Namespace, *modelle: str | None) -> Budget:
    """Refused before anything is asked, where the amount is none or one of the models has no price."""
    budget = Budget(arguments.limit)
    refuse_priceless(context, budget, filter(None, modelle))
    return budget


def stopped_by(budget: Budget, done: int, of: int, what: str) -> str:
    """„Die Grenze … ist erreicht: 3 von 10 Läufen …“, for stderr beside exit code 1."""
    limit = "der Ausgaben" if budget.limit is None else f"von {formats.cost(budget.limit)}"
    return (
        f"Die Grenze {limit} ist erreicht: {done} von {of} {what}. Mit einer höheren fragt derselbe Befehl "
        "nur noch, was fehlt."
    )

"""A person who pays: what is spent is counted, and past the limit no more is asked."""

from dataclasses import dataclass

from core.context import Context
from core.errors import SpendingLimitReached
from core.german import formats
from core.runs.store import runstore

REACHED = (
    "Ihre Grenze von {} für diesen Monat ist erreicht. Ab dem nächsten Monat geht es weiter; eine höhere "
    "setzt, wer die Rolle „verwalten“ hat."
)


@dataclass(frozen=True, slots=True)
class PersonPayer:
    """`key`: under which a person's costs are kept."""

    context: Context
    key: str

    def check(self) -> None:
        if told := reached(self.context, self.key):
            raise SpendingLimitReached(told)

    def pay(self, usd: float | None) -> None:
        runstore(self.context).note_spending(self.key, usd)


def reached(context: Context, key: str) -> str:
    """That nothing is left to spend; empty where something is, or where there is no limit."""
    budget = runstore(context).budget_of(key)
    spent_all = budget.rest is not None and budget.rest <= 0
    return REACHED.format(formats.cost(budget.grenze)) if spent_all else ""

"""Asking a model: every request is booked before it is sent, and made whole before its answer is used."""

import logging
import threading
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import partial

from sqlalchemy.exc import IntegrityError

from core.base import clock
from core.llm.anfrage import Anfrage, Antwort, Versuch
from core.llm.client import OnAttempt, ask
from core.programme.context import Context
from core.runs.buchungen import (
    BookedFor,
    book,
    book_ahead,
    claimed,
    find_ahead,
    patiently,
    request_name,
    unused,
)
from core.runs.sammel import take_over
from core.runs.store import Runstore, runstore
from core.wortlaut.errors import DashboardError

LOG = logging.getLogger(__name__)


def ask_booked(
    context: Context, anfrage: Anfrage, booked_for: BookedFor, on_attempt: OnAttempt | None = None
) -> Antwort:
    """Ask a model. A request is in the books before it is sent: nothing is asked where that cannot be, and
    where the process is killed meanwhile its row stays, with what it may have cost.

    What was answered to the same `frage` before, and never used, is taken in place of asking. What a batch
    brought is taken over with its bill: `on_attempt` hears of it as of a request of its own.
    """
    store = runstore(context)
    paid = unused(store, booked_for.frage) if booked_for.frage else ()
    collected = patiently(partial(take_over, store, booked_for)) if paid and booked_for.lauf_id else ()
    for versuch in collected:
        if on_attempt:
            on_attempt(versuch)
    with ExitStack() as stack:
        row = _Row(store, booked_for, context.settings.tagesgrenze, anfrage.abbruch)
        stack.callback(row.let_go)

        def note(versuch: Versuch) -> None:
            row.make_whole(versuch)
            if on_attempt:
                on_attempt(versuch)

        asked = replace(anfrage, paid=paid, collected=collected)
        return ask(context, asked, on_attempt=note, before_sending=row.write)


@dataclass
class _Row:
    """Of the one request that is under way. Its name is claimed that long: where it is free and the row not
    whole, the process is gone.
    """

    store: Runstore
    booked_for: BookedFor
    day_limit: float | None
    abbruch: threading.Event | None
    _id: int | None = None
    _claim: ExitStack = field(default_factory=ExitStack)

    def write(self, begun: Versuch, most: float | None) -> None:
        moment, was_tried = clock.now(), False

        def once() -> int:
            nonlocal was_tried
            known = find_ahead(self.store, self.booked_for, moment) if was_tried else None
            was_tried = True
            if known is not None:
                return known
            return book_ahead(self.store, self.booked_for, begun, most, moment, self.day_limit)

        self._id = patiently(once, self.abbruch)
        try:
            self._claim.enter_context(claimed(self.store, request_name(self._id), lambda: False))
        except DashboardError:  # told as „Ausgang unbekannt“ a while before it is whole: no more than that
            LOG.exception("Eine Anfrage, die unterwegs ist, ließ sich nicht als solche kennzeichnen.")

    def make_whole(self, versuch: Versuch) -> None:
        """Also where no more is wanted: it is paid for."""
        try:
            patiently(partial(book, self.store, self.booked_for, versuch, self._id))
        except (DashboardError, IntegrityError):  # the answer counts for more; who stores it books it again
            LOG.exception("Eine Anfrage ließ sich nicht verbuchen.")
        self.let_go()

    def let_go(self) -> None:
        self._id = None
        self._claim.close()

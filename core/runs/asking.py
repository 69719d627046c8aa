"""Asking a model: every request is booked before its answer is used."""

import logging
from dataclasses import replace
from functools import partial

from sqlalchemy.exc import IntegrityError

from core.context import Context
from core.errors import DashboardError
from core.llm.anfrage import Anfrage, Antwort, Versuch
from core.llm.client import OnAttempt, ask
from core.runs.buchungen import BookedFor, book, patiently, unused
from core.runs.store import runstore

LOG = logging.getLogger(__name__)


def ask_booked(
    context: Context, anfrage: Anfrage, booked_for: BookedFor, on_attempt: OnAttempt | None = None
) -> Antwort:
    """Ask a model, with each request in the books before anything else is done with its answer.

    What was answered to the same `frage` before, and never used, is taken in place of asking.
    """
    store = runstore(context)

    def note(versuch: Versuch) -> None:
        try:
            patiently(
                partial(book, store, booked_for, versuch)
            )  # also where no more is wanted: it is paid for
        except (DashboardError, IntegrityError):  # the answer counts for more; who stores it books it again
            LOG.exception("Eine Anfrage ließ sich nicht verbuchen.")
        if on_attempt:
            on_attempt(versuch)

    paid = unused(store, booked_for.frage) if booked_for.frage else ()
    return ask(context, replace(anfrage, paid=paid), on_attempt=note)

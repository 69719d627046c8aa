"""What another machine asks is paid here, for it does not know for whom: checked before, counted after."""

from concurrent.futures import Future
from typing import TypeVar

from core.context import Context
from core.errors import SpendingLimitReached
from core.llm.catalogue import find_modell
from core.roles import payer

Result = TypeVar("Result")


def refusal(context: Context, modell: str) -> str:
    """Why who pays may not have it asked any more; empty where he may, or where it costs nothing."""
    if payer.is_known() and not find_modell(context, modell).kostenlos:
        try:
            payer.check()
        except SpendingLimitReached as reason:
            return str(reason)
    return ""


def finished(result: Result) -> "Future[Result]":
    """What need not be computed, as if it had been."""
    job: Future[Result] = Future()
    job.set_result(result)
    return job

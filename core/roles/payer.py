"""Who pays for what a language model is asked: told once where somebody begins it, known wherever it goes on.

Nobody where nobody is signed in; then nothing is counted. Threads do not inherit it by themselves: whoever
hands work to one hands over `carried(work)`.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Protocol, TypeVar

Value = TypeVar("Value")


class Payer(Protocol):
    """Somebody with a limit."""

    def check(self) -> None:
        """Raise where nothing more may be asked."""

    def pay(self, usd: float | None) -> None:
        """So much was spent; None where the price is not known."""


_PAYER: ContextVar[Payer | None] = ContextVar("payer", default=None)


@contextmanager
def paid_by(payer: Payer | None) -> Iterator[None]:
    token = _PAYER.set(payer)
    try:
        yield
    finally:
        _PAYER.reset(token)


def carried(work: Callable[..., Value]) -> Callable[..., Value]:
    """For another thread: the same person pays there, too."""
    payer = _PAYER.get()
    if payer is None:
        return work

    def carry(*arguments: Any, **options: Any) -> Value:
        with paid_by(payer):
            return work(*arguments, **options)

    return carry


def is_known() -> bool:
    return _PAYER.get() is not None


def check() -> None:
    if payer := _PAYER.get():
        payer.check()


def pay(usd: float | None) -> None:
    if payer := _PAYER.get():
        payer.pay(usd)

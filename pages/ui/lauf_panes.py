"""What a feature shows of a Lauf in the place of the quotes and of their page."""

from collections.abc import Callable
from typing import NamedTuple, Protocol

from core.assessment.lauf_view import LaufView
from core.assessment.partei_view import ParteiView
from core.features import hooks


class OtherPanes(Protocol):
    def draw_words(self) -> None: ...

    def draw_page(self) -> None: ...


class LaufPanes(NamedTuple):
    """`parameters`: of the address, that ask for them; they end with every other choice."""

    parameters: tuple[str, ...]
    choose: Callable[[LaufView, ParteiView], OtherPanes | None]


def chosen_panes(view: LaufView, ansicht: ParteiView) -> OtherPanes | None:
    """Those that the address asks for, if it does."""
    return next((found for one in _offered() if (found := one.choose(view, ansicht))), None)


def ended() -> dict[str, None]:
    """What of the address asks for some."""
    return dict.fromkeys(parameter for one in _offered() for parameter in one.parameters)


def _offered() -> tuple[LaufPanes, ...]:
    return hooks("lauf_panes")

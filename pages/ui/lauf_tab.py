"""What a feature has for the foot of a Lauf."""

from collections.abc import Callable
from typing import NamedTuple

from core.assessment.lauf_view import LaufView


class LaufTab(NamedTuple):
    """One of those that lie behind „Mehr“. `key`: in the address."""

    key: str
    name: str
    draw: Callable[[LaufView], None]

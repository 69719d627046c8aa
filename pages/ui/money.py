"""What one press of a button may cost at most, where nobody is asked for a limit."""

from core.llm.anfrage import Budget

LIMIT = 5.0
"""US dollars, as is offered for a comparison: a check of the 120 quotes of a Lauf costs cents."""


def for_one_press() -> Budget:
    """A model without a price is asked all the same: the page says beside the button that it has none."""
    return Budget(LIMIT, needs_price=False)

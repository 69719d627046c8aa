"""What many requests share: a limit in US dollars, and which models there is no use in asking any more."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field

from core.errors import AnfrageAbgebrochen, LimitReached, ModellFehler
from core.german import formats

WAKES = 0.2
"""Seconds after which a request that waits for others' bills looks whether it is still wanted."""

CENT_PART = 1e-9
"""Of a dollar: sums of floats are off by less."""

PRICELESS = (
    "Für dieses Modell ist kein Preis bekannt, also lässt sich keine Grenze in US-Dollar einhalten. "
    "Starten Sie ohne Grenze, oder wählen Sie ein Modell mit bekanntem Preis."
)


@dataclass
class Budget:
    """Each request reserves what it may cost before it is sent, and settles it by its bill.

    `limit` in US dollars, None for none. `spent` is what was billed, `reserved` what those on their way may
    cost at most. `stopped`: models that refuse every request (key, credit, name), with the reason they gave.
    """

    limit: float | None = None
    spent: float = 0.0
    reserved: float = 0.0
    is_reached: bool = False
    stopped: dict[str, ModellFehler] = field(default_factory=dict)
    under_way: int = 0
    """Requests whose bill is not there yet; `reserved` does not tell: sums of floats need not end at 0."""

    _changed: threading.Condition = field(default_factory=threading.Condition, repr=False)

    def reserve(self, most: float | None, is_wanted: Callable[[], bool] = lambda: True) -> float:
        """`most`: what a request may cost. Waits while the bills of others may leave room; else raises."""
        if self.limit is None:
            return 0.0
        if most is None:
            raise LimitReached(PRICELESS)
        with self._changed:
            while self.spent + self.reserved + most > self.limit + CENT_PART:
                if not is_wanted():
                    raise AnfrageAbgebrochen("Die Anfrage wurde abgebrochen. Starten Sie sie bei Bedarf neu.")
                if not self.under_way:
                    self.is_reached = True
                    raise LimitReached(
                        f"Die Grenze von {formats.cost(self.limit)} lässt keine weitere Anfrage zu: "
                        f"{formats.cost(self.spent)} sind ausgegeben. Mit einer höheren geht es weiter, und "
                        "was bezahlt ist, wird übernommen."
                    )
                self._changed.wait(WAKES)
            self.reserved += most
            self.under_way += 1
        return most

    def settle(self, reserved: float, billed: float | None) -> None:
        """The bill in place of what was reserved; where nobody knows it, what was reserved stays spent."""
        if self.limit is None:
            return
        with self._changed:
            self.under_way -= 1
            self.reserved = self.reserved - reserved if self.under_way else 0.0
            self.spent += reserved if billed is None else billed
            self._changed.notify_all()

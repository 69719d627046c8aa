"""What a second model said of a bound quote: does it carry the Forderung it stands for?"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from core.support.verdict import Verdict

HIGH, LOW = 6, 4
"""Points from which, and up to which, a score says yes or no: so does the scale of the prompts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Traegt:
    """One verdict on the quote number `zitat` (from 0, per party) of a Lauf, about one Forderung.

    `words`: what of the passage it relies on, as our binder found it there; empty where the verdict is open,
    and then `reason` says why. `gewaehlt`: we chose the Forderung, by nearness, for the search
    named none or several. `schluessel` is made of all that was asked, „“ where that is to be asked again.
    `kosten`: its share of the request's, in USD, None where that is unknown.
    """

    lauf_id: str
    partei: str
    zitat: int
    forderung: str
    verdict: Verdict
    words: str
    model: str
    prompt_version: str
    created: datetime
    reason: str = ""
    gewaehlt: bool = False
    schluessel: str = ""
    kosten: float | None = None


def latest(rows: Iterable[Traegt]) -> dict[tuple[str, int], Traegt]:
    """(party, quote) → what was said of it last, by whatever checker; rows the oldest first."""
    return {(row.partei, row.zitat): row for row in rows}

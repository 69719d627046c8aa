"""The permanent address of a quote: its Lauf, its party, its number there; none of them ever changes.

Where the quote stands is asked anew whenever somebody comes: a page of a PDF may be another one tomorrow.
"""

from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import quote

QUOTE_PATH = "/api/zitat/{lauf}/{partei}/{nummer}"


class CardForm(StrEnum):
    """What a quote is given as: a page, a picture, a piece of a page."""

    PAGE = ""
    PNG = ".png"
    SVG = ".svg"
    EMBED = ".html"


@dataclass(frozen=True, slots=True)
class QuoteAddress:
    """`nummer` counts from 1 among what the model emitted for the party."""

    lauf_id: str
    partei: str
    nummer: int

    def path(self, form: CardForm = CardForm.PAGE) -> str:
        parts = {"lauf": self.lauf_id, "partei": self.partei, "nummer": str(self.nummer)}
        return QUOTE_PATH.format(**{name: quote(part, safe="") for name, part in parts.items()}) + form


def read_number(last: str) -> tuple[int, CardForm] | None:
    """„12.png“ → 12 and the picture; None for what no address of ours ends in."""
    form = next((one for one in CardForm if one and last.endswith(one)), CardForm.PAGE)
    digits = last.removesuffix(form)
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 6 and int(digits)):
        return None
    return int(digits), form

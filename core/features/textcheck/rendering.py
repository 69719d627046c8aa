"""What a tool found, ready to be quoted: each passage in Markdown with its source and permanent address.

It stands before the fields, so that a client which shows the beginning alone keeps the source. Words of
programmes and of checked texts are data: nothing in them is markup, ends the quote or begins a line.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from core.features.textcheck.check import NAME, Verdict

MARKUP = re.compile(r"([\\`*_\[\]<>#|~!&$])")
INNER = str.maketrans('„“”«»"', "‚‘‘'''")
MOST_QUOTES = 50
"""A text with more has them in its fields."""

NOT_NEAR = (
    "Zu dieser Frage steht wohl nichts in den durchsuchten Programmen. Was am nächsten kommt, belegt nichts:"
)


def rendered(told: Mapping[str, Any]) -> str:
    """Empty where nothing is there that could be quoted."""
    if "zitate" in told:
        quotes: Sequence[Mapping[str, Any]] = told["zitate"]
        more = [f"… und {len(quotes) - MOST_QUOTES} weitere."] if quotes[MOST_QUOTES:] else []
        return "\n".join([*map(_checked, quotes[:MOST_QUOTES]), *more])
    found: Iterable[Mapping[str, Any]] = told.get("stellen", ())
    head = [NOT_NEAR] if told.get("wohl_nichts_passendes") else []
    return "\n".join([*head, *map(_place, found)])


def _checked(quote: Mapping[str, Any]) -> str:
    """With what is printed where it stands, else with what the text says and why that is nowhere."""
    head = f"{quote['zeichen']} {quote['heisst']}"
    remark = "" if quote["heisst"] == NAME[Verdict.GEDRUCKT] else f" – {as_words(quote['satz'])}"
    if not quote["stellen"]:
        return f"{head}: „{as_words(quote['text'])}“{remark}"
    return f"{head}: {_place(quote['stellen'][0])}{remark}"


def _place(place: Mapping[str, Any]) -> str:
    return f"{link(place['quelle'], place['url'])}: „{as_words(place['text'])}“"


def link(words: str, url: str) -> str:
    if not url:  # a document that is not kept here has no address
        return as_words(words)
    return f"[{as_words(words)}]({url.replace('(', '%28').replace(')', '%29')})"


def as_words(text: str) -> str:
    """On one line, with marks of its own that close nothing."""
    plain = "".join(letter if letter.isprintable() else " " for letter in text.translate(INNER))
    return MARKUP.sub(r"\\\1", " ".join(plain.split()))

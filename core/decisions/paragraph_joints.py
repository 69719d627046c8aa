"""The sentences of a text whose paragraphs may be broken within one: „… der Fraktion DIE LINKE.\\nbei …“."""

import re
from collections.abc import Iterator

from core.german.sentences import sentences

OPEN_END = re.compile(
    r"(?:\b(?:der|die|das|den|dem|des|und|sowie|von|mit|bei|gegen|auf|zu|durch|Fraktion"
    r"|Fraktionen|Stimmen|Drucksachen?|DIE"
    r"|BÜNDNIS(?: 90/)?)|,)\s*$"
)
SHORT = ("Drs.", "BT-Drs.")
SEEN = 40
"""Letters before a break that tell whether a sentence is open."""


def sentences_across(text: str) -> Iterator[tuple[int, int]]:
    """The sentences as ranges; one that goes on in the next paragraph is one, and so is „der Drs. 8/401“."""
    begin = 0
    for end in (*_breaks(text), len(text)):
        first = None
        for start, stop in sentences(text[begin:end]):
            first = start if first is None else first
            if not text.endswith(SHORT, 0, begin + stop):
                yield begin + first, begin + stop
                first = None
        if first is not None:
            yield begin + first, begin + len(text[begin:end].rstrip())
        begin = end


def _breaks(text: str) -> Iterator[int]:
    for match in re.finditer(r"\n+", text):
        goes_on = text[match.end() : match.end() + 1].islower()
        if not goes_on and not OPEN_END.search(text, max(0, match.start() - SEEN), match.start()):
            yield match.end()

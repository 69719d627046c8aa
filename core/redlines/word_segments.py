"""Old and new words in one: what stays, what goes, what comes. Both can be put together from it again."""

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from itertools import groupby

from core.antrag.edits import Edited

Segment = tuple[Edited, str]

TOKEN = re.compile(r"\w+|\s+|[^\w\s]")
WORD = re.compile(r"\w")
KEPT, GONE, NEW = Edited.UNCHANGED, Edited.ENTFERNT, Edited.ADDED


def segments(alt: str, neu: str) -> list[Segment]:
    """In order; of one place what goes stands before what comes."""
    runs = groupby(_smoothed(alt, neu), key=lambda one: one[0] is KEPT)
    found: list[Segment] = []
    for is_kept, run in runs:
        own = list(run)
        kinds = (KEPT,) if is_kept else (GONE, NEW)
        texts = ((kind, "".join(text for how, text in own if how is kind)) for kind in kinds)
        found += [(kind, text) for kind, text in texts if text]
    return found


def _smoothed(alt: str, neu: str) -> Iterator[Segment]:
    """A blank or a comma between two changes is changed with them: nobody reads confetti."""
    raw = list(_differences(alt, neu))
    for place, (how, text) in enumerate(raw):
        if how is KEPT and 0 < place < len(raw) - 1 and not WORD.search(text):
            yield GONE, text
            yield NEW, text
        else:
            yield how, text


def _differences(alt: str, neu: str) -> Iterator[Segment]:
    a, b = TOKEN.findall(alt), TOKEN.findall(neu)
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
        if tag == "equal":
            yield KEPT, "".join(a[i1:i2])
        else:
            for how, text in ((GONE, "".join(a[i1:i2])), (NEW, "".join(b[j1:j2]))):
                if text:
                    yield how, text

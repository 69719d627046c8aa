"""An Antrag in its own words: its most central sentences, and the nouns it turns on."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np

from core.antrag.antrag import Antrag
from core.context import Context
from core.german.sentences import sentences
from core.index.embedding import Embedder
from core.index.themen import themen
from core.recent import Recent

MOST_WORDS = 100
SHORTEST = 25
"""A sentence shorter than that is a heading or a number."""

LONGEST = 800
"""A longer one is a list or no sentence at all."""

GAP = " […] "


MOST_SENTENCES = 300
"""Of a longer Antrag the first ones; with a heavy embedding model more would take many seconds."""


@dataclass(frozen=True, slots=True)
class Kurzfassung:
    """`saetze` stand letter by letter in the Antrag; `themen` are nouns of it."""

    saetze: tuple[str, ...]
    themen: tuple[str, ...]

    @property
    def text(self) -> str:
        return GAP.join(self.saetze)


def kurzfassung(context: Context, antrag: Antrag) -> Kurzfassung:
    """What an Antrag is about, without asking a model; those of the last few Anträge are kept."""
    return context.own(_last).get(antrag, lambda: _make(context, antrag))


def _last(context: Context) -> Recent[Kurzfassung]:
    return Recent(16, lambda kurz: 1)


def _make(context: Context, antrag: Antrag) -> Kurzfassung:
    forderungen = [forderung.text for forderung in antrag.forderungen] or [antrag.text]
    texts = [*forderungen, antrag.feststellung, antrag.begruendung]
    whole = " ".join(antrag.text.split())
    # Not what a person put right or added, and not a sentence that was put together of parts.
    exact = (s for s in _sentences(texts) if len(s) <= LONGEST and " ".join(s.split()) in whole)
    central = _central(list(islice(exact, MOST_SENTENCES)), context.embedder)
    return Kurzfassung(tuple(_as_printed(central, antrag.text)), tuple(themen([antrag.titel, *texts])))


def zusammenfassung(texts: Sequence[str], whole: str, embedder: Embedder) -> str:
    """The sentences nearest to what all have in common, word for word, in the order of the whole."""
    saetze = _sentences(texts)
    if central := _central(saetze, embedder):
        return GAP.join(_as_printed(central, whole))
    return " ".join(saetze[0].split()[: MOST_WORDS - 1]) + " …" if saetze else ""


def _as_printed(saetze: Sequence[str], text: str) -> list[str]:
    """What does not stand there word for word, as somebody wrote it anew, comes last."""
    whole = " ".join(text.split())
    places = {satz: whole.find(" ".join(satz.split())) for satz in saetze}
    return sorted(saetze, key=lambda satz: places[satz] if places[satz] >= 0 else len(whole))


def _sentences(texts: Sequence[str]) -> list[str]:
    found = [line[a:b] for text in texts for line in text.split("\n") for a, b in sentences(line)]
    return list(dict.fromkeys(satz for satz in found if len(satz) >= SHORTEST)) or found


def _central(saetze: Sequence[str], embedder: Embedder) -> list[str]:
    """As many as have room, in their order; none where even the most central one is too long."""
    if not saetze:
        return []
    vectors = embedder.embed_documents(saetze)
    central = (vectors @ vectors.mean(axis=0)).round(6)
    chosen: list[int] = []
    room = MOST_WORDS
    for row in np.argsort(-central, kind="stable"):
        room -= len(saetze[row].split()) + len(GAP.split())
        if room < 0:
            break
        chosen.append(int(row))
    return [saetze[row] for row in sorted(chosen)]

"""What an Antrag or a Programm turns on, in its own words: central sentences, nouns, tags."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import islice

import numpy as np

from core.antrag.antrag import Antrag
from core.base.errors import EingabeError
from core.base.memory import Recent
from core.base.models import INDEXGEBIETE
from core.programme.context import Context
from core.programme.embedding import Embedder
from core.programme.themen import key_of, themen
from core.search.summaries import BY_MODEL, ProgrammSummaries, whole_of
from core.wortlaut.german.sentences import sentences

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

    @classmethod
    def of(cls, context: Context, antrag: Antrag) -> "Kurzfassung":
        """What an Antrag is about, without asking a model; those of the last few Anträge are kept."""
        return context.own(_last).get(antrag, lambda: _make(context, antrag))

    @property
    def text(self) -> str:
        return GAP.join(self.saetze)


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


# --- what each Programm of the stock turns on: its summary, its tags, and which Programme share one ---------

NEAR = 0.6
"""How alike a tag must be to be offered in place of one that does not exist."""

EXAMPLES = 8


@dataclass(frozen=True, slots=True)
class Themen:
    """Programm → its tags: a language model's where one made them, else of its own words.

    `modelle`: of which Programme which model wrote them and the summary.
    """

    by_programm: Mapping[str, tuple[str, ...]]
    modelle: Mapping[str, str]

    @classmethod
    def of(cls, context: Context) -> "Themen":
        staende = [context.store.staende(gebiet) for gebiet in INDEXGEBIETE]
        own = {id: tuple(stand.angaben["themen"]) for part in staende for id, stand in part.items()}
        modelle = {}
        for programm_id in own.keys() & _seen_by_model(context):
            found = ProgrammSummaries.find(context, programm_id)
            if made := whole_of(found.by_model()) if found else None:
                modelle[programm_id] = made.modell
                own[programm_id] = made.themen or own[programm_id]
        return cls(own, modelle)

    @property
    def names(self) -> list[str]:
        """The tags of all, each in one form, by the alphabet."""
        every = self.by_programm.values()
        names = {key_of(thema): thema for themen in every for thema in sorted(themen, reverse=True)}
        return sorted(names.values(), key=str.casefold)

    def bears(self, programm_id: str, thema: str) -> bool:
        """In whatever form of the word?"""
        return key_of(thema) in map(key_of, self.by_programm.get(programm_id, ()))

    def bearing(self, thema: str) -> frozenset[str]:
        """The Programme that bear a tag; an EingabeError where none does."""
        found = frozenset(id for id in self.by_programm if self.bears(id, thema))
        if not found:
            known = self.names
            near = get_close_matches(thema, known, EXAMPLES, NEAR) or known[:EXAMPLES]
            listed = f" Es gibt zum Beispiel: {', '.join(near)}." if near else ""
            raise EingabeError(f"Kein eingelesenes Programm hat das Thema „{thema[:80]}“.{listed}")
        return found


def _seen_by_model(context: Context) -> set[str]:
    """The Programme that a language model summarised, perhaps as they stood before."""
    folder = context.settings.chroma_dir / "zusammenfassungen"
    return {path.name.rsplit("-", 1)[0] for path in folder.glob(f"*.{BY_MODEL}")}

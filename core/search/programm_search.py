"""Which Programme speak of a question, when many are searched at once: by passages, by summaries, by both."""

import hashlib
import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from itertools import islice
from pathlib import Path
from weakref import WeakKeyDictionary

import numpy as np

from core.base.atomic_files import write_whole
from core.base.errors import EingabeError, IndexFehler
from core.programme.context import Context
from core.programme.registry import find_programm
from core.programme.sammlung import Block, Sammlung, gebiet_of
from core.programme.zusammenfassung import Zusammenfassung, summarize
from core.search.passage_search import MIN_SIMILARITY
from core.search.question_grammar import check_frage
from core.search.shown_passage import ShownPassage
from core.search.suchraum import Method, Suchraum, rank
from core.wortlaut.errors import DashboardError
from core.wortlaut.records import Chunk, Fundstelle

FORM = 1
"""Part of a stored summary's name: raise it when sentences are chosen differently."""

MANY = 10_000
"""More passages than a Programm has."""

BY_MODEL = "modell.json"
"""How the names of those end that a language model made."""


PER_PROGRAMM = 3
"""Passages of each Programm, where no number is chosen."""


class Way(StrEnum):
    """What decides on a Programm: its best passages, its summaries, or the mean of the two."""

    PASSAGEN = "passagen"
    ZUSAMMENFASSUNGEN = "zusammenfassungen"
    BEIDES = "beides"


@dataclass(frozen=True, slots=True)
class DocumentHit:
    """A Programm, the summary of it or of its chapter that is nearest, and its best passages."""

    programm_id: str
    similarity: float
    zusammenfassung: Zusammenfassung | None
    fundstellen: tuple[Fundstelle, ...]


def search_documents(
    space: Suchraum,
    frage: str,
    top_k: int,
    passagen: int = PER_PROGRAMM,
    way: Way = Way.PASSAGEN,
    min_similarity: float = MIN_SIMILARITY,
    counts: Callable[[Fundstelle], bool] | None = None,
) -> list[DocumentHit]:
    """The `top_k` Programme nearest to a question, each with its best `passagen`, whose mean is its worth.

    `counts`: which passages count; None: all do.
    """
    if passagen < 1:
        raise EingabeError(f"passagen={passagen}: Gebraucht wird mindestens eine Passage je Programm.")
    (scores,) = space.rank([check_frage(frage)]).T
    kurz = _nearest_summaries(space, frage) if way is not Way.PASSAGEN else {}
    treffer = []
    for programm_id in sorted(space.programme):
        every = space.fundstellen(scores, MANY, min_similarity, [programm_id])
        found = tuple(islice((one for one in every if counts is None or counts(one)), passagen))
        if found:
            similarity, summary = kurz.get(programm_id, (0.0, None))
            worth = float(np.mean([f.similarity for f in found]))
            if way is not Way.PASSAGEN:
                worth = similarity if way is Way.ZUSAMMENFASSUNGEN else (similarity + worth) / 2
            treffer.append(DocumentHit(programm_id, round(worth, 6), summary, found))
    return sorted(treffer, key=lambda t: (-t.similarity, t.programm_id))[:top_k]


def _nearest_summaries(space: Suchraum, frage: str) -> dict[str, tuple[float, Zusammenfassung]]:
    """Programm → its nearest summary and how near it is."""
    result = {}
    for sammlung in space.sammlungen:
        summaries = summaries_of(space.context, sammlung)
        if sammlung not in _embedded:  # the single sentences of the summaries, searched like passages
            blocks = {}
            for programm_id, own in summaries.items():
                lines = [(place, line) for place, one in enumerate(own) for line in one.text.splitlines()]
                chunks = [
                    # Its `start` is the place of its summary.
                    Chunk(f"{number:05}", programm_id, line, place, place + 1, ())
                    for number, (place, line) in enumerate(lines)
                ]
                vectors = space.context.embedder.embed_documents([line for _, line in lines])
                blocks[programm_id] = Block.of(programm_id, chunks, vectors)
            _embedded[sammlung] = Sammlung(blocks, space.context.embedder.dim)
        texts = _embedded[sammlung]
        (scores,) = rank([texts], space.context.embedder, [frage], Method.BEIDES).T
        for programm_id, block in texts.blocks.items():
            part = scores[texts.spans[programm_id]]
            if len(part):
                which = block.chunk(int(part.argmax())).start
                result[programm_id] = (float(part.max()), summaries[programm_id][which])
    return result


# --- summaries, made once and kept --------------------------------------------------------------------------

_made: WeakKeyDictionary[Sammlung, dict[str, list[Zusammenfassung]]] = WeakKeyDictionary()
_embedded: WeakKeyDictionary[Sammlung, Sammlung] = WeakKeyDictionary()


@dataclass(frozen=True, slots=True)
class ProgrammSummaries:
    """Of a Programm as it stands in the index now: the summary of the whole, then that of each chapter."""

    context: Context
    sammlung: Sammlung
    programm_id: str

    @classmethod
    def find(cls, context: Context, programm_id: str) -> "ProgrammSummaries | None":
        """None of what is not indexed."""
        if programm := context.registry.programme.get(programm_id):
            sammlung = context.store.sammlung(gebiet_of(programm))
            return cls(context, sammlung, programm_id) if programm_id in sammlung.blocks else None
        return None

    @classmethod
    def of(cls, context: Context, programm_id: str) -> "ProgrammSummaries":
        """The same, with an error that says what to do where there is none."""
        find_programm(context.registry, programm_id)
        if found := cls.find(context, programm_id):
            return found
        raise IndexFehler(
            f"„{programm_id}“ ist nicht indexiert. Anlegen mit: python -m core index --programm {programm_id}"
        )

    @property
    def block(self) -> Block:
        return self.sammlung.blocks[self.programm_id]

    def every(self) -> list[Zusammenfassung]:
        """By a language model where one made them. The first time it takes part of a second."""
        return self.by_model() or self.extractive()

    def whole(self) -> Zusammenfassung | None:
        """The one of the whole Programm."""
        return whole_of(self.every())

    def by_model(self) -> list[Zusammenfassung] | None:
        """What a language model made of the Programm as it is now; None where none has."""
        return _read(_path(self.context, self.block, BY_MODEL))

    def extractive(self) -> list[Zusammenfassung]:
        """Of the Programm's own sentences, read where they were made before."""
        context, block = self.context, self.block
        path = _path(context, block)
        stored = _read(path)
        if stored is not None:
            return _with_themen(context, stored)
        chunks = [replace(chunk, text=ShownPassage(context, chunk).safe_text) for chunk in block.chunks()]
        made = summarize(block.programm_id, chunks, block.vectors, context.embedder)
        # Best effort: where the disk is full or read-only, they are made again next time.
        with suppress(OSError):
            _write(path, made)
        return _with_themen(context, made)

    def keep(self, made: list[Zusammenfassung]) -> None:
        """What a language model made of the Programm; from now on it is what searches use."""
        path = _path(self.context, self.block, BY_MODEL)
        try:
            _write(path, made)
        except OSError as error:
            raise DashboardError(
                f"Die Zusammenfassungen lassen sich nicht in {path.parent} speichern ({error.strerror}). "
                "Bitte Platz und Rechte prüfen."
            ) from error
        _made.pop(self.sammlung, None)
        _embedded.pop(self.sammlung, None)


def whole_of(summaries: list[Zusammenfassung] | None) -> Zusammenfassung | None:
    return next((summary for summary in summaries or () if not summary.kapitel), None)


def summaries_of(context: Context, sammlung: Sammlung) -> dict[str, list[Zusammenfassung]]:
    """Per Programm its summaries. The first time takes seconds."""
    if sammlung not in _made:
        _made[sammlung] = {id: ProgrammSummaries(context, sammlung, id).every() for id in sammlung.blocks}
    return _made[sammlung]


def _with_themen(context: Context, summaries: list[Zusammenfassung]) -> list[Zusammenfassung]:
    """The same, with the tags the Programm got when it was indexed on the summary of the whole."""
    programm = context.registry.programme.get(summaries[0].programm_id) if summaries else None
    stand = programm and context.store.staende(gebiet_of(programm)).get(programm.id)
    worte = tuple(stand.angaben["themen"]) if stand else ()
    return [summary if summary.kapitel else replace(summary, themen=worte) for summary in summaries]


def _path(context: Context, block: Block, ending: str = "json") -> Path:
    # Named after the passages and vectors it is made from: none is ever stale.
    state = hashlib.sha256(f"{FORM} ".encode())
    state.update(block.vectors.tobytes())
    for row in block.rows:
        state.update(row)
    name = f"{block.programm_id}-{state.hexdigest()[:16]}.{ending}"
    return context.settings.chroma_dir / "zusammenfassungen" / name


def _read(path: Path) -> list[Zusammenfassung] | None:
    """The stored summaries; None where there are none or the file is damaged."""
    try:
        found = [Zusammenfassung(**entry) for entry in json.loads(path.read_text(encoding="utf-8"))]
        return [replace(summary, themen=tuple(summary.themen)) for summary in found]
    except (OSError, ValueError, TypeError):
        return None


def _write(path: Path, made: list[Zusammenfassung]) -> None:
    write_whole(path, json.dumps([asdict(z) for z in made], ensure_ascii=False).encode())

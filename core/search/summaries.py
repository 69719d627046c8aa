"""Summaries of a Programm and its chapters, kept: of its own sentences, or as a language model made them."""

import hashlib
import json
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from weakref import WeakKeyDictionary

from core.base.atomic_files import write_whole
from core.base.errors import IndexFehler
from core.base.models import gebiet_of
from core.programme.context import Context
from core.programme.sammlung import Block, Sammlung
from core.search.shown_passage import ShownPassage
from core.search.zusammenfassung import Zusammenfassung, summarize
from core.wortlaut.errors import DashboardError

FORM = 1
"""Part of a stored summary's name: raise it when sentences are chosen differently."""

BY_MODEL = "modell.json"
"""How the names of those end that a language model made."""

_made: WeakKeyDictionary[Sammlung, dict[str, list[Zusammenfassung]]] = WeakKeyDictionary()


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
        context.registry.find_programm(programm_id)
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
    stand = programm and context.store.stand_of(programm)
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

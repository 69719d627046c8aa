"""What each Programm of the stock turns on: its summary, its tags, and which Programme share one."""

from collections.abc import Sequence
from difflib import get_close_matches

from core.context import Context
from core.errors import EingabeError
from core.index.indexing import gebiet_of
from core.index.themen import key_of
from core.index.vector_blocks import Block
from core.index.vectorstore import INDEXGEBIETE
from core.index.zusammenfassung import Zusammenfassung
from core.search.programm_search import BY_MODEL, extractive_of, stored_by_model

NEAR = 0.6
"""How alike a tag must be to be offered in place of one that does not exist."""

EXAMPLES = 8


def zusammenfassung_of(context: Context, programm_id: str) -> Zusammenfassung | None:
    """The one of the whole Programm, a language model's where one made it; None of what is not indexed.

    The first time it takes part of a second.
    """
    if (block := _block(context, programm_id)) is None:
        return None
    return _whole(stored_by_model(context, block) or extractive_of(context, block))


def themen_of(context: Context) -> dict[str, tuple[str, ...]]:
    """Programm → its tags: a language model's where one made them, else of its own words."""
    staende = [context.store.staende(gebiet) for gebiet in INDEXGEBIETE]
    own = {id: tuple(stand.angaben.get("themen", ())) for part in staende for id, stand in part.items()}
    for programm_id in own.keys() & _seen_by_model(context):
        if (made := _by_model(context, programm_id)) and made.themen:
            own[programm_id] = made.themen
    return own


def modell_of(context: Context, programm_id: str) -> str:
    """Who wrote its summary and tags; empty where they are its own words."""
    made = _by_model(context, programm_id) if programm_id in _seen_by_model(context) else None
    return made.modell if made else ""


def with_thema(context: Context, thema: str) -> frozenset[str]:
    """The Programme that bear a tag, in whatever form of the word; an EingabeError where none does."""
    every = themen_of(context)
    found = {id for id, themen in every.items() if bears(themen, thema)}
    if not found:
        known = names_of(every)
        near = get_close_matches(thema, known, EXAMPLES, NEAR) or known[:EXAMPLES]
        listed = f" Es gibt zum Beispiel: {', '.join(near)}." if near else ""
        raise EingabeError(f"Kein eingelesenes Programm hat das Thema „{thema[:80]}“.{listed}")
    return frozenset(found)


def bears(themen: Sequence[str], thema: str) -> bool:
    return key_of(thema) in map(key_of, themen)


def names_of(every: dict[str, tuple[str, ...]]) -> list[str]:
    """The tags of all, each in one form, by the alphabet."""
    names = {key_of(thema): thema for themen in every.values() for thema in sorted(themen, reverse=True)}
    return sorted(names.values(), key=str.casefold)


def _seen_by_model(context: Context) -> set[str]:
    """The Programme that a language model summarised, perhaps as they stood before."""
    folder = context.settings.chroma_dir / "zusammenfassungen"
    return {path.name.rsplit("-", 1)[0] for path in folder.glob(f"*.{BY_MODEL}")}


def _by_model(context: Context, programm_id: str) -> Zusammenfassung | None:
    block = _block(context, programm_id)
    return _whole(stored_by_model(context, block)) if block else None


def _whole(made: list[Zusammenfassung] | None) -> Zusammenfassung | None:
    return next((summary for summary in made or () if not summary.kapitel), None)


def _block(context: Context, programm_id: str) -> Block | None:
    programm = context.registry.programme.get(programm_id)
    return context.store.sammlung(gebiet_of(programm)).blocks.get(programm_id) if programm else None

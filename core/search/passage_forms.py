"""Passages as scripts hand them over: as a search returned them, or written down and read again.

`[…]`, `{"SPD": […]}` and `{"SPD": {"wahlprogramm": […], "parteiprogramm": […]}}` of Fundstellen, Chunks or
dicts with at least `programm_id` and `text` all become `{"SPD": [Fundstelle, …]}`.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import TypeAlias, TypeGuard

from core.context import Context
from core.errors import EingabeError
from core.german.folding import Key, occurrences, schluessel, spelled_out
from core.index.sammlung import gebiet_of
from core.models import Chunk, Fundstelle
from core.programme import stored_streams
from core.programme.registry import Registry, find_partei
from core.programme.textstrom import Textstrom

Passage: TypeAlias = Chunk | Fundstelle | Mapping[str, object]

NOWHERE = (0, 0)
"""The place of a passage that does not stand in what is indexed of its Programm: no quote can lie in it."""


def passages_of(given: object, context: Context) -> dict[str, list[Fundstelle]]:
    """Party → its passages in the given order; a party of another name for it, or of none we know, stays."""
    found: dict[str, list[Fundstelle]] = {}
    if isinstance(given, Mapping):
        for name, own in given.items():
            found.setdefault(partei_id(context.registry, name), []).extend(
                _fundstelle(one, context) for one in each(own)
            )
    else:
        for one in each(given):
            fundstelle = _fundstelle(one, context)
            partei = context.registry.programme[fundstelle.programm_id].partei
            found.setdefault(partei, []).append(fundstelle)
    return found


def each(given: object) -> Iterator[Passage]:
    """The single passages, however deep they lie in lists and in mappings that are none themselves."""
    if is_passage(given):
        yield given
    elif isinstance(given, Mapping):
        yield from (one for own in given.values() for one in each(own))
    elif isinstance(given, Iterable) and not isinstance(given, str | bytes):
        yield from (one for own in given for one in each(own))
    elif given is not None:
        raise EingabeError(
            "Erwartet werden Passagen: Fundstellen, Chunks oder Objekte mit „programm_id“ und „text“. "
            f"Gefunden wurde: {type(given).__name__}."
        )


def is_passage(given: object) -> TypeGuard[Passage]:
    return isinstance(given, Chunk | Fundstelle) or (isinstance(given, Mapping) and "text" in given)


def partei_id(registry: Registry, name: str) -> str:
    """„BÜNDNIS 90/DIE GRÜNEN“ → „GRÜNE“; a name that no party here has stays what it is."""
    try:
        return find_partei(registry, name).id
    except EingabeError:
        return name


def _fundstelle(given: Passage, context: Context) -> Fundstelle:
    if isinstance(given, Fundstelle):
        return given
    chunk = given if isinstance(given, Chunk) else _chunk(given, context)
    similarity, trotzdem = given.get("similarity"), given.get("trotzdem")
    return Fundstelle(
        chunk,
        float(similarity) if isinstance(similarity, int | float) else 0.0,
        trotzdem=trotzdem if isinstance(trotzdem, str) else "",
    )


def _chunk(given: Mapping[str, object], context: Context) -> Chunk:
    """Where a passage stands is looked up: a place that was written down may be one of another reading."""
    programm_id, text = given.get("programm_id") or given.get("programm"), given["text"]
    if not isinstance(programm_id, str) or programm_id not in context.registry.programme:
        raise EingabeError(
            f"Zu einer Passage fehlt das Programm: „programm_id“ ist {programm_id!r}. "
            "Gebraucht wird eine Kennung aus core.PROGRAMME."
        )
    if not isinstance(text, str):
        raise EingabeError(f"Der „text“ einer Passage ist kein Text, sondern {type(text).__name__}.")
    chunk_id = given.get("id") or f"{programm_id}-{sha256(text.encode('utf-8', 'replace')).hexdigest()[:12]}"
    if place := _place(context, programm_id, text):
        return Chunk(str(chunk_id), programm_id, text, *place)
    told = given.get("seiten") or [given.get("seite")]
    numbers = [n for n in told if type(n) is int and n > 0] if isinstance(told, list | tuple) else []
    return Chunk(str(chunk_id), programm_id, text, *NOWHERE, seiten=tuple(numbers) or (1,))


def _place(context: Context, programm_id: str, text: str) -> tuple[int, int, tuple[int, ...]] | None:
    """Start, end and pages of the first place in the indexed text with these letters."""
    programm = context.registry.programme[programm_id]
    stand = context.store.staende(gebiet_of(programm)).get(programm_id)
    found = _text(context.texte, programm_id, stand.version) if stand else None
    needle = spelled_out(text)
    if found is None or not needle:
        return None
    strom, key = found
    place = next(occurrences(needle, key.text), None)
    if place is None:
        return None
    start, end = key.span(place, place + len(needle))
    return start, end, strom.pages_of(start, end)


@lru_cache(maxsize=8)
def _text(folder: Path, programm_id: str, version: str) -> tuple[Textstrom, Key] | None:
    strom = stored_streams.load_strom(folder, programm_id, version)
    return (strom, schluessel(strom.text)) if strom else None

"""What of a passage may be offered as a source: not the sentences whose reading is not proved."""

import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from core.context import Context
from core.index.indexing import gebiet_of
from core.models import Chunk, Fundstelle
from core.programme import stored_streams

OMITTED = "[…]"

REPEATED = re.compile(r"\[…\](?:\s*\[…\])+")

ENOUGH = 60
"""So many characters must remain of a passage; it is not offered for a scrap."""

Span = tuple[int, int]


def safe_text(context: Context, chunk: Chunk) -> str:
    """The passage with „[…]“ for every sentence that was not read with certainty; empty if little remains."""
    return proved_text(chunk, unsure_places(context, chunk))


def proved_text(chunk: Chunk, spans: Sequence[Span]) -> str:
    """The same where it is known which ranges of the stream are not proved."""
    if not spans:
        return chunk.text
    parts, at = [], chunk.start
    for start, end in spans:
        parts.append(chunk.text[at - chunk.start : max(start, at) - chunk.start].strip())
        at = min(end, chunk.end)
    parts.append(chunk.text[at - chunk.start :].strip())
    if sum(map(len, parts)) < ENOUGH:
        return ""
    return REPEATED.sub(OMITTED, f" {OMITTED} ".join(parts).strip())


def unsure_places(context: Context, chunk: Chunk) -> list[Span]:
    """The ranges of the stream that touch the passage and are not proved; none of what is not indexed."""
    programm = context.registry.programme.get(chunk.programm_id)
    stand = programm and context.store.staende(gebiet_of(programm)).get(chunk.programm_id)
    if not stand or not stand.angaben.get("unsicher"):
        return []
    spans = _unsure(context.texte, chunk.programm_id, stand.version)
    return [span for span in spans if span[0] < chunk.end and chunk.start < span[1]]


def hinweis(context: Context, chunk: Chunk) -> str:
    """What a reader of the passage is told; empty where all of it was read with certainty."""
    text = chunk.text
    count = sum(
        not text[max(0, start - chunk.start) : end - chunk.start].isspace()
        for start, end in unsure_places(context, chunk)
    )
    if not count:
        return ""
    if count == 1:
        return "Ein Satz wurde nicht sicher gelesen und wird nicht zitiert."
    return f"{count} Sätze wurden nicht sicher gelesen und werden nicht zitiert."


def is_offered(context: Context, fundstelle: Fundstelle) -> bool:
    """Is enough of it certain to be shown to a model?"""
    return bool(safe_text(context, fundstelle.chunk))


@lru_cache(maxsize=64)
def _unsure(folder: Path, programm_id: str, version: str) -> tuple[Span, ...]:
    strom = stored_streams.load_strom(folder, programm_id, version)
    return strom.unsicher if strom else ()

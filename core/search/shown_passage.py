"""A passage as it is shown: where it stands, as people cite it, and what of it may be offered as a source."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from core.context import Context
from core.index.indexing import gebiet_of
from core.models import Chunk, Fundstelle, Programm
from core.programme import stored_streams
from core.programme.source_labels import cite_url, label

OPENING = 200
"""Characters of a passage that its address names: enough to find and mark it; every link can hold it."""


def labelled(context: Context, found: Sequence[Fundstelle]) -> list[Fundstelle]:
    """The same, each with its Programm, its label and its address."""
    quellen = quellen_of(context, [fundstelle.chunk for fundstelle in found])
    return [
        replace(
            fundstelle,
            programm=context.registry.programme[fundstelle.programm_id],
            quelle=quellen[fundstelle.chunk.id],
            url=url_of(fundstelle.chunk),
        )
        for fundstelle in found
    ]


def url_of(chunk: Chunk) -> str:
    """The address of the page a passage begins on, with its beginning marked."""
    return cite_url(chunk.programm_id, chunk.seite, _opening(chunk.text))


def _opening(text: str) -> str:
    """Whole words from the beginning of a passage."""
    return text if len(text) <= OPENING else text[: OPENING + 1].rpartition(" ")[0]


def quellen_of(context: Context, chunks: Iterable[Chunk]) -> dict[str, str]:
    """By Chunk id: „SPD NRW Wahlprogramm 2022, S. 56“, where nothing is printed „…, Seite 58 der Datei“."""
    return {
        chunk.id: label(programm, own, chunk.seiten) for chunk, programm, own in _printed(context, chunks)
    }


def stellen(context: Context, chunks: Iterable[Chunk]) -> dict[str, str]:
    """By Chunk id the same with the file's pages: „SPD NRW Wahlprogramm 2022, S. 56 (Datei 58)“."""
    return {chunk.id: _place(programm, own, chunk) for chunk, programm, own in _printed(context, chunks)}


def _place(programm: Programm, gedruckt: Sequence[str], chunk: Chunk) -> str:
    told = label(programm, gedruckt, chunk.seiten)
    in_file = "–".join(str(n) for n in dict.fromkeys((chunk.seiten[0], chunk.seiten[-1])))
    return f"{told} (Datei {in_file})" if len(gedruckt) >= len(chunk.seiten) else told


def _printed(context: Context, chunks: Iterable[Chunk]) -> list[tuple[Chunk, Programm, list[str]]]:
    """Each with its Programm and what is printed on its pages, of those that bear a number."""
    result = []
    seen: dict[str, Sequence[str]] = {}
    for chunk in chunks:
        programm = context.registry.programme[chunk.programm_id]
        if programm.id not in seen:
            stand = context.store.staende(gebiet_of(programm)).get(programm.id)
            seen[programm.id] = _printed_numbers(context.texte, programm.id, stand.version) if stand else ()
        pages = seen[programm.id]
        result.append(
            (chunk, programm, [pages[n - 1] for n in chunk.seiten if n <= len(pages) and pages[n - 1]])
        )
    return result


@lru_cache(maxsize=1024)
def _printed_numbers(folder: Path, programm_id: str, version: str) -> tuple[str, ...]:
    """Page by page what is printed on it. Kept without the text, of which a search needs nothing."""
    return tuple(
        "/".join(seite.gedruckt) for seite in stored_streams.load_seiten(folder, programm_id, version)
    )


# --- what of a passage may be offered as a source: not the sentences whose reading is not proved ------------

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
    if not stand or not stand.angaben["unsicher"]:
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

"""A passage as it is given by scripts, as people cite it, and what of it may be offered as a source."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import TypeAlias, TypeGuard

from core.base.errors import EingabeError
from core.programme import stored_streams
from core.programme.context import Context, default_context
from core.programme.registry import Registry, find_partei, partei_name
from core.programme.sammlung import gebiet_of
from core.programme.zusammenfassung import Zusammenfassung
from core.search.geltung import remark
from core.wortlaut.binding.emitted_quote import unwrapped
from core.wortlaut.binding.exact_match import is_too_short
from core.wortlaut.binding.source_labels import cite_url
from core.wortlaut.german.folding import Key, letters, occurrences, schluessel, spelled_out, visible
from core.wortlaut.reading.textstrom import Textstrom
from core.wortlaut.records import Chunk, Fundstelle, Programm, Span, Typ

Passage: TypeAlias = Chunk | Fundstelle | Mapping[str, object]

NOWHERE = (0, 0)
"""The place of a passage that does not stand in what is indexed of its Programm: no quote can lie in it."""


def passages_of(given: object, context: Context) -> dict[str, list[Fundstelle]]:
    """Party → its passages in the given order; a party of another name for it, or of none we know, stays.

    `[…]`, `{"SPD": […]}` and `{"SPD": {"wahlprogramm": […], "parteiprogramm": […]}}` of Fundstellen, Chunks
    or dicts with at least `programm_id` and `text` are taken, as a search returned them or written down.
    """
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


def find_chunk_for_text(text: str, chunks: object) -> Passage | None:
    """The passage a snippet was copied from, letter by letter; None for snippets under 20 characters.

    `chunks` in any form that `passages_of` takes; what is returned is the very object that was handed over.
    """
    if not isinstance(text, str) or is_too_short(text):
        return None
    needles = [needle for needle in dict.fromkeys((letters(text), letters(unwrapped(text)))) if needle]
    for passage in each(chunks):
        whole = passage["text"]
        if isinstance(whole, str) and any(needle in _chunk_key(whole) for needle in needles):
            return passage
    return None


_chunk_key = lru_cache(maxsize=8192)(letters)


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
    if place := _indexed_place(context, programm_id, text):
        return Chunk(str(chunk_id), programm_id, text, *place)
    told = given.get("seiten") or [given.get("seite")]
    numbers = [n for n in told if type(n) is int and n > 0] if isinstance(told, list | tuple) else []
    return Chunk(str(chunk_id), programm_id, text, *NOWHERE, seiten=tuple(numbers) or (1,))


def _indexed_place(context: Context, programm_id: str, text: str) -> tuple[int, int, tuple[int, ...]] | None:
    """Start, end and pages of the first place in the indexed text with these letters."""
    programm = context.registry.programme[programm_id]
    stand = context.store.staende(gebiet_of(programm)).get(programm_id)
    found = _indexed_text(context.texte, programm_id, stand.version) if stand else None
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
def _indexed_text(folder: Path, programm_id: str, version: str) -> tuple[Textstrom, Key] | None:
    strom = stored_streams.load_strom(folder, programm_id, version)
    return (strom, schluessel(strom.text)) if strom else None


# --- where a passage stands, as people cite it --------------------------------------------------------------

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
    text = chunk.text
    opening = text if len(text) <= OPENING else text[: OPENING + 1].rpartition(" ")[0]
    return cite_url(chunk.programm_id, chunk.seite, opening)


def quellen_of(context: Context, chunks: Iterable[Chunk]) -> dict[str, str]:
    """By Chunk id: „SPD NRW Wahlprogramm 2022, S. 56“, where nothing is printed „…, Seite 58 der Datei“."""
    return {chunk.id: programm.label(own, chunk.seiten) for chunk, programm, own in _printed(context, chunks)}


def stellen(context: Context, chunks: Iterable[Chunk]) -> dict[str, str]:
    """By Chunk id the same with the file's pages: „SPD NRW Wahlprogramm 2022, S. 56 (Datei 58)“."""
    found = {}
    for chunk, programm, gedruckt in _printed(context, chunks):
        told = programm.label(gedruckt, chunk.seiten)
        in_file = "–".join(str(n) for n in dict.fromkeys((chunk.seiten[0], chunk.seiten[-1])))
        found[chunk.id] = f"{told} (Datei {in_file})" if len(gedruckt) >= len(chunk.seiten) else told
    return found


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
    if not stand:
        return []
    reading = context.texte, chunk.programm_id, stand.version
    spans = _unsure(*reading, stored_streams.druck_stamp(*reading[:2]))
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


@lru_cache(maxsize=1024)
def _unsure(folder: Path, programm_id: str, version: str, stamp: int) -> tuple[Span, ...]:
    """`stamp`: what may be quoted changes when the print has been compared."""
    strom = stored_streams.load_quotable(folder, programm_id, version)
    return strom.unsicher if strom else ()


# --- fundstellen as a model reads them; what others wrote stands in them as material and nothing else ------


# The wide forms of the signs are in it, for a model reads them alike.
TAG_OPENERS = re.compile(r"[<\uff1c\ufe64](?!\s*\d)")
TAG_CLOSERS = re.compile(r"[>\uff1e\ufe65](?!\s*\d)")
LABEL = re.compile(r"[\[\uff3b\u3010]\s*(Q\s*\d+)\s*[\]\uff3d\u3011]?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class QuelleText:
    """A source of a prompt as a value: `kennung` is its label without brackets, `partei` the party's name."""

    kennung: str
    partei: str
    typ: Typ
    text: str


def fence(text: str) -> str:
    """Text by others, as it may stand between two tags: it closes none, and names no source.

    A sign before a number stays, for „< 5 Prozent“ is no tag.
    """
    return LABEL.sub(r"(\1)", TAG_CLOSERS.sub("\u203a", TAG_OPENERS.sub("\u2039", visible(text))))


def format_quotes_for_prompt(
    quotes: object,
    searched_parties: Sequence[str] | None = None,
    context: Context | None = None,
) -> str:
    """[Q1] [Q2] … each with its programme and page; parties that were searched in vain are named.

    `quotes` in any form that `passages_of` takes. Of a passage only what was read with certainty stands
    there, „[…]“ for the rest.
    """
    context = context or default_context()
    registry = context.registry
    by_partei = passages_of(quotes, context)
    found = [fundstelle for own in by_partei.values() for fundstelle in own]
    pages = stellen(context, [fundstelle.chunk for fundstelle in found])
    lines = [
        f"[Q{number}] {_head(fundstelle, pages, registry)}\n„{fence(safe_text(context, fundstelle.chunk))}“\n"
        for number, fundstelle in enumerate(found, start=1)
    ]
    parties = list(by_partei) if searched_parties is None else searched_parties
    searched = dict.fromkeys(partei_id(registry, partei) for partei in parties)
    if without := [partei for partei in searched if not by_partei.get(partei)]:
        # Called as in the heads of the sources, where these are of one Land.
        laender = {registry.programme[one.programm_id].bundesland for one in found} - {None}
        land = laender.pop() if len(laender) == 1 else None
        known = registry.parteien
        names = ", ".join(partei_name(registry, p, land) if p in known else fence(p) for p in without)
        lines.append(f"Keine Quellen im Index: {names}. Für sie gilt score: null.")
    return "\n".join(lines)


def quelle_texts(quotes: object, context: Context) -> tuple[QuelleText, ...]:
    """The same sources under the same labels as in `format_quotes_for_prompt`, as values."""
    found = [fundstelle for own in passages_of(quotes, context).values() for fundstelle in own]
    programme = [context.registry.programme[fundstelle.programm_id] for fundstelle in found]
    return tuple(
        QuelleText(
            f"Q{number}",
            partei_name(context.registry, programm.partei, programm.bundesland),
            programm.typ,
            safe_text(context, fundstelle.chunk),
        )
        for number, (fundstelle, programm) in enumerate(zip(found, programme, strict=True), start=1)
    )


def format_summary_for_prompt(summary: Zusammenfassung, registry: Registry) -> str:
    """It has no [Q…] and says that nothing may be quoted from it."""
    name = registry.programme[summary.programm_id].name
    kapitel = f", Kapitel „{fence(summary.kapitel)}“" if summary.kapitel else ""
    head = f"{_of(summary.programm_id, registry)}: {fence(name)}{kapitel}"
    return f"Zusammenfassung, nicht zitierbar – {head}\n{fence(summary.text)}\n"


def _head(fundstelle: Fundstelle, pages: Mapping[str, str], registry: Registry) -> str:
    """„SPD, Wahlprogramm: SPD NRW Wahlprogramm 2022, S. 56 (Datei 58)“: with the page that readers see.

    Behind it, where the Programm was added by hand, that it is not in force, and why.
    """
    mark = f" – {' '.join(fence(remark(fundstelle.trotzdem)).split())}" if fundstelle.trotzdem else ""
    return f"{_of(fundstelle.programm_id, registry)}: {fence(pages[fundstelle.chunk.id])}{mark}"


def _of(programm_id: str, registry: Registry) -> str:
    programm = registry.programme[programm_id]
    return f"{partei_name(registry, programm.partei, programm.bundesland)}, {programm.typ.title()}"

"""A passage as it is given by scripts, as people cite it, and what of it may be offered as a source."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256
from typing import TypeAlias, TypeGuard

from core.base.errors import EingabeError
from core.programme.context import Context
from core.programme.registry import Registered, Registry
from core.programme.stored_streams import StoredStreams
from core.wortlaut.binding.emitted_quote import unwrapped
from core.wortlaut.binding.exact_match import is_too_short
from core.wortlaut.binding.source_labels import cite_url
from core.wortlaut.german.folding import Key, folded_key, letters, occurrences, spelled_out
from core.wortlaut.reading.textstrom import Textstrom
from core.wortlaut.records import Chunk, Fundstelle, Span

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
        return registry.find_partei(name).id
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
    stand = context.store.stand_of(programm)
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
def _indexed_text(texte: StoredStreams, programm_id: str, version: str) -> tuple[Textstrom, Key] | None:
    strom = texte.load_strom(programm_id, version)
    return (strom, folded_key(strom.text)) if strom else None


# --- where a passage stands, as people cite it --------------------------------------------------------------

OPENING = 200
"""Characters of a passage that its address names: enough to find and mark it; every link can hold it."""


@dataclass(frozen=True, slots=True)
class ShownPassage:
    """A passage as it is shown: where it stands, and what of it was read with certainty."""

    context: Context
    chunk: Chunk

    @property
    def quelle(self) -> str:
        """„SPD NRW Wahlprogramm 2022, S. 56“, where nothing is printed „…, Seite 58 der Datei“."""
        return self.programm.label(self._printed, self.chunk.seiten)

    @property
    def stelle(self) -> str:
        """The same with the file's pages: „SPD NRW Wahlprogramm 2022, S. 56 (Datei 58)“."""
        seiten = self.chunk.seiten
        in_file = "–".join(str(n) for n in dict.fromkeys((seiten[0], seiten[-1])))
        return f"{self.quelle} (Datei {in_file})" if len(self._printed) >= len(seiten) else self.quelle

    @property
    def url(self) -> str:
        """The address of the page it begins on, with its beginning marked."""
        text = self.chunk.text
        opening = text if len(text) <= OPENING else text[: OPENING + 1].rpartition(" ")[0]
        return cite_url(self.chunk.programm_id, self.chunk.seite, opening)

    @property
    def programm(self) -> Registered:
        return self.context.registry.dokumente[self.chunk.programm_id]

    @property
    def _printed(self) -> list[str]:
        """What is printed on its pages, of those that bear a number."""
        programm = self.programm
        stand = self.context.store.stand_of(programm)
        pages = _printed_numbers(self.context.texte, programm.id, stand.version) if stand else ()
        return [pages[n - 1] for n in self.chunk.seiten if n <= len(pages) and pages[n - 1]]

    @property
    def safe_text(self) -> str:
        """With „[…]“ for every sentence that was not read with certainty; empty if little remains."""
        return proved_text(self.chunk, unsure_places(self.context, self.chunk))

    @property
    def is_offered(self) -> bool:
        """Is enough of it certain to be shown to a model?"""
        return bool(self.safe_text)

    @property
    def hinweis(self) -> str:
        """What a reader of it is told; empty where all of it was read with certainty."""
        text, begin = self.chunk.text, self.chunk.start
        count = sum(
            not text[max(0, start - begin) : end - begin].isspace()
            for start, end in unsure_places(self.context, self.chunk)
        )
        if not count:
            return ""
        if count == 1:
            return "Ein Satz wurde nicht sicher gelesen und wird nicht zitiert."
        return f"{count} Sätze wurden nicht sicher gelesen und werden nicht zitiert."


def labelled(context: Context, found: Sequence[Fundstelle]) -> list[Fundstelle]:
    """The same, each with its Programm, its label and its address."""
    programme = context.registry.programme
    passages = [ShownPassage(context, fundstelle.chunk) for fundstelle in found]
    return [
        replace(
            fundstelle, programm=programme.get(fundstelle.programm_id), quelle=passage.quelle, url=passage.url
        )
        for fundstelle, passage in zip(found, passages, strict=True)
    ]


@lru_cache(maxsize=1024)
def _printed_numbers(texte: StoredStreams, programm_id: str, version: str) -> tuple[str, ...]:
    """Page by page what is printed on it. Kept without the text, of which a search needs nothing."""
    return tuple("/".join(seite.gedruckt) for seite in texte.load_seiten(programm_id, version))


# --- the sentences whose reading is not proved are not offered as a source ---------------------------------

OMITTED = "[…]"

REPEATED = re.compile(r"\[…\](?:\s*\[…\])+")

ENOUGH = 60
"""So many characters must remain of a passage; it is not offered for a scrap."""


def proved_text(chunk: Chunk, spans: Sequence[Span]) -> str:
    """With „[…]“ for what lies in these ranges of the stream; empty if little remains."""
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
    programm = context.registry.dokumente.get(chunk.programm_id)
    stand = programm and context.store.stand_of(programm)
    if not stand:
        return []
    texte, id = context.texte, chunk.programm_id
    spans = _unsure(texte, id, stand.version, texte.druck_stamp(id))
    return [span for span in spans if span[0] < chunk.end and chunk.start < span[1]]


@lru_cache(maxsize=1024)
def _unsure(texte: StoredStreams, programm_id: str, version: str, stamp: int) -> tuple[Span, ...]:
    """`stamp`: what may be quoted changes when the print has been compared."""
    strom = texte.load_quotable(programm_id, version)
    return strom.unsicher if strom else ()

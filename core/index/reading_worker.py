"""What a worker process does with one Programm: read, cut, embed, keep the text stream. Writes no index."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core import garbage
from core.context import Context
from core.index.embedding import FloatMatrix, is_light
from core.index.themen import themen_of_programm
from core.models import Chunk
from core.programme import ocr, stored_streams
from core.programme.chunking import chunk
from core.programme.pymupdf_inside import pymupdf
from core.programme.textstrom import Textstrom, read_strom
from core.settings import Settings


@dataclass(frozen=True, slots=True)
class ReadingTask:
    """A Programm to be read; without `pdf`, from its stored text stream."""

    programm_id: str
    version: str
    pdf: Path | None
    settings: Settings


@dataclass(frozen=True, slots=True)
class Read:
    """A Programm ready to be indexed; its vectors and tags, unless a heavy model shall make them."""

    chunks: list[Chunk]
    vectors: FloatMatrix | None
    angaben: dict[str, Any]


@dataclass(frozen=True, slots=True)
class PicturePages:
    """Pages of a scan that must be recognised first."""

    seiten: tuple[int, ...]


def read_programm(auftrag: ReadingTask) -> Read | PicturePages:
    """The text stream lies on disk when this returns: an index that names a version finds its text."""
    _free_memory()
    context, settings = Context(auftrag.settings), auftrag.settings
    try:
        strom = _strom(auftrag, context)
    except ocr.Unrecognized as scan:
        return PicturePages(scan.seiten)
    chunks = chunk(auftrag.programm_id, strom, settings.chunk_strategie, settings.chunk_size)
    if not is_light(settings):
        return Read(chunks, None, _details(strom))
    vectors = context.embedder.embed_documents([chunk.text for chunk in chunks])
    themen = themen_of_programm(chunks, vectors, context.embedder)
    return Read(chunks, vectors, {**_details(strom), "themen": themen})


def warm_up(settings: Settings) -> None:
    """Load what reading needs."""
    pymupdf()
    if is_light(settings):
        _ = Context(settings).embedder


def _free_memory() -> None:
    """Once per Programm, not while it is read: it is hundred thousands of small objects, and no cycle."""
    garbage.collect_by_hand()


def _strom(auftrag: ReadingTask, context: Context) -> Textstrom:
    if auftrag.pdf is None:
        strom = stored_streams.load_strom(context.texte, auftrag.programm_id, auftrag.version)
        assert strom is not None
        return strom
    strom = read_strom(auftrag.pdf, context.erkannt)
    stored_streams.save_strom(context.texte, auftrag.programm_id, auftrag.version, strom)
    if any(seite.ocr for seite in strom.seiten):
        ocr.sweep(auftrag.pdf, context.erkannt)
    return strom


def _details(strom: Textstrom) -> dict[str, object]:
    """What the stock shows of a Programm's health."""
    return {
        "seiten": len(strom.seiten),
        "ohne_text": [s.nummer for s in strom.seiten if s.bild_ohne_text],
        "ocr": sum(s.ocr for s in strom.seiten),
        "ohne_unicode": strom.ohne_unicode,
        "zeichen": len(strom.text),
        "saetze": sum(len(strom.sentences_of(teil)) for teil in strom.absaetze),
        "unsicher": len(strom.unsure_sentences),
    }

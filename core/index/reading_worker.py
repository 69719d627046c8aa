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
from core.programme.print_check import Druckbefund, check_print, load_befund, save_befund, signs
from core.programme.pymupdf_inside import pymupdf
from core.programme.textstrom import Textstrom, read_strom
from core.settings import Settings


@dataclass(frozen=True, slots=True)
class ReadingTask:
    """A Programm to be read; without `pdf`, from its stored text stream."""

    programm_id: str
    version: str
    """Of the content of the PDF, or the stored reading of it."""
    pdf: Path | None
    settings: Settings


@dataclass(frozen=True, slots=True)
class Read:
    """A Programm ready to be indexed; its vectors and tags, unless a heavy model shall make them."""

    version: str
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
        version, strom = _strom(auftrag, context)
    except ocr.Unrecognized as scan:
        return PicturePages(scan.seiten)
    chunks = chunk(auftrag.programm_id, strom, settings.chunk_strategie, settings.chunk_size)
    if not is_light(settings):
        return Read(version, chunks, None, _details(strom))
    vectors = context.embedder.embed_documents([chunk.text for chunk in chunks])
    themen = themen_of_programm(chunks, vectors, context.embedder)
    return Read(version, chunks, vectors, {**_details(strom), "themen": themen})


def check_programm(auftrag: ReadingTask) -> Druckbefund:
    """What the print says of a Programm that was read in as its text layer has it."""
    assert auftrag.pdf
    context = Context(auftrag.settings)
    strom = stored_streams.load_strom(context.texte, auftrag.programm_id, auftrag.version)
    assert strom
    befund = check_print(auftrag.pdf, strom, auftrag.version)
    save_befund(context.texte, auftrag.programm_id, befund)
    return befund


def warm_up(settings: Settings) -> None:
    """Load what reading needs."""
    pymupdf()
    if is_light(settings):
        _ = Context(settings).embedder


def _free_memory() -> None:
    """Once per Programm, not while it is read: it is hundred thousands of small objects, and no cycle."""
    garbage.collect_by_hand()


def _strom(auftrag: ReadingTask, context: Context) -> tuple[str, Textstrom]:
    """The text, and the version of this reading; a file with signs of a bad text layer is compared first."""
    programm_id, pdf, erkannt, texte = auftrag.programm_id, auftrag.pdf, context.erkannt, context.texte
    if pdf is None:
        strom = stored_streams.load_strom(texte, programm_id, auftrag.version)
        assert strom is not None
        return auftrag.version, strom
    befund = load_befund(texte, programm_id, auftrag.version)
    strom = read_strom(pdf, erkannt, befund.seiten if befund else ())
    if befund is None and (verdacht := signs(pdf, strom)):
        befund = check_print(pdf, strom, auftrag.version, verdacht)
        save_befund(texte, programm_id, befund)
        if befund.seiten:
            strom = read_strom(pdf, erkannt, befund.seiten)
    version = befund.version() if befund else auftrag.version
    stored_streams.save_strom(texte, programm_id, version, strom)
    if any(seite.ocr for seite in strom.seiten) or (befund and befund.seiten):
        ocr.sweep(pdf, erkannt)
    return version, strom


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

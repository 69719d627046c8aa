"""Programme → Chunks → vectors → index. Only what changed is done again."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Any

from core.context import Context, default_context
from core.errors import DashboardError, EingabeError, IndexBeschaedigt, PdfFehlt
from core.models import Chunk, Programm
from core.programme import ablage
from core.programme.chunking import chunk
from core.programme.sources import find_pdf
from core.programme.strom import Textstrom, read_strom
from core.retrieval.vectorstore import UEBERALL, Stand

LOCK_TIMEOUT = 600.0
"""Seconds to wait for another process that is indexing: a whole stock takes less."""


class Ausgang(StrEnum):
    NEU = "indexiert"
    UNVERAENDERT = "unverändert"
    OHNE_PDF = "PDF fehlt"
    FEHLER = "Fehler"


@dataclass(frozen=True, slots=True)
class Indexergebnis:
    """What became of one Programm in an indexing run; `grund` is the German reason where it failed."""

    programm_id: str
    ausgang: Ausgang
    chunks: int = 0
    seiten: int = 0
    grund: str = ""


@dataclass(frozen=True, slots=True)
class Gelesen:
    """A PDF read and cut, ready to be embedded."""

    programm: Programm
    version: str
    strom: Textstrom
    chunks: list[Chunk]


def gebiet_of(programm: Programm) -> str:
    """The collection a Programm belongs to."""
    return programm.bundesland or UEBERALL


def index_programm(
    programm_id: str, pdf_dir: Path | str | None = None, context: Context | None = None
) -> int:
    """(Re)build the Chunks and vectors of one PDF; unchanged content costs nothing. Returns the count."""
    context = context or default_context()
    (ergebnis,) = index_programme([programm_id], pdf_dir, context)
    if ergebnis.ausgang is Ausgang.OHNE_PDF:
        raise PdfFehlt(ergebnis.grund)
    if ergebnis.ausgang is Ausgang.FEHLER:
        raise DashboardError(ergebnis.grund)
    return ergebnis.chunks


def index_programme(
    programm_ids: Sequence[str], pdf_dir: Path | str | None = None, context: Context | None = None
) -> Iterator[Indexergebnis]:
    """Index Programme one after the other; one that fails does not stop the rest.

    The next PDF is read while this one's vectors are written: reading is Python, writing is Chroma's.
    """
    context = context or default_context()
    programme = [_programm(context, programm_id) for programm_id in programm_ids]
    folder = Path(pdf_dir) if pdf_dir else context.settings.pdf_dir
    with context.store.writing(LOCK_TIMEOUT), ThreadPoolExecutor(1) as reader:
        lost = _repair(context, {gebiet_of(programm) for programm in programme})
        jobs = [partial(_reread, context, programm) for programm in lost if programm not in programme]
        jobs += [partial(_read, context, programm, folder) for programm in programme]
        pending = [reader.submit(job) for job in jobs[:1]]
        for index in range(len(jobs)):
            pending += [reader.submit(job) for job in jobs[index + 1 : index + 2]]
            gelesen = pending.pop(0).result()
            yield gelesen if isinstance(gelesen, Indexergebnis) else _write(context, gelesen)


def remove_programm(programm_id: str, context: Context | None = None) -> None:
    """Take a Programm out of the index; its PDF stays."""
    context = context or default_context()
    programm = _programm(context, programm_id)
    with context.store.writing(LOCK_TIMEOUT):
        context.store.remove(gebiet_of(programm), programm_id)
        ablage.sweep(context.texte, programm_id, keep=None)


def _programm(context: Context, programm_id: str) -> Programm:
    try:
        return context.registry.programme[programm_id]
    except KeyError:
        raise EingabeError(
            f"Das Programm {programm_id!r} steht nicht im Register. "
            "Alle Kennungen eines Landes: python -m core status --bundesland NRW"
        ) from None


def _repair(context: Context, gebiete: set[str]) -> list[Programm]:
    """Finish what a killed run left; of a broken index begin a new one, and say what has a stored text."""
    try:
        for gebiet in sorted(gebiete):
            context.store.sweep(gebiet)
    except IndexBeschaedigt:
        context.store.reset()
        stored = ablage.stored(context.texte)
        return [programm for programm in context.registry.programme.values() if programm.id in stored]
    return []


def _reread(context: Context, programm: Programm) -> Gelesen | Indexergebnis:
    """A Programm from its stored text stream, for which its PDF is not needed."""
    version = ablage.stored(context.texte)[programm.id]
    strom = ablage.load_strom(context.texte, programm.id, version)
    assert strom is not None
    return _cut(context, programm, version, strom)


def _read(context: Context, programm: Programm, folder: Path) -> Gelesen | Indexergebnis:
    stand = context.store.staende(gebiet_of(programm)).get(programm.id)
    pdf = find_pdf(programm, folder, context.settings.data_dir)
    if pdf is None and stand is None and programm.id in ablage.stored(context.texte):
        return _reread(context, programm)
    if pdf is None:
        grund = f"{programm.pdf} liegt nicht in {folder}. Legen Sie das PDF dort ab."
        return Indexergebnis(programm.id, Ausgang.OHNE_PDF, grund=grund)
    version = ablage.content_version(pdf)
    if ablage.stored(context.texte).get(programm.id) == version:
        if stand is None or stand.version != version:
            return _reread(context, programm)
        return Indexergebnis(programm.id, Ausgang.UNVERAENDERT, stand.chunks, int(stand.angaben["seiten"]))
    try:
        strom = read_strom(pdf)
    except DashboardError as error:
        ablage.save_fault(context.texte, programm.id, str(error))
        return Indexergebnis(programm.id, Ausgang.FEHLER, grund=str(error))
    return _cut(context, programm, version, strom)


def _cut(context: Context, programm: Programm, version: str, strom: Textstrom) -> Gelesen:
    chunks = chunk(programm.id, strom, context.settings.chunk_strategie, context.settings.chunk_size)
    return Gelesen(programm, version, strom, chunks)


def _write(context: Context, gelesen: Gelesen) -> Indexergebnis:
    programm_id, strom, chunks = gelesen.programm.id, gelesen.strom, gelesen.chunks
    try:
        vectors = context.embedder.embed_documents([chunk.text for chunk in chunks])
        # The stream first: an index that names a version finds its text.
        ablage.save_strom(context.texte, programm_id, gelesen.version, strom)
        now = datetime.now(UTC).isoformat(timespec="seconds")
        stand = Stand(gelesen.version, len(chunks), now, _angaben(strom))
        context.store.replace(gebiet_of(gelesen.programm), programm_id, stand, chunks, vectors)
        ablage.sweep(context.texte, programm_id, keep=gelesen.version)
    except DashboardError as error:
        return Indexergebnis(programm_id, Ausgang.FEHLER, grund=str(error))
    return Indexergebnis(programm_id, Ausgang.NEU, len(chunks), len(strom.seiten))


def _angaben(strom: Textstrom) -> dict[str, Any]:
    """What the stock shows of a Programm's health."""
    return {
        "seiten": len(strom.seiten),
        "ohne_text": [s.nummer for s in strom.seiten if s.bild_ohne_text],
        "ocr": sum(s.ocr for s in strom.seiten),
        "ohne_unicode": strom.ohne_unicode,
        "zeichen": len(strom.text),
    }


# --- which Programme ----------------------------------------------------------------------------------------


def demo_programme(context: Context) -> list[str]:
    """The Programme of the fictional Land, with the Grundsatzprogramme of its parties."""
    parteien = context.registry.parteien
    return [p.id for p in context.registry.programme.values() if parteien[p.partei].stands_in("DEMO")]


def programme_of(context: Context, bundesland: str) -> list[str]:
    """The Programme of one Land."""
    if bundesland == "DEMO":
        return demo_programme(context)
    return [p.id for p in context.registry.programme.values() if p.bundesland == bundesland]


def with_pdf(context: Context, pdf_dir: Path | None = None) -> list[str]:
    """Every Programm whose PDF is there."""
    folder, data_dir = pdf_dir or context.settings.pdf_dir, context.settings.data_dir
    return [p.id for p in context.registry.programme.values() if find_pdf(p, folder, data_dir)]

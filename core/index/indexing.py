"""Programme → Chunks → vectors → index. Only what changed is done again."""

from collections import deque
from collections.abc import Iterator, Sequence
from pathlib import Path

from core.context import Context, default_context
from core.errors import DashboardError, PdfFehlt
from core.index.cluster import reading_pool
from core.index.reading_pool import (
    Druckschritt,
    Indexergebnis,
    Leseausgang,
    ReadingOperation,
    Schritt,
    Seitenstand,
    gebiet_of,
)
from core.models import Programm
from core.programme import stored_streams
from core.programme.pdf_files import find_pdf
from core.programme.registry import find_programm

__all__ = [
    "Druckschritt",
    "Indexergebnis",
    "Leseausgang",
    "Schritt",
    "Seitenstand",
    "gebiet_of",
    "index_programm",
]

LOCK_TIMEOUT = 600.0
"""Seconds to wait for another process that is indexing: a whole stock takes less."""


def index_programm(
    programm_id: str, pdf_dir: Path | str | None = None, context: Context | None = None
) -> int:
    """(Re)build the Chunks and vectors of one PDF; unchanged content costs nothing. Returns the count."""
    context = context or default_context()
    *_, ergebnis = index_programme([programm_id], pdf_dir, context)
    if ergebnis.ausgang is Leseausgang.WITHOUT_PDF:
        raise PdfFehlt(ergebnis.grund)
    if ergebnis.ausgang is Leseausgang.ERROR:
        raise DashboardError(ergebnis.grund)
    return ergebnis.chunks


def index_programme(
    programm_ids: Sequence[str], pdf_dir: Path | str | None = None, context: Context | None = None
) -> Iterator[Indexergebnis]:
    """Index Programme, as many at once as there are cores; one that fails does not stop the rest.

    Results come in the order asked for, between them those that a broken index made necessary; a second one
    of a Programm whose print says something else than its text layer.
    """
    found: dict[str, Indexergebnis] = {}
    waiting = deque(dict.fromkeys(programm_ids))
    for schritt in index_steps(programm_ids, pdf_dir, context):
        if isinstance(schritt, Indexergebnis):
            if schritt.programm_id not in waiting:
                yield schritt
            found[schritt.programm_id] = schritt
        while waiting and waiting[0] in found:
            yield found[waiting.popleft()]


def index_steps(
    programm_ids: Sequence[str], pdf_dir: Path | str | None = None, context: Context | None = None
) -> Iterator[Schritt]:
    """The same as it happens: what is done first comes first, and how far recognising a scan is."""
    context = context or default_context()
    folder = Path(pdf_dir) if pdf_dir else context.settings.pdf_dir
    programme = [find_programm(context.registry, programm_id) for programm_id in dict.fromkeys(programm_ids)]
    # The longest first: begun last, it would be read alone at the end.
    waiting = deque(sorted(programme, key=lambda programm: -_size(context, programm, folder)))
    with context.store.writing(LOCK_TIMEOUT), reading_pool() as pool:
        operation = ReadingOperation(context, folder, pool)
        operation.prepare(programme)
        yield from operation.run(lambda: waiting.popleft() if waiting else None)


def _size(context: Context, programm: Programm, folder: Path) -> int:
    pdf = find_pdf(programm, folder, context.settings.data_dir)
    return pdf.stat().st_size if pdf else 0


def remove_programm(programm_id: str, context: Context | None = None) -> None:
    """Take a Programm out of the index; its PDF stays."""
    context = context or default_context()
    programm = find_programm(context.registry, programm_id)
    with context.store.writing(LOCK_TIMEOUT):
        context.store.remove(gebiet_of(programm), programm_id)
        stored_streams.sweep(context.texte, programm_id, keep=None)


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

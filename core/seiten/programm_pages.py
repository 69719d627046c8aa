"""A Programm page by page: its picture with the Chunks framed, what is on it, the way to every Abschnitt."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from core.context import Context
from core.index.indexing import gebiet_of
from core.models import Chunk, Programm
from core.programme.source_labels import seiten_url
from core.programme.textstrom import Seite, Textstrom
from core.seiten.chunk_frames import ChunkPlace, Heading, render_structure
from core.seiten.highlight import document_of, quelle_of
from core.seiten.zitat_page import PageGlance, page_glance

NOT_READ_IN = "Das Programm ist nicht eingelesen. Deshalb gibt es noch keine Passagen und Abschnitte."
READ_DIFFERENTLY = (
    "Seit dem Einlesen hat sich das PDF geändert oder die Art, es zu lesen. Wo die Passagen jetzt stehen, "
    "ist nicht gesichert; „Einlesen“ in der Liste bringt das Programm auf den neuesten Stand."
)


@dataclass(frozen=True, slots=True)
class Abschnitt:
    """A heading with Chunks below it; `ebene` counts from 0, `seite` is where the first of them begins."""

    titel: str
    ebene: int
    seite: int


@dataclass(frozen=True, slots=True)
class Unsure:
    """A sentence that was not read with certainty, and the page on which it begins."""

    seite: int
    text: str


@dataclass(frozen=True, slots=True, eq=False)
class ProgrammView:
    """`gelesen`: how the page was read; None where this PDF is not what was read, as `blick` then says."""

    blick: PageGlance
    chunks: tuple[ChunkPlace, ...]
    ueberschriften: tuple[Heading, ...]
    gelesen: Seite | None
    abschnitte: tuple[Abschnitt, ...]
    unsicher: tuple[Unsure, ...] = ()


def programm_view(
    context: Context, programm: Programm, seite: int | None = None, framed: bool = True
) -> ProgrammView:
    """The page nearest to the one asked for, else the first with text; `framed`: with its Chunks."""
    blick = page_glance(context, programm.id, seite or _first_with_text(context, programm))
    aufbau = render_structure(programm.id, blick.seite, context) if blick.seitenzahl else None
    if aufbau is None:
        return ProgrammView(blick, (), (), None, ())
    if aufbau.version is None:
        return ProgrammView(replace(blick, hinweis=_why_unread(context, programm)), (), (), None, ())
    if framed:
        # A page as PDF has no frames.
        blick = replace(blick, bild=seiten_url(programm.id, blick.seite, aufbau=True), seitenpdf="")
    chunks = context.store.chunks_of(gebiet_of(programm), programm.id)
    strom = _strom(context, programm)
    return ProgrammView(
        blick,
        aufbau.chunks,
        aufbau.ueberschriften,
        strom.seiten[blick.seite - 1] if strom else None,
        tuple(abschnitte(chunks)),
        tuple(unsure(strom)) if strom else (),
    )


def _first_with_text(context: Context, programm: Programm) -> int:
    """A cover is nothing to read."""
    chunks = context.store.chunks_of(gebiet_of(programm), programm.id)
    return min((chunk.seite for chunk in chunks), default=1)


def abschnitte(chunks: Iterable[Chunk]) -> list[Abschnitt]:
    """The headings in order of the text, each once."""
    found: dict[tuple[str, ...], Abschnitt] = {}
    for chunk in chunks:
        for ebene in range(len(chunk.abschnitt)):
            path = chunk.abschnitt[: ebene + 1]
            found.setdefault(path, Abschnitt(path[-1], ebene, chunk.seiten[0]))
    return list(found.values())


def unsure(strom: Textstrom) -> Iterator[Unsure]:
    """The sentences that nobody may quote, in order of the text."""
    for start, end in strom.unsure_sentences:
        pages = strom.pages_of(start, end)
        yield Unsure(pages[0] if pages else 1, " ".join(strom.text[start:end].split()))


def _strom(context: Context, programm: Programm) -> Textstrom | None:
    """What was read, of exactly this PDF."""
    dokument = document_of(context, programm.id)
    quelle = quelle_of(context, programm.id, dokument) if dokument else None
    return quelle.strom if quelle else None


def _why_unread(context: Context, programm: Programm) -> str:
    is_indexed = programm.id in context.store.staende(gebiet_of(programm))
    return READ_DIFFERENTLY if is_indexed else NOT_READ_IN

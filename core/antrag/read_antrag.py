"""Read an Antrag: from text, from the bytes of a file, from a PDF."""

import hashlib
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from core.antrag.antrag import Antrag
from core.antrag.antrag_head import read_head
from core.antrag.antrag_parts import build_up, is_bound, is_mark, is_page_head, paragraphs_of, split_mark
from core.antrag.forderungen import split_teile
from core.base import formats
from core.base.errors import EingabeError
from core.base.memory import Recent
from core.processes.pdf_processes import Aim, apart, read_apart
from core.programme.registry import Registry
from core.wortlaut.german.folding import letters, occurrences
from core.wortlaut.german.words import joint
from core.wortlaut.reading.mupdf import is_pdf
from core.wortlaut.reading.pdf import Zeile
from core.wortlaut.reading.read_paragraphs import read_paragraphs
from core.wortlaut.reading.reading_order import Paragraph
from core.wortlaut.records import Box

MAX_MB = 50
MAX_SEITEN = 300
MAX_PICTURE_PAGES = 60
MAX_LETTERS = 500_000
MAX_FORDERUNGEN = 300
"""Of a file, of a PDF, of a scan, of a text. The largest of 108 real ones has 0.7 MB, 108 pages, 315,000
characters and 192 Forderungen."""

LONG = 50_000
"""A longer text is read in a process of its own: half a million characters made to be hard to read take
seconds, in which this one would answer nobody."""

UNNAMED = "Antrag.pdf"
LONGEST_NAME = 120
"""Bytes of a file's name that are kept, its end: a disk takes 255."""

NO_TEXT = (
    "Die Datei ist weder ein PDF noch reiner Text. Speichern Sie den Antrag als PDF oder fügen Sie seinen "
    "Text ein."
)
SHORTEN = "Kürzen Sie ihn auf das, was geprüft werden soll."

SCAN_SECONDS = 180.0
"""For recognising all of a scan: at 1.4 s of computing for a page 60 take 84 s."""


def read_antrag(text: str, registry: Registry) -> Antrag:
    """Read a text that was pasted, with or without its head and its line breaks."""
    if len(text) > MAX_LETTERS:
        raise EingabeError(
            f"Der Text hat {formats.number(len(text))} Zeichen, ein Antrag darf "
            f"{formats.number(MAX_LETTERS)} haben. Lassen Sie Anlagen weg."
        )
    if len(text) > LONG:
        return apart(Aim.READ, "Der Antrag", _read, text, registry, way_out=SHORTEN)
    return _read(text, registry)


def _read(text: str, registry: Registry) -> Antrag:
    parts = paragraphs_of(text)
    if not parts:
        raise EingabeError("Der Antrag ist leer. Fügen Sie seinen Text ein oder laden Sie ihn als PDF hoch.")
    aufbau = build_up(parts)
    antrag, teile = read_head("\n\n".join(parts), aufbau, registry), split_teile(aufbau)
    if len(teile.forderungen) > MAX_FORDERUNGEN:
        raise EingabeError(
            f"In dem Text stehen {formats.number(len(teile.forderungen))} Forderungen, ein Antrag darf "
            f"{formats.number(MAX_FORDERUNGEN)} haben. {SHORTEN}"
        )
    return replace(
        antrag,
        forderungen=teile.forderungen,
        feststellung=teile.feststellung,
        begruendung=teile.begruendung,
    )


def read_antrag_bytes(data: bytes, registry: Registry, name: str = UNNAMED) -> Antrag:
    """Read an uploaded file, PDF or text. `name` is what it is called in what is told of it."""
    if len(data) > MAX_MB << 20:
        raise EingabeError(
            f"Die Datei ist mit {formats.size(len(data))} größer als {MAX_MB} MB. Speichern Sie den Antrag "
            "ohne Anlagen oder fügen Sie seinen Text ein."
        )
    if is_pdf(data):
        return read_antrag_pdf(data, registry, name)
    return read_antrag(decoded(data), registry)


def read_antrag_pdf(source: Path | bytes, registry: Registry, name: str = UNNAMED) -> Antrag:
    """Read a Drucksache from its file or its bytes; `name`: what a file of these bytes is called."""
    if isinstance(source, Path):
        return read_antrag(_text_of(source), registry)
    with TemporaryDirectory() as folder:
        path = Path(folder) / file_name(name)
        path.write_bytes(source)
        return read_antrag(_text_of(path), registry)


def file_name(name: str) -> str:
    """A browser tells any name; what of it cannot be a name of a file here is left out."""
    base = name.replace("\\", "/").rpartition("/")[2]
    kept = "".join(c for c in base if c.isprintable()).strip(". ")
    short = kept.encode(errors="ignore")[-LONGEST_NAME:].decode(errors="ignore").strip(". ")
    if not short:
        return UNNAMED
    return short if short.casefold().endswith(".pdf") else f"{short}.pdf"  # by its name it is opened


def _text_of(path: Path) -> str:
    return read_apart(path, _pdf_text, MAX_PICTURE_PAGES, SCAN_SECONDS)


def decoded(data: bytes, refusal: str = NO_TEXT) -> str:
    """The text of a file that is no PDF; `refusal`: what is said of one that holds no text."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", errors="replace")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", errors="replace")
    if "\x00" in text or text.startswith("{\\rtf"):
        raise EingabeError(refusal)
    return text


def _pdf_text(path: Path, erkannt: Path) -> str:
    return "\n\n".join(item for paragraph in pdf_paragraphs(path, erkannt) for item in _items(paragraph))


def pdf_paragraphs(path: Path, erkannt: Path, with_footnotes: bool = False) -> list[Paragraph]:
    """The paragraphs of a PDF; its footnotes would stand amid sentences, so they are left out by default."""
    return read_paragraphs(path, erkannt, MAX_SEITEN, _lines, with_footnotes)


def _lines(row: Sequence[Zeile], is_first: bool) -> Iterator[Zeile]:
    """Without what heads every page, and with each mark on the line of its text."""
    if not is_page_head(" ".join(zeile.text for zeile in row), in_head=is_first):
        yield from _with_mark(row)


def _with_mark(row: Sequence[Zeile]) -> Iterator[Zeile]:
    """„1.“ as a line of its own goes before its text, lest the numbers be taken for a column."""
    if len(row) < 2 or not is_mark(row[0].text):
        yield from row
        return
    mark, first, *rest = row
    yield replace(first, woerter=[*mark.woerter, *first.woerter], x0=mark.x0)
    yield from rest


def _items(paragraph: Paragraph) -> Iterator[str]:
    """A paragraph with its lines joined, but for the items of a list in it."""
    text, before = "", paragraph.reihen[0]
    for row in paragraph.reihen:
        outdented = row.x0 < before.x0 - 2 or (row.x0 < before.x0 + 2 and split_mark(before.text) is not None)
        opens_item = split_mark(row.text) is not None and not is_bound(text, row.text, outdented)
        if text and not opens_item:
            text = "".join(joint(text, row.text))
        else:
            if text:
                yield text
            text = row.text
        before = row
    yield text


# --- the lines of the file an Antrag was read from, each with page and place; where a wording stands -------


@dataclass(frozen=True, slots=True)
class ReadRow:
    """A line as it was read: its page, its box there, its letters."""

    seite: int
    box: Box
    key: str


_read_rows: Recent[tuple[ReadRow, ...]] = Recent(20_000, len)


def read_rows(path: Path) -> tuple[ReadRow, ...]:
    """The lines of a PDF in reading order, kept in memory as long as the file is what it was."""
    version = hashlib.sha256(path.read_bytes()).hexdigest()
    return _read_rows.get(version, lambda: read_apart(path, _rows, MAX_PICTURE_PAGES, SCAN_SECONDS))


def _rows(path: Path, erkannt: Path) -> tuple[ReadRow, ...]:
    return tuple(
        ReadRow(
            reihe.seite.nummer,
            reihe.seite.page_box((zeile.x0, zeile.y0, zeile.x1, zeile.y1)),
            letters(zeile.text),
        )
        for paragraph in pdf_paragraphs(path, erkannt)
        for reihe in paragraph.reihen
        for zeile in reihe.reihe
    )


def rows_of_span(rows: Sequence[ReadRow], text: str, start: int, end: int) -> Sequence[ReadRow]:
    """The lines on which this range of the Antrag's text stands; none where that is not certain.

    Found by its letters. Words that stand in the file several times are told apart by their order, as long
    as they stand in the text as often.
    """
    key = letters(text[start:end])
    whole = "".join(row.key for row in rows)
    places = list(occurrences(key, whole))
    if not places:
        return ()
    if len(places) > 1:
        in_text = list(occurrences(key, letters(text)))
        if len(in_text) != len(places):
            return ()
        at = len(letters(text[:start]))
        places = [place for place, there in zip(places, in_text, strict=True) if there == at]
    if not places:
        return ()
    starts, length = [], 0
    for row in rows:
        starts.append(length)
        length += len(row.key)
    first, last = places[0], places[0] + len(key) - 1
    return rows[bisect_right(starts, first) - 1 : bisect_right(starts, last)]

"""A text from anywhere as blocks: pasted, Word, PDF, a web page, a mail, a model's JSON.

Whatever comes in is data: nothing of it is fetched, run or drawn. What nobody sees is left out, so that what
is checked is what is shown; what is not read is told.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from core.antrag.read_antrag import MAX_PICTURE_PAGES, SCAN_SECONDS, decoded, file_name, pdf_paragraphs
from core.base import formats
from core.base.errors import EingabeError
from core.features.textcheck.blocks import Block, BlockKind, ReadText, Unread, counted_unread
from core.features.textcheck.mail_file import is_mail, mail_blocks
from core.features.textcheck.markdown_text import LIST_MARK, text_blocks
from core.features.textcheck.quote_marks import MARK
from core.features.textcheck.web_page import page_blocks
from core.features.textcheck.word_file import word_blocks
from core.processes.pdf_processes import Aim, apart, read_apart
from core.proof.reconstruct import PART_NAMES, QUOTE_NAMES
from core.wortlaut.errors import PdfError
from core.wortlaut.german.folding import letters, visible
from core.wortlaut.german.words import joint
from core.wortlaut.reading.mupdf import is_pdf

MAX_MB = 20
MAX_LETTERS = 300_000
"""Of a text: a book of 150 pages."""

LONG = 20_000
"""A longer text or page is read in a process of its own, as every Word file and PDF is: 2 MB made to be hard
to read take seconds, in which this one would answer nobody."""

READING_SECONDS = 8.0
"""Of computing. The longest of real files, a book of 150 pages in Word, takes 2 s; who comes as the third
beside two files that take all of it waits for 16."""

DEEPEST = 60
"""Levels of a JSON answer; real ones have six."""

WAY_OUT = "Kürzen Sie ihn auf das, was geprüft werden soll."
TOO_LONG = f"Der Text hat mehr als {formats.number(MAX_LETTERS)} Zeichen. {WAY_OUT}"
NO_TEXT = "Die Datei ist weder Word, PDF, Webseite, Mail, JSON noch reiner Text. Fügen Sie ihren Text ein."

DIRECTION = re.compile("[\u202a-\u202e\u2066-\u2069]")
"""Characters that show a text in another order than it has: „15“ looks like „51“."""
MARKUP = re.compile(
    r"\s*(?:<\?xml|<!--|<!doctype|<html|<head|<body|<p[ >]|<div[ >]|<span[ >]|<ul[ >]|<ol[ >]|<table[ >]"
    r"|<section|<main|<blockquote|<article|<h[1-6][ >])",
    re.IGNORECASE,
)

Read = tuple[list[Block], Counter[Unread]]


def read_text(text: str) -> ReadText:
    """Read what somebody pasted: plain text, Markdown, HTML or JSON."""
    return _closed(*_bounded("Der Text", len(text), _text, text))


def read_file(data: bytes, name: str = "") -> ReadText:
    """Read an uploaded file by what is in it; its name decides nothing but whether it is a mail."""
    if len(data) > MAX_MB << 20:
        raise EingabeError(
            f"Die Datei ist mit {formats.size(len(data))} größer als {MAX_MB} MB. Fügen Sie den Text ein, "
            "der geprüft werden soll."
        )
    if is_pdf(data):
        return _closed(_pdf_blocks(data, name), Counter())
    if data.startswith(b"PK\x03\x04"):
        return _closed(*_bounded("Die Word-Datei", MAX_LETTERS, _word, data))
    if is_mail(data, name):
        return _closed(*_bounded("Die Mail", len(data), _mail, data))
    return read_text(decoded(data, NO_TEXT))


def one_quotation(text: str, source: str) -> ReadText:
    """What somebody gives as a quote and nothing else: all of it is one, whatever it looks like."""
    return _closed([Block(BlockKind.QUOTE, text, source)], Counter())


def _bounded(name: str, size: int, read: Callable[..., Read], given: str | bytes) -> Read:
    if size <= LONG:
        return read(given)
    try:
        return apart(Aim.READ, name, read, given, seconds=READING_SECONDS, way_out=WAY_OUT)
    except PdfError as error:  # it is the file's fault, as of one that is damaged
        raise EingabeError(str(error)) from error


def _closed(blocks: Iterable[Block], unread: Counter[Unread]) -> ReadText:
    """The blocks without what nobody sees; EingabeError where nothing, or too much, is left."""
    kept, size = [], 0
    for block in blocks:
        text = visible(block.text.replace("\r\n", "\n").replace("\r", "\n")).strip()
        size += len(text) + 2
        if size > MAX_LETTERS:
            raise EingabeError(TOO_LONG)
        if letters(text):
            is_reordered = bool(DIRECTION.search(block.text))
            kept.append(replace(block, text=text, source=visible(block.source), is_reordered=is_reordered))
    read = ReadText(tuple(kept), counted_unread(unread))
    if not kept:
        told = " ".join(filter(None, ("Der Text ist leer.", read.unread_in_words())))
        raise EingabeError(f"{told} Fügen Sie den Text ein, dessen Zitate geprüft werden sollen.")
    return read


def _text(text: str) -> Read:
    unread: Counter[Unread] = Counter()
    if MARKUP.match(text):
        return list(_short(page_blocks(text, unread))), unread
    if text.lstrip()[:1] in ("{", "["):
        try:
            return list(_short(_json(json.loads(text, object_pairs_hook=_Fields), 0, "", unread))), unread
        except (ValueError, RecursionError):
            unread.clear()  # a text may begin with a bracket
    if len(" ".join(text.split())) > 2 * MAX_LETTERS:
        raise EingabeError(TOO_LONG)
    return list(_short(text_blocks(text, unread))), unread


def _word(data: bytes) -> Read:
    unread: Counter[Unread] = Counter()
    return list(_short(word_blocks(data, unread))), unread


def _mail(data: bytes) -> Read:
    unread: Counter[Unread] = Counter()
    return list(_short(mail_blocks(data, unread))), unread


def _short(blocks: Iterable[Block]) -> Iterator[Block]:
    """As many as are worth handing over: one more letter than may be tells that it is too long."""
    size = 0
    for block in blocks:
        yield block
        size += len(block.text)
        if size > 2 * MAX_LETTERS:
            return


# --- PDF ----------------------------------------------------------------------------------------------------


def _pdf_blocks(data: bytes, name: str) -> list[Block]:
    with TemporaryDirectory() as folder:
        path = Path(folder) / file_name(name)
        path.write_bytes(data)
        try:
            return read_apart(path, _pdf, MAX_PICTURE_PAGES, SCAN_SECONDS)
        except PdfError as error:  # what was given is damaged, not the service
            raise EingabeError(str(error)) from error


def _pdf(path: Path, erkannt: Path) -> list[Block]:
    blocks = []
    for paragraph in pdf_paragraphs(path, erkannt, with_footnotes=True):
        text = ""
        for row in paragraph.reihen:
            text = "".join(joint(text, row.text)) if text else row.text
        mark = LIST_MARK.match(text)
        kind = BlockKind.ITEM if mark else BlockKind.TEXT
        blocks.append(Block(kind, text[mark.end() :] if mark else text))
    return blocks


# --- a model's JSON -----------------------------------------------------------------------------------------

PAGE_NAMES = ("seite", "seiten", "page", "pages")
LONGEST_FIELD = 200
"""Characters of a field that says something of a quote beside it; a longer one is a text of its own."""


QUOTE_FIELD = re.compile("zitat|quot(?:e|ation)|citation|beleg|wortlaut|excerpt|auszug")
BESIDE_QUOTE = re.compile(
    "quelle|source|seite|page|url|link|status|anzahl|count|zahl|score|punkte|grund|begr|datum|autor|partei|fraktion|sprecher"
    "|(?:id|art|typ|type|name|nr)$"
)
"""„quote_text“, „Wörtliches Zitat“; in „zitatquelle“ stands something else."""


class _Fields(list[tuple[str, object]]):
    """An object of JSON with all its fields: where one stands twice, both count."""


def _json(value: object, depth: int, around: str, unread: Counter[Unread]) -> Iterator[Block]:
    """Every quote, with the short fields beside and above it as what is said of it; every long text, and
    every short one with quote marks."""
    if depth > DEEPEST:
        raise EingabeError(f"Die Antwort ist tiefer als {DEEPEST} Ebenen verschachtelt. {WAY_OUT}")
    if isinstance(value, _Fields):
        said = " · ".join(filter(None, (around, *_said(value))))
        for key, inner in value:
            name = letters(key)
            yield from _in_marks(key, unread)
            if isinstance(inner, str) and (name in QUOTE_NAMES or name in PART_NAMES or _names_quote(name)):
                yield Block(BlockKind.QUOTE, inner, said)
            elif isinstance(inner, str):
                is_text = len(inner) > LONGEST_FIELD or "\n" in inner
                yield from text_blocks(inner, unread) if is_text else _in_marks(inner, unread)
            elif name in PART_NAMES and isinstance(inner, list) and not isinstance(inner, _Fields):
                for one in inner:
                    if isinstance(one, str):
                        yield Block(BlockKind.QUOTE, one, said)
                    else:
                        yield from _json(one, depth + 1, said, unread)
            else:
                yield from _json(inner, depth + 1, f"{said} · {key}" if said else key, unread)
    elif isinstance(value, list):
        for one in value:
            yield from _json(one, depth + 1, around, unread)
    elif isinstance(value, str):
        yield from text_blocks(value, unread)


def _names_quote(name: str) -> bool:
    return bool(QUOTE_FIELD.search(name)) and not BESIDE_QUOTE.search(name)


def _in_marks(text: str, unread: Counter[Unread]) -> Iterator[Block]:
    return text_blocks(text, unread) if MARK.search(text) else iter(())


def _said(fields: _Fields) -> Iterator[str]:
    for key, value in fields:
        name = letters(key)
        if name in QUOTE_NAMES or isinstance(value, bool) or value is None:
            continue
        if name in PAGE_NAMES:
            numbers = value if isinstance(value, list) else [value]
            yield f"S. {', '.join(str(number) for number in numbers[:5])}"[:LONGEST_FIELD]
        elif isinstance(value, str | int) and len(str(value)) <= LONGEST_FIELD:
            yield str(value)

"""A text from anywhere as blocks: pasted, Word, PDF, a web page, a mail, a model's JSON.

Whatever comes in is data: nothing of it is fetched, run or drawn. What nobody sees is left out, so that what
is checked is what is shown.
"""

import email
import email.policy
import io
import json
import re
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from email.message import EmailMessage
from enum import StrEnum
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from core.antrag.antrag import is_pdf
from core.antrag.read_antrag import MAX_PICTURE_PAGES, SCAN_SECONDS, decoded, file_name, pdf_paragraphs
from core.citations.reconstruct import PART_NAMES, QUOTE_NAMES
from core.errors import EingabeError
from core.german import formats
from core.german.folding import letters, visible
from core.german.words import joint
from core.programme.ocr import read_apart

if TYPE_CHECKING:
    from docx.document import Document
    from docx.text.paragraph import Paragraph

MAX_MB = 20
MAX_LETTERS = 300_000
"""Of a text: a book of 150 pages."""

MAX_UNPACKED = 100 << 20
"""Bytes that a Word file may unpack to; one of 150 pages with pictures takes 20 MB."""

DEEPEST = 60
"""Levels of a JSON answer; real ones have six."""

WAY_OUT = "Kürzen Sie ihn auf das, was geprüft werden soll."
NO_TEXT = "Die Datei ist weder Word, PDF, Webseite, Mail, JSON noch reiner Text. Fügen Sie ihren Text ein."

LIST_MARK = re.compile(r"[ \t]*+(?:[-*+•·▪●–]|\(?\d{1,3}[.)]|\(?[a-z]\))[ \t]++(?=\S)")
HEADING = re.compile(r"[ \t]*+#{1,6}[ \t]++(?=\S)|[ \t]*+(?=(?:\*\*|__)[^*_\n]{1,80}(?:\*\*|__):?[ \t]*$)")
QUOTED_LINE = re.compile(r"[ \t]{0,3}>[ \t]?")
TABLE_ROW = re.compile(r"[ \t]*\|(.*)\|[ \t]*$")
TABLE_RULE = re.compile(r"[\s|:-]*$")
INDENTED = re.compile(r"(?: {3}|\t)[ \t]*+(?=\S)")
DIRECTION = re.compile("[\u202a-\u202e\u2066-\u2069]")
"""Characters that show a text in another order than it has: „15“ looks like „51“."""
MAIL_HEAD = re.compile(rb"(?:[A-Za-z][A-Za-z-]*: .*(?:\r?\n[ \t].*)*\r?\n){2,}", re.IGNORECASE)
MAIL_FIELDS = re.compile(rb"(?im)^(?:from|von):.*$")
MARKUP = re.compile(
    r"\s*(?:<!doctype|<html|<body|<p[ >]|<div[ >]|<blockquote|<article|<h[1-6][ >])", re.IGNORECASE
)


class BlockKind(StrEnum):
    TEXT = "text"
    HEADING = "ueberschrift"
    ITEM = "aufzaehlung"
    QUOTE = "zitat"


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, heading, list item, table row or quotation.

    `source`: what the fields around it in a JSON file say of it. `is_reordered`: it held characters that turn
    the direction of reading.
    """

    kind: BlockKind
    text: str
    source: str = ""
    is_reordered: bool = False


@dataclass(frozen=True)
class ReadText:
    blocks: tuple[Block, ...]

    @cached_property
    def text(self) -> str:
        """All of it; a blank line stands between two blocks."""
        return "\n\n".join(block.text for block in self.blocks)

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """Where each block begins in the text."""
        return tuple(accumulate((len(block.text) + 2 for block in self.blocks[:-1]), initial=0))


def read_text(text: str) -> ReadText:
    """Read what somebody pasted: plain text, Markdown, HTML or JSON."""
    if MARKUP.match(text):
        return _closed(_html(text))
    if text.lstrip()[:1] in ("{", "["):
        try:
            return _closed(_json(json.loads(text), 0, ""))
        except (ValueError, RecursionError):
            pass  # a text may begin with a bracket
    return _closed(_lines(text))


def read_file(data: bytes, name: str = "") -> ReadText:
    """Read an uploaded file by what is in it; its name decides nothing but whether it is a mail."""
    if len(data) > MAX_MB << 20:
        raise EingabeError(
            f"Die Datei ist mit {formats.size(len(data))} größer als {MAX_MB} MB. Fügen Sie den Text ein, "
            "der geprüft werden soll."
        )
    if is_pdf(data):
        with TemporaryDirectory() as folder:
            path = Path(folder) / file_name(name)
            path.write_bytes(data)
            return _closed(read_apart(path, _pdf, MAX_PICTURE_PAGES, SCAN_SECONDS))
    if data.startswith(b"PK\x03\x04"):
        return _closed(_word(data))
    head = MAIL_HEAD.match(data[:20_000])
    if name.casefold().endswith(".eml") or (head and MAIL_FIELDS.search(head[0])):
        return _mail(data)
    return read_text(decoded(data, NO_TEXT))


def _closed(blocks: Iterator[Block] | Sequence[Block]) -> ReadText:
    """The blocks without what nobody sees; EingabeError where nothing, or too much, is left."""
    kept, size = [], 0
    for block in blocks:
        text = visible(block.text.replace("\r\n", "\n").replace("\r", "\n")).strip()
        size += len(text) + 2
        if size > MAX_LETTERS:
            raise EingabeError(f"Der Text hat mehr als {formats.number(MAX_LETTERS)} Zeichen. {WAY_OUT}")
        if letters(text):
            is_reordered = bool(DIRECTION.search(block.text))
            kept.append(replace(block, text=text, source=visible(block.source), is_reordered=is_reordered))
    if not kept:
        raise EingabeError("Der Text ist leer. Fügen Sie den Text ein, dessen Zitate geprüft werden sollen.")
    return ReadText(tuple(kept))


# --- plain text and Markdown --------------------------------------------------------------------------------


def _lines(text: str) -> Iterator[Block]:
    """Paragraphs at blank lines; within them list items, quoted lines, table rows and headings."""
    after_item = False
    for paragraph in re.split(r"\n[ \t]*\n", text.replace("\r\n", "\n").replace("\r", "\n")):
        lines = [line for line in paragraph.split("\n") if line.strip()]
        is_indented = all(INDENTED.match(line) and not LIST_MARK.match(line) for line in lines)
        if lines and not after_item and is_indented:
            yield Block(BlockKind.QUOTE, "\n".join(line.strip() for line in lines))
            continue
        for kind, part in _split(lines):
            after_item = kind is BlockKind.ITEM
            yield Block(kind, "\n".join(part))


def _split(lines: Sequence[str]) -> Iterator[tuple[BlockKind, list[str]]]:
    kind, part = BlockKind.TEXT, list[str]()
    for line in lines:
        opened, text = _kind_of(line)
        goes_on = opened is BlockKind.QUOTE and kind is BlockKind.QUOTE
        goes_on |= opened is BlockKind.TEXT and kind in (BlockKind.TEXT, BlockKind.ITEM) and line[:1] != "|"
        if part and not goes_on:
            yield kind, part
            part = []
        kind = kind if part else opened
        if not (TABLE_ROW.match(line) and TABLE_RULE.match(line)):
            part.append(text)
    if part:
        yield kind, part


def _kind_of(line: str) -> tuple[BlockKind, str]:
    if found := QUOTED_LINE.match(line):
        return BlockKind.QUOTE, line[found.end() :].lstrip("> \t")
    if found := HEADING.match(line):
        return BlockKind.HEADING, line[found.end() :].strip("*_# \t")
    if found := TABLE_ROW.match(line):
        return BlockKind.TEXT, " | ".join(cell.strip() for cell in found[1].split("|"))
    if found := LIST_MARK.match(line):
        return BlockKind.ITEM, line[found.end() :]
    return BlockKind.TEXT, line.strip()


# --- a web page ---------------------------------------------------------------------------------------------

HIDDEN_TAGS = "script style template noscript head svg iframe object textarea select".split()
BLOCK_TAGS = {
    **dict.fromkeys(("p", "div", "section", "article", "body", "tr", "dd", "dt", "figcaption", "pre"), None),
    **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6"), BlockKind.HEADING),
    "li": BlockKind.ITEM,
    "blockquote": BlockKind.QUOTE,
}
"""Tag → the kind of block it makes; None: that of what it stands in."""
INVISIBLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0", re.IGNORECASE)


def _html(text: str) -> Iterator[Block]:
    from lxml import etree, html

    try:
        root = html.document_fromstring(text.encode("utf-8", "replace"), html.HTMLParser(encoding="utf-8"))
    except (etree.LxmlError, ValueError, AssertionError) as error:
        raise EingabeError(NO_TEXT) from error
    etree.strip_elements(root, etree.Comment, etree.ProcessingInstruction, *HIDDEN_TAGS, with_tail=False)
    kinds, pieces, hidden = [BlockKind.TEXT], list[str](), 0
    for event, element in etree.iterwalk(root, events=("start", "end")):
        tag, is_start = str(element.tag), event == "start"
        if INVISIBLE.search(element.get("style") or "") or "hidden" in element.attrib:
            hidden += 1 if is_start else -1
        if tag in BLOCK_TAGS:
            yield Block(kinds[-1], _flowing(pieces))
            pieces = []
            if is_start:
                kinds.append(BLOCK_TAGS[tag] or kinds[-1])
            else:
                kinds.pop()
        pieces.append(_around(tag, is_start))
        told = element.text if is_start else element.tail
        if told and not hidden:
            pieces.append(re.sub(r"\s+", " ", told))
    yield Block(kinds[-1], _flowing(pieces))


def _flowing(pieces: Sequence[str]) -> str:
    return re.sub(r"[ \t]*\n[ \t]*", "\n", re.sub(r"[ \t]+", " ", "".join(pieces))).strip(" |\n")


def _around(tag: str, is_start: bool) -> str:
    """What stands in a text for the border of an element within a block."""
    if tag == "q":
        return "„" if is_start else "“"
    if tag in ("td", "th"):
        return "" if is_start else " | "
    if tag == "sup":
        return "[" if is_start else "]"
    return "\n" if tag == "br" and is_start else ""


# --- a mail -------------------------------------------------------------------------------------------------


def _mail(data: bytes) -> ReadText:
    """Its subject and its text; what an answer repeats („> …“) is text as any other."""
    try:
        message = email.message_from_bytes(data, policy=email.policy.default)
        body = message.get_body(("plain", "html")) if isinstance(message, EmailMessage) else None
        subject, content = str(message.get("subject") or ""), body.get_content() if body else ""
        is_html = body is not None and body.get_content_subtype() == "html"
    except (ValueError, LookupError, KeyError, AttributeError, RecursionError) as error:
        raise EingabeError("Die Mail lässt sich nicht lesen. Fügen Sie ihren Text ein.") from error
    text = content if isinstance(content, str) else ""
    blocks = _html(text) if is_html else _lines(re.sub(r"(?m)^(?:[ \t]?>)+[ \t]?", "", text))
    return _closed([Block(BlockKind.HEADING, subject), *blocks])


# --- Word and PDF -------------------------------------------------------------------------------------------

QUOTE_STYLE = re.compile("quote|zitat|block text", re.IGNORECASE)
HEADING_STYLE = re.compile("heading|überschrift|title|titel", re.IGNORECASE)
LIST_STYLE = re.compile("list|aufzählung", re.IGNORECASE)
W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
ALTERNATIVE = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"


def _word(data: bytes) -> Iterator[Block]:
    """Paragraphs, rows of tables and footnotes; a style or an indent says which are quotations."""
    from docx import Document
    from docx.table import Table

    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            if sum(one.file_size for one in packed.infolist()) > MAX_UNPACKED:
                raise EingabeError(f"Die Word-Datei ist entpackt zu groß. {WAY_OUT}")
        document = Document(io.BytesIO(data))
        for part in document.iter_inner_content():
            if isinstance(part, Table):
                yield from (
                    Block(BlockKind.TEXT, " | ".join(dict.fromkeys(cell.text for cell in row.cells)))
                    for row in part.rows
                )
            else:
                yield Block(_kind_of_paragraph(part), _word_text(part._p))
        for footnote in _footnotes(document):
            yield Block(BlockKind.TEXT, footnote)
    except EingabeError:
        raise
    except Exception as error:  # python-docx passes on what zipfile, lxml and its own parts raise
        raise EingabeError("Die Word-Datei lässt sich nicht lesen. Fügen Sie ihren Text ein.") from error


def _kind_of_paragraph(paragraph: "Paragraph") -> BlockKind:
    name = (paragraph.style.name if paragraph.style is not None else "") or ""
    properties = paragraph._p.pPr
    is_item = properties is not None and properties.numPr is not None
    if QUOTE_STYLE.search(name):
        return BlockKind.QUOTE
    if HEADING_STYLE.search(name):
        return BlockKind.HEADING
    if is_item or LIST_STYLE.search(name):
        return BlockKind.ITEM
    return BlockKind.QUOTE if (paragraph.paragraph_format.left_indent or 0) > 0 else BlockKind.TEXT


def _word_text(root: Any) -> str:
    """What is seen of it: no deleted and no hidden runs; a footnote's mark as „[1]“."""
    from lxml import etree

    pieces, walk = [], etree.iterwalk(root, events=("start",))
    for _, node in walk:
        if node.tag == ALTERNATIVE or (node.tag == f"{W}r" and node.find(f"{W}rPr/{W}vanish") is not None):
            walk.skip_subtree()
        elif node.tag == f"{W}t":
            pieces.append(node.text or "")
        elif node.tag in (f"{W}br", f"{W}cr"):
            pieces.append("\n")
        elif node.tag == f"{W}tab":
            pieces.append("\t")
        elif node.tag == f"{W}noBreakHyphen":
            pieces.append("-")
        elif node.tag in (f"{W}footnoteReference", f"{W}endnoteReference"):
            pieces.append(f"[{node.get(f'{W}id')}]")
    return "".join(pieces)


def _footnotes(document: "Document") -> Iterator[str]:
    from lxml import etree

    for relation in document.part.rels.values():
        if not relation.is_external and relation.reltype.endswith(("/footnotes", "/endnotes")):
            root = etree.fromstring(relation.target_part.blob, etree.XMLParser(resolve_entities=False))
            for note in root:
                if note.get(f"{W}type") is None:
                    yield f"[{note.get(f'{W}id')}] {_word_text(note).strip()}"


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


def _json(value: object, depth: int, around: str) -> Iterator[Block]:
    """Every quote, with the short fields beside and above it as what is said of it, and every long text."""
    if depth > DEEPEST:
        raise EingabeError(f"Die Antwort ist tiefer als {DEEPEST} Ebenen verschachtelt. {WAY_OUT}")
    if isinstance(value, dict):
        said = " · ".join(filter(None, (around, *_said(value))))
        for key, inner in value.items():
            name = letters(str(key))
            if isinstance(inner, str) and (name in QUOTE_NAMES or name in PART_NAMES):
                yield Block(BlockKind.QUOTE, inner, said)
            elif isinstance(inner, str):
                yield from _lines(inner) if len(inner) > LONGEST_FIELD or "\n" in inner else ()
            elif name in PART_NAMES and isinstance(inner, list):
                for one in inner:
                    if isinstance(one, str):
                        yield Block(BlockKind.QUOTE, one, said)
                    else:
                        yield from _json(one, depth + 1, said)
            else:
                yield from _json(inner, depth + 1, f"{said} · {key}" if said else str(key))
    elif isinstance(value, list):
        for one in value:
            yield from _json(one, depth + 1, around)
    elif isinstance(value, str):
        yield from _lines(value)


def _said(fields: dict[object, object]) -> Iterator[str]:
    for key, value in fields.items():
        name = letters(str(key))
        if name in QUOTE_NAMES or isinstance(value, bool) or value is None:
            continue
        if name in PAGE_NAMES:
            numbers = value if isinstance(value, list) else [value]
            yield f"S. {', '.join(str(number) for number in numbers[:5])}"[:LONGEST_FIELD]
        elif isinstance(value, str | int) and len(str(value)) <= LONGEST_FIELD:
            yield str(value)

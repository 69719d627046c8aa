"""A Word file as it is shown: one walk through its parts, in which no text is passed over unsaid.

Read as a stream, without the library that writes Word here: that repeats a cell as often as it claims to be
wide, and a file of 999 bytes would keep it busy for ever.
"""

import io
import posixpath
import re
import zipfile
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from core.base.errors import EingabeError
from core.features.textcheck.blocks import Block, BlockKind, Unread, quotation

MAX_UNPACKED = 100 << 20
"""Bytes of all that is read; a file of 150 pages takes 20 MB with its pictures."""

MOST_ELEMENTS = 600_000
"""A paragraph of ten runs has about eighty; 150 pages cut into runs by an editor have 300,000."""

MOST_PARTS = 5_000

TOO_MUCH = "Die Word-Datei ist entpackt zu groß. Kürzen Sie sie auf das, was geprüft werden soll."
UNREADABLE = "Die Word-Datei lässt sich nicht lesen. Fügen Sie ihren Text ein."

QUOTE_STYLE = re.compile("quot(?:e|ation)|zitat|block text", re.IGNORECASE)
HEADING_STYLE = re.compile("heading|überschrift|title|titel", re.IGNORECASE)
LIST_STYLE = re.compile("list|aufzählung", re.IGNORECASE)

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
STRICT = "{http://purl.oclc.org/ooxml/wordprocessingml/main}"
M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
RELATION = "{http://schemas.openxmlformats.org/package/2006/relationships}Relationship"
OFF = ("0", "false", "off", "none")

NOT_SHOWN = frozenset(f"{W}{one}" for one in ("del", "moveFrom", "instrText", "delText", "delInstrText"))
PICTURES = ("}blip", "}imagedata")
OBJECTS = ("}OLEObject", "}chart", "}relIds", "}altChunk", "}control")
PICTURE_FONTS = re.compile("symbol|wingdings|webdings|dingbats", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Style:
    """`hidden`, `struck`: of its letters; None where it does not say, and what it is based on decides."""

    name: str = ""
    based_on: str = ""
    hidden: bool | None = None
    struck: bool | None = None
    is_item: bool = False


@dataclass
class _Paragraph:
    pieces: list[str] = field(default_factory=list)
    style: str = ""
    is_item: bool = False
    indent: int = 0


def word_blocks(data: bytes, unread: Counter[Unread]) -> list[Block]:
    """All paragraphs, rows of tables, notes, text boxes, heads and feet of pages."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            if (
                len(packed.infolist()) > MOST_PARTS
                or sum(one.file_size for one in packed.infolist()) > MAX_UNPACKED
            ):
                raise EingabeError(TOO_MUCH)
            return list(_Reader(packed, unread).blocks())
    except EingabeError:
        raise
    except Exception as error:  # what zipfile and lxml raise on a damaged file is of many kinds
        raise EingabeError(UNREADABLE) from error


class _Reader:
    def __init__(self, packed: zipfile.ZipFile, unread: Counter[Unread]) -> None:
        self._packed, self._unread = packed, unread
        self._names = set(packed.namelist())
        self._elements = 0
        (main,) = self._related("", "/officeDocument")[:1]
        self._main = main
        if b"<w:" not in packed.read(main) and b"wordprocessingml" not in packed.read(main):
            raise EingabeError(UNREADABLE)  # a table or slides
        self._styles = self._read_styles()

    def blocks(self) -> Iterator[Block]:
        yield from _set_off(self._part(self._main))
        for kind in ("/footnotes", "/endnotes"):
            for name in self._related(self._main, kind):
                yield from _set_off(self._part(name))
        seen: set[str] = set()
        for kind in ("/header", "/footer"):
            for name in self._related(self._main, kind):
                for block in _set_off(self._part(name)):
                    if block.text not in seen:
                        seen.add(block.text)
                        yield Block(BlockKind.TEXT, block.text)
        for name in self._related(self._main, "/comments"):
            root = self._tree(name)
            self._unread[Unread.COMMENT] += sum(1 for _ in root.iterchildren())

    def _related(self, part: str, kind: str) -> list[str]:
        folder, name = posixpath.split(part)
        relations = posixpath.join(folder, "_rels", f"{name}.rels")
        if relations not in self._names:
            return []
        found = []
        for one in self._tree(relations).iter(RELATION):
            if str(one.get("Type") or "").endswith(kind) and one.get("TargetMode") != "External":
                target = str(one.get("Target") or "")
                path = (
                    target.lstrip("/")
                    if target.startswith("/")
                    else posixpath.normpath(posixpath.join(folder, target))
                )
                found += [path] if path in self._names else []
        return found

    def _tree(self, name: str) -> Any:
        from lxml import etree

        data = self._packed.read(name)
        self._elements += data.count(b"<")  # an upper bound of its elements, ends included
        if self._elements > 4 * MOST_ELEMENTS:
            raise EingabeError(TOO_MUCH)
        parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False)
        return etree.fromstring(data.replace(STRICT[1:-1].encode(), W[1:-1].encode()), parser)

    def _read_styles(self) -> Mapping[str, Style]:
        found: dict[str, Style] = {}
        for name in self._related(self._main, "/styles"):
            root = self._tree(name)
            for one in root.iter(f"{W}style"):
                based, called = one.find(f"{W}basedOn"), one.find(f"{W}name")
                letters, paragraph = one.find(f"{W}rPr"), one.find(f"{W}pPr")
                found[str(one.get(f"{W}styleId"))] = Style(
                    str(called.get(f"{W}val")) if called is not None else "",
                    str(based.get(f"{W}val")) if based is not None else "",
                    _is_on(letters, "vanish"),
                    _struck(letters),
                    paragraph is not None and paragraph.find(f"{W}numPr") is not None,
                )
        return found

    def _said(self, style: str, what: str) -> bool | None:
        """What a style says of hidden or struck letters, or those that it is based on."""
        for _ in range(12):
            one = self._styles.get(style)
            if one is None:
                return None
            if (said := getattr(one, what)) is not None:
                return bool(said)
            style = one.based_on
        return None

    def _part(self, name: str) -> Iterator[tuple[Block, bool]]:
        """The blocks of one part, and of each whether it is only indented."""
        from lxml import etree

        data = self._packed.read(name).replace(STRICT[1:-1].encode(), W[1:-1].encode())
        stream = etree.iterparse(
            io.BytesIO(data),
            events=("start", "end"),
            resolve_entities=False,
            no_network=True,
            huge_tree=False,
        )
        yield from _Walk(self, self._unread).blocks(self._counted(stream))

    def _counted(self, stream: Any) -> Iterator[tuple[str, Any]]:
        for event, element in stream:
            if event == "start":
                self._elements += 1
                if self._elements > MOST_ELEMENTS:
                    raise EingabeError(TOO_MUCH)
            yield event, element

    def kind_of(self, paragraph: _Paragraph) -> BlockKind:
        style = self._styles.get(paragraph.style, Style())
        names = f"{style.name} {paragraph.style}"
        if QUOTE_STYLE.search(names):
            return BlockKind.QUOTE
        if HEADING_STYLE.search(names):
            return BlockKind.HEADING
        return (
            BlockKind.ITEM
            if paragraph.is_item or style.is_item or LIST_STYLE.search(names)
            else BlockKind.TEXT
        )

    def left_out(self, letters: Any, paragraph: str) -> Unread | None:
        """Is a run hidden or struck out? By itself, by its own style, by its paragraph's."""
        own = letters.find(f"{W}rStyle") if letters is not None else None
        style = str(own.get(f"{W}val")) if own is not None else ""
        for kind, what, said in (
            (Unread.HIDDEN, "hidden", _is_on(letters, "vanish")),
            (Unread.STRUCK, "struck", _struck(letters)),
        ):
            for one in (style, paragraph):
                said = self._said(one, what) if said is None else said
            if said:
                return kind
        return None


def _is_on(letters: Any, name: str) -> bool | None:
    found = letters.find(f"{W}{name}") if letters is not None else None
    return None if found is None else str(found.get(f"{W}val") or "1").lower() not in OFF


def _struck(letters: Any) -> bool | None:
    one, other = _is_on(letters, "strike"), _is_on(letters, "dstrike")
    return None if one is None and other is None else bool(one or other)


class _Walk:
    """The events of one part. Text boxes stand within paragraphs, and tables within cells."""

    def __init__(self, reader: _Reader, unread: Counter[Unread]) -> None:
        self._reader, self._unread = reader, unread
        self._open: list[_Paragraph] = []
        self._cells: list[list[str]] = []
        self._note = ""
        self._skipping = 0
        self._has_choice = [False]

    def blocks(self, events: Iterator[tuple[str, Any]]) -> Iterator[tuple[Block, bool]]:
        for event, element in events:
            tag = str(element.tag)
            if event == "start":
                self._begin(element, tag)
                continue
            if self._skipping:
                self._skipping -= self._skips(element, tag)
            else:
                yield from self._end(element, tag)
            if tag.endswith("}AlternateContent"):
                self._has_choice.pop()
            if tag in (f"{W}p", f"{W}r"):  # what was read takes no memory any more
                element.clear()
                while tag == f"{W}p" and element.getprevious() is not None:
                    del element.getparent()[0]

    def _skips(self, element: Any, tag: str) -> bool:
        if tag in NOT_SHOWN:
            parent = element.getparent()
            return not (tag == f"{W}del" and parent is not None and parent.tag in (f"{W}rPr", f"{W}trPr"))
        return tag.endswith("}Fallback") and self._has_choice[-1]

    def _begin(self, element: Any, tag: str) -> None:
        if tag.endswith("}AlternateContent"):
            self._has_choice.append(False)
        elif tag.endswith("}Choice"):
            self._has_choice[-1] = True
        if self._skips(element, tag):
            if not self._skipping and tag in (f"{W}del", f"{W}moveFrom"):
                self._unread[Unread.STRUCK] += 1
            self._skipping += 1
        if self._skipping:
            return
        if tag == f"{W}p":
            self._open.append(_Paragraph())
        elif tag == f"{W}tr":
            self._cells.append([])
        elif tag == f"{W}tc" and self._cells:
            self._cells[-1].append("")
        elif tag in (f"{W}footnote", f"{W}endnote"):
            self._note = "" if element.get(f"{W}type") else f"[{element.get(f'{W}id')}] "
        elif tag.endswith(PICTURES):
            self._unread[Unread.PICTURE] += 1
        elif tag.endswith(OBJECTS):
            self._unread[Unread.OBJECT] += 1

    def _end(self, element: Any, tag: str) -> Iterator[tuple[Block, bool]]:
        if tag == f"{W}p":
            yield from self._paragraph(self._open.pop())
        elif tag == f"{W}tr":
            cells = [cell.strip() for cell in self._cells.pop()]
            yield from self._told(Block(BlockKind.TEXT, " | ".join(filter(None, cells))), False)
        elif self._open:
            self._within(self._open[-1], element, tag)

    def _within(self, paragraph: _Paragraph, element: Any, tag: str) -> None:
        if tag == f"{W}pPr":
            _read_properties(paragraph, element)
        elif tag in (f"{W}t", f"{M}t", f"{W}sym"):
            told = self._symbol(element) if tag == f"{W}sym" else element.text or ""
            if left_out := self._reader.left_out(element.getparent().find(f"{W}rPr"), paragraph.style):
                self._unread[left_out] += bool(told.strip())
            else:
                paragraph.pieces.append(told)
        elif tag in (f"{W}br", f"{W}cr"):
            paragraph.pieces.append("\n")
        elif tag in (f"{W}tab", f"{W}ptab") and element.getparent().tag == f"{W}r":
            paragraph.pieces.append("\t")
        elif tag == f"{W}noBreakHyphen":
            paragraph.pieces.append("-")
        elif tag in (f"{W}footnoteReference", f"{W}endnoteReference"):
            paragraph.pieces.append(f"[{element.get(f'{W}id')}]")

    def _symbol(self, element: Any) -> str:
        """A letter that is put in by its number; of a font of pictures nobody knows which."""
        try:
            code = int(str(element.get(f"{W}char") or ""), 16)
        except ValueError:
            code = 0
        code -= 0xF000 if 0xF000 <= code <= 0xF0FF else 0
        if code < 32 or PICTURE_FONTS.search(str(element.get(f"{W}font") or "")):
            self._unread[Unread.SYMBOL] += 1
            return "\ufffd"
        return chr(code)

    def _paragraph(self, paragraph: _Paragraph) -> Iterator[tuple[Block, bool]]:
        text = "".join(paragraph.pieces)
        if self._note and text.strip():
            text, self._note = f"{self._note}{text.strip()}", ""
        kind = self._reader.kind_of(paragraph)
        if text.strip():
            is_indented = kind is BlockKind.TEXT and paragraph.indent > 0
            yield from self._told(Block(kind, text), is_indented)

    def _told(self, block: Block, is_indented: bool) -> Iterator[tuple[Block, bool]]:
        """In a cell it becomes a part of its row, but for a quotation by its style."""
        if self._cells and self._cells[-1] and block.kind is not BlockKind.QUOTE:
            before = self._cells[-1][-1]
            self._cells[-1][-1] = f"{before}\n{block.text}" if before else block.text
        elif block.text:
            yield block, is_indented


def _read_properties(paragraph: _Paragraph, properties: Any) -> None:
    style, indent = properties.find(f"{W}pStyle"), properties.find(f"{W}ind")
    paragraph.style = str(style.get(f"{W}val")) if style is not None else ""
    paragraph.is_item = properties.find(f"{W}numPr") is not None
    if indent is not None:
        given = indent.get(f"{W}left") or indent.get(f"{W}start") or "0"
        paragraph.indent = int(given) if re.fullmatch(r"-?\d{1,6}", given) else 0


def _set_off(told: Iterator[tuple[Block, bool]]) -> Iterator[Block]:
    """An indented paragraph is a quotation where most are not indented; neighbours are one quotation."""
    blocks = list(told)
    plain = [is_indented for block, is_indented in blocks if block.kind is BlockKind.TEXT]
    sets_off = 2 * sum(plain) <= len(plain) or len(plain) < 3
    quoted: list[str] = []
    for block, is_indented in blocks:
        if block.kind is BlockKind.QUOTE or (is_indented and sets_off):
            quoted.append(block.text)
            continue
        yield from quotation(quoted)
        quoted = []
        yield block
    yield from quotation(quoted)

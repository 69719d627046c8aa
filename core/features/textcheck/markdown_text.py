"""Plain text and Markdown as blocks. Markdown-it says what is set off from what. Nothing that it takes for
a sign is lost where the text may be none of its kind: a star amid a word stays, a link without address, too.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

from core.base.errors import EingabeError
from core.features.textcheck.blocks import Block, BlockKind, Unread, quotation
from core.wortlaut.german.words import MONTHS

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

DEEPEST = 20
"""Quotations and lists within each other; real ones have six. Markdown-it would leave out what is deeper."""

TOO_DEEP = re.compile(r"(?m)^(?:[ \t]*+(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))){" + str(DEEPEST) + "}")
LIST_MARK = re.compile(r"[ \t]*+(?:[-*+•·▪●–]|\(?\d{1,3}[.)]|\(?[a-z]\))[ \t]++(?=\S)")
TABLE_ROW = re.compile(r"[ \t]*\|(.*)\|[ \t]*$")
TABLE_RULE = re.compile(r"[\s|:-]*$")
INDENTED = re.compile(r"(?: {3}|\t)[ \t]*+(?=\S)")
LEFT_BEHIND = re.compile(r"(?m)^([ \t]{0,3}>[^\n]*\n)(?=[ \t]*[^\s>a-zäöüß])")
"""A line without „>“ below one with it: in a mail that is the answer, no more of the quotation. One
that begins small goes on with the sentence, as every reader of Markdown shows it."""
LEFT_LIST = re.compile(
    r"(?m)([.!?“”\"»«)\]][*_]{0,3}[ \t]{0,3}\n)"
    r"(?=(?:\*\*)?[^\W\d_][^\n„“”\"»«]{1,60}(?<![.,;!])\n{1,2}"
    r"[ \t]{0,8}(?:[-*+•·▪●–]|\(?\d{1,3}[.)]|\(?[a-z]\))[ \t])"
)
"""A short line under an item that ended, with a list of its own below: „FDP“ heads that list, and is no more
of the item above, though Markdown shows it there."""
TITLE = r"""(?:[ \t]+(?:"[^"\n]{0,200}"|'[^'\n]{0,200}'))?"""
LINK = re.compile(
    r"\[([^\[\]\n]{1,500})\]\(<?(?:https?:|mailto:|www\.|/|#)[^()\s<>]{0,1000}>?" + TITLE + r"\)",
    re.IGNORECASE,
)
"""Words with an address; „[Wort](niemals)“ has none, and stays as it is."""
PICTURE = re.compile(r"!\[[^\[\]\n]{0,500}\]\(<?[^()\s<>]{1,1000}>?" + TITLE + r"\)")
DAY = re.compile(rf"\s*(?:{'|'.join(MONTHS)})\b", re.IGNORECASE)
STRUCK_TAG = re.compile(r"<(/?)(?:s|del|strike)\s*>$", re.IGNORECASE)
KNOWN_TAG = re.compile(
    r"</?(?:a|abbr|b|big|br|cite|code|em|font|i|img|ins|kbd|mark|small|span|strong|sub|sup|tt|u|wbr)(?=[\s/>])[^>]*>$",
    re.IGNORECASE,
)


@cache
def _parser() -> "MarkdownIt":
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"maxNesting": 9 * DEEPEST}).enable(["table", "strikethrough"])
    # A definition „[1]: SPD“ would vanish, a line „--“ would make a heading of what stands above, and what an
    # indent means is seen here.
    # Its links take a time that grows with the square of what brackets are open: they are seen here, too.
    return parser.disable(["reference", "lheading", "code", "autolink", "link", "image"])


def text_blocks(text: str, unread: Counter[Unread]) -> Iterator[Block]:
    """Paragraphs, headings, list items, rows of tables and quotations, in order."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "")
    if TOO_DEEP.search(text):
        raise EingabeError(
            f"Im Text sind mehr als {DEEPEST} Zitate oder Listen ineinander geschachtelt. Kürzen Sie ihn "
            "auf das, was geprüft werden soll."
        )
    text = LEFT_LIST.sub(r"\1\n", LEFT_BEHIND.sub(r"\1\n", text))
    yield from _Walk(text.split("\n"), unread).blocks(_parser().parse(text))


class _Walk:
    """Goes through the tokens of one text."""

    def __init__(self, lines: Sequence[str], unread: Counter[Unread]) -> None:
        self._lines, self._unread = lines, unread
        self._quote = 0
        self._quoted: list[str] = []
        self._items: list[str] = []
        self._number = ""
        self._is_heading = 0
        self._cells: list[str] | None = None

    def blocks(self, tokens: "Sequence[Token]") -> Iterator[Block]:
        for token in tokens:
            self._count(token)
            if token.type == "blockquote_close" and not self._quote:
                yield from quotation(self._quoted)
                self._quoted = []
            elif token.type == "tr_close":
                yield from self._told(BlockKind.TEXT, " | ".join(self._cells or ()))
                self._cells = None
            elif token.type == "inline" and self._cells is not None:
                self._cells.append(self._inline(token.children or ()))
            elif token.type == "inline":
                yield from self._paragraph(self._inline(token.children or ()), token)
            elif token.type == "fence":
                yield from self._told(BlockKind.TEXT, token.content)
            elif token.type == "html_block":
                yield from self._html(token.content)

    def _count(self, token: "Token") -> None:
        """Where in the text the walk is."""
        name = token.type
        self._quote += (name == "blockquote_open") - (name == "blockquote_close")
        self._is_heading += (name == "heading_open") - (name == "heading_close")
        if name == "list_item_open":
            self._items.append("")
            self._number = token.info
        elif name == "list_item_close":
            self._items.pop()
        elif name == "tr_open":
            self._cells = []

    def _told(self, kind: BlockKind, text: str) -> Iterator[Block]:
        if self._quote:
            self._quoted.append(text)
        else:
            yield Block(kind, text)

    def _html(self, content: str) -> Iterator[Block]:
        from core.features.textcheck.web_page import page_blocks

        for block in page_blocks(content, self._unread):
            yield from self._told(block.kind, block.text)

    def _paragraph(self, text: str, token: "Token") -> Iterator[Block]:
        number, self._number = self._number, ""
        if number and (len(number) > 3 or DAY.match(text)):
            yield from self._told(BlockKind.TEXT, f"{number}. {text}")  # „12. März“ is no twelfth point
        elif self._is_heading:
            yield from self._told(BlockKind.HEADING, text)
        elif self._items:
            yield from self._told(BlockKind.ITEM if self._is_first_of_item(token) else BlockKind.TEXT, text)
        elif self._is_indented(token):
            yield from self._told(BlockKind.QUOTE, text)
        else:
            title, rest = _bold_line(token.children or (), text)
            if title:
                yield from self._told(BlockKind.HEADING, title)
            for kind, part in _split(rest.split("\n")):
                yield from self._told(kind, "\n".join(part))

    def _is_first_of_item(self, token: "Token") -> bool:
        is_first, self._items[-1] = not self._items[-1], "told"
        return is_first

    def _is_indented(self, token: "Token") -> bool:
        """All of its lines are set off, as in a typed letter."""
        lines = self._lines[slice(*token.map)] if token.map else []
        return (
            not self._quote
            and bool(lines)
            and all(INDENTED.match(line) and not LIST_MARK.match(line) for line in lines)
        )

    def _inline(self, children: "Sequence[Token]") -> str:
        pieces: list[str] = []
        struck = 0
        signs: list[str] = []
        for at, token in enumerate(children):
            name = token.type
            struck += (name == "s_open") - (name == "s_close")
            if name == "html_inline" and (found := STRUCK_TAG.match(token.content)):
                struck = max(0, struck + (-1 if found[1] else 1))
                self._unread[Unread.STRUCK] += not found[1]
                continue
            self._unread[Unread.STRUCK] += name == "s_open"
            if struck:
                continue
            if name in ("text", "text_special", "code_inline"):
                pieces.append(token.content)
            elif name in ("softbreak", "hardbreak"):
                pieces.append("\n")
            elif name in ("em_open", "strong_open"):
                signs.append(token.markup if _is_amid_word(pieces, children[at + 1 : at + 3]) else "")
                pieces.append(signs[-1])
            elif name in ("em_close", "strong_close"):
                pieces.append(signs.pop())
            elif name == "html_inline":
                is_break = token.content[:3].lower() == "<br"
                pieces.append("\n" if is_break else "" if KNOWN_TAG.match(token.content) else token.content)
        told, pictures = PICTURE.subn("", "".join(pieces))
        self._unread[Unread.PICTURE] += pictures
        return LINK.sub(r"\1", told)


def _is_amid_word(before: Sequence[str], behind: "Sequence[Token]") -> bool:
    """„Schüler*innen und Lehrer*innen“ are no stars of Markdown."""
    left = next((piece[-1] for piece in reversed(before) if piece), " ")
    right = next((token.content[0] for token in behind if token.type == "text" and token.content), " ")
    return left.isalnum() and right.isalnum()


def _bold_line(children: "Sequence[Token]", text: str) -> tuple[str, str]:
    """A first line that is bold as a whole is a heading; and what stands below it."""
    first = []
    for token in children:
        if token.type in ("softbreak", "hardbreak"):
            break
        first.append(token)
    told = [token for token in first if token.type not in ("text",) or token.content.strip(" :")]
    if len(told) < 3 or told[0].type != "strong_open" or told[-1].type != "strong_close":
        return "", text
    if sum(token.type == "strong_open" for token in told) != 1 or not text.strip():
        return "", text
    title, _, rest = text.partition("\n")
    return (title.strip(), rest) if len(title) < 90 else ("", text)


def _split(lines: Sequence[str]) -> Iterator[tuple[BlockKind, list[str]]]:
    """A paragraph in lines that are items („•“, „a)“) or rows of a table without a head."""
    kind, part = BlockKind.TEXT, list[str]()
    for line in lines:
        opened, text = _kind_of(line)
        goes_on = opened is BlockKind.TEXT and line[:1] != "|"
        if part and not goes_on:
            yield kind, part
            part = []
        kind = kind if part else opened
        if not (TABLE_ROW.match(line) and TABLE_RULE.match(line)):
            part.append(text)
    if part:
        yield kind, part


def _kind_of(line: str) -> tuple[BlockKind, str]:
    if found := TABLE_ROW.match(line):
        return BlockKind.TEXT, " | ".join(cell.strip() for cell in found[1].split("|"))
    if found := LIST_MARK.match(line):
        return BlockKind.ITEM, line[found.end() :]
    return BlockKind.TEXT, line.strip()

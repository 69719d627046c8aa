"""A web page as its reader sees it: what is struck out, hidden or a field to fill in is not said there."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from core.base.errors import EingabeError
from core.features.textcheck.blocks import Block, BlockKind, Unread, quotation

UNREADABLE = "Die Seite lässt sich nicht lesen. Fügen Sie ihren Text ein."

MOST_ELEMENTS, MOST_SELECTORS = 150_000, 20_000
"""So many take 10 s on a busy machine. A long article with its comments has some ten thousand."""

TOO_MUCH = "Die Seite hat zu viele Teile. Fügen Sie den Text ein, der geprüft werden soll."

NO_TEXT_TAGS = frozenset(
    "script style template head title meta link base param source track col colgroup".split()
)
UNREAD_TAGS = {
    **dict.fromkeys(
        ("iframe", "object", "embed", "applet", "video", "audio", "canvas", "portal"), Unread.OBJECT
    ),
    **dict.fromkeys(("textarea", "input", "select", "datalist"), Unread.FORM_FIELD),
    **dict.fromkeys(("img", "picture"), Unread.PICTURE),
    "noscript": Unread.NO_SCRIPT,
}
STRUCK_TAGS = frozenset(("s", "strike", "del"))
BLOCK_TAGS = {
    **dict.fromkeys(
        (
            "p div section article body main header footer aside nav table thead tbody tr dd dt dl figure "
            "figcaption pre ul ol form fieldset address details summary caption text"
        ).split(),
        None,
    ),
    **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6"), BlockKind.HEADING),
    "li": BlockKind.ITEM,
    "blockquote": BlockKind.QUOTE,
}
"""Tag → the kind of block it makes; None: that of what it stands in. „text“ is one of a drawing in SVG."""
EMPTY_FIELDS = frozenset("hidden submit button image reset checkbox radio file range color".split())

INVISIBLE = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|font-size\s*:\s*0(?![.\d]*[1-9])|opacity\s*:\s*0(?![.\d]*[1-9])",
    re.IGNORECASE,
)
WHITE = re.compile(
    r"(?<![\w-])color\s*:\s*(?:white|transparent|#f{3}(?:f{3})?|rgb\(\s*255\s*,\s*255\s*,\s*255\s*\))(?!\w)",
    re.IGNORECASE,
)
"""On white paper nobody sees it; where the page colours a ground, it may be seen."""

STRIKES = re.compile(r"text-decoration(?:-line)?\s*:[^;]{0,40}line-through", re.IGNORECASE)
CONTENT = re.compile(r"""(?<![\w-])content\s*:\s*["'][^"']*\w""")
COMMENTS = re.compile(r"/\*(?:[^*]|\*(?!/))*+\*/")
SIMPLE = re.compile(r"(?P<tag>[a-z][a-z0-9]*)?(?P<more>(?:[.#][\w-]+)*)$", re.IGNORECASE)

CITED_MAIL = re.compile("gmail_quote|moz-cite|yahoo_quoted|protonmail_quote", re.IGNORECASE)


@dataclass
class Styles:
    """What a page's own style sheets say in simple selectors („.fort“, „p.alt“, „#x“): which are hidden,
    which struck out. Of others nobody tells here to whom they apply, so they are counted."""

    hidden: "Rules" = field(default_factory=lambda: defaultdict(set))
    struck: "Rules" = field(default_factory=lambda: defaultdict(set))
    untold: int = 0
    _read: int = 0

    def read(self, sheet: str) -> None:
        sheet = COMMENTS.sub(" ", sheet)
        for rule in sheet.split("}"):
            head, _, said = rule.rpartition("{")
            hides, strikes = bool(INVISIBLE.search(said)), bool(STRIKES.search(said))
            self.untold += bool(CONTENT.search(said))
            if hides or strikes:
                self._add(self.hidden if hides else self.struck, head.rpartition("{")[2])

    def _add(self, rules: "Rules", selectors: str) -> None:
        self._read += selectors.count(",") + 1
        if self._read > MOST_SELECTORS:
            raise EingabeError(TOO_MUCH)
        for selector in selectors.split(","):
            simple = SIMPLE.match(selector.strip())
            if simple is None or not selector.strip():
                self.untold += 1
                continue
            tag, names = (simple["tag"] or "").lower(), frozenset(re.findall(r"[.#][\w-]+", simple["more"]))
            rules[min(names, default=tag)].add((tag, names))

    @staticmethod
    def means(rules: "Rules", tag: str, names: frozenset[str]) -> bool:
        """Is an element of that tag, class and id meant by one of them?"""
        return any(
            (not kind or kind == tag) and needed <= names
            for name in (tag, *names)
            for kind, needed in rules.get(name, ())
        )


Rules = dict[str, set[tuple[str, frozenset[str]]]]
"""One of the names that a selector needs → its tag, and all that it needs."""


def page_blocks(text: str, unread: Counter[Unread], is_mail: bool = False) -> Iterator[Block]:
    """`is_mail`: a quotation there is the mail that is answered, no more than „>“ in a plain one."""
    from lxml import etree, html

    try:
        parser = html.HTMLParser(encoding="utf-8", huge_tree=True)
        root = html.document_fromstring(text.encode("utf-8", "replace"), parser)
    except (etree.LxmlError, ValueError, AssertionError) as error:
        raise EingabeError(UNREADABLE) from error
    if any(one.type_name == "ERR_RESOURCE_LIMIT" for one in parser.error_log):
        raise EingabeError(TOO_MUCH)  # what is deeper was left out
    styles = Styles()
    for number, element in enumerate(root.iter()):
        if number > MOST_ELEMENTS:
            raise EingabeError(
                "Die Seite hat zu viele Teile. Fügen Sie den Text ein, der geprüft werden soll."
            )
        if element.tag == "style":
            styles.read(str(element.text or ""))
        elif element.tag == "link" and "stylesheet" in str(element.get("rel") or "").lower():
            styles.untold += 1
    unread[Unread.STYLE] += styles.untold
    yield from _Walk(styles, unread, is_mail).blocks(root)


class _Walk:
    def __init__(self, styles: Styles, unread: Counter[Unread], is_mail: bool) -> None:
        self._styles, self._unread, self._is_mail = styles, unread, is_mail
        self._kinds = [BlockKind.TEXT]
        self._pieces: list[str] = []
        self._quoted: list[str] = []
        self._is_pre = self._inner_quotes = 0

    def blocks(self, root: Any) -> Iterator[Block]:
        from lxml import etree

        left_out: Any = None
        walk = etree.iterwalk(root, events=("start", "end", "comment", "pi"))
        for event, element in walk:
            if event in ("comment", "pi"):
                self._add(element.tail)
                continue
            tag = str(element.tag).rpartition("}")[2].lower()
            if event == "start":
                if self._is_left_out(element, tag):
                    walk.skip_subtree()
                    left_out = element
                    continue
                yield from self._begin(element, tag)
            elif element is left_out:
                self._add(element.tail)
            else:
                yield from self._end(element, tag)
        yield from self._flushed()
        yield from quotation(self._quoted)

    def _is_left_out(self, element: Any, tag: str) -> bool:
        if tag in NO_TEXT_TAGS:
            return True
        if kind := UNREAD_TAGS.get(tag):
            is_field = str(element.get("type") or "").lower() not in EMPTY_FIELDS
            told = (
                element.get("value") if tag == "input" and is_field else "".join(element.itertext()).strip()
            )
            self._unread[kind] += bool(told) or kind in (Unread.OBJECT, Unread.PICTURE)
            return True
        names = frozenset(
            [f".{one}" for one in str(element.get("class") or "").split()] + [f"#{element.get('id')}"]
        )
        style = str(element.get("style") or "")
        is_struck = tag in STRUCK_TAGS or bool(STRIKES.search(style))
        is_hidden = "hidden" in element.attrib or bool(INVISIBLE.search(style))
        is_hidden = is_hidden or (bool(WHITE.search(style)) and not _has_ground(element))
        is_struck = is_struck or Styles.means(self._styles.struck, tag, names)
        is_hidden = is_hidden or Styles.means(self._styles.hidden, tag, names)
        if is_struck or is_hidden:
            if any(letter.isalnum() for part in element.itertext() for letter in part):
                self._unread[Unread.HIDDEN if is_hidden else Unread.STRUCK] += 1
            return True
        return False

    def _begin(self, element: Any, tag: str) -> Iterator[Block]:
        if tag in BLOCK_TAGS:
            yield from self._flushed()
            self._kinds.append(self._kind_of(element, tag))
        self._is_pre += tag == "pre"
        if tag == "q":
            self._pieces.append("‚" if self._inner_quotes else "„")
            self._inner_quotes += 1
        elif tag == "br":
            self._pieces.append("\n")
        elif tag == "sup":
            self._pieces.append("[")
        self._add(element.text)

    def _kind_of(self, element: Any, tag: str) -> BlockKind:
        if tag == "blockquote" and self._is_mail:
            named = f"{element.get('class') or ''} {element.get('type') or ''}"
            if "cite" in named or CITED_MAIL.search(named):
                return self._kinds[-1]
        if self._kinds[-1] is BlockKind.QUOTE:
            return BlockKind.QUOTE
        return BLOCK_TAGS[tag] or self._kinds[-1]

    def _end(self, element: Any, tag: str) -> Iterator[Block]:
        if tag == "q":
            self._inner_quotes -= 1
            self._pieces.append("‘" if self._inner_quotes else "“")
        elif tag == "sup":
            self._pieces.append("]")
        elif tag in ("td", "th"):
            self._pieces.append(" | ")
        if tag in BLOCK_TAGS:
            yield from self._flushed()
            kind = self._kinds.pop()
            if kind is BlockKind.QUOTE and self._kinds[-1] is not BlockKind.QUOTE:
                yield from quotation(self._quoted)
                self._quoted = []
        self._is_pre -= tag == "pre"
        self._add(element.tail)

    def _add(self, told: str | None) -> None:
        if told:
            self._pieces.append(told if self._is_pre else re.sub(r"\s+", " ", told))

    def _flushed(self) -> Iterator[Block]:
        text = re.sub(r"[ \t]*\n[ \t]*", "\n", re.sub(r"[ \t]+", " ", "".join(self._pieces))).strip(" |\n")
        self._pieces = []
        if not text:
            return
        if self._kinds[-1] is BlockKind.QUOTE:
            self._quoted.append(text)
        else:
            yield Block(self._kinds[-1], text)


def _has_ground(element: Any) -> bool:
    """Has it a background, or what it stands in?"""
    around = (element, *element.iterancestors())
    styles = any("background" in str(one.text or "") for one in around[-1].iter("style"))
    return styles or any("background" in str(one.get("style") or "") or one.get("bgcolor") for one in around)

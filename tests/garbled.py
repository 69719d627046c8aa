"""PDFs of which one font lies: its map from glyphs to characters says „7“ where a 2 is drawn."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.wortlaut.reading.mupdf import open_pdf, pymupdf

DIGITS = {"2": "7", "5": "3", "1": "4"}
LETTERS = {"W": "M", "n": "m", "h": "k"}

HEX = re.compile(rb"<([0-9A-Fa-f]+)>")
SECTION = re.compile(rb"(begin(bfchar|bfrange))(.*?)(end(?:bfchar|bfrange))", re.DOTALL)


@dataclass(frozen=True)
class FontUse:
    """A font of a file, by the name that its pages give it, and how many of these characters it prints."""

    name: str
    letters: int = 0
    digits: int = 0


def fonts_of(path: Path) -> list[FontUse]:
    """The fonts that have a map of characters, the most used first; by name, since spans tell no more."""
    tools = pymupdf().TOOLS
    tools.set_subset_fontnames(True)
    count: dict[str, Counter[str]] = {}
    named: dict[str, set[int]] = {}
    try:
        with open_pdf(path) as document:
            for page in document:
                for font in document.get_page_fonts(page.number):
                    named.setdefault(font[3][:31], set()).add(font[0])
                for block in page.get_text("dict")["blocks"]:
                    for line in block.get("lines", ()):
                        for span in line["spans"]:
                            count.setdefault(span["font"], Counter()).update(span["text"])
            found = [
                FontUse(name, sum(map(count[name].__getitem__, LETTERS)), _digits(count[name]))
                for name, xrefs in named.items()
                if name in count and all(has_map(document, xref) for xref in xrefs)
            ]
    finally:
        tools.set_subset_fontnames(False)
    return sorted(found, key=lambda font: -font.letters)


def _digits(count: Counter[str]) -> int:
    return sum(map(count.__getitem__, DIGITS))


def has_map(document: Any, xref: int) -> bool:
    return bool(document.xref_get_key(xref, "ToUnicode")[0] == "xref")


def garble(path: Path, target: Path, font: FontUse, lies: Mapping[str, str]) -> bool:
    """The same file with the maps of this font (of every part of it) changed; False where none held these."""
    changed = False
    with open_pdf(path) as document:
        for page in document:
            for xref, _, _, name, *_ in document.get_page_fonts(page.number):
                if name[:31] != font.name or not has_map(document, xref):
                    continue
                stream = int(document.xref_get_key(xref, "ToUnicode")[1].split()[0])
                before = document.xref_stream(stream)
                after = lying_map(before, lies)
                if after != before:
                    document.update_stream(stream, after)
                    changed = True
        document.save(target)
    return changed


def lying_map(cmap: bytes, lies: Mapping[str, str]) -> bytes:
    """A ToUnicode map that says another character for each of these; one that lies already is left."""
    if b"% lies" in cmap:
        return cmap
    told = SECTION.sub(lambda section: _lying_section(section, lies), cmap)
    return told + b"\n% lies" if told != cmap else cmap


def _lying_section(section: re.Match[bytes], lies: Mapping[str, str]) -> bytes:
    """Written out as single characters, two hundred at most in a block."""
    width = 2
    pairs: list[tuple[int, bytes]] = []
    for code, length, to in _entries(section[3], is_range=section[2] == b"bfrange"):
        width = length
        text = bytes.fromhex(to.decode()).decode("utf-16-be", "replace")
        pairs.append((code, lies.get(text, text).encode("utf-16-be").hex().upper().encode()))
    blocks = [pairs[i : i + 100] for i in range(0, len(pairs), 100)]
    return b"".join(
        b"%s\n%s\nend%s\n"
        % (
            b"beginbfchar" if not n else b"%d beginbfchar" % len(block),
            b"\n".join(b"<%0*X> <%s>" % (width, code, to) for code, to in block),
            b"bfchar",
        )
        for n, block in enumerate(blocks)
    )


def _entries(body: bytes, is_range: bool) -> Iterator[tuple[int, int, bytes]]:
    """Code, how many hex digits codes have, and its character."""
    if not is_range:
        found = HEX.findall(body)
        for code, to in zip(found[::2], found[1::2], strict=False):
            yield int(code, 16), len(code), to
        return
    for first, last, one, many in re.findall(
        rb"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*(?:<([0-9A-Fa-f]+)>|\[([^\]]*)\])", body
    ):
        start, end = int(first, 16), int(last, 16)
        each = HEX.findall(many) if many else []
        for offset in range(min(end - start + 1, 65536)):
            if many:
                if offset < len(each):
                    yield start + offset, len(first), each[offset]
            else:
                to = int(one, 16) + offset
                yield start + offset, len(first), b"%0*X" % (len(one), to)

"""What a produced PDF really has marked: read from the file itself, not from what was meant."""

from typing import Any

from core.wortlaut.german.folding import letters
from core.wortlaut.reading.mupdf import pymupdf


def marked_words(pdf: bytes, seite: int = 1) -> list[str]:
    """The words whose middle lies under a highlight, as one sees them, box by box in the order of the file.

    Each once, also where it is printed several times over itself for a shadow.
    """
    with pymupdf().open(stream=pdf, filetype="pdf") as document:
        page = document[seite - 1]
        words = page.get_text("words", flags=pymupdf().TEXT_MEDIABOX_CLIP)
        inside: list[Any] = []
        for word in (word for quad in quads(page) for word in words if _lies_in(word, quad)):
            if not any(_is_same(word, other) for other in inside):
                inside.append(word)
        bullets = _bullets(page)
        return ["•" if any(_lies_in(word, bullet) for bullet in bullets) else word[4] for word in inside]


def _is_same(a: Any, b: Any) -> bool:
    return bool(letters(a[4]) == letters(b[4]) and abs(a[0] - b[0]) < 4 and abs(a[1] - b[1]) < 4)


def _bullets(page: Any) -> list[Any]:
    """Where letters of a symbol font stand: its „n“ is a square."""
    spans = [
        span
        for block in page.get_text("dict")["blocks"]
        for line in block.get("lines", ())
        for span in line["spans"]
    ]
    return [pymupdf().Rect(span["bbox"]) for span in spans if "dingbat" in span["font"].lower()]


def marked_letters(pdf: bytes, seite: int = 1) -> str:
    return letters("".join(marked_words(pdf, seite)))


def quads(page: Any) -> list[Any]:
    """The boxes of a page's highlights, as rectangles."""
    points = [point for annot in page.annots() for point in annot.vertices]
    return [pymupdf().Quad(points[i : i + 4]).rect for i in range(0, len(points), 4)]


def _lies_in(word: Any, quad: Any) -> bool:
    x, y = (word[0] + word[2]) / 2, (word[1] + word[3]) / 2
    return bool(quad.x0 <= x <= quad.x1 and quad.y0 <= y <= quad.y1)

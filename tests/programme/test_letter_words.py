"""Words whose boxes are wider than they are printed."""

from pathlib import Path

import pytest

from core.wortlaut.reading.mupdf import pymupdf
from core.wortlaut.reading.read_strom import read_strom
from tests.drucker import TEXT, column, new_document, print_pdf


@pytest.fixture
def wide(tmp_path: Path) -> Path:
    """As piraten-bund-2021: each letter has its place, and is said to be as wide as the type is high."""
    document = new_document([[]])
    page = document[0]
    page.insert_text((60, 60), "x", fontname="helv")
    pieces = []
    for satz in column(60, TEXT * 3):
        letters = " ".join(
            f"<{ord(c):02x}> {1000 - 100 * pymupdf().get_text_length(c, fontsize=10):.0f}" for c in satz.text
        )
        pieces.append(f"BT /helv 10 Tf {satz.x} {842 - satz.y} Td [{letters}] TJ ET")
    ((xref, *_),) = document.get_page_fonts(0)
    document.xref_set_key(xref, "Widths", f"[{' 1000' * 224}]")
    document.xref_set_key(xref, "FirstChar", "32")
    document.xref_set_key(xref, "LastChar", "255")
    (content,) = page.get_contents()
    document.update_stream(content, "\n".join(pieces).encode())
    document.save(tmp_path / "wide.pdf")
    return tmp_path / "wide.pdf"


def test_letters_end_where_the_next_begin(wide: Path, tmp_path: Path) -> None:
    first, second = next(pymupdf().open(wide).pages()).get_text("words")[:2]
    assert second[0] < first[2] - 3
    strom, printed = read_strom(wide), read_strom(print_pdf(tmp_path / "p.pdf", [column(60, TEXT * 3)]))
    assert strom.text == printed.text and strom.unsicher == ()
    assert abs(strom.boxes - printed.boxes)[:, [0, 2]].max() < 4

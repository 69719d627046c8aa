"""The helper that looks for yellow finds every mark that is not where it should be."""

from dataclasses import replace
from pathlib import Path

import pytest

from core.proof.page_drawing import open_document
from core.wortlaut.reading.mupdf import pymupdf
from tests.e2e.pixel import faults_of_yellow
from tests.e2e.server import DEMO
from tests.seiten.drawn import SeitenBild, draw_picture


@pytest.fixture(scope="module")
def bild() -> SeitenBild:
    """Two lines of a page, marked."""
    file = DEMO / "lindenbund-demo-2024.pdf"
    with pymupdf().open(file) as document:
        lines = [line["bbox"] for block in document[3].get_text("dict")["blocks"] for line in block["lines"]]
    return draw_picture(open_document(Path(file)), 4, [tuple(lines[n]) for n in (5, 6)])


@pytest.mark.parametrize("dpi", [60, 110, 200])
def test_marks_on_their_words_are_right_at_every_size(bild: SeitenBild, dpi: int) -> None:
    assert faults_of_yellow(bild.png(dpi), bild) == []


def test_every_misplaced_mark_is_told(bild: SeitenBild) -> None:
    png, (first, second) = bild.png(), bild.boxes
    lower = tuple((x0, y0 + 60, x1, y1 + 60) for x0, y0, x1, y1 in bild.boxes)
    assert "beside the words" in str(faults_of_yellow(png, replace(bild, boxes=(first,))))
    assert "0% of the words" in str(faults_of_yellow(png, replace(bild, boxes=lower)))
    assert "0% of the words" in str(faults_of_yellow(png, replace(bild, boxes=(first, second, *lower))))
    assert "not the whole page" in str(faults_of_yellow(png, replace(bild, hoehe=bild.hoehe / 2)))
    assert faults_of_yellow(png, replace(bild, boxes=())) == ["there is no place to be marked"]

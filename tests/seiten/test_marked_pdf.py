"""A stored quote as PDF: on its page cut out, and in the whole file, its words are marked and no others."""

import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core.programme.context import Context
from core.programme.indexing import index_programm
from core.programme.quellen import Quellen
from core.proof import marked_page, page_drawing
from core.proof.highlight import highlighted_page, sure
from core.proof.marked_page import FARBEN, Marking, mark_whole, render_seite
from core.proof.page_drawing import open_document
from core.proof.zitat_page import page_glance
from core.wortlaut.binding.quelle import Quelle
from core.wortlaut.errors import PdfError
from core.wortlaut.german.folding import letters
from core.wortlaut.reading.mupdf import pymupdf
from tests.citations.markiert import marked_letters, marked_words, quads
from tests.drucker import TEXT, column
from tests.seiten.test_highlight import PAGES
from tests.seiten.test_marked_page import ID, workplace

Span = tuple[int, int]

LEFT = [f"Links steht als Satz Nummer {i} etwas." for i in range(12)]
RIGHT = [f"Rechts steht als Satz Nummer {i} anderes." for i in range(12)]
FIRST = [*TEXT, "Und dieser Satz läuft am Ende der ersten Seite noch auf die nächste"]
SECOND = ["Seite weiter und hört hier auf.", *TEXT]

LAYOUTS = {
    **{
        name: ([column(60, TEXT * 2)], change, "neue Wohnungen", "Gemeinden")
        for name, change in PAGES.items()
    },
    "over two pages": ([column(60, FIRST), column(60, SECOND)], {}, "Und dieser Satz", "hört hier auf."),
    "over two turned pages": (
        [column(60, FIRST), column(60, SECOND)], {"Rotate": 90}, "Und dieser Satz", "hört hier auf.",
    ),
    "two columns": (
        [column(60, LEFT) + column(320, RIGHT)], {}, "Links steht als Satz Nummer 10", "Nummer 1 anderes.",
    ),
}  # fmt: skip


def quelle_of(context: Context) -> Quelle:
    return Quellen(context)[ID]


def file_of(context: Context) -> Path:
    return context.settings.pdf_dir / "spd-nrw-2022.pdf"


def span_of(quelle: Quelle, first: str, last: str, after: int = 0) -> Span:
    start = quelle.strom.text.index(first, after)
    return start, quelle.strom.text.index(last, start) + len(last)


def whole_pdf(context: Context, marken: dict[Marking, list[Span]], version: str | None = None) -> bytes:
    addition = mark_whole(context, ID, marken, version)
    assert addition is not None
    return file_of(context).read_bytes() + addition.anhang


def one_page(context: Context, seite: int, span: Span) -> bytes:
    quelle = quelle_of(context)
    text = quelle.strom.text[slice(*span)]
    pdf, found, highlighted = highlighted_page(context, ID, seite, text, quelle.version, [span])
    assert pdf and found == seite and highlighted
    return pdf


def misplaced(pdf: bytes, seite: int, quelle: Quelle, page: int, span: Span) -> list[str]:
    """Words of the index of which a highlight lies on those it should not, or not on those it should."""
    strom = quelle.strom
    of_quote = strom.words_in(*span)
    with pymupdf().open(stream=pdf, filetype="pdf") as document:
        areas = quads(document[seite - 1])
    found = []
    for index in np.flatnonzero(strom.seiten_nr == page):
        x0, y0, x1, y1 = strom.boxes[index].tolist()
        middle = pymupdf().Point((x0 + x1) / 2, (y0 + y1) / 2)
        if any(middle in area for area in areas) != (of_quote.start <= index < of_quote.stop):
            found.append(strom.text[strom.starts[index] : strom.ends[index]])
    return found


OF_THE_DAY = ("upright", "cropped and 90", "origin elsewhere, cropped and 270", *list(LAYOUTS)[-3:])


@pytest.mark.parametrize(
    "name", [name if name in OF_THE_DAY else pytest.param(name, marks=pytest.mark.night) for name in LAYOUTS]
)
def test_highlights_lie_on_the_words_of_the_quote(tmp_path: Path, name: str) -> None:
    pages, change, first, last = LAYOUTS[name]
    context = workplace(tmp_path, *pages, **change)
    quelle = quelle_of(context)
    span = span_of(quelle, first, last)
    seiten = quelle.strom.pages_of(*span)
    whole, quote = whole_pdf(context, {Marking.ZITAT: [span]}), letters(quelle.strom.text[slice(*span)])
    assert len(seiten) == 1 + ("two" in name and "pages" in name)
    assert "".join(marked_letters(whole, seite) for seite in seiten) == quote
    assert "".join(marked_letters(one_page(context, seite, span)) for seite in seiten) == quote
    for seite in seiten:
        single = one_page(context, seite, span)
        assert misplaced(single, 1, quelle, seite, span) == []
        assert misplaced(whole, seite, quelle, seite, span) == []
        ansicht = render_seite(ID, seite, {Marking.ZITAT: [span]}, context)
        assert ansicht and ansicht.pdf() == single


def test_known_place_is_marked_where_the_same_words_stand_twice(tmp_path: Path) -> None:
    context = workplace(tmp_path, column(60, [*TEXT, "", *TEXT]))
    quelle = quelle_of(context)
    text = "zwölftausend neue Wohnungen im ganzen Land"
    first = quelle.strom.text.index(text)
    second = span_of(quelle, "zwölftausend", "ganzen Land", first + 1)
    by_place = one_page(context, 1, second)
    assert misplaced(by_place, 1, quelle, 1, second) == []
    by_text, _, highlighted = highlighted_page(context, ID, 1, text)
    assert by_text and highlighted and misplaced(by_text, 1, quelle, 1, (first, first + len(text))) == []


def test_place_of_another_version_is_looked_for_by_its_words(tmp_path: Path) -> None:
    context = workplace(tmp_path, column(60, TEXT))
    pdf, _, highlighted = highlighted_page(context, ID, 1, "Mieten sollen dadurch nicht", "alt", [(0, 9)])
    assert pdf and highlighted and marked_letters(pdf) == "mietensollendadurchnicht"
    assert whole_pdf(context, {Marking.ZITAT: [(0, 9)]}, "alt") == file_of(context).read_bytes()


@pytest.mark.parametrize(("text", "is_marked"), [("Wir schaffen alle Schulen ab", False), ("neue", True)])
def test_only_the_words_of_an_address_are_marked_at_the_place_that_it_names(
    tmp_path: Path, text: str, is_marked: bool
) -> None:
    """Whole or cut off; else whoever makes an address up has another sentence marked."""
    context = workplace(tmp_path, column(60, TEXT))
    quelle = quelle_of(context)
    place = span_of(quelle, "neue", "ganzen")
    _, _, highlighted = highlighted_page(context, ID, 1, text, quelle.version, [place])
    assert highlighted is is_marked


def test_place_on_another_page_is_not_sought_here(tmp_path: Path) -> None:
    context = workplace(tmp_path, column(60, TEXT), column(60, LEFT))
    version, text = quelle_of(context).version, quelle_of(context).strom.text[:30]
    pdf, found, highlighted = highlighted_page(context, ID, 2, text, version, [(0, 30)])
    assert pdf and (found, highlighted, marked_words(pdf)) == (2, False, [])


def test_kinds_of_marks_have_their_colours(tmp_path: Path) -> None:
    context = workplace(tmp_path, column(60, TEXT * 2))
    quelle = quelle_of(context)
    spans = {
        Marking.ZITAT: [span_of(quelle, "neue", "ganzen")],
        Marking.WEITERE: [span_of(quelle, "Mieten", "dadurch")],
        Marking.VERGLEICH: [span_of(quelle, "eine Behörde", "Stadt")],
    }
    ansicht = render_seite(ID, 1, dict(spans), context)
    assert ansicht
    for pdf in (ansicht.pdf(), whole_pdf(context, spans)):
        with pymupdf().open(stream=pdf, filetype="pdf") as document:
            colours = [annot.colors["stroke"] for annot in document[0].annots()]
        assert np.allclose(colours, [FARBEN[marke] for marke in Marking], atol=0.01)


def test_whole_pdf_is_the_file_with_something_added(tmp_path: Path) -> None:
    context = workplace(tmp_path, *[column(60, TEXT)] * 5)
    content = file_of(context).read_bytes()
    whole = whole_pdf(context, {Marking.ZITAT: [(0, 50)]})
    assert whole.startswith(content) and 500 < len(whole) - len(content) < 4000
    assert whole == whole_pdf(context, {Marking.ZITAT: [(0, 50)]})
    assert file_of(context).read_bytes() == content
    with pymupdf().open(stream=whole, filetype="pdf") as document:
        assert document.page_count == 5 and not document.is_repaired
        assert [len(list(page.annots())) for page in document] == [1, 0, 0, 0, 0]


def test_nobody_elses_highlight_stays_beside_ours(tmp_path: Path) -> None:
    context = workplace(tmp_path, column(60, TEXT), column(60, LEFT))
    change(context, add_highlight)
    span = span_of(quelle_of(context), "neue Wohnungen", "ganzen Land")
    whole = whole_pdf(context, {Marking.ZITAT: [span]})
    assert marked_words(whole) == "neue Wohnungen im ganzen Land".split()


def add_highlight(document: Any) -> None:
    page = document[0]
    page.add_highlight_annot(page.search_for("Mieten")[0])


def encrypt(document: Any) -> None:
    document.set_metadata({"title": "verschlüsselt"})


def change(context: Context, make: Any, **options: Any) -> None:
    path = file_of(context)
    with pymupdf().open(stream=path.read_bytes(), filetype="pdf") as document:
        make(document)
        content = document.tobytes(**options)
    path.write_bytes(content)
    index_programm(ID, context=context)


def test_encrypted_pdf_is_marked_too(tmp_path: Path) -> None:
    context = workplace(tmp_path, column(60, TEXT))
    change(context, encrypt, encryption=pymupdf().PDF_ENCRYPT_AES_256, owner_pw="geheim", user_pw="")
    span = span_of(quelle_of(context), "neue Wohnungen", "ganzen Land")
    assert (
        marked_words(whole_pdf(context, {Marking.ZITAT: [span]})) == "neue Wohnungen im ganzen Land".split()
    )


def test_damaged_pdf_is_told_beforehand_and_its_page_is_marked_all_the_same(tmp_path: Path) -> None:
    context = workplace(tmp_path, column(60, TEXT))
    path = file_of(context)
    path.write_bytes(path.read_bytes().rpartition(b"startxref")[0])
    index_programm(ID, context=context)
    span = span_of(quelle_of(context), "neue Wohnungen", "ganzen Land")
    blick = page_glance(context, ID, 1, zitat=[span])
    assert blick.is_plain and "zitat" not in blick.pdf and "zitat" in blick.seitenpdf
    assert marked_words(one_page(context, 1, span)) == "neue Wohnungen im ganzen Land".split()
    with pytest.raises(PdfError, match="lässt sich nicht markieren"):
        whole_pdf(context, {Marking.ZITAT: [span]})


def test_only_so_many_pages_are_marked_the_quotes_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    context = workplace(tmp_path, *[column(60, TEXT)] * 5)
    strom = quelle_of(context).strom
    last = (len(strom.text) - 20, len(strom.text))
    monkeypatch.setattr(marked_page, "MAX_SEITEN", 2)
    marken = {Marking.ZITAT: [last], Marking.WEITERE: [(0, len(strom.text)), (5, 10**9)]}
    whole = whole_pdf(context, marken)
    with pymupdf().open(stream=whole, filetype="pdf") as document:
        assert [bool(list(page.annots())) for page in document] == [True, False, False, False, True]


def test_place_that_is_named_often_costs_no_more(tmp_path: Path) -> None:
    strom = quelle_of(workplace(tmp_path, *[column(60, TEXT)] * 5)).strom
    whole = [(0, len(strom.text))]
    assert sure(strom, [*whole * 200, (5, 90), (80, 120)]) == sure(strom, whole)
    assert sure(strom, [(80, 120), (5, 90), (120, 130)]) == [(5, 120), (120, 130)]


def test_file_that_changes_meanwhile_is_not_added_to(tmp_path: Path) -> None:
    context = workplace(tmp_path, column(60, TEXT))
    dokument = open_document(file_of(context))
    shutil.copy(file_of(context), tmp_path / "neu.pdf")
    with (tmp_path / "neu.pdf").open("ab") as file:
        file.write(b"\n% neu")
    shutil.move(tmp_path / "neu.pdf", file_of(context))
    with pytest.raises(PdfError, match="wird gerade geschrieben"):
        page_drawing.draw_appended(dokument, {1: ((FARBEN[Marking.ZITAT], ((60, 90, 200, 102),)),)})

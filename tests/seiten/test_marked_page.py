"""A page as a picture: exactly the words of its quotes have their colour, and Chunks their frames."""

import shutil
import struct
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import numpy as np
import pytest

from core.base.errors import EingabeError
from core.base.settings import Settings
from core.programme.context import Context
from core.programme.indexing import index_programm
from core.programme.quellen import Quellen
from core.proof.chunk_frames import FARBEN as RAHMENFARBEN, render_structure
from core.proof.marked_page import FARBEN, UMFELD, Marking, PageView, render_seite
from core.proof.page_addresses import PageWish, read_page_wish
from core.proof.page_drawing import MAX_PIXELS
from core.wortlaut.binding.quelle import Quelle
from core.wortlaut.binding.source_labels import parse_cite_url
from core.wortlaut.reading.mupdf import open_pdf, pymupdf
from core.wortlaut.records import Box
from tests.drucker import TEXT, Satz, column, new_document, print_pdf
from tests.programme.boxes import word_boxes

ID = "spd-nrw-2022"
DPI = 110
Bild = np.ndarray[Any, Any]


MADE: dict[str, Path] = {}
"""A folder for each kind of pages, to be copied."""


def workplace(folder: Path, *pages: Sequence[Satz], **change: Any) -> Context:
    """A Programm of these pages, indexed; `change` goes into the pages' dictionaries."""
    if (kind := repr((pages, change))) not in MADE:
        MADE[kind] = folder.with_name(f"{folder.name}-{len(MADE)}")
        _make(MADE[kind], *pages, **change)
    shutil.copytree(MADE[kind], folder, dirs_exist_ok=True)
    return _context_in(folder)


def _context_in(folder: Path) -> Context:
    return Context(replace(Settings(), pdf_dir=folder / "pdf", chroma_dir=folder / "chroma"))


def _make(folder: Path, *pages: Sequence[Satz], **change: Any) -> None:
    (folder / "pdf").mkdir(parents=True)
    document = new_document([list(page) for page in pages])
    for page in document:
        for key, value in change.items():
            document.xref_set_key(page.xref, key, str(value))
    document.save(folder / "pdf" / "spd-nrw-2022.pdf")
    index_programm(ID, context=_context_in(folder))


@pytest.fixture(scope="module")
def context(tmp_path_factory: pytest.TempPathFactory) -> Context:
    """Three pages; the second has two columns."""
    left = [f"Links steht als Satz Nummer {i} etwas." for i in range(12)]
    right = [f"Rechts steht als Satz Nummer {i} anderes." for i in range(12)]
    pages = [column(60, TEXT * 3), column(60, left) + column(320, right), column(60, TEXT)]
    return workplace(tmp_path_factory.mktemp("ansicht"), *pages)


def quelle_of(context: Context) -> Quelle:
    return Quellen(context)[ID]


def span_of(context: Context, first: str, last: str) -> tuple[int, int]:
    text = quelle_of(context).strom.text
    start = text.index(first)
    return start, text.index(last, start) + len(last)


def pixels(png: bytes) -> Bild:
    pixmap = pymupdf().Pixmap(png)
    return np.frombuffer(pixmap.samples, np.uint8).reshape(pixmap.h, pixmap.w, 3).astype(int)


def look(context: Context, seite: int, marken: dict[Marking, Any], **more: Any) -> tuple[PageView, Bild]:
    ansicht = render_seite(ID, seite, marken, context, **more)
    assert ansicht is not None
    return ansicht, pixels(ansicht.png(DPI))


def has_colour(bild: Bild, colour: Sequence[float]) -> Bild:
    return np.asarray((np.abs(bild - [round(255 * part) for part in colour]) < 4).all(axis=2))


def words_of(context: Context, seite: int) -> list[tuple[str, Box]]:
    """The words of a page and their boxes as one sees them, by PyMuPDF alone."""
    page = open_pdf(context.settings.pdf_dir / "spd-nrw-2022.pdf")[seite - 1]
    words = page.get_text("words", flags=pymupdf().TEXT_MEDIABOX_CLIP)
    return [(word[4], tuple(pymupdf().Rect(word[:4]) * page.rotation_matrix)) for word in words]


def coloured_words(context: Context, seite: int, bild: Bild, colour: Sequence[float]) -> list[str]:
    """Words whose ground, where no letters are, has the colour; none may have it in part."""
    mask, scale, found = has_colour(bild, colour), DPI / 72, []
    for word, box in words_of(context, seite):
        x0, y0, x1, y1 = (round(value * scale) for value in box)
        inset = round((y1 - y0) * 0.3) if y1 - y0 < x1 - x0 else 1
        across = round((x1 - x0) * 0.3) if y1 - y0 > x1 - x0 else 1
        part = mask[y0 + inset : y1 - inset, x0 + across : x1 - across].mean()
        assert part < 0.02 or part > 0.25, (word, part)
        found += [word] if part > 0.25 else []
    return found


# --- marks --------------------------------------------------------------------------------------------------


def test_yellow_lies_exactly_on_the_words_of_the_quote(context: Context) -> None:
    ansicht, bild = look(context, 1, {Marking.ZITAT: [span_of(context, "neue Wohnungen", "Gemeinden")]})
    words = "neue Wohnungen im ganzen Land und geben den Gemeinden"
    assert coloured_words(context, 1, bild, FARBEN[Marking.ZITAT]) == words.split()
    covered = np.zeros(bild.shape[:2], bool)
    for x0, y0, x1, y1 in (np.array(ansicht.marken[Marking.ZITAT]) * DPI / 72).round().astype(int):
        covered[y0:y1, x0:x1] = True
    plain = pixels(render_seite(ID, 1, {}, context).png(DPI))  # type: ignore[union-attr]
    assert (bild == plain)[~covered].all()
    assert (bild[covered] <= plain[covered]).all() and ansicht.marked


def test_black_letters_stay_black_under_a_mark(context: Context) -> None:
    whole = (0, len(quelle_of(context).strom.text))
    plain, marked = (look(context, 1, {Marking.ZITAT: spans})[1] for spans in ([], [whole]))
    assert ((plain < 10).all(axis=2) <= (marked < 10).all(axis=2)).all()


def test_three_kinds_have_three_colours(context: Context) -> None:
    spans = {
        Marking.ZITAT: [span_of(context, "Links steht als Satz Nummer 2", "etwas.")],
        Marking.WEITERE: [
            span_of(context, "Links steht als Satz Nummer 5", "etwas."),
            span_of(context, "Rechts steht als Satz Nummer 7", "anderes."),
        ],
        Marking.VERGLEICH: [span_of(context, "Rechts steht als Satz Nummer 3", "anderes.")],
    }
    bild = look(context, 2, spans)[1]
    text = {marke: " ".join(coloured_words(context, 2, bild, FARBEN[marke])) for marke in Marking}
    assert text[Marking.ZITAT] == "Links steht als Satz Nummer 2 etwas."
    assert set(text[Marking.WEITERE].split()) == set(
        "Links Rechts steht als Satz Nummer 5 7 etwas. anderes.".split()
    )
    assert text[Marking.VERGLEICH] == "Rechts steht als Satz Nummer 3 anderes."


def test_pale_is_not_seen_where_the_chosen_quote_lies(context: Context) -> None:
    strong = span_of(context, "neue Wohnungen", "ganzen Land")
    pale = span_of(context, "zwölftausend", "den Gemeinden")
    bild = look(context, 1, {Marking.ZITAT: [strong], Marking.WEITERE: [pale]})[1]
    assert coloured_words(context, 1, bild, FARBEN[Marking.ZITAT]) == "neue Wohnungen im ganzen Land".split()
    assert (
        coloured_words(context, 1, bild, FARBEN[Marking.WEITERE])
        == "zwölftausend und geben den Gemeinden".split()
    )


def test_what_both_answers_quote_is_green(context: Context) -> None:
    spans = {
        Marking.ZITAT: [span_of(context, "zwölftausend", "Wohnungen")],
        Marking.VERGLEICH: [span_of(context, "neue", "ganzen")],
    }
    green = np.array(FARBEN[Marking.ZITAT]) * FARBEN[Marking.VERGLEICH]
    bild = look(context, 1, spans)[1]
    assert coloured_words(context, 1, bild, list(green)) == ["neue", "Wohnungen"]
    assert coloured_words(context, 1, bild, FARBEN[Marking.ZITAT]) == ["zwölftausend"]
    assert coloured_words(context, 1, bild, FARBEN[Marking.VERGLEICH]) == ["im", "ganzen"]


def test_spans_on_other_pages_are_ignored(context: Context) -> None:
    span = span_of(context, "Links steht als Satz Nummer 2", "etwas.")
    ansicht, bild = look(context, 1, {Marking.ZITAT: [span, (10**8, 10**8 + 5), (-4, 9), (9, 9)]})
    assert not ansicht.marked and (bild == look(context, 1, {})[1]).all()


@pytest.mark.parametrize("change", [{"Rotate": 180}, {"CropBox": "[30 200 560 800]", "Rotate": 90}], ids=str)
def test_turned_and_cropped_pages(tmp_path: Path, change: dict[str, Any]) -> None:
    context = workplace(tmp_path, column(60, TEXT * 2), **change)
    ansicht, bild = look(context, 1, {Marking.ZITAT: [span_of(context, "neue Wohnungen", "Gemeinden")]})
    assert abs(bild.shape[1] - ansicht.breite * DPI / 72) <= 1
    assert abs(bild.shape[0] - ansicht.hoehe * DPI / 72) <= 1
    words = "neue Wohnungen im ganzen Land und geben den Gemeinden"
    assert coloured_words(context, 1, bild, FARBEN[Marking.ZITAT]) == words.split()


# --- never a wrong mark -------------------------------------------------------------------------------------


def test_spans_of_another_version_are_not_marked(context: Context) -> None:
    marken = {Marking.ZITAT: [span_of(context, "zwölftausend", "Wohnungen")]}
    version = quelle_of(context).version
    other, picture = look(context, 1, marken, version="anders")
    assert (other.marked, other.version) == (False, version)
    assert (picture == look(context, 1, {})[1]).all()
    same, _ = look(context, 1, marken, version=version)
    assert same.marked and same.version == version


def test_changed_pdf_is_shown_without_marks_and_frames(tmp_path: Path) -> None:
    context = workplace(tmp_path, column(60, TEXT))
    marken = {Marking.ZITAT: [span_of(context, "zwölftausend", "Wohnungen")]}
    assert look(context, 1, marken)[0].marked
    print_pdf(context.settings.pdf_dir / "spd-nrw-2022.pdf", [column(160, TEXT * 2, 300)])
    changed, _ = look(context, 1, marken)
    aufbau = render_structure(ID, 1, context)
    assert (changed.marked, changed.version) == (False, None)
    assert aufbau and (aufbau.chunks, aufbau.version, aufbau.marked) == ((), None, False)


@pytest.mark.parametrize(("programm_id", "seite"), [
    (ID, 0), (ID, -1), (ID, 4), (ID, 10**9),
    ("fdp-nrw-2022", 1), ("gibt-es-nicht", 1), ("../spd-nrw-2022", 1),
])  # fmt: skip
def test_no_such_page(context: Context, programm_id: str, seite: int) -> None:
    assert render_seite(programm_id, seite, {}, context) is None
    assert render_structure(programm_id, seite, context) is None


def test_zoom_and_its_limit(context: Context, tmp_path: Path) -> None:
    ansicht = render_seite(ID, 1, {Marking.ZITAT: [(0, 20)]}, context)
    assert ansicht and pixels(ansicht.png(220)).shape[1] == pytest.approx(2 * 595 * 110 / 72, abs=2)
    (tmp_path / "pdf").mkdir()
    poster = Context(replace(Settings(), pdf_dir=tmp_path / "pdf", chroma_dir=tmp_path / "chroma"))
    print_pdf(tmp_path / "pdf" / "spd-nrw-2022.pdf", [column(60, TEXT)], (14000, 14000))
    huge = render_seite(ID, 1, {}, poster)
    width, height = struct.unpack(">II", huge.png(220)[16:24])  # type: ignore[union-attr]
    assert 0.9 * MAX_PIXELS < width * height < 1.1 * MAX_PIXELS


def test_ausschnitt_is_the_page_around_the_chosen_quote(context: Context) -> None:
    ansicht, whole = look(context, 1, {Marking.ZITAT: [span_of(context, "neue Wohnungen", "Gemeinden")]})
    part = pixels(ansicht.png(DPI, ausschnitt=True))
    yellow = has_colour(whole, FARBEN[Marking.ZITAT])
    rows = np.flatnonzero(yellow.any(axis=1))
    top = max(0, round((min(box[1] for box in ansicht.marken[Marking.ZITAT]) - UMFELD) * DPI / 72))
    assert part.shape[1] == whole.shape[1] and len(rows) < len(part) < len(whole)
    assert (part == whole[top : top + len(part)]).all()
    assert has_colour(part, FARBEN[Marking.ZITAT]).sum() == yellow.sum() > 0


# --- Chunks -------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def gegliedert(tmp_path_factory: pytest.TempPathFactory) -> Context:
    """One page of two headings with a passage each, and a second page."""
    page = [Satz(60, 80, "Wohnen", groesse=18, fett=True), *column(60, TEXT)]
    page += [Satz(60, 200, "Verkehr", groesse=18, fett=True), *column(60, [*TEXT, "Ende."], 220)]
    # Not at one height: the same line at the head of each page would be taken for a running head.
    others = [column(60, TEXT * 4, y) for y in (115, 130)]
    return workplace(tmp_path_factory.mktemp("aufbau"), page, *others)


def test_page_lists_its_chunks_and_headings(gegliedert: Context) -> None:
    aufbau = render_structure(ID, 1, gegliedert)
    assert aufbau is not None
    stored = [c for c in gegliedert.store.chunks_of("NRW", ID) if 1 in c.seiten]
    assert [stelle.chunk for stelle in aufbau.chunks] == stored
    assert [stelle.nummer for stelle in aufbau.chunks] == list(range(1, len(stored) + 1))
    assert [stelle.chunk.abschnitt for stelle in aufbau.chunks] == [("Wohnen",), ("Verkehr",)]
    assert [heading.text for heading in aufbau.ueberschriften] == ["Wohnen", "Verkehr"]
    assert all(len(heading.boxes) == 1 for heading in aufbau.ueberschriften)


def frame_pixels(bild: Bild, nummer: int) -> Bild:
    return has_colour(bild, RAHMENFARBEN[nummer % 2])


def test_frames_enclose_exactly_the_words_of_their_chunk(gegliedert: Context) -> None:
    aufbau = render_structure(ID, 1, gegliedert)
    assert aufbau is not None
    bild, scale = pixels(aufbau.png(DPI)), DPI / 72
    strom = quelle_of(gegliedert).strom
    for stelle in aufbau.chunks:
        mask = frame_pixels(bild, stelle.nummer)
        own = {box for page, box in word_boxes(strom, stelle.chunk.start, stelle.chunk.end) if page == 1}
        for i in np.flatnonzero(strom.seiten_nr == 1):
            x0, y0, x1, y1 = map(float, strom.boxes[i])
            x, y = round((x0 + x1) / 2 * scale), round((y0 + y1) / 2 * scale)
            ways = mask[y, :x], mask[y, x:], mask[:y, x], mask[y:, x]
            assert all(way.any() for way in ways) == ((x0, y0, x1, y1) in own)


def test_frame_leaves_the_page_as_it_is(gegliedert: Context) -> None:
    aufbau = render_structure(ID, 1, gegliedert)
    assert aufbau is not None
    bild, plain = pixels(aufbau.png(DPI)), look(gegliedert, 1, {})[1]
    changed = (bild != plain).any(axis=2)
    black = (plain < 60).all(axis=2)
    assert 0 < changed.mean() < 0.02
    assert (changed & black).sum() < 0.03 * black.sum()


def test_chunk_that_begins_within_a_line_has_its_number_in_the_margin(context: Context) -> None:
    aufbau = render_structure(ID, 1, context)
    assert aufbau is not None
    assert any(stelle.boxes[0][0] > 100 for stelle in aufbau.chunks)
    bild, plain = pixels(aufbau.png(DPI)), look(context, 1, {})[1]
    for _, (x0, y0, x1, y1) in words_of(context, 1):
        rows = slice(round((y0 + 4) * DPI / 72), round((y1 - 4) * DPI / 72))
        columns = slice(round((x0 + 2) * DPI / 72), round((x1 - 2) * DPI / 72))
        assert (bild[rows, columns] == plain[rows, columns]).all()


# --- addresses ----------------------------------------------------------------------------------------------


def fields_of(url: str) -> dict[str, str]:
    assert url.startswith("/api/seite.png?")
    return dict(parse_qsl(urlsplit(url).query, strict_parsing=True))


@pytest.mark.parametrize("wunsch", [
    PageWish(ID, 12),
    PageWish(ID, 12, "0a1b", ((100, 250), (300, 340)), ((7, 9),), ((0, 1),), 72),
    PageWish("grün & gut/+ü=%", 999_999, aufbau=True),
    PageWish(ID, 3, zitat=((1, 2),), ausschnitt=True),
    PageWish(ID, 1, zitat=tuple((i, i + 1) for i in range(200))),
], ids=["page", "everything", "odd id", "part", "many"])  # fmt: skip
def test_address_says_what_it_was_built_from(wunsch: PageWish) -> None:
    assert read_page_wish(fields_of(wunsch.picture)) == wunsch
    assert parse_cite_url(wunsch.picture) is None


@pytest.mark.parametrize(("changed", "sentence"), [
    ({"programm": " "}, "fehlt der Parameter programm"),
    ({"seite": ""}, "fehlt der Parameter seite"),
    ({"seite": "0"}, "ganze Zahl ab 1"),
    ({"seite": "٣"}, "ganze Zahl ab 1"),
    ({"dpi": "49"}, "von 50 bis 220"),
    ({"dpi": "221"}, "von 50 bis 220"),
    ({"dpi": "1e2"}, "von 50 bis 220"),
    ({"zitat": "5"}, "Parameter zitat muss aus Stellen wie"),
    ({"weitere": "1-5,,7-9"}, "Parameter weitere muss aus Stellen wie"),
    ({"vergleich": "-5--1"}, "Parameter vergleich muss aus Stellen wie"),
    ({"zitat": "9" * 10 + "-5"}, "Parameter zitat muss aus Stellen wie"),
    ({"zitat": "9-5"}, "vor ihrem Ende"),
    ({"zitat": ",".join(["1-2"] * 201)}, "mehr als 200 Stellen"),
    ({"aufbau": "ja"}, "0 oder 1"),
    ({"ausschnitt": "2"}, "0 oder 1"),
])  # fmt: skip
def test_addresses_that_say_nonsense_are_refused(changed: dict[str, str], sentence: str) -> None:
    with pytest.raises(EingabeError, match=sentence):
        read_page_wish({"programm": ID, "seite": "3", **changed})

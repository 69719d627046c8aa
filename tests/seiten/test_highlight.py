"""A quote on its page: exactly its words are marked, or nothing is."""

import os
import random
import struct
import threading
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core.base.errors import EingabeError, IndexBeschaedigt
from core.base.settings import ROOT, Settings
from core.programme.context import Context
from core.programme.indexing import index_programm, index_programme
from core.proof import page_drawing
from core.proof.highlight import highlight_boxes, render_highlighted_page
from core.proof.page_drawing import DPI, draw_pdf, draw_unmarked, open_document
from core.wortlaut.binding.quelle import Quelle
from core.wortlaut.errors import PdfError, PdfFehlt
from core.wortlaut.german.folding import letters
from core.wortlaut.german.sentences import sentences
from core.wortlaut.reading.mupdf import open_pdf, pymupdf
from core.wortlaut.reading.pdf import read_pages
from core.wortlaut.reading.read_strom import read_strom
from tests.citations.markiert import marked_letters, marked_words, quads
from tests.conftest import korpus_path
from tests.drucker import TEXT, Satz, column, new_document, print_pdf
from tests.seiten.drawn import draw_picture, draw_stellen

ID = "spd-nrw-2022"


def quelle_of(path: Path) -> Quelle:
    """A source without an index."""
    programm = Context(Settings()).registry.programme[ID]
    strom = read_strom(path)
    return Quelle.of(programm, "", strom)


def span_of(quelle: Quelle, first: str, last: str) -> tuple[int, int]:
    start = quelle.strom.text.index(first)
    return start, quelle.strom.text.index(last, start) + len(last)


def marked(path: Path, first: str, last: str) -> dict[int, list[str]]:
    """Page → the words that the PDFs have marked when a range of the text is a quote."""
    quelle = quelle_of(path)
    boxes = highlight_boxes(quelle, [span_of(quelle, first, last)])
    return {
        seite: marked_words(draw_pdf(open_document(path), seite, of_page)) for seite, of_page in boxes.items()
    }


def printed(tmp_path: Path, *pages: Sequence[Satz], **change: Any) -> Path:
    """A PDF whose pages' dictionaries are changed: Rotate=90, CropBox="[…]"."""
    document = new_document([list(page) for page in pages])
    for page in document:
        for key, value in change.items():
            document.xref_set_key(page.xref, key, str(value))
    document.save(tmp_path / "p.pdf")
    return tmp_path / "p.pdf"


# --- exactly the words --------------------------------------------------------------------------------------


def test_words_within_one_line(tmp_path: Path) -> None:
    path = printed(tmp_path, column(60, TEXT * 2))
    assert marked(path, "zwölftausend", "Wohnungen") == {1: ["zwölftausend", "neue", "Wohnungen"]}


def test_quote_over_several_lines_has_one_box_for_each(tmp_path: Path) -> None:
    path = printed(tmp_path, column(60, TEXT * 2))
    quelle = quelle_of(path)
    boxes = highlight_boxes(quelle, [span_of(quelle, "neue Wohnungen", "weiter steigen,")])
    assert [len(of_page) for of_page in boxes.values()] == [3]
    text = "neuewohnungenimganzenlandundgebendengemeindendafürmehrgeldausdemhaushaltdeslandesdiemieten"
    assert (
        marked_letters(draw_pdf(open_document(path), 1, boxes[1])) == f"{text}sollendadurchnichtweitersteigen"
    )


def test_quote_runs_from_the_left_into_the_right_column(tmp_path: Path) -> None:
    left = [f"links {i} steht hier im ersten Teil" for i in range(20)]
    right = [f"rechts {i} steht hier im zweiten" for i in range(20)]
    rows = [satz for pair in zip(column(60, left), column(320, right), strict=True) for satz in pair]
    path = printed(tmp_path, rows, rows)
    assert " ".join(marked(path, "links 18", "rechts 1 ")[1]) == " ".join(
        left[18:] + right[:1] + ["rechts 1"]
    )


def test_no_box_lies_over_a_column_gap(tmp_path: Path) -> None:
    left, right = column(60, ["Das ist die linke Spalte"] * 9), column(320, ["Das ist die rechte Spalte"] * 9)
    path = printed(tmp_path, left + right, left + right)
    quelle = quelle_of(path)
    boxes = highlight_boxes(quelle, [(0, len(quelle.strom.text))])[1]
    assert len(boxes) == 18 and all(box[2] < 300 or box[0] > 310 for box in boxes)


def test_wide_spaces_of_justified_lines_are_marked_too(tmp_path: Path) -> None:
    words = [Satz(60 + 80 * i, 100 + 13 * line, "Wortlaut") for line in range(3) for i in range(6)]
    path = printed(tmp_path, words + column(60, TEXT * 3, 160))
    quelle = quelle_of(path)
    boxes = highlight_boxes(quelle, [(0, quelle.strom.text.index("Wir"))])[1]
    assert len(boxes) == 18
    narrow = [replace(satz, x=60 + (satz.x - 60) * 0.65) for satz in words]
    path = printed(tmp_path, narrow + column(60, TEXT * 3, 160))
    quelle = quelle_of(path)
    assert len(highlight_boxes(quelle, [(0, quelle.strom.text.index("Wir"))])[1]) == 3


@pytest.mark.parametrize("hyphen", ["-", "\u00ad"])
def test_hyphenated_word_is_marked_on_both_lines(tmp_path: Path, hyphen: str) -> None:
    path = printed(tmp_path, column(60, [*TEXT, f"Wir schützen das Kli{hyphen}", "ma und die Natur."]))
    words = marked(path, "Klima", "Klima")[1]
    assert [letters(word) for word in words] == ["kli", "ma"]


def test_ligatures(tmp_path: Path) -> None:
    path = printed(tmp_path, column(60, [*TEXT, "Das ist ﬁnanziell und ofﬁziell möglich."]))
    words = marked(path, "finanziell", "offiziell")[1]
    assert [letters(word) for word in words] == ["finanziell", "und", "offiziell"]


def test_double_page(tmp_path: Path) -> None:
    pages = []
    for sheet in range(4):
        left = column(50, [f"Blatt {sheet} links Zeile {i} mit etwas Text im Satz" for i in range(25)])
        right = column(470, [f"Blatt {sheet} rechts Zeile {i} mit etwas Text im Satz" for i in range(25)])
        pages.append([*left, *right])
    path = print_pdf(tmp_path / "p.pdf", pages, (842, 595))
    words = marked(path, "Blatt 2 links Zeile 24", "Blatt 2 rechts Zeile 0")
    assert " ".join(words[3]) == "Blatt 2 links Zeile 24 mit etwas Text im Satz Blatt 2 rechts Zeile 0"


def test_box_gives_way_to_a_line_it_reaches_into(tmp_path: Path) -> None:
    path = printed(tmp_path, column(60, TEXT * 3, step=9))
    quelle = quelle_of(path)
    (box,) = highlight_boxes(quelle, [span_of(quelle, "Mieten sollen", "steigen,")])[1]
    document = open_pdf(path)
    line = next(word for word in document[0].get_text("words") if word[4] == "Mieten")
    assert box[1] > line[1] and box[3] < line[3]


# --- turned and cropped pages -------------------------------------------------------------------------------

PAGES: dict[str, dict[str, Any]] = {
    "upright": {},
    "90": {"Rotate": 90},
    "180": {"Rotate": 180},
    "270": {"Rotate": 270},
    "cropped": {"CropBox": "[30 200 560 800]"},
    "origin elsewhere": {"MediaBox": "[-20 -30 595 842]"},
    "cropped and 90": {"CropBox": "[30 200 560 800]", "Rotate": 90},
    "origin elsewhere, cropped and 270": {
        "MediaBox": "[-20 -30 595 842]",
        "CropBox": "[30 40 590 800]",
        "Rotate": 270,
    },
    "unit of 2/72 inch": {"UserUnit": 2},
}


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_text_that_runs_another_way_is_marked_line_by_line(tmp_path: Path, turn: int) -> None:
    document = pymupdf().open()
    page = document.new_page(width=595, height=842)
    places = {90: (200, 700, 13, 0), 180: (500, 500, 0, -13), 270: (400, 100, -13, 0)}
    x, y, right, down = places[turn]
    for i, line in enumerate(TEXT):
        page.insert_text((x + i * right, y + i * down), line, fontsize=10, rotate=turn)
    document.save(tmp_path / "p.pdf")
    path = tmp_path / "p.pdf"
    assert marked(path, "neue Wohnungen", "Gemeinden")[1] == (
        "neue Wohnungen im ganzen Land und geben den Gemeinden".split()
    )
    quelle = quelle_of(path)
    assert len(highlight_boxes(quelle, [span_of(quelle, "neue Wohnungen", "weiter steigen,")])[1]) == 3


def yellow(png: bytes) -> np.ndarray[Any, Any]:
    """Which pixels have the highlight's colour."""
    pixmap = pymupdf().Pixmap(png)
    rgb = np.frombuffer(pixmap.samples, np.uint8).reshape(pixmap.h, pixmap.w, 3).astype(int)
    wanted = np.array([round(255 * part) for part in page_drawing.YELLOW])
    return np.asarray((np.abs(rgb - wanted) < 12).all(axis=2))


@pytest.mark.parametrize("change", PAGES.values(), ids=PAGES.keys())
def test_seen_boxes_are_where_the_picture_is_yellow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: dict[str, Any]
) -> None:
    path = printed(tmp_path, column(60, TEXT * 2), **change)
    quelle = quelle_of(path)
    boxes = highlight_boxes(quelle, [span_of(quelle, "neue Wohnungen", "Gemeinden")])
    bild = draw_picture(open_document(path), 1, boxes[1])
    png = bild.png()
    width, height = struct.unpack(">II", png[16:24])
    scale = DPI / 72
    assert abs(width - bild.breite * scale) <= 1 and abs(height - bild.hoehe * scale) <= 1
    inside = np.zeros((height, width), bool)
    for x0, y0, x1, y1 in bild.boxes:
        area = [round(value * scale) for value in (y0, y1, x0, x1)]
        inside[area[0] - 1 : area[1] + 2, area[2] - 1 : area[3] + 2] = True
    found = yellow(png)
    assert not (found & ~inside).any()
    assert (found & inside).sum() > 0.5 * inside.sum()


# --- the file that is served --------------------------------------------------------------------------------


def test_same_page_is_the_same_bytes_with_one_annotation_and_nobody_named(tmp_path: Path) -> None:
    path = printed(tmp_path, column(60, TEXT), column(60, TEXT))
    box = (60.0, 90.0, 200.0, 104.0)
    first = draw_pdf(open_document(path), 2, [box])
    page_drawing._drawn.clear()
    assert draw_pdf(open_document(path), 2, [box]) == first
    with pymupdf().open(stream=first, filetype="pdf") as document:
        page = document[0]
        (annot,) = page.annots()
        assert document.page_count == 1 and annot.type[1] == "Highlight"
        assert not any(value for key, value in annot.info.items())
        assert not document.metadata["author"] and not document.metadata["creationDate"]


def test_what_others_marked_in_the_file_is_not_shown(tmp_path: Path) -> None:
    document = new_document([column(60, TEXT)])
    document[0].add_highlight_annot(pymupdf().Rect(60, 90, 300, 104))
    document[0].insert_link(
        {"kind": 2, "from": pymupdf().Rect(60, 90, 300, 104), "uri": "https://example.org"}
    )
    document.save(tmp_path / "p.pdf")
    with pymupdf().open(stream=draw_pdf(open_document(tmp_path / "p.pdf"), 1, ()), filetype="pdf") as shown:
        assert not list(shown[0].annots()) and not shown[0].get_links()


def test_layer_that_is_switched_off_stays_off(tmp_path: Path) -> None:
    document = new_document([column(60, TEXT)])
    layers = {name: document.add_ocg(name, on=name == "an") for name in ("an", "aus")}
    for i, (name, layer) in enumerate(layers.items()):
        document[0].insert_text((60, 400 + 20 * i), f"Ebene {name}", oc=layer)
    document.save(tmp_path / "p.pdf")
    with pymupdf().open(stream=draw_pdf(open_document(tmp_path / "p.pdf"), 1, ()), filetype="pdf") as shown:
        assert "Ebene an" in shown[0].get_text() and "Ebene aus" not in shown[0].get_text()


def test_protected_pdf_that_anybody_may_open(tmp_path: Path) -> None:
    document = new_document([column(60, TEXT)])
    document.save(tmp_path / "p.pdf", encryption=pymupdf().PDF_ENCRYPT_AES_256, owner_pw="geheim")
    assert marked(tmp_path / "p.pdf", "zwölftausend", "neue") == {1: ["zwölftausend", "neue"]}


def test_page_that_is_not_there_is_refused(tmp_path: Path) -> None:
    path = printed(tmp_path, column(60, TEXT))
    with pytest.raises(EingabeError, match="keine Seite 2"):
        draw_pdf(open_document(path), 2, ())
    with pytest.raises(PdfFehlt, match=r"fehlt\.pdf"):
        open_document(tmp_path / "fehlt.pdf")


def test_second_look_draws_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = printed(tmp_path, column(60, TEXT))
    document = open_document(path)
    first = draw_pdf(document, 1, ()), draw_unmarked(document, 1, DPI)
    monkeypatch.setattr(page_drawing, "apart", lambda *_: pytest.fail("was drawn again"))
    assert draw_pdf(document, 1, ()) == first[0] and draw_unmarked(document, 1, DPI) is first[1]


def test_pages_are_drawn_while_others_are_read(tmp_path: Path) -> None:
    path = printed(tmp_path, *[column(60, TEXT * 8)] * 12)
    failed: list[BaseException] = []

    def work(job: int) -> None:
        try:
            for i in range(6):
                box = (60.0, 90.0, 100.0 + job, 104.0 + i)
                assert draw_pdf(open_document(path), i + 1, [box])
                assert draw_unmarked(open_document(path), i + 1, 40 + job).size
                assert len(read_pages(path)) == 12
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=work, args=(job,)) for job in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []


# --- located by its text ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def indexed(tmp_path_factory: pytest.TempPathFactory) -> Context:
    """A Programm of six pages, each with a sentence of its own and one that stands on pages 1, 4 and 6."""
    folder = tmp_path_factory.mktemp("zitat")
    (folder / "pdf").mkdir()
    context = Context(replace(Settings(), pdf_dir=folder / "pdf", chroma_dir=folder / "chroma"))
    subjects = ["Schule", "Bahn", "Wald", "Polizei", "Kultur", "Pflege"]
    pages = [
        column(60, [f"Auf dieser Seite geht es um {subject} und um sonst gar nichts.", *TEXT[:2]])
        for subject in subjects
    ]
    for i in (0, 3, 5):
        pages[i] += column(60, ["Dieser eine Satz wiederholt sich hier wörtlich."], 300)
    pages[1] += column(60, ["Wir senken die Steuer um 2,5 Prozent und erhöhen den Lohn. Am Ende"], 300)
    pages[1] += column(60, ["dieser Seite läuft ein Satz weiter und"], 313)
    pages[2] = [Satz(60, 60, "er endet erst auf der folgenden Seite."), *pages[2]]
    print_pdf(folder / "pdf" / "spd-nrw-2022.pdf", pages)
    print_pdf(folder / "pdf" / "cdu-nrw-2022.pdf", pages[:2])
    index_programm(ID, context=context)
    return context


def look(context: Context, seite: int, query: str) -> tuple[str, int, bool]:
    pdf, found, highlighted = render_highlighted_page(ID, seite, query, context)
    assert pdf is not None
    return marked_letters(pdf), found, highlighted


def test_text_is_found_on_its_page(indexed: Context) -> None:
    query = "Auf dieser Seite geht es um Wald und um sonst gar nichts."
    assert look(indexed, 3, query) == (letters(query), 3, True)


@pytest.mark.parametrize("query", [
    "„Auf dieser Seite geht es um Wald, und um sonst – gar nichts!“",
    "AUF DIESER SEITE geht es\num Wald und um sonst gar nichts",
    "Auf die-\nser Seite geht es um Wald und um sonst gar nichts.",
])  # fmt: skip
def test_punctuation_and_breaks_do_not_matter(indexed: Context, query: str) -> None:
    assert look(indexed, 3, query) == ("aufdieserseitegehtesumwaldundumsonstgarnichts", 3, True)


@pytest.mark.parametrize("said", [1, 2, 4, 5])
def test_text_is_found_on_a_page_nearby(indexed: Context, said: int) -> None:
    assert look(indexed, said, "Auf dieser Seite geht es um Wald und um sonst")[1:] == (3, True)


def test_nowhere_else(indexed: Context) -> None:
    assert look(indexed, 6, "Auf dieser Seite geht es um Wald und um sonst") == ("", 6, False)


@pytest.mark.parametrize(("said", "found"), [(1, 1), (2, 1), (3, 4), (4, 4), (5, 6), (6, 6)])
def test_of_several_places_the_nearest(indexed: Context, said: int, found: int) -> None:
    assert look(indexed, said, "Dieser eine Satz wiederholt sich hier wörtlich.")[1:] == (found, True)


def test_over_a_page_break_the_page_asked_for_is_shown(indexed: Context) -> None:
    query = "Am Ende dieser Seite läuft ein Satz weiter und er endet erst auf der folgenden Seite."
    begin, end = "amendedieserseiteläufteinsatzweiterund", "erendeterstaufderfolgendenseite"
    assert look(indexed, 2, query) == (begin, 2, True)
    assert look(indexed, 3, query) == (end, 3, True)
    assert look(indexed, 1, query) == (begin, 2, True)


@pytest.mark.parametrize("mark", ["…", "...", "[…]", "[...]"])
def test_ellipsis_parts_are_found_in_order(indexed: Context, mark: str) -> None:
    parts = ["Auf dieser Seite geht es um Schule", "Dieser eine Satz wiederholt sich hier"]
    assert look(indexed, 1, f" {mark} ".join(parts)) == (letters("".join(parts)), 1, True)
    assert look(indexed, 1, f" {mark} ".join(reversed(parts))) == ("", 1, False)
    assert look(indexed, 1, f"{mark} {parts[0]} {mark}") == (letters(parts[0]), 1, True)


@pytest.mark.parametrize("query", [
    "", "…", "!?", "   ",
    "Auf dieser Seite geht es um Wald und um sonst gar nicht.",
    "Auf dieser Seite geht es nicht um Wald und um sonst gar nichts.",
    "Wir senken die Steuer um 25 Prozent und erhöhen den Lohn.",
    "Wir senken die Steuer um 2,6 Prozent und erhöhen den Lohn.",
    "senken die Steuer um 2",
    "5 Prozent und erhöhen den Lohn.",
    "f dieser Seite geht es um Wal",
    "Auf dieser Seite geht es um Wald … und der Satz steht nirgends so",
    "%s %(seite)d {0} \\ \x00 \ud800 ../../etc/passwd",
])  # fmt: skip
def test_what_is_not_there_is_not_marked(indexed: Context, query: str) -> None:
    assert look(indexed, 3, query) == ("", 3, False)


def test_unknown_programm_missing_pdf_or_page_and_one_not_indexed(indexed: Context) -> None:
    query = "Auf dieser Seite geht es um Bahn und um sonst gar nichts."
    others = [(name, 1) for name in ("gibt-es-nicht", "", "../spd-nrw-2022", "fdp-nrw-2022")]
    for programm_id, seite in [*others, (ID, 0), (ID, -1), (ID, 7), (ID, 10**9)]:
        assert render_highlighted_page(programm_id, seite, query, indexed) == (None, 0, False)
    pdf, found, highlighted = render_highlighted_page("cdu-nrw-2022", 2, query, indexed)
    assert pdf and b"%PDF" in pdf[:10] and (found, highlighted) == (2, False)


def test_broken_index_still_shows_the_page(indexed: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(gebiet: str) -> None:
        raise IndexBeschaedigt("Der Vektorindex ist beschädigt.")

    monkeypatch.setattr(indexed.store, "staende", refuse)
    assert look(indexed, 3, "Auf dieser Seite geht es um Wald") == ("", 3, False)


def test_lost_text_still_shows_the_page(tmp_path: Path) -> None:
    (tmp_path / "pdf").mkdir()
    context = Context(replace(Settings(), pdf_dir=tmp_path / "pdf", chroma_dir=tmp_path / "chroma"))
    print_pdf(tmp_path / "pdf" / "spd-nrw-2022.pdf", [column(60, TEXT)])
    index_programm(ID, context=context)
    for file in context.texte.folder.glob("*.npz"):
        file.unlink()
    assert look(context, 1, "zwölftausend neue Wohnungen") == ("", 1, False)


def test_stellen_give_a_page_each_with_its_boxes(indexed: Context) -> None:
    text = quelle_of(indexed.settings.pdf_dir / "spd-nrw-2022.pdf").strom.text
    start, end = text.index("Am Ende"), text.index("folgenden Seite.") + len("folgenden Seite.")
    pictures = draw_stellen(indexed, ID, [[start, end]])
    assert [bild.seite for bild in pictures] == [2, 3]
    assert marked_letters(pictures[0].pdf) == "amendedieserseiteläufteinsatzweiterund"
    assert marked_letters(pictures[1].pdf) == "erendeterstaufderfolgendenseite"
    assert [len(bild.boxes) for bild in pictures] == [2, 1]
    assert (pictures[0].breite, pictures[0].hoehe) == (595, 842)
    with pymupdf().open(stream=pictures[0].pdf, filetype="pdf") as document:
        for box, quad in zip(pictures[0].boxes, quads(document[0]), strict=True):
            assert np.allclose(box, list(quad), atol=0.1)


def test_stellen_beyond_the_text_are_not_drawn(indexed: Context) -> None:
    assert draw_stellen(indexed, ID, [(10**6, 10**6 + 5), (-5, 5), (9, 9), (8, 3)]) == []


def test_changed_pdf_is_shown_without_marks(tmp_path: Path) -> None:
    (tmp_path / "pdf").mkdir()
    context = Context(replace(Settings(), pdf_dir=tmp_path / "pdf", chroma_dir=tmp_path / "chroma"))
    path = tmp_path / "pdf" / "spd-nrw-2022.pdf"
    print_pdf(path, [column(60, TEXT)])
    index_programm(ID, context=context)
    query = "zwölftausend neue Wohnungen im ganzen Land"
    assert look(context, 1, query) == (letters(query), 1, True)
    before = path.stat()
    print_pdf(path, [column(160, TEXT, 300)])
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns + 1))
    assert look(context, 1, query) == ("", 1, False)
    assert draw_stellen(context, ID, [(0, 10)]) == []
    index_programm(ID, context=context)
    assert look(context, 1, query) == (letters(query), 1, True)


def test_damaged_pdf_is_no_page(tmp_path: Path) -> None:
    (tmp_path / "pdf").mkdir()
    context = Context(replace(Settings(), pdf_dir=tmp_path / "pdf", chroma_dir=tmp_path / "chroma"))
    (tmp_path / "pdf" / "spd-nrw-2022.pdf").write_bytes(b"%PDF-1.7 kaputt")
    assert render_highlighted_page(ID, 1, "egal", context) == (None, 0, False)
    (tmp_path / "pdf" / "spd-nrw-2022.pdf").write_bytes(b"")
    assert render_highlighted_page(ID, 1, "egal", context) == (None, 0, False)


def test_damage_of_any_kind_is_one_sentence(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    whole = new_document([column(60, TEXT)] * 3).tobytes()
    path = tmp_path / "p.pdf"
    refusals = []
    for seed in range(60 if request.config.getoption("--night") else 10):
        chance = random.Random(seed)
        broken = bytearray(whole)
        for _ in range(chance.choice([3, 60, 600])):
            broken[chance.randrange(20, len(broken))] = chance.randrange(256)
        path.write_bytes(bytes(broken))
        for look_at in (
            lambda: draw_pdf(open_document(path), 3, [(60, 90, 200, 104)]),
            lambda: draw_unmarked(open_document(path), 3, DPI),
            lambda: read_pages(path),
        ):
            try:
                look_at()
            except PdfError as error:
                refusals.append(str(error))
    assert refusals and all(sentence.startswith("p.pdf") and "\n" not in sentence for sentence in refusals)


# --- whole files --------------------------------------------------------------------------------------------


DEMO_PROGRAMME = sorted((ROOT / "data" / "demo" / "pdf").glob("[!a]*.pdf"))
"""Without the Anträge beside them."""


OF_THE_DAY = ["programme/spd-grundsatz-2007.pdf", "sonderfaelle/linke-bund-2025-leitantrag-zeilennummern.pdf"]
OF_THE_NIGHT = [
    "programme/gruene-bund-2025.pdf", "programme/linke-bund-2025.pdf", "programme/cdu-bund-2013.pdf",
    "programme/afd-bund-2025-leitantrag.pdf", "sonderfaelle/cdu-bund-1998-ocr.pdf",
]  # fmt: skip


@pytest.mark.parametrize(
    "name", [*OF_THE_DAY, *(pytest.param(name, marks=pytest.mark.night) for name in OF_THE_NIGHT)]
)
def test_sentences_of_real_programmes(name: str) -> None:
    assert wrongly_marked(korpus_path(name)) == []


@pytest.mark.parametrize("path", DEMO_PROGRAMME, ids=lambda path: path.stem)
def test_sentences_of_the_demo_s_programmes(path: Path) -> None:
    assert wrongly_marked(path) == []


def wrongly_marked(path: Path) -> list[str]:
    """Of forty sentences by chance those whose letters are not just what is marked."""
    quelle = quelle_of(path)
    text = quelle.strom.text
    spans = [
        (teil.start + start, teil.start + end)
        for teil in quelle.strom.absaetze
        if teil.art.is_prose
        for start, end in sentences(text[teil.start : teil.end])
        if end - start >= 40
    ]
    assert len(spans) >= 20
    wrong = []
    for span in random.Random(7).sample(spans, min(40, len(spans))):
        boxes = highlight_boxes(quelle, [span])
        found = [
            marked_letters(draw_pdf(open_document(path), seite, of_page)) for seite, of_page in boxes.items()
        ]
        wrong += [] if "".join(found) == letters(text[slice(*span)]) else [text[slice(*span)]]
    return wrong


def test_demo_quote_is_located(tmp_path: Path) -> None:
    context = Context(replace(Settings(), pdf_dir=tmp_path, chroma_dir=tmp_path / "chroma"))
    programm_id = next(p.id for p in context.registry.programme.values() if p.bundesland == "DEMO")
    list(index_programme([programm_id], context=context))
    chunk = context.store.chunks_of("DEMO", programm_id)[3]
    start, end = sentences(chunk.text)[0]
    pdf, found, highlighted = render_highlighted_page(
        programm_id, chunk.seiten[0], chunk.text[start:end], context
    )
    assert pdf and highlighted and found == chunk.seiten[0]
    assert letters(chunk.text[start:end]).startswith(marked_letters(pdf))

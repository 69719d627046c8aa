"""PDF → text stream, on generated files: each layout trap by itself."""

import sys
from pathlib import Path

import pytest

from core.wortlaut.errors import OhneTextebene, PdfError, PdfFehlt
from core.wortlaut.reading.mupdf import UNUSED, open_pdf, pymupdf
from core.wortlaut.reading.read_strom import read_strom
from core.wortlaut.reading.tesseract import engine
from core.wortlaut.reading.textstrom import ParagraphKind, Textstrom
from tests.drucker import TEXT, Satz, column, new_document, print_pdf
from tests.programme.boxes import word_boxes


def read(tmp_path: Path, *pages: list[Satz], size: tuple[float, float] = (595, 842)) -> Textstrom:
    return read_strom(print_pdf(tmp_path / "p.pdf", pages, size))


def words_at(path: Path, strom: Textstrom, start: int, end: int) -> list[str]:
    """What the PDF itself holds under the boxes of a range."""
    document = open_pdf(path)
    result = []
    for seite, box in word_boxes(strom, start, end):
        result += [word[4] for word in document[seite - 1].get_text("words", clip=pymupdf().Rect(box))]
    return result


def texts(strom: Textstrom, art: ParagraphKind) -> list[str]:
    return [strom.text[teil.start : teil.end] for teil in strom.absaetze if teil.art is art]


# --- columns ------------------------------------------------------------------------------------------------


def test_two_columns_are_read_one_after_the_other(tmp_path: Path) -> None:
    left = [f"links {i} steht hier im ersten Teil" for i in range(20)]
    right = [f"rechts {i} steht hier im zweiten" for i in range(20)]
    rows = [satz for pair in zip(column(60, left), column(320, right), strict=True) for satz in pair]
    strom = read(tmp_path, rows, rows)
    assert strom.text.split("\n")[0] == " ".join(left + right + left + right)


def test_heading_across_both_columns_comes_before_them(tmp_path: Path) -> None:
    head = Satz(60, 80, "Ein langer Titel, der über beide Spalten der Seite läuft", 20)
    left, right = (
        column(60, ["die linke Spalte der Seite"] * 12),
        column(320, ["die rechte Spalte der Seite"] * 12),
    )
    middle = Satz(60, 300, "Noch ein Titel, der über beide Spalten der Seite läuft", 20)
    lower = column(60, ["links unten im Text steht"] * 8, 330) + column(
        320, ["rechts unten im Text steht"] * 8, 330
    )
    strom = read(tmp_path, [*right, middle, *lower, head, *left], column(60, TEXT * 4))
    order = [
        strom.text.find(t)
        for t in ("Ein langer", "die linke", "die rechte", "Noch ein", "links unten", "rechts unten")
    ]
    assert order == sorted(order) and order[0] == 0


def test_landscape_double_page_is_read_as_two_pages_with_their_own_numbers(tmp_path: Path) -> None:
    pages = []
    for sheet in range(4):
        left = column(50, [f"Blatt {sheet} links Zeile {i} mit etwas Text im Satz" for i in range(25)])
        right = column(470, [f"Blatt {sheet} rechts Zeile {i} mit etwas Text im Satz" for i in range(25)])
        foot = [Satz(200, 575, str(2 * sheet + 8)), Satz(620, 575, str(2 * sheet + 9))]
        pages.append([*left, *right, *foot])
    strom = read(tmp_path, *pages, size=(842, 595))
    position = strom.text.find("Blatt 2 rechts Zeile 0")
    assert strom.text.find("Blatt 2 links Zeile 24") < position < strom.text.find("Blatt 3 links")
    assert strom.printed_page(position) == "13"
    assert strom.printed_page(strom.text.find("Blatt 2 links Zeile 3")) == "12"
    assert strom.pages_of(position, position + 5) == (3,)
    assert strom.seiten[2].gedruckt == ("12", "13")


def test_bullets_set_apart_are_not_a_column(tmp_path: Path) -> None:
    rows = []
    for i in range(10):
        rows += [
            Satz(60, 100 + 20 * i, "•"),
            Satz(75, 100 + 20 * i, f"Punkt {i} der Liste mit etwas mehr Text."),
        ]
    strom = read(tmp_path, column(60, TEXT, 400) + rows, column(60, TEXT * 3))
    assert "• Punkt 3 der Liste mit etwas mehr Text." in texts(strom, ParagraphKind.LISTE)


# --- hyphens, soft hyphens, ligatures, odd glyphs -----------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("Wir schützen das Kli-", "ma und die Natur im Land.", "das Klima und"),
        ("Wir schützen das Kli\u00ad", "ma und die Natur im Land.", "das Klima und"),
        ("Wir bauen die Ost-", "West-Verbindung der Bahn.", "die Ost-West-Verbindung"),
        ("Mehr Geld aus Bundes-", "und Landesmitteln für alle.", "aus Bundes- und Landesmitteln"),
        ("Wir fordern eine EU-", "weite Regel für alle Länder.", "eine EU-weite Regel"),
        ("Alle Bürger-", "Innen sollen mitreden können.", "Alle BürgerInnen sollen"),
        ("Das ist ein Ziel –", "und zwar für alle im Land.", "ein Ziel – und zwar"),
        ("Das kostet im Jahr 2026-", "2027 zusammen zwei Millionen.", "Jahr 2026-2027 zusammen"),
    ],
)
def test_hyphen_at_line_end(tmp_path: Path, before: str, after: str, expected: str) -> None:
    whole = ["Die BürgerInnen reden mit und die BürgerInnen entscheiden auch selbst."]
    strom = read(tmp_path, column(60, [*TEXT, *whole, *TEXT[:2], before, after]))
    assert expected in strom.text


def test_vocabulary_of_the_document_keeps_a_real_hyphen(tmp_path: Path) -> None:
    lines = [
        "Die sozial-ökologische Wende ist nötig, denn sonst wird es teuer.",
        "Wir wollen die sozial-",
        "ökologische Wende.",
    ]
    assert "die sozial-ökologische Wende." in read(tmp_path, column(60, [*TEXT, *lines])).text


def test_broken_word_has_both_boxes_and_its_letters_are_one_word(tmp_path: Path) -> None:
    strom = read(tmp_path, column(60, [*TEXT, "Wir schützen das Kli-", "ma und die Natur."]))
    start = strom.text.find("Klima")
    boxes = word_boxes(strom, start, start + len("Klima"))
    assert len(boxes) == 2 and boxes[0][1][1] < boxes[1][1][1]
    assert words_at(tmp_path / "p.pdf", strom, start, start + 5) == ["Kli-", "ma"]


def test_soft_hyphens_within_words_and_ligatures_are_resolved(tmp_path: Path) -> None:
    strom = read(tmp_path, column(60, [*TEXT, "Das ist ﬁnanziell und recht\u00adlich mög\u00adlich."]))
    assert "Das ist finanziell und rechtlich möglich." in strom.text


def test_leader_dots_without_a_name_are_dots(tmp_path: Path) -> None:
    strom = read(tmp_path, column(60, [*TEXT, "Wohnen und Bauen" + "\ufffd" * 30 + "17"]))
    assert "Wohnen und Bauen 17" in strom.text and strom.ohne_unicode == 0


def test_sign_without_a_name_amid_a_line_leaves_the_words_around_it_searchable(tmp_path: Path) -> None:
    strom = read(tmp_path, column(60, [*TEXT, "Ein \ufffd mitten im Satz steht hier."]))
    at = strom.text.index("Ein \ufffd mitten im Satz")
    assert strom.ohne_unicode == 1 and strom.is_unsure(at, at + 3)


@pytest.mark.parametrize(
    "end", ["und fördern die Höfe u.a.", "mit dem Programm „Mitreden!“", "im Laufe des 18."]
)
def test_sentence_goes_on_small_in_the_next_line_whatever_its_line_ends_with(
    tmp_path: Path, end: str
) -> None:
    strom = read(
        tmp_path, column(60, [*TEXT, f"Wir helfen allen {end}", "durch einen Hofladen in jedem Dorf."])
    )
    assert f"{end} durch einen Hofladen" in strom.text and len(strom.absaetze) == 1


@pytest.mark.parametrize(("step", "fett"), [(17, False), (13, True)])
def test_title_without_a_stop_is_no_part_of_the_sentence_beneath(
    tmp_path: Path, step: int, fett: bool
) -> None:
    """It stands off by less than a paragraph does, or is set in another weight of the text's own size."""
    above = column(60, TEXT)
    title = Satz(60, 100 + 13 * 4 + 19, "Ein gutes Studium für alle", fett=fett)
    strom = read(tmp_path, [*above, title, *column(60, TEXT, title.y + step)])
    assert "für alle Wir bauen" not in strom.text and "für alle\nWir bauen" in strom.text


def test_short_line_beside_a_picture_is_part_of_its_sentence(tmp_path: Path) -> None:
    wrapped = [
        "Wir bauen neue Häuser für unsere vielen",
        "Familien und ihre Kinder in der Stadt,",
        "die dafür Geld gibt.",
    ]
    assert " ".join(wrapped) in read(tmp_path, column(60, [*TEXT, *wrapped])).text


# --- furniture ----------------------------------------------------------------------------------------------


def page_with_furniture(number: int, lines: list[str]) -> list[Satz]:
    head = Satz(60, 40, "Regierungsprogramm der Partei", 8)
    return [head, *column(60, lines), Satz(290, 815, str(number), 9)]


def test_sentence_runs_on_across_the_page_break_without_head_and_number(tmp_path: Path) -> None:
    pages = [
        [f"Seite Nummer {i} beginnt hier.", *TEXT, "Und dieser Satz läuft auf die nächste"] for i in range(6)
    ]
    pages[3] = ["Fassung weiter und hört hier auf.", *TEXT]
    strom = read(tmp_path, *[page_with_furniture(i + 5, lines) for i, lines in enumerate(pages)])
    start = strom.text.find("Und dieser Satz läuft auf die nächste Fassung weiter")
    assert strom.pages_of(start, start + 60) == (3, 4)
    assert strom.printed_page(start) == "7"
    assert "Regierungsprogramm" not in strom.text


def test_number_in_the_text_is_no_page_number(tmp_path: Path) -> None:
    pages = [page_with_furniture(i + 5, [*TEXT, "Das steht fest."]) for i in range(6)]
    pages[2].append(Satz(60, 770, "2030"))
    assert "2030" in read(tmp_path, *pages).text


def test_heading_at_the_top_of_a_page_is_kept(tmp_path: Path) -> None:
    pages = [[Satz(60, 60, f"Kapitel über das Thema {'ABCDEF'[i]}", 16), *column(60, TEXT)] for i in range(6)]
    strom = read(tmp_path, *pages)
    assert texts(strom, ParagraphKind.HEADING) == [f"Kapitel über das Thema {letter}" for letter in "ABCDEF"]


@pytest.mark.parametrize("step", [1, 5])
def test_line_numbers_of_a_draft_are_taken_out(tmp_path: Path, step: int) -> None:
    pages, number = [], 0
    for _ in range(4):
        rows: list[Satz] = []
        for satz in column(80, TEXT * 9):
            number += 1
            if number % step == 0:
                rows.append(Satz(40, satz.y, str(number)))
            rows.append(satz)
        pages.append(rows)
    strom = read(tmp_path, *pages)
    assert " ".join(TEXT) in strom.text
    assert not any(word.isdecimal() and word != "2028" for word in strom.text.split())


# --- cover, contents, index ---------------------------------------------------------------------------------


def test_cover_and_contents_are_recognised(tmp_path: Path) -> None:
    cover = [Satz(60, 300, "Zukunft für alle", 40), Satz(60, 350, "Wahlprogramm 2024", 14)]
    contents = [Satz(60, 80, "Inhalt", 18)]
    for i, title in enumerate(["Wohnen", "Schule", "Verkehr", "Energie", "Gesundheit"]):
        contents += [Satz(60, 120 + 20 * i, f"{title} " + "." * 40), Satz(500, 120 + 20 * i, str(3 + i))]
    body = [[Satz(60, 60, title, 18), *column(60, TEXT * 5)] for title in ["Wohnen", "Schule", "Verkehr"]]
    strom = read(tmp_path, cover, contents, *body)
    assert texts(strom, ParagraphKind.TITEL) == ["Zukunft für alle", "Wahlprogramm 2024"]
    assert "Schule 4" in texts(strom, ParagraphKind.INHALT)
    assert texts(strom, ParagraphKind.HEADING) == ["Wohnen", "Schule", "Verkehr"]


def test_headings_nest_by_size_and_weight(tmp_path: Path) -> None:
    rows = [
        Satz(60, 60, "Kapitel Wohnen", 20), Satz(60, 100, "Mieten", 14), *column(60, TEXT, 130),
        Satz(60, 230, "Mietpreise begrenzen", 10, fett=True), *column(60, TEXT, 255),
        Satz(60, 350, "Bauen", 14), *column(60, TEXT, 380),
    ]  # fmt: skip
    strom = read(tmp_path, rows)
    paths = [teil.abschnitt for teil in strom.absaetze if teil.art is ParagraphKind.TEXT]
    assert paths == [
        ("Kapitel Wohnen", "Mieten"),
        ("Kapitel Wohnen", "Mieten", "Mietpreise begrenzen"),
        ("Kapitel Wohnen", "Bauen"),
    ]


def test_footnote_does_not_cut_a_sentence_at_the_page_break(tmp_path: Path) -> None:
    first = [*column(60, [*TEXT * 8, "Dieser Satz geht auf der"]), Satz(60, 740, "1 Eine Anmerkung dazu.", 7)]
    strom = read(tmp_path, first, column(60, ["nächsten Seite weiter. Und dann kommt mehr.", *TEXT * 3]))
    assert "Dieser Satz geht auf der nächsten Seite weiter." in strom.text
    assert texts(strom, ParagraphKind.FOOTNOTE) == ["1 Eine Anmerkung dazu."]


# --- turned and cropped pages -------------------------------------------------------------------------------


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_page_with_rotate_entry(tmp_path: Path, rotation: int) -> None:
    path = tmp_path / "p.pdf"
    document = new_document([column(60, TEXT)])
    document[0].set_rotation(rotation)
    document.save(path)
    strom = read_strom(path)
    assert strom.text == " ".join(TEXT) + "\n"
    start = strom.text.find("Mieten sollen")
    assert words_at(path, strom, start, start + 13) == ["Mieten", "sollen"]


@pytest.mark.parametrize("rotation", [90, 180, 270])
def test_text_that_was_set_turned(tmp_path: Path, rotation: int) -> None:
    places = {90: (300, 700, 14, 0), 180: (560, 400, 0, -14), 270: (300, 100, -14, 0)}
    x, y, dx, dy = places[rotation]
    rows = [Satz(x + i * dx, y + i * dy, text, drehung=rotation) for i, text in enumerate(TEXT)]
    strom = read(tmp_path, rows)
    assert strom.text == " ".join(TEXT) + "\n"
    start = strom.text.find("Behörde")
    assert words_at(tmp_path / "p.pdf", strom, start, start + 7) == ["Behörde."]


def test_cropped_page_leaves_out_what_nobody_sees(tmp_path: Path) -> None:
    path = tmp_path / "p.pdf"
    document = new_document([[*column(150, TEXT, 300), Satz(10, 20, "Schnittmarke der Druckerei")]])
    document[0].set_cropbox(pymupdf().Rect(100, 200, 560, 700))
    document.save(path)
    strom = read_strom(path)
    assert "Schnittmarke" not in strom.text
    start = strom.text.find("Wartezeit")
    assert words_at(path, strom, start, start + 9) == ["Wartezeit"]


# --- files that cannot be read ------------------------------------------------------------------------------


def test_missing_file(tmp_path: Path) -> None:
    with pytest.raises(PdfFehlt, match=r"fehlt\.pdf fehlt\. Legen Sie das PDF in den Ordner"):
        read_strom(tmp_path / "fehlt.pdf")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "ist leer"),
        (b"<!doctype html><html>404</html>", "ist kein PDF"),
        (b"%PDF-1.7\nkaputt und abgeschnitten", "beschädigt|keine Seiten"),
    ],
)
def test_file_that_is_no_readable_pdf(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "p.pdf"
    path.write_bytes(content)
    with pytest.raises(PdfError, match=message):
        read_strom(path)


def test_truncated_pdf_says_so(tmp_path: Path) -> None:
    path = print_pdf(tmp_path / "p.pdf", [column(60, TEXT)] * 20)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 3])
    with pytest.raises(PdfError, match=r"p\.pdf"):
        read_strom(path)


def test_pdf_without_pages(tmp_path: Path) -> None:
    path = tmp_path / "p.pdf"
    path.write_bytes(
        b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n"
        b"trailer<</Root 1 0 R/Size 3>>\n%%EOF\n"
    )
    with pytest.raises(PdfError, match="hat keine Seiten"):
        read_strom(path)


def test_encrypted_pdf_that_opens_without_a_password(tmp_path: Path) -> None:
    path = tmp_path / "p.pdf"
    document = new_document([column(60, TEXT)])
    document.save(path, encryption=pymupdf().PDF_ENCRYPT_AES_256, owner_pw="geheim", user_pw="")
    assert "Mieten sollen" in read_strom(path).text


def test_encrypted_pdf_that_needs_a_password(tmp_path: Path) -> None:
    path = tmp_path / "p.pdf"
    document = new_document([column(60, TEXT)])
    document.save(path, encryption=pymupdf().PDF_ENCRYPT_AES_256, owner_pw="geheim", user_pw="auch")
    with pytest.raises(PdfError, match="mit einem Kennwort geschützt"):
        read_strom(path)


def test_very_many_pages(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    many = 1000 if request.config.getoption("--night") else 200
    strom = read(tmp_path, *[column(60, TEXT)] * many)
    assert len(strom.seiten) == many
    assert strom.pages_of(len(strom.text) - 5, len(strom.text)) == (many,)


# --- scans --------------------------------------------------------------------------------------------------


def scan(tmp_path: Path) -> Path:
    """A page that is a picture of text."""
    picture = new_document([column(60, TEXT, groesse=12)])[0].get_pixmap(dpi=150)
    document = pymupdf().open()
    page = document.new_page(width=595, height=842)
    page.insert_image(page.rect, pixmap=picture)
    path = tmp_path / "scan.pdf"
    document.save(path)
    return path


def test_scan_without_tesseract_is_refused_with_the_way_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.wortlaut.reading.tesseract.engine", lambda: "")
    with pytest.raises(OhneTextebene, match=r"ist ohne Textebene.*tesseract-ocr-deu"):
        read_strom(scan(tmp_path))


@pytest.mark.skipif(not engine(), reason="needs Tesseract (Debian: tesseract-ocr-deu)")
def test_scan_with_tesseract_is_read(tmp_path: Path) -> None:
    path = scan(tmp_path)
    strom = read_strom(path)
    assert "Wohnungen im ganzen Land" in strom.text
    assert strom.seiten[0].ocr
    _, box = word_boxes(strom, start := strom.text.find("Wohnungen"), start + 9)[0]
    _, expected = word_boxes(read(tmp_path, column(60, TEXT, groesse=12)), start, start + 9)[0]
    assert all(abs(a - b) < 4 for a, b in zip(box, expected, strict=True))


def test_other_users_of_pymupdfs_companions_find_them() -> None:
    pymupdf()
    assert None not in [sys.modules.get(name, "absent") for name in UNUSED]

"""A text layer is believed where the print agrees; else what is drawn is read, or nothing is quoted."""

import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from core.programme import stored_streams
from core.programme.context import Context
from core.programme.indexing import Druckschritt, Indexergebnis, Leseausgang, index_steps
from core.programme.quellen import Quellen
from core.programme.stock import Diagnose, ProgrammState, Stock
from core.wortlaut.binding.exact_match import find
from core.wortlaut.reading import ocr, tesseract
from core.wortlaut.reading.mupdf import open_pdf
from core.wortlaut.reading.ocr import drawn_lines
from core.wortlaut.reading.print_check import Druckbefund, check_print, file_version, signs
from core.wortlaut.reading.read_strom import read_strom
from core.wortlaut.reading.tesseract import engine
from core.wortlaut.reading.textstrom import Textstrom
from core.wortlaut.reading.word_differences import confirmed, differences
from tests.drucker import TEXT, Satz, column, print_pdf, print_with_layer
from tests.garbled import FontUse, garble
from tests.skips import skip_without

ID = "spd-nrw-2022"
MISREAD = str.maketrans("üöäI", "uoal")

pytestmark = pytest.mark.skipif(not engine(), reason="needs Tesseract (tesseract-ocr-deu)")

UMLAUTE = [
    "Für kürzere Wege über die Dörfer fördern wir Züge und Busse, und wir",
    "öffnen Büros für Bürgerinnen und Bürger, die früher schließen mussten.",
    "In jeder Gemeinde gibt es künftig eine Stelle, die Anträge annimmt und",
    "Auskünfte gibt, damit niemand für ein Formular durch das halbe Land",
    "fährt. Größere Städte eröffnen dafür zusätzliche Häuser am Stadtrand.",
]


def pages(*texts: Sequence[str]) -> list[list[Satz]]:
    return [column(60, text) for text in texts]


def misread(texts: Sequence[str]) -> list[str]:
    """As by a recogniser that knows no umlauts."""
    return [text.translate(MISREAD) for text in texts]


def pdf_of(context: Context) -> Path:
    return context.settings.pdf_dir / context.registry.programme[ID].pdf


def stored(context: Context) -> Textstrom:
    version = context.store.staende("NRW")[ID].version
    strom = context.texte.load_strom(ID, version)
    assert strom
    return strom


def befund_of(context: Context) -> Druckbefund:
    befund = context.texte.load_befund(ID, stored_streams.content_version(pdf_of(context)))
    assert befund
    return befund


def test_lines_are_read_where_they_are_drawn(tmp_path: Path) -> None:
    upright = Satz(400, 700, "Von unten nach oben gedruckt", drehung=90)
    path = print_pdf(tmp_path / "a.pdf", [[*column(60, UMLAUTE), upright]])
    lines = [(1, (58.0, 100 + 13 * i - 11.0, 400.0, 100 + 13 * i + 3.0)) for i in (0, 4)]
    found = drawn_lines(
        open_pdf(path), [*lines, (1, (389.0, 560.0, 403.0, 702.0)), (1, (60.0, 500.0, 200.0, 512.0))]
    )
    assert [line.text for line in found] == [UMLAUTE[0], UMLAUTE[4], upright.text, ""]


def test_good_layer_agrees(tmp_path: Path) -> None:
    path = print_pdf(tmp_path / "a.pdf", pages(UMLAUTE, TEXT, UMLAUTE))
    strom = read_strom(path)
    befund = check_print(path, strom, "v")
    assert signs(path, strom) == []
    assert befund.zeilen >= 15 and befund.zeichen > 30 and befund.abweichend == 0
    assert not befund.seiten and befund.version() == "v"


def test_bad_layer_disagrees_and_what_is_drawn_takes_its_place(tmp_path: Path) -> None:
    drawn = [UMLAUTE, TEXT, UMLAUTE, TEXT]
    path = print_with_layer(tmp_path / "a.pdf", pages(*drawn), pages(*map(misread, drawn)), is_hidden=False)
    strom = read_strom(path)
    befund = check_print(path, strom, "v")
    assert "Fur kurzere Wege" in strom.text and befund.seiten == (1, 2, 3, 4)
    assert befund.version() != "v" and file_version(befund.version()) == "v"
    again = read_strom(path, None, befund.seiten)
    assert "Für kürzere Wege über die Dörfer fördern wir Züge" in again.text and not again.unsure_sentences
    assert all(seite.ocr for seite in again.seiten)


def test_ligature_with_a_wrong_name_is_found_by_the_words_it_spoils(tmp_path: Path) -> None:
    """They are few: of lines taken evenly over the file none may hold one."""
    offen = "Dort schaffen wir offene Treffpunkte und eröffnen Werkstätten in jedem Stadtteil."
    drawn = [[*TEXT * 5, offen] if number in (1, 4) else TEXT * 5 for number in range(6)]
    layer = [[line.replace("ff", "t") for line in page] for page in drawn]
    path = print_with_layer(tmp_path / "a.pdf", pages(*drawn), pages(*layer), is_hidden=False)
    strom = read_strom(path)
    assert "schaten wir otene" in strom.text and signs(path, strom) == []
    assert check_print(path, strom, "v").seiten == (1, 2, 3, 4, 5, 6)
    # Where a quote stands on such a page, all of the file is looked at, too; elsewhere its page alone.
    assert check_print(path, strom, "v", pages=[2]).seiten == (1, 2, 3, 4, 5, 6)
    elsewhere = check_print(path, strom, "v", pages=[3])
    assert elsewhere.seiten == elsewhere.ungesehen == () and 0 < elsewhere.zeilen < 30


def test_unseen_text_is_compared_before_it_is_searchable(context: Context) -> None:
    print_with_layer(pdf_of(context), pages(UMLAUTE, TEXT), pages(misread(UMLAUTE), misread(TEXT)))
    ends = [schritt for schritt in index_steps([ID], context=context) if isinstance(schritt, Indexergebnis)]
    assert [end.ausgang for end in ends] == [Leseausgang.NEU]
    assert "Für kürzere Wege" in stored(context).text and "Fur" not in stored(context).text
    assert befund_of(context).verdacht and befund_of(context).seiten == (1, 2)
    assert list(context.erkannt.iterdir()) == []
    again = list(index_steps([ID], context=context))
    assert [schritt.ausgang for schritt in again if isinstance(schritt, Indexergebnis)] == [
        Leseausgang.UNCHANGED
    ]


def test_page_without_a_sign_is_found_behind_and_read_anew(context: Context) -> None:
    drawn = [TEXT, TEXT, UMLAUTE, TEXT]
    layer = [TEXT, TEXT, misread(UMLAUTE), TEXT]
    print_with_layer(pdf_of(context), pages(*drawn), pages(*layer), is_hidden=False)
    steps = list(index_steps([ID], context=context))
    kinds = [type(step) for step in steps if isinstance(step, Indexergebnis | Druckschritt)]
    assert kinds == [Indexergebnis, Druckschritt, Indexergebnis]
    assert befund_of(context).seiten == (3,) and [seite.ocr for seite in stored(context).seiten] == [
        False, False, True, False,
    ]  # fmt: skip
    assert "Für kürzere Wege" in stored(context).text


def test_run_that_was_broken_off_is_compared_by_the_next(context: Context) -> None:
    print_pdf(pdf_of(context), pages(TEXT))
    steps = index_steps([ID], context=context)
    assert isinstance(next(steps), Indexergebnis)
    steps.close()  # type: ignore[attr-defined]
    assert [one.druck for teil in Stock.of(context).gebiete for one in teil.programme if one.stand] == [
        "Druck wird geprüft"
    ]
    unchanged, druck = index_steps([ID], context=context)
    assert isinstance(unchanged, Indexergebnis) and unchanged.ausgang is Leseausgang.UNCHANGED
    assert isinstance(druck, Druckschritt) and druck.befund and druck.befund.zeilen >= 5
    (context.texte.folder / f"{ID}.druck.json").write_text('{"seiten": "alle"}', encoding="utf-8")
    assert [type(step) for step in index_steps([ID], context=context)] == [Indexergebnis, Druckschritt]


def test_suspect_without_tesseract_is_read_and_never_quoted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = print_with_layer(tmp_path / "a.pdf", pages(UMLAUTE), pages(misread(UMLAUTE)))
    monkeypatch.setattr(tesseract, "engine", lambda: "")
    strom = read_strom(path)
    befund = check_print(path, strom, "v", signs(path, strom))
    assert befund.verdacht and befund.seiten == (1,) and not befund.engine
    again = read_strom(path, None, befund.seiten)
    assert again.text == strom.text
    assert again.unsure_sentences == [span for teil in again.absaetze for span in again.sentences_of(teil)]


def test_file_of_which_little_can_be_quoted_says_so(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither the layer nor the picture can be read: the picture is as coarse as a thumbnail."""
    print_with_layer(pdf_of(context), pages(UMLAUTE), pages(misread(UMLAUTE)))
    document = open_pdf(pdf_of(context))
    coarse = document[0].get_pixmap(dpi=40)
    document[0].clean_contents()
    document[0].insert_image(document[0].rect, pixmap=coarse)
    data = document.tobytes()
    document.close()
    pdf_of(context).write_bytes(data)
    (end,) = [step for step in index_steps([ID], context=context) if isinstance(step, Indexergebnis)]
    assert end.ausgang is Leseausgang.LIMITED and "nicht zitiert" in end.grund
    (holding,) = [one for teil in Stock.of(context).gebiete for one in teil.programme if one.stand]
    assert holding.zustand is ProgrammState.LIMITED and "nur zum Teil zitierbar" in holding.hinweise[0]


def test_word_that_is_seen_otherwise_at_a_second_look_is_not_quoted(tmp_path: Path) -> None:
    """Of faint print Tesseract is unsure; what neither the layer nor a second look confirms is doubtful."""
    path = print_pdf(tmp_path / "a.pdf", pages(UMLAUTE))
    whole = ocr.recognise(open_pdf(path), 1)
    assert whole.words == b"" and whole.doubtful == (), "of two that agree the layer is read"
    bad = print_with_layer(tmp_path / "b.pdf", pages(UMLAUTE), pages(misread(UMLAUTE)))
    whole = ocr.recognise(open_pdf(bad), 1)
    assert whole.words and whole.doubtful == ()
    assert ocr.Recognised.parse(whole.written()) == whole


ZAHLEN = [
    "Bis 2035 bauen wir 512 Kilometer Schiene und 25 Bahnhöfe im ganzen Land.",
    "Dafür geben wir 1250 Millionen Euro aus, und zwar 152 in jedem Jahr.",
    "Seit 1952 fährt hier kein Zug mehr, und 2512 Menschen pendeln mit Bussen.",
]
HEAD = ["Schienen für 2512 Pendler bis 2035", "Wir bauen neue Bahnhöfe im Land"]


def lying(tmp_path: Path, fett: bool, lies: dict[str, str]) -> Path:
    """Three pages of text under a heading in bold; the map of one of the two fonts lies."""
    sides = [
        [
            *column(60, TEXT[n:], 100 + 40 * n),
            Satz(60, 300, line, 14, fett=True),
            *column(60, ZAHLEN, 330 + 40 * n),
        ]
        for n, line in enumerate((*HEAD, HEAD[0]))
    ]
    path = print_pdf(tmp_path / "wahr.pdf", sides)
    font = FontUse("Helvetica-Bold" if fett else "Helvetica")
    assert garble(path, tmp_path / "falsch.pdf", font, lies)
    return tmp_path / "falsch.pdf"


@pytest.mark.parametrize(
    ("fett", "lies", "false", "seiten"),
    [
        (False, {"2": "7"}, "Bis 7035 bauen wir", (1, 2, 3)),
        (False, {"5": "3"}, "Bis 2033 bauen wir", (1, 2, 3)),
        (True, {"2": "7", "5": "3"}, "Schienen für 7317 Pendler", (1, 3)),
        (False, {"W": "M"}, "Mir bauen bis", (1, 2, 3)),
        (True, {"W": "M", "n": "m"}, "Mir bauem meue", (1, 2, 3)),
    ],
)
def test_font_that_lies_is_found_on_all_pages_that_have_it(
    tmp_path: Path, fett: bool, lies: dict[str, str], false: str, seiten: tuple[int, ...]
) -> None:
    path = lying(tmp_path, fett, lies)
    strom = read_strom(path)
    befund = check_print(path, strom, "v")
    assert false in strom.text and befund.seiten == seiten
    again = read_strom(path, None, befund.seiten)
    at = again.text.find(false)
    assert at < 0 or again.is_unsure(at, at + len(false))


def test_sentence_with_a_letter_that_no_look_could_read_is_not_quoted(context: Context) -> None:
    """Headings in a font of their own, crossed out: nothing says that its map is right."""
    sides = [
        [*column(60, [*TEXT, *TEXT]), Satz(60, 400, line, 14, fett=True), *column(60, ZAHLEN, 430)]
        for line in HEAD
    ]
    with open_pdf(print_pdf(pdf_of(context), sides)) as document:
        for page in document:
            for x in range(56, 400, 3):
                page.draw_line((x, 384), (x + 1, 406), width=2)
        data = document.tobytes()
    pdf_of(context).write_bytes(data)
    list(index_steps([ID], context=context))
    befund = befund_of(context)
    assert befund.seiten == () and {page for page, _ in befund.ungesehen} == {1, 2}
    assert not bound(context, HEAD[0]) and not bound(context, HEAD[1])
    assert bound(context, "Wir bauen bis 2028 zwölftausend neue Wohnungen") and bound(context, ZAHLEN[0])


@pytest.mark.parametrize(
    ("seen", "places"),
    [
        ("Bis 2035 Il", {0, 1, 2, 3, 4, 5, 6, 7, 8}),
        ("Bis 2085 ll", {0, 1, 2, 3, 4, 6, 7, 8}),
        ("Bis Il", {0, 1, 2, 7, 8}),
        ("", set()),
    ],
)
def test_letters_are_confirmed_by_what_is_seen_and_not_by_what_is_not(seen: str, places: set[int]) -> None:
    assert confirmed(("Bis", "2035", "Il"), seen) == places


@pytest.mark.parametrize(
    ("seen", "other"), [("Bis 2035", False), ("Bis 2085", True), ("Bis 203500", False), ("Bis 203", False)]
)
def test_another_digit_is_one_for_one(seen: str, other: bool) -> None:
    """„5 ......“ is read „500“."""
    assert any(one.has_other_digit for one in differences(("Bis", "2035"), seen)) is other


@pytest.mark.parametrize(
    "line", ["Bildung ....................... 8", "II. Wirtschaft und Arbeit", "Beispiel für"]
)
def test_page_of_which_recognition_reads_no_more_keeps_its_own_text(tmp_path: Path, line: str) -> None:
    """Leader dots are read as letters, twice the same; I is like l; a space more or less is no letter."""
    glued = [line.replace(" für", "für"), *UMLAUTE]
    path = print_with_layer(tmp_path / "a.pdf", pages([line, *UMLAUTE]), pages(glued), is_hidden=False)
    assert ocr.recognise(open_pdf(path), 1).words == b""


def test_what_recognisers_misread_is_no_reason_to_doubt(tmp_path: Path) -> None:
    """Leader dots, capital I beside l, bullets, marks of footnotes, words with „Innen“."""
    contents = [
        f"{title} {'.' * 60} {page}"
        for page, title in ((4, "Bildung"), (17, "Illegale Inhalte"), (41, "Arbeit"))
    ]
    rest = [
        "• Wir stärken Illustratorinnen, Ingenieurinnen und Ilmenauer Inselbahnen¹",
        "• UnternehmerInnen und ArbeiterInnen in Illingen, Island und Italien",
        "• II. Kapitel III: Ilse aus Ilmenau liest im Café mit António Guterres",
    ]
    path = print_pdf(tmp_path / "a.pdf", pages(contents, rest, TEXT, UMLAUTE))
    strom = read_strom(path)
    assert check_print(path, strom, "v").seiten == ()


def bound(context: Context, text: str) -> bool:
    quelle = Quellen.find(context, ID)
    assert quelle
    return any(not fund.is_unsure for fund in find(text, quelle))


def test_nothing_is_quoted_before_the_print_was_compared(context: Context) -> None:
    print_pdf(pdf_of(context), pages(TEXT))
    steps = index_steps([ID], context=context)
    assert isinstance(end := next(steps), Indexergebnis) and end.is_unchecked
    assert not bound(context, "Wir bauen bis 2028 zwölftausend neue Wohnungen")
    (holding,) = [one for teil in Stock.of(context).gebiete for one in teil.programme if one.stand]
    assert "noch nicht geprüft" in holding.gesperrt and not Diagnose.of(context).gesund
    list(steps)
    assert bound(context, "Wir bauen bis 2028 zwölftausend neue Wohnungen")
    assert not Diagnose.of(context).gesperrt


def test_page_known_to_be_bad_that_cannot_be_recognised_is_not_quoted(
    context: Context, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """It is told so, and tried again by the next run."""
    if not shutil.which("tesseract"):
        skip_without("Tesseract")  # the broken one is the system's program, but for what it refuses
    drawn, layer = [TEXT, UMLAUTE, TEXT], [TEXT, misread(UMLAUTE), TEXT]
    print_with_layer(pdf_of(context), pages(*drawn), pages(*layer), is_hidden=False)
    broken = tmp_path / "tesseract"
    broken.write_text(
        '#!/bin/sh\ncase "$*" in *textonly*) exit 1;; esac\nexec tesseract "$@"\n', encoding="utf-8"
    )
    broken.chmod(0o755)
    monkeypatch.setenv("TESSERACT", str(broken))
    list(index_steps([ID], context=context))
    assert befund_of(context).seiten == befund_of(context).gesperrt == (2,)
    assert not bound(context, "Fur kurzere Wege uber die Dorfer fordern wir Zuge")
    assert bound(context, "Wir bauen bis 2028 zwölftausend neue Wohnungen")
    (told,) = Diagnose.of(context).gesperrt
    assert "1 Seite" in told and "gescheitert" in told and f"index --programm {ID}" in told
    monkeypatch.delenv("TESSERACT")
    list(index_steps([ID], context=context))
    assert befund_of(context).gesperrt == () and not Diagnose.of(context).gesperrt
    assert bound(context, "Für kürzere Wege über die Dörfer fördern wir Züge")

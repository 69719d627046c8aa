"""The traps in real programmes. Figures over the whole corpus: `python -m tests.bench index`."""

import re
from functools import cache

import pytest

from core.programme.chunking import chunk
from core.wortlaut.errors import OhneTextebene
from core.wortlaut.reading.read_strom import read_strom
from core.wortlaut.reading.textstrom import ParagraphKind, Textstrom
from tests.conftest import korpus_path


@cache
def strom(name: str) -> Textstrom:
    return read_strom(korpus_path(f"{name}.pdf"))


def pages_of_kind(text: Textstrom, art: ParagraphKind) -> list[int]:
    return sorted({page for t in text.absaetze if t.art is art for page in text.pages_of(t.start, t.end)})


def test_two_columns() -> None:
    text = strom("programme/bsw-bund-2025")
    sentences = re.split(r"(?<=[.!?])\s+(?=[A-ZÄÖÜ])", korpus_path("texte/bsw-bund-2025.md").read_text())
    ours = re.sub(r"\W", "", text.text)
    found = [
        re.sub(r"\W", "", re.sub(r"-\n|\*\*", "", s)) in ours
        for s in sentences
        if len(s) > 60 and "#" not in s
    ]
    assert len(found) > 800 and sum(found) >= 0.99 * len(found)


def test_signatures_below_two_columns_do_not_tear_the_sentence() -> None:
    assert "müssen auch künftig eine lebenswerte Heimat bleiben" in strom("programme/cdu-bund-2013").text


def test_soft_and_hard_hyphens_at_line_ends() -> None:
    text = strom("programme/cdu-bund-2013").text
    assert "Verbesserung der Vereinbarkeit von Umwelt und Wirtschaft" in text
    assert "in Entwicklungs- und Schwellenländern den Übergang" in text
    assert "\xad" not in text


def test_ligatures() -> None:
    text = strom("programme/afd-bund-2025-leitantrag").text
    assert not re.search("[\ufb00-\ufb06]", text)
    assert "finanziell" in text


def test_glyphs_without_unicode_are_leader_dots_of_the_contents() -> None:
    text = strom("programme/linke-bund-2025")
    assert text.ohne_unicode == 0 and "\ufffd" not in text.text
    assert pages_of_kind(text, ParagraphKind.INHALT) == [2, 3]


def test_running_heads_are_out_and_sentences_run_over_the_page_break() -> None:
    text = strom("programme/cdu-bund-2013")
    assert "Gemeinsam erfolgreich für Deutschland | Regierungsprogramm" not in text.text
    start = text.text.find("Nachhaltiges Wachstum bedeutet nicht einfach „mehr“")
    assert start > 0 and text.pages_of(start - 60, start) == (20, 21)


def test_printed_page_number_beside_the_place_in_the_file() -> None:
    text = strom("programme/cdu-bund-2013")
    start = text.text.find("Besseres“ zu schaffen")
    assert (text.pages_of(start, start + 5), text.printed_page(start)) == ((21,), "20")


def test_line_numbers_of_a_draft() -> None:
    text = strom("sonderfaelle/linke-bund-2025-leitantrag-zeilennummern").text
    assert "Bezahlbares Wohnen ist die zentrale soziale Frage unserer Zeit. Olaf Scholz ist als" in text
    assert not re.search(r"\b(188|190|202|203)\b", text[: text.find("III. Umsteuern")])


def test_cover_contents_and_index_are_no_prose() -> None:
    text = strom("programme/spd-grundsatz-2007")
    assert pages_of_kind(text, ParagraphKind.TITEL) == [1, 2]
    assert pages_of_kind(text, ParagraphKind.INHALT) == [3, *range(70, 78)]
    pages = {page for c in chunk("x", text, "passagen", 700) for page in c.seiten}
    assert pages.isdisjoint({1, 2, 3, *range(70, 78)}) and set(range(6, 60)) <= pages


def test_headings_and_their_levels() -> None:
    text = strom("programme/spd-bund-2013")
    start = text.text.find("Tariftreue werden wir daher")
    path = next(t.abschnitt for t in text.absaetze if t.start <= start < t.end)
    assert path[1] == "II.2 Gute Arbeit in einer modernen Gesellschaft"


def test_text_of_an_ocr_layer() -> None:
    assert "Landwirtschaft" in strom("sonderfaelle/cdu-bund-1998-ocr").text


def test_scan_without_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.wortlaut.reading.tesseract.engine", lambda: "")
    with pytest.raises(OhneTextebene, match="ohne Textebene"):
        read_strom(korpus_path("sonderfaelle/spd-bund-1998-scan-ohne-text.pdf"))


AT_NIGHT = [pytest.param(name, marks=pytest.mark.night) for name in ("gruene-bund-2025", "fdp-bund-2025")]


@pytest.mark.parametrize("name", ["linke-grundsatz-2011", "piraten-bund-2013", *AT_NIGHT])
def test_every_letter_has_a_box_on_its_page(name: str) -> None:
    text = strom(f"programme/{name}")
    covered = sum(int(end - start) for start, end in zip(text.starts, text.ends, strict=True))
    letters = sum(not letter.isspace() for letter in text.text)
    inner_spaces = sum(
        any(c.isspace() for c in text.text[s:e]) for s, e in zip(text.starts, text.ends, strict=True)
    )
    assert covered - inner_spaces == letters
    for page, (x0, y0, x1, y1) in zip(text.seiten_nr, text.boxes, strict=True):
        seite = text.seiten[int(page) - 1]
        assert -5 <= x0 < x1 <= seite.breite + 5 and -5 <= y0 < y1 <= seite.hoehe + 5

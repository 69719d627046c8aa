"""Word files and web pages where a document is handed over: their paragraphs, chapters, what is unread."""

from io import BytesIO
from pathlib import Path

import pytest
from docx import Document

from core.base.errors import EingabeError
from core.cli.main import main
from core.proof.given_text import read_given, unread_of
from core.wortlaut.reading.textstrom import ParagraphKind

TITLE, CHAPTER = "Koalitionsvertrag", "Wohnen"
SENTENCES = (
    "Wir bauen im Land bis zum Jahr 2028 zwölftausend neue Wohnungen für Familien.",
    "Die Mieten in den großen Städten sollen in diesen Jahren nicht weiter steigen.",
)


def _word() -> bytes:
    document, file = Document(), BytesIO()
    for level, heading in enumerate((TITLE, CHAPTER)):
        document.add_heading(heading, level)
    for sentence in SENTENCES:
        document.add_paragraph(sentence)
    document.save(file)
    return file.getvalue()


WORD = _word()
PAGE = (
    f"<html><body><h1>{TITLE}</h1><h2>{CHAPTER}</h2><img src='haus.png'>"
    f"{''.join(f'<p>{one}</p>' for one in SENTENCES)}</body></html>"
).encode()


@pytest.mark.parametrize(
    ("data", "name", "unread"),
    [
        (WORD, "vertrag.docx", ""),
        (PAGE, "vertrag.html", "Nicht gelesen: 1 Bild."),
        (PAGE, "vertrag.txt", None),
    ],
)
def test_each_paragraph_is_read_with_the_heading_above_it(data: bytes, name: str, unread: str | None) -> None:
    """What is in a file counts, not its name."""
    quelle = read_given(data, name)
    told = [(quelle.strom.text[one.start : one.end], one.art, one.abschnitt) for one in quelle.strom.absaetze]
    headings = [(one, ParagraphKind.HEADING, ()) for one in (TITLE, CHAPTER)]
    assert told == [*headings, *((one, ParagraphKind.TEXT, (CHAPTER,)) for one in SENTENCES)]
    assert unread in (None, unread_of(quelle))


def test_a_version_in_word_is_compared_with_one_of_the_web(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new = tmp_path / "alt.docx", tmp_path / "neu.html"
    old.write_bytes(WORD)
    new.write_bytes(PAGE.replace(b"2028", b"2030"))
    assert main(["versions", str(old), str(new)]) == 0
    told = capsys.readouterr().out
    assert "1 geändert, 3 gleich" in told and "In der neuen Fassung: Nicht gelesen: 1 Bild." in told


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(WORD[:700], id="cut off"),
        pytest.param(b"PK\x03\x04 und sonst nichts", id="no Word file"),
        pytest.param(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\x00\x00", id="Word of before 2007"),
        pytest.param(b"<html><body><img src='haus.png'></body></html>", id="no letter"),
    ],
)
def test_what_cannot_be_read_names_a_way_out(data: bytes) -> None:
    with pytest.raises(EingabeError, match=r"ügen Sie (ihren|den) Text"):
        read_given(data, "vertrag.docx")

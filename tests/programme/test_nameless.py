"""Letters without a name: read where their codes make German, marked where not, never left out silently."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from core.wortlaut.errors import OhneTextebene
from core.wortlaut.reading import tesseract
from core.wortlaut.reading.mupdf import pymupdf
from core.wortlaut.reading.read_strom import read_strom
from core.wortlaut.reading.textstrom import ParagraphKind
from tests.drucker import TEXT, Satz, column, new_document, print_pdf

Codes = Callable[[str], str]

LINES = [
    "Wir fördern die öffentlichen Büchereien mit 300 € im Jahr und bauen",
    "größere Räume für Jugendliche, damit alle Schüler dort lesen können.",
    "Die Straße gehört auch denen, die zu Fuß gehen. Plätze müssen grün sein.",
]


def mac(text: str) -> str:
    return text.encode("mac_roman").decode("latin-1")


def windows(text: str) -> str:
    return text.encode("cp1252").decode("latin-1")


def order(text: str) -> str:
    """As Arial counts its glyphs; of them those above 255 cannot be set here."""
    codes = (188 if c == "€" else ord(c) - 29 if c.isascii() else c.encode("mac_roman")[0] - 30 for c in text)
    return "".join(map(chr, codes))


def shuffled(text: str) -> str:
    return "".join(chr(33 + 7 * ord(c) % 90) if c.isalpha() else c for c in text)


def page_of(path: Path, saetze: Sequence[Satz], nameless: Sequence[Satz], codes: Codes) -> Path:
    """A page on which `nameless` is set in a font that tells of no letter which it is."""
    document = new_document([saetze])
    page = document[0]
    for satz in nameless:
        page.insert_text((satz.x, satz.y), codes(satz.text), fontsize=satz.groesse, fontname="helv")
    for xref, *_, name, _ in document.get_page_fonts(0):
        if name == "helv":
            names = " ".join(f"/x{code}" for code in range(256))
            document.xref_set_key(xref, "Encoding", f"<</Type/Encoding/Differences[0 {names}]>>")
    document.save(path)
    return path


@pytest.mark.parametrize("codes", [mac, windows, order])
def test_text_without_names_is_read_by_the_codes_that_make_german(codes: Codes, tmp_path: Path) -> None:
    strom = read_strom(page_of(tmp_path / "p.pdf", [], column(60, LINES * 3), codes))
    assert strom.text.startswith(" ".join(LINES)) and strom.unsicher == () and strom.ohne_unicode == 0


def test_words_and_signs_without_names_amid_a_line_are_read(tmp_path: Path) -> None:
    begin, end = "Für Kinder zahlen wir zwischen 1000 ", "€ und 5000 € im Jahr bereits ab Januar."
    width = pymupdf().get_text_length(begin, fontsize=10)
    path = tmp_path / "p.pdf"
    strom = read_strom(
        page_of(path, [Satz(60, 87, begin)], [Satz(62 + width, 87, end), *column(60, LINES)], order)
    )
    assert begin + end in strom.text and strom.unsicher == ()


def test_what_no_table_reads_is_kept_and_never_quoted(tmp_path: Path) -> None:
    begin = "Für Kinder zahlen wir zwischen 1000 "
    width = pymupdf().get_text_length(begin, fontsize=10)
    riddle = [Satz(62 + width, 87, "Euro oder mehr"), Satz(60, 200, "je Kind")]
    strom = read_strom(
        page_of(tmp_path / "p.pdf", [Satz(60, 87, begin), *column(60, TEXT)], riddle, shuffled)
    )
    at = strom.text.index("1000")
    assert "\ufffd" in strom.text[at : at + 10] and strom.is_unsure(at, at + 4)
    assert not strom.is_unsure(strom.text.index("Das gilt"), strom.text.index("Das gilt") + 8)


def test_page_that_nobody_can_read_counts_as_a_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tesseract, "engine", lambda: "")
    path = page_of(tmp_path / "p.pdf", [], column(60, LINES * 3), shuffled)
    with pytest.raises(OhneTextebene):
        read_strom(path)


@pytest.mark.parametrize("glued", [False, True])
def test_sign_without_a_name_before_the_items_of_a_list_is_a_bullet(glued: bool, tmp_path: Path) -> None:
    rows = [100 + 13 * i for i in range(4)]
    items = [
        Satz(66 if glued else 78, y, text)
        for y, text in zip(rows, ("Mehr", "Bessere", "Neue", "Alte"), strict=True)
    ]
    signs = [Satz(60, y, "z") for y in rows]
    strom = read_strom(page_of(tmp_path / "p.pdf", [*items, *column(60, TEXT, 300)], signs, shuffled))
    points = [strom.text[t.start : t.end] for t in strom.absaetze if t.art is ParagraphKind.LISTE]
    assert points == ["• Mehr", "• Bessere", "• Neue", "• Alte"] and strom.unsicher == ()


def test_private_sign_amid_a_line_is_no_bullet(tmp_path: Path) -> None:
    strom = read_strom(
        print_pdf(tmp_path / "p.pdf", [column(60, [*TEXT[:1], "zahlen 1000 \uf0e8 je Kind.", *TEXT[1:]])])
    )
    at = strom.text.index("1000")
    assert strom.is_unsure(at, at + 4)

"""A quote at its permanent address: words, source, marked lines, and whether that holds today."""

import io
import re
from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest

from core.assessment.lauf_view import partei_views
from core.context import Context
from core.errors import EingabeError
from core.programme.pdf_files import find_pdf
from core.programme.pymupdf_inside import pymupdf
from core.references.quote_address import CardForm, QuoteAddress, read_number
from core.references.quote_card import EXAMPLE, NO_QUOTE, UNKNOWN, QuoteCard, card_file, find_card, styles_of
from core.runs.lauf import Lauf
from core.runs.store import runstore
from core.seiten import zitat_page

SERVICE = "https://spiegel.example"


@pytest.fixture
def card(context: Context, lauf: Lauf) -> QuoteCard:
    return find_card(context, first_quote(lauf))


def first_quote(lauf: Lauf) -> QuoteAddress:
    return QuoteAddress(lauf.id, lauf.zitate[0].partei, 1)


def test_address_leads_to_the_quote_with_its_source_and_that_it_holds(lauf: Lauf, card: QuoteCard) -> None:
    assert card.beleg.text == lauf.zitate[0].beleg.text
    assert card.is_proven and card.stand.startswith("Heute geprüft: Das PDF ist dasselbe")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [({"lauf_id": "nie"}, UNKNOWN), ({"nummer": 900}, NO_QUOTE), ({"partei": "nie"}, NO_QUOTE)],
)
def test_an_address_of_nothing_says_so(
    context: Context, lauf: Lauf, change: dict[str, object], sentence: str
) -> None:
    with pytest.raises(EingabeError, match=re.escape(sentence)):
        find_card(context, replace(first_quote(lauf), **change))  # type: ignore[arg-type]


def test_a_deleted_lauf_has_no_address_any_more(context: Context, lauf: Lauf) -> None:
    runstore(context).delete([lauf.id])
    with pytest.raises(EingabeError, match=re.escape(UNKNOWN)):
        find_card(context, first_quote(lauf))


def test_a_changed_source_is_told_and_nothing_is_marked(
    context: Context, lauf: Lauf, card: QuoteCard, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The PDF is exchanged for another one: the words stay, their place is no longer claimed."""
    programme = context.registry.programme
    own = programme[card.beleg.ort.programm].pdf
    other = next(p for p in programme.values() if p.bundesland == "DEMO" and p.pdf != own)
    path = find_pdf(other, context.settings.pdf_dir, context.settings.data_dir)
    monkeypatch.setattr(zitat_page, "find_pdf", lambda programm, *folders: path)
    changed = find_card(context, first_quote(lauf))
    assert not changed.is_proven and "nichts markiert" in changed.stand
    page = card_file(context, changed, CardForm.PAGE, SERVICE).decode()
    assert "<img" not in page and changed.beleg.text[:30] in page


def test_the_page_is_sealed_and_shows_the_marked_lines(context: Context, card: QuoteCard) -> None:
    page = card_file(context, card, CardForm.PAGE, SERVICE).decode()
    assert "<script" not in page and page.count("data:image/png;base64,") == len(card.beleg.ort.seiten)
    assert f"{SERVICE}{card.address.path()}" in page and card.stand in page


def test_the_piece_to_embed_needs_nothing_from_elsewhere(context: Context, card: QuoteCard) -> None:
    piece = card_file(context, card, CardForm.EMBED, SERVICE).decode()
    assert piece.startswith("<figure") and 'src="data:image/png' in piece and 'src="http' not in piece
    assert f'cite="{SERVICE}{card.address.path()}"' in piece


def test_markup_in_a_quote_is_shown_as_letters(context: Context, card: QuoteCard) -> None:
    hostile = replace(
        card, beleg=replace(card.beleg, text='<script>alert(1)</script>" onload="x'), is_proven=False
    )
    for form in (CardForm.PAGE, CardForm.EMBED):
        page = card_file(context, hostile, form, SERVICE).decode()
        assert "<script" not in page and "&lt;script&gt;" in page and '" onload="' not in page
    svg = card_file(context, hostile, CardForm.SVG, SERVICE)
    assert "<script" not in svg.decode() and "alert(1)" in ElementTree.fromstring(svg)[0].text  # type: ignore[operator]


def test_the_picture_shows_words_and_the_yellow_mark(context: Context, card: QuoteCard) -> None:
    png = card_file(context, card, CardForm.PNG, SERVICE)
    pixmap = pymupdf().Pixmap(io.BytesIO(png))
    rows = np.frombuffer(pixmap.samples, np.uint8).reshape(pixmap.height, pixmap.width, pixmap.n)
    yellow = (rows[..., 0] > 240) & (rows[..., 1] > 200) & (rows[..., 2] < 90)
    assert pixmap.width == 1280 and yellow.sum() > 2000
    bar = tuple(rows[pixmap.height // 2, 5, :3])
    assert bar == tuple(int(card.farbe[at : at + 2], 16) for at in (1, 3, 5))


def test_svg_says_to_those_who_do_not_see_what_it_shows(context: Context, card: QuoteCard) -> None:
    root = ElementTree.fromstring(card_file(context, card, CardForm.SVG, SERVICE))
    assert root.attrib["role"] == "img" and root[0].tag.endswith("title")
    assert card.beleg.quelle in (root[0].text or "") and card.stand in (root[0].text or "")


def test_a_quote_too_long_for_a_card_says_so(context: Context, card: QuoteCard) -> None:
    endless = replace(card, beleg=replace(card.beleg, text="Bahn und Bus " * 2000), is_proven=False)
    with pytest.raises(EingabeError, match="zu lang für eine Karte"):
        card_file(context, endless, CardForm.PNG, SERVICE)


def test_an_example_is_marked_as_one_everywhere(context: Context, lauf: Lauf, card: QuoteCard) -> None:
    shown = replace(card, hinweise=(EXAMPLE,))
    for form in (CardForm.PAGE, CardForm.EMBED):
        assert EXAMPLE in card_file(context, shown, form, SERVICE).decode()


@pytest.mark.parametrize(
    ("last", "read"),
    [("3", (3, CardForm.PAGE)), ("12.png", (12, CardForm.PNG)), ("1.svg", (1, CardForm.SVG)),
     ("0", None), ("", None), ("-1", None), ("²", None), ("1.pdf", None), ("9999999", None), (".png", None)],
)  # fmt: skip
def test_only_numbers_of_quotes_are_read(last: str, read: tuple[int, CardForm] | None) -> None:
    assert read_number(last) == read


def test_three_styles_name_party_year_page_and_address(context: Context, lauf: Lauf) -> None:
    view = next(v for v in partei_views(context, lauf) if v.gebunden())
    numbered = view.gebunden()[0]
    programm = context.registry.programme[numbered.zitat.beleg.ort.programm]
    styles = styles_of(numbered, view.name, programm, f"{SERVICE}/z")
    assert list(styles) == ["Fußnote", "Autor und Jahr", "Presse"]
    assert all("„" in text and "S. " in text for text in styles.values())
    assert styles["Fußnote"].endswith(f"({numbered.zitat.beleg.quelle}, {SERVICE}/z)")
    assert f"({view.name} {programm.jahr}: S. " in styles["Autor und Jahr"]

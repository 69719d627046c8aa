"""A quote at its permanent address: words, source, marked lines, and whether that holds today."""

import re
from dataclasses import replace

import pytest

from core.assessment.lauf_view import LaufView
from core.base.errors import EingabeError
from core.features.papers.cited_quote import (
    NO_QUOTE,
    UNKNOWN,
    CitedQuote,
    QuoteAddress,
    find_quote,
    quote_page,
    styles_of,
)
from core.programme.context import Context
from core.runs.lauf import Lauf
from core.runs.store import Runstore, runstore
from core.wortlaut.binding.eintrag import ANCHOR_NOTE, Anchor
from tests.assessment.test_lauf_view import of_an_old_reading

SERVICE = "https://spiegel.example"


@pytest.fixture
def cited(context: Context, lauf: Lauf) -> CitedQuote:
    return find_quote(context, first_quote(lauf))


def first_quote(lauf: Lauf) -> QuoteAddress:
    return QuoteAddress(lauf.id, lauf.zitate[0].partei, 1)


def test_address_leads_to_the_quote_with_its_source_and_that_it_holds(lauf: Lauf, cited: CitedQuote) -> None:
    assert cited.beleg.text == lauf.zitate[0].beleg.text
    assert cited.is_proven and cited.stand.startswith("Heute geprüft: Das PDF ist dasselbe")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [({"lauf_id": "nie"}, UNKNOWN), ({"nummer": 900}, NO_QUOTE), ({"partei": "nie"}, NO_QUOTE)],
)
def test_an_address_of_nothing_says_so(
    context: Context, lauf: Lauf, change: dict[str, object], sentence: str
) -> None:
    with pytest.raises(EingabeError, match=re.escape(sentence)):
        find_quote(context, replace(first_quote(lauf), **change))  # type: ignore[arg-type]


def test_a_deleted_lauf_has_no_address_any_more(context: Context, lauf: Lauf) -> None:
    runstore(context).delete([lauf.id])
    with pytest.raises(EingabeError, match=re.escape(UNKNOWN)):
        find_quote(context, first_quote(lauf))


def test_a_changed_source_is_told_and_nothing_is_marked(
    context: Context, lauf: Lauf, cited: CitedQuote, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The PDF is exchanged for another one: the words stay, their place is no longer claimed."""
    programme = context.registry.programme
    own = programme[cited.beleg.ort.programm].pdf
    other = next(p for p in programme.values() if p.bundesland == "DEMO" and p.pdf != own)
    path = context.find_pdf(other)
    monkeypatch.setattr(Context, "find_pdf", lambda self, programm: path)
    changed = find_quote(context, first_quote(lauf))
    assert not changed.is_proven and "nichts markiert" in changed.stand
    page = quote_page(context, changed, SERVICE)
    assert "<img" not in page and changed.beleg.text[:30] in page


def test_the_page_is_sealed_and_shows_the_marked_lines(context: Context, cited: CitedQuote) -> None:
    page = quote_page(context, cited, SERVICE)
    assert "<script" not in page and page.count("data:image/png;base64,") == len(cited.beleg.ort.seiten)
    assert f"{SERVICE}{cited.address.path()}" in page and cited.stand in page


def test_markup_in_a_quote_is_shown_as_letters(context: Context, cited: CitedQuote) -> None:
    hostile = replace(
        cited, beleg=replace(cited.beleg, text='<script>alert(1)</script>" onload="x'), is_proven=False
    )
    page = quote_page(context, hostile, SERVICE)
    assert "<script" not in page and "&lt;script&gt;" in page and '" onload="' not in page


def test_three_styles_name_party_year_page_and_address(context: Context, lauf: Lauf) -> None:
    view = next(v for v in LaufView(context, lauf).parteien.values() if v.gebunden())
    zitat = view.gebunden()[0]
    programm = context.registry.programme[zitat.beleg.ort.programm]
    styles = styles_of(zitat, view.name, programm, f"{SERVICE}/z")
    assert list(styles) == ["Fußnote", "Autor und Jahr", "Presse"]
    assert all("„" in text and "S. " in text for text in styles.values())
    assert styles["Fußnote"].endswith(f"({zitat.beleg.quelle}, {SERVICE}/z)")
    assert f"({view.name} {programm.jahr}: S. " in styles["Autor und Jahr"]


def test_a_quote_found_again_in_a_programme_read_anew_does_not_claim_the_same_pdf(
    context: Context, lauf: Lauf, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = tuple(of_an_old_reading(zitat) for zitat in lauf.zitate)
    monkeypatch.setattr(Runstore, "load", lambda *_: replace(lauf, zitate=old))
    cited = find_quote(context, first_quote(lauf))
    assert cited.is_proven and cited.stand == ANCHOR_NOTE[Anchor.WIEDERGEFUNDEN]

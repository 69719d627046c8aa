"""Quotes of a Lauf whose Programm was read anew: found again word for word at the new place, or not."""

import shutil
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

from core.base.settings import ROOT, Settings
from core.programme.context import Context
from core.programme.indexing import index_programm
from core.programme.quellen import Quellen
from core.programme.registry import load_registry
from core.proof.audit import audit
from core.proof.highlight import only_page, render_highlighted_page
from core.proof.nachweis import anchored_eintraege, anchored_eintrag
from core.proof.zitat_page import OUTDATED, zitat_view
from core.wortlaut.binding.bind import Bindung, ShownContext, bind
from core.wortlaut.binding.eintrag import (
    ANCHOR_NOTE,
    Anchor,
    Gebunden,
    Verworfen,
    ZitatStatus,
    read_eintrag,
    write_eintrag,
)
from core.wortlaut.binding.fund import Fund
from core.wortlaut.binding.quelle import Quelle
from core.wortlaut.binding.re_anchor import places_of
from core.wortlaut.german.folding import letters
from core.wortlaut.german.numbers_and_dates import numbers
from core.wortlaut.reading.read_strom import read_strom
from core.wortlaut.records import Fundstelle, Typ
from tests.citations.markiert import marked_letters
from tests.citations.quelltext import make_programm, make_quelle
from tests.drucker import Satz, column, print_pdf
from tests.seiten.drawn import draw_stellen

ID = "spd-nrw-2022"
WOHNEN = [
    "Wir bauen bis 2028 zwölftausend neue Wohnungen im ganzen Land und",
    "geben den Gemeinden dafür mehr Geld aus dem Haushalt des Landes. Die",
    "Mieten sollen dadurch nicht weiter steigen, und wer Hilfe braucht, der",
    "bekommt sie auch in Zukunft ohne lange Wartezeit.",
]
WALD = [
    "Der Wald gehört allen Menschen, und wir pflanzen auf den kahlen Hängen",
    "in jedem Jahr 400 000 junge Bäume. Jeder Baum wird von Schulklassen gepflegt.",
]
FUELLUNG = ["Auf dieser Seite geht es um das Wandern und um sonst gar nichts weiter."] * 3
ZITAT = "zwölftausend neue Wohnungen im ganzen Land und geben den Gemeinden dafür mehr Geld"
LUECKE = "zwölftausend neue Wohnungen im ganzen Land … mehr Geld aus dem Haushalt des Landes."

Zeilen = Sequence[str]


def context_in(folder: Path) -> Context:
    return Context(replace(Settings(), pdf_dir=folder / "pdf", chroma_dir=folder / "chroma"))


@pytest.fixture(scope="module")
def first_edition(tmp_path_factory: pytest.TempPathFactory) -> Context:
    """WOHNEN on the first page, WALD on the second; only looked at."""
    folder = tmp_path_factory.mktemp("auflage")
    (folder / "pdf").mkdir()
    typeset(context := context_in(folder), WOHNEN, WALD)
    return context


@pytest.fixture
def context(first_edition: Context, tmp_path: Path) -> Context:
    """A copy of it, in which another edition can be read."""
    shutil.copytree(first_edition.settings.pdf_dir.parent, tmp_path, dirs_exist_ok=True)
    return context_in(tmp_path)


def typeset(context: Context, *pages: Zeilen, x: float = 60, read: bool = True) -> None:
    saetze: list[list[Satz]] = [column(x, lines) for lines in pages]
    print_pdf(context.settings.pdf_dir / f"{ID}.pdf", saetze)
    if read:
        index_programm(ID, context=context)


def bound(context: Context, text: str = ZITAT) -> Gebunden:
    """A quote as it is stored with a Lauf."""
    shown = [Fundstelle(chunk, 0.5) for chunk in context.store.chunks_of("NRW", ID)]
    kontext = ShownContext.of({"SPD": shown}, Quellen(context))
    return bind(text, "SPD", Typ.WAHLPROGRAMM, kontext).gebunden()


def marked(context: Context, eintrag: Any) -> tuple[list[int], str]:
    """The pages that are marked for an entry, and the letters under the marks."""
    blick = zitat_view(context, eintrag)
    if blick.hinweis:
        return [], ""
    pictures = draw_stellen(context, ID, eintrag.ort.stellen)
    return [bild.seite for bild in pictures], "".join(marked_letters(bild.pdf) for bild in pictures)


def broken(lines: Zeilen) -> list[str]:
    """The same words in shorter lines."""
    words = " ".join(lines).split()
    return [" ".join(words[at : at + 5]) for at in range(0, len(words), 5)]


def test_quote_keeps_its_place_while_nothing_is_read_anew(first_edition: Context) -> None:
    eintrag = bound(first_edition)
    assert anchored_eintrag(first_edition, eintrag) == eintrag
    assert (
        marked(first_edition, eintrag) == ([1], letters(ZITAT))
        and not zitat_view(first_edition, eintrag).notiz
    )


@pytest.mark.parametrize("text", [ZITAT, LUECKE, "„zwölftausend neue Wohnungen im ganzen Land“"])
def test_quote_is_marked_on_its_new_page_after_a_new_edition(context: Context, text: str) -> None:
    eintrag = bound(context, text)
    typeset(context, FUELLUNG, WALD, FUELLUNG, [*FUELLUNG, *broken(WOHNEN)], x=90)
    heute = anchored_eintrag(context, eintrag)
    assert heute.anker is Anchor.WIEDERGEFUNDEN and heute.text == eintrag.text
    assert heute.ort.stellen != eintrag.ort.stellen and len(heute.ort.stellen) == len(eintrag.ort.stellen)
    assert (eintrag.ort.seiten, heute.ort.seiten) == ((1,), (4,))
    assert heute.quelle == eintrag.quelle.replace("Seite 1 ", "Seite 4 ") != eintrag.quelle
    assert heute.status == eintrag.status and heute.emittiert == text
    assert marked(context, heute) == ([4], letters(eintrag.text))
    blick = zitat_view(context, heute)
    assert (blick.seite, blick.notiz, blick.hinweis) == (4, ANCHOR_NOTE[Anchor.WIEDERGEFUNDEN], "")
    answer = {"wahlprogrammScores": [{"wahlprogramm": {"zitate": [write_eintrag(heute)]}}]}
    assert [befund.gruende for befund in audit([answer], context)] == [()]


def test_address_of_a_quote_finds_its_new_page(context: Context) -> None:
    bound(context)
    typeset(context, FUELLUNG, WALD, FUELLUNG, [*FUELLUNG, *WOHNEN])
    assert only_page(ID, ZITAT, context) == 4
    pdf, page, highlighted = render_highlighted_page(ID, 4, ZITAT, context)
    assert pdf and (page, highlighted) == (4, True) and marked_letters(pdf) == letters(ZITAT)
    assert only_page(ID, ZITAT.replace("zwölf", "elf"), context) is None
    typeset(context, WOHNEN, WALD, WOHNEN)
    assert only_page(ID, ZITAT, context) is None


@pytest.mark.parametrize(("before", "now"), [
    ("zwölftausend", "elftausend"), ("im ganzen Land", "nicht im ganzen Land"), ("mehr Geld", "Geld"),
])  # fmt: skip
def test_quote_whose_words_have_changed_is_told_to_be_gone(context: Context, before: str, now: str) -> None:
    eintrag = bound(context)
    typeset(context, [line.replace(before, now) for line in WOHNEN], WALD)
    heute = anchored_eintrag(context, eintrag)
    assert heute == replace(eintrag, anker=Anchor.VERLOREN)
    blick = zitat_view(context, heute)
    assert blick.hinweis == ANCHOR_NOTE[Anchor.VERLOREN] and "Stelle nicht mehr gefunden" in blick.hinweis
    assert "zitat=" not in blick.bild


def test_numbers_must_be_the_same(context: Context) -> None:
    eintrag = bound(context, "in jedem Jahr 400 000 junge Bäume. Jeder Baum")
    typeset(context, WOHNEN, [line.replace("400 000", "40,0 000") for line in WALD])
    assert anchored_eintrag(context, eintrag).anker is Anchor.VERLOREN


def test_number_in_brackets_is_no_footnote_that_may_be_passed_over() -> None:
    quelle = make_quelle(make_programm(ID), "Wir pflanzen in den Wäldern 7 ¹⁵ junge Bäume im Jahr.\n")
    stored = "Wir pflanzen in den Wäldern 7 ¹⁵ junge Bäume"
    assert len(places_of(quelle, stored, 1)) == 1
    assert places_of(quelle, stored.replace("¹⁵", "[15]"), 1) == []


def test_quote_that_stands_twice_is_told_to_be_unclear(context: Context) -> None:
    eintrag = bound(context)
    typeset(context, FUELLUNG, WOHNEN, WALD, WOHNEN)
    heute = anchored_eintrag(context, eintrag)
    assert heute == replace(eintrag, anker=Anchor.MEHRDEUTIG)
    blick = zitat_view(context, heute)
    assert blick.hinweis == ANCHOR_NOTE[Anchor.MEHRDEUTIG] and "zitat=" not in blick.bild


def test_of_two_places_the_one_on_the_same_page_in_the_same_sentence_is_meant(context: Context) -> None:
    eintrag = bound(context)
    typeset(context, [*FUELLUNG, *WOHNEN], WALD, WOHNEN)
    heute = anchored_eintrag(context, eintrag)
    assert (heute.anker, heute.ort.seiten, heute.fundstellen) == (Anchor.WIEDERGEFUNDEN, (1,), 2)
    other = ["Niemand glaubt,", *WOHNEN[:2], "war ein Versprechen."]
    typeset(context, other, WALD, WOHNEN)
    assert anchored_eintrag(context, eintrag).anker is Anchor.MEHRDEUTIG
    typeset(context, [*other, *WOHNEN], WALD)
    heute = anchored_eintrag(context, eintrag)
    assert heute.anker is Anchor.WIEDERGEFUNDEN and letters(heute.satz) == letters(eintrag.satz)
    typeset(context, [*WOHNEN, *WOHNEN], WALD)
    assert anchored_eintrag(context, eintrag).anker is Anchor.MEHRDEUTIG


def test_part_of_a_longer_word_is_no_place(context: Context) -> None:
    eintrag = bound(context, "neue Wohnungen im ganzen Land und geben den Gemeinden")
    typeset(context, [line.replace("neue", "nagelneue") for line in WOHNEN], WALD)
    assert anchored_eintrag(context, eintrag).anker is Anchor.VERLOREN


def test_while_a_new_pdf_is_not_read_nothing_is_marked(context: Context) -> None:
    eintrag = bound(context)
    typeset(context, FUELLUNG, WALD, WOHNEN, read=False)
    heute = anchored_eintrag(context, eintrag)
    assert heute == eintrag
    assert zitat_view(context, heute).hinweis == OUTDATED and marked(context, heute) == ([], "")


@pytest.mark.parametrize("change", [
    {"text": None}, {"stellen": None}, {"stellen": [[1]]}, {"seiten": []}, {"status": "zu_kurz"},
    {"warnungen": [5]},
])  # fmt: skip
def test_damaged_entry_is_no_quote_and_written_back_as_it_was(
    first_edition: Context, change: dict[str, Any]
) -> None:
    damaged = {**write_eintrag(bound(first_edition)), **change}
    found = read_eintrag(damaged)
    assert isinstance(found, Verworfen) and found.status is ZitatStatus.UNLESBAR
    assert anchored_eintraege(first_edition, [found]) == [found] and write_eintrag(found) == damaged


@pytest.mark.parametrize(
    "stored", [{}, [], None, "woertlich", {"status": "woertlich"}, {"grund": "woertlich"}]
)
def test_what_is_no_entry_is_told_to_be_unreadable(stored: Any) -> None:
    assert read_eintrag(stored).status is ZitatStatus.UNLESBAR


def test_entry_is_read_as_it_was_written(first_edition: Context) -> None:
    one = bound(first_edition)
    assert read_eintrag(write_eintrag(one)) == one
    dropped = Bindung(ZitatStatus.ZU_KURZ, "Wald").verworfen("SPD", "wahlprogramm")
    assert read_eintrag(write_eintrag(dropped)) == dropped


def test_unknown_programm_and_hostile_wording_are_marked_nowhere(context: Context) -> None:
    eintrag = bound(context)
    typeset(context, FUELLUNG, WALD, WOHNEN)
    strange = replace(eintrag, ort=replace(eintrag.ort, programm="gibt-es-nicht"))
    assert anchored_eintrag(context, strange) is strange
    for text in ("a", "Wald", "ä" * 30_000, " … ".join([ZITAT] * 60)):
        stellen = ((0, 1),) * (text.count(" … ") + 1)
        hostile = replace(eintrag, text=text, ort=replace(eintrag.ort, stellen=stellen))
        assert anchored_eintrag(context, hostile).anker is Anchor.VERLOREN


@pytest.mark.parametrize("span", [(10**9, 10**9 + 5), (-(10**9), -5), (0, 0)])
def test_place_outside_of_the_text_is_lost(first_edition: Context, span: tuple[int, int]) -> None:
    eintrag = bound(first_edition)
    outside = replace(eintrag, ort=replace(eintrag.ort, stellen=(span,)))
    assert anchored_eintrag(first_edition, outside).anker is Anchor.VERLOREN


# --- whatever is found spells what was stored ---------------------------------------------------------------


@cache
def demo() -> Quelle:
    strom = read_strom(ROOT / "data" / "demo" / "pdf" / "bruecke-demo-2024.pdf")
    return Quelle.of(load_registry(ROOT / "data" / "registry").programme["bruecke-demo-2024"], "v1", strom)


WOERTER = [
    "Wald", "wald", "Straße", "STRASSE", "1,5", "15", "1.000", "nicht", "Ost-", "West", "[sic]", "(S. 5)",
    "…",
]  # fmt: skip
texts = st.lists(st.sampled_from(WOERTER), min_size=3, max_size=14).map(" ".join)


@given(texts, st.lists(texts, min_size=1, max_size=4), st.integers(1, 3))
def test_places_spell_the_wording_in_any_text(text: str, pages: list[str], parts: int) -> None:
    quelle = make_quelle(make_programm(ID), *(f"{page} {text} {page}\n" for page in pages))
    for fund in places_of(quelle, text, parts):
        assert_spelled(fund, text, parts)


@given(st.integers(0, 60_000), st.integers(30, 400), st.integers(0, 300), st.integers(30, 200), st.booleans())
def test_places_spell_the_wording_of_the_demo(at: int, long: int, gap: int, more: int, two: bool) -> None:
    text = demo().strom.text
    at %= len(text) - 1000
    spans = [(at, at + long), (at + long + gap, at + long + gap + more)][: 1 + two]
    wording = " … ".join(" ".join(text[start:end].split()) for start, end in spans)
    for fund in places_of(demo(), wording, len(spans)):
        assert_spelled(fund, wording, len(spans))


def assert_spelled(fund: Fund, text: str, parts: int) -> None:
    """The words under the marks, which may reach a little beyond the span, and the span itself."""
    pieces = text.split(" … ") if parts > 1 else [text]
    source = fund.quelle.strom.text
    if len(fund.spans) < parts:  # some stand side by side
        told = [" ".join(source[start:end].split()) for start, end in fund.spans]
        assert letters("".join(told)) == letters(text) and all(letters(gap) for gap in fund.gaps)
        pieces = told
    for piece, (start, end) in zip(pieces, fund.spans, strict=True):
        assert letters(source[start:end]) == letters(piece)
        assert numbers(source[start:end]) == numbers(piece)
        words = fund.quelle.strom.words_in(start, end)
        strom = fund.quelle.strom
        under = source[int(strom.starts[words.start]) : int(strom.ends[words.stop - 1])]
        assert letters(piece) in letters(under)
        assert not (source[start - 1 : start].isalnum() or source[end : end + 1].isalnum())

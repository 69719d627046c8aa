"""The page of a quote from the Antrag: its lines, or its surroundings where there is no file."""

import re
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from core.antrag.read_antrag import read_antrag_bytes, read_rows
from core.base.contrast import contrast, mixed
from core.base.settings import ROOT
from core.demo.demo_antraege import make_example
from core.features.rubrics.judge import QuotedAntrag, judged_page
from core.features.rubrics.judgement import list_rubrics
from core.programme.context import Context
from core.proof.antrag_citations import JudgedText, bind_to_antrag
from core.runs.store import runstore
from core.wortlaut.binding.eintrag import Gebunden

PDF = ROOT / "data" / "demo" / "pdf" / "antrag-5-214.pdf"
WORDS = "Neue Schulden sind dafür nicht nötig."


@pytest.fixture(scope="module")
def quoted(demo: Context) -> tuple[QuotedAntrag, Gebunden]:
    antrag = read_antrag_bytes(PDF.with_suffix(".txt").read_bytes(), demo.registry)
    text = JudgedText.of(antrag, rows=read_rows(PDF))
    quote = bind_to_antrag(text, WORDS)
    assert isinstance(quote, Gebunden)
    return QuotedAntrag(text, PDF), quote


def test_the_page_bears_the_lines_of_the_chosen_quote(quoted: tuple[QuotedAntrag, Gebunden]) -> None:
    antrag, quote = quoted
    places = antrag.places([quote])
    assert list(places) == ["1"] and list(places["1"]) == [2] and len(places["1"][2]) == 2
    view = antrag.page(places, "1", 2)
    assert view is not None and view.marked
    other = antrag.page(places, "1", 1)
    assert other is not None and not other.marked and antrag.page(places, "1", 9) is None


def test_a_quote_of_another_text_is_marked_nowhere(quoted: tuple[QuotedAntrag, Gebunden]) -> None:
    antrag, quote = quoted
    stale = replace(quote, ort=replace(quote.ort, version="0" * 16))
    assert antrag.places([stale]) == {} and antrag.around(stale) == []


def test_without_a_file_the_words_are_shown_in_their_text(quoted: tuple[QuotedAntrag, Gebunden]) -> None:
    antrag, quote = quoted
    without = replace(antrag, file=None)
    assert without.page({}, "1", 2) is None
    before, (words, is_quote), after = without.around(quote)
    assert words == WORDS and is_quote and len(before[0]) == 600 and not after[1]


def test_what_is_asked_for_and_not_there_has_no_page(demo: Context, tmp_path: Path) -> None:
    context = Context(replace(demo.settings, laeufe_dir=tmp_path))
    store = runstore(context)
    lauf_id = make_example(context)
    stored = next(one for one in list_rubrics(store, lauf_id) if one.rubric.id == "gwoe-gemeinden")
    view = judged_page(context, store, stored.id, "C4", "1", 2)
    assert view is not None and view.marked
    for judgement_id, feld, seite in (
        (stored.id, "C4", 99),
        (stored.id, "Z9", 1),
        ("gibt-es-nicht", "C4", 1),
    ):
        assert judged_page(context, store, judgement_id, feld, "1", seite) is None


def test_letters_can_be_read_on_every_level() -> None:
    """4.5:1 on light and dark, mixed as the style sheet does."""
    css = (ROOT / "pages" / "features" / "rubrics" / "rubric_levels.css").read_text(encoding="utf-8")
    themes = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))["theme"]
    levels = re.findall(r"color-mix\(in srgb, (#\w{6}) (\d+)%, var\(--st-background-color\)\)", css)
    grounds = {
        (scheme, colour, share): contrast(
            mixed(themes[scheme]["backgroundColor"], colour, int(share) / 100), themes[scheme]["textColor"]
        )
        for scheme in ("light", "dark")
        for colour, share in levels
    }
    assert len(grounds) == 8 and min(grounds.values()) >= 4.5

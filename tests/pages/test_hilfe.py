"""Method, glossary and the first tour: there, true to the words of the code, and put away for good."""

import re

import pytest
from streamlit.testing.v1 import AppTest

from core.assessment.forderung_matrix import CellState
from core.llm.verdict import WORT as VERDICT
from core.programme.context import Context
from core.wortlaut.binding.eintrag import ZitatStatus
from pages.ui.help_texts import GLOSSARY, explained
from tests.pages.conftest import open_at, seen

MISSING = {
    CellState.BEIDES, CellState.ANDERES, CellState.SAYS_YES, CellState.SAYS_NO, CellState.SAYS_BOTH,
    CellState.UNGEPRUEFT, CellState.NO, CellState.FEHLT,
}  # fmt: skip
"""What the fields say of these stands beside the matrix."""


def test_the_glossary_has_every_word_that_quotes_and_fields_bear() -> None:
    words = {*map(str, set(CellState) - MISSING), *VERDICT.values()}
    words |= {status.wort for status in ZitatStatus.bound()}
    assert words <= set(GLOSSARY)


def test_a_word_is_found_by_the_address_and_what_is_not_there_is_said(demo_index: Context) -> None:
    found = open_at("glossar", wort="regelkarte")
    assert len(re.findall(r"\*\*\w", seen(found))) < 4 and "**Regelkarte**" in seen(found)
    assert "steht nicht im Glossar" in seen(open_at("glossar", wort="<b>xyz</b>"))


def test_a_page_that_is_no_word_of_the_menu_says_under_which_it_lies(demo_index: Context) -> None:
    told = {"antrag": "laeufe", "lauf": "laeufe", "eichung": "monitor", "glossar": "methode"}
    for page, word in told.items():
        assert f'<span hidden data-menue="{word}"' in _written(open_at(page))
    for page in ("pruefen", "laeufe", "uebersicht"):
        assert "<span hidden data-menue" not in _written(open_at(page))


def _written(app: AppTest) -> str:
    return "".join(element.proto.body for element in app.get("html"))


def test_the_tour_stays_away_once_it_was_put_away(demo_index: Context) -> None:
    app = open_at("uebersicht")
    assert "1. Antrag hineingeben" in seen(app)
    app.button(key="tour-aus").click().run()
    assert "1. Antrag hineingeben" not in seen(app)
    assert app.query_params["tour"] in ("aus", ["aus"])
    del app.query_params["tour"]
    assert "1. Antrag hineingeben" not in seen(app.run())
    assert "1. Antrag hineingeben" not in seen(open_at("uebersicht", tour="aus"))


def test_no_link_leads_to_a_word_that_is_not_there() -> None:
    with pytest.raises(KeyError):
        explained("Quark")

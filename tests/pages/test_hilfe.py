"""Method, glossary and the first tour: there, true to the words of the code, and put away for good."""

import re
from urllib.parse import unquote

import pytest
from streamlit.testing.v1 import AppTest

from core.assessment.forderung_matrix import CellState
from core.citations.zitat_status import WORT, ZitatStatus
from core.context import Context
from core.support.verdict import WORT as VERDICT
from pages.ui.help_texts import GLOSSARY, METHOD, explained
from tests.pages.conftest import FRAME, seen

MISSING = {CellState.BEIDES, CellState.ANDERES, CellState.UNGEPRUEFT, CellState.NO, CellState.FEHLT}
"""What the fields say of these stands beside the matrix."""


def opened(page: str, **query: str) -> AppTest:
    app = AppTest.from_file(FRAME, default_timeout=60)
    for name, value in query.items():
        app.query_params[name] = value
    return app.switch_page(page).run()


def test_the_glossary_has_every_word_that_quotes_and_fields_bear() -> None:
    words = {*map(str, set(CellState) - MISSING), *VERDICT.values()}
    words |= {WORT[status] for status in ZitatStatus if status.is_bound}
    assert words <= set(GLOSSARY)


def test_the_glossary_stands_alphabetically_and_is_short() -> None:
    folded = [word.casefold().replace("ä", "a").replace("ö", "o").replace("ü", "u") for word in GLOSSARY]
    assert folded == sorted(folded)
    assert max(map(len, GLOSSARY.values())) < 300 and max(map(len, METHOD.values())) < 800


def test_both_pages_show_all_they_have(demo_index: Context) -> None:
    method, glossary = opened("methode.py"), opened("glossar.py")
    assert not method.exception and not glossary.exception
    assert all(title in seen(method) for title in METHOD)
    assert all(f"**{word}**" in seen(glossary) for word in GLOSSARY)


def test_a_word_is_found_by_the_address_and_what_is_not_there_is_said(demo_index: Context) -> None:
    found = opened("glossar.py", wort="regelkarte")
    assert len(re.findall(r"\*\*\w", seen(found))) < 4 and "**Regelkarte**" in seen(found)
    assert "steht nicht im Glossar" in seen(opened("glossar.py", wort="<b>xyz</b>"))


def test_the_tour_stays_away_once_it_was_put_away(demo_index: Context) -> None:
    app = opened("uebersicht.py")
    assert "1. Antrag hineingeben" in seen(app)
    app.button(key="tour-aus").click().run()
    assert not app.exception and "1. Antrag hineingeben" not in seen(app)
    assert app.query_params["tour"] in ("aus", ["aus"])
    del app.query_params["tour"]
    assert "1. Antrag hineingeben" not in seen(app.run())
    assert "1. Antrag hineingeben" not in seen(opened("uebersicht.py", tour="aus"))


@pytest.mark.parametrize(
    ("page", "words"),
    [
        ("antrag.py", ["Forderung"]),
        ("eichung.py", ["Eichung"]),
        ("monitor.py", ["belegt, gebunden", "verworfen", "Regelkarte"]),
    ],
)
def test_words_lead_to_the_glossary_where_they_are_first_met(
    page: str, words: list[str], demo_index: Context
) -> None:
    app = opened(page)
    assert not app.exception
    led = re.findall(
        r"\]\(http://localhost[^)]*/glossar\?wort=([^)]*)\)", "".join(m.value for m in app.markdown)
    )
    assert [unquote(word) for word in led] == words
    assert all(f"**{word}**" in seen(opened("glossar.py", wort=word)) for word in words)


def test_no_link_leads_to_a_word_that_is_not_there() -> None:
    with pytest.raises(KeyError):
        explained("Quark")

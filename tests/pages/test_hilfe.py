"""Method, glossary and the first tour: there, true to the words of the code, and put away for good."""

import re

from streamlit.testing.v1 import AppTest

from core.assessment.forderungsmatrix import Zellstand
from core.citations.zitatstatus import WORT, Zitatstatus
from core.context import Context
from core.support.verdict import WORT as VERDICT
from pages.ui.hilfetexte import GLOSSAR, METHODE
from tests.pages.conftest import FRAME, seen

MISSING = {Zellstand.BEIDES, Zellstand.ANDERES, Zellstand.UNGEPRUEFT, Zellstand.KEINE, Zellstand.FEHLT}
"""What the fields say of these stands beside the matrix."""


def opened(page: str, **query: str) -> AppTest:
    app = AppTest.from_file(FRAME, default_timeout=60)
    for name, value in query.items():
        app.query_params[name] = value
    return app.switch_page(page).run()


def test_the_glossary_has_every_word_that_quotes_and_fields_bear() -> None:
    words = {*map(str, set(Zellstand) - MISSING), *VERDICT.values()}
    words |= {WORT[status] for status in Zitatstatus if status.is_bound}
    assert words <= set(GLOSSAR)


def test_the_glossary_stands_alphabetically_and_is_short() -> None:
    folded = [word.casefold().replace("ä", "a").replace("ö", "o").replace("ü", "u") for word in GLOSSAR]
    assert folded == sorted(folded)
    assert max(map(len, GLOSSAR.values())) < 300 and max(map(len, METHODE.values())) < 800


def test_both_pages_show_all_they_have(demo_index: Context) -> None:
    method, glossary = opened("methode.py"), opened("glossar.py")
    assert not method.exception and not glossary.exception
    assert all(title in seen(method) for title in METHODE)
    assert all(f"**{word}**" in seen(glossary) for word in GLOSSAR)


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

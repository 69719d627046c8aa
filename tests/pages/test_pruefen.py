"""„Zitate prüfen“ where no browser is needed: what it says of texts that hold nothing to check."""

import pytest
from streamlit.testing.v1 import AppTest

from core.context import Context
from tests.pages.conftest import open_at


def checked(text: str) -> AppTest:
    app = open_at("pruefen")
    app.text_area(key="pruefen-text").input(text)
    return app.button(key="pruefen-los").click().run()


def test_a_text_without_a_quote_is_told_so(demo_index: Context) -> None:
    app = checked("Hallo Welt, hier steht kein Zitat.")
    assert not app.exception and not app.error
    assert any("stehen keine Zitate" in one.value for one in app.info)


@pytest.mark.parametrize("text", ["", "   "])
def test_an_empty_text_is_told_so_and_stays_to_be_filled(demo_index: Context, text: str) -> None:
    app = checked(text)
    assert not app.exception and len(app.error) == 1 and app.text_area(key="pruefen-text").value == text


def test_an_address_of_a_check_that_is_not_there_is_one_sentence(demo_index: Context) -> None:
    app = open_at("pruefen", pruefung="gibt-es-nicht")
    assert not app.exception and len(app.error) == 1

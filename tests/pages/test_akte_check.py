"""A Prüfakte proved on the page Anträge: the same words as `core verify`."""

from streamlit.testing.v1 import AppTest

from core.features.papers.bundle import bundle
from core.features.papers.findings import HOLDS, HOLDS_NOT
from core.programme.context import Context
from pages.features.papers.akte_check import BUSY, ONE_AT_ONCE
from tests.pages.conftest import FRAME, seen


def checked(data: bytes, expected: str = "") -> AppTest:
    app = AppTest.from_file(FRAME).switch_page("laeufe.py").run()
    app.file_uploader(key="akte_datei").upload("akte.zip", data, "application/zip")
    app.text_input(key="akte_fingerabdruck").set_value(expected)
    return app.button(key="akte_pruefen").click().run()


def test_a_pruefakte_is_proved_line_by_line_and_a_forged_one_is_not(
    demo_index: Context, lauf_id: str
) -> None:
    akte = bundle(demo_index, lauf_id)
    app = checked(akte.data, akte.fingerprint)
    assert not app.exception and app.success[0].value == HOLDS
    assert f"Lauf {lauf_id}" in seen(app) and f"Fingerabdruck: {akte.fingerprint}" in seen(app)
    app = checked(akte.data, "0" * 64)
    assert not app.exception and app.error[0].value == HOLDS_NOT and "erwartet war" in seen(app)
    app = checked(b"PK kein Archiv")
    assert not app.exception and app.error[0].value == HOLDS_NOT and "Fehler" in seen(app)


def test_who_comes_while_another_one_is_proved_is_told() -> None:
    with ONE_AT_ONCE:
        app = checked(b"PK kein Archiv")
    assert not app.exception and BUSY in [info.value for info in app.info]
    assert checked(b"PK kein Archiv").error[0].value == HOLDS_NOT

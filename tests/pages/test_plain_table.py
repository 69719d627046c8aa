"""Plain tables: German, linked, and whatever others wrote stays text."""

import ast
from datetime import UTC, date, datetime

import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from core.base.settings import ROOT
from pages.ui.plain_table import MOST, as_html, shown


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (None, "–"), (float("nan"), "–"), (pd.NaT, "–"), ("", "–"), (True, "ja"), (False, "nein"),
        (0.5, "0,50"), (7.0, "7"), (12345, "12.345"), (2025, "2025"), (date(2025, 3, 9), "09.03.2025"),
        (datetime(2025, 3, 9, 12, tzinfo=UTC), "09.03.2025, 13:00 Uhr"), (["a", 1], "a, 1"),
    ],
)  # fmt: skip
def test_values_are_shown_as_german_readers_expect(value: object, told: str) -> None:
    assert shown(value) == told


def test_what_is_missing_in_a_frame_is_a_dash() -> None:
    (value,) = pd.DataFrame({"Seiten": [None]}, dtype="Int64")["Seiten"]
    assert shown(value) == shown(pd.NaT) == shown(float("nan")) == "–"


def test_shares_follow_the_format_of_the_column() -> None:
    table = as_html(
        pd.DataFrame({"A": ["x"], "B": [0.125]}), "T", {"B": {"type_config": {"format": "percent"}}}, []
    )
    assert "<td>12 %</td>" in table


def test_what_others_wrote_is_no_markup() -> None:
    evil = '<img src=x onerror="alert(1)">'
    table = as_html(pd.DataFrame({evil: [evil]}), evil, {}, ['"><script>'])
    assert "<img" not in table and "<script" not in table and table.count("&lt;img") == 3


def test_every_row_is_a_link_where_it_leads_somewhere() -> None:
    table = as_html(pd.DataFrame({"A": ["x", "y"], "B": [1, 2]}), "T", {}, ["/lauf?id=1", "/lauf?id=2"])
    assert '<th scope="row"><a href="/lauf?id=2" target="_self">y</a></th><td>2</td>' in table
    assert '<th scope="col">A</th>' in table and "<caption>T</caption>" in table


def test_long_tables_say_what_they_leave_out() -> None:
    def page() -> None:
        import pandas as pd
        import streamlit as st

        from pages.ui.plain_table import plain_table

        st.session_state["einfach-t"] = True
        plain_table(pd.DataFrame({"A": range(201)}), "t", "T")

    app = AppTest.from_function(page).run()
    assert not app.exception
    assert [caption.value for caption in app.caption] == [f"Gezeigt sind die ersten {MOST} von 201 Zeilen."]


def test_every_drawn_table_has_a_name_and_a_plain_one_and_every_chart_its_table() -> None:
    """What the page „Barrierefreiheit“ says."""
    for file in sorted((ROOT / "pages").rglob("*.py")):
        calls = [node for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.Call)]
        named = [(ast.unparse(call.func), {word.arg for word in call.keywords}) for call in calls]
        drawn = [words for name, words in named if name in ("st.dataframe", "st.data_editor")]
        plain = [name for name, _ in named if name == "plain_table"]
        assert all("alt" in words for words in drawn) and len(plain) >= len(drawn), file
        if file.name != "chart_frame.py":  # its `diagramm` has the switch „Als Tabelle“
            assert not [name for name, _ in named if name.startswith("st.") and name.endswith("_chart")], file

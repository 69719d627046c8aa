"""The chart of docs/growth.md shows what its tables say."""

from tests.growth_chart import CHART, SOURCE, svg, tables


def test_the_chart_is_drawn_from_the_tables() -> None:
    text = SOURCE.read_text("utf-8")
    assert [name for name, _, _ in tables(text)] == ["Passagen", "Programme", "Läufe"]
    assert svg(text) == CHART.read_text("utf-8")

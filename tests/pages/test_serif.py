"""The words of papers are set in one serif, which the app brings along."""

import re
from pathlib import Path

import streamlit

PAGES = Path(__file__).parents[2] / "pages"
SHIPPED = Path(streamlit.__file__).parent / "static/static/css"


def test_every_page_sets_quotes_in_the_serif_that_streamlit_brings_along() -> None:
    rules = {path.name: path.read_text(encoding="utf-8") for path in PAGES.rglob("*.css")}
    (first,) = re.findall(r"--zitat-schrift: \"?([^,\";]+)", "".join(rules.values()))
    shipped = "".join(path.read_text(encoding="utf-8") for path in SHIPPED.rglob("*.css"))
    assert re.search(rf"@font-face\s*{{[^}}]*font-family:\s*[\"']?{first}[\"']?[;,]", shipped)
    for name, told in rules.items():
        named = re.findall(r"font-family:([^;}]*\bserif)", told)
        assert not [one for one in named if "sans" not in one], f"{name} names a serif of its own"
    assert all("var(--zitat-schrift)" in rules[name] for name in ("stil.css", "tafel.css", "text.css"))

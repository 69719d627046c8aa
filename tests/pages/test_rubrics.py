"""„Rubriken“ below a Lauf: asked for, shown field by field with quotes from the Antrag, kept, deleted."""

import json
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from core.demo.demo_antraege import make_example
from core.features.rubrics.judgement import RubricJudgement, list_rubrics
from core.features.rubrics.rubric_report import CAVEAT, UNCONFIRMED_NOTE
from core.programme.context import Context
from core.runs.store import runstore
from pages.features.rubrics.block import EXAMPLE, KNOWN
from tests.llm.modellserver import antwort, modellserver
from tests.pages.conftest import Open, pictures, seen, umgebung

__all__ = ["umgebung"]

BOESE = "Grund <b>$x$ :red[x]"


def drawn(app: AppTest) -> dict[str, Any]:
    """What the table is given."""
    (element,) = [e for e in app.get("bidi_component") if "rubriktabelle" in e.proto.component_name]
    data: dict[str, Any] = json.loads(element.proto.json)
    return data


def cells(app: AppTest) -> dict[str, Any]:
    return {cell["name"].split()[0]: cell for row in drawn(app)["zeilen"] for cell in row["zellen"]}


def by_rubric(context: Context, lauf_id: str) -> dict[str, RubricJudgement]:
    return {one.rubric.id: one for one in list_rubrics(runstore(context), lauf_id)}


@pytest.fixture
def example(demo_index: Context) -> str:
    return make_example(demo_index)


def test_the_example_shows_the_matrix_with_levels_told_in_words_and_signs(
    open_lauf: Open, demo_index: Context, example: str
) -> None:
    stored = by_rubric(demo_index, example)["gwoe-gemeinden"]
    app = open_lauf(id=example, mehr="rubriken", urteil=stored.id)
    assert not app.exception and EXAMPLE in seen(app) and CAVEAT in seen(app)
    assert "Beispielmodell" in seen(app) and stored.modell not in seen(app)
    assert len(drawn(app)["zeilen"]) == len(drawn(app)["spalten"]) == 5
    found = cells(app)
    assert (found["D2"]["zeichen"], found["D2"]["wort"], found["D2"]["art"]) == (
        "+2",
        "fördert deutlich",
        "hoch2",
    )
    assert (found["B5"]["zeichen"], found["B5"]["art"]) == ("\N{MINUS SIGN}1", "tief1")
    assert (found["D3"]["zeichen"], found["D3"]["art"]) == ("0", "mitte")
    assert found["A1"]["wort"] == "nicht berührt" and not found["A1"]["key"]
    assert found["C4"]["zahl"] == "1 Zitat, 1 verworfen"
    assert UNCONFIRMED_NOTE.strip("* ") in seen(app) and found["D2"]["name"].endswith("*")
    assert "8 von 25 Feldern berührt" in seen(app) and "im Mittel" in seen(app)


def test_the_address_leads_to_a_field_its_quotes_and_the_marked_page(
    open_lauf: Open, demo_index: Context, example: str
) -> None:
    stored = by_rubric(demo_index, example)["gwoe-gemeinden"]
    app = open_lauf(id=example, mehr="rubriken", urteil=stored.id, feld="C4")
    assert not app.exception and cells(app)["C4"]["gewaehlt"] is True
    text = seen(app)
    assert "Zwei Anrechnungsstunden und eine gemeinsame Verwaltungskraft" in text
    assert "Antrag, Seite 2 der Datei" in text and "Andere Zahl" in text
    (page,) = [one for one in pictures(app) if "antrag.png" in one["src"]]
    assert f"urteil={stored.id}&feld=C4&beleg=1&seite=2" in page["src"] and "markiert ist" in page["alt"]


def test_a_rubric_without_columns_is_a_list_with_reasons_and_can_be_deleted(
    open_lauf: Open, demo_index: Context, example: str
) -> None:
    stored = by_rubric(demo_index, example)["formpruefung"]
    app = open_lauf(id=example, mehr="rubriken", urteil=stored.id)
    rows = {row["nummer"]: row["zellen"] for row in drawn(app)["zeilen"]}
    assert (rows["Frist"][0]["zeichen"], rows["Frist"][0]["wort"]) == ("2", "genau")
    assert rows["Frist"][1]["wort"].startswith("Gesetzentwurf und Bericht")
    assert rows["Zuständigkeit"][0]["wort"] == "steht nicht im Antrag"
    app = app.button(key=f"rubrik-loeschen-{stored.id}").click().run()
    assert not app.exception and set(by_rubric(demo_index, example)) == {"gwoe-gemeinden"}
    assert len(drawn(app)["spalten"]) == 5


def test_a_model_is_asked_once_its_false_quote_dropped_and_what_is_no_field_refused(
    open_lauf: Open, lauf_id: str, demo_index: Context, umgebung: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = runstore(demo_index)
    wording = store.load(lauf_id).antrag.forderungen[0].text[:80].rsplit(" ", 1)[0]
    urteile = [
        {
            "feld": "frist",
            "stufe": 2,
            "begruendung": BOESE,
            "zitate": [wording, "Das steht nirgends im Antrag."],
        },
        {"feld": "gibtsnicht", "stufe": 2, "begruendung": "", "zitate": []},
    ]
    with modellserver([antwort({"urteile": urteile})]) as server:
        monkeypatch.setenv("OPENAI_API_BASE", server.url)
        app = open_lauf(id=lauf_id, mehr="rubriken")
        app.selectbox(key="rubrik-wahl").select("formpruefung").run()
        app.selectbox(key="rubrik-modell").select_index(0).run()
        assert "Kostet etwa" in seen(app)
        app = app.button(key="rubrik-fragen").click().run()
    assert not app.exception and not app.error
    text = seen(app)
    assert "1 Zitat belegt, 1 verworfen" in text and "gibtsnicht" in text and "$x$" in text
    assert f"„{wording}“" in text
    assert KNOWN in seen(app)  # the same choice again

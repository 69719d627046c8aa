"""The page „Wo steht das noch?“: a text in, its passages and both pages out."""

from core.antrag.antrag import Antrag
from core.programme.context import Context
from core.runs.store import runstore
from tests.pages.conftest import Open, open_at, pictures, ready, seen

PROGRAMM = "bruecke-demo-2024"


def wording(context: Context) -> str:
    chunks = context.store.chunks_of("DEMO", PROGRAMM)
    return max(chunks, key=lambda one: (len(one.seiten) == 1, len(one.text))).text


def test_a_pasted_text_leads_to_the_page_it_stands_on(demo_index: Context) -> None:
    app = open_at("wonoch")
    app.text_area(key="wonoch-eingabe").input(f"Vorweg etwas anderes. {wording(demo_index)} Dann Schluss.")
    ready(app.button(key="wonoch-los").click().run())
    assert "Stelle steht auch anderswo" in seen(app) and "Dort: Die Brücke" in seen(app)
    (picture,) = pictures(app)
    assert f"programm={PROGRAMM}" in picture["src"] and "zitat=" in picture["src"]
    ready(app.button(key="wonoch-neu").click().run())
    assert "Gespeichert wird nichts" in seen(app)


def test_an_antrag_is_found_by_its_address_and_beside_its_programme(demo_index: Context) -> None:
    text = f"Der Landtag stellt fest: {wording(demo_index)} Das genügt."
    id = runstore(demo_index).save_antrag(Antrag(text, titel="Probeantrag"))
    assert "Dort: Die Brücke" in seen(open_at("wonoch", antrag=id))
    app = open_at("wonoch", dokument=PROGRAMM)
    assert "Dort: Probeantrag" in seen(app) and len(pictures(app)) == 1
    assert "nicht" in seen(open_at("wonoch", antrag="gibt-es-nicht"))
    assert "nicht eingelesen" in seen(open_at("wonoch", dokument="gibt-es-nicht"))
    assert open_at("wonoch", dokument=PROGRAMM, stelle="9999", fundort="77").error == []


def test_a_lauf_shows_it_of_its_antrag(open_lauf: Open, lauf_id: str) -> None:
    assert "Verglichen mit 6 eingelesenen Dokumenten" in seen(ready(open_lauf(id=lauf_id, mehr="wonoch")))

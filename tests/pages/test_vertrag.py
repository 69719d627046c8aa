"""The page „Vertrag und Programme“: sentences, what is told of them, and the pages beside."""

from core.programme.context import Context
from tests.pages.conftest import open_at, pictures, ready, seen

PROGRAMM = "bruecke-demo-2024"


def test_a_treaty_that_is_pasted_is_held_against_the_chosen_programmes(demo_index: Context) -> None:
    partei = demo_index.registry.programme[PROGRAMM].partei
    chunk = demo_index.store.chunks_of("DEMO", PROGRAMM)[9]
    app = open_at("vertrag")
    app.text_area(key="vertrag-eingabe").input(f"{chunk.text}\n\nWir handeln.")
    ready(app.button(key="vertrag-los").click().run())
    assert "Wählen Sie Parteien" in seen(app)
    app.selectbox(key="vertrag-land").select("DEMO")
    ready(app.run())
    app.multiselect(key="vertrag-parteien").select(partei)
    ready(app.button(key="vertrag-los").click().run())
    assert "steht so" in seen(app) and "Zu kurz für einen Vergleich" in seen(app)
    assert f"programm={PROGRAMM}" in pictures(app)[0]["src"]
    ready(app.button(key="vertrag-neu").click().run())
    assert "Gespeichert wird nichts" in seen(app)


def test_filters_narrow_it_and_odd_addresses_do_no_harm(demo_index: Context) -> None:
    of_demo = [p for p in demo_index.registry.demo_programme if p.endswith("-2024")]
    one, other = (demo_index.registry.programme[id].partei for id in of_demo[:2])
    where = {"dokument": of_demo[0], "parteien": f"{one},{other}", "land": "DEMO"}
    app = open_at("vertrag", **where, ergebnis="steht_so", partei=one)
    assert len(pictures(app)) == 2 and "Nach Kapiteln" not in app.error
    app = open_at("vertrag", **where, ergebnis="steht_so", partei=other)
    assert "Zu diesen Filtern gibt es keinen Satz" in seen(app)
    app = open_at("vertrag", **where, satz="999999", tag="gestern", neben="niemand", kapitel="keins")
    assert not app.error
    assert "nicht eingelesen" in seen(open_at("vertrag", **{**where, "dokument": "gibt-es-nicht"}))

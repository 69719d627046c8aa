"""A quote from several places on a page: each part in its own marks, with its place, page and sentence."""

from streamlit.testing.v1 import AppTest

from tests.citations.test_joined import COST, HOUSES


def page(text: str) -> None:
    from pages.ui.zitat import angaben, whole_sentence, zitat_card
    from tests.citations.test_joined import kept

    beleg = kept(text)
    with zitat_card(beleg, "1", True):
        whole_sentence(beleg)
    angaben(beleg)


def test_every_part_is_shown_with_its_own_place() -> None:
    app = AppTest.from_function(page, args=(f"{HOUSES} […] {COST}",)).run()
    assert not app.exception
    (button,) = app.button
    assert "2 Seiten weiter hinten" in button.label and button.label.count("„") == 2
    captions = [caption.value.replace("\\", "") for caption in app.caption]
    assert any(one.startswith("Teil 1: Programm spd, S. 11 (Datei 1)") for one in captions)
    assert any(one.startswith("Teil 2: Programm spd, S. 13 (Datei 3)") for one in captions)
    assert sum("Seite als PDF" in one for one in captions) == 4, "each part leads to its own page"
    shown = " ".join(one.value for one in app.markdown).replace("\\", "")
    assert "sofern der Bund das bezahlt" in shown, "the whole sentence of a part"
    assert "Teil 1: Im nicht zitierten Teil des Satzes steht eine Bedingung" in shown

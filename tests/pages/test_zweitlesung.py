"""Two people judge one Lauf blind to each other, then settle where they differ."""

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from core.assessment.zitat_reference import references
from core.context import Context, default_context
from core.runs.lauf import Lauf, Urteil
from core.runs.store import runstore
from core.support.verdict import Verdict
from pages.ui.coder import NAME
from tests.pages.conftest import FRAME, Open, seen
from tests.second_reading.conftest import first_quotes, judged, read_lauf

__all__ = ["read_lauf"]


def open_page(name: str = "") -> AppTest:
    app = AppTest.from_file(FRAME, default_timeout=60)
    app.session_state[NAME] = name
    return app.switch_page("zweitlesung.py").run()


def as_reader(open_lauf: Open, lauf: Lauf, name: str, **query: object) -> AppTest:
    app = open_lauf(id=lauf.id, partei=first_quotes(lauf)[0][0], **query)
    app.session_state[NAME] = name
    return app.run()


def press(app: AppTest, label: str, place: int = 0) -> AppTest:
    return [button for button in app.button if button.label == label][place].click().run()


def places_of(app: AppTest, key: str) -> int:
    """Which of the forms this field is in."""
    fields = [*app.segmented_control, *app.number_input]
    return [field.key for field in fields if field.label.startswith("Es g")].index(key)


def drawn(app: AppTest) -> str:
    return seen(app).replace("\\", "")


def test_nobody_has_judged_yet(demo_index: Context) -> None:
    app = open_page("Eva")
    assert not app.exception and "Noch hat niemand etwas beurteilt" in drawn(app)


def test_on_the_lauf_others_are_hidden_until_the_own_reading_is_finished(
    open_lauf: Open, read_lauf: Lauf
) -> None:
    app = as_reader(open_lauf, read_lauf, "Jo", zitat=first_quotes(read_lauf)[1][2] + 1)
    assert "Ihre Lesung: 3 Urteile · 3 Urteile anderer sind verdeckt" in drawn(app)
    assert "Notiz von Jo." in drawn(app) and "Notiz von Eva." not in drawn(app)
    press(app, "Abschließen und Urteile aller zeigen")
    assert "Ihre Lesung ist abgeschlossen" in drawn(app)
    assert "Notiz von Jo." in drawn(app) and "Notiz von Eva." in drawn(app)


@pytest.mark.parametrize("name", ["", "Kim"])
def test_who_has_not_judged_sees_nothing_of_what_others_said(
    open_lauf: Open, read_lauf: Lauf, name: str
) -> None:
    app = as_reader(open_lauf, read_lauf, name, zitat=first_quotes(read_lauf)[1][2] + 1)
    assert "6 Urteile anderer sind verdeckt" in drawn(app)
    assert "Notiz von" not in drawn(app)
    can_finish = "Abschließen und Urteile aller zeigen" in [button.label for button in app.button]
    assert can_finish is bool(name)


def test_the_matrix_does_not_tell_what_others_said_either(
    demo_index: Context, open_lauf: Open, read_lauf: Lauf, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn_of: list[tuple[Urteil, ...]] = []

    def spied(context: Context, lauf: Lauf, said: Any) -> Any:
        drawn_of.append(lauf.urteile)
        return references(context, lauf, said)

    monkeypatch.setattr("core.assessment.zitat_reference.references", spied)
    as_reader(open_lauf, read_lauf, "Kim")
    assert drawn_of and not any(drawn_of)


def test_whoever_exports_before_is_warned_that_files_tell_it(open_lauf: Open, read_lauf: Lauf) -> None:
    from pages.ui.coder import hidden_told

    assert hidden_told(read_lauf).startswith("6 Urteile anderer sind verdeckt")


def test_the_page_shows_nothing_of_a_lauf_that_is_not_read_to_the_end(read_lauf: Lauf) -> None:
    app = open_page("Jo")
    assert not app.exception
    told = drawn(app)
    assert "Gelesene Läufe" in told and "1 andere Person" in told
    for hidden in ("Offene Unterschiede", "Übereinstimmung", "Krippendorff", "Eva", "spricht von anderem"):
        assert hidden not in told
    press(app, "Abschließen und Urteile aller zeigen")
    told = drawn(app)
    assert told.index("Offene Unterschiede") < told.index("Gelesene Läufe") < told.index("Übereinstimmung")
    assert "Krippendorffs Alpha" in told and "Abgeschlossen am" in told


def test_a_difference_is_settled_with_a_reason_and_both_readings_stay(
    demo_index: Context, read_lauf: Lauf
) -> None:
    store = runstore(demo_index)
    store.finish_lesung(read_lauf.id, "Jo")
    app = open_page("Jo")
    before = store.list_urteile()
    quote = next(one for one in app.segmented_control if one.label == "Es gilt")
    key = quote.key.removesuffix("-wert")
    quote.set_value(Verdict.ANDERES)
    press(app, "Festlegen", places_of(app, quote.key))
    assert "braucht einen Grund" in drawn(app) and store.list_festlegungen() == []
    app.segmented_control(key=quote.key).set_value(Verdict.ANDERES)
    app.text_input(key=f"{key}-grund").set_value("Der Satz spricht von Turnhallen.")
    press(app, "Festlegen", places_of(app, quote.key))
    (settled,) = store.list_festlegungen()
    assert (settled.traegt, settled.name) == (Verdict.ANDERES, "Jo")
    assert settled.grund == "Der Satz spricht von Turnhallen."
    assert store.list_urteile() == before
    assert "Der Satz spricht von Turnhallen." in drawn(app)


def test_nothing_is_settled_where_nothing_was_chosen(demo_index: Context, read_lauf: Lauf) -> None:
    store = runstore(demo_index)
    store.finish_lesung(read_lauf.id, "Jo")
    app = press(open_page("Jo"), "Festlegen")
    assert "wählen Sie zuerst" in drawn(app) and store.list_festlegungen() == []


def test_words_of_others_are_never_markup(demo_index: Context, lauf_id: str) -> None:
    evil = "<script>alert(1)</script> :red[x] [x](javascript:alert(1))"
    store = runstore(demo_index)
    lauf = judged(store, lauf_id)
    partei, typ, number = first_quotes(lauf)[0]
    store.save_urteil(
        Urteil(lauf_id, partei, typ, False, evil, evil, number, traegt=Verdict.ANDERES, forderung="1")
    )
    store.finish_lesung(lauf_id, "Jo")
    app = open_page("Jo")
    assert not app.exception
    written = [e.value for kind in ("markdown", "caption") for e in app.get(kind)]
    assert any("script" in text for text in written)
    assert not any("<script>" in text or "](javascript" in text or " :red[x]" in text for text in written)


def test_in_the_public_view_nobody_gets_in_under_a_readers_name(
    demo_index: Context, open_lauf: Open, read_lauf: Lauf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A visitor could give himself the name of somebody who had finished, and saw what all had said."""
    store = runstore(demo_index)
    store.finish_lesung(read_lauf.id, "Jo")
    store.release(read_lauf.id, "vera@haus.example")
    monkeypatch.setenv("OEFFENTLICH", "1")
    default_context.cache_clear()
    app = as_reader(open_lauf, read_lauf, "Jo")
    assert not app.exception and read_lauf.antrag.titel in drawn(app)
    assert "Notiz von" not in drawn(app) and "verdeckt" not in drawn(app)
    assert "Ihr Name" not in [field.label for field in app.text_input]

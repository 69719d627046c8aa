"""„Änderungsvorschläge“ below a Lauf: asked for, shown as before and after, taken, declined, taken along."""

import json
from collections.abc import Mapping, Sequence

import pytest

from core.context import Context
from core.llm.catalogue import OFFLINE
from core.redlines import bind_redline
from core.roles.rights import AccessRole, NotAllowed
from core.rubrics.judge_lauf import judge_lauf
from core.runs.store import runstore
from pages.ui import person
from pages.ui.lauf import field_change
from pages.ui.lauf.redlines import NO_MODEL
from pages.ui.person import Person
from tests.llm.modellserver import antwort, modellserver
from tests.pages.conftest import Open, address, seen, umgebung

__all__ = ["umgebung"]

BOESE = "eine Schule <b>$x$ :red[x]"


def test_without_a_language_model_it_says_what_is_missing(
    open_lauf: Open, lauf_id: str, umgebung: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    app = open_lauf(id=lauf_id, mehr="aenderungen")
    assert not app.exception and NO_MODEL in seen(app)


def test_proposals_are_asked_for_shown_taken_and_declined(
    open_lauf: Open, lauf_id: str, demo_index: Context, umgebung: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = runstore(demo_index)
    forderung = store.load(lauf_id).antrag.forderungen[0]
    alt = forderung.text[:60].rsplit(" ", 1)[0]
    made = [
        {"forderung": forderung.nummer, "alt": alt, "neu": "eine kleine Schule", "grund": "So *kürzer*."},
        {"forderung": forderung.nummer, "alt": alt, "neu": BOESE, "grund": ""},
        {"forderung": forderung.nummer, "alt": f"{alt[:-3]}xyz", "neu": "anders", "grund": ""},
    ]
    with modellserver([antwort({"vorschlaege": made})]) as server:
        monkeypatch.setenv("OPENAI_API_BASE", server.url)
        app = open_lauf(id=lauf_id, mehr="aenderungen")
        app.selectbox(key="redline-modell").select_index(0)
        app = next(b for b in app.button if b.label == "Vorschläge holen").click().run()
    assert not app.exception and not app.error
    text = seen(app)
    assert bind_redline.MARKED_UP in text and bind_redline.NOWHERE in text and "So *kürzer*." in text
    shown = "".join(element.proto.body for element in app.get("html"))
    assert "<del" in shown and "<ins" in shown and "kleine" in shown and "$x$" not in shown
    app = next(b for b in app.button if b.label == "Annehmen").click().run()
    assert "angenommen" in seen(app) and store.list_redlines(lauf_id)[0].angenommen
    app = next(b for b in app.button if b.label == "Zurücknehmen").click().run()
    app = next(b for b in app.button if b.label == "Ablehnen").click().run()
    assert store.list_redlines(lauf_id)[0].angenommen is False and not app.exception


def judged(context: Context, lauf_id: str, stufe: int = 1) -> str:
    def script(messages: Sequence[Mapping[str, str]], params: Mapping[str, object]) -> str:
        one = {"feld": "frist", "stufe": stufe, "begruendung": "Ohne Datum.", "zitate": []}
        return json.dumps({"urteile": [one]})

    return judge_lauf(
        context, runstore(context), lauf_id, "formpruefung", "demo/spiegel", skript=script, anew=True
    ).id


def test_at_a_field_of_a_rubric_changes_are_asked_for_and_shown_with_its_name(
    open_lauf: Open, lauf_id: str, demo_index: Context, umgebung: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    urteil, store = judged(demo_index, lauf_id), runstore(demo_index)
    forderung = store.load(lauf_id).antrag.forderungen[0]
    alt = forderung.text[:60].rsplit(" ", 1)[0]
    made = [
        {"forderung": forderung.nummer, "alt": alt, "neu": "bis zum [Datum]", "grund": "Mit Frist."},
        {"forderung": forderung.nummer, "alt": f"{alt[:-3]}xyz", "neu": "anders", "grund": ""},
    ]
    with modellserver([antwort({"vorschlaege": made})]) as server:
        monkeypatch.setenv("OPENAI_API_BASE", server.url)
        app = open_lauf(id=lauf_id, mehr="rubriken", urteil=urteil, feld="frist")
        app = app.selectbox(key="rubrik-aenderung-modell").select_index(0).run()
        assert "Kostet etwa" in seen(app)
        app = app.button(key="rubrik-aenderung-holen").click().run()
    assert not app.exception and not app.error and address(app)["mehr"] == "aenderungen"
    label = f"Rubrik Formprüfung, Feld Frist, in Forderung {forderung.nummer}"
    assert [one.forderung for one in store.list_redlines(lauf_id)] == [label, label]
    text = seen(app)
    assert text.count(label) == 2 and bind_redline.NOWHERE in text and "Forderung Rubrik" not in text
    app = next(b for b in app.button if b.label == "Annehmen").click().run()
    assert not app.exception and store.list_redlines(lauf_id)[0].angenommen


def test_at_a_field_that_cannot_rise_none_is_offered(
    open_lauf: Open, lauf_id: str, demo_index: Context, umgebung: None
) -> None:
    by_words = judge_lauf(demo_index, runstore(demo_index), lauf_id, "formpruefung", OFFLINE).id
    for urteil in (judged(demo_index, lauf_id, 2), by_words):
        app = open_lauf(id=lauf_id, mehr="rubriken", urteil=urteil)
        assert not app.exception and field_change.PURPOSE not in seen(app)


def test_at_a_field_without_a_language_model_it_says_what_is_missing(
    open_lauf: Open, lauf_id: str, demo_index: Context, umgebung: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    app = open_lauf(id=lauf_id, mehr="rubriken", urteil=judged(demo_index, lauf_id), feld="frist")
    assert not app.exception and NO_MODEL in seen(app)
    assert "rubrik-aenderung-holen" not in [button.key for button in app.button]


@pytest.mark.parametrize("role", [AccessRole.READER, AccessRole.REVIEWER])
def test_who_reviews_may_ask_at_a_field_and_who_reads_may_not(
    open_lauf: Open,
    lauf_id: str,
    demo_index: Context,
    umgebung: None,
    role: AccessRole,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    urteil, who = judged(demo_index, lauf_id), Person("eva@haus.example", role)
    monkeypatch.setattr(person, "here", lambda: who)
    app = open_lauf(id=lauf_id, mehr="rubriken", urteil=urteil, feld="frist")
    is_offered = "rubrik-aenderung-holen" in [button.key for button in app.button]
    assert not app.exception and is_offered == (role is AccessRole.REVIEWER)
    if role is AccessRole.READER:
        stored = runstore(demo_index).find_rubric_judgement(urteil)
        assert stored is not None
        with pytest.raises(NotAllowed):
            field_change._fetch(demo_index, stored, "frist", "openai/gpt-4.1")
    assert runstore(demo_index).list_redlines(lauf_id) == []

"""„Änderungsvorschläge“ below a Lauf: asked for, shown as before and after, taken, declined, taken along."""

import pytest

from core.context import Context
from core.redlines import bind_redline
from core.runs.store import runstore
from pages.ui.lauf.redlines import NO_MODEL
from tests.llm.modellserver import antwort, modellserver
from tests.pages.conftest import Open, seen, umgebung

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

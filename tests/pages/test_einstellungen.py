"""Einstellungen and Barrierefreiheit: what is set up is told, keys are not, and a barrier has an address."""

import pytest
from streamlit.testing.v1 import AppTest

from core.context import Context
from core.rubrics.rubric import find_rubric, own_folder, rubrics_of
from core.version import app_version
from tests.llm.modellserver import antwort, modellserver
from tests.pages.conftest import FRAME, umgebung

__all__ = ["umgebung"]

SECRET = "sk-geheim-4711-abcdef"


def opened(page: str) -> AppTest:
    app = AppTest.from_file(FRAME, default_timeout=90).switch_page(f"{page}.py").run()
    assert not app.exception and not app.error
    return app


def told(app: AppTest) -> str:
    kinds = ("markdown", "caption", "info", "success", "html")
    return "\n".join(str(getattr(e, "value", "") or e.proto.body) for kind in kinds for e in app.get(kind))


def test_settings_tell_models_data_and_version(
    demo_index: Context, umgebung: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MISTRAL_API_KEY", SECRET)
    text = told(opened("einstellungen"))
    assert "MISTRAL_API_KEY: gesetzt" in text and "ANTHROPIC_API_KEY: fehlt" in text
    assert str(demo_index.settings.chroma_dir) in text and app_version() in text.replace("\\", "")
    assert SECRET not in text


def test_a_test_request_is_one_click_and_tells_its_cost(
    demo_index: Context, umgebung: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    with modellserver(lambda request: antwort("bereit")) as server:
        monkeypatch.setenv("OPENAI_API_KEY", SECRET)
        monkeypatch.setenv("OPENAI_API_BASE", server.url)
        app = opened("einstellungen")
        assert "höchstens" in told(app) and "US-Cent" in told(app)
        app = app.button(key="probe_fragen").click().run()
    answer = app.success[0].value.replace("\\", "")
    assert "geantwortet: „bereit“" in answer and "US-Cent" in answer
    assert SECRET not in told(app)


@pytest.mark.parametrize("kontakt", ["", "Referat 7, Tel. 0123 [x](javascript:alert(1))"])
def test_the_statement_says_whom_to_tell(
    kontakt: str, demo_index: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    from core.context import default_context

    monkeypatch.setenv("KONTAKT", kontakt)
    default_context.cache_clear()
    text = told(opened("barrierefreiheit"))
    assert "teilweise vereinbar" in text
    assert ("Referat 7" in text) is bool(kontakt) and ("keine Anschrift" in text) is not bool(kontakt)
    assert "](javascript" not in text


def test_a_rubric_is_copied_changed_with_checks_at_once_saved_as_another_version_and_deleted(
    demo_index: Context, umgebung: None
) -> None:
    app = opened("einstellungen")
    app = app.selectbox(key="einstellungen-rubrik").select("formpruefung").run()
    app.text_input(key="rubrik-kennung-formpruefung").input("haus-form")
    app = next(one for one in app.button if one.label == "Kopieren und ändern").click().run()
    assert not app.exception and find_rubric(demo_index, "haus-form").version == 1
    text = app.text_area(key="rubrik-text-haus-form").value
    app = app.text_area(key="rubrik-text-haus-form").input(text.replace("wert = 2", "wert = 1")).run()
    assert "steht zweimal" in app.error[0].value and app.button(key="rubrik-speichern-haus-form").disabled
    app = app.text_area(key="rubrik-text-haus-form").input(text.replace("Bis wann?", "Wann genau?")).run()
    assert not app.error and "Lesbar" in told(app)
    app = app.button(key="rubrik-speichern-haus-form").click().run()
    assert not app.exception and find_rubric(demo_index, "haus-form").version == 2
    assert "version = 2" in app.text_area(key="rubrik-text-haus-form").value
    assert app.button(key="rubrik-speichern-haus-form").disabled
    app = app.button(key="rubrik-entfernen-haus-form").click().run()
    assert not app.exception and "haus-form" not in rubrics_of(demo_index)


def test_a_rubric_broken_by_hand_can_be_mended_here(demo_index: Context, umgebung: None) -> None:
    own_folder(demo_index).mkdir(parents=True)
    (own_folder(demo_index) / "kaputt.toml").write_text("id = ", encoding="utf-8")
    app = opened("einstellungen")
    app = app.selectbox(key="einstellungen-rubrik").select("kaputt").run()
    assert not app.exception and "kein TOML" in app.error[0].value

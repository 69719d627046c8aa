"""Einstellungen and Barrierefreiheit: what is set up is told, keys are not, and a barrier has an address."""

import pytest
from streamlit.testing.v1 import AppTest

from core.base.version import VERSION
from core.programme.context import Context
from tests.llm.modellserver import antwort, modellserver
from tests.pages.conftest import open_at, umgebung

__all__ = ["umgebung"]

SECRET = "sk-geheim-4711-abcdef"


def opened(page: str) -> AppTest:
    app = open_at(page)
    assert not app.error
    return app


def told(app: AppTest) -> str:
    kinds = ("markdown", "caption", "info", "success", "html")
    return "\n".join(str(getattr(e, "value", "") or e.proto.body) for kind in kinds for e in app.get(kind))


def test_settings_tell_models_data_and_version(
    demo_index: Context, umgebung: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MISTRAL_API_KEY", SECRET)
    app = opened("einstellungen")
    text = told(app)
    assert "MISTRAL_API_KEY: gesetzt" in text
    (folded,) = (one for one in app.expander if one.label.endswith("weitere Modelle"))
    others = "".join(one.proto.body for one in folded.get("html"))
    assert "ANTHROPIC_API_KEY: fehlt" in others and "MISTRAL_API_KEY" not in others
    assert folded.label == f"{others.count('<tr') - 1} weitere Modelle"
    assert str(demo_index.settings.chroma_dir) in text and VERSION in text.replace("\\", "")
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
    from core.programme.context import default_context

    monkeypatch.setenv("KONTAKT", kontakt)
    default_context.cache_clear()
    text = told(opened("barrierefreiheit"))
    assert "teilweise vereinbar" in text
    assert ("Referat 7" in text) is bool(kontakt) and ("keine Anschrift" in text) is not bool(kontakt)
    assert "](javascript" not in text

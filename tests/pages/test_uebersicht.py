"""The start page as a visitor sees it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from core.context import default_context
from core.errors import RegistryError
from core.retrieval.indexing import index_programme
from core.settings import ROOT

FRAME = str(ROOT / "pages" / "frame.py")


@pytest.fixture(autouse=True)
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("CHROMA_DIR", str(tmp_path / "chroma"))
    monkeypatch.setenv("PDF_DIR", str(tmp_path / "pdf"))
    default_context.cache_clear()
    st.cache_resource.clear()
    yield tmp_path
    default_context.cache_clear()


def test_first_start_reads_in_the_demo_and_shows_the_stock() -> None:
    app = AppTest.from_file(FRAME, default_timeout=30).run()
    assert not app.exception
    assert app.title[0].value == "Antragsspiegel"
    assert {metric.label: metric.value for metric in app.metric} == {
        "Programme durchsuchbar": "6",
        "Programme bekannt": str(len(default_context().registry.programme)),
        "Seiten": "55",
        "Passagen": str(
            sum(s.chunks for g in ("DEMO", "ALLE") for s in default_context().store.staende(g).values())
        ),
    }
    table = app.dataframe[0].value
    assert list(table["Land"][:2]) == ["Musterland", "Überall gültig"]
    assert table["Indexiert"].sum() == 6


def test_second_visit_reads_nothing_again(monkeypatch: pytest.MonkeyPatch) -> None:
    AppTest.from_file(FRAME, default_timeout=30).run()
    monkeypatch.setattr("core.retrieval.indexing.read_strom", None)
    app = AppTest.from_file(FRAME, default_timeout=30).run()
    assert not app.exception and app.metric[0].value == "6"


def test_what_could_not_be_read_is_told(places: Path) -> None:
    (places / "pdf").mkdir()
    AppTest.from_file(FRAME, default_timeout=30).run()
    (places / "pdf" / "spd-nrw-2022.pdf").write_bytes(b"<script>alert(1)</script>")
    list(index_programme(["spd-nrw-2022"]))
    app = AppTest.from_file(FRAME, default_timeout=30).run()
    text = next(m.value for m in app.markdown if "kein PDF" in m.value)
    assert "SPD NRW Wahlprogramm 2022" in text


def test_broken_registry_is_one_sentence_and_no_stack_trace(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(folder: Path) -> None:
        raise RegistryError("programme/nrw.toml, Eintrag „x“, Feld „partei“: gefunden „XYZ“.")

    monkeypatch.setattr("core.context.load_registry", refuse)
    app = AppTest.from_file(FRAME, default_timeout=30).run()
    assert not app.exception and len(app.metric) == 0
    assert "gefunden „XYZ“" in app.error[0].value

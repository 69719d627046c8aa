"""The indexed demo with a run store of the test's own, and an Antrag to assess."""

import shutil
import threading
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from core.antrag.antrag import Antrag, Forderung
from core.assessment.auftrag import Auftrag
from core.assessment.pipeline import assess
from core.assessment.prompts import load_prompts
from core.base.settings import ROOT
from core.llm.catalogue import OFFLINE
from core.programme.context import Context, default_context
from core.runs.lauf import Lauf
from core.runs.store import runstore
from tests.llm.conftest import umgebung

__all__ = ["umgebung"]

PROMPTS = load_prompts(ROOT / "data" / "prompts")
ANTRAG = Antrag(
    text="Bus, Bahn und Kita für alle",
    titel="Bus, Bahn und Kita für alle",
    drucksache="7/4711",
    datum=date(2025, 3, 1),
    typ="Antrag",
    bundesland="DEMO",
    antragsteller=("MÜHLRAD",),
    forderungen=(
        Forderung("1", "Die Wieltalbahn zwischen Tarnau und Kleen soll wieder fahren."),
        Forderung("2", "Die Kita soll in allen Jahren gebührenfrei sein."),
    ),
    begruendung="Viele Familien sind auf Bus und Bahn angewiesen.",
)


@pytest.fixture(autouse=True)
def _quotes_to_look_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """The built-in model is the quickest way to a Lauf with quotes; here it need not be choosy about them."""
    monkeypatch.setattr("core.llm.offline.NEAR", 0.4)


@pytest.fixture
def context(demo: Context, leere_laeufe: Path, tmp_path: Path) -> Iterator[Context]:
    """Its own run store; the index is shared and only read."""
    own = Context(replace(demo.settings, laeufe_dir=shutil.copytree(leere_laeufe, tmp_path / "laeufe")))
    yield own
    runstore(own).close()


@pytest.fixture
def own_default(context: Context, monkeypatch: pytest.MonkeyPatch) -> Iterator[Context]:
    """The commands read the index and the run store of the test."""
    monkeypatch.setenv("CHROMA_DIR", str(context.settings.chroma_dir))
    monkeypatch.setenv("LAEUFE_DIR", str(context.settings.laeufe_dir))
    default_context.cache_clear()
    yield context
    runstore(default_context()).close()
    default_context.cache_clear()


def auftrag(modell: str = "openai/test", **changes: object) -> Auftrag:
    fields = {"antrag": ANTRAG, "prompt": PROMPTS["streng"], "versuche": 2, "pause": 0.01, "timeout": 60.0}
    return Auftrag(**{"modell": modell, **fields, **changes})  # type: ignore[arg-type]


@pytest.fixture
def lauf(context: Context) -> Lauf:
    """Over the indexed demo, with quotes."""
    return runstore(context).load(assess(context, auftrag(OFFLINE)))


def stopped() -> threading.Event:
    event = threading.Event()
    event.set()
    return event

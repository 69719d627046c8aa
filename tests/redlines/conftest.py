"""A stored Lauf on the first Antrag of the demo, and proposals for it."""

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from core.antrag.antrag import Antrag
from core.antrag.read_antrag import read_antrag_bytes
from core.context import Context
from core.runs.lauf import NewLauf
from core.runs.store import Runstore, runstore
from core.settings import ROOT
from tests.llm.conftest import umgebung

__all__ = ["umgebung"]

OLD = "eine Grundschule mit mehr als 40 Kindern nicht gegen den Willen"
BAD = "eine Grundschule mit mehr als 50 Kindern nicht gegen den Willen"


def proposal(alt: str = OLD, neu: str = "eine Schule", forderung: str = "II.1.a") -> dict[str, str]:
    return {"forderung": forderung, "alt": alt, "neu": neu, "grund": "Deutlicher."}


@pytest.fixture
def context(demo: Context, leere_laeufe: Path, tmp_path: Path) -> Iterator[Context]:
    own = Context(replace(demo.settings, laeufe_dir=shutil.copytree(leere_laeufe, tmp_path / "laeufe")))
    yield own
    runstore(own).close()


@pytest.fixture
def store(context: Context) -> Runstore:
    return runstore(context)


@pytest.fixture
def antrag(context: Context) -> Antrag:
    return read_antrag_bytes((ROOT / "data/demo/pdf/antrag-5-214.txt").read_bytes(), context.registry)


@pytest.fixture
def lauf_id(store: Runstore, antrag: Antrag) -> str:
    neu = NewLauf(
        antrag=antrag, modell_gefragt="openai/urteil", prompt_id="streng", prompt_version="1",
        prompt_hash="h", prompt_text="Beurteile.", schluessel="s",
    )  # fmt: skip
    new = store.start(neu)
    store.finish(new)
    return new

"""A Prüfakte of the demo with bound and dropped quotes."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from core.assessment.pipeline import assess
from core.features.papers.bundle import Pruefakte, bundle
from core.programme.context import Context
from core.runs.store import runstore
from tests.assessment.conftest import auftrag
from tests.llm.modellserver import Reply, Request, antwort, modellserver
from tests.pruefakte.forgeries import INVENTED


def quoting(request: Request) -> Reply:
    """Quotes a sentence of each of the first three sources, and one that is invented."""
    text = str(request.body["messages"][-1]["content"])
    sources = re.findall(r"^\[(Q\d+)\].*?\n„(.*?)“$", text, re.DOTALL | re.MULTILINE)[:3]
    sentences = [next(s for s in re.split(r"(?<=[.!?])\s", body) if len(s) > 40) for _, body in sources]
    zitate = [{"text": sentence, "quelle": f"Q{n}"} for n, sentence in enumerate(sentences, 1)]
    part = {"score": 7, "begruendung": "Es passt.", "zitate": [*zitate, {"text": INVENTED, "quelle": "Q1"}]}
    nothing = {"score": None, "begruendung": "", "zitate": []}
    return antwort({"fraktion": "x", "wahlprogramm": part, "parteiprogramm": nothing})


def judged_in(context: Context) -> str:
    """A Lauf with these quotes; its id."""
    with pytest.MonkeyPatch.context() as patch, modellserver(quoting) as server:
        patch.setenv("OPENAI_API_KEY", "sk-test-0123456789abcdef")
        return assess(context, auftrag(api_base=server.url))


@pytest.fixture(scope="session")
def judged(demo: Context, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Context, str]]:
    """A Context with one Lauf, and its id."""
    context = Context(replace(demo.settings, laeufe_dir=tmp_path_factory.mktemp("laeufe")))
    yield context, judged_in(context)
    runstore(context).close()


@pytest.fixture(scope="session")
def akte(judged: tuple[Context, str]) -> Pruefakte:
    return bundle(*judged)


@pytest.fixture
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Another machine: neither index nor store nor PDF."""
    for name in ("PDF_DIR", "CHROMA_DIR", "LAEUFE_DIR"):
        monkeypatch.setenv(name, str(tmp_path / name.lower()))
    return tmp_path

"""A real motion against real programmes, from the PDFs to the proved quotes."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from core.antrag.read_antrag import read_antrag_pdf
from core.assessment.lauf_audit import audit_laeufe
from core.assessment.pipeline import assess
from core.base.settings import Settings
from core.llm.catalogue import OFFLINE
from core.programme.context import Context
from core.programme.indexing import index_programme
from core.runs.lauf import Status
from core.runs.store import runstore
from tests.assessment.conftest import PROMPTS, auftrag
from tests.assessment.test_pipeline import good
from tests.conftest import korpus_path
from tests.llm.modellserver import modellserver

KINDS = ("Regierungsprogramm", "Wahlprogramm")
PROGRAMME = ["cdu-bund-2013", "spd-bund-2013", "linke-bund-2013"]


@pytest.fixture(scope="module")
def bundestag(tmp_path_factory: pytest.TempPathFactory) -> Context:
    """Three programmes of 2013, read and indexed from their PDFs."""
    folder: Path = tmp_path_factory.mktemp("bundestag")
    (folder / "pdf").mkdir()
    for name in PROGRAMME:
        shutil.copy(korpus_path(f"programme/{name}.pdf"), folder / "pdf" / f"{name}.pdf")
    places = {"pdf_dir": folder / "pdf", "chroma_dir": folder / "index", "laeufe_dir": folder / "laeufe"}
    context = Context(replace(Settings(), **places))
    list(index_programme(PROGRAMME, context=context))
    return context


@pytest.mark.night
@pytest.mark.parametrize("modell", [OFFLINE, "openai/test"])
def test_real_motion_gives_quotes_that_the_pdfs_prove(bundestag: Context, modell: str) -> None:
    antrag = read_antrag_pdf(korpus_path("antraege/bt-18-9123-antrag.pdf"), bundestag.registry)
    store = runstore(bundestag)
    with modellserver(good) as server:
        asked = auftrag(modell, antrag=antrag, api_base=server.url if modell != OFFLINE else None)
        lauf = store.load(assess(bundestag, asked))
    assert lauf.status is Status.FERTIG and lauf.antrag.drucksache == "18/9123"
    assert {teil.partei for teil in lauf.teile} == {"CDU", "SPD", "LINKE"}
    bound = [zitat for zitat in lauf.zitate if zitat.status.is_bound]
    assert {zitat.partei for zitat in bound} == {"CDU", "SPD", "LINKE"}
    (checked,) = audit_laeufe(bundestag, [lauf.id])
    assert len(checked.befunde) == len(bound) and all(befund.ok for befund in checked.befunde)


@pytest.mark.night
def test_prompt_for_a_real_motion_holds_its_demands_and_the_programmes_pages(bundestag: Context) -> None:
    antrag = read_antrag_pdf(korpus_path("antraege/bt-18-9123-antrag.pdf"), bundestag.registry)
    with modellserver(good) as server:
        assess(bundestag, auftrag(antrag=antrag, api_base=server.url, prompt=PROMPTS["gegenprobe"]))
        sent = [request.body["messages"][-1]["content"] for request in server.requests]
    assert len(sent) == 3
    for text in sent:
        assert all(f"Forderung II.{number}: " in text for number in range(1, 8))
        assert "[Q1]" in text and any(f"{kind} 2013, S. " in text for kind in KINDS)

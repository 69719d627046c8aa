"""Votes beside points: in the report."""

import html
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from core.antrag.vote_papers import PaperKind
from core.base.settings import Settings
from core.features.decisions.fraktionen import AID, Fit
from core.features.decisions.stored_decisions import decisions_of, delete_paper, save_paper
from core.features.decisions.told_votes import TURNED, fits_of, known_votes
from core.features.papers.lauf_report import report
from core.programme.context import Context
from core.runs.store import Runstore, runstore
from core.wortlaut.records import Typ
from tests.decisions.papers import NUMBER, advice_pdf, upload
from tests.runs.beispiele import angebot, gebunden, neuer_lauf, score, teil

PARTEIEN = {"LINDENBUND": 1.0, "BRÜCKE": 9.0, "LEUCHTTURM": 2.0, "MÜHLRAD": 8.0}
"""Points of the Wahlprogramm. A paper says: dafür, dagegen, dagegen, Enthaltung."""


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    context = Context(replace(Settings(), laeufe_dir=tmp_path))
    yield context
    runstore(context).close()


def judged(store: Runstore, modell: str = "openai/gpt", **changes: object) -> str:
    """A Lauf with points of every party, by this model."""
    lauf_id = store.start(neuer_lauf(modell_gefragt=modell, **changes))
    store.save_fundstellen(lauf_id, [angebot(partei) for partei in PARTEIEN])
    for partei, points in PARTEIEN.items():
        store.save_teil(lauf_id, teil(partei, modell=modell), [score(partei, points)], [gebunden(partei)])
    store.finish(lauf_id)
    return lauf_id


@pytest.fixture
def lauf_id(context: Context, tmp_path: Path) -> str:
    store = runstore(context)
    save_paper(context, store, "DEMO", NUMBER, upload(advice_pdf(tmp_path), PaperKind.RECOMMENDATION))
    return judged(store)


def test_a_vote_is_compared_with_the_points_of_a_language_model(context: Context, lauf_id: str) -> None:
    lauf = runstore(context).load(lauf_id)
    found = {p: fits_of(lauf, vote)[Typ.WAHLPROGRAMM] for p, vote in known_votes(context, lauf).items()}
    assert found == {
        "LINDENBUND": Fit.DEVIATES,
        "BRÜCKE": Fit.DEVIATES,
        "LEUCHTTURM": Fit.MATCHES,
        "MÜHLRAD": Fit.UNKNOWN,
    }


def test_the_report_tells_each_vote_with_its_sentence_its_page_and_what_it_is_worth(
    context: Context, lauf_id: str
) -> None:
    page = html.unescape(report(context, [runstore(context).load(lauf_id)]))
    assert "Was das Parlament entschied" in page and TURNED in page and AID in page
    assert "Ausschuss: dagegen" in page and f"Wahlprogramm: {Fit.DEVIATES}" in page
    assert "„Ablehnung des Antrags auf Drucksache 5/214" in page and "Seite 2 der Datei" in page
    assert "Beschlussempfehlung mu-5-300.pdf · 10.04.2025" in page
    delete_paper(runstore(context), decisions_of(runstore(context), "DEMO", NUMBER)[0])
    assert "Was das Parlament entschied" not in report(context, [runstore(context).load(lauf_id)])

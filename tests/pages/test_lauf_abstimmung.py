"""The page of a Lauf with what the parliament decided: each party's vote, its sentence, the marked page."""

from pathlib import Path

import pytest

from core.antrag.vote_papers import PaperKind
from core.features.decisions.fraktionen import AID
from core.features.decisions.stored_decisions import save_paper
from core.features.decisions.told_votes import TURNED
from core.programme.context import Context
from core.runs.store import runstore
from pages.features.decisions.block import NONE_YET
from tests.decisions.papers import NUMBER, advice_pdf, upload
from tests.pages.conftest import Open, pictures, seen


@pytest.fixture
def with_advice(demo_index: Context, lauf_id: str, tmp_path: Path) -> str:
    """The Lauf, and a paper that recommends a rejection."""
    given = upload(advice_pdf(tmp_path), PaperKind.RECOMMENDATION)
    save_paper(demo_index, runstore(demo_index), "DEMO", NUMBER, given)
    return lauf_id


def label(app: object, key: str) -> str:
    return str(app.button(key=key).label)  # type: ignore[attr-defined]


def test_a_vote_for_a_rejection_is_shown_as_one_against_the_motion(with_advice: str, open_lauf: Open) -> None:
    app = open_lauf(id=with_advice)
    assert not app.exception
    assert label(app, "wahl-stimme-BRÜCKE").endswith("Ausschuss: **dagegen**")
    assert label(app, "wahl-stimme-LINDENBUND").endswith("Ausschuss: **dafür**")
    assert label(app, "wahl-stimme-MÜHLRAD").endswith("Ausschuss: **Enthaltung**")
    written = seen(app)
    assert "Vergleich mit dem Programm: nicht feststellbar" in written and AID in written
    assert "stimmt überein" not in written and "weicht ab" not in written


def test_clicking_a_vote_shows_its_sentence_and_the_marked_page(with_advice: str, open_lauf: Open) -> None:
    app = open_lauf(id=with_advice)
    app.button(key="wahl-stimme-BRÜCKE").click().run()
    assert not app.exception
    (image,) = pictures(app)
    assert "/api/abstimmung.png?" in image["src"] and "seite=2" in image["src"]
    assert "markiert ist: „Ablehnung des Antrags auf Drucksache 5/214" in image["alt"]
    written = seen(app)
    assert TURNED in written and "die Empfehlung, sie abzulehnen" in written
    assert "Zum Antrag: **dagegen**" in written and "In dieser Abstimmung: dafür" in written
    app.button(key="zurueck-zu-zitaten").click().run()
    assert "/api/seite.png?" in pictures(app)[0]["src"]


def test_a_paper_is_added_and_removed_below_the_lauf(lauf_id: str, open_lauf: Open, tmp_path: Path) -> None:
    app = open_lauf(id=lauf_id, mehr="abstimmung")
    assert NONE_YET in seen(app)
    paper = advice_pdf(tmp_path)
    app.file_uploader(key="papier-datei-Beschlussempfehlung").upload(
        paper.name, paper.read_bytes(), "application/pdf"
    )
    app.button(key="papier-lesen").click().run()
    assert not app.exception and NONE_YET not in seen(app)
    assert label(app, "wahl-stimme-BRÜCKE").endswith("**dagegen**")
    (remove,) = [one for one in app.button if one.label == "Entfernen"]
    remove.click().run()
    assert NONE_YET in seen(app)

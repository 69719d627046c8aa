"""Votes of the Landtage, from their printed papers to what is stored of them."""

import json
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from core.cli.main import main
from core.features.decisions.decision import VotedOn
from core.features.decisions.landtag_recommendations import recommendation_votes
from core.features.decisions.stored_decisions import decisions_of
from core.features.decisions.vote_phrases import read_list
from core.programme.context import default_context
from core.runs.store import runstore
from tests.decisions.landtag_papers import PAPERS, Printed
from tests.decisions.passages import roster, sides_of
from tests.runs.beispiele import ANTRAG, finished_lauf


@pytest.mark.parametrize("printed", PAPERS, ids=lambda one: one.land)
def test_each_side_is_told_with_its_words_and_their_page(
    printed: Printed, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paper = printed.pdf(tmp_path)
    asked = ["decision", printed.number, "--bundesland", printed.land, printed.option, str(paper), "--json"]
    assert main(asked) == 0
    (told,) = json.loads(capsys.readouterr().out)
    assert told["is_certain"]
    assert {one["partei"]: one["side"] for one in told["sides"]} == printed.sides
    assert printed.quoted in " ".join(one["text"] for one in told["evidence"])
    assert {page for one in told["evidence"] for page in one["seiten"]} == {2}


def test_a_paper_of_a_landtag_belongs_to_the_lauf_on_its_drucksache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LAEUFE_DIR", str(tmp_path / "laeufe"))
    default_context.cache_clear()
    store = runstore(default_context())
    for printed in (PAPERS[0], PAPERS[-1]):
        antrag = replace(ANTRAG, drucksache=f"Drucksache {printed.number}", bundesland=printed.land)
        lauf_id = finished_lauf(store, antrag=antrag)
        assert main(["decision", "--lauf", lauf_id, printed.option, str(printed.pdf(tmp_path))]) == 0
        (kept,) = decisions_of(store, printed.land, printed.number)
        assert sides_of(kept.decision) == printed.sides and kept.source.datum
        assert any(marks.get(2) for marks in kept.marks)
        assert decisions_of(store, "BUND", printed.number) == []
    capsys.readouterr()
    store.close()
    default_context.cache_clear()


def test_a_committee_that_voted_on_the_paper_itself_still_gives_an_advice() -> None:
    """A roll call on that recommendation would be read the wrong way round without it."""
    text = "\n".join(PAPERS[3].lines)
    (decision,) = recommendation_votes(text, roster("NRW", date(2024, 6, 13)), "Papier")
    assert (decision.voted_on, decision.advice) == (VotedOn.ITSELF, VotedOn.REJECTION)


def test_one_party_alone_is_no_coalition() -> None:
    """In Brandenburg the coalition broke in January 2026; until March nobody was „die Koalition“."""
    assert roster("BB", date(2025, 3, 20)).partners == ("SPD", "BSW")
    broken = roster("BB", date(2026, 2, 25))
    assert broken.coalition == ("SPD",) and broken.partners == broken.opposition == ()
    assert roster("SL", date(2023, 11, 15)).opposition == ("CDU", "AfD")


def test_words_of_one_land_mean_nothing_in_another() -> None:
    """„Die Stimmen aus der Fraktion“ are all of it in Thüringen; elsewhere they may be some."""
    words = "die Stimmen aus den Fraktionen der CDU und der SPD"
    assert read_list(words, roster("TH", date(2025, 3, 6))).whole == ("CDU", "SPD")
    assert read_list(words, roster("SN", date(2025, 5, 15))).whole == ()

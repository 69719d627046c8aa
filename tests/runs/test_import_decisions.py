"""Decisions in a file of Läufe: proved anew by our own reading of their paper, or marked as unproved."""

import math
import shutil
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from core.context import Context
from core.decisions.kept_decision import FOLDER, KeptDecision, PaperKind
from core.decisions.party_votes import party_votes
from core.decisions.sides import Side
from core.errors import EingabeError
from core.runs.import_decisions import DecisionForm, proved_decisions
from core.runs.read_decisions import save_paper
from core.runs.store import Runstore, open_store
from core.settings import Settings
from tests.decisions.papers import NUMBER, advice_pdf, upload
from tests.runs.beispiele import finished_lauf


@pytest.fixture
def exported(tmp_path: Path) -> dict[str, Any]:
    """A file with one Lauf and what a committee recommended on its Antrag; its paper lies in `from`."""
    folder = tmp_path / "from"
    folder.mkdir()
    store = open_store(None, folder)
    lauf_id = finished_lauf(store)
    given = upload(advice_pdf(tmp_path), PaperKind.RECOMMENDATION)
    save_paper(Context(replace(Settings(), laeufe_dir=folder)), store, "DEMO", NUMBER, given)
    data = store.export_json([lauf_id])
    store.close()
    return deepcopy(data)


@pytest.fixture
def here(tmp_path: Path) -> Iterator[tuple[Context, Runstore]]:
    context = Context(replace(Settings(), laeufe_dir=tmp_path / "to"))
    store = open_store(None, tmp_path / "to")
    yield context, store
    store.close()


def read_in(here: tuple[Context, Runstore], data: dict[str, Any]) -> list[KeptDecision]:
    context, store = here
    store.import_json(data, context)
    return store.decisions_of("DEMO", NUMBER)


def sides_of(kept: KeptDecision) -> dict[str, Side]:
    return {one.partei: one.side for one in kept.decision.sides}


def test_without_the_paper_it_is_a_claim_that_gives_nobody_a_side(
    here: tuple[Context, Runstore], exported: dict[str, Any]
) -> None:
    (kept,) = read_in(here, exported)
    assert not kept.belegt and sides_of(kept)["BRÜCKE"] is Side.NO and kept.marks == ({},)
    assert party_votes(here[0].registry, [kept], ["BRÜCKE"]) == {}


def test_with_the_paper_our_own_reading_counts_whatever_the_file_says(
    here: tuple[Context, Runstore], exported: dict[str, Any], tmp_path: Path
) -> None:
    shutil.copytree(tmp_path / "from" / FOLDER, tmp_path / "to" / FOLDER)
    for side in exported["abstimmungen"][0]["fraktionen"]:
        side["side"] = "dafür"
    exported["abstimmungen"][0]["stellen"][0]["text"] = "Alle waren dafür."
    (kept,) = read_in(here, exported)
    assert kept.belegt and sides_of(kept)["BRÜCKE"] is Side.NO and kept.marks[0][2]
    assert kept.decision.evidence[0].text.startswith("Ablehnung des Antrags")


def test_a_vote_that_the_paper_does_not_tell_is_not_taken_over(
    here: tuple[Context, Runstore], exported: dict[str, Any], tmp_path: Path
) -> None:
    shutil.copytree(tmp_path / "from" / FOLDER, tmp_path / "to" / FOLDER)
    exported["abstimmungen"][0]["art"] = "Plenarprotokoll"
    assert read_in(here, exported) == []


def test_what_is_here_stays_and_a_paper_that_comes_later_proves_the_claim(
    here: tuple[Context, Runstore], exported: dict[str, Any], tmp_path: Path
) -> None:
    (claim,) = read_in(here, exported)
    given = upload(tmp_path / "mu-5-300.pdf", PaperKind.RECOMMENDATION)
    (proved,) = save_paper(*here, "DEMO", NUMBER, given)
    assert proved.id == claim.id and proved.belegt
    assert read_in(here, exported) == [proved]


def test_a_decision_on_another_drucksache_than_the_file_s_is_left_out(
    here: tuple[Context, Runstore], exported: dict[str, Any]
) -> None:
    exported["abstimmungen"][0]["drucksache"] = "5/999"
    assert read_in(here, exported) == []
    assert here[1].decisions_of("DEMO", "5/999") == []


@pytest.mark.parametrize(
    ("field", "value"),
    [("sha256", "../../etc"), ("suffix", ".exe"), ("art", "Gerücht"), ("abgestimmt", 7), ("fraktionen", {})],
)
def test_a_decision_of_another_form_refuses_the_whole_file(
    field: str, value: object, here: tuple[Context, Runstore], exported: dict[str, Any]
) -> None:
    exported["abstimmungen"][0][field] = value
    with pytest.raises(EingabeError, match="abstimmungen"):
        read_in(here, exported)
    assert here[1].count_laeufe() == 0


@pytest.mark.parametrize("day", ["1999-01-01", None])
def test_a_paper_proves_nothing_for_another_parliament_than_it_was_read_for_here(
    day: str | None, here: tuple[Context, Runstore], exported: dict[str, Any], tmp_path: Path
) -> None:
    """Numbers of Drucksachen are the same in many; who governed at a day decides who „the coalition“ was."""
    given = upload(tmp_path / "mu-5-300.pdf", PaperKind.RECOMMENDATION)
    save_paper(*here, "DEMO", NUMBER, given)
    exported["laeufe"][0]["akte"][0]["antrag"]["bundesland"] = "BY"
    exported["abstimmungen"][0] |= {"bundesland": "BY", "datum": day}
    read_in(here, exported)
    (kept,) = here[1].decisions_of("BY", NUMBER)
    assert not kept.belegt


def test_of_a_paper_that_is_here_its_day_and_address_are_ours(
    here: tuple[Context, Runstore], exported: dict[str, Any], tmp_path: Path
) -> None:
    given = upload(tmp_path / "mu-5-300.pdf", PaperKind.RECOMMENDATION)
    (known,) = save_paper(*here, "DEMO", NUMBER, given)
    form = DecisionForm.model_validate(
        exported["abstimmungen"][0] | {"datum": "1999-01-01", "url": "https://other.example/x"}
    )
    (proved,) = proved_decisions(*here, [form], math.inf)
    assert proved.belegt and proved.source == known.source

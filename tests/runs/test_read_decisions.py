"""From a paper to what is stored of it: sides, sentence, page; once, and gone with its Läufe."""

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from core.antrag.vote_papers import PaperKind
from core.base.errors import EingabeError
from core.base.settings import Settings
from core.features.decisions.decision import KeptDecision, Side, VotedOn, drop_paper, find_paper
from core.features.decisions.decision_pages import decision_glance, decision_page
from core.features.decisions.stored_decisions import (
    VoteUpload,
    decisions_of,
    find_decision,
    forget_paper,
    numbered,
    save_decisions,
    save_paper,
)
from core.programme.context import Context
from core.proof.marked_page import Marking
from core.runs.store import Runstore
from tests.decisions.papers import NUMBER, advice_pdf, protokoll_pdf, upload
from tests.decisions.sheets import ADVICE, MOTION, ROWS, as_csv
from tests.runs.beispiele import finished_lauf

FROM_ADVICE = {
    "BRÜCKE": Side.NO, "LEUCHTTURM": Side.NO, "LINDENBUND": Side.YES, "MÜHLRAD": Side.ABSTAINED,
}  # fmt: skip


@pytest.fixture
def context(tmp_path: Path) -> Context:
    return Context(replace(Settings(), laeufe_dir=tmp_path))


def told(kept: KeptDecision) -> dict[str, Side]:
    return {one.partei: one.side for one in kept.decision.sides}


def test_a_recommendation_is_stored_with_the_side_on_the_motion_and_the_page_of_its_sentence(
    context: Context, store: Runstore, tmp_path: Path
) -> None:
    given = upload(advice_pdf(tmp_path), PaperKind.RECOMMENDATION)
    saved = save_paper(context, store, "DEMO", NUMBER, given)
    (kept,) = decisions_of(store, "DEMO", "Drucksache 5/214")
    assert [kept] == saved and find_decision(store, kept.id) == kept
    assert kept.decision.voted_on is VotedOn.REJECTION and kept.source.datum == date(2025, 4, 10)
    assert told(kept) == FROM_ADVICE
    (evidence,), (marks,) = kept.decision.evidence, kept.marks
    assert evidence.seiten == (2,) and set(marks) == {2} and len(marks[2]) == 3


def test_the_page_shows_exactly_the_lines_of_the_sentence(
    context: Context, store: Runstore, tmp_path: Path
) -> None:
    given = upload(advice_pdf(tmp_path), PaperKind.RECOMMENDATION)
    (kept,) = save_paper(context, store, "DEMO", NUMBER, given)
    view = decision_page(context, kept, 0, 2)
    assert view is not None and len(view.marken[Marking.ZITAT]) == 3
    assert all(70 < box[1] < 200 for box in view.marken[Marking.ZITAT])
    first = decision_page(context, kept, 0, 1)
    assert first is not None and not first.marked
    assert decision_page(context, kept, 1, 2) is None and decision_page(context, kept, 0, 3) is None
    glance = decision_glance(context, kept, 0, None)
    assert (glance.seite, glance.seitenzahl, glance.hinweis) == (2, 2, "")


def test_reading_a_paper_twice_stores_it_once(context: Context, store: Runstore, tmp_path: Path) -> None:
    given = upload(protokoll_pdf(tmp_path), PaperKind.PROTOKOLL)
    first, second = (save_paper(context, store, "DEMO", NUMBER, given) for _ in range(2))
    assert first == second == decisions_of(store, "DEMO", NUMBER)


def test_a_paper_that_is_forgotten_is_gone_with_its_file(
    context: Context, store: Runstore, tmp_path: Path
) -> None:
    given = upload(advice_pdf(tmp_path), PaperKind.RECOMMENDATION)
    (kept,) = save_paper(context, store, "DEMO", NUMBER, given)
    assert find_paper(tmp_path, kept.source)
    forget_paper(context, store, kept)
    assert decisions_of(store, "DEMO", NUMBER) == [] and find_paper(tmp_path, kept.source) is None


def test_decisions_go_with_the_last_lauf_on_their_drucksache(
    context: Context, store: Runstore, tmp_path: Path
) -> None:
    laeufe = [finished_lauf(store), finished_lauf(store, schluessel="schluessel-2")]
    save_paper(context, store, "DEMO", NUMBER, upload(advice_pdf(tmp_path), PaperKind.RECOMMENDATION))
    store.delete(laeufe[:1])
    assert store.purge(laeufe, tmp_path) == 1 and decisions_of(store, "DEMO", NUMBER)
    (kept,) = decisions_of(store, "DEMO", NUMBER)
    store.delete(laeufe[1:])
    assert store.purge(laeufe, tmp_path) == 1 and decisions_of(store, "DEMO", NUMBER) == []
    assert find_paper(tmp_path, kept.source) is None


def test_a_paper_that_tells_of_another_drucksache_stays_when_one_is_forgotten(
    context: Context, store: Runstore, tmp_path: Path
) -> None:
    lauf = finished_lauf(store)
    (one,) = save_paper(
        context, store, "DEMO", NUMBER, upload(advice_pdf(tmp_path), PaperKind.RECOMMENDATION)
    )
    (two,) = save_paper(context, store, "DEMO", NUMBER, upload(protokoll_pdf(tmp_path), PaperKind.PROTOKOLL))
    (other,) = numbered("DEMO", one.source, [replace(one.decision, drucksache="5/999")])
    save_decisions(store, [other])
    found = store.forget(lauf, tmp_path)
    assert found.papiere == (f"{two.source.sha256}.pdf",)
    assert find_paper(tmp_path, one.source) and find_paper(tmp_path, two.source) is None
    assert decisions_of(store, "DEMO", NUMBER) == [] and decisions_of(store, "DEMO", "5/999") == [other]


def test_only_papers_are_dropped(tmp_path: Path) -> None:
    (tmp_path / "laeufe.sqlite3").write_bytes(b"x")
    for name in ("../laeufe.sqlite3", "laeufe.sqlite3", "a" * 64 + "/../../laeufe.sqlite3"):
        drop_paper(tmp_path, name)
    assert (tmp_path / "laeufe.sqlite3").exists()


def test_a_roll_call_on_a_recommendation_is_turned_by_the_stored_paper_or_not_told(
    context: Context, store: Runstore, tmp_path: Path
) -> None:
    sheet = as_csv(tmp_path / "liste.csv", ROWS)
    given = VoteUpload(PaperKind.ROLL_CALL, "liste.csv", sheet.read_bytes(), ADVICE)
    (kept,) = save_paper(context, store, "BUND", "18/1", given)
    assert set(told(kept).values()) == {Side.UNKNOWN} and "deren Text" in kept.decision.reason
    (kept,) = save_paper(context, store, "BUND", "18/1", replace(given, kopf=MOTION))
    assert told(kept)["CDU"] is Side.YES and decisions_of(store, "BUND", "18/1") == [kept]


@pytest.mark.parametrize(
    ("name", "data", "says"),
    [
        ("seite.pdf", b"<html>Zugriff verweigert</html>", "keine Abstimmung|lesbar|Plenarprotokoll"),
        ("bild.png", b"\x89PNG", "Endung"),
        ("text.txt", b"Hier stimmt niemand ab.", "keine Abstimmung"),
        ("boese.xml", b'<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', "XML-Definitionen"),
    ],
)
def test_what_is_no_paper_is_refused_and_not_kept(
    name: str, data: bytes, says: str, context: Context, store: Runstore, tmp_path: Path
) -> None:
    with pytest.raises(EingabeError, match=says):
        save_paper(context, store, "DEMO", NUMBER, VoteUpload(PaperKind.PROTOKOLL, name, data))
    assert decisions_of(store, "DEMO", NUMBER) == [] and not list(tmp_path.glob("abstimmungen/*"))


def test_a_sheet_without_the_head_of_its_result_is_refused(context: Context, store: Runstore) -> None:
    with pytest.raises(EingabeError, match="Kopf des amtlichen Ergebnisses"):
        save_paper(context, store, "BUND", "18/1", VoteUpload(PaperKind.ROLL_CALL, "liste.csv", b"x"))

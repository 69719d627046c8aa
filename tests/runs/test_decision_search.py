"""For which listed Anträge a decision is looked for, in which order, and when that ends."""

from dataclasses import replace
from datetime import date

import pytest
from sqlalchemy import select

from core.antrag.vote_papers import PaperKind
from core.features.decisions.decision import Decision, KeptDecision, VotedOn, VoteSource
from core.features.decisions.stored_decisions import (
    decisions_of,
    numbered,
    save_decisions,
)
from core.runs.antraege import ListedAntrag, SourceState
from core.runs.store import Runstore
from core.runs.tables import abstimmung
from tests.runs.beispiele import ANTRAG, NOWHERE, finished_lauf

ONE = ListedAntrag(
    quelle="DIP", kennung="BT 5/214", nummer="5/214", titel="Trinkbrunnen", typ="Antrag",
    parlament="Landtag", bundesland="DEMO", datum=date(2025, 3, 4),
)  # fmt: skip


def numbered_listing(store: Runstore, *numbers: str) -> None:
    rows = [replace(ONE, kennung=f"BT {number}", nummer=number) for number in numbers]
    store.save_listing(SourceState("DIP"), rows)


def numbers_of(store: Runstore, limit: int = 10) -> list[str]:
    return [one.antrag.nummer for one in store.undecided("DIP", limit)]


def decided(art: PaperKind, number: str = "5/214") -> list[KeptDecision]:
    decision = Decision(number, VotedOn.ITSELF, True, (), (), "Satz")
    return numbered("DEMO", VoteSource(art, "a.pdf", "a" * 64, ".pdf"), [decision])


def test_a_vote_that_cannot_be_read_is_told_and_hides_no_other(
    store: Runstore, caplog: pytest.LogCaptureFixture
) -> None:
    (bad,), (good,) = decided(PaperKind.PROTOKOLL), decided(PaperKind.RECOMMENDATION)
    save_decisions(store, [bad, good])
    with store.writing() as connection:
        found = connection.execute(select(abstimmung.c.inhalt).where(abstimmung.c.id == bad.id)).scalar_one()
        damaged = {**found, "decision": {**found["decision"], "voted_on": "boese"}}
        connection.execute(abstimmung.update().where(abstimmung.c.id == bad.id).values(inhalt=damaged))
    assert decisions_of(store, "DEMO", "5/214") == [good]
    assert f"Der gespeicherte Beschluss {bad.id} ist nicht lesbar" in caplog.text


def test_only_what_is_used_here_is_looked_for_until_the_plenary_has_voted(store: Runstore) -> None:
    numbered_listing(store, "5/214", "5/215")
    assert numbers_of(store) == []
    finished_lauf(store)
    assert numbers_of(store) == ["5/214"]
    save_decisions(store, decided(PaperKind.RECOMMENDATION))
    assert numbers_of(store) == ["5/214"]
    save_decisions(store, decided(PaperKind.PROTOKOLL))
    assert numbers_of(store) == []


def test_the_longest_unasked_comes_first(store: Runstore) -> None:
    numbers = ("5/214", "5/215", "5/216")
    numbered_listing(store, *numbers)
    for number in numbers:
        antrag = replace(ANTRAG, drucksache=number, text=f"{ANTRAG.text} {number}")
        finished_lauf(store, antrag=antrag, schluessel=number)
    for number in ("5/216", "5/214"):
        store.note_search(("DEMO", number))
    assert numbers_of(store) == ["5/215", "5/216", "5/214"] and numbers_of(store, 1) == ["5/215"]


def test_what_was_looked_at_is_forgotten_with_the_last_lauf(store: Runstore) -> None:
    numbered_listing(store, "5/214")
    lauf = finished_lauf(store)
    store.note_search(("DEMO", "5/214"), "https://example.org/a.pdf", "nichts")
    assert store.papers_seen(("DEMO", "5/214")) == {"https://example.org/a.pdf"}
    store.delete([lauf])
    store.purge([lauf], NOWHERE)
    assert store.papers_seen(("DEMO", "5/214")) == set()

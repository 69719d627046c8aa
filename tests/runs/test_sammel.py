"""What is kept of batches of providers, in either store."""

from dataclasses import replace

import pytest
from sqlalchemy import select

from core.base.errors import LimitReached
from core.llm.anfrage import Versuch
from core.runs.buchungen import VORGEMERKT, BookedFor, Unsettled, Zweck, book_ahead, unused
from core.runs.sammel import Posting, Sammelbuch, forget_answers, take_over
from core.runs.store import Runstore
from core.runs.tables import buchung
from tests.runs.beispiele import neuer_lauf
from tests.runs.conftest import postgres, store, url

__all__ = ["postgres", "store", "url"]

BEGUN = Versuch("openai/gpt-4.1-mini", "json_schema", 1, 0.0, kosten=None)
CAME = replace(BEGUN, tokens_ein=10, tokens_aus=5, kosten=0.2, text="ja")


def posting(frage: str, most: float | None = 1.0) -> Posting:
    return Posting(BookedFor(zweck=Zweck.LAUF, partei="A", frage=frage), BEGUN, most, "hash")


def reasons(store: Runstore) -> list[str]:
    with store.reading() as connection:
        return list(connection.scalars(select(buchung.c.grund).order_by(buchung.c.id)))


def test_a_batch_is_booked_ahead_answered_and_taken_over_by_the_first_lauf_that_asks(store: Runstore) -> None:
    book = Sammelbuch(store)
    id = book.begin(BEGUN.modell, [posting("a"), posting("b"), posting("c")], None)
    (one,) = book.list_open()
    assert (one.total, one.gesendet, one.anbieter_id) == (3, None, None) and book.costs_of(id) == 3.0
    assert store.unsettled() == Unsettled(0, 0.0), "it is under way"
    book.note_sending(id)
    book.note_posted(id, "batch_1")
    (one,) = book.list_open()
    assert one.gesendet and book.posted_ids() == {"batch_1"} == {one.anbieter_id}
    waiting = book.unanswered_in(id)
    assert set(waiting) == book.fragen_in(id) == {"a", "b", "c"}
    book.book_answer(waiting["b"], CAME)
    assert set(book.unanswered_in(id)) == {"a", "c"} and book.costs_of(id) == pytest.approx(2.2)
    mine = BookedFor(zweck=Zweck.LAUF, lauf_id=store.start(neuer_lauf()), partei="A", frage="b")
    other = replace(mine, lauf_id=store.start(neuer_lauf()))
    assert take_over(store, replace(mine, frage="a")) == [], "what is open is nobody's"
    assert take_over(store, mine) == [CAME] and take_over(store, other) == []
    assert unused(store, "b") == [CAME]
    book.end(id, "abgelaufen")
    assert book.list_open() == [] and sorted(reasons(store)) == ["", "abgelaufen", "abgelaufen"]
    assert book.costs_of(id) == pytest.approx(0.2) == store.spent()


def test_one_that_was_not_posted_leaves_nothing_and_one_that_is_lost_what_it_may_have_cost(
    store: Runstore,
) -> None:
    book = Sammelbuch(store)
    book.dissolve(book.begin(BEGUN.modell, [posting("a")], None))
    assert reasons(store) == [] and book.list_open() == []
    id = book.begin(BEGUN.modell, [posting("a")], None)
    book.end(id, "Ausgang unbekannt", None)
    assert book.costs_of(id) == 1.0 and store.spent() == 0.0


def test_the_limit_of_the_day_counts_a_whole_batch_and_what_was_booked_before(store: Runstore) -> None:
    book = Sammelbuch(store)
    id = book.begin(BEGUN.modell, [posting("a"), posting("b")], 2.0)
    (one,) = book.list_open()
    with pytest.raises(LimitReached):
        book.begin(BEGUN.modell, [posting("c")], 2.5)
    with pytest.raises(LimitReached):
        book_ahead(store, BookedFor(zweck=Zweck.LAUF), BEGUN, 1.0, one.created, 2.5)
    with pytest.raises(LimitReached):
        book.begin(BEGUN.modell, [posting("c", None)], 9.0)
    assert [one.id for one in book.list_open()] == [id] and reasons(store) == [VORGEMERKT] * 2


def test_what_is_forgotten_before_its_answer_comes_keeps_its_bill_alone(store: Runstore) -> None:
    book = Sammelbuch(store)
    id = book.begin(BEGUN.modell, [posting("a"), posting("b")], None)
    book.book_answer(book.unanswered_in(id)["a"], CAME)
    with store.writing() as connection:
        forget_answers(connection, ["hash"])
    (left,) = book.unanswered_in(id).values()
    book.book_answer(left, CAME)
    with store.reading() as connection:
        rows = connection.execute(select(buchung.c.text, buchung.c.frage, buchung.c.kosten)).all()
    assert [tuple(row) for row in rows] == [("", None, 0.2)] * 2

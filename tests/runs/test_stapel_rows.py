"""What a provider's batch answered, in the books of both databases: once, then with the Lauf that uses it."""

import threading
from dataclasses import replace

import pytest
from sqlalchemy import select

from core.llm.versuch import Versuch
from core.runs.buchungen import answered_fragen, frage_of, unused
from core.runs.stapel_rows import (
    Stapelfrage,
    begin_stapel,
    book_stapel,
    drop_unsent,
    forget_asked,
    fragen_of,
    note_sent,
    open_stapel,
    waiting_fragen,
)
from core.runs.store import Runstore
from core.runs.tables import buchung
from tests.runs.beispiele import neuer_lauf, teil
from tests.runs.conftest import postgres, store, url

__all__ = ["postgres", "store", "url"]

FRAGE = frage_of("schluessel-1", "LINDENBUND")
CAME = Versuch("openai/a", "text", 1, 0.0, kosten=0.5, tokens_ein=7, status=200, text=teil().antwort)
FAILED = replace(CAME, grund="Im Stapel nicht beantwortet: voll", kosten=0.0, tokens_ein=0, text="")


def sent(store: Runstore, *fragen: str) -> str:
    asked = [Stapelfrage(one, "LINDENBUND", "streng v1", "text", "h" * 64) for one in fragen]
    begun = begin_stapel(store, "openai/a", "", 1.0, asked)
    note_sent(store, begun.id, "batch-1")
    return begun.id


def lauf_ids(store: Runstore) -> list[str | None]:
    with store.reading() as connection:
        return list(connection.scalars(select(buchung.c.lauf_id).order_by(buchung.c.id)))


def test_many_who_fetch_it_at_once_book_it_once(store: Runstore) -> None:
    id = sent(store, FRAGE)
    assert waiting_fragen(store) == {FRAGE: id} and [one.id for one in open_stapel(store)] == [id]
    fragen, booked = fragen_of(store, id), []
    threads = [
        threading.Thread(target=lambda: booked.append(book_stapel(store, id, fragen, {FRAGE: CAME})))
        for _ in range(6)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert sorted(booked) == [False] * 5 + [True] and store.spent() == 0.5
    assert open_stapel(store) == [] and waiting_fragen(store) == {} and answered_fragen(store) == {FRAGE}


@pytest.mark.parametrize("came", [CAME, FAILED])
def test_the_lauf_that_uses_an_answer_has_its_cost_however_often_it_is_stored(
    store: Runstore, came: Versuch
) -> None:
    id = sent(store, FRAGE)
    book_stapel(store, id, fragen_of(store, id), {FRAGE: came})
    lauf_id = store.start(neuer_lauf())
    own = teil(kosten=0.25)
    for _ in range(2):
        store.save_teil(lauf_id, own, [], [])
        whole = store.load(lauf_id).teile[0]
        assert whole.kosten == came.kosten + 0.25 and len(whole.versuche) == 2  # type: ignore[operator]
    assert store.lauf_sums([lauf_id])[lauf_id].kosten == came.kosten + 0.25  # type: ignore[operator]
    assert unused(store, FRAGE) == [] and lauf_ids(store) == [lauf_id] * 2
    assert all(one.text == "" for one in whole.versuche if not one.grund and one.kosten == 0.5)


def test_another_partys_answer_stays_unused(store: Runstore) -> None:
    other = frage_of("schluessel-1", "MÜHLRAD")
    id = sent(store, FRAGE, other)
    book_stapel(store, id, fragen_of(store, id), {FRAGE: CAME, other: CAME})
    store.save_teil(store.start(neuer_lauf()), teil(), [], [])
    assert answered_fragen(store) == {other}


def test_what_was_never_sent_is_dropped_and_what_was_is_not(store: Runstore) -> None:
    id = sent(store, FRAGE)
    asked = [Stapelfrage("f" * 64, "", "streng v1", "text", "h" * 64)]
    unsent = begin_stapel(store, "openai/a", "", None, asked)
    for one in (id, unsent.id):
        drop_unsent(store, one)
    assert [one.id for one in open_stapel(store)] == [id] and waiting_fragen(store) == {FRAGE: id}


def test_an_answer_on_an_antrag_that_was_forgotten_meanwhile_is_billed_without_its_words(
    store: Runstore,
) -> None:
    id = sent(store, FRAGE)
    fragen = fragen_of(store, id)
    with store.writing() as connection:
        forget_asked(connection, ["h" * 64])
    book_stapel(store, id, fragen, {FRAGE: CAME, "unknown to us": CAME})
    with store.reading() as connection:
        rows = connection.execute(select(buchung.c.text, buchung.c.partei, buchung.c.frage)).all()
    assert {tuple(row) for row in rows} == {("", "", None)} and store.spent() == 1.0


def test_what_a_model_usually_costs_is_told_by_single_requests(store: Runstore) -> None:
    for number, came in enumerate((None, CAME)):
        key = f"schluessel-{number}"
        if came:
            id = sent(store, frage_of(key, "LINDENBUND"))
            book_stapel(store, id, fragen_of(store, id), {frage_of(key, "LINDENBUND"): came})
        lauf_id = store.start(neuer_lauf(schluessel=key))
        store.save_teil(lauf_id, teil(kosten=2.0), [], [])
        store.finish(lauf_id)
    assert store.usual_cost(["offline/extraktiv"]) == {"offline/extraktiv": 2.0}

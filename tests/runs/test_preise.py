"""What Läufe of a model cost so far, and what the books know of one question, one Lauf, one purpose."""

import pytest

from core.runs import buchungen
from core.runs.buchungen import BookedFor, Sums, Zweck, book, frage_of, unused
from core.runs.lauf import Status
from core.runs.store import Runstore
from core.runs.tables import buchung
from tests.runs.beispiele import finished_lauf, neuer_lauf, teil, versuch


def lauf(store: Runstore, modell: str, *kosten: float | None, **changes: object) -> str:
    """A finished Lauf with a Teil of each price."""
    lauf_id = store.start(neuer_lauf(modell_gefragt=modell, **changes))
    for number, usd in enumerate(kosten):
        store.save_teil(lauf_id, teil(f"P{number}", kosten=usd), [], [])
    store.finish(lauf_id)
    return lauf_id


def test_mean_of_the_latest_laeufe_of_each_model(store: Runstore, monkeypatch: pytest.MonkeyPatch) -> None:
    lauf(store, "openai/a", 5.0)
    lauf(store, "openai/a", 0.01, 0.02)
    lauf(store, "openai/a", 0.05)
    lauf(store, "openai/b", 0.3)
    monkeypatch.setattr(buchungen, "LAST_LAEUFE", 2)
    found = store.usual_cost(["openai/a", "openai/b", "openai/nie"])
    assert found == pytest.approx({"openai/a": 0.04, "openai/b": 0.3})


def test_what_is_unknown_unfinished_copied_invented_or_deleted_tells_no_price(store: Runstore) -> None:
    lauf(store, "openai/a", 0.01, None)
    whole = lauf(store, "openai/b", 0.01)
    lauf(store, "openai/c", 0.01, is_demo=True)
    lauf(store, "openai/d", 0.01, aus_cache=whole)
    store.delete([whole])
    unfinished = store.start(neuer_lauf(modell_gefragt="openai/e"))
    store.save_teil(unfinished, teil(kosten=0.01), [], [])
    other = store.start(neuer_lauf(modell_gefragt="openai/f"))
    store.save_teil(other, teil(kosten=0.01, ersatzmodell=True), [], [])
    store.finish(other)
    assert store.usual_cost([f"openai/{name}" for name in "abcdef"]) == {}
    assert finished_lauf(store, modell_gefragt="openai/a") and store.usual_cost(["openai/a"])


# --- what was paid for --------------------------------------------------------------------------------------

TIMED_OUT = {"grund": "Zeit", "tokens_ein": 0, "tokens_aus": 0}


def test_what_was_answered_and_not_used_is_found_until_it_is_settled(store: Runstore) -> None:
    for frage, grund in (("a", ""), ("a", ""), ("b", "Zeit"), ("c", ""), ("", "")):
        book(
            store,
            BookedFor(zweck=Zweck.FRAGE, frage=frage),
            versuch(text=f"Antwort auf {frage}", grund=grund),
        )
    book(store, BookedFor(zweck=Zweck.FRAGE, frage="a"), versuch(text="Danach"))
    assert store.paid_for(["a", "b", "d", ""]) == {"a"}
    assert [one.text for one in unused(store, "a")] == ["Antwort auf a"] * 2 + ["Danach"]
    assert [one.grund for one in unused(store, "b")] == ["Zeit"] and unused(store, "d") == []
    store.settle(["a", "b", ""])
    assert store.paid_for(["a", "b", "c"]) == {"c"} and unused(store, "a") == []


@pytest.mark.parametrize(
    ("costs", "kosten"),
    [
        ([(0.1, {}), (0.2, {})], 0.3),
        ([(0.1, {}), (None, {})], None),  # somebody answered, and no price is known
        ([(0.1, {}), (None, TIMED_OUT)], 0.1),
        ([], None),
    ],
)
def test_sums_of_a_lauf_are_of_its_own_requests(
    store: Runstore, costs: list[tuple[float | None, dict[str, object]]], kosten: float | None
) -> None:
    lauf_id, other = (store.start(neuer_lauf()) for _ in range(2))
    for usd, more in costs:
        for zweck, where in ((Zweck.LAUF, lauf_id), (Zweck.TRAEGT, lauf_id), (Zweck.LAUF, other)):
            book(store, BookedFor(zweck=zweck, lauf_id=where, partei="P"), versuch(usd, **more))
    found = store.compared([lauf_id]).sums
    answered = sum(not more for _, more in costs)
    told = Sums(900 * answered, 120 * answered, pytest.approx(kosten)) if costs else Sums()
    assert found == {lauf_id: told}
    assert store.spent_on(Zweck.TRAEGT, lauf_id) == (pytest.approx(kosten) if costs else 0.0)
    assert store.spent_on(Zweck.RUBRIK, lauf_id) == 0.0
    assert store.spent() == pytest.approx(3 * sum(usd or 0 for usd, _ in costs))


def test_what_is_spent_is_without_examples_and_with_what_belongs_to_no_lauf(store: Runstore) -> None:
    assert store.spent() == 0.0
    for usd, changes in ((1.0, {}), (2.0, {"is_demo": True}), (4.0, {})):
        one = lauf(store, "openai/a", usd, **changes)
    book(store, BookedFor(zweck=Zweck.FRAGE), versuch(8.0))
    assert store.spent() == pytest.approx(13.0)
    store.delete([one])
    assert store.spent() == pytest.approx(13.0), "it was paid"


@pytest.mark.parametrize(
    ("changes", "is_kept"),
    [
        ({}, False),
        ({"antwort": ""}, False),
        ({"status": Status.FEHLGESCHLAGEN}, False),
        ({"status": Status.FEHLGESCHLAGEN, "antwort": ""}, True),
    ],
)
def test_a_teil_uses_up_what_its_question_was_answered_unless_it_was_stopped(
    store: Runstore, changes: dict[str, object], is_kept: bool
) -> None:
    """Its requests are booked when they are made, and again with it: once each, at their first moment."""
    lauf_id = store.start(neuer_lauf())
    frage, said = frage_of("schluessel-1", "LINDENBUND"), teil().antwort
    for partei in ("LINDENBUND", "MUEHLRAD"):
        asked = BookedFor(
            zweck=Zweck.LAUF, lauf_id=lauf_id, partei=partei, frage=frage_of("schluessel-1", partei)
        )
        book(store, asked, versuch(text="Nein."))
    with store.reading() as connection:
        (moment, *_) = connection.scalars(buchung.select().with_only_columns(buchung.c.created)).all()
    tried = (versuch(text="Nein."), versuch(nummer=2, text=said))
    store.save_teil(lauf_id, teil(versuche=tried, **changes))
    mine = buchung.select().where(buchung.c.partei == "LINDENBUND").order_by(buchung.c.id)
    with store.reading() as connection:
        first, second = connection.execute(mine).mappings()
    assert first["created"] == moment < second["created"]
    assert {first["frage"], second["frage"]} == {frage if is_kept else None}
    assert [first["text"], second["text"]] == ["Nein.", said if "antwort" in changes else ""]
    assert first["prompt"] == "standard v3"
    other = frage_of("schluessel-1", "MUEHLRAD")
    assert store.paid_for([other]) == {other}

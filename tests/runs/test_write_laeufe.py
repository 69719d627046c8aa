"""What writing of a Lauf leaves alone, and until when its process counts as alive: from both sides."""

from contextlib import nullcontext
from datetime import datetime, timedelta

import pytest
from sqlalchemy import select

from core.assessment.pipeline import HEARTBEAT
from core.base import clock
from core.base.errors import EingabeError
from core.runs.lauf import AntwortKind, Status, StoredAntwort, Urteil
from core.runs.load_laeufe import Filter
from core.runs.store import Runstore
from core.runs.tables import zaehlung
from core.runs.write_laeufe import (
    ORPHANED,
    ORPHANED_LAUF,
    Usage,
)
from tests.clocks import NOON
from tests.runs.beispiele import angebot, finished_lauf, gebunden, neuer_lauf, score, teil, versuch

ON_SQLITE = pytest.mark.parametrize("url", ["sqlite"], indirect=True)
SECOND = timedelta(seconds=1)


def at(monkeypatch: pytest.MonkeyPatch, moment: datetime) -> None:
    monkeypatch.setattr(clock, "now", lambda: moment)


@pytest.mark.parametrize(
    ("later", "is_orphan"),
    [
        (3 * timedelta(seconds=HEARTBEAT), False), (ORPHANED - SECOND, False), (ORPHANED, True),
        (-ORPHANED, False), (-ORPHANED - SECOND, True),
    ],
)  # fmt: skip
def test_a_lauf_is_left_behind_after_ninety_seconds_of_silence(
    store: Runstore, monkeypatch: pytest.MonkeyPatch, later: timedelta, is_orphan: bool
) -> None:
    """Also where the clock was set back by more than that."""
    at(monkeypatch, NOON)
    lauf_id = store.start(neuer_lauf())
    at(monkeypatch, NOON + later)
    store.end_orphans()
    found = store.load(lauf_id)
    assert (found.fehler == ORPHANED_LAUF) is is_orphan
    assert found.status is (Status.ABGEBROCHEN if is_orphan else Status.LAEUFT)
    assert (found.finished is not None) is is_orphan


@ON_SQLITE
@pytest.mark.parametrize(
    ("is_offered", "is_held", "is_orphan"), [(True, False, True), (True, True, False), (False, False, False)]
)
def test_a_lauf_that_was_begun_and_is_nobodys_any_more_is_ended_at_once(
    store: Runstore, is_offered: bool, is_held: bool, is_orphan: bool
) -> None:
    """Before it was offered anything, nobody has to hold it yet."""
    lauf_id, other = store.start(neuer_lauf()), finished_lauf(store)
    if is_offered:
        assert store.save_fundstellen(lauf_id, [angebot()])
    with store.claimed(lauf_id) if is_held else nullcontext():
        store.end_orphans()
    assert (store.load(lauf_id).fehler == ORPHANED_LAUF) is is_orphan
    assert store.load(other).status is Status.FERTIG


def test_a_lauf_that_nobody_knows_gives_no_sign_of_life(store: Runstore) -> None:
    with pytest.raises(EingabeError):
        store.beat("nix")
    with pytest.raises(EingabeError):
        store.finish("nix")


@pytest.mark.parametrize("status", [Status.FERTIG, Status.FEHLGESCHLAGEN, Status.ABGEBROCHEN])
def test_a_lauf_is_ended_once_and_tells_no_key(
    store: Runstore, monkeypatch: pytest.MonkeyPatch, status: Status
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-geheim-12345678")
    lauf_id, other = store.start(neuer_lauf()), store.start(neuer_lauf())
    why = "Mit sk-geheim-12345678 ging es nicht."
    match status:
        case Status.FERTIG:
            store.finish(lauf_id)
        case Status.FEHLGESCHLAGEN:
            store.fail(lauf_id, why)
        case Status.ABGEBROCHEN:
            store.cancel(lauf_id, why)
    first = store.load(lauf_id)
    store.fail(lauf_id, "Zu spät.")
    assert not store.beat(lauf_id)
    assert store.load(lauf_id) == first and first.status is status and first.finished
    assert "ging es nicht" in first.fehler or status is Status.FERTIG
    assert "geheim" not in first.fehler
    assert store.load(other).status is Status.LAEUFT


def test_passages_offered_anew_replace_those_of_their_party_alone(store: Runstore) -> None:
    lauf_id, other = store.start(neuer_lauf()), store.start(neuer_lauf())
    for one in (lauf_id, other):
        assert store.save_fundstellen(one, [angebot(), angebot(q=2), angebot("MUEHLRAD")])
    assert store.save_fundstellen(lauf_id, [angebot(text="Neu.")])
    assert store.load(lauf_id).angebote == (angebot(text="Neu."), angebot("MUEHLRAD"))
    assert len(store.load(other).angebote) == 3
    store.cancel(lauf_id)
    assert not store.save_fundstellen(lauf_id, [angebot(text="Noch neuer.")])
    assert store.load(lauf_id).angebote[0].text == "Noch neuer."


def test_a_party_answered_anew_loses_what_was_said_of_its_answer_alone(store: Runstore) -> None:
    lauf_id, other = finished_lauf(store), finished_lauf(store)
    for one in (lauf_id, other):
        for partei in ("LINDENBUND", "MUEHLRAD"):
            store.save_note(Urteil(one, partei, "wahlprogramm", True, "Eva", "Gut."))
        store.save_note(StoredAntwort(AntwortKind.NACHFRAGE, "Warum?", "m", {}, one))
    assert not store.save_teil(lauf_id, teil(), [score(value=3)], [gebunden()])
    assert [one.partei for one in store.load(lauf_id).urteile] == ["MUEHLRAD"]
    assert len(store.load(other).urteile) == 2
    assert len(store.notes_of(StoredAntwort, [lauf_id])) == 1
    assert len(store.load(lauf_id).teile) == len(store.load(other).teile) == 2


@pytest.mark.parametrize("of_score", [True, False])
def test_of_another_party_nothing_is_stored_with_a_teil(store: Runstore, of_score: bool) -> None:
    scores, zitate = ([score("MUEHLRAD")], [gebunden()]) if of_score else ([score()], [gebunden("MUEHLRAD")])
    lauf_id = store.start(neuer_lauf())
    with pytest.raises(ValueError, match="MUEHLRAD"):
        store.save_teil(lauf_id, teil(), scores, zitate)
    assert store.load(lauf_id).teile == ()


@pytest.mark.parametrize(
    ("substitutes", "told"), [((False, False), "m0"), ((False, True), "m1"), ((True, False), "m0")]
)
def test_the_first_model_answered_a_lauf_unless_a_substitute_did(
    store: Runstore, substitutes: tuple[bool, bool], told: str
) -> None:
    lauf_id = store.start(neuer_lauf())
    for number, is_substitute in enumerate(substitutes):
        store.save_teil(lauf_id, teil(f"P{number}", modell=f"m{number}", ersatzmodell=is_substitute))
    store.save_teil(lauf_id, teil("P9", modell=None))
    found = store.load(lauf_id)
    assert (found.modell_geantwortet, found.ersatzmodell) == (told, any(substitutes))


def test_what_the_prompt_was_shown_is_counted(store: Runstore) -> None:
    lauf_id = store.start(neuer_lauf())
    shown = [
        angebot(text="Zwölf Zeichen"),
        angebot(q=2, text="Acht Zei"),
        angebot(q=None, text="Kein Platz."),
    ]
    store.save_fundstellen(lauf_id, [*shown, angebot("MUEHLRAD", text="Von anderen.")])
    store.save_teil(lauf_id, teil(), [], [gebunden(), gebunden(fremdePartei=True)])
    store.save_teil(lauf_id, teil("BRUECKE"))
    query = select(zaehlung).where(zaehlung.c.lauf_id == lauf_id).order_by(zaehlung.c.partei)
    with store.reading() as connection:
        none, counted = connection.execute(query).mappings()
    assert (counted["passagen"], counted["zeichen"], counted["emittiert"]) == (2, 13 + 8, 2)
    assert (none["passagen"], none["zeichen"], none["emittiert"]) == (0, 0, 0)


def test_a_lauf_is_deleted_and_restored_and_no_other(store: Runstore) -> None:
    lauf_id, other = finished_lauf(store), finished_lauf(store)
    store.delete([lauf_id])
    before = store.load(lauf_id).geloescht
    store.delete([lauf_id])
    assert before and store.load(lauf_id).geloescht == before and store.load(other).geloescht is None
    store.delete([other])
    store.restore([lauf_id])
    assert store.load(lauf_id).geloescht is None and store.load(other).geloescht


def test_whose_answers_a_lauf_takes_is_noted_of_it_alone(store: Runstore) -> None:
    source, copy, other = (store.start(neuer_lauf()) for _ in range(3))
    store.note_source(copy, source)
    assert [store.load(one).aus_cache for one in (source, copy, other)] == [None, source, None]


def test_silent_laeufe_are_told_the_oldest_first(store: Runstore, noon: datetime) -> None:
    ids = [store.start(neuer_lauf(), noon - timedelta(minutes=minutes)) for minutes in (5, 20, 10)]
    assert store.running() == [ids[1], ids[2], ids[0]]
    assert store.running(timedelta(minutes=7)) == [ids[1], ids[2]]


def test_backdating_one_leaves_others_and_tells_the_costs_once(store: Runstore) -> None:
    asked = teil(versuche=(versuch(), versuch(nummer=2)), dauer={})
    first, second = (store.start(neuer_lauf(is_demo=True)) for _ in range(2))
    for one in (first, second):
        store.save_teil(one, asked)
        store.save_teil(one, teil("MUEHLRAD"))
    untouched = store.load(second)
    moment = NOON - timedelta(days=3)
    store.backdate(first, moment, {"LINDENBUND": Usage(12.0, 0.25), "MUEHLRAD": Usage(4.0, 0.5)})
    found = {part.partei: part for part in store.load(first).teile}
    assert store.load(second) == untouched
    assert [one.kosten for one in found["LINDENBUND"].versuche] == [0.0, 0.25]
    assert [one.kosten for one in found["MUEHLRAD"].versuche] == [0.5]
    assert (found["LINDENBUND"].dauer, found["MUEHLRAD"].dauer["modell"]) == ({}, 4.0)
    assert store.load(first).finished == moment + timedelta(seconds=12)
    assert store.compared([first]).sums[first].kosten == 0.75


def test_a_batch_is_stopped_for_itself_and_the_latest_is_told_first(
    store: Runstore, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = []
    for hours in range(3):
        at(monkeypatch, NOON + timedelta(hours=hours))
        ids.append(store.start_batch(f"Stapel {hours}", 4))
    store.stop_batch(ids[1])
    assert [store.is_stopped(one) for one in (*ids, "nix")] == [False, True, False, False]
    told = [(one.id, one.beschreibung, one.total, bool(one.angehalten)) for one in store.list_batches()]
    assert told == [(ids[n], f"Stapel {n}", 4, n == 1) for n in (2, 1, 0)]


@pytest.mark.parametrize("hours", [None, 5])
def test_a_lauf_begins_now_unless_another_moment_is_told(
    store: Runstore, noon: datetime, hours: int | None
) -> None:
    moment = hours and noon - timedelta(hours=hours)
    created = store.load(store.start(neuer_lauf(), moment or None)).created
    assert abs(created - (moment or noon)) < SECOND
    assert store.count_laeufe(Filter(von=NOON.date())) == 1


def test_one_that_was_given_up_in_a_batch_is_taken_over(store: Runstore, noon: datetime) -> None:
    """Its process may live after all: what it has to say is not taken any more."""
    neu = neuer_lauf(batch_id=store.start_batch("{}", 2))
    first = store.start(neu, noon - timedelta(hours=1))
    store.end_orphans()
    second, is_new = store.start_once(neu)
    assert is_new and second != first and not store.beat(first)
    other = neuer_lauf(batch_id=store.start_batch("{}", 2))
    assert store.start_once(other)[1] and store.beat(second)

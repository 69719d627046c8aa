"""Quotes over time, and the way from a figure to the Läufe and quotes behind it."""

import pytest

from core.features.monitor.alarms import Reihe, SeriesOf, alarm_state, card_of
from core.features.monitor.number_table import load_number_table
from core.features.monitor.quote_counts import Tick, filter_of, timeline
from core.runs.figures import Gruppe
from core.runs.load_laeufe import ALLE, Filter
from core.runs.store import Runstore
from core.wortlaut.binding.eintrag import ZitatStatus
from tests.monitor.geschichte import add_lauf, day
from tests.runs.beispiele import teil, verworfen


def filled(store: Runstore) -> list[str]:
    """Thursday 2026-01-01 and Friday with model a, the Monday after with model b and another prompt."""
    return [
        add_lauf(store, 0, 4, 1, modell_gefragt="a"),
        add_lauf(store, 1, 0, 0, modell_gefragt="a"),
        add_lauf(store, 4, 3, 3, modell_gefragt="b", prompt_version="4"),
        add_lauf(store, 4, 5, 0, modell_gefragt="a"),
    ]


def told(store: Runstore, takt: Tick, gruppe: Gruppe | None = None, **asked: str) -> list[tuple]:
    jobs = load_number_table(store, per_programm="programm_id" in asked)
    steps = timeline(jobs, takt, gruppe, Filter(**asked))
    return sorted(
        (one.zeit, one.zahlen.gruppe, one.zahlen.emittiert, one.zahlen.laeufe, one.zahlen.ohne_zitat)
        for one in steps
    )


def test_days_without_a_lauf_are_not_invented(store: Runstore) -> None:
    filled(store)
    assert told(store, Tick.TAG) == [
        ("2026-01-01", None, 4, 1, 0),
        ("2026-01-02", None, 0, 1, 1),
        ("2026-01-05", None, 8, 2, 0),
    ]


def test_weeks_are_named_by_their_monday_and_prompts_by_their_version(store: Runstore) -> None:
    filled(store)
    assert told(store, Tick.WOCHE, Gruppe.MODELL) == [
        ("2025-12-29", "a", 4, 2, 1),
        ("2026-01-05", "a", 5, 1, 0),
        ("2026-01-05", "b", 3, 1, 0),
    ]
    assert told(store, Tick.WOCHE, Gruppe.PROMPT)[1:] == [
        ("2026-01-05", "standard v3", 5, 1, 0),
        ("2026-01-05", "standard v4", 3, 1, 0),
    ]


def test_one_programm_is_counted_by_its_own_quotes(store: Runstore) -> None:
    filled(store)
    assert told(store, Tick.TAG, programm_id="lindenbund-demo-2024") == [
        ("2026-01-01", None, 3, 1, 0),
        ("2026-01-05", None, 5, 1, 0),
    ]
    assert told(store, Tick.WOCHE, Gruppe.PARTEI, programm_id="") == [
        ("2025-12-29", "LINDENBUND", 1, 1, 0),
        ("2026-01-05", "LINDENBUND", 3, 1, 0),
    ]


@pytest.mark.contract
def test_laeufe_behind_a_figure_are_those_that_were_counted(store: Runstore) -> None:
    ids = filled(store)
    for takt, gruppe in ((Tick.TAG, Gruppe.MODELL), (Tick.WOCHE, Gruppe.PROMPT), (Tick.WOCHE, Gruppe.LAND)):
        for step in timeline(load_number_table(store), takt, gruppe):
            found = store.list_laeufe(filter_of(Filter(), takt, step.zeit, gruppe, step.zahlen.gruppe))
            assert len(found) == step.zahlen.laeufe
            assert sum(line.emittiert for line in found) == step.zahlen.emittiert
    (only,) = store.list_laeufe(filter_of(Filter(), Tick.TAG, "2026-01-05", Gruppe.PROMPT, "standard v4"))
    assert only.id == ids[2]


def test_dropped_quotes_come_alone_and_the_latest_first(store: Runstore) -> None:
    ids = filled(store)
    store.save_teil(
        ids[0], teil("MUEHLRAD", modell=None), (), [verworfen("MUEHLRAD", grund="zahl_weicht_ab")]
    )
    found = store.list_verworfene()
    assert [one.lauf_id for one in found] == [ids[2]] * 3 + [ids[0]] * 2
    assert [one.nummer for one in found[:3]] == [0, 1, 2] and found[0].eintrag.status == "nur_aehnlich"
    (number,) = store.list_verworfene(Filter(partei="MUEHLRAD"))
    assert (number.eintrag.status, number.modell, number.partei) == (ZitatStatus.ZAHL, "a", "MUEHLRAD")
    assert len(store.list_verworfene(limit=2)) == 2
    week = filter_of(Filter(), Tick.WOCHE, "2025-12-29")
    assert {one.lauf_id for one in store.list_verworfene(week)} == {ids[0]}


# --- from which day on Läufe are watched, by what is usual, and that charts and alarms agree ----------------


def fill(store: Runstore, days: int, dropped: int = 2) -> None:
    for number in range(days):
        add_lauf(store, number, 40, dropped)


def test_the_curve_of_an_alarm_crosses_its_limit_where_the_alarm_says_and_only_in_its_series(
    store: Runstore,
) -> None:
    for number in range(60):
        for modell in "ab":
            add_lauf(store, number, 20, 9 if modell == "b" and number >= 53 else 1, modell_gefragt=modell)
    jobs = load_number_table(store)
    alarm, *_ = alarm_state(jobs, ALLE, day(40)).alarme
    assert (alarm.reihe, alarm.signal.tage > 1) == (Reihe(SeriesOf.MODELL, "b"), True)
    card = card_of(jobs, ALLE, day(40), alarm.art, alarm.reihe, alarm.signal.tage)
    assert card is not None
    (end,) = (one for one in card.punkte if one.tag == alarm.signal.fenster_bis)
    assert (end.verworfen, end.emittiert) == (alarm.signal.k, alarm.signal.n) and end.is_beyond
    quiet = card_of(jobs, ALLE, day(40), alarm.art, Reihe(SeriesOf.MODELL, "a"), alarm.signal.tage)
    assert quiet is not None and not any(one.is_beyond for one in quiet.punkte)

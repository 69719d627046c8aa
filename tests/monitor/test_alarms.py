"""Which faults of a store are told, under which name, and how often."""

from datetime import UTC, datetime, time
from pathlib import Path

import pytest

from core.features.monitor.alarms import MarkKind, Reihe, SeriesKind, SeriesOf, alarm_state
from core.features.monitor.number_table import load_number_table
from core.features.monitor.regelkarte import Direction
from core.runs.load_laeufe import Filter
from core.runs.store import Runstore
from tests.monitor.geschichte import add_lauf, day, zitate
from tests.runs.beispiele import angebot, neuer_lauf, teil

USUAL = (2, 1, 3, 2, 2, 4, 1, 0, 3, 2)
REAL = Filter(is_demo=False)
OF_ALL, OF_A, OF_B = Reihe(SeriesOf.ALLE), Reihe(SeriesOf.MODELL, "a"), Reihe(SeriesOf.MODELL, "b")


@pytest.fixture
def url(tmp_path: Path) -> str:
    """Many Läufe: in one kind of database; what is asked of it is tested in both elsewhere."""
    return f"sqlite:///{tmp_path / 'laeufe.sqlite3'}"


def fill(store: Runstore, days: range, modell: str = "a", **changes: object) -> None:
    """A Lauf of 40 quotes a day, 5 % of them dropped; no two models on the same days."""
    for number in days:
        dropped = USUAL[number * (3 if modell == "b" else 1) % 10]
        add_lauf(store, number, 40, dropped, modell_gefragt=modell, **changes)


def test_fault_of_one_model_is_told_of_that_model_alone(store: Runstore) -> None:
    fill(store, range(32), "a")
    fill(store, range(30), "b")
    for number in (30, 31):
        add_lauf(store, number, 20, 12, modell_gefragt="b")
    (alarm,) = alarm_state(load_number_table(store), REAL, day(30)).alarme
    assert (alarm.reihe, alarm.tag, alarm.signal.richtung) == (OF_B, day(30), Direction.MEHR)
    assert alarm.satz == (
        "Vom 31.01.2026 bis 01.02.2026, Modell b: 24 von 40 Zitaten (60 %) wurden verworfen, ungewöhnlich "
        f"viele; üblich sind 0 bis {alarm.signal.erwartet_bis}."
    )


def test_fault_of_everything_is_told_once_of_all_laeufe(store: Runstore) -> None:
    for modell in ("a", "b"):
        fill(store, range(30), modell)
        add_lauf(store, 30, 40, 13, modell_gefragt=modell)
    (alarm,) = alarm_state(load_number_table(store), REAL, day(30)).alarme
    assert (alarm.reihe, alarm.art) == (OF_ALL, SeriesKind.DROPPED)


def test_two_faults_of_different_days_are_told_the_latest_first(store: Runstore) -> None:
    for modell in ("a", "b"):
        fill(store, range(31 if modell == "b" else 30), modell)
    add_lauf(store, 30, 40, 30, modell_gefragt="a")
    fill(store, range(31, 50), "a")
    add_lauf(store, 49, 40, 30, modell_gefragt="b")
    found = [
        (alarm.reihe, alarm.tag) for alarm in alarm_state(load_number_table(store), REAL, day(30)).alarme
    ]
    assert found == [(OF_B, day(49)), (OF_A, day(30))]
    (later,) = alarm_state(load_number_table(store), REAL, day(45)).alarme
    assert later.reihe == OF_B


def test_laeufe_that_fall_silent_are_alarmed_though_nothing_is_dropped(store: Runstore) -> None:
    fill(store, range(30), "a")
    fill(store, range(31), "b")
    for _ in range(6):
        add_lauf(store, 31, 0, 0)
    (alarm,) = alarm_state(load_number_table(store), REAL, day(30)).alarme
    assert (alarm.art, alarm.signal.k, alarm.signal.n) == (SeriesKind.OHNE_ZITAT, 6, 6)
    assert "6 von 6 Läufen (100 %) blieben ohne Zitat" in alarm.satz


def test_fewer_quotes_are_alarmed_though_all_are_bound(store: Runstore) -> None:
    for number in range(60):
        add_lauf(store, number, 6, number % 5 == 0, modell_gefragt="a")
    for number in range(60, 66):
        add_lauf(store, number, 2, 0, modell_gefragt="a")
    (alarm,) = alarm_state(load_number_table(store), REAL, day(60)).alarme
    assert (alarm.art, alarm.reihe, alarm.signal.richtung) == (SeriesKind.FEW, OF_ALL, Direction.MEHR)
    assert alarm.signal.k == 6 and "Läufen (86 %) haben nicht halb so viele Zitate" in alarm.satz


def test_a_party_whose_quotes_vanish_is_named(store: Runstore) -> None:
    def add(number: int, **quotes: int) -> None:
        lauf_id = store.start(neuer_lauf(), datetime.combine(day(number), time(12), UTC))
        store.save_fundstellen(lauf_id, [angebot(partei) for partei in quotes])
        for partei, count in quotes.items():
            store.save_teil(lauf_id, teil(partei=partei, modell=None), (), zitate(count, 0, partei))
        store.finish(lauf_id)

    for number in range(60):
        add(number, LINDENBUND=3, MÜHLRAD=4, BRÜCKE=4)
    for number in range(60, 67):
        add(number, LINDENBUND=0, MÜHLRAD=4, BRÜCKE=5)
    (alarm,) = alarm_state(load_number_table(store), REAL, day(60)).alarme
    assert (alarm.art, alarm.reihe) == (SeriesKind.PARTEI, Reihe(SeriesOf.PARTEI, "LINDENBUND"))
    assert "von 7 Läufen (100 %) haben von dieser Partei kein Zitat" in alarm.satz


def test_change_just_before_is_named_and_an_older_one_is_not(store: Runstore) -> None:
    fill(store, range(20))
    fill(store, range(20, 29), embedder="modell-b 700")
    fill(store, range(29, 30), embedder="modell-b 700", prompt_version="4")
    add_lauf(store, 30, 40, 20, modell_gefragt="a", embedder="modell-b 700", prompt_version="4")
    alarm = alarm_state(load_number_table(store), REAL, day(30)).alarme[0]
    assert [(mark.art, mark.text) for mark in alarm.marken] == [(MarkKind.PROMPT, "standard v4")]


def test_demo_answers_from_the_store_and_unfinished_laeufe_do_not_count(store: Runstore) -> None:
    fill(store, range(40), "a")
    fill(store, range(40), "b")
    source = add_lauf(store, 30, 40, 2)
    add_lauf(store, 30, 40, 40, is_demo=True)
    add_lauf(store, 30, 40, 40, aus_cache=source)
    for _ in range(5):
        store.fail(
            store.start(neuer_lauf(), datetime.combine(day(30), time(12), UTC)), "Der Schlüssel fehlt."
        )
    situation = alarm_state(load_number_table(store), REAL, day(30))
    # Quotes of all Läufe and of both models, twice Läufe of all; of each model there are only 30.
    assert (situation.alarme, situation.hinweis, situation.reihen) == ((), "", 5)


@pytest.mark.parametrize(("days", "said"), [(0, "0 Tage, 0 Zitate"), (3, "3 Tage, 120 Zitate")])
def test_young_store_says_what_is_missing(store: Runstore, days: int, said: str) -> None:
    fill(store, range(days))
    situation = alarm_state(load_number_table(store), REAL, day(days))
    assert (situation.alarme, situation.reihen) == ((), 0) and said in situation.hinweis

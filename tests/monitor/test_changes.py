"""What was changed between Läufe, and when it was first used."""

from core.features.monitor.alarms import MarkKind, marken
from core.features.monitor.number_table import load_number_table
from core.runs.load_laeufe import Filter
from core.runs.store import Runstore
from tests.monitor.geschichte import add_lauf, day


def told(store: Runstore, **asked: object) -> list[tuple[str, MarkKind, str]]:
    return [(f"{m.zeit:%Y-%m-%d}", m.art, m.text) for m in marken(load_number_table(store), Filter(**asked))]


def test_first_lauf_changes_nothing_and_a_later_one_what_is_new(store: Runstore) -> None:
    add_lauf(store, 0, 1, 0, modell_gefragt="a")
    add_lauf(store, 3, 1, 0, modell_gefragt="b", prompt_version="4")
    add_lauf(store, 5, 1, 0, modell_gefragt="a", embedder="neu 900", strategie="am_stueck", app_version="0.4")
    assert told(store) == [
        ("2026-01-04", MarkKind.MODELL, "b"),
        ("2026-01-04", MarkKind.PROMPT, "standard v4"),
        ("2026-01-06", MarkKind.EMBEDDER, "neu 900"),
        ("2026-01-06", MarkKind.PROGRAM_VERSION, "0.4"),
        ("2026-01-06", MarkKind.STRATEGIE, "am_stueck"),
    ]


def test_index_of_a_gebiet_tells_which_programme_changed(store: Runstore) -> None:
    first = {"NRW": {"spd-nrw": "v1", "cdu-nrw": "v1"}, "ueberall": {}}
    second = {"NRW": {"spd-nrw": "v2", "fdp-nrw": "v1"}, "ueberall": {}}
    many = {"NRW": {f"p{n}": "v1" for n in range(5)} | second["NRW"], "ueberall": {}}
    for number, state in enumerate((first, {"BE": {"spd-be": "v1"}}, second, first, many)):
        add_lauf(store, number, 1, 0, index_stand=state)
    assert told(store) == [
        ("2026-01-03", MarkKind.INDEX, "NRW: neu: fdp-nrw; neu eingelesen: spd-nrw; entfernt: cdu-nrw"),
        ("2026-01-05", MarkKind.INDEX, "NRW: neu: 5 Programme"),
    ]


def test_what_is_new_is_judged_by_all_laeufe_but_told_since_the_day_asked_for(store: Runstore) -> None:
    for number, modell in enumerate(("a", "b", "a", "b", "c")):
        add_lauf(store, number, 1, 0, modell_gefragt=modell)
    assert told(store, von=day(2)) == [("2026-01-05", MarkKind.MODELL, "c")]
    assert told(store, von=day(2), modell="b") == []
    assert marken(load_number_table(store), Filter(is_demo=True)) == []

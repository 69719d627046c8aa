"""Every party has its own list, only what was in force counts, and what is off the subject is told."""

from dataclasses import replace
from datetime import date

import pytest

from core.base.errors import IndexFehler
from core.programme.context import Context
from core.search.geltung import in_force
from core.search.passage_search import (
    is_off_subject,
    list_in_turn,
    list_passages,
    list_per_partei,
    silent_parteien,
)
from core.search.suchanfrage import Suchanfrage, parse_suchanfrage
from core.search.suchraum import Suchraum
from core.wortlaut.records import Programm, Typ

FRAGE = "Soll die Wieltalbahn wieder fahren?"


def test_every_party_has_the_list_it_would_have_alone(demo: Context) -> None:
    space = Suchraum.of(demo, bundesland="DEMO")
    lists = list_per_partei(space, FRAGE, 3)
    assert list(lists) == list(space.searched) and len(lists) == 4
    for partei, own in space.searched.items():
        assert lists[partei] == list_passages(space.with_only(own), FRAGE, 3)


def test_parties_take_turns_over_all_parts_of_a_list(demo: Context) -> None:
    space = Suchraum.of(demo, ["LINDENBUND", "MÜHLRAD"], bundesland="DEMO")
    whole = list_in_turn(space, FRAGE, 12).treffer
    assert all(
        {space.partei_of(one.chunk) for one in whole[at : at + 2]} == {"LINDENBUND", "MÜHLRAD"}
        for at in range(0, 12, 2)
    )
    parts = [list_in_turn(space, FRAGE, 4, offset) for offset in (0, 4, 8)]
    assert [one.chunk.id for part in parts for one in part.treffer] == [one.chunk.id for one in whole]
    assert all(part.mehr and part.gesamt == parts[0].gesamt for part in parts)


def programm(id: str, ab: int, bis: int | None, typ: Typ = Typ.WAHLPROGRAMM) -> Programm:
    ende = date(bis, 1, 1) if bis else None
    return Programm(id, id, typ, "SPD", "NRW", ab, date(ab, 1, 1), ende, f"{id}.pdf")


def test_of_each_kind_the_newest_in_force_counts() -> None:
    every = [
        programm("alt", 2010, 2015), programm("wahl", 2015, None), programm("wiederholung", 2016, None),
        programm("partei", 2007, None, Typ.PARTEIPROGRAMM), programm("neu", 2030, None),
    ]  # fmt: skip
    assert [one.id for one in in_force(every, date(2020, 1, 1))] == ["partei", "wiederholung"]
    assert [one.id for one in in_force(every, date(2012, 1, 1))] == ["partei", "alt"]


def test_a_question_that_names_a_time_keeps_it(demo: Context) -> None:
    today = date(2026, 3, 1)
    for frage in ("Rente SPD 2013", "Rente seit 2013"):
        anfrage = parse_suchanfrage(frage, demo.registry)
        assert anfrage.only_in_force(today) == anfrage
    assert parse_suchanfrage("Rente SPD", demo.registry).only_in_force(today).stichtag == today


def test_before_a_programme_was_in_force_it_is_not_searched(demo: Context) -> None:
    anfrage = Suchanfrage(FRAGE, FRAGE, bundesland="DEMO")
    found = Suchraum.asked(demo, replace(anfrage, stichtag=date(2020, 1, 1))).programme
    assert {one for one in found if one.endswith("-2024")} == set() and "lindenbund-grundsatz" in found
    assert Suchraum.asked(demo, replace(anfrage, stichtag=date(2024, 12, 1))).programme > found
    with pytest.raises(IndexFehler, match=r"am 01\.01\.1990 in Kraft"):
        Suchraum.asked(demo, replace(anfrage, stichtag=date(1990, 1, 1)))


@pytest.mark.parametrize("frage", ["asdfgh qwertz", "Rezept für Apfelkuchen", "Wie lange brüten Amseln?"])
def test_what_no_programme_speaks_of_is_told(demo: Context, frage: str) -> None:
    space = Suchraum.of(demo, bundesland="DEMO")
    assert is_off_subject(space, frage) and not is_off_subject(space, FRAGE)
    assert not silent_parteien(space, FRAGE)


def test_where_nothing_is_searched_nothing_is_on_the_subject(demo: Context) -> None:
    assert is_off_subject(replace(Suchraum.of(demo, bundesland="DEMO"), programme=frozenset()), FRAGE)

"""What two readers said, unit by unit: the last blind word of each, and what was settled."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from core.runs.lauf import Urteil
from core.runs.lesung import Festlegung, Lesung
from core.runs.lesung_rows import ReadLauf
from core.second_reading.reading_figures import NOBODY, agreements_of
from core.second_reading.readings import Readings, ReadUnit, Variable, by_variable, read_by, read_units
from core.support.verdict import Verdict

BEGIN = datetime(2026, 11, 24, 9, tzinfo=UTC)
QUOTE = Urteil("a", "SPD", "wahlprogramm", True, "Eva", zitat=0, forderung="1", created=BEGIN)
LAUF = ReadLauf("a", BEGIN, "Brunnen", "5/1", "h", "m", False)


def said(name: str, verdict: Verdict, minutes: int = 0, **changes: object) -> Urteil:
    at = BEGIN + timedelta(minutes=minutes)
    return replace(QUOTE, name=name, traegt=verdict, created=at, **changes)


def of_quotes(
    *urteile: Urteil, lesungen: tuple[Lesung, ...] = (), settled: tuple[Festlegung, ...] = ()
) -> list[ReadUnit]:
    return by_variable(read_units(urteile, lesungen, settled))[Variable.TRAEGT]


def test_the_last_word_before_the_end_of_a_reading_counts_and_later_ones_stand_apart() -> None:
    (unit,) = of_quotes(
        said("Eva", Verdict.ANDERES, 1),
        said("Eva", Verdict.STUETZT, 2),
        said("Jo", Verdict.WIDERSPRICHT, 3),
        said("Eva", Verdict.WIDERSPRICHT, 9),
        lesungen=(Lesung("a", "Eva", "l", BEGIN + timedelta(minutes=5)),),
    )
    assert unit.said == {"Eva": Verdict.STUETZT, "Jo": Verdict.WIDERSPRICHT}
    assert unit.late == {"Eva": Verdict.WIDERSPRICHT}
    assert unit.is_open and unit.people is None


def test_each_forderung_is_a_unit_of_its_own_and_agreeing_with_the_quote_another() -> None:
    units = read_units([said("Eva", Verdict.STUETZT), said("Eva", Verdict.ANDERES, forderung="2")], (), ())
    assert [(unit.key.variable, unit.key.forderung) for unit in units] == [
        (Variable.ZUSTIMMUNG, None), (Variable.TRAEGT, "1"), (Variable.TRAEGT, "2")
    ]  # fmt: skip


def test_what_was_settled_closes_a_difference_and_changes_no_reading() -> None:
    outcome = Festlegung("a", "SPD", "wahlprogramm", "Darum.", "Eva", 0, "1", traegt=Verdict.ANDERES, id="f")
    urteile = said("Eva", Verdict.STUETZT), said("Jo", Verdict.WIDERSPRICHT)
    (unit,) = of_quotes(*urteile, settled=(outcome,))
    assert not unit.is_open and unit.people is Verdict.ANDERES
    assert unit.said == {"Eva": Verdict.STUETZT, "Jo": Verdict.WIDERSPRICHT}


def test_points_furthest_apart_come_first() -> None:
    scores = [
        replace(QUOTE, partei=partei, name=name, zitat=None, forderung=None, punkte=points)
        for partei, both in {"SPD": (5.0, 6.0), "CDU": (0.0, 9.0), "FDP": (4.0, 4.0)}.items()
        for name, points in zip(("Eva", "Jo"), both, strict=True)
    ]
    differing = Readings([LAUF], read_units(scores, (), ()), ()).open
    assert [unit.key.partei for unit in differing] == ["CDU", "SPD"]
    assert differing[0].people == pytest.approx(4.5)


def test_a_reader_sees_only_laeufe_that_it_has_read_to_the_end() -> None:
    units = read_units([said("Eva", Verdict.STUETZT), said("Jo", Verdict.ANDERES)], (), ())
    whole = Readings([LAUF], units, (Lesung("a", "Jo", "l", BEGIN),))
    assert read_by(whole, "Jo").units == units and read_by(whole, "Jo").laeufe == [LAUF]
    for name in ("Eva", "", "Jo "):
        assert (read_by(whole, name).units, read_by(whole, name).laeufe) == ([], [])


def test_agreement_is_told_with_its_figures_and_what_they_mean() -> None:
    urteile = [
        said(name, verdict, zitat=number)
        for number in range(30)
        for name, verdict in (
            ("Eva", Verdict.STUETZT if number % 2 else Verdict.ANDERES),
            ("Jo", Verdict.STUETZT if number % 2 or number == 4 else Verdict.ANDERES),
        )
    ]
    found = agreements_of(Readings([LAUF], read_units(urteile, (), ()), ()))
    told = {one.variable: one.satz for one in found}
    assert told[Variable.TRAEGT].startswith("Krippendorffs Alpha 0,93 (95 %: 0,7")
    assert "n = 30 gemeinsame Zitate, 2 Personen. Ab 0,80 belastbar. Grenzen nach" in told[Variable.TRAEGT]
    assert told[Variable.PUNKTE] == NOBODY
    assert "Alpha nicht bestimmbar, Gwets AC1 1,00" in told[Variable.ZUSTIMMUNG]


def test_who_gave_no_name_is_no_reader_that_is_compared() -> None:
    urteile = [said(name, Verdict.STUETZT, zitat=number) for number in range(3) for name in ("", "Jo")]
    found = agreements_of(Readings([LAUF], read_units(urteile, (), ()), ()))
    assert [one.found.n for one in found] == [0, 0, 0]

"""The stock as pages show it: a matrix of Länder and parties, and how well each Programm could be read."""

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from core.base.models import GEBIETE, UEBERALL
from core.programme.context import Context
from core.programme.stock import GebietHolding, Matrix, ProgrammState, Stock
from tests.drucker import TEXT, column, print_pdf

TAG = date(2026, 11, 22)


@pytest.fixture
def context(demo: Context, tmp_path: Path) -> Context:
    """The demo's index, and a folder with one PDF more."""
    print_pdf(tmp_path / "spd-nrw-2022.pdf", [column(60, TEXT)])
    return Context(replace(demo.settings, pdf_dir=tmp_path))


def lagen(gezeigt: Matrix, gebiet: str) -> dict[str, str]:
    (zeile,) = [zeile for zeile in gezeigt.zeilen if zeile.gebiet == gebiet]
    return {
        partei: feld.bestand.zustand if feld.bestand else "nicht im Register"
        for partei, feld in zeile.felder.items()
    }


def test_matrix_shows_for_every_land_and_party_what_there_is(context: Context) -> None:
    gezeigt = Stock.of(context).matrix(context.registry, TAG)
    assert [zeile.gebiet for zeile in gezeigt.zeilen] == [*GEBIETE, UEBERALL]
    assert set(lagen(gezeigt, "DEMO").values()) == {"indexiert"} and len(lagen(gezeigt, "DEMO")) == 4
    assert lagen(gezeigt, "NRW") == {
        "AfD": "PDF fehlt", "CDU": "PDF fehlt", "FDP": "PDF fehlt", "GRÜNE": "PDF fehlt",
        "SPD": "PDF da, nicht indexiert",
    }  # fmt: skip
    assert lagen(gezeigt, "HE") == dict.fromkeys(("AfD", "CDU", "FDP", "GRÜNE", "SPD"), "PDF fehlt")
    assert list(gezeigt.parteien) == [p for p in context.registry.parteien if p in gezeigt.parteien]
    feld = {zeile.gebiet: zeile for zeile in gezeigt.zeilen}["NRW"].felder["SPD"].bestand
    assert feld and feld.programm.name == "SPD NRW Wahlprogramm 2022"


def test_only_programmes_valid_on_the_day_count(context: Context) -> None:
    then = Stock.of(context).matrix(context.registry, date(2023, 1, 1))
    bund = then.zeilen[0].felder["SPD"].bestand
    assert bund and bund.programm.id == "spd-bund-2021"
    assert lagen(then, "DEMO") == dict.fromkeys(lagen(then, "DEMO"), "nicht im Register")


def with_second(teil: GebietHolding, zustand: ProgrammState) -> GebietHolding:
    """Beside the first Programm a later one of the same party."""
    first = teil.programme[0]
    programm = replace(first.programm, id="zweites", gueltig_ab=date(2025, 1, 1))
    return replace(teil, programme=(replace(first, programm=programm, zustand=zustand), *teil.programme))


@pytest.mark.parametrize(
    ("zustand", "expected"),
    [
        (ProgrammState.INDEXIERT, "zweites"),
        (ProgrammState.PDF_PRESENT, "lindenbund-demo-2024"),
        (ProgrammState.WITHOUT_PDF, "lindenbund-demo-2024"),
    ],
)
def test_best_of_several_counts_and_of_equals_the_newest(
    context: Context, zustand: ProgrammState, expected: str
) -> None:
    (teil,) = [teil for teil in Stock.of(context).gebiete if teil.gebiet == "DEMO"]
    feld = Stock((with_second(teil, zustand),)).matrix(context.registry, TAG).zeilen[0].felder["LINDENBUND"]
    assert feld.bestand and feld.bestand.programm.id == expected

"""The register of programmes that is shipped: what it must know, and where its addresses are from."""

from collections import Counter
from collections.abc import Mapping
from datetime import timedelta
from itertools import pairwise
from pathlib import Path

import pytest

from core.base.models import BUNDESLAENDER, Wahlperiode
from core.programme.registry import Registry, load_registry
from core.wortlaut.records import Programm, Typ

ROOT = Path(__file__).parents[2]
LAENDER = ("BUND", *BUNDESLAENDER)

complete = pytest.mark.parametrize("land", LAENDER)

WITHOUT_PROGRAMME: Mapping[tuple[str, int, str], str] = {
    ("BUND", 2021, "BSW"): "founded in 2024 by those elected for DIE LINKE",
}
"""Land, year of the election and party: had a Fraktion or Gruppe, but never a programme for that election."""

DISSOLVED = {("NRW", 15)}
"""Between this Wahlperiode and the next there was no parliament."""

REACHED: Mapping[str, tuple[int, int]] = {
    "BW": (17, 12), "BY": (11, 1), "BE": (20, 8), "BB": (10, 6), "HB": (13, 7), "HH": (11, 6), "HE": (11, 0),
    "NI": (9, 0), "NRW": (10, 4),
}  # fmt: skip
"""Entries, and how many of them with an address: none is lost unseen."""


@pytest.fixture(scope="module")
def real() -> Registry:
    return load_registry(ROOT / "data" / "registry")


def of_land(registry: Registry, land: str) -> list[Programm]:
    return [p for p in registry.programme.values() if p.bundesland == land]


def of_term(registry: Registry, land: str, term: Wahlperiode) -> list[Programm]:
    return [p for p in of_land(registry, land) if p.gueltig_ab == term.von]


@complete
def test_the_last_two_elections_are_there_and_none_between_is_left_out(real: Registry, land: str) -> None:
    terms = real.parlamente[land].wahlperioden
    known = [term.nummer for term in terms if of_term(real, land, term)]
    assert len(known) >= 2
    assert known == [term.nummer for term in terms][-len(known) :]


@complete
def test_every_party_with_a_fraktion_has_its_programme(real: Registry, land: str) -> None:
    missing = {
        (land, term.wahl.year, member.partei)
        for term in real.parlamente[land].wahlperioden[-2:]
        for member in term.fraktionen
        if member.partei not in {p.partei for p in of_term(real, land, term)}
    }
    assert missing == {one for one in WITHOUT_PROGRAMME if one[0] == land}


@complete
def test_whoever_reads_an_address_sees_where_it_is_from(real: Registry, land: str) -> None:
    assert [p.id for p in of_land(real, land) if (p.url or p.archiv) and not p.beleg] == []
    assert [p.id for p in of_land(real, land) if p.beleg and not (p.url or p.archiv)] == []


@pytest.mark.parametrize("land", LAENDER)
def test_one_programme_for_a_party_and_an_election(real: Registry, land: str) -> None:
    counted = Counter((p.partei, p.jahr) for p in of_land(real, land))
    assert [one for one, times in counted.items() if times > 1] == []


@pytest.mark.parametrize("land", LAENDER)
def test_terms_follow_each_other_day_by_day(real: Registry, land: str) -> None:
    for before, after in pairwise(real.parlamente[land].wahlperioden):
        if (land, before.nummer) not in DISSOLVED:
            assert before.bis and before.bis + timedelta(days=1) == after.von, (before.nummer, after.nummer)


@pytest.mark.parametrize("land", REACHED)
def test_no_entry_and_no_address_is_lost(real: Registry, land: str) -> None:
    entries = of_land(real, land)
    with_address = [p for p in entries if p.url or p.archiv]
    assert len(entries) >= REACHED[land][0] and len(with_address) >= REACHED[land][1]


def test_no_address_stands_at_two_programmes(real: Registry) -> None:
    counted = Counter(url for p in real.programme.values() for url in (p.url, p.archiv) if url)
    assert [url for url, times in counted.items() if times > 1] == []


def test_ids_and_files_are_named_after_party_land_and_year(real: Registry) -> None:
    for programm in real.programme.values():
        if programm.typ is Typ.WAHLPROGRAMM and programm.bundesland in REACHED:
            partei, land, jahr = programm.id.rsplit("-", 2)
            assert (land, programm.pdf) == (programm.bundesland.lower(), f"{programm.id}.pdf")
            # In Berlin the election of 2021 was repeated in 2023.
            repeated = (land, int(jahr), programm.jahr) == ("be", 2023, 2021)
            assert int(jahr) == programm.jahr or repeated, partei

"""Figures on quotes come from SQL and stay right whatever happens to Läufe."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from core.runs.figures import Gruppe
from core.runs.import_laeufe import import_json
from core.runs.load_laeufe import Filter
from core.runs.store import Runstore
from core.wortlaut.binding.eintrag import ZitatStatus
from tests.runs.beispiele import ANTRAG, NOWHERE, finished_lauf, gebunden, neuer_lauf, teil, verworfen


def filled(store: Runstore) -> list[str]:
    """A Lauf with 2 quotes on a Monday in DEMO, one with none on the next Sunday, one with 3 in NRW after."""
    days = [datetime(2025, 6, day, 12, tzinfo=UTC) for day in (2, 8, 9)]
    nrw = replace(ANTRAG, bundesland="NRW")
    ids = [
        store.start(neuer_lauf(), days[0]),
        store.start(neuer_lauf(), days[1]),
        store.start(neuer_lauf(antrag=nrw, modell_gefragt="openai/x", prompt_id="kurz"), days[2]),
    ]
    store.save_teil(ids[0], teil(""))
    store.save_teil(ids[0], teil(), [], [gebunden(), verworfen()])
    store.save_teil(ids[1], teil())
    foreign = gebunden("MUEHLRAD", fremdePartei=True, status="angeglichen")
    store.save_teil(ids[2], teil(modell=None), [], [gebunden(status="mit_auslassung")])
    ort = {
        "programm": "muehlrad", "version": "v1", "stellen": [[1, 9]], "seiten": [2], "gedruckt": [],
        "url": "",
    }  # fmt: skip
    outside = verworfen("MUEHLRAD", grund="zahl_weicht_ab", ort=ort)
    store.save_teil(ids[2], teil("MUEHLRAD", modell=None), [], [foreign, outside])
    return ids


def test_total_tells_every_status_and_reason(store: Runstore) -> None:
    (nothing,) = store.quote_counts()
    assert (nothing.emittiert, nothing.laeufe) == (0, 0) and store.quote_counts(Gruppe.TAG) == []
    filled(store)
    (total,) = store.quote_counts()
    assert (total.emittiert, total.gebunden, total.laeufe, total.ohne_zitat) == (5, 3, 3, 1)
    assert {status: number for status, number in total.nach_status.items() if number} == {
        ZitatStatus.WOERTLICH: 1,
        ZitatStatus.MIT_AUSLASSUNG: 1,
        ZitatStatus.ANGEGLICHEN: 1,
        ZitatStatus.NUR_AEHNLICH: 1,
        ZitatStatus.ZAHL: 1,
    }
    assert total.fremde_partei == 1


@pytest.mark.parametrize(
    ("group", "expected"),
    [
        (Gruppe.TAG, [("2025-06-02", 2, 1, 0), ("2025-06-08", 0, 1, 1), ("2025-06-09", 3, 1, 0)]),
        (Gruppe.WOCHE, [("2025-W23", 2, 2, 1), ("2025-W24", 3, 1, 0)]),
        (Gruppe.MODELL, [("offline/extraktiv", 2, 2, 1), ("openai/x", 3, 1, 0)]),
        (Gruppe.PROMPT, [("kurz v3", 3, 1, 0), ("standard v3", 2, 2, 1)]),
        (Gruppe.LAND, [("DEMO", 2, 2, 1), ("NRW", 3, 1, 0)]),
        (Gruppe.STRATEGIE, [("je_forderung", 5, 3, 1)]),
        (Gruppe.PARTEI, [("LINDENBUND", 3, 3, 1), ("MUEHLRAD", 2, 1, 0)]),
        (Gruppe.PROGRAMM, [("lindenbund-demo-2024", 3, 2, 0), ("muehlrad", 1, 1, 0), (None, 1, 1, 0)]),
    ],
)
@pytest.mark.contract
def test_counts_per_group(store: Runstore, group: Gruppe, expected: list[tuple[str, int, int, int]]) -> None:
    filled(store)
    rows = store.quote_counts(group)
    assert [(row.gruppe, row.emittiert, row.laeufe, row.ohne_zitat) for row in rows] == expected


def test_filter_by_land_party_version_programm_and_no_land(store: Runstore) -> None:
    filled(store)
    assert store.quote_counts(filter=Filter(bundesland="NRW"))[0].emittiert == 3
    (only,) = store.quote_counts(filter=Filter(partei="MUEHLRAD"))
    assert (only.emittiert, only.laeufe, only.ohne_zitat) == (2, 1, 0)
    nowhere = store.start(neuer_lauf(antrag=replace(ANTRAG, bundesland=None), prompt_version="4"))
    assert [line.id for line in store.list_laeufe(Filter(prompt_version="4"))] == [nowhere]
    assert [line.id for line in store.list_laeufe(Filter(bundesland=""))] == [nowhere]
    (only,) = store.quote_counts(filter=Filter(programm_id="muehlrad"))
    assert (only.emittiert, only.laeufe, only.nach_status[ZitatStatus.ZAHL]) == (1, 1, 1)
    (without,) = store.quote_counts(Gruppe.MODELL, Filter(programm_id=""))
    assert (without.gruppe, without.emittiert, without.gebunden) == ("offline/extraktiv", 1, 0)


def test_lauf_that_failed_before_its_first_party_counts_as_one_without_quotes(store: Runstore) -> None:
    store.fail(store.start(neuer_lauf()), "Der Schlüssel fehlt.")
    for group in (None, Gruppe.MODELL):
        (row,) = store.quote_counts(group)
        assert (row.emittiert, row.laeufe, row.ohne_zitat) == (0, 1, 1)


def test_counts_stay_right_after_replacing_deleting_and_importing(store: Runstore) -> None:
    ids = filled(store)
    before = store.quote_counts(Gruppe.PARTEI)
    data = store.export_json(ids)
    store.delete(ids)
    store.purge(ids, NOWHERE)
    assert store.quote_counts()[0].emittiert == 0
    ids = import_json(store, data)
    found = store.quote_counts(Gruppe.PARTEI)
    assert [(one.gruppe, one.emittiert) for one in found] == [(one.gruppe, one.emittiert) for one in before]
    for one in found:  # nothing is proved here
        assert {status for status, number in one.nach_status.items() if number} <= {ZitatStatus.UNGEPRUEFT}
    assert store.quote_counts(None, Filter(eingelesen=False))[0].emittiert == 0


def test_counts_agree_with_the_zitate_themselves(store: Runstore) -> None:
    ids = [*filled(store), finished_lauf(store)]
    zitate = [zitat for lauf_id in ids for zitat in store.load(lauf_id).zitate]
    (total,) = store.quote_counts()
    assert total.emittiert == len(zitate)
    assert total.nach_status == {status: sum(z.status is status for z in zitate) for status in ZitatStatus}

"""Key figures of a column, counted by hand."""

import pytest

from core.features.vergleich.differences import kennzahlen
from core.features.vergleich.spalten import vergleich_of
from core.programme.registry import Registry
from core.runs.lauf import Status
from core.runs.store import Runstore
from core.wortlaut.binding.eintrag import ZitatStatus
from tests.runs.beispiele import finished_lauf, gebunden, neuer_lauf, score, teil, versuch

TWICE = (versuch(), versuch())


def test_quotes_tokens_and_cost_are_added_up(store: Runstore, registry: Registry) -> None:
    ids = [finished_lauf(store, schluessel=str(n)) for n in range(2)]
    (one,) = kennzahlen(vergleich_of(store, registry, ids))
    assert (one.laeufe, one.antraege, one.fragen) == (2, 1, 4)
    assert (one.emittiert, one.gebunden, one.verworfen, one.fremde_partei) == (6, 4, 2, 2)
    assert one.nach_status[ZitatStatus.NUR_AEHNLICH] == 2 and one.ohne_zitat == 2
    assert (one.tokens_ein, one.tokens_aus) == (3600, 480)
    assert one.kosten == pytest.approx(0.0104)


def test_unreadable_answers_are_told_apart(store: Runstore, registry: Registry) -> None:
    lauf_id = store.start(neuer_lauf())
    failed = {"status": Status.FEHLGESCHLAGEN, "modell": None, "dauer": {}}
    store.save_teil(lauf_id, teil("LINDENBUND", versuche=TWICE), [score()], [gebunden()])
    store.save_teil(lauf_id, teil("MUEHLRAD", versuche=TWICE, **failed))
    store.save_teil(
        lauf_id,
        teil("BRUECKE", versuche=(versuch(None, grund="Zu spät.", tokens_ein=0, tokens_aus=0),), **failed),
    )
    store.save_teil(lauf_id, teil("LEUCHTTURM", versuche=(), modell=None))
    store.finish(lauf_id)
    (one,) = kennzahlen(vergleich_of(store, registry, [lauf_id]))
    assert (one.fragen, one.nachgefragt, one.unlesbar, one.fehlgeschlagen) == (3, 1, 1, 2)
    assert one.ohne_zitat == 0  # a failed answer quotes nothing, but that is not what is asked here


def test_waiting_is_the_median_and_what_95_of_100_do_not_exceed(store: Runstore, registry: Registry) -> None:
    lauf_id = store.start(neuer_lauf())
    for partei, seconds in (("LINDENBUND", 1.0), ("MUEHLRAD", 2.0), ("BRUECKE", 11.0)):
        store.save_teil(lauf_id, teil(partei, dauer={"modell": seconds}))
    store.finish(lauf_id)
    (one,) = kennzahlen(vergleich_of(store, registry, [lauf_id]))
    assert (one.median, one.p95) == (2, pytest.approx(10.1))


def test_cost_and_waiting_that_are_not_known_are_not_zero(store: Runstore, registry: Registry) -> None:
    lauf_id = store.start(neuer_lauf())
    store.save_teil(lauf_id, teil(kosten=None, dauer={}))
    store.finish(lauf_id)
    (one,) = kennzahlen(vergleich_of(store, registry, [lauf_id]))
    assert (one.kosten, one.median, one.p95) == (None, None, None)

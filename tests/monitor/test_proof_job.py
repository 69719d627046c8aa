"""All quotes proved against the PDFs of the demo, in the background and from the command line."""

import pytest
from sqlalchemy import text

from core.assessment import lauf_audit
from core.assessment.pipeline import assess
from core.cli.main import main
from core.features.monitor.proof_job import PruefungJobs, PruefungState, prove_all
from core.llm.catalogue import OFFLINE
from core.programme.context import Context
from core.runs.notes import Pruefung
from core.runs.store import runstore
from tests.assessment.conftest import auftrag
from tests.prozesse import until
from tests.runs.beispiele import NOWHERE, finished_lauf


def wait_for(jobs: PruefungJobs) -> PruefungState:
    until(lambda: not jobs.stand().laeuft)
    return jobs.stand()


def test_proof_goes_lauf_by_lauf_and_is_kept(context: Context) -> None:
    store = runstore(context)
    good = assess(context, auftrag(OFFLINE))
    assess(context, auftrag(OFFLINE))
    bound = store.quote_counts()[0].gebunden
    stands = list(prove_all(context))
    assert [(stand.fertig, stand.von, stand.laeuft) for stand in stands] == [
        (0, 2, True), (1, 2, True), (2, 2, True), (2, 2, False)
    ]  # fmt: skip
    proof = stands[-1].pruefung
    assert proof and (proof.laeufe, proof.geprueft, proof.belegt, proof.befunde) == (2, bound, bound, ())
    store.delete([good])
    (*_, last) = prove_all(context)
    assert store.notes_of(Pruefung)[::-1] == [last.pruefung, proof]


def test_quote_that_is_wrong_is_kept_with_its_lauf_and_reason_if_it_is_among_the_first(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = runstore(context)
    wrong = finished_lauf(store)
    (*_, last) = prove_all(context)
    assert last.pruefung and (last.pruefung.geprueft, last.pruefung.belegt) == (2, 0)
    assert [befund["lauf"] for befund in store.notes_of(Pruefung)[::-1][0].befunde] == [wrong, wrong]
    assert all(befund["gruende"] for befund in last.pruefung.befunde)
    monkeypatch.setattr(lauf_audit, "BEFUNDE", 3)
    finished_lauf(store)
    (*_, last) = prove_all(context)
    assert last.pruefung and (last.pruefung.geprueft, len(last.pruefung.befunde)) == (4, 3)


def test_lauf_deleted_while_others_are_proved_is_passed_over(context: Context) -> None:
    store = runstore(context)
    first, second = finished_lauf(store), finished_lauf(store)
    steps = prove_all(context)
    next(steps)
    store.delete([first, second])
    store.purge([first, second], NOWHERE)
    (*_, last) = steps
    assert last.pruefung and (last.pruefung.laeufe, last.pruefung.geprueft) == (0, 0)


def test_second_start_while_one_runs_starts_no_other(context: Context) -> None:
    for _ in range(5):
        finished_lauf(runstore(context))
    jobs = PruefungJobs(context)
    assert jobs.stand() == PruefungState()
    jobs.start()
    jobs.start()
    stand = wait_for(jobs)
    assert stand.pruefung and (stand.fertig, stand.von) == (5, 5)
    assert runstore(context).notes_of(Pruefung)[::-1] == [stand.pruefung]
    jobs.start()
    wait_for(jobs)
    assert len(runstore(context).notes_of(Pruefung)[::-1]) == 2


def test_proof_that_fails_says_why(context: Context) -> None:
    store = runstore(context)
    finished_lauf(store)
    jobs = PruefungJobs(context)
    with store.writing() as connection:
        connection.execute(text("DROP TABLE notiz"))
    jobs.start()
    stand = wait_for(jobs)
    assert "no such table" in stand.fehler[0] and stand.pruefung is None


def test_audit_of_all_is_kept_and_of_one_is_not(own_default: Context) -> None:
    store = runstore(own_default)
    lauf_id = finished_lauf(store)
    assert main(["audit", "--run", lauf_id]) == 1
    assert store.notes_of(Pruefung)[::-1] == []
    assert main(["audit", "--all"]) == 1
    (proof,) = store.notes_of(Pruefung)[::-1]
    assert (proof.laeufe, proof.geprueft, proof.belegt, len(proof.befunde)) == (1, 2, 0, 2)


def test_server_that_ends_waits_for_one_lauf_and_not_for_all(context: Context) -> None:
    for _ in range(5):
        finished_lauf(runstore(context))
    jobs = PruefungJobs(context)
    jobs.start()
    jobs.close()
    stand = jobs.stand()
    assert not (stand.laeuft or stand.fehler or stand.pruefung) and stand.fertig < stand.von == 5
    assert runstore(context).notes_of(Pruefung) == []

"""What people and checkers said of the same quotes, from a real store."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from core.errors import EingabeError
from core.runs.lauf import Urteil
from core.runs.store import Runstore
from core.support.checker_agreement import NOT_COMPARED, agreement_of, agreements
from core.support.verdict import Traegt, Verdict
from tests.runs.beispiele import finished_lauf

JA, NEIN, ANDERES, OFFEN = Verdict


def said_by(store: Runstore, lauf_id: str, traegt: Verdict | None, name: str = "Eva") -> Urteil:
    return store.save_urteil(
        Urteil(lauf_id, "LINDENBUND", "wahlprogramm", True, name, zitat=0, traegt=traegt)
    )


def checked(lauf_id: str, model: str = "m", verdict: Verdict = JA, zitat: int = 0) -> Traegt:
    return Traegt(
        lauf_id=lauf_id, partei="LINDENBUND", zitat=zitat, forderung="1", verdict=verdict, words="",
        model=model, prompt_version="1", created=datetime(2026, 11, 23, tzinfo=UTC),
    )  # fmt: skip


def test_what_people_say_a_quote_carries_is_kept_and_exported(store: Runstore) -> None:
    lauf_id = finished_lauf(store)
    kept = said_by(store, lauf_id, NEIN)
    assert store.load(lauf_id).urteile == (kept,) and kept.traegt is NEIN
    assert store.list_urteile(lauf_id) == [kept]
    (exported,) = store.export_json([lauf_id])["laeufe"][0]["urteil"]
    assert exported["traegt"] == "widerspricht" and exported["zustimmung"] is True


def test_only_a_quote_carries_and_a_person_decides(store: Runstore) -> None:
    lauf_id = finished_lauf(store)
    on_score = Urteil(lauf_id, "LINDENBUND", "wahlprogramm", True, "Eva", traegt=JA)
    for wrong in (on_score, replace(on_score, zitat=0, traegt=OFFEN)):
        with pytest.raises(EingabeError, match="nur von einem Zitat"):
            store.save_urteil(wrong)


def test_checkers_are_told_apart_and_only_counting_laeufe_count(store: Runstore) -> None:
    first, second, gone, demo = (finished_lauf(store, schluessel=f"s{n}", is_demo=n == 3) for n in range(4))
    for lauf_id in (first, second, gone, demo):
        store.save_traegt([checked(lauf_id), checked(lauf_id, "other", NEIN), checked(lauf_id, zitat=2)])
        said_by(store, lauf_id, JA)
        said_by(store, lauf_id, None, "Jo")
    store.delete([gone])
    found = agreements(store.list_pairs())
    assert {pruefer: (one.gesamt.richtig, one.gesamt.n) for pruefer, one in found.items()} == {
        ("m", "1"): (2, 2), ("other", "1"): (0, 2)
    }  # fmt: skip
    assert agreement_of(store.list_pairs(), "m", "2").satz == NOT_COMPARED


def test_a_quote_about_which_people_disagree_is_no_case(store: Runstore) -> None:
    lauf_id = finished_lauf(store)
    store.save_traegt([checked(lauf_id)])
    said_by(store, lauf_id, JA)
    said_by(store, lauf_id, NEIN, "Jo")
    assert agreements(store.list_pairs())["m", "1"].gesamt.n == 0
    said_by(store, lauf_id, JA, "Kim")
    assert agreements(store.list_pairs())["m", "1"].gesamt.n == 1


def test_checker_and_people_are_compared_forderung_by_forderung(store: Runstore) -> None:
    lauf_id = finished_lauf(store)
    store.save_traegt([checked(lauf_id), replace(checked(lauf_id, verdict=ANDERES), forderung="2", rang=1)])
    for forderung, verdict in (("1", JA), ("2", NEIN), ("3", JA)):
        said = Urteil(lauf_id, "LINDENBUND", "wahlprogramm", True, "Eva", zitat=0, traegt=verdict)
        store.save_urteil(replace(said, forderung=forderung))
    said_by(store, lauf_id, JA, "Jo")  # as it was stored before: on the first
    pairs = store.list_pairs()
    assert [(one.forderung, one.verdict, one.person) for one in pairs] == [
        ("1", JA, JA), ("1", JA, JA), ("2", ANDERES, NEIN)
    ]  # fmt: skip
    found = agreements(pairs)["m", "1"]
    assert (found.gesamt.richtig, found.gesamt.n) == (1, 2)


def test_only_a_quote_is_judged_on_a_forderung(store: Runstore) -> None:
    lauf_id = finished_lauf(store)
    with pytest.raises(EingabeError, match="nur ein Zitat"):
        store.save_urteil(Urteil(lauf_id, "LINDENBUND", "wahlprogramm", True, "Eva", forderung="1"))

"""What people said of quotes, from a real store."""

from dataclasses import replace

import pytest

from core.base.errors import EingabeError
from core.llm.verdict import Verdict
from core.runs.lauf import Urteil
from core.runs.store import Runstore
from tests.runs.beispiele import finished_lauf

JA, NEIN, ANDERES, OFFEN = Verdict


def said_by(store: Runstore, lauf_id: str, traegt: Verdict | None, name: str = "Eva") -> Urteil:
    return store.save_note(Urteil(lauf_id, "LINDENBUND", "wahlprogramm", True, name, zitat=0, traegt=traegt))


def test_what_people_say_a_quote_carries_is_kept_and_exported(store: Runstore) -> None:
    lauf_id = finished_lauf(store)
    kept = said_by(store, lauf_id, NEIN)
    assert store.load(lauf_id).urteile == (kept,) and kept.traegt is NEIN
    assert store.load(lauf_id).urteile == (kept,)
    (exported,) = store.export_json([lauf_id])["laeufe"][0]["notiz"]
    assert (exported["inhalt"]["traegt"], exported["inhalt"]["zustimmung"]) == ("widerspricht", True)


def test_only_a_quote_carries_and_a_person_decides(store: Runstore) -> None:
    lauf_id = finished_lauf(store)
    on_score = Urteil(lauf_id, "LINDENBUND", "wahlprogramm", True, "Eva", traegt=JA)
    for wrong in (on_score, replace(on_score, zitat=0, traegt=OFFEN)):
        with pytest.raises(EingabeError, match="nur von einem Zitat"):
            store.save_note(wrong)


def test_only_a_quote_is_judged_on_a_forderung(store: Runstore) -> None:
    lauf_id = finished_lauf(store)
    with pytest.raises(EingabeError, match="nur ein Zitat"):
        store.save_note(Urteil(lauf_id, "LINDENBUND", "wahlprogramm", True, "Eva", forderung="1"))

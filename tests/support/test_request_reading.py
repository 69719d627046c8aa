"""What a person should read: where quotes and points do not go together; and that files tell it."""

import json
from datetime import UTC, datetime

import pytest

from core.assessment.lauf_files import exported
from core.features.papers.lauf_report import report
from core.features.support.check import ReadingReason, read_request, reading_reason
from core.llm.verdict import Traegt, Verdict
from core.programme.context import Context
from core.runs.import_laeufe import import_json
from core.runs.store import Runstore, runstore
from tests.support.conftest import DREI, Quote, stored_lauf

GOOD, NEIN, ANDERES, OFFEN = Verdict.STUETZT, Verdict.WIDERSPRICHT, Verdict.ANDERES, Verdict.OFFEN


@pytest.mark.parametrize(
    ("verdict", "score", "grund"),
    [
        (NEIN, 6, ReadingReason.HOCH_GEGEN), (NEIN, 5.5, None), (NEIN, None, None),
        (GOOD, 4, ReadingReason.NIEDRIG_FUER), (GOOD, 4.5, None), (GOOD, 10, None),
        (ANDERES, 9, ReadingReason.ANDERES), (ANDERES, None, ReadingReason.ANDERES), (OFFEN, 9, None),
    ],
)  # fmt: skip
def test_why_a_quote_is_to_be_read(
    verdict: Verdict, score: float | None, grund: ReadingReason | None
) -> None:
    assert reading_reason(verdict, score) is grund


def row(lauf_id: str, partei: str, zitat: int, verdict: Verdict, minute: int = 0, model: str = "m") -> Traegt:
    return Traegt(
        lauf_id=lauf_id, partei=partei, zitat=zitat, forderung="1", verdict=verdict, words="", model=model,
        prompt_version="traegt v1", created=datetime(2026, 3, 5, 10, minute, tzinfo=UTC),
    )  # fmt: skip


def test_the_list_holds_the_last_word_on_each_quote_and_no_foreign_one(store: Runstore) -> None:
    fremd = Quote("MÜHLRAD", "Der Wald im Norden bleibt, wie er ist.", "…", fremd=True)
    lauf_id = stored_lauf(store, [*DREI, fremd], {"BRÜCKE": 8, "MÜHLRAD": 7})
    store.save_notes([
        row(lauf_id, "BRÜCKE", 0, NEIN), row(lauf_id, "BRÜCKE", 0, GOOD, 5, "n"),
        row(lauf_id, "BRÜCKE", 1, ANDERES), row(lauf_id, "MÜHLRAD", 0, NEIN),
        row(lauf_id, "MÜHLRAD", 1, NEIN),
    ])  # fmt: skip
    found = read_request(store.load(lauf_id), store.list_traegt(lauf_id))
    assert [(one.partei, one.zitat, one.grund) for one in found] == [
        ("BRÜCKE", 1, ReadingReason.ANDERES),
        ("MÜHLRAD", 0, ReadingReason.HOCH_GEGEN),
    ]
    assert found[1].score == 7 and found[1].text == DREI[2].text


def test_every_file_of_a_lauf_tells_it_and_reading_one_in_claims_nothing(
    context: Context, store: Runstore
) -> None:
    lauf_id = stored_lauf(store)
    before = report(context, [runstore(context).load(lauf_id)])
    assert "Ob die Zitate die Forderungen stützen, ist nicht geprüft." in before
    first = row(lauf_id, "BRÜCKE", 0, Verdict.STUETZT)
    store.save_notes([first])
    lines = exported(context, [lauf_id], "csv").decode("utf-8-sig").splitlines()
    assert "traegt;traegt_woerter" in lines[0] and ";stützt;" in lines[1] and ";nicht geprüft;" in lines[2]
    html = report(context, [runstore(context).load(lauf_id)])
    assert "Bei 1 von 3 Zitaten" in html and "Prüfmodell m zu Forderung 1: stützt" in html
    data = json.loads(exported(context, [lauf_id], "json"))
    assert data["laeufe"][0]["notiz"][0]["inhalt"]["verdict"] == "stuetzt"
    data["laeufe"][0]["lauf"]["id"] = "anderswo12"
    (here,) = import_json(store, data, context)
    assert here != lauf_id and store.list_traegt(here) == []

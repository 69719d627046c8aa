"""An Eichung through the real pipeline: what is asked, what is stored, what is not asked twice."""

import json
import re
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from core.base.errors import EingabeError
from core.features.eichung.eichbild import SPALTEN, answer_rows, eichbild
from core.features.eichung.run_calibration import (
    GIVEN_UP,
    WORKERS,
    Eichsatz,
    EichungItem,
    PlannedEichung,
    begin_calibration,
    effort_of,
    make_fragen,
    missing,
    run_calibration,
)
from core.programme.context import Context
from core.runs.load_laeufe import Filter
from core.runs.store import runstore
from tests.calibration.conftest import SATZ, first_theses, planned, reply
from tests.llm.modellserver import Reply, Request, antwort, modellserver, status


def run(context: Context, was: PlannedEichung, **options: Any) -> tuple[str, list[Any]]:
    eichung_id = begin_calibration(context, was)
    return eichung_id, list(run_calibration(context, was, eichung_id, **options))


def text_of(request: Request) -> str:
    return str(request.body["messages"][-1]["content"])


def test_every_thesis_is_asked_of_every_party(context: Context) -> None:
    found = make_fragen(context, first_theses(3)).fragen
    assert len({frage.key for frage in found}) == len(found) == 12
    assert [frage.these for frage in found] == [n for n in range(3) for _ in range(4)]


def test_what_cannot_be_asked_is_told_with_its_reason(context: Context) -> None:
    rows = [
        ("Musterland", 2024, "Lindenbund"), ("Musterland", 2019, "Lindenbund"), ("Tirol", 2019, "SPD"),
        ("Bundestag", 2025, "Gibt es nicht"), ("Bundestag", 2025, "SPD"),
    ]  # fmt: skip
    items = tuple(EichungItem(wahl, jahr, "X soll Y.", partei, 0) for wahl, jahr, partei in rows)
    found = make_fragen(context, Eichsatz("x", items))
    assert [frage.programm.id for frage in found.fragen] == ["lindenbund-demo-2024"]
    assert found.ausgelassen == {
        "kein Wahlprogramm dieser Wahl im Register": 1,
        "Wahl ohne Programme im Register": 1,
        "Partei nicht im Register": 1,
        "Wahlprogramm nicht eingelesen": 1,
    }
    with pytest.raises(EingabeError, match="Wahlprogramm nicht eingelesen: 1"):
        make_fragen(context, Eichsatz("x", items[-1:]))


def test_only_the_programme_of_that_party_and_election_is_shown(context: Context) -> None:
    with modellserver([reply(8)]) as server:
        was = planned(context, first_theses(1), server.url)
        eichung_id, _ = run(context, was)
        (asked,) = [text for text in map(text_of, server.requests) if "Partei: Lindenbund" in text]
    heads = re.findall(r"^\[Q\d+\] (.*)$", asked, re.MULTILINE)
    assert heads and all(head.startswith("Lindenbund, Wahlprogramm: Lindenbund Musterland") for head in heads)
    rows = {row["partei"]: row for row in runstore(context).eichung_rows(eichung_id)}
    assert len(rows["LINDENBUND"]["passagen"]) == len(heads) and was.satz.items[0].these in asked


def test_what_is_answered_is_not_asked_again(context: Context) -> None:
    with modellserver([reply(8)]) as server:
        was = planned(context, first_theses(2), server.url)
        first, steps = run(context, was)
        assert len(steps) == len(server.requests) == 8 and not any(step.fehler for step in steps)
        assert run(context, was) == (first, []) and len(server.requests) == 8
        assert effort_of(context, was).offen == 0
        other, _ = run(context, planned(context, first_theses(2), server.url, temperature=0.5))
    assert other != first
    store = runstore(context)
    assert [one.beantwortet for one in store.list_eichungen()] == [8, 8]
    assert all(one.finished for one in store.list_eichungen())
    assert store.count_laeufe(Filter()) == 0  # no list of Läufe shows it


def test_stopped_in_the_middle_it_goes_on(context: Context) -> None:
    with modellserver([reply(8)]) as server:
        was = planned(context, first_theses(3), server.url)
        eichung_id = begin_calibration(context, was)
        steps = run_calibration(context, was, eichung_id)
        next(steps)
        steps.close()
        stored = runstore(context).answered_keys(eichung_id)
        assert 1 <= len(stored) == len(server.requests) < len(was.fragen.fragen)
        run(context, was)
        assert len(server.requests) == len(was.fragen.fragen)


def test_a_real_model_by_its_protocol_and_null_is_an_abstention(context: Context) -> None:
    with modellserver([reply(9), reply(None), reply(3), reply(5)]) as server:
        eichung_id, steps = run(context, planned(context, first_theses(2), server.url))
    assert len(steps) == len(server.requests) == 8
    assert Counter(row["stand"] for row in runstore(context).eichung_rows(eichung_id)) == {
        "beantwortet": 7,
        "enthaltung": 1,
    }
    scores = Counter(row["score"] for row in runstore(context).eichung_rows(eichung_id, "score"))
    assert scores == {9: 1, None: 1, 3: 1, 5: 5}


REJECTED = status(401, "Incorrect API key provided", type="invalid_api_key")


@pytest.mark.parametrize(("reply", "least"), [(REJECTED, 1), (status(400, "Nichts ging."), GIVEN_UP)])
def test_it_ends_early_where_everything_fails_and_asks_again_later(
    context: Context, reply: Reply, least: int
) -> None:
    with modellserver([reply]) as server:
        was = planned(context, first_theses(6), server.url)
        eichung_id, steps = run(context, was)
        asked = len(server.requests)
    assert least <= len(steps) < least + WORKERS and 1 <= asked <= len(steps)
    assert all(step.fehler for step in steps)
    assert not runstore(context).answered_keys(eichung_id)
    assert len(missing(context, eichung_id, was.fragen)) == len(was.fragen.fragen)


def test_an_unreadable_answer_was_given_and_paid(context: Context) -> None:
    with modellserver([antwort("Das kann ich nicht.")]) as server:
        was = planned(context, first_theses(1), server.url)
        eichung_id, _ = run(context, was)
    rows = runstore(context).eichung_rows(eichung_id)
    assert {row["stand"] for row in rows} == {"unlesbar"} and missing(context, eichung_id, was.fragen) == []


def test_at_the_limit_nothing_more_is_begun(context: Context) -> None:
    with modellserver([replace(reply(7), usage=(2_000, 1_900))]) as server:
        was = planned(context, first_theses(3), server.url, modell="openai/gpt-4.1")
        told = effort_of(context, was)
        eichung_id, steps = run(context, was, limit=0.05)
        asked = len(server.books)
    assert told.usd and told.tokens_ein > 1000 * len(was.fragen.fragen) and told.offen == 12
    assert 1 <= len(steps) == asked <= 2 and not any(step.fehler for step in steps)
    assert len(runstore(context).answered_keys(eichung_id)) == len(steps)
    (stored,) = runstore(context).list_eichungen()
    assert stored.kosten == pytest.approx(asked * 0.0192) and stored.kosten <= 0.05


def test_a_model_that_knows_the_positions_is_right_and_every_answer_is_a_row(context: Context) -> None:
    """The whole shipped set through the whole pipeline."""
    items = {(item.these, item.partei): item.position for item in SATZ.items}
    names = {"Lindenbund": "LINDENBUND", "Leuchtturm": "LEUCHTTURM", "Die Brücke": "BRÜCKE"}

    def knows(request: Request) -> Any:
        text = text_of(request)
        (name,) = re.findall(r"^Partei: (.*)$", text, re.MULTILINE)
        these = next(these for these, _ in items if these in text)
        return reply({1: 9, 0: 5, -1: 1}[items[these, names.get(name, "MÜHLRAD")]])

    with modellserver(knows) as server:
        run(context, planned(context, SATZ, server.url))
    store = runstore(context)
    (eichung,) = store.list_eichungen()
    bild = eichbild(store, eichung)
    assert bild.gesamt.faelle == 104 and len(bild.parteien) == 4 and bild.thesen == 26
    assert bild.gesamt.abweichung.wert == 0 == bild.gesamt.enthaltung.wert
    rows: list[dict[str, Any]] = list(answer_rows(store, eichung))
    assert len(rows) == 104 and set(SPALTEN) <= set(rows[0])
    assert all(row["position"] == row["haltung"] for row in rows)
    assert all(json.loads(row["antwort"]) and row["passagen"] and row["begruendung"] for row in rows)

"""Answers that are too long, too many or no answers stay bounded in time and memory, and are told."""

import json
import resource
import time

import pytest

from core.base.errors import ModellFehler
from core.base.settings import Settings
from core.features.rubrics.judge import LONGEST_REASON, MOST_BOUND, MOST_QUOTES, FeldUrteil, bind_answer
from core.features.rubrics.judgement import list_rubrics
from core.features.rubrics.rubric import find_rubric
from core.programme.context import Context
from core.proof.antrag_citations import JudgedText
from core.runs.store import Runstore
from tests.llm.modellserver import antwort
from tests.rubrics.laeufe_here import QUOTE, TEXT, answered, judged, lauf_on, said

SECONDS, MEBIBYTES = 20.0, 400
"""Of computing. Each took under 4 s, and most of the memory is the server's that answers."""

FOURTEEN = 14 << 20


@pytest.mark.parametrize(
    "text",
    [
        json.dumps({"urteile": [said("x" * FOURTEEN)]}),
        json.dumps({"urteile": [said(*[QUOTE] * 10_000)]}),
        json.dumps({"urteile": [said(QUOTE)] * 10_000}),
        "[" * 2_000_000,
        '{"urteile":[' * 150_000,
        json.dumps({"urteile": [said(QUOTE, stufe=10**300)]}),
        "\x00\ud800".encode("utf-8", "replace").decode() * 1000,
    ],
    ids=["14 MB", "10,000 quotes", "10,000 fields", "brackets", "open objects", "huge level", "garbage"],
)
def test_a_hostile_answer_ends_soon_and_leaves_nothing_half(
    text: str, judging: Context, store: Runstore
) -> None:
    judged(judging, lauf_on(store, TEXT + "Zuerst."), said(QUOTE))  # loads what answers every request
    lauf_id = lauf_on(store)
    start, before = time.process_time(), _peak()
    try:
        found, _ = answered(judging, lauf_id, [antwort(text)])
        assert found.fields == () and found.refused
    except ModellFehler as reason:
        assert len(str(reason)) < 2000
        assert list_rubrics(store, lauf_id) == []
    assert time.process_time() - start < SECONDS and _peak() - before < MEBIBYTES


def _peak() -> int:
    """MiB that this process had at most."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10


def test_so_many_quotes_are_looked_for_and_the_others_told() -> None:
    rubric = find_rubric(Context(Settings()), "gwoe-gemeinden")
    level = rubric.levels[0].wert
    entries = [
        FeldUrteil.model_construct(**said(*[QUOTE] * 50, feld=field.id, stufe=level, grund="x" * 9000))
        for field in rubric.fields
    ]
    found, refused = bind_answer(rubric, [*entries, *entries], JudgedText(TEXT))
    counts = [len(one.quotes) for one in found]
    assert counts == [MOST_QUOTES] * (MOST_BOUND // MOST_QUOTES) + [0] * (25 - MOST_BOUND // MOST_QUOTES)
    assert "30 Zitate über der Höchstzahl" in refused[0]
    assert "50 Zitate über der Höchstzahl" in refused[24]
    assert len(refused) == 50 and "steht zweimal" in refused[-1]
    assert {len(one.reason) for one in found} == {LONGEST_REASON}

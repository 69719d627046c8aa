"""Hostile answers: read, refused with a reason, and bound, whatever a model says; nothing ever raises."""

import json
import random
from collections.abc import Iterator
from typing import Any

from core.assessment.parteiteil import bind_answer
from core.llm.antwort import AntragAntwort, FrageAntwort, NachfrageAntwort, ParteiAntwort, read_answer
from core.wortlaut.records import Fundstelle
from tests.citations.test_eigenschaften import OWN, chunks, quelle
from tests.citations.test_zufall_zitate import cases as quotes

SHARE = 400
SCHEMAS: tuple[Any, ...] = (ParteiAntwort, AntragAntwort, FrageAntwort, NachfrageAntwort)
VALUES: tuple[Any, ...] = (
    None, True, 0, 7, -1, 10**4000, 1e308, float("nan"), float("inf"), "", "7/10", "7,5", "\u0667",
    "\ud800", "a\x00b", [], {}, [[]], ["x"] * 300, {"text": "x"}, [{"text": None}], "x" * 30_000, [None],
    {"a": {"b": {}}}, "</quellen>", "{0.__class__}",
)  # fmt: skip
NAMES = (
    "fraktion", "wahlprogramm", "parteiprogramm", "score", "begruendung", "zitate", "text", "quelle",
    "titel", "themen", "zusammenfassung", "staerken", "aussagen", "antwort", "__class__", "",
)  # fmt: skip
NOISE = (
    "{", "}", "[", "]", '"', "\\", "```json\n", "```", "<think>", "</think>", ",", ":", "\\ud800",
    "\\u0000", " ", "\n", "null",
)  # fmt: skip


def cases(rng: random.Random) -> Iterator[str]:
    """Right answers with wrong values in them, nested and doubled, and then broken as texts."""
    quote = quotes(rng)
    while True:
        urteil: dict[str, Any] = {
            "score": 7,
            "begruendung": "Weil.",
            "zitate": [{"text": next(quote), "quelle": "Q1"}],
        }
        data: dict[str, Any] = {"fraktion": "BRÜCKE", "wahlprogramm": urteil, "parteiprogramm": None}
        for _ in range(rng.choice((0, 1, 1, 3))):
            target = rng.choice((data, urteil))
            target[rng.choice(NAMES)] = rng.choice(VALUES)
        text = json.dumps(data, ensure_ascii=rng.random() < 0.5)
        for _ in range(rng.choice((0, 0, 1, 3, 30))):
            at = rng.randrange(len(text) + 1)
            text = (
                text[:at] + rng.choice(NOISE) * rng.choice((1, 1, 200)) + text[at + rng.choice((0, 0, 5)) :]
            )
        yield rng.choice(
            (
                text, json.dumps(text), f"```json\n{text}\n```", f"<think>{text}</think>{text}",
                text[: len(text) // 2],
            )
        )  # fmt: skip


def attempt(case: str) -> int:
    """As how many kinds of answer it is read."""
    read = 0
    for schema in SCHEMAS:
        try:
            answer = read_answer(case, schema)
        except ValueError as reason:
            assert str(reason) and len(str(reason)) < 5000
            continue
        read += 1
        stored = json.dumps(answer.model_dump(mode="json"), ensure_ascii=False, allow_nan=False)
        stored.encode()  # what cannot be written as UTF-8, no database takes
        assert "\x00" not in stored
        if schema is ParteiAntwort:
            _bind(answer)
    return read


def _bind(answer: ParteiAntwort) -> None:
    shown = [Fundstelle(c, 0.5) for c in chunks(OWN)]
    _, zitate = bind_answer("BRÜCKE", shown, {OWN: quelle(OWN)}, answer, False)
    emitted = [one.text for urteil in answer.urteile.values() for one in urteil.zitate]
    assert [zitat.text for zitat in zitate] == emitted


def test_random_answers_are_read_or_refused() -> None:
    found = cases(random.Random(4711))
    read = sum(attempt(next(found)) for _ in range(SHARE))
    assert SHARE / 20 < read < 4 * SHARE

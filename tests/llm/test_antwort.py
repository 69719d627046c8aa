import time
from contextlib import suppress
from typing import Any

import pytest

from core.llm.antwort import LARGEST, AntragAntwort, ParteiAntwort, fault_text, find_json

LEER: dict[str, Any] = {"score": None, "begruendung": "", "zitate": []}
ANTRAG = {"titel": "Gärten für alle", "zusammenfassung": "Jeder Ort soll einen Garten bekommen."}


def partei(**urteil: Any) -> dict[str, Any]:
    data = {
        "fraktion": "Gartenpartei",
        "wahlprogramm": {"begruendung": "Weil.", **urteil},
        "parteiprogramm": None,
    }
    return ParteiAntwort.model_validate(data).model_dump(mode="json")


def fault(schema: type[ParteiAntwort] | type[AntragAntwort], data: object) -> str:
    with pytest.raises(ValueError) as caught:
        schema.model_validate(data)
    return fault_text(caught.value)


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (7, 7), (7.0, 7), (7.5, 7.5), ("7", 7), ("7/10", 7), ("7 / 10", 7), ("7,5", 7.5), ("7 von 10", 7),
        (0, 0), (10, 10), (None, None), ("null", None), ("", None),
    ],
)  # fmt: skip
def test_score_is_read_however_it_is_written(written: object, read: float | None) -> None:
    score = partei(score=written)["wahlprogramm"]["score"]
    assert (score, type(score)) == (read, type(read))


@pytest.mark.parametrize("written", [11, -1, "12", "-3", "hoch", True, [7], "7/5", "70/100", float("nan")])
def test_score_that_is_no_number_from_0_to_10_is_told(written: object) -> None:
    data = {"fraktion": "A", "wahlprogramm": {"score": written, "begruendung": "x"}, "parteiprogramm": LEER}
    assert fault(ParteiAntwort, data).startswith("wahlprogramm.score: muss ")


def test_missing_score_is_told_for_it_may_not_be_guessed() -> None:
    data = {"fraktion": "A", "wahlprogramm": {"begruendung": "x"}, "parteiprogramm": LEER}
    assert fault(ParteiAntwort, data) == "wahlprogramm.score: fehlt."


def test_score_without_reason_is_told() -> None:
    data = {"fraktion": "A", "wahlprogramm": {"score": 3}, "parteiprogramm": LEER}
    assert fault(ParteiAntwort, data) == "wahlprogramm: begruendung fehlt zu einem score."


def test_missing_lists_are_empty_and_further_fields_are_left_out() -> None:
    assert partei(score=5, laune="gut")["wahlprogramm"] == {"score": 5, "begruendung": "Weil.", "zitate": []}
    assert partei(score=5)["parteiprogramm"] == LEER


def test_quote_may_come_as_a_mere_text() -> None:
    zitate = partei(score=5, zitate=["Gärten für alle.", {"text": "Mehr Bäume.", "quelle": "Q2"}])
    assert zitate["wahlprogramm"]["zitate"] == [
        {"text": "Gärten für alle.", "quelle": "", "forderung": "", "haltung": ""},
        {"text": "Mehr Bäume.", "quelle": "Q2", "forderung": "", "haltung": ""},
    ]


@pytest.mark.parametrize(
    ("given", "read"),
    [("stuetzt", "stuetzt"), (" Stützt ", "stuetzt"), ("offen", ""), ("ja!", ""), (None, ""), (7, "")],
)
def test_a_stance_is_read_by_key_or_word_and_what_is_none_is_no_fault(given: object, read: str) -> None:
    zitat = {"text": "Gärten für alle.", "haltung": given, "forderung": None}
    (found,) = partei(score=5, zitate=[zitat])["wahlprogramm"]["zitate"]
    assert (found["haltung"], found["forderung"]) == (read, "")


def test_only_five_faults_are_told() -> None:
    data = {"fraktion": "A", "wahlprogramm": {"score": 1, "begruendung": "x", "zitate": [{}] * 30}}
    assert fault(ParteiAntwort, data).count(";") == 4


def test_themen_beyond_ten_are_cut_and_too_few_are_taken() -> None:
    many = AntragAntwort.model_validate({**ANTRAG, "themen": [f"Thema {n}" for n in range(12)]})
    assert many.model_dump(mode="json")["themen"] == [f"Thema {n}" for n in range(10)]
    few = AntragAntwort.model_validate({**ANTRAG, "themen": "Gärten", "staerken": None})
    assert (few.themen, few.staerken, few.aenderungen) == (["Gärten"], [], [])


@pytest.mark.parametrize("schema", [ParteiAntwort, AntragAntwort])
def test_schema_allows_nothing_else_and_requires_everything(schema: type[ParteiAntwort]) -> None:
    content = schema.model_json_schema()
    for one in (content, *content.get("$defs", {}).values()):
        assert one["additionalProperties"] is False
        assert one["required"] == list(one["properties"])


@pytest.mark.parametrize(
    "text",
    [
        '{"a": 1}', 'Hier {wie gewünscht}: {"a": 1} – fertig.', '```json\n{"a": 1}\n```', '"{\\"a\\": 1}"',
        '<think>{"a": 2}?</think>{"a": 1}', '\ufeff{"a": 1}', '```\n{"a": 1}\n``` oder ```\n{"a": 2}\n```',
    ],
)  # fmt: skip
def test_object_is_found_in_whatever_surrounds_it(text: str) -> None:
    assert find_json(text) == {"a": 1}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Das weiß ich nicht.", "kein JSON-Objekt"),
        ("[1, 2]", "kein JSON-Objekt"),
        ('{"liste": [{"text": "ganz"}, {"text": "hal', "bricht ab"),
        ('{"a":' * 100_000, "bricht ab"),
    ],
)
def test_text_without_a_whole_object_is_told(text: str, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        find_json(text)


WORST = 1_000_000
FIRST = ("```json\n", '{"a": "', "<think>", '"', "{")


@pytest.mark.parametrize(
    "unit",
    [
        "<think>", "<think></think>", "{", "[", '"', "\\", '\\"', "```", "```\n", "```json", "``` ", " ",
        "\n", "{ ",
        '{"', '{"a":', "[[", '"{', "0", "1e", "-", "<think>{", "</think>", "\ud800", "\x00", "{}", '{"a":1}',
    ],
)  # fmt: skip
@pytest.mark.parametrize("first", [
    "", *(pytest.param(first, marks=pytest.mark.night) for first in FIRST),
])  # fmt: skip
def test_reading_the_worst_answer_takes_no_longer_than_its_length(first: str, unit: str) -> None:
    text = first + (unit * WORST)[: WORST - len(first)]
    begin = time.process_time()
    with suppress(ValueError):
        find_json(text)
    assert time.process_time() - begin < 3  # measured 0.1 s; the quadratic way took minutes


def test_answer_beyond_the_largest_is_not_read() -> None:
    with pytest.raises(ValueError, match="gelesen werden höchstens 2000000"):
        find_json("{" + " " * LARGEST)


@pytest.mark.parametrize(
    "written",
    [
        10**4000, -(10**4000), 10**400, float("inf"), "1e999", "1" * WORST, "-" + "1" * WORST,
        "\u0667", "\uff17", "7" * 9,
        "7.5.5", "0x7", "1_0", {"a": 1}, [1], True, False, "\ud800", "NaN", "Infinity", 7 + 1e9,
    ],
)  # fmt: skip
def test_hostile_score_costs_nothing_but_a_fault(written: object) -> None:
    data = {"fraktion": "A", "wahlprogramm": {"score": written, "begruendung": "x"}, "parteiprogramm": LEER}
    told = fault(ParteiAntwort, data)
    assert told.startswith("wahlprogramm.score: muss ") and len(told) < 200


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        ("begruendung", "x" * 20_001, "hat 20001 Zeichen; möglich sind 20000"),
        ("zitate", ["x"] * 201, "hat 201 Zitate; möglich sind 200"),
        ("zitate", {"text": "x"}, "muss eine Liste sein"),
        ("begruendung", 7, "muss ein Text sein"),
        ("begruendung", ["x"], "muss ein Text sein"),
    ],
)
def test_every_field_is_bounded(field: str, value: object, told: str) -> None:
    data = {"fraktion": "A", "wahlprogramm": {"score": 1, "begruendung": "x", field: value}}
    assert told in fault(ParteiAntwort, {**data, "parteiprogramm": LEER})
    assert "fraktion: hat 501 Zeichen" in fault(ParteiAntwort, {**data, "fraktion": "F" * 501})


def test_what_no_database_keeps_is_taken_out() -> None:
    found = partei(score=5, begruendung="a\ud800b\x00c\nd", zitate=["e\udfff\x1bf"])["wahlprogramm"]
    assert found["begruendung"] == "a�b�c\nd"
    assert found["zitate"][0]["text"] == "e��f"


def test_thinking_that_never_ends_hides_no_answer() -> None:
    assert find_json('<think>a</think> <think>b</think>{"a": 1}') == {"a": 1}
    assert find_json('<think>hm {"a": 1}') == {"a": 1}

"""The file of questions an analyst writes."""

import json
from pathlib import Path

import pytest

from core.errors import EingabeError
from core.evaluation.gold import GoldFrage, read_gold
from core.settings import ROOT


def write(folder: Path, data: object) -> Path:
    path = folder / "gold.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


def test_one_page_several_pages_and_no_statement(tmp_path: Path) -> None:
    entries = [
        {"frage": " Tempolimit? ", "programm": "spd-bund-2025.pdf", "seite": 4},
        {"frage": "Maut?", "programm": "spd-bund-2025", "seite": [5, 6]},
        {"frage": "Mars?", "programm": "spd-bund-2025", "seite": None},
    ]
    expected = [
        GoldFrage("Tempolimit?", "spd-bund-2025", (4,)),
        GoldFrage("Maut?", "spd-bund-2025", (5, 6)),
        GoldFrage("Mars?", "spd-bund-2025", ()),
    ]
    assert read_gold(write(tmp_path, entries)) == expected
    assert read_gold(write(tmp_path, {"herkunft": "selbst", "eintraege": entries})) == expected


def test_quote_without_page_is_left_out_not_taken_for_silence(tmp_path: Path) -> None:
    entries = [{"frage": "A?", "programm": "x", "seite": None, "zitat": "So soll es sein."}]
    assert read_gold(write(tmp_path, entries)) == []


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([], "enthält keine Einträge"),
        ({"fragen": []}, "enthält keine Einträge"),
        (["A?"], "Eintrag 1: erwartet wird ein Objekt"),
        ([{"frage": "", "programm": "x", "seite": 1}], "müssen Texte sein"),
        ([{"frage": "A?", "programm": 7, "seite": 1}], "müssen Texte sein"),
        ([{"frage": "A?", "programm": "x", "seite": 0}], "Seitenzahlen ab 1"),
        ([{"frage": "A?", "programm": "x", "seite": "vier"}], "Seitenzahlen ab 1"),
    ],
)
def test_mistakes_are_told_with_their_entry(tmp_path: Path, data: object, message: str) -> None:
    with pytest.raises(EingabeError, match=message):
        read_gold(write(tmp_path, data))


def test_missing_file_and_no_json_are_told(tmp_path: Path) -> None:
    with pytest.raises(EingabeError, match="lässt sich nicht lesen"):
        read_gold(tmp_path / "fehlt.json")
    (tmp_path / "text.json").write_text("Hallo")
    with pytest.raises(EingabeError, match="ist kein JSON"):
        read_gold(tmp_path / "text.json")


def test_demo_questions_can_be_read() -> None:
    gold = read_gold(ROOT / "data" / "demo" / "gold.json")
    assert len(gold) > 20 and any(not gold_frage.seiten for gold_frage in gold)

"""Known sentences and questions with their page, on the indexed demo."""

import json
import math
from pathlib import Path

import numpy as np
import pytest

from core.base.errors import EingabeError
from core.base.settings import ROOT
from core.features.eichung.search_quality import (
    ABSCHNITTE,
    DOKUMENTE,
    PASSAGEN,
    GoldFrage,
    HitPlace,
    draw_sentences,
    mean_with_interval,
    measure_gold,
    measure_sentences,
    of_ranks,
    read_gold,
)
from core.programme.context import Context
from core.search.suchraum import Method, Suchraum

USUAL = f"Passagen, {Method.UMFELD}"
"""What searches where nothing else is chosen."""

GOLD = ROOT / "data" / "demo" / "gold.json"


@pytest.fixture(scope="module")
def space(demo: Context) -> Suchraum:
    return Suchraum.of(demo)


def nothing(space: Suchraum, frage: str, count: int) -> list[HitPlace]:
    return []


def test_drawn_sentences_stand_on_their_page(space: Suchraum) -> None:
    saetze = draw_sentences(space, 40)
    assert saetze == draw_sentences(space, 40) and len({satz.programm_id for satz in saetze}) >= 4
    blocks = space.blocks
    for satz in saetze:
        pages = {
            seite for c in blocks[satz.programm_id].chunks() if satz.frage in c.text for seite in c.seiten
        }
        assert pages.issuperset(satz.seiten) and satz.frage[-1] in ".!?"


def test_search_finds_sentences_and_a_search_without_hits_none(space: Suchraum) -> None:
    saetze = draw_sentences(space, 20)
    found = measure_sentences(space, saetze, PASSAGEN[USUAL])
    assert found["hit@5"].wert >= 0.95
    assert all(mass.wert == 0 for mass in measure_sentences(space, saetze, nothing).values())


def test_programmes_are_counted_as_such_however_many_passages_each_shows(space: Suchraum) -> None:
    """The fifth Programm is the right one; its passage comes thirteenth."""
    (satz,) = draw_sentences(space, 1)

    def fifth(space: Suchraum, frage: str, count: int) -> list[HitPlace]:
        others = [HitPlace(f"programm-{rang}", (1,), rang) for rang in range(4) for _ in range(3)]
        return [*others, HitPlace(satz.programm_id, (99,), 4)]

    assert measure_sentences(space, [satz], fifth)["Programm hit@5"].wert == 1
    for name, strategie in {**PASSAGEN, **ABSCHNITTE, **DOKUMENTE}.items():
        places = strategie(space, satz.frage, 3)
        assert sorted({ort.rang for ort in places}) == [0, 1, 2], name
        groups = [{ort.programm_id for ort in places if ort.rang == rang} for rang in range(3)]
        assert all(len(group) == 1 for group in groups)
        assert len(places) > 3 or name not in DOKUMENTE


def test_gold_asks_one_programm_only(space: Suchraum) -> None:
    asked = []

    def remember(space: Suchraum, frage: str, count: int) -> list[HitPlace]:
        asked.append(space.programme)
        return [HitPlace("bruecke-demo-2024", (3, 4)), HitPlace("bruecke-demo-2024", (9,))]

    gold = [GoldFrage("Kita?", "bruecke-demo-2024", (9,)), GoldFrage("Kita?", "bruecke-demo-2024", (4,))]
    masse = measure_gold(space, gold, remember)
    assert asked == [frozenset(["bruecke-demo-2024"])] * 2
    assert masse["hit@1"].wert == 0.5 and masse["hit@5"].wert == 1 and masse["MRR"].wert == 0.75


# --- the file of questions an analyst writes ----------------------------------------------------------------


def write(folder: Path, data: object) -> Path:
    path = folder / "gold.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


def test_one_page_several_pages_and_those_without_are_left_out(tmp_path: Path) -> None:
    entries = [
        {"frage": " Tempolimit? ", "programm": "spd-bund-2025.pdf", "seite": 4},
        {"frage": "Maut?", "programm": "spd-bund-2025", "seite": [5, 6]},
        {"frage": "Mars?", "programm": "spd-bund-2025", "seite": None},
    ]
    expected = [GoldFrage("Tempolimit?", "spd-bund-2025", (4,)), GoldFrage("Maut?", "spd-bund-2025", (5, 6))]
    assert read_gold(write(tmp_path, entries)) == expected
    assert read_gold(write(tmp_path, {"herkunft": "selbst", "eintraege": entries})) == expected


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


# --- measures against values worked out by hand -------------------------------------------------------------


def test_hits_count_what_came_early_enough() -> None:
    measures = of_ranks([0, 4, 5, None])
    assert measures["hit@1"].tolist() == [1, 0, 0, 0]
    assert measures["hit@5"].tolist() == [1, 1, 0, 0]
    assert measures["MRR"].tolist() == pytest.approx([1, 1 / 5, 1 / 6, 0])


def test_interval_holds_the_mean_and_narrows_with_more_questions() -> None:
    few, many = (mean_with_interval(np.array([0.0, 1.0] * count)) for count in (10, 1000))
    assert few.von < few.wert == 0.5 < few.bis
    assert few.bis - few.von == pytest.approx(2 * 1.96 * 0.5 / math.sqrt(20), rel=0.15)
    assert many.bis - many.von < (few.bis - few.von) / 5
    assert math.isnan(mean_with_interval(np.array([])).wert)

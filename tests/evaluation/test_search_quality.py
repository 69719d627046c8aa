"""Known sentences and questions with their page, on the indexed demo."""

from dataclasses import replace
from pathlib import Path

import pytest

from core.context import Context
from core.errors import EingabeError
from core.evaluation.evaluation_report import evaluate
from core.evaluation.gold import Goldfrage
from core.evaluation.search_quality import draw_saetze, measure_gold, measure_saetze, measure_silence
from core.evaluation.search_strategies import ABSCHNITTE, DOKUMENTE, PASSAGEN, VORGABE, Trefferort
from core.search.suchraum import Suchraum, suchraum
from core.settings import ROOT

GOLD = ROOT / "data" / "demo" / "gold.json"


@pytest.fixture(scope="module")
def raum(demo: Context) -> Suchraum:
    return suchraum(demo)


def nothing(raum: Suchraum, frage: str, count: int) -> list[Trefferort]:
    return []


def test_drawn_sentences_stand_on_their_page(raum: Suchraum) -> None:
    saetze = draw_saetze(raum, 40)
    assert saetze == draw_saetze(raum, 40) and len({satz.programm_id for satz in saetze}) >= 4
    blocks = {name: block for sammlung in raum.sammlungen for name, block in sammlung.blocks.items()}
    for satz in saetze:
        pages = {
            seite for c in blocks[satz.programm_id].chunks() if satz.text in c.text for seite in c.seiten
        }
        assert pages.issuperset(satz.seiten) and satz.text[-1] in ".!?"


def test_search_finds_sentences_and_a_search_without_hits_none(raum: Suchraum) -> None:
    saetze = draw_saetze(raum, 20)
    found = measure_saetze(raum, saetze, PASSAGEN[VORGABE])
    assert found["Seite hit@5"].wert >= 0.95 and found["Seite hit@1"].anzahl == 20
    assert all(mass.wert == 0 for mass in measure_saetze(raum, saetze, nothing).values())


def test_programmes_are_counted_as_such_however_many_passages_each_shows(raum: Suchraum) -> None:
    """The fifth Programm is the right one; its passage comes thirteenth."""
    (satz,) = draw_saetze(raum, 1)

    def fifth(raum: Suchraum, frage: str, count: int) -> list[Trefferort]:
        others = [Trefferort(f"programm-{rang}", (1,), 0.5, rang) for rang in range(4) for _ in range(3)]
        return [*others, Trefferort(satz.programm_id, (99,), 0.4, 4)]

    assert measure_saetze(raum, [satz], fifth)["Programm hit@5"].wert == 1
    for name, strategie in {**PASSAGEN, **ABSCHNITTE, **DOKUMENTE}.items():
        orte = strategie(raum, satz.text, 3)
        assert sorted({ort.rang for ort in orte}) == [0, 1, 2], name
        groups = [{ort.programm_id for ort in orte if ort.rang == rang} for rang in range(3)]
        assert all(len(group) == 1 for group in groups)
        assert len(orte) > 3 or name not in DOKUMENTE


def test_gold_asks_one_programm_only(raum: Suchraum) -> None:
    asked = []

    def remember(raum: Suchraum, frage: str, count: int) -> list[Trefferort]:
        asked.append(raum.programme)
        return [Trefferort("bruecke-demo-2024", (3, 4), 0.5), Trefferort("bruecke-demo-2024", (9,), 0.4)]

    gold = [Goldfrage("Kita?", "bruecke-demo-2024", (9,)), Goldfrage("Kita?", "bruecke-demo-2024", (4,))]
    masse = measure_gold(raum, gold, remember)
    assert asked == [frozenset(["bruecke-demo-2024"])] * 2
    assert masse["hit@1"].wert == 0.5 and masse["hit@5"].wert == 1 and masse["MRR"].wert == 0.75


def test_a_page_counts_once_for_the_gain(raum: Suchraum) -> None:
    def twice(raum: Suchraum, frage: str, count: int) -> list[Trefferort]:
        return [Trefferort("bruecke-demo-2024", (9,), 0.5)] * 2

    masse = measure_gold(raum, [Goldfrage("Kita?", "bruecke-demo-2024", (9,))], twice)
    assert masse["nDCG@10"].wert == 1


def test_silence_is_told_by_the_best_value(raum: Suchraum) -> None:
    def by_words(raum: Suchraum, frage: str, count: int) -> list[Trefferort]:
        return [Trefferort("bruecke-demo-2024", (1,), len(frage) / 100)]

    long, short = Goldfrage("eine lange Frage", "bruecke-demo-2024", (1,)), Goldfrage("kurz", "x", ())
    assert measure_silence(raum, [long], [short], by_words) == 1
    assert measure_silence(raum, [short], [long], by_words) == 0


def test_report_covers_every_strategy_and_what_is_given(demo: Context) -> None:
    befunde = list(evaluate(demo, 3, GOLD))
    names = {(befund.fragen, befund.strategie) for befund in befunde}
    assert names >= {("Sätze", name) for name in {**PASSAGEN, **ABSCHNITTE, **DOKUMENTE}}
    assert names >= {("Goldfragen", name) for name in {**PASSAGEN, **ABSCHNITTE}}
    assert names >= {("Keine Aussage", name) for name in PASSAGEN}
    ours = next(b for b in befunde if (b.fragen, b.strategie) == ("Goldfragen", VORGABE))
    assert ours.masse["hit@5"].wert == 1 and ours.modell == demo.embedder.name


def test_gold_on_programmes_not_indexed_is_told(demo: Context, tmp_path: Path) -> None:
    path = tmp_path / "gold.json"
    path.write_text('[{"frage": "Rente?", "programm": "spd-bund-1949", "seite": 1}]')
    with pytest.raises(EingabeError, match="spd-bund-1949"):
        list(evaluate(demo, 1, path))


def test_only_chosen_programme_are_drawn_from(raum: Suchraum) -> None:
    only = replace(raum, programme=frozenset(["muehlrad-demo-2024"]))
    assert {satz.programm_id for satz in draw_saetze(only, 10)} == {"muehlrad-demo-2024"}

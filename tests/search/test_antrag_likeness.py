"""Whose programme an Antrag sounds like, whatever its length."""

import random
from dataclasses import replace

import pytest

from core.antrag.antrag import Antrag, Forderung
from core.context import Context
from core.search.antrag_likeness import passung, sentences_of
from core.search.suchraum import Suchraum, suchraum
from tests.sammlungen import BRUECKE, LEUCHTTURM, LINDENBUND, sammlung_of

WORDS = {
    "tal": "Tal Fluss Ufer Deich Wasser Aue Fisch Mühle Quelle Brücke Boot Regen Pegel Teich Bach".split(),
    "berg": "Berg Gipfel Fels Schnee Lift Hütte Alm Pfad Seil Grat Schlucht Lawine Piste Wand Steig".split(),
}


def texts(kind: str, count: int, seed: int) -> list[str]:
    draw = random.Random(seed)
    return [
        f"Wir fördern {' und '.join(draw.choices(WORDS[kind], k=8))} im ganzen Land." for _ in range(count)
    ]


@pytest.fixture
def space(demo: Context) -> Suchraum:
    return suchraum(demo, bundesland="DEMO")


def antrag_on(kind: str) -> Antrag:
    return Antrag("", forderungen=tuple(Forderung(str(i), text) for i, text in enumerate(texts(kind, 6, 99))))


@pytest.mark.parametrize("kind", ["tal", "berg"])
def test_own_wording_wins_against_ten_times_the_length(space: Suchraum, kind: str) -> None:
    counts = {"tal": 20, "berg": 20} | {("berg" if kind == "tal" else "tal"): 200}
    sammlung = sammlung_of({name: texts(name, count, 1) for name, count in counts.items()})
    shares = passung(replace(space, sammlungen=(sammlung,)), antrag_on(kind), list(WORDS))
    assert shares[kind] > 0.6 and sum(shares.values()) == pytest.approx(1)


def test_longer_programme_of_the_same_words_gains_nothing(space: Suchraum) -> None:
    def share(count: int) -> float:
        sammlung = sammlung_of({"tal": texts("tal", count, 1), "berg": texts("berg", 60, 2)})
        both = Antrag("", forderungen=(*antrag_on("tal").forderungen, *antrag_on("berg").forderungen))
        return passung(replace(space, sammlungen=(sammlung,)), both, list(WORDS))["tal"]

    assert share(60) == pytest.approx(0.5, abs=0.05)
    assert share(240) == pytest.approx(share(60), abs=0.05)


@pytest.mark.parametrize("programm_id", [BRUECKE, LEUCHTTURM, LINDENBUND])
def test_passages_of_a_programme_sound_like_it(space: Suchraum, programm_id: str) -> None:
    (block,) = (s.blocks[programm_id] for s in space.sammlungen if programm_id in s.blocks)
    own = 0
    for text in block.texts():
        shares = passung(space, Antrag(text, feststellung=text), [BRUECKE, LEUCHTTURM, LINDENBUND])
        own += max(shares, key=lambda name: shares[name]) == programm_id
    assert own / len(block.rows) > 0.7


def test_one_programme_alone_has_all_and_unknown_ones_none(space: Suchraum) -> None:
    antrag = antrag_on("tal")
    assert passung(space, antrag, [BRUECKE]) == {BRUECKE: 1.0}
    assert passung(space, antrag, ["spd-bund-1949"]) == {}
    assert set(passung(space, antrag, [BRUECKE, LEUCHTTURM, "spd-bund-1949"])) == {BRUECKE, LEUCHTTURM}


def test_title_counts_only_where_nothing_else_is_said() -> None:
    forderung = Forderung("1", "Das Land baut an jeder Schule einen Garten.")
    assert sentences_of(Antrag("", titel="Schulgärten im Land", forderungen=(forderung,))) == [forderung.text]
    assert sentences_of(Antrag("Text", titel="Schulgärten im Land")) == ["Schulgärten im Land"]

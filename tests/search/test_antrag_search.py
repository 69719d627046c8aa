"""What an Antrag finds in each party's programmes, on the indexed demo."""

import random
from dataclasses import replace
from datetime import date

import numpy as np
import pytest

from core.antrag.antrag import Antrag, Forderung
from core.base.errors import EingabeError
from core.llm.prompt_sources import format_quotes_for_prompt
from core.programme.context import Context
from core.search.antrag_search import (
    BEGRUENDUNG,
    AntragSearch,
    _in_turn,
    concern,
    get_relevant_quotes_for_antrag,
    passung,
)
from core.search.geltung import choose_programme
from core.search.suchraum import Suchraum
from core.wortlaut.records import PROGRAMM_TYPEN, Typ
from tests.sammlungen import BRUECKE, LEUCHTTURM, LINDENBUND, sammlung_of

TEXT = """Antrag der Fraktion Bündnis Mühlrad
Bus, Bahn und Kita für alle
Der Landtag möge beschließen:
Die Landesregierung wird aufgefordert,
1. die Wieltalbahn zwischen Tarnau und Kleen wieder in Betrieb zu nehmen,
2. die Kita in allen Jahren gebührenfrei zu machen.
Begründung
Viele Familien sind auf Bus und Bahn angewiesen, und die Gebühren der Kita drücken sie."""
DAY = date(2025, 3, 1)
FORDERUNGEN = (
    Forderung("1", "Die Wieltalbahn zwischen Tarnau und Kleen soll wieder fahren."),
    Forderung("2", "Die Kita soll in allen Jahren gebührenfrei sein."),
)


def test_each_party_answers_from_its_own_programmes(demo: Context) -> None:
    found = get_relevant_quotes_for_antrag(
        TEXT, ["Mühlrad"], "DEMO", datum=DAY, weitere=["Lindenbund"], context=demo
    )
    registry = demo.registry
    assert set(found) == {"BRÜCKE", "MÜHLRAD", "LINDENBUND"}  # two of them govern: Kabinett Sommer
    for partei, own in found.items():
        programme = [registry.programme[f.chunk.programm_id] for f in own]
        assert {programm.partei for programm in programme} <= {partei}
        for typ in PROGRAMM_TYPEN:
            assert sum(programm.typ is typ for programm in programme) <= 2
        assert [p.typ for p in programme] == sorted((p.typ for p in programme), key=list(Typ).index)


def test_every_forderung_has_its_turn(demo: Context) -> None:
    antrag = Antrag("", forderungen=FORDERUNGEN)
    auswahl = choose_programme(demo, "DEMO", DAY, ["Mühlrad"], ["Brücke", "Leuchtturm", "Lindenbund"])
    for own in AntragSearch(demo, antrag, auswahl).quotes(2).values():
        wahl = [f for f in own if demo.registry.programme[f.chunk.programm_id].typ is Typ.WAHLPROGRAMM]
        assert {f.forderungen[0] for f in wahl} == {"1", "2"}
        first = next(f for f in wahl if f.forderungen[0] == "1")
        assert "Wieltalbahn" in first.chunk.text


def test_parties_without_sources_have_an_empty_list(demo: Context) -> None:
    auswahl = choose_programme(demo, "NRW", date(2023, 1, 1), ["SPD"])
    assert AntragSearch(demo, Antrag("Mehr Geld für Schulen", titel="Schulen"), auswahl).quotes(2) == {
        participants.partei: [] for participants in auswahl.parteien
    }


def test_begruendung_counts_less() -> None:
    antrag = Antrag("", forderungen=FORDERUNGEN, begruendung="Familien brauchen Bus und Bahn.")
    *demands, reason = concern(antrag)
    assert [d.nummer for d in demands] == ["1", "2"] and all(d.gewicht == 1 for d in demands)
    assert reason.nummer == BEGRUENDUNG and reason.gewicht < 1


def test_rows_take_turns_and_say_what_they_answer() -> None:
    scores = np.array([[0.9, 0.1], [0.88, 0.1], [0.1, 0.85], [0.2, 0.2]], dtype=np.float32)
    assert list(_in_turn(scores, 3, 0.35)) == [(0, [0]), (2, [1]), (1, [0])]
    assert list(_in_turn(scores, 10, 0.35))[-1][0] != 3
    assert list(_in_turn(np.zeros((0, 2), dtype=np.float32), 3, 0.35)) == []


@pytest.mark.parametrize(
    ("text", "land", "message"),
    [("", "DEMO", "leer"), (TEXT, "", "Das Bundesland des Antrags fehlt"), (TEXT, "Preußen", "Preußen")],
)
def test_bad_input_is_one_clear_sentence(demo: Context, text: str, land: str, message: str) -> None:
    with pytest.raises(EingabeError, match=message):
        get_relevant_quotes_for_antrag(text, [], land, context=demo)


def test_prompt_text_numbers_sources_and_names_who_has_none(demo: Context) -> None:
    found = get_relevant_quotes_for_antrag(TEXT, ["Mühlrad"], "DEMO", datum=DAY, context=demo)
    text = format_quotes_for_prompt(found, context=demo)
    count = sum(len(own) for own in found.values())
    assert all(f"[Q{number}] " in text for number in range(1, count + 1)) and f"[Q{count + 1}]" not in text
    first = next(own for own in found.values() if own)[0]
    programm = demo.registry.programme[first.chunk.programm_id]
    assert f"{programm.name}, S. {first.seite} (Datei {first.seite})" in text and first.text in text
    assert "Keine Quellen" not in text
    nobody = format_quotes_for_prompt({}, ["Mühlrad", "Lindenbund"], demo)
    assert nobody.endswith("Bündnis Mühlrad, Lindenbund. Für sie gilt score: null.")


def test_similarity_is_of_the_nearest_forderung(demo: Context) -> None:
    auswahl = choose_programme(demo, "DEMO", DAY, ["Mühlrad"])
    both = AntragSearch(demo, Antrag("", forderungen=FORDERUNGEN), auswahl).quotes(2)["MÜHLRAD"]
    one = AntragSearch(demo, Antrag("", forderungen=FORDERUNGEN[:1]), auswahl).quotes(2)["MÜHLRAD"]
    lane = next(f for f in both if f.forderungen[0] == "1")
    assert replace(lane, forderungen=()) == replace(one[0], forderungen=())


# --- whose programme an Antrag sounds like, whatever its length ---------------------------------------------

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
    return Suchraum.of(demo, bundesland="DEMO")


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

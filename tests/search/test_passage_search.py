"""The search on the indexed DEMO Programme: filters leave numbers alone, requests that fail say why."""

import random
import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

from core.base.errors import EingabeError, IndexFehler
from core.base.models import UEBERALL
from core.programme.context import Context
from core.search.passage_search import (
    MIN_SIMILARITY,
    find_relevant_chunks,
    is_off_subject,
    list_passages,
    list_per_partei,
)
from core.search.suchanfrage import Suchanfrage
from core.search.suchraum import READ, Method, Suchraum
from core.wortlaut.german.sentences import sentences
from core.wortlaut.records import Chunk, Fundstelle, Typ
from tests.sammlungen import BRUECKE, LINDENBUND, LINDENBUND_GRUNDSATZ, sammlung_of

FRAGEN = ["Bus und Bahn auf dem Land", "Wie viele Stellen bekommt die Polizei?", "Grundsteuer", "Kita-Plätze"]
PARTEIEN = ["LINDENBUND", "LEUCHTTURM", "BRÜCKE", "MÜHLRAD", "SPD"]
EVERYTHING = 1000


def search(demo: Context, frage: str = FRAGEN[0], **options: Any) -> list[Fundstelle]:
    return find_relevant_chunks(frage, **{"bundesland": "DEMO", **options}, context=demo)


def ranking(space: Suchraum, frage: str, min_similarity: float = -1) -> list[Fundstelle]:
    """All passages that count, before copies are put together."""
    (scores,) = space.rank([frage]).T
    return list(space.fundstellen(scores, EVERYTHING, min_similarity))


def stored(demo: Context) -> list[Chunk]:
    gebiete = (demo.store.sammlung(gebiet) for gebiet in ("DEMO", UEBERALL))
    return [chunk for sammlung in gebiete for block in sammlung.blocks.values() for chunk in block.chunks()]


# --- what is found ------------------------------------------------------------------------------------------


def test_every_passage_is_ranked_once_as_it_is_stored(demo: Context) -> None:
    found = ranking(Suchraum.of(demo, bundesland="DEMO"), FRAGEN[0])
    assert sorted(f.chunk.id for f in found) == sorted(chunk.id for chunk in stored(demo))
    assert {f.chunk for f in found} == set(stored(demo))
    similarities = [f.similarity for f in found]
    assert similarities == sorted(similarities, reverse=True)
    assert all(similarity == round(similarity, 6) <= 1 for similarity in similarities)


def test_a_sentence_of_a_programm_finds_its_passage_first(demo: Context) -> None:
    every = [
        chunk.text[start:end] for chunk in stored(demo) for start, end in sentences(chunk.text.split("\n")[0])
    ]
    for satz in random.Random(8).sample([satz for satz in every if len(satz) > 50], 60):
        (best,) = search(demo, satz, top_k=1)
        assert satz in best.chunk.text and best.similarity > 0.6


@pytest.mark.parametrize("frage", FRAGEN)
def test_top_k_is_a_beginning_of_the_longer_list(demo: Context, frage: str) -> None:
    longest = search(demo, frage, top_k=20)
    for top_k in (1, 2, 3, 10):
        found = search(demo, frage, top_k=top_k)
        assert [f.chunk for f in found] == [f.chunk for f in longest[:top_k]]
    assert len(search(demo, frage)) == 3


def test_nothing_below_the_minimum_is_found(demo: Context) -> None:
    space = Suchraum.of(demo, bundesland="DEMO")
    every = ranking(space, FRAGEN[0])
    for minimum in (0.99, every[4].similarity, MIN_SIMILARITY, -1):
        assert ranking(space, FRAGEN[0], minimum) == [f for f in every if f.similarity >= minimum]
        found = search(demo, top_k=EVERYTHING, min_similarity=minimum)
        assert all(f.similarity >= minimum for f in found)
    usual = search(demo, top_k=EVERYTHING)
    assert usual == search(demo, top_k=EVERYTHING, min_similarity=MIN_SIMILARITY)
    assert 0 < len(usual) < len(search(demo, top_k=EVERYTHING, min_similarity=-1))


@pytest.mark.parametrize("frage", ["Sternzeichen und Horoskop für Löwe", "Haarschnitt für dünnes Haar"])
def test_a_question_off_the_subject_finds_only_what_is_weak(demo: Context, frage: str) -> None:
    space = Suchraum.of(demo, bundesland="DEMO")
    assert search(demo, frage) and is_off_subject(space, frage)
    assert not is_off_subject(space, FRAGEN[0])


def test_verfahren_decides_on_the_order(demo: Context) -> None:
    space = Suchraum.of(demo, bundesland="DEMO")
    orders = {
        method: [f.chunk.id for f in list_passages(space, FRAGEN[1], 20, 0, -1, method).treffer]
        for method in Method
    }
    assert len({tuple(order) for order in orders.values()}) == 4
    assert [f.chunk.id for f in list_passages(space, FRAGEN[1], 20, 0, -1).treffer] == orders[Method.UMFELD]


# --- filters ------------------------------------------------------------------------------------------------


@given(
    parteien=st.none() | st.lists(st.sampled_from(PARTEIEN)),
    typ=st.none() | st.sampled_from(["wahlprogramm", "parteiprogramm"]),
    frage=st.sampled_from(FRAGEN),
    min_similarity=st.sampled_from([-1, 0, 0.2, 0.4]),
)
def test_filtered_search_is_the_unfiltered_one_without_the_rest(
    demo: Context, parteien: list[str] | None, typ: str | None, frage: str, min_similarity: float
) -> None:
    def counts(f: Fundstelle) -> bool:
        programm = demo.registry.programme[f.chunk.programm_id]
        return (parteien is None or programm.partei in parteien) and typ in (None, programm.typ)

    every = ranking(Suchraum.of(demo, bundesland="DEMO"), frage, min_similarity)
    filtered = ranking(Suchraum.of(demo, parteien, typ, "DEMO"), frage, min_similarity)
    assert filtered == [f for f in every if counts(f)]


def test_filters_by_partei_and_typ(demo: Context) -> None:
    def programme(**filters: Any) -> set[str]:
        return {f.chunk.programm_id for f in search(demo, top_k=EVERYTHING, min_similarity=-1, **filters)}

    assert programme() == set(demo.registry.demo_programme)
    assert programme(parteien=["Lindenbund"]) == {LINDENBUND, LINDENBUND_GRUNDSATZ}
    assert programme(parteien=["lindenbund", "Die Brücke"], typ="wahlprogramm") == {LINDENBUND, BRUECKE}
    assert programme(typ="parteiprogramm") == {LINDENBUND_GRUNDSATZ, "bruecke-grundsatz"}
    assert programme(parteien=["SPD"]) == programme(parteien=[]) == set()
    assert search(demo, bundesland=None) == search(demo, bundesland="Musterland") == search(demo) != []


def test_another_land_has_what_is_valid_there_only(demo: Context) -> None:
    """The parties of the fictional Land have Programme that are valid everywhere, but nowhere else."""
    with pytest.raises(IndexFehler, match="keines indexiert"):  # „nothing found“ would be said of the parties
        search(demo, bundesland="NRW", top_k=EVERYTHING, min_similarity=-1)


def test_question_that_says_where_is_searched_there(demo: Context) -> None:
    anfrage = Suchanfrage("Was sagt …", "Bahn", ("LINDENBUND",), "DEMO")
    assert Suchraum.asked(demo, anfrage).programme == {LINDENBUND, LINDENBUND_GRUNDSATZ}
    assert Suchraum.asked(demo, replace(anfrage, typ=Typ.WAHLPROGRAMM)).programme == {LINDENBUND}
    assert Suchraum.asked(demo, replace(anfrage, jahr=2024)).programme == {LINDENBUND}
    assert Suchraum.asked(demo, replace(anfrage, parteien=())).programme == set(demo.registry.demo_programme)


@pytest.mark.parametrize(
    ("parteien", "jahr", "named"),
    [(("SPD",), None, r"\(\w.*, .*, .* …\)"), (("LINDENBUND",), 1999, r"\(es gibt keines\)")],
)
def test_question_for_programmes_that_are_not_indexed_names_them(
    demo: Context, parteien: tuple[str, ...], jahr: int | None, named: str
) -> None:
    with pytest.raises(IndexFehler, match=f"^Von den gefragten Programmen ist keines indexiert {named}"):
        Suchraum.asked(demo, Suchanfrage("Was sagt …", "Bahn", parteien, jahr=jahr))


# --- copies -------------------------------------------------------------------------------------------------


def raum_of(demo: Context, **programme: Sequence[str]) -> Suchraum:
    """A search in these passages of a Lindenbund's, its Grundsatzprogramm's and the Brücke's."""
    ids = {"wahl": LINDENBUND, "grundsatz": LINDENBUND_GRUNDSATZ, "bruecke": BRUECKE}
    named = {ids[name]: texts for name, texts in programme.items()}
    return Suchraum(demo, (sammlung_of(named),), frozenset(named))


MOOR = "Wir vernässen die Moore an der Wiel wieder und entschädigen die Bauern, denen das Land gehört."
DEICH = "Die Deiche werden bis zum Jahr 2032 erhöht und die Moore davor nicht bebaut, auch nicht zum Teil."


def test_copy_is_shown_once_with_its_other_places(demo: Context) -> None:
    space = raum_of(demo, wahl=[DEICH, MOOR], grundsatz=[MOOR], bruecke=[MOOR])
    found = list_passages(space, "Moore an der Wiel", 5).treffer
    shown = [(f.chunk.programm_id, f.chunk.text, [c.programm_id for c in f.weitere]) for f in found]
    assert shown == [(LINDENBUND, MOOR, [LINDENBUND_GRUNDSATZ]), (BRUECKE, MOOR, []), (LINDENBUND, DEICH, [])]


def test_equal_passages_come_in_the_order_of_programme_and_pages(demo: Context) -> None:
    space = raum_of(demo, wahl=[MOOR, MOOR], bruecke=[MOOR, MOOR])
    places = [(f.chunk.programm_id, f.chunk.seiten) for f in ranking(space, "Moore an der Wiel")]
    assert places == [(LINDENBUND, (1,)), (LINDENBUND, (2,)), (BRUECKE, (1,)), (BRUECKE, (2,))]


# --- requests that fail -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"frage": "  "}, r"^Die Suche ist leer\."),
        ({"frage": "Was wollen wir?"}, "nur aus Füllwörtern"),
        ({"bundesland": "Atlantis"}, "^Das Bundesland „Atlantis“ ist nicht im Register"),
        ({"parteien": ["Lindenbunt"]}, "^Die Partei „Lindenbunt“ ist nicht im Register.*LINDENBUND"),
        ({"typ": "flyer"}, "^Den Programmtyp 'flyer' gibt es nicht.*wahlprogramm, parteiprogramm"),
        ({"typ": ""}, "^Den Programmtyp '' gibt es nicht"),
        ({"top_k": 0}, "^top_k=0: Gebraucht wird mindestens ein Treffer"),
        ({"top_k": -1}, "^top_k=-1"),
    ],
)
def test_request_that_names_nothing_real_says_what_there_is(
    demo: Context, options: dict[str, Any], message: str
) -> None:
    with pytest.raises(EingabeError, match=message):
        search(demo, **options)


def other_model(demo: Context, folder: Path) -> Context:
    shutil.copytree(demo.settings.embedding_model, folder)
    weights = bytearray((folder / "model.safetensors").read_bytes())
    weights[-1] ^= 1
    (folder / "model.safetensors").write_bytes(weights)
    return Context(replace(demo.settings, embedding_model=str(folder)))


@pytest.mark.parametrize("what", ["model", "chunking"])
def test_index_of_another_model_or_chunking_is_not_searched(demo: Context, tmp_path: Path, what: str) -> None:
    settings = replace(demo.settings, chunk_size=500)
    other = other_model(demo, tmp_path / "modell") if what == "model" else Context(settings)
    name = "modell" if what == "model" else "model"
    with pytest.raises(IndexFehler, match=rf"^Für DEMO ist noch nichts indexiert \(Modell „{name}“\)"):
        search(other)
    assert search(demo) != []


# --- one Programm, and parts of a result --------------------------------------------------------------------


def test_one_programm_alone_is_searched_with_the_numbers_it_has_among_all(demo: Context) -> None:
    every = find_relevant_chunks(FRAGEN[0], top_k=50, min_similarity=-1, context=demo)
    own = find_relevant_chunks(FRAGEN[0], top_k=5, min_similarity=-1, context=demo, programm=LINDENBUND)
    expected = [f.chunk.id for f in every if f.chunk.programm_id == LINDENBUND]
    assert [f.chunk.id for f in own][: len(expected)] == expected[:5] and len(own) == 5
    assert {f.chunk.programm_id for f in own} == {LINDENBUND}
    with pytest.raises(EingabeError, match="„x-land-1949“ steht nicht im Register"):
        find_relevant_chunks(FRAGEN[0], context=demo, programm="x-land-1949")


def test_parts_of_a_result_are_the_whole(demo: Context) -> None:
    space = Suchraum.of(demo, bundesland="DEMO")
    whole = list(list_passages(space, FRAGEN[0], 30).treffer)
    parts = [list_passages(space, FRAGEN[0], 10, offset) for offset in (0, 10, 20)]
    assert [one for part in parts for one in part.treffer] == whole
    (scores,) = space.rank([FRAGEN[0]]).T
    near = sum(1 for _ in space.fundstellen(scores, 10_000, MIN_SIMILARITY))
    assert {part.gesamt for part in parts} == {near} and near > 30 and all(part.mehr for part in parts)
    last = list_passages(space, FRAGEN[0], 10, near)
    assert (last.treffer, last.mehr, last.gesamt) == ((), False, near)


# --- sentence by sentence -----------------------------------------------------------------------------------


def scores_of(space: Suchraum, frage: str) -> dict[str, float]:
    (scores,) = space.rank([frage]).T
    return {f.chunk.id: f.similarity for f in space.fundstellen(scores, EVERYTHING, -1)}


def test_the_best_passages_are_read_sentence_by_sentence_and_no_other(demo: Context) -> None:
    """All in one order by their numbers, whatever part of it is asked for, and counted by them."""
    space = Suchraum.of(demo, bundesland="DEMO")
    before = scores_of(space, FRAGEN[0])
    found = list_passages(space, FRAGEN[0], EVERYTHING, min_similarity=-1).treffer
    after = {f.chunk.id: f.similarity for f in found}
    changed = {id for id, similarity in after.items() if similarity != before[id]}
    assert 2 < len(changed) <= READ
    assert changed <= set(sorted(before, key=lambda id: -before[id])[:READ])
    assert list(after.values()) == sorted(after.values(), reverse=True)
    middle = sorted(after.values())[-READ // 2]
    assert list_passages(space, FRAGEN[0], 1, min_similarity=middle).gesamt >= READ // 2


def test_every_party_has_its_own_best_passages_read(demo: Context) -> None:
    space = Suchraum.of(demo, bundesland="DEMO")
    lists = list_per_partei(space, FRAGEN[0], 3)
    for partei, found in lists.items():
        own = Suchraum.of(demo, [partei], bundesland="DEMO")
        assert found.treffer == list_passages(own, FRAGEN[0], 3).treffer

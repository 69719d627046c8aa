"""The order of passages: meaning and wording in one number, which is the same in whatever company."""

import random
from collections.abc import Mapping, Sequence

import numpy as np
import pytest
from hypothesis import given, strategies as st

from core.programme.context import Context
from core.programme.embedding import Embedder, FloatMatrix
from core.programme.sammlung import Sammlung
from core.search.suchraum import Method, Suchraum, by_sentences, distinct, fuse, rank, ranking
from core.wortlaut.records import Chunk, Fundstelle
from tests.sammlungen import embedder, sammlung_of

TEXTE = [
    "Wir bauen die Bahnstrecke zwischen Kleen und Brackstedt bis 2030 zweigleisig aus.",
    "Auf den Landstraßen sollen sichere Radwege für Schulkinder entstehen.",
    "Fähren und Häfen an der Küste werden mit elektrischem Strom versorgt.",
    "Ein Rufbus verbindet jedes Dorf nach Feierabend mit der nächsten Stadt.",
    "Das Mittagessen in den Kitas wird für alle Kinder kostenlos sein.",
    "Die Hochschulen erhalten eine verlässliche Finanzierung für Labore.",
    "Der Wald wird nach dem Sturm mit Eichen und Buchen neu bepflanzt.",
    "Die Polizei erhält mehr Stellen für den Schutz vor Einbruch.",
]
FRAGEN = [
    "Bahn und Bus auf dem Land", "Was tun Sie für den Wald?", "Mietpreisbremse", "Radwege",
    "Wie wird die Kita bezahlt?",
    "Der Landtag möge beschließen, die Zahl der Stellen bei der Polizei bis 2030 zu verdoppeln.", "xqzvbn",
]  # fmt: skip


class Planned:
    """Gives each text the vector planned for it; the texts have no letters in common with the question."""

    fingerprint = name = "geplant"
    dim = 3

    def __init__(self, vectors: Mapping[str, Sequence[float]]) -> None:
        self.vectors = vectors

    def embed_documents(self, texts: Sequence[str]) -> FloatMatrix:
        return np.array([self.embed_query(text) for text in texts], np.float32).reshape(-1, 3)

    def embed_query(self, text: str) -> FloatMatrix:
        vector = np.array(self.vectors[text], np.float32)
        return vector / max(float(np.linalg.norm(vector)), 1e-9)


def sammlungen_of(context: Context) -> list[Sammlung]:
    return list(Suchraum.of(context, bundesland="DEMO").sammlungen)


# --- fusion -------------------------------------------------------------------------------------------------

COSINE, SHARE = st.floats(-1, 1), st.floats(0, 1)


def fused(cosine: float, share: float) -> float:
    return float(fuse(np.array([cosine]), np.array([share]))[0])


@given(COSINE, SHARE)
def test_wording_raises_and_never_beyond_half_way_to_one(cosine: float, share: float) -> None:
    assert cosine - 1e-9 <= fused(cosine, share) <= cosine + (1 - cosine) / 2 + 1e-9


@given(COSINE, COSINE, SHARE, SHARE)
def test_nearer_and_more_of_the_wording_is_never_less(a: float, b: float, c: float, d: float) -> None:
    low, high, little, much = *sorted((a, b)), *sorted((c, d))
    assert fused(low, little) <= fused(high, little) + 1e-9
    assert fused(low, little) <= fused(low, much) + 1e-9


@pytest.mark.parametrize(
    ("cosine", "share", "expected"),
    [(0.4, 0, 0.4), (0.4, 1, 0.7), (1, 0.3, 1), (0, 0.5, 0.0625), (-1, 1, 0), (-1, 0, -1)],
)
def test_half_the_wording_counts_far_less_than_all(cosine: float, share: float, expected: float) -> None:
    assert fused(cosine, share) == pytest.approx(expected)


# --- the four Verfahren -------------------------------------------------------------------------------------


def test_verfahren_are_wording_meaning_both_and_company() -> None:
    sammlung = sammlung_of({"p": TEXTE})
    ranked = {method: rank([sammlung], embedder(), FRAGEN, method) for method in Method}
    questions = np.array([embedder().embed_query(frage) for frage in FRAGEN])
    cosines = sammlung.vectors @ questions.T
    shares = np.column_stack([sammlung.lexicon.shares(frage) for frage in FRAGEN])
    assert ranked[Method.WORTLAUT] == pytest.approx(shares)
    assert ranked[Method.SINN] == pytest.approx(cosines, abs=1e-6)
    assert ranked[Method.BEIDES] == pytest.approx(fuse(cosines, shares), abs=1e-6)
    assert np.abs(ranked[Method.UMFELD] - ranked[Method.BEIDES]).max() > 0.05
    assert np.array_equal(rank([sammlung], embedder(), FRAGEN), ranked[Method.UMFELD])


COMPANY = {
    "Frage": (1, 0, 0), "kern": (0.9, 0.44, 0), "rand": (0.88, 0.47, 0), "nahe": (0.55, 0.83, 0),
    "abseits": (0.6, 0, 0.8),
}  # fmt: skip


def ordered(sammlungen: Sequence[Sammlung], model: Planned, method: Method) -> list[str]:
    (scores,) = rank(sammlungen, model, ["Frage"], method).T
    texts = [text for sammlung in sammlungen for block in sammlung.blocks.values() for text in block.texts()]
    return [texts[row] for row in np.argsort(-scores)]


def test_what_is_near_to_the_best_passages_rises() -> None:
    model = Planned(COMPANY)
    sammlung = sammlung_of({"p": ["abseits", "nahe"], "q": ["rand", "kern"]}, model=model)
    assert ordered([sammlung], model, Method.BEIDES) == ["kern", "rand", "abseits", "nahe"]
    assert ordered([sammlung], model, Method.UMFELD) == ["kern", "rand", "nahe", "abseits"]


def test_only_passages_nearly_as_good_as_the_best_are_company() -> None:
    """At 0.6 of 0.9 „abseits“ is none; at 0.75 it is, and draws the question to its side."""
    near = Planned({**COMPANY, "abseits": (0.75, 0, 0.66), "dort": (0.3, 0, 0.95), "hier": (0.3, 0.95, 0)})
    far = Planned({**near.vectors, "abseits": (0.65, 0, 0.76)})
    for model, is_company in ((near, True), (far, False)):
        sammlung = sammlung_of({"p": ["kern", "abseits", "dort", "hier"]}, model=model)
        direct = rank([sammlung], model, ["Frage"], Method.BEIDES)[:, 0]
        (_, _, dort, hier) = rank([sammlung], model, ["Frage"])[:, 0]
        assert direct[2] == pytest.approx(direct[3], abs=0.01)
        assert (dort > 0.6 * hier) == is_company


def test_company_is_found_in_whichever_sammlung_it_lies() -> None:
    model = Planned(COMPANY)
    together = sammlung_of({"p": ["abseits", "nahe", "rand", "kern"]}, model=model)
    apart = [
        sammlung_of({"p": ["abseits"]}, model=model),
        sammlung_of({}, model=model),
        sammlung_of({"q": ["nahe", "rand"]}, model=model),
        sammlung_of({"r": ["kern"]}, model=model),
    ]
    for method in Method:
        one = rank([together], model, ["Frage"], method)
        assert rank(apart, model, ["Frage"], method) == pytest.approx(one, abs=1e-6)


# --- passages read sentence by sentence ---------------------------------------------------------------------


def read(sammlung: Sammlung, model: Embedder, frage: str) -> tuple[FloatMatrix, FloatMatrix]:
    """The scores of all rows, before and after."""
    found = ranking([sammlung], model, [frage])
    rows = np.arange(len(sammlung))
    texts = [sammlung.chunk(int(row)).text for row in rows]
    return found.scores[:, 0], by_sentences(found, model, rows, texts, sammlung.vectors)


def test_a_passage_is_as_near_as_the_mean_of_its_whole_and_its_nearest_sentence() -> None:
    passages = [" ".join(TEXTE[:3]), f"{TEXTE[3]}\n{TEXTE[4]}", TEXTE[5], " ".join(TEXTE[6:])]
    for frage in FRAGEN[:5]:
        sammlung = sammlung_of({"p": passages})
        found = ranking([sammlung], embedder(), [frage])
        near = embedder().embed_documents(TEXTE) @ found.moved[0]
        nearest = np.array([near[:3].max(), near[3:5].max(), near[5], near[6:].max()])
        whole = sammlung.vectors @ found.moved[0]
        expected = fuse((whole + nearest) / 2, sammlung.lexicon.shares(frage)) * found.scale[0]
        assert read(sammlung, embedder(), frage)[1] == pytest.approx(expected, abs=1e-5)


def test_an_answer_amid_other_sentences_passes_what_is_near_throughout() -> None:
    answer, other = "Dies hier ist die Antwort.", "Und das etwas ganz anderes."
    amid = f"{answer} {other}"
    model = Planned(
        {
            "Frage": (1, 0, 0),
            answer: (1, 0.1, 0),
            other: (0, 1, 0),
            amid: (0.8, 0.6, 0),
            "rings": (0.85, 0, 0.53),
        }
    )
    before, after = read(sammlung_of({"p": [amid, "rings"]}, model=model), model, "Frage")
    assert before[0] < before[1] == pytest.approx(after[1], abs=1e-6) and after[0] > after[1]


def test_what_is_too_short_to_be_a_sentence_has_no_say() -> None:
    short, long = "Zur Frage:", "Hier steht lang und breit anderes."
    whole = f"{short}\n{long}"
    model = Planned({"Frage": (1, 0, 0), short: (1, 0, 0), long: (0.5, 0.8, 0), whole: (0.6, 0.8, 0)})
    before, after = read(sammlung_of({"p": [whole, short]}, model=model), model, "Frage")
    assert after[0] < before[0] and after[1] == pytest.approx(before[1], abs=1e-6)


# --- what must hold for every search ------------------------------------------------------------------------


@pytest.mark.parametrize("frage", [*FRAGEN, TEXTE[4], "Musik"])
def test_the_question_itself_printed_as_a_passage_comes_first(demo: Context, frage: str) -> None:
    """Also beside all the rest, in a small Programm and in one of its own."""
    others = sammlungen_of(demo)
    for programme in ({"p": [*TEXTE[:4], frage]}, {"p": [frage]}, {"p": TEXTE, "q": [frage]}):
        own = sammlung_of(programme)
        for sammlungen in ([own], [*others, own]):
            (scores,) = rank(sammlungen, embedder(), [frage]).T
            place = sum(map(len, sammlungen)) - 1
            # „TEXTE“ holds one of the questions too.
            assert scores[place] == pytest.approx(scores.max(), abs=1e-5) == pytest.approx(1, abs=1e-5)


def test_a_question_has_the_same_column_alone_and_among_others(demo: Context) -> None:
    sammlungen = sammlungen_of(demo)
    for method in Method:
        together = rank(sammlungen, embedder(), FRAGEN, method)
        alone = [rank(sammlungen, embedder(), [frage], method)[:, 0] for frage in FRAGEN]
        assert np.abs(together - np.column_stack(alone)).max() < 1e-5
        assert together.shape == (sum(map(len, sammlungen)), len(FRAGEN))


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_few_passages_are_ranked_as_well(count: int) -> None:
    """Also where all are farther from the question than nothing: no NaN, no number out of bounds."""
    rng = random.Random(count)
    for _ in range(12):
        sammlung = sammlung_of({"p": rng.sample([*TEXTE, "Fähren fahren", "Die Landesbank haftet."], count)})
        fragen = [*FRAGEN, "Steuer", "Musik", "Datenschutz"]
        direct = rank([sammlung], embedder(), fragen, Method.BEIDES)
        ranked = rank([sammlung], embedder(), fragen)
        assert ranked.max(axis=0) == pytest.approx(direct.max(axis=0), abs=1e-6)
        assert np.abs(ranked).max() <= 1 + 1e-6


def test_where_everything_is_farther_than_nothing_the_direct_numbers_stay() -> None:
    model = Planned({"Frage": (1, 0, 0), "fern": (-0.2, 1, 0), "ferner": (-0.5, 1, 0)})
    sammlung = sammlung_of({"p": ["ferner", "fern"]}, model=model)
    direct = rank([sammlung], model, ["Frage"], Method.BEIDES)
    assert direct.max() < 0 and rank([sammlung], model, ["Frage"]) == pytest.approx(direct)


def test_zero_vectors_are_near_to_nothing() -> None:
    model = Planned({"Frage": (1, 0, 0), "leer": (0, 0, 0), "da": (1, 1, 0), "Nichts": (0, 0, 0)})
    sammlung = sammlung_of({"p": ["leer", "da"], "q": ["leer"]}, model=model)
    for method in (Method.BEIDES, Method.UMFELD):
        first, second = rank([sammlung], model, ["Frage", "Nichts"], method).T
        assert first == pytest.approx([0, 0.7071, 0], abs=1e-3)
        assert second.tolist() == [0, 0, 0]


# --- copies: one wording of one party is shown once, and where else it stands is kept -----------------------

WOHNEN = """Wir bauen im Jahr zwanzigtausend bezahlbare Wohnungen in Städten und Dörfern, geben den Gemeinden
ein Vorkaufsrecht für Grundstücke und legen einen Fonds für kleine Genossenschaften auf."""
BAHN = """Zwischen Kleen und Brackstedt fährt bis 2030 jede halbe Stunde ein Zug, auch am Wochenende und
nachts; die Bahnhöfe unterwegs bekommen Aufzüge, Dächer und Plätze für Fahrräder."""
WALD = """Nach dem Sturm pflanzen wir Eichen und Buchen, lassen ein Zehntel des Waldes sich selbst und stellen
Försterinnen und Förster ein, die ihn das ganze Jahr über pflegen."""

Listed = list[tuple[str, list[str]]]


def found(*passages: str) -> list[Fundstelle]:
    """„lind: Text“ is a passage of the party „lind“; ever less similar."""
    result = []
    for number, passage in enumerate(passages):
        partei, text = passage.split(": ", 1)
        result.append(Fundstelle(Chunk(f"{number}", partei, text, 0, len(text), (1,)), 1 - number / 100))
    return result


def shown(hits: list[Fundstelle], count: int) -> Listed:
    kept = distinct(hits, count, lambda chunk: chunk.programm_id)
    return [(f.chunk.id, [chunk.id for chunk in f.weitere]) for f in kept]


def test_copies_of_one_party_join_the_first() -> None:
    hits = found(f"lind: {WOHNEN}", f"lind: {BAHN}", f"lind: {WOHNEN}", f"lind: {WALD}", f"lind: {WOHNEN}")
    assert shown(hits, 5) == [("0", ["2", "4"]), ("1", []), ("3", [])]


def test_copies_in_another_programm_of_the_party_are_copies() -> None:
    hits = found(f"wahl: {WOHNEN}", f"grundsatz: {WOHNEN}")
    assert len(distinct(hits, 3, lambda chunk: "eine")) == 1


def test_same_wording_of_another_party_stays() -> None:
    hits = found(f"lind: {WOHNEN}", f"turm: {WOHNEN}", f"turm: {WOHNEN}", f"lind: {WOHNEN}")
    assert shown(hits, 5) == [("0", ["3"]), ("1", ["2"])]


@pytest.mark.parametrize(
    "other",
    [
        WOHNEN.upper(), WOHNEN.replace(",", " –").replace(".", "!"), WOHNEN.replace(" ", "\n"),
        WOHNEN.replace("zwanzigtausend", "dreißigtausend"), f"{BAHN} {WOHNEN} {WALD}",
        " ".join(WOHNEN.split()[:12]),
    ],
    ids=["case", "punctuation", "lines", "one word", "within a longer one", "its beginning"],
)  # fmt: skip
def test_copy_that_differs_a_little_is_one(other: str) -> None:
    for hits in (found(f"lind: {WOHNEN}", f"lind: {other}"), found(f"lind: {other}", f"lind: {WOHNEN}")):
        assert shown(hits, 2) == [("0", ["1"])]


@pytest.mark.parametrize(
    ("shared", "is_copy"), [(0, False), (10, False), (13, False), (14, True), (20, True)]
)
def test_passages_that_overlap_by_half_are_two(shared: int, is_copy: bool) -> None:
    """Twenty words have 17 runs of four; 14 words in common are 11 of them, 13 words 10: under 0.6."""
    one = [f"wort{number}" for number in range(20)]
    other = one[20 - shared :] + [f"anders{number}" for number in range(20 - shared)]
    hits = found(f"lind: {' '.join(one)}", f"lind: {' '.join(other)}")
    assert len(shown(hits, 2)) == 2 - is_copy


def test_same_words_in_another_order_are_no_copy() -> None:
    words = WOHNEN.split()
    random.Random(4).shuffle(words)
    assert len(shown(found(f"lind: {WOHNEN}", f"lind: {' '.join(words)}"), 2)) == 2


@pytest.mark.parametrize(
    ("one", "other", "is_copy"),
    [
        ("Verkehr", "VERKEHR!", True), ("Bus und Bahn", "Bus und Bahn", True),
        ("Bus und Bahn", "Bus und Rad", False), ("Verkehr", BAHN, False),
        ("jede halbe Stunde ein", BAHN, True), ("", "…", True), ("", BAHN, False),
    ],
)  # fmt: skip
def test_short_passages_are_compared_whole(one: str, other: str, is_copy: bool) -> None:
    for hits in (found(f"lind: {one}", f"lind: {other}"), found(f"lind: {other}", f"lind: {one}")):
        assert len(shown(hits, 2)) == 2 - is_copy


def test_no_more_is_looked_at_than_needed() -> None:
    assert shown([], 3) == shown(found(f"lind: {WALD}"), 0) == []
    hits = iter(found(f"lind: {WOHNEN}", f"lind: {WOHNEN}", f"lind: {BAHN}", f"lind: {WALD}", f"x: {WALD}"))
    assert len(distinct(hits, 2, lambda chunk: chunk.programm_id)) == 2
    assert [f.chunk.id for f in hits] == ["4"]


@given(
    passages=st.lists(st.sampled_from([f"{p}: {t}" for p in "ab" for t in (WOHNEN, BAHN, WALD)]), max_size=9),
    count=st.integers(1, 9),
)
def test_order_is_kept_nothing_is_lost_and_nothing_is_shown_twice(passages: list[str], count: int) -> None:
    hits = found(*passages)
    kept = distinct(hits, count, lambda chunk: chunk.programm_id)
    places = [[int(chunk.id) for chunk in (f.chunk, *f.weitere)] for f in kept]
    firsts = [own[0] for own in places]
    assert len(kept) == min(count, len(set(passages)))
    assert len({passages[first] for first in firsts}) == len(firsts) and firsts == sorted(firsts)
    assert all(own == sorted(own) and len({passages[i] for i in own}) == 1 for own in places)
    seen = sorted(place for own in places for place in own)
    assert seen == list(range(len(seen)))


# --- how programmes were cut and searched is part of what a Lauf is -----------------------------------------

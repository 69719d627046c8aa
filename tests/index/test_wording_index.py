"""The Lexikon: a share of the question's wording; its file belongs to the index or is not used."""

import math
import unicodedata
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given, strategies as st

from core.base.settings import Settings
from core.programme.vectorstore import Vectorstore
from core.programme.wording_index import WordingIndex, grams, mark_terms
from tests.index.stores import finished, make_store, put, started

TEXTE = [
    "Wir bauen Wohnungen und senken die Mieten.", "Die Fähre nach Norden fährt öfter.", "",
    "Wir bauen Schulen, und wir bauen Kitas.", "Der Ausstieg aus der Kohleverstromung kommt bald.",
]  # fmt: skip
FRAGEN = ["Wohnungen", "Schulen und Fähre", "Kohleausstieg", "Xylophon", "Fähre ☃ 漢字", "§ – !"]


def shares(question: str, *texts: str) -> list[float]:
    return [float(share) for share in WordingIndex.of(texts).shares(question)]


def all_shares(lexicon: WordingIndex) -> list[list[float]]:
    return [lexicon.shares(frage).tolist() for frage in FRAGEN]


# --- shares -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("sichere Radwege", "Wir bauen sichere Radwege an Landstraßen."),
        ("SICHERE Radwege", "Wir bauen Sichere RADWEGE."),
        ("sichere Radwege", "Wir bauen si\u00adchere Rad\u00adwege."),
        ("si\u00adchere Rad\u00adwege", "Wir bauen sichere Radwege."),
        ("finanzielle Hilfe", "Wir geben ﬁnanzielle Hilfe."),
        ("ﬁnanzielle Hilfe", "Wir geben finanzielle Hilfe."),
        ("Straßen", "NEUE STRASSEN"),
        (unicodedata.normalize("NFD", "Fähren über Flüsse"), "Fähren über Flüsse"),
        ("„Radwege“, sichere – wir!", "Wir wollen: sichere (Radwege)"),
        ("§ 218", "Den § 218 streichen."),
        ("EU", "Die EU gehört reformiert."),
        ("gemein_sam", "gemein sam"),
    ],
)
def test_share_is_one_where_the_whole_question_stands(question: str, text: str) -> None:
    assert shares(question, text, "Etwas anderes.") == [pytest.approx(1), 0]


def test_parts_of_compounds_are_found_but_not_across_words() -> None:
    compound, none = shares("Kohleausstieg", "Ausstieg aus der Kohleverstromung", "Energie aus Wind")
    assert compound > 0.3 and none == 0
    assert list(grams("Schulhof, Au")) == ["schu", "chul", "hulh", "ulho", "lhof", "au"]


def test_each_word_nobody_has_lowers_the_share() -> None:
    texts = ("Eine Schule.", "Eine Fähre.")
    falling = [shares(f"Schule {unknown}", *texts)[0] for unknown in ("", "Jazz", "Jazz Quark")]
    assert falling[0] == pytest.approx(1) and falling[0] > falling[1] > falling[2] > 0


WORDS = st.lists(
    st.sampled_from("Bus Busse Bahn Bahnhof Hof Schulhof Schule EU 2030 Fähre".split()), max_size=6
)
PASSAGES = st.lists(WORDS.map(" ".join), max_size=7)


@given(texts=PASSAGES, question=WORDS.map(" ".join))
def test_share_is_the_weight_of_the_grams_that_stand_there(texts: list[str], question: str) -> None:
    """BM25's idf, counted by hand."""
    held, wanted = [set(grams(text)) for text in texts], set(grams(question))
    weights = {}
    for gram in wanted:
        holding = sum(gram in own for own in held)
        weights[gram] = math.log(1 + (len(texts) - holding + 0.5) / (holding + 0.5))
    whole = sum(weights.values()) or 1
    expected = [sum(weights[gram] for gram in wanted & own) / whole for own in held]
    assert shares(question, *texts) == pytest.approx(expected, abs=1e-5)


@given(texts=PASSAGES, more=WORDS, question=WORDS.filter(bool))
def test_shares_are_shares_and_a_longer_passage_holds_no_less(
    texts: list[str], more: list[str], question: list[str]
) -> None:
    *every, short, long, whole = shares(
        " ".join(question), *texts, " ".join(more[:3]), " ".join(more), " ".join([*more, *question])
    )
    assert all(0 <= share <= 1 for share in every)
    assert short <= long + 1e-6 and long <= whole == pytest.approx(1)


def test_stored_it_gives_the_same_shares() -> None:
    stored = WordingIndex.of_arrays(WordingIndex.of(TEXTE).arrays(), len(TEXTE))
    assert all_shares(stored) == all_shares(WordingIndex.of(TEXTE))


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many passages each Lexikon built since then has."""
    sizes: list[int] = []
    of = WordingIndex.of

    def counting(texts: Sequence[str]) -> WordingIndex:
        sizes.append(len(texts))
        return of(texts)

    monkeypatch.setattr(WordingIndex, "of", counting)
    return sizes


# --- with the index -----------------------------------------------------------------------------------------


def holding(store: Vectorstore, word: str, gebiet: str = "NRW") -> int:
    """How many passages hold the word."""
    return int((store.sammlung(gebiet).lexicon.shares(word) > 0.99).sum())


def assert_stored(place: Settings, gebiet: str = "NRW") -> None:
    """Whoever searches finds the words of what is in the index now, ready made."""
    sammlung = make_store(place).sammlung(gebiet)
    assert sammlung.has_lexicon
    fresh = WordingIndex.of([text for block in sammlung.blocks.values() for text in block.texts()])
    for word in ("eins", "zwei", "drei", "spd", "cdu", "Absatz 3"):
        assert sammlung.lexicon.shares(word).tolist() == fresh.shares(word).tolist()


def test_the_stored_words_are_those_of_the_index_whatever_was_done(place: Settings) -> None:
    store = make_store(place)

    def put_two() -> None:
        put(store, "spd", 5)
        put(store, "cdu", 4)

    changes: list[tuple[Callable[[], object], int, int]] = [
        (put_two, 9, 0),
        (lambda: put(store, "spd", 6, "zwei"), 4, 6),
        (lambda: put(store, "spd", 2, "zwei"), 4, 2),
        (lambda: store.remove("NRW", "cdu"), 0, 2),
        (lambda: store.sweep("NRW"), 0, 2),
    ]
    for change, of_eins, of_zwei in changes:
        with store.writing():
            change()
        assert_stored(place)
        assert (holding(store, "eins"), holding(store, "zwei")) == (of_eins, of_zwei)


def test_writing_many_builds_each_gebiet_once_and_searches_build_nothing(
    place: Settings, built: list[int]
) -> None:
    store = make_store(place)
    with store.writing(), store.writing():
        for name in ("spd", "cdu", "fdp"):
            put(store, name, 5)
        put(store, "afd", 7, gebiet="BE")
    assert sorted(built) == [7, 15]
    assert holding(make_store(place), "eins") == 15 and holding(store, "eins", "BE") == 7
    with store.writing():
        store.sweep("NRW")
    assert sorted(built) == [7, 15]


def test_writing_that_fails_later_has_the_words_that_were_written(place: Settings) -> None:
    store = make_store(place)
    with store.writing():
        put(store, "spd", 5)
    with pytest.raises(KeyError), store.writing():
        put(store, "spd", 3, "zwei")
        raise KeyError
    assert (holding(store, "eins"), holding(store, "zwei")) == (0, 3)
    with store.writing():
        put(store, "cdu", 2)
    assert_stored(place)


def child_writes(place: Settings) -> None:
    store = make_store(place)
    with store.writing(30):
        put(store, "spd", 7, "zwei")


def test_reader_has_the_words_another_process_wrote_without_building_them(
    place: Settings, built: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    with (store := make_store(place)).writing():
        put(store, "spd", 5)
    assert holding(store, "eins") == 5 and built == [5]
    finished(started(child_writes, place))
    assert (holding(store, "eins"), holding(store, "zwei")) == (0, 7)
    assert built == [5]
    assert_stored(place)


# --- marking the question's words in a passage --------------------------------------------------------------


def marked(frage: str, text: str) -> list[str]:
    return [piece.text for piece in mark_terms(frage, text) if piece.gesucht]


@pytest.mark.parametrize(
    ("frage", "text", "expected"),
    [
        ("Miete", "Die Mieten steigen.", ["Mieten"]),
        ("Kohleausstieg", "Ausstieg aus der Kohleverstromung", ["Ausstieg", "Kohleverstromung"]),
        ("Mieten", "Die Mietpreisbremse gilt.", ["Mietpreisbremse"]),
        ("Verkehr", "im Nahverkehr", ["Nahverkehr"]),
        ("Wieltalbahn", "Die Bahn im Wieltal", ["Bahn", "Wieltal"]),
        ("EU 2030", "Bis 2030 will die EU handeln.", ["2030", "EU"]),
        ("Straße", "STRASSENBAU", ["STRASSENBAU"]),
        ("Wohnung", "Woh\u00adnungen", ["Woh\u00adnungen"]),
    ],
)
def test_inflected_and_compound_words_are_marked_whole(frage: str, text: str, expected: list[str]) -> None:
    assert marked(frage, text) == expected


@pytest.mark.parametrize(
    ("frage", "text"),
    [
        ("Kohleausstieg", "Der Einstieg gelingt."),
        ("Bildung", "Die Verbindung hält."),
        ("Verkehr", "Der Verkauf läuft."),
        ("Was soll mit der Kita werden?", "Das soll mit der Zeit werden."),
        ("EU", "neue Europapolitik"),
        ("Wiederaufbau", "Das wird wieder gut."),
        ("", "Irgendetwas"),
    ],
)
def test_chance_letters_and_filler_words_are_not(frage: str, text: str) -> None:
    assert marked(frage, text) == []

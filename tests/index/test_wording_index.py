"""The Lexikon: a share of the question's wording; its file belongs to the index or is not used."""

import math
import os
import re
import shutil
import signal
import unicodedata
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.index import chroma
from core.index.sammlung import Memory
from core.index.vectorstore import UEBERALL, Vectorstore
from core.index.wording_index import WordingIndex, grams, mark_terms
from core.settings import Settings
from tests.index.stores import finished, make_store, put, started
from tests.sammlungen import ask_servers_anew, sammlung_of

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


def test_share_is_zero_without_a_common_gram_and_between_with_some() -> None:
    nothing, some = shares("sichere Radwege", "Mehr Schwimmbäder", "Radwege und Schienen")
    assert nothing == 0 and 0.2 < some < 0.8


def test_rare_words_weigh_more() -> None:
    texts = ["Die Schule.", "Jede Schule.", "Viele Schulen.", "Eine Fähre."]
    *schulen, faehre = shares("Schule Fähre", *texts)
    assert max(schulen) < 0.5 < faehre


def test_how_often_and_how_much_else_stands_there_does_not_matter() -> None:
    once, often, long = shares("Schule", "Schule", "Schule Schule Schule", "Die Schule ist aus und vorbei.")
    assert once == often == long == pytest.approx(1)


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


@pytest.mark.parametrize("question", ["", " \n", "§ – !", "☃", "___"])
def test_a_question_without_a_word_has_no_share(question: str) -> None:
    assert shares(question, *TEXTE) == [0] * len(TEXTE)


@pytest.mark.parametrize("texts", [[], ["", " ", "…"]])
def test_passages_without_a_word_hold_nothing(texts: list[str], tmp_path: Path) -> None:
    assert shares("Schule", *texts) == [0] * len(texts)
    WordingIndex.of(texts).save(tmp_path / "leer.npz")
    assert not (tmp_path / "leer.npz").exists()


# --- its file -----------------------------------------------------------------------------------------------


@pytest.fixture
def file(tmp_path: Path) -> Path:
    WordingIndex.of(TEXTE).save(path := tmp_path / "lexika" / "stand.npz")
    return path


def loaded(path: Path, content: bytes) -> list[list[float]] | None:
    path.write_bytes(content)
    lexicon = WordingIndex.load(path, len(TEXTE))
    return all_shares(lexicon) if lexicon else None


def test_stored_lexikon_gives_the_same_shares(file: Path) -> None:
    assert loaded(file, file.read_bytes()) == all_shares(WordingIndex.of(TEXTE))
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_missing_lexikon_is_none(tmp_path: Path) -> None:
    assert WordingIndex.load(tmp_path / "gibt" / "es.npz", 3) is None


def test_file_cut_anywhere_is_refused(file: Path) -> None:
    whole = file.read_bytes()
    assert {loaded(file, whole[:end]) is None for end in range(0, len(whole), 40)} == {True}


def test_file_with_any_byte_changed_is_refused_or_right(file: Path) -> None:
    whole, right = file.read_bytes(), all_shares(WordingIndex.of(TEXTE))
    for place in range(0, len(whole), 7):
        changed = bytearray(whole)
        changed[place] ^= 1 << place // 7 % 8
        assert loaded(file, bytes(changed)) in (None, right), place


def test_a_large_array_read_in_part_is_refused(tmp_path: Path) -> None:
    """zipfile looks at the checksum only where a member ends."""
    texts = [f"Wort{number} Zeile{number}" for number in range(3000)]
    WordingIndex.of(texts).save(path := tmp_path / "stand.npz")
    whole = path.read_bytes()
    lengths = {int(found) for found in re.findall(rb"'shape': \((\d+),\)", whole)}
    shorter = {length: 10 ** (len(str(length)) - 1) for length in lengths}
    large = [length for length in lengths if length - shorter[length] > 5000]
    assert len(large) >= 2
    for length in large:
        path.write_bytes(whole.replace(f"({length},)".encode(), f"({shorter[length]},)".encode()))
        assert WordingIndex.load(path, len(texts)) is None


def one_array(path: Path) -> None:
    with path.open("wb") as target:
        np.save(target, np.arange(3))


def other_arrays(path: Path) -> None:
    with path.open("wb") as target:
        np.savez(target, vectors=np.ones(2))


def without_state(path: Path) -> None:
    with np.load(path) as parts:
        arrays = {name: parts[name] for name in parts.files if name != "state"}
    with path.open("wb") as target:
        np.savez(target, **arrays)


def other_state(path: Path, texts: list[str]) -> None:
    WordingIndex.of(texts).save(other := path.with_name("anderer.npz"))
    other.replace(path)


def folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


FOREIGN: dict[str, Callable[[Path], object]] = {
    "text": lambda path: path.write_text("Kein Lexikon.\n"), "empty": lambda path: path.write_bytes(b""),
    "one array": one_array, "other arrays": other_arrays, "no state": without_state,
    "another state's": lambda path: other_state(path, ["Busse", "Bahnen", "Fähre", "Schule", "Rad"]),
    "of more passages": lambda path: other_state(path, TEXTE * 2), "a folder": folder,
}  # fmt: skip


@pytest.mark.parametrize("what", FOREIGN)
def test_foreign_file_is_never_believed_and_replaced(file: Path, what: str) -> None:
    FOREIGN[what](file)
    sammlung = sammlung_of({"p": TEXTE}, file)
    assert all_shares(sammlung.lexicon) == all_shares(WordingIndex.of(TEXTE))
    stored = WordingIndex.load(file, len(TEXTE))
    assert (stored is None) == (what == "a folder")
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_folder_that_cannot_be_written_is_done_without(tmp_path: Path) -> None:
    # Permissions do not stop root; a file in the place of the folder does.
    (tmp_path / "lexika").write_text("")
    sammlung = sammlung_of({"p": TEXTE}, tmp_path / "lexika" / "stand.npz")
    assert all_shares(sammlung.lexicon) == all_shares(WordingIndex.of(TEXTE))
    assert (tmp_path / "lexika").read_text() == ""


def test_disk_that_fills_up_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*args: object, **arrays: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(np, "savez", full)
    WordingIndex.of(TEXTE).save(tmp_path / "stand.npz")
    assert list(tmp_path.iterdir()) == []


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


def test_what_is_stored_is_not_built_again(file: Path, built: list[int]) -> None:
    assert sammlung_of({"p": TEXTE}, file).lexicon.shares("Fähre").any()
    assert built == []
    file.unlink()
    assert sammlung_of({"p": TEXTE}, file).lexicon.shares("Fähre").any()
    assert built == [5] and file.exists()


def test_threads_build_one_lexikon_together(tmp_path: Path, built: list[int]) -> None:
    sammlung = sammlung_of({"p": TEXTE * 200}, tmp_path / "stand.npz")
    with ThreadPoolExecutor(8) as pool:
        lexika = set(pool.map(lambda _: sammlung.lexicon, range(16)))
    assert len(lexika) == 1 and built == [1000]


# --- with the index -----------------------------------------------------------------------------------------


def lexika(place: Settings, gebiet: str = "NRW") -> list[Path]:
    return sorted((place.chroma_dir / "lexika").glob(f"programme-{gebiet.lower()}-*"))


def holding(store: Vectorstore, word: str, gebiet: str = "NRW") -> int:
    """How many passages hold the word."""
    return int((store.sammlung(gebiet).lexicon.shares(word) > 0.99).sum())


def assert_stored(place: Settings, gebiet: str = "NRW") -> None:
    """The one file of the Gebiet is the Lexikon of what is in the index now."""
    sammlung = make_store(place).sammlung(gebiet)
    (path,) = lexika(place, gebiet)
    lexicon = WordingIndex.load(path, len(sammlung))
    fresh = WordingIndex.of([text for block in sammlung.blocks.values() for text in block.texts()])
    assert lexicon is not None
    for word in ("eins", "zwei", "drei", "spd", "cdu", "Absatz 3"):
        assert lexicon.shares(word).tolist() == fresh.shares(word).tolist()


def test_file_on_disk_belongs_to_the_index_whatever_was_done(place: Settings) -> None:
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


@pytest.mark.parametrize("how", ["remove", "reset", "reset after writing"])
def test_file_goes_with_the_last_programm(place: Settings, how: str) -> None:
    store = make_store(place)
    with store.writing():
        put(store, "spd", 5)
        put(store, "grund", 3, gebiet=UEBERALL)
    assert len(lexika(place)) == len(lexika(place, UEBERALL)) == 1
    with store.writing():
        if how == "remove":
            store.remove("NRW", "spd")
        else:
            put(store, "cdu", 2) if how == "reset after writing" else None
            store.reset()
    assert lexika(place) == [] and holding(store, "eins") == 0
    assert len(lexika(place, UEBERALL)) == (how == "remove")
    with store.writing():
        put(store, "spd", 4, "zwei")
    assert_stored(place)


def test_sweep_that_gives_a_programm_up_takes_its_words_out(tmp_path: Path) -> None:
    place = Settings(chroma_dir=tmp_path)
    with (store := make_store(place)).writing():
        put(store, "spd", 5, "zwei")
        put(store, "cdu", 4)
    (collection,) = chroma.open_folder(tmp_path).list_collections()
    collection.delete(where={"programm_id": "spd"})
    shutil.rmtree(tmp_path / "vektoren")
    with (store := make_store(place)).writing():
        store.sweep("NRW")
    assert_stored(place)
    assert (holding(store, "zwei"), holding(store, "eins")) == (0, 4)


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


def test_lost_vector_files_leave_rows_and_words_together(place: Settings) -> None:
    with (store := make_store(place)).writing():
        put(store, "spd", 5, "zwei")
        put(store, "cdu", 4)
    shutil.rmtree(place.chroma_dir / "vektoren")
    sammlung = make_store(place).sammlung("NRW")
    rows = np.flatnonzero(sammlung.lexicon.shares("zwei"))
    assert [sammlung.chunk(int(row)).programm_id for row in rows] == ["spd"] * 5
    assert_stored(place)


def child_dies(place: Settings, moment: str) -> None:
    def deadly(*args: object, **kwargs: object) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    owner, name = {"before the words": (Memory, "build_lexicon"), "half way": (np, "savez")}[moment]
    store = make_store(place)
    with store.writing():
        put(store, "spd", 7, "zwei")
        setattr(owner, name, deadly)


@pytest.mark.parametrize(
    ("place", "moment"), [("folder", "half way"), ("server", "before the words")], indirect=["place"]
)
def test_killed_writer_leaves_a_search_that_is_right(
    place: Settings, moment: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with (store := make_store(place)).writing():
        put(store, "spd", 5)
        put(store, "cdu", 4)
    assert holding(store, "eins") == 9
    finished(started(child_dies, place, moment), -signal.SIGKILL)
    ask_servers_anew(monkeypatch)
    for reader in (store, make_store(place)):
        assert (holding(reader, "eins"), holding(reader, "zwei")) == (4, 7)
    with store.writing(timeout=5):
        put(store, "cdu", 3)
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
    ask_servers_anew(monkeypatch)
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


@pytest.mark.parametrize(
    "text", ["", "Miete", " **Miete** [x](y) <b>Mieten</b>\n$Miete$ ", "a\u00ad\u00adb _"]
)
def test_the_pieces_are_the_text(text: str) -> None:
    assert "".join(piece.text for piece in mark_terms("Miete", text)) == text


def test_only_words_are_marked_never_signs_around_them() -> None:
    assert marked("<script> **Miete**", "<script>**Miete**</script>") == ["script", "Miete", "script"]

"""The sieve rules out only what stands nowhere; what is stored of it is whole, or made anew."""

import unicodedata
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from core.base.settings import ROOT
from core.programme import stored_keys
from core.programme.stored_keys import key_path, load_key, load_sieve, save_key, save_sieve, sieve_path
from core.programme.stored_streams import StoredStreams
from core.wortlaut.german.folding import folded_key, letters, occurrences, places
from core.wortlaut.reading.read_strom import read_strom
from core.wortlaut.reading.sieve import GRAM, lets_through, make_repeats, make_sieve, runs, stands_once

KEY = folded_key(
    "Wir bauen die Wieltalbahn wieder auf. Der Mindestlohn steigt auf 15 Euro, nicht auf 14."
).text

texts = st.text(st.sampled_from("abcäß ﬁ½İΣ\u0301\ud800\U0001d54f1.-"), max_size=80)


def folded(letter: str) -> str:
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", letter).casefold())
    return "".join({"ä": "ae", "ö": "oe", "ü": "ue"}.get(part, part) for part in plain if part.isalnum())


@given(texts | st.text(max_size=60))
def test_a_key_is_its_characters_folded_one_by_one(text: str) -> None:
    key = folded_key(text)
    pairs = [(letter, place) for place, char in enumerate(text) for letter in folded(char)]
    assert key.text == "".join(letter for letter, _ in pairs)
    assert [key.place(i) for i in range(len(key.text))] == places(text) == [place for _, place in pairs]


@given(st.text(st.characters(), min_size=1, max_size=300), st.data())
def test_what_stands_there_is_let_through(key: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(key) - 1))
    end = data.draw(st.integers(start, len(key)))
    assert lets_through(make_sieve(key), runs(key[start:end]))


@given(st.text(st.sampled_from("abc"), min_size=GRAM, max_size=60), st.data())
def test_what_is_said_to_stand_once_does_so(piece: str, data: st.DataObject) -> None:
    texts = st.text(st.sampled_from("abc"), max_size=40)
    key = data.draw(texts) + piece + data.draw(texts | st.just(piece)) + data.draw(texts)
    if stands_once(make_repeats(key), piece):
        assert len(list(occurrences(piece, key))) == 1


def test_most_quotes_stand_once_and_that_is_known() -> None:
    key = folded_key(read_strom(ROOT / "data" / "demo" / "pdf" / "bruecke-demo-2024.pdf").text).text
    quotes = [key[i : i + 80] for i in range(0, len(key) - 80, 40)]
    once = [quote for quote in quotes if stands_once(make_repeats(key), quote)]
    assert all(key.count(quote) == 1 for quote in once) and len(once) > 0.95 * len(quotes)
    assert not stands_once(b"\xff", key[:80]) and not stands_once(make_repeats(key), key[: GRAM - 1])


def test_one_other_letter_is_held_back() -> None:
    strom = read_strom(ROOT / "data" / "demo" / "pdf" / "bruecke-demo-2024.pdf")
    key = folded_key(strom.text).text
    made = make_sieve(key)
    wrong = [f"{key[i : i + 30]}q{key[i + 31 : i + 60]}" for i in range(0, len(key) - 60, 7)]
    assert not any(lets_through(made, runs(quote)) for quote in wrong if quote not in key)


def test_less_than_a_run_is_never_ruled_out() -> None:
    assert runs("x" * (GRAM - 1)) == ()
    assert lets_through(make_sieve(KEY), runs("qqq"))
    assert not lets_through(make_sieve(""), runs("q" * GRAM))


def unwanted() -> str:
    raise AssertionError("the stored one is to be taken")


def test_what_was_stored_is_taken(tmp_path: Path) -> None:
    made = save_sieve(tmp_path, "x", "v1", KEY)
    assert load_sieve(tmp_path, "x", "v1", unwanted) == made == make_sieve(KEY)
    assert [path.name for path in tmp_path.iterdir()] == ["x.v1.sieve"]


@pytest.mark.parametrize("damage", ["missing", "empty", "cut", "one bit", "another way", "nothing behind"])
def test_a_sieve_that_is_lost_or_damaged_is_made_anew(tmp_path: Path, damage: str) -> None:
    made = save_sieve(tmp_path, "x", "v1", KEY)
    path = sieve_path(tmp_path, "x", "v1")
    whole = path.read_bytes()
    damaged = {
        "empty": b"", "cut": whole[:-3], "one bit": whole[:-1] + bytes([whole[-1] ^ 1]),
        "another way": b"?" + whole[1:], "nothing behind": whole[:16],
    }  # fmt: skip
    path.unlink() if damage == "missing" else path.write_bytes(damaged[damage])
    assert load_sieve(tmp_path, "x", "v1", lambda: KEY) == made
    assert path.read_bytes() == whole


@pytest.mark.parametrize("damage", ["none", "missing", "cut", "one bit", "of another text"])
def test_the_stored_key_is_that_of_the_text_or_made_anew(tmp_path: Path, damage: str) -> None:
    text = "Für Maß ½ und \U0001d54f\ud800, „Straßenbahnen“ und a\u0308."
    key = folded_key(text)
    save_key(tmp_path, "x", "v1", folded_key(text[1:]) if damage == "of another text" else key)
    path = key_path(tmp_path, "x", "v1")
    whole = path.read_bytes()
    if damage == "missing":
        path.unlink()
    elif damage != "of another text":
        path.write_bytes(
            {"none": whole, "cut": whole[:-1], "one bit": whole[:-1] + bytes([whole[-1] ^ 1])}[damage]
        )
    loaded, repeats = load_key(tmp_path, "x", "v1", text)
    assert (
        repeats == make_repeats(key.text)
        and loaded.text == key.text
        and loaded.ends.tolist() == key.ends.tolist()
    )
    assert [loaded.place(i) for i in range(len(loaded.text))] == places(text)
    saved = path.read_bytes()
    again, _ = load_key(tmp_path, "x", "v1", text)
    assert again.text == key.text and path.read_bytes() == saved


def test_where_nothing_can_be_written_it_is_made_all_the_same(tmp_path: Path) -> None:
    nowhere = tmp_path / "file"
    nowhere.write_text("no folder")
    assert load_sieve(nowhere, "x", "v1", lambda: KEY) == make_sieve(KEY)


def test_another_knowledge_of_letters_makes_it_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save_sieve(tmp_path, "x", "v1", KEY)
    monkeypatch.setattr(stored_keys.unicodedata, "unidata_version", "99.0")
    stored_keys._way.cache_clear()
    other = letters("Ganz andere Buchstaben, die hier stehen.")
    assert load_sieve(tmp_path, "x", "v1", lambda: other) == make_sieve(other)
    monkeypatch.undo()
    stored_keys._way.cache_clear()


def test_it_is_stored_and_swept_with_its_stream(tmp_path: Path) -> None:
    strom = read_strom(ROOT / "data" / "demo" / "pdf" / "bruecke-grundsatz.pdf")
    for version in ("v1", "v2"):
        StoredStreams(tmp_path).save_strom("b", version, strom)
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {f"b.{version}.{kind}" for version in ("v1", "v2") for kind in ("key", "npz", "sieve")}
    assert load_sieve(tmp_path, "b", "v2", unwanted) == make_sieve(folded_key(strom.text).text)
    StoredStreams(tmp_path).sweep("b", keep="v2")
    assert {path.name for path in tmp_path.iterdir()} == {"b.v2.key", "b.v2.npz", "b.v2.sieve"}
    StoredStreams(tmp_path).sweep("b", keep=None)
    assert list(tmp_path.iterdir()) == []

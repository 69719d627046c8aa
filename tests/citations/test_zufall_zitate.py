"""Hostile quotes against the demo: binding never raises, and never binds words that are not printed there."""

import random
import time
import unicodedata
from collections.abc import Iterator

import pytest

from core.base.settings import ROOT
from core.programme.registry import load_registry
from core.proof.reconstruct import reconstruct
from core.wortlaut.binding.bind import bind
from core.wortlaut.records import Fundstelle, Typ
from tests.citations.test_eigenschaften import OWN, chunks, kontext, quelle

SHARE = 300
DIRT = (
    "…", "[…]", "[...]", "(…)", " ", "\n", "\t", "\u00ad", "\u200b", "-", "–", "nicht ", "kein", "[Q1]",
    "<b>", "</", "&amp;", "&#120;", "\\n", "[x](http://y)", "„", "“", '"', "1", "1.000", ",5", "\x00",
    "\ud800", "ﬁ", "İ", "ß", "\u0301", "[", "(", "S. 4",
)  # fmt: skip
TAUSCH = str.maketrans("eanrst", "abcdfg")


def cases(rng: random.Random) -> Iterator[str]:
    """Quotes that are nearly true: cut, spliced, sown with dirt, letters and numbers changed."""
    text = quelle(OWN).strom.text
    while True:
        pieces = []
        for _ in range(rng.choice((1, 1, 1, 2, 3, 8))):
            start = rng.randrange(len(text))
            piece = text[start : start + rng.choice((5, 25, 80, 200, 700))]
            if rng.randrange(4):  # whole words, or nothing of it could be bound
                piece = " ".join(piece.split()[1:-1])
            match rng.randrange(12):
                case 0:
                    piece = piece.upper()
                case 1:
                    piece = piece[::-1]
                case 2:
                    at = rng.randrange(len(piece) + 1)
                    piece = piece[:at] + piece[at : at + 9].translate(TAUSCH) + piece[at + 9 :]
            pieces.append(piece)
        joined = rng.choice(("…", " ", " […] ", "")).join(pieces)
        for _ in range(rng.choice((0, 0, 0, 0, 1, 2, 10))):
            at = rng.randrange(len(joined) + 1)
            joined = joined[:at] + rng.choice(DIRT) * rng.choice((1, 1, 1, 30)) + joined[at:]
        yield joined


def attempt(case: str) -> bool:
    """Is it bound? What is bound is, letter by letter, what stands at the places that are named."""
    bindung = bind(case, "BRÜCKE", Typ.WAHLPROGRAMM, kontext())
    assert bindung.status.value
    if not bindung.status.is_bound:
        return False
    fund = bindung.fund
    assert fund is not None
    printed = fund.quelle.strom.text
    stands = "".join(plain(printed[start:end]) for start, end in fund.spans)
    assert plain(fund.text) == stands
    if bindung.status.value in ("woertlich", "mit_auslassung"):
        assert is_within(stands, plain(case)), case
    return True


def plain(text: str) -> str:
    """Letters and digits alone: written anew, so that it shares no mistake with the binding's own."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(c for c in unicodedata.normalize("NFKC", folded) if c.isalnum())


def is_within(wanted: str, text: str) -> bool:
    """Do these letters stand in that order in the text? What was put between them may be dropped marks."""
    rest = iter(text)
    return all(letter in rest for letter in wanted)


def test_random_quotes_bind_only_what_is_printed() -> None:
    found = cases(random.Random(4711))
    bound = sum(attempt(next(found)) for _ in range(SHARE))
    assert SHARE / 10 < bound < SHARE / 2  # most are too dirty for any place


@pytest.mark.parametrize(
    "unit",
    [
        "…", "[", "[[", "(", "[Q1", "[x](", "<b", "</a", "&#", "&amp;", "1.000", "1 ", "a ", "\\", "[…]",
        "nicht ", "a", "1,", "(S. 1", "[ ", "( ", "(…", "[1,", "1-1;", "...", ". ", "\u00ad",
        "Die Wieltalbahn soll wieder fahren. ", "abc def ", "[sic", "\n", "x…",
    ],
)  # fmt: skip
def test_worst_quotes_take_no_longer_than_their_length(unit: str) -> None:
    """A quote has at most 20,000 characters, and there are 200 of them at most in an answer."""
    text = (unit * 20_000)[:20_000]
    begin = time.process_time()
    bind(text, "BRÜCKE", Typ.WAHLPROGRAMM, kontext())
    assert time.process_time() - begin < 1.5


@pytest.mark.parametrize("size", [20_001, 1_000_000])
def test_what_is_far_too_long_for_a_quote_is_dropped_unread(size: int) -> None:
    shown = {"BRÜCKE": [Fundstelle(c, 0.5) for c in chunks(OWN)]}
    answer = {"wahlprogrammScores": [{"fraktion": "BRÜCKE", "wahlprogramm": {"zitate": ["[" * size]}}]}
    begin = time.process_time()
    registry = load_registry(ROOT / "data" / "registry")
    (dropped,) = reconstruct(answer, shown, {OWN: quelle(OWN)}, registry)["verworfeneZitate"]
    assert dropped["grund"] == "unlesbar" and time.process_time() - begin < 3

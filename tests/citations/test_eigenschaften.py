"""Properties of binding, over the texts of the demo: no harmless damage loses a quote, no falsehood binds."""

import re
from functools import cache

from hypothesis import assume, given, strategies as st

from core.base.settings import ROOT
from core.programme.chunking import chunk
from core.programme.registry import load_registry
from core.wortlaut.binding.bind import Bindung, ShownContext, bind
from core.wortlaut.binding.eintrag import ZitatStatus
from core.wortlaut.binding.exact_match import is_whole
from core.wortlaut.binding.quelle import Quelle
from core.wortlaut.german.folding import letters
from core.wortlaut.german.sentences import sentences
from core.wortlaut.german.words import NEGATOR
from core.wortlaut.reading.read_strom import read_strom
from core.wortlaut.records import Chunk, Fundstelle, Typ

OWN, OTHER = "bruecke-demo-2024", "lindenbund-demo-2024"


@cache
def quelle(programm_id: str) -> Quelle:
    strom = read_strom(ROOT / "data" / "demo" / "pdf" / f"{programm_id}.pdf")
    programm = load_registry(ROOT / "data" / "registry").programme[programm_id]
    return Quelle.of(programm, "v1", strom)


@cache
def chunks(programm_id: str) -> list[Chunk]:
    return chunk(programm_id, quelle(programm_id).strom, "passagen", 1000)


@cache
def kontext() -> ShownContext:
    """All passages of two parties were shown."""
    shown = {
        quelle(programm_id).programm.partei: [Fundstelle(c, 0.5) for c in chunks(programm_id)]
        for programm_id in (OWN, OTHER)
    }
    return ShownContext.of(shown, {programm_id: quelle(programm_id) for programm_id in (OWN, OTHER)})


def bound(text: str) -> Bindung:
    return bind(text, "BRÜCKE", Typ.WAHLPROGRAMM, kontext())


def is_accepted(text: str) -> bool:
    return bound(text).is_evidence


@st.composite
def spans(draw: st.DrawFn) -> tuple[int, int]:
    """A range of a Chunk from word border to word border, long enough to be a quote, and surely read."""
    c = draw(st.sampled_from(chunks(OWN)))
    words = [match.span() for match in re.finditer(r"(?<!\S)\w(?:\S*\w)?(?=[^\w\s-]*(?:\s|$))", c.text)]
    first = draw(st.integers(0, len(words) - 1))
    last = draw(st.integers(first, min(len(words) - 1, first + 60)))
    start, end = c.start + words[first][0], c.start + words[last][1]
    text = quelle(OWN).strom.text[start:end]
    assume(len(text) >= 24 and len(letters(text)) >= 16)
    assume(is_whole(quelle(OWN).strom.text, start, end))  # no number without its unit
    assume(not quelle(OWN).strom.is_unsure(start, end))  # a table that was read across is none
    return start, end


@st.composite
def single_sentences(draw: st.DrawFn, programm_id: str = OWN) -> str:
    c = draw(st.sampled_from(chunks(programm_id)))
    found = [c.text[a:b] for paragraph in [c.text.replace("\n", " ")] for a, b in sentences(paragraph)]
    found = [sentence for sentence in found if len(sentence.split()) >= 8]
    assume(found)
    return draw(st.sampled_from(found))


def hyphenate(text: str, place: int) -> str:
    inner = [m.start() for m in re.finditer(r"(?<=[a-zäöü]{2})(?=[a-zäöü]{2})", text)]
    if not inner:
        return text
    cut = inner[place % len(inner)]
    return f"{text[:cut]}-\n{text[cut:]}"


DAMAGES = {
    "hyphen": hyphenate,
    "soft hyphen": lambda text, place: hyphenate(text, place).replace("-\n", "\u00ad"),
    "white space": lambda text, place: text.replace(" ", ("  ", "\n", "\u00a0", "\t")[place % 4]),
    "upper": lambda text, place: text.upper(),
    "lower": lambda text, place: text.lower(),
    "dashes": lambda text, place: text.replace("–", "—-\u2212"[place % 3]),
    "commas": lambda text, place: re.sub(r",(?!\d)", "", text),
    "quote marks": lambda text, place: ("„{}“", "»{}«", '"{}"', "‚{}‘", "“{}”")[place % 5].format(text),
    "footnote": lambda text, place: text + (" [12]", " [Q3]", " (S. 58)", "[sic]")[place % 4],
    "markdown": lambda text, place: ("**{}**", "> {}", "`{}`", "- *{}*")[place % 4].format(text),
    "ligature": lambda text, place: text.replace("fi", "ﬁ").replace("fl", "ﬂ"),
}


@given(spans(), st.lists(st.tuples(st.sampled_from(sorted(DAMAGES)), st.integers(0, 500)), max_size=4))
def test_any_true_span_under_any_harmless_damage_binds_to_that_wording(
    span: tuple[int, int], damages: list[tuple[str, int]]
) -> None:
    start, end = span
    true = quelle(OWN).strom.text[start:end]
    text = true
    for name, place in damages:
        text = DAMAGES[name](text, place)
    found = bound(text)
    assert found.status is ZitatStatus.WOERTLICH and found.fund is not None
    assert not found.fremde_partei
    assert letters(found.fund.text) == letters(true)
    if letters(quelle(OWN).strom.text).count(letters(true)) == 1:
        assert tuple(found.fund.seiten) == quelle(OWN).strom.pages_of(start, end)
        assert found.fund.spans[0][0] == start


@given(single_sentences(), st.integers(0, 10), st.integers(1, 9))
def test_changed_digit_is_never_accepted(sentence: str, which: int, by: int) -> None:
    digits = [match.start() for match in re.finditer(r"\d", sentence)]
    assume(digits)
    at = digits[which % len(digits)]
    changed = f"{sentence[:at]}{(int(sentence[at]) + by) % 10}{sentence[at + 1 :]}"
    assume(letters(changed) not in letters(quelle(OWN).strom.text))
    assert not is_accepted(changed)


@given(single_sentences(), st.integers(0, 30))
def test_added_negation_is_never_accepted(sentence: str, at: int) -> None:
    words = sentence.split()
    words.insert(1 + at % (len(words) - 1), "nicht")
    assert not is_accepted(" ".join(words))


def test_removed_negation_is_never_accepted() -> None:
    text = quelle(OWN).strom.text.replace("\n", " ")
    negated = [s for a, b in sentences(text) if NEGATOR.search(s := text[a:b]) and len(s) < 400]
    changed = [
        re.sub(r"\b(?:nicht|nie|niemals|weder) ", "", sentence).replace("kein", "ein") for sentence in negated
    ]
    falsified = [now for before, now in zip(negated, changed, strict=True) if now != before]
    assert len(falsified) > 40
    assert [sentence for sentence in falsified if is_accepted(sentence)] == []


@given(single_sentences(), single_sentences(OTHER))
def test_tail_of_another_party_is_never_accepted(own: str, other: str) -> None:
    a, b = own.split(), other.split()
    assert not is_accepted(" ".join([*a[: len(a) // 2], *b[len(b) // 2 :]]))


@given(single_sentences(), st.sampled_from([" … ", " [...] ", " "]))
def test_reversed_halves_are_never_accepted(sentence: str, between: str) -> None:
    words = sentence.rstrip(".").split()
    halves = " ".join(words[: len(words) // 2]), " ".join(words[len(words) // 2 :])
    assume(min(len(letters(half)) for half in halves) >= 12)
    assert not is_accepted(between.join(reversed(halves)))


@given(single_sentences(OTHER))
def test_sentence_of_another_party_keeps_its_label_and_is_no_evidence(sentence: str) -> None:
    found = bound(sentence)
    if found.status.is_bound:
        assert found.fremde_partei and found.fund is not None
        assert found.fund.quelle.programm.id == OTHER
    assert not found.is_evidence


@given(st.text(min_size=20, max_size=200))
def test_no_text_raises(text: str) -> None:
    assert bound(text).status in ZitatStatus

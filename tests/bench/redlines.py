"""Falsified changes of wording: how many of them are bound to words that do not stand in the Antrag."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from random import Random

from core.antrag.antrag import Antrag
from core.antrag.read_antrag import read_antrag_bytes
from core.context import Context
from core.german.sentences import sentences
from core.redlines.bind_redline import LONGEST, bind_redlines
from core.settings import ROOT
from tests.bench.figures import Figure

KORPUS = ROOT.parent / "shared" / "korpus" / "antraege"
PIECES = 6
"""Of each Forderung, so many pieces of its words."""

Falsify = Callable[[str, Random], str]
Proposal = Mapping[str, str]


def measure_redlines(context: Context) -> list[Figure]:
    antraege = [read_antrag_bytes(path.read_bytes(), context.registry) for path in _files()]
    chance = Random(2026)
    honest = [(antrag, one) for antrag in antraege for one in _proposals(antrag, chance)]
    false = [
        (antrag, one) for antrag, one in _falsified(honest, antraege, chance) if not _stands(antrag, one)
    ]
    accepted = [one for one in false if _accepted(*one)]
    for _, proposal in accepted:
        print(proposal)
    share = sum(_accepted(*one) for one in honest) / len(honest)
    return [
        Figure("redlines: falsified proposals", len(false), "", "≥ 1000"),
        Figure("… accepted", len(accepted), "", "≤ 0"),
        Figure("redlines: true words, each once in its Forderung", len(honest), ""),
        Figure("… accepted", share, "of 1", "≥ 0.98"),
    ]


def _files() -> list[Path]:
    demo = sorted((ROOT / "data" / "demo" / "pdf").glob("antrag-*.txt"))
    return [*demo, *sorted(KORPUS.glob("*-antrag.pdf"))[:12]]


def _accepted(antrag: Antrag, proposal: Proposal) -> bool:
    (change,) = bind_redlines(antrag, [proposal])
    return not change.verworfen


def _plain(text: str) -> str:
    return " ".join(text.split())


def _stands(antrag: Antrag, proposal: Proposal) -> bool:
    """A change of one letter may give what stands elsewhere; that is no forgery."""
    return _plain(proposal["alt"]) in _plain(antrag.text)


def _proposals(antrag: Antrag, chance: Random) -> Iterator[Proposal]:
    """Pieces of its Forderungen that stand there once, within a paragraph."""
    for forderung in antrag.forderungen:
        words = _plain(forderung.text).split(" ")
        for _ in range(PIECES):
            start = chance.randrange(len(words))
            alt = " ".join(words[start : start + chance.randrange(5, 25)])
            if len(alt) >= 30 and antrag.text.count(alt) == 1 and forderung.text.count(alt) == 1:
                yield _proposal(forderung.nummer, alt)


def _proposal(nummer: str, alt: str) -> Proposal:
    return {"forderung": nummer, "alt": alt, "neu": "etwas ganz anderes", "grund": "Darum."}


def _falsified(
    honest: Sequence[tuple[Antrag, Proposal]], antraege: Sequence[Antrag], chance: Random
) -> Iterator[tuple[Antrag, Proposal]]:
    for (antrag, one), falsify in product(honest, WAYS):
        if (alt := falsify(one["alt"], chance)) != one["alt"] and len(alt) < LONGEST:
            yield antrag, _proposal(one["forderung"], alt)
    for antrag, one in honest:
        other = chance.choice(antraege)
        for alt in (_joined(antrag, chance), _joined(other, chance), chance.choice(_of(other))):
            yield antrag, _proposal(one["forderung"], alt)


def _of(antrag: Antrag) -> list[str]:
    text = _plain(antrag.text)
    return [text[start:end] for start, end in sentences(text) if 30 < end - start < 900] or [text[:400]]


def _joined(antrag: Antrag, chance: Random) -> str:
    own = _of(antrag)
    return f"{chance.choice(own)} {chance.choice(own)}"


def _letter(text: str, chance: Random) -> str:
    places = [place for place, letter in enumerate(text) if letter.isalpha()]
    at = chance.choice(places)
    return text[:at] + chance.choice("abdefgiklmnoprstuwz") + text[at + 1 :]


def _without_a_word(text: str, chance: Random) -> str:
    words = text.split(" ")
    at = chance.randrange(1, len(words) - 1)
    return " ".join([*words[:at], *words[at + 1 :]])


def _swapped(text: str, chance: Random) -> str:
    words = text.split(" ")
    at = chance.randrange(len(words) - 1)
    return " ".join([*words[:at], words[at + 1], words[at], *words[at + 2 :]])


def _ellipsis(text: str, chance: Random) -> str:
    words = text.split(" ")
    at = chance.randrange(1, len(words) - 1)
    return " ".join([*words[:at], chance.choice(("…", "[…]", "...")), *words[at + 1 :]])


WAYS: tuple[Falsify, ...] = (
    _letter,
    _without_a_word,
    _swapped,
    _ellipsis,
    lambda text, chance: re.sub(r"\d+", lambda found: str(int(found[0]) + 1), text, count=1),
    lambda text, chance: text.replace(" nicht ", " ", 1),
    lambda text, chance: re.sub(r"(\d)[.,](\d)", r"\1\2", text),
    lambda text, chance: text.swapcase(),
    lambda text, chance: text.replace("ä", "ae").replace("ö", "oe").replace("ü", "ue").replace("ß", "ss"),
    lambda text, chance: re.sub(r"[,;:.()–-]", "", text),
    lambda text, chance: text[: len(text) - 2],
    lambda text, chance: text.replace(" ", ""),
    lambda text, chance: f"„{text}“",
    lambda text, chance: f"**{text}**",
)
"""A letter, a word, their order, an ellipsis, a figure, a negation; and what a quote may leave out: case,
umlauts, commas, the end of a word, blanks, marks around it."""

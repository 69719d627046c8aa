"""Passages of real programmes planted into other texts: how many are found, and whether a find is false.

The stock is 300 programmes: the real ones and copies of them in which words are changed.
"""

import re
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import numpy as np

from core.base.settings import Settings
from core.features.reuse.elsewhere import find_elsewhere
from core.features.reuse.kept_texts import KeptText, stock_of
from core.features.reuse.shared_letters import BORDER, LEAST, UNSURE, LetterIndex
from core.programme.context import Context
from core.proof.given_text import read_given
from core.wortlaut.german.folding import letters, spelled_out
from tests.bench.figures import Figure
from tests.bench.search import read_in
from tests.bench.stock import workplace

SEED = 20261130
PLANTED, STOCK, ASKED = 1_000, 300, 20

PARTED_WORDS = re.compile(r"(?<![-\xad‐¬])\s+")

Altered = Callable[[Random, str], str]
FORMS: dict[str, Altered] = {
    "as it is": lambda rng, text: text,
    "other lines": lambda rng, text: re.sub(r"\s+", lambda _: rng.choice([" ", "\n", "\n\n"]), text),
    "line hyphens": lambda rng, text: re.sub(r"([a-zäöüß]{4})([a-zäöüß]{4})", "\\1-\n\\2", text),
    "soft hyphens": lambda rng, text: re.sub(r"([a-zäöüß]{3})([a-zäöüß]{3})", "\\1\xad\\2", text),
    "other marks": lambda rng, text: f"»{re.sub('[„“”,;–-]', ' ', text)}«",
    "capitals": lambda rng, text: text.upper(),
    "umlauts written out": lambda rng, text: text.replace("ä", "ae").replace("ö", "oe").replace("ü", "ue"),
}
AROUND = (
    "Meine Damen und Herren, in Zeile {} meiner Notizen steht dazu folgendes:",
    "So viel zu Absatz {}; ich komme nun zu einem ganz anderen Gedanken.",
)


def measure() -> list[Figure]:
    with workplace() as folder, TemporaryDirectory() as laeufe:
        context = read_in(folder, "index", Settings().chunk_size)
        own = Context(replace(context.settings, laeufe_dir=Path(laeufe)))
        try:
            return [*_planted(own), *_speed(own)]
        finally:
            own.close()


def _planted(context: Context) -> list[Figure]:
    rng = Random(SEED)
    (kept, _), _ = stock_of(context).parts()
    found = false = planted = finds = 0
    for form, alter in FORMS.items():
        for _ in range(PLANTED // len(FORMS) // ASKED + 1):
            wanted = [_cut(rng, rng.choice(kept)) for _ in range(ASKED)]
            parts = [
                f"{AROUND[0].format(n)} {alter(rng, one)} {AROUND[1].format(n)}"
                for n, one in enumerate(wanted)
            ]
            result = find_elsewhere(context, KeptText(read_given("\n\n".join(parts), form)))
            every = (*result.passages, *result.common)
            keys = [spelled_out(passage.text) for passage in every]
            found += sum(any(spelled_out(one) in key for key in keys) for one in wanted)
            planted += len(wanted)
            for passage in every:
                for place in passage.places:
                    finds += 1
                    here, there = place.spans
                    one = spelled_out(place.asked.quelle.strom.text[here[0] : here[1]])
                    two = spelled_out(place.kept.quelle.strom.text[there[0] : there[1]])
                    is_whole = len(letters(place.asked.quelle.strom.text[here[0] : here[1]])) >= LEAST
                    false += not (one == two and is_whole)
    return [
        Figure("passages of 60 to 400 letters planted", planted, ""),
        Figure("found whole", 100 * found / planted, "%", "≥ 100"),
        Figure("finds compared with the print", finds, ""),
        Figure("false ones", false, "", "≤ 0"),
    ]


def _cut(rng: Random, kept: KeptText) -> str:
    """Whole words of it in a row that have so many letters, all read with certainty."""
    key, strom, sure = kept.quelle.key, kept.quelle.strom, kept.letters()
    while True:
        length = rng.choice([LEAST, LEAST + 1, rng.randrange(LEAST, 400)])
        start = rng.randrange(len(sure) - 2 * length)
        words = PARTED_WORDS.finditer(strom.text, key.place(start))
        first = next(found.end() for found in words)
        ends = (found.start() for found in words)
        behind = next((end for end in ends if len(letters(strom.text[first:end])) >= length), 0)
        if behind and BORDER not in sure[key.at(first) : key.at(behind)]:
            return strom.text[first:behind]


def _speed(context: Context) -> list[Figure]:
    """A stock of 300 as letters: who asks has them in memory."""
    rng = Random(SEED)
    (kept, _), _ = stock_of(context).parts()
    started = time.perf_counter()
    stock_of(Context(context.settings)).parts()
    cold = time.perf_counter() - started
    keys = [_varied(rng, kept[number % len(kept)].letters(), number >= len(kept)) for number in range(STOCK)]
    started = time.perf_counter()
    index = LetterIndex.of(keys)
    made = time.perf_counter() - started
    speech = "".join(key[1000:3000] for key in keys[::60])
    programme = [one.letters(UNSURE) for one in kept]
    return [
        Figure(f"{len(kept)} programmes made ready, once a process", cold, "s"),
        Figure(f"letters of {STOCK} programmes", sum(map(len, keys)) / 1e6, "million"),
        Figure(f"index of {STOCK} programmes, once a process", made, "s"),
        Figure(f"a speech of 10,000 letters against {STOCK}, p95", _p95(index, [speech] * 20), "s", "≤ 1"),
        Figure(f"a whole programme against {STOCK}, p95", _p95(index, programme), "s", "≤ 1"),
    ]


def _varied(rng: Random, key: str, is_copy: bool) -> str:
    """With another letter in every 200 to 1,000: as editions of one text differ, and more."""
    written, step = list(key), rng.choice([200, 500, 1000])
    for place in range(rng.randrange(step), len(written), step) if is_copy else ():
        written[place] = rng.choice("bcdfg")
    return "".join(written)


def _p95(index: LetterIndex, keys: list[str]) -> float:
    seconds = []
    for key in keys:
        started = time.perf_counter()
        index.shared(key)
        seconds.append(time.perf_counter() - started)
    return float(np.percentile(seconds, 95))

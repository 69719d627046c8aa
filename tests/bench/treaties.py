"""Sentences of a programme, edited and held against it as a treaty: what is told of each kind."""

import time
import tomllib
from collections.abc import Callable
from datetime import date
from pathlib import Path
from random import Random

from core.base.settings import Settings
from core.features.treaties.compare import NEAR, Verdict, compare
from core.features.treaties.treaty import Treaty
from core.programme.context import Context
from core.programme.quellen import Quellen
from core.proof.given_text import read_given
from tests.bench.figures import Figure
from tests.bench.search import read_in
from tests.bench.stock import workplace

SEED = 20261130
PARTEI, PROGRAMM, OTHERS, DAY = "SPD", "spd-bund-2025", "linke-bund-2013", date(2025, 5, 1)
SENTENCES = 300
PAIRS = tomllib.loads(Path(__file__).with_name("paraphrases.toml").read_text(encoding="utf-8"))
STRANGE = "Wolkenbank Brombeere Schraubstock Klarinette Hängematte Fensterkitt Murmeltier Kieselstein".split()

Edit = Callable[[Random, list[str]], list[str]]


def _exchanged(count: int) -> Edit:
    """So many words, not side by side where that can be avoided, become words of another world."""

    def edit(rng: Random, words: list[str]) -> list[str]:
        places = rng.sample(range(1, len(words) - 1), min(count, len(words) - 2))
        return [rng.choice(STRANGE) if place in places else word for place, word in enumerate(words)]

    return edit


def _negated(rng: Random, words: list[str]) -> list[str]:
    place = rng.randrange(2, len(words) - 1)
    return [*words[:place], "nicht", *words[place:]]


EDITS: dict[str, tuple[Edit, tuple[Verdict, ...]]] = {
    "verbatim": (lambda rng, words: words, (Verdict.STEHT_SO,)),
    "one word exchanged": (_exchanged(1), (Verdict.GEAENDERT,)),
    "two words exchanged": (_exchanged(2), (Verdict.GEAENDERT,)),
    "three words exchanged": (_exchanged(3), (Verdict.GEAENDERT,)),
    "five words exchanged": (_exchanged(5), (Verdict.GEAENDERT,)),
    "a „nicht“ more": (_negated, (Verdict.GEAENDERT,)),
    "four words put before": (lambda rng, words: ["Ab", "sofort", "gilt:", *words], (Verdict.GEAENDERT,)),
}


def measure() -> list[Figure]:
    with workplace() as folder:
        context = read_in(folder, "index", Settings().chunk_size)
        return [*_edited(context), *_strange(context), *_speed(context)]


def _edited(context: Context) -> list[Figure]:
    rng = Random(SEED)
    sentences = [one.text.split() for one in Treaty.of(Quellen(context)[PROGRAMM]).sentences]
    usual = rng.sample([words for words in sentences if 10 <= len(words) <= 40], SENTENCES)
    figures = []
    for name, (edit, wanted) in EDITS.items():
        told = _verdicts(context, [" ".join(edit(rng, words)) for words in usual])
        share = 100 * sum(one in wanted for one in told) / len(told)
        target = "≥ 99" if name in ("verbatim", "one word exchanged", "a „nicht“ more") else ""
        figures.append(Figure(f"{name}: told as {'/'.join(one.words for one in wanted)}", share, "%", target))
        if name != "verbatim":
            false = 100 * told.count(Verdict.STEHT_SO) / len(told)
            figures.append(Figure(f"{name}: told as printed", false, "%", "≤ 0"))
    return figures


def _strange(context: Context) -> list[Figure]:
    """Another party's sentences, sentences of no programme, and the same in other words."""
    rng = Random(SEED)
    other = rng.sample([one.text for one in Treaty.of(Quellen(context)[OTHERS]).sentences], SENTENCES)
    told, foreign = _verdicts(context, other), _verdicts(context, PAIRS["fremd"]["saetze"])
    of_words, others = list(PAIRS["gleich"]), list(PAIRS["gleich"].values())
    own, same = (context.embedder.embed_documents(texts) for texts in (of_words, others))

    seen = 100 * float(((own * same).sum(axis=1) >= NEAR).mean())
    return [
        Figure(
            "another party's sentences: told as printed", 100 * told.count(Verdict.STEHT_SO) / len(told), "%"
        ),
        Figure("another party's sentences: changed", 100 * told.count(Verdict.GEAENDERT) / len(told), "%"),
        Figure("another party's sentences: near", 100 * told.count(Verdict.NAH) / len(told), "%"),
        Figure(
            "sentences on other subjects: anything but „keine“",
            sum(one is not Verdict.KEINE for one in foreign),
            "",
            "≤ 0",
        ),
        Figure("the same in quite other words: near enough", seen, "%"),
    ]


def _speed(context: Context) -> list[Figure]:
    treaty = Quellen(context)["gruene-bund-2021"]
    started = time.perf_counter()
    found = compare(context, treaty, ["SPD", "CDU"], "BUND", DAY)
    return [
        Figure("sentences of a treaty of 270 pages", len(found.rows), "", "≥ 2000"),
        Figure("held against two parties", time.perf_counter() - started, "s", "≤ 60"),
    ]


def _verdicts(context: Context, texts: list[str]) -> list[Verdict]:
    """Each as a paragraph of its own."""
    found = compare(context, read_given("\n\n".join(texts), "Probe"), [PARTEI], "BUND", DAY)
    return [row.nearest[PARTEI].verdict for row in found.rows]

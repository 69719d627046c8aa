"""What the cut takes below which a quote is said to answer no Forderung (TOO_FAR).

Theses of Wahl-O-Mat since 2021 stand for Forderungen, the parties' reasons for programmes: each sentence of a
reason is held against the thesis it was written for, and against one of the same election drawn by lot.
"""

import sys
from collections import defaultdict
from random import Random

import numpy as np

from core.index.embedding import Embedder, load_embedder
from core.llm.offline import quotable
from core.models import Typ
from core.search.prompt_sources import QuelleText
from core.settings import Settings
from core.support.forderung_pairs import TOO_FAR
from tests.bench.figures import Figure
from tests.bench.nearness import FROM_JAHR, SEED
from tests.bench.wahlomat import Begruendung, read_wahlomat
from tests.conftest import KORPUS

Pair = tuple[str, str, str]
"""A sentence, its thesis, another one."""


def measure() -> list[Figure]:
    if not KORPUS.exists():
        sys.stdout.write(f"too_far: skipped, the corpus is not there ({KORPUS})\n")
        return []
    pairs, embedder = _pairs(), load_embedder(Settings())
    sentences = embedder.embed_documents([satz for satz, _, _ in pairs])
    own, other = (_nearness(sentences, [pair[place] for pair in pairs], embedder) for place in (1, 2))
    return [
        Figure("sentences of reasons", len(pairs), ""),
        Figure(f"… nearer than {TOO_FAR} to the thesis they were written for", _share(own >= TOO_FAR), "%"),
        Figure("… less near than that, so told to answer nothing", _share(own < TOO_FAR), "%"),
        Figure("… less near than that to another thesis", _share(other < TOO_FAR), "%"),
    ]


def _pairs() -> list[Pair]:
    elections: dict[str, list[Begruendung]] = defaultdict(list)
    for reason in read_wahlomat(KORPUS / "wahlomat.jsonl.gz", FROM_JAHR):
        elections[reason.wahl].append(reason)
    chance, pairs = Random(SEED), []
    for reasons in elections.values():
        theses = sorted({reason.these for reason in reasons})
        for reason in reasons:
            others = [these for these in theses if these != reason.these]
            quelle = QuelleText("Q1", reason.partei, Typ.WAHLPROGRAMM, " ".join(reason.text.split()))
            pairs += [(satz.text, reason.these, chance.choice(others)) for satz in quotable([quelle])]
    return pairs


def _nearness(sentences: np.ndarray, theses: list[str], embedder: Embedder) -> np.ndarray:
    known = {these: embedder.embed_query(these) for these in dict.fromkeys(theses)}
    return np.asarray(np.einsum("ij,ij->i", sentences, np.array([known[these] for these in theses])))


def _share(hits: np.ndarray) -> float:
    return float(100 * hits.mean())

"""Theses of the Wahl-O-Mat and the parties' own reasons: large, labelled, and nobody tuned them for us.

Task A: a thesis finds that party's reason among all of its reasons of the election (hit@1, MRR).
Task B: a thesis finds all reasons given for it among those of the election (MAP).
Task C: a thesis finds the pages of the party's own Programm from which the party wrote its reason.
"""

import gzip
import json
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.base.errors import EingabeError
from core.features.eichung.search_quality import GoldFrage, Values, of_ranks
from core.programme.embedding import Embedder
from core.programme.sammlung import Block, Sammlung
from core.search.shown_passage import partei_id
from core.search.suchraum import Method, Suchraum, rank
from core.wortlaut.german.folding import words as words_of
from core.wortlaut.records import Chunk, Typ

SHORTEST = 30
"""Below lies „Keine Begründung“."""


@dataclass(frozen=True, slots=True)
class Begruendung:
    wahl: str
    jahr: int
    these: str
    partei: str
    text: str


def read_wahlomat(path: Path, from_jahr: int) -> list[Begruendung]:
    """The reasons of a `.jsonl.gz` with jahr, wahl, these, partei, begruendung, from that year on.

    Left out is what answers no thesis in particular: a reason too short, or one a party gave several times.
    """
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            rows = [json.loads(line) for line in file]
    except (OSError, ValueError) as error:
        raise EingabeError(f"Die Thesen in {path} lassen sich nicht lesen ({error}).") from error
    reasons = [
        Begruendung(f"{row['wahl']} {row['jahr']}", row["jahr"], row["these"], row["partei"], text)
        for row in rows
        if row["jahr"] >= from_jahr and len(text := row["begruendung"].strip()) >= SHORTEST
    ]
    times = Counter((reason.wahl, reason.partei, reason.text) for reason in reasons)
    return [reason for reason in reasons if times[reason.wahl, reason.partei, reason.text] == 1]


def measure_wahlomat(reasons: Sequence[Begruendung], embedder: Embedder, method: Method) -> dict[str, Values]:
    """Per thesis and party hit@1 and MRR, per thesis the average precision."""
    elections = defaultdict(list)
    for reason in reasons:
        elections[reason.wahl].append(reason)
    ranks: list[int | None] = []
    precisions = []
    for election in elections.values():
        theses = list(dict.fromkeys(reason.these for reason in election))
        election.sort(key=lambda reason: reason.partei)
        scores = rank([_sammlung(election, embedder)], embedder, theses, method)
        column = np.array([theses.index(reason.these) for reason in election])
        parteien = np.array([reason.partei for reason in election])
        for row, reason in enumerate(election):
            rivals = np.flatnonzero(parteien == reason.partei)
            if len(rivals) > 1:
                own = scores[rivals, column[row]]
                ranks.append(int((own > scores[row, column[row]]).sum()))
        for thesis in range(len(theses)):
            order = np.argsort(-scores[:, thesis], kind="stable")
            precisions.append(average_precision(column[order] == thesis))
    measures = of_ranks(ranks)
    return {"hit@1": measures["hit@1"], "MRR": measures["MRR"], "MAP": np.array(precisions)}


RUN, RUNS = 5, 3
"""A passage that shares so many runs of so many words with a reason is where the reason was written from."""


def theses_with_pages(reasons: Sequence[Begruendung], space: Suchraum) -> list[GoldFrage]:
    """Each thesis of a federal election whose reason stands in the party's own Programm, and on which pages.

    They are found by equal words of the reason, of which the thesis, which is searched for, knows nothing.
    """
    registry = space.context.registry
    runs = {
        (programm.partei, f"deutschland {programm.jahr}"): (
            programm.id,
            [(frozenset(_runs(chunk.text)), chunk.seiten) for chunk in sammlung.blocks[programm.id].chunks()],
        )
        for sammlung in space.sammlungen
        for programm in map(registry.programme.__getitem__, sammlung.blocks)
        if programm.typ == Typ.WAHLPROGRAMM and programm.bundesland == "BUND"
    }
    found = []
    for reason in reasons:
        own = _runs(reason.text)
        name, passages = runs.get((partei_id(registry, reason.partei), reason.wahl), ("", []))
        seiten = {n for those, numbers in passages if len(own & those) >= RUNS for n in numbers}
        if seiten:
            found.append(GoldFrage(reason.these, name, tuple(sorted(seiten))))
    return found


def _runs(text: str) -> set[tuple[str, ...]]:
    words = words_of(text)
    return {tuple(words[start : start + RUN]) for start in range(len(words) - RUN + 1)}


def average_precision(right: Sequence[bool] | NDArray[np.bool_]) -> float:
    """Of an order; scikit-learn's average_precision_score takes equal scores for one place.

    >>> average_precision([True, False, True])  # (1/1 + 2/3) / 2
    0.8333333333333333
    """
    hits = np.asarray(right, dtype=np.float64)
    precision = np.cumsum(hits) / np.arange(1, len(hits) + 1)
    return float((precision * hits).sum() / hits.sum()) if hits.any() else 0.0


def _sammlung(election: Sequence[Begruendung], embedder: Embedder) -> Sammlung:
    chunks = [
        Chunk(str(row), "wahlomat", reason.text, row, row + 1, (1,)) for row, reason in enumerate(election)
    ]
    vectors = embedder.embed_documents([reason.text for reason in election])
    return Sammlung({"wahlomat": Block.of("wahlomat", chunks, vectors)}, embedder.dim)

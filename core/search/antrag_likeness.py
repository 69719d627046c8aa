"""How much an Antrag sounds like one Programm rather than another. The only home of scikit-learn.

The similarity of the best passages grows with the length of a Programm: the longer it is, the likelier one is
near by chance. So here every Programm is told apart from the others by its wording, each weighing the same
however many passages it has (`python -m tests.bench retrieval` halves one and measures what that changes).
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from core.antrag.antrag import Antrag
from core.german.sentences import sentences
from core.index.wording_index import LETTERS
from core.search.suchraum import Suchraum

SHORTEST = 25
"""A sentence shorter than that is a heading or a number."""

KEPT_MODELS = 8


def passung(space: Suchraum, antrag: Antrag, programm_ids: Sequence[str]) -> dict[str, float]:
    """Shares that add up to 1: how the Programme compared divide the Antrag among them.

    By chance each would have the same share. It is no judgement: who rejects a demand uses its words too.
    """
    known = {name: block for sammlung in space.sammlungen for name, block in sammlung.blocks.items()}
    compared = [name for name in sorted(programm_ids) if name in known and len(known[name].rows)]
    saetze = sentences_of(antrag)
    if len(compared) < 2 or not saetze:
        return {name: 1.0 for name in compared}
    texts = tuple((name, tuple(known[name].texts())) for name in compared)
    vectorizer, classifier = _trained(texts)
    mean = classifier.predict_log_proba(vectorizer.transform(saetze)).mean(axis=0)
    shares = np.exp(mean - mean.max())
    shares /= shares.sum()
    return {str(name): float(share) for name, share in zip(classifier.classes_, shares, strict=True)}


def sentences_of(antrag: Antrag) -> list[str]:
    """What the Antrag itself says: neither its title, which is often a law's, nor who signed it."""
    parts = [*(forderung.text for forderung in antrag.forderungen), antrag.feststellung, antrag.begruendung]
    lines = [line for part in parts for line in part.split("\n")]
    found = [line[start:end] for line in lines for start, end in sentences(line) if end - start >= SHORTEST]
    return found or [antrag.titel or antrag.text[:1000]]


@lru_cache(maxsize=KEPT_MODELS)
def _trained(texts: tuple[tuple[str, tuple[str, ...]], ...]) -> tuple[Any, Any]:
    """Tells the Programme apart by their words' four-letter parts; takes about a second for five."""
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.linear_model import LogisticRegression

    passages = [text for _, own in texts for text in own]
    names = [name for name, own in texts for _ in own]
    vectorizer = TfidfVectorizer(
        analyzer="char_wb", ngram_range=(LETTERS, LETTERS), sublinear_tf=True, min_df=2, dtype=np.float32
    )
    classifier = LogisticRegression(class_weight="balanced", max_iter=200, tol=1e-3)
    return vectorizer, classifier.fit(vectorizer.fit_transform(passages), names)

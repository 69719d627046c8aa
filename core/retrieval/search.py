"""Find the passages that answer a question."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from core.context import Context, default_context
from core.errors import EingabeError
from core.models import Fundstelle
from core.retrieval.dubletten import distinct
from core.retrieval.eingabe import check_frage
from core.retrieval.rangfolge import Verfahren
from core.retrieval.suchraum import Suchraum, suchraum

MIN_SIMILARITY = 0.35
"""The right page of every gold question reaches 0.37. Questions off the subject find passages of up to
0.5, so what is above proves nothing (`python -m core evaluate`)."""

RERANKED = 50
"""So many of the best passages a cross-encoder reads where one is set."""

COPIES = 4
"""So many times as many passages are looked at as are wanted, for some are copies of others."""


def find_relevant_chunks(
    query: str,
    parteien: Sequence[str] | None = None,
    typ: str | None = None,
    bundesland: str | None = None,
    top_k: int = 3,
    min_similarity: float = MIN_SIMILARITY,
    context: Context | None = None,
) -> list[Fundstelle]:
    """The best Fundstellen; with `bundesland` only its own and what is valid there. None filters nothing."""
    if top_k < 1:
        raise EingabeError(f"top_k={top_k}: Gebraucht wird mindestens ein Treffer.")
    frage = check_frage(query)
    raum = suchraum(context or default_context(), parteien, typ, bundesland)
    return search_passagen(raum, frage, top_k, min_similarity)


def search_passagen(
    raum: Suchraum,
    frage: str,
    top_k: int,
    min_similarity: float = MIN_SIMILARITY,
    verfahren: Verfahren = Verfahren.UMFELD,
) -> list[Fundstelle]:
    """The best passages; one that a party printed several times comes once, with its other places."""
    (scores,) = raum.rank([frage], verfahren).T
    model = raum.context.settings.rerank_model
    found = raum.fundstellen(scores, max(COPIES * top_k, RERANKED if model else 0), min_similarity)
    return distinct(_reranked(raum, frage, list(found)) if model else found, top_k, raum.partei_of)


def _reranked(raum: Suchraum, frage: str, found: list[Fundstelle]) -> list[Fundstelle]:
    """The same passages in the cross-encoder's order, with its number as their similarity."""
    from core.retrieval.transformer import rerank

    settings = raum.context.settings
    texts = [fundstelle.chunk.text for fundstelle in found]
    values = rerank(settings.rerank_model or "", settings.embedding_device, frage, texts)
    order = np.argsort(-values, kind="stable")
    return [replace(found[place], similarity=round(float(values[place]), 6)) for place in order]

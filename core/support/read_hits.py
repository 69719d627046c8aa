"""What passages that a search found say of a claim: the check of core.support on hits instead of quotes."""

import threading
from collections.abc import Sequence

from core.context import Context
from core.llm.catalogue import OFFLINE, Availability, modelle
from core.models import Fundstelle
from core.support.check import pruefer_of
from core.support.forderung_pairs import BelegPair
from core.support.local_nli import nli_name
from core.support.party_mask import names_of
from core.support.said import Findings, Pruefer, Template, believed, template_of

MOST = 30
"""Hits that are read at once: as many as one page of them."""


def reader_of(context: Context, ready: dict[str, Availability]) -> str | None:
    """That of SUPPORT_MODEL, else the first language model that can be asked; None where there is none."""
    others = (modell.id for modell in modelle(context) if modell.id != OFFLINE and ready[modell.id].ok)
    return nli_name(context.settings) or next(others, None)


def usual_cost(context: Context, modell: str, claim: str, found: Sequence[Fundstelle]) -> float | None:
    """US dollars, estimated; None where the price is unknown."""
    pruefer = pruefer_of(context, modell)
    return pruefer.usual_cost([one for _, one in _asked(context, claim, found)])[1]


def read_hits(
    context: Context,
    modell: str,
    claim: str,
    found: Sequence[Fundstelle],
    abbruch: threading.Event | None = None,
    pruefer: Pruefer | None = None,
) -> dict[str, Findings]:
    """By Chunk id what is believed of the model's word: only what it binds to words of the passage."""
    asked = _asked(context, claim, found)
    judge = pruefer or pruefer_of(context, modell)
    result: dict[str, Findings] = {}
    rest = list(asked)
    for batch in judge.batches([vorlage for _, vorlage in asked]):
        own, rest = rest[: len(batch)], rest[len(batch) :]
        for (one, vorlage), gesagt in zip(own, judge.judge(batch, abbruch), strict=True):
            result[one.chunk.id] = believed(gesagt, vorlage.stelle, one.chunk.text)
    return result


def _asked(context: Context, claim: str, found: Sequence[Fundstelle]) -> list[tuple[Fundstelle, Template]]:
    """The whole passage is the quote: which of its sentences counts is for the model to say."""
    names = names_of(context.registry)
    return [(one, template_of(_pair(claim, one), names)) for one in found[:MOST]]


def _pair(claim: str, one: Fundstelle) -> BelegPair:
    text = one.chunk.text
    return BelegPair(one.partei or "", 0, text, text, "", claim)

"""Which Forderungen a quote stands for, and the passage it stands in: what is asked about together.

A passage was offered to the model because it answers some Forderungen of the Antrag, and the Lauf keeps
their numbers. Where that is one, the quote stands for it; where they are several, or none is known, it
stands for the nearest, and it is kept that we chose it. It may answer the others, too, where it is near
enough to them. How near it is to each is measured once, when the Lauf is computed, and stored with the quote.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

import numpy as np

from core.antrag.antrag import Antrag
from core.citations.eintrag import Gebunden
from core.citations.exact_match import parts
from core.context import Context
from core.german.folding import letters
from core.runs.lauf import Lauf, Offer, Zitat
from core.search.antrag_search import BEGRUENDUNG, concern

TOO_FAR = 0.2
"""A quote less near than that to every Forderung answers none. Of sentences in which parties give their
reason for a thesis (Wahl-O-Mat since 2021) 15 of 100 are as far from it, of those for another one 87."""

NEARLY = 0.9
"""To a party's reason for a thesis 8.5 other theses of its election are nearer than `TOO_FAR`, but only 0.3
so near beside the nearest (`python -m tests.bench nearness`)."""

MOST = 3
"""Forderungen that one quote is asked about at most."""


@dataclass(frozen=True, slots=True)
class BelegPair:
    """Quote number `zitat` (from 0, per party), the passage around it, and a Forderung it may answer.

    `gewaehlt`: we chose the Forderung, by nearness. `rang`: 0 for the one the quote stands for, then those
    it may answer too, the nearest first.
    """

    partei: str
    zitat: int
    text: str
    stelle: str
    forderung: str
    frage: str
    gewaehlt: bool = False
    rang: int = 0


def fragen_of(antrag: Antrag) -> dict[str, str]:
    """Number of each Forderung → what is asked; an Antrag without Forderungen is one, without a number."""
    return {one.nummer: one.frage for one in concern(antrag) if one.nummer != BEGRUENDUNG}


def measured(context: Context, antrag: Antrag, zitate: Sequence[Zitat]) -> list[Zitat]:
    """With the nearness of each bound one to each Forderung; what is measured already stays as it is."""
    bound = [one for one in zitate if one.status.is_bound and one.naehe is None]
    if not bound:
        return list(zitate)
    fragen = fragen_of(antrag)
    asked = np.array([context.embedder.embed_query(frage) for frage in fragen.values()])
    near = context.embedder.embed_documents([one.beleg.text for one in bound]) @ asked.T
    rows = iter(near.tolist())
    return [
        replace(one, naehe=dict(zip(fragen, (round(value, 6) for value in next(rows)), strict=True)))
        if one.status.is_bound and one.naehe is None
        else one
        for one in zitate
    ]


def pairs_of(context: Context, lauf: Lauf) -> list[BelegPair]:
    """Those of each bound quote of the Lauf, in its order; one that was read in is measured now."""
    fragen = fragen_of(lauf.antrag)
    zitate = measured(context, lauf.antrag, lauf.zitate)
    return [
        pair
        for partei, own in groupby(zitate, key=lambda zitat: zitat.partei)
        for number, zitat in enumerate(own)
        if zitat.status.is_bound
        for pair in _pairs(lauf, partei, number, zitat, fragen)
    ]


def nearest_value(zitat: Zitat) -> float:
    """How near a measured quote is to the Forderung it is nearest to."""
    return max((zitat.naehe or {}).values(), default=0.0)


def _pairs(
    lauf: Lauf, partei: str, number: int, zitat: Zitat, fragen: Mapping[str, str]
) -> Iterator[BelegPair]:
    beleg, naehe = zitat.beleg, zitat.naehe or {}
    angebot = _passage(lauf.angebote, partei, beleg)
    linked = [n for n in angebot.forderungen if n in fragen] if angebot else []
    stelle = angebot.text if angebot else _sentence(beleg)
    chosen = _answered(linked, naehe) if linked else _guessed(list(fragen), naehe)
    ours = len(linked) != 1
    for rang, nummer in enumerate(chosen):
        yield BelegPair(partei, number, beleg.text, stelle, nummer, fragen[nummer], ours, rang)


def _answered(numbers: Sequence[str], naehe: Mapping[str, float], least: float = TOO_FAR) -> list[str]:
    """The nearest, however far, and others that are near enough."""
    ranked = sorted(numbers, key=lambda nummer: -naehe.get(nummer, 0.0))
    return [ranked[0], *(n for n in ranked[1:MOST] if naehe.get(n, 0.0) >= least)]


def _guessed(numbers: Sequence[str], naehe: Mapping[str, float]) -> list[str]:
    """Where no search says anything of the passage: what the quote is nearly as near to as to the nearest."""
    best = max(naehe.values(), default=0.0)
    return _answered(numbers, naehe, max(TOO_FAR, NEARLY * best))


def _passage(angebote: Sequence[Offer], partei: str, beleg: Gebunden) -> Offer | None:
    """The passage of that Programm that holds all of the quote; one offered for this party first."""
    pieces = [letters(piece) for piece in parts(beleg.text)]
    there = [one for one in angebote if one.programm_id == beleg.ort.programm]
    in_order = sorted(there, key=lambda one: one.partei != partei)
    return next((one for one in in_order if all(piece in letters(one.text) for piece in pieces)), None)


def _sentence(beleg: Gebunden) -> str:
    """Where no stored passage holds it whole: the sentence around it, or with an ellipsis the quote alone.

    Of one from several places the sentences around its parts.
    """
    if beleg.teile:
        return beleg.satz
    return beleg.satz if letters(beleg.text) in letters(beleg.satz) else beleg.text

"""Which Forderung a quote stands for, and the passage it stands in: what is asked about together.

A passage was offered to the model because it answers some Forderungen of the Antrag, and the Lauf keeps
their numbers. Where that is one, the quote stands for it; where they are several, or none is known, the
nearest one is chosen by the embedder, and it is kept that we chose it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from core.citations.eintrag import Gebunden
from core.citations.zitat_text import parts
from core.context import Context
from core.german.letter_key import letters
from core.runs.lauf import Lauf, Offer
from core.search.antrag_search import BEGRUENDUNG, concern


@dataclass(frozen=True, slots=True)
class BelegPair:
    """Quote number `zitat` (from 0, per party), the passage around it, and the Forderung it stands for.

    `gewaehlt`: we chose the Forderung, by nearness.
    """

    partei: str
    zitat: int
    text: str
    stelle: str
    forderung: str
    frage: str
    gewaehlt: bool = False


@dataclass(frozen=True, slots=True)
class _Beleg:
    """A bound quote before its Forderung is known; `offen`: the numbers of those that may be meant."""

    partei: str
    zitat: int
    text: str
    stelle: str
    offen: tuple[str, ...]


def pairs_of(context: Context, lauf: Lauf) -> list[BelegPair]:
    """One for each bound quote of the Lauf, in its order."""
    fragen = {one.nummer: one.frage for one in concern(lauf.antrag) if one.nummer != BEGRUENDUNG}
    belege = list(_belege(lauf, fragen))
    nearest = _nearest(context, [beleg for beleg in belege if len(beleg.offen) > 1], fragen)
    return [_pair(beleg, fragen, nearest) for beleg in belege]


def _pair(beleg: _Beleg, fragen: Mapping[str, str], nearest: Mapping[_Beleg, str]) -> BelegPair:
    chosen = nearest.get(beleg, beleg.offen[0])
    place = (beleg.partei, beleg.zitat, beleg.text, beleg.stelle)
    return BelegPair(*place, chosen, fragen[chosen], gewaehlt=beleg in nearest)


def _belege(lauf: Lauf, fragen: Mapping[str, str]) -> Iterator[_Beleg]:
    for partei, own in groupby(lauf.zitate, key=lambda zitat: zitat.partei):
        for number, zitat in enumerate(own):
            if isinstance(zitat.eintrag, Gebunden) and zitat.status.is_bound:
                angebot = _passage(lauf.angebote, partei, zitat.eintrag)
                linked = tuple(n for n in angebot.forderungen if n in fragen) if angebot else ()
                stelle = angebot.text if angebot else _sentence(zitat.eintrag)
                yield _Beleg(partei, number, zitat.eintrag.text, stelle, linked or tuple(fragen))


def _passage(angebote: Sequence[Offer], partei: str, beleg: Gebunden) -> Offer | None:
    """The passage of that Programm that holds all of the quote; one offered for this party first."""
    pieces = [letters(piece) for piece in parts(beleg.text)]
    there = [one for one in angebote if one.programm_id == beleg.ort.programm]
    in_order = sorted(there, key=lambda one: one.partei != partei)
    return next((one for one in in_order if all(piece in letters(one.text) for piece in pieces)), None)


def _sentence(beleg: Gebunden) -> str:
    """Where no stored passage holds it whole: the sentence around it, or with an ellipsis the quote alone."""
    return beleg.satz if letters(beleg.text) in letters(beleg.satz) else beleg.text


def _nearest(context: Context, belege: Sequence[_Beleg], fragen: Mapping[str, str]) -> dict[_Beleg, str]:
    if not belege:
        return {}
    numbers = list(dict.fromkeys(number for beleg in belege for number in beleg.offen))
    asked = [context.embedder.embed_query(fragen[number]) for number in numbers]
    quotes = context.embedder.embed_documents([beleg.text for beleg in belege])
    places = {number: place for place, number in enumerate(numbers)}
    return {
        beleg: max(beleg.offen, key=lambda number: float(quote @ asked[places[number]]))
        for beleg, quote in zip(belege, quotes, strict=True)
    }

"""Bind one quote against what the model was shown: the party's own passages first, then those of others."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from core.citations.bindung import Bindung, MostSimilar, warnings
from core.citations.exact_match import (
    Fund,
    Span,
    border_letters,
    find,
    is_too_short,
    is_unsure,
    overlaps,
    ways_to_stand,
)
from core.citations.near_misses import MIN_SHARE, SearchText, Similarity, nearest
from core.citations.quellen import Quelle
from core.citations.zitat_status import ZitatStatus
from core.models import Chunk, Fundstelle, Typ

SIMILAR = 0.5
"""From this share of aligning words on a dropped quote is called similar to a passage."""


@dataclass(frozen=True, slots=True)
class Presented:
    """The passages of one Programm that the model was shown."""

    quelle: Quelle
    suchtext: SearchText

    @property
    def ranges(self) -> list[Span]:
        return [(chunk.start, chunk.end) for chunk in self.suchtext.chunks]


@dataclass(frozen=True, slots=True)
class ShownContext:
    """What the model was shown, party by party, and what it could have been shown."""

    vorgelegt: Mapping[str, tuple[Presented, ...]]
    sources: Mapping[str, list[Quelle]]

    @classmethod
    def of(
        cls, retrieved: Mapping[str, Sequence[Fundstelle]], quellen: Mapping[str, Quelle]
    ) -> "ShownContext":
        """Whose a passage is, its Programm says, not the name under which it was handed over."""
        chunks: dict[str, dict[str, Chunk]] = {}
        for fundstellen in retrieved.values():
            for fundstelle in fundstellen:
                chunks.setdefault(fundstelle.chunk.programm_id, {})[fundstelle.chunk.id] = fundstelle.chunk
        vorgelegt: dict[str, tuple[Presented, ...]] = {}
        for programm_id, found in chunks.items():
            quelle = quellen[programm_id]
            one = Presented(quelle, SearchText.of(quelle, tuple(found.values())))
            partei = quelle.programm.partei
            vorgelegt[partei] = (*vorgelegt.get(partei, ()), one)
        laender = {v.quelle.programm.bundesland for found in vorgelegt.values() for v in found} | {None}
        sources: dict[str, list[Quelle]] = {}
        for quelle in quellen.values():
            if quelle.programm.bundesland in laender:
                sources.setdefault(quelle.programm.partei, []).append(quelle)
        return cls(vorgelegt, sources)

    def own(self, partei: str, typ: Typ) -> list[Presented]:
        """The party's passages, those of the kind of Programm that was asked for first."""
        return sorted(self.vorgelegt.get(partei, ()), key=lambda v: v.quelle.programm.typ is not typ)

    def others(self, partei: str) -> Iterable[Presented]:
        return (v for name, found in self.vorgelegt.items() if name != partei for v in found)

    def programme_of(self, partei: str) -> list[Quelle]:
        """The party's sources that could have been shown: of the Länder at hand, or valid everywhere."""
        return self.sources.get(partei, [])


def bind(text: str, partei: str, typ: Typ, kontext: ShownContext) -> Bindung:
    """Find the quote's place, or the reason why it has none."""
    if is_too_short(text):
        return Bindung(ZitatStatus.ZU_KURZ, text)
    own = kontext.own(partei, typ)
    missed: dict[str, bytes] = {}
    if shown := _shown(text, own, missed):
        return _bound(text, *shown, False)
    # From here on most quotes stand nowhere; their letters tell, and no text has to be searched.
    ways = ways_to_stand(text)
    if shown := _shown(text, (v for v in kontext.others(partei) if v.quelle.may_hold(ways)), missed):
        return _bound(text, *shown, True)
    for quelle in kontext.programme_of(partei):
        if quelle.may_hold(ways) and (found := _find_once(text, quelle, missed)):
            return _but_unsure(_bound(text, found, len(found), False), ZitatStatus.OUTSIDE)
    return _near_miss(text, own)


def _find_once(text: str, quelle: Quelle, missed: dict[str, bytes]) -> list[Fund]:
    """Where the quote stands. What lies in the index under several names is searched in vain only once.

    `missed`: the version and sieve of each text that does not hold it.
    """
    if missed.get(quelle.version) == quelle.sieve():
        return []
    found = find(text, quelle)
    if not found:
        missed[quelle.version] = quelle.sieve()
    return found


def _shown(
    text: str, vorgelegt: Iterable[Presented], missed: dict[str, bytes]
) -> tuple[list[Fund], int] | None:
    """The shown places in the first source that has one, the tightest first, and how many it has in all."""
    ends = border_letters(text)
    for v in vorgelegt:
        if not v.suchtext.may_hold(text, ends):
            continue
        found = _find_once(text, v.quelle, missed)
        if shown := [fund for fund in found if overlaps(fund, v.ranges)]:
            return sorted(shown, key=lambda fund: fund.spans[-1][1] - fund.spans[0][0]), len(found)
    return None


def _bound(text: str, places: Sequence[Fund], number: int, fremd: bool) -> Bindung:
    """At the first of these places that was read with certainty; one that was not shown counts for none.

    `number`: in how many places of the source it stands.
    """
    sure = [fund for fund in places if not is_unsure(fund)]
    fund = (sure or places)[0]
    if not sure:
        return Bindung(ZitatStatus.UNSICHER, text, fund, fremd, number)
    status = ZitatStatus.WOERTLICH if len(fund.spans) == 1 else ZitatStatus.MIT_AUSLASSUNG
    return Bindung(status, text, fund, fremd, number, warnungen=warnings(fund))


def _but_unsure(bindung: Bindung, status: ZitatStatus) -> Bindung:
    """With this status, unless its place was not read with certainty."""
    return bindung if bindung.status is ZitatStatus.UNSICHER else replace(bindung, status=status)


def _near_miss(text: str, own: Sequence[Presented]) -> Bindung:
    found = nearest(text, [v.suchtext for v in own])
    if found is None:
        return Bindung(ZitatStatus.NICHT_GEFUNDEN, text)
    quelle, similar = found
    fund = Fund(quelle, (similar.span,))
    if similar.is_repairable:
        return _but_unsure(_bound(text, [fund], 1, False), ZitatStatus.ANGEGLICHEN)
    return Bindung(_reason(similar), text, naechste=MostSimilar(similar.chunk.id, fund, similar.anteil))


def _reason(similar: Similarity) -> ZitatStatus:
    if similar.anteil < SIMILAR:
        return ZitatStatus.NICHT_GEFUNDEN
    if similar.anteil >= MIN_SHARE and not similar.same_numbers:
        return ZitatStatus.ZAHL
    if similar.anteil >= MIN_SHARE and not similar.same_negations:
        return ZitatStatus.VERNEINUNG
    return ZitatStatus.NUR_AEHNLICH

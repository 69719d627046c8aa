"""Bind one quote against what the model was shown: the party's own passages first, then those of others."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from core.citations.bindung import (
    LONGEST,
    Bindung,
    MostSimilar,
    is_turned,
    joined_warnings,
    no_quote,
    pages_of,
    warnings,
)
from core.citations.exact_match import (
    Excerpt,
    Fund,
    Span,
    border_letters,
    find,
    is_too_short,
    is_unsure,
    nowhere,
    overlaps,
    ways_to_stand,
)
from core.citations.joined import Part, joined_parts
from core.citations.near_misses import MIN_SHARE, SearchText, Similarity, nearest
from core.citations.quellen import Quelle
from core.citations.zitat_status import ZitatStatus
from core.models import Chunk, Fundstelle, Typ
from core.programme.sieve import lets_through
from core.programme.source_labels import file_pages

TORN = "Das Zitat ist aus mehreren Teilen zusammengesetzt:"
TURNED = "Die Teile des Zitats stehen in einem Satz, dort aber in anderer Reihenfolge."
HIDDEN_PART = "Teil {} des Zitats steht im Programm, aber nicht in den vorgelegten Passagen."
SHORT = 60
"""Characters of a part by which a reader knows it again."""

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
    _sifted: dict[str, list[tuple[Quelle, bytes]]] = field(default_factory=dict)

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

    def may_hold(self, partei: str, ways: Iterable[Sequence[int]]) -> Iterator[Quelle]:
        """Those of its sources that are not ruled out; their sieves are at hand from the second quote on."""
        if (sifted := self._sifted.get(partei)) is None:
            sifted = [(quelle, quelle.sieve()) for quelle in self.programme_of(partei)]
            self._sifted[partei] = sifted
        for quelle, sieve in sifted:
            for numbers in ways:
                if lets_through(sieve, numbers):
                    yield quelle
                    break


def bind(text: str, partei: str, typ: Typ, kontext: ShownContext) -> Bindung:
    """Find the quote's place, or the reason why it has none."""
    if len(text) > LONGEST:
        return no_quote(text)
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
    for quelle in kontext.may_hold(partei, ways):
        if found := _find_once(text, quelle, missed):
            return _but_unsure(_bound(text, found, len(found), False), ZitatStatus.OUTSIDE)
    pieces = joined_parts(text, [(v.quelle, v.ranges) for v in own], kontext.programme_of(partei))
    funds = [part.fund for part in pieces if part.fund]
    if pieces and len(funds) == len(pieces) and not is_turned(funds):
        return _joined(text, pieces)
    near = _near_miss(text, own)
    if near.status.is_bound or not funds:
        return near
    return replace(near, erklaerung=TURNED) if len(funds) == len(pieces) else _torn(text, pieces, own)


def _joined(text: str, found: Sequence[Part]) -> Bindung:
    """At several places, each part at its own, where all were read with certainty and shown to the model."""
    teile = tuple(_bound(one.text, [one.fund], one.number, False) for one in found if one.fund)
    funds = [teil.fund for teil in teile if teil.fund]
    if unsure := next((teil for teil in teile if teil.status is ZitatStatus.UNSICHER), None):
        return replace(unsure, emittiert=text)
    hidden = next((number for number, one in enumerate(found, start=1) if not one.is_shown), 0)
    return Bindung(
        ZitatStatus.OUTSIDE if hidden else ZitatStatus.AUS_MEHREREN_STELLEN,
        text,
        funds[0],
        fundstellen=1,
        erklaerung=HIDDEN_PART.format(hidden) if hidden else "",
        warnungen=joined_warnings(funds),
        teile=teile,
    )


def _torn(text: str, found: Sequence[Part], own: Sequence[Presented]) -> Bindung:
    """Some parts are printed, one is not: dropped for what is wrong with that."""
    missing = next(part for part in found if part.fund is None)
    told = [f"Teil {n} („{_short(part.text)}“) {_stand(part)}" for n, part in enumerate(found, start=1)]
    status, naechste = ZitatStatus.NICHT_GEFUNDEN, None
    if found_near := nearest(missing.text, [v.suchtext for v in own]):
        quelle, similar = found_near
        # A slip in a part is not mended.
        status = ZitatStatus.NUR_AEHNLICH if similar.is_repairable else _reason(similar)
        naechste = _most_similar(missing.text, quelle, similar)
    return Bindung(status, text, naechste=naechste, erklaerung=f"{TORN} {'; '.join(told)}.")


def _stand(part: Part) -> str:
    if part.fund:
        return f"steht {_on(part.fund)}"
    return "ist für ein eigenes Zitat zu kurz" if is_too_short(part.text) else "steht so nirgends"


def _on(fund: Fund) -> str:
    pages = pages_of(fund)
    return f"auf {file_pages(pages)}" if pages else "dort"


def _short(text: str) -> str:
    return text if len(text) <= SHORT else f"{text[:SHORT].rsplit(' ', 1)[0]} …"


def _find_once(text: str, quelle: Quelle, missed: dict[str, bytes], excerpt: Excerpt = nowhere) -> list[Fund]:
    """Where the quote stands. What lies in the index under several names is searched in vain only once.

    `missed`: the version and sieve of each text that does not hold it; `excerpt`: what is at hand of it.
    """
    if quelle.version in missed and missed[quelle.version] == quelle.sieve():
        return []
    found = find(text, quelle, excerpt)
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
        found = _find_once(text, v.quelle, missed, v.suchtext.place_in_source)
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
    if similar.is_repairable:
        bound = _bound(text, [Fund(quelle, (similar.span,))], 1, False)
        return _but_unsure(bound, ZitatStatus.ANGEGLICHEN)
    return Bindung(_reason(similar), text, naechste=_most_similar(text, quelle, similar))


def _most_similar(text: str, quelle: Quelle, similar: Similarity) -> MostSimilar:
    return MostSimilar(text, similar.chunk.id, Fund(quelle, (similar.span,)), similar.anteil)


def _reason(similar: Similarity) -> ZitatStatus:
    if similar.anteil < SIMILAR:
        return ZitatStatus.NICHT_GEFUNDEN
    if similar.anteil >= MIN_SHARE and not similar.same_numbers:
        return ZitatStatus.ZAHL
    if similar.anteil >= MIN_SHARE and not similar.same_negations:
        return ZitatStatus.VERNEINUNG
    return ZitatStatus.NUR_AEHNLICH

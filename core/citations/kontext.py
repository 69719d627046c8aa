"""Bind one quote against what the model was shown: the party's own passages first, then those of others."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from core.citations.aehnlich import MIN_SHARE, Aehnlichkeit, nearest
from core.citations.binden import Fund, Span, find, is_too_short, overlaps
from core.citations.bindung import Bindung, Naechste, Status, warnings
from core.citations.quellen import Quelle
from core.models import Chunk, Fundstelle, Typ

SIMILAR = 0.5
"""From this share of aligning words on a dropped quote is called similar to a passage."""


@dataclass(frozen=True, slots=True)
class Vorgelegt:
    """The passages of one Programm that the model was shown."""

    quelle: Quelle
    chunks: tuple[Chunk, ...]

    @property
    def ranges(self) -> list[Span]:
        return [(chunk.start, chunk.end) for chunk in self.chunks]


@dataclass(frozen=True, slots=True)
class Kontext:
    """What the model was shown, party by party, and all sources there are."""

    vorgelegt: Mapping[str, tuple[Vorgelegt, ...]]
    quellen: Mapping[str, Quelle]

    @classmethod
    def of(cls, retrieved: Mapping[str, Sequence[Fundstelle]], quellen: Mapping[str, Quelle]) -> "Kontext":
        vorgelegt = {}
        for partei, fundstellen in retrieved.items():
            chunks: dict[str, dict[str, Chunk]] = {}
            for fundstelle in fundstellen:
                chunks.setdefault(fundstelle.chunk.programm_id, {})[fundstelle.chunk.id] = fundstelle.chunk
            vorgelegt[partei] = tuple(
                Vorgelegt(quellen[programm_id], tuple(found.values()))
                for programm_id, found in chunks.items()
            )
        return cls(vorgelegt, quellen)

    def own(self, partei: str, typ: Typ) -> list[Vorgelegt]:
        """The party's passages, those of the kind of Programm that was asked for first."""
        return sorted(self.vorgelegt.get(partei, ()), key=lambda v: v.quelle.programm.typ is not typ)

    def others(self, partei: str) -> Iterable[Vorgelegt]:
        return (v for name, found in self.vorgelegt.items() if name != partei for v in found)

    def programme_of(self, partei: str) -> list[Quelle]:
        """The party's sources that could have been shown: of the Länder at hand, or valid everywhere."""
        laender = {v.quelle.programm.bundesland for found in self.vorgelegt.values() for v in found} | {None}
        return [
            self.quellen[programm_id]
            for programm_id in self.quellen
            if (programm := self.quellen[programm_id].programm).partei == partei
            and programm.bundesland in laender
        ]


def bind(text: str, partei: str, typ: Typ, kontext: Kontext) -> Bindung:
    """Find the quote's place, or the reason why it has none."""
    if is_too_short(text):
        return Bindung(Status.ZU_KURZ, text)
    own = kontext.own(partei, typ)
    if fund := _first(text, own):
        return _bound(text, fund, False, kontext)
    if fund := _first(text, kontext.others(partei)):
        return _bound(text, fund, True, kontext)
    for quelle in kontext.programme_of(partei):
        if found := find(text, quelle):
            return replace(_bound(text, found[0], False, kontext), status=Status.AUSSERHALB)
    return _near_miss(text, own, kontext)


def _first(text: str, vorgelegt: Iterable[Vorgelegt]) -> Fund | None:
    """The place in a shown passage; of several the one that leaves out least."""
    for v in vorgelegt:
        shown = [fund for fund in find(text, v.quelle) if overlaps(fund, v.ranges)]
        if shown:
            return min(shown, key=lambda fund: fund.spans[-1][1] - fund.spans[0][0])
    return None


def _bound(text: str, fund: Fund, fremd: bool, kontext: Kontext) -> Bindung:
    status = Status.WOERTLICH if len(fund.spans) == 1 else Status.MIT_AUSLASSUNG
    places = sum(len(find(text, quelle)) for quelle in kontext.programme_of(fund.quelle.programm.partei))
    return Bindung(status, text, fund, fremd, max(1, places), warnungen=warnings(fund))


def _near_miss(text: str, own: Sequence[Vorgelegt], kontext: Kontext) -> Bindung:
    found = [(a, v.quelle) for v in own if (a := nearest(text, v.quelle, v.chunks))]
    if not found:
        return Bindung(Status.NICHT_GEFUNDEN, text)
    aehnlich, quelle = max(found, key=lambda pair: (pair[0].is_repairable, pair[0].anteil))
    fund = Fund(quelle, (aehnlich.span,))
    if aehnlich.is_repairable:
        return replace(_bound(text, fund, False, kontext), status=Status.ANGEGLICHEN)
    return Bindung(_reason(aehnlich), text, naechste=Naechste(aehnlich.chunk.id, fund, aehnlich.anteil))


def _reason(aehnlich: Aehnlichkeit) -> Status:
    if aehnlich.anteil < SIMILAR:
        return Status.NICHT_GEFUNDEN
    if aehnlich.anteil >= MIN_SHARE and not aehnlich.same_numbers:
        return Status.ZAHL
    if aehnlich.anteil >= MIN_SHARE and not aehnlich.same_negations:
        return Status.VERNEINUNG
    return Status.NUR_AEHNLICH

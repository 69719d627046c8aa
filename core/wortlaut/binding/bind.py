"""Bind one quote against what the model was shown: the party's own passages first, then those of others."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product

from core.wortlaut.binding.eintrag import (
    ELLIPSIS,
    HALVES,
    THE_ANTRAG,
    Eintrag,
    Gebunden,
    NearestText,
    Verworfen,
    ZitatStatus,
    ZitatWarning,
)
from core.wortlaut.binding.emitted_quote import unwrapped, way_of
from core.wortlaut.binding.exact_match import (
    MIN_LETTERS,
    Excerpt,
    border_letters,
    find,
    find_parts,
    is_too_short,
    nowhere,
    overlaps,
    united,
    ways_to_stand,
)
from core.wortlaut.binding.fund import Fund
from core.wortlaut.binding.left_out import (
    crosses_sentences,
    emitted_warnings,
    is_turned,
    joined_warnings,
    warnings_at,
)
from core.wortlaut.binding.near_misses import MIN_SHARE, SearchText, Similarity, in_words, nearest
from core.wortlaut.binding.quelle import Quelle
from core.wortlaut.binding.source_labels import file_pages
from core.wortlaut.german.folding import spelled_out
from core.wortlaut.reading.sieve import lets_through, runs
from core.wortlaut.records import Chunk, Fundstelle, Quelldokument, Span, Typ

DIFFERING = (ZitatStatus.NUR_AEHNLICH, ZitatStatus.ZAHL, ZitatStatus.VERNEINUNG)
"""Near enough to a passage that the few words in which they differ can be told."""

LONGEST = 20_000
"""Characters that a quote may have; of more only the beginning is kept."""

KEPT = 500


@dataclass(frozen=True, slots=True)
class MostSimilar:
    """The Chunk a dropped quote, or its false part, is nearest to, the passage in it, the share of words that
    align."""

    emittiert: str
    chunk_id: str
    fund: Fund
    anteil: float

    @property
    def differences(self) -> str:
        source = self.fund.quelle.programm
        where = "Dokument" if isinstance(source, Quelldokument) else "Programm"
        where = "Antrag" if source.id == THE_ANTRAG else where
        return in_words(unwrapped(self.emittiert), self.fund.text, where)


@dataclass(frozen=True, slots=True)
class Bindung:
    """`fund` is where the quote stands: also set for one outside of what the model was shown.

    `teile`: of one joined from several places each part, bound for itself; `fund` is then that of the first.
    """

    status: ZitatStatus
    emittiert: str
    fund: Fund | None = None
    fremde_partei: bool = False
    fundstellen: int = 0
    naechste: MostSimilar | None = None
    erklaerung: str = ""
    warnungen: tuple[ZitatWarning, ...] = ()
    teile: tuple["Bindung", ...] = ()

    @property
    def is_evidence(self) -> bool:
        """Only a quote from the party's own programmes counts for its score, and none woven of halves."""
        is_whole = all(warning.art != HALVES for warning in self.warnungen)
        return self.status.is_bound and not self.fremde_partei and is_whole

    @classmethod
    def unreadable(cls, text: str, reason: str) -> "Bindung":
        return cls(ZitatStatus.UNLESBAR, shortened(text), erklaerung=reason)

    @classmethod
    def no_quote(cls, text: str) -> "Bindung":
        """What is no quote by its length alone."""
        return cls.unreadable(text, f"Mit {len(text)} Zeichen ist das kein Zitat.")

    @classmethod
    def at(
        cls,
        text: str,
        places: Sequence[Fund],
        number: int | None = None,
        fremd: bool = False,
        every: Sequence[Fund] = (),
    ) -> "Bindung":
        """At the first of these places that was read with certainty; one that was not shown counts for none.

        `number`: in how many places of the source it stands, else in these. `every`: these, where others may
        turn its meaning.
        """
        number = len(places) if number is None else number
        sure = [fund for fund in places if not fund.is_unsure]
        fund = (sure or places)[0]
        if not sure:
            return cls(ZitatStatus.UNSICHER, text, fund, fremd, number)
        status = ZitatStatus.WOERTLICH if len(fund.spans) == 1 else ZitatStatus.MIT_AUSLASSUNG
        told = (*warnings_at(fund, every or places), *emitted_warnings(text, status, fund.text, fund))
        return cls(status, text, fund, fremd, number, warnungen=told)

    # --- as it is stored

    def eintrag(self, fraktion: str, bereich: str, accept_outside: bool = False) -> Eintrag:
        """As it is kept. `accept_outside`: one that is true but was not shown to the model is, too."""
        if self.status.is_bound or (accept_outside and self.status is ZitatStatus.OUTSIDE):
            return self.gebunden()
        return self.verworfen(fraktion, bereich)

    def gebunden(self) -> Gebunden:
        """A bound quote: wording, source and address are the source's, whatever the model wrote."""
        if self.teile:
            return self.joined([teil.gebunden() for teil in self.teile])
        fund = self.fund
        assert fund is not None
        programm, ort = fund.quelle.programm, fund.ort
        return Gebunden(
            text=fund.text,
            quelle=programm.label(ort.gedruckt, ort.seiten),
            status=self.status,
            emittiert=self.emittiert,
            partei=programm.partei,
            ort=ort,
            abschnitt=tuple(fund.quelle.strom.paragraph_at(fund.spans[0][0]).abschnitt),
            satz=fund.satz,
            warnungen=self.warnungen,
            fundstellen=self.fundstellen,
            fremde_partei=self.fremde_partei,
        )

    def joined(self, teile: Sequence[Gebunden]) -> Gebunden:
        """One quote of parts that are bound each for itself."""
        return Gebunden.of_parts(teile, self.status, self.emittiert, self.warnungen, self.fremde_partei)

    def verworfen(self, fraktion: str = "", bereich: str = "") -> Verworfen:
        """A dropped quote, why it was dropped, and what it is nearest to."""
        reason = self.erklaerung or self.status.erklaerung
        naechste = None
        if near := self.naechste:
            fund = near.fund
            if self.status in DIFFERING:
                reason = f"{reason} {near.differences}".strip()
            pages, share = tuple(fund.seiten), round(near.anteil, 3)
            naechste = NearestText(near.chunk_id, fund.quelle.programm.id, pages, fund.text, share)
        return Verworfen(
            fraktion=fraktion,
            bereich=str(bereich),
            text=self.emittiert,
            status=self.status,
            erklaerung=reason,
            naechste=naechste,
            ort=self.fund.ort if self.fund else None,
        )


def shortened(text: str) -> str:
    return text if len(text) <= KEPT else f"{text[:KEPT]} …"


# --- a quote whose parts stand in several places ------------------------------------------------------------


MOST_PARTS = 12
"""A quote with more parts is no quote but a collection; real models gave five at most."""

Shown = tuple[Quelle, Sequence[Span]]
"""A source, and the ranges of it that the model was shown."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of an emitted quote. `fund`: its place, None where it stands nowhere or is too short to stand
    alone; `number`: in how many places its source has it; `is_shown`: to the model."""

    text: str
    fund: Fund | None = None
    number: int = 0
    is_shown: bool = False


def joined_parts(text: str, shown: Sequence[Shown], sources: Sequence[Quelle]) -> list[Part]:
    """The parts of a quote that as a whole stands nowhere; none where it has but one, or too many.

    `sources`: what else is the party's; what stands only there was not shown.
    """
    pieces, put_in = way_of(unwrapped(text))
    found: list[Part] = []
    # Words put in join no places: what stands beside them stands so in one.
    if not 2 <= len(pieces) <= MOST_PARTS or any(put_in):
        return found
    at = 0
    while at < len(pieces):
        before = found[-1].fund if found else None
        candidates = (
            (n, part)
            for n in range(min(len(pieces) - at, len(pieces) - 1), 0, -1)
            if (part := _placed(pieces[at : at + n], shown, sources, before))
        )
        used, part = next(candidates, (1, Part(pieces[at])))
        found.append(part)
        at += used
    return found


def merged(found: Sequence[Part]) -> list[Part]:
    """Parts that overlap say once what they share: „A B … B C“ is „A B C“, at one place."""
    left: list[Part] = []
    for part in found:
        touching = [one for one in left if one.fund and part.fund and _overlap(one.fund, part.fund)]
        if touching:
            left[left.index(touching[0])] = _union([*touching, part])
            left = [one for one in left if one not in touching[1:]]
        else:
            left.append(part)
    return left


def _overlap(one: Fund, two: Fund) -> bool:
    pairs = product(one.spans, two.spans)
    return one.quelle is two.quelle and any(a < d and c < b for (a, b), (c, d) in pairs)


def _union(found: Sequence[Part]) -> Part:
    funds = [part.fund for part in found if part.fund]
    spans = united(span for fund in funds for span in fund.spans)
    return Part(
        ELLIPSIS.join(part.text for part in found),
        Fund(funds[0].quelle, tuple(spans)),
        min(part.number for part in found),
        all(part.is_shown for part in found),
    )


def _placed(
    pieces: Sequence[str], shown: Sequence[Shown], sources: Iterable[Quelle], before: Fund | None
) -> Part | None:
    """These pieces as one quote: where the model saw it, else where it could have.

    Of several places it is the nearest to the part before.
    """
    text, keys = ELLIPSIS.join(pieces), [spelled_out(piece) for piece in pieces]
    if is_too_short(text) or any(len(key) < MIN_LETTERS for key in keys):
        return None
    way = tuple([number for key in keys for number in runs(key)])
    seen = [
        (fund, len(finds))
        for quelle, ranges in shown
        if (finds := _finds(pieces, way, quelle))
        for fund in finds
        if overlaps(fund, ranges)
    ]
    every = seen or [
        (fund, len(finds)) for one in sources for finds in [_finds(pieces, way, one)] for fund in finds
    ]
    if not every:
        return None
    fund, number = min(every, key=lambda entry: (entry[0].is_unsure, *_far(entry[0], before)))
    return Part(text, fund, number, bool(seen))


def _finds(pieces: Sequence[str], way: tuple[int, ...], quelle: Quelle) -> list[Fund]:
    return find_parts(pieces, quelle) if quelle.may_hold([way]) else []


def _far(fund: Fund, before: Fund | None) -> tuple[bool, int]:
    """In another Programm, and how many characters away."""
    if before is None or before.quelle is not fund.quelle:
        return before is not None, 0
    return False, abs(fund.spans[0][0] - before.spans[-1][1])


# --- binding ------------------------------------------------------------------------------------------------


TURNED = "Die Teile des Zitats stehen in einem Satz, dort aber in anderer Reihenfolge."
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
            partei = quelle.programm.eigner
            vorgelegt[partei] = (*vorgelegt.get(partei, ()), one)
        laender = {v.quelle.programm.bundesland for found in vorgelegt.values() for v in found} | {None}
        sources: dict[str, list[Quelle]] = {}
        for quelle in quellen.values():
            if quelle.programm.bundesland in laender:
                sources.setdefault(quelle.programm.eigner, []).append(quelle)
        return cls(vorgelegt, sources)

    @classmethod
    def of_chunks(
        cls, chunks: Mapping[Quelle, Sequence[Chunk]], could_be: Sequence[Quelle] = ()
    ) -> "ShownContext":
        """Passages of nobody's, source by source; `could_be`: sources that could have been shown whole."""
        presented = tuple(Presented(one, SearchText.of(one, own)) for one, own in chunks.items())
        return cls({"": presented}, {"": list(could_be)})

    def own(self, partei: str, typ: Typ | None) -> list[Presented]:
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


def bind(text: str, partei: str, typ: Typ | None, kontext: ShownContext) -> Bindung:
    """Find the quote's place, or the reason why it has none."""
    if len(text) > LONGEST:
        return Bindung.no_quote(text)
    if is_too_short(text):
        return Bindung(ZitatStatus.ZU_KURZ, text)
    own = kontext.own(partei, typ)
    missed: dict[str, bytes] = {}
    if at := _shown(text, own, missed):
        shown, found = at
        return Bindung.at(text, shown, len(found), False, found)
    # From here on most quotes stand nowhere; their letters tell, and no text has to be searched.
    ways = ways_to_stand(text)
    for quelle in kontext.may_hold(partei, ways):
        if found := _find_once(text, quelle, missed):
            return _but_unsure(Bindung.at(text, found), ZitatStatus.OUTSIDE)
    if at := _shown(text, (v for v in kontext.others(partei) if v.quelle.may_hold(ways)), missed):
        shown, found = at
        return Bindung.at(text, shown, len(found), True, found)
    pieces = merged(joined_parts(text, [(v.quelle, v.ranges) for v in own], kontext.programme_of(partei)))
    funds = [part.fund for part in pieces if part.fund]
    if pieces and len(funds) == len(pieces) and not is_turned(funds):
        return _joined(text, pieces)
    near = _near_miss(text, own)
    if near.status.is_bound or not funds:
        return near
    return replace(near, erklaerung=TURNED) if len(funds) == len(pieces) else _torn(text, pieces, own)


def _joined(text: str, found: Sequence[Part]) -> Bindung:
    """At several places, each part at its own, where all were read with certainty and shown to the model."""
    if len(found) == 1 and (fund := found[0].fund):
        bound = Bindung.at(text, [fund], found[0].number)
        return bound if found[0].is_shown else _but_unsure(bound, ZitatStatus.OUTSIDE)
    teile = tuple(Bindung.at(one.text, [one.fund], one.number) for one in found if one.fund)
    funds = [teil.fund for teil in teile if teil.fund]
    if unsure := next((teil for teil in teile if teil.status is ZitatStatus.UNSICHER), None):
        return replace(unsure, emittiert=text)
    hidden = next((n for n, one in enumerate(found, start=1) if not one.is_shown), 0)
    reason = f"Teil {hidden} des Zitats steht im Programm, aber nicht in den vorgelegten Passagen."
    return Bindung(
        ZitatStatus.OUTSIDE if hidden else ZitatStatus.AUS_MEHREREN_STELLEN,
        text,
        funds[0],
        fundstellen=1,
        erklaerung=reason if hidden else "",
        warnungen=(*joined_warnings(funds), *emitted_warnings(text, ZitatStatus.AUS_MEHREREN_STELLEN, "")),
        teile=teile,
    )


def _torn(text: str, found: Sequence[Part], own: Sequence[Presented]) -> Bindung:
    """Some parts are printed, one is not: dropped for what is wrong with that."""
    missing = next(part for part in found if part.fund is None)
    told = "; ".join(_told(n, part) for n, part in enumerate(found, start=1))
    status, naechste = ZitatStatus.NICHT_GEFUNDEN, None
    if found_near := nearest(missing.text, [v.suchtext for v in own]):
        quelle, similar = found_near
        # A slip in a part is not mended.
        status = ZitatStatus.NUR_AEHNLICH if similar.is_repairable else _reason(similar)
        naechste = _most_similar(missing.text, quelle, similar)
    reason = f"Das Zitat ist aus mehreren Teilen zusammengesetzt: {told}."
    return Bindung(status, text, naechste=naechste, erklaerung=reason)


def _told(n: int, part: Part) -> str:
    """„Teil 2 („die Brücke am …“) steht auf Seite 3 der Datei“."""
    text = part.text if len(part.text) <= SHORT else f"{part.text[:SHORT].rsplit(' ', 1)[0]} …"
    if part.fund:
        pages = part.fund.seiten
        stand = f"steht auf {file_pages(pages)}" if pages else "steht dort"
    else:
        stand = "ist für ein eigenes Zitat zu kurz" if is_too_short(part.text) else "steht so nirgends"
    return f"Teil {n} („{text}“) {stand}"


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
) -> tuple[list[Fund], list[Fund]] | None:
    """The shown places in the first source that has one, and all that it has.

    First those within a sentence, the tightest first.
    """
    ends = border_letters(text)
    for v in vorgelegt:
        if not v.suchtext.may_hold(text, ends):
            continue
        found = _find_once(text, v.quelle, missed, v.suchtext.place_in_source)
        if shown := [fund for fund in found if overlaps(fund, v.ranges)]:
            return sorted(
                shown, key=lambda fund: (crosses_sentences(fund), fund.spans[-1][1] - fund.spans[0][0])
            ), found
    return None


def _but_unsure(bindung: Bindung, status: ZitatStatus) -> Bindung:
    """With this status, unless its place was not read with certainty."""
    return bindung if bindung.status is ZitatStatus.UNSICHER else replace(bindung, status=status)


def _near_miss(text: str, own: Sequence[Presented]) -> Bindung:
    found = nearest(text, [v.suchtext for v in own])
    if found is None:
        return Bindung(ZitatStatus.NICHT_GEFUNDEN, text)
    quelle, similar = found
    if similar.is_repairable:
        fund = Fund(quelle, (similar.span,))
        told = (*warnings_at(fund, [fund]), *emitted_warnings(text, ZitatStatus.ANGEGLICHEN, fund.text, fund))
        bound = replace(Bindung.at(text, [fund]), warnungen=told)
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

"""The outcome for one quote: bound with its exact place, or dropped with a reason."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, combinations, pairwise

from core.citations.eintrag import (
    ELLIPSIS,
    THE_ANTRAG,
    Eintrag,
    Gebunden,
    NearestText,
    Place,
    Verworfen,
    ZitatWarning,
)
from core.citations.exact_match import Fund, Span, unwrapped
from core.citations.shown_diff import in_words
from core.citations.zitat_status import EXPLANATION, ZitatStatus
from core.german.words import CONDITION, NEGATOR
from core.programme.source_labels import cite_url, joined_labels, label
from core.programme.textstrom import Textstrom

DIFFERING = (ZitatStatus.NUR_AEHNLICH, ZitatStatus.ZAHL, ZitatStatus.VERNEINUNG)
"""Near enough to a passage that the few words in which they differ can be told."""

LONGEST = 20_000
"""Characters that a quote may have; of more only the beginning is kept."""

KEPT = 500

CONNECTED = "Die Auslassung verbindet Teile verschiedener Sätze: bitte die ganze Passage lesen."


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
        is_antrag = self.fund.quelle.programm.id == THE_ANTRAG
        return in_words(unwrapped(self.emittiert), self.fund.text, "Antrag" if is_antrag else "Programm")


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
        """Only a quote from the party's own programmes counts for its score."""
        return self.status.is_bound and not self.fremde_partei


def no_quote(text: str) -> Bindung:
    """What is no quote by its length alone."""
    reason = f"Mit {len(text)} Zeichen ist das kein Zitat."
    return Bindung(ZitatStatus.UNLESBAR, shortened(text), erklaerung=reason)


def shortened(text: str) -> str:
    return text if len(text) <= KEPT else f"{text[:KEPT]} …"


def warnings(fund: Fund) -> tuple[ZitatWarning, ...]:
    """What may turn the quote's meaning round."""
    found = [ZitatWarning("verbundene_saetze", CONNECTED)] if _joins_sentences(fund) else []
    if any(NEGATOR.search(gap) for gap in fund.gaps):
        found.append(ZitatWarning("verneinung_in_auslassung", "In der Auslassung steht eine Verneinung."))
    if NEGATOR.search(_uncited(fund)):
        outside = "Im nicht zitierten Teil des Satzes steht eine Verneinung."
        found.append(ZitatWarning("verneinung_ausserhalb", outside))
    return tuple(found)


def joined_warnings(funds: Sequence[Fund]) -> tuple[ZitatWarning, ...]:
    """What may turn the meaning round of a quote that is joined from these places."""
    of_parts = ((n, warning) for n, fund in enumerate(funds, start=1) for warning in _of_part(fund))
    told = (ZitatWarning(warning.art, f"Teil {n}: {warning.text}") for n, warning in of_parts)
    between = chain.from_iterable(
        _between(n, one, two) for n, (one, two) in enumerate(pairwise(funds), start=1)
    )
    return (*told, *between)


def is_turned(funds: Sequence[Fund]) -> bool:
    """Is a sentence's end quoted before its beginning? That makes another sentence of its words."""
    return any(
        one.quelle is two.quelle
        and two.spans < one.spans
        and _sentence_at(one.quelle.strom, one.spans[0][0])
        == _sentence_at(two.quelle.strom, two.spans[-1][1] - 1)
        for one, two in combinations(funds, 2)
    )


def _of_part(fund: Fund) -> Iterator[ZitatWarning]:
    yield from warnings(fund)
    if found := CONDITION.search(_uncited(fund)):
        told = f"Im nicht zitierten Teil des Satzes steht eine Bedingung („{found[0]}“)."
        yield ZitatWarning("bedingung_ausserhalb", told)


def _between(n: int, one: Fund, two: Fund) -> Iterator[ZitatWarning]:
    """Parts of one paragraph: a reader takes them for one thought, whatever was left out or moved."""
    first, last = sorted((one, two), key=lambda fund: fund.spans)
    strom, end, start = one.quelle.strom, first.spans[-1][1], last.spans[0][0]
    if one.quelle is not two.quelle or strom.paragraph_at(end - 1) is not strom.paragraph_at(start):
        return
    which = f"Teil {n} und Teil {n + 1} stehen in einem Absatz"
    if first is two:
        yield ZitatWarning("umgestellt", f"{which}, aber in umgekehrter Reihenfolge.")
    left_out = (("verneinung", NEGATOR, "eine Verneinung"), ("bedingung", CONDITION, "eine Bedingung"))
    for art, pattern, name in left_out:
        if found := pattern.search(strom.text[end:start]):
            yield ZitatWarning(f"{art}_in_auslassung", f"{which}; dazwischen steht {name} („{found[0]}“).")


def _uncited(fund: Fund) -> str:
    """What of its sentence, or sentences, a quote leaves out before and behind."""
    start, end = sentence_around(fund)
    text = fund.quelle.strom.text
    return f"{text[start : fund.spans[0][0]]} {text[fund.spans[-1][1] : end]}"


def _joins_sentences(fund: Fund) -> bool:
    """Does an ellipsis lead from one sentence into another? Together they may say what neither does."""
    strom = fund.quelle.strom
    return any(
        _sentence_at(strom, end - 1) != _sentence_at(strom, start)
        for (_, end), (start, _) in pairwise(fund.spans)
    )


def _sentence_at(strom: Textstrom, position: int) -> Span:
    paragraph = strom.paragraph_at(position)
    inside = (span for span in strom.sentences_of(paragraph) if span[0] <= position < span[1])
    return next(inside, (paragraph.start, paragraph.end))


@lru_cache(maxsize=512)
def sentence_around(fund: Fund) -> Span:
    """The whole sentence or sentences of the source that the quote is taken from."""
    strom = fund.quelle.strom
    start, end = fund.spans[0][0], fund.spans[-1][1]
    first, last = strom.paragraph_at(start), strom.paragraph_at(end - 1)
    opening = strom.sentences_of(first)
    closing = opening if last is first else strom.sentences_of(last)
    return (
        max((begin for begin, _ in opening if begin <= start), default=start),
        min((stop for _, stop in closing if stop >= end), default=end),
    )


# --- as it is stored ----------------------------------------------------------------------------------------


def place(fund: Fund) -> Place:
    pages = pages_of(fund)
    return Place(
        programm=fund.quelle.programm.id,
        version=fund.quelle.version,
        stellen=fund.spans,
        seiten=tuple(pages),
        gedruckt=tuple(printed_pages(fund)),
        url=cite_url(fund.quelle.programm.id, pages[0], fund.text),
    )


def pages_of(fund: Fund) -> list[int]:
    return sorted({page for span in fund.spans for page in fund.quelle.strom.pages_of(*span)})


def printed_pages(fund: Fund) -> list[str]:
    """The printed numbers of the quote's pages, in its order; on a double page those of its halves."""
    strom = fund.quelle.strom
    numbers: dict[str, None] = {}
    for start, end in fund.spans:
        pages = [strom.seiten[page - 1].gedruckt for page in strom.pages_of(start, end)]
        if any(len(printed) > 1 for printed in pages):
            positions = (int(strom.starts[index]) for index in strom.words_in(start, end))
            pages = [(number,) for at in positions if (number := strom.printed_page(at))]
        numbers |= dict.fromkeys(number for printed in pages for number in printed)
    return list(numbers)


def eintrag_of(bindung: Bindung, fraktion: str, bereich: str, accept_outside: bool = False) -> Eintrag:
    """The quote as it is kept. `accept_outside`: one that is true but was not shown to the model is, too."""
    if bindung.status.is_bound or (accept_outside and bindung.status is ZitatStatus.OUTSIDE):
        return bound_zitat(bindung)
    return dropped_zitat(bindung, fraktion, bereich)


def bound_zitat(bindung: Bindung) -> Gebunden:
    """A bound quote: wording, source and address are the source's, whatever the model wrote."""
    if bindung.teile:
        return joined_zitat([bound_zitat(teil) for teil in bindung.teile], bindung)
    fund = bindung.fund
    assert fund is not None
    ort = place(fund)
    start, end = sentence_around(fund)
    return Gebunden(
        text=fund.text,
        quelle=label(fund.quelle.programm, ort.gedruckt, ort.seiten),
        status=bindung.status,
        emittiert=bindung.emittiert,
        partei=fund.quelle.programm.partei,
        ort=ort,
        abschnitt=tuple(fund.quelle.strom.paragraph_at(fund.spans[0][0]).abschnitt),
        satz=" ".join(fund.quelle.strom.text[start:end].split()),
        warnungen=bindung.warnungen,
        fundstellen=bindung.fundstellen,
        fremde_partei=bindung.fremde_partei,
    )


def joined_zitat(teile: Sequence[Gebunden], bindung: Bindung) -> Gebunden:
    """One quote of parts that are bound each for itself."""
    first = teile[0]
    return Gebunden(
        text=ELLIPSIS.join(teil.text for teil in teile),
        quelle=joined_labels([teil.quelle for teil in teile]),
        status=bindung.status,
        emittiert=bindung.emittiert,
        partei=first.partei,
        ort=joined_place([teil.ort for teil in teile]),
        abschnitt=first.abschnitt,
        satz=ELLIPSIS.join(dict.fromkeys(teil.satz for teil in teile)),
        warnungen=bindung.warnungen,
        fundstellen=1,
        fremde_partei=bindung.fremde_partei,
        teile=tuple(teile),
    )


def joined_place(orte: Sequence[Place]) -> Place:
    """What of these places stands in the Programm of the first, in the order of its text; its address is that
    of the first."""
    own = sorted((ort for ort in orte if ort.is_beside(orte[0])), key=lambda ort: ort.stellen)
    return replace(
        orte[0],
        stellen=tuple(span for ort in own for span in ort.stellen),
        seiten=tuple(sorted({seite for ort in own for seite in ort.seiten})),
        gedruckt=tuple(dict.fromkeys(number for ort in own for number in ort.gedruckt)),
    )


def dropped_zitat(bindung: Bindung, fraktion: str, bereich: str) -> Verworfen:
    """A dropped quote, why it was dropped, and what it is nearest to."""
    reason = bindung.erklaerung or EXPLANATION[bindung.status]
    if bindung.naechste and bindung.status in DIFFERING:
        reason = f"{reason} {bindung.naechste.differences}".strip()
    return Verworfen(
        fraktion=fraktion,
        bereich=str(bereich),
        text=bindung.emittiert,
        status=bindung.status,
        erklaerung=reason,
        naechste=_nearest(bindung.naechste) if bindung.naechste else None,
        ort=place(bindung.fund) if bindung.fund else None,
    )


def _nearest(found: MostSimilar) -> NearestText:
    fund = found.fund
    pages = tuple(pages_of(fund))
    return NearestText(found.chunk_id, fund.quelle.programm.id, pages, fund.text, round(found.anteil, 3))

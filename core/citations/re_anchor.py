"""Stored quotes whose Programm was read anew since: found again by their exact wording, or honestly lost.

What is stored stays as it is; only what is shown of it changes.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache, lru_cache, partial

from core.citations.bindung import (
    Bindung,
    bound_zitat,
    joined_warnings,
    joined_zitat,
    pages_of,
    warnings,
)
from core.citations.eintrag import ELLIPSIS, UNCERTAIN, Anchor, Eintrag, Gebunden
from core.citations.exact_match import MIN_LETTERS, Fund, find_parts, is_too_short
from core.citations.quellen import Quelle, find_quelle
from core.citations.zitat_status import ZitatStatus
from core.context import Context
from core.errors import DashboardError
from core.german.folding import letters
from core.german.formats import numbers

LONGEST, MOST_PARTS = 25_000, 50
"""What was stored may have come from elsewhere: a longer or more broken quote is not looked for."""


def anchored_eintraege(
    context: Context, eintraege: Iterable[Eintrag], as_stored: bool = False
) -> list[Eintrag]:
    """Stored quotes as they may be shown today; each Programm is looked up once.

    `as_stored`: what is stored of a Programm that was not read anew stays as it is, to be proved as that.
    """
    quelle_of = cache(partial(find_quelle, context))
    return [
        _anchored(eintrag, quelle_of, as_stored) if isinstance(eintrag, Gebunden) else eintrag
        for eintrag in eintraege
    ]


def anchored_eintrag(context: Context, eintrag: Gebunden) -> Gebunden:
    """One of them; itself, where its Programm was not read anew since and says what is stored.

    Read anew, a quote that stood on page 56 may stand on page 58 now: its text, source, pages, sentence and
    address are then those of the new place. Where there is none, only `anker` is added: nothing is marked.
    """
    return _anchored(eintrag, partial(find_quelle, context), as_stored=False)


def _anchored(eintrag: Gebunden, quelle_of: Callable[[str], Quelle | None], as_stored: bool) -> Gebunden:
    if eintrag.teile:
        return _rejoined(eintrag, quelle_of, as_stored)
    quelle = _readable(eintrag, quelle_of)
    if quelle is None:
        return eintrag
    if quelle.version == eintrag.ort.version:
        return eintrag if as_stored else _as_it_stands(quelle, eintrag)
    ort = eintrag.ort
    fund, places = _found(quelle, eintrag.text, len(ort.stellen), ort.seiten, eintrag.satz, eintrag.abschnitt)
    if fund is None:
        return replace(eintrag, anker=Anchor.MEHRDEUTIG if places else Anchor.VERLOREN)
    return _placed(fund, eintrag, places, Anchor.WIEDERGEFUNDEN)


def _rejoined(eintrag: Gebunden, quelle_of: Callable[[str], Quelle | None], as_stored: bool) -> Gebunden:
    """A quote from several places as its parts stand today; it is lost where one of them is."""
    teile = [_anchored(teil, quelle_of, as_stored) for teil in eintrag.teile]
    quellen = [_readable(teil, quelle_of) for teil in teile]
    if all(one is two for one, two in zip(teile, eintrag.teile, strict=True)):
        return eintrag
    if lost := next((teil.anker for teil in teile if teil.anker in UNCERTAIN), None):
        return replace(eintrag, anker=lost)
    funds = [Fund(quelle, teil.ort.stellen) for quelle, teil in zip(quellen, teile, strict=True) if quelle]
    warned = joined_warnings(funds) if len(funds) == len(teile) else eintrag.warnungen
    said = Bindung(eintrag.status, eintrag.emittiert, None, eintrag.fremde_partei, warnungen=warned)
    anker = next((teil.anker for teil in teile if teil.anker), None)
    return replace(joined_zitat(teile, said), trotzdem=eintrag.trotzdem, anker=anker)


def _as_it_stands(quelle: Quelle, eintrag: Gebunden) -> Gebunden:
    """The quote with what its source says at its place, whatever is stored; lost where that is other text."""
    fund, lost = Fund(quelle, eintrag.ort.stellen), replace(eintrag, anker=Anchor.VERLOREN)
    try:
        is_there = fund.spans and fund.text == eintrag.text
        return _placed(fund, eintrag, eintrag.fundstellen) if is_there else lost
    except (ValueError, IndexError):  # the place that is stored lies outside of the text
        return lost


def _readable(eintrag: Gebunden, quelle_of: Callable[[str], Quelle | None]) -> Quelle | None:
    """What is indexed of its Programm; None where it cannot be read: the page says so and marks nothing."""
    try:
        quelle = quelle_of(eintrag.ort.programm)
        if quelle is None:
            return None
        quelle.read()
    except DashboardError:
        return None
    return quelle


@lru_cache(maxsize=4096)
def _found(
    quelle: Quelle, text: str, parts: int, seiten: tuple[int, ...], satz: str, abschnitt: tuple[str, ...]
) -> tuple[Fund | None, int]:
    """The place that is meant, and how many there are.

    Of several it is the only one on the same page in the same sentence, at last under the same headings.
    """
    finds = places_of(quelle, text, parts)
    left = finds
    if len(left) > 1:
        left = [fund for fund in left if tuple(pages_of(fund)) == seiten]
        left = [fund for fund in left if letters(_told(fund).satz) == letters(satz)]
    if len(left) > 1:
        left = [fund for fund in left if _told(fund).abschnitt == abschnitt]
    return (left[0] if len(left) == 1 else None), len(finds)


def places_of(quelle: Quelle, text: str, parts: int) -> list[Fund]:
    """Where a stored wording of so many parts stands, each part to the letter and with the same numbers."""
    pieces = text.split(ELLIPSIS) if parts > 1 else [text]
    is_searched = len(text) <= LONGEST and parts <= MOST_PARTS and not is_too_short(text)
    if not is_searched or len(pieces) != parts or any(len(letters(piece)) < MIN_LETTERS for piece in pieces):
        return []
    return [fund for fund in find_parts(pieces, quelle) if _spells(fund, pieces)]


def _spells(fund: Fund, pieces: Sequence[str]) -> bool:
    """Stored is the wording of a source: nothing of it is a model's footnote that may be passed over."""
    sources = (fund.quelle.strom.text[start:end] for start, end in fund.spans)
    return all(
        (letters(source), numbers(source)) == (letters(piece), numbers(piece))
        for source, piece in zip(sources, pieces, strict=True)
    )


def _placed(fund: Fund, eintrag: Gebunden, places: int, anker: Anchor | None = None) -> Gebunden:
    """At its place of today, with what was said when it was bound."""
    return replace(
        _told(fund),
        fundstellen=places,
        status=eintrag.status,
        emittiert=eintrag.emittiert,
        fremde_partei=eintrag.fremde_partei,
        trotzdem=eintrag.trotzdem,
        anker=anker,
    )


def _told(fund: Fund) -> Gebunden:
    return bound_zitat(Bindung(ZitatStatus.WOERTLICH, "", fund, warnungen=warnings(fund)))

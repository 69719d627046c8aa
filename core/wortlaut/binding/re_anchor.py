"""A bound quote as it stands today in a Programm that may have been read anew since.

Nothing is believed that is stored of its place: its wording is looked for, and told anew.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache

from core.wortlaut.binding.bind import Bindung
from core.wortlaut.binding.eintrag import ELLIPSIS, Anchor, Gebunden, ZitatStatus
from core.wortlaut.binding.emitted_quote import Way
from core.wortlaut.binding.exact_match import find_way, is_too_short
from core.wortlaut.binding.fund import Fund
from core.wortlaut.binding.left_out import emitted_warnings, joined_warnings, warnings_at
from core.wortlaut.binding.quelle import Quelle
from core.wortlaut.errors import DashboardError
from core.wortlaut.german.folding import letters
from core.wortlaut.german.numbers_and_dates import signed_numbers

LONGEST_SEARCHED, MOST_PARTS = 25_000, 50
"""What was stored may have come from elsewhere: a longer or more broken quote is not looked for."""


def anchored(
    eintrag: Gebunden, quelle_of: Callable[[str], Quelle | None], as_stored: bool = False
) -> Gebunden:
    """A quote at its place of today; itself, where its Programm was not read anew and says what is stored.

    Read anew, a quote that stood on page 56 may stand on page 58 now: its text, source, pages, sentence and
    address are then those of the new place. Where there is none, only `anker` is added: nothing is marked.
    `quelle_of`: what is indexed of a Programm today. `as_stored`: what is stored of one that was not read
    anew stays as it is, to be proved as that.
    """
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
    teile = [anchored(teil, quelle_of, as_stored) for teil in eintrag.teile]
    quellen = [_readable(teil, quelle_of) for teil in teile]
    if all(one is two for one, two in zip(teile, eintrag.teile, strict=True)):
        return eintrag
    if lost := next((teil.anker for teil in teile if teil.is_uncertain), None):
        return replace(eintrag, anker=lost)
    funds = [Fund(quelle, teil.ort.stellen) for quelle, teil in zip(quellen, teile, strict=True) if quelle]
    emitted = emitted_warnings(eintrag.emittiert, eintrag.status, "")
    warned = (*joined_warnings(funds), *emitted) if len(funds) == len(teile) else eintrag.warnungen
    anker = next((teil.anker for teil in teile if teil.anker), None)
    return eintrag.rejoined(teile, warned, anker)


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
        left = [fund for fund in left if tuple(fund.seiten) == seiten]
        left = [fund for fund in left if letters(_told(fund).satz) == letters(satz)]
    if len(left) > 1:
        left = [fund for fund in left if _told(fund).abschnitt == abschnitt]
    return (left[0] if len(left) == 1 else None), len(finds)


def places_of(quelle: Quelle, text: str, parts: int) -> list[Fund]:
    """Where a stored wording of so many parts stands, each part to the letter and with the same numbers."""
    pieces = text.split(ELLIPSIS) if parts > 1 else [text]
    is_searched = len(text) <= LONGEST_SEARCHED and parts <= MOST_PARTS and not is_too_short(text)
    if not is_searched or len(pieces) != parts:
        return []
    # Stored is the wording of a source: nothing of it is a model's footnote that may be passed over.
    wanted = _told_by(pieces)
    return [
        fund
        for fund in find_way(Way(pieces, []), quelle)
        if wanted == _told_by([quelle.strom.text[start:end] for start, end in fund.spans])
    ]


def _told_by(pieces: Sequence[str]) -> tuple[str, list[str]]:
    """Their letters and numbers; two pieces that stand side by side are found as one."""
    return "".join(map(letters, pieces)), [number for piece in pieces for number in signed_numbers(piece)]


def _placed(fund: Fund, eintrag: Gebunden, places: int, anker: Anchor | None = None) -> Gebunden:
    """At its place of today, with what was said when it was bound."""
    every = places_of(fund.quelle, eintrag.text, len(fund.spans)) if places > 1 else [fund]
    emitted = emitted_warnings(eintrag.emittiert, eintrag.status, fund.text, fund)
    return replace(
        _told(fund),
        warnungen=(*warnings_at(fund, every), *emitted),
        fundstellen=places,
        status=eintrag.status,
        emittiert=eintrag.emittiert,
        fremde_partei=eintrag.fremde_partei,
        trotzdem=eintrag.trotzdem,
        anker=anker,
    )


def _told(fund: Fund) -> Gebunden:
    return Bindung(ZitatStatus.WOERTLICH, "", fund).gebunden()

"""Stored quotes whose Programm was read anew since: found again by their exact wording, or honestly lost.

What is stored stays as it is; only what is shown of it changes.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from functools import cache, lru_cache, partial
from typing import Any

from core.citations.binden import MIN_LETTERS, Fund, find_parts, is_too_short
from core.citations.bindung import Bindung, Status, bound_zitat, pages_of, warnings
from core.citations.quellen import Quelle, find_quelle
from core.citations.zitattext import numbers
from core.context import Context
from core.errors import DashboardError
from core.programme.schluessel import letters

LONGEST, MOST_PARTS = 25_000, 50
"""What was stored may have come from elsewhere: a longer or more broken quote is not looked for."""

ELLIPSIS = " … "
"""Stands between the parts of a stored quote."""

Json = Mapping[str, Any]


class Anker(StrEnum):
    """What became of a quote's place in another reading."""

    WIEDERGEFUNDEN = "wiedergefunden"
    MEHRDEUTIG = "mehrdeutig"
    VERLOREN = "verloren"


UNGEWISS = (Anker.MEHRDEUTIG, Anker.VERLOREN)
"""Nothing is known of their place today."""

NOTIZ = {
    Anker.WIEDERGEFUNDEN: (
        "Nach neuem Einlesen des Programms wiedergefunden: derselbe Wortlaut an seiner heutigen Stelle."
    ),
    Anker.MEHRDEUTIG: (
        "Stelle nicht mehr eindeutig: Im neu eingelesenen Programm steht der Wortlaut mehrmals. "
        "Deshalb ist nichts markiert."
    ),
    Anker.VERLOREN: (
        "Stelle nicht mehr gefunden: Im neu eingelesenen Programm steht der Wortlaut so nicht mehr. "
        "Deshalb ist nichts markiert."
    ),
}


def anker_of(eintrag: Json) -> Anker | None:
    """None for a quote that is still bound to the text it was bound to."""
    return eintrag.get("anker")


def notiz_of(eintrag: Json) -> str:
    anker = anker_of(eintrag)
    return NOTIZ[anker] if anker else ""


def verankerte(context: Context, eintraege: Iterable[Json], as_stored: bool = False) -> list[Json]:
    """Stored quotes as they may be shown today; each Programm is looked up once.

    `as_stored`: what is stored of a Programm that was not read anew stays as it is, to be proved as that.
    """
    quelle_of = cache(partial(find_quelle, context))
    return [
        _verankert(eintrag, quelle_of, as_stored) if _is_bound(eintrag) else eintrag for eintrag in eintraege
    ]


def verankert(context: Context, eintrag: Json) -> Json:
    """One of them; itself, where its Programm was not read anew since and says what is stored.

    Read anew, a quote that stood on page 56 may stand on page 58 now: its text, source, pages, sentence and
    address are then those of the new place. Where there is none, only `anker` is added: nothing is marked.
    """
    return verankerte(context, [eintrag])[0]


def _verankert(eintrag: Json, quelle_of: Callable[[str], Quelle | None], as_stored: bool) -> Json:
    quelle = _readable(eintrag, quelle_of)
    if quelle is None:
        return eintrag
    if quelle.version == eintrag["version"]:
        return eintrag if as_stored else _as_it_stands(quelle, eintrag)
    stelle = eintrag["text"], len(eintrag["stellen"]), tuple(eintrag["seiten"]), str(eintrag.get("satz", ""))
    fund, places = _found(quelle, *stelle, tuple(eintrag.get("abschnitt") or ()))
    if fund is None:
        return {**eintrag, "anker": Anker.MEHRDEUTIG if places else Anker.VERLOREN}
    return {**eintrag, **_place(fund, eintrag, places), "anker": Anker.WIEDERGEFUNDEN}


def _is_bound(eintrag: Any) -> bool:
    """Does it say where it stands? A dropped quote and a damaged entry do not."""
    kinds = {"programm": str, "version": str, "text": str, "stellen": list, "seiten": list}
    return isinstance(eintrag, Mapping) and all(isinstance(eintrag.get(n), k) for n, k in kinds.items())


def _as_it_stands(quelle: Quelle, eintrag: Json) -> Json:
    """The quote with what its source says at its place, whatever is stored; lost where that is other text."""
    try:
        fund = Fund(quelle, tuple((int(start), int(end)) for start, end in eintrag["stellen"]))
        if not fund.spans or fund.text != eintrag["text"]:
            return {**eintrag, "anker": Anker.VERLOREN}
        today = {**eintrag, **_place(fund, eintrag, eintrag.get("fundstellen", 1))}
    except (TypeError, ValueError, IndexError):
        return {**eintrag, "anker": Anker.VERLOREN}
    return eintrag if today == eintrag else today


def _readable(eintrag: Json, quelle_of: Callable[[str], Quelle | None]) -> Quelle | None:
    """What is indexed of its Programm; None where it cannot be read: the page says so and marks nothing."""
    try:
        quelle = quelle_of(eintrag["programm"])
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
    funde = places_of(quelle, text, parts)
    left = funde
    if len(left) > 1:
        left = [fund for fund in left if tuple(pages_of(fund)) == seiten]
        left = [fund for fund in left if letters(_told(fund)["satz"]) == letters(satz)]
    if len(left) > 1:
        left = [fund for fund in left if tuple(_told(fund)["abschnitt"]) == abschnitt]
    return (left[0] if len(left) == 1 else None), len(funde)


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


def _place(fund: Fund, eintrag: Json, places: int) -> Json:
    own = {name: eintrag[name] for name in ("status", "emittiert", "fremdePartei") if name in eintrag}
    return {**_told(fund), "fundstellen": places, **own}


def _told(fund: Fund) -> dict[str, Any]:
    return bound_zitat(Bindung(Status.WOERTLICH, "", fund, warnungen=warnings(fund)))

"""How a quote is stored and handed on: only here are the names of its JSON known.

    >>> one = read_eintrag({"text": "…", "grund": "zu_kurz", "erklaerung": "Das Zitat ist kürzer als …"})
    >>> one.status, write_eintrag(one)["grund"]
    (Zitatstatus.ZU_KURZ, "zu_kurz")

What is stored may be damaged, or come from somewhere else: what lacks anything that is shown of it is read as
`unlesbar`, and written back as it was.
"""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from core.citations.eintrag import (
    ELLIPSIS,
    THE_ANTRAG,
    Claimed,
    Eintrag,
    Gebunden,
    NearestText,
    Place,
    Span,
    Verworfen,
    ZitatWarning,
)
from core.citations.zitat_status import ZitatStatus

Json = dict[str, object]

T = TypeVar("T")

PART_STATUSES = (ZitatStatus.WOERTLICH, ZitatStatus.MIT_AUSLASSUNG)
"""What each part of a quote from several places can be."""

DAMAGED = "Nicht lesbar: Was zu diesem Zitat gespeichert ist, ist beschädigt."


def write_eintrag(eintrag: Eintrag) -> object:
    return _of_bound(eintrag) if isinstance(eintrag, Gebunden) else _of_dropped(eintrag)


def _of_bound(one: Gebunden) -> Json:
    return {
        "text": one.text,
        "quelle": one.quelle,
        "status": str(one.status),
        "emittiert": one.emittiert,
        "partei": one.partei,
        **_of_place(one.ort),
        "abschnitt": list(one.abschnitt),
        "satz": one.satz,
        "warnungen": [warning._asdict() for warning in one.warnungen],
        "fundstellen": one.fundstellen,
        "fremdePartei": one.fremde_partei,
        **_told("trotzdem", one.trotzdem),
        **({"teile": [_of_bound(teil) for teil in one.teile]} if one.teile else {}),
    }


def _of_dropped(one: Verworfen) -> object:
    if one.roh is not None:
        return one.roh
    told: Json = {
        "fraktion": one.fraktion,
        "bereich": one.bereich,
        "text": one.text,
        "grund": str(one.status),
        "erklaerung": one.erklaerung,
        "naechste": _as_json(one.naechste),
        "ort": _of_place(one.ort) if one.ort else None,
        **_told("aussage", one.aussage),
        **_told("trotzdem", one.trotzdem),
    }
    if one.status is ZitatStatus.UNGEPRUEFT:
        told |= {"behauptet": _as_json(one.behauptet), "gesucht": one.gesucht}
    return told


def _of_place(ort: Place) -> Json:
    return {
        "programm": ort.programm,
        "version": ort.version,
        "stellen": [list(span) for span in ort.stellen],
        "seiten": list(ort.seiten),
        "gedruckt": list(ort.gedruckt),
        "url": ort.url,
    }


def _told(name: str, text: str) -> Json:
    return {name: text} if text else {}


def _as_json(one: NearestText | Claimed | None) -> Json | None:
    return one._asdict() | {"seiten": list(one.seiten)} if one else None


# --- read again ---------------------------------------------------------------------------------------------


def read_eintrag(stored: object, emittiert: str = "") -> Eintrag:
    """What `write_eintrag` wrote; of what was damaged since only what was emitted, as `unlesbar`."""
    try:
        fields = _fields(stored)
        return _bound(fields) if "status" in fields else _dropped(fields)
    except (ValueError, TypeError, LookupError, AttributeError):
        return Verworfen(
            fraktion="",
            bereich="",
            text=str(emittiert),
            status=ZitatStatus.UNLESBAR,
            erklaerung=DAMAGED,
            roh=stored if stored is not None else {},
        )


def _bound(stored: Mapping[str, object]) -> Gebunden:
    return Gebunden(
        teile=_parts(stored),
        text=_be(stored["text"], str),
        quelle=_be(stored["quelle"], str),
        status=_kept(ZitatStatus(_be(stored["status"], str))),
        emittiert=_be(stored["emittiert"], str),
        partei=_be(stored["partei"], str),
        ort=_place(stored),
        abschnitt=_all(stored["abschnitt"], str),
        satz=_be(stored["satz"], str),
        warnungen=tuple(_read_warning(_fields(one)) for one in _list(stored["warnungen"])),
        fundstellen=_be(stored["fundstellen"], int),
        fremde_partei=bool(stored["fremdePartei"]),
        trotzdem=_be(stored.get("trotzdem", ""), str),
    )


def _parts(stored: Mapping[str, object]) -> tuple[Gebunden, ...]:
    """Only a quote from several places has parts, and they have none; they spell it."""
    told = [_fields(one) for one in _list(stored.get("teile", ()))]
    if any("teile" in one or one["status"] not in PART_STATUSES for one in told):
        raise ValueError("teile")
    teile = tuple(_bound(one) for one in told)
    is_joined = bool(teile) or stored["status"] == ZitatStatus.AUS_MEHREREN_STELLEN
    if is_joined and (len(teile) < 2 or ELLIPSIS.join(teil.text for teil in teile) != stored["text"]):
        raise ValueError("teile")
    return teile


def _dropped(stored: Mapping[str, object]) -> Verworfen:
    nearest, ort, claimed = (stored.get(name) for name in ("naechste", "ort", "behauptet"))
    return Verworfen(
        fraktion=_be(stored.get("fraktion", ""), str),
        bereich=_be(stored.get("bereich", ""), str),
        text=_be(stored["text"], str),
        status=_lost(ZitatStatus(_be(stored["grund"], str))),
        erklaerung=_be(stored["erklaerung"], str),
        naechste=_nearest(_fields(nearest)) if nearest else None,
        ort=_place(_fields(ort)) if ort else None,
        aussage=_be(stored.get("aussage", ""), str),
        trotzdem=_be(stored.get("trotzdem", ""), str),
        behauptet=_claimed(_fields(claimed)) if claimed else None,
        gesucht=_be(stored.get("gesucht", ""), str),
    )


def _kept(status: ZitatStatus) -> ZitatStatus:
    """Where `zitate_ausserhalb` is set, a true quote is kept that the model was not shown."""
    if status.is_bound or status is ZitatStatus.OUTSIDE:
        return status
    raise ValueError(status)


def _lost(status: ZitatStatus) -> ZitatStatus:
    if status.is_bound:
        raise ValueError(status)
    return status


def _place(stored: Mapping[str, object]) -> Place:
    seiten, programm = _all(stored["seiten"], int), _be(stored["programm"], str)
    if not seiten and programm != THE_ANTRAG:
        raise ValueError("keine Seite")
    return Place(
        programm=programm,
        version=_be(stored["version"], str),
        stellen=tuple(_span(span) for span in _list(stored["stellen"])),
        seiten=seiten,
        gedruckt=_all(stored["gedruckt"], str),
        url=_be(stored["url"], str),
    )


def _read_warning(stored: Mapping[str, object]) -> ZitatWarning:
    return ZitatWarning(str(stored.get("art", "")), _be(stored["text"], str))


def _span(stored: object) -> Span:
    start, end = _all(stored, int)
    return start, end


def _nearest(stored: Mapping[str, object]) -> NearestText:
    return NearestText(
        chunk=_be(stored.get("chunk", ""), str),
        programm=_be(stored["programm"], str),
        seiten=_all(stored["seiten"], int),
        text=_be(stored["text"], str),
        uebereinstimmung=_number(stored["uebereinstimmung"]),
    )


def _claimed(stored: Mapping[str, object]) -> Claimed:
    return Claimed(_be(stored["text"], str), _be(stored["programm"], str), _all(stored["seiten"], int))


def _all(stored: object, kind: type[T]) -> tuple[T, ...]:
    return tuple(_be(one, kind) for one in _list(stored))


def _list(stored: object) -> Sequence[object]:
    if not isinstance(stored, list | tuple):
        raise TypeError(type(stored).__name__)
    return stored


def _fields(stored: object) -> Mapping[str, object]:
    return _be(stored, dict)


def _number(stored: object) -> float:
    return stored if isinstance(stored, int) else _be(stored, float)


def _be(value: object, kind: type[T]) -> T:
    if not isinstance(value, kind):
        raise TypeError(type(value).__name__)
    return value

"""What became of one emitted quote: bound to its place, or dropped with a reason.

Only here is known how it is stored.

    >>> one = read_eintrag({"text": "…", "grund": "zu_kurz", "erklaerung": "…", …})
    >>> one.status, one.to_json()["grund"]
    (Zitatstatus.ZU_KURZ, "zu_kurz")

What is stored may be damaged, or come from somewhere else: what lacks anything that is shown of it is read as
`unlesbar`, and written back as it was.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from core.citations.zitatstatus import ERKLAERUNG, Zitatstatus

Json = dict[str, Any]
Span = tuple[int, int]

BESCHAEDIGT = "Nicht lesbar: Was zu diesem Zitat gespeichert ist, ist beschädigt."


class Anker(StrEnum):
    """What became of a quote's place in another reading."""

    WIEDERGEFUNDEN = "wiedergefunden"
    MEHRDEUTIG = "mehrdeutig"
    VERLOREN = "verloren"


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


class Warnung(NamedTuple):
    """What may turn a quote's meaning round: its kind, and the German sentence."""

    art: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Ort:
    """Where it stands: `stellen` in that `version` of the text, `seiten` of the file, `gedruckt` on them."""

    programm: str
    version: str
    stellen: tuple[Span, ...]
    seiten: tuple[int, ...]
    gedruckt: tuple[str, ...]
    url: str

    def is_beside(self, other: "Ort") -> bool:
        """In the same text of the same Programm?"""
        return (self.programm, self.version) == (other.programm, other.version)

    def to_json(self) -> Json:
        return {
            "programm": self.programm,
            "version": self.version,
            "stellen": [list(span) for span in self.stellen],
            "seiten": list(self.seiten),
            "gedruckt": list(self.gedruckt),
            "url": self.url,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Gebunden:
    """A bound quote: wording, source and address are the source's, whatever the model wrote (`emittiert`).

    `satz`: the whole sentence around it. `fundstellen`: at how many places of the Programm it stands.
    `anker`: where the Programm was read anew since; never stored.
    """

    text: str
    quelle: str
    status: Zitatstatus
    emittiert: str
    partei: str
    ort: Ort
    abschnitt: tuple[str, ...]
    satz: str
    warnungen: tuple[Warnung, ...]
    fundstellen: int
    fremde_partei: bool
    anker: Anker | None = None

    @property
    def notiz(self) -> str:
        return NOTIZ[self.anker] if self.anker else ""

    @property
    def naechste(self) -> None:
        return None

    @property
    def erklaerung(self) -> str:
        """Of one that was kept although the model was not shown it."""
        return ERKLAERUNG.get(self.status, "")

    def to_json(self) -> Json:
        return {
            "text": self.text,
            "quelle": self.quelle,
            "status": str(self.status),
            "emittiert": self.emittiert,
            "partei": self.partei,
            **self.ort.to_json(),
            "abschnitt": list(self.abschnitt),
            "satz": self.satz,
            "warnungen": [warnung._asdict() for warnung in self.warnungen],
            "fundstellen": self.fundstellen,
            "fremdePartei": self.fremde_partei,
        }


class Naechste(NamedTuple):
    """The passage that a dropped quote is nearest to, and the share of words that align."""

    chunk: str
    programm: str
    seiten: tuple[int, ...]
    text: str
    uebereinstimmung: float


class Behauptet(NamedTuple):
    """The place that a file which was read in claims for a quote."""

    text: str
    programm: str
    seiten: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Verworfen:
    """A quote that is shown as none, and why. `ort`: where it stands, though the model was not shown it.

    `aussage`: which statement of an answer it was to prove.
    Of one that a file claims and nobody could prove, `behauptet` says where, `gesucht` in which version of
    the text it was looked for. `roh`: what is stored, where that cannot be read.
    """

    fraktion: str
    bereich: str
    text: str
    status: Zitatstatus
    erklaerung: str
    naechste: Naechste | None = None
    ort: Ort | None = None
    aussage: str = ""
    behauptet: Behauptet | None = None
    gesucht: str = ""
    roh: Any = None

    @property
    def warnungen(self) -> tuple[Warnung, ...]:
        return ()

    @property
    def fremde_partei(self) -> bool:
        return False

    def to_json(self) -> Any:
        if self.roh is not None:
            return self.roh
        told: Json = {
            "fraktion": self.fraktion,
            "bereich": self.bereich,
            "text": self.text,
            "grund": str(self.status),
            "erklaerung": self.erklaerung,
            "naechste": _as_json(self.naechste),
            "ort": self.ort and self.ort.to_json(),
        }
        if self.aussage:
            told |= {"aussage": self.aussage}
        if self.status is Zitatstatus.UNGEPRUEFT:
            told |= {"behauptet": _as_json(self.behauptet), "gesucht": self.gesucht}
        return told


Eintrag = Gebunden | Verworfen


def _as_json(one: Naechste | Behauptet | None) -> Json | None:
    return one._asdict() | {"seiten": list(one.seiten)} if one else None


# --- read again ---------------------------------------------------------------------------------------------


def read_eintrag(stored: Any) -> Eintrag:
    """What `to_json` wrote; what was damaged since, as a quote that cannot be read."""
    try:
        return _bound(stored) if "status" in stored else _dropped(stored)
    except (ValueError, TypeError, LookupError, AttributeError):
        text = stored.get("text") if isinstance(stored, Mapping) else None
        return Verworfen(
            fraktion="",
            bereich="",
            text=text if isinstance(text, str) else "",
            status=Zitatstatus.UNLESBAR,
            erklaerung=BESCHAEDIGT,
            roh=stored if stored is not None else {},
        )


def _bound(stored: Mapping[str, Any]) -> Gebunden:
    return Gebunden(
        text=_be(stored["text"], str),
        quelle=_be(stored["quelle"], str),
        status=_kept(Zitatstatus(stored["status"])),
        emittiert=_be(stored["emittiert"], str),
        partei=_be(stored["partei"], str),
        ort=_ort(stored),
        abschnitt=_all(stored["abschnitt"], str),
        satz=_be(stored["satz"], str),
        warnungen=tuple(
            Warnung(str(one.get("art", "")), _be(one["text"], str)) for one in stored["warnungen"]
        ),
        fundstellen=_be(stored["fundstellen"], int),
        fremde_partei=bool(stored["fremdePartei"]),
    )


def _dropped(stored: Mapping[str, Any]) -> Verworfen:
    nearest, ort, claimed = (stored.get(name) for name in ("naechste", "ort", "behauptet"))
    return Verworfen(
        fraktion=_be(stored.get("fraktion", ""), str),
        bereich=_be(stored.get("bereich", ""), str),
        text=_be(stored["text"], str),
        status=_lost(Zitatstatus(stored["grund"])),
        erklaerung=_be(stored["erklaerung"], str),
        naechste=nearest and _naechste(nearest),
        ort=ort and _ort(ort),
        aussage=_be(stored.get("aussage", ""), str),
        behauptet=claimed and _behauptet(claimed),
        gesucht=_be(stored.get("gesucht", ""), str),
    )


def _kept(status: Zitatstatus) -> Zitatstatus:
    """Where `zitate_ausserhalb` is set, a true quote is kept that the model was not shown."""
    if status.is_bound or status is Zitatstatus.AUSSERHALB:
        return status
    raise ValueError(status)


def _lost(status: Zitatstatus) -> Zitatstatus:
    if status.is_bound:
        raise ValueError(status)
    return status


def _ort(stored: Mapping[str, Any]) -> Ort:
    seiten = _all(stored["seiten"], int)
    if not seiten:
        raise ValueError("keine Seite")
    return Ort(
        programm=_be(stored["programm"], str),
        version=_be(stored["version"], str),
        stellen=tuple(_span(span) for span in stored["stellen"]),
        seiten=seiten,
        gedruckt=_all(stored["gedruckt"], str),
        url=_be(stored["url"], str),
    )


def _warnung(stored: Mapping[str, Any]) -> Warnung:
    return Warnung(str(stored.get("art", "")), _be(stored["text"], str))


def _span(stored: Sequence[Any]) -> Span:
    start, end = stored
    return _be(start, int), _be(end, int)


def _naechste(stored: Mapping[str, Any]) -> Naechste:
    return Naechste(
        chunk=_be(stored.get("chunk", ""), str),
        programm=_be(stored["programm"], str),
        seiten=_all(stored["seiten"], int),
        text=_be(stored["text"], str),
        uebereinstimmung=_be(stored["uebereinstimmung"], (int, float)),
    )


def _behauptet(stored: Mapping[str, Any]) -> Behauptet:
    return Behauptet(_be(stored["text"], str), _be(stored["programm"], str), _all(stored["seiten"], int))


def _all(stored: Any, kind: Any) -> tuple[Any, ...]:
    return tuple(_be(one, kind) for one in _be(stored, (list, tuple)))


def _be(value: Any, kind: Any) -> Any:
    if not isinstance(value, kind):
        raise TypeError(type(value).__name__)
    return value

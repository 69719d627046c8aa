"""What became of one emitted quote: bound to its place, or dropped with a reason."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise
from typing import NamedTuple, TypeVar

from core.wortlaut.binding.source_labels import joined_labels
from core.wortlaut.records import Span


class ZitatStatus(StrEnum):
    WOERTLICH = "woertlich"
    MIT_AUSLASSUNG = "mit_auslassung"
    AUS_MEHREREN_STELLEN = "aus_mehreren_stellen"
    ANGEGLICHEN = "angeglichen"
    ZU_KURZ = "zu_kurz"
    NICHT_GEFUNDEN = "nicht_gefunden"
    OUTSIDE = "ausserhalb_des_kontexts"
    NUR_AEHNLICH = "nur_aehnlich"
    ZAHL = "zahl_weicht_ab"
    VERNEINUNG = "verneinung_weicht_ab"
    VERWEIS = "verweis_ohne_stelle"
    UNLESBAR = "unlesbar"
    UNSICHER = "unsicher"
    UNGEPRUEFT = "ungeprueft"

    @property
    def is_bound(self) -> bool:
        return self in BOUND

    @property
    def is_dropped(self) -> bool:
        """By us. What somebody's file says and nobody could prove here is neither bound nor dropped."""
        return not self.is_bound and self is not ZitatStatus.UNGEPRUEFT

    @property
    def wort(self) -> str:
        """What became of a quote, as a reader is told."""
        return WORT[self]

    @property
    def heading(self) -> str:
        """The same at the head of a column."""
        return self.wort[0].upper() + self.wort[1:]

    @property
    def erklaerung(self) -> str:
        return EXPLANATION[self]

    @classmethod
    def bound(cls) -> "tuple[ZitatStatus, ...]":
        return BOUND

    @classmethod
    def dropped(cls) -> "tuple[ZitatStatus, ...]":
        return tuple(status for status in WORT if status.is_dropped)

    @classmethod
    def checked(cls) -> "tuple[ZitatStatus, ...]":
        """First how quotes were bound, then why they were dropped; without what was never checked here."""
        return (*cls.bound(), *cls.dropped())


BOUND = (
    ZitatStatus.WOERTLICH,
    ZitatStatus.MIT_AUSLASSUNG,
    ZitatStatus.AUS_MEHREREN_STELLEN,
    ZitatStatus.ANGEGLICHEN,
)

WORT = {
    ZitatStatus.WOERTLICH: "wörtlich",
    ZitatStatus.MIT_AUSLASSUNG: "mit Auslassung",
    ZitatStatus.AUS_MEHREREN_STELLEN: "aus mehreren Stellen",
    ZitatStatus.ANGEGLICHEN: "angeglichen",
    ZitatStatus.NICHT_GEFUNDEN: "nicht gefunden",
    ZitatStatus.NUR_AEHNLICH: "nur ähnlich",
    ZitatStatus.OUTSIDE: "nicht vorgelegt",
    ZitatStatus.ZAHL: "andere Zahl",
    ZitatStatus.VERNEINUNG: "andere Verneinung",
    ZitatStatus.ZU_KURZ: "zu kurz",
    ZitatStatus.VERWEIS: "Verweis ohne Stelle",
    ZitatStatus.UNLESBAR: "unlesbar",
    ZitatStatus.UNSICHER: "unsicher gelesen",
    ZitatStatus.UNGEPRUEFT: "nicht geprüft (eingelesen)",
}
"""In the order in which readers are told of them."""

EXPLANATION = {
    ZitatStatus.WOERTLICH: "Wort für Wort so im Programm",
    ZitatStatus.MIT_AUSLASSUNG: "Wörtliche Teile in ihrer Reihenfolge; dazwischen wurde etwas ausgelassen",
    ZitatStatus.AUS_MEHREREN_STELLEN: (
        "Das Modell verband Sätze von verschiedenen Stellen; jeder Teil steht Wort für Wort so im Programm, "
        "aber nicht beieinander"
    ),
    ZitatStatus.ANGEGLICHEN: "Das Modell schrieb ein wenig anders; hier steht der Wortlaut des Programms",
    ZitatStatus.ZU_KURZ: "Das Zitat ist kürzer als 20 Zeichen; so kurze Wortfolgen belegen nichts.",
    ZitatStatus.NICHT_GEFUNDEN: "Der Wortlaut steht in keiner der vorgelegten Quellen.",
    ZitatStatus.OUTSIDE: "Der Wortlaut steht im Programm, aber nicht in den vorgelegten Passagen.",
    ZitatStatus.NUR_AEHNLICH: "Eine vorgelegte Passage ist ähnlich, der Wortlaut aber ein anderer.",
    ZitatStatus.ZAHL: "Eine vorgelegte Passage lautet ähnlich, nennt aber eine andere Zahl.",
    ZitatStatus.VERNEINUNG: (
        "Eine vorgelegte Passage lautet ähnlich, aber eine Verneinung fehlt oder kam hinzu."
    ),
    ZitatStatus.VERWEIS: "Das Modell verwies auf einen Satz, der ihm so nicht vorgelegt wurde.",
    ZitatStatus.UNLESBAR: "Die Angabe ist kein lesbares Zitat.",
    ZitatStatus.UNSICHER: (
        "Diese Stelle wurde beim Einlesen nicht sicher gelesen; ob sie so gedruckt ist, zeigt nur die Seite."
    ),
    ZitatStatus.UNGEPRUEFT: (
        "Das Zitat stammt aus einer eingelesenen Datei und ließ sich hier nicht nachprüfen."
    ),
}


# --- a quote that was bound, and one that was dropped -------------------------------------------------------


ELLIPSIS = " … "
"""Stands between the parts of a bound quote."""

THE_ANTRAG = "antrag"
"""In a Place where a Programm's id stands: no entry of the registry has it."""


class Anchor(StrEnum):
    """What became of a quote's place in another reading."""

    WIEDERGEFUNDEN = "wiedergefunden"
    MEHRDEUTIG = "mehrdeutig"
    VERLOREN = "verloren"


ANCHOR_NOTE = {
    Anchor.WIEDERGEFUNDEN: (
        "Nach neuem Einlesen des Programms wiedergefunden: derselbe Wortlaut an seiner heutigen Stelle."
    ),
    Anchor.MEHRDEUTIG: (
        "Stelle nicht mehr eindeutig: Im neu eingelesenen Programm steht der Wortlaut mehrmals. "
        "Deshalb ist nichts markiert."
    ),
    Anchor.VERLOREN: (
        "Stelle nicht mehr gefunden: Im neu eingelesenen Programm steht der Wortlaut so nicht mehr. "
        "Deshalb ist nichts markiert."
    ),
}


MAY_TURN = frozenset(
    """verneinung_in_auslassung bedingung_in_auslassung wende_in_auslassung verbundene_saetze halbe_saetze
    verneinung_ausserhalb bedingung_ausserhalb wende_ausserhalb verb_abgeschnitten einleitung folgesatz
    andere_stimme frage umgestellt zahl_abgeschnitten zusatz satzende_fehlt""".split()
)
"""Kinds of warnings by which a wording that is printed may say something else than the sentence it was taken
from: such a quote is called shortened, never free of faults. The others only tell more about it."""

HALVES = "halbe_saetze"
"""Parts that are no whole clauses, of several sentences: nobody printed what they say together."""


class ZitatWarning(NamedTuple):
    """What to beware of in a quote: its kind, and the German sentence."""

    art: str
    text: str

    @property
    def may_turn(self) -> bool:
        return self.art in MAY_TURN


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where it stands: `stellen` in that `version` of the text, `seiten` of the file, `gedruckt` on them.

    Of an Antrag that came as plain text no page is known.
    """

    programm: str
    version: str
    stellen: tuple[Span, ...]
    seiten: tuple[int, ...]
    gedruckt: tuple[str, ...]
    url: str

    @classmethod
    def joined(cls, orte: Sequence["Place"]) -> "Place":
        """What of these stands in the Programm of the first, in the order of its text; its address is that of
        the first."""
        own = sorted((ort for ort in orte if ort.is_beside(orte[0])), key=lambda ort: ort.stellen)
        return replace(
            orte[0],
            stellen=tuple(span for ort in own for span in ort.stellen),
            seiten=tuple(sorted({seite for ort in own for seite in ort.seiten})),
            gedruckt=tuple(dict.fromkeys(number for ort in own for number in ort.gedruckt)),
        )

    @property
    def is_in_antrag(self) -> bool:
        return self.programm == THE_ANTRAG

    def is_beside(self, other: "Place") -> bool:
        """In the same text of the same Programm?"""
        return (self.programm, self.version) == (other.programm, other.version)


@dataclass(frozen=True, slots=True, kw_only=True)
class Gebunden:
    """A bound quote: wording, source and address are the source's, whatever the model wrote (`emittiert`).

    `satz`: the whole sentence around it. `fundstellen`: at how many places of the Programm it stands.
    `trotzdem`: why its Programm, added by hand, is not in force. `anker`: where the Programm was read anew
    since; never stored.
    `teile`: of one from several places each part, a bound quote of its own; `ort` is then what of them stands
    in the Programm of the first.
    """

    text: str
    quelle: str
    status: ZitatStatus
    emittiert: str
    partei: str
    ort: Place
    abschnitt: tuple[str, ...]
    satz: str
    warnungen: tuple[ZitatWarning, ...]
    fundstellen: int
    fremde_partei: bool
    trotzdem: str = ""
    anker: Anchor | None = None
    teile: tuple["Gebunden", ...] = ()

    @classmethod
    def of_parts(
        cls,
        teile: Sequence["Gebunden"],
        status: ZitatStatus,
        emittiert: str,
        warnungen: tuple[ZitatWarning, ...],
        fremde_partei: bool,
    ) -> "Gebunden":
        """One quote of parts that are bound each for itself."""
        first = teile[0]
        return cls(
            text=ELLIPSIS.join(teil.text for teil in teile),
            quelle=joined_labels([teil.quelle for teil in teile]),
            status=status,
            emittiert=emittiert,
            partei=first.partei,
            ort=Place.joined([teil.ort for teil in teile]),
            abschnitt=first.abschnitt,
            satz=ELLIPSIS.join(dict.fromkeys(teil.satz for teil in teile)),
            warnungen=warnungen,
            fundstellen=1,
            fremde_partei=fremde_partei,
            teile=tuple(teile),
        )

    def rejoined(
        self, teile: Sequence["Gebunden"], warnungen: tuple[ZitatWarning, ...], anker: Anchor | None
    ) -> "Gebunden":
        """The same of other parts."""
        whole = Gebunden.of_parts(teile, self.status, self.emittiert, warnungen, self.fremde_partei)
        return replace(whole, trotzdem=self.trotzdem, anker=anker)

    @property
    def is_evidence(self) -> bool:
        """Does it count for what its party says?"""
        return not self.fremde_partei and all(warning.art != HALVES for warning in self.warnungen)

    @property
    def is_uncertain(self) -> bool:
        """Nothing is known of its place today."""
        return self.anker in (Anchor.MEHRDEUTIG, Anchor.VERLOREN)

    @property
    def orte(self) -> tuple[Place, ...]:
        """Every place it stands at; those of one from several places may be in two Programme."""
        return tuple(teil.ort for teil in self.teile) or (self.ort,)

    @property
    def parts(self) -> list[tuple[str, str]]:
        """Each wording that is printed in one place, and how one comes there from the one before."""
        first, *others = self.teile or (self,)
        ways = [_way(one, two) for one, two in pairwise(self.teile)]
        return [("", first.text), *zip(ways, (teil.text for teil in others), strict=True)]

    @property
    def quoted(self) -> str:
        """„A“; of one from several places „A“ [von S. 12 zu S. 47, 35 Seiten weiter hinten] „B“."""
        return " ".join(f"[{way}] „{text}“" if way else f"„{text}“" for way, text in self.parts)

    @property
    def notiz(self) -> str:
        return ANCHOR_NOTE[self.anker] if self.anker else ""

    @property
    def naechste(self) -> None:
        return None

    @property
    def erklaerung(self) -> str:
        """Of one that was kept although the model was not shown it."""
        return self.status.erklaerung


def _way(one: Gebunden, two: Gebunden) -> str:
    """What lies between two parts of a quote, as one turns the pages."""
    if not one.ort.is_beside(two.ort):
        return f"aus einem anderen Programm: {two.quelle}"
    is_behind = one.ort.stellen < two.ort.stellen
    side, end, begin = ("hinten", -1, 0) if is_behind else ("vorn", 0, -1)
    if not one.ort.seiten or not two.ort.seiten:
        return f"weiter {side}"
    if set(one.ort.seiten) & set(two.ort.seiten):
        return f"auf derselben Seite weiter {side}"
    pages = abs(two.ort.seiten[begin] - one.ort.seiten[end])
    far = "1 Seite" if pages == 1 else f"{pages} Seiten"
    return f"von {_page(one.ort, end)} zu {_page(two.ort, begin)}, {far} weiter {side}"


def _page(ort: Place, which: int) -> str:
    has_numbers = len(ort.gedruckt) >= len(ort.seiten)
    return f"S. {ort.gedruckt[which]}" if has_numbers else f"Seite {ort.seiten[which]} der Datei"


class NearestText(NamedTuple):
    """The passage that a dropped quote is nearest to, and the share of words that align."""

    chunk: str
    programm: str
    seiten: tuple[int, ...]
    text: str
    uebereinstimmung: float

    @property
    def is_in_antrag(self) -> bool:
        return self.programm == THE_ANTRAG


class Claimed(NamedTuple):
    """The place that a file which was read in claims for a quote."""

    text: str
    programm: str
    seiten: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Verworfen:
    """A quote that is shown as none, and why. `ort`: where it stands, though the model was not shown it.

    `aussage`: which statement of an answer it was to prove. `trotzdem`: why the Programm that it is nearest
    to is not in force.
    Of one that a file claims and nobody could prove, `behauptet` says where, `gesucht` in which version of
    the text it was looked for. `roh`: what is stored, where that cannot be read.
    """

    fraktion: str
    bereich: str
    text: str
    status: ZitatStatus
    erklaerung: str
    naechste: NearestText | None = None
    ort: Place | None = None
    aussage: str = ""
    trotzdem: str = ""
    behauptet: Claimed | None = None
    gesucht: str = ""
    roh: object = None

    @property
    def orte(self) -> tuple[Place, ...]:
        return (self.ort,) if self.ort else ()

    @property
    def warnungen(self) -> tuple[ZitatWarning, ...]:
        return ()

    @property
    def fremde_partei(self) -> bool:
        return False


Eintrag = Gebunden | Verworfen

NOT_QUOTES = "Das hat das Modell als Zitat ausgegeben; belegt ist es nicht."
"""Above those that were dropped."""


def why_dropped(one: Eintrag) -> str:
    """„zu kurz: Das Zitat ist kürzer als …“."""
    return f"{WORT[one.status]}: {one.erklaerung}".removesuffix(": ")


# --- how a quote is stored and handed on: only here are the names of its JSON known ------------------------
# >>> one = read_eintrag({"text": "…", "grund": "zu_kurz", "erklaerung": "Das Zitat ist kürzer als …"})
#     >>> one.status, write_eintrag(one)["grund"]
#     (ZitatStatus.ZU_KURZ, "zu_kurz")
#
# What is stored may be damaged, or come from somewhere else: what lacks anything that is shown of it is read
# as `unlesbar`, and written back as it was.


Json = dict[str, object]

T = TypeVar("T")

PART_STATUSES = (ZitatStatus.WOERTLICH, ZitatStatus.MIT_AUSLASSUNG)
"""What each part of a quote from several places can be."""

DAMAGED = "Nicht lesbar: Was zu diesem Zitat gespeichert ist, ist beschädigt."


def write_eintrag(one: Eintrag) -> object:
    if isinstance(one, Gebunden):
        return _of_bound(one)
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
    status = ZitatStatus(_be(stored["status"], str))
    if not status.is_bound and status is not ZitatStatus.OUTSIDE:  # kept where `zitate_ausserhalb` is set
        raise ValueError(status)
    return Gebunden(
        teile=_parts(stored),
        text=_be(stored["text"], str),
        quelle=_be(stored["quelle"], str),
        status=status,
        emittiert=_be(stored["emittiert"], str),
        partei=_be(stored["partei"], str),
        ort=_place(stored),
        abschnitt=_all(stored["abschnitt"], str),
        satz=_be(stored["satz"], str),
        warnungen=tuple(
            ZitatWarning(str(told.get("art", "")), _be(told["text"], str))
            for told in map(_fields, _list(stored["warnungen"]))
        ),
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
    status = ZitatStatus(_be(stored["grund"], str))
    if status.is_bound:
        raise ValueError(status)
    near, ort, claimed = (_fields(stored.get(name) or {}) for name in ("naechste", "ort", "behauptet"))
    return Verworfen(
        fraktion=_be(stored.get("fraktion", ""), str),
        bereich=_be(stored.get("bereich", ""), str),
        text=_be(stored["text"], str),
        status=status,
        erklaerung=_be(stored["erklaerung"], str),
        naechste=NearestText(
            chunk=_be(near.get("chunk", ""), str),
            programm=_be(near["programm"], str),
            seiten=_all(near["seiten"], int),
            text=_be(near["text"], str),
            uebereinstimmung=_number(near["uebereinstimmung"]),
        )
        if near
        else None,
        ort=_place(ort) if ort else None,
        aussage=_be(stored.get("aussage", ""), str),
        trotzdem=_be(stored.get("trotzdem", ""), str),
        behauptet=Claimed(
            _be(claimed["text"], str), _be(claimed["programm"], str), _all(claimed["seiten"], int)
        )
        if claimed
        else None,
        gesucht=_be(stored.get("gesucht", ""), str),
    )


def _place(stored: Mapping[str, object]) -> Place:
    seiten, programm = _all(stored["seiten"], int), _be(stored["programm"], str)
    if not seiten and programm != THE_ANTRAG:
        raise ValueError("keine Seite")
    return Place(
        programm=programm,
        version=_be(stored["version"], str),
        stellen=tuple((start, end) for start, end in (_all(span, int) for span in _list(stored["stellen"]))),
        seiten=seiten,
        gedruckt=_all(stored["gedruckt"], str),
        url=_be(stored["url"], str),
    )


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

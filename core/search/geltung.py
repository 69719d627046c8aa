"""Which Programme count for an Antrag of a Land and a day, and why the others do not."""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import ClassVar

from core.base import clock, formats
from core.base.errors import EingabeError
from core.base.models import EUROPA, UEBERALL
from core.programme.context import Context
from core.programme.registry import Registry
from core.programme.sammlung import Indexstand
from core.wortlaut.records import PROGRAMM_TYPEN, Programm, Quelldokument, Typ


def in_force(programme: Iterable[Programm], day: date) -> list[Programm]:
    newest: dict[tuple[str, str | None, str], Programm] = {}
    for programm in sorted(programme, key=lambda p: (p.gueltig_ab, p.jahr)):
        if programm.is_valid_on(day):
            newest[programm.partei, programm.bundesland, programm.typ] = programm
    return list(newest.values())


# --- Programme that are not in force and are used all the same ----------------------------------------------
# By hand: which may be, and how that is told.


def find_trotzdem(
    registry: Registry, land: str, parteien: Container[str], programm_ids: Iterable[str]
) -> set[str]:
    """These Programme, once each is of a party that is looked at, and of the Land or valid everywhere."""
    found = [registry.find_programm(id) for id in programm_ids]
    for programm in found:
        refused = f"Das Programm „{programm.name}“ lässt sich nicht hinzunehmen: "
        if programm.bundesland not in (None, land):
            here, there = (registry.parlamente[code].land for code in (land, str(programm.bundesland)))
            raise EingabeError(
                f"{refused}Es ist keines für das Land des Antrags ({here}), sondern für: {there}. Möglich "
                "sind Programme desselben Landes und solche, die überall gelten."
            )
        if programm.partei not in parteien:
            name = registry.partei_name(programm.partei, land)
            raise EingabeError(
                f"{refused}Nach der Partei {name} wird zu diesem Antrag nicht gefragt. Wählen Sie sie dazu."
            )
    return {programm.id for programm in found}


@dataclass(frozen=True, slots=True)
class NotInForce:
    """Why a Programm that was added by hand is not in force; an empty `grund`: it is, and nothing is told."""

    grund: str

    WORD: ClassVar = "nicht in Kraft"

    @property
    def remark(self) -> str:
        """„nicht in Kraft: galt bis 25.03.2025; von Hand hinzugenommen“."""
        return f"{self.WORD}: {self.grund}; von Hand hinzugenommen" if self.grund else ""

    @property
    def sentence(self) -> str:
        """The same remark as a sentence."""
        return f"Programm {self.remark}." if self.grund else ""


@dataclass(frozen=True, slots=True)
class Reasons:
    """By the ids of Programme why each does not count, or would not but for being added by hand."""

    by_id: Mapping[str, str]

    def told(self, registry: Registry) -> str:
        """„SPD Bundestag Wahlprogramm 2021 (galt bis 25.03.2025); …“."""
        known = registry.programme
        named = ((known[id].name if id in known else id, grund) for id, grund in self.by_id.items())
        return "; ".join(f"{name} ({grund})" for name, grund in named)

    def added_by_hand(self, registry: Registry) -> str:
        """One sentence on all of them, where they were; empty where there are none."""
        return f"Nicht in Kraft und von Hand hinzugenommen: {told}." if (told := self.told(registry)) else ""


# --- which Programme count for an Antrag, and why one does not ----------------------------------------------

OTHER_LAND = "anderes Bundesland"
WRITTEN_FOR = {"BUND": "gilt für den Bund", EUROPA: "gilt für das Europäische Parlament"}
NOT_READ_IN = (
    "nicht indexiert: PDF ist da, aber noch nicht eingelesen. Einlesen mit: python -m core index --all"
)
WITHOUT_TEXT_LAYER = "ohne Textebene"
"""What the stored fault of a PDF that holds pictures of text only has in it."""

SEATS = {
    "Bundestag": "im Bundestag",
    "Abgeordnetenhaus": "im Abgeordnetenhaus",
    "Bürgerschaft": "in der Bürgerschaft",
    "Europäisches": "im Europäischen Parlament",
}
"""Parliaments by a word of their names; the others are a Landtag."""


class Role(StrEnum):
    """Why a party is looked at."""

    ANTRAGSTELLER = "Antragsteller"
    REGIERUNG = "Regierung"
    CHOSEN = "gewählt"
    QUELLE = "weitere Quelle"
    """No party: a kept document that is judged beside them under its own name."""


@dataclass(frozen=True, slots=True)
class Geltung:
    """A Programm of a party looked at. `gilt`: in force then and there, even where it cannot be searched.

    `grund`: why it does not count, or would not but for being added by hand (`trotzdem`); only those that are
    `waehlbar` can be.
    """

    programm: Programm
    gilt: bool
    grund: str = ""
    waehlbar: bool = False
    trotzdem: bool = False

    @property
    def zaehlt(self) -> bool:
        return self.trotzdem or not self.grund


@dataclass(frozen=True, slots=True)
class Participants:
    """A party looked at, with all its Programme: those of the Land, then Parteiprogramme, then the rest."""

    partei: str
    name: str
    rollen: tuple[Role, ...]
    geltungen: tuple[Geltung, ...]

    @property
    def programme(self) -> list[Programm]:
        """Those that count."""
        return [geltung.programm for geltung in self.geltungen if geltung.zaehlt]

    @property
    def gaps(self) -> list[str]:
        """The kinds of Programm the registry has none of."""
        known = {geltung.programm.typ for geltung in self.geltungen if geltung.gilt}
        return [
            f"kein {typ.title()} im Register für diese Zeit" for typ in PROGRAMM_TYPEN if typ not in known
        ]


@dataclass(frozen=True, slots=True)
class Selection:
    """The parties of a Land for an Antrag of that day. `hinweise`: what an analyst should know or check.

    Parties stand in the order of the registry, whatever their Rollen: then a party has its place in every
    Lauf, and the order of a prompt or a page says nothing about the Antrag. `quellen`: documents that no
    party promises, judged beside the parties.
    """

    bundesland: str
    datum: date
    parteien: tuple[Participants, ...]
    hinweise: tuple[str, ...] = ()
    quellen: tuple[Quelldokument, ...] = ()

    @classmethod
    def of_one(cls, registry: Registry, programm: Programm, land: str, day: date) -> "Selection":
        """As if this were the only Programm in force."""
        name = registry.partei_name(programm.partei, land)
        only = Participants(programm.partei, name, (Role.CHOSEN,), (Geltung(programm, gilt=True),))
        return cls(land, day, (only,))

    def counting(self) -> list[Programm]:
        """The Programme that count."""
        return [programm for participants in self.parteien for programm in participants.programme]

    @property
    def silent(self) -> list[str]:
        """The names of the parties of which nothing can be shown to a model."""
        return [participants.name for participants in self.parteien if not participants.programme]

    @property
    def obstacle(self) -> str:
        """Why nothing can be asked about them; empty where it can."""
        if not self.parteien:
            return "Es ist keine Partei gewählt. Wählen Sie unter „Parteien und Programme“ mindestens eine."
        if not self.counting():
            return (
                "Von keiner der Parteien ist ein Programm eingelesen, das hier gilt. Lesen Sie eines ein "
                "oder wählen Sie weitere Parteien."
            )
        return ""

    @property
    def left_out(self) -> dict[str, list[tuple[str, list[Programm]]]]:
        """Party → the Programme that do not count by their reason; those of other Länder are one group."""
        result = {}
        for participants in self.parteien:
            groups: dict[str, list[Programm]] = {}
            for geltung in participants.geltungen:
                if not geltung.zaehlt:
                    grund = OTHER_LAND if geltung.grund.startswith(OTHER_LAND) else geltung.grund
                    groups.setdefault(grund, []).append(geltung.programm)
            result[participants.partei] = list(groups.items())
        return result

    @property
    def choosable(self) -> dict[str, Geltung]:
        """By id the Programme that can be added by hand, also those that were."""
        every = (geltung for participants in self.parteien for geltung in participants.geltungen)
        return {geltung.programm.id: geltung for geltung in every if geltung.waehlbar}

    @property
    def trotzdem(self) -> dict[str, str]:
        """The Programme that were added by hand, by id, with why they are not in force."""
        return {id: geltung.grund for id, geltung in self.choosable.items() if geltung.trotzdem}

    @property
    def unbenutzt(self) -> dict[str, dict[str, str]]:
        """Party → its Programme of the Land or of everywhere that do not count, by id, with the reason."""
        result = {}
        for participants in self.parteien:
            here = (g for g in participants.geltungen if g.programm.bundesland in (None, self.bundesland))
            if own := {geltung.programm.id: geltung.grund for geltung in here if not geltung.zaehlt}:
                result[participants.partei] = own
        return result


def choose_programme(
    context: Context,
    bundesland: str,
    datum: date | None,
    antragsteller: Sequence[str] = (),
    weitere: Sequence[str] = (),
    trotzdem: Sequence[str] = (),
    quellen: Sequence[str] = (),
) -> Selection:
    """The Programme of the movers, the governing parties and `weitere`; no date means today.

    `trotzdem`: ids of Programme that are used although they are not in force. What is in force counts anyway.
    `quellen`: ids of kept documents beside them.
    """
    registry = context.registry
    if not (bundesland and bundesland.strip()):
        raise EingabeError(
            "Das Bundesland des Antrags fehlt. Geben Sie es an: Danach richtet sich, welche Programme gelten."
        )
    land, day = registry.find_bundesland(bundesland), datum or clock.today()
    rollen = {
        Role.ANTRAGSTELLER: _parteien(registry, land, antragsteller),
        Role.REGIERUNG: set(registry.regierung_on(land, day)),
        Role.CHOSEN: _parteien(registry, land, weitere),
    }
    sitting = set(registry.fraktionen_on(land, day))
    parteien = set().union(*rollen.values())
    added = find_trotzdem(registry, land, parteien, trotzdem)
    geltungen = _geltungen(context, land, day, parteien, added)
    participants = (
        Participants(
            id,
            registry.partei_name(id, land),
            tuple(role for role, own in rollen.items() if id in own),
            found,
        )
        for id, found in geltungen.items()
    )
    notes = tuple(_notes(registry, land, day, sitting, rollen))
    return Selection(land, day, tuple(participants), notes, choose_documents(context, land, quellen))


# --- parties ------------------------------------------------------------------------------------------------


def _parteien(registry: Registry, land: str, names: Iterable[str]) -> set[str]:
    """The parties of these names, each of which must stand in the Land."""
    parteien = [registry.find_partei(name, land) for name in names]
    for partei in parteien:
        if not partei.stands_in(land):
            there = ", ".join(registry.parlamente[code].land for code in partei.nur_in)
            raise EingabeError(
                f"Die Partei „{partei.name}“ gibt es hier nicht ({registry.parlamente[land].land}), sondern "
                f"nur in: {there or 'Bund und Länder'}. Prüfen Sie Partei und Bundesland."
            )
    return {partei.id for partei in parteien}


def _notes(
    registry: Registry, land: str, day: date, sitting: set[str], rollen: Mapping[Role, set[str]]
) -> Iterable[str]:
    absent = [id for id in registry.parteien if id in rollen[Role.ANTRAGSTELLER] - sitting]
    told = formats.day(day)
    if land == EUROPA:
        yield "Das Europäische Parlament hat keine Regierung aus Parteien: Wählen Sie die Parteien selbst."
    elif not rollen[Role.REGIERUNG]:
        yield f"Für den {told} steht keine Regierung im Register. Wählen Sie ihre Parteien selbst dazu."
    if not sitting:
        yield f"Für den {told} stehen keine Fraktionen im Register."
    elif absent:
        parlament = registry.parlamente[land].name
        seat = next((seat for word, seat in SEATS.items() if word in parlament), "im Landtag")
        names = ", ".join(registry.partei_name(id, land) for id in absent)
        yield f"Am {told} nicht {seat}: {names}. Prüfen Sie Datum und Bundesland."


# --- Programme ----------------------------------------------------------------------------------------------

UNREADABLE = "kein Satz davon wurde sicher gelesen, also ist nichts zu zitieren"


def _geltungen(
    context: Context, land: str, day: date, parteien: set[str], trotzdem: set[str]
) -> dict[str, tuple[Geltung, ...]]:
    """Party → its Programme with their reasons, both in order."""
    indexed = {**context.store.staende(land), **context.store.staende(UEBERALL)}
    faults = context.texte.faults()
    result = {}
    for partei in (id for id in context.registry.parteien if id in parteien):
        own = [p for p in context.registry.programme.values() if p.partei == partei]
        # The one of each kind that is in force: where two overlap, as after a repeat election, the newer.
        valid = [p for p in own if p.bundesland in (None, land) and p.is_valid_on(day)]
        newest = {p.typ: p for p in sorted(valid, key=lambda p: (p.gueltig_ab, p.jahr))}
        found = []
        for p in sorted(own, key=lambda p: _rank(p, land)):
            gilt, is_added = p is newest.get(p.typ), p.id in trotzdem
            unread = _unread(context, p, indexed, faults) if gilt or is_added else ""
            if is_added and unread:
                raise EingabeError(f"Das Programm „{p.name}“ lässt sich nicht hinzunehmen: {unread}.")
            grund = unread if gilt else _not_in_force(p, land, day, newest)
            waehlbar = not gilt and p.bundesland in (None, land) and p.id in indexed
            found.append(Geltung(p, gilt, grund, waehlbar, trotzdem=waehlbar and is_added))
        result[partei] = tuple(found)
    return result


def choosable_documents(context: Context, land: str) -> dict[str, Quelldokument]:
    """By id the kept documents that can be judged beside the parties there."""
    kept = context.registry.quellen
    return {id: one for id, one in kept.items() if not _not_judged(context, one, land)}


def choose_documents(context: Context, land: str, ids: Iterable[str]) -> tuple[Quelldokument, ...]:
    """These of them; one that cannot be judged there is refused with its reason."""
    kept, found = context.registry.quellen, []
    for id in dict.fromkeys(ids):
        if id not in kept:
            raise EingabeError(f"Die Quelle „{id}“ gibt es nicht. Vorhanden: {', '.join(kept) or 'keine'}.")
        if reason := _not_judged(context, kept[id], land):
            raise EingabeError(f"Die Quelle „{kept[id].name}“ lässt sich nicht dazunehmen: {reason}")
        found.append(kept[id])
    return tuple(found)


def _not_judged(context: Context, dokument: Quelldokument, land: str) -> str:
    """Why an Antrag of that Land is not held against it; empty where it is."""
    if dokument.bundesland not in (None, land):
        parlamente = context.registry.parlamente
        here, there = (parlamente[code].land for code in (land, str(dokument.bundesland)))
        return f"Sie gehört zu einem anderen Land ({there}) als der Antrag ({here})."
    stand = context.store.stand_of(dokument)
    if stand is None:
        return "Sie ist nicht eingelesen. Einlesen auf der Seite „Quellen“."
    unsure, every = stand.angaben["unsicher"], stand.angaben["saetze"]
    return "" if unsure < every else f"{UNREADABLE[0].upper()}{UNREADABLE[1:]}."


def _not_in_force(programm: Programm, land: str, day: date, newest: Mapping[Typ, Programm]) -> str:
    if programm.bundesland not in (None, land):
        return WRITTEN_FOR.get(programm.bundesland or "", f"{OTHER_LAND} ({programm.bundesland})")
    if programm.gueltig_ab > day:
        is_same_year = programm.gueltig_ab.year == day.year
        return f"gilt ab {formats.day(programm.gueltig_ab) if is_same_year else programm.gueltig_ab.year}"
    if programm.gueltig_bis and programm.gueltig_bis < day:
        return f"galt bis {formats.day(programm.gueltig_bis)}"
    return f"abgelöst durch {newest[programm.typ].name}"


def _unread(
    context: Context, programm: Programm, indexed: Mapping[str, Indexstand], faults: Mapping[str, str]
) -> str:
    """Why nothing of a Programm can be quoted; empty where something can."""
    if stand := indexed.get(programm.id):
        return "" if stand.angaben["unsicher"] < stand.angaben["saetze"] else UNREADABLE
    if context.find_pdf(programm) is None:
        return "nicht indexiert: PDF fehlt"
    fault = faults.get(programm.id)
    if fault is None:
        return NOT_READ_IN
    return (
        fault[fault.index(WITHOUT_TEXT_LAYER) :] if WITHOUT_TEXT_LAYER in fault else f"nicht lesbar: {fault}"
    )


def _rank(programm: Programm, land: str) -> tuple[int, str, int]:
    """The Land's own, then what is valid everywhere, then Bund and other Länder; the newest first."""
    order = (land, None, "BUND")
    place = order.index(programm.bundesland) if programm.bundesland in order else len(order)
    return place, programm.bundesland or "", -programm.gueltig_ab.toordinal()

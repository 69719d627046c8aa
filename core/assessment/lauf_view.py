"""A stored Lauf as it is looked at: party by party, quote by quote, page by page."""

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeVar

from core.assessment.zitat_reference import Said, ZitatReference, references
from core.citations.eintrag import Eintrag, Gebunden
from core.citations.nachweis import Nachweis, afterwards
from core.citations.re_anchor import anchored_eintraege
from core.citations.verdict import Place, Traegt, by_forderung
from core.citations.zitat_status import ZitatStatus
from core.context import Context
from core.errors import EingabeError
from core.german import formats
from core.llm.antwort import ParteiAntwort, ParteiZitat, read_answer
from core.models import Abdeckung, Typ
from core.programme.registry import Registry, find_partei, partei_name, regierung_on
from core.runs.lauf import Lauf, Score, Teil, Zitat
from core.runs.store import runstore
from core.search.geltung import Role
from core.seiten.zitat_page import PageGlance, zitat_view

E = TypeVar("E", bound=Eintrag)

NO_QUELLEN, WITHOUT_WERTUNG = "keine Quellen", "keine Wertung"
"""Nothing of that kind was shown to the model; or it was, and the model gave no points."""

WITHOUT_LANGUAGE_MODEL = "ohne Sprachmodell nicht beurteilt"

PATIENCE = 5.0
"""Seconds that looking at a Lauf may take for proving what was read in unproved; the rest stays so."""


@dataclass(frozen=True, slots=True)
class Numbered:
    """A Zitat with its number, from 1, among all that the model emitted for the party."""

    nummer: int
    zitat: Zitat


@dataclass(frozen=True, slots=True)
class Parteiwertung:
    """The points of a party, or why there are none: „6,5 von 10“, „keine Quellen“.

    Without a language model there is an `abdeckung` in their place: „zu 5 von 9 Forderungen eine nahe
    Stelle – ohne Sprachmodell nicht beurteilt“.
    """

    punkte: float | None
    grund: str = ""
    abdeckung: Abdeckung | None = None

    def __str__(self) -> str:
        if self.punkte is not None:
            return f"{formats.score(self.punkte)} von 10"
        return f"{self.abdeckung} – {self.grund}" if self.abdeckung else self.grund


@dataclass(frozen=True, slots=True)
class ParteiView:
    """What a Lauf says of one party. `vorgelegt`: the kinds of Programm of which the model was shown any."""

    partei: str
    name: str
    farbe: str
    rollen: tuple[Role, ...]
    teil: Teil
    scores: dict[Typ, Score]
    vorgelegt: frozenset[Typ]
    zitate: tuple[Numbered, ...]

    def wertung(self, typ: Typ) -> Parteiwertung:
        score = self.scores.get(typ)
        if score is not None and score.score is not None:
            return Parteiwertung(score.score)
        if score is not None and score.abdeckung is not None:
            return Parteiwertung(None, WITHOUT_LANGUAGE_MODEL, score.abdeckung)
        return Parteiwertung(None, WITHOUT_WERTUNG if typ in self.vorgelegt else NO_QUELLEN)

    def gebunden(self, typ: Typ | None = None) -> list[Numbered]:
        """The quotes that may be shown as such; those of one kind of Programm, or all."""
        return [n for n in self.zitate if n.zitat.status.is_bound and typ in (None, n.zitat.typ)]

    def verworfen(self, typ: Typ | None = None) -> list[Numbered]:
        return [n for n in self.zitate if n.zitat.status.is_dropped and typ in (None, n.zitat.typ)]

    def ungeprueft(self, typ: Typ | None = None) -> list[Numbered]:
        """What a file that was read in says, and nobody could prove here."""
        asked = [n for n in self.zitate if n.zitat.status is ZitatStatus.UNGEPRUEFT]
        return [n for n in asked if typ in (None, n.zitat.typ)]


@dataclass(frozen=True, slots=True)
class Wahl:
    """What is chosen of a Lauf: always a party that is there, a quote only where the party has one."""

    partei: ParteiView
    typ: Typ | None
    zitat: Numbered | None


@dataclass(frozen=True)
class LaufView:
    """A Lauf as it is looked at; what of it is asked for is worked out once, for all who share the view.

    `lauf` is as it was loaded. What the quotes answer was measured by what is stored of them.
    """

    context: Context
    lauf: Lauf

    @cached_property
    def today(self) -> Lauf:
        return as_today(self.context, self.lauf)

    @cached_property
    def parteien(self) -> dict[str, ParteiView]:
        """By id, in the registry's order, which says nothing about the Antrag."""
        registry = self.context.registry
        teile = {teil.partei: teil for teil in self.lauf.teile if teil.partei}
        order = [*registry.parteien, *sorted(teile.keys() - registry.parteien.keys())]
        return {one: _partei_view(registry, self.today, teile[one]) for one in order if one in teile}

    @cached_property
    def traegt(self) -> list[Traegt]:
        """What second models said of the quotes, the oldest first."""
        return runstore(self.context).list_traegt(self.lauf.id)

    @cached_property
    def said(self) -> Said:
        return by_forderung(self.traegt)

    @cached_property
    def stances(self) -> dict[Place, ParteiZitat]:
        """What the model that answered said of its own quotes, as its stored answer has it."""
        return {
            (teil.partei, place): said
            for teil in self.lauf.teile
            if teil.partei and teil.antwort
            for place, said in _own_words(teil, [z for z in self.lauf.zitate if z.partei == teil.partei])
        }

    @cached_property
    def bezug(self) -> dict[Place, ZitatReference]:
        return references(self.context, self.lauf, self.said)

    def choose(self, partei: str = "", typ: str = "", zitat: str = "") -> Wahl | None:
        """What an address asks for, or the nearest there is; None while no party has been judged.

        Without a party one with quotes before one without, then one with points, a mover before others.
        """
        if not self.parteien:
            return None
        chosen = self.parteien.get(partei) or max(
            self.parteien.values(),
            key=lambda one: (bool(one.gebunden()), bool(one.vorgelegt), Role.ANTRAGSTELLER in one.rollen),
        )
        kind = Typ(typ) if typ in list(Typ) else None
        shown = chosen.gebunden(kind)
        numbered = next((n for n in shown if str(n.nummer) == zitat), None)
        return Wahl(chosen, kind, numbered or next(iter(shown), None))


def _own_words(teil: Teil, zitate: Sequence[Zitat]) -> Iterator[tuple[int, ParteiZitat]]:
    """Quotes are stored in the order and the words in which they were emitted. What cannot be read, or was
    answered in another form, says nothing."""
    try:
        answer: ParteiAntwort = read_answer(teil.antwort, ParteiAntwort)
    except ValueError:
        return
    said = {(str(typ), one.text): one for typ, urteil in answer.urteile.items() for one in urteil.zitate}
    for place, zitat in enumerate(zitate):
        if (one := said.get((zitat.typ, zitat.text))) and one.verdict:
            yield place, one


def as_today(context: Context, lauf: Lauf, as_stored: bool = False) -> Lauf:
    """A Lauf to be shown: its quotes at their place in what is indexed today. It is not to be stored so, nor
    anchored again: that would forget that a quote was found again.

    Of a Lauf that was read in, what could not be proved then is tried again where its Programm is here now.
    """
    nachweis = Nachweis(context, lauf.antrag.bundesland, bis=time.monotonic() + PATIENCE)
    today = anchored_eintraege(
        context, [afterwards(nachweis, z.eintrag, z.text) for z in lauf.zitate], as_stored
    )
    if not as_stored:
        today = with_remark(today, lauf)
    paired = zip(lauf.zitate, today, strict=True)
    return replace(lauf, zitate=tuple(replace(zitat, eintrag=eintrag) for zitat, eintrag in paired))


def with_remark(eintraege: Iterable[E], lauf: Lauf) -> list[E]:
    """Quotes as they may be shown: `trotzdem` is why a Programm that was added by hand is not in force.

    Of a dropped one it is that of the passage that it is nearest to.
    """
    shown = []
    for eintrag in eintraege:
        naechste = (eintrag.naechste,) if eintrag.naechste else ()
        told = eintrag.orte if isinstance(eintrag, Gebunden) else naechste
        reason = next((lauf.trotzdem[one.programm] for one in told if one.programm in lauf.trotzdem), None)
        shown.append(replace(eintrag, trotzdem=reason) if reason else eintrag)
    return shown


def _partei_view(registry: Registry, lauf: Lauf, teil: Teil) -> ParteiView:
    land, partei = lauf.antrag.bundesland, teil.partei
    own = [zitat for zitat in lauf.zitate if zitat.partei == partei]
    shown = {offer.programm_id for offer in lauf.angebote if offer.partei == partei and offer.q is not None}
    is_known = partei in registry.parteien
    return ParteiView(
        partei=partei,
        name=partei_name(registry, partei, land) if is_known else partei,
        farbe=registry.parteien[partei].farbe if is_known else "#808080",
        rollen=_roles(registry, lauf, partei),
        teil=teil,
        scores={Typ(score.typ): score for score in lauf.scores if score.partei == partei},
        vorgelegt=frozenset(registry.programme[id].typ for id in shown if id in registry.programme),
        zitate=tuple(Numbered(number, zitat) for number, zitat in enumerate(own, start=1)),
    )


def _roles(registry: Registry, lauf: Lauf, partei: str) -> tuple[Role, ...]:
    """As of the day of the Antrag; the store gives its Lauf both Land and day."""
    antrag = lauf.antrag
    movers = {_known(registry, name, antrag.bundesland) for name in antrag.antragsteller}
    day = antrag.datum or lauf.created.date()
    land = antrag.bundesland if antrag.bundesland in registry.parlamente else None
    governing = regierung_on(registry, land, day) if land else ()
    found = {Role.ANTRAGSTELLER: partei in movers, Role.REGIERUNG: partei in governing}
    return tuple(role for role, has in found.items() if has)


def _known(registry: Registry, name: str, bundesland: str | None) -> str:
    """The party's id; the name itself where the registry of another place knew it and this one does not."""
    try:
        return find_partei(registry, name, bundesland).id
    except EingabeError:
        return name


# --- the page beside a quote --------------------------------------------------------------------------------


def view_of(context: Context, wahl: Wahl, seite: int | None = None, alle: bool = True) -> PageGlance | None:
    """The page of the chosen quote, or another of its Programm; with `alle` the party's other quotes too."""
    if wahl.zitat is None:
        return None
    beleg = wahl.zitat.zitat.beleg
    others = [n.zitat.beleg for n in wahl.partei.gebunden() if n != wahl.zitat] if alle else []
    orte = (ort for other in others for ort in other.orte if ort.is_beside(beleg.ort))
    return zitat_view(context, beleg, seite, weitere=tuple(span for ort in orte for span in ort.stellen))

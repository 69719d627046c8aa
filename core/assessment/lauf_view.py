"""A stored Lauf as it is looked at, party by party and quote by quote, and its proof against the PDFs."""

import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import TypeVar

from core.assessment.forderung_matrix import ForderungMatrix, matrix_of
from core.assessment.forderung_pairs import Said, ZitatReference, near_sentences, references
from core.assessment.partei_view import ParteiView, partei_view
from core.base import formats
from core.base.errors import EingabeError
from core.llm.verdict import Place, Traegt, by_forderung
from core.programme.context import Context
from core.proof.nachweis import Nachweis, afterwards, anchored_eintraege
from core.proof.zitat_page import PageGlance, zitat_view
from core.runs.lauf import Lauf, Zitat
from core.runs.spread import Spread
from core.runs.store import Runstore, runstore
from core.search.geltung import Role
from core.wortlaut.binding.eintrag import Eintrag, Gebunden, Verworfen, write_eintrag
from core.wortlaut.records import Typ

E = TypeVar("E", bound=Eintrag)

PATIENCE = 5.0
"""Seconds that looking at a Lauf may take for proving what was read in unproved; the rest stays so."""


@dataclass(frozen=True, slots=True)
class Wahl:
    """What is chosen of a Lauf: always a party that is there, a quote only where the party has one."""

    partei: ParteiView
    typ: Typ | None
    zitat: Zitat | None


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
        return {one: partei_view(registry, self.today, teile[one]) for one in order if one in teile}

    @cached_property
    def traegt(self) -> list[Traegt]:
        """What second models said of the quotes, the oldest first."""
        return runstore(self.context).list_traegt(self.lauf.id)

    @cached_property
    def said(self) -> Said:
        return by_forderung(self.traegt)

    @cached_property
    def bezug(self) -> dict[Place, ZitatReference]:
        return references(self.context, self.lauf, self.said)

    @cached_property
    def spreads(self) -> dict[tuple[str, Typ], Spread]:
        """The points that all Läufe on this Antrag gave, where at least two did."""
        return runstore(self.context).spreads_of(self.lauf)

    def plain_spreads(self) -> list[dict[str, object]]:
        """For JSON, party by party."""
        return [{"partei": partei, "typ": typ, **asdict(one)} for (partei, typ), one in self.spreads.items()]

    @cached_property
    def matrix(self) -> ForderungMatrix:
        """What each party's Programme say on each Forderung; without any the Antrag is one."""
        near = {(partei, nummer) for (partei, _), own in near_sentences(self.lauf).items() for nummer in own}
        parteien = list(self.parteien.values())
        return matrix_of(self.lauf.antrag, parteien, self.bezug, near)

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
        asked = next((one for one in shown if str(one.shown_number) == zitat), None)
        return Wahl(chosen, kind, asked or next(iter(shown), None))


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


def view_of(context: Context, wahl: Wahl, seite: int | None = None, alle: bool = True) -> PageGlance | None:
    """The page of the chosen quote, or another of its Programm; with `alle` the party's other quotes too."""
    if wahl.zitat is None:
        return None
    beleg = wahl.zitat.beleg
    others = [one.beleg for one in wahl.partei.gebunden() if one != wahl.zitat] if alle else []
    orte = (ort for other in others for ort in other.orte if ort.is_beside(beleg.ort))
    return zitat_view(context, beleg, seite, weitere=tuple(span for ort in orte for span in ort.stellen))


def answer_of(lauf: Lauf) -> dict[str, object]:
    """The bound quotes of a Lauf in the shape of a model's answer, with the Land of its Antrag."""
    # Left out is only what says itself that it was dropped: an entry that is damaged is to be found.
    scores = [
        {"fraktion": zitat.partei, zitat.typ: {"zitate": [write_eintrag(zitat.eintrag)]}}
        for zitat in lauf.zitate
        if not (isinstance(zitat.eintrag, Verworfen) and zitat.eintrag.roh is None)
    ]
    return {"bundesland": lauf.antrag.bundesland, "wahlprogrammScores": scores}


def present_lauf(store: Runstore, lauf_id: str) -> Lauf:
    """The stored Lauf, which nobody has deleted."""
    lauf = store.load(lauf_id)
    if lauf.geloescht:
        raise EingabeError(
            f"Der Lauf {lauf_id} ist gelöscht (am {formats.day(lauf.geloescht)}). "
            "Nennen Sie einen, der in „python -m core runs“ steht."
        )
    return lauf

"""In what quotes of a text are looked for, and what of the text's words on a source is held against it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

import numpy as np

from core.base import clock
from core.base.errors import IndexFehler
from core.base.models import INDEXGEBIETE, gebiet_of
from core.features.textcheck.claims import Claim
from core.programme.context import Context
from core.programme.quellen import Quellen
from core.search.geltung import in_force
from core.search.suchraum import best
from core.wortlaut.binding.bind import Bindung, ShownContext, bind
from core.wortlaut.binding.eintrag import Gebunden, ZitatStatus
from core.wortlaut.binding.fund import Fund
from core.wortlaut.binding.quelle import Quelle
from core.wortlaut.records import Chunk, Fundstelle, Programm

NEAR = 6
"""So many passages that share most words with a quote are aligned with it; as many of the claimed party."""

RANK = (
    ZitatStatus.AUS_MEHREREN_STELLEN,
    ZitatStatus.OUTSIDE,
    ZitatStatus.ANGEGLICHEN,
    ZitatStatus.ZAHL,
    ZitatStatus.VERNEINUNG,
    ZitatStatus.NUR_AEHNLICH,
    ZitatStatus.UNSICHER,
)
"""Of a quote that stands nowhere as a whole, what is told first."""


class Library(Protocol):
    """Sources of one kind. `nowhere`: what is said of a wording that stands in none of them."""

    @property
    def quellen(self) -> Mapping[str, Quelle]: ...

    @property
    def nowhere(self) -> str: ...

    def order(self, claim: Claim) -> Iterable[str]:
        """Their ids, those that the text means first."""
        ...

    def nearest(self, text: str, claim: Claim) -> Bindung | None:
        """The best that the binder says of a quote that stands in none of them as a whole."""
        ...

    def wrong(self, fund: Fund, claim: Claim) -> tuple[str, ...]:
        """What the text says of the source and is not so, each as a sentence."""
        ...

    def unclear(self, funds: Sequence[Fund], claim: Claim) -> str:
        """Why nobody can tell whether it is printed where the text says; empty where one can."""
        ...

    def beside(self, fund: Fund, claim: Claim) -> str:
        """What else is to be known of it; empty where nothing is."""
        ...

    def gebunden(self, found: Bindung) -> Gebunden:
        """The bound quote, with the label and address that its source has."""
        ...


def rank_of(found: Bindung) -> tuple[int, float]:
    place = RANK.index(found.status) if found.status in RANK else len(RANK)
    return place, -(found.naechste.anteil if found.naechste else 0.0)


def is_on_pages(fund: Fund, claim: Claim) -> bool:
    """By the printed numbers; by the pages of the file only where they bear none."""
    printed = {number for number in fund.gedruckt if number.isdecimal()}
    there = set(map(int, printed)) or {p for span in fund.spans for p in fund.quelle.strom.pages_of(*span)}
    return not there.isdisjoint(claim.seiten)


def wrong_page(fund: Fund, claim: Claim) -> Iterator[str]:
    """Of a source without pages nothing is said."""
    pages = fund.quelle.strom.pages_of(*fund.spans[0])
    if not claim.seiten or not pages or is_on_pages(fund, claim):
        return
    there = fund.quelle.programm.label(fund.gedruckt, pages).rpartition(", ")[2]
    is_of_file = not set(pages).isdisjoint(claim.seiten)
    yield (
        f"Im Text: S. {', '.join(map(str, claim.seiten))}; gedruckt auf {there}."
        + (" Das ist die Seite der Datei, nicht die gedruckte." if is_of_file else "")
    )


class ProgrammeLibrary:
    """The Programme that are read in; what is at hand of the index is looked up once."""

    nowhere = "Der Wortlaut steht in keinem der eingelesenen Programme."

    def __init__(self, context: Context, land: str | None) -> None:
        self._context, self._land = context, land
        self.quellen = Quellen(context)
        if not self.quellen:
            raise IndexFehler(
                "Noch ist kein Programm eingelesen, in dem gesucht werden könnte. Einlesen mit: "
                "python -m core index --all"
            )
        programme = [context.registry.programme[id] for id in self.quellen]
        self._in_force = {one.id for one in in_force(programme, clock.today())}
        self._programme = sorted(programme, key=lambda one: -one.jahr)
        self._orders: dict[Claim, list[str]] = {}
        stored = ((gebiet, context.store.sammlung(gebiet)) for gebiet in INDEXGEBIETE)
        self._sammlungen = {gebiet: sammlung for gebiet, sammlung in stored if len(sammlung)}

    def gebunden(self, found: Bindung) -> Gebunden:
        return found.gebunden()

    def order(self, claim: Claim) -> list[str]:
        """The claimed programmes, the party's, those of the Land, those in force, all; the newest first."""
        if claim not in self._orders:
            ordered = sorted(
                self._programme,
                key=lambda one: (
                    not claim.may_mean(one),
                    bool(claim.named_parteien) and not claim.means_party_of(one),
                    self._land not in (None, one.bundesland),
                    one.id not in self._in_force,
                ),
            )
            self._orders[claim] = [one.id for one in ordered]
        return self._orders[claim]

    def nearest(self, text: str, claim: Claim) -> Bindung | None:
        shown: dict[str, list[Fundstelle]] = {}
        for chunk in self._alike(text, claim):
            partei = self._context.registry.programme[chunk.programm_id].partei
            shown.setdefault(partei, []).append(Fundstelle(chunk, 0.0))
        context = ShownContext.of(shown, self.quellen)
        found = [
            bind(text, partei, self._context.registry.programme[own[0].chunk.programm_id].typ, context)
            for partei, own in shown.items()
        ]
        return min(found, key=rank_of, default=None)

    def unclear(self, funds: Sequence[Fund], claim: Claim) -> str:
        programme = [self._programm_of(fund) for fund in funds]
        registry, first = self._context.registry, programme[0]

        def named(parteien: Iterable[str], word: str) -> str:
            return f" {word} ".join(registry.partei_name(one, first.bundesland) for one in parteien)

        there = named(dict.fromkeys(one.partei for one in programme[:1]), "und")
        if claim.bestritten:
            return f"Der Text bestreitet das selbst („{claim.bestritten}“); gedruckt ist es bei {there}."
        if claim.fremd:
            return f"Im Text sagt das: {claim.fremd}; gedruckt ist es bei {there}."
        if claim.moeglich:
            either = named(claim.moeglich, "oder")
            return f"Wer das sagt, ist im Text nicht eindeutig: {either}; gedruckt ist es bei {there}."
        beside = [replace(claim, parteien=(one,)) for one in claim.genannt if one not in claim.parteien]
        missing = [
            one
            for one in claim.parteien
            if not any(replace(claim, parteien=(one,)).means_party_of(programm) for programm in programme)
        ]
        if missing and len(missing) < len(claim.parteien):
            both, not_there = named(claim.parteien, "und"), named(missing, "und")
            return f"Im Text sagen das {both}; gefunden wurde es nicht bei {not_there}."
        is_beside = any(one.means_party_of(programm) for one in beside for programm in programme)
        is_sole = len(beside) == 1 and is_beside
        is_clear = (
            claim.is_plain and not (missing and is_beside)
            if missing
            else not beside or claim.is_plain or (not claim.parteien and is_sole)
        )
        if is_clear:
            return ""
        near = named(dict.fromkeys((*claim.parteien, *claim.genannt)), "und")
        return f"Wer das sagt, ist im Text nicht eindeutig (genannt: {near}); gedruckt bei {there}."

    def beside(self, fund: Fund, claim: Claim) -> str:
        """A person's word is none of the programme, though it may stand there."""
        return f"Im Text ist es ein Wort von: {claim.person}." if claim.person else ""

    def wrong(self, fund: Fund, claim: Claim) -> tuple[str, ...]:
        programm, registry = self._programm_of(fund), self._context.registry
        faults = []
        if claim.programme and programm.id not in claim.programme:
            named = ", ".join(registry.programme[one].name for one in claim.programme)
            faults.append(f"Im Text: {named}; gedruckt in {programm.name}.")
        else:
            # Of a programme that is named by its name the rest follows; of another party nothing does.
            faults += self._wrong_kind(
                programm, replace(claim, laender=(), jahre=(), typ=None) if claim.programme else claim
            )
        faults += wrong_page(fund, claim)
        return tuple(faults)

    def _wrong_kind(self, programm: Programm, claim: Claim) -> Iterator[str]:
        """Of another party, Land, year or kind than the text says."""
        registry, land = self._context.registry, programm.bundesland
        if claim.named_parteien and not claim.means_party_of(programm):
            word = " und " if claim.parteien else " oder "
            named = word.join(registry.partei_name(one, land) for one in claim.named_parteien)
            yield f"Im Text: {named}; gedruckt bei {registry.partei_name(programm.partei, land)}."
        if claim.laender and land is not None and land not in claim.laender:
            named = ", ".join(registry.parlamente[one].land for one in claim.laender)
            yield f"Im Text: {named}; das Programm ist von {registry.parlamente[land].land}."
        if claim.jahre and programm.jahr not in claim.jahre:
            yield f"Im Text: {', '.join(map(str, claim.jahre))}; das Programm ist von {programm.jahr}."
        if claim.typ not in (None, programm.typ):
            yield f"Im Text: {str(claim.typ).capitalize()}; gedruckt in {programm.name}."

    def _programm_of(self, fund: Fund) -> Programm:
        return self._context.registry.programme[fund.quelle.programm.id]

    def _alike(self, text: str, claim: Claim) -> Iterable[Chunk]:
        """By the index of words alone: a quote with other words has most of them."""
        near: list[tuple[float, Chunk]] = []
        for gebiet, sammlung in self._sammlungen.items():
            shares = sammlung.lexicon.shares(text)
            masks = [np.ones(len(sammlung), bool)]
            if claim.named_parteien:
                own = [one.id for one in self._programme if claim.may_mean(one) and gebiet_of(one) == gebiet]
                masks.append(sammlung.mask(own))
            for mask in masks:
                rows = np.flatnonzero(mask & (shares > 0))
                top = rows[best(shares[rows], NEAR)]
                near += [(float(shares[row]), sammlung.chunk(int(row))) for row in top]
        near.sort(key=lambda one: -one[0])
        claimed = [c for _, c in near if claim.may_mean(self._context.registry.programme[c.programm_id])]
        chosen = [chunk for _, chunk in near[:NEAR]] + (claimed[:NEAR] if claim.named_parteien else [])
        return {chunk.id: chunk for chunk in chosen if chunk.programm_id in self.quellen}.values()

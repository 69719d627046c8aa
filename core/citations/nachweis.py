"""Quotes that somebody's file says were bound: proved anew, by the binder itself, or told to be unproved.

Nothing of a claim is believed, nothing of it is shown as ours. What the binder finds it tells in its own
words; a claim only says where to look.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from core.citations.bind import ShownContext, bind
from core.citations.bindung import LONGEST, bound_zitat, eintrag_of, pages_of
from core.citations.eintrag import ELLIPSIS, Claimed, Eintrag, Gebunden, Verworfen
from core.citations.exact_match import Fund, is_unsure
from core.citations.quellen import Quelle, Quellen, find_quelle
from core.citations.re_anchor import places_of
from core.citations.zitat_status import EXPLANATION, ZitatStatus
from core.context import Context
from core.errors import DashboardError
from core.index.indexing import gebiet_of
from core.models import Chunk, Fundstelle, Programm, Typ

DEADLINE = 120.0
"""Seconds that proving one file may take; the rest stays unproved. A file of seven quotes takes 0.03 s
(`python -m tests.bench forge`), the largest that is read has a thousand Läufe."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What a file says of one quote. `text` is the wording it is said to be bound to, None where dropped."""

    partei: str
    typ: str
    emittiert: str
    text: str | None = None
    programm: str = ""
    seiten: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class PresentedPassage:
    """A passage that the model is said to have been shown."""

    partei: str
    chunk_id: str
    programm: str
    text: str


class Unproved(DashboardError):
    """Why a claim could not be proved here; `version` is that of the text in which it was looked for."""

    def __init__(self, message: str, version: str = "") -> None:
        super().__init__(message)
        self.version = version


@dataclass(frozen=True)
class Nachweis:
    """Proves the quotes of one answer, which is about an Antrag of this Land."""

    context: Context
    bundesland: str | None
    vorlagen: Sequence[PresentedPassage] = ()
    bis: float = field(default_factory=lambda: time.monotonic() + DEADLINE)
    _bekannt: dict[str, dict[str, Chunk]] = field(default_factory=dict, init=False, repr=False)

    def eintrag(self, one: Claim) -> Eintrag:
        """The quote as our own code would have stored it; else a claim, marked as that."""
        try:
            if time.monotonic() > self.bis:
                raise Unproved("Die Zeit zum Prüfen reichte nicht für alle Zitate der Datei.")
            if len(one.emittiert) > LONGEST:
                raise Unproved("Für ein Zitat ist die Angabe zu lang.")
            return self._bound(one) if one.text is not None else self._dropped(one)
        except Unproved as reason:
            return unproved(one, str(reason), reason.version)
        except DashboardError as reason:  # the index cannot be read
            return unproved(one, str(reason))

    def _bound(self, one: Claim) -> Gebunden:
        """In what the model was shown, where that is here; else in the passages at the claimed place."""
        programm = self._programm(one.programm)
        quelle = find_quelle(self.context, programm.id)
        if quelle is None:
            raise Unproved(f"Das Programm „{programm.id}“ ist hier nicht eingelesen.")
        if one.partei in self._whole:
            bindung = bind(*_asked(one), self._shown_context)
            if bindung.status.is_bound:
                return bound_zitat(bindung)
            if self._complete:
                raise Unproved(EXPLANATION[bindung.status], quelle.version)
        passagen = self._around(programm, _places(one, quelle))
        bindung = bind(*_asked(one), self._made_of({programm.partei: passagen}))
        if bindung.status.is_bound and bindung.fund:
            return bound_zitat(bindung)
        raise Unproved(
            "Was das Modell geschrieben haben soll, passt nicht zum Wortlaut des Programms.", quelle.version
        )

    def _dropped(self, one: Claim) -> Eintrag:
        """That it was rightly dropped is told only by who sees all that the model was shown."""
        if not self._complete:
            raise Unproved("Was dem Modell vorgelegt wurde, ist hier nicht eingelesen.")
        bindung = bind(*_asked(one), self._shown_context)
        return eintrag_of(bindung, one.partei, one.typ, self.context.settings.zitate_ausserhalb)

    def _programm(self, programm_id: str) -> Programm:
        programm = self.context.registry.programme.get(programm_id)
        if programm is None:
            raise Unproved(f"Das Programm „{programm_id}“ steht hier nicht im Register.")
        if not self._counts(programm):
            raise Unproved(f"Das Programm „{programm_id}“ ist keines für {self.bundesland}.")
        return programm

    def _counts(self, programm: Programm) -> bool:
        return None in (programm.bundesland, self.bundesland) or programm.bundesland == self.bundesland

    def _around(self, programm: Programm, funds: Sequence[Fund]) -> list[Fundstelle]:
        chunks = self.context.store.chunks_of(gebiet_of(programm), programm.id)
        return [Fundstelle(chunk, 0.0) for chunk in chunks if any(_touches(chunk, fund) for fund in funds)]

    def _made_of(self, retrieved: Mapping[str, Sequence[Fundstelle]]) -> ShownContext:
        return ShownContext.of(retrieved, self._quellen)

    @cached_property
    def _quellen(self) -> Quellen:
        programme = self.context.registry.programme
        named = {programme[v.programm].bundesland for v in self.vorlagen if v.programm in programme}
        return Quellen(self.context, {self.bundesland} if self.bundesland else named)

    @cached_property
    def _found(self) -> dict[PresentedPassage, Fundstelle | None]:
        """Every passage that is said to have been shown, as it stands in the index here."""
        return {vorlage: self._fundstelle(vorlage) for vorlage in self.vorlagen}

    def _fundstelle(self, vorlage: PresentedPassage) -> Fundstelle | None:
        programm = self.context.registry.programme.get(vorlage.programm)
        is_own = programm is not None and programm.partei == vorlage.partei and self._counts(programm)
        chunk = self._chunks(programm).get(vorlage.chunk_id) if is_own and programm else None
        return Fundstelle(chunk, 0.0) if chunk and chunk.text == vorlage.text else None

    def _chunks(self, programm: Programm) -> dict[str, Chunk]:
        if programm.id not in self._bekannt:
            found = self.context.store.chunks_of(gebiet_of(programm), programm.id)
            self._bekannt[programm.id] = {chunk.id: chunk for chunk in found}
        return self._bekannt[programm.id]

    @cached_property
    def _shown_context(self) -> ShownContext:
        retrieved: dict[str, list[Fundstelle]] = {}
        for vorlage, fundstelle in self._found.items():
            if fundstelle:
                retrieved.setdefault(vorlage.partei, []).append(fundstelle)
        return self._made_of(retrieved)

    @cached_property
    def _whole(self) -> set[str]:
        """The parties of whose passages all are here."""
        missing = {vorlage.partei for vorlage, found in self._found.items() if not found}
        return {vorlage.partei for vorlage in self.vorlagen} - missing

    @cached_property
    def _complete(self) -> bool:
        return bool(self.vorlagen) and all(self._found.values())


def unproved(one: Claim, grund: str, version: str = "") -> Verworfen:
    """A quote that is somebody's word; what they say of it is kept, so that it can be proved another day."""
    return Verworfen(
        fraktion=one.partei,
        bereich=one.typ,
        text=one.emittiert,
        status=ZitatStatus.UNGEPRUEFT,
        erklaerung=grund,
        behauptet=Claimed(one.text, one.programm, one.seiten) if one.text else None,
        gesucht=version,
    )


def afterwards(nachweis: Nachweis, eintrag: Eintrag, emittiert: str) -> Eintrag:
    """An unproved quote as it may be shown today: proved, where its Programm was read in since."""
    if isinstance(eintrag, Gebunden) or not (said := eintrag.behauptet):
        return eintrag
    try:
        quelle = find_quelle(nachweis.context, said.programm)
    except DashboardError:
        return eintrag
    if quelle is None or quelle.version == eintrag.gesucht:
        return eintrag
    claim = Claim(eintrag.fraktion, eintrag.bereich, emittiert, said.text, said.programm, said.seiten)
    return nachweis.eintrag(claim)


def _asked(one: Claim) -> tuple[str, str, Typ]:
    return one.emittiert, one.partei, Typ(one.typ)


def _places(one: Claim, quelle: Quelle) -> list[Fund]:
    """Where the claimed wording stands; where not together, then each of its parts.

    Parts that stand in another Programme are found only by who sees what the model was shown.
    """
    text = one.text or ""
    pieces = text.split(ELLIPSIS)
    for n in dict.fromkeys((1, len(pieces))):
        if finds := places_of(quelle, text, n):
            return [_chosen(one, quelle, finds)]
    return [_chosen(one, quelle, places_of(quelle, piece, 1)) for piece in pieces]


def _chosen(one: Claim, quelle: Quelle, found: Sequence[Fund]) -> Fund:
    """Of several places the one on the claimed pages."""
    if not found:
        raise Unproved(f"Der Wortlaut steht so nicht in „{quelle.programm.id}“.", quelle.version)
    sure = [fund for fund in found if not is_unsure(fund)]
    if not sure:
        raise Unproved("Diese Stelle des Programms wurde hier nicht sicher gelesen.", quelle.version)
    return next((fund for fund in sure if tuple(pages_of(fund)) == one.seiten), sure[0])


def _touches(chunk: Chunk, fund: Fund) -> bool:
    return any(start < chunk.end and chunk.start < end for start, end in fund.spans)

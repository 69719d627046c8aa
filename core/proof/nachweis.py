"""Quotes that somebody's file says were bound: proved anew, by the binder itself, or told to be unproved.

Nothing of a claim is believed, nothing of it is shown as ours. What the binder finds it tells in its own
words; a claim only says where to look.
"""

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, partial

from core.base.models import gebiet_of
from core.programme.context import Context
from core.programme.quellen import Quellen
from core.programme.registry import Registered
from core.wortlaut.binding.bind import LONGEST, ShownContext, bind
from core.wortlaut.binding.eintrag import ELLIPSIS, Claimed, Eintrag, Gebunden, Verworfen, ZitatStatus
from core.wortlaut.binding.fund import Fund
from core.wortlaut.binding.quelle import Quelle
from core.wortlaut.binding.re_anchor import anchored, places_of
from core.wortlaut.errors import DashboardError
from core.wortlaut.records import Chunk, Fundstelle, Typ


def anchored_eintraege(
    context: Context, eintraege: Iterable[Eintrag], as_stored: bool = False
) -> list[Eintrag]:
    """Stored quotes as they may be shown today; each Programm is looked up once.

    `as_stored`: what is stored of a Programm that was not read anew stays as it is, to be proved as that.
    """
    quelle_of = cache(partial(Quellen.find, context))
    return [
        anchored(eintrag, quelle_of, as_stored) if isinstance(eintrag, Gebunden) else eintrag
        for eintrag in eintraege
    ]


def anchored_eintrag(context: Context, eintrag: Gebunden) -> Gebunden:
    """One of them."""
    return anchored(eintrag, partial(Quellen.find, context))


# --- what a file claims -------------------------------------------------------------------------------------


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

    def eintrag(self, one: Claim) -> Eintrag:
        """The quote as our own code would have stored it; else a claim, marked as that."""
        try:
            if time.monotonic() > self.bis:
                raise Unproved("Die Zeit zum Prüfen reichte nicht für alle Zitate der Datei.")
            if len(one.emittiert) > LONGEST:
                raise Unproved("Für ein Zitat ist die Angabe zu lang.")
            if one.text is not None:
                return self._bound(one)
            # That it was rightly dropped is told only by who sees all that the model was shown.
            if not self._complete:
                raise Unproved("Was dem Modell vorgelegt wurde, ist hier nicht eingelesen.")
            bindung = bind(*_asked(one), self._shown_context)
            return bindung.eintrag(one.partei, one.typ, self.context.settings.zitate_ausserhalb)
        except Unproved as reason:
            return unproved(one, str(reason), reason.version)
        except DashboardError as reason:  # the index cannot be read
            return unproved(one, str(reason))

    def _bound(self, one: Claim) -> Gebunden:
        """In what the model was shown, where that is here; else in the passages at the claimed place."""
        programm = self.context.registry.dokumente.get(one.programm)
        if programm is None:
            raise Unproved(f"Das Programm „{one.programm}“ steht hier nicht im Register.")
        if not self._counts(programm):
            raise Unproved(f"Das Programm „{programm.id}“ ist keines für {self.bundesland}.")
        quelle = Quellen.find(self.context, programm.id)
        if quelle is None:
            raise Unproved(f"Das Programm „{programm.id}“ ist hier nicht eingelesen.")
        if one.partei in self._whole:
            bindung = bind(*_asked(one), self._shown_context)
            if bindung.status.is_bound:
                return bindung.gebunden()
            if self._complete:
                raise Unproved(bindung.status.erklaerung, quelle.version)
        spans = [span for fund in _places(one, quelle) for span in fund.spans]
        around = [
            Fundstelle(chunk, 0.0)
            for chunk in self.context.store.chunks_of(gebiet_of(programm), programm.id)
            if any(start < chunk.end and chunk.start < end for start, end in spans)
        ]
        bindung = bind(*_asked(one), ShownContext.of({programm.eigner: around}, self._quellen))
        if bindung.status.is_bound and bindung.fund:
            return bindung.gebunden()
        raise Unproved(
            "Was das Modell geschrieben haben soll, passt nicht zum Wortlaut des Programms.", quelle.version
        )

    def _counts(self, programm: Registered) -> bool:
        return None in (programm.bundesland, self.bundesland) or programm.bundesland == self.bundesland

    @cached_property
    def _quellen(self) -> Quellen:
        registry = self.context.registry
        shown = {vorlage.programm for vorlage in self.vorlagen}
        named = {registry.programme[id].bundesland for id in shown & registry.programme.keys()}
        documents = [id for id, one in registry.quellen.items() if self._counts(one)]
        return Quellen(self.context, {self.bundesland} if self.bundesland else named, documents)

    @cached_property
    def _found(self) -> dict[PresentedPassage, Fundstelle | None]:
        """Every passage that is said to have been shown, as it stands in the index here."""
        chunks: dict[str, dict[str, Chunk]] = {}
        found: dict[PresentedPassage, Fundstelle | None] = dict.fromkeys(self.vorlagen)
        for vorlage in self.vorlagen:
            programm = self.context.registry.dokumente.get(vorlage.programm)
            if programm is None or programm.eigner != vorlage.partei or not self._counts(programm):
                continue
            if programm.id not in chunks:
                stored = self.context.store.chunks_of(gebiet_of(programm), programm.id)
                chunks[programm.id] = {chunk.id: chunk for chunk in stored}
            chunk = chunks[programm.id].get(vorlage.chunk_id)
            if chunk and chunk.text == vorlage.text:
                found[vorlage] = Fundstelle(chunk, 0.0)
        return found

    @cached_property
    def _shown_context(self) -> ShownContext:
        retrieved: dict[str, list[Fundstelle]] = {}
        for vorlage, fundstelle in self._found.items():
            if fundstelle:
                retrieved.setdefault(vorlage.partei, []).append(fundstelle)
        return ShownContext.of(retrieved, self._quellen)

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
        quelle = Quellen.find(nachweis.context, said.programm)
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
    sure = [fund for fund in found if not fund.is_unsure]
    if not sure:
        raise Unproved("Diese Stelle des Programms wurde hier nicht sicher gelesen.", quelle.version)
    return next((fund for fund in sure if tuple(fund.seiten) == one.seiten), sure[0])

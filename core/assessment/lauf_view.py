"""A stored Lauf as it is looked at, party by party and quote by quote, and its proof against the PDFs."""

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple, TypeVar

from core import clock
from core.antrag.antrag import Forderung, first_upper
from core.assessment.forderung_pairs import Said, ZitatReference, nahe_stellen, references
from core.context import Context
from core.errors import EingabeError
from core.llm.antwort import ParteiAntwort, ParteiZitat, read_answer
from core.llm.catalogue import OFFLINE
from core.llm.verdict import Place, Traegt, Verdict, by_forderung
from core.models import Abdeckung
from core.programme.registry import Registry, find_partei, partei_name, regierung_on
from core.proof.audit import Befund, Dateien, audit
from core.proof.nachweis import Nachweis, afterwards, anchored_eintraege
from core.runs.lauf import Lauf, Score, Status, Teil, Zitat
from core.runs.store import Runstore, runstore
from core.search.geltung import Role
from core.seiten.zitat_page import PageGlance, zitat_view
from core.wortlaut.binding.eintrag import Eintrag, Gebunden, Verworfen, ZitatStatus, write_eintrag
from core.wortlaut.german import formats
from core.wortlaut.records import Typ

E = TypeVar("E", bound=Eintrag)

NO_QUELLEN, WITHOUT_WERTUNG = "keine Quellen", "keine Wertung"
"""Nothing of that kind was shown to the model; or it was, and the model gave no points."""

WITHOUT_LANGUAGE_MODEL = "ohne Sprachmodell nicht beurteilt"

PATIENCE = 5.0
"""Seconds that looking at a Lauf may take for proving what was read in unproved; the rest stays so."""


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
    zitate: tuple[Zitat, ...]

    def wertung(self, typ: Typ) -> Parteiwertung:
        score = self.scores.get(typ)
        if score is not None and score.score is not None:
            return Parteiwertung(score.score)
        if score is not None and score.abdeckung is not None:
            return Parteiwertung(None, WITHOUT_LANGUAGE_MODEL, score.abdeckung)
        return Parteiwertung(None, WITHOUT_WERTUNG if typ in self.vorgelegt else NO_QUELLEN)

    def gebunden(self, typ: Typ | None = None) -> list[Zitat]:
        """The quotes that may be shown as such; those of one kind of Programm, or all."""
        return [one for one in self.zitate if one.status.is_bound and typ in (None, one.typ)]

    def verworfen(self, typ: Typ | None = None) -> list[Zitat]:
        return [one for one in self.zitate if one.status.is_dropped and typ in (None, one.typ)]

    def ungeprueft(self, typ: Typ | None = None) -> list[Zitat]:
        """What a file that was read in says, and nobody could prove here."""
        asked = [one for one in self.zitate if one.status is ZitatStatus.UNGEPRUEFT]
        return [one for one in asked if typ in (None, one.typ)]


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
        """What the model that answered said of its own quotes, as its stored answer has it.

        Quotes are stored in the words in which they were emitted. What cannot be read, or was answered in
        another form, says nothing.
        """
        found = {}
        for teil in (one for one in self.lauf.teile if one.partei and one.antwort):
            try:
                answer: ParteiAntwort = read_answer(teil.antwort, ParteiAntwort)
            except ValueError:
                continue
            said = {(str(typ), one.text): one for typ, own in answer.urteile.items() for one in own.zitate}
            for zitat in (one for one in self.lauf.zitate if one.partei == teil.partei):
                if (one := said.get((zitat.typ, zitat.text))) and one.verdict:
                    found[zitat.stelle] = one
        return found

    @cached_property
    def bezug(self) -> dict[Place, ZitatReference]:
        return references(self.context, self.lauf, self.said)

    @cached_property
    def matrix(self) -> "ForderungMatrix":
        """What each party's Programme say on each Forderung; without any the Antrag is one."""
        parteien, bezug, antrag = self.parteien.values(), self.bezug, self.lauf.antrag
        near = {(partei, nummer) for (partei, _), own in nahe_stellen(self.lauf).items() for nummer in own}
        zeilen = tuple(
            ForderungRow(
                one, tuple(_cell(one.nummer, ansicht, bezug, near, self.stances) for ansicht in parteien)
            )
            for one in antrag.forderungen or (Forderung("", antrag.titel or WHOLE),)
        )
        summen = tuple(
            _total(ansicht, [zeile.zellen[column] for zeile in zeilen], bezug)
            for column, ansicht in enumerate(parteien)
        )
        return ForderungMatrix({one.partei: one.name for one in parteien}, zeilen, summen)

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


def _partei_view(registry: Registry, lauf: Lauf, teil: Teil) -> ParteiView:
    land, partei = lauf.antrag.bundesland, teil.partei
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
        zitate=tuple(one for one in lauf.zitate if one.partei == partei),
    )


def _roles(registry: Registry, lauf: Lauf, partei: str) -> tuple[Role, ...]:
    """The roles of a party on the day of the Antrag; the store gives its Lauf both Land and day."""
    antrag = lauf.antrag
    movers = set()
    for name in antrag.antragsteller:
        try:
            movers.add(find_partei(registry, name, antrag.bundesland).id)
        except EingabeError:  # the registry of another place knew it, and this one does not
            movers.add(name)
    day = antrag.datum or clock.day_of(lauf.created)
    land = antrag.bundesland if antrag.bundesland in registry.parlamente else None
    governing = regierung_on(registry, land, day) if land else ()
    found = {Role.ANTRAGSTELLER: partei in movers, Role.REGIERUNG: partei in governing}
    return tuple(role for role, has in found.items() if has)


# --- the page beside a quote --------------------------------------------------------------------------------


def view_of(context: Context, wahl: Wahl, seite: int | None = None, alle: bool = True) -> PageGlance | None:
    """The page of the chosen quote, or another of its Programm; with `alle` the party's other quotes too."""
    if wahl.zitat is None:
        return None
    beleg = wahl.zitat.beleg
    others = [one.beleg for one in wahl.partei.gebunden() if one != wahl.zitat] if alle else []
    orte = (ort for other in others for ort in other.orte if ort.is_beside(beleg.ort))
    return zitat_view(context, beleg, seite, weitere=tuple(span for ort in orte for span in ort.stellen))


# --- the matrix of a Lauf: what each party's Programme say on each single Forderung of the Antrag ----------

WHOLE = "Der Antrag als Ganzes"
"""In place of Forderungen, where none were found in it."""

READING = (
    "„Stützt“ und „widerspricht“ allein stehen nur, wo ein zweites Modell oder ein Mensch das Zitat an der "
    "Forderung geprüft hat. „–“ heißt: kein Zitat gefunden, nicht: dagegen."
)


class CellState(StrEnum):
    """What is known of one party and one Forderung."""

    STUETZT = "stützt"
    WIDERSPRICHT = "widerspricht"
    BEIDES = "stützt und widerspricht"
    ANDERES = "anderes"
    OFFEN = "offen"
    SAYS_YES = "stützt, sagt das Modell"
    SAYS_NO = "widerspricht, sagt das Modell"
    SAYS_BOTH = "beides, sagt das Modell"
    UNGEPRUEFT = "nicht geprüft"
    NEAR = "nahe Stelle"
    NO = "–"
    NO_QUELLEN = "keine Quellen"
    FEHLT = "nicht beurteilt"


EXPLANATION = {
    CellState.STUETZT: "Nach Prüfung verlangt ein Zitat dasselbe wie die Forderung.",
    CellState.WIDERSPRICHT: "Nach Prüfung lehnt ein Zitat die Forderung ab oder will das Gegenteil.",
    CellState.BEIDES: "Ein Zitat stützt die Forderung, ein anderes widerspricht ihr.",
    CellState.ANDERES: "Nach Prüfung sprechen die Zitate von etwas anderem.",
    CellState.OFFEN: "Die Prüfung konnte nicht entscheiden, was das Zitat zur Forderung sagt.",
    CellState.SAYS_YES: "Das Modell sagt selbst, sein Zitat stütze die Forderung, ungeprüft.",
    CellState.SAYS_NO: "Das Modell sagt selbst, sein Zitat widerspreche der Forderung, ungeprüft.",
    CellState.SAYS_BOTH: "Das Modell nennt Zitate dafür und dagegen, ungeprüft.",
    CellState.UNGEPRUEFT: "Das Modell nennt Zitate; ob sie die Forderung stützen, hat niemand geprüft.",
    CellState.NEAR: "Ein Satz kommt der Forderung nahe; ob dafür oder dagegen, ist nicht beurteilt.",
    CellState.NO: "Kein Zitat zu dieser Forderung. Das heißt nicht, dass die Partei dagegen ist.",
    CellState.NO_QUELLEN: "Von dieser Partei lag kein Programm vor.",
    CellState.FEHLT: "Zu dieser Partei gibt es keine Antwort.",
}
VERDICTS = {
    Verdict.STUETZT: CellState.STUETZT,
    Verdict.WIDERSPRICHT: CellState.WIDERSPRICHT,
    Verdict.ANDERES: CellState.ANDERES,
    Verdict.OFFEN: CellState.OFFEN,
}
NOTHING_FOUND = (CellState.NO, CellState.NO_QUELLEN, CellState.FEHLT)


@dataclass(frozen=True, slots=True)
class MatrixCell:
    """`zitate`: the numbers of the bound quotes, from 1, per party."""

    partei: str
    stand: CellState
    zitate: tuple[int, ...] = ()

    def __str__(self) -> str:
        """„stützt (2 Zitate)“."""
        quotes = formats.counted(len(self.zitate), "Zitat", "Zitate")
        return f"{self.stand} ({quotes})" if self.zitate else str(self.stand)


@dataclass(frozen=True, slots=True)
class ForderungRow:
    """A Forderung with a cell for each party, in the order of the matrix."""

    forderung: Forderung
    zellen: tuple[MatrixCell, ...]


@dataclass(frozen=True, slots=True)
class ParteiSum:
    """Of one party: to how many of all Forderungen something was found, how the cells stand, its quotes.

    `ohne`: the numbers of those that answer no Forderung.
    """

    partei: str
    mit: int
    von: int
    staende: Mapping[CellState, int]
    zitate: int
    ohne: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ForderungMatrix:
    """`parteien`: id → name, in the order of the cells of each row."""

    parteien: Mapping[str, str]
    zeilen: tuple[ForderungRow, ...]
    summen: tuple[ParteiSum, ...]


TOLD = 6
"""So many parties are named in one sentence; the matrix has all."""


def in_one_sentence(found: ForderungMatrix) -> str:
    """„Stützende Zitate: GRÜNE zu 8, DIE LINKE zu 7 von 9 Forderungen; widersprechende: FDP zu 3 von 9 …“

    Counts alone: it draws no conclusion. What no check has read is told as such.
    """
    pro = _counted(found, CellState.STUETZT, CellState.BEIDES)
    contra = _counted(found, CellState.WIDERSPRICHT, CellState.BEIDES)
    if pro or contra:
        said = [("stützende Zitate", pro), ("widersprechende", contra)]
        told = [f"{what}: {_listed(found, counts)}" for what, counts in said if counts]
        return first_upper(f"{'; '.join(told)}.")
    says = _counted(found, CellState.SAYS_YES, CellState.SAYS_BOTH)
    contradicts = _counted(found, CellState.SAYS_NO, CellState.SAYS_BOTH)
    if says or contradicts:
        said = [("stützend", says), ("widersprechend", contradicts)]
        told = [f"{what}: {_listed(found, counts)}" for what, counts in said if counts]
        return f"Zitate, wie das Modell selbst sie liest, {'; '.join(told)}; geprüft hat das niemand."
    if near := _counted(found, CellState.NEAR):
        return f"Nahe Stellen: {_listed(found, near)}; ob dafür oder dagegen, ist nicht beurteilt."
    if quoted := _counted(found, CellState.UNGEPRUEFT, CellState.ANDERES, CellState.OFFEN):
        return f"Belegte Zitate: {_listed(found, quoted)}; ob sie stützen, ist nicht geprüft."
    return "Zu keiner Forderung gibt es ein belegtes Zitat."


def _counted(found: ForderungMatrix, *staende: CellState) -> list[tuple[str, int]]:
    """Name of a party → in how many of its cells it stands so, the most first."""
    counts = [
        (found.parteien[one.partei], sum(one.staende.get(stand, 0) for stand in staende))
        for one in found.summen
    ]
    return sorted((one for one in counts if one[1]), key=lambda one: -one[1])


def _listed(found: ForderungMatrix, counts: Sequence[tuple[str, int]]) -> str:
    if not found.zeilen[0].forderung.nummer:  # the Antrag as a whole
        return ", ".join(name for name, _ in counts[:TOLD]) + (" …" if len(counts) > TOLD else "")
    told = ", ".join(f"{name} zu {number}" for name, number in counts[:TOLD])
    return f"{told}{' …' if len(counts) > TOLD else ''} von {len(found.zeilen)} Forderungen"


def _cell(
    nummer: str,
    ansicht: ParteiView,
    bezug: Mapping[Place, ZitatReference],
    near: set[tuple[str, str]],
    stances: Mapping[Place, ParteiZitat],
) -> MatrixCell:
    """`near`: party and Forderung, where the built-in model came upon a near sentence."""
    partei = ansicht.partei
    answering = {
        one: own for one in ansicht.gebunden() if (own := bezug.get(one.stelle)) and nummer in own.forderungen
    }
    if answering:
        stand = _stand([own.verdict_on(nummer) for own in answering.values()], ansicht.teil.modell)
        if stand is CellState.UNGEPRUEFT:
            stand = _said([stances.get(one.stelle) for one in answering], nummer)
    elif (partei, nummer) in near:
        stand = CellState.NEAR
    elif ansicht.teil.status is not Status.FERTIG:
        stand = CellState.FEHLT
    else:
        stand = CellState.NO if ansicht.vorgelegt else CellState.NO_QUELLEN
    return MatrixCell(partei, stand, tuple(one.shown_number for one in answering))


def _stand(verdicts: Iterable[Verdict | None], modell: str | None) -> CellState:
    """One that takes a side tells more than one that takes none, and one unread may still take one."""
    said = set(verdicts)
    if {Verdict.STUETZT, Verdict.WIDERSPRICHT} <= said:
        return CellState.BEIDES
    for one in (Verdict.STUETZT, Verdict.WIDERSPRICHT, None, Verdict.OFFEN):
        if one in said:
            unread = CellState.NEAR if modell == OFFLINE else CellState.UNGEPRUEFT
            return VERDICTS[one] if one else unread
    return CellState.ANDERES


def _said(stances: Iterable[ParteiZitat | None], nummer: str) -> CellState:
    """Where nobody has checked: what the model says of its own quotes and this Forderung."""
    said = {one.verdict for one in stances if one and one.forderung in ("", nummer)}
    if {Verdict.STUETZT, Verdict.WIDERSPRICHT} <= said:
        return CellState.SAYS_BOTH
    if Verdict.STUETZT in said:
        return CellState.SAYS_YES
    return CellState.SAYS_NO if Verdict.WIDERSPRICHT in said else CellState.UNGEPRUEFT


def _total(
    ansicht: ParteiView, zellen: Sequence[MatrixCell], bezug: Mapping[Place, ZitatReference]
) -> ParteiSum:
    bound = ansicht.gebunden()
    none = (one for one in bound if (own := bezug.get(one.stelle)) and not own.forderungen)
    staende = Counter(cell.stand for cell in zellen)
    found = sum(count for stand, count in staende.items() if stand not in NOTHING_FOUND)
    ohne = tuple(one.shown_number for one in none)
    return ParteiSum(ansicht.partei, found, len(zellen), dict(staende), len(bound), ohne)


# --- proof of stored Läufe: every bound quote, as it is shown today, against the PDFs ----------------------

PAGE = 500
"""Läufe that are listed at once: a database takes only so many names in one question."""


class LaufBefund(NamedTuple):
    """`ungeprueft`: quotes read in from a file that cannot be proved here; none is shown as a quote."""

    lauf_id: str
    befunde: list[Befund]
    ungeprueft: int = 0


def audit_laeufe(
    context: Context, lauf_ids: Iterable[str], pass_over: bool = False, im_druck: bool = True
) -> Iterator[LaufBefund]:
    """Lauf by Lauf, so that any number of them can be proved; each PDF is opened once.

    `pass_over`: those that somebody has deleted since they were listed. `im_druck`: see `audit`.
    """
    dateien: Dateien = {}
    for lauf_id in lauf_ids:
        try:
            stored = present_lauf(runstore(context), lauf_id)
        except EingabeError:
            if pass_over:
                continue
            raise
        lauf = as_today(context, stored, as_stored=True)
        befunde = audit([answer_of(lauf)], context, dateien, im_druck)
        yield LaufBefund(
            lauf_id, befunde, sum(zitat.status is ZitatStatus.UNGEPRUEFT for zitat in lauf.zitate)
        )


def all_laeufe(store: Runstore) -> list[str]:
    """The ids of all Läufe that are not deleted; the latest first."""
    pages = range(0, store.count_laeufe(), PAGE)
    listed = [line.id for start in pages for line in store.list_laeufe(limit=PAGE, offset=start)]
    return list(dict.fromkeys(listed))  # what is stored meanwhile pushes lines onto the next page


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

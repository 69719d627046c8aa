"""The matrix of a Lauf: what each party's Programme say on each single Forderung of the Antrag."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from core.antrag.antrag import Antrag, Forderung, first_upper
from core.assessment.forderung_pairs import ZitatReference
from core.assessment.partei_view import ParteiView
from core.base import formats
from core.llm.catalogue import OFFLINE
from core.llm.verdict import Place, Verdict
from core.runs.lauf import Status, Zitat

WHOLE = "Der Antrag als Ganzes"
"""In place of Forderungen, where none were found in it."""

READING = (
    "„Stützt“ und „widerspricht“ allein stehen nur, wo ein zweites Modell oder ein Mensch das Zitat an der "
    "Forderung geprüft hat. „–“ heißt: kein Zitat gefunden, nicht: dagegen."
)

WITH_PLACE, ZITATE = "Forderungen mit Stelle", "Zitate"
"""How the sums below a matrix are called."""


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


def matrix_of(
    antrag: Antrag,
    parteien: Sequence[ParteiView],
    bezug: Mapping[Place, ZitatReference],
    near: set[tuple[str, str]],
) -> ForderungMatrix:
    """Without any Forderung the Antrag is one. `near`: party and Forderung to which the built-in model came
    upon a near sentence."""
    zeilen = tuple(
        ForderungRow(one, tuple(_cell(one.nummer, ansicht, bezug, near) for ansicht in parteien))
        for one in antrag.forderungen or (Forderung("", antrag.titel or WHOLE),)
    )
    summen = tuple(
        _total(ansicht, [zeile.zellen[column] for zeile in zeilen], bezug)
        for column, ansicht in enumerate(parteien)
    )
    return ForderungMatrix({one.partei: one.name for one in parteien}, zeilen, summen)


def _cell(
    nummer: str,
    ansicht: ParteiView,
    bezug: Mapping[Place, ZitatReference],
    near: set[tuple[str, str]],
) -> MatrixCell:
    partei = ansicht.partei
    answering = {
        one: own for one in ansicht.gebunden() if (own := bezug.get(one.stelle)) and nummer in own.forderungen
    }
    if answering:
        stand = _stand([own.verdict_on(nummer) for own in answering.values()], ansicht.teil.modell)
        if stand is CellState.UNGEPRUEFT:
            stand = _said(answering, nummer)
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


def _said(zitate: Iterable[Zitat], nummer: str) -> CellState:
    """Where nobody has checked: what the model says of its own quotes and this Forderung."""
    said = {one.stance.verdict for one in zitate if one.stance and one.stance.forderung in ("", nummer)}
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

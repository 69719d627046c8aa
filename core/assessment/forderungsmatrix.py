"""The matrix of a Lauf: what each party's Programme say on each single Forderung of the Antrag."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from core.antrag.antrag import Antrag, Forderung
from core.assessment.lauf_view import Parteiansicht, parteiansichten
from core.assessment.zitatbezug import Stelle, Zitatbezug, bezuege, nahe_stellen
from core.context import Context
from core.german import formats
from core.llm.catalogue import OFFLINE
from core.runs.lauf import Lauf, Status
from core.support.traegt import Traegt
from core.support.verdict import Verdict

GANZ = "Der Antrag als Ganzes"
"""In place of Forderungen, where none were found in it."""

LESART = (
    "Eine Zeile je Forderung, eine Spalte je Partei. „Stützt“ und „widerspricht“ stehen nur, wo ein zweites "
    "Modell oder ein Mensch das Zitat an der Forderung geprüft hat. „–“ heißt: kein Zitat gefunden, nicht: "
    "dagegen."
)


class Zellstand(StrEnum):
    """What is known of one party and one Forderung."""

    STUETZT = "stützt"
    WIDERSPRICHT = "widerspricht"
    BEIDES = "stützt und widerspricht"
    ANDERES = "anderes"
    OFFEN = "offen"
    UNGEPRUEFT = "nicht geprüft"
    NAH = "nahe Stelle"
    KEINE = "–"
    KEINE_QUELLEN = "keine Quellen"
    FEHLT = "nicht beurteilt"


ERKLAERUNG = {
    Zellstand.STUETZT: "Nach Prüfung verlangt ein Zitat dasselbe wie die Forderung.",
    Zellstand.WIDERSPRICHT: "Nach Prüfung lehnt ein Zitat die Forderung ab oder will das Gegenteil.",
    Zellstand.BEIDES: "Ein Zitat stützt die Forderung, ein anderes widerspricht ihr.",
    Zellstand.ANDERES: "Nach Prüfung sprechen die Zitate von etwas anderem.",
    Zellstand.OFFEN: "Die Prüfung konnte nicht entscheiden, was das Zitat zur Forderung sagt.",
    Zellstand.UNGEPRUEFT: "Das Modell nennt Zitate; ob sie die Forderung stützen, hat niemand geprüft.",
    Zellstand.NAH: "Ein Satz kommt der Forderung nahe; ob dafür oder dagegen, ist nicht beurteilt.",
    Zellstand.KEINE: "Kein Zitat zu dieser Forderung. Das heißt nicht, dass die Partei dagegen ist.",
    Zellstand.KEINE_QUELLEN: "Von dieser Partei lag kein Programm vor.",
    Zellstand.FEHLT: "Zu dieser Partei gibt es keine Antwort.",
}
VERDICTS = {
    Verdict.STUETZT: Zellstand.STUETZT,
    Verdict.WIDERSPRICHT: Zellstand.WIDERSPRICHT,
    Verdict.ANDERES: Zellstand.ANDERES,
    Verdict.OFFEN: Zellstand.OFFEN,
}
GEFUNDEN = (
    Zellstand.STUETZT, Zellstand.WIDERSPRICHT, Zellstand.BEIDES, Zellstand.ANDERES, Zellstand.OFFEN,
    Zellstand.UNGEPRUEFT, Zellstand.NAH,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Matrixzelle:
    """`zitate`: the numbers of the bound quotes, from 1, per party."""

    partei: str
    stand: Zellstand
    zitate: tuple[int, ...] = ()

    def __str__(self) -> str:
        """„stützt (2 Zitate)“."""
        quotes = formats.counted(len(self.zitate), "Zitat", "Zitate")
        return f"{self.stand} ({quotes})" if self.zitate else str(self.stand)


@dataclass(frozen=True, slots=True)
class Forderungszeile:
    """A Forderung with a cell for each party, in the order of the matrix."""

    forderung: Forderung
    zellen: tuple[Matrixzelle, ...]


@dataclass(frozen=True, slots=True)
class Parteisumme:
    """Of one party: to how many of all Forderungen something was found, how the cells stand, its quotes.

    `ohne`: the numbers of those that answer no Forderung.
    """

    partei: str
    mit: int
    von: int
    staende: Mapping[Zellstand, int]
    zitate: int
    ohne: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Forderungsmatrix:
    """`parteien`: id → name, in the order of the cells of each row."""

    parteien: Mapping[str, str]
    zeilen: tuple[Forderungszeile, ...]
    summen: tuple[Parteisumme, ...]

    def zelle(self, nummer: str, partei: str) -> Matrixzelle | None:
        for zeile in self.zeilen:
            if zeile.forderung.nummer == nummer:
                return next((zelle for zelle in zeile.zellen if zelle.partei == partei), None)
        return None


def forderungen_of(antrag: Antrag) -> tuple[Forderung, ...]:
    """The rows; an Antrag without Forderungen is one, without a number."""
    return antrag.forderungen or (Forderung("", antrag.titel or GANZ),)


def load_matrix(context: Context, lauf: Lauf, said: Mapping[Stelle, Traegt]) -> Forderungsmatrix:
    """Of a stored Lauf. `said`: what a second model said last of each quote."""
    return forderungsmatrix(lauf, parteiansichten(context, lauf), bezuege(context, lauf, said))


def forderungsmatrix(
    lauf: Lauf, ansichten: Sequence[Parteiansicht], bezug: Mapping[Stelle, Zitatbezug]
) -> Forderungsmatrix:
    """The parties in the order of `ansichten`, the Forderungen as the Antrag has them."""
    near = _near(lauf)
    zeilen = tuple(
        Forderungszeile(one, tuple(_zelle(one.nummer, ansicht, bezug, near) for ansicht in ansichten))
        for one in forderungen_of(lauf.antrag)
    )
    summen = tuple(
        _summe(ansicht, [zeile.zellen[column] for zeile in zeilen], bezug)
        for column, ansicht in enumerate(ansichten)
    )
    return Forderungsmatrix({one.partei: one.name for one in ansichten}, zeilen, summen)


def _near(lauf: Lauf) -> set[tuple[str, str]]:
    """Party and Forderung, where the built-in model came upon a near sentence."""
    return {(partei, nummer) for (partei, _), own in nahe_stellen(lauf).items() for nummer in own}


def _zelle(
    nummer: str,
    ansicht: Parteiansicht,
    bezug: Mapping[Stelle, Zitatbezug],
    near: set[tuple[str, str]],
) -> Matrixzelle:
    partei = ansicht.partei
    answering = {
        one.nummer: own
        for one in ansicht.gebunden()
        if (own := bezug.get((partei, one.nummer - 1))) and nummer in own.forderungen
    }
    if answering:
        stand = _stand([own.verdict_on(nummer) for own in answering.values()], ansicht.teil.modell)
    else:
        stand = Zellstand.NAH if (partei, nummer) in near else _nothing(ansicht)
    return Matrixzelle(partei, stand, tuple(answering))


def _stand(verdicts: Iterable[Verdict | None], modell: str | None) -> Zellstand:
    """One that takes a side tells more than one that takes none, and one unread may still take one."""
    said = set(verdicts)
    if {Verdict.STUETZT, Verdict.WIDERSPRICHT} <= said:
        return Zellstand.BEIDES
    for one in (Verdict.STUETZT, Verdict.WIDERSPRICHT, None, Verdict.OFFEN):
        if one in said:
            unread = Zellstand.NAH if modell == OFFLINE else Zellstand.UNGEPRUEFT
            return VERDICTS[one] if one else unread
    return Zellstand.ANDERES


def _nothing(ansicht: Parteiansicht) -> Zellstand:
    if ansicht.teil.status is not Status.FERTIG:
        return Zellstand.FEHLT
    return Zellstand.KEINE if ansicht.vorgelegt else Zellstand.KEINE_QUELLEN


def _summe(
    ansicht: Parteiansicht, zellen: Sequence[Matrixzelle], bezug: Mapping[Stelle, Zitatbezug]
) -> Parteisumme:
    numbers = [one.nummer for one in ansicht.gebunden()]
    none = (n for n in numbers if (own := bezug.get((ansicht.partei, n - 1))) and not own.forderungen)
    staende = Counter(zelle.stand for zelle in zellen)
    found = sum(staende[stand] for stand in GEFUNDEN)
    return Parteisumme(ansicht.partei, found, len(zellen), dict(staende), len(numbers), tuple(none))

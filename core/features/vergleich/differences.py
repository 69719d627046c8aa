"""How far columns differ, and whether chance explains it; only what both have a figure for is compared."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from itertools import product
from math import sqrt
from statistics import fmean

import numpy as np
from numpy.typing import NDArray

from core.assessment.partei_view import NO_QUELLEN, WITHOUT_LANGUAGE_MODEL, WITHOUT_WERTUNG
from core.base import formats, statistical_measures
from core.base.contrast import between
from core.base.models import Abdeckung
from core.base.statistical_measures import Interval
from core.features.vergleich.spalten import (
    AT_LEAST_ANTRAEGE,
    ENOUGH_ANTRAEGE,
    FEHLGESCHLAGEN,
    Vergleich,
    Wert,
)
from core.programme.context import Context
from core.proof.zitat_page import PageGlance, zitat_view
from core.runs.lauf import Zitat
from core.wortlaut.binding.eintrag import Gebunden, Place, ZitatStatus
from core.wortlaut.binding.near_misses import PieceKind, TextPiece, differences
from core.wortlaut.german.sentences import sentences
from core.wortlaut.records import PROGRAMM_TYPEN, Span, Typ


@dataclass(frozen=True, slots=True)
class Kennzahlen:
    """Of one column. Every share of quotes has `geprueft` as its denominator, that of answers `fragen`.

    `geprueft` is `emittiert` without what was read in from files and could not be proved here.

    `nachgefragt`: answers that could be read only when asked for again; `unlesbar`: not even then, these are
    among the `fehlgeschlagen`. `ohne_zitat`: answers that quote nothing. `kosten` in USD, None where not all
    are known. `median` and `p95` of the seconds an answer took, None where none was given.
    """

    spalte: int
    laeufe: int
    antraege: int
    fragen: int
    fehlgeschlagen: int
    nachgefragt: int
    unlesbar: int
    emittiert: int
    geprueft: int
    gebunden: int
    fremde_partei: int
    ohne_zitat: int
    nach_status: Mapping[ZitatStatus, int]
    tokens_ein: int
    tokens_aus: int
    kosten: float | None
    median: float | None
    p95: float | None

    @property
    def verworfen(self) -> int:
        return self.geprueft - self.gebunden


def kennzahlen(vergleich: Vergleich) -> list[Kennzahlen]:
    """One per column, in their order."""
    found = []
    for spalte in range(len(vergleich.spalten)):
        laeufe = [lauf for lauf in vergleich.laeufe if lauf.spalte == spalte]
        asked = [one for one in vergleich.zaehlwerte if one.spalte == spalte and one.gefragt]
        costs = [lauf.kosten for lauf in laeufe if lauf.kosten is not None]
        seconds = [one.sekunden for one in asked if one.sekunden is not None]
        found.append(
            Kennzahlen(
                spalte=spalte,
                laeufe=len(laeufe),
                antraege=len({lauf.antrag for lauf in laeufe}),
                fragen=len(asked),
                fehlgeschlagen=sum(one.fehlgeschlagen for one in asked),
                nachgefragt=sum(one.nachgefragt and not one.fehlgeschlagen for one in asked),
                unlesbar=sum(one.nachgefragt and one.fehlgeschlagen for one in asked),
                emittiert=sum(one.emittiert for one in asked),
                geprueft=sum(one.geprueft for one in asked),
                gebunden=sum(one.gebunden for one in asked),
                fremde_partei=sum(one.fremde_partei for one in asked),
                ohne_zitat=sum(not one.emittiert and not one.fehlgeschlagen for one in asked),
                nach_status={status: sum(one.nach_status[status] for one in asked) for status in ZitatStatus},
                tokens_ein=sum(lauf.tokens_ein for lauf in laeufe),
                tokens_aus=sum(lauf.tokens_aus for lauf in laeufe),
                kosten=sum(costs) if len(costs) == len(laeufe) else None,
                median=_percentile(seconds, 50),
                p95=_percentile(seconds, 95),
            )
        )
    return found


def _percentile(seconds: Sequence[float], percent: float) -> float | None:
    return float(np.percentile(seconds, percent)) if seconds else None


# --- whether chance explains a difference -------------------------------------------------------------------


FIRST_LOOK = " Bei nur {} Anträgen ist das ein erster Eindruck, kein Beleg."

ENOUGH_PAIRS = 10
"""With fewer, a single pair decides what alpha is."""

Matrix = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class MeanDifference:
    """One figure of a column less that of the base column, paired by Antrag.

    `intervall`: None where the Anträge do not suffice. `je_antrag`: whole Anträge were drawn, not single
    pairs; only then is there a `p`, which is corrected for the number of columns.
    """

    antraege: int
    paare: int
    je_antrag: bool
    intervall: Interval | None
    p: float | None
    satz: str

    @property
    def is_proven(self) -> bool:
        """More than chance explains, by both measures."""
        return _is_proven(self.intervall, self.p)


@dataclass(frozen=True, slots=True)
class SpaltenDifference:
    """A column against the base column, in points and in the share of bound quotes (0.1: ten points of 100).

    `alpha`: how far the two agree in their points; `alpha_alle`: all columns together.
    """

    spalte: int
    basis: int
    punkte: MeanDifference
    anteil: MeanDifference
    alpha: float | None
    alpha_alle: float | None


@dataclass(frozen=True, slots=True)
class VergleichMeasure:
    """How a difference is told: `faktor` turns it into the `einheit`."""

    satz: str
    gleich: str
    einheit: str
    faktor: int


PUNKTE = VergleichMeasure("„{name}“ gibt im Mittel {wert} {einheit} {wohin}", "dieselben Punkte", "Punkte", 1)
SHARE = VergleichMeasure(
    "Bei „{name}“ sind im Mittel {wert} {einheit} {wohin} Zitate belegt",
    "derselbe Anteil belegter Zitate",
    "Prozentpunkte",
    100,
)


def differences_to_basis(vergleich: Vergleich, basis: int, typ: Typ | None = None) -> list[SpaltenDifference]:
    """Every other column against the base column, in their order; for one kind of Programm, or both."""
    mittel, shares = mean_values(vergleich, typ), rates(vergleich)
    others = [spalte for spalte in range(len(vergleich.spalten)) if spalte != basis]
    namen = [vergleich.spalten[spalte].name for spalte in others]
    punkte = mean_differences([mittel[spalte] - mittel[basis] for spalte in others], namen, PUNKTE)
    anteile = mean_differences([shares[spalte] - shares[basis] for spalte in others], namen, SHARE)
    alle = _alpha(mittel)
    return [
        SpaltenDifference(spalte, basis, punkte[at], anteile[at], _alpha(mittel[[basis, spalte]]), alle)
        for at, spalte in enumerate(others)
    ]


# --- the figures --------------------------------------------------------------------------------------------


def mean_values(vergleich: Vergleich, typ: Typ | None) -> Matrix:
    """Column × Antrag × cell (party and kind of Programm): the mean over repeats, nan where there is none."""
    antraege = {antrag: at for at, antrag in enumerate(vergleich.antraege)}
    kinds = [typ] if typ else list(PROGRAMM_TYPEN)
    zellen = {cell: at for at, cell in enumerate((p, kind) for p in vergleich.parteien for kind in kinds)}
    total, number = np.zeros((2, len(vergleich.spalten), len(antraege), len(zellen)))
    for wert in vergleich.werte:
        cell = zellen.get((wert.partei, wert.typ))
        if cell is not None and wert.score is not None:
            total[wert.spalte, antraege[wert.antrag], cell] += wert.score
            number[wert.spalte, antraege[wert.antrag], cell] += 1
    return _quotient(total, number)


def rates(vergleich: Vergleich) -> Matrix:
    """Column × Antrag × 1: the bound share of all quotes that could be proved or not, nan where none were."""
    antraege = {antrag: at for at, antrag in enumerate(vergleich.antraege)}
    bound, emitted = np.zeros((2, len(vergleich.spalten), len(antraege), 1))
    for zahl in vergleich.zaehlwerte:
        bound[zahl.spalte, antraege[zahl.antrag]] += zahl.gebunden
        emitted[zahl.spalte, antraege[zahl.antrag]] += zahl.geprueft
    return _quotient(bound, emitted)


def _quotient(part: Matrix, whole: Matrix) -> Matrix:
    """Rounded, for two means that are the same must not differ in their last bit."""
    quotient: Matrix = np.divide(part, whole, out=np.full(part.shape, np.nan), where=whole > 0)
    return quotient.round(9)


def _alpha(mittel: Matrix) -> float | None:
    ratings = mittel.reshape(len(mittel), -1)
    paired = (~np.isnan(ratings)).sum(axis=0) >= 2
    return statistical_measures.krippendorff_alpha(ratings.tolist()) if paired.sum() >= ENOUGH_PAIRS else None


# --- what they come to --------------------------------------------------------------------------------------


def mean_differences(
    per_spalte: Sequence[Matrix], namen: Sequence[str], mass: VergleichMeasure
) -> list[MeanDifference]:
    """What each of these differences (Antrag × cell) comes to; corrected for as many as there are."""
    # Per column the differences that are there, Antrag by Antrag; without the Anträge that have none.
    rows = [[row[~np.isnan(row)].tolist() for row in differences] for differences in per_spalte]
    gruppen: list[list[list[float]]] = [[row for row in own if row] for own in rows]
    tested = [at for at, own in enumerate(gruppen) if len(own) >= ENOUGH_ANTRAEGE]
    raw = [statistical_measures.sign_test([float(np.mean(g)) for g in gruppen[at]]) for at in tested]
    p = dict(zip(tested, statistical_measures.holm(raw), strict=True))
    found = []
    for at, own in enumerate(gruppen):
        pairs = [[value] for gruppe in own for value in gruppe]
        je_antrag = len(own) >= ENOUGH_ANTRAEGE
        intervall = None
        if len(own) >= AT_LEAST_ANTRAEGE and len(pairs) >= ENOUGH_ANTRAEGE:
            intervall = statistical_measures.mean_difference(own if je_antrag else pairs)
        satz = _sentence(len(own), intervall, p.get(at), namen[at], mass)
        found.append(MeanDifference(len(own), len(pairs), je_antrag, intervall, p.get(at), satz))
    return found


def _is_proven(intervall: Interval | None, p: float | None) -> bool:
    is_apart = intervall is not None and not intervall.is_null_inside
    return is_apart and p is not None and p <= 1 - statistical_measures.LEVEL


def _sentence(
    antraege: int, intervall: Interval | None, p: float | None, name: str, mass: VergleichMeasure
) -> str:
    if intervall is None:
        return f"Zu wenige gemeinsame Anträge ({antraege}) für eine Aussage."
    rest = "" if p is not None else FIRST_LOOK.format(antraege)
    if not (intervall.von or intervall.bis):
        return f"Auf diesen {antraege} Anträgen {mass.gleich}.{rest}"
    if intervall.is_null_inside:
        von, bis = _numbers([intervall.von, intervall.bis], mass)
        told = f"nicht unterscheidbar (95 %: {von} bis {bis} {mass.einheit})"
        return f"Auf diesen {antraege} Anträgen {told}.{rest}"
    if p is not None and not _is_proven(intervall, p):
        rest = " Das kann Zufall sein: Dafür sind es zu wenige Anträge für so viele Vergleiche zugleich."
    is_more = intervall.wert > 0
    ends = (intervall.von, intervall.bis) if is_more else (-intervall.bis, -intervall.von)
    wert, von, bis = _numbers([abs(intervall.wert), *ends], mass)
    told = mass.satz.format(
        name=name, wert=wert, einheit=mass.einheit, wohin="mehr" if is_more else "weniger"
    )
    return f"{told} (95 %: {von} bis {bis}).{rest}"


def _numbers(values: Sequence[float], mass: VergleichMeasure) -> list[str]:
    """„0,8“; all with one more digit where nothing would be left of one of them."""
    scaled = [value * mass.faktor for value in values]
    stellen = 2 if any(0 < abs(value) < 0.05 for value in scaled) else 1
    return [formats.number(value, stellen) for value in scaled]


# --- two prompts in one: the lines that both have, and word by word where they part ------------------------


ALIKE = 0.3


@dataclass(frozen=True, slots=True)
class PromptParagraph:
    """Lines that stand together: the same in both texts, or each with the words in which it differs."""

    zeilen: tuple[tuple[TextPiece, ...], ...]
    is_gleich: bool


def prompt_paragraphs(one: str, two: str) -> list[PromptParagraph]:
    """Every letter counts; only how a line is indented and where it is empty does not."""
    left, right = _lines(one), _lines(two)
    found = []
    for tag, i, j, k, m in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        zeilen: list[tuple[TextPiece, ...]] = []
        if tag == "equal":
            zeilen += [(TextPiece(line, PieceKind.GLEICH),) for line in right[k:m]]
        else:
            zeilen += [tuple(differences(*pair, exact=True)) for pair in _pairs(left[i:j], right[k:m])]
        found.append(PromptParagraph(tuple(zeilen), tag == "equal"))
    return found


def reason_paragraphs(one: str, two: str) -> list[PromptParagraph]:
    """The same of two reasons, sentence by sentence."""
    return prompt_paragraphs(
        *("\n".join(text[start:end] for start, end in sentences(text)) for text in (one, two))
    )


def _lines(text: str) -> list[str]:
    return [words for line in text.splitlines() if (words := " ".join(line.split()))]


def _pairs(left: list[str], right: list[str]) -> list[tuple[str, str]]:
    """Each line of the one with the line of the other that it became, in order; „“ where there is none."""
    shares = [[_share(one, two) for two in right] for one in left]
    best = [[0.0] * (len(right) + 1) for _ in range(len(left) + 1)]
    for i in reversed(range(len(left))):
        for k in reversed(range(len(right))):
            best[i][k] = max(best[i + 1][k], best[i][k + 1], best[i + 1][k + 1] + shares[i][k])
    pairs, i, k = [], 0, 0
    while i < len(left) and k < len(right):
        if shares[i][k] and best[i][k] == best[i + 1][k + 1] + shares[i][k]:
            pairs.append((left[i], right[k]))
            i, k = i + 1, k + 1
        elif best[i][k] == best[i + 1][k]:
            pairs.append((left[i], ""))
            i += 1
        else:
            pairs.append(("", right[k]))
            k += 1
    return pairs + [(line, "") for line in left[i:]] + [("", line) for line in right[k:]]


def _share(one: str, two: str) -> float:
    """How much of both lines is the same words; 0 where it is too little to call one the other's change."""
    words = Counter(one.split()), Counter(two.split())
    share = 2 * (words[0] & words[1]).total() / (words[0].total() + words[1].total())
    return share if share >= ALIKE else 0.0


# --- the quotes of two answers about one party: which both rely on, which only one, and the page with both


@dataclass(frozen=True, slots=True)
class BelegComparison:
    """`gemeinsam`: pairs that overlap in the programme. A quote may overlap with several of the other's."""

    gemeinsam: tuple[tuple[Zitat, Zitat], ...]
    nur_links: tuple[Zitat, ...]
    nur_rechts: tuple[Zitat, ...]


def belege(links: Sequence[Zitat], rechts: Sequence[Zitat]) -> BelegComparison:
    """Both are bound quotes; the same words count as the same wherever each began and ended its quote."""
    pairs = tuple((one, two) for one in links for two in rechts if _overlap(one, two))
    return BelegComparison(
        gemeinsam=pairs,
        nur_links=tuple(one for one in links if all(one is not pair[0] for pair in pairs)),
        nur_rechts=tuple(two for two in rechts if all(two is not pair[1] for pair in pairs)),
    )


def shared_by_all(columns: Sequence[Sequence[Zitat]]) -> list[list[bool]]:
    """Of each column's quotes, whether every other column quotes the same place; alone it shares none."""
    return [
        [
            len(columns) > 1 and all(any(_overlap(one, two) for two in other) for other in others)
            for one in own
        ]
        for own, others in ((own, [*columns[:at], *columns[at + 1 :]]) for at, own in enumerate(columns))
    ]


def view_on_both(
    context: Context,
    beleg: Gebunden,
    links: Iterable[Zitat],
    rechts: Iterable[Zitat],
    seite: int | None = None,
) -> PageGlance:
    """The page of a quote, or another of its Programm, with the quotes of both marked apart."""
    blue = _spans(rechts, beleg.ort)
    return zitat_view(context, beleg, seite, zitat=_spans(links, beleg.ort), vergleich=blue)


def _overlap(one: Zitat, two: Zitat) -> bool:
    return any(
        first.is_beside(second) and start < stop and begin < end
        for first in one.orte
        for second in two.orte
        for start, end in first.stellen
        for begin, stop in second.stellen
    )


def _spans(zitate: Iterable[Zitat], like: Place) -> tuple[Span, ...]:
    own = (ort for one in zitate for ort in one.orte)
    return tuple(span for ort in own if ort.is_beside(like) for span in ort.stellen)


# --- points party by party and column by column: their mean, how they scatter, and how they differ ---------


SPRUNG = 2.0
"""So many points between two repeats of one Antrag, and what is said of the party depends on chance."""


SCALE = {
    False: ("#c75000", "#eda05f", "#fdf3c4", "#7fb2d6", "#0072b2"),
    True: ("#f0803c", "#9c5a34", "#4a4630", "#2f6f9e", "#6cc0f5"),
}
"""On a light ground and a dark one, from no points over the middle to all: orange and blue, which the
colour-blind tell apart, and a middle unlike the grey of what nobody judged."""

ENOUGH_EQUAL = 3
"""Fewer equal points than these are no sign that two columns are the same."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One party in one column. `mittel`: over Anträge, of the means over repeats; `n`: so many Anträge.

    `streuung`: standard deviation over repeats, pooled over Anträge; None without repeats.
    `zustand`: why there is no mean. `abdeckung`: what was found without a language model, over all Anträge.
    `instabil`: repeats of an Antrag are far apart, or two or more gave no points where others did. `ohne`: so
    many gave none where others did.
    """

    partei: str
    spalte: int
    mittel: float | None
    streuung: float | None
    n: int
    zustand: str
    instabil: bool
    abdeckung: Abdeckung | None = None
    ohne: int = 0
    je_antrag: Mapping[str, float] = field(default_factory=dict, repr=False)


def party_cells(vergleich: Vergleich, typ: Typ) -> list[Cell]:
    """Every party in every column, row by row."""
    grouped: dict[tuple[str, int], dict[str, list[Wert]]] = defaultdict(lambda: defaultdict(list))
    for wert in vergleich.werte:
        if wert.typ is typ:
            grouped[wert.partei, wert.spalte][wert.antrag].append(wert)
    places = product(vergleich.parteien, range(len(vergleich.spalten)))
    return [_cell(partei, spalte, grouped[partei, spalte]) for partei, spalte in places]


def distances(zellen: Sequence[Cell], basis: int) -> list[Cell]:
    """The other columns' cells as distances to the base column, over the Anträge both have points for."""
    bases = {cell.partei: cell for cell in zellen if cell.spalte == basis}
    found = []
    for cell in zellen:
        if cell.spalte == basis:
            continue
        base = bases[cell.partei]
        shared = {
            antrag: mean - base.je_antrag[antrag]
            for antrag, mean in cell.je_antrag.items()
            if antrag in base.je_antrag
        }
        mittel = fmean(shared.values()) if shared else None
        zustand = "" if shared else cell.zustand or base.zustand or "kein gemeinsamer Antrag"
        found.append(
            replace(cell, mittel=mittel, streuung=None, n=len(shared), zustand=zustand, je_antrag=shared)
        )
    return found


def _cell(partei: str, spalte: int, per_antrag: Mapping[str, Sequence[Wert]]) -> Cell:
    points = {
        antrag: [wert.score for wert in werte if wert.score is not None]
        for antrag, werte in per_antrag.items()
    }
    means = {antrag: fmean(scores) for antrag, scores in points.items() if scores}
    # A failure says nothing about the model's judgement.
    answered = {
        antrag: sum(wert.zustand != FEHLGESCHLAGEN for wert in werte) for antrag, werte in per_antrag.items()
    }
    silent = {antrag: answered[antrag] - len(scores) if scores else 0 for antrag, scores in points.items()}
    given = {wert.zustand for werte in per_antrag.values() for wert in werte}
    reasons = (WITHOUT_LANGUAGE_MODEL, WITHOUT_WERTUNG, NO_QUELLEN, FEHLGESCHLAGEN)
    # Repeats never differ in what they found: the first of each Antrag counts.
    found = [next((w.abdeckung for w in werte if w.abdeckung), None) for werte in per_antrag.values()]
    there = [one for one in found if one]
    return Cell(
        partei=partei,
        spalte=spalte,
        mittel=fmean(means.values()) if means else None,
        streuung=_dispersion(list(points.values())),
        n=len(means),
        zustand="" if means else next((one for one in reasons if one in given), "nicht beurteilt"),
        instabil=any(map(_is_unstable, points.values(), silent.values())),
        ohne=sum(silent.values()),
        abdeckung=Abdeckung(sum(x.nah for x in there), sum(x.von for x in there)) if there else None,
        je_antrag=means,
    )


def _dispersion(repeats: Sequence[Sequence[float]]) -> float | None:
    """Each Antrag's own mean is left out, so that only the repeats scatter."""
    several = [scores for scores in repeats if len(scores) > 1]
    if not several:
        return None
    squares = sum((score - fmean(scores)) ** 2 for scores in several for score in scores)
    return sqrt(squares / sum(len(scores) - 1 for scores in several))


def _is_unstable(scores: Sequence[float], silent: int) -> bool:
    """One Lauf alone says so of nobody: there must be two that part, or two that gave nothing."""
    return silent > 1 or (len(scores) > 1 and max(scores) - min(scores) >= SPRUNG)


def colour(mittel: float, dark: bool, is_difference: bool = False) -> str:
    """Of points from 0 to 10, or of a distance from -10 to 10."""
    return between(SCALE[dark], (mittel + 10) / 20 if is_difference else mittel / 10)


def most_telling(vergleich: Vergleich, typ: Typ, antrag: str = "") -> tuple[str, str] | None:
    """Antrag and party to look at first: answered in most columns, and of these where they differ most.

    Of one Antrag, if it is named; None where nobody answered.
    """
    answers: dict[tuple[str, str], dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    for wert in vergleich.werte:
        if wert.typ is typ and antrag in ("", wert.antrag) and is_answered(wert):
            answers[wert.antrag, wert.partei][wert.spalte] += [] if wert.score is None else [wert.score]

    def telling(place: tuple[str, str]) -> tuple[int, float]:
        means = [fmean(scores) for scores in answers[place].values() if scores]
        return len(answers[place]), max(means) - min(means) if means else 0.0

    return max(answers, key=telling, default=None)


def is_answered(wert: Wert) -> bool:
    """Does the Lauf say anything of that party?"""
    return wert.zustand not in (FEHLGESCHLAGEN, NO_QUELLEN)


def alike(zellen: Sequence[Cell]) -> list[tuple[int, ...]]:
    """Columns that give the same points to every party in every Antrag, where there are some to compare."""
    points: dict[int, list[tuple[str, str, float]]] = defaultdict(list)
    for cell in zellen:
        points[cell.spalte] += [(cell.partei, antrag, mean) for antrag, mean in cell.je_antrag.items()]
    groups: dict[tuple[tuple[str, str, float], ...], list[int]] = defaultdict(list)
    for spalte, given in sorted(points.items()):
        groups[tuple(sorted(given))].append(spalte)
    return [tuple(group) for given, group in groups.items() if len(group) > 1 and len(given) >= ENOUGH_EQUAL]

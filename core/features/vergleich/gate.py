"""Is one side of a comparison worse than the other? What is held against what, and the rule that says so."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from core.base import formats, statistical_measures
from core.base.errors import EingabeError
from core.base.statistical_measures import Interval
from core.features.vergleich.differences import (
    PUNKTE,
    Kennzahlen,
    Matrix,
    MeanDifference,
    kennzahlen,
    mean_differences,
    rates,
)
from core.features.vergleich.spalten import (
    ENOUGH_ANTRAEGE,
    Vergleich,
    list_stock,
    vergleich_of,
)
from core.features.vergleich.truth import Truth
from core.programme.registry import Registry
from core.runs.lauf import Status
from core.runs.load_laeufe import Filter
from core.runs.store import Runstore

# --- both sides ---------------------------------------------------------------------------------------------

A, B = 0, 1
SEPARATOR = "/"


def lauf_ids_of(store: Runstore, side: str, is_demo: bool = False) -> list[str]:
    """The Läufe that a side names: a column („openai/gpt-5/streng“, „openai/gpt-5/streng@2“, or the key that
    stands in the page's address), a comparison that was started on the page, or the Läufe themselves."""
    names: dict[str, list[str]] = {}
    found: dict[str, list[str]] = {}
    for zeile in list_stock(store, is_demo).spalten:
        spalte, ids = zeile.spalte, [one for own in zeile.laeufe.values() for one in own]
        names[zeile.schluessel] = ids
        prompt, _, version = spalte.prompt.rpartition(" v")
        for name in (f"{spalte.modell}/{prompt}", f"{spalte.modell}/{prompt}@{version}"):
            found.setdefault(name, []).append(zeile.schluessel)
    if keys := found.get(side):
        if len(keys) > 1:
            raise EingabeError(
                f"„{side}“ meint {len(keys)} Spalten, die sich in Fassung oder Einstellungen unterscheiden. "
                f"Nennen Sie eine davon mit ihrem Schlüssel: {', '.join(keys)}; welche welche ist, zeigt die "
                "Seite Vergleich in ihrer Adresse."
            )
        return names[keys[0]]
    if side in names:
        return names[side]
    if any(batch.id == side for batch in store.list_batches()):
        return [one.id for one in store.list_laeufe(Filter(batch_id=side, status=Status.FERTIG), MOST_LAEUFE)]
    ids = [part for one in side.split(",") if (part := one.strip())]
    if not ids or SEPARATOR in side:
        known = ", ".join(sorted(name for name in found if "@" not in name)[:12]) or "noch keine"
        raise EingabeError(
            f"Eine Spalte „{side}“ gibt es nicht. Nennen Sie eine als MODELL/PROMPT, einen gestarteten "
            f"Vergleich oder Kennungen von Läufen, mit Komma getrennt. Spalten mit Läufen: {known}."
        )
    return ids


MOST_LAEUFE = 20_000
"""So many of a comparison that was started are read."""


def two_sides(store: Runstore, registry: Registry, basis: Sequence[str], gegen: Sequence[str]) -> Vergleich:
    """Both as a comparison of two columns, whatever columns their Läufe were of."""
    sides = [vergleich_of(store, registry, ids) for ids in (basis, gegen)]
    ids = [{lauf.id for lauf in side.laeufe} for side in sides]
    if both := ids[A] & ids[B]:
        counted = "steht derselbe Lauf" if len(both) == 1 else f"stehen dieselben {len(both)} Läufe"
        raise EingabeError(
            f"Auf beiden Seiten {counted} ({', '.join(sorted(both)[:3])}): So ist nichts zu vergleichen. "
            "Eine gespeicherte Antwort zählt als der Lauf, aus dem sie stammt; fragen Sie mit --fresh neu."
        )
    one, two = sides
    return Vergleich(
        spalten=tuple(replace(side.spalten[0], name=name) for side, name in zip(sides, "AB", strict=True)),
        antraege={**one.antraege, **two.antraege},
        parteien=tuple(dict.fromkeys((*one.parteien, *two.parteien))),
        laeufe=tuple(replace(lauf, spalte=at) for at, side in enumerate(sides) for lauf in side.laeufe),
        werte=tuple(replace(wert, spalte=at) for at, side in enumerate(sides) for wert in side.werte),
        zaehlwerte=tuple(
            replace(zahl, spalte=at) for at, side in enumerate(sides) for zahl in side.zaehlwerte
        ),
        hinweise=tuple(
            f"{name}: {text}" for side, name in zip(sides, "AB", strict=True) for text in side.hinweise
        ),
    )


# --- what is held against each other ------------------------------------------------------------------------


class Groesse(StrEnum):
    """What can become worse. Quotes in two ways: fewer that can be shown, and a larger share that is wrong.
    Who quotes more, as well as before, is not worse for that."""

    BELEGT = "belegt"
    VERWORFEN = "verworfen"
    KOSTEN = "kosten"
    ABWEICHUNG = "abweichung"


@dataclass(frozen=True, slots=True)
class Told:
    """How a figure is told: `factor` turns it into `unit`. `is_good`: more of it is better."""

    name: str
    unit: str
    factor: float
    places: int
    is_good: bool = False

    def figure(self, value: float | None, sign: bool = False) -> str:
        if value is None:
            return formats.NOTHING
        return formats.number(self.factor * value, self.places, sign)


TOLD = {
    Groesse.BELEGT: Told("belegte Zitate je Antwort", "Zitate", 1, 2, is_good=True),
    Groesse.VERWORFEN: Told("Anteil verworfener Zitate", "Prozent", 100, 1),
    Groesse.KOSTEN: Told("Kosten je Lauf", "US-Cent", 100, 2),
    Groesse.ABWEICHUNG: Told("Abweichung der Punkte von der Wahrheit", "Punkte", 1, 2),
}


class Urteil(StrEnum):
    SCHLECHTER = "schlechter"
    BESSER = "besser"
    GLEICH = "kein belegter Unterschied"
    WITHIN = "innerhalb der Grenze"
    TOO_FEW = "zu wenige Anträge"


@dataclass(frozen=True, slots=True)
class Compared:
    """One figure of both sides: the means over the shared Anträge, and B less A with its interval.

    `grenze`: so much worse it may be, costs in percent and all else in its unit; None: the rule decides.
    """

    groesse: Groesse
    a: float
    b: float
    antraege: int
    intervall: Interval | None
    grenze: float | None
    urteil: Urteil


@dataclass(frozen=True, slots=True)
class GateResult:
    """`fehlend`: figures that not both sides have, each with the reason."""

    antraege: int
    laeufe: tuple[int, int]
    fehlgeschlagen: tuple[str, str]
    compared: tuple[Compared, ...]
    fehlend: tuple[str, ...]
    hinweise: tuple[str, ...]

    @property
    def worse(self) -> list[Compared]:
        return [one for one in self.compared if one.urteil is Urteil.SCHLECHTER]

    @property
    def undecided(self) -> list[Compared]:
        """Those of which the rule could never say that they are worse, however much."""
        return [one for one in self.compared if one.urteil is Urteil.TOO_FEW]


def held_against(
    vergleich: Vergleich, grenzen: Mapping[Groesse, float], truth: Truth | None = None
) -> GateResult:
    """`vergleich`: of two columns, as `two_sides` makes it."""
    values = {
        Groesse.BELEGT: _bound(vergleich),
        Groesse.VERWORFEN: 1 - rates(vergleich),
        Groesse.KOSTEN: _costs(vergleich),
        **({Groesse.ABWEICHUNG: truth.deviations(vergleich)} if truth else {}),
    }
    there = {groesse: own for groesse, own in values.items() if not np.isnan(own[B] - own[A]).all()}
    by_rule = [groesse for groesse in there if groesse not in grenzen]
    apart = [there[groesse][B] - there[groesse][A] for groesse in by_rule]
    found = dict(zip(by_rule, mean_differences(apart, [""] * len(by_rule), PUNKTE), strict=True))
    figures = kennzahlen(vergleich)
    antraege = [{lauf.antrag for lauf in vergleich.laeufe if lauf.spalte == side} for side in (A, B)]
    return GateResult(
        antraege=len(antraege[A] & antraege[B]),
        laeufe=(figures[A].laeufe, figures[B].laeufe),
        fehlgeschlagen=(_failed(figures[A]), _failed(figures[B])),
        compared=tuple(
            _compared(groesse, own, found.get(groesse), grenzen.get(groesse), len(by_rule))
            for groesse, own in there.items()
        ),
        fehlend=tuple(TOLD[groesse].name for groesse in values if groesse not in there),
        hinweise=vergleich.hinweise,
    )


def _failed(one: Kennzahlen) -> str:
    return f"{formats.number(one.fehlgeschlagen)} von {formats.number(one.fragen)}"


def _compared(
    groesse: Groesse, own: Matrix, found: MeanDifference | None, grenze: float | None, tests: int
) -> Compared:
    """`found`: what the rule found; None where a margin decides."""
    apart = own[B] - own[A]
    shared = ~np.isnan(apart)
    antraege = int(shared.any(axis=1).sum())
    a, b = (float(own[side][shared].mean()) for side in (A, B))
    if found is None:
        wide = antraege >= ENOUGH_ANTRAEGE
        intervall = statistical_measures.mean_difference([[one] for one in apart[shared]]) if wide else None
        return Compared(groesse, a, b, antraege, intervall, grenze, _within(groesse, a, b, grenze or 0.0))
    if found.is_proven:
        urteil = Urteil.BESSER if (b > a) is TOLD[groesse].is_good else Urteil.SCHLECHTER
    else:
        is_enough = antraege >= needed(tests) or not apart[shared].any()
        urteil = Urteil.GLEICH if is_enough else Urteil.TOO_FEW
    return Compared(groesse, a, b, antraege, found.intervall, None, urteil)


def _bound(vergleich: Vergleich) -> Matrix:
    """Column × Antrag × 1: bound quotes for each answer."""
    places = {antrag: at for at, antrag in enumerate(vergleich.antraege)}
    bound, answers = np.zeros((2, len(vergleich.spalten), len(places), 1))
    for one in vergleich.zaehlwerte:
        if one.gefragt and not one.fehlgeschlagen:
            bound[one.spalte, places[one.antrag]] += one.gebunden
            answers[one.spalte, places[one.antrag]] += 1
    return _each(bound, answers)


def _costs(vergleich: Vergleich) -> Matrix:
    """Column × Antrag × 1: US dollars for each Lauf; nan where those of any are not known."""
    places = {antrag: at for at, antrag in enumerate(vergleich.antraege)}
    spent, laeufe = np.zeros((2, len(vergleich.spalten), len(places), 1))
    for lauf in vergleich.laeufe:
        spent[lauf.spalte, places[lauf.antrag]] += np.nan if lauf.kosten is None else lauf.kosten
        laeufe[lauf.spalte, places[lauf.antrag]] += 1
    return _each(spent, laeufe)


def _each(total: Matrix, number: Matrix) -> Matrix:
    quotient: Matrix = np.divide(total, number, out=np.full(total.shape, np.nan), where=number > 0)
    return quotient.round(9)


# --- the rule -----------------------------------------------------------------------------------------------


def needed(tests: int) -> int:
    """So few Anträge can prove anything where so many figures are tested at once: the sign test's smallest p,
    all pointing one way, times their number must not exceed five percent."""
    antraege = ENOUGH_ANTRAEGE
    while tests * 2 / 2**antraege > 1 - statistical_measures.LEVEL + 1e-12:
        antraege += 1
    return antraege


def _within(groesse: Groesse, a: float, b: float, grenze: float) -> Urteil:
    worse = TOLD[groesse].factor * (a - b if TOLD[groesse].is_good else b - a)
    if groesse is Groesse.KOSTEN:
        worse = 100 * (b - a) / a if a else 100.0 * (b > 0)
    return Urteil.SCHLECHTER if worse > grenze + 1e-9 else Urteil.WITHIN

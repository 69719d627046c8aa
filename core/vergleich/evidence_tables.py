"""The measures of evidence as tables to take along: each figure with its parts, and every case."""

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any

from core.runs.workbook import Tabelle, Zeile
from core.statistik import Intervall
from core.vergleich.evidence import FORMELN, Belegwert, Pruefquelle, quelle_told, wert_told
from core.vergleich.export_tables import PROGRAMM
from core.vergleich.spalten import Vergleich

KOPF = (
    "Maß", "Spalte", "Wert", "Zähler", "Nenner", "95 % von", "95 % bis", "Mittel je Lauf (ALCE)",
    "Nicht gezählt", "Formel", "Wer sagt, was ein Zitat trägt",
)  # fmt: skip


def belegtabellen(
    vergleich: Vergleich, namen: Mapping[str, str], quelle: Pruefquelle | None, werte: Sequence[Belegwert]
) -> tuple[Tabelle, ...]:
    """None where the measures were not taken."""
    return (_werte(vergleich, quelle, werte), _faelle(vergleich, namen, werte)) if werte else ()


def _werte(vergleich: Vergleich, quelle: Pruefquelle | None, werte: Sequence[Belegwert]) -> Tabelle:
    rows: list[Zeile] = []
    for one in werte:
        figures = _figures(one)
        left_out = ", ".join(f"{reason}: {n}" for reason, n in (one.ausgelassen or {}).items() if n)
        name = vergleich.spalten[one.spalte].name
        rows.append((one.name, name, *figures, one.je_lauf, left_out, FORMELN[one.name], quelle_told(quelle)))
    return Tabelle("Belege", KOPF, tuple(rows))


def _figures(one: Belegwert) -> Zeile:
    """Value, numerator, denominator, bounds; what was not checked is said to be, and is no zero."""
    if one.intervall is None:
        return (wert_told(one), None, None, None, None)
    return (one.intervall.wert, one.zaehler, one.nenner, *_bounds(one.intervall))


def _bounds(intervall: Intervall) -> tuple[float | None, float | None]:
    """None where nothing bounds it: the mean of a single case."""
    return (intervall.von, intervall.bis) if isfinite(intervall.von) else (None, None)


def as_plain(one: Belegwert) -> dict[str, Any]:
    """For JSON; `zaehler` and `nenner` are null where nothing was checked."""
    wert, zaehler, nenner, von, bis = _figures(one) if one.intervall else (None,) * 5
    return {
        "name": one.name, "spalte": one.spalte, "wert": wert, "zaehler": zaehler, "nenner": nenner,
        "von": von, "bis": bis, "je_lauf": one.je_lauf, "nicht_gezaehlt": one.ausgelassen,
        "formel": FORMELN[one.name], "faelle": one.faelle,
    }  # fmt: skip


def _faelle(vergleich: Vergleich, namen: Mapping[str, str], werte: Sequence[Belegwert]) -> Tabelle:
    titles = {lauf.id: vergleich.antraege[lauf.antrag] for lauf in vergleich.laeufe}
    rows: list[Zeile] = [
        (
            wert.name, vergleich.spalten[wert.spalte].name, titles[fall.lauf_id],
            namen.get(fall.partei, fall.partei), PROGRAMM[fall.typ], fall.lauf_id,
            None if fall.zitat is None else fall.zitat + 1, fall.satz, fall.zaehlt,
        )
        for wert in werte
        for fall in wert.faelle
    ]  # fmt: skip
    kopf = ("Maß", "Spalte", "Antrag", "Partei", "Programm", "Lauf", "Zitat Nr.", "Satz", "Zählt")
    return Tabelle("Belegfälle", kopf, tuple(rows))

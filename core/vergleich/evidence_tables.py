"""The measures of evidence as tables to take along: each figure with its parts, and every case."""

from collections.abc import Mapping, Sequence
from math import isfinite

from core.runs.workbook import Table, Zeile
from core.statistical_measures import Interval
from core.vergleich.evidence import FORMULAS, BelegValue, PruefungQuelle, quelle_told, value_told
from core.vergleich.export_tables import PROGRAMM
from core.vergleich.spalten import Vergleich

HEAD = (
    "Maß", "Spalte", "Wert", "Zähler", "Nenner", "95 % von", "95 % bis", "Mittel je Lauf (ALCE)",
    "Nicht gezählt", "Formel", "Wer sagt, was ein Zitat trägt",
)  # fmt: skip


def beleg_tables(
    vergleich: Vergleich, namen: Mapping[str, str], quelle: PruefungQuelle | None, werte: Sequence[BelegValue]
) -> tuple[Table, ...]:
    """None where the measures were not taken."""
    return (_values(vergleich, quelle, werte), _cases(vergleich, namen, werte)) if werte else ()


def _values(vergleich: Vergleich, quelle: PruefungQuelle | None, werte: Sequence[BelegValue]) -> Table:
    rows: list[Zeile] = []
    for one in werte:
        figures = _figures(one)
        left_out = ", ".join(f"{reason}: {n}" for reason, n in (one.ausgelassen or {}).items() if n)
        name = vergleich.spalten[one.spalte].name
        rows.append(
            (one.name, name, *figures, one.je_lauf, left_out, FORMULAS[one.name], quelle_told(quelle))
        )
    return Table("Belege", HEAD, tuple(rows))


def _figures(one: BelegValue) -> Zeile:
    """Value, numerator, denominator, bounds; what was not checked is said to be, and is no zero."""
    if one.intervall is None:
        return (value_told(one), None, None, None, None)
    return (one.intervall.wert, one.zaehler, one.nenner, *_bounds(one.intervall))


def _bounds(intervall: Interval) -> tuple[float | None, float | None]:
    """None where nothing bounds it: the mean of a single case."""
    return (intervall.von, intervall.bis) if isfinite(intervall.von) else (None, None)


def as_plain(one: BelegValue) -> dict[str, object]:
    """For JSON; `zaehler` and `nenner` are null where nothing was checked."""
    wert, zaehler, nenner, von, bis = _figures(one) if one.intervall else (None,) * 5
    return {
        "name": one.name, "spalte": one.spalte, "wert": wert, "zaehler": zaehler, "nenner": nenner,
        "von": von, "bis": bis, "je_lauf": one.je_lauf, "nicht_gezaehlt": one.ausgelassen,
        "formel": FORMULAS[one.name], "faelle": one.faelle,
    }  # fmt: skip


def _cases(vergleich: Vergleich, namen: Mapping[str, str], werte: Sequence[BelegValue]) -> Table:
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
    return Table("Belegfälle", kopf, tuple(rows))

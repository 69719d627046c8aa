"""Whether the quotes of every column carry its points, by the word of a checker: figures, cases, tables."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from core.citations.eintrag import Gebunden
from core.citations.eintrag_json import read_eintrag
from core.citations.verdict import Traegt, Verdict, latest
from core.german import formats
from core.judging.measures import (
    BelegMeasure,
    BelegZitat,
    Judgement,
    beleg_precision,
    beleg_recall,
    direction_agrees,
)
from core.models import Typ
from core.runs.store import Runstore
from core.runs.workbook import Table, Zeile
from core.vergleich.export_tables import PROGRAMM
from core.vergleich.spalten import Vergleich

Quote = tuple[str, str, int]
"""Lauf, party, number of the quote from 0."""

NOT_CHECKED = "nicht geprüft"

MEASURES = {
    "Beleg-Recall": beleg_recall,
    "Beleg-Precision": beleg_precision,
    "Richtung stimmt": direction_agrees,
}
FORMULAS = {
    "Beleg-Recall": (
        "Urteile, deren Zitate zusammen die Punkte tragen / Urteile mit 6 und mehr oder 4 und weniger "
        "Punkten. Getragen: Bei 6 und mehr stützt mindestens ein Zitat die Forderung und keines widerspricht "
        "ihr, bei 4 und weniger umgekehrt. Ein Urteil ohne belegtes Zitat ist nicht getragen (nach ALCE, Gao "
        "u. a. 2023)."
    ),
    "Beleg-Precision": (
        "Zitate, die allein tragen oder ohne die die übrigen es nicht tun / alle belegten Zitate dieser "
        "Urteile. Trägt das Ganze nicht, zählt keines (nach ALCE)."
    ),
    "Richtung stimmt": (
        "Urteile, deren Zitate alle in die Richtung der Punkte weisen / Urteile, von deren Zitaten "
        "mindestens eines stützt oder widerspricht"
    ),
}
"""Every measure with numerator and denominator, in the order they are shown."""


@dataclass(frozen=True, slots=True)
class PruefungQuelle:
    """Who says what quotes carry: a checker with a version of its prompt."""

    name: str
    verdicts: Mapping[Quote, Verdict]


@dataclass(frozen=True, slots=True)
class BelegValue:
    """A figure of a column; without `mass` nothing was checked."""

    name: str
    spalte: int
    mass: BelegMeasure | None


def pruefung_quellen(store: Runstore, ids: Collection[str]) -> list[PruefungQuelle]:
    """All checkers that said something of quotes of these Läufe, who said most before others."""
    told: dict[tuple[str, str, str], list[Traegt]] = defaultdict(list)
    for row in (row for rows in store.traegt_of(ids).values() for row in rows):
        told[row.model, row.prompt_version, row.lauf_id].append(row)
    checked: dict[tuple[str, str], dict[Quote, Verdict]] = defaultdict(dict)
    for (model, version, lauf_id), own in told.items():
        last = latest(own).items()
        checked[model, version] |= {(lauf_id, *place): row.verdict for place, row in last}
    found = [
        PruefungQuelle(f"{model}, Prompt {version}", verdicts)
        for (model, version), verdicts in checked.items()
    ]
    return sorted(found, key=lambda quelle: -len(quelle.verdicts))


def beleg_values(
    store: Runstore, vergleich: Vergleich, quelle: PruefungQuelle | None = None
) -> list[BelegValue]:
    """Every measure of every column, measure by measure."""
    own = _judgements(store, vergleich, quelle.verdicts if quelle else {})
    checked = [_checked(own.get(at, [])) for at in range(len(vergleich.spalten))]
    return [
        BelegValue(name, spalte, measure(judgements) if judgements else None)
        for name, measure in MEASURES.items()
        for spalte, judgements in enumerate(checked)
    ]


def _judgements(
    store: Runstore, vergleich: Vergleich, verdicts: Mapping[Quote, Verdict]
) -> dict[int, list[Judgement]]:
    """Column → its judgements with their bound quotes; those from another party's Programm prove nothing."""
    quotes: dict[tuple[str, str, Typ], list[BelegZitat]] = defaultdict(list)
    for row in store.zitate_of([lauf.id for lauf in vergleich.laeufe]):
        eintrag = read_eintrag(row.eintrag)
        if isinstance(eintrag, Gebunden) and not eintrag.fremde_partei:
            said = verdicts.get((row.lauf_id, row.partei, row.nummer))
            quotes[row.lauf_id, row.partei, Typ(row.typ)].append(BelegZitat(row.nummer, said))
    found: dict[int, list[Judgement]] = defaultdict(list)
    failed = {(one.lauf_id, one.partei) for one in vergleich.zaehlwerte if one.fehlgeschlagen}
    for wert in vergleich.werte:
        if (wert.lauf_id, wert.partei) not in failed:
            own = tuple(quotes[wert.lauf_id, wert.partei, wert.typ])
            found[wert.spalte].append(Judgement(wert.lauf_id, wert.partei, wert.typ, wert.score, own))
    return found


def _checked(own: Sequence[Judgement]) -> list[Judgement]:
    """Those of the Läufe of which anything was said; with none of them nothing is known, not even of the
    judgements without a quote."""
    asked = {one.lauf_id for one in own if any(zitat.verdict is not None for zitat in one.zitate)}
    quoted = {one.lauf_id for one in own if one.zitate}
    return [one for one in own if asked and (one.lauf_id in asked or one.lauf_id not in quoted)]


# --- told ---------------------------------------------------------------------------------------------------


def value_told(wert: BelegValue) -> str:
    """„78 % (31 von 40; 95 %: 63 bis 88 %)“, „nicht geprüft“."""
    if wert.mass is None:
        return NOT_CHECKED
    if (bounds := wert.mass.intervall) is None:
        return "kein Fall"
    shares = [round(100 * value) for value in (bounds.wert, bounds.von, bounds.bis)]
    counts = f"{wert.mass.zaehler} von {wert.mass.nenner}"
    return f"{shares[0]} % ({counts}; 95 %: {shares[1]} bis {shares[2]} %)"


def quelle_told(quelle: PruefungQuelle | None) -> str:
    """Who says so."""
    if quelle is None:
        return "Was die Zitate tragen, hat zu diesen Läufen kein Prüfmodell geprüft."
    zitate = formats.counted(len(quelle.verdicts), "Zitat", "Zitate")
    return (
        f"Was die Zitate tragen, sagt hier das Prüfmodell {quelle.name} ({zitate}). Auch ein Prüfmodell kann "
        "sich irren."
    )


HEAD = (
    "Maß", "Spalte", "Wert", "Zähler", "Nenner", "95 % von", "95 % bis", "Nicht gezählt", "Formel",
    "Wer sagt, was ein Zitat trägt",
)  # fmt: skip


def beleg_tables(
    vergleich: Vergleich, namen: Mapping[str, str], quelle: PruefungQuelle | None, werte: Sequence[BelegValue]
) -> tuple[Table, Table]:
    """Each figure with its parts, and every case."""
    return _values(vergleich, quelle, werte), _cases(vergleich, namen, werte)


def _values(vergleich: Vergleich, quelle: PruefungQuelle | None, werte: Sequence[BelegValue]) -> Table:
    rows: list[Zeile] = []
    for one in werte:
        left_out = one.mass.ausgelassen if one.mass else {}
        told = ", ".join(f"{reason}: {n}" for reason, n in left_out.items() if n)
        name = vergleich.spalten[one.spalte].name
        rows.append((one.name, name, *_figures(one), told, FORMULAS[one.name], quelle_told(quelle)))
    return Table("Belege", HEAD, tuple(rows))


def _figures(one: BelegValue) -> Zeile:
    """Value, numerator, denominator, bounds; what was not checked is said to be, and is no zero."""
    if one.mass is None or (bounds := one.mass.intervall) is None:
        return (value_told(one), None, None, None, None)
    return (bounds.wert, one.mass.zaehler, one.mass.nenner, bounds.von, bounds.bis)


def as_plain(one: BelegValue) -> dict[str, object]:
    """For JSON; `zaehler` and `nenner` are null where nothing was checked."""
    wert, zaehler, nenner, von, bis = _figures(one) if one.mass and one.mass.nenner else (None,) * 5
    return {
        "name": one.name, "spalte": one.spalte, "wert": wert, "zaehler": zaehler, "nenner": nenner,
        "von": von, "bis": bis, "nicht_gezaehlt": one.mass.ausgelassen if one.mass else None,
        "formel": FORMULAS[one.name], "faelle": one.mass.faelle if one.mass else (),
    }  # fmt: skip


def _cases(vergleich: Vergleich, namen: Mapping[str, str], werte: Sequence[BelegValue]) -> Table:
    titles = {lauf.id: vergleich.antraege[lauf.antrag] for lauf in vergleich.laeufe}
    rows: list[Zeile] = [
        (
            wert.name, vergleich.spalten[wert.spalte].name, titles[fall.lauf_id],
            namen.get(fall.partei, fall.partei), PROGRAMM[fall.typ], fall.lauf_id,
            None if fall.zitat is None else fall.zitat + 1, fall.zaehlt,
        )
        for wert in werte
        if wert.mass
        for fall in wert.mass.faelle
    ]  # fmt: skip
    kopf = ("Maß", "Spalte", "Antrag", "Partei", "Programm", "Lauf", "Zitat Nr.", "Zählt")
    return Table("Belegfälle", kopf, tuple(rows))

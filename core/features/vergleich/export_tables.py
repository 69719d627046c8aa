"""A comparison as tables of plain values, to be taken along: what was compared, and what came of it."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from statistics import fmean
from typing import NamedTuple

from core.base import formats
from core.base.table import Angabe, Column, Table, Zeile
from core.features.vergleich.beleg_measures import (
    BelegMeasure,
    BelegZitat,
    Judgement,
    beleg_precision,
    beleg_recall,
    direction_agrees,
)
from core.features.vergleich.differences import (
    Kennzahlen,
    MeanDifference,
    SpaltenDifference,
    differences_to_basis,
    kennzahlen,
    party_cells,
)
from core.features.vergleich.spalten import Spalte, Vergleich, Wert
from core.llm.verdict import Traegt, Verdict, latest
from core.runs.export import HOW_TO_READ
from core.runs.single_quotes import ZitatRow
from core.runs.store import Runstore
from core.wortlaut.binding.eintrag import Gebunden, ZitatStatus, read_eintrag
from core.wortlaut.records import PROGRAMM_TYPEN, Typ

ABDECKUNG: tuple[Column, ...] = (
    ("Forderungen mit naher Stelle (ohne Sprachmodell)", lambda row: row.abdeckung and row.abdeckung.nah),
    ("von so vielen Forderungen", lambda row: row.abdeckung and row.abdeckung.von),
)
"""No points, and never added to any."""

SPALTE: tuple[Column, ...] = (
    ("Modell", lambda spalte: spalte.modell),
    ("Prompt", lambda spalte: spalte.prompt_id),
    ("Promptversion", lambda spalte: spalte.prompt_version),
    ("Prompthash", lambda spalte: spalte.prompt_hash),
    ("Zitierweise", lambda spalte: spalte.zitierweise.wort),
    ("Strategie", lambda spalte: spalte.strategie),
    ("Parameter", lambda spalte: spalte.parameter),
)
"""What is told of a column of the comparison."""

PROGRAMM = {Typ.WAHLPROGRAMM: "Wahlprogramm", Typ.PARTEIPROGRAMM: "Parteiprogramm"}


def tables(
    vergleich: Vergleich,
    basis: int,
    namen: Mapping[str, str],
    stand: datetime,
    zitate: Sequence[ZitatRow] | None = None,
) -> tuple[Table, ...]:
    """All of them. `namen`: what the parties are called; `zitate`: the store's rows, if they are wanted."""
    quotes = () if zitate is None else (_zitate(vergleich, namen, zitate),)
    return (
        _details(vergleich, basis, stand, bool(quotes)),
        spalten_table(vergleich),
        _punkte(vergleich, namen),
        kennzahlen_table(vergleich, zitate),
        _differences(vergleich, basis),
        _zitat_numbers(vergleich, namen),
        *quotes,
        single_values(vergleich, namen),
    )


def single_values(vergleich: Vergleich, namen: Mapping[str, str], stand: datetime | None = None) -> Table:
    """Every score as it was given. With `stand` each row tells all of its column too, to stand for itself."""
    laeufe = {lauf.id: lauf for lauf in vergleich.laeufe}
    often = Counter((lauf.spalte, lauf.antrag) for lauf in vergleich.laeufe)
    columns: list[Column] = [
        ("Antrag", lambda wert: vergleich.antraege[wert.antrag]),
        ("Partei", lambda wert: namen.get(wert.partei, wert.partei)),
        ("Programm", lambda wert: PROGRAMM[wert.typ]),
        ("Spalte", lambda wert: vergleich.spalten[wert.spalte].name),
        ("Punkte", lambda wert: wert.score),
        ("Grund ohne Punkte", lambda wert: wert.zustand),
        ("Lauf", lambda wert: wert.lauf_id),
        ("Lauf vom", lambda wert: laeufe[wert.lauf_id].created),
        ("Wiederholung", lambda wert: laeufe[wert.lauf_id].wiederholung),
        ("Wiederholungen insgesamt", lambda wert: often[wert.spalte, wert.antrag]),
        ("Beispiel", lambda wert: laeufe[wert.lauf_id].is_demo),
        *ABDECKUNG,
    ]
    if stand:
        columns += [(head, partial(_of_spalte, vergleich, of)) for head, of in SPALTE]
        columns += [("Antragshash", lambda wert: wert.antrag), ("Stand", lambda wert: stand)]
    return Table("Einzelwerte", columns, vergleich.werte)


def _of_spalte(vergleich: Vergleich, of: Callable[[Spalte], Angabe], wert: Wert) -> Angabe:
    return of(vergleich.spalten[wert.spalte])


def _details(vergleich: Vergleich, basis: int, stand: datetime, with_zitate: bool) -> Table:
    rows: list[Zeile] = [
        ("Stand", stand),
        ("Anträge", len(vergleich.antraege)),
        ("Spalten", len(vergleich.spalten)),
        ("Läufe", len(vergleich.laeufe)),
        ("Verglichen mit", vergleich.spalten[basis].name),
        ("Beispieldaten", any(lauf.is_demo for lauf in vergleich.laeufe)),
    ]
    rows += [("Hinweis", hinweis) for hinweis in vergleich.hinweise]
    rows += [("Antrag", titel) for titel in vergleich.antraege.values()]
    if with_zitate:
        rows += [(f"Blatt „{sheet}“", reading) for sheet, reading in HOW_TO_READ.items()]
    return Table("Vergleich", (("Angabe", lambda row: row[0]), ("Wert", lambda row: row[1])), rows)


def spalten_table(vergleich: Vergleich) -> Table:
    antraege = {
        spalte: [lauf.antrag for lauf in vergleich.laeufe if lauf.spalte == at]
        for at, spalte in enumerate(vergleich.spalten)
    }
    columns: tuple[Column, ...] = (
        ("Spalte", lambda spalte: spalte.name),
        *SPALTE,
        ("Anträge", lambda spalte: len(set(antraege[spalte]))),
        ("Läufe", lambda spalte: len(antraege[spalte])),
    )
    return Table("Spalten", columns, vergleich.spalten)


def _punkte(vergleich: Vergleich, namen: Mapping[str, str]) -> Table:
    columns: tuple[Column, ...] = (
        ("Programm", lambda row: PROGRAMM[row[0]]),
        ("Partei", lambda row: namen.get(row[1].partei, row[1].partei)),
        ("Spalte", lambda row: vergleich.spalten[row[1].spalte].name),
        ("Punkte im Mittel", lambda row: _rounded(row[1].mittel)),
        ("Streuung der Wiederholungen", lambda row: _rounded(row[1].streuung)),
        ("Anträge", lambda row: row[1].n),
        ("Grund ohne Punkte", lambda row: row[1].zustand),
        ("Instabil", lambda row: row[1].instabil),
        *((head, lambda row, of=of: of(row[1])) for head, of in ABDECKUNG),
    )
    return Table(
        "Punkte", columns, [(typ, cell) for typ in PROGRAMM_TYPEN for cell in party_cells(vergleich, typ)]
    )


def kennzahlen_table(vergleich: Vergleich, zitate: Sequence[ZitatRow] | None = None) -> Table:
    """A figure per row, a column of the comparison per column; with warnings where the quotes are given."""
    warned = None if zitate is None else _warned(vergleich, zitate)
    points = _points(vergleich)
    figures = [
        _figures(
            one, vergleich.spalten[one.spalte], points[one.spalte], warned[one.spalte] if warned else None
        )
        for one in kennzahlen(vergleich)
    ]
    columns: list[Column] = [("Kennzahl", lambda label: label)]
    columns += [(one.name, own.__getitem__) for one, own in zip(vergleich.spalten, figures, strict=True)]
    return Table("Kennzahlen", columns, list(figures[0]) if figures else ())


def _warned(vergleich: Vergleich, zitate: Sequence[ZitatRow]) -> list[int]:
    """Column by column, how many bound quotes are to be read with care."""
    spalten = {lauf.id: lauf.spalte for lauf in vergleich.laeufe}
    found = Counter(
        spalten[row.lauf_id]
        for row in zitate
        if isinstance(kept := read_eintrag(row.eintrag), Gebunden) and (kept.warnungen or kept.is_uncertain)
    )
    return [found[at] for at in range(len(vergleich.spalten))]


def _points(vergleich: Vergleich) -> list[dict[str, Angabe]]:
    """Column by column the mean over parties of their points, for each kind of Programm."""
    found: list[dict[str, Angabe]] = [{} for _ in vergleich.spalten]
    for typ in PROGRAMM_TYPEN:
        means: dict[int, list[float]] = defaultdict(list)
        for cell in party_cells(vergleich, typ):
            means[cell.spalte] += [] if cell.mittel is None else [cell.mittel]
        for at, own in enumerate(found):
            own[f"Punkte im Mittel, {PROGRAMM[typ]}"] = _rounded(fmean(means[at])) if means[at] else None
    return found


def _figures(
    one: Kennzahlen, spalte: Spalte, points: Mapping[str, Angabe], warned: int | None
) -> dict[str, Angabe]:
    return {
        "Zitierweise": spalte.zitierweise.wort,
        "Läufe": one.laeufe,
        "Anträge": one.antraege,
        **points,
        "Fragen an das Modell": one.fragen,
        "ohne brauchbare Antwort": one.fehlgeschlagen,
        "erst auf Nachfrage lesbar": one.nachgefragt,
        "Antworten ohne Zitat": one.ohne_zitat,
        "Zitate": one.emittiert,
        "davon belegt": one.gebunden,
        "Anteil belegt": _rounded(one.gebunden / one.geprueft) if one.geprueft else None,
        "davon angeglichen": one.nach_status[ZitatStatus.ANGEGLICHEN],
        "davon aus dem Programm einer anderen Partei": one.fremde_partei,
        **({} if warned is None else {"davon mit Warnung": warned}),
        "verworfen": one.verworfen,
        **{f"verworfen: {status.wort}": one.nach_status[status] for status in ZitatStatus.dropped()},
        ZitatStatus.UNGEPRUEFT.wort: one.emittiert - one.geprueft,
        "Tokens gelesen": one.tokens_ein,
        "Tokens geschrieben": one.tokens_aus,
        "Tokens geschrieben je Antwort": _rounded(one.tokens_aus / one.fragen) if one.fragen else None,
        "Kosten (US-Dollar)": one.kosten,
        "Kosten je Lauf (US-Dollar)": one.kosten / one.laeufe if one.kosten is not None else None,
        "Sekunden je Antwort, Median": _rounded(one.median),
        "Sekunden je Antwort, 95 % dauern höchstens": _rounded(one.p95),
    }


class _DifferenceRow(NamedTuple):
    programm: str
    one: SpaltenDifference
    measure: str
    of: MeanDifference
    alpha: float | None = None
    alpha_alle: float | None = None


def _differences(vergleich: Vergleich, basis: int) -> Table:
    rows = []
    for typ, programm in ((None, "beide"), *PROGRAMM.items()):
        for one in differences_to_basis(vergleich, basis, typ):
            rows.append(_DifferenceRow(programm, one, "Punkte", one.punkte, one.alpha, one.alpha_alle))
            if typ is None:
                rows.append(_DifferenceRow("alle", one, "Anteil belegter Zitate", one.anteil))
    columns: tuple[Column, ...] = (
        ("Programm", lambda row: row.programm),
        ("Spalte", lambda row: vergleich.spalten[row.one.spalte].name),
        ("Verglichen mit", lambda row: vergleich.spalten[row.one.basis].name),
        ("Maß", lambda row: row.measure),
        ("Anträge", lambda row: row.of.antraege),
        ("Paare", lambda row: row.of.paare),
        ("Unterschied im Mittel", lambda row: row.of.intervall and _rounded(row.of.intervall.wert)),
        ("95 % von", lambda row: row.of.intervall and _rounded(row.of.intervall.von)),
        ("95 % bis", lambda row: row.of.intervall and _rounded(row.of.intervall.bis)),
        ("p (nach Holm)", lambda row: _rounded(row.of.p)),
        ("Belegt", lambda row: row.of.is_proven),
        ("Befund", lambda row: row.of.satz),
        ("Alpha der beiden Spalten", lambda row: _rounded(row.alpha)),
        ("Alpha aller Spalten", lambda row: _rounded(row.alpha_alle)),
    )
    return Table("Unterschiede", columns, rows)


def _zitat_numbers(vergleich: Vergleich, namen: Mapping[str, str]) -> Table:
    """What became of the quotes of every Teil, in numbers."""
    columns: tuple[Column, ...] = (
        ("Antrag", lambda one: vergleich.antraege[one.antrag]),
        ("Partei", lambda one: namen.get(one.partei, one.partei)),
        ("Spalte", lambda one: vergleich.spalten[one.spalte].name),
        ("Lauf", lambda one: one.lauf_id),
        ("Zitate", lambda one: one.emittiert),
        ("belegt", lambda one: one.gebunden),
        ("davon angeglichen", lambda one: one.angeglichen),
        ("aus dem Programm einer anderen Partei", lambda one: one.fremde_partei),
        *(
            (f"verworfen: {status.wort}", lambda one, status=status: one.nach_status[status])
            for status in ZitatStatus.dropped()
        ),
        (ZitatStatus.UNGEPRUEFT.wort, lambda one: one.emittiert - one.geprueft),
    )
    return Table("Zitatzahlen", columns, vergleich.zaehlwerte)


class _ZitatRow(NamedTuple):
    """`kept`: where the quote is bound."""

    row: ZitatRow
    status: ZitatStatus
    kept: Gebunden | None
    antrag: str
    spalte: Spalte


def _zitate(vergleich: Vergleich, namen: Mapping[str, str], zitate: Sequence[ZitatRow]) -> Table:
    """Every emitted quote: as the model wrote it, and as it stands in the Programm or why it was dropped."""
    laeufe = {lauf.id: lauf for lauf in vergleich.laeufe}
    rows = []
    for row in zitate:
        lauf, eintrag = laeufe[row.lauf_id], read_eintrag(row.eintrag)
        kept = eintrag if isinstance(eintrag, Gebunden) else None
        antrag, spalte = vergleich.antraege[lauf.antrag], vergleich.spalten[lauf.spalte]
        rows.append(_ZitatRow(row, eintrag.status, kept, antrag, spalte))
    columns: tuple[Column, ...] = (
        ("Antrag", lambda one: one.antrag),
        ("Partei", lambda one: namen.get(one.row.partei, one.row.partei)),
        ("Programm", lambda one: PROGRAMM[Typ(one.row.typ)]),
        ("Spalte", lambda one: one.spalte.name),
        ("Lauf", lambda one: one.row.lauf_id),
        ("Nummer", lambda one: one.row.nummer + 1),
        ("Wie das Modell es schrieb", lambda one: one.row.text),
        ("Belegt", lambda one: one.status.is_bound),
        ("Nicht belegt, weil", lambda one: "" if one.status.is_bound else one.status.wort),
        ("Wortlaut im Programm", lambda one: one.kept and one.kept.text),
        ("Quelle", lambda one: one.kept and one.kept.quelle),
        ("Kennung des Programms", lambda one: one.row.programm_id),
        ("Seite", lambda one: one.row.seite),
        ("Aus dem Programm einer anderen Partei", lambda one: one.row.fremde_partei),
        (
            "Programm nicht in Kraft, von Hand hinzugenommen",
            lambda one: one.row.programm_id in one.spalte.trotzdem,
        ),
    )
    return Table("Zitate", columns, rows)


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


# --- whether the quotes of every column carry its points, by the word of a checker: figures, cases, tables


Quote = tuple[str, str, int]
"""Lauf, party, number of the quote from 0."""

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
    judged = _judgements(store, vergleich, quelle.verdicts if quelle else {})
    checked = []
    for spalte in range(len(vergleich.spalten)):
        # Those of the Läufe of which anything was said; with none of them nothing is known, not even of the
        # judgements without a quote.
        own = judged.get(spalte, [])
        asked = {one.lauf_id for one in own if any(zitat.verdict is not None for zitat in one.zitate)}
        quoted = {one.lauf_id for one in own if one.zitate}
        checked.append([one for one in own if asked and (one.lauf_id in asked or one.lauf_id not in quoted)])
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


# --- told ---------------------------------------------------------------------------------------------------


def value_told(wert: BelegValue) -> str:
    """„78 % (31 von 40; 95 %: 63 bis 88 %)“, „nicht geprüft“."""
    if wert.mass is None:
        return "nicht geprüft"
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


def beleg_tables(
    vergleich: Vergleich, namen: Mapping[str, str], quelle: PruefungQuelle | None, werte: Sequence[BelegValue]
) -> tuple[Table, Table]:
    """Each figure with its parts, and every case."""
    return _values(vergleich, quelle, werte), _cases(vergleich, namen, werte)


def _values(vergleich: Vergleich, quelle: PruefungQuelle | None, werte: Sequence[BelegValue]) -> Table:
    columns: tuple[Column, ...] = (
        ("Maß", lambda one: one.name),
        ("Spalte", lambda one: vergleich.spalten[one.spalte].name),
        ("Wert", lambda one: _beleg_figures(one)[0]),
        ("Zähler", lambda one: _beleg_figures(one)[1]),
        ("Nenner", lambda one: _beleg_figures(one)[2]),
        ("95 % von", lambda one: _beleg_figures(one)[3]),
        ("95 % bis", lambda one: _beleg_figures(one)[4]),
        ("Nicht gezählt", _left_out),
        ("Formel", lambda one: FORMULAS[one.name]),
        ("Wer sagt, was ein Zitat trägt", lambda one: quelle_told(quelle)),
    )
    return Table("Belege", columns, werte)


def _left_out(one: BelegValue) -> str:
    left_out = one.mass.ausgelassen if one.mass else {}
    return ", ".join(f"{reason}: {n}" for reason, n in left_out.items() if n)


def _beleg_figures(one: BelegValue) -> Zeile:
    """Value, numerator, denominator, bounds; what was not checked is said to be, and is no zero."""
    if one.mass is None or (bounds := one.mass.intervall) is None:
        return (value_told(one), None, None, None, None)
    return (bounds.wert, one.mass.zaehler, one.mass.nenner, bounds.von, bounds.bis)


def _cases(vergleich: Vergleich, namen: Mapping[str, str], werte: Sequence[BelegValue]) -> Table:
    titles = {lauf.id: vergleich.antraege[lauf.antrag] for lauf in vergleich.laeufe}
    columns: tuple[Column, ...] = (
        ("Maß", lambda row: row[0].name),
        ("Spalte", lambda row: vergleich.spalten[row[0].spalte].name),
        ("Antrag", lambda row: titles[row[1].lauf_id]),
        ("Partei", lambda row: namen.get(row[1].partei, row[1].partei)),
        ("Programm", lambda row: PROGRAMM[row[1].typ]),
        ("Lauf", lambda row: row[1].lauf_id),
        ("Zitat Nr.", lambda row: None if row[1].zitat is None else row[1].zitat + 1),
        ("Zählt", lambda row: row[1].zaehlt),
    )
    cases = [(wert, fall) for wert in werte if wert.mass for fall in wert.mass.faelle]
    return Table("Belegfälle", columns, cases)

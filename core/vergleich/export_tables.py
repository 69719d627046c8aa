"""A comparison as tables of plain values, to be taken along: what was compared, and what came of it."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from core.citations.eintrag import REASONS, WORT, Gebunden, ZitatStatus, read_eintrag
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
from core.models import Abdeckung, Typ
from core.papers.matrix_tables import READING as EDITS
from core.runs.figures import ZitatRow
from core.runs.store import Runstore
from core.runs.verdict_table import NAME as VERDICTS
from core.runs.verdict_table import READING as ALL_SAID
from core.runs.workbook import Angabe, Table, Zeile
from core.statistical_measures import Interval
from core.vergleich.differences import Kennzahlen, MeanDifference, kennzahlen, unterschiede
from core.vergleich.point_matrix import zellen
from core.vergleich.spalten import Spalte, Vergleich

ABDECKUNG = ("Forderungen mit naher Stelle (ohne Sprachmodell)", "von so vielen Forderungen")
"""No points, and never added to any."""

SPALTE = ("Modell", "Prompt", "Promptversion", "Prompthash", "Strategie", "Parameter")
PROGRAMM = {Typ.WAHLPROGRAMM: "Wahlprogramm", Typ.PARTEIPROGRAMM: "Parteiprogramm"}


READING = {
    VERDICTS: ALL_SAID,
    "Bearbeitung": EDITS,
}
"""What a row of a sheet is, where that is not seen at once; they are there where quotes were asked for."""


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
        kennzahlen_table(vergleich),
        _differences(vergleich, basis),
        _zitat_numbers(vergleich, namen),
        *quotes,
        single_values(vergleich, namen),
    )


def single_values(vergleich: Vergleich, namen: Mapping[str, str], stand: datetime | None = None) -> Table:
    """Every score as it was given. With `stand` each row tells all of its column too, to stand for itself."""
    laeufe = {lauf.id: lauf for lauf in vergleich.laeufe}
    often = Counter((lauf.spalte, lauf.antrag) for lauf in vergleich.laeufe)
    rows = []
    for wert in vergleich.werte:
        spalte, lauf = vergleich.spalten[wert.spalte], laeufe[wert.lauf_id]
        own = (
            vergleich.antraege[wert.antrag], namen.get(wert.partei, wert.partei), PROGRAMM[wert.typ],
            spalte.name, wert.score, wert.zustand, wert.lauf_id, lauf.created, lauf.wiederholung,
            often[wert.spalte, wert.antrag], lauf.is_demo, *_abdeckung(wert.abdeckung),
        )  # fmt: skip
        rows.append((*own, *_written_out(spalte), wert.antrag, stand) if stand else own)
    kopf = (
        "Antrag", "Partei", "Programm", "Spalte", "Punkte", "Grund ohne Punkte", "Lauf", "Lauf vom",
        "Wiederholung", "Wiederholungen insgesamt", "Beispiel", *ABDECKUNG,
    )  # fmt: skip
    return Table("Einzelwerte", (*kopf, *SPALTE, "Antragshash", "Stand") if stand else kopf, tuple(rows))


def _abdeckung(found: Abdeckung | None) -> Zeile:
    return (found.nah, found.von) if found else (None, None)


def _written_out(spalte: Spalte) -> Zeile:
    return (
        spalte.modell, spalte.prompt_id, spalte.prompt_version, spalte.prompt_hash, spalte.strategie,
        spalte.parameter,
    )  # fmt: skip


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
        rows += [(f"Blatt „{sheet}“", reading) for sheet, reading in READING.items()]
    return Table("Vergleich", ("Angabe", "Wert"), tuple(rows))


def spalten_table(vergleich: Vergleich) -> Table:
    rows = []
    for at, spalte in enumerate(vergleich.spalten):
        own = [lauf.antrag for lauf in vergleich.laeufe if lauf.spalte == at]
        rows.append((spalte.name, *_written_out(spalte), len(set(own)), len(own)))
    return Table("Spalten", ("Spalte", *SPALTE, "Anträge", "Läufe"), tuple(rows))


def _punkte(vergleich: Vergleich, namen: Mapping[str, str]) -> Table:
    rows = tuple(
        (
            PROGRAMM[typ], namen.get(cell.partei, cell.partei), vergleich.spalten[cell.spalte].name,
            _rounded(cell.mittel), _rounded(cell.streuung), cell.n, cell.zustand, cell.instabil,
            *_abdeckung(cell.abdeckung),
        )
        for typ in Typ
        for cell in zellen(vergleich, typ)
    )  # fmt: skip
    kopf = (
        "Programm", "Partei", "Spalte", "Punkte im Mittel", "Streuung der Wiederholungen", "Anträge",
        "Grund ohne Punkte", "Instabil", *ABDECKUNG,
    )  # fmt: skip
    return Table("Punkte", kopf, rows)


def kennzahlen_table(vergleich: Vergleich) -> Table:
    """A figure per row, a column of the comparison per column."""
    columns = [_figures(one) for one in kennzahlen(vergleich)]
    labels = tuple(columns[0]) if columns else ()
    rows = tuple((label, *(column[label] for column in columns)) for label in labels)
    return Table("Kennzahlen", ("Kennzahl", *(spalte.name for spalte in vergleich.spalten)), rows)


def _figures(one: Kennzahlen) -> dict[str, Angabe]:
    return {
        "Läufe": one.laeufe,
        "Anträge": one.antraege,
        "Fragen an das Modell": one.fragen,
        "ohne brauchbare Antwort": one.fehlgeschlagen,
        "erst auf Nachfrage lesbar": one.nachgefragt,
        "Antworten ohne Zitat": one.ohne_zitat,
        "Zitate": one.emittiert,
        "davon belegt": one.gebunden,
        "Anteil belegt": _rounded(one.gebunden / one.geprueft) if one.geprueft else None,
        "davon angeglichen": one.nach_status[ZitatStatus.ANGEGLICHEN],
        "davon aus dem Programm einer anderen Partei": one.fremde_partei,
        "verworfen": one.verworfen,
        **{f"verworfen: {grund}": one.nach_status[status] for status, grund in REASONS.items()},
        WORT[ZitatStatus.UNGEPRUEFT]: one.emittiert - one.geprueft,
        "Tokens gelesen": one.tokens_ein,
        "Tokens geschrieben": one.tokens_aus,
        "Kosten (US-Dollar)": one.kosten,
        "Sekunden je Antwort, Median": _rounded(one.median),
        "Sekunden je Antwort, 95 % dauern höchstens": _rounded(one.p95),
    }


def _differences(vergleich: Vergleich, basis: int) -> Table:
    rows = []
    for typ, programm in ((None, "beide"), *PROGRAMM.items()):
        for one in unterschiede(vergleich, basis, typ):
            names = (vergleich.spalten[one.spalte].name, vergleich.spalten[one.basis].name)
            alphas = (_rounded(one.alpha), _rounded(one.alpha_alle))
            rows.append((programm, *names, "Punkte", *_measured(one.punkte), *alphas))
            if typ is None:
                rows.append(("alle", *names, "Anteil belegter Zitate", *_measured(one.anteil), None, None))
    kopf = (
        "Programm", "Spalte", "Verglichen mit", "Maß", "Anträge", "Paare", "Unterschied im Mittel",
        "95 % von", "95 % bis", "p (nach Holm)", "Belegt", "Befund", "Alpha der beiden Spalten",
        "Alpha aller Spalten",
    )  # fmt: skip
    return Table("Unterschiede", kopf, tuple(rows))


def _measured(one: MeanDifference) -> Zeile:
    return (
        one.antraege, one.paare, *_bounds(one.intervall), _rounded(one.p), one.is_proven, one.satz,
    )  # fmt: skip


def _bounds(intervall: Interval | None) -> Zeile:
    if intervall is None:
        return (None, None, None)
    return _rounded(intervall.wert), _rounded(intervall.von), _rounded(intervall.bis)


def _zitat_numbers(vergleich: Vergleich, namen: Mapping[str, str]) -> Table:
    """What became of the quotes of every Teil, in numbers."""
    rows: list[Zeile] = [
        (
            vergleich.antraege[one.antrag], namen.get(one.partei, one.partei),
            vergleich.spalten[one.spalte].name, one.lauf_id, one.emittiert, one.gebunden, one.angeglichen,
            one.fremde_partei, *(one.nach_status[status] for status in REASONS),
            one.emittiert - one.geprueft,
        )
        for one in vergleich.zaehlwerte
    ]  # fmt: skip
    kopf = (
        "Antrag", "Partei", "Spalte", "Lauf", "Zitate", "belegt", "davon angeglichen",
        "aus dem Programm einer anderen Partei", *(f"verworfen: {grund}" for grund in REASONS.values()),
        WORT[ZitatStatus.UNGEPRUEFT],
    )  # fmt: skip
    return Table("Zitatzahlen", kopf, tuple(rows))


def _zitate(vergleich: Vergleich, namen: Mapping[str, str], zitate: Sequence[ZitatRow]) -> Table:
    """Every emitted quote: as the model wrote it, and as it stands in the Programm or why it was dropped."""
    laeufe = {lauf.id: lauf for lauf in vergleich.laeufe}
    rows: list[Zeile] = []
    for row in zitate:
        lauf, eintrag = laeufe[row.lauf_id], read_eintrag(row.eintrag)
        status, kept = eintrag.status, eintrag if isinstance(eintrag, Gebunden) else None
        rows.append(
            (
                vergleich.antraege[lauf.antrag], namen.get(row.partei, row.partei), PROGRAMM[Typ(row.typ)],
                vergleich.spalten[lauf.spalte].name, row.lauf_id, row.nummer + 1, row.text, status.is_bound,
                "" if status.is_bound else WORT[status], kept.text if kept else None,
                kept.quelle if kept else None, row.programm_id, row.seite,
                row.fremde_partei, row.programm_id in vergleich.spalten[lauf.spalte].trotzdem,
            )
        )  # fmt: skip
    kopf = (
        "Antrag", "Partei", "Programm", "Spalte", "Lauf", "Nummer", "Wie das Modell es schrieb", "Belegt",
        "Nicht belegt, weil", "Wortlaut im Programm", "Quelle", "Kennung des Programms", "Seite",
        "Aus dem Programm einer anderen Partei", "Programm nicht in Kraft, von Hand hinzugenommen",
    )  # fmt: skip
    return Table("Zitate", kopf, tuple(rows))


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


# --- whether the quotes of every column carry its points, by the word of a checker: figures, cases, tables


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
        rows.append((one.name, name, *_beleg_figures(one), told, FORMULAS[one.name], quelle_told(quelle)))
    return Table("Belege", HEAD, tuple(rows))


def _beleg_figures(one: BelegValue) -> Zeile:
    """Value, numerator, denominator, bounds; what was not checked is said to be, and is no zero."""
    if one.mass is None or (bounds := one.mass.intervall) is None:
        return (value_told(one), None, None, None, None)
    return (bounds.wert, one.mass.zaehler, one.mass.nenner, bounds.von, bounds.bis)


def as_plain(one: BelegValue) -> dict[str, object]:
    """For JSON; `zaehler` and `nenner` are null where nothing was checked."""
    wert, zaehler, nenner, von, bis = _beleg_figures(one) if one.mass and one.mass.nenner else (None,) * 5
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

"""A comparison as tables of plain values, to be taken along: what was compared, and what came of it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime

from core.citations.eintrag import Gebunden
from core.citations.eintrag_json import read_eintrag
from core.citations.zitat_status import REASONS, WORT, ZitatStatus
from core.models import Abdeckung, Typ
from core.papers.edit_table import READING as EDITS
from core.runs.figures import ZitatRow
from core.runs.verdict_table import NAME as VERDICTS
from core.runs.verdict_table import READING as ALL_SAID
from core.runs.workbook import Angabe, Table, Zeile
from core.statistical_measures import Interval
from core.vergleich.differences import MeanDifference, unterschiede
from core.vergleich.kennzahlen import Kennzahlen, kennzahlen
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

"""A comparison as tables of plain values, to be taken along: what was compared, and what came of it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from types import MappingProxyType

from core.citations.eintrag import Gebunden
from core.citations.eintragform import read_eintrag
from core.citations.zitatstatus import GRUENDE, WORT, Zitatstatus
from core.models import Abdeckung, Typ
from core.runs.comparison_rows import Zitatzeile
from core.runs.workbook import Angabe, Tabelle, Zeile
from core.statistik import Intervall
from core.support.traegt import Traegt, latest
from core.support.verdict import WORT as VERDICT
from core.vergleich.kennzahlen import Kennzahlen, kennzahlen
from core.vergleich.point_matrix import zellen
from core.vergleich.spalten import Spalte, Vergleich
from core.vergleich.unterschiede import Differenz, unterschiede

ABDECKUNG = ("Forderungen mit naher Stelle (ohne Sprachmodell)", "von so vielen Forderungen")
"""No points, and never added to any."""

SPALTE = ("Modell", "Prompt", "Promptversion", "Prompthash", "Strategie", "Parameter")
PROGRAMM = {Typ.WAHLPROGRAMM: "Wahlprogramm", Typ.PARTEIPROGRAMM: "Parteiprogramm"}


def tabellen(
    vergleich: Vergleich,
    basis: int,
    namen: Mapping[str, str],
    stand: datetime,
    zitate: Sequence[Zitatzeile] | None = None,
    traegt: Mapping[str, Sequence[Traegt]] = MappingProxyType({}),
) -> tuple[Tabelle, ...]:
    """All of them. `namen`: what the parties are called; `zitate`: the store's rows, if they are wanted.

    `traegt`: Lauf → what second models said of its quotes.
    """
    quotes = () if zitate is None else (_zitate(vergleich, namen, zitate, traegt),)
    return (
        _angaben(vergleich, basis, stand),
        spaltentabelle(vergleich),
        _punkte(vergleich, namen),
        kennzahlentabelle(vergleich),
        _unterschiede(vergleich, basis),
        _zitatzahlen(vergleich, namen),
        *quotes,
        einzelwerte(vergleich, namen),
    )


def einzelwerte(vergleich: Vergleich, namen: Mapping[str, str], stand: datetime | None = None) -> Tabelle:
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
        rows.append((*own, *_ausgeschrieben(spalte), wert.antrag, stand) if stand else own)
    kopf = (
        "Antrag", "Partei", "Programm", "Spalte", "Punkte", "Grund ohne Punkte", "Lauf", "Lauf vom",
        "Wiederholung", "Wiederholungen insgesamt", "Beispiel", *ABDECKUNG,
    )  # fmt: skip
    return Tabelle("Einzelwerte", (*kopf, *SPALTE, "Antragshash", "Stand") if stand else kopf, tuple(rows))


def _abdeckung(found: Abdeckung | None) -> Zeile:
    return (found.nah, found.von) if found else (None, None)


def _ausgeschrieben(spalte: Spalte) -> Zeile:
    return (
        spalte.modell, spalte.prompt_id, spalte.prompt_version, spalte.prompt_hash, spalte.strategie,
        spalte.parameter,
    )  # fmt: skip


def _angaben(vergleich: Vergleich, basis: int, stand: datetime) -> Tabelle:
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
    return Tabelle("Vergleich", ("Angabe", "Wert"), tuple(rows))


def spaltentabelle(vergleich: Vergleich) -> Tabelle:
    rows = []
    for at, spalte in enumerate(vergleich.spalten):
        own = [lauf.antrag for lauf in vergleich.laeufe if lauf.spalte == at]
        rows.append((spalte.name, *_ausgeschrieben(spalte), len(set(own)), len(own)))
    return Tabelle("Spalten", ("Spalte", *SPALTE, "Anträge", "Läufe"), tuple(rows))


def _punkte(vergleich: Vergleich, namen: Mapping[str, str]) -> Tabelle:
    rows = tuple(
        (
            PROGRAMM[typ], namen.get(zelle.partei, zelle.partei), vergleich.spalten[zelle.spalte].name,
            _rounded(zelle.mittel), _rounded(zelle.streuung), zelle.n, zelle.zustand, zelle.instabil,
            *_abdeckung(zelle.abdeckung),
        )
        for typ in Typ
        for zelle in zellen(vergleich, typ)
    )  # fmt: skip
    kopf = (
        "Programm", "Partei", "Spalte", "Punkte im Mittel", "Streuung der Wiederholungen", "Anträge",
        "Grund ohne Punkte", "Instabil", *ABDECKUNG,
    )  # fmt: skip
    return Tabelle("Punkte", kopf, rows)


def kennzahlentabelle(vergleich: Vergleich) -> Tabelle:
    """A figure per row, a column of the comparison per column."""
    columns = [_figures(one) for one in kennzahlen(vergleich)]
    labels = tuple(columns[0]) if columns else ()
    rows = tuple((label, *(column[label] for column in columns)) for label in labels)
    return Tabelle("Kennzahlen", ("Kennzahl", *(spalte.name for spalte in vergleich.spalten)), rows)


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
        "davon angeglichen": one.nach_status[Zitatstatus.ANGEGLICHEN],
        "davon aus dem Programm einer anderen Partei": one.fremde_partei,
        "verworfen": one.verworfen,
        **{f"verworfen: {grund}": one.nach_status[status] for status, grund in GRUENDE.items()},
        WORT[Zitatstatus.UNGEPRUEFT]: one.emittiert - one.geprueft,
        "von einem Prüfmodell gelesen": one.traegt_geprueft,
        **{f"Prüfmodell: {VERDICT[verdict]}": number for verdict, number in one.nach_verdict.items()},
        "passt nicht zu Punkten oder Forderung": one.traegt_lesen,
        "Tokens gelesen": one.tokens_ein,
        "Tokens geschrieben": one.tokens_aus,
        "Kosten (US-Dollar)": one.kosten,
        "Sekunden je Antwort, Median": _rounded(one.median),
        "Sekunden je Antwort, 95 % dauern höchstens": _rounded(one.p95),
    }


def _unterschiede(vergleich: Vergleich, basis: int) -> Tabelle:
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
    return Tabelle("Unterschiede", kopf, tuple(rows))


def _measured(one: Differenz) -> Zeile:
    return (
        one.antraege, one.paare, *_bounds(one.intervall), _rounded(one.p), one.is_belegt, one.satz,
    )  # fmt: skip


def _bounds(intervall: Intervall | None) -> Zeile:
    if intervall is None:
        return (None, None, None)
    return _rounded(intervall.wert), _rounded(intervall.von), _rounded(intervall.bis)


def _zitatzahlen(vergleich: Vergleich, namen: Mapping[str, str]) -> Tabelle:
    """What became of the quotes of every Teil, in numbers."""
    rows: list[Zeile] = [
        (
            vergleich.antraege[one.antrag], namen.get(one.partei, one.partei),
            vergleich.spalten[one.spalte].name, one.lauf_id, one.emittiert, one.gebunden, one.angeglichen,
            one.fremde_partei, *(one.nach_status[status] for status in GRUENDE),
            one.emittiert - one.geprueft,
        )
        for one in vergleich.zaehlwerte
    ]  # fmt: skip
    kopf = (
        "Antrag", "Partei", "Spalte", "Lauf", "Zitate", "belegt", "davon angeglichen",
        "aus dem Programm einer anderen Partei", *(f"verworfen: {grund}" for grund in GRUENDE.values()),
        WORT[Zitatstatus.UNGEPRUEFT],
    )  # fmt: skip
    return Tabelle("Zitatzahlen", kopf, tuple(rows))


def _zitate(
    vergleich: Vergleich,
    namen: Mapping[str, str],
    zitate: Sequence[Zitatzeile],
    traegt: Mapping[str, Sequence[Traegt]],
) -> Tabelle:
    """Every emitted quote: as the model wrote it, and as it stands in the Programm or why it was dropped."""
    laeufe = {lauf.id: lauf for lauf in vergleich.laeufe}
    said = {(lauf_id, *place): row for lauf_id, rows in traegt.items() for place, row in latest(rows).items()}
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
                *_second_look(said.get((row.lauf_id, row.partei, row.nummer)), status.is_bound),
            )
        )  # fmt: skip
    kopf = (
        "Antrag", "Partei", "Programm", "Spalte", "Lauf", "Nummer", "Wie das Modell es schrieb", "Belegt",
        "Nicht belegt, weil", "Wortlaut im Programm", "Quelle", "Kennung des Programms", "Seite",
        "Aus dem Programm einer anderen Partei", "Programm nicht in Kraft, von Hand hinzugenommen",
        "Prüfmodell sagt", "gestützt auf", "Zu Forderung", "Prüfmodell",
    )  # fmt: skip
    return Tabelle("Zitate", kopf, tuple(rows))


def _second_look(row: Traegt | None, is_bound: bool) -> Zeile:
    if row is None:
        return ("nicht geprüft" if is_bound else None, None, None, None)
    return (VERDICT[row.verdict], row.words or row.reason, row.forderung, row.model)


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)

"""A comparison as a file to take along."""

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Self

from core import clock
from core.german import formats
from core.models import Typ
from core.papers.lauf_files import edit_table
from core.runs.export import verdict_table
from core.runs.figures import ZitatRow
from core.runs.lauf import plain
from core.runs.store import Runstore
from core.table import Angabe, Table, as_csv, as_xlsx
from core.templates import render
from core.vergleich.differences import Cell, kennzahlen, unterschiede, zellen
from core.vergleich.export_tables import (
    FORMULAS,
    PROGRAMM,
    BelegValue,
    PruefungQuelle,
    as_plain,
    beleg_tables,
    beleg_values,
    kennzahlen_table,
    pruefung_quellen,
    quelle_told,
    single_values,
    spalten_table,
    tables,
    value_told,
)
from core.vergleich.spalten import Vergleich

# --- a printable report of a comparison ---------------------------------------------------------------------
# What was compared, the points, whether they differ. One HTML file.

READING = (
    "Punkte von 0 bis 10: Mittel über die Anträge, ± Streuung zwischen Wiederholungen. „instabil“: "
    "Wiederholungen desselben Antrags liegen zwei Punkte oder mehr auseinander, oder nur manche geben Punkte."
)
AGREEMENT = (
    "Alpha nach Krippendorff sagt, wie weit die Punkte übereinstimmen: 1 ist völlige Übereinstimmung, "
    "0 ist nicht mehr als Zufall."
)
EXAMPLE = "Dieser Vergleich beruht auf Beispieldaten, nicht auf Antworten zu wirklichen Anträgen."


def report(
    vergleich: Vergleich,
    basis: int,
    namen: Mapping[str, str],
    stand: datetime,
    quelle: PruefungQuelle | None = None,
    belege: Sequence[BelegValue] = (),
) -> str:
    """The whole page; `namen`: what the parties are called, `belege`: measures of evidence, if wanted."""
    n = len(vergleich.antraege)
    found = unterschiede(vergleich, basis)
    figures, columns = kennzahlen_table(vergleich), spalten_table(vergleich)
    heads = columns.kopf[1:]
    names = [spalte.name for spalte in vergleich.spalten]
    counts = f"Stand {formats.day(stand)} · Spalten: {len(names)} · Läufe: {len(vergleich.laeufe)}"
    example = [EXAMPLE] if any(lauf.is_demo for lauf in vergleich.laeufe) else []
    measured = {
        "told": quelle_told(quelle),
        "kopf": ["Maß", *names],
        "zeilen": [[name, *(value_told(one) for one in belege if one.name == name)] for name in FORMULAS],
        "formeln": list(FORMULAS.items()),
    }
    return render(
        "vergleich",
        titel=f"Vergleich auf {n} Anträgen" if n != 1 else "Vergleich auf einem Antrag",
        angaben=f"{counts} · verglichen mit „{names[basis]}“",
        hinweise=[*example, *vergleich.hinweise],
        spalten=[  # in full, for what a column is called here is short
            (name, " · ".join(f"{kopf}: {_cell(value)}" for kopf, value in zip(heads, rest, strict=True)))
            for name, *rest in columns.zeilen
        ],
        punkte=[_punkte(vergleich, typ, namen) for typ in Typ],
        lesart=READING,
        unterschiede=[
            {
                "spalte": names[one.spalte],
                "punkte": one.punkte.satz,
                "zitate": one.anteil.satz,
                "alpha": _alpha(one.alpha),
            }
            for one in found
        ],
        einigkeit=AGREEMENT,
        zusammen=_alpha(found[0].alpha_alle, "Alle Spalten zusammen: ") if found else "",
        kennzahlen={"kopf": figures.kopf, "zeilen": [list(map(_cell, row)) for row in figures.zeilen]},
        belege=measured if belege else None,
        antraege=list(vergleich.antraege.values()),
    )


def _punkte(
    vergleich: Vergleich, typ: Typ, namen: Mapping[str, str]
) -> tuple[str, list[str], list[list[str]]]:
    found = {(cell.partei, cell.spalte): cell for cell in zellen(vergleich, typ)}
    columns = range(len(vergleich.spalten))
    rows = [
        [namen.get(partei, partei), *(_punkt(found[partei, spalte]) for spalte in columns)]
        for partei in vergleich.parteien
    ]
    return PROGRAMM[typ], ["Partei", *(spalte.name for spalte in vergleich.spalten)], rows


def _alpha(alpha: float | None, before: str = "") -> str:
    if alpha is None:
        return ""
    return f"{before}Alpha {formats.number(alpha, 2)}"


def _punkt(cell: Cell) -> str:
    if cell.mittel is None:
        return f"{cell.abdeckung}\n{cell.zustand}" if cell.abdeckung else cell.zustand
    parts = [
        formats.number(cell.mittel, 1)
        + (f" ± {formats.number(cell.streuung, 1)}" if cell.streuung is not None else ""),
        f"n\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}{cell.n}",
        "instabil" if cell.instabil else "",
    ]
    return "\n".join(part for part in parts if part)


def _cell(value: Angabe) -> str:
    if value is None:
        return "–"
    return formats.shortest(value) if isinstance(value, float) else str(value)


# --- a comparison as a file to take along -------------------------------------------------------------------

FORMAT = "antragsspiegel-vergleich"
VERSION = 1


class VergleichFileForm(StrEnum):
    XLSX = "xlsx"
    CSV = "csv"
    JSON = "json"
    HTML = "html"
    PDF = "pdf"


def exported(
    vergleich: Vergleich,
    form: VergleichFileForm,
    basis: int = 0,
    namen: Mapping[str, str] | None = None,
    stand: datetime | None = None,
    store: Runstore | None = None,
) -> bytes:
    """All of it (xlsx, json), every score as a row (csv), or a report to read (html, pdf).

    Differences are told against the column `basis`; `namen`: what the parties are called; with the `store`
    workbook and JSON hold the quotes themselves, too.
    """
    names, moment = namen or {}, stand or clock.now()
    zitate, quelle, belege = None, None, []
    ids = [lauf.id for lauf in vergleich.laeufe]
    if store and form in (VergleichFileForm.XLSX, VergleichFileForm.JSON):
        zitate = store.zitate_of(ids)
    if store and form is not VergleichFileForm.CSV:
        # By what the checker says that looked at most quotes.
        quelle = next(iter(pruefung_quellen(store, ids)), None)
        belege = beleg_values(store, vergleich, quelle)
    if form is VergleichFileForm.JSON:
        return _as_json(vergleich, basis, moment, zitate, belege)
    if form is VergleichFileForm.CSV:
        return as_csv(single_values(vergleich, names, moment))
    if form is VergleichFileForm.XLSX:
        sheets = _sheets(vergleich, basis, names, moment, store, zitate)
        measured = beleg_tables(vergleich, names, quelle, belege) if belege else ()
        return as_xlsx((*sheets, *measured), "Vergleich von Läufen", moment)
    html = report(vergleich, basis, names, moment, quelle, belege).encode("utf-8", "replace")
    if form is VergleichFileForm.HTML:
        return html
    from core.papers.vermerk import as_pdf

    return as_pdf(html.decode())


def _sheets(
    vergleich: Vergleich,
    basis: int,
    namen: Mapping[str, str],
    stand: datetime,
    store: Runstore | None,
    zitate: Sequence[ZitatRow] | None,
) -> tuple[Table, ...]:
    """With the store also what was said of the quotes, and what was changed of the Anträge."""
    if store is None:
        return tables(vergleich, basis, namen, stand, zitate)
    titles = {lauf.id: vergleich.antraege[lauf.antrag] for lauf in vergleich.laeufe}
    traegt = store.traegt_of(list(titles))
    judged = {one.id: one for one in store.judged_antraege(list(titles))}
    return (
        *tables(vergleich, basis, namen, stand, zitate),
        verdict_table(titles, namen, traegt, store.people_of(list(titles))),
        edit_table(
            [judged[lauf_id] for lauf_id in titles if lauf_id in judged], lambda id, _: namen.get(id, id)
        ),
    )


def _as_json(
    vergleich: Vergleich,
    basis: int,
    stand: datetime,
    zitate: Sequence[ZitatRow] | None,
    belege: Sequence[BelegValue],
) -> bytes:
    """`spalte` and `basis` count the columns from 0."""
    kinds = (None, *Typ)
    added = {lauf.id: vergleich.spalten[lauf.spalte].trotzdem for lauf in vergleich.laeufe}
    whole = {
        "format": FORMAT,
        "version": VERSION,
        "stand": stand,
        "basis": basis,
        "spalten": [asdict(one) | {"parameter": json.loads(one.parameter)} for one in vergleich.spalten],
        "antraege": vergleich.antraege,
        "parteien": vergleich.parteien,
        "hinweise": vergleich.hinweise,
        "laeufe": vergleich.laeufe,
        "werte": vergleich.werte,
        "zitatzahlen": vergleich.zaehlwerte,
        "zitate": None
        if zitate is None
        else [row._asdict() | {"trotzdem": row.programm_id in added[row.lauf_id]} for row in zitate],
        "punkte": {typ: zellen(vergleich, typ) for typ in Typ},
        "kennzahlen": kennzahlen(vergleich),
        "belegmasse": [as_plain(one) for one in belege],
        "unterschiede": {typ or "beide": unterschiede(vergleich, basis, typ) for typ in kinds},
    }
    return json.dumps(whole, indent=1, allow_nan=False, default=_plain).encode()


def _plain(value: Any) -> object:
    return value.isoformat() if isinstance(value, datetime) else plain(value)


# --- the permanent address of a comparison: what was chosen, and what it was made of then ------------------
# Columns and Anträge are chosen, not Läufe: a new Lauf joins them, a deleted one leaves. So the address holds
# how many Läufe there were and a sum over them, and says later that it is no longer the same.


STATE = re.compile(r"(\d{1,6})-([0-9a-f]{16})")
NAME = "stand"
"""Of the parameter that holds it."""


@dataclass(frozen=True, slots=True)
class VergleichState:
    """`laeufe`: how many; `digest`: over which."""

    laeufe: int
    digest: str

    @classmethod
    def of(cls, ids: Iterable[str]) -> Self:
        own = sorted(set(ids))
        return cls(len(own), hashlib.sha256("\n".join(own).encode()).hexdigest()[:16])

    @classmethod
    def read(cls, text: str) -> Self | None:
        """None for what no address of ours holds."""
        found = STATE.fullmatch(text)
        return cls(int(found[1]), found[2]) if found else None

    def __str__(self) -> str:
        return f"{self.laeufe}-{self.digest}"


def changed_since(then: VergleichState, now: VergleichState) -> str:
    """„Damals 12 Läufe, heute 14“; „“ where it is still the same."""
    if then == now:
        return ""
    counted = formats.counted(then.laeufe, "Lauf", "Läufe")
    today = f"heute sind es {formats.number(now.laeufe)}"
    if then.laeufe == now.laeufe:
        today = "heute sind es ebenso viele, aber andere"
    return (
        "Dieser Vergleich ist nicht mehr, wie er war, als die Adresse weitergegeben wurde: Damals beruhte "
        f"er auf {counted}, {today}. Läufe kamen dazu oder wurden gelöscht."
    )

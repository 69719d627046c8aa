"""A printable report of a comparison: what was compared, the points, whether they differ. One HTML file."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from core.german import formats
from core.models import Typ
from core.runs.workbook import Angabe
from core.templates import render
from core.vergleich.differences import SpaltenDifference, unterschiede
from core.vergleich.evidence import FORMULAS, BelegValue, PruefungQuelle, quelle_told, value_told
from core.vergleich.export_tables import PROGRAMM, kennzahlen_table, spalten_table
from core.vergleich.point_matrix import Cell, zellen
from core.vergleich.spalten import Vergleich

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
    kennzahlen = kennzahlen_table(vergleich)
    return render(
        "vergleich",
        titel=f"Vergleich auf {n} Anträgen" if n != 1 else "Vergleich auf einem Antrag",
        angaben=_details(vergleich, basis, stand),
        hinweise=[
            *([EXAMPLE] if any(lauf.is_demo for lauf in vergleich.laeufe) else []),
            *vergleich.hinweise,
        ],
        spalten=_spalten(vergleich),
        punkte=[_punkte(vergleich, typ, namen) for typ in Typ],
        lesart=READING,
        unterschiede=[_difference(vergleich, one) for one in found],
        einigkeit=AGREEMENT,
        zusammen=_alpha(found[0].alpha_alle, "Alle Spalten zusammen: ") if found else "",
        kennzahlen={
            "kopf": kennzahlen.kopf,
            "zeilen": [[_cell(value) for value in zeile] for zeile in kennzahlen.zeilen],
        },
        belege=_belege(vergleich, quelle, belege),
        antraege=list(vergleich.antraege.values()),
    )


def _belege(
    vergleich: Vergleich, quelle: PruefungQuelle | None, belege: Sequence[BelegValue]
) -> dict[str, object] | None:
    if not belege:
        return None
    rows = [[name, *(value_told(one) for one in belege if one.name == name)] for name in FORMULAS]
    return {
        "told": quelle_told(quelle),
        "kopf": ["Maß", *(spalte.name for spalte in vergleich.spalten)],
        "zeilen": rows,
        "formeln": list(FORMULAS.items()),
    }


def _details(vergleich: Vergleich, basis: int, stand: datetime) -> str:
    about = [
        f"Stand {formats.day(stand)}",
        f"Spalten: {len(vergleich.spalten)}",
        f"Läufe: {len(vergleich.laeufe)}",
        f"verglichen mit „{vergleich.spalten[basis].name}“",
    ]
    return " · ".join(about)


def _spalten(vergleich: Vergleich) -> list[tuple[str, str]]:
    """Every column in full, for what it is called here is short."""
    table = spalten_table(vergleich)
    return [
        (
            str(name),
            " · ".join(f"{kopf}: {_cell(value)}" for kopf, value in zip(table.kopf[1:], rest, strict=True)),
        )
        for name, *rest in table.zeilen
    ]


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


def _difference(vergleich: Vergleich, one: SpaltenDifference) -> dict[str, str]:
    return {
        "spalte": vergleich.spalten[one.spalte].name,
        "punkte": one.punkte.satz,
        "zitate": one.anteil.satz,
        "alpha": _alpha(one.alpha),
    }


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

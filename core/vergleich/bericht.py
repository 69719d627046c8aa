"""A printable report of a comparison: what was compared, the points, whether they differ. One HTML file."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from html import escape

from core.assessment.bericht import STYLE
from core.models import Typ
from core.vergleich.matrix import Zelle, zellen
from core.vergleich.spalten import Vergleich
from core.vergleich.tabellen import PROGRAMM, Angabe, kennzahlentabelle, spaltentabelle
from core.vergleich.unterschiede import Unterschied, unterschiede

TABLES = """
table { border-collapse: collapse; font-size: .8em; margin: .6em 0 }
th, td { border: 1px solid #bbb; padding: .25em .5em; text-align: left; vertical-align: top }
"""

LESART = (
    "Punkte von 0 bis 10: Mittel über die Anträge, ± Streuung zwischen Wiederholungen. „instabil“: "
    "Wiederholungen desselben Antrags liegen zwei Punkte oder mehr auseinander, oder nur manche geben Punkte."
)
EINIGKEIT = (
    "Alpha nach Krippendorff sagt, wie weit die Punkte übereinstimmen: 1 ist völlige Übereinstimmung, "
    "0 ist nicht mehr als Zufall."
)
BEISPIEL = "Dieser Vergleich beruht auf Beispieldaten, nicht auf Antworten zu wirklichen Anträgen."


def bericht(vergleich: Vergleich, basis: int, namen: Mapping[str, str], stand: datetime) -> str:
    """The whole page; `namen`: what the parties are called."""
    n = len(vergleich.antraege)
    titel = f"Vergleich auf {n} Anträgen" if n != 1 else "Vergleich auf einem Antrag"
    parts = [
        f"<h1>{titel}</h1>",
        _angaben(vergleich, basis, stand),
        _spalten(vergleich),
        *(_punkte(vergleich, typ, namen) for typ in Typ),
        f'<p class="angaben">{LESART}</p>',
        _unterschiede(vergleich, unterschiede(vergleich, basis)),
        _kennzahlen(vergleich),
        _list("Die Anträge", vergleich.antraege.values()),
    ]
    body = "\n".join(part for part in parts if part)
    return (
        f'<!doctype html>\n<html lang="de"><head><meta charset="utf-8"><title>{titel}</title>'
        f"<style>{STYLE}{TABLES}</style></head><body>\n{body}\n</body></html>\n"
    )


def _angaben(vergleich: Vergleich, basis: int, stand: datetime) -> str:
    about = [
        f"Stand {stand:%d.%m.%Y}",
        f"Spalten: {len(vergleich.spalten)}",
        f"Läufe: {len(vergleich.laeufe)}",
        f"verglichen mit „{vergleich.spalten[basis].name}“",
    ]
    notes = [BEISPIEL] if any(lauf.is_demo for lauf in vergleich.laeufe) else []
    told = "".join(f'<p class="hinweis">{escape(note)}</p>' for note in [*notes, *vergleich.hinweise])
    return f'<p class="angaben">{escape(" · ".join(about))}</p>{told}'


def _spalten(vergleich: Vergleich) -> str:
    """Every column in full, for what it is called here is short."""
    tabelle = spaltentabelle(vergleich)
    told = [
        (str(name), [f"{kopf}: {_cell(value)}" for kopf, value in zip(tabelle.kopf[1:], rest, strict=True)])
        for name, *rest in tabelle.zeilen
    ]
    rows = "".join(
        f'<h3>{escape(name)}</h3><p class="angaben">{escape(" · ".join(parts))}</p>' for name, parts in told
    )
    return f"<h2>Die Spalten</h2>{rows}"


def _punkte(vergleich: Vergleich, typ: Typ, namen: Mapping[str, str]) -> str:
    found = {(zelle.partei, zelle.spalte): zelle for zelle in zellen(vergleich, typ)}
    columns = range(len(vergleich.spalten))
    rows = [
        [namen.get(partei, partei), *(_punkt(found[partei, spalte]) for spalte in columns)]
        for partei in vergleich.parteien
    ]
    kopf = ["Partei", *(spalte.name for spalte in vergleich.spalten)]
    return f"<h2>Punkte: {PROGRAMM[typ]}</h2>{_table(kopf, rows)}"


def _punkt(zelle: Zelle) -> str:
    if zelle.mittel is None:
        return zelle.zustand
    parts = [
        _zahl(zelle.mittel) + (f" ± {_zahl(zelle.streuung)}" if zelle.streuung is not None else ""),
        f"n\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}{zelle.n}",
        "instabil" if zelle.instabil else "",
    ]
    return "\n".join(part for part in parts if part)


def _unterschiede(vergleich: Vergleich, found: Sequence[Unterschied]) -> str:
    if not found:
        return ""
    rows = "".join(
        f"<h3>{escape(vergleich.spalten[one.spalte].name)}</h3><p>Punkte: {escape(one.punkte.satz)}<br>"
        f"Zitate: {escape(one.anteil.satz)}{_alpha(one.alpha)}</p>"
        for one in found
    )
    together = _alpha(found[0].alpha_alle, "Alle Spalten zusammen: ")
    return f'<h2>Sind die Unterschiede echt?</h2>{rows}<p class="angaben">{EINIGKEIT}{together}</p>'


def _alpha(alpha: float | None, before: str = "") -> str:
    return (
        ""
        if alpha is None
        else f"<br>{before}Alpha {alpha:.2f}".replace(".", ",").replace("-", "\N{MINUS SIGN}")
    )


def _kennzahlen(vergleich: Vergleich) -> str:
    tabelle = kennzahlentabelle(vergleich)
    rows = [[_cell(value) for value in zeile] for zeile in tabelle.zeilen]
    return f"<h2>Kennzahlen</h2>{_table(tabelle.kopf, rows)}"


def _list(titel: str, entries: Iterable[str]) -> str:
    return f"<h2>{titel}</h2><ol>{''.join(f'<li>{escape(entry)}</li>' for entry in entries)}</ol>"


def _table(kopf: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(cell)}</th>" for cell in kopf)
    body = "".join(f"<tr>{''.join(map(_field, row))}</tr>" for row in rows)
    return f"<table><tr>{head}</tr>{body}</table>"


def _field(cell: str) -> str:
    lines = escape(cell).replace("\n", "<br>")
    return f"<td>{lines}</td>"


def _cell(value: Angabe) -> str:
    if value is None:
        return "–"
    return f"{value:g}".replace(".", ",") if isinstance(value, float) else str(value)


def _zahl(value: float) -> str:
    return f"{value:.1f}".replace(".", ",")

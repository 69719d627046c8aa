"""The quotes of a comparison: what each column relies on, party by party or Forderung by Forderung."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import NamedTuple
from urllib.parse import urlencode

import streamlit as st

from core.assessment.forderung_matrix import ForderungRow
from core.assessment.lauf_view import LaufView
from core.assessment.partei_view import ParteiView
from core.base import formats
from core.features.vergleich.differences import (
    distances,
    is_answered,
    party_cells,
    shared_by_all,
)
from core.features.vergleich.spalten import FEHLGESCHLAGEN, Vergleich
from core.programme.context import Context
from core.runs.lauf import Status, Zitat
from core.runs.load_laeufe import LaufUnreadable
from core.search.geltung import NotInForce
from core.wortlaut.binding.eintrag import Gebunden
from core.wortlaut.records import Typ
from pages.features.vergleich.spalten import ask_antrag, ask_partei
from pages.features.vergleich.tafel import Field, html_table
from pages.ui import address, resources
from pages.ui.text import joined, plain
from pages.ui.zitat import BADGE, badge_of, warnings_of

ROWS = {"": "Parteien", "forderung": "Forderungen"}
FIRST = 3
"""So many quotes of a cell are seen at once."""

SIGNS = " · ".join(f"{badge.sign} {badge.name}" for badge in BADGE.values())


class GridCell(NamedTuple):
    """What a column says in one row. `link`: to the party in its Lauf."""

    told: str
    link: str
    quotes: Sequence[Zitat]


class GridRow(NamedTuple):
    name: str
    zellen: Sequence[GridCell | None]


def zitate(context: Context, vergleich: Vergleich, namen: Mapping[str, str], typ: Typ) -> None:
    by_forderung = address.get("zeilen") == "forderung"
    with st.container(horizontal=True, vertical_alignment="bottom"):
        antrag = ask_antrag(vergleich, typ)
        st.segmented_control(
            "Zeilen",
            list(ROWS),
            format_func=ROWS.__getitem__,
            required=True,
            **address.follow("vergleich", "zeilen", "forderung" if by_forderung else ""),
        )
        partei = ask_partei(vergleich, namen, typ, antrag) if by_forderung else ""
        only = st.toggle(
            "Nur Unterschiede",
            help="Ohne Zeilen, in denen alle Spalten dasselbe sagen, und ohne Zitate, die alle nennen",
            **address.follow("vergleich", "unterschiede", address.is_on("unterschiede")),
        )
    views = [_view(context, vergleich, antrag, at) for at in range(len(vergleich.spalten))]
    rows = _by_forderung(views, partei) if by_forderung else _by_partei(views, namen, typ)
    drawn = [_row(row, only) for row in rows]
    if not any(drawn):
        st.info("Alle Spalten sagen hier dasselbe und nennen dieselben Stellen." if only and rows else "–")
        return
    heads = [escape(spalte.name) for spalte in vergleich.spalten]
    title = f"Zitate zu {vergleich.antraege[antrag]}"
    html_table(title, namen[partei] if partei else "Partei", heads, [one for one in drawn if one], "zitate")
    st.caption(f"{SIGNS} · Ein Klick auf ein Zitat zeigt es ganz und den Weg zu seiner Seite.")


def _view(context: Context, vergleich: Vergleich, antrag: str, spalte: int) -> LaufView | str | None:
    """The first Lauf of a column on an Antrag that answered anything, or why it cannot be read."""
    answered = {wert.lauf_id for wert in vergleich.werte if wert.spalte == spalte and is_answered(wert)}
    own = [one for one in vergleich.laeufe if (one.spalte, one.antrag) == (spalte, antrag)]
    first = min(own, key=lambda one: (one.id not in answered, one.wiederholung), default=None)
    try:
        return LaufView(context, resources.store().load(first.id)) if first else None
    except LaufUnreadable as error:
        return str(error)


def _by_partei(views: Sequence[LaufView | str | None], namen: Mapping[str, str], typ: Typ) -> list[GridRow]:
    def cell(view: LaufView | str | None, partei: str) -> GridCell | None:
        if not isinstance(view, LaufView) or partei not in view.parteien:
            return GridCell(view, "", ()) if isinstance(view, str) else None
        own = view.parteien[partei]
        told = str(own.wertung(typ)) if own.teil.status is Status.FERTIG else FEHLGESCHLAGEN
        return GridCell(told, _link(view, own), own.gebunden(typ))

    return [GridRow(name, [cell(view, partei) for view in views]) for partei, name in namen.items()]


# --- a field of the points that was clicked -----------------------------------------------------------------

MOST_ANTRAEGE = 8
"""So many Anträge are shown of a field, those furthest from the base column first: each loads two Läufe."""


@st.dialog("Zitate", width="large", on_dismiss=lambda: address.go(zelle=None))
def cell_quotes(
    context: Context, vergleich: Vergleich, namen: Mapping[str, str], typ: Typ, basis: int, field: Field
) -> None:
    """What the column quotes of the party, Antrag by Antrag, beside the base column."""
    columns = list(dict.fromkeys((basis, field.spalte)))
    names = [vergleich.spalten[at].name for at in columns]
    partei = namen[field.partei]
    st.markdown(f"**{plain(partei)}**, {typ.title()}: {plain(' und '.join(f'„{name}“' for name in names))}")
    antraege = [field.antrag] if field.antrag else _furthest(vergleich, typ, basis, field)
    rows = []
    for antrag in antraege[:MOST_ANTRAEGE]:
        views = [_view(context, vergleich, antrag, at) for at in columns]
        (row,) = _by_partei(views, {field.partei: vergleich.antraege[antrag]}, typ)
        rows.append(_row(row, only=False))
    if not rows:
        st.info("Diese Spalte hat zu dieser Partei keine Antwort.", icon=":material/info:")
        return
    html_table(f"Zitate zu {partei}", "Antrag", [escape(name) for name in names], rows, "zitate")
    left_out = len(antraege) - len(rows)
    more = f" Gezeigt sind {len(rows)} von {len(antraege)} Anträgen." if left_out > 0 else ""
    st.caption(f"{SIGNS} · Ein Klick auf ein Zitat zeigt es ganz und den Weg zu seiner Seite.{more}")


def _furthest(vergleich: Vergleich, typ: Typ, basis: int, field: Field) -> list[str]:
    """The Anträge that the column has Läufe of."""
    cells = party_cells(vergleich, typ)
    far = next(
        (
            one.je_antrag
            for one in distances(cells, basis)
            if (one.partei, one.spalte) == (field.partei, field.spalte)
        ),
        {},
    )
    own = dict.fromkeys(lauf.antrag for lauf in vergleich.laeufe if lauf.spalte == field.spalte)
    return sorted(own, key=lambda antrag: -abs(far.get(antrag, 0.0)))


def _by_forderung(views: Sequence[LaufView | str | None], partei: str) -> list[GridRow]:
    """Of one party: what each column found on each Forderung, and how it or its check reads that."""
    found = [
        {row.forderung.nummer: row for row in view.matrix.zeilen}
        if isinstance(view, LaufView) and partei in view.parteien
        else {}
        for view in views
    ]
    rows = {nummer: row.forderung for own in found for nummer, row in own.items()}
    return [
        GridRow(
            f"{nummer} {forderung.text}".strip(),
            [_on_forderung(view, own.get(nummer), partei) for view, own in zip(views, found, strict=True)],
        )
        for nummer, forderung in rows.items()
    ]


def _on_forderung(view: LaufView | str | None, row: ForderungRow | None, partei: str) -> GridCell | None:
    if not isinstance(view, LaufView) or row is None:
        return GridCell(view, "", ()) if isinstance(view, str) else None
    own, field = view.parteien[partei], next(one for one in row.zellen if one.partei == partei)
    quotes = [one for one in own.gebunden() if one.shown_number in field.zitate]
    return GridCell(str(field.stand), _link(view, own), quotes)


def _link(view: LaufView, own: ParteiView) -> str:
    return address.absolute(f"/lauf?{urlencode({'id': view.lauf.id, 'partei': own.partei})}")


def _row(row: GridRow, only: bool) -> str:
    """Empty where all say the same and `only` differences are wanted."""
    answering = [one for one in row.zellen if one]
    shared = iter(shared_by_all([one.quotes for one in answering]))
    marked = [one and list(zip(one.quotes, next(shared), strict=True)) for one in row.zellen]
    is_same = len({one.told for one in answering}) < 2
    if only and is_same and all(is_shared for quotes in marked for _, is_shared in quotes or ()):
        return ""
    cells = (
        f"<td>{_cell(one, quotes or [], only)}</td>" for one, quotes in zip(row.zellen, marked, strict=True)
    )
    name = escape(row.name)
    return f'<tr><th scope="row" title="{name}"><span>{name}</span></th>{"".join(cells)}</tr>'


def _cell(cell: GridCell | None, quotes: Sequence[tuple[Zitat, bool]], only: bool) -> str:
    if cell is None:
        return "–"
    shown = [_quote(one, cell.link, is_shared) for one, is_shared in quotes if not (only and is_shared)]
    told = f"<b>{escape(cell.told)}</b>"
    hidden = len(quotes) - len(shown)
    if hidden:
        told += f" <small>und {formats.counted(hidden, 'Zitat', 'Zitate')} wie alle</small>"
    if rest := shown[FIRST:]:
        more = f"<summary>{formats.counted(len(rest), 'weiteres Zitat', 'weitere Zitate')}</summary>"
        shown[FIRST:] = [f'<details class="weitere">{more}{"".join(rest)}</details>']
    return told + "".join(shown)


def _quote(zitat: Zitat, link: str, is_shared: bool) -> str:
    """One line to be opened: then the whole quote, and the way to its page."""
    beleg: Gebunden = zitat.beleg
    badge = badge_of(beleg)
    sign, word = badge.sign, badge.name
    place = joined([word, beleg.quelle, "in allen Spalten" if is_shared else None])
    beware = [*([NotInForce(beleg.trotzdem).sentence] if beleg.trotzdem else []), *warnings_of(beleg)]
    told = "".join(f'<p class="warnung">⚠ {escape(one)}</p>' for one in beware)
    sign, word = (f"⚠ {sign}", f"{word}, mit Warnung") if beware else (sign, word)
    return (
        f'<details><summary title="{escape(beleg.quoted)}"><span aria-label="{word}">{sign}</span> '
        f"{escape(beleg.quoted)}</summary>{told}<p>{escape(place)} "
        f'<a href="{escape(link)}&amp;zitat={zitat.shown_number}" target="_self">Seite ansehen</a></p>'
        "</details>"
    )

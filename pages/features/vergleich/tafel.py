"""The points of every party in every column of a comparison, and how each column did as a whole."""

from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from statistics import fmean
from typing import NamedTuple, Self

import streamlit as st

from core.assessment.answer_quotes import CAVEAT
from core.base import formats
from core.base.contrast import on_ground
from core.features.vergleich.changes import Change, changes
from core.features.vergleich.differences import (
    SCALE,
    Cell,
    Kennzahlen,
    alike,
    colour,
    distances,
    party_cells,
)
from core.features.vergleich.spalten import Vergleich
from core.llm.catalogue import OFFLINE
from core.wortlaut.records import PROGRAMM_TYPEN, Typ
from pages.ui import address
from pages.ui.help_texts import explained
from pages.ui.parts import is_dark
from pages.ui.text import plain

SIGHT = {"": "Punkte", "abstand": "Abstand", "geaendert": "Was hat sich geändert?"}
HERE = Path(__file__).parent
MOST_CHANGES = 30
"""So many rows are shown; the file to take along has every score."""

ENDS = {
    False: ("0 widerspricht", "10 entspricht ganz"),
    True: ("\N{MINUS SIGN}10 weniger Punkte", "+10 mehr Punkte"),
}
GLEICH = (
    "geben überall dieselben Punkte: Worin sich diese Spalten unterscheiden, macht hier keinen Unterschied."
)
CHANGED = (
    "Je Antrag und Partei: um wie viele Punkte die Spalte von „{}“ abweicht, daneben von wo nach wo, und wie "
    "viele Zitate verworfen wurden, wo das anders ist (je Lauf). Die größte Änderung steht oben, weiter "
    "unten, was „so weit streut“: Schon Wiederholungen derselben Frage liegen so weit auseinander. Was "
    "überall gleich blieb, fehlt."
)
DISTANCE = (
    "Um so viele Punkte liegt die Spalte im Mittel über „{}“, bei Minus darunter; gerechnet über die "
    "Anträge, zu denen beide Punkte haben."
)


_clicks = st.components.v2.component("punkte", js=(HERE / "tafel.js").read_text(encoding="utf-8"))


def heatmap(
    vergleich: Vergleich, namen: Mapping[str, str], figures: Sequence[Kennzahlen], typ: Typ, basis: int
) -> None:
    cells, names = party_cells(vergleich, typ), [spalte.name for spalte in vergleich.spalten]
    sight = _ask(vergleich, typ, basis, any(one.abdeckung for one in cells))
    shown = cells if sight == "" else distances(cells, basis)
    columns = list(dict.fromkeys(one.spalte for one in shown))
    heads = [_head(names[at], figures[at], [one for one in cells if one.spalte == at]) for at in columns]
    if sight == "geaendert":
        _changes(vergleich, namen, typ, basis, heads, columns)
    else:
        rows = []
        for partei, name in namen.items():
            own = {one.spalte: one for one in shown if one.partei == partei}
            points = [_points(vergleich, own[at], name, is_distance=sight != "") for at in columns]
            rows.append(f'<tr><th scope="row">{escape(name)}</th>{"".join(points)}</tr>')
        title = f"Abstand zu „{names[basis]}“" if sight else "Punkte je Partei und Spalte"
        html_table(title, "Partei", heads, rows, "punkte")
    low, high = ENDS[sight != ""]
    scale = f"background: linear-gradient(90deg, {', '.join(SCALE[is_dark()])})"
    st.html(f'<p class="skala">{low} <span style="{scale}"></span> {high}</p>')
    _clicks(key="punkte", on_feld_change=lambda: _open(vergleich), height=1)
    for group in alike(cells):
        same = " und ".join(f"„{plain(names[spalte])}“" for spalte in group)
        st.info(f"{same} {GLEICH}", icon=":material/info:")


def _open(vergleich: Vergleich) -> None:
    """A browser may send anything: only a field of this comparison counts."""
    sent = str(st.session_state["punkte"].get("feld") or "")
    if Field.read(sent, vergleich):
        address.go(zelle=sent)


class Field(NamedTuple):
    """A field that was clicked: party and column, of one Antrag where it is of one. Its text stands in the
    address."""

    partei: str
    spalte: int
    antrag: str = ""

    @classmethod
    def read(cls, text: str, vergleich: Vergleich) -> Self | None:
        """None for what is no field of this comparison."""
        partei, key, antrag, *_ = (*text.split("|"), "", "", "")
        columns = [at for at, one in enumerate(vergleich.spalten) if one.schluessel == key]
        is_known = partei in vergleich.parteien and (not antrag or antrag in vergleich.antraege)
        return cls(partei, columns[0], antrag) if columns and is_known else None

    def link(self, vergleich: Vergleich, told: str, title: str) -> str:
        """As HTML, around what is `told`."""
        parts = [self.partei, vergleich.spalten[self.spalte].schluessel, self.antrag]
        key = "|".join(filter(None, parts))
        return (
            f'<a href="{escape(address.page_with("/vergleich", zelle=key))}" target="_self" '
            f'data-feld="{escape(key)}" title="{escape(title)}">{told}</a>'
        )


def _ask(vergleich: Vergleich, typ: Typ, basis: int, has_near: bool) -> str:
    """Which kind of Programm is looked at, and what of it: one of `SIGHT`. Which column the others are held
    against stays chosen, whatever is looked at.

    `has_near`: some cells say what was found without a language model.
    """
    judging = {one.schluessel: one.name for one in vergleich.spalten if one.modell != OFFLINE}
    sight = address.one_of("zeigen", SIGHT, "") or ""
    sight = sight if len(judging) > 1 else ""
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        address.segments(
            "Programm", list(PROGRAMM_TYPEN), address.follow("vergleich", "typ", typ), shown=Typ.title
        )
        if len(judging) > 1:
            address.segments("Zeigen", SIGHT, address.follow("vergleich", "zeigen", sight))
            with st.container(horizontal=True, vertical_alignment="center", gap="xsmall", width="content"):
                st.markdown("gegen", width="content")
                st.selectbox(
                    "Basis: damit werden die anderen Spalten verglichen",
                    list(judging),
                    format_func=judging.__getitem__,
                    width=260,
                    label_visibility="collapsed",
                    **address.follow("vergleich", "basis", vergleich.spalten[basis].schluessel),
                )
        with st.popover("Was die Zahlen sagen", icon=":material/help:", type="tertiary"):
            st.markdown(_explained(sight, vergleich.spalten[basis].name, has_near))
            if judging:
                st.markdown(CAVEAT)
    return sight


def _explained(sight: str, basis: str, has_near: bool) -> str:
    if sight:
        return plain((CHANGED if sight == "geaendert" else DISTANCE).format(basis))
    near = f" „Nahe Stellen“ statt Punkten: die {explained('Abdeckung')}." if has_near else ""
    unstable, none = (
        explained("instabil", "Instabil"),
        explained("keine Quellen", "Keine Quellen"),
    )
    return (
        "0 (widerspricht) bis 10 (entspricht ganz): Mittel über die Anträge; nach „±“, wie weit "
        f"die Wiederholungen derselben Frage streuen. „{unstable}“: Zwei Wiederholungen liegen zwei "
        "Punkte oder mehr auseinander, oder zwei gaben keine Punkte, wo andere welche gaben. "
        f"„{none}“: Dem Modell lag kein solches Programm vor; das ist keine Null.{near} "
        "Ein Klick auf ein Feld zeigt seine Zitate."
    )


def _changes(
    vergleich: Vergleich,
    namen: Mapping[str, str],
    typ: Typ,
    basis: int,
    heads: Sequence[str],
    columns: Sequence[int],
) -> None:
    found = changes(vergleich, basis, typ)
    name = vergleich.spalten[basis].name
    if not found:
        st.info(f"Gegenüber „{plain(name)}“ hat sich nichts geändert.", icon=":material/info:")
        return
    rows = []
    for row in found[:MOST_CHANGES]:
        party = namen.get(row.partei, row.partei)
        title = vergleich.antraege[row.antrag]
        below = f"<small>{escape(title)}</small>" if len(vergleich.antraege) > 1 else ""
        fields = (
            _changed(vergleich, Field(row.partei, at, row.antrag), row.zellen.get(at), f"{party}, {title}")
            for at in columns
        )
        rows.append(
            f'<tr><th scope="row" title="{escape(title)}">{escape(party)}{below}</th>{"".join(fields)}</tr>'
        )
    html_table(f"Was sich gegenüber „{name}“ geändert hat", "Partei und Antrag", heads, rows, "punkte")
    if len(found) > len(rows):
        total = formats.number(len(found))
        st.caption(f"Gezeigt sind die {len(rows)} größten von {total} Änderungen.")


def _changed(vergleich: Vergleich, field: Field, change: Change | None, whose: str) -> str:
    if change is None:
        return '<td class="ohne">–</td>'
    lost = [formats.shortest(round(number, 1)) for number in change.verworfen]
    dropped = f"<small>verworfen {' → '.join(lost)}</small>" if lost[0] != lost[1] else ""
    if not any(change.size):
        return f'<td class="ohne">{field.link(vergleich, "gleich", whose)}</td>'
    von, nach = (
        formats.number(score, 1) if score is not None else "ohne" for score in (change.von, change.nach)
    )
    where = f"<small>{von} → {nach}</small>" if change.von != change.nach else ""
    usual = "<small>streut so weit</small>" if change.is_usual else ""
    if change.punkte is None:
        told = field.link(vergleich, f"<b>{von} → {nach}</b>{dropped}", whose)
        return f'<td class="ohne">{told}</td>'
    points = formats.number(change.punkte, 1, sign=True)
    told = field.link(vergleich, f"<b>{points}</b>{where}{usual}{dropped}", whose)
    return f'<td style="{_ground(change.punkte, True)}">{told}</td>'


def _head(name: str, one: Kennzahlen, cells: Sequence[Cell]) -> str:
    """Name of a column, its mean, cost and time, and how many of its quotes were dropped."""
    first, *rest = name.split(" · ")
    means = [cell.mittel for cell in cells if cell.mittel is not None]
    dropped = f"{formats.number(one.verworfen)} von {formats.number(one.geprueft)}"
    facts = [
        f"Ø {formats.number(fmean(means), 1)} Punkte" if means else "",
        f"{formats.cost(one.kosten / one.laeufe)} je Lauf" if one.kosten is not None and one.laeufe else "",
        f"{formats.duration(one.median)} je Antwort" if one.median is not None else "",
        f"{dropped} verworfen ({formats.percent(one.verworfen, one.geprueft)})" if one.geprueft else "",
        f"{formats.counted(one.fehlgeschlagen, 'Antwort', 'Antworten')} fehlgeschlagen"
        if one.fehlgeschlagen
        else "",
    ]
    told = "".join(f"<span>{escape(fact)}</span>" for fact in facts if fact)
    under = "".join(f"<span>{escape(part)}</span>" for part in rest)
    return f"<b>{escape(first)}</b>{under}<small>{told}</small>"


def _points(vergleich: Vergleich, cell: Cell, name: str, is_distance: bool) -> str:
    """Coloured by the points, in letters that stand out; grey and with the reason where there are none."""
    field = Field(cell.partei, cell.spalte)
    whose = f"{name}, {vergleich.spalten[cell.spalte].name}"
    if cell.mittel is None:
        near = cell.abdeckung and f"nahe Stellen zu {cell.abdeckung.nah} von {cell.abdeckung.von}"
        told = field.link(vergleich, escape(near or cell.zustand or "–"), f"{whose}: Zitate zeigen")
        return f'<td class="ohne">{told}</td>'
    spread = f" <small>± {formats.number(cell.streuung, 1)}</small>" if cell.streuung else ""
    unstable = " <small>⚠ instabil</small>" if cell.instabil else ""
    silent = f" <small>{formats.counted(cell.ohne, 'Lauf', 'Läufe')} ohne Punkte</small>" if cell.ohne else ""
    points = formats.number(cell.mittel, 1, is_distance)
    title = f"{whose}: {points}, {formats.counted(cell.n, 'Antrag', 'Anträge')}; Zitate zeigen"
    told = field.link(vergleich, f"<b>{points}</b>{spread}{unstable}{silent}", title)
    return f'<td style="{_ground(cell.mittel, is_distance)}">{told}</td>'


def _ground(points: float, is_distance: bool) -> str:
    ground = colour(points, is_dark(), is_distance)
    return f"background: {ground}; color: {on_ground(ground)}"


def html_table(title: str, corner: str, heads: Sequence[str], rows: Sequence[str], kind: str) -> None:
    """As HTML: quick, read aloud, printed, and moved by itself where it is wider than the window."""
    columns = "".join(f'<th scope="col">{head}</th>' for head in heads)
    head = f'<tr><th scope="col">{escape(corner)}</th>{columns}</tr>'
    table = f"<caption>{escape(title)}</caption><thead>{head}</thead><tbody>{''.join(rows)}</tbody>"
    st.html(
        f'<div class="tafel {kind}" role="region" aria-label="{escape(title)}" tabindex="0" '
        f'style="--spalten: {len(heads)}"><table>{table}</table></div>'
    )

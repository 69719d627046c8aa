"""The points of every party in every column of a comparison, and how each column did as a whole."""

from collections.abc import Mapping, Sequence
from html import escape
from statistics import fmean

import streamlit as st

from core.assessment.answer_quotes import CAVEAT
from core.base import formats
from core.base.contrast import on_ground
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

SIGHT = {"": "Punkte", "abstand": "Abstand"}
ENDS = {
    False: ("0 widerspricht", "10 entspricht ganz"),
    True: ("\N{MINUS SIGN}10 weniger Punkte", "+10 mehr Punkte"),
}
GLEICH = (
    "geben überall dieselben Punkte: Worin sich diese Spalten unterscheiden, macht hier keinen Unterschied."
)
DISTANCE = (
    "Um so viele Punkte liegt die Spalte im Mittel über „{}“, bei Minus darunter; gerechnet über die "
    "Anträge, zu denen beide Punkte haben."
)


def heatmap(
    vergleich: Vergleich, namen: Mapping[str, str], figures: Sequence[Kennzahlen], typ: Typ, basis: int
) -> None:
    cells, names = party_cells(vergleich, typ), [spalte.name for spalte in vergleich.spalten]
    is_distance = _ask(vergleich, typ, basis, any(one.abdeckung for one in cells))
    shown = distances(cells, basis) if is_distance else cells
    columns = list(dict.fromkeys(one.spalte for one in shown))
    heads = [_head(names[at], figures[at], [one for one in cells if one.spalte == at]) for at in columns]
    rows = []
    for partei, name in namen.items():
        own = {one.spalte: one for one in shown if one.partei == partei}
        points = (_points(own[at], f"{name}, {names[at]}", is_distance) for at in columns)
        rows.append(f'<tr><th scope="row">{escape(name)}</th>{"".join(points)}</tr>')
    title = f"Abstand zu „{names[basis]}“" if is_distance else "Punkte je Partei und Spalte"
    html_table(title, "Partei", heads, rows, "punkte")
    low, high = ENDS[is_distance]
    scale = f"background: linear-gradient(90deg, {', '.join(SCALE[is_dark()])})"
    st.html(f'<p class="skala">{low} <span style="{scale}"></span> {high}</p>')
    for group in alike(cells):
        same = " und ".join(f"„{plain(names[spalte])}“" for spalte in group)
        st.info(f"{same} {GLEICH}", icon=":material/info:")


def _ask(vergleich: Vergleich, typ: Typ, basis: int, has_near: bool) -> bool:
    """Which kind of Programm is looked at; are distances to one of the columns wanted?

    `has_near`: some cells say what was found without a language model.
    """
    judging = {one.schluessel: one.name for one in vergleich.spalten if one.modell != OFFLINE}
    is_distance = address.get("zeigen") == "abstand" and len(judging) > 1
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        address.segments(
            "Programm", list(PROGRAMM_TYPEN), address.follow("vergleich", "typ", typ), shown=Typ.title
        )
        if len(judging) > 1:
            address.segments(
                "Zeigen", SIGHT, address.follow("vergleich", "zeigen", "abstand" if is_distance else "")
            )
        if is_distance:
            st.selectbox(
                "Verglichen mit",
                list(judging),
                format_func=judging.__getitem__,
                width=300,
                label_visibility="collapsed",
                **address.follow("vergleich", "basis", vergleich.spalten[basis].schluessel),
            )
        with st.popover("Was die Zahlen sagen", icon=":material/help:", type="tertiary"):
            if is_distance:
                st.markdown(plain(DISTANCE.format(vergleich.spalten[basis].name)))
            else:
                near = f" „Nahe Stellen“ statt Punkten: die {explained('Abdeckung')}." if has_near else ""
                unstable, none = (
                    explained("instabil", "Instabil"),
                    explained("keine Quellen", "Keine Quellen"),
                )
                st.markdown(
                    "0 (widerspricht) bis 10 (entspricht ganz): Mittel über die Anträge; nach „±“, wie weit "
                    f"die Wiederholungen derselben Frage streuen. „{unstable}“: Wiederholungen liegen zwei "
                    f"Punkte oder mehr auseinander, oder nur einige gaben Punkte. „{none}“: Dem Modell lag "
                    f"kein solches Programm vor; das ist keine Null.{near}"
                )
            if judging:
                st.markdown(CAVEAT)
    return is_distance


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


def _points(cell: Cell, whose: str, is_distance: bool) -> str:
    """Coloured by the points, in letters that stand out; grey and with the reason where there are none."""
    if cell.mittel is None:
        near = cell.abdeckung and f"nahe Stellen zu {cell.abdeckung.nah} von {cell.abdeckung.von}"
        return f'<td class="ohne">{escape(near or cell.zustand or "–")}</td>'
    ground = colour(cell.mittel, is_dark(), is_distance)
    spread = f" <small>± {formats.number(cell.streuung, 1)}</small>" if cell.streuung else ""
    unstable = " <small>⚠ instabil</small>" if cell.instabil else ""
    points = formats.number(cell.mittel, 1, is_distance)
    title = escape(f"{whose}: {points}, {formats.counted(cell.n, 'Antrag', 'Anträge')}")
    style = f"background: {ground}; color: {on_ground(ground)}"
    return f'<td style="{style}" title="{title}"><b>{points}</b>{spread}{unstable}</td>'


def html_table(title: str, corner: str, heads: Sequence[str], rows: Sequence[str], kind: str) -> None:
    """As HTML: quick, read aloud, printed, and moved by itself where it is wider than the window."""
    columns = "".join(f'<th scope="col">{head}</th>' for head in heads)
    head = f'<tr><th scope="col">{escape(corner)}</th>{columns}</tr>'
    table = f"<caption>{escape(title)}</caption><thead>{head}</thead><tbody>{''.join(rows)}</tbody>"
    st.html(
        f'<div class="tafel {kind}" role="region" aria-label="{escape(title)}" tabindex="0" '
        f'style="--spalten: {len(heads)}"><table>{table}</table></div>'
    )

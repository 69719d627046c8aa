"""A comparison as tables: points and quotes of every column, then its figures and what they prove."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from html import escape
from statistics import fmean
from typing import NamedTuple
from urllib.parse import urlencode

import pandas as pd
import streamlit as st

from core.assessment.answer_quotes import CAVEAT
from core.assessment.forderung_matrix import ForderungRow
from core.assessment.lauf_view import LaufView
from core.assessment.partei_view import ParteiView
from core.base import formats
from core.base.contrast import on_ground
from core.base.table import Angabe
from core.features.eichung.measures import BelegCase
from core.features.vergleich.differences import (
    AT_LEAST_ANTRAEGE,
    ENOUGH_ANTRAEGE,
    FIRST_LOOK,
    SCALE,
    Cell,
    Kennzahlen,
    SpaltenDifference,
    alike,
    colour,
    distances,
    is_answered,
    shared_by_all,
    unterschiede as measured,
    zellen,
)
from core.features.vergleich.export_tables import (
    FORMULAS,
    BelegValue,
    beleg_values,
    kennzahlen_table,
    pruefung_quellen,
    quelle_told,
    value_told,
)
from core.features.vergleich.spalten import FEHLGESCHLAGEN, Vergleich
from core.llm.catalogue import OFFLINE
from core.programme.context import Context
from core.runs.lauf import Status, Zitat
from core.runs.load_laeufe import LaufUnreadable
from core.search.geltung import satz
from core.wortlaut.binding.eintrag import Gebunden, read_eintrag
from core.wortlaut.records import Typ
from pages.features.vergleich.spalten import ask_antrag, ask_partei
from pages.ui import address, resources
from pages.ui.help_texts import explained
from pages.ui.parts import is_dark
from pages.ui.plain_table import table
from pages.ui.text import joined, plain
from pages.ui.words import modell_name, partei_shown
from pages.ui.zitat import BADGE, badge_of, warnings_of

# --- the points of every party in every column, and how each column did as a whole --------------------------

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
    cells, names = zellen(vergleich, typ), [spalte.name for spalte in vergleich.spalten]
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
    _table(title, "Partei", heads, rows, "punkte")
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
        address.segments("Programm", list(Typ), address.follow("vergleich", "typ", typ), shown=Typ.title)
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


def _table(title: str, corner: str, heads: Sequence[str], rows: Sequence[str], kind: str) -> None:
    """As HTML: quick, read aloud, printed, and moved by itself where it is wider than the window."""
    columns = "".join(f'<th scope="col">{head}</th>' for head in heads)
    head = f'<tr><th scope="col">{escape(corner)}</th>{columns}</tr>'
    table = f"<caption>{escape(title)}</caption><thead>{head}</thead><tbody>{''.join(rows)}</tbody>"
    st.html(
        f'<div class="tafel {kind}" role="region" aria-label="{escape(title)}" tabindex="0" '
        f'style="--spalten: {len(heads)}"><table>{table}</table></div>'
    )


# --- the quotes themselves: what each column relies on, party by party or Forderung by Forderung ------------

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
    # Of every column the first Lauf on the Antrag that answered anything, or why it cannot be read.
    answered = {wert.lauf_id for wert in vergleich.werte if is_answered(wert)}
    views: list[LaufView | str | None] = []
    for at in range(len(vergleich.spalten)):
        own = [one for one in vergleich.laeufe if (one.spalte, one.antrag) == (at, antrag)]
        first = min(own, key=lambda one: (one.id not in answered, one.wiederholung), default=None)
        try:
            views.append(LaufView(context, resources.store().load(first.id)) if first else None)
        except LaufUnreadable as error:
            views.append(str(error))
    rows = _by_forderung(views, partei) if by_forderung else _by_partei(views, namen, typ)
    drawn = [_row(row, only) for row in rows]
    if not any(drawn):
        st.info("Alle Spalten sagen hier dasselbe und nennen dieselben Stellen." if only and rows else "–")
        return
    heads = [escape(spalte.name) for spalte in vergleich.spalten]
    title = f"Zitate zu {vergleich.antraege[antrag]}"
    _table(title, namen[partei] if partei else "Partei", heads, [one for one in drawn if one], "zitate")
    st.caption(f"{SIGNS} · Ein Klick auf ein Zitat zeigt es ganz und den Weg zu seiner Seite.")


def _by_partei(views: Sequence[LaufView | str | None], namen: Mapping[str, str], typ: Typ) -> list[GridRow]:
    def cell(view: LaufView | str | None, partei: str) -> GridCell | None:
        if not isinstance(view, LaufView) or partei not in view.parteien:
            return GridCell(view, "", ()) if isinstance(view, str) else None
        own = view.parteien[partei]
        told = str(own.wertung(typ)) if own.teil.status is Status.FERTIG else FEHLGESCHLAGEN
        return GridCell(told, _link(view, own), own.gebunden(typ))

    return [GridRow(name, [cell(view, partei) for view in views]) for partei, name in namen.items()]


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
    beware = [*([satz(beleg.trotzdem)] if beleg.trotzdem else []), *warnings_of(beleg)]
    told = "".join(f'<p class="warnung">⚠ {escape(one)}</p>' for one in beware)
    sign, word = (f"⚠ {sign}", f"{word}, mit Warnung") if beware else (sign, word)
    return (
        f'<details><summary title="{escape(beleg.quoted)}"><span aria-label="{word}">{sign}</span> '
        f"{escape(beleg.quoted)}</summary>{told}<p>{escape(place)} "
        f'<a href="{escape(link)}&amp;zitat={zitat.shown_number}" target="_self">Seite ansehen</a></p>'
        "</details>"
    )


# --- is a difference real? Intervals as a chart, and what they mean in a sentence ---------------------------

ALPHA = (
    "Krippendorffs Alpha: 1 heißt, beide Spalten geben immer dieselben Punkte; 0 heißt, sie stimmen nicht "
    "öfter überein als durch Zufall; "
    "unter 0 widersprechen sie sich. Ab etwa 0,8 gilt eine Übereinstimmung als gut."
)
ONE_COLUMN = "Hier ist nur eine Spalte eines Sprachmodells: Es gibt nichts, womit sie sich vergleichen ließe."


def unterschiede(vergleich: Vergleich, typ: Typ, basis: int) -> None:
    from core.features.monitor import frames
    from core.features.vergleich.charts import abstaende
    from pages.ui.chart_frame import diagramm

    names = [spalte.name for spalte in vergleich.spalten]
    judging = [at for at, spalte in enumerate(vergleich.spalten) if spalte.modell != OFFLINE]
    found = [one for one in measured(vergleich, basis, typ) if one.spalte in judging]
    known = [one for one in found if one.punkte.intervall or one.anteil.intervall]
    if not known:
        most = max((one.punkte.antraege for one in found), default=0)
        told = f"Es gibt {most}, nötig sind mindestens {AT_LEAST_ANTRAEGE}."
        st.info(f"Zu wenige gemeinsame Anträge für eine Aussage: {told}" if found else ONE_COLUMN)
        return
    intervals = {names[one.spalte]: one.punkte.intervall for one in known if one.punkte.intervall}
    with st.grid(2, min_column_width=480, gap="large"):
        left, right = st.container(), st.container()
    if intervals:
        table = frames.abstaende(intervals)
        with right:
            diagramm(
                f"Mehr oder weniger Punkte als „{plain(names[basis])}“",
                lambda dark: abstaende(table, dark),
                table,
                "vergleich_abstaende",
            )
            st.caption(
                "Der Punkt ist das Mittel, der Strich reicht so weit, wie es mit 95 % Sicherheit liegt."
            )
    with left:
        st.markdown(f"Gegenüber „{plain(names[basis])}“:")
        for one in found:
            agree = f"Übereinstimmung {formats.number(one.alpha, 2)}" if one.alpha is not None else None
            st.markdown(
                f"**{plain(joined([names[one.spalte], agree]))}**  \n{_told(one)}", help=agree and ALPHA
            )
        if len(known) > 1 and known[0].alpha_alle is not None:
            st.caption(f"Übereinstimmung aller Spalten: {formats.number(known[0].alpha_alle, 2)}", help=ALPHA)
        if any(one.p is None for pair in found for one in (pair.punkte, pair.anteil)):
            st.caption(
                f"Unter {ENOUGH_ANTRAEGE} gemeinsamen Anträgen ist das ein erster Eindruck, kein Beleg; „–“: "
                "Dafür reichen sie nicht."
            )


def _told(one: SpaltenDifference) -> str:
    """In a line each; that the Anträge are few is said once, for all columns."""
    lines = {"Punkte": one.punkte, "Belegte Zitate": one.anteil}
    short = {
        name: found.satz.removesuffix(FIRST_LOOK.format(found.antraege)) for name, found in lines.items()
    }
    return "  \n".join(
        f"{name}: {plain(short[name]) if found.intervall else '–'}" for name, found in lines.items()
    )


# --- what each column did, a figure per row: quotes, unreadable answers, tokens, cost, waiting --------------


def kennzahlen(vergleich: Vergleich) -> None:
    """The same figures as in the files, without those that are nothing everywhere."""
    table = kennzahlen_table(vergleich)
    rows = [
        dict(zip(table.kopf, (label, *(_figure(str(label), value) for value in values)), strict=True))
        for label, *values in table.zeilen
        if any(values)
    ]
    _shown(rows, "kennzahlen", "Kennzahlen der Spalten", 330)
    st.caption(
        "„Angeglichen“: Das Modell schrieb ein wenig anders, gezeigt wird der Wortlaut des Programms. „Aus "
        "dem Programm einer anderen Partei“: wahr, aber kein Beleg für diese. Der Anteil bezieht sich auf "
        "alle Zitate, die hier geprüft werden konnten."
    )
    failed(list(dict.fromkeys(one.lauf_id for one in vergleich.zaehlwerte if one.fehlgeschlagen)))


def _figure(label: str, value: Angabe) -> str:
    if not isinstance(value, int | float):
        return formats.NOTHING
    if label.startswith("Anteil"):
        return formats.percent(value, 1)
    if label.startswith("Kosten"):
        return formats.cost(value)
    return formats.duration(value) if label.startswith("Sekunden") else formats.number(value)


def _shown(rows: Sequence[Mapping[str, object]], key: str, title: str, first: int) -> None:
    """`first`: width of the first column, which stays in sight."""
    frame = pd.DataFrame(rows)
    name, *others = frame.columns
    config = {name: st.column_config.TextColumn(pinned=True, width=first)}
    config |= {other: st.column_config.TextColumn(alignment="right") for other in others}
    table(frame, key, title, config, height="content")


MOST_FAILED = 10


def failed(ids: Sequence[str]) -> None:
    """Of Läufe in which something failed: which, for which parties, and why."""
    for lauf_id in ids[:MOST_FAILED]:
        try:
            lauf = resources.store().load(lauf_id)
        except LaufUnreadable as error:
            st.caption(plain(str(error)))
            continue
        by_reason: dict[str, list[str]] = {}
        for teil in lauf.teile:
            if teil.status is Status.FEHLGESCHLAGEN:
                name = partei_shown(teil.partei, lauf.antrag.bundesland) if teil.partei else "Der Antrag"
                by_reason.setdefault(teil.fehler or "ohne Angabe", []).append(name)
        if not by_reason:
            by_reason[lauf.fehler or "ohne Angabe"] = []
        told = "; ".join(
            f"{', '.join(names)}: {reason}" if names else reason for reason, names in by_reason.items()
        )
        modell = modell_name(lauf.modell_geantwortet or lauf.modell_gefragt)
        link = address.absolute(f"/lauf?{urlencode({'id': lauf_id})}")
        st.markdown(
            f":red[:material/error:] [{plain(joined([modell, lauf.antrag.titel]))}]({link}): {plain(told)}"
        )
    if len(ids) > MOST_FAILED:
        st.caption(f"Und {formats.number(len(ids) - MOST_FAILED)} weitere.")


# --- do the quotes carry the points? Measures of evidence per column, each with its formula and its cases ---

MOST_CASES = 500
"""So many cases are listed; the exported workbook holds them all."""


def beleg_measures(vergleich: Vergleich, namen: Mapping[str, str]) -> None:
    store, ids = resources.store(), [lauf.id for lauf in vergleich.laeufe]
    quellen = {one.name: one for one in pruefung_quellen(store, ids)}
    name = next(iter(quellen), "")
    if len(quellen) > 1:
        name = st.selectbox(
            "Wer sagt, was ein Zitat trägt",
            list(quellen),
            format_func=modell_name,
            width=420,
            key="belege-quelle",
        )
    quelle = quellen.get(name)
    st.caption(plain(quelle_told(quelle and replace(quelle, name=modell_name(quelle.name)))))
    werte = beleg_values(store, vergleich, quelle)
    rows = [
        {"Maß": mass}
        | {vergleich.spalten[wert.spalte].name: value_told(wert) for wert in werte if wert.name == mass}
        for mass in FORMULAS
    ]
    _shown(rows, "belege", "Maße dafür, ob die Zitate die Punkte tragen, je Spalte", 170)
    for wert in werte:
        left_out = {reason: n for reason, n in (wert.mass.ausgelassen if wert.mass else {}).items() if n}
        if left_out:
            told = ", ".join(f"{formats.number(n)}-mal {reason}" for reason, n in left_out.items())
            spalte = vergleich.spalten[wert.spalte].name
            st.caption(plain(f"{wert.name}, {spalte}: nicht gezählt {told}."))
    with st.expander("Wie kommen diese Zahlen zustande?"):
        for mass, formel in FORMULAS.items():
            st.markdown(f"**{mass}** = {plain(formel)}")
        st.caption("Die Spanne ist das Intervall nach Wilson, in dem der Anteil mit 95 % Sicherheit liegt.")
    _cases(vergleich, namen, werte)


def _cases(vergleich: Vergleich, namen: Mapping[str, str], werte: Sequence[BelegValue]) -> None:
    """What stands behind a figure, case by case, each with the way to its Lauf."""
    with_cases = {
        (wert.name, wert.spalte): wert.mass.faelle for wert in werte if wert.mass and wert.mass.faelle
    }
    if not with_cases:
        return
    st.markdown("**Die Fälle hinter einer Zahl**")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        name = st.selectbox(
            "Maß", list(dict.fromkeys(name for name, _ in with_cases)), width=220, key="belege-mass"
        )
        spalte = st.selectbox(
            "Spalte",
            [spalte for other, spalte in with_cases if other == name],
            format_func=lambda at: vergleich.spalten[at].name,
            width=320,
            key=f"belege-spalte-{name}",
        )
        art = st.segmented_control(
            "Fälle", ["alle", "zählt", "zählt nicht"], default="alle", required=True, key="belege-art"
        )
    wanted = {"zählt": True, "zählt nicht": False}
    faelle = [fall for fall in with_cases[name, spalte] if art == "alle" or fall.zaehlt is wanted[str(art)]]
    shown = formats.number(min(len(faelle), MOST_CASES))
    st.caption(f"{formats.counted(len(faelle), 'Fall', 'Fälle')}, gezeigt sind {shown}.")
    if faelle:
        _listed(vergleich, namen, faelle[:MOST_CASES])


def _listed(vergleich: Vergleich, namen: Mapping[str, str], faelle: Sequence[BelegCase]) -> None:
    titles = {lauf.id: vergleich.antraege[lauf.antrag] for lauf in vergleich.laeufe}
    points = {(wert.lauf_id, wert.partei, wert.typ): wert.score for wert in vergleich.werte}
    emitted = resources.store().zitate_of({fall.lauf_id for fall in faelle})
    texts = {(row.lauf_id, row.partei, row.nummer): read_eintrag(row.eintrag).text for row in emitted}
    rows = [
        {
            "Zählt": "ja" if fall.zaehlt else "nein",
            "Antrag": titles[fall.lauf_id],
            "Partei": namen.get(fall.partei, fall.partei),
            "Programm": fall.typ.title(),
            "Punkte": points.get((fall.lauf_id, fall.partei, fall.typ)),
            "Zitat": "" if fall.zitat is None else texts.get((fall.lauf_id, fall.partei, fall.zitat), ""),
            "Lauf": address.absolute(f"/lauf?id={fall.lauf_id}&partei={fall.partei}&typ={fall.typ}"),
        }
        for fall in faelle
    ]
    spalten = {
        "Punkte": st.column_config.NumberColumn(format="localized"),
        "Zitat": st.column_config.TextColumn(width="large"),
        "Lauf": st.column_config.LinkColumn(display_text="ansehen"),
    }
    alt = "Die Fälle hinter der gewählten Zahl"
    table(pd.DataFrame(rows), "faelle", "Die Fälle hinter der Zahl", spalten, link="Lauf", alt=alt)

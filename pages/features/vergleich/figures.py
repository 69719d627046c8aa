"""A comparison in figures: what differences prove, what each column did, and whether quotes carry points."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from urllib.parse import urlencode

import pandas as pd
import streamlit as st

from core.base import formats
from core.base.table import Angabe
from core.features.vergleich.beleg_measures import BelegCase
from core.features.vergleich.differences import (
    FIRST_LOOK,
    SpaltenDifference,
    differences_to_basis as measured,
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
from core.features.vergleich.spalten import AT_LEAST_ANTRAEGE, ENOUGH_ANTRAEGE, Vergleich
from core.llm.catalogue import OFFLINE
from core.runs.lauf import Status
from core.runs.load_laeufe import LaufUnreadable
from core.wortlaut.binding.eintrag import read_eintrag
from core.wortlaut.records import Typ
from pages.ui import address, resources
from pages.ui.plain_table import table
from pages.ui.text import joined, plain
from pages.ui.words import modell_name, partei_shown

# --- is a difference real? Intervals as a chart, and what they mean in a sentence ---------------------------

ALPHA = (
    "Krippendorffs Alpha: 1 heißt, beide Spalten geben immer dieselben Punkte; 0 heißt, sie stimmen nicht "
    "öfter überein als durch Zufall; "
    "unter 0 widersprechen sie sich. Ab etwa 0,8 gilt eine Übereinstimmung als gut."
)
ONE_COLUMN = "Hier ist nur eine Spalte eines Sprachmodells: Es gibt nichts, womit sie sich vergleichen ließe."


def difference_block(vergleich: Vergleich, typ: Typ, basis: int) -> None:
    from core.features.vergleich.charts import difference_chart, difference_table
    from pages.ui.chart_frame import chart

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
        table = difference_table(intervals)
        with right:
            chart(
                f"Mehr oder weniger Punkte als „{plain(names[basis])}“",
                lambda dark: difference_chart(table, dark),
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
                f"Unter {ENOUGH_ANTRAEGE} gemeinsamen Anträgen ist das ein erster Eindruck, kein Beleg."
            )


def _told(one: SpaltenDifference) -> str:
    """In a line each where the Anträge suffice; that they are few is said once, for all columns."""
    lines = {"Punkte": one.punkte, "Belegte Zitate": one.anteil}
    short = {
        name: found.satz.removesuffix(FIRST_LOOK.format(found.antraege)) for name, found in lines.items()
    }
    known = [f"{name}: {plain(short[name])}" for name, found in lines.items() if found.intervall]
    return "  \n".join(known or [short["Punkte"]])


# --- what each column did, a figure per row: quotes, unreadable answers, tokens, cost, waiting --------------


def kennzahlen(vergleich: Vergleich) -> None:
    """The same figures as in the files, without those that are nothing everywhere."""
    quotes = resources.store().zitate_of([lauf.id for lauf in vergleich.laeufe])
    table = kennzahlen_table(vergleich, quotes)
    rows = [
        dict(zip(table.kopf, (label, *(_figure(str(label), value) for value in values)), strict=True))
        for label, *values in table.zeilen
        if any(values)
    ]
    _shown(rows, "kennzahlen", "Kennzahlen der Spalten", 330)
    st.caption(
        "„Angeglichen“: Das Modell schrieb ein wenig anders, gezeigt wird der Wortlaut des Programms. „Aus "
        "dem Programm einer anderen Partei“: wahr, aber kein Beleg für diese. Der Anteil bezieht sich auf "
        "alle Zitate, die hier geprüft werden konnten. „Mit Warnung“: So gedruckt, aber etwas daran ist zu "
        "beachten. „Mit Verweisen“: Das Modell nennt nummerierte Sätze, statt sie abzuschreiben."
    )
    failed(list(dict.fromkeys(one.lauf_id for one in vergleich.zaehlwerte if one.fehlgeschlagen)))


def _figure(label: str, value: Angabe) -> str:
    if not isinstance(value, int | float):
        return str(value) if value else formats.NOTHING
    if label.startswith("Anteil"):
        return formats.percent(value, 1)
    if label.startswith("Kosten"):
        return formats.cost(value)
    if label.startswith("Punkte"):
        return formats.number(value, 1)
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

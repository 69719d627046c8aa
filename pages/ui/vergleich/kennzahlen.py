"""What each column did, a figure per row: quotes, unreadable answers, tokens, cost, waiting."""

import pandas as pd
import streamlit as st

from core.citations.eintrag import REASONS, WORT, ZitatStatus
from core.german import formats
from core.models import Typ
from core.vergleich.differences import Kennzahlen, kennzahlen as measure
from core.vergleich.spalten import Vergleich
from pages.ui.plain_table import plain_table
from pages.ui.text import plain


def kennzahlen(vergleich: Vergleich) -> None:
    columns = {
        spalte.name: _figures(one) for spalte, one in zip(vergleich.spalten, measure(vergleich), strict=True)
    }
    used = {label for figures in columns.values() for label, value in figures.items() if value != "0"}
    frame = pd.DataFrame({name: pd.Series(figures) for name, figures in columns.items()})
    frame = frame[[not label.startswith("– ") or label in used for label in frame.index]]
    frame = frame.rename_axis("Kennzahl").reset_index()
    st.dataframe(
        frame,
        hide_index=True,
        placeholder="–",
        height="content",
        column_config={
            "Kennzahl": st.column_config.TextColumn(pinned=True, width=270),
            **{name: st.column_config.TextColumn(alignment="right") for name in columns},
        },
        alt="Kennzahlen der Spalten",
    )
    plain_table(frame, "kennzahlen", "Kennzahlen der Spalten")
    st.caption(
        "Anteile von Zitaten beziehen sich auf alle genannten, die hier geprüft werden konnten. "
        "„Angeglichen“: Das Modell schrieb ein wenig "
        "anders, gezeigt wird der Wortlaut des Programms. „Aus fremdem Programm“: wahr, aber kein Beleg für "
        "diese Partei."
    )


def _figures(one: Kennzahlen) -> dict[str, str]:
    """Those that begin with a dash tell of what the one above is made."""
    return {
        "Läufe (Anträge)": f"{formats.number(one.laeufe)} ({formats.number(one.antraege)})",
        "Zitate genannt": formats.number(one.emittiert),
        "Zitate belegt": _share(one.gebunden, one.geprueft),
        "– angeglichen": _some(one.nach_status[ZitatStatus.ANGEGLICHEN], one.geprueft),
        "– aus fremdem Programm": _some(one.fremde_partei, one.geprueft),
        "Zitate verworfen": _share(one.verworfen, one.geprueft),
        **{f"– {grund}": _some(one.nach_status[status], one.geprueft) for status, grund in REASONS.items()},
        f"– {WORT[ZitatStatus.UNGEPRUEFT]}": _some(one.emittiert - one.geprueft, one.emittiert),
        "Fragen an das Modell": formats.number(one.fragen),
        "– Antwort ohne Zitat": _some(one.ohne_zitat, one.fragen),
        "– erst auf Nachfrage lesbar": _some(one.nachgefragt, one.fragen),
        "– auch dann unlesbar": _some(one.unlesbar, one.fragen),
        "– fehlgeschlagen": _some(one.fehlgeschlagen, one.fragen),
        "Tokens gelesen": formats.number(one.tokens_ein),
        "Tokens geschrieben": formats.number(one.tokens_aus),
        "Kosten": formats.cost(one.kosten).replace("Kosten unbekannt", "unbekannt"),
        "Antwortzeit, Median": "–" if one.median is None else formats.duration(one.median),
        "Antwortzeit, 95 % höchstens": "–" if one.p95 is None else formats.duration(one.p95),
    }


def _share(part: int, whole: int) -> str:
    return f"{formats.number(part)} ({formats.percent(part, whole)})" if whole else "–"


def _some(part: int, whole: int) -> str:
    return _share(part, whole) if part else "0"


# --- is a difference real? Intervals as a chart, and what they mean in a sentence ---------------------------

ALPHA = (
    "Krippendorffs Alpha: 1 heißt, beide Spalten geben immer dieselben Punkte; 0 heißt, sie stimmen nicht "
    "öfter überein als durch Zufall; "
    "unter 0 widersprechen sie sich. Ab etwa 0,8 gilt eine Übereinstimmung als gut."
)


def unterschiede(vergleich: Vergleich, typ: Typ, basis: int) -> None:
    from core import frames
    from core.vergleich.charts import abstaende
    from core.vergleich.differences import unterschiede as measure
    from pages.ui.chart_frame import diagramm

    found = measure(vergleich, basis, typ)
    names = [spalte.name for spalte in vergleich.spalten]
    intervals = {names[one.spalte]: one.punkte.intervall for one in found if one.punkte.intervall}
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
        for one in found:
            st.markdown(f"**{plain(names[one.spalte])}** gegenüber {plain(names[basis])}")
            st.markdown(f"- Punkte: {plain(one.punkte.satz)}\n- Belegte Zitate: {plain(one.anteil.satz)}")
            if one.alpha is not None:
                st.caption(f"Übereinstimmung: {formats.number(one.alpha, 2)}", help=ALPHA)
        if len(found) > 1 and found[0].alpha_alle is not None:
            st.caption(f"Übereinstimmung aller Spalten: {formats.number(found[0].alpha_alle, 2)}", help=ALPHA)

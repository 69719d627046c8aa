"""Seite „Eichung“: wie oft ein Modell mit einem Prompt richtig liegt, gemessen an offiziellen Positionen."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial

import streamlit as st

from core import frames
from core.calibration.eichbild import QUELLE, SPALTEN, Eichbild, answer_rows, eichbild
from core.calibration.items import SHIPPED
from core.charts import anteile_mit_grenzen
from core.context import Context
from core.german import formats
from core.programme.registry import partei_label
from core.runs.eichungen import Eichung
from core.statistical_measures import Interval
from pages.ui import address, eichung_start, resources
from pages.ui.chart_frame import diagramm
from pages.ui.help_texts import explained
from pages.ui.plain_table import plain_table
from pages.ui.shown_names import modell_name, prompt_name, prompt_told
from pages.ui.text import joined, plain

MOST = 20  # the latest: of more than fit on a screen nobody compares the intervals
ENTRIES = 32  # kept for all visitors together: more than the page shows

BEFEHL = "python -m core calibrate --model openai/gpt-4.1 --kosten"
HELP = {
    "Weicht ab": "Urteile mit anderer Haltung als die Partei ÷ Urteile mit einer Haltung. Ab 6 Punkten gilt "
    "ein Urteil als „stimmt zu“, bis 4 als „lehnt ab“, dazwischen als „neutral“; so beschreibt es auch der "
    "Maßstab im Prompt. Enthaltungen zählen nicht mit und stehen daneben.",
    "Macro-F1": "Je Haltung 2 × richtige ÷ (so oft gesagt + so oft richtig), gemittelt über „stimmt zu“, "
    "„neutral“ und „lehnt ab“: seltene Haltungen zählen so viel wie häufige.",
    "Enthaltung": "Fragen ohne Punkte (keine Quelle, keine Wertung, unlesbare Antwort) ÷ alle Fragen.",
}
INTERVAL = (
    "Der Strich reicht so weit, wie die Zahl mit 95 % Sicherheit liegt: dazu werden 999-mal ganze Thesen neu "
    "gezogen, denn die Antworten zu einer These hängen zusammen."
)
POINTS = (
    "Fälle mit diesen Punkten, in denen die Partei offiziell zustimmt, von allen Fällen mit diesen Punkten; "
    "„neutral“ zählt als nicht zugestimmt. Benachbarte Punkte werden zusammengelegt, bis mehr Punkte nie "
    "seltener Zustimmung bedeuten (isotone Regression). Wurde ein Modell mit einem Prompt gemessen, steht "
    "der Anteil auch auf der Seite seiner Läufe, wo mindestens zehn Fälle hinter ihm stehen."
)
UNKNOWN = (
    "Bis wann dieses Modell gelernt hat, ist hier unbekannt: Eine verlässliche Angabe seines Herstellers "
    "liegt nicht vor. Es kann Thesen, Positionen und Programme dieser Wahlen gelesen haben; die Zahlen "
    "können deshalb zu gut sein."
)
AIM = """
**Wofür.** Der Antragsspiegel hilft Menschen, die beruflich mit Anträgen arbeiten: Er legt einen Antrag
neben die Programme der Parteien, zeigt wörtliche Belege mit Seite und lässt ein Sprachmodell vorschlagen,
wie gut beides zusammenpasst. Die Eichung sagt, wie oft solche Vorschläge stimmen.

**Wofür nicht.** Keine Wahlempfehlung, keine Rangliste für Wählerinnen und Wähler, kein Ersatz für das
Lesen der Programme. Punkte sind kein Maß dafür, ob eine Partei oder ein Antrag gut ist. Wer Menschen bei
einer Wahl beraten will, darf dieses Werkzeug dafür nicht einsetzen.

**Wer was prüft.** Das Programm prüft, dass jedes gezeigte Zitat wörtlich auf der genannten Seite steht.
Die Eichung misst, wie oft Punkte zur offiziellen Position passen. Ob ein Zitat die Forderung stützt, kann
ein zweites Modell lesen, das sich irren kann. Ob ein einzelnes Urteil stimmt, prüfen Sie.

**Was offizielle Positionen nicht sind.** Parteien haben sie selbst angegeben, zu Thesen, die umstritten
sein sollen. Sie können vom Programm abweichen: Dann gilt ein Urteil als falsch, das dem Programm folgt.

**So zitieren Sie richtig.** Nennen Sie Modell, Prompt mit Fassung, Thesen, Zahl der Fälle und das
Intervall, zum Beispiel: „Modell M, Prompt P (Fassung 1), wich bei 26 Thesen und vier Parteien in 20 % der
Urteile von der offiziellen Position ab (95-%-Intervall 8 bis 33 %).“
"""


def main(context: Context) -> None:
    eichung_start.offer(context)
    eichungen = [one for one in resources.store().list_eichungen() if one.beantwortet][:MOST]
    if eichungen:
        pictures = [_picture(one, one.id, one.beantwortet, one.finished) for one in eichungen]
        _overview(pictures)
        bild = _choose(pictures)
        _head(bild)
        _figures(context, bild)
        _points(bild)
        _take_along(context, bild)
    else:
        st.info("Noch ist kein Modell geeicht.", icon=":material/info:")
        st.markdown(
            "Thesen aus einer eigenen Datei liest die Kommandozeile; so erfahren Sie zuerst, was es kostet:"
        )
        st.code(BEFEHL, language=None, wrap_lines=True)
    with st.expander("Wofür, wofür nicht, und wer was prüft", icon=":material/policy:", expanded=False):
        st.markdown(AIM)


# Nothing in it is ever changed, so all may share it.
@st.cache_resource(max_entries=ENTRIES, show_spinner=False)
def _picture(_eichung: Eichung, eichung_id: str, beantwortet: int, finished: datetime | None) -> Eichbild:
    return eichbild(resources.context(), _eichung)


def _overview(pictures: Sequence[Eichbild]) -> None:
    rows = [_row(bild) for bild in pictures]
    table = frames.zeilen(rows, list(rows[0]))
    st.dataframe(table, hide_index=True, alt="Alle Eichungen")
    plain_table(table, "eichungen", "Alle Eichungen")
    _chart(
        "So oft weichen Urteile von der Position der Partei ab",
        "eichung_abweichung",
        [
            {"Name": _name(one), **_share(one.bild.gesamt.abweichung, one.bild.gesamt.beantwortet)}
            for one in pictures
        ],
    )
    st.caption(f"\\* {plain(QUELLE)}")


def _row(bild: Eichbild) -> dict[str, object]:
    gesamt, eichung = bild.bild.gesamt, bild.eichung
    return {
        "Modell": modell_name(eichung.modell),
        "Prompt": prompt_told(eichung.prompt_id, eichung.prompt_version),
        "Thesen": eichung.satz_name,
        "Weicht ab": _percent(gesamt.abweichung),
        "95 %": f"{_bounds(gesamt.abweichung, 100)} %",
        "Macro-F1": _decimal(gesamt.macro_f1.wert),
        "Enthaltung": _percent(gesamt.enthaltung),
        "Stand": formats.day(eichung.created)
        if eichung.finished
        else f"{eichung.beantwortet} von {eichung.geplant}",
    }


def _share(one: Interval, faelle: int) -> dict[str, object]:
    return {"Anteil": one.wert, "Von": one.von, "Bis": one.bis, "Fälle": faelle}


def _chart(title: str, key: str, rows: Sequence[dict[str, object]]) -> None:
    table = frames.zeilen(rows, list(rows[0]))
    diagramm(title, lambda dark: anteile_mit_grenzen(table, dark), table, key)
    _origin(f"**Weicht ab**: {HELP['Weicht ab']} {INTERVAL}\n\n{QUELLE}", key)


def _name(bild: Eichbild) -> str:
    eichung = bild.eichung
    return f"{modell_name(eichung.modell)} · {prompt_name(eichung.prompt_id)} · {eichung.satz_name}"


# --- one Eichung --------------------------------------------------------------------------------------------


def _choose(pictures: Sequence[Eichbild]) -> Eichbild:
    by_id = {bild.eichung.id: bild for bild in pictures}
    asked = address.get("eichung")
    chosen = asked if asked in by_id else next(iter(by_id))
    st.header("Eine Eichung im Einzelnen", anchor=False)
    picked = st.selectbox(
        "Eichung",
        list(by_id),
        format_func=lambda id: _name(by_id[id]),
        **address.follow("eichung", "eichung", chosen),
    )
    return by_id.get(picked or chosen, by_id[chosen])


def _head(bild: Eichbild) -> None:
    eichung = bild.eichung
    if not eichung.finished:
        st.warning(
            f"Noch nicht ganz: {formats.counted(eichung.beantwortet, 'Antwort', 'Antworten')} von "
            f"{formats.number(eichung.geplant)}. Gefragt wird nur noch, was fehlt.",
            icon=":material/hourglass_empty:",
        )
        eichung_start.resume(eichung)
    told = [
        f"Modell {modell_name(eichung.modell)}",
        f"Prompt {prompt_told(eichung.prompt_id, eichung.prompt_version)}",
        f"{eichung.satz_name} ({', '.join(bild.wahlen[:6])}{' …' if len(bild.wahlen) > 6 else ''})",
        formats.counted(bild.thesen, "These", "Thesen"),
        formats.cost(eichung.kosten),
        formats.moment(eichung.finished or eichung.created),
    ]
    st.caption(plain(joined(told)))
    for reason, count in eichung.parameter["ausgelassen"].items():
        st.caption(f"Ausgelassen: {formats.counted(count, 'Position', 'Positionen')} ({plain(reason)}).")
    if bild.trainingsende is None:
        st.caption(UNKNOWN)
    else:
        until = formats.day(bild.trainingsende)
        st.caption(
            f"Gelernt hat dieses Modell nach Angabe seines Herstellers bis {until}. Was vorher "
            "veröffentlicht war, kann es schon gelesen haben."
        )


def _figures(context: Context, bild: Eichbild) -> None:
    gesamt = bild.bild.gesamt
    shown = {
        "Weicht ab": (_percent(gesamt.abweichung), f"{_bounds(gesamt.abweichung, 100)} %"),
        "Macro-F1": (_decimal(gesamt.macro_f1.wert), _bounds(gesamt.macro_f1)),
        "Enthaltung": (_percent(gesamt.enthaltung), f"{_bounds(gesamt.enthaltung, 100)} %"),
    }
    with st.grid(len(shown), min_column_width=170, gap="small"):
        for name, (value, bounds) in shown.items():
            with st.container(gap="xxsmall"):
                st.metric(name, value, help=f"Wie kommt diese Zahl zustande? {HELP[name]}")
                st.caption(f"95 %: {bounds}")
    rows = [
        {
            "Name": partei_label(context.registry, partei),
            **_share(one.abweichung, one.beantwortet),
            "Macro-F1": round(one.macro_f1.wert, 3),
            "Macro-F1 von": round(one.macro_f1.von, 3),
            "Macro-F1 bis": round(one.macro_f1.bis, 3),
            "Enthaltung": round(one.enthaltung.wert, 3),
        }
        for partei, one in bild.bild.parteien.items()
    ]
    _chart("Weicht ab, je Partei", "eichung_parteien", rows)


def _points(bild: Eichbild) -> None:
    rows = [
        {
            "Punkte": " bis ".join(dict.fromkeys(map(formats.shortest, (one.von, one.bis)))),
            "Fälle": one.faelle,
            "Partei stimmte zu": one.zustimmungen,
            "Anteil": f"{formats.number(100 * one.anteil)} %",
        }
        for one in bild.zuverlaessigkeit
    ]
    if rows:
        st.markdown("**Was Punkte wert sind: So oft stimmte die Partei zu**")
        st.table(frames.zeilen(rows, list(rows[0])).set_index("Punkte"))
        _origin(POINTS, "punkte")


def _take_along(context: Context, bild: Eichbild) -> None:
    st.header("Nachrechnen", anchor=False)
    st.markdown(
        "Jede Antwort als Zeile: These, Position und Begründung der Partei, die vorgelegten Passagen, "
        "Punkte, die rohe Antwort, Modell und Prompt. Derselbe Befehl wiederholt die Eichung; was "
        "beantwortet ist, wird nicht noch einmal gefragt."
    )
    st.download_button(
        "Alle Antworten als CSV",
        partial(_csv, context, bild.eichung),
        file_name=f"eichung-{bild.eichung.id}.csv",
        mime="text/csv",
        icon=":material/download:",
        on_click="ignore",
    )
    eichung = bild.eichung
    own = "" if eichung.satz_name == SHIPPED else f" {eichung.satz_name}"
    command = f"python -m core calibrate{own} --model {eichung.modell} --prompt {eichung.prompt_id}"
    st.code(command, language=None, wrap_lines=True)


def _csv(context: Context, eichung: Eichung) -> bytes:
    rows = answer_rows(resources.store(), context.registry, eichung)
    return frames.csv(frames.zeilen(list(rows), SPALTEN))


# --- figures in words ---------------------------------------------------------------------------------------


def _percent(one: Interval) -> str:
    """„20 %“, „–“ where nothing is known."""
    return "–" if one.wert != one.wert else f"{formats.number(100 * one.wert)} %"


def _decimal(value: float) -> str:
    return "–" if value != value else formats.number(value, 2)


def _bounds(one: Interval, times: int = 1) -> str:
    """„8 bis 33“ where `times` is 100, else „0,61 bis 0,83“."""
    decimals = 0 if times > 1 else 2
    return f"{formats.number(times * one.von, decimals)} bis {formats.number(times * one.bis, decimals)}"


def _origin(text: str, key: str) -> None:
    """How a figure comes about, a click away from it."""
    with st.popover(
        "Wie kommt diese Zahl zustande?", type="tertiary", icon=":material/help:", key=f"herkunft-{key}"
    ):
        st.markdown(text)


st.title("Eichung", anchor=False)
st.markdown(
    "Wie oft sagt ein Modell über eine Partei das, was die Partei selbst sagt? Das misst eine "
    f"{explained('Eichung')}: Das Modell liest zu jeder These das Wahlprogramm, wie in einem Lauf; "
    "verglichen wird mit der Position, die die Partei offiziell angab."
)
main(resources.context())

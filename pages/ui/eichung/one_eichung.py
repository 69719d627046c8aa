"""One Eichung: what is unusual, its figures, the parties, and everything to take along."""

from collections.abc import Sequence
from functools import partial

import streamlit as st

from core import frames
from core.calibration.calibration_words import CUTS, RULE, befund_told
from core.calibration.eichbild import SPALTEN, Eichbild, answer_rows
from core.context import Context
from core.german import formats
from core.programme.registry import partei_label
from pages.ui import address, resources
from pages.ui.chart_frame import diagramm
from pages.ui.eichung.eichung_progress import resume
from pages.ui.eichung.loading import decimal, herkunft, prozent, with_limits
from pages.ui.eichung.overview import LINES, name_of
from pages.ui.shown_names import modell_name, prompt_told
from pages.ui.text import joined, plain

STANCE = ("lehnt ab", "neutral", "stimmt zu")
HELP = {
    "Weicht ab": "Urteile mit anderer Haltung als die Partei ÷ Urteile mit einer Haltung. " + CUTS,
    "Abstand der Parteien": "Abweichung der Partei, bei der das Modell am häufigsten falsch liegt, minus die "
    "der Partei, bei der es am seltensten falsch liegt. Aus wenigen Thesen kommt er zu groß heraus.",
    "Macro-F1": "Je Haltung 2 × richtige ÷ (so oft gesagt + so oft richtig), gemittelt über „stimmt zu“, "
    "„neutral“ und „lehnt ab“: seltene Haltungen zählen so viel wie häufige.",
    "Mittlerer Abstand": "Auf einer Skala von -1 (lehnt ab) über 0 bis 1 (stimmt zu): Summe der Abstände "
    "zwischen Urteil und Position ÷ Urteile mit einer Haltung.",
    "Enthaltung": "Fragen ohne Punkte (keine Quelle, keine Wertung, unlesbare Antwort) ÷ alle Fragen.",
}


def choose(pictures: Sequence[Eichbild]) -> Eichbild:
    by_id = {bild.eichung.id: bild for bild in pictures}
    asked = address.get("eichung")
    chosen = asked if asked in by_id else next(iter(by_id))
    st.header("Eine Eichung im Einzelnen", anchor=False)
    picked = st.selectbox(
        "Eichung",
        list(by_id),
        format_func=lambda id: name_of(by_id[id]),
        **address.follow("eichung", "eichung", chosen),
    )
    return by_id.get(picked or chosen, by_id[chosen])


def kopf(context: Context, bild: Eichbild) -> None:
    eichung = bild.eichung
    if eichung.is_demo:
        st.info(
            "Beispiel: Dieses Modell ist gespielt, die Thesen sind erfunden. Es zeigt, wie eine Eichung "
            "aussieht, und sagt nichts über ein wirkliches Modell.",
            icon=":material/theater_comedy:",
        )
    if not eichung.finished:
        st.warning(
            f"Noch nicht ganz: {formats.counted(eichung.beantwortet, 'Antwort', 'Antworten')} von "
            f"{formats.number(eichung.geplant)}. Gefragt wird nur noch, was fehlt.",
            icon=":material/hourglass_empty:",
        )
        resume(eichung)
    told = [
        f"Modell {modell_name(eichung.modell)}",
        f"Prompt {prompt_told(eichung.prompt_id, eichung.prompt_version)}",
        f"{eichung.satz_name} ({', '.join(bild.wahlen[:6])}{' …' if len(bild.wahlen) > 6 else ''})",
        formats.counted(bild.antworten.thesen, "These", "Thesen"),
        formats.cost(eichung.kosten),
        formats.moment(eichung.finished or eichung.created),
    ]
    st.caption(plain(joined(told)))
    for reason, count in (eichung.parameter.get("ausgelassen") or {}).items():
        st.caption(f"Ausgelassen: {formats.counted(count, 'Position', 'Positionen')} ({plain(reason)}).")


def befunde(context: Context, bild: Eichbild) -> None:
    with st.container(key="eichbefunde"):
        for befund in bild.named:
            name = partei_label(context.registry, befund.partei) if befund.partei else ""
            st.markdown(f":red[:material/warning:] **{plain(befund_told(befund, name))}**")
        if not bild.named:
            st.markdown(
                ":green[:material/check_circle:] Kein auffälliges Verhalten nachgewiesen "
                f"({formats.counted(len(bild.befunde), 'Test', 'Tests')})."
            )
        herkunft(RULE, "befunde")


def zahlen(bild: Eichbild) -> None:
    gesamt = bild.bild.gesamt
    shown = {
        "Weicht ab": (prozent(gesamt.abweichung), with_limits(gesamt.abweichung)),
        "Abstand der Parteien": (prozent(bild.bild.luecke), with_limits(bild.bild.luecke)),
        "Macro-F1": (
            decimal(gesamt.macro_f1.wert),
            f"{decimal(gesamt.macro_f1.von)} bis {decimal(gesamt.macro_f1.bis)}",
        ),
        "Mittlerer Abstand": (
            decimal(gesamt.abstand.wert),
            f"{decimal(gesamt.abstand.von)} bis {decimal(gesamt.abstand.bis)}",
        ),
        "Enthaltung": (prozent(gesamt.enthaltung), with_limits(gesamt.enthaltung)),
    }
    with st.grid(len(shown), min_column_width=170, gap="small"):
        for name, (value, bounds) in shown.items():
            with st.container(gap="xxsmall"):
                st.metric(name, value, help=f"Wie kommt diese Zahl zustande? {HELP[name]}")
                st.caption(f"95 %: {bounds}")


def parteien(context: Context, bild: Eichbild) -> None:
    from core.charts import anteile_mit_grenzen

    rows = [
        {
            "Name": partei_label(context.registry, partei),
            "Anteil": one.abweichung.wert,
            "Von": one.abweichung.von,
            "Bis": one.abweichung.bis,
            "Fälle": one.beantwortet,
            "Macro-F1": round(one.macro_f1.wert, 3),
            "Mittlerer Abstand": round(one.abstand.wert, 3),
            "Enthaltung": round(one.enthaltung.wert, 3),
        }
        for partei, one in bild.bild.parteien.items()
    ]
    table = frames.zeilen(rows, list(rows[0]))
    with st.grid(2, min_column_width=430, gap="large"):
        with st.container():
            diagramm(
                "Weicht ab, je Partei",
                lambda dark: anteile_mit_grenzen(table, dark, LINES),
                table,
                "eichung_parteien",
            )
            herkunft(f"{HELP['Weicht ab']} Hier je Partei, mit Strichen wie oben.", "parteien")
        with st.container():
            _mix_ups(bild)


def _mix_ups(bild: Eichbild) -> None:
    st.markdown("**Was gesagt wurde, wo etwas anderes richtig war**")
    rows = [
        {"Offiziell": name, **{f"Modell {said}": count for said, count in zip(STANCE, row, strict=True)}}
        for name, row in zip(STANCE, bild.bild.gesamt.matrix, strict=True)
    ]
    st.table(frames.zeilen(rows, list(rows[0])).set_index("Offiziell"))
    herkunft(
        "Jede Antwort mit Punkten steht in genau einem Feld: in der Zeile der offiziellen Position, in der "
        f"Spalte dessen, was die Punkte bedeuten. {CUTS}",
        "matrix",
    )


def take_along(context: Context, bild: Eichbild) -> None:
    st.header("Nachrechnen", anchor=False)
    st.markdown(
        "Jede Antwort als Zeile: These, Position und Begründung der Partei, was gefragt wurde, die "
        "vorgelegten Passagen, Punkte, die rohe Antwort, Modell und Prompt. Derselbe Befehl wiederholt "
        "die Eichung; was beantwortet ist, wird nicht noch einmal gefragt."
    )
    st.download_button(
        "Alle Antworten als CSV",
        partial(_csv, context, bild),
        file_name=f"eichung-{bild.eichung.id}.csv",
        mime="text/csv",
        icon=":material/download:",
        on_click="ignore",
    )
    st.code(_command(bild), language=None, wrap_lines=True)


def _csv(context: Context, bild: Eichbild) -> bytes:
    rows = answer_rows(resources.store(), context.registry, bild.eichung)
    return frames.csv(frames.zeilen(list(rows), SPALTEN))


def _command(bild: Eichbild) -> str:
    eichung = bild.eichung
    if eichung.is_demo:
        return "python -m core calibrate --beispiel"
    own = "" if eichung.satz_name.startswith("Musterland") else f" {eichung.satz_name}"
    repeats = int(bild.antworten.wiederholung.max())
    again = f" --repeat {repeats}" if repeats > 1 else ""
    return f"python -m core calibrate{own} --model {eichung.modell} --prompt {eichung.prompt_id}{again}"

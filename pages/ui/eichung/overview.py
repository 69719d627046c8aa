"""All Eichungen in one table and one chart, beside what is known of others."""

from collections.abc import Sequence

import streamlit as st

from core import frames
from core.calibration.agreement import LITERATURE
from core.calibration.calibration_words import CUTS, QUELLE
from core.calibration.eichbild import Eichbild
from core.context import Context
from core.german import formats
from core.roles.rights import Action
from pages.ui import acts, person
from pages.ui.chart_frame import diagramm
from pages.ui.eichung.loading import decimal, herkunft, prozent, with_limits
from pages.ui.plain_table import plain_table
from pages.ui.shown_names import modell_name, prompt_name, prompt_told
from pages.ui.text import plain

MOST = 20
"""The latest: of more than fit on a screen nobody compares the intervals."""

DEVIATION = (
    "**Weicht ab** = Urteile mit anderer Haltung als die Partei ÷ Urteile mit einer Haltung. "
    "Enthaltungen zählen nicht mit und stehen daneben. "
    f"{CUTS} Der Strich reicht so weit, wie die Zahl mit 95 % Sicherheit liegt: dazu werden 999-mal "
    f"ganze Thesen neu gezogen, denn die Antworten zu einer These hängen zusammen.\n\n{QUELLE}"
)
LINES = {f"{formats.shortest(share)} %*": share for share in LITERATURE}


def name_of(bild: Eichbild) -> str:
    eichung = bild.eichung
    return f"{modell_name(eichung.modell)} · {prompt_name(eichung.prompt_id)} · {eichung.satz_name}"


def uebersicht(pictures: Sequence[Eichbild]) -> None:
    from core.charts import anteile_mit_grenzen

    table = frames.zeilen([_row(bild) for bild in pictures], list(_row(pictures[0])))
    st.dataframe(table, hide_index=True, placeholder="–", alt="Alle Eichungen")
    plain_table(table, "eichungen", "Alle Eichungen")
    shares = frames.zeilen(
        [
            {
                "Name": name_of(bild),
                "Anteil": bild.bild.gesamt.abweichung.wert,
                "Von": bild.bild.gesamt.abweichung.von,
                "Bis": bild.bild.gesamt.abweichung.bis,
                "Fälle": bild.bild.gesamt.beantwortet,
            }
            for bild in pictures
        ],
        ("Name", "Anteil", "Von", "Bis", "Fälle"),
    )
    diagramm(
        "So oft weichen Urteile von der Position der Partei ab",
        lambda dark: anteile_mit_grenzen(shares, dark, LINES),
        shares,
        "eichung_abweichung",
    )
    st.caption(f"\\* {plain(QUELLE)}")
    herkunft(DEVIATION, "uebersicht")


def _row(bild: Eichbild) -> dict[str, object]:
    gesamt, eichung = bild.bild.gesamt, bild.eichung
    return {
        "Modell": modell_name(eichung.modell),
        "Art": "Beispiel, gespielt" if eichung.is_demo else "gemessen",
        "Prompt": prompt_told(eichung.prompt_id, eichung.prompt_version),
        "Thesen": eichung.satz_name,
        "Weicht ab (95 %)": with_limits(gesamt.abweichung),
        "Abstand der Parteien": prozent(bild.bild.luecke),
        "Macro-F1": decimal(gesamt.macro_f1.wert),
        "Enthaltung": prozent(gesamt.enthaltung),
        "Auffällig": "ja" if bild.named else "nein",
        "Stand": formats.day(eichung.created.date())
        if eichung.finished
        else f"{eichung.beantwortet} von {eichung.geplant}",
    }


# --- where nothing has been measured yet: an example to look at, and the command that measures --------------

BEFEHL = "python -m core calibrate --model openai/gpt-4.1 --kosten"


def offer(context: Context) -> None:
    st.info(
        "Noch ist kein Modell geeicht. Das Beispiel spielt zwei Modelle auf dem erfundenen „Musterland“ "
        "durch: ein redliches und eines, das nach dem Namen der Partei urteilt. Es kostet nichts.",
        icon=":material/info:",
    )
    if acts.button(Action.RUN, "Beispiel rechnen", type="primary", icon=":material/play_arrow:"):
        person.here().noted(Action.RUN, "Beispiel", _compute)(context)
    st.markdown(
        "Thesen aus einer eigenen Datei liest die Kommandozeile; so erfahren Sie zuerst, was es kostet:"
    )
    st.code(BEFEHL, language=None, wrap_lines=True)


def _compute(context: Context) -> None:
    from core.calibration.example import play_example

    bar = st.progress(0.0, text="Die gespielten Modelle antworten …")
    for stand in play_example(context):
        if stand.fertig % 20 == 0:
            bar.progress(stand.fertig / stand.von, text=f"{stand.fertig} von {stand.von} Antworten")
    st.rerun()


# --- what this tool is for and what not, and who checks what ------------------------------------------------

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


def aim() -> None:
    with st.expander("Wofür, wofür nicht, und wer was prüft", icon=":material/policy:", expanded=False):
        st.markdown(AIM)

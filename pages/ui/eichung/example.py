"""Where nothing has been measured yet: an example to look at, and the command that measures."""

import streamlit as st

from core.context import Context

BEFEHL = "python -m core calibrate --model openai/gpt-4.1 --kosten"


def offer(context: Context) -> None:
    st.info(
        "Noch ist kein Modell geeicht. Das Beispiel spielt zwei Modelle auf dem erfundenen „Musterland“ "
        "durch: ein redliches und eines, das nach dem Namen der Partei urteilt. Es kostet nichts.",
        icon=":material/info:",
    )
    if st.button("Beispiel rechnen", type="primary", icon=":material/play_arrow:"):
        _compute(context)
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

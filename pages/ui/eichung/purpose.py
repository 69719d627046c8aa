"""What this tool is for and what not, and who checks what."""

import streamlit as st

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

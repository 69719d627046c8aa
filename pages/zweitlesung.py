"""Seite „Zweitlesung“: wo zwei Lesungen auseinandergehen, was festgelegt ist, wie sehr man sich einig ist."""

import streamlit as st

from core.second_reading.readings import load_readings, read_by
from pages.ui import resources
from pages.ui.coder import coder_name, name_field
from pages.ui.reading_end import tell_failure
from pages.ui.second_reading import agreement, differences, own_readings, project_files

with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
    st.title("Zweitlesung", anchor=False, width="content")
    name_field("zweitlesung")
st.markdown(
    "Zwei Personen beurteilen dieselben Punkte und Zitate, jede für sich. Was andere sagen, sehen Sie hier "
    "erst, wenn Ihre eigene Lesung eines Laufs abgeschlossen ist."
)
context, store = resources.context(), resources.store()
tell_failure()
whole = load_readings(store)
if not whole.laeufe:
    st.info(
        "Noch hat niemand etwas beurteilt. Öffnen Sie einen Lauf und geben Sie an Punkten und Zitaten ein "
        "„Urteil“ ab; die zweite Person tut dasselbe unter ihrem Namen.",
        icon=":material/info:",
    )
    st.page_link("laeufe.py", label="Läufe", icon=":material/list:")
    st.stop()
mine = read_by(whole, coder_name())
if mine.laeufe:
    differences.open_differences(context, store, mine)
own_readings.laeufe(whole)
if mine.laeufe:
    agreement.agreement(mine)
    agreement.people_against_model(context, store, mine)
    differences.settled(context, mine)
    project_files.take_along(context, mine)

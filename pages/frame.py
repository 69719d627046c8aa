"""The frame of every page: title, menu, nothing else."""

import streamlit as st

st.set_page_config(page_title="Antragsspiegel", page_icon=":material/fact_check:", layout="wide")
st.navigation([st.Page("uebersicht.py", title="Übersicht", icon=":material/home:", default=True)]).run()

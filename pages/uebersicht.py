"""Übersicht: what is in the index."""

import streamlit as st

from core.errors import DashboardError
from pages.ui import resources, tables, views

st.title("Antragsspiegel")
st.markdown(
    "Hält ein Antrag, was die Parteien in ihren Wahlprogrammen versprochen haben? "
    "Hier sehen Sie, welche Programme eingelesen und durchsuchbar sind."
)
try:
    with views.first_start():
        stock = resources.stock()
except DashboardError as error:
    views.failure(error)
    st.stop()

views.stock_figures(stock)
st.subheader("Bestand nach Ländern")
st.dataframe(
    tables.laender(stock),
    column_config=tables.LAENDER,
    hide_index=True,
    placeholder="–",
    width="stretch",
    height="content",
)
views.health(stock)
views.how_to_add()

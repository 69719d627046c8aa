"""The app. Start with: streamlit run dashboard.py"""

import streamlit as st

from pages.ui import deutsch, einlass, fehler, leben
from pages.ui.routes import ROUTES

# Not st.navigation here: beside a folder `pages` a cold deep link would then open a page without its frame.
app = st.App(
    "pages/frame.py",
    routes=ROUTES,
    middleware=[einlass.middleware(), *deutsch.MIDDLEWARE],
    on_script_error=fehler.show,
    lifespan=leben.lifespan,
)

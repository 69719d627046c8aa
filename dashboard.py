"""The app. Start with: streamlit run dashboard.py"""

import streamlit as st

from pages.ui import admission, lifespan, text
from pages.ui.routes import ROUTES, below_base

# Not st.navigation here: beside a folder `pages` a cold deep link would then open a page without its frame.
app = st.App(
    "pages/frame.py",
    routes=below_base(ROUTES),
    middleware=[admission.middleware(), *admission.MIDDLEWARE],
    on_script_error=text.show_failure,
    lifespan=lifespan.lifespan,
)

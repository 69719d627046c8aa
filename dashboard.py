"""The app. Start with: streamlit run dashboard.py"""

import streamlit as st

from pages.ui.routes import ROUTES

# st.App instead of st.navigation here: with a folder `pages` beside the main script, a cold deep link
# would open a page without its frame.
app = st.App("pages/frame.py", routes=ROUTES)

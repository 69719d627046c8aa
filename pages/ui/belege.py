"""The quotes that prove an answer, with links to their pages."""

from collections.abc import Sequence

import streamlit as st

from core.citations.eintrag import Gebunden, Verworfen
from core.citations.re_anchor import anchored_eintrag
from core.context import Context
from pages.ui.text import plain
from pages.ui.zitat import angaben, verworfene


def belege(
    context: Context, gebunden: Sequence[Gebunden], verworfen: Sequence[Verworfen], unbelegt: bool
) -> None:
    for beleg in (anchored_eintrag(context, one) for one in gebunden):
        with st.container(border=True, gap="xsmall"):
            st.markdown(f"„{plain(beleg.text)}“")
            angaben(beleg)
    if unbelegt:
        st.markdown(":orange[:material/warning: Kein Zitat belegt diese Aussage.]")
    verworfene(verworfen)

"""The quotes that prove an answer, with links to their pages."""

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from core.citations.verankern import verankerte
from core.context import Context
from pages.ui.text import plain
from pages.ui.zitat import angaben, verworfene

Json = Mapping[str, Any]


def belege(context: Context, gebunden: Sequence[Json], verworfen: Sequence[Json], unbelegt: bool) -> None:
    for eintrag in verankerte(context, gebunden):
        with st.container(border=True, gap="xsmall"):
            st.markdown(f"„{plain(eintrag['text'])}“")
            angaben(eintrag)
    if unbelegt:
        st.markdown(":orange[:material/warning: Kein Zitat belegt diese Aussage.]")
    verworfene(verworfen)

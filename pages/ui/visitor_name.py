"""Who looks at a page, by name: as a proxy before the app tells it, else as somebody types it."""

from typing import Literal

import streamlit as st

from core.context import default_context
from pages.ui.text import plain

LONGEST_NAME = 200


def told_by_proxy() -> str | None:
    """Whom the proxy before the app signed in; None where the operator named no header (NAME_HEADER).

    Nobody where two are told: one of them may be the visitor's own.
    """
    header = default_context().settings.name_header
    if header is None:
        return None
    given = st.context.headers.get_all(header)
    name = given[0].encode("latin-1").decode("utf-8", "replace").strip() if len(given) == 1 else ""
    return name[:LONGEST_NAME] if name.isprintable() else ""


def name_input(key: str, width: Literal["stretch"] | int = "stretch") -> str:
    """Asks for a name where no proxy tells it, and says which one is kept where one does."""
    told = told_by_proxy()
    if told is None:
        given = st.text_input("Ihr Name (freiwillig)", max_chars=LONGEST_NAME, key=key, width=width)
        return (given or "").strip()
    if told:
        st.caption(plain(f"Sie sind angemeldet als {told}."))
    return told

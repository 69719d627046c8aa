"""Small parts of every page: links at its head, colours that can be seen, and who looks at it, by name."""

from typing import Literal

import streamlit as st

from core.base.contrast import standing_out
from core.programme.context import default_context
from pages.ui.menu import beside
from pages.ui.text import plain

DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
"""Media types of what Word and Excel open."""


def head(
    page: str,
    title: str | None = None,
    width: Literal["stretch", "content"] = "stretch",
    anchor: Literal[False] | None = False,
) -> None:
    """The title, and beside it links to the pages that belong together, each with its address.

    `page`: the open one, which `zugang.js` marks; `title`: its own, if not that of all of them.
    """
    common, tabs = beside(page)
    with st.container(horizontal=True, width=width, vertical_alignment="center"):
        st.title(title or common, anchor=anchor, width="content")
        if len(tabs) > 1:
            with st.container(horizontal=True, gap="small", key="reiter"):
                for file, name in tabs.items():
                    st.page_link(file, label=name)


# --- party colours that can be seen on the theme's ground ---------------------------------------------------

LEAST = 2.0
"""Contrast to the ground; the number beside every bar says what the colour does not."""

REASON = {True: "#15181e", False: "#ffffff"}


def is_dark() -> bool:
    return st.context.theme.type == "dark"


def scheme() -> str:
    """For what Streamlit draws beside the app, popovers and dialogs: the app's own does not reach there."""
    return f"<style>:root {{ color-scheme: {'dark' if is_dark() else 'light'} }}</style>"


def readable(farbe: str, dark: bool) -> str:
    """The colour, moved towards the text's until it stands out from the ground."""
    return standing_out(farbe, REASON[dark], LEAST)


# --- who looks at a page, by name: as a proxy before the app tells it, else as somebody types it ------------

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

"""A page's picture: while it is on its way an empty sheet is seen, never the page that was there before."""

from html import escape

import streamlit as st

from pages.ui import address

A4 = 210 / 297


def seitenbild(url: str, alt: str, ratio: float = A4) -> None:
    """`ratio`: its width by its height, 0 where nobody knows. Another address is another element: the browser
    would show the old picture in the old one until the new is there."""
    style = f' style="--blatt: {round(ratio, 4)}"' if ratio else ""
    st.html(f'<img class="seitenbild"{style} src="{escape(address.absolute(url))}" alt="{escape(alt)}">')

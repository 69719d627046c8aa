"""Party colours that can be seen on the theme's ground."""

import streamlit as st

from core.contrast import BLACK, WHITE, contrast, mixed

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
    ground, goal, step = REASON[dark], WHITE if dark else BLACK, 0
    while contrast(farbe, ground) < LEAST and step < 20:
        farbe, step = mixed(farbe, goal, 0.08), step + 1
    return farbe

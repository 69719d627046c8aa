"""Party colours that can be seen on the theme's ground."""

import streamlit as st

LEAST = 2.0
"""Contrast to the ground; the number beside every bar says what the colour does not."""

GRUND = {True: "#15181e", False: "#ffffff"}


def is_dark() -> bool:
    return st.context.theme.type == "dark"


def lesbar(farbe: str, dark: bool) -> str:
    """The colour, moved towards the text's until it stands out from the ground."""
    ground, step = GRUND[dark], 0
    while _contrast(farbe, ground) < LEAST and step < 20:
        farbe, step = _mixed(farbe, 255 if dark else 0), step + 1
    return farbe


def _rgb(farbe: str) -> list[int]:
    return [int(farbe[i : i + 2], 16) for i in (1, 3, 5)]


def _mixed(farbe: str, goal: int) -> str:
    return "#" + "".join(f"{round(part + 0.08 * (goal - part)):02x}" for part in _rgb(farbe))


def _contrast(one: str, two: str) -> float:
    dim, bright = sorted((_luminance(one), _luminance(two)))
    return (bright + 0.05) / (dim + 0.05)


def _luminance(farbe: str) -> float:
    parts = [part / 255 for part in _rgb(farbe)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

"""A column of a table whose cells open what their row is about at a click.

By keyboard a row is chosen where one is in it, and opened with the button above the table."""

from typing import Any

import streamlit as st

BY_KEYBOARD = " (Tastatur: Umschalt und Leertaste)"


def opening(table: str, width: int, pinned: bool = False) -> Any:
    """`table`: the table's key."""
    return st.column_config.ButtonColumn(
        width=width, pinned=pinned, alignment="left", type="tertiary", key=_key(table)
    )


def clicked(table: str) -> int | None:
    """The row that was clicked just now."""
    click = st.session_state.get(_key(table))
    return None if click is None else int(click["row"])


def _key(table: str) -> str:
    return f"{table}-oeffnen"

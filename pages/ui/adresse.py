"""What is shown stands in the address, so that it can be linked to, reloaded and gone back to."""

from typing import Any
from urllib.parse import urljoin

import streamlit as st


def get(name: str) -> str:
    return st.query_params.get(name, "")


def number(name: str) -> int | None:
    """A positive whole number; None for anything else that somebody typed."""
    value = get(name)
    return int(value) if value.isascii() and value.isdigit() and len(value) < 7 and int(value) else None


def go(**changes: object) -> None:
    """Change these and leave the rest; None or an empty value takes one out. One step for the back button."""
    now = {**st.query_params.to_dict(), **changes}
    st.query_params.from_dict({name: str(value) for name, value in now.items() if value})


def absolute(path: str) -> str:
    """The address of what the app serves beside its pages, as the visitor's browser reaches it."""
    return urljoin(st.context.url or "http://localhost", path)


def follow(prefix: str, name: str, value: object, *drop: str) -> dict[str, Any]:
    """For a widget whose choice stands in the address: it shows `value`, and a change is written there.

    `drop`: what else a change takes out of the address. `prefix` keeps the widgets of two pages apart.
    """
    key = f"{prefix}-{name}"
    st.session_state[key] = value
    return {"key": key, "on_change": _write, "args": (name, key, drop)}


def _write(name: str, key: str, drop: tuple[str, ...]) -> None:
    value = st.session_state[key]
    go(**{**dict.fromkeys(drop), name: ",".join(value) if isinstance(value, list) else value})

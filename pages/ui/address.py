"""What is shown stands in the address, so that it can be linked to, reloaded and gone back to.

The one way to it: with Streamlit's own (`bind="query-params"`) the first of two clicks in a moment is lost,
and a choice cannot take out what no longer fits it.
"""

import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode, urljoin

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

PATIENCE = 5.0
"""Seconds within which a browser surely has heard that its address changed."""

TARGET, SEITE = "adresse-ziel", "adresse-seite"
ON = "true"

Fields = dict[str, str]


@dataclass(frozen=True)
class Target:
    """The last change of the address: on which page, to what, when, and what it was shortly before."""

    seite: str
    vorher: tuple[Fields, ...]
    nachher: Fields
    moment: float

    @property
    def is_fresh(self) -> bool:
        return time.monotonic() - self.moment < PATIENCE


def on_page(name: str) -> None:
    """Told before a page is drawn: what was shortly done on another one is none of its business."""
    st.session_state[SEITE] = name


def _seite() -> str:
    return str(st.session_state.get(SEITE, ""))


def get(name: str) -> str:
    return _fields().get(name, "")


def number(name: str) -> int | None:
    """A positive whole number; None for anything else that somebody typed."""
    value = get(name)
    return int(value) if value.isascii() and value.isdigit() and len(value) < 7 and int(value) else None


def go(**changes: object) -> None:
    """Change these and leave the rest; None or an empty value takes one out. One step for the back button."""
    before = _fields()
    after = {name: str(value) for name, value in {**before, **changes}.items() if value}
    target: Target | None = st.session_state.get(TARGET)
    older = target.vorher if target and target.is_fresh else ()
    st.session_state[TARGET] = Target(_seite(), (*older, before), after, time.monotonic())
    st.query_params.from_dict(after)


def _fields() -> Fields:
    """The address as it is; who clicks twice in a moment still sends the one from before the first click."""
    now = st.query_params.to_dict()
    target: Target | None = st.session_state.get(TARGET)
    if target is None or now == target.nachher or now not in target.vorher:
        return now
    if is_history_navigation() or _seite() != target.seite or not target.is_fresh:
        return now
    st.query_params.from_dict(target.nachher)
    return dict(target.nachher)


def absolute(path: str) -> str:
    """The address of what the app serves, as the visitor's browser reaches it."""
    return urljoin(st.context.url or "http://localhost", f"{base_path()}/{path.removeprefix('/')}")


def base_path() -> str:
    """„/haus“ where the app lies below a path of its host; else nothing."""
    base = str(st.get_option("server.baseUrlPath") or "").strip("/")
    return f"/{base}" if base else ""


def page_with(path: str, **more: object) -> str:
    """The address of a page as it is shown now, with these fields, to be handed on."""
    return absolute(f"{path}?{urlencode({**_fields(), **more})}")


def follow(prefix: str, name: str, value: object, *drop: str) -> dict[str, Any]:
    """For a widget whose choice stands in the address: it shows `value`, and a change is written there.

    `drop`: what else a change takes out of the address. `prefix` keeps the widgets of two pages apart.
    """
    key = f"{prefix}-{name}"
    st.session_state[key] = value
    return {"key": key, "on_change": _write, "args": (name, key, drop)}


def one_of(name: str, options: Collection[str], default: str | None = None) -> str | None:
    """What stands in the address, where it can be chosen."""
    asked = get(name)
    return asked if asked in options else default


def listed(name: str) -> list[str]:
    """What the address lists under this name, each once."""
    return list(dict.fromkeys(part.strip() for part in get(name).split(",") if part.strip()))


def is_on(name: str) -> bool:
    """Is the switch of that name on?"""
    return get(name) == ON


def _write(name: str, key: str, drop: tuple[str, ...]) -> None:
    """Several stand there as „a,b“; a switch that is off does not."""
    value = st.session_state[key]
    if isinstance(value, bool):
        value = ON if value else None
    elif isinstance(value, list):
        value = ",".join(value)
    go(**{**dict.fromkeys(drop), name: value})


# --- widgets that change the address ------------------------------------------------------------------------


def button(label: str, target: Mapping[str, object], *, wide: bool = False, **more: Any) -> None:
    """Quiet, unless `type` says otherwise; `wide`: a text of several lines that can be pressed."""
    looks: dict[str, Any] = {"type": "tertiary", **({"width": "stretch", "wrap": True} if wide else {})}
    st.button(label, **looks | more, on_click=go, kwargs=dict(target))


def segments(
    label: str,
    names: Collection[str],
    field: Mapping[str, Any],
    shown: Callable[[Any], str] | None = None,
    **more: Any,
) -> Any:
    """One of several side by side; the names of a mapping are shown. `field`: what `follow` says."""
    look = shown or (names.__getitem__ if isinstance(names, Mapping) else str)
    return st.segmented_control(
        label, list(names), format_func=look, required=True, label_visibility="collapsed", **field, **more
    )


# --- what of Streamlit its documentation does not promise ---------------------------------------------------


def is_history_navigation() -> bool:
    """Did the visitor come here by the browser's back or forward button?"""
    context = get_script_run_ctx()
    return context is not None and context.is_history_navigation


def asked_page() -> str:
    """Which page the visitor's address names; there may be none of that name."""
    context = get_script_run_ctx()
    return (context.pages_manager.intended_page_name or "") if context else ""

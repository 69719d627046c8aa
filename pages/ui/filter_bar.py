"""The filters of a list: each declared once, drawn from that, kept in the address, put back."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages.ui import address

SEITE = "seite"
"""A filter that changes leads to the first page of the list."""

Options = Sequence[Any] | Mapping[Any, str]
READ = object()


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """Words that are looked for in the list."""

    label: str = "Suche"
    name: str = "suche"
    placeholder: str = "Wörter, Nummer …"
    width: int = 190

    def ask(self, page: str, of: Any) -> str:
        followed = address.follow(page, self.name, address.get(self.name), SEITE)
        return st.text_input(self.label, placeholder=self.placeholder, width=self.width, **followed) or ""


@dataclass(frozen=True, slots=True)
class Choice:
    """One value, or `several`. `options`: those values, what each is called, or how to tell from the list.

    `empty`: what is said where nothing is chosen; None where something always is, at first the first one.
    `value`: what is chosen, where the page has read the address itself; else what stands there and is one of
    the options. `drop`: what else a change takes out of the address.
    """

    label: str
    name: str
    options: Options | Callable[[Any], Options]
    width: int = 180
    shown: Callable[[Any], str] = str
    empty: str | None = "alle"
    value: Any = READ
    several: bool = False
    drop: Sequence[str] = (SEITE,)
    help: str | None = None

    def ask(self, page: str, of: Any = None) -> Any:
        options = self.options(of) if callable(self.options) else self.options
        first = None if self.empty is not None else next(iter(options))
        value = address.one_of(self.name, options, first) if self.value is READ else self.value
        looks: dict[str, Any] = {
            "format_func": options.__getitem__ if isinstance(options, Mapping) else self.shown,
            "placeholder": self.empty,
            "width": self.width,
            "help": self.help,
            **address.follow(page, self.name, value, *self.drop),
        }
        if self.several:
            return st.multiselect(self.label, list(options), select_all=False, **looks)
        return st.selectbox(self.label, list(options), index=0 if self.empty is None else None, **looks)


@dataclass(frozen=True, slots=True)
class Switch:
    """What the list shows besides; no filter that one is rid of."""

    label: str
    name: str

    def ask(self, page: str, of: Any) -> bool:
        followed = address.follow(page, self.name, address.is_on(self.name), SEITE)
        return st.toggle(self.label, width="content", **followed)


Filter = Words | Choice | Switch


def row(page: str, gap: Literal["xsmall", "small"] = "small") -> DeltaGenerator:
    """Where they stand side by side."""
    return st.container(horizontal=True, vertical_alignment="bottom", gap=gap, key=f"{page}-filter")


def ask(page: str, filters: Iterable[Filter], of: Any = None) -> dict[str, Any]:
    """Draws the filters; by their names what is chosen. `of`: what their options are told from."""
    return {one.name: one.ask(page, of) for one in filters}


def nothing_found(told: str, filters: Iterable[Filter]) -> None:
    """That nothing passes the filters, and the way to be rid of them."""
    st.info(told, icon=":material/filter_alt_off:")
    reset(filters, "filter_zuruecksetzen", type="secondary")


def reset(filters: Iterable[Filter], key: str, **looks: Any) -> None:
    narrowing = (one.name for one in filters if isinstance(one, Words) or getattr(one, "empty", None))
    address.button("Filter zurücksetzen", dict.fromkeys((*narrowing, SEITE)), key=key, **looks)

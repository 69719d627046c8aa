"""A button that changes something: there for those alone who may press it."""

from typing import Any

import streamlit as st

from core.roles.rights import Action
from pages.ui import person


def button(action: Action, label: str, **options: Any) -> bool:
    """As `st.button`; never pressed where it is not there."""
    return person.may(action) and st.button(label, **options)

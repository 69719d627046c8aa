"""What a page shows when something fails: the sentence meant for analysts, or an id to find in the log."""

import logging
import secrets
from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from core.errors import DashboardError
from core.key_masker import mask
from pages.ui.text import plain

LOG = logging.getLogger("antragsspiegel")


def show(error: Exception) -> bool:
    """In the page's place; True, so that Streamlit shows nothing of its own."""
    if isinstance(error, DashboardError):
        st.error(plain(mask(str(error))), icon=":material/error:")
        return True
    kennung = secrets.token_hex(4)
    LOG.error("Fehler %s", kennung, exc_info=error)
    st.error(
        f"Hier ist ein Fehler im Programm. Bitte laden Sie die Seite neu. Bleibt er, melden Sie ihn mit der "
        f"Kennung **{kennung}**; unter ihr steht er im Protokoll des Servers.",
        icon=":material/error:",
    )
    return True


@contextmanager
def shown() -> Iterator[None]:
    """What fails in this block is shown where it would have drawn."""
    try:
        yield
    except Exception as error:
        show(error)

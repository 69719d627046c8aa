"""Texts as pages show them: nothing that others wrote is ever markup."""

import logging
import re
import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from urllib.parse import quote

import streamlit as st

from core.base.key_masker import mask
from core.wortlaut.errors import DashboardError

IN_ADDRESSES = ":/?#@!&'()*+,;=%-._~"
MARKUP = frozenset(r"\`*_{}[]()<>#+-.!|$:~&=^@/")

ACTIVE = re.compile(r"(?i:(?<=http)|(?<=https)):(?=//)|(?i:(?<=www))\.|@|:(?=[\w+-]+:)|[<>=~-]{2,}")
"""What Streamlit still acts on in a finished text, where no backslash is left: it makes links of addresses,
pictures of `:smile:` and `:material_home:`, arrows of `->`. It looks at one piece of text at a time."""

TURNING = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Marks that turn the direction of writing, of all that follows in the paragraph too."""


def plain(text: str) -> str:
    """What files and models wrote, on one line, for a place that reads Markdown: nothing in it is markup."""
    # Half a letter, which a store keeps as it came, can be sent to no browser: the page would end there.
    line = " ".join(text.encode("utf-8", "replace").decode().split())
    parts, end = [], 0
    for found in ACTIVE.finditer(line):
        parts += [_escaped(line[end : found.start()]), *map(_apart, found[0])]
        end = found.end()
    whole = "".join([*parts, _escaped(line[end:])])
    return _piece(whole) if TURNING.search(line) else whole


def _escaped(text: str) -> str:
    return "".join(f"\\{letter}" if letter in MARKUP else letter for letter in text)


def _apart(letter: str) -> str:
    return _piece(f"\\{letter}")


def _piece(markdown: str) -> str:
    """A piece of text of its own, that looks and is copied as if it were none (an unnamed colour)."""
    return f":color[{markdown}]{{}}"


def link(told: str, url: str) -> str:
    """Leads there if it is an address of the web; whatever is in the address, it ends where it ends."""
    if not url.casefold().startswith(("https://", "http://")):
        return plain(told)
    return f"[{plain(told)}](<{quote(url, safe=IN_ADDRESSES)}>)"


def joined(parts: Iterable[str | None]) -> str:
    """The parts that are not empty, with middle dots between."""
    return " · ".join(part for part in parts if part)


# --- what a page shows when something fails: the sentence meant for analysts, or an id to find in the log

LOG = logging.getLogger("antragsspiegel")


def show_failure(error: Exception) -> bool:
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
def failure_shown() -> Iterator[None]:
    """What fails in this block is shown where it would have drawn."""
    try:
        yield
    except Exception as error:
        show_failure(error)

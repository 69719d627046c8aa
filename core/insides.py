"""Is what we use of other libraries beyond what they promise still there? All of it: docs/insides.md."""

import logging
import sys
from importlib import import_module
from importlib.util import find_spec

LOG = logging.getLogger("antragsspiegel")

INSIDES = {
    "core.index.chroma_inside": "chromadb",
    "core.llm.guarded_line": "httpx",
    "core.llm.litellm_inside": "litellm",
    "core.programme.pymupdf_inside": "pymupdf",
    "core.psycopg_inside": "psycopg",
    "core.vermerk.word_file": "docx",
    "pages.ui.streamlit_inside": "streamlit",
}
"""By module, each with a function `check`; by name, because core knows no pages and loads nothing heavy."""


def missing(only_loaded: bool = False) -> list[str]:
    """A line for each that is not as it is known, with what follows from it.

    `only_loaded`: leave alone what this process has not loaded; some of it takes seconds.
    """
    return [
        line
        for module, library in INSIDES.items()
        if not only_loaded or library in sys.modules
        for line in _missing_in(module, library)
    ]


def tell() -> None:
    """One line in the log, at a start."""
    if lines := missing(only_loaded=True):
        LOG.warning("Bibliotheken sind anders als bekannt: %s", " ".join(lines))
    else:
        LOG.info("Was von anderen Bibliotheken gebraucht wird, ist da.")


def _missing_in(module: str, library: str) -> list[str]:
    if module.startswith("pages.") and find_spec("pages") is None:  # core alone is installed
        return []
    try:
        lines: list[str] = import_module(module).check()
    except ImportError as error:
        return [f"{library}: Es fehlt ein Paket ({error}): pip install -r requirements.txt"]
    except Exception as error:  # whatever another version does: it is told, and the others are looked at too
        return [f"{library}: Die Prüfung selbst geht nicht mehr ({type(error).__name__}: {error})."]
    return lines

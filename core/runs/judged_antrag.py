"""The text of an Antrag as a Lauf judged it, with the lines of its file where that is on this machine."""

from pathlib import Path

from core.antrag.antrag import find_file
from core.antrag.antrag_rows import read_rows
from core.citations.antrag_citations import JudgedText
from core.runs.connection import StoreConnection
from core.runs.lauf import NewLauf
from core.runs.stored_antraege import find_antrag_file


def judged_text(store: StoreConnection, folder: Path, lauf: NewLauf, antrag_hash: str) -> JudgedText:
    """`folder`: that of the Läufe, in which files of Anträge lie."""
    path = find_file(folder, find_antrag_file(store, antrag_hash))
    return JudgedText.of(lauf.antrag, lauf.gelesen, read_rows(path) if path else ())

"""What people changed of the Anträge of Läufe, as a table to take along."""

from collections.abc import Callable, Iterable, Iterator

from core.antrag.antrag import listed_title
from core.antrag.edits import NOT_RECORDED, edits_of
from core.runs.lauf import Lauf
from core.runs.load_laeufe import JudgedAntrag
from core.runs.workbook import Table, Zeile

UNCHANGED = "Wie in der Datei: Nichts wurde geändert."
READING = "Was am Antrag anders ist als in seiner Datei: eine Zeile je Änderung; ohne Änderung eine je Lauf."

ParteiName = Callable[[str, str | None], str]
"""Party and Land → what it is called there."""


def edit_table(laeufe: Iterable[Lauf | JudgedAntrag], name: ParteiName) -> Table:
    """A row per difference from what was read of the file; of a Lauf without any, a row that says so."""
    kopf = ("Lauf", "Antrag", "Was", "Änderung", "vorher", "jetzt")
    return Table("Bearbeitung", kopf, tuple(row for lauf in laeufe for row in _rows(lauf, name)))


def _rows(lauf: Lauf | JudgedAntrag, name: ParteiName) -> Iterator[Zeile]:
    antrag, land = lauf.antrag, lauf.antrag.bundesland
    edits = edits_of(lauf.gelesen, antrag, lambda id: name(id, land))
    head = (lauf.id, listed_title(antrag.titel, antrag.drucksache, bool(edits)))
    if not edits:
        yield (*head, None, NOT_RECORDED if edits is None else UNCHANGED, None, None)
        return
    for edit in edits.changes:
        yield (*head, edit.what, str(edit.how), edit.before or None, edit.after or None)

"""What people changed of the Anträge of Läufe, as a table to take along."""

from collections.abc import Iterator, Sequence

from core.antrag.antrag import listed_title
from core.antrag.edits import NOT_RECORDED, edits_of
from core.context import Context
from core.programme.registry import partei_label
from core.runs.lauf import Lauf
from core.runs.workbook import Table, Zeile

UNCHANGED = "Wie in der Datei: Nichts wurde geändert."


def edit_table(context: Context, laeufe: Sequence[Lauf]) -> Table:
    """A row per difference from what was read of the file; of a Lauf without any, a row that says so."""
    kopf = ("Lauf", "Antrag", "Was", "Änderung", "vorher", "jetzt")
    return Table("Bearbeitung", kopf, tuple(row for lauf in laeufe for row in _rows(context, lauf)))


def _rows(context: Context, lauf: Lauf) -> Iterator[Zeile]:
    antrag, land = lauf.antrag, lauf.antrag.bundesland
    edits = edits_of(lauf.gelesen, antrag, lambda id: partei_label(context.registry, id, land))
    head = (lauf.id, listed_title(antrag.titel, antrag.drucksache, bool(edits)))
    if not edits:
        yield (*head, None, NOT_RECORDED if edits is None else UNCHANGED, None, None)
        return
    for edit in edits.changes:
        yield (*head, edit.what, str(edit.how), edit.before or None, edit.after or None)

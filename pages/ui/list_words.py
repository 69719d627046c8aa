"""How stored Läufe and Anträge are spoken of, in lists, rows and choices."""

from typing import TYPE_CHECKING

import streamlit as st

from core.antrag.antrag import Antrag, listed_title
from core.antrag.edits import NOT_RECORDED, Edit, Edited, edits_of, pieces
from core.context import Context
from core.german import formats
from core.llm.catalogue import OFFLINE
from core.programme.registry import partei_label
from core.runs.lauf import LaufRow, Status
from pages.ui import text
from pages.ui.text import plain

if TYPE_CHECKING:
    from core.runs.antraege import AntragRow

STATUS = {
    Status.FERTIG: "fertig",
    Status.LAEUFT: "läuft",
    Status.FEHLGESCHLAGEN: "fehlgeschlagen",
    Status.ABGEBROCHEN: "abgebrochen",
}
SYMBOL = {Status.FERTIG: "✓", Status.LAEUFT: "…", Status.FEHLGESCHLAGEN: "✗", Status.ABGEBROCHEN: "◦"}


def titel_of(zeile: LaufRow) -> str:
    """Of one that cannot be read, its id: what is wrong is told when it is opened."""
    if zeile.unlesbar:
        return f"Lauf {zeile.id}"
    return listed_title(zeile.titel, zeile.drucksache, zeile.bearbeitet) or "Antrag ohne Titel"


def modell_of(zeile: LaufRow) -> str:
    return zeile.modell_geantwortet or zeile.modell_gefragt


def status_of(zeile: LaufRow) -> str:
    """A symbol and a word; while it runs also how far it is."""
    if zeile.unlesbar:
        return "✗ nicht lesbar"
    word = f"{SYMBOL[zeile.status]} {STATUS[zeile.status]}"
    if zeile.is_demo:
        word = f"{word} (Beispiel)"
    if zeile.eingelesen:
        word = f"{word} (eingelesen)"
    if zeile.status is Status.LAEUFT:
        return f"{word}, {formats.counted(zeile.teile, 'Antwort', 'Antworten')}"
    if zeile.status is Status.FERTIG and zeile.fehlgeschlagen:
        return f"{word}, {formats.counted(zeile.fehlgeschlagen, 'Fehler', 'Fehler')}"
    return word


def proven_of(zeile: LaufRow) -> str:
    """„12 von 14“; of 14 that were read in and could not all be proved here „9 von 11 (3 nicht geprüft)“."""
    if zeile.unlesbar:
        return "–"
    if not zeile.emittiert:
        return "keine Zitate"
    told = f"{formats.number(zeile.gebunden)} von {formats.number(zeile.emittiert - zeile.ungeprueft)}"
    return f"{told} ({formats.number(zeile.ungeprueft)} nicht geprüft)" if zeile.ungeprueft else told


def cost_of(zeile: LaufRow) -> str:
    if zeile.unlesbar:
        return "–"
    if zeile.eingelesen:
        return "nicht geprüft"
    return "kostenlos" if zeile.modell_gefragt == OFFLINE else formats.cost(zeile.kosten)


def duration_of(zeile: LaufRow) -> str:
    return formats.duration((zeile.finished - zeile.created).total_seconds()) if zeile.finished else "–"


# --- how stored Anträge are told: what each is called in a choice, and that a person changed one ------------


def newest(rows: "list[AntragRow]") -> "list[AntragRow]":
    """Of an Antrag that was corrected, the latest only."""
    seen: dict[str, AntragRow] = {}
    for row in rows:
        seen.setdefault(name_of(row) or row.id, row)
    return list(seen.values())


def name_of(row: "AntragRow") -> str:
    return listed_title(row.titel, row.drucksache, row.bearbeitet)


def label(context: Context, row: "AntragRow") -> str:
    parlament = context.registry.parlamente.get(row.bundesland or "")
    day, name = formats.day(row.datum) if row.datum else None, name_of(row)
    number = None if f"({row.drucksache})" in name else row.drucksache
    return text.joined([name or row.herkunft, number, parlament.land if parlament else None, day])


# --- that a person changed an Antrag after it was read, and what --------------------------------------------

CHECKED = "**Bearbeiteter Antrag:** Geprüft wurde nicht genau das, was im Original steht. {}."
BEING_CHECKED = "**Bearbeitet:** So steht der Antrag nicht im Original. {}. Lauf und Vermerk sagen das dazu."
MARKS = {Edited.ENTFERNT: ":red-background[~~{}~~]", Edited.ADDED: ":green-background[**{}**]"}


def bearbeitet(
    context: Context, gelesen: Antrag | None, antrag: Antrag, words: str, is_stored: bool = False
) -> None:
    """Nothing where it is as it was read. `is_stored`: where nobody noted that, it is said."""
    land = antrag.bundesland
    edits = edits_of(gelesen, antrag, lambda id: partei_label(context.registry, id, land))
    if edits is None and is_stored:
        st.caption(f":material/edit_off: {NOT_RECORDED}")
    if edits:
        st.warning(words.format(plain(str(edits))), icon=":material/edit_note:")
        with st.expander("Was gegenüber dem Original anders ist", type="compact", key="bearbeitet"):
            for edit in edits.changes:
                st.markdown(f"**{plain(edit.what)}** {edit.how}: {_words(edit)}")


def _words(edit: Edit) -> str:
    if edit.how is not Edited.CHANGED:
        return plain(edit.before or edit.after)
    shown = ((MARKS.get(how, "{}"), plain(text)) for how, text in pieces(edit.before, edit.after))
    return " ".join(pattern.format(text) for pattern, text in shown)

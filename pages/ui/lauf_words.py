"""How Läufe are spoken of, in lists and rows."""

from core.antrag.short_title import listed_title
from core.german import formats
from core.llm.catalogue import OFFLINE
from core.runs.lauf import LaufRow, Status

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

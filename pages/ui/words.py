"""What models, prompts, Länder, stored Läufe and Anträge are called on the pages; what texts are about."""

import re
from collections.abc import Callable, Mapping

import streamlit as st

from core.antrag.antrag import Antrag, listed_title
from core.antrag.edits import NOT_RECORDED, Edited, edits_of, pieces
from core.assessment.prompts import OWN, prompts_of
from core.base import formats
from core.demo.history import PLAYED
from core.features import hooks
from core.llm.catalogue import OFFLINE, catalogue_of
from core.programme.context import Context
from core.runs.antraege import AntragRow
from core.runs.lauf import LaufRow, Status
from core.runs.store import Runstore
from core.search.kurzfassung import Kurzfassung, Themen
from core.search.summaries import ProgrammSummaries
from core.wortlaut.german.folding import visible
from pages.ui import resources
from pages.ui.text import joined, plain


def modell_name(id: str) -> str:
    """As the catalogue calls it, also where a provider answers without its own name; else as it was typed."""
    if id == OFFLINE:
        return "ohne Sprachmodell"
    return catalogue_of(resources.context()).label_of(id) or PLAYED.get(id, id)


def prompt_name(id: str) -> str:
    """Its title; of an own one the name it was given."""
    titel, _ = _shipped().get(id, ("", 0))
    return titel or PLAYED.get(id, id.removeprefix(OWN))


@st.cache_data(ttl=60, show_spinner=False)
def _shipped() -> dict[str, tuple[str, int]]:
    """Title and version of the prompts that are shipped: they are files, and a list names many."""
    return {id: (prompt.titel, prompt.version) for id, prompt in prompts_of(resources.context()).items()}


def prompt_told(id: str, version: str | int) -> str:
    """„Streng belegt“; with „, Fassung 2“ where there may be others of it."""
    is_only = str(version) == "1" and _shipped().get(id, ("", 0))[1] == 1
    return f"{prompt_name(id)}, Fassung {version}" if version and not is_only else prompt_name(id)


def prompt_shown(stored: str) -> str:
    """Of „streng v1“, as figures name it."""
    id, _, version = stored.rpartition(" v")
    return prompt_told(id, version) if id else prompt_name(stored)


def partei_shown(id: str, land: str | None = None) -> str:
    return resources.context().registry.partei_label(id, land)


def index_shown(change: str) -> str:
    """Of „DEMO: neu: lindenbund-demo-2024“: the Land and the Programme by their names."""
    gebiet, colon, programme = change.partition(": ")
    known = resources.context().registry.dokumente
    return f"{land_name(gebiet)}{colon}" + re.sub(
        r"[\w-]+", lambda found: known[found[0]].name if found[0] in known else found[0], programme
    )


def land_name(code: str | None) -> str:
    parlament = resources.context().registry.parlamente.get(code or "")
    return parlament.land if parlament else code or ""


# --- how stored Läufe and Anträge are spoken of, in lists, rows and choices ---------------------------------

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
    return listed_title(visible(zeile.titel), zeile.drucksache, zeile.bearbeitet) or "Antrag ohne Titel"


def answering_modell(zeile: LaufRow) -> str:
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


# --- what stored Anträge are called in a choice -------------------------------------------------------------


def newest(rows: list[AntragRow]) -> list[AntragRow]:
    """Of an Antrag that was corrected, the latest only."""
    seen: dict[str, AntragRow] = {}
    for row in rows:
        seen.setdefault(name_of(row) or row.id, row)
    return list(seen.values())


def name_of(row: AntragRow) -> str:
    return listed_title(row.titel, row.drucksache, row.bearbeitet)


def label(context: Context, row: AntragRow) -> str:
    parlament = context.registry.parlamente.get(row.bundesland or "")
    day, name = formats.day(row.datum) if row.datum else None, name_of(row)
    number = None if f"({row.drucksache})" in name else row.drucksache
    return joined([name or row.herkunft, number, parlament.land if parlament else None, day])


# --- that a person changed an Antrag after it was read, and what --------------------------------------------

CHECKED = "**Bearbeiteter Antrag:** Geprüft wurde nicht genau das, was im Original steht. {}."
BEING_CHECKED = "**Bearbeitet:** So steht der Antrag nicht im Original. {}. Lauf und Vermerk sagen das dazu."
MARKS = {Edited.ENTFERNT: ":red-background[~~{}~~]", Edited.ADDED: ":green-background[**{}**]"}


def edits_told(
    context: Context, gelesen: Antrag | None, antrag: Antrag, words: str, is_stored: bool = False
) -> None:
    """Nothing where it is as it was read. `is_stored`: where nobody noted that, it is said."""
    land = antrag.bundesland
    edits = edits_of(gelesen, antrag, lambda id: context.registry.partei_label(id, land))
    if edits is None and is_stored:
        st.caption(f":material/edit_off: {NOT_RECORDED}")
    if edits:
        st.warning(words.format(plain(str(edits))), icon=":material/edit_note:")
        with st.expander("Was gegenüber dem Original anders ist", type="compact", key="bearbeitet"):
            for edit in edits.changes:
                shown = plain(edit.before or edit.after)
                if edit.how is Edited.CHANGED:
                    parts = pieces(edit.before, edit.after)
                    shown = " ".join(MARKS.get(how, "{}").format(plain(part)) for how, part in parts)
                st.markdown(f"**{plain(edit.what)}** {edit.how}: {shown}")


# --- what a text is about: its tags and its summary, each with the word whose it is -------------------------

WORTLAUT = "aus dem Wortlaut"
LINE = 1000
"""Pixels of a line that is still read with ease."""


def programm_brief(
    context: Context, programm_id: str, suche: Mapping[str, str], most: int | None = None
) -> None:
    """Tags that lead to a search for them, `suche`: what else its address says; and a summary to fold out."""
    every = Themen.of(context)
    if (themen := every.by_programm.get(programm_id)) is None:
        return
    modell = every.modelle.get(programm_id)
    von = plain(f"von {modell}") if modell else ""
    if themen:
        with st.container(
            horizontal=True, gap="small", vertical_alignment="center", key=f"themen-{programm_id}"
        ):
            st.caption(f"Themen ({von or WORTLAUT}):", width="content")
            for thema in themen[:most]:
                address = {name: value for name, value in {**suche, "q": thema}.items() if value}
                st.page_link("suche.py", label=plain(thema), query_params=address)
    fold = st.expander(
        f"Zusammenfassung ({von or 'aus Sätzen des Programms'})",
        type="compact",
        key=f"kurz-{programm_id}",
        on_change="rerun",
    )
    if fold.open:  # it may have to be made first
        with fold, st.container(width=LINE, gap="xsmall"):
            found = ProgrammSummaries.find(context, programm_id)
            if (summary := found.whole() if found else None) is None:
                st.caption("In diesem Programm stehen keine ganzen Sätze.")
                return
            lines = summary.text.split("\n")
            if summary.modell:
                st.markdown(plain(" ".join(lines)))
            else:
                st.markdown("\n".join(f"- {plain(line)}" for line in lines))
            if summary.hinweis:
                st.caption(f":material/info: {plain(summary.hinweis)}")


def antrag_brief(context: Context, antrag: Antrag) -> None:
    """What features know of it, then only what stands in it word for word: made when it is unfolded, for it
    takes the embedder."""
    notes: tuple[Callable[[Runstore, Antrag], None], ...] = hooks("antrag_notes")
    for draw in notes:
        draw(resources.store(), antrag)
    fold = st.expander(
        "Worum es geht", icon=":material/short_text:", type="compact", key="worum", on_change="rerun"
    )
    if fold.open:
        with fold, st.container(width=LINE, gap="xsmall"):
            kurz = Kurzfassung.of(context, antrag)
            if kurz.themen:
                st.markdown(f":gray[Themen ({WORTLAUT}):] {plain(joined(kurz.themen))}")
            if kurz.saetze:
                st.caption("Sätze des Antrags, Wort für Wort:")
                st.markdown("\n".join(f"- {plain(satz)}" for satz in kurz.saetze))
            if not (kurz.themen or kurz.saetze):
                st.caption("In diesem Antrag stehen keine ganzen Sätze.")

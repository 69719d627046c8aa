"""A PDF that is kept here, a Programm or another document: its state, its pages, and being read in."""

from collections.abc import Callable, Mapping, Sequence
from urllib.parse import urlsplit

import pandas as pd
import streamlit as st

from core.base import formats
from core.programme.context import Context
from core.programme.pdf_origins import load_fassungen
from core.programme.reading_jobs import Action, Progress, ReadingJob, ReadInJobs, ReadInState
from core.programme.registry import Registered
from core.programme.stock import Kept, ProgrammState
from core.proof.chunk_frames import ProgrammView, programm_view
from pages.ui import address, resources
from pages.ui.plain_table import BY_KEYBOARD, plain_table
from pages.ui.seite import seitenansicht
from pages.ui.text import joined, plain

# --- a symbol and a word for each state ---------------------------------------------------------------------

STATE = {
    ProgrammState.INDEXIERT: "eingelesen",
    ProgrammState.LIMITED: "nur zum Teil zitierbar",
    ProgrammState.PDF_PRESENT: "nicht eingelesen",
    ProgrammState.UNLESBAR: "nicht lesbar",
    ProgrammState.WITHOUT_PDF: "PDF fehlt",
}
SYMBOL = {
    ProgrammState.INDEXIERT: "✓",
    ProgrammState.LIMITED: "⚠",
    ProgrammState.PDF_PRESENT: "○",
    ProgrammState.UNLESBAR: "✗",
    ProgrammState.WITHOUT_PDF: "–",
}


def state_of(bestand: Kept) -> str:
    """„✓ eingelesen“; what was read with gaps bears another sign."""
    symbol = "⚠" if bestand.stand and bestand.hinweise else SYMBOL[bestand.zustand]
    return f"{symbol} {STATE[bestand.zustand]}"


# --- what is to be known of it, and where it came from ------------------------------------------------------

READING_QUALITY = (
    "Lesegüte: der Anteil der Sätze, die sich beim Einlesen sicher zusammensetzen ließen. Die anderen werden "
    "gefunden und gezeigt, aber keinem Modell vorgelegt und nicht zitiert. „Druck geprüft“: Zeilen aus "
    "der ganzen Datei wurden vom Bild der Seiten gelesen und mit dem Text der Datei verglichen."
)


def condition(context: Context, bestand: Kept) -> None:
    """How well it could be read, and where its PDF was fetched."""
    programm = bestand.programm
    if beware := joined(
        [programm.hinweis, *bestand.hinweise, bestand.guete, bestand.druck, bestand.seitenzahlen]
    ):
        st.caption(f":material/info: {plain(beware)}", help=READING_QUALITY if bestand.guete else None)
    if origin := _origin(context, programm):
        st.caption(f":material/cloud_download: {plain(origin)}")


def _origin(context: Context, programm: Registered) -> str:
    """Where its PDF was fetched, and the doubt that somebody set aside; empty where it came by hand."""
    if not (kept := load_fassungen(context.settings, programm)):
        return ""
    latest = kept[-1]
    day, older = formats.day(latest.moment), len(kept) - 1
    return joined([
        f"Geholt am {day} von {urlsplit(latest.url).hostname}",
        f"Fundort: {latest.quelle}",
        f"Prüfsumme {latest.sha256[:12]}",
        f"trotzdem genommen: {latest.bestaetigt}" if latest.bestaetigt else None,
        formats.counted(older, "frühere Fassung", "frühere Fassungen") if older else None,
    ])  # fmt: skip


# --- page by page: the page with its Passagen framed, and beside it what is on it ---------------------------

PASSAGEN, ABSCHNITTE, UNSICHER = "Passagen der Seite", "Abschnitte", "Unsicher gelesen"
SHOW = {"abschnitte": ABSCHNITTE, "unsicher": UNSICHER}
"""What is shown beside the page, by the word for it in the address."""

INDENT = "\u2003"
TWO_LINES = 66
"""Pixels of a row of two lines; Streamlit breaks no line in a row of less than 64."""

TALLEST = 753
"""Pixels of a table: half a row is cut off, so that one sees there are more."""


def blaettern(context: Context, bestand: Kept, viewer: str) -> None:
    """`viewer`: the beginning of the address under which it is seen, up to its id."""
    asked = address.get("seite")
    framed = address.get("passagen") != "aus"
    blick = programm_view(context, bestand.programm, address.number("seite"), framed)
    seite, last = blick.blick.seite, blick.blick.seitenzahl
    if last and asked and asked != str(seite):
        count = formats.counted(last, "Seite", "Seiten")
        beyond = f"Eine Seite {asked} gibt es nicht, das PDF hat {count}."
        missed = beyond if address.number("seite") else f"„{asked}“ ist keine Seitenzahl."
        st.info(plain(f"{missed} Hier ist Seite {seite}."), icon=":material/info:")
    left, right = st.columns(2, gap="medium")
    with left:
        if last:
            with st.container(horizontal=True, vertical_alignment="bottom"):
                # A page of its own for every widget: what the arrows do is never overwritten.
                st.number_input(
                    "Seite der Datei",
                    1,
                    last,
                    seite,
                    key=f"gehe_zu_{seite}",
                    on_change=lambda: address.go(seite=st.session_state[f"gehe_zu_{seite}"]),
                    width=150,
                )
                st.session_state["zeige_passagen"] = framed
                st.toggle(
                    "Passagen zeigen",
                    key="zeige_passagen",
                    on_change=lambda: address.go(
                        passagen=None if st.session_state["zeige_passagen"] else "aus"
                    ),
                    disabled=not blick.chunks,
                )
        seitenansicht(blick.blick)
    with right:
        _right(blick, framed, viewer)


def _right(blick: ProgrammView, framed: bool, viewer: str) -> None:
    if blick.gelesen is None:
        return
    choices = [PASSAGEN, ABSCHNITTE, *([UNSICHER] if blick.unsicher else [])]
    asked = SHOW.get(address.get("zeige"))
    st.session_state["programm_rechts"] = asked if asked in choices else PASSAGEN
    was = st.segmented_control(
        "Was zu sehen ist",
        choices,
        required=True,
        label_visibility="collapsed",
        key="programm_rechts",
        on_change=_show,
    )
    if was == ABSCHNITTE:
        # The table of contents; a row leads to its page.
        if not blick.abschnitte:
            st.info("Überschriften sind hier keine erkannt.", icon=":material/info:")
            return
        rows: list[dict[str, str | int]] = [
            {"Abschnitt": INDENT * a.ebene + a.titel, "Seite": a.seite} for a in blick.abschnitte
        ]
        _rows(rows, blick, "abschnitte", viewer)
    elif was == UNSICHER:
        # The sentences that were not read with certainty; a row leads to its page.
        where = "Auf der Seite" if framed else "Mit „Passagen zeigen“"
        st.caption(
            "Diese Sätze ließen sich beim Einlesen nicht sicher zusammensetzen. Sie werden gefunden und "
            f"gezeigt, aber keinem Modell vorgelegt und nicht zitiert. {where} sind sie rot hinterlegt."
        )
        sentences: list[dict[str, str | int]] = [
            {"Seite": one.seite, "Satz": one.text} for one in blick.unsicher
        ]
        _rows(sentences, blick, "unsicher", viewer, TWO_LINES)
    else:
        _seite(blick, framed)


def _show() -> None:
    chosen = st.session_state["programm_rechts"]
    address.go(zeige=next((word for word, was in SHOW.items() if was == chosen), None))


def _seite(blick: ProgrammView, framed: bool) -> None:
    # How well this page could be read.
    assert blick.gelesen
    if blick.gelesen.bild_ohne_text:
        st.warning(
            "Auf dieser Seite ist ein Bild und kein lesbarer Text. Was darauf steht, wird nicht gefunden.",
            icon=":material/image:",
        )
    elif not blick.chunks:
        st.info("Von dieser Seite gibt es keine Passagen.", icon=":material/info:")
    if blick.gelesen.ocr:
        st.info(
            "Der Text dieser Seite stammt aus Texterkennung; einzelne Buchstaben können falsch sein.",
            icon=":material/document_scanner:",
        )
    if here := sum(one.seite == blick.blick.seite for one in blick.unsicher):
        told = (
            "wurde nicht sicher gelesen und wird" if here == 1 else "wurden nicht sicher gelesen und werden"
        )
        where = " Auf der Seite rot hinterlegt." if framed else ""
        sentences = formats.counted(here, "Satz", "Sätze")
        st.caption(f":material/info: {plain(f'{sentences} dieser Seite {told} nicht zitiert.{where}')}")
    if blick.ueberschriften:
        with st.container(border=True, gap="xsmall"):
            st.caption("Überschriften")
            for heading in blick.ueberschriften:
                st.markdown(f"{INDENT * (heading.ebene - 1)}**{plain(heading.text)}**")
    for stelle in blick.chunks:
        with st.container(border=True, gap="xsmall"):
            pages = stelle.chunk.seiten
            over = f"Seiten {pages[0]} und {pages[-1]}" if len(pages) > 1 else None
            path = " › ".join(stelle.chunk.abschnitt)
            st.caption(plain(joined([f"Passage {stelle.nummer}", path, over])))
            st.markdown(plain(stelle.chunk.text))


def _rows(
    rows: Sequence[Mapping[str, str | int]],
    blick: ProgrammView,
    name: str,
    viewer: str,
    row_height: int = 35,
) -> None:
    """A table whose rows lead to their pages."""
    key = f"{name}_{blick.blick.programm_id}"
    st.dataframe(
        pd.DataFrame(rows),
        column_config={"Seite": st.column_config.NumberColumn(width=60, help="Seite der Datei")},
        hide_index=True,
        placeholder="–",
        row_height=row_height,
        height="content" if len(rows) * row_height <= TALLEST else TALLEST,
        on_select=lambda: _jump(rows, key),
        selection_mode="single-row",
        key=key,
        alt="Stellen und ihre Seiten",
    )
    first = address.absolute(f"{viewer}{blick.blick.programm_id}")
    links = [f"{first}&seite={row['Seite']}" for row in rows]
    plain_table(pd.DataFrame(rows), name, "Stellen und ihre Seiten", links=links)
    st.caption(f"Wählen Sie eine Zeile in der ersten Spalte{BY_KEYBOARD}, um ihre Seite zu sehen.")


def _jump(rows: Sequence[Mapping[str, str | int]], key: str) -> None:
    for row in st.session_state[key].selection.rows:
        address.go(seite=rows[row]["Seite"])


# --- what is being read in right now, or was last, for everybody who looks ----------------------------------

SEEN = "programme_runde_gesehen"
MOST = 6
# So many rows are shown at once.

WHAT = "Programme, die eingelesen werden"

RESULT = {
    Action.EINLESEN: "✓ eingelesen",
    Action.NEU: "✓ neu eingelesen",
    Action.HERAUSNEHMEN: "✓ aus dem Index genommen",
    Action.STREICHEN: "✓ gelöscht",
}
STAGE = {
    Progress.WARTET: "wartet",
    Progress.AT_WORK: "… wird bearbeitet",
    Progress.UNCHANGED: "✓ unverändert",
    Progress.FEHLGESCHLAGEN: "✗ fehlgeschlagen",
    Progress.ABGEBROCHEN: "◦ abgebrochen",
}


def progress(is_typing: Callable[[], bool]) -> None:
    """Of whatever is read in. Not while somebody `is_typing` in a dialog, what stands there would be lost.

    Drawn anew by itself; the whole page again whenever another is done.
    """
    jobs = resources.context().own(ReadInJobs)
    stand = jobs.stand()
    seen = stand.runde, stand.fertig
    st.fragment(_draw, run_every=1.0 if stand.laeuft else 5.0)(jobs, seen, stand.laeuft, is_typing)


def _draw(jobs: ReadInJobs, seen: tuple[int, int], is_busy: bool, is_typing: Callable[[], bool]) -> None:
    stand = jobs.stand()
    is_old = (stand.runde, stand.fertig) != seen or stand.laeuft != is_busy
    if is_old and not is_typing():
        st.rerun(scope="app")
    if not stand.tasks or (not stand.laeuft and st.session_state.get(SEEN) == stand.runde):
        return
    with st.container(border=True, key="einlesestand"):
        if stand.laeuft:
            _running(jobs, stand)
        else:
            _end(stand)
        # Why something failed, each reason once.
        by_reason: dict[str, list[str]] = {}
        for one in stand.tasks:
            if one.progress is Progress.FEHLGESCHLAGEN:
                by_reason.setdefault(one.grund, []).append(one.name)
        for grund, names in by_reason.items():
            who = names[0] if len(names) == 1 else f"{names[0]} und {len(names) - 1} weitere"
            st.markdown(f":orange[:material/warning:] **{plain(who)}**: {plain(grund)}")
        if len(stand.tasks) > 1 or not stand.laeuft:
            _tabelle(stand.tasks)


def _running(jobs: ReadInJobs, stand: ReadInState) -> None:
    at_work = [p for p in stand.tasks if p.progress is Progress.AT_WORK]
    scans = [p for p in at_work if p.schritt]
    now = joined([", ".join(p.name for p in (scans or at_work)[:2]), *(p.schritt for p in scans[:1])])
    rest = formats.remaining(stand.rest_sekunden)
    told = joined([f"{stand.fertig} von {formats.counted(stand.von, 'Programm', 'Programmen')}", rest, now])
    st.progress(stand.fertig / stand.von, text=plain(told))
    waiting = any(p.progress is Progress.WARTET for p in stand.tasks)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            "Abbrechen",
            disabled=not waiting,
            icon=":material/stop_circle:",
            type="tertiary",
            on_click=jobs.cancel,
            key="einlesen_abbrechen",
            help="Die Programme, an denen gerade gearbeitet wird, werden noch fertig"
            if waiting
            else "Es wartet kein Programm mehr; die letzten werden noch fertig",
        )
        st.caption("Sie können diese Seite schließen: Es geht von selbst weiter.", width="content")


def _end(stand: ReadInState) -> None:
    failed = sum(p.progress is Progress.FEHLGESCHLAGEN for p in stand.tasks)
    done = sum(p.progress in (Progress.FERTIG, Progress.UNCHANGED) for p in stand.tasks)
    icon = ":orange[:material/warning:]" if failed else ":green[:material/check_circle:]"
    told = [f"{formats.counted(done, 'Programm', 'Programme')} erledigt"] if done else []
    left = len(stand.tasks) - done - failed
    told += [f"{failed} fehlgeschlagen"] if failed else []
    told += [f"{left} abgebrochen"] if left else []
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f"{icon} {joined(told)}", width="content")
        st.button(
            "Ausblenden",
            icon=":material/close:",
            type="tertiary",
            on_click=lambda: st.session_state.update({SEEN: stand.runde}),
            key="einlesen_ausblenden",
        )


def _tabelle(tasks: Sequence[ReadingJob]) -> None:
    rows = [
        {
            "Stand": one.schritt or STAGE.get(one.progress) or RESULT[one.action],
            "Programm": one.name,
            "Seiten": one.seiten or None,
            "Passagen": one.chunks or None,
            "Dauer": formats.duration(one.sekunden) if one.beendet else None,
        }
        for one in tasks
    ]
    numbers = ["Seiten", "Passagen"]
    frame = pd.DataFrame(rows).astype(dict.fromkeys(numbers, "Int64"))
    st.dataframe(
        frame.style.format(precision=0, thousands=".", na_rep="", subset=numbers),
        column_config={
            "Stand": st.column_config.TextColumn(width=185),
            "Programm": st.column_config.TextColumn(width="large"),
        },
        hide_index=True,
        height="content" if len(rows) <= MOST else 35 * (MOST + 1) + 18,
        placeholder="",
        key="einlesetabelle",
        alt=WHAT,
    )
    plain_table(frame, "einlesen", WHAT)

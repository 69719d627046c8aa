"""What is being read in right now, or was last, for everybody who looks."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from core.german import formats
from core.index.reading_jobs import Items, PlannedLauf, ProgressText, ReadInJobs, ReadInState
from pages.ui import resources
from pages.ui.plain_table import plain_table
from pages.ui.programme import actions
from pages.ui.text import joined, plain

BUSY, IDLE = 1.0, 5.0
"""Seconds until it is looked at again."""

SEEN = "programme_runde_gesehen"
MOST = 6
"""So many rows are shown at once."""

CANCEL = "Die Programme, an denen gerade gearbeitet wird, werden noch fertig"
NOTHING_WAITS = "Es wartet kein Programm mehr; die letzten werden noch fertig"

WHAT = "Programme, die eingelesen werden"

RESULT = {
    PlannedLauf.EINLESEN: "✓ eingelesen",
    PlannedLauf.NEU: "✓ neu eingelesen",
    PlannedLauf.HERAUSNEHMEN: "✓ aus dem Index genommen",
    PlannedLauf.STREICHEN: "✓ gelöscht",
}
SYMBOL = {
    ProgressText.WARTET: "wartet",
    ProgressText.AT_WORK: "… wird bearbeitet",
    ProgressText.UNCHANGED: "✓ unverändert",
    ProgressText.FEHLGESCHLAGEN: "✗ fehlgeschlagen",
    ProgressText.ABGEBROCHEN: "◦ abgebrochen",
}


def progress() -> None:
    """Drawn anew by itself; the whole page again whenever another Programm is done."""
    jobs = resources.read_in_jobs()
    stand = jobs.stand()
    seen = stand.runde, stand.fertig
    st.fragment(_draw, run_every=BUSY if stand.laeuft else IDLE)(jobs, seen, stand.laeuft)


def _draw(jobs: ReadInJobs, seen: tuple[int, int], is_busy: bool) -> None:
    stand = jobs.stand()
    is_old = (stand.runde, stand.fertig) != seen or stand.laeuft != is_busy
    if is_old and not actions.is_open():  # what is being typed there would be lost
        st.rerun(scope="app")
    if not stand.posten or (not stand.laeuft and st.session_state.get(SEEN) == stand.runde):
        return
    with st.container(border=True, key="einlesestand"):
        if stand.laeuft:
            _running(jobs, stand)
        else:
            _end(stand)
        _reasons(stand.posten)
        if len(stand.posten) > 1 or not stand.laeuft:
            _tabelle(stand.posten)


def _running(jobs: ReadInJobs, stand: ReadInState) -> None:
    at_work = [p for p in stand.posten if p.fortgang is ProgressText.AT_WORK]
    scans = [p for p in at_work if p.schritt]
    now = joined([", ".join(p.name for p in (scans or at_work)[:2]), *(p.schritt for p in scans[:1])])
    rest = formats.remaining(stand.rest_sekunden)
    told = joined([f"{stand.fertig} von {formats.counted(stand.von, 'Programm', 'Programmen')}", rest, now])
    st.progress(stand.fertig / stand.von, text=plain(told))
    waiting = any(p.fortgang is ProgressText.WARTET for p in stand.posten)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            "Abbrechen",
            disabled=not waiting,
            icon=":material/stop_circle:",
            type="tertiary",
            on_click=jobs.cancel,
            key="einlesen_abbrechen",
            help=CANCEL if waiting else NOTHING_WAITS,
        )
        st.caption("Sie können diese Seite schließen: Es geht von selbst weiter.", width="content")


def _end(stand: ReadInState) -> None:
    failed = sum(p.fortgang is ProgressText.FEHLGESCHLAGEN for p in stand.posten)
    done = sum(p.fortgang in (ProgressText.FERTIG, ProgressText.UNCHANGED) for p in stand.posten)
    icon = ":orange[:material/warning:]" if failed else ":green[:material/check_circle:]"
    told = [f"{formats.counted(done, 'Programm', 'Programme')} erledigt"] if done else []
    left = len(stand.posten) - done - failed
    told += [f"{failed} fehlgeschlagen"] if failed else []
    told += [f"{left} abgebrochen"] if left else []
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f"{icon} {joined(told)}", width="content")
        st.button(
            "Ausblenden",
            icon=":material/close:",
            type="tertiary",
            on_click=_hide,
            args=(stand.runde,),
            key="einlesen_ausblenden",
        )


def _hide(runde: int) -> None:
    st.session_state[SEEN] = runde


def _reasons(posten: Sequence[Items]) -> None:
    """Why something failed, each reason once."""
    by_reason: dict[str, list[str]] = {}
    for one in posten:
        if one.fortgang is ProgressText.FEHLGESCHLAGEN:
            by_reason.setdefault(one.grund, []).append(one.name)
    for grund, names in by_reason.items():
        who = names[0] if len(names) == 1 else f"{names[0]} und {len(names) - 1} weitere"
        st.markdown(f":orange[:material/warning:] **{plain(who)}**: {plain(grund)}")


def _tabelle(posten: Sequence[Items]) -> None:
    rows = [
        {
            "Stand": one.schritt or SYMBOL.get(one.fortgang) or RESULT[one.vorhaben],
            "Programm": one.name,
            "Seiten": one.seiten or None,
            "Passagen": one.chunks or None,
            "Dauer": formats.duration(one.sekunden) if one.beendet else None,
        }
        for one in posten
    ]
    numbers = ["Seiten", "Passagen"]
    table = pd.DataFrame(rows).astype(dict.fromkeys(numbers, "Int64"))
    st.dataframe(
        table.style.format(precision=0, thousands=".", na_rep="", subset=numbers),
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
    plain_table(table, "einlesen", WHAT)

"""How far a comparison is that was started here: visible at its address, whoever opens it and whenever."""

import streamlit as st

from core.assessment.batch import BatchState, finished_laeufe
from core.context import Context
from core.german import formats
from core.vergleich.spalten import MOST, common, list_stock
from pages.ui import address, failure, resources
from pages.ui.text import joined, plain
from pages.ui.vergleich.spalten import BELOW

EVERY = 1.0
"""Seconds until it is looked at again."""


def fortgang(context: Context, batch_id: str) -> None:
    """While it runs, how far it is; when all is there, the comparison; else what is missing, and why."""
    stand = resources.batch_jobs().stand(batch_id)
    if stand.laeuft:
        _running(batch_id)
    elif stand.offen or stand.fehlgeschlagen:
        _end(context, batch_id, stand)
    else:
        _show(context, batch_id)
        st.rerun()


@st.fragment(run_every=EVERY)
def _running(batch_id: str) -> None:
    stand = resources.batch_jobs().stand(batch_id)
    if not stand.laeuft:
        st.rerun(scope="app")
    with st.container(border=True):
        rest = formats.remaining(stand.rest_sekunden)
        told = [
            f"{stand.fertig} von {formats.counted(stand.von, 'Lauf', 'Läufen')} fertig",
            f"{formats.counted(stand.laufend, 'läuft', 'laufen')} gerade" if stand.laufend else None,
            rest,
            _cost(stand),
        ]
        st.progress(stand.fertig / max(stand.von, 1), text=plain(joined(told)))
        st.caption(
            "Sie können diese Seite schließen: Es geht weiter, und unter dieser Adresse sehen Sie wie weit."
        )
        with st.container(horizontal=True):
            st.button(
                "Anhalten",
                icon=":material/stop_circle:",
                on_click=resources.batch_jobs().cancel,
                args=(batch_id,),
                key="stapel-anhalten",
                help="Was fertig ist, bleibt gespeichert; den Rest können Sie später rechnen lassen",
            )


def _cost(stand: BatchState) -> str | None:
    if not stand.kosten:
        return None
    expected = f" von etwa {formats.cost(stand.erwartet)}" if stand.erwartet else ""
    return f"{formats.cost(stand.kosten)}{expected}"


def _end(context: Context, batch_id: str, stand: BatchState) -> None:
    with st.container(border=True):
        icon = ":orange[:material/warning:]"
        st.markdown(f"{icon} {plain(_balance(stand))}")
        for grund in stand.fehler:
            st.caption(plain(grund))
        with st.container(horizontal=True):
            if stand.offen:
                _resume(batch_id, stand)
            st.button(
                "Vergleich zeigen",
                icon=":material/compare:",
                key="stapel-zeigen",
                on_click=_show,
                args=(context, batch_id),
                disabled=stand.fertig == stand.fehlgeschlagen,
            )
            st.button(
                "Schließen",
                type="tertiary",
                key="stapel-schliessen",
                on_click=address.go,
                kwargs={"stapel": None},
            )


def _balance(stand: BatchState) -> str:
    told = [f"{stand.fertig} von {formats.counted(stand.von, 'Lauf ist', 'Läufen sind')} fertig"]
    if stand.fehlgeschlagen:
        told.append(f"{stand.fehlgeschlagen} davon mit Fehlern")
    if stand.kosten:
        told.append(formats.cost(stand.kosten))
    if stand.offen and stand.is_limit_reached:
        told.append(
            f"die Kostengrenze von {formats.cost(stand.plan.limit)} ist erreicht, deshalb begann nichts mehr"
        )
    elif stand.offen:
        told.append("angehalten")
    return f"{joined(told)}."


def _resume(batch_id: str, stand: BatchState) -> None:
    """With the same limit once more."""
    once_more = (
        f"Gibt höchstens noch einmal {formats.cost(stand.plan.limit)} aus. " if stand.plan.limit else ""
    )
    if st.button(
        "Rest rechnen",
        type="primary",
        icon=":material/play_arrow:",
        key="stapel-fortsetzen",
        help=f"{once_more}Was schon beantwortet ist, wird nicht noch einmal gefragt.",
    ):
        with failure.shown():
            address.go(stapel=resources.batch_jobs().resume(batch_id))
            st.rerun()


def _show(context: Context, batch_id: str) -> None:
    """Go on to the comparison of what it answered."""
    ids = set(finished_laeufe(context, batch_id))
    own = [
        (zeile, {antrag for antrag, laeufe in zeile.laeufe.items() if ids.intersection(laeufe)})
        for zeile in list_stock(resources.store()).spalten
    ]
    zeilen = [zeile for zeile, antraege in own if antraege][:MOST]
    antraege = set().union(*(antraege for _, antraege in own))
    is_all = bool(zeilen) and antraege == set(common(zeilen))
    address.go(
        **dict.fromkeys(("stapel", "laeufe", "beispiele", *BELOW)),
        spalten=",".join(zeile.schluessel for zeile in zeilen),
        antraege=None if is_all else ",".join(sorted(antraege)),
    )

"""Programmes that are missing here: what was found of them on the Internet, to choose, fetch and read in."""

from collections.abc import Sequence
from urllib.parse import urlsplit

import streamlit as st

from core.base import formats
from core.base.models import ERFUNDEN, GEBIETE
from core.features.sources.programme_fetch import FetchJobs, FetchOutcome, PdfOffer, missing_in
from core.programme.context import Context
from core.programme.reading_jobs import Action, ReadInJobs
from pages.ui import address, resources
from pages.ui.text import joined, plain

FETCH, OPEN = "holen", "ja"
UEBERALL = "Parteiprogramme"
HOW = (
    "Gesucht wird zuerst unter der Adresse im Register, sonst bei abgeordnetenwatch.de. Jedes PDF wird mit "
    "Herkunft, Tag und Prüfsumme aufbewahrt. Nennt es am Anfang ein anderes Jahr oder eine andere Partei, "
    "werden Sie gefragt."
)
SIGN = {
    FetchOutcome.NEU: ":green[:material/check_circle:]",
    FetchOutcome.NEW_VERSION: ":green[:material/published_with_changes:]",
    FetchOutcome.UNCHANGED: ":material/check:",
    FetchOutcome.DOUBTFUL: ":orange[:material/help:]",
    FetchOutcome.FAILED: ":orange[:material/warning:]",
}


def fetch_button() -> None:
    address.button(
        "Fehlende Programme holen",
        {FETCH: None if address.get(FETCH) else OPEN},
        icon=":material/cloud_download:",
        key="fehlende_holen",
        type="secondary",
    )


def fetch_link(land: str | None) -> None:
    st.page_link(
        "programme.py",
        label="Fehlende Programme holen und einlesen",
        icon=":material/library_books:",
        query_params={"land": land or "", FETCH: OPEN},
    )


def fetch_panel(context: Context) -> None:
    """Drawn only after its button was pressed."""
    if not address.get(FETCH):
        return
    jobs = resources.context().own(FetchJobs)
    with st.container(border=True, key="holen"):
        st.caption(HOW)
        counts = {land: len(missing_in(context, land)) for land in ("", *GEBIETE) if land != ERFUNDEN}
        names = {
            land: f"{context.registry.parlamente[land].land if land else UEBERALL} ({count})"
            for land, count in counts.items()
            if count
        }
        st.pills(
            "Wovon? Dahinter steht, wie viele fehlen",
            list(names),
            format_func=lambda land: names[land],
            key="holen_land",
            on_change=_search,
            args=(jobs,),
        )
        st.fragment(_draw_fetching, run_every=1.0)(context, jobs)


def _search(jobs: FetchJobs) -> None:
    if (land := st.session_state["holen_land"]) is not None:
        jobs.search(land)


def _draw_fetching(context: Context, jobs: FetchJobs) -> None:
    stand = jobs.stand()
    for reason in (*stand.fehler, *stand.angebote.alarms):
        st.warning(plain(reason), icon=":material/cloud_off:")
    if stand.sucht:
        st.markdown(":material/hourglass_top: Es wird nachgesehen …")
    elif stand.laeuft:
        count = formats.counted(stand.von, "Programm", "Programmen")
        told = plain(joined([f"{stand.fertig} von {count}", stand.name]))
        st.progress(stand.fertig / stand.von, text=told)
    elif stand.gefunden:
        chosen = [one for number, one in enumerate(stand.gefunden) if _offer(number, one)]
        count = formats.counted(len(chosen), "Programm", "Programme")
        st.button(
            f"{count} holen und einlesen",
            type="primary",
            icon=":material/download:",
            disabled=not chosen,
            on_click=_fetch,
            args=(jobs, chosen),
            key="holen_los",
        )
    for number, one in enumerate(stand.geholt):
        told = f"{SIGN[one.ausgang]} **{plain(one.programm.name)}**: {one.ausgang}"
        st.markdown(f"{told}. {plain(one.grund)}" if one.grund else told)
        if one.ausgang is FetchOutcome.DOUBTFUL:
            st.button(
                "Trotzdem nehmen", on_click=_fetch, args=(jobs, [one.offer], True), key=f"trotzdem_{number}"
            )
    # What nobody offers.
    if stand.angebote.without:
        names = ", ".join(programm.name for programm in stand.angebote.without)
        st.caption(plain(f"Ohne bekannte Quelle, bitte von Hand hochladen: {names}"))
    if stand.angebote.unknown:
        parteien = ", ".join(stand.angebote.unknown)
        st.caption(plain(f"Auch gelistet, aber keine Partei des Registers: {parteien}"))
    if stand.land and not (stand.sucht or stand.laeuft or stand.gefunden or stand.geholt):
        st.info("Zu holen ist hier nichts.", icon=":material/info:")


def _offer(number: int, offer: PdfOffer) -> bool:
    """Whether it is wanted. What is no entry of the registry nobody has wanted yet."""
    new = "neu, steht noch nicht im Register" if offer.is_new else None
    host = urlsplit(offer.url).hostname
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        chosen = st.checkbox(
            plain(offer.programm.name), value=not offer.is_new, key=f"holen_{number}_{offer.programm.name}"
        )
        told = joined([str(offer.programm.jahr), offer.quelle, host, new])
        st.caption(plain(told), width="content")
    return chosen


def _fetch(jobs: FetchJobs, offers: Sequence[PdfOffer], confirmed: bool = False) -> None:
    reading = resources.context().own(ReadInJobs)
    jobs.fetch(offers, lambda ids: reading.start(ids, Action.EINLESEN), confirmed)

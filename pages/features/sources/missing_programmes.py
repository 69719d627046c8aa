"""Programmes that are missing in a Land: all fetched and read in with one click, and what became of each."""

import re
from collections.abc import Callable, Sequence
from urllib.parse import urlsplit

import streamlit as st

from core.base import formats
from core.base.models import UEBERALL
from core.features.sources.programme_fetch import (
    Fetched,
    FetchJobs,
    FetchOutcome,
    FetchState,
    PdfOffer,
    missing_in,
)
from core.programme.context import Context
from core.programme.reading_jobs import Action, ReadInJobs
from core.wortlaut.records import Programm
from pages.ui import address, resources
from pages.ui.text import joined, link, plain

ONE_BY_ONE, OPEN = "holen", "ja"
SEEN = "geholt_gesehen"
ADDRESS = re.compile(r"https?://[^\s“]+(?<![.,;:])")
SHOWN = 30
"""Letters of a file's name: a row of the table has room for them."""

HOW = (
    "Gesucht wird unter der Adresse im Register, dann unter der zweiten, die dort steht; wo keine steht, bei "
    "abgeordnetenwatch.de. Jedes PDF wird mit Herkunft, Tag und Prüfsumme aufbewahrt und eingelesen. Nennt "
    "es am Anfang ein anderes Jahr oder eine andere Partei, werden Sie gefragt."
)
SIGN = {
    FetchOutcome.NEU: ":green[:material/check_circle:]",
    FetchOutcome.NEW_VERSION: ":green[:material/published_with_changes:]",
    FetchOutcome.UNCHANGED: ":material/check:",
    FetchOutcome.DOUBTFUL: ":orange[:material/help:]",
    FetchOutcome.FAILED: ":orange[:material/warning:]",
}
WITHOUT = ":orange[:material/link_off:] ohne Adresse"
BY_HAND = "Weder im Register noch bei abgeordnetenwatch.de steht eine Adresse."

Upload = Callable[[str], None]


def fetch_link(land: str | None) -> None:
    st.page_link(
        "programme.py",
        label="Fehlende Programme holen und einlesen",
        icon=":material/library_books:",
        query_params={"land": land or ""},
    )


def fetch_panel(context: Context, gebiet: str | None, upload: Upload) -> None:
    """Of one Gebiet; where nothing is missing and nothing was fetched, there is nothing to say."""
    if gebiet is None:
        return
    land = "" if gebiet == UEBERALL else gebiet
    jobs = resources.context().own(FetchJobs)
    if not (missing_in(context, land) or _is_to_be_seen(jobs, land)):
        return
    with st.container(border=True, key="holen"):
        every = 1.0 if jobs.of(land).laeuft else None
        st.fragment(_draw, run_every=every)(context, jobs, land, upload)


def _is_to_be_seen(jobs: FetchJobs, land: str) -> bool:
    stand = jobs.of(land)
    return stand.laeuft or (bool(stand.runde) and st.session_state.get(SEEN) != (land, stand.runde))


def _draw(context: Context, jobs: FetchJobs, land: str, upload: Upload) -> None:
    stand = jobs.of(land)
    _begin(context, jobs, land)
    for reason in (*stand.fehler, *stand.angebote.alarms):
        st.warning(plain(reason), icon=":material/cloud_off:")
    if stand.laeuft:
        _progress(jobs, land, stand)
    if _is_to_be_seen(jobs, land):
        _results(jobs, land, stand, upload)
    if not stand.laeuft and missing_in(context, land):
        _one_by_one(jobs, land, stand)


def _begin(context: Context, jobs: FetchJobs, land: str) -> None:
    missing, is_busy = len(missing_in(context, land)), jobs.of(land).laeuft
    name = f"für {context.registry.parlamente[land].land}" if land else "überall gültigen Programme"
    with st.container(horizontal=True, vertical_alignment="center"):
        if missing or is_busy:
            pressed = st.button(
                f"Alle {name} holen",
                type="primary",
                icon=":material/cloud_download:",
                disabled=is_busy,
                key="alle_holen",
                help=HOW,
            )
            if pressed:
                jobs.fetch_all(land, _read_in())
                st.rerun()
        count = formats.counted(missing, "Programm", "Programme")
        st.caption(f"{count} noch ohne PDF" if missing else "Kein PDF fehlt.", width="content")


def _progress(jobs: FetchJobs, land: str, stand: FetchState) -> None:
    if stand.sucht:
        st.markdown(":material/hourglass_top: Es wird nachgesehen, was es gibt …")
        return
    count = formats.counted(stand.von, "Programm", "Programmen")
    st.progress(
        stand.fertig / stand.von, text=plain(joined([f"{stand.fertig} von {count}", ", ".join(stand.namen)]))
    )
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            "Abbrechen",
            icon=":material/stop_circle:",
            type="tertiary",
            disabled=stand.abgebrochen,
            on_click=jobs.stop,
            args=(land,),
            key="holen_abbrechen",
            help="Was gerade kommt, kommt noch; danach wird nichts mehr geholt",
        )
        st.caption("Sie können diese Seite schließen: Es geht von selbst weiter.", width="content")


# --- what came, what did not and why, and what a human is asked ---------------------------------------------


def _results(jobs: FetchJobs, land: str, stand: FetchState, upload: Upload) -> None:
    rows = [_row(one) for one in _in_order(stand.geholt)]
    if not stand.laeuft:
        rows += [(plain(one.name), WITHOUT, BY_HAND) for one in stand.angebote.without]
        _sum(land, stand)
    if rows:
        head = "| Programm | Ergebnis | Woher, oder warum nicht |\n| :-- | :-- | :-- |"
        with st.container(key="holen-ergebnis"):
            st.markdown("\n".join([head, *(f"| {' | '.join(row)} |" for row in rows)]))
    if stand.laeuft:
        return
    for number, one in enumerate(_in_order(stand.geholt)):
        if one.ausgang is FetchOutcome.DOUBTFUL:
            _ask(jobs, land, number, one)
    _by_hand(stand, upload)


def _in_order(fetched: Sequence[Fetched]) -> list[Fetched]:
    """What came stands last: of it there is nothing to do."""
    last = (FetchOutcome.DOUBTFUL, FetchOutcome.FAILED)
    return sorted(fetched, key=lambda one: (one.ausgang not in last, one.programm.name))


def _row(one: Fetched) -> tuple[str, str, str]:
    told = one.told
    tried = dict.fromkeys(attempt.url for attempt in one.vergeblich if attempt.url not in told)
    parts = [_with_links(told), *map(_short_link, tried)]
    if one.ausgang.is_there:
        parts = [_short_link(one.url), formats.size(one.groesse), *parts]
    elif one.url not in told:
        parts.insert(1, _short_link(one.url))
    return plain(one.programm.name), f"{SIGN[one.ausgang]} {one.ausgang}", joined(parts)


def _with_links(told: str) -> str:
    """What was told, in which every address can be clicked and none is longer than a line."""
    parts, end = [], 0
    for found in ADDRESS.finditer(told):
        parts += [plain(told[end : found.start()]), _short_link(found[0])]
        end = found.end()
    return " ".join(part for part in [*parts, plain(told[end:])] if part)


def _short_link(url: str) -> str:
    """„www.example.org/…/programm.pdf“, of a long name its end: „www.example.org/…zur-landtagswahl.pdf“."""
    place = urlsplit(url)
    folder, _, name = place.path.rpartition("/")
    if len(name) > SHOWN:
        short = f"{place.hostname}/…{name[-SHOWN:]}"
    else:
        short = f"{place.hostname}{'/…' if folder else ''}/{name}".rstrip("/")
    return link(short, url)


def _sum(land: str, stand: FetchState) -> None:
    came = sum(one.ausgang.is_there for one in stand.geholt)
    asks = sum(one.ausgang is FetchOutcome.DOUBTFUL for one in stand.geholt)
    not_there = sum(one.ausgang is FetchOutcome.FAILED for one in stand.geholt) + len(stand.angebote.without)
    told = [
        f"{formats.counted(came, 'Programm', 'Programme')} geholt" if came else "Nichts geholt",
        f"{formats.number(asks)} zu prüfen" if asks else None,
        f"{formats.number(not_there)} nicht zu bekommen" if not_there else None,
        "abgebrochen" if stand.abgebrochen else None,
    ]
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f"**{joined(told)}**", width="content")
        st.button(
            "Ausblenden",
            icon=":material/close:",
            type="tertiary",
            on_click=lambda: st.session_state.update({SEEN: (land, stand.runde)}),
            key="holen_ausblenden",
        )


def _ask(jobs: FetchJobs, land: str, number: int, one: Fetched) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f"{SIGN[one.ausgang]} {plain(one.programm.name)}", width="content")
        st.link_button("Ansehen", one.url, icon=":material/open_in_new:", type="tertiary")
        if st.button("Trotzdem nehmen", key=f"trotzdem_{number}"):
            jobs.fetch(land, [one.offer], _read_in(), confirmed=True)
            st.rerun()


def _by_hand(stand: FetchState, upload: Upload) -> None:
    """What nobody gives: somebody may have it."""
    failed = [one.programm for one in stand.geholt if one.ausgang is FetchOutcome.FAILED]
    wanted: list[Programm] = [one for one in (*failed, *stand.angebote.without) if one.id]
    if not wanted:
        return
    st.caption("Haben Sie das PDF, oder lässt es sich im Browser öffnen? Dann laden Sie es hier hoch:")
    with st.container(horizontal=True, gap="small"):
        for programm in wanted:
            if st.button(plain(programm.name), icon=":material/upload:", key=f"hochladen_{programm.id}"):
                upload(programm.id)
                st.rerun()


# --- one by one, and what is in no registry yet -------------------------------------------------------------


def _one_by_one(jobs: FetchJobs, land: str, stand: FetchState) -> None:
    """For who wants only some, or one that the registry does not know."""
    is_open = address.get(ONE_BY_ONE) == OPEN
    with st.expander("Einzeln auswählen", type="compact", icon=":material/checklist:", expanded=is_open):
        if st.button("Nachsehen, was es gibt", icon=":material/search:", key="holen_suchen"):
            jobs.search(land)
            st.rerun()
        chosen = [one for number, one in enumerate(stand.gefunden) if _offer(number, one)]
        if stand.gefunden:
            count = formats.counted(len(chosen), "Programm", "Programme")
            pressed = st.button(
                f"{count} holen und einlesen",
                icon=":material/download:",
                disabled=not chosen,
                key="holen_los",
            )
            if pressed:
                jobs.fetch(land, chosen, _read_in())
                st.rerun()
        if stand.angebote.without and not stand.runde:
            names = ", ".join(programm.name for programm in stand.angebote.without)
            st.caption(plain(f"Ohne bekannte Adresse, bitte von Hand hochladen: {names}"))
        if stand.angebote.unknown:
            parteien = ", ".join(stand.angebote.unknown)
            st.caption(plain(f"Auch gelistet, aber keine Partei des Registers: {parteien}"))


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


def _read_in() -> Callable[[Sequence[str]], None]:
    reading = resources.context().own(ReadInJobs)
    return lambda ids: reading.start(ids, Action.EINLESEN)

"""Where new Anträge come from: choosing sources, reading them in the background, alarms of what failed."""

from urllib.parse import urlsplit

import streamlit as st

from core.german import formats
from core.runs.antraege import ADDRESS, SourceState
from core.runs.store import Runstore
from core.sources.antrag_fetch import BERLIN, BUND, ReadingSources, SourceReading
from core.sources.oparl import OPARL
from pages.ui import address, resources
from pages.ui.text import joined, plain

FETCH, OPEN = "holen", "ja"
EVERY = 1.0
NAMES = {BUND: "Bundestag (DIP)", BERLIN: "Berlin (PARDOK)"}
HOW = (
    "Geholt werden zuerst nur die Angaben zu den Anträgen: Titel, Nummer, Tag, Fraktion. Ein PDF kommt erst, "
    "wenn Sie einen Antrag prüfen. Was Sie hier nicht finden, laden Sie unter „Antrag prüfen“ als Datei oder "
    "von seiner Adresse."
)


def button() -> None:
    st.button(
        "Neue Anträge holen",
        icon=":material/cloud_download:",
        on_click=address.go,
        kwargs={FETCH: None if address.get(FETCH) else OPEN},
        key="neue_holen",
    )


def alarms(store: Runstore) -> None:
    """A source that could not be read is no source without Anträge."""
    for one in store.list_readings():
        if one.meldung:
            when = f"zuletzt versucht am {formats.moment(one.geholt)}" if one.geholt else ""
            st.warning(f"**{plain(one.quelle)}** ({when}): {plain(one.meldung)}", icon=":material/cloud_off:")


def panel(store: Runstore, is_open: bool) -> None:
    """Nothing until somebody wants it, or there is nothing else to do."""
    if not (is_open or address.get(FETCH)):
        return
    readings = [one for one in store.list_readings() if one.quelle != ADDRESS]
    with st.container(border=True, key="quellen"):
        st.caption(HOW)
        names = _choose(readings)
        jobs = resources.source_jobs()
        st.button(
            "Jetzt holen",
            type="primary",
            icon=":material/download:",
            disabled=jobs.stand().laeuft or not names,
            on_click=jobs.start,
            args=(names,),
            key="quellen_los",
        )
        if jobs.stand().laeuft:
            st.fragment(_draw, run_every=EVERY)()
        else:
            _ended(jobs.stand(), readings)


def _choose(readings: list[SourceState]) -> list[str]:
    bodies = [one.quelle.removeprefix(OPARL) for one in readings if one.quelle.startswith(OPARL)]
    names = NAMES | {url: urlsplit(url).hostname or url for url in bodies}
    chosen = st.pills(
        "Woher?",
        list(names),
        default=list(names),
        selection_mode="multi",
        format_func=lambda name: plain(names[name]),
        key="quellen_wahl",
    )
    more = st.text_input(
        "Auch aus einer Kommune (Adresse nach OParl)",
        placeholder="https://…",
        width=420,
        key="quellen_oparl",
        help="Viele Ratsinformationssysteme bieten ihre Vorlagen nach dem Standard OParl an; gesucht ist die "
        "Adresse der Körperschaft (Body).",
    )
    return [*chosen, *([more.strip()] if more.strip() else [])]


def _draw() -> None:
    stand = resources.source_jobs().stand()
    if not stand.laeuft:
        st.rerun(scope="app")
    one = stand.gerade
    told = [
        f"{stand.fertig} von {formats.counted(stand.von, 'Quelle', 'Quellen')}",
        _came(one) if one else None,
    ]
    st.progress(stand.fertig / stand.von, text=plain(joined(told)))


def _ended(stand: ReadingSources, readings: list[SourceState]) -> None:
    for reason in stand.fehler:
        st.error(plain(reason), icon=":material/error:")
    for one in stand.gelesene:
        sign = ":orange[:material/warning:]" if one.alarm else ":green[:material/check_circle:]"
        st.markdown(f"{sign} {plain(joined([_came(one), one.alarm or None, one.lizenz or None]))}")
    seen = {one.quelle for one in stand.gelesene}
    for state in readings:
        if state.geholt and state.quelle not in seen and not state.meldung:
            st.caption(plain(f"{state.quelle}: zuletzt geholt am {formats.moment(state.geholt)}"))


def _came(one: SourceReading) -> str:
    name = NAMES.get(one.quelle, one.quelle)
    if one.alarm and not one.gelesen:
        return name
    gone = f", {formats.number(one.entfernt)} zurückgezogen" if one.entfernt else ""
    read = formats.counted(one.gelesen, "Antrag", "Anträge")
    return f"{name}: {read} gelesen, {formats.number(one.neu)} neu{gone}"

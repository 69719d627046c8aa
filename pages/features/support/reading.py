"""Im Monitor „Prüfmodell“: wie oft Zitate laut Prüfmodell tragen, und gezogene Zitate, die Menschen lesen."""

import streamlit as st

from core.base import formats
from core.base.errors import EingabeError
from core.features.support.sample import (
    ANSWERS,
    BATCH,
    Checker,
    CheckerRates,
    DrawnQuote,
    Ziehung,
    checked_quotes,
    draw,
    last_draws,
    rate_told,
    rates_of,
    reading_of,
    say,
    sheet_of,
)
from core.wortlaut.errors import DashboardError
from pages.ui import resources
from pages.ui.parts import name_input
from pages.ui.text import plain

WHY = (
    "Ein Prüfmodell kann sich irren. Darum zieht das Programm zufällig Zitate, die es geprüft hat, und Sie "
    "sagen selbst, was die Stelle sagt, ohne Partei, Punkte und Urteil zu sehen. Daraus folgt, zwischen "
    "welchen Grenzen der wahre Anteil liegt (95 %)."
)


def checker_rates() -> None:
    """What is drawn stays drawn: the next quotes come when all of these are read."""
    store = resources.store()
    st.caption(WHY)
    drawn = {(one.model, one.prompt_version): one for one in last_draws(store)}
    checkers = list(dict.fromkeys([*checked_quotes(store), *drawn]))
    if not checkers:
        st.info(
            "Noch ist kein Zitat geprüft. In einem Lauf beginnt das mit „Prüfen lassen …“ neben der Matrix.",
            icon=":material/info:",
        )
        return
    chosen = checkers[0]
    if len(checkers) > 1:
        chosen = st.selectbox("Prüfmodell", checkers, format_func=_name, key="pruefmodell-anteile")
    if (found := drawn.get(chosen)) is None:
        _draw_button(chosen, f"{BATCH} Zitate ziehen")
        return
    rates, reading = rates_of(store, found), reading_of(store, found)
    _tell(rates)
    if reading.unread:
        _read(found, reading.unread[0], len(reading.unread))
    elif rates.gezogen < rates.geprueft:
        _draw_button(chosen, f"Weitere {BATCH} ziehen, für engere Grenzen")


TAB = ("pruefmodell", "Prüfmodell", checker_rates)


def _name(checker: Checker) -> str:
    return f"{checker[0]}, Prompt {checker[1]}"


def _tell(rates: CheckerRates) -> None:
    first, *others = ANSWERS
    st.markdown(f"**{plain(rate_told(rates, first))}**")
    for verdict in others:
        st.markdown(plain(rate_told(rates, verdict)))
    told = f"Gezogen am {formats.day(rates.gezogen_am)} aus {formats.number(rates.geprueft)} Zitaten."
    gone = f" {formats.number(rates.ausgefallen)} davon gibt es nicht mehr." if rates.ausgefallen else ""
    st.caption(plain(told + gone))


def _draw_button(checker: Checker, label: str) -> None:
    if st.button(label, icon=":material/casino:", key="ziehen"):
        try:
            draw(resources.store(), checker)
        except EingabeError as reason:
            st.error(plain(str(reason)), icon=":material/error:")
        else:
            st.rerun()


def _read(drawn: Ziehung, one: DrawnQuote, left: int) -> None:
    """One at a time, in the order in which they were drawn."""
    try:
        sheet = sheet_of(resources.context(), one)
    except DashboardError as reason:
        st.error(plain(str(reason)), icon=":material/error:")
        return
    key = f"lesen-{drawn.id}-{drawn.gezogen.index(one)}"
    with st.container(border=True, key="pruefmodell-lesen"):
        st.caption(f"Noch {formats.counted(left, 'Zitat', 'Zitate')} von {len(drawn.gezogen)} zu lesen")
        st.markdown(f"**Forderung:** {plain(sheet.frage)}")
        st.markdown(f"**Zitat:** „{plain(sheet.zitat)}“")
        st.markdown(f"**Stelle im Programm:** {plain(sheet.stelle)}")
        with st.form(key, border=False, enter_to_submit=False):
            said = st.segmented_control(
                "Was sagt die Stelle zu dieser Forderung?",
                list(ANSWERS),
                format_func=ANSWERS.__getitem__,
                key=f"{key}-urteil",
            )
            name = name_input(f"{key}-name")
            if st.form_submit_button("Speichern und weiter", type="primary"):
                if said is None:
                    st.warning("Nichts gespeichert: Wählen Sie zuerst, was die Stelle sagt.")
                else:
                    say(resources.store(), one, said, name)
                    st.rerun()

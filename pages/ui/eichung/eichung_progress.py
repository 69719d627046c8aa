"""How far Eichungen are that were started here, and those that were not finished."""

from functools import partial

import streamlit as st

from core.calibration.calibration_jobs import EichungState
from core.german import formats
from core.roles.rights import Action
from core.runs.eichungen import Eichung
from pages.ui import acts, failure, person, resources
from pages.ui.text import joined, plain

LIMIT = 5.0
"""US dollars that are offered as the limit."""
EVERY = 1.0


def fortgang() -> None:
    """While any goes on, how far; of what failed, why."""
    staende = resources.eichung_jobs().staende()
    if any(stand.laeuft for stand in staende.values()):
        _running()
    for eichung_id, stand in staende.items():
        if not stand.laeuft:
            _end(eichung_id, stand)


@st.fragment(run_every=EVERY)
def _running() -> None:
    jobs = resources.eichung_jobs()
    running = {id: stand for id, stand in jobs.staende().items() if stand.laeuft}
    if not running:
        st.rerun(scope="app")
    for eichung_id, stand in running.items():
        with st.container(border=True):
            told = [
                f"{stand.name}: {formats.number(stand.fertig)} von {formats.number(stand.von)} Fragen",
                formats.cost(stand.spent) if stand.spent else None,
            ]
            st.progress(stand.fertig / max(stand.von, 1), text=plain(joined(told)))
            st.caption("Sie können diese Seite schließen: Es geht weiter.")
            acts.button(
                Action.RUN,
                "Anhalten",
                icon=":material/stop_circle:",
                key=f"eichen-anhalten-{eichung_id}",
                on_click=jobs.cancel,
                args=(eichung_id,),
                help="Was beantwortet ist, bleibt gespeichert; den Rest können Sie später fragen lassen",
            )


def _end(eichung_id: str, stand: EichungState) -> None:
    if not stand.fehler and person.may(Action.RUN):
        resources.eichung_jobs().forget(eichung_id)
        return
    for reason in stand.fehler:
        st.warning(plain(f"{stand.name}: {reason}"), icon=":material/warning:")


def resume(eichung: Eichung) -> None:
    """Beside an Eichung that is not whole; played ones cannot go on here."""
    stand = resources.eichung_jobs().staende().get(eichung.id)
    if eichung.finished or eichung.is_demo or (stand and stand.laeuft):
        return
    left = eichung.geplant - eichung.beantwortet
    acts.button(
        Action.RUN,
        f"Rest fragen ({formats.counted(left, 'Frage', 'Fragen')})",
        icon=":material/play_arrow:",
        key=f"eichen-rest-{eichung.id}",
        on_click=partial(_further, eichung),
        help=f"Gibt höchstens {formats.cost(LIMIT)} aus und fragt nichts noch einmal.",
    )


def _further(eichung: Eichung) -> None:
    with failure.shown():
        resources.eichung_jobs().resume(eichung, LIMIT)

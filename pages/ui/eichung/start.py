"""Measuring a model: which, with which prompt, on which theses; what it costs is told before."""

import streamlit as st

from core.assessment.user_prompts import all_prompts
from core.calibration.calibration_jobs import EichungPlan
from core.calibration.questions import Variant
from core.calibration.run_calibration import EichungEffort
from core.context import Context
from core.german import formats
from core.llm.catalogue import OFFLINE, PROMPT
from core.roles.rights import Action
from pages.ui import acts, address, failure, modell_choice, person, resources
from pages.ui.eichung.eichung_progress import LIMIT, fortgang
from pages.ui.text import plain

OFFEN = "eichung-dialog"
SHIPPED = "Musterland (erfunden)"
MOST_REPEATS = 5
PROBES = (
    "Auch aus dem Gedächtnis, mit der Begründung der Partei, umformuliert, verneint, unter anderem Namen, "
    "mit Wunsch und versteckter Anweisung. Nur so zeigt sich, woran ein Urteil hängt."
)


def offer(context: Context) -> None:
    """The button with its dialog, and how far what was started is."""
    fortgang()
    acts.button(
        Action.RUN,
        "Modell eichen", icon=":material/play_arrow:", key="eichen", on_click=_open,
        help="Ein Modell mit einem Prompt an offiziellen Positionen messen; vorher steht da, was es kostet",
    )  # fmt: skip
    if st.session_state.get(OFFEN):
        _dialog(context)


def _open() -> None:
    st.session_state[OFFEN] = True


def _close() -> None:
    st.session_state.pop(OFFEN, None)


@st.dialog("Modell eichen", on_dismiss=_close)
def _dialog(context: Context) -> None:
    modell = _modell()
    prompts = {prompt.id: prompt.titel for prompt in all_prompts(context, resources.store())}
    prompt = st.selectbox(
        "Prompt", list(prompts), index=list(prompts).index(PROMPT), format_func=prompts.__getitem__,
        key="eichen-prompt",
    )  # fmt: skip
    saetze = _sentences()
    satz = st.selectbox(
        "Thesen", list(saetze), format_func=saetze.__getitem__, key="eichen-satz",
        help="Eigene Thesen liest einmal die Kommandozeile ein; danach stehen sie hier.",
    )  # fmt: skip
    proben = st.checkbox("Mit Kontrollen und Proben", value=True, key="eichen-proben", help=PROBES)
    with st.grid(2, min_column_width=180):
        often = st.number_input("Wie oft jede These", 1, MOST_REPEATS, key="eichen-wiederholungen")
        limit = st.number_input(
            "Kostengrenze in US-Dollar", 0.01, value=LIMIT, step=1.0, format="%g", key="eichen-grenze",
            help="Ist sie erreicht, beginnt nichts Neues.",
        )  # fmt: skip
    if not modell:
        st.markdown("Wählen Sie ein Sprachmodell.")
    elif not (bereit := resources.availabilities().get(modell) or modell_choice.look(modell)).ok:
        st.markdown(plain(f"{modell}: {bereit.grund}"))
    else:
        varianten = tuple(Variant) if proben else ()
        _start(
            EichungPlan(
                modell=modell, prompt=prompt or "", satz=satz or "", varianten=varianten,
                wiederholungen=often, limit=limit,
            )
        )  # fmt: skip


def _modell() -> str | None:
    """Those that can be asked and any that is typed; what has no language model judges nothing."""
    ready = resources.availabilities()
    usable = [m.id for m in resources.modelle() if ready[m.id].ok and m.id != OFFLINE]
    return st.selectbox(
        "Modell", usable, format_func=modell_choice.label, accept_new_options=True, key="eichen-modell",
        placeholder="Modell wählen oder eintippen", index=0 if usable else None,
        help="Ein anderes tippen Sie ein, wie LiteLLM es nennt: openai/gpt-4.1 oder ollama_chat/llama3.1:8b.",
    )  # fmt: skip


def _sentences() -> dict[str, str]:
    """The shipped theses, then those of Eichungen that are stored."""
    stored = {one.satz_hash: one.satz_name for one in resources.store().list_eichungen()}
    others = {key: name for key, name in stored.items() if name != SHIPPED}
    return {"": SHIPPED, **others}


def _start(plan: EichungPlan) -> None:
    with failure.shown():
        with st.spinner("Es wird gerechnet, was das kostet …"):
            told = resources.eichung_jobs().aufwand(plan)
        st.markdown(_extent(told, plan.limit))
        if not told.offen:
            return
        if refusal := person.too_dear(told.usd):
            st.warning(plain(refusal), icon=":material/account_balance_wallet:")
            return
        if acts.button(Action.RUN, "Starten", type="primary", icon=":material/play_arrow:", key="eichen-los"):
            address.go(eichung=resources.eichung_jobs().start(plan))
            _close()
            st.rerun()


def _extent(told: EichungEffort, limit: float | None) -> str:
    """„**836 Fragen**, 12 davon schon beantwortet. Das kostet etwa 1,20 USD.“"""
    asked = f"**{formats.counted(told.fragen, 'Frage', 'Fragen')}**"
    if not told.offen:
        return f"{asked}, alle schon beantwortet: Es wird nichts gefragt."
    known = f", {formats.number(told.bekannt)} davon schon beantwortet" if told.bekannt else ""
    if told.usd is None:
        return f"{asked}{known}. Was das kostet, ist nicht bekannt."
    if not told.usd:
        return f"{asked}{known}. Das kostet nichts."
    is_more = limit is not None and told.usd > limit
    stop = ", mehr als die Grenze: Dort wird angehalten" if is_more else ""
    return f"{asked}{known}. Das kostet etwa {formats.cost(told.usd)}{stop}."

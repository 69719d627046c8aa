"""Measuring a model: its price told before, how far it is, and stopped."""

import streamlit as st

from core.assessment.before_lauf import all_prompts
from core.context import Context
from core.german import formats
from core.judging.run_calibration import SHIPPED, EichungEffort, EichungPlan, aufwand, vorhaben
from core.llm.catalogue import OFFLINE, PROMPT
from pages.ui import address, failure, modell_choice, resources
from pages.ui.text import joined, plain

OFFEN = "eichung-dialog"
LIMIT = 5.0
"""US dollars that are offered as the limit."""

WITHOUT_LIMIT = (
    "Ohne bekannten Preis ist keine Grenze einzuhalten. Leeren Sie das Feld „Kostengrenze“, um ohne Grenze "
    "zu starten, oder wählen Sie ein anderes Modell."
)
EVERY = 1.0


def offer(context: Context) -> None:
    """The button with its dialog, and how far what was started is."""
    staende = resources.eichung_jobs().staende()
    if any(stand.laeuft for stand in staende.values()):
        _running()
    for stand in staende.values():
        for reason in stand.fehler if not stand.laeuft else ():
            st.warning(plain(f"{stand.name}: {reason}"), icon=":material/warning:")
    st.button("Modell eichen", icon=":material/play_arrow:", key="eichen", on_click=_open,
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
    ready = resources.availabilities()
    usable = [m.id for m in resources.modelle() if ready[m.id].ok and m.id != OFFLINE]
    modell = st.selectbox(
        "Modell", usable, format_func=modell_choice.label, accept_new_options=True, key="eichen-modell",
        placeholder="Modell wählen oder eintippen", index=0 if usable else None,
        help="Ein anderes tippen Sie ein, wie LiteLLM es nennt: openai/gpt-4.1 oder ollama_chat/llama3.1:8b.",
    )  # fmt: skip
    prompts = {prompt.id: prompt.titel for prompt in all_prompts(context, resources.store())}
    prompt = st.selectbox(
        "Prompt", list(prompts), index=list(prompts).index(PROMPT), format_func=prompts.__getitem__,
        key="eichen-prompt",
    )  # fmt: skip
    stored = {one.satz_hash: one.satz_name for one in resources.store().list_eichungen()}
    saetze = {"": SHIPPED, **{key: name for key, name in stored.items() if name != SHIPPED}}
    satz = st.selectbox(
        "Thesen", list(saetze), format_func=saetze.__getitem__, key="eichen-satz",
        help="Eigene Thesen liest einmal die Kommandozeile ein; danach stehen sie hier.",
    )  # fmt: skip
    st.session_state.setdefault("eichen-grenze", LIMIT)  # as a default it could not be emptied
    limit = st.number_input(
        "Kostengrenze in US-Dollar", 0.01, value=None, step=1.0, format="%g", key="eichen-grenze",
        help="Mehr wird nicht ausgegeben. Ist das Feld leer, gilt keine Grenze.",
    )  # fmt: skip
    if not modell:
        st.markdown("Wählen Sie ein Sprachmodell.")
    elif not (bereit := ready.get(modell) or modell_choice.look(modell)).ok:
        st.markdown(plain(f"{modell}: {bereit.grund}"))
    else:
        _start(context, EichungPlan(modell=modell, prompt=prompt or "", satz=satz or "", limit=limit))


def _start(context: Context, plan: EichungPlan) -> None:
    with failure.shown():
        with st.spinner("Es wird gerechnet, was das kostet …"):
            told = aufwand(context, vorhaben(context, plan))
        st.markdown(_extent(told, plan.limit))
        is_priceless = told.usd is None and plan.limit is not None
        if told.offen and is_priceless:
            st.warning(WITHOUT_LIMIT)
        elif told.offen and st.button(
            "Starten", type="primary", icon=":material/play_arrow:", key="eichen-los"
        ):
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


@st.fragment(run_every=EVERY)
def _running() -> None:
    """How far those are that go on; the whole page again when none does."""
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
            st.button(
                "Anhalten",
                icon=":material/stop_circle:",
                key=f"eichen-anhalten-{eichung_id}",
                on_click=jobs.cancel,
                args=(eichung_id,),
                help="Was beantwortet ist, bleibt gespeichert; den Rest können Sie später fragen lassen",
            )

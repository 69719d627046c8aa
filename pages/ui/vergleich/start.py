"""Starting a comparison: which Anträge, models and prompts, how often, for how much money."""

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from core.assessment.batch import Plan, missing_auftraege, without_price
from core.assessment.before_lauf import OWN, Estimate, all_prompts, estimate, own_prompts
from core.context import Context
from core.errors import DashboardError
from core.german import formats
from core.llm.catalogue import OFFLINE, PROMPT, find_modell
from core.llm.prompts import Prompt
from core.runs.store import Runstore
from core.vergleich.spalten import MOST, Vergleich
from pages.ui import address, failure, modell_choice, resources
from pages.ui.text import joined, plain
from pages.ui.vergleich import vergleich_settings
from pages.ui.vergleich.batch_progress import fortgang

OFFEN = "vergleich-dialog"
CHOSEN = "antraege"
"""In the address: the Anträge that somebody chose elsewhere; the dialog opens with them."""

MOST_REPEATS = 5
WITHOUT = "die Suche ohne Sprachmodell"
ONLY_ONCE = (
    "Ohne Sprachmodell wird jeder Antrag nur einmal durchsucht: Prompts, Temperaturen und Wiederholungen "
    "ändern daran nichts."
)
LIMIT = 5.0
"""US dollars that are offered as the limit."""


def offer(context: Context, vergleich: Vergleich | None) -> None:
    """The button with its dialog, and how far what was started is; what is compared now is chosen there."""
    if batch_id := address.get("stapel"):
        with failure.shown():
            fortgang(context, batch_id)
    st.button(
        "Neuen Vergleich starten",
        icon=":material/play_arrow:",
        key="vergleich-starten",
        on_click=_open,
        help="Mehrere Anträge mit mehreren Modellen und Prompts prüfen lassen",
    )
    if st.session_state.get(OFFEN) or address.get(CHOSEN):
        _dialog(context, vergleich)


def _open() -> None:
    st.session_state[OFFEN] = True


def _close() -> None:
    st.session_state.pop(OFFEN, None)
    address.go(**{CHOSEN: None})


@st.dialog("Vergleich starten", width="large", on_dismiss=_close)
def _dialog(context: Context, vergleich: Vergleich | None) -> None:
    store = resources.store()
    keys = _antraege(context, store, vergleich)
    names = _modelle(vergleich)
    prompts = _prompts(context, store, vergleich, names)
    weitere = vergleich_settings.ask_parteien(context, store, vergleich, keys)
    passagen, temperaturen = vergleich_settings.ask(vergleich)
    with st.grid(2, min_column_width=220):
        repeats = _repeats()
        limit = _limit(names)
    plan = Plan(
        antraege=tuple(keys),
        modelle=tuple(names),
        prompts=tuple((prompt.id, prompt.version) for prompt in prompts),
        passagen=tuple(passagen),
        temperaturen=tuple(temperaturen),
        wiederholungen=repeats,
        weitere=tuple(weitere),
        limit=limit,
    )
    if problem := _obstacle(plan):
        st.markdown(plain(problem))
    else:
        with failure.shown():
            antraege = dict.fromkeys(vergleich_settings.take(context, store, key) for key in keys)
            _start(context, replace(plan, antraege=tuple(antraege)))


def _antraege(context: Context, store: Runstore, vergleich: Vergleich | None) -> list[str]:
    chosen = vergleich_settings.chosen(store, address.get(CHOSEN))
    offered = vergleich_settings.antraege(context, store, vergleich) | chosen
    return st.multiselect(
        "Anträge",
        list(offered),
        list(chosen) or [key for key in offered if key.startswith(vergleich_settings.LAUF)],
        key="start-antraege",
        format_func=offered.__getitem__,
        placeholder="Anträge wählen",
    )


def _modelle(vergleich: Vergleich | None) -> list[str]:
    """Those that can be asked, and any that is typed; of the others, what they lack."""
    ready = resources.availabilities()
    usable = sorted((m.id for m in resources.modelle() if ready[m.id].ok), key=lambda id: id == OFFLINE)
    compared = dict.fromkeys(spalte.modell for spalte in vergleich.spalten) if vergleich else {}
    chosen = st.multiselect(
        "Modelle",
        usable,
        [id for id in compared if id in usable] or usable[:1],
        key="start-modelle",
        format_func=modell_choice.label,
        accept_new_options=True,
        placeholder="Modelle wählen",
        help="Ein anderes tippen Sie ein, wie LiteLLM es nennt: openai/gpt-4.1 oder ollama_chat/llama3.1:8b.",
    )
    modell_choice.others([m for m in resources.modelle() if not ready[m.id].ok], ready)
    return chosen


def _prompts(
    context: Context, store: Runstore, vergleich: Vergleich | None, names: Sequence[str]
) -> list[Prompt]:
    """The shipped ones and every version of one's own; none where no language model is to read them."""
    if OFFLINE in names:
        st.caption(ONLY_ONCE)
    if not set(names) - {OFFLINE}:
        return []
    shipped = [prompt for prompt in all_prompts(context, store) if not prompt.id.startswith(OWN)]
    offered = {(p.id, p.version): p for p in [*shipped, *own_prompts(store)]}
    compared = vergleich.spalten if vergleich else ()
    known = dict.fromkeys((s.prompt_id, s.prompt_version) for s in compared)
    chosen = st.multiselect(
        "Prompts",
        list(offered),
        [key for key in offered if (key[0], str(key[1])) in known]
        or [key for key in offered if key[0] == PROMPT],
        key="start-prompts",
        format_func=lambda key: _prompt(offered[key]),
        placeholder="Prompts wählen",
        help="Eigene schreiben Sie unter „Antrag prüfen“; jede Fassung lässt sich hier wählen.",
    )
    return [offered[key] for key in chosen]


def _prompt(prompt: Prompt) -> str:
    own = f"eigener, Fassung {prompt.version}" if prompt.id.startswith(OWN) else None
    return joined([prompt.titel, own])


def _repeats() -> int:
    return st.number_input(
        "Wie oft jede Frage",
        min_value=1,
        max_value=MOST_REPEATS,
        key="start-wiederholungen",
        help="Ab zweimal zeigt sich, wie stark ein Modell von sich selbst abweicht.",
    )


def _limit(names: Sequence[str]) -> float | None:
    """None where nothing costs anything."""
    if all(_is_free(name) for name in names):
        st.markdown("Kosten  \nkeine: Diese Modelle laufen auf diesem Rechner.")
        return None
    st.session_state.setdefault("start-grenze", LIMIT)  # as a default it could not be emptied
    return st.number_input(
        "Kostengrenze in US-Dollar",
        min_value=0.01,
        value=None,
        placeholder="ohne Grenze",
        step=1.0,
        format="%g",
        key="start-grenze",
        help="Mehr wird nie ausgegeben: Was eine Anfrage höchstens kostet, wird vorher zurückgelegt. Modelle "
        "mit unbekanntem Preis gehen nur ohne Grenze; leeren Sie dazu das Feld.",
    )


def _is_free(name: str) -> bool:
    try:
        return find_modell(resources.context(), name).kostenlos
    except DashboardError:  # _hindernis tells why
        return False


def _obstacle(plan: Plan) -> str:
    """Why it cannot begin; empty where it can."""
    for what, chosen in (
        ("einen Antrag", plan.antraege),
        ("ein Modell", plan.modelle),
        ("einen Prompt", plan.prompts or not plan.language_models),
        ("eine Zahl von Passagen", plan.passagen),
        ("eine Temperatur", plan.temperaturen),
    ):
        if not chosen:
            return f"Wählen Sie mindestens {what}."
    if plan.spalten > MOST:
        return (
            f"{_factors(plan)} sind {plan.spalten} Spalten; nebeneinander passen höchstens {MOST}. "
            "Wählen Sie weniger aus."
        )
    ready = resources.availabilities()
    for name in plan.modelle:
        if not (bereit := ready.get(name) or modell_choice.look(name)).ok:
            return f"{name}: {bereit.grund}"
    return ""


WITHOUT_LIMIT = (
    "Leeren Sie das Feld „Kostengrenze“, um ohne Grenze zu starten, oder wählen Sie ein anderes Modell."
)


def _start(context: Context, plan: Plan) -> None:
    with st.spinner("Es wird nachgesehen, was schon beantwortet ist …"):
        missing = missing_auftraege(context, plan)
        asked = {auftrag.modell for auftrag in missing}
        unknown = without_price(context, asked) if plan.limit is not None else []
    st.markdown(_extent(plan, plan.laeufe, len(missing)))
    if price := _price(estimate(context, missing), plan.limit):
        st.caption(plain(price))
    if unknown:
        names = ", ".join(unknown)
        st.warning(plain(f"{names}: kein Preis bekannt, also ist keine Grenze einzuhalten. {WITHOUT_LIMIT}"))
        return
    label = "Starten" if missing else "Vergleich zeigen"
    if st.button(label, type="primary", icon=":material/play_arrow:", key="start-los"):
        batch_id = resources.batch_jobs().start(plan)
        _close()
        address.go(stapel=batch_id)
        st.rerun()


def _extent(plan: Plan, total: int, missing: int) -> str:
    """„2 Anträge × 3 Modelle × 1 Prompt, je 2-mal: **12 Läufe**. 4 gibt es schon, 8 werden gerechnet.“"""
    factors = f"{formats.counted(len(plan.antraege), 'Antrag', 'Anträge')} × {_factors(plan)}"
    often = f", je {plan.wiederholungen}-mal" if plan.wiederholungen > 1 else ""
    known = total - missing
    told = f"{factors}{often}: **{formats.counted(total, 'Lauf', 'Läufe')}**."
    if not known:
        return told
    if not missing:
        return f"{told} Alle gibt es schon; es wird nichts gerechnet."
    there, others = ("gibt", "wird") if missing == 1 else ("gibt", "werden")
    return f"{told} {known} {there} es schon, {missing} {others} gerechnet."


def _factors(plan: Plan) -> str:
    """„3 Modelle × 1 Prompt und die Suche ohne Sprachmodell“; settings only where they make more columns."""
    settings = len(plan.passagen) * len(plan.temperaturen)
    parts = [
        formats.counted(len(plan.language_models), "Modell", "Modelle"),
        formats.counted(len(plan.prompts), "Prompt", "Prompts"),
    ]
    asked = " × ".join([*parts, f"{settings} Einstellungen"] if settings > 1 else parts)
    told = [asked] if plan.language_models else []
    return " und ".join([*told, WITHOUT] if plan.is_offline else told)


def _price(expected: Estimate, limit: float | None) -> str:
    """What it will cost; nothing where that is nothing."""
    told = []
    if expected.usd:
        is_more = limit is not None and expected.usd > limit
        stop = ", mehr als die Grenze: Dort wird angehalten" if is_more else ""
        told.append(f"Nach den bisherigen Läufen kostet das etwa {formats.cost(expected.usd)}{stop}.")
    if expected.unbekannt:
        told.append(f"Noch ohne bekannten Preis: {', '.join(expected.unbekannt)}.")
    return " ".join(told)

"""Starting a comparison: which Anträge, models and prompts, how often, for how much money; how far it is."""

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.antrag.read_antrag import read_antrag_bytes
from core.assessment.auftrag import TOP_K
from core.assessment.batch import BatchJobs, BatchState, Plan
from core.assessment.own_prompts import PromptShelf
from core.assessment.prompts import Prompt
from core.base import formats
from core.base.errors import EingabeError
from core.demo.demo_antraege import demo_antraege
from core.features.vergleich.spalten import MOST, Vergleich, common, list_stock
from core.llm.catalogue import PROMPT, catalogue_of
from core.programme.context import Context
from core.runs.lauf import Status
from core.runs.load_laeufe import Filter
from core.runs.store import Runstore
from core.wortlaut.errors import DashboardError
from pages.features.vergleich.figures import failed
from pages.features.vergleich.spalten import BELOW
from pages.ui import address, modell_choice, resources
from pages.ui.modell_choice import MOST_PASSAGES, PASSAGEN, TEMPERATURE, TEMPERATURES
from pages.ui.text import failure_shown, joined, plain
from pages.ui.words import label, name_of, newest, partei_shown

OFFEN = "vergleich-dialog"
CHOSEN = "antraege"
"""In the address: the Anträge that somebody chose elsewhere, by their ids; the dialog opens with them. Which
Anträge are compared stands there too, by hash or word, and opens nothing."""

LIMIT = 5.0
"""US dollars that are offered as the limit."""


def offer(context: Context, vergleich: Vergleich | None, place: DeltaGenerator) -> bool:
    """The button at `place` with its dialog, and how far what was started is; what is compared now is chosen
    there. Is the dialog open?"""
    if batch_id := address.get("stapel"):
        with failure_shown():
            stand = resources.context().own(BatchJobs).stand(batch_id)
            if stand.laeuft:
                _running(batch_id)
            elif stand.offen or stand.fehlgeschlagen:
                _end(context, batch_id, stand)
            else:
                _show(context, batch_id)
                st.rerun()
    place.button(
        "Neuen Vergleich starten",
        icon=":material/play_arrow:",
        key="vergleich-starten",
        on_click=lambda: st.session_state.update({OFFEN: True}),
        help="Mehrere Anträge mit mehreren Modellen und Prompts prüfen lassen",
    )
    is_open = bool(st.session_state.get(OFFEN) or _chosen(resources.store(), address.get(CHOSEN)))
    if is_open:
        _dialog(context, vergleich)
    return is_open


def _close() -> None:
    st.session_state.pop(OFFEN, None)
    address.go(**{CHOSEN: None})


@st.dialog("Vergleich starten", width="large", on_dismiss=_close)
def _dialog(context: Context, vergleich: Vergleich | None) -> None:
    store = resources.store()
    chosen = _chosen(store, address.get(CHOSEN))
    offered = _offered(context, store, vergleich) | chosen
    keys = st.multiselect(
        "Anträge",
        list(offered),
        list(chosen) or [key for key in offered if key.startswith(LAUF)],
        key="start-antraege",
        format_func=offered.__getitem__,
        placeholder="Anträge wählen",
    )
    names = _modelle(vergleich)
    prompts = _prompts(context, store, vergleich)
    weitere = _ask_parteien(context, store, vergleich, keys)
    passagen, temperaturen = _ask_settings(vergleich)
    with st.grid(2, min_column_width=220):
        repeats = st.number_input(
            "Wie oft jede Frage",
            min_value=1,
            max_value=5,
            key="start-wiederholungen",
            help="Ab zweimal zeigt sich, wie stark ein Modell von sich selbst abweicht.",
        )
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
        with failure_shown():
            antraege = dict.fromkeys(_take(context, store, key) for key in keys)
            _start(context, replace(plan, antraege=tuple(antraege)))


def _modelle(vergleich: Vergleich | None) -> list[str]:
    """Those that can be asked, and any that is typed; of the others, what they lack. Never the built-in
    search, which judges nothing."""
    usable = modell_choice.language_modelle()
    compared = dict.fromkeys(spalte.modell for spalte in vergleich.spalten) if vergleich else {}
    chosen = st.multiselect(
        "Modelle",
        usable,
        [id for id in compared if id in usable] or usable[:1],
        key="start-modelle",
        format_func=modell_choice.label,
        accept_new_options=True,
        placeholder="Modelle wählen",
        help=modell_choice.ANY_OTHER,
    )
    modell_choice.show_unready()
    return chosen


def _prompts(context: Context, store: Runstore, vergleich: Vergleich | None) -> list[Prompt]:
    """The shipped ones and every version of one's own."""
    shelf = PromptShelf(context)
    shipped = [prompt for prompt in shelf.newest() if not prompt.is_own]
    offered = {(p.id, p.version): p for p in [*shipped, *shelf.own()]}
    compared = vergleich.spalten if vergleich else ()
    known = dict.fromkeys((s.prompt_id, s.prompt_version) for s in compared)
    chosen = st.multiselect(
        "Prompts",
        list(offered),
        [key for key in offered if (key[0], str(key[1])) in known]
        or [key for key in offered if key[0] == PROMPT],
        key="start-prompts",
        format_func=lambda key: joined(
            [offered[key].titel, f"eigener, Fassung {key[1]}" if offered[key].is_own else None]
        ),
        placeholder="Prompts wählen",
        help="Eigene schreiben Sie unter „Antrag prüfen“; jede Fassung lässt sich hier wählen.",
    )
    return [offered[key] for key in chosen]


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
        return catalogue_of(resources.context()).find(name).kostenlos
    except DashboardError:  # _obstacle tells why
        return False


def _obstacle(plan: Plan) -> str:
    """Why it cannot begin; empty where it can."""
    for what, chosen in (
        ("einen Antrag", plan.antraege),
        ("ein Modell", plan.modelle),
        ("einen Prompt", plan.prompts),
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
    for name in plan.modelle:
        if not (bereit := modell_choice.readiness(name)).ok:
            return f"{name}: {bereit.grund}"
    return ""


def _start(context: Context, plan: Plan) -> None:
    with st.spinner("Es wird nachgesehen, was schon beantwortet ist …"):
        expected = context.own(BatchJobs).outlook(plan)
    st.markdown(_extent(plan, expected.laeufe))
    told = []
    if expected.usd:
        is_more = plan.limit is not None and expected.usd > plan.limit
        stop = ", mehr als die Grenze: Dort wird angehalten" if is_more else ""
        told.append(f"Nach den bisherigen Läufen kostet das etwa {formats.cost(expected.usd)}{stop}.")
    if expected.unbekannt:
        told.append(f"Noch ohne bekannten Preis: {', '.join(expected.unbekannt)}.")
    if price := " ".join(told):
        st.caption(plain(price))
    if unknown := ", ".join(expected.priceless):
        st.warning(
            plain(
                f"{unknown}: kein Preis bekannt, also ist keine Grenze einzuhalten. Leeren Sie "
                "das Feld „Kostengrenze“, um ohne Grenze zu starten, oder wählen Sie ein anderes Modell."
            )
        )
        return
    label = "Starten" if expected.laeufe else "Vergleich zeigen"
    if st.button(label, type="primary", icon=":material/play_arrow:", key="start-los"):
        batch_id = context.own(BatchJobs).start(plan)
        _close()
        address.go(stapel=batch_id)
        st.rerun()


def _extent(plan: Plan, missing: int) -> str:
    """„2 Anträge × 3 Modelle × 1 Prompt, je 2-mal: **12 Läufe**. 4 gibt es schon, 8 werden gerechnet.“"""
    factors = f"{formats.counted(len(plan.antraege), 'Antrag', 'Anträge')} × {_factors(plan)}"
    often = f", je {plan.wiederholungen}-mal" if plan.wiederholungen > 1 else ""
    known = plan.laeufe - missing
    told = f"{factors}{often}: **{formats.counted(plan.laeufe, 'Lauf', 'Läufe')}**."
    if not known:
        return told
    if not missing:
        return f"{told} Alle gibt es schon; es wird nichts gerechnet."
    there, others = ("gibt", "wird") if missing == 1 else ("gibt", "werden")
    return f"{told} {known} {there} es schon, {missing} {others} gerechnet."


def _factors(plan: Plan) -> str:
    """„3 Modelle × 1 Prompt“; settings only where they make more columns."""
    settings = len(plan.passagen) * len(plan.temperaturen)
    parts = [
        formats.counted(len(plan.modelle), "Modell", "Modelle"),
        formats.counted(len(plan.prompts), "Prompt", "Prompts"),
    ]
    return " × ".join([*parts, f"{settings} Einstellungen"] if settings > 1 else parts)


# --- what is set of the answers beside model and prompt; several values make columns of their own ----------

WEITERE, ASKED_FOR = "start-weitere", "start-weitere-zu"


def _ask_settings(vergleich: Vergleich | None) -> tuple[list[int], list[float]]:
    """Numbers of passages, and temperatures; what is compared now is chosen there."""
    passagen = [int(value) for value in _compared(vergleich, "top_k")] or [TOP_K]
    temperaturen = _compared(vergleich, "temperature") or [0.0]
    is_usual = (passagen, temperaturen) == ([TOP_K], [0.0])
    with st.expander("Weitere Einstellungen", expanded=not is_usual), st.grid(2, min_column_width=220):
        return (
            st.multiselect(
                "Passagen je Programm",
                sorted({*range(1, MOST_PASSAGES + 1), *passagen}),
                passagen,
                key="start-passagen",
                placeholder="Zahlen wählen",
                help=PASSAGEN,
            ),
            st.multiselect(
                "Temperatur",
                sorted({*TEMPERATURES, *temperaturen}),
                temperaturen,
                key="start-temperaturen",
                format_func=formats.shortest,
                placeholder="Temperaturen wählen",
                help=TEMPERATURE,
            ),
        )


def _ask_parteien(
    context: Context, store: Runstore, vergleich: Vergleich | None, keys: Sequence[str]
) -> list[str]:
    """Those beside movers and government. What was asked of these Anträge before is chosen, so that an answer
    that is there is not paid for a second time; whoever is chosen stays so when another Antrag joins."""
    known = context.registry.parteien
    if WEITERE not in st.session_state or st.session_state.get(ASKED_FOR) != keys:
        # Those that are compared now, and the latest on each other Antrag.
        compared = [lauf.id for lauf in vergleich.laeufe] if vergleich else []
        entered = [key for key in keys if not key.startswith((LAUF, EXAMPLE))]
        asked = store.chosen_parteien([*compared, *store.latest_laeufe(entered)])
        chosen = [*st.session_state.get(WEITERE, ()), *asked]
        st.session_state[WEITERE] = [partei for partei in dict.fromkeys(chosen) if partei in known]
        st.session_state[ASKED_FOR] = keys
    return st.multiselect(
        "Weitere Parteien",
        list(known),
        key=WEITERE,
        format_func=partei_shown,
        placeholder="Außer Antragstellern und Regierung",
        help="Gefragt wird zu jedem Antrag, in dessen Land es die Partei gibt. Wer den Antrag gestellt hat "
        "und wer damals regierte, ist immer dabei.",
    )


def _compared(vergleich: Vergleich | None, name: str) -> list[float]:
    """What the columns have of it, in order."""
    columns = [json.loads(spalte.parameter) for spalte in vergleich.spalten] if vergleich else []
    return sorted({column[name] for column in columns if column.get(name) is not None})


# --- the Anträge a comparison can be started with: those compared now, earlier ones, examples ---------------

LAUF, EXAMPLE = "lauf:", "beispiel:"
ORIGIN = "Beispiel"
EARLIER = 200
"""So many of the Anträge entered last are offered."""


def _offered(context: Context, store: Runstore, vergleich: Vergleich | None) -> dict[str, str]:
    """Key → label; a title is offered once, from where it is nearest."""
    compared = {lauf.antrag: lauf.id for lauf in reversed(vergleich.laeufe)} if vergleich else {}
    titles = {hash: vergleich.antraege[hash] for hash in compared} if vergleich else {}
    offered = {f"{LAUF}{compared[hash]}": title for hash, title in titles.items()}
    examples = demo_antraege(context)
    # An example is stored as soon as it is taken, and must stay the same choice.
    taken = [
        row for row in store.list_antraege(EARLIER) if row.herkunft != ORIGIN or row.titel not in examples
    ]
    rows = [row for row in newest(taken) if name_of(row) not in titles.values()]
    offered |= {row.id: label(context, row) for row in rows}
    known = {*titles.values(), *(name_of(row) for row in rows)}
    return offered | {f"{EXAMPLE}{title}": f"{title} (Beispiel)" for title in examples if title not in known}


def _chosen(store: Runstore, ids: str) -> dict[str, str]:
    """„id,id“ of an address: those that are stored here, each with its label."""
    found = {}
    for antrag_id in ids.split(",")[:EARLIER] if ids else []:
        with suppress(EingabeError):
            antrag = store.load_sheet(antrag_id).antrag
            found[antrag_id] = joined([antrag.titel or "Antrag ohne Titel", antrag.drucksache])
    return found


def _take(context: Context, store: Runstore, key: str) -> str:
    """The id under which the Antrag of that key is stored."""
    if key.startswith(LAUF):
        lauf_id = key.removeprefix(LAUF)
        lauf = store.load(lauf_id)
        return store.save_antrag(lauf.antrag, f"aus Lauf {lauf_id}", lauf.gelesen)
    if key.startswith(EXAMPLE):
        file = demo_antraege(context)[key.removeprefix(EXAMPLE)]
        antrag = read_antrag_bytes(file.read_bytes(), context.registry)
        return store.save_antrag(antrag, ORIGIN, antrag)
    return key


# --- how far a comparison is that was started here: at its address, whoever opens it and whenever -----------


@st.fragment(run_every=1.0)
def _running(batch_id: str) -> None:
    stand = resources.context().own(BatchJobs).stand(batch_id)
    if not stand.laeuft:
        st.rerun(scope="app")
    with st.container(border=True):
        expected = f" von etwa {formats.cost(stand.erwartet)}" if stand.erwartet else ""
        told = [
            f"{stand.fertig} von {formats.counted(stand.von, 'Lauf', 'Läufen')} fertig",
            f"{formats.counted(stand.laufend, 'läuft', 'laufen')} gerade" if stand.laufend else None,
            formats.remaining(stand.rest_sekunden),
            f"{formats.cost(stand.kosten)}{expected}" if stand.kosten else None,
        ]
        st.progress(stand.fertig / max(stand.von, 1), text=plain(joined(told)))
        st.caption(
            "Sie können diese Seite schließen: Es geht weiter, und unter dieser Adresse sehen Sie wie weit."
        )
        with st.container(horizontal=True):
            st.button(
                "Anhalten",
                icon=":material/stop_circle:",
                on_click=resources.context().own(BatchJobs).cancel,
                args=(batch_id,),
                key="stapel-anhalten",
                help="Was fertig ist, bleibt gespeichert; den Rest können Sie später rechnen lassen",
            )


def _end(context: Context, batch_id: str, stand: BatchState) -> None:
    with st.container(border=True):
        st.markdown(f":orange[:material/warning:] {plain(_balance(stand))}")
        rows = resources.store().list_laeufe(Filter(batch_id=batch_id), limit=stand.von)
        faulty = [one.id for one in rows if one.fehlgeschlagen or one.status is Status.FEHLGESCHLAGEN]
        failed(faulty)
        for grund in () if faulty else stand.fehler:
            st.caption(plain(grund))
        with st.container(horizontal=True):
            if stand.offen:
                # With the same limit once more.
                once_more = (
                    f"Gibt höchstens noch einmal {formats.cost(stand.plan.limit)} aus. "
                    if stand.plan.limit
                    else ""
                )
                if st.button(
                    "Rest rechnen",
                    type="primary",
                    icon=":material/play_arrow:",
                    key="stapel-fortsetzen",
                    help=f"{once_more}Was schon beantwortet ist, wird nicht noch einmal gefragt.",
                ):
                    with failure_shown():
                        address.go(stapel=resources.context().own(BatchJobs).resume(batch_id))
                        st.rerun()
            st.button(
                "Vergleich zeigen",
                icon=":material/compare:",
                key="stapel-zeigen",
                on_click=_show,
                args=(context, batch_id),
                disabled=stand.fertig == stand.fehlgeschlagen,
            )
            address.button("Schließen", {"stapel": None}, key="stapel-schliessen")


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


def _show(context: Context, batch_id: str) -> None:
    """Go on to the comparison of what it answered."""
    ids = set(context.own(BatchJobs).finished(batch_id))
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

"""Seite „Antrag prüfen“: einen Antrag eingeben, berichtigen, Parteien, Modell und Prompt wählen, starten."""

from collections.abc import Container, Sequence
from dataclasses import replace
from typing import Any

import streamlit as st

from core.antrag.antrag import Antrag, is_one_whole, only_wording
from core.assessment.auftrag import HOTTEST, TOP_K, Auftrag
from core.assessment.before_lauf import BeforeLauf
from core.assessment.own_prompts import PromptShelf
from core.assessment.prompts import FUNDSTELLEN, Prompt
from core.base import clock, formats
from core.base.errors import EingabeError
from core.features import hooks
from core.llm.catalogue import OFFLINE, PROMPT, Modell
from core.programme.context import Context
from core.runs.lauf import Status
from core.runs.store import Runstore
from core.search.geltung import NotInForce, Role, Selection, choosable_documents, choose_programme
from pages.ui import address, modell_choice, money, resources
from pages.ui.antrag import offer_another, original, original_is_wanted, show_entry, show_form
from pages.ui.modell_choice import MOST_PASSAGES, PASSAGEN, TEMPERATURE, TEMPERATURES
from pages.ui.parts import head
from pages.ui.text import failure_shown, joined, plain, show_failure
from pages.ui.words import BEING_CHECKED, antrag_brief, edits_told

# --- what is chosen beside the Antrag stands in the address too ---------------------------------------------
# Parties, model, prompt and its settings.


def chosen_temperature() -> float:
    """0 for anything that is none."""
    try:
        value = round(float(address.get("temperatur")), 2)
    except ValueError:
        return 0.0
    return value if 0 <= value <= HOTTEST else 0.0


# Under `weitere`: who proposes and who governs alone. Where nothing stands, every Fraktion is asked.
NOBODY = "keine"


def take_lauf(store: Runstore) -> None:
    """`?lauf=ID` stands for all that was chosen for that Lauf."""
    if lauf_id := address.get("lauf"):
        lauf = store.load(lauf_id)
        antrag_id = store.save_antrag(lauf.antrag, f"aus Lauf {lauf.id}", lauf.gelesen)
        address.go(
            lauf=None,
            antrag=antrag_id,
            weitere=",".join(lauf.parameter.get("weitere", [])) or NOBODY,
            trotzdem=",".join(lauf.trotzdem),
            quellen=",".join(lauf.parameter.get("quellen", [])),
            modell=lauf.modell_gefragt,
            prompt=lauf.prompt_id,
            fassung=lauf.prompt_version,
            ersatzmodell=lauf.parameter.get("ersatzmodell"),
            passagen=lauf.parameter.get("top_k"),
            # What was paid before a Lauf broke off need not be paid again.
            erneut=address.ON if lauf.status is Status.FERTIG and lauf.modell_gefragt != OFFLINE else None,
            temperatur=lauf.parameter.get("temperature"),
        )


# --- what the Lauf will take, and its start -----------------------------------------------------------------


def settings_of(gewaehlt: Modell | None) -> dict[str, Any]:
    """What is set beside model and prompt, by the names that an Auftrag has for it."""
    is_offline = gewaehlt is not None and gewaehlt.id == OFFLINE
    with st.expander("Weitere Einstellungen"):
        ersatz = None if is_offline else modell_choice.choose_ersatzmodell(gewaehlt)
        with st.grid(2, min_column_width=160):
            passagen = st.number_input(
                "Passagen je Programm",
                min_value=1,
                max_value=MOST_PASSAGES,
                help=PASSAGEN,
                **address.follow(
                    "antrag", "passagen", min(address.number("passagen") or TOP_K, MOST_PASSAGES)
                ),
            )
            temperatur = 0.0
            if not is_offline:
                chosen = chosen_temperature()
                temperatur = st.selectbox(
                    "Temperatur",
                    sorted({*TEMPERATURES, chosen}),
                    format_func=formats.shortest,
                    help=TEMPERATURE,
                    **address.follow("antrag", "temperatur", chosen),
                )
        fresh = st.checkbox(
            "Erneut fragen, auch wenn die Antwort gespeichert ist",
            **address.follow("antrag", "erneut", address.is_on("erneut")),
        )
    return {"ersatzmodell": ersatz, "top_k": int(passagen), "temperature": temperatur, "fresh": fresh}


def start_bar(
    before: BeforeLauf | None, obstacle: str, auswahl: Selection | None, gewaehlt: Modell | None
) -> None:
    """Always in view: begin the Lauf and go to it, with what it will take; else why it cannot begin."""
    with st.container(horizontal=True, vertical_alignment="center", key="start-leiste"):
        pressed = st.button(
            "Prüfung starten",
            type="primary",
            key="starten",
            icon=":material/play_arrow:",
            disabled=before is None or bool(obstacle),
        )
        if obstacle:
            st.markdown(plain(obstacle), width="stretch")
        elif before and auswahl and gewaehlt:
            aufwand = before.effort(auswahl)
            price = "Preis unbekannt" if aufwand.usd is None else f"etwa {formats.cost(aufwand.usd)}"
            told = [
                formats.counted(aufwand.parteien, "Partei", "Parteien"),
                formats.counted(aufwand.anfragen, "Anfrage", "Anfragen"),
                "kostenlos" if gewaehlt.kostenlos else price,
                "wird neu gefragt" if before.auftrag.fresh else None,
            ]
            st.markdown(
                joined(told),
                width="content",
                help=f"Zusammen etwa {formats.number(round(aufwand.tokens_ein, -2))} Tokens zu lesen.",
            )
    if pressed and before:
        with failure_shown():
            auftrag = replace(before.auftrag, budget=money.for_one_press())
            lauf_id = resources.werkstatt().start(auftrag)
            st.switch_page("lauf.py", query_params={"id": lauf_id})


# --- which prompt is sent: a shipped one or one's own, as it will read, and how to write another ------------

ROLES = {"system": "Systemtext", "user": "Nutzertext"}


def choose_prompt(context: Context, modell: Modell | None) -> Prompt:
    """That of the address; where there is none such, that is said, and the one suggested for the model taken.

    The built-in search has nothing to choose.
    """
    shelf = PromptShelf(context)
    suggested = modell.prompt if modell else PROMPT
    if modell and modell.id == OFFLINE:
        return shelf.find(suggested)
    prompts = {prompt.id: prompt for prompt in shelf.newest(modell)}
    chosen = shelf.find(suggested)
    asked = address.get("prompt") or suggested
    if asked != FUNDSTELLEN:  # that is of a Lauf without a language model, which is repeated with one
        try:
            wanted = shelf.find(asked, address.number("fassung"))
            if wanted.id not in prompts:
                raise EingabeError(
                    f"Der Prompt „{asked}“ ist nicht für Anträge an dieses Modell. Wählen Sie einen anderen."
                )
            chosen = wanted
        except EingabeError as reason:
            show_failure(reason)
    st.selectbox(
        "Prompt",
        list(prompts),
        format_func=lambda id: prompts[id].titel + (" (eigener)" if prompts[id].is_own else ""),
        **address.follow("antrag", "prompt", chosen.id, "fassung"),
    )
    is_older = chosen.version != prompts[chosen.id].version
    st.caption(joined([plain(chosen.beschreibung), f"Fassung {chosen.version}" if is_older else ""]))
    return chosen


def show_preview(before: BeforeLauf, auswahl: Selection) -> None:
    """The request about one party; searched for only while this is open."""
    names = {one.partei: one.name for one in auswahl.parteien if one.programme}
    if not names:
        return
    expander = st.expander("Vorschau: was das Modell zu lesen bekommt", key="vorschau", on_change="rerun")
    if not expander.open:
        return
    with expander, failure_shown():
        partei = st.selectbox("Partei", list(names), format_func=names.__getitem__, key="vorschau-partei")
        with st.spinner("Die Passagen werden gesucht …"):
            shown = before.preview(partei)
        left = formats.counted(shown.weggelassen, "Passage passt", "Passagen passen")
        st.caption(
            joined(
                [
                    f"etwa {formats.counted(shown.tokens, 'Token', 'Tokens')}",
                    formats.counted(shown.zeichen, "Zeichen", "Zeichen"),
                    formats.counted(shown.gezeigt, "Passage", "Passagen"),
                    f"{left} nicht in den Kontext des Modells" if shown.weggelassen else None,
                ]
            )
        )
        if before.auftrag.modell == OFFLINE:
            st.caption(
                "Kein Sprachmodell liest das: Gesucht wird in den Quellen, die hier stehen. So wird es "
                "beim Lauf gespeichert."
            )
        for message in shown.messages:
            st.caption(ROLES.get(message["role"], message["role"]))
            st.code(message["content"], language=None, wrap_lines=True, height=320)


def write_own(context: Context, prompt: Prompt) -> None:
    """Another wording of the chosen prompt, kept under a name; refused where it cannot work."""
    if prompt.art == FUNDSTELLEN:
        return
    with (
        st.expander("Eigene Fassung schreiben"),
        st.form(f"fassung-{prompt.hash}", border=False, enter_to_submit=False),
    ):
        st.caption(
            "Was in geschweiften Klammern steht, wird für jede Partei ausgefüllt; es gibt "
            f"{prompt.slots}. Gespeichert wird unter dem Namen; derselbe Name ergibt eine neue "
            "Fassung, die alte bleibt."
        )
        name = st.text_input(
            "Name",
            prompt.titel if prompt.is_own else f"{prompt.titel}, eigene Fassung",
            key=f"name-{prompt.hash}",
        )
        system = st.text_area("Systemtext", prompt.system, height=260, key=f"system-{prompt.hash}")
        nutzer = st.text_area("Nutzertext", prompt.nutzer, height=260, key=f"nutzer-{prompt.hash}")
        if st.form_submit_button("Speichern und verwenden", key=f"speichern-{prompt.hash}"):
            with failure_shown():
                told = prompt.beschreibung if prompt.is_own else ""
                own = PromptShelf(context).save(name, system, nutzer, told, prompt.art)
                address.go(prompt=own.id, fassung=None)
                st.rerun()


# --- which parties are asked about, and which of their Programme count --------------------------------------

TROTZDEM = (
    "Eingelesene Programme dieser Parteien, die an diesem Tag nicht in Kraft sind. Was Sie hinzunehmen, ist "
    "überall so gekennzeichnet: im Prompt, an jedem Zitat, im Vermerk."
)

FURTHER_QUELLEN = (
    "Dokumente der Seite „Quellen“, die eingelesen sind und zum Land des Antrags gehören. Jedes wird unter "
    "eigenem Namen und mit eigenen Punkten beurteilt; in die Punkte der Parteien geht nichts davon ein."
)

FARBEN = {Role.ANTRAGSTELLER: "blue", Role.REGIERUNG: "violet", Role.CHOSEN: "gray"}


def choose_parteien(
    context: Context, antrag: Antrag
) -> tuple[Selection | None, dict[str, tuple[str, ...]], str]:
    """The Auswahl; what was added to it by hand, under the names of an Auftrag; and why there is none."""
    if antrag.bundesland is None:
        st.caption("Sobald das Land feststeht, erscheinen hier die Parteien und ihre Programme.")
        return None, {}, "Das Land fehlt. Wählen Sie es beim Antrag unter „Land“."
    possible = choosable_documents(context, antrag.bundesland)
    quellen = _known("quellen", possible, "Nicht dazugenommen, hier nicht wählbar")
    try:
        fraktionen = _further_fraktionen(context, antrag, antrag.bundesland)
        weitere = _weitere(context.registry.parteien_in(antrag.bundesland), fraktionen)
        asked = context, antrag.bundesland, antrag.datum, antrag.antragsteller, weitere
        auswahl = choose_programme(*asked, quellen=quellen)
        if trotzdem := _known("trotzdem", auswahl.choosable, "Nicht hinzugenommen, hier nicht wählbar"):
            auswahl = choose_programme(*asked, trotzdem, quellen)
    except EingabeError as reason:
        st.warning(plain(str(reason)), icon=":material/warning:")
        return None, {}, str(reason)
    for participants in auswahl.parteien:
        rollen = " ".join(f":{FARBEN[role]}-badge[{role}]" for role in participants.rollen)
        programme = [
            plain(geltung.programm.name)
            + (f" :red-badge[{NotInForce.WORD}: {plain(geltung.grund)}]" if geltung.trotzdem else "")
            for geltung in participants.geltungen
            if geltung.zaehlt
        ]
        told = joined(programme) or "kein Programm, das gilt und eingelesen ist"
        st.markdown(f"**{plain(participants.name)}** {rollen}  \n:small[{told}]")
    if silent := auswahl.silent:
        st.warning(
            f"Ohne Quellen: {plain(', '.join(silent))}. Dort wird nichts gefragt, und es gibt keine Punkte.",
            icon=":material/info:",
        )
        for draw in hooks("silent_parties"):
            draw(auswahl.bundesland)
    for hinweis in auswahl.hinweise:
        st.info(plain(hinweis), icon=":material/info:")
    _choose_weitere(context, auswahl, fraktionen, weitere)
    if possible:
        st.multiselect(
            "Weitere Quellen",
            list(possible),
            format_func=lambda id: possible[id].name,
            placeholder="Koalitionsvertrag, Beschluss …",
            help=FURTHER_QUELLEN,
            **address.follow("antrag", "quellen", list(quellen)),
        )
    _show_left_out(auswahl)
    return auswahl, {"weitere": weitere, "trotzdem": trotzdem, "quellen": quellen}, ""


def _further_fraktionen(context: Context, antrag: Antrag, land: str) -> list[str]:
    """Those that sat there that day, neither propose nor govern, and have a Programm that counts."""
    sitting = context.registry.fraktionen_on(land, antrag.datum or clock.today())
    found = choose_programme(context, land, antrag.datum, antrag.antragsteller, sitting)
    return [one.partei for one in found.parteien if one.rollen == (Role.CHOSEN,) and one.programme]


def _weitere(here: Container[str], fraktionen: Sequence[str]) -> tuple[str, ...]:
    asked = address.get("weitere")
    if asked and asked != NOBODY:
        return _known("weitere", here, "In diesem Land nicht bekannt und weggelassen")
    return () if asked else tuple(fraktionen)


def _choose_weitere(
    context: Context, auswahl: Selection, fraktionen: Sequence[str], weitere: Sequence[str]
) -> None:
    """The Fraktionen in view, every other party folded; both stand under one name in the address."""
    registry, land = context.registry, auswahl.bundesland
    sitting = registry.fraktionen_on(land, auswahl.datum)
    anyway = {one.partei for one in auswahl.parteien if one.rollen != (Role.CHOSEN,)}
    others = [id for id in registry.parteien_in(land) if id not in anyway and id not in fraktionen]
    others.sort(key=lambda id: id not in sitting)
    parts = {"antrag-weitere": fraktionen, "antrag-andere": others}
    for key, ids in parts.items():
        st.session_state[key] = [id for id in weitere if id in ids]

    def write() -> None:
        chosen = [id for key in parts for id in st.session_state.get(key, ())]
        address.go(weitere=",".join(chosen) or NOBODY)

    looks: dict[str, Any] = {
        "format_func": lambda id: plain(registry.partei_name(id, land)),
        "selection_mode": "multi",
        "on_change": write,
    }
    if fraktionen:
        st.pills("Weitere Fraktionen", fraktionen, key="antrag-weitere", **looks)
    with st.expander("Weitere Parteien", type="compact"):
        st.pills("Andere Parteien", others, key="antrag-andere", label_visibility="collapsed", **looks)


def _known(name: str, possible: Container[str], left_out: str) -> tuple[str, ...]:
    """What the address lists under `name` and can be chosen here; what cannot is told as left out."""
    asked = address.listed(name)
    if strange := [id for id in asked if id not in possible]:
        st.caption(f"{left_out}: {plain(', '.join(strange))}")
    return tuple(id for id in asked if id in possible)


def _show_left_out(auswahl: Selection) -> None:
    """Every other Programm of these parties, with its reason."""
    with st.expander("Welche Programme nicht gelten, und warum"):
        left_out = auswahl.left_out
        for participants in auswahl.parteien:
            lines = [f"- {plain(luecke)}" for luecke in participants.gaps]
            lines += [
                f"- {plain(grund)}: {plain('; '.join(programm.name for programm in programme))}"
                for grund, programme in left_out[participants.partei]
            ]
            text = "\n".join(lines) or "- alle Programme gelten"
            st.markdown(f"**{plain(participants.name)}**\n{text}")
        if possible := auswahl.choosable:
            st.multiselect(
                "Trotzdem benutzen",
                list(possible),
                format_func=lambda id: f"{possible[id].programm.name} ({possible[id].grund})",
                placeholder="Programme wählen",
                help=TROTZDEM,
                **address.follow("antrag", "trotzdem", [id for id in possible if possible[id].trotzdem]),
            )


# --- the page -----------------------------------------------------------------------------------------------

ONE_WHOLE = (
    "Einzelne Forderungen wurden in diesem Text nicht erkannt: Geprüft wird er als Ganzes. Fordert er "
    "nichts, sagt das Ergebnis nichts. Berichtigen Sie hier, was gefordert wird."
)
head("antrag", "Antrag prüfen", anchor=None)
context, store = resources.context(), resources.store()
take_lauf(store)
antrag_id = address.get("antrag")
if not antrag_id:
    show_entry(context, store)
    st.stop()
blatt = store.load_sheet(antrag_id)
antrag = blatt.antrag

offer_another()
spalten = st.grid(2, min_column_width=440, gap=("medium", "medium"))
with spalten, st.container():
    st.header("Antrag")
    antrag_brief(context, antrag)
    edits_told(context, blatt.gelesen, antrag, BEING_CHECKED)
    if is_one_whole(antrag):
        st.info(ONE_WHOLE, icon=":material/help:")
    if notice := only_wording(antrag):
        st.info(plain(notice), icon=":material/balance:")
    show_form(store, context.registry, antrag_id, blatt)

with spalten, st.container():
    if original_is_wanted():
        original(context, antrag_id, blatt)
        st.stop()
    st.header("Parteien und Programme")
    auswahl, gefragt, grund = choose_parteien(context, antrag)
    st.header("Modell und Prompt")
    gewaehlt, unready = modell_choice.choose()
    vorlage = choose_prompt(context, gewaehlt)
    preset = settings_of(gewaehlt)
    before = None
    if auswahl and gewaehlt:
        asked = {**gefragt, **preset, "gelesen": blatt.gelesen}
        before = BeforeLauf(context, Auftrag.of(context, antrag, gewaehlt.id, vorlage, **asked))
        grund = auswahl.obstacle
        show_preview(before, auswahl)
    write_own(context, vorlage)
    start_bar(before, grund or unready, auswahl, gewaehlt)

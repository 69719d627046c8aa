"""Head of a Lauf: what was asked, how, what it cost; what can be done with it."""

import streamlit as st

from core.antrag.antrag import short_title
from core.assessment.answer_quotes import CAVEAT
from core.assessment.lauf_files import file_name
from core.assessment.lauf_view import LaufView
from core.base import formats
from core.demo.demo_antraege import LEARNING_NOTE as NOTE_EXAMPLE, MODELL, belongs_to, find_example
from core.llm.catalogue import OFFLINE
from core.programme.context import Context
from core.runs.forget_antrag import KEPT
from core.runs.lauf import Lauf, Status
from core.runs.load_laeufe import LaufUnreadable
from core.runs.store import Runstore
from core.search.geltung import Reasons
from pages.ui import resources
from pages.ui.lauf_actions import delete, export_menu
from pages.ui.text import joined, plain
from pages.ui.words import CHECKED, edits_told, land_name, modell_name, partei_shown, prompt_told

# --- a Lauf under way: how far it is, how long it will take, how to stop it ---------------------------------


@st.fragment(run_every=0.5)
def progress(lauf_id: str, seen: int, land: str | None) -> None:
    """Drawn anew by itself; the whole page again whenever another party is done. `seen`: so many were."""
    stand = resources.werkstatt().stand(lauf_id)
    if stand.status is not Status.LAEUFT or stand.fertig != seen:
        st.rerun(scope="app")
    with st.container(border=True):
        told = [
            f"{stand.fertig} von {stand.von} Antworten sind da",
            f"seit {formats.duration(stand.sekunden)}",
            formats.remaining(stand.rest_sekunden),
            formats.cost(stand.kosten) if stand.kosten else None,
        ]
        st.progress(stand.fertig / max(stand.von, 1), text=plain(joined(told)))
        doing = (
            f"{partei_shown(name, land) if name else 'Der Antrag selbst'}: {was}"
            for name, was in stand.parteien
        )
        st.caption(plain(joined(doing)))
        st.caption("Sie können diese Seite schließen: Der Lauf geht weiter und steht unter „Anträge“.")
        st.button(
            "Abbrechen",
            icon=":material/stop_circle:",
            on_click=resources.werkstatt().cancel,
            args=(lauf_id,),
            help="Was schon fertig ist, bleibt gespeichert",
        )


@st.fragment(run_every=0.5)
def ending(lauf_id: str) -> None:
    """After it was cancelled: the whole page is drawn again when the last answer under way is stored."""
    if not resources.werkstatt().is_ending(lauf_id):
        st.rerun(scope="app")
    st.info(
        "Der Lauf wird beendet. Antworten, nach denen schon gefragt ist, kommen noch und werden gespeichert.",
        icon=":material/hourglass_top:",
    )


# --- the lines above a Lauf, and what has to be known before one reads on -----------------------------------

HEURISTIC = (
    "Ohne Sprachmodell: Gesucht wurden die Sätze, die den Forderungen am nächsten kommen. Ob die Parteien "
    "zustimmen oder ablehnen, ist nicht beurteilt."
)
NOT_JUDGED, MAY_ERR = "ohne Sprachmodell, nicht beurteilt", "KI kann irren"
DEMO = (
    "Beispiel: Was die Beispielmodelle antworten, ist gespielt. Gesucht, gebunden und verworfen wurde "
    "wie bei jedem anderen Lauf."
)
ICON = ":material/school:"
READ_IN = (
    "Eingelesen am {} aus einer Datei. Angaben zu Modell, Prompt, Punkten, Begründungen, Kosten und Zeit "
    "sind nicht geprüft. Die Zitate wurden hier neu an den Programmen geprüft; was sich nicht prüfen "
    "ließ, steht unter „nicht geprüft (eingelesen)“."
)


def lauf_head(view: LaufView) -> None:
    """Two lines: what was asked, and who answered how; then only what has to be known before one reads on."""
    context, lauf, antrag = view.context, view.today, view.lauf.antrag
    with st.container(gap=None):
        with st.container(horizontal=True, vertical_alignment="center", wrap=False, key="lauf-titel"):
            name = short_title(antrag.titel, antrag.drucksache) or "Antrag ohne Titel"
            st.title(plain(name), anchor=False, width="stretch")
            with st.container(horizontal=True, width="content", gap="small", wrap=False):
                with st.popover(
                    "Exportieren",
                    icon=":material/download:",
                    type="tertiary",
                    on_change="rerun",
                    key="export",
                ) as menu:
                    if menu.open:
                        is_whole = lauf.status is not Status.LAEUFT and not lauf.geloescht
                        file = file_name(lauf.id, antrag.titel, antrag.drucksache)
                        export_menu(context, [lauf.id], file, lauf.id if is_whole else None)
                if st.button("Wiederholen …", icon=":material/replay:", type="tertiary"):
                    st.switch_page("antrag.py", query_params={"lauf": lauf.id})
        said = HEURISTIC if lauf.modell_gefragt == OFFLINE else CAVEAT
        short = NOT_JUDGED if lauf.modell_gefragt == OFFLINE else MAY_ERR
        st.caption(f"{plain(_details(context, lauf))} · :material/info: {short}", help=said)
    edits_told(context, lauf.gelesen, antrag, CHECKED, is_stored=True)
    _state(context, lauf)


def unlesbar(store: Runstore, error: LaufUnreadable) -> None:
    """What cannot be shown can be deleted, from here too."""
    st.title("Lauf", anchor=False)
    st.error(plain(str(error)), icon=":material/error:")
    if st.button("Diesen Lauf löschen", icon=":material/delete:", key="unlesbaren_loeschen"):
        delete(store, [error.lauf_id])
        st.switch_page("laeufe.py")


def _details(context: Context, lauf: Lauf) -> str:
    """„18/1963 · Bund · GRÜNE · 02.07.2014 · GPT-4.1 · 16 Zitate belegt, 3 verworfen · 5,6 US-Cent“."""
    antrag = lauf.antrag
    movers = [context.registry.partei_label(name, antrag.bundesland) for name in antrag.antragsteller]
    about = [antrag.typ, antrag.drucksache, land_name(antrag.bundesland), ", ".join(movers)]
    more = f", {lauf.ungeprueft} nicht geprüft" if lauf.ungeprueft else ""
    modell = modell_name(lauf.modell_geantwortet or lauf.modell_gefragt)
    return joined([
        *about,
        formats.day(antrag.datum) if antrag.datum else None,
        f"{modell} (Ersatz)" if lauf.ersatzmodell else modell,
        f"Prompt {prompt_told(lauf.prompt_id, lauf.prompt_version)}",
        f"{formats.counted(lauf.gebunden, 'Zitat', 'Zitate')} belegt, {lauf.verworfen} verworfen{more}",
        "kostenlos" if lauf.modell_gefragt == OFFLINE else formats.cost(lauf.kosten),
    ])  # fmt: skip


def _state(context: Context, lauf: Lauf) -> None:
    if lauf.geloescht:
        until = formats.day(lauf.geloescht + KEPT)
        st.warning(
            f"Dieser Lauf ist gelöscht. Bis zum {until} können Sie ihn unter „Anträge“ mit „Gelöschte "
            "zeigen“ wiederherstellen; danach wird er mit seinen Texten endgültig gelöscht.",
            icon=":material/delete:",
        )
    if lauf.eingelesen:
        st.info(READ_IN.format(formats.moment(lauf.eingelesen)), icon=":material/upload_file:")
    if added := Reasons(lauf.trotzdem).added_by_hand(context.registry):
        st.info(plain(added), icon=":material/event_busy:")
    if lauf.is_demo:
        st.info(plain(f"{DEMO} {NOTE_EXAMPLE if lauf.modell_gefragt == MODELL else ''}"), icon=ICON)
    if belongs_to(lauf) and (example := find_example(resources.store())):
        with st.container(key="lauf-beispiel"):  # a telephone has no room for it above the quotes
            label = "Beispiel eines Sprachmodells"
            st.page_link("lauf.py", label=label, icon=ICON, query_params={"id": example})
    if lauf.aus_cache:
        st.caption(
            ":material/history: Dieselbe Frage war schon beantwortet; gezeigt ist die gespeicherte Antwort. "
            "Mit „Wiederholen …“ können Sie neu fragen."
        )
    if lauf.status is Status.FEHLGESCHLAGEN:
        st.error(plain(f"Der Lauf ist fehlgeschlagen: {lauf.fehler}"), icon=":material/error:")
    if lauf.status is Status.ABGEBROCHEN:
        text = lauf.fehler or "Der Lauf wurde abgebrochen. Was bis dahin fertig war, ist gespeichert."
        st.warning(plain(text), icon=":material/stop_circle:")

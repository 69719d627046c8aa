"""Head of a Lauf: what was asked, how, what it cost; what can be done with it."""

import streamlit as st

from core.antrag.short_title import first_upper, is_shortened, kurztitel
from core.assessment.answer_quotes import HINWEIS
from core.assessment.lauf_view import ABSTANDSPUNKTE, has_abstandspunkte
from core.context import Context
from core.demo.beispiel import HINWEIS as HINWEIS_BEISPIEL
from core.demo.beispiel import MODELL, belongs_to, find_beispiel
from core.german import formats
from core.llm.catalogue import OFFLINE
from core.programme.registry import partei_label
from core.runs.lauf import Lauf, Status
from core.runs.readability import LaufUnlesbar
from core.runs.store import Runstore
from core.search.trotzdem import hinweis
from pages.ui import resources
from pages.ui.bearbeitet import GEPRUEFT, bearbeitet
from pages.ui.deleting import delete
from pages.ui.export import exportieren
from pages.ui.kurz import antrag_kurz
from pages.ui.lauf.probe import vermerk
from pages.ui.lauf.traegt import zweiter_blick
from pages.ui.text import joined, plain

HEURISTIK = (
    "Ohne Sprachmodell: Gesucht wurden die Sätze, die den Forderungen am nächsten kommen. Ob die Parteien "
    "zustimmen oder ablehnen, ist nicht beurteilt."
)
DEMO = (
    "Beispiel: Was die Modelle „demo/…“ antworten, ist gespielt. Gesucht, gebunden und verworfen wurde "
    "wie bei jedem anderen Lauf."
)
ICON = ":material/school:"
EINGELESEN = (
    "Eingelesen am {} aus einer Datei. Angaben zu Modell, Prompt, Punkten, Begründungen, Kosten und Zeit "
    "sind nicht geprüft. Die Zitate wurden hier neu an den Programmen geprüft; was sich nicht prüfen "
    "ließ, steht unter „nicht geprüft (eingelesen)“."
)


def kopf(context: Context, lauf: Lauf) -> None:
    antrag = lauf.antrag
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        name = kurztitel(antrag.titel, antrag.drucksache) or "Antrag ohne Titel"
        st.title(plain(name), anchor=False, width="stretch")
        with st.container(horizontal=True, width="content", gap="small"):
            _exportieren(context, lauf)
            if st.button("Wiederholen …", icon=":material/replay:", type="tertiary"):
                st.switch_page("antrag.py", query_params={"lauf": lauf.id})
    with st.container(gap="xxsmall"):
        _angaben(context, lauf)
        antrag_kurz(context, antrag)
    bearbeitet(context, lauf.gelesen, antrag, GEPRUEFT, is_stored=True)
    _zustand(context, lauf)
    zweiter_blick(context, lauf)


def unlesbar(store: Runstore, error: LaufUnlesbar) -> None:
    """What cannot be shown can be deleted, from here too."""
    st.title("Lauf", anchor=False)
    st.error(plain(str(error)), icon=":material/error:")
    if st.button("Diesen Lauf löschen", icon=":material/delete:", key="unlesbaren_loeschen"):
        delete(store, [error.lauf_id])
        st.switch_page("laeufe.py")


def _angaben(context: Context, lauf: Lauf) -> None:
    antrag = lauf.antrag
    movers = [partei_label(context.registry, name, antrag.bundesland) for name in antrag.antragsteller]
    about = [antrag.typ, antrag.drucksache, _land(context, antrag.bundesland), ", ".join(movers)]
    st.markdown(plain(joined([*about, formats.day(antrag.datum) if antrag.datum else None])))
    if is_shortened(antrag.titel):
        st.caption(plain(first_upper(antrag.titel)))
    st.caption(plain(_herkunft(lauf)))
    said = HEURISTIK if lauf.modell_gefragt == OFFLINE else HINWEIS
    st.markdown(f":material/info: {ABSTANDSPUNKTE if has_abstandspunkte(lauf) else said}")


def _land(context: Context, bundesland: str | None) -> str:
    parlament = context.registry.parlamente.get(bundesland or "")
    return parlament.land if parlament else bundesland or ""


def _herkunft(lauf: Lauf) -> str:
    bound = sum(zitat.status.is_bound for zitat in lauf.zitate)
    dropped = sum(zitat.status.is_dropped for zitat in lauf.zitate)
    unproved = len(lauf.zitate) - bound - dropped
    more = f", {unproved} nicht geprüft" if unproved else ""
    seconds = (lauf.finished - lauf.created).total_seconds() if lauf.finished else None
    known = [teil.kosten for teil in lauf.teile if teil.kosten is not None]
    cost = sum(known) if known and len(known) == sum(bool(t.modell) for t in lauf.teile) else None
    return joined([
        f"Modell {lauf.modell_geantwortet or lauf.modell_gefragt}{' (Ersatz)' if lauf.ersatzmodell else ''}",
        f"Prompt {lauf.prompt_id} {lauf.prompt_version}",
        f"{formats.counted(bound, 'Zitat', 'Zitate')} belegt, {dropped} verworfen{more}",
        "kostenlos" if lauf.modell_gefragt == OFFLINE else formats.cost(cost),
        None if seconds is None else formats.duration(seconds),
        formats.moment(lauf.created),
    ])  # fmt: skip


def _zustand(context: Context, lauf: Lauf) -> None:
    if lauf.geloescht:
        st.warning(
            "Dieser Lauf ist gelöscht. Unter „Läufe“ können Sie ihn zurückholen.", icon=":material/delete:"
        )
    vermerk(lauf)
    if lauf.eingelesen:
        st.info(EINGELESEN.format(formats.moment(lauf.eingelesen)), icon=":material/upload_file:")
    if added := hinweis(context.registry, lauf.trotzdem):
        st.info(plain(added), icon=":material/event_busy:")
    if lauf.is_demo:
        st.info(plain(f"{DEMO} {HINWEIS_BEISPIEL if lauf.modell_gefragt == MODELL else ''}"), icon=ICON)
    if belongs_to(lauf) and (example := find_beispiel(resources.store())):
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


def _exportieren(context: Context, lauf: Lauf) -> None:
    with st.popover(
        "Exportieren", icon=":material/download:", type="tertiary", on_change="rerun", key="export"
    ) as menu:
        if menu.open:
            exportieren(context, [lauf.id], f"lauf-{lauf.id}")

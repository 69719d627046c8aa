"""A model's answer to a question: statements with the quotes that prove them, and what it could not say."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import streamlit as st

from core.context import Context
from core.german import formats
from core.programme.registry import partei_name
from core.search.programm_search import Way
from core.search.suchanfrage import Suchanfrage
from core.seiten.zitat_page import zitat_view
from pages.ui import address, resources
from pages.ui.modell_choice import label
from pages.ui.search.wahl import Wahl, change
from pages.ui.seite import seitenansicht
from pages.ui.text import joined, plain
from pages.ui.zitat import verworfene, whole_sentence, zitat_card

if TYPE_CHECKING:
    from core.assessment.frage import Aussage, FragenAntwort
    from core.citations.eintrag import Gebunden


def ask(context: Context, anfrage: Suchanfrage, modell: str, wahl: Wahl) -> None:
    """Ask, keep the answer, and go to its address."""
    from core.assessment.frage import ask_anfrage, save_frage

    store = resources.store()  # before anything is paid for: without it the answer would be lost
    with st.spinner("Das Modell antwortet …"):
        if isinstance(wahl.weise, Way):
            antwort = ask_anfrage(
                context,
                anfrage,
                modell,
                dokumente=wahl.weise,
                top_k=wahl.programme,
                passagen=wahl.passagen,
            )
        else:
            antwort = ask_anfrage(context, anfrage, modell)
    change(antwort=save_frage(store, antwort))
    st.rerun()


def stored(context: Context, antwort: "FragenAntwort") -> None:
    st.button(
        "Treffer statt der Antwort zeigen",
        key="treffer-zeigen",
        icon=":material/search:",
        type="tertiary",
        on_click=change,
        kwargs={"q": antwort.anfrage.eingabe},
    )
    _two_spalten(context, antwort)


def loaded(context: Context) -> "FragenAntwort | None":
    """The answer that the address names."""
    if not (antwort_id := address.get("antwort")):
        return None
    from core.assessment.frage import load_frage

    return load_frage(context, antwort_id)


@st.fragment
def _two_spalten(context: Context, antwort: "FragenAntwort") -> None:
    """Choosing a quote draws only this anew."""
    quotes = {
        f"{place}-{number}": eintrag
        for place, aussage in enumerate(antwort.aussagen, start=1)
        for number, eintrag in enumerate(aussage.belege, start=1)
    }
    chosen = address.get("zitat") if address.get("zitat") in quotes else next(iter(quotes), "")
    left, right = st.columns([6, 6], gap="medium")
    with left:
        for place, aussage in enumerate(antwort.aussagen, start=1):
            _aussage(place, aussage, chosen)
        _rest(context, antwort)
    with right:
        if chosen:
            _seite(context, quotes[chosen])


def _aussage(place: int, aussage: "Aussage", chosen: str) -> None:
    st.markdown(plain(aussage.text))
    for number, eintrag in enumerate(aussage.belege, start=1):
        key = f"{place}-{number}"
        with zitat_card(eintrag, key, key == chosen, address.go, {"zitat": key, "seite": None}):
            if key == chosen:
                with st.expander("Ganzer Satz", type="compact"):
                    whole_sentence(eintrag)
    if aussage.unbelegt:
        st.markdown(":orange[:material/warning: Kein Zitat belegt diese Aussage.]")


def _rest(context: Context, antwort: "FragenAntwort") -> None:
    if not antwort.aussagen:
        st.info(
            "Zu dieser Frage gibt es keine Aussage. Fragen Sie mit anderen Worten.", icon=":material/info:"
        )
    _parteien(context, antwort, "Ohne belegte Antwort", antwort.ohne_antwort)
    _parteien(context, antwort, "Keine passende Stelle im Programm", antwort.ohne_quellen)
    if antwort.auswahl:
        _parteien(context, antwort, "Nicht unter den besten Programmen", antwort.auswahl.uebergangen)
    verworfene(antwort.verworfen)
    modell = label(antwort.modell) if antwort.modell else "Kein Modell gefragt"
    shown = formats.counted(len(antwort.gezeigt), "Passage", "Passagen") if antwort.gezeigt else None
    spent = formats.cost(antwort.kosten) if antwort.kosten else None
    st.caption(plain(joined([modell, shown and f"{shown} vorgelegt", spent])))
    if antwort.auswahl:
        st.caption(plain(antwort.auswahl.erklaerung))
    st.caption(plain(antwort.hinweis))


def _parteien(context: Context, antwort: "FragenAntwort", what: str, parteien: Sequence[str]) -> None:
    """Each with the Programme that were searched, for whoever wants to look for himself."""
    registry, land = context.registry, antwort.anfrage.bundesland
    for partei in parteien:
        name = partei_name(registry, partei, land) if partei in registry.parteien else partei
        with st.container(horizontal=True, gap="small", vertical_alignment="center"):
            st.markdown(f"{what}: **{plain(name)}**", width="content")
            for programm in (registry.programme.get(id) for id in antwort.durchsucht):
                if programm and programm.partei == partei:
                    st.page_link(
                        "programme.py",
                        label=plain(programm.name),
                        icon=":material/menu_book:",
                        query_params={"programm": programm.id},
                    )


def _seite(context: Context, beleg: "Gebunden") -> None:
    seitenansicht(zitat_view(context, beleg, address.number("seite")), was=beleg.text)

"""Where and how is searched. What is chosen here counts before what the question says."""

from collections.abc import Sequence

import streamlit as st

from core import clock
from core.context import Context
from core.models import GEBIETE, Programm, Typ
from core.programme.registry import partei_name
from core.search.passage_search import AbschnittWertung
from core.search.programm_search import Way
from core.search.suchanfrage import Suchanfrage, indexed
from core.search.suchraum import Method
from pages.ui.search.wahl import ALLE, ANZAHL, PASSAGEN, PER_PARTEI, PROGRAMME, Wahl, Was, change, follow

WHAT = {Was.PASSAGEN: "Passagen", Was.ABSCHNITTE: "Abschnitte", Was.DOKUMENTE: "Programme"}
MANNER: dict[Was, dict[str, tuple[str, str]]] = {
    Was.PASSAGEN: {
        Method.UMFELD: (
            "Sinn, Wortlaut und Umfeld",
            "Findet auch, was den besten Treffern ähnelt, und liest sie Satz für Satz. Meist am besten.",
        ),
        Method.BEIDES: ("Sinn und Wortlaut", "Nur, was der Frage selbst nahekommt."),
        Method.SINN: ("Nur Sinn", "Was Ähnliches meint, auch mit ganz anderen Wörtern."),
        Method.WORTLAUT: (
            "Nur Wortlaut",
            "Wo die Wörter der Frage stehen, auch gebeugt und zusammengesetzt.",
        ),
    },
    Was.ABSCHNITTE: {
        AbschnittWertung.MAXIMUM: ("Beste Passage", "Ein Abschnitt zählt so viel wie seine beste Passage."),
        AbschnittWertung.MITTEL: ("Alle passenden Passagen", "Der Durchschnitt der Passagen, die passen."),
        AbschnittWertung.POSITION: ("Früh im Abschnitt", "Passagen am Anfang des Abschnitts zählen mehr."),
        AbschnittWertung.ANZAHL: (
            "Viele Passagen",
            "Je mehr Passagen passen, desto mehr zählt der Abschnitt.",
        ),
    },
    Was.DOKUMENTE: {
        Way.PASSAGEN: (
            "Beste Passagen",
            "Ein Programm zählt so viel wie seine besten Passagen im Durchschnitt.",
        ),
        Way.ZUSAMMENFASSUNGEN: (
            "Zusammenfassungen",
            "Vergleicht die Frage mit Zusammenfassungen der Kapitel. Das erste Mal dauert es länger.",
        ),
        Way.BEIDES: ("Passagen und Zusammenfassungen", "Der Durchschnitt von beidem."),
    },
}
"""What `strategie` is called, and what it does."""


def filter_row(context: Context, wahl: Wahl, anfrage: Suchanfrage, programme: Sequence[Programm]) -> None:
    """`programme`: what can be searched in the Land."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small", key="suche-filter"):
        _land(context, wahl, anfrage)
        _parteien(context, wahl, anfrage, programme)
        _typ(wahl, anfrage)
        _jahr(wahl, anfrage, programme)
        _programm(context, wahl)
        _what(wahl)
        _manner(wahl)
        _count(wahl)
        _stand(wahl, anfrage)
        if isinstance(wahl.weise, Method):
            _per_partei(wahl)


def _stand(wahl: Wahl, anfrage: Suchanfrage) -> None:
    """Off where the question or a filter names the time itself: then that is what counts."""
    named = anfrage.names_time and anfrage.stichtag != clock.today()
    st.session_state["suche-stand"] = not (wahl.fruehere or named)
    st.toggle(
        "Nur geltende Programme",
        key="suche-stand",
        disabled=named,
        help="Was heute gilt. Nennt die Frage ein Wahljahr oder einen Zeitraum, dann zählt dieser.",
        on_change=lambda: change(stand=None if st.session_state["suche-stand"] else ALLE),
    )


def _per_partei(wahl: Wahl) -> None:
    st.session_state["suche-je"] = bool(wahl.je_partei)
    st.toggle(
        "Nach Parteien geordnet",
        key="suche-je",
        help="Von jeder Partei gleich viele Treffer. Fragen nach mehreren Parteien beginnen so.",
        on_change=lambda: change(je="partei" if st.session_state["suche-je"] else "gemischt", anzahl=None),
    )


def _land(context: Context, wahl: Wahl, anfrage: Suchanfrage) -> None:
    parlamente = context.registry.parlamente
    understood = parlamente[anfrage.bundesland].land if anfrage.bundesland else "alle"
    st.selectbox(
        "Land",
        [code for code in GEBIETE if code in parlamente],
        index=None,
        format_func=lambda code: parlamente[code].land,
        placeholder=understood,
        width=160,
        **follow("land", wahl.land, "partei", "programm"),
    )


def _parteien(context: Context, wahl: Wahl, anfrage: Suchanfrage, programme: Sequence[Programm]) -> None:
    registry, land = context.registry, anfrage.bundesland
    here = {programm.partei for programm in programme} | set(wahl.parteien)
    understood = ", ".join(partei_name(registry, partei, land) for partei in anfrage.parteien)
    st.multiselect(
        "Parteien",
        [partei for partei in registry.parteien if partei in here],
        format_func=lambda id: partei_name(registry, id, land),
        placeholder=understood or "alle",
        select_all=False,
        width=180,
        **follow("partei", list(wahl.parteien), "programm"),
    )


def _typ(wahl: Wahl, anfrage: Suchanfrage) -> None:
    st.selectbox(
        "Art",
        list(Typ),
        index=None,
        format_func=str.title,
        placeholder=anfrage.typ.title() if anfrage.typ else "beide",
        width=160,
        **follow("typ", wahl.typ, "programm"),
    )


def _jahr(wahl: Wahl, anfrage: Suchanfrage, programme: Sequence[Programm]) -> None:
    years = {programm.jahr for programm in programme} | ({wahl.jahr} if wahl.jahr else set())
    st.selectbox(
        "Jahr",
        sorted(years, reverse=True),
        index=None,
        placeholder=str(anfrage.jahr or anfrage.zeitraum or "alle"),
        width=130,
        help="Das der Wahl, bei Parteiprogrammen das des Beschlusses. Einen Zeitraum nennen Sie in der "
        "Frage: „seit 2020“, „zwischen 2013 und 2017“.",
        **follow("jahr", wahl.jahr, "programm"),
    )


def _programm(context: Context, wahl: Wahl) -> None:
    """Chosen, it settles all that stands before it."""
    known = context.registry.programme
    there = {programm.id: programm.name for programm in indexed(context)}
    there |= {wahl.programm: known[wahl.programm].name} if wahl.programm else {}
    st.selectbox(
        "Einzelnes Programm",
        sorted(there, key=there.__getitem__),
        index=None,
        format_func=there.__getitem__,
        placeholder="alle",
        width=200,
        help="Nur in diesem Programm suchen; die übrigen Filter gelten dann nicht.",
        **follow("programm", wahl.programm, "land", "partei", "typ", "jahr"),
    )


def _what(wahl: Wahl) -> None:
    st.segmented_control(
        "Gezeigt werden",
        list(Was),
        format_func=WHAT.__getitem__,
        required=True,
        label_visibility="collapsed",
        **follow("was", wahl.was, "strategie", "anzahl", "je"),
    )


def _manner(wahl: Wahl) -> None:
    manners = MANNER[wahl.was]
    with st.popover(f"Suchweise: {manners[wahl.weise][0]}"):
        st.radio(
            "Was entscheidet über die Reihenfolge?",
            list(manners),
            format_func=lambda one: manners[one][0],
            captions=[hilfe for _, hilfe in manners.values()],
            **follow("strategie", wahl.weise),
        )
        if wahl.was is Was.DOKUMENTE:
            _extent(wahl)


def _extent(wahl: Wahl) -> None:
    """How much of the Programme counts, and how many of them a model is to answer from."""
    with st.container(horizontal=True, gap="small"):
        st.selectbox("Passagen je Programm", PASSAGEN, width=170, **follow("passagen", wahl.passagen))
        st.selectbox(
            "Programme für eine Antwort", PROGRAMME, width=200, **follow("programme", wahl.programme)
        )
    st.caption(
        "„Frage stellen“ antwortet dann aus diesen Programmen; das Modell liest zuerst ihre "
        "Zusammenfassungen, zitiert werden nur Passagen."
    )


def _count(wahl: Wahl) -> None:
    st.selectbox(
        "Je Partei" if wahl.je_partei else "Höchstens",
        PER_PARTEI if wahl.je_partei else ANZAHL,
        width=90,
        **follow("anzahl", wahl.anzahl),
    )

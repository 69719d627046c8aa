"""Seite „Suche“: die Programme befragen; links die Stellen oder eine Antwort, rechts die Seite dazu."""

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from core.assessment.frage import FragenAntwort, ask_anfrage
from core.base import clock, formats
from core.base.models import GEBIETE
from core.llm.catalogue import OFFLINE
from core.programme.context import Context
from core.proof.zitat_page import zitat_view
from core.search.passage_search import AbschnittWertung
from core.search.programm_search import Way
from core.search.suchanfrage import Rueckfrage, Suchanfrage, interpret
from core.search.suchraum import Method, indexed
from core.wortlaut.records import PROGRAMM_TYPEN, Programm
from pages.ui import address, money, resources
from pages.ui.filter_bar import Choice, ask, row
from pages.ui.modell_choice import label
from pages.ui.parts import head
from pages.ui.seite import seitenansicht
from pages.ui.suche import (
    ALLE,
    ANZAHL,
    PASSAGE_COUNTS,
    PER_PARTEI,
    PROGRAMME,
    SHOWN,
    Ergebnis,
    Wahl,
    Was,
    anfang,
    beginning,
    change,
    choose,
    find,
    follow,
    hit_list,
    leaf,
    only_everywhere,
    settled,
    too_far,
    view_of,
    wahl_of_address,
    without_hits,
    without_programme,
)
from pages.ui.text import failure_shown, joined, plain
from pages.ui.zitat import verworfene, whole_sentence, zitat_card

# --- the line that is asked: Enter searches, a second button lets a model answer ----------------------------

LONGEST = 2000


def question_line(gefragt: str = "") -> str:
    """The model that is to answer now; empty where nobody asked for an answer.

    `gefragt`: what stands in the line where the address names an answer and no question.
    """
    st.session_state["suche-q"] = address.get("q") or gefragt
    ready = resources.availabilities()
    ids = sorted((m.id for m in resources.modelle()), key=lambda id: (not ready[id].ok, id != OFFLINE))
    chosen = address.get("modell") if address.get("modell") in ids else OFFLINE
    st.session_state["suche-modell"] = chosen
    with st.form("suche", border=False):
        st.text_input(
            "Stichwörter oder eine Frage",
            key="suche-q",
            max_chars=LONGEST,
            placeholder="Stichwörter oder Frage, mit Partei und Zeit",
            label_visibility="collapsed",
        )
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.form_submit_button(
                "Suchen", type="primary", icon=":material/search:", key="suchen", on_click=_search
            )
            asked = st.form_submit_button(
                "Frage stellen",
                icon=":material/forum:",
                key="fragen",
                help="Ein Modell antwortet aus den besten Stellen jeder Partei und belegt jede Aussage mit "
                "Zitaten; sind Programme als Treffer gewählt, aus den besten Programmen.",
                on_click=_search,
            )
            st.selectbox(
                "Modell für die Antwort",
                ids,
                key="suche-modell",
                format_func=lambda id: label(id) if ready[id].ok else f"{label(id)} (nicht bereit)",
                help="Wer antwortet? „Ohne Sprachmodell“ ist eingebaut und stellt passende Sätze zusammen.",
                label_visibility="collapsed",
                width=360,
            )
    return str(st.session_state["suche-modell"]) if asked and address.get("q") else ""


def _search() -> None:
    """Another question is understood anew; what was chosen beside it stays."""
    q, modell = st.session_state["suche-q"].strip(), st.session_state["suche-modell"]
    fresh = {} if q == address.get("q") else {"wortgetreu": None, "jahr": None, "je": None}
    change(q=q, modell=None if modell == OFFLINE else modell, **fresh)


# --- how a question was understood, and what has to be asked back -------------------------------------------


def chips(context: Context, anfrage: Suchanfrage, wahl: Wahl | None = None) -> None:
    """With `wahl` it can be undone: the whole question is searched word for word."""
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
        for name, value in anfrage.verstanden(context.registry, clock.today()):
            st.markdown(f":gray-badge[{name}: **{plain(beginning(value, 120))}**]", width="content")
        if wahl:
            # What stands in the question and limits nothing can be made to.
            for one in anfrage.woertlich:
                is_partei = one in context.registry.parteien
                changes = {"partei": ",".join([*anfrage.parteien, one])} if is_partei else {"jahr": one}
                st.button(
                    f"Nur {plain(anfrage.name_of(context.registry, one))}",
                    key=f"filtern-{one}",
                    type="tertiary",
                    icon=":material/filter_alt:",
                    help="Als Filter benutzen",
                    on_click=change,
                    kwargs=changes,
                )
        if wahl and wahl.wortgetreu:
            _button("Frage deuten", "Partei, Land und Zeit aus der Frage lesen", None)
        elif wahl and anfrage.text != anfrage.eingabe:
            _button("Nicht deuten", "Die ganze Frage suchen, Wort für Wort, in allen Programmen", "1")


def no_side(anfrage: Suchanfrage) -> None:
    """Whether a passage is for or against no search can say: where a question asks for that, it is told."""
    if words := anfrage.stance_words:
        told = ", ".join(f"„{plain(word)}“" for word in words)
        st.info(
            f"{told} fragt nach einer Seite. Die Suche findet das Thema, nicht die Seite: Unter den Treffern "
            "können Befürworter und Gegner stehen. Über „Frage stellen“ antwortet ein Sprachmodell, jede "
            "Aussage mit Zitaten belegt.",
            icon=":material/balance:",
        )


def rueckfragen(context: Context, anfrage: Suchanfrage) -> None:
    for number, rueckfrage in enumerate(anfrage.rueckfragen):
        with st.container(border=True, key=f"rueckfrage-{number}"):
            st.markdown(f":material/help: {plain(rueckfrage.frage)}")
            with st.container(horizontal=True, gap="small"):
                for wert in rueckfrage.moeglich:
                    st.button(
                        plain(anfrage.name_of(context.registry, wert)),
                        key=f"rueckfrage-{number}-{wert}",
                        on_click=_settle,
                        args=(context, anfrage, rueckfrage, wert),
                    )


def _settle(context: Context, anfrage: Suchanfrage, rueckfrage: Rueckfrage, wert: str) -> None:
    change(**anfrage.settle(context.registry, rueckfrage, wert))


def _button(name: str, hint: str, value: str | None) -> None:
    st.button(name, key="deuten", type="tertiary", help=hint, on_click=change, kwargs={"wortgetreu": value})


# --- where and how is searched. What is chosen here counts before what the question says --------------------

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
# What `strategie` is called, and what it does.
YEAR = (
    "Das der Wahl, bei Parteiprogrammen das des Beschlusses. Einen Zeitraum nennen Sie in der Frage: "
    "„seit 2020“, „zwischen 2013 und 2017“."
)
ONLY = "Nur in diesem Programm suchen; die übrigen Filter gelten dann nicht."
# What a filter takes out of the address: what was found before, and the one Programm, which settles all.
ALONE = (*SHOWN, "programm")


def filter_row(context: Context, wahl: Wahl, anfrage: Suchanfrage, programme: Sequence[Programm]) -> None:
    """`programme`: what can be searched in the Land."""
    registry, land, parlamente = context.registry, anfrage.bundesland, context.registry.parlamente
    here = {programm.partei for programm in programme} | set(wahl.parteien)
    years = {programm.jahr for programm in programme} | ({wahl.jahr} if wahl.jahr else set())
    laender = {code: parlamente[code].land for code in GEBIETE if code in parlamente}
    parteien = {id: registry.partei_name(id, land) for id in registry.parteien if id in here}
    asked = ", ".join(registry.partei_name(id, land) for id in anfrage.parteien) or "alle"
    place, typ = laender[land] if land else "alle", anfrage.typ.title() if anfrage.typ else "beide"
    jahr = str(anfrage.jahr or anfrage.zeitraum or "alle")
    parties, numbers = list(wahl.parteien), sorted(years, reverse=True)
    filters = (
        Choice("Land", "land", laender, 160, empty=place, value=wahl.land, drop=(*ALONE, "partei")),
        Choice("Parteien", "partei", parteien, empty=asked, value=parties, several=True, drop=ALONE),
        Choice("Art", "typ", list(PROGRAMM_TYPEN), 160, str.title, empty=typ, value=wahl.typ, drop=ALONE),
        Choice("Jahr", "jahr", numbers, 130, empty=jahr, value=wahl.jahr, drop=ALONE, help=YEAR),
    )
    with row("suche"):
        ask("suche", filters)
        address.segments(
            "Gezeigt werden",
            list(Was),
            follow("was", wahl.was, "strategie", "anzahl", "je"),
            shown=WHAT.__getitem__,
        )
        # What is chosen behind the popover and is not the usual stands on it.
        usual, *_ = MANNER[wahl.was]
        chosen = (
            context.registry.programme[wahl.programm].name if wahl.programm else None,
            None if wahl.weise == usual else MANNER[wahl.was][wahl.weise][0],
            "auch frühere Programme" if wahl.fruehere else None,
        )
        with st.popover(joined(["Mehr", *chosen]), icon=":material/tune:", key="suche-mehr"):
            _further_filters(context, wahl, anfrage)


def _further_filters(context: Context, wahl: Wahl, anfrage: Suchanfrage) -> None:
    # Off where the question or a filter names the time itself: then that is what counts.
    named = anfrage.names_time and anfrage.stichtag != clock.today()
    st.session_state["suche-stand"] = not (wahl.fruehere or named)
    st.toggle(
        "Nur geltende Programme",
        key="suche-stand",
        disabled=named,
        help="Was heute gilt. Nennt die Frage ein Wahljahr oder einen Zeitraum, dann zählt dieser.",
        on_change=lambda: change(stand=None if st.session_state["suche-stand"] else ALLE),
    )
    if isinstance(wahl.weise, Method):
        st.session_state["suche-je"] = bool(wahl.je_partei)
        st.toggle(
            "Nach Parteien geordnet",
            key="suche-je",
            help="Von jeder Partei gleich viele Treffer. Fragen nach mehreren Parteien beginnen so.",
            on_change=lambda: change(
                je="partei" if st.session_state["suche-je"] else "gemischt", anzahl=None
            ),
        )
    # Chosen, it settles all that stands before it.
    known = context.registry.programme
    there = {programm.id: programm.name for programm in indexed(context)}
    there |= {wahl.programm: known[wahl.programm].name} if wahl.programm else {}
    programme = dict(sorted(there.items(), key=lambda one: one[1]))
    settles = (*SHOWN, "land", "partei", "typ", "jahr")
    label, numbers = ("Je Partei", PER_PARTEI) if wahl.je_partei else ("Höchstens", ANZAHL)
    filters = (
        Choice(
            "Einzelnes Programm", "programm", programme, 200, value=wahl.programm, drop=settles, help=ONLY
        ),
        Choice(label, "anzahl", numbers, 90, empty=None, value=wahl.anzahl, drop=SHOWN),
    )
    ask("suche", filters)
    manners = MANNER[wahl.was]
    st.radio(
        "Was entscheidet über die Reihenfolge?",
        list(manners),
        format_func=lambda one: manners[one][0],
        captions=[hilfe for _, hilfe in manners.values()],
        **follow("strategie", wahl.weise),
    )
    if wahl.was is Was.DOKUMENTE:
        # How much of the Programme counts, and how many of them a model is to answer from.
        with st.container(horizontal=True, gap="small"):
            each, read = ("Passagen je Programm", "passagen"), ("Programme für eine Antwort", "programme")
            filters = (
                Choice(*each, PASSAGE_COUNTS, 170, empty=None, value=wahl.passagen, drop=SHOWN),
                Choice(*read, PROGRAMME, 200, empty=None, value=wahl.programme, drop=SHOWN),
            )
            ask("suche", filters)
        st.caption(
            "„Frage stellen“ antwortet dann aus diesen Programmen; das Modell liest zuerst ihre "
            "Zusammenfassungen, zitiert werden nur Passagen."
        )


# --- A model's answer to a question: statements with the quotes that prove them, and what it could not say


def ask_modell(context: Context, anfrage: Suchanfrage, modell: str, wahl: Wahl) -> None:
    """Ask, keep the answer, and go to its address."""
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
                budget=money.for_one_press(),
            )
        else:
            antwort = ask_anfrage(context, anfrage, modell, budget=money.for_one_press())
    change(antwort=antwort.save(store))
    st.rerun()


def show_antwort(context: Context, antwort: FragenAntwort) -> None:
    st.button(
        "Treffer statt der Antwort zeigen",
        key="treffer-zeigen",
        icon=":material/search:",
        type="tertiary",
        on_click=change,
        kwargs={"q": antwort.anfrage.eingabe},
    )
    _two_spalten(context, antwort)


def loaded_antwort(context: Context) -> FragenAntwort | None:
    """The answer that the address names."""
    antwort_id = address.get("antwort")
    return FragenAntwort.load(context, antwort_id) if antwort_id else None


@st.fragment
def _two_spalten(context: Context, antwort: FragenAntwort) -> None:
    """A fragment: choosing a quote draws only this anew."""
    quotes = {
        f"{place}-{number}": eintrag
        for place, aussage in enumerate(antwort.aussagen, start=1)
        for number, eintrag in enumerate(aussage.belege, start=1)
    }
    chosen = address.get("zitat") if address.get("zitat") in quotes else next(iter(quotes), "")
    left, right = st.columns([6, 6], gap="medium")
    with left:
        for place, aussage in enumerate(antwort.aussagen, start=1):
            st.markdown(plain(aussage.text))
            for number, eintrag in enumerate(aussage.belege, start=1):
                key = f"{place}-{number}"
                with zitat_card(eintrag, key, key == chosen):
                    if key == chosen:
                        with st.expander("Ganzer Satz", type="compact"):
                            whole_sentence(eintrag)
            if aussage.unbelegt:
                st.markdown(":orange[:material/warning: Kein Zitat belegt diese Aussage.]")
        if not antwort.aussagen:
            st.info(
                "Zu dieser Frage gibt es keine Aussage. Fragen Sie mit anderen Worten.",
                icon=":material/info:",
            )
        _without(context, antwort, "Ohne belegte Antwort", antwort.ohne_antwort)
        _without(context, antwort, "Keine passende Stelle im Programm", antwort.ohne_quellen)
        if antwort.auswahl:
            _without(context, antwort, "Nicht unter den besten Programmen", antwort.auswahl.uebergangen)
        verworfene(antwort.verworfen)
        modell = label(antwort.modell) if antwort.modell else "Kein Modell gefragt"
        shown = formats.counted(len(antwort.gezeigt), "Passage", "Passagen") if antwort.gezeigt else None
        spent = formats.cost(antwort.kosten) if antwort.kosten else None
        st.caption(plain(joined([modell, shown and f"{shown} vorgelegt", spent])))
        if antwort.auswahl:
            st.caption(plain(antwort.auswahl.erklaerung))
        st.caption(plain(antwort.hinweis))
    with right:
        if chosen:
            beleg = quotes[chosen]
            seitenansicht(zitat_view(context, beleg, address.number("seite")), was=beleg.text)


def _without(context: Context, antwort: FragenAntwort, what: str, parteien: Sequence[str]) -> None:
    """Each with the Programme that were searched, for whoever wants to look for himself."""
    registry, land = context.registry, antwort.anfrage.bundesland
    for partei in parteien:
        name = registry.partei_name(partei, land) if partei in registry.parteien else partei
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


# --- the page -----------------------------------------------------------------------------------------------


@st.fragment
def hits_and_seite(context: Context, ergebnis: Ergebnis) -> None:
    """A fragment: choosing a hit draws only this anew."""
    if not (chosen := choose(ergebnis, address.get("treffer"))):
        return
    left, right = st.columns([6, 6], gap="medium")
    with left:
        hit_list(context, ergebnis, chosen)
    with right:
        seitenansicht(view_of(context, ergebnis, chosen, address.number("seite")), was=chosen.text)


head("suche")
context = resources.context()
given = loaded_antwort(context)
gefragt = given.anfrage.eingabe if given else ""
modell = question_line(gefragt)
wahl = wahl_of_address(context.registry)
wahl = replace(wahl, q=wahl.q or gefragt)
if not wahl.q:
    anfang(context, wahl)
    st.stop()

filters = (wahl.parteien, wahl.land, wahl.typ, wahl.jahr)
anfrage = interpret(context.registry, wahl.q, *filters, wortgetreu=wahl.wortgetreu, programm=wahl.programm)
if not wahl.fruehere:
    anfrage = anfrage.only_in_force(clock.today())
wahl = settled(wahl, anfrage)
programme = indexed(context, anfrage.bundesland)
chips(context, given.anfrage if given else anfrage, wahl)
filter_row(context, wahl, anfrage, programme)
if given and not modell:
    show_antwort(context, given)
    st.stop()
if anfrage.rueckfragen:
    rueckfragen(context, anfrage)
    st.stop()
if not any(anfrage.matches(programm) for programm in programme):
    without_programme(context, anfrage)
    st.stop()
only_everywhere(context, anfrage, programme)
if modell:
    with failure_shown():
        ask_modell(context, anfrage, modell, wahl)
with st.spinner("Die Programme werden durchsucht …"):
    ergebnis = find(context, anfrage, wahl)
if ergebnis.fehlend:
    st.warning(plain(ergebnis.fehlend), icon=":material/warning:")
if ergebnis.treffer:
    no_side(anfrage)
    hits_and_seite(context, ergebnis)
    leaf(ergebnis, wahl)
elif ergebnis.liste.gesamt:
    too_far(ergebnis.liste.gesamt)
else:
    without_hits(context, wahl)

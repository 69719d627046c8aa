"""Two answers about one party side by side, without a word on whose they are, until one has chosen."""

from collections.abc import Mapping, Sequence

import pandas as pd
import streamlit as st

from core.assessment.lauf_view import NO_QUELLEN, LaufView, ParteiView
from core.context import Context
from core.german import formats
from core.llm.catalogue import OFFLINE
from core.models import Typ
from core.runs.load_laeufe import LaufUnreadable
from core.runs.notes import Preference
from core.statistical_measures import Interval
from core.vergleich.blind_votes import Paar, auszaehlung, cast_vote, open_pairs, stimmen_of
from core.vergleich.spalten import Vergleich
from pages.ui import address, failure, resources
from pages.ui.plain_table import plain_table
from pages.ui.shown_names import modell_name, prompt_told
from pages.ui.text import joined, plain
from pages.ui.visitor_name import name_input
from pages.ui.zitat import belege

NAME, DECIDED = "blind-name", "blind-entschieden"
HELP = (
    "Zu einem Antrag und einer Partei stehen zwei Antworten nebeneinander, in zufälliger Ordnung und ohne "
    "Namen. Jede Stimme wird gespeichert; gezählt wird je Spalte."
)
BUTTONS = {Preference.A: "A ist besser", Preference.GLEICH: "Gleich gut", Preference.B: "B ist besser"}


def blind(context: Context, vergleich: Vergleich, namen: Mapping[str, str]) -> None:
    """Instead of all else on the page, which would tell whose an answer is."""
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        st.header("Blind vergleichen", anchor=False, width="content", help=HELP)
        st.button(
            "Zurück zum Vergleich",
            icon=":material/arrow_back:",
            type="tertiary",
            key="blind-zurueck",
            on_click=address.go,
            kwargs={"mehr": None},
        )
    name, partei = _who_and_what(vergleich, namen)
    decided: tuple[Paar, Preference] | None = st.session_state.get(DECIDED)
    if decided and {decided[0].lauf_a, decided[0].lauf_b} <= {lauf.id for lauf in vergleich.laeufe}:
        _uncover(context, vergleich, *decided)
    else:
        _fragen(context, vergleich, name, partei)
    _result(vergleich)


def _who_and_what(vergleich: Vergleich, namen: Mapping[str, str]) -> tuple[str, str | None]:
    """Who votes, and the one party that is judged; None for all."""
    asked = address.get("blindpartei")
    with st.container(horizontal=True):
        name = name_input(NAME, width=280)
        partei = st.selectbox(
            "Partei",
            vergleich.parteien,
            index=None,
            format_func=lambda id: namen[id],
            placeholder="alle",
            width=280,
            **address.follow("vergleich", "blindpartei", asked if asked in vergleich.parteien else None),
        )
    return name, partei


def _fragen(context: Context, vergleich: Vergleich, name: str, partei: str | None) -> None:
    stimmen = stimmen_of(resources.store(), vergleich)
    paare = [p for p in open_pairs(vergleich, stimmen, partei=partei, name=name) if _is_blind(vergleich, p)]
    if not paare:
        told = "Hier haben Sie alle Paare beurteilt." if stimmen else _nothing(vergleich)
        st.info(told, icon=":material/check_circle:" if stimmen else ":material/info:")
        return
    st.caption(
        "Welche Antwort ist besser? Welche Spalte sie gab, erfahren Sie danach. "
        f"Noch {formats.counted(len(paare), 'Paar', 'Paare')}."
    )
    _pair(context, vergleich, paare[0], ("Antwort A", "Antwort B"))
    with st.container(horizontal=True, horizontal_alignment="center", key="blind-leiste"):
        for wahl, word in BUTTONS.items():
            st.button(
                word,
                key=f"blind-{wahl}",
                on_click=_vote,
                args=(paare[0], wahl, name),
                type="primary",
            )


def _is_blind(vergleich: Vergleich, paar: Paar) -> bool:
    """The built-in heuristic says in its own words that it is none of the models."""
    return all(vergleich.spalten[at].modell != OFFLINE for at in (paar.spalte_a, paar.spalte_b))


def _nothing(vergleich: Vergleich) -> str:
    if len(vergleich.spalten) == 1:
        return "Blind vergleichen lassen sich nur Antworten aus zwei Spalten; hier ist nur eine."
    return (
        "Hier gibt es kein Paar: Mindestens zwei Spalten müssen zum selben Antrag und zur selben Partei "
        "geantwortet haben. Die Heuristik zählt nicht mit, denn man erkennt sie am Text."
    )


def _vote(paar: Paar, wahl: Preference, name: str) -> None:
    cast_vote(resources.store(), paar, wahl, name)
    st.session_state[DECIDED] = paar, wahl


def _uncover(context: Context, vergleich: Vergleich, paar: Paar, wahl: Preference) -> None:
    """Now with names, and the two Läufe to look into."""
    names = [vergleich.spalten[at].name for at in (paar.spalte_a, paar.spalte_b)]
    heads = [f"Antwort {side}: {name}" for side, name in zip("AB", names, strict=True)]
    _pair(context, vergleich, paar, heads, told=True)
    with st.container(
        horizontal=True, horizontal_alignment="center", vertical_alignment="center", key="blind-leiste"
    ):
        told = f"Gespeichert: {BUTTONS[wahl]}. A war {names[0]}, B war {names[1]}."
        st.markdown(f":green[:material/check_circle:] {plain(told)}", width="content")
        st.button(
            "Nächstes Paar",
            icon=":material/arrow_forward:",
            type="primary",
            key="blind-weiter",
            on_click=st.session_state.pop,
            args=(DECIDED, None),
        )


def _pair(
    context: Context, vergleich: Vergleich, paar: Paar, heads: Sequence[str], told: bool = False
) -> None:
    try:
        laeufe = [resources.store().load(lauf_id) for lauf_id in (paar.lauf_a, paar.lauf_b)]
    except LaufUnreadable as error:
        failure.show(error)
        return
    views = [LaufView(context, lauf).parteien[paar.partei] for lauf in laeufe]
    st.header(plain(joined([views[0].name, vergleich.antraege[paar.antrag]])), anchor=False)
    with st.container(horizontal=True, key="blind-paar"):
        for head, ansicht, lauf_id, spalte in zip(
            heads, views, (paar.lauf_a, paar.lauf_b), (paar.spalte_a, paar.spalte_b), strict=True
        ):
            with st.container(border=True, width="stretch"):
                st.markdown(f"**{plain(head)}**")
                if told:
                    _origin(vergleich, spalte, lauf_id)
                _antwort(ansicht)


def _origin(vergleich: Vergleich, at: int, lauf_id: str) -> None:
    spalte = vergleich.spalten[at]
    st.caption(
        plain(
            joined(
                [modell_name(spalte.modell), f"Prompt {prompt_told(spalte.prompt_id, spalte.prompt_version)}"]
            )
        )
    )
    st.page_link("lauf.py", label="Lauf öffnen", icon=":material/open_in_full:", query_params={"id": lauf_id})


def _antwort(ansicht: ParteiView) -> None:
    """Points, reasons and bound quotes; nothing that costs or clocks."""
    for typ in Typ:
        wertung = ansicht.wertung(typ)
        st.markdown(f"**{typ.title()}** · {wertung}")
        if wertung.grund == NO_QUELLEN:
            continue
        reason = ansicht.scores[typ].begruendung if typ in ansicht.scores else ""
        st.markdown(plain(reason))
        bound = [numbered.zitat.beleg for numbered in ansicht.gebunden(typ)]
        belege(resources.context(), bound, (), unbelegt=bool(reason) and not bound)


def _result(vergleich: Vergleich) -> None:
    """What all votes come to, folded: who knows the score does not vote blind."""
    expander = st.expander("Ergebnis aller Stimmen", key="blind-ergebnis", on_change="rerun")
    if not expander.open:
        return
    stand = auszaehlung(vergleich, stimmen_of(resources.store(), vergleich))
    shown = pd.DataFrame(
        [
            {
                "Spalte": vergleich.spalten[a.spalte].name,
                "Gewonnen": a.gewonnen,
                "Gleich": a.gleich,
                "Verloren": a.verloren,
                "Wird vorgezogen": _share(a.vorgezogen),
            }
            for a in stand.ausgaenge
        ]
    )
    with expander:
        st.markdown(f"{formats.counted(stand.stimmen, 'Stimme', 'Stimmen')}. {plain(stand.satz)}")
        st.dataframe(shown, hide_index=True, placeholder="–", height="content", alt="Auszählung der Stimmen")
        plain_table(shown, "auszaehlung", "Auszählung der Stimmen")


def _share(one: Interval) -> str:
    """„75 % (95 %: 46 bis 91 %)“, „–“ where nobody preferred either."""
    if one.wert != one.wert:
        return formats.NOTHING
    share, low, high = (formats.number(100 * value) for value in (one.wert, one.von, one.bis))
    return f"{share} % (95 %: {low} bis {high} %)"

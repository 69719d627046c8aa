"""Two answers about one party to one Antrag: their reasons and quotes, and the page with both marked."""

from collections.abc import Mapping, Sequence
from functools import partial

import streamlit as st

from core.assessment.lauf_view import NO_QUELLEN, LaufView, Numbered, ParteiView
from core.citations.verdict import Traegt, latest
from core.context import Context
from core.german import formats
from core.models import Typ
from core.runs.lauf import Status
from core.runs.load_laeufe import LaufUnreadable
from core.vergleich.differences import BelegComparison, belege as compare, view_on_both
from core.vergleich.point_matrix import is_answered, most_telling
from core.vergleich.spalten import LaufValue, Vergleich
from pages.ui import address, failure, resources
from pages.ui.seite import seitenansicht
from pages.ui.text import joined, plain
from pages.ui.traegt_badges import badge, basis
from pages.ui.zitat import unchecked, verworfene, zitat_card

LINKS, RIGHT = "l", "r"
LEGEND = (
    ':color[■]{foreground="#e0b400"} gelb: nur links · :color[■]{foreground="#5aaee8"} blau: nur rechts · '
    ':color[■]{foreground="#8f9f1e"} grün: beide'
)
"""Stronger than the marks themselves, so that they can be seen on a white ground and a dark one."""


def nebeneinander(
    context: Context, vergleich: Vergleich, namen: Mapping[str, str], typ: Typ, basis: int
) -> None:
    antrag, partei = _frage(vergleich, namen, typ)
    laeufe = _laeufe(vergleich, antrag, partei, basis)
    chosen = _antworten(vergleich, laeufe)
    seiten = {seite: _view(context, lauf.id, partei) for seite, lauf in chosen.items()}
    answered = {seite: ansicht for seite, ansicht in seiten.items() if ansicht is not None}
    quotes = {seite: answered[seite].gebunden() if seite in answered else [] for seite in (LINKS, RIGHT)}
    shared = compare(quotes[LINKS], quotes[RIGHT])
    gewaehlt = _chosen(shared, quotes)
    with st.container(key="nebeneinander"):
        *panes, right = st.columns([4] * len(chosen) + [5], gap="medium")
    for (seite, lauf), pane in zip(chosen.items(), panes, strict=True):
        with pane:
            _head(vergleich, lauf)
            if seite in answered:
                said = latest(resources.store().list_traegt(lauf.id))
                _antwort(seite, answered[seite], shared if len(answered) > 1 else None, gewaehlt, said)
            else:
                st.info("Zu dieser Partei hat dieser Lauf keine Antwort.", icon=":material/info:")
    with right:
        if len(chosen) > 1:
            st.caption(_balance(shared))
        _seite(context, gewaehlt, quotes, len(chosen) > 1)


# --- choosing -----------------------------------------------------------------------------------------------


def _frage(vergleich: Vergleich, namen: Mapping[str, str], typ: Typ) -> tuple[str, str]:
    """The Antrag and the party; without a choice those that are answered and furthest apart."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        asked = address.get("antrag")
        first = (most_telling(vergleich, typ) or (next(iter(vergleich.antraege)), ""))[0]
        antrag = asked if asked in vergleich.antraege else first
        if len(vergleich.antraege) > 1:
            st.selectbox(
                "Antrag",
                list(vergleich.antraege),
                format_func=vergleich.antraege.__getitem__,
                **address.follow("vergleich", "antrag", antrag, "links", "rechts", "zitat", "seite"),
            )
        asked = address.get("partei")
        furthest = (most_telling(vergleich, typ, antrag) or ("", vergleich.parteien[0]))[1]
        partei = asked if asked in vergleich.parteien else furthest
        st.selectbox(
            "Partei",
            list(vergleich.parteien),
            format_func=namen.__getitem__,
            width=260,
            **address.follow("vergleich", "partei", partei, "zitat", "seite"),
        )
    return antrag, partei


def _laeufe(vergleich: Vergleich, antrag: str, partei: str, basis: int) -> list[LaufValue]:
    """All Läufe of the Antrag, those that answer on the party first: of every column one, the base column's
    before the others.
    """
    answered = {wert.lauf_id for wert in vergleich.werte if wert.partei == partei and is_answered(wert)}
    own = [lauf for lauf in vergleich.laeufe if lauf.antrag == antrag]
    return sorted(
        own, key=lambda lauf: (lauf.id not in answered, lauf.wiederholung, lauf.spalte != basis, lauf.spalte)
    )


def _antworten(vergleich: Vergleich, laeufe: Sequence[LaufValue]) -> dict[str, LaufValue]:
    """The one for the left and, where there are two, the one for the right."""
    by_id = {lauf.id: lauf for lauf in laeufe}
    chosen: dict[str, LaufValue] = {}
    with st.container(horizontal=True):
        for seite, field, usual in ((LINKS, "links", 0), (RIGHT, "rechts", 1)):
            if usual >= len(laeufe):
                continue
            asked = address.get(field)
            lauf_id = asked if asked in by_id else laeufe[usual].id
            if len(laeufe) > 2:
                st.selectbox(
                    field.title(),
                    list(by_id),
                    format_func=lambda key: _name(vergleich, by_id[key]),
                    **address.follow("vergleich", field, lauf_id, "zitat", "seite"),
                )
            chosen[seite] = by_id[lauf_id]
    return chosen


def _name(vergleich: Vergleich, lauf: LaufValue) -> str:
    """With the number of the repeat, where there are several."""
    again = [one for one in vergleich.laeufe if (one.spalte, one.antrag) == (lauf.spalte, lauf.antrag)]
    number = f"Wiederholung {lauf.wiederholung}" if len(again) > 1 else None
    return joined([vergleich.spalten[lauf.spalte].name, number])


def _view(context: Context, lauf_id: str, partei: str) -> ParteiView | None:
    try:
        lauf = resources.store().load(lauf_id)
    except LaufUnreadable as error:
        failure.show(error)
        return None
    return LaufView(context, lauf).parteien.get(partei)


def _chosen(shared: BelegComparison, quotes: Mapping[str, Sequence[Numbered]]) -> tuple[str, Numbered] | None:
    """The quote that the address names; else one that both use, else the first there is."""
    asked = address.get("zitat")
    for seite, own in quotes.items():
        for numbered in own:
            if asked == f"{seite}{numbered.nummer}":
                return seite, numbered
    if shared.gemeinsam:
        return LINKS, shared.gemeinsam[0][0]
    return next(((seite, own[0]) for seite, own in quotes.items() if own), None)


# --- showing ------------------------------------------------------------------------------------------------


def _head(vergleich: Vergleich, lauf: LaufValue) -> None:
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        st.markdown(f"### {plain(_name(vergleich, lauf))}", width="content")
        st.page_link(
            "lauf.py", label="Lauf öffnen", icon=":material/open_in_full:", query_params={"id": lauf.id}
        )


def _antwort(
    seite: str,
    ansicht: ParteiView,
    shared: BelegComparison | None,
    gewaehlt: tuple[str, Numbered] | None,
    said: Mapping[tuple[str, int], Traegt],
) -> None:
    if ansicht.teil.status is not Status.FERTIG:
        st.error(plain(ansicht.teil.fehler or "Diese Partei wurde nicht beurteilt."), icon=":material/error:")
    for typ in Typ:
        if score := ansicht.scores.get(typ):
            wertung = ansicht.wertung(typ)
            told = str(wertung)
            with st.container(gap="xsmall"):
                st.markdown(f"**{typ.title()}** · {told}")
                if score.begruendung and wertung.grund != NO_QUELLEN:
                    st.markdown(plain(score.begruendung))
                for numbered in ansicht.gebunden(typ):
                    own = said.get((ansicht.partei, numbered.nummer - 1))
                    _zitat(seite, numbered, shared, gewaehlt == (seite, numbered), own)
    verworfene([numbered.zitat.eintrag for numbered in ansicht.verworfen()], seite)
    unchecked([numbered.zitat.eintrag for numbered in ansicht.ungeprueft()], seite)


def _zitat(
    seite: str, numbered: Numbered, shared: BelegComparison | None, chosen: bool, said: Traegt | None
) -> None:
    """`shared`: None where there is no other answer to share it with."""
    key, beleg = f"{seite}{numbered.nummer}", numbered.zitat.beleg
    target = {"zitat": key, "seite": None}
    with zitat_card(beleg, key, chosen, address.go, target, partial(badge, said)):
        basis(said, beleg.text)
        if shared is None:
            return
        alone = shared.nur_links if seite == LINKS else shared.nur_rechts
        if any(numbered is one for one in alone):
            st.caption(":material/radio_button_unchecked: nur hier zitiert")
        else:
            st.caption(":material/check_circle: in beiden Antworten zitiert")


def _seite(
    context: Context,
    gewaehlt: tuple[str, Numbered] | None,
    quotes: Mapping[str, Sequence[Numbered]],
    is_pair: bool,
) -> None:
    if gewaehlt is None:
        st.info("Hier gibt es kein belegtes Zitat, also keine Seite zu zeigen.", icon=":material/info:")
        return
    beleg = gewaehlt[1].zitat.beleg
    blick = view_on_both(context, beleg, quotes[LINKS], quotes[RIGHT], address.number("seite"))
    seitenansicht(blick, was=beleg.text)
    if is_pair and blick.seitenzahl and not blick.hinweis:
        st.markdown(LEGEND)


def _balance(shared: BelegComparison) -> str:
    return joined([
        formats.counted(len(shared.gemeinsam), "gemeinsame Stelle", "gemeinsame Stellen"),
        f"{formats.counted(len(shared.nur_links), 'Zitat', 'Zitate')} nur links",
        f"{len(shared.nur_rechts)} nur rechts",
    ])  # fmt: skip

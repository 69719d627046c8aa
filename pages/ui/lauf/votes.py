"""How each party voted, beside its points; and the sentence that says so, beside its page."""

from collections.abc import Mapping

import streamlit as st

from core.assessment.lauf_view import LaufView, ParteiView
from core.context import Context
from core.decisions.kept_decision import KeptDecision
from core.decisions.party_votes import AID, DISCIPLINE, Fit, PartyVote
from core.decisions.sides import Evidence
from core.papers.lauf_report import EDITED, fits_of, known_votes, notes_on, place_told, source_told
from core.runs.lauf import Lauf
from core.seiten.zitat_page import decision_glance
from pages.ui import address, resources
from pages.ui.seite import seitenansicht
from pages.ui.text import joined, plain

SHORT = {Fit.MATCHES: "stimmt überein", Fit.DEVIATES: "weicht ab", Fit.UNKNOWN: "nicht feststellbar"}


def vote_line(lauf: Lauf, ansicht: ParteiView, vote: PartyVote) -> None:
    """Beneath the points of a party: its side, which is the way to the sentence; and the aid."""
    kept = vote.kept
    st.button(
        f":small[{plain(ansicht.name)},] {vote.stage}: **{vote.side}**",
        key=f"wahl-stimme-{ansicht.partei}",
        icon=":material/how_to_vote:",
        help="Den Satz zeigen, in dem das steht",
        type="tertiary",
        width="stretch",
        wrap=True,
        on_click=address.go,
        kwargs={
            "partei": ansicht.partei, "abstimmung": kept.id, "stelle": None, "seite": None,
            "typ": None, "zitat": None, "forderung": None,
        },
    )  # fmt: skip
    known = {typ: one for typ, one in fits_of(lauf, vote).items() if one is not Fit.UNKNOWN}
    told = [f"{typ.title()}: {SHORT[one]}" for typ, one in known.items()]
    st.caption(joined(told) or f"Vergleich mit dem Programm: {Fit.UNKNOWN}")


def aid(lauf: Lauf, votes: Mapping[str, PartyVote]) -> None:
    """What the comparison means, once for all parties."""
    if not votes:
        return
    deviating = [vote for vote in votes.values() if Fit.DEVIATES in fits_of(lauf, vote).values()]
    with st.popover("Was der Vergleich sagt", icon=":material/help:", type="tertiary"):
        st.markdown(AID)
        st.markdown(DISCIPLINE)
    if any(vote.is_coalition for vote in deviating):
        st.caption(DISCIPLINE)


def chosen_vote(lauf: Lauf) -> KeptDecision | None:
    """The vote on this Antrag that the address asks for."""
    asked = address.get("abstimmung")
    about = lauf.antrag.bundesland, lauf.antrag.drucksache
    found = resources.store().decisions_of(*about) if asked else []
    return next((one for one in found if one.id == asked), None)


def vote_pane(view: LaufView, ansicht: ParteiView, kept: KeptDecision) -> None:
    """In the place of the quotes: what was put to the vote, by which paper, and the sentences that say so."""
    lauf = view.lauf
    vote = known_votes(view.context, lauf).get(ansicht.partei)
    with st.container(key="zitate", gap="xsmall"):
        st.header(f"{kept.source.art.stage}: {plain(ansicht.name)}", anchor=False)
        if vote and vote.kept.id == kept.id:
            _own_side(lauf, ansicht, vote)
        told_decision(kept)
        if lauf.edits:
            st.caption(EDITED)
        for place, evidence in enumerate(kept.decision.evidence):
            _sentence(place, evidence, place == _place(kept))
    st.button(
        "Zurück zu den Zitaten",
        key="zurueck-zu-zitaten",
        icon=":material/arrow_back:",
        type="tertiary",
        on_click=address.go,
        kwargs={"abstimmung": None, "stelle": None, "seite": None},
    )


def told_decision(kept: KeptDecision) -> None:
    """On what was voted, with which result, and where that stands."""
    st.markdown(f"Abgestimmt wurde über: **{kept.decision.voted_on}** ({kept.result}).")
    for note in notes_on(kept):
        st.info(plain(note), icon=":material/info:")
    st.caption(plain(source_told(kept)))
    st.caption(plain(f"Erkannt an: {kept.decision.rule}. SHA-256 der Datei: {kept.source.sha256[:16]}…"))


def vote_page(context: Context, kept: KeptDecision) -> None:
    """Right pane: the page with the chosen sentence."""
    if not kept.decision.evidence:
        st.info("Zu dieser Abstimmung ist kein Satz gespeichert.", icon=":material/info:")
        return
    place = _place(kept)
    blick = decision_glance(context, kept, place, address.number("seite"))
    seitenansicht(blick, was=kept.decision.evidence[place].text)


def _own_side(lauf: Lauf, ansicht: ParteiView, vote: PartyVote) -> None:
    st.markdown(f"Zum Antrag: **{vote.side}**")
    if vote.told:
        cast = f"In dieser Abstimmung: {vote.told.cast}. " if vote.told.cast is not vote.side else ""
        st.markdown(plain(f"{cast}Wortlaut: „{vote.told.words}“"))
    if vote.note:
        st.caption(plain(vote.note))
    for typ, one in fits_of(lauf, vote).items():
        st.caption(plain(f"{typ.title()} ({ansicht.wertung(typ)}): {one}"))
    if vote.is_coalition and Fit.DEVIATES in fits_of(lauf, vote).values():
        st.caption(DISCIPLINE)


def _sentence(place: int, evidence: Evidence, is_chosen: bool) -> None:
    with st.container(border=True, key="gewaehltes-zitat" if is_chosen else f"satz-{place}", gap="xsmall"):
        st.button(
            f"„{plain(evidence.text)}“",
            key=f"wahl-satz-{place}",
            type="tertiary",
            width="stretch",
            wrap=True,
            help="Auf der Seite zeigen",
            on_click=address.go,
            kwargs={"stelle": place + 1, "seite": None},
        )
        st.caption(plain(place_told(evidence)))


def _place(kept: KeptDecision) -> int:
    """The sentence that is asked for, else the last: the one that says how it went."""
    last = len(kept.decision.evidence) - 1
    return min((address.number("stelle") or last + 1) - 1, last)

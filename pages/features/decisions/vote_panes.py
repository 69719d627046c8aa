"""The panes of a Lauf: how each party voted, beside its points; the sentence that says so, and its page."""

from dataclasses import dataclass

import streamlit as st

from core.assessment.lauf_view import LaufView
from core.assessment.partei_view import ParteiView
from core.features.decisions.decision import KeptDecision
from core.features.decisions.decision_pages import decision_glance
from core.features.decisions.fraktionen import AID, DISCIPLINE, Fit, PartyVote
from core.features.decisions.stored_decisions import decisions_of
from core.features.decisions.told_votes import EDITED, fits_of, known_votes, place_told
from pages.features.decisions.told_decision import told_decision
from pages.ui import address, resources
from pages.ui.lauf_panes import LaufPanes
from pages.ui.seite import seitenansicht
from pages.ui.text import joined, plain

SHORT = {Fit.MATCHES: "stimmt überein", Fit.DEVIATES: "weicht ab", Fit.UNKNOWN: "nicht feststellbar"}


class PartyVotes:
    """Beneath the points of a party: its side, which is the way to the sentence; and the aid."""

    def __init__(self, view: LaufView) -> None:
        self.lauf = view.lauf
        self.votes = known_votes(view.context, view.lauf)

    def beneath(self, ansicht: ParteiView) -> None:
        if not (vote := self.votes.get(ansicht.partei)):
            return
        dropped = dict.fromkeys(("stelle", "seite", "typ", "zitat", "forderung"))
        address.button(
            f":small[{plain(ansicht.name)},] {vote.stage}: **{vote.side}**",
            {**dropped, "partei": ansicht.partei, "abstimmung": vote.kept.id},
            icon=":material/how_to_vote:",
            key=f"wahl-stimme-{ansicht.partei}",
            help="Den Satz zeigen, in dem das steht",
            wide=True,
        )
        known = {typ: one for typ, one in fits_of(self.lauf, vote).items() if one is not Fit.UNKNOWN}
        told = [f"{typ.title()}: {SHORT[one]}" for typ, one in known.items()]
        st.caption(joined(told) or f"Vergleich mit dem Programm: {Fit.UNKNOWN}")

    def below_all(self) -> None:
        """What the comparison means."""
        if not self.votes:
            return
        with st.popover("Was der Vergleich sagt", icon=":material/help:", type="tertiary"):
            st.markdown(AID)
            st.markdown(DISCIPLINE)
        votes = self.votes.values()
        deviating = [vote for vote in votes if Fit.DEVIATES in fits_of(self.lauf, vote).values()]
        if any(vote.is_coalition for vote in deviating):
            st.caption(DISCIPLINE)


@dataclass(frozen=True, slots=True)
class VotePanes:
    """In the place of the quotes and their page."""

    view: LaufView
    ansicht: ParteiView
    kept: KeptDecision

    def draw_words(self) -> None:
        """What was put to the vote, by which paper, and the sentences that say so."""
        lauf, kept = self.view.lauf, self.kept
        vote = known_votes(self.view.context, lauf).get(self.ansicht.partei)
        with st.container(key="zitate", gap="xsmall"):
            st.header(f"{kept.source.art.stage}: {plain(self.ansicht.name)}", anchor=False)
            if vote and vote.kept.id == kept.id:
                self._side(vote)
            told_decision(kept)
            if lauf.edits:
                st.caption(EDITED)
            for place, evidence in enumerate(kept.decision.evidence):
                with st.container(
                    border=True,
                    key="gewaehltes-zitat" if place == _place(kept) else f"satz-{place}",
                    gap="xsmall",
                ):
                    address.button(
                        f"„{plain(evidence.text)}“",
                        {"stelle": place + 1, "seite": None},
                        key=f"wahl-satz-{place}",
                        help="Auf der Seite zeigen",
                        wide=True,
                    )
                    st.caption(plain(place_told(evidence)))
        address.button(
            "Zurück zu den Zitaten",
            {"abstimmung": None, "stelle": None, "seite": None},
            icon=":material/arrow_back:",
            key="zurueck-zu-zitaten",
        )

    def _side(self, vote: PartyVote) -> None:
        """How the party voted, in its own words, and how that goes with its points."""
        st.markdown(f"Zum Antrag: **{vote.side}**")
        if vote.told:
            cast = f"In dieser Abstimmung: {vote.told.cast}. " if vote.told.cast is not vote.side else ""
            st.markdown(plain(f"{cast}Wortlaut: „{vote.told.words}“"))
        if vote.note:
            st.caption(plain(vote.note))
        fits = fits_of(self.view.lauf, vote)
        for typ, one in fits.items():
            st.caption(plain(f"{typ.title()} ({self.ansicht.wertung(typ)}): {one}"))
        if vote.is_coalition and Fit.DEVIATES in fits.values():
            st.caption(DISCIPLINE)

    def draw_page(self) -> None:
        """The page with the chosen sentence."""
        kept = self.kept
        if not kept.decision.evidence:
            st.info("Zu dieser Abstimmung ist kein Satz gespeichert.", icon=":material/info:")
            return
        place = _place(kept)
        blick = decision_glance(self.view.context, kept, place, address.number("seite"))
        seitenansicht(blick, was=kept.decision.evidence[place].text)


def chosen_vote(view: LaufView, ansicht: ParteiView) -> VotePanes | None:
    """For the vote on this Antrag that the address asks for."""
    asked = address.get("abstimmung")
    about = view.lauf.antrag.bundesland, view.lauf.antrag.drucksache
    found = decisions_of(resources.store(), *about) if asked else []
    return next((VotePanes(view, ansicht, one) for one in found if one.id == asked), None)


PANES = LaufPanes(("abstimmung", "stelle"), chosen_vote)


def _place(kept: KeptDecision) -> int:
    """The sentence that is asked for, else the last: the one that says how it went."""
    last = len(kept.decision.evidence) - 1
    return min((address.number("stelle") or last + 1) - 1, last)

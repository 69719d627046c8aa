"""Left pane of a Lauf: the parties with their points, how each voted, and the papers that tell it."""

from dataclasses import replace
from datetime import date

import pandas as pd
import streamlit as st

from core.antrag.antrag import number_of
from core.assessment.lauf_view import LaufView, Wahl
from core.assessment.partei_view import NO_QUELLEN, WITHOUT_LANGUAGE_MODEL, WITHOUT_WERTUNG, ParteiView
from core.base import formats
from core.features.decisions.decision import KeptDecision, PaperKind
from core.features.decisions.fraktionen import AID, DISCIPLINE, Fit, PartyVote
from core.features.decisions.stored_decisions import (
    ACCEPTED,
    MOST_BYTES,
    VoteUpload,
    decisions_of,
    forget_paper,
    save_paper,
)
from core.features.papers.lauf_report import EDITED, fits_of, known_votes, notes_on, place_told, source_told
from core.programme.context import Context
from core.programme.registry import partei_label
from core.proof.zitat_page import decision_glance
from core.runs.lauf import Lauf, Status
from core.runs.store import Runstore
from core.wortlaut.errors import DashboardError
from core.wortlaut.records import Typ
from pages.ui import address, resources
from pages.ui.help_texts import METHOD, explained
from pages.ui.parts import is_dark, readable
from pages.ui.plain_table import as_html
from pages.ui.seite import seitenansicht
from pages.ui.text import joined, plain, show_failure

# --- how each party voted, beside its points; and the sentence that says so, beside its page ----------------

SHORT = {Fit.MATCHES: "stimmt überein", Fit.DEVIATES: "weicht ab", Fit.UNKNOWN: "nicht feststellbar"}


def chosen_vote(lauf: Lauf) -> KeptDecision | None:
    """The vote on this Antrag that the address asks for."""
    asked = address.get("abstimmung")
    about = lauf.antrag.bundesland, lauf.antrag.drucksache
    found = decisions_of(resources.store(), *about) if asked else []
    return next((one for one in found if one.id == asked), None)


def vote_pane(view: LaufView, ansicht: ParteiView, kept: KeptDecision) -> None:
    """In the place of the quotes: what was put to the vote, by which paper, and the sentences that say so."""
    lauf = view.lauf
    vote = known_votes(view.context, lauf).get(ansicht.partei)
    with st.container(key="zitate", gap="xsmall"):
        st.header(f"{kept.source.art.stage}: {plain(ansicht.name)}", anchor=False)
        if vote and vote.kept.id == kept.id:
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


def _place(kept: KeptDecision) -> int:
    """The sentence that is asked for, else the last: the one that says how it went."""
    last = len(kept.decision.evidence) - 1
    return min((address.number("stelle") or last + 1) - 1, last)


# --- left pane of a Lauf: every party with its points, each of which can be chosen --------------------------

FUNDSTELLEN = {True: "#8fb3c4", False: "#41687a"}
"""The bar of what was found without a language model has a colour of its own, no party's."""

MOST = 10
DROPPED = ("zitat", "seite", "forderung", "abstimmung", "stelle")
"""What of the address belongs to another choice."""

TO_NUMBER = {
    "Wie kommt diese Zahl zustande?": "Wie eine Punktzahl zustande kommt",
    "Was Punkte nicht sagen": "Was Punkte nicht sagen",
}
PUNKTE = "Punkte von 0 (widerspricht) bis 10 (entspricht ganz)"
ABDECKUNG = "Forderungen mit naher Stelle im Programm; ob die Partei zustimmt oder ablehnt, sagt das nicht"

MEANING = {
    NO_QUELLEN: "„Keine Quellen“: Dem Modell lag kein solches Programm vor. Das ist keine Null.",
    WITHOUT_LANGUAGE_MODEL: "„Nahe Stelle“: Ein Satz des Programms kommt der Forderung in Bedeutung und "
    "Wortlaut nahe. Ob die Partei zustimmt oder ablehnt, ist nicht beurteilt; statt Punkten steht deshalb "
    "die Abdeckung da.",
    WITHOUT_WERTUNG: "„Keine Wertung“: Das Modell hat Passagen gesehen, aber keine Punkte gegeben.",
}


def parteien(view: LaufView, wahl: Wahl) -> None:
    lauf, views, votes = view.lauf, view.parteien.values(), known_votes(view.context, view.lauf)
    is_counted = any(score.abdeckung for ansicht in views for score in ansicht.scores.values())
    dark = is_dark()
    with st.container(key="parteien", gap="xsmall"):
        for ansicht in views:
            farbe = readable(ansicht.farbe, dark)
            _partei(lauf, ansicht, wahl, farbe, votes.get(ansicht.partei))
        # Where the number stands: how it comes about, what it does not say, and what stands in its place.
        given = {ansicht.wertung(typ).grund for ansicht in views for typ in ansicht.scores}
        told = {"": "Ohne Sprachmodell"} if is_counted else TO_NUMBER
        with st.popover("Was die Zahlen sagen", icon=":material/help:", type="tertiary"):
            st.markdown(f"**{ABDECKUNG if is_counted else PUNKTE}**")
            for wertung, meaning in MEANING.items():
                if wertung in given:
                    st.markdown(meaning.replace("Abdeckung", explained("Abdeckung")))
            for label, title in told.items():
                if label:
                    st.markdown(f"**{label}**")
                st.markdown(METHOD[title])
            st.page_link("methode.py", label="Ganze Methode", icon=":material/menu_book:")
        # What the comparison means, once for all parties.
        if not votes:
            return
        deviating = [vote for vote in votes.values() if Fit.DEVIATES in fits_of(lauf, vote).values()]
        with st.popover("Was der Vergleich sagt", icon=":material/help:", type="tertiary"):
            st.markdown(AID)
            st.markdown(DISCIPLINE)
        if any(vote.is_coalition for vote in deviating):
            st.caption(DISCIPLINE)


def _partei(lauf: Lauf, ansicht: ParteiView, wahl: Wahl, farbe: str, vote: PartyVote | None) -> None:
    """Name and points on one line; of a party with points by both kinds of Programm each has its line."""
    chosen = ansicht.partei == wahl.partei.partei
    name = f"**{plain(ansicht.name)}**" if chosen else plain(ansicht.name)
    rollen = f" :gray[:small[{', '.join(ansicht.rollen)}]]" if ansicht.rollen else ""
    key = "gewaehlte-partei" if chosen else f"partei-{ansicht.partei}"
    with st.container(border=True, key=key, gap=None):
        _button(
            f':color[●]{{foreground="{farbe}"}} {name}{rollen}',
            f"wahl-partei-{ansicht.partei}",
            hint="Alle Zitate dieser Partei zeigen",
            partei=ansicht.partei,
        )
        if ansicht.teil.status is not Status.FERTIG:
            st.markdown(":red[:material/error: nicht beurteilt]")
            return
        # The kinds of Programm of which there is a number; where there is none, the first that says why.
        measured = [
            typ
            for typ in Typ
            if (wertung := ansicht.wertung(typ)).punkte is not None or wertung.abdeckung is not None
        ]
        with_reason = [typ for typ in Typ if ansicht.wertung(typ).grund != NO_QUELLEN]
        for typ in measured or with_reason[:1] or [next(iter(Typ))]:
            _score(ansicht, typ, farbe, chosen and wahl.typ is typ)
        if vote:
            # Beneath the points of a party: its side, which is the way to the sentence; and the aid.
            dropped = dict.fromkeys(("stelle", "seite", "typ", "zitat", "forderung"))
            address.button(
                f":small[{plain(ansicht.name)},] {vote.stage}: **{vote.side}**",
                {**dropped, "partei": ansicht.partei, "abstimmung": vote.kept.id},
                icon=":material/how_to_vote:",
                key=f"wahl-stimme-{ansicht.partei}",
                help="Den Satz zeigen, in dem das steht",
                wide=True,
            )
            known = {typ: one for typ, one in fits_of(lauf, vote).items() if one is not Fit.UNKNOWN}
            told = [f"{typ.title()}: {SHORT[one]}" for typ, one in known.items()]
            st.caption(joined(told) or f"Vergleich mit dem Programm: {Fit.UNKNOWN}")


def _score(ansicht: ParteiView, typ: Typ, farbe: str, chosen: bool) -> None:
    wertung, quotes = ansicht.wertung(typ), len(ansicht.gebunden(typ))
    name = f"**{typ.title()}**" if chosen else typ.title()
    told = f"**{wertung}**" if wertung.punkte is not None else str(wertung.abdeckung or wertung)
    _button(
        f":small[{plain(ansicht.name)},] {name}: {told}",
        f"wahl-score-{ansicht.partei}-{typ}",
        hint=f"{typ.title()}: {formats.counted(quotes, 'Zitat', 'Zitate')} zeigen",
        partei=ansicht.partei,
        typ=None if chosen else typ,
    )
    if wertung.punkte is not None:
        st.html(bars(wertung.punkte / MOST, farbe))
    elif wertung.abdeckung:
        share = wertung.abdeckung.nah / wertung.abdeckung.von
        st.html(bars(share, FUNDSTELLEN[is_dark()]))


def bars(share: float, farbe: str) -> str:
    """As long as the share; the words stand in the button above, so that it is nothing but a picture."""
    width = round(100 * min(max(share, 0), 1))
    return (
        f'<div class="balken" aria-hidden="true"><div style="width:{width}%;background:{farbe}"></div></div>'
    )


def _button(label: str, key: str, hint: str, partei: str, typ: Typ | None = None) -> None:
    target = {**dict.fromkeys(DROPPED), "partei": partei, "typ": typ}
    address.button(label, target, key=key, help=hint, wide=True)


# --- below a Lauf: what became of the Antrag by each paper, and the way to add one --------------------------

WITHOUT_NUMBER = (
    "Dieser Antrag hat keine Nummer einer Drucksache oder kein Parlament. Ohne beides lässt sich keine "
    "Abstimmung finden: Ergänzen Sie sie unter „Antrag prüfen“."
)
NONE_YET = (
    "Was aus diesem Antrag wurde, ist hier noch nicht bekannt. Laden Sie ein Papier hoch, in dem es steht: "
    "eine Beschlussempfehlung, ein Plenarprotokoll oder die Liste einer namentlichen Abstimmung."
)
HEAD_HELP = (
    "Die ersten Zeilen des PDF der Abstimmung. In der Liste selbst steht nicht, worüber abgestimmt wurde."
)


def abstimmungen(context: Context, lauf: Lauf) -> None:
    antrag, store = lauf.antrag, resources.store()
    if not (antrag.bundesland and number_of(antrag.drucksache)):
        st.info(WITHOUT_NUMBER, icon=":material/info:")
        return
    found = decisions_of(store, antrag.bundesland, antrag.drucksache)
    if not found:
        st.info(NONE_YET, icon=":material/how_to_vote:")
    for kept in found:
        _decision(context, store, kept)
    _upload(context, store, lauf)


def _decision(context: Context, store: Runstore, kept: KeptDecision) -> None:
    with st.container(border=True, key=f"abstimmung-{kept.id}"):
        st.subheader(f"{kept.source.art.stage}: Drucksache {plain(kept.decision.drucksache)}", anchor=False)
        told_decision(kept)
        if kept.decision.sides:
            rows = [
                {
                    "Fraktion": partei_label(context.registry, one.partei, kept.bundesland),
                    "Zum Antrag": str(one.side),
                    "In der Abstimmung": str(one.cast),
                    "Wortlaut": one.words,
                    "Anmerkung": one.note,
                }
                for one in kept.decision.sides
            ]
            st.html(as_html(pd.DataFrame(rows), "Wer wie abstimmte", {}, ()))
        else:
            st.markdown("Wie die einzelnen Fraktionen abstimmten, steht dort nicht.")
        with st.container(horizontal=True):
            if kept.decision.evidence and st.button(
                "Satz auf der Seite zeigen", key=f"satz-zeigen-{kept.id}", icon=":material/find_in_page:"
            ):
                address.go(abstimmung=kept.id, stelle=None, seite=None)
                st.rerun()
            if st.button("Entfernen", key=f"entfernen-{kept.id}", icon=":material/delete:", type="tertiary"):
                forget_paper(context, store, kept)
                address.go(abstimmung=None, stelle=None)
                st.rerun()


def _upload(context: Context, store: Runstore, lauf: Lauf) -> None:
    st.subheader("Papier hinzufügen", anchor=False)
    art = st.segmented_control(
        "Was es ist", list(PaperKind), default=PaperKind.RECOMMENDATION, required=True, key="papier-art"
    )
    with st.form("papier", clear_on_submit=True, border=False):
        types = [suffix[1:] for suffix in ACCEPTED[art]]
        file = st.file_uploader(
            "Datei", type=types, key=f"papier-datei-{art}", max_upload_size=MOST_BYTES >> 20
        )
        kopf = ""
        day: date | None = None
        if art is PaperKind.ROLL_CALL:
            # What a sheet does not say: on what was voted, and when.
            kopf = st.text_area("Kopf des amtlichen Ergebnisses", key="papier-kopf", help=HEAD_HELP)
            day = st.date_input(
                "Tag der Abstimmung (freiwillig)", None, format="DD.MM.YYYY", key="papier-tag"
            )
        url = st.text_input("Woher (Adresse, freiwillig)", key="papier-url", max_chars=500)
        sent = st.form_submit_button("Lesen und speichern", key="papier-lesen", icon=":material/upload:")
    if sent and file is None:
        st.warning("Wählen Sie zuerst eine Datei.", icon=":material/warning:")
    elif sent and file is not None:
        antrag, given = lauf.antrag, VoteUpload(art, file.name, file.getvalue(), kopf, datum=day, url=url)
        given = replace(given, typ=antrag.typ or given.typ)
        try:
            with st.spinner("Das Papier wird gelesen …"):
                save_paper(context, store, antrag.bundesland or "", antrag.drucksache, given)
        except DashboardError as error:
            show_failure(error)
            return
        st.rerun()

"""Left pane of a Lauf: every party with its points, each of which can be chosen."""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

import streamlit as st

from core.assessment.lauf_view import LaufView, Wahl
from core.assessment.partei_view import NO_QUELLEN, WITHOUT_LANGUAGE_MODEL, WITHOUT_WERTUNG, ParteiView
from core.base import formats
from core.features import hooks
from core.runs.lauf import Status
from core.runs.spread import Spread
from core.wortlaut.records import Typ
from pages.ui import address
from pages.ui.help_texts import METHOD, explained
from pages.ui.lauf_panes import ended
from pages.ui.parts import is_dark, readable
from pages.ui.text import plain

FUNDSTELLEN = {True: "#8fb3c4", False: "#41687a"}
"""The bar of what was found without a language model has a colour of its own, no party's."""

MOST = 10
DROPPED = ("zitat", "seite", "forderung")
"""What of the address belongs to another choice."""

TO_NUMBER = {
    "Wie kommt diese Zahl zustande?": "Wie eine Punktzahl zustande kommt",
    "Was Punkte nicht sagen": "Was Punkte nicht sagen",
}
PUNKTE = "Punkte von 0 (widerspricht) bis 10 (entspricht ganz)"
SPREAD = (
    "Daneben die Punkte aller Läufe zu diesem Antrag: „fest“ liegt höchstens einen Punkt auseinander, "
    "„kippt“ reicht von Ablehnung (4 und weniger) bis Zustimmung (6 und mehr)"
)
ABDECKUNG = "Forderungen mit naher Stelle im Programm; ob die Partei zustimmt oder ablehnt, sagt das nicht"

MEANING = {
    NO_QUELLEN: "„Keine Quellen“: Dem Modell lag kein solches Programm vor. Das ist keine Null.",
    WITHOUT_LANGUAGE_MODEL: "„Nahe Stelle“: Ein Satz des Programms kommt der Forderung in Bedeutung und "
    "Wortlaut nahe. Ob die Partei zustimmt oder ablehnt, ist nicht beurteilt; statt Punkten steht deshalb "
    "die Abdeckung da.",
    WITHOUT_WERTUNG: "„Keine Wertung“: Das Modell hat Passagen gesehen, aber keine Punkte gegeben.",
}


class PartyWords(Protocol):
    """What a feature knows of the parties of a Lauf beside their points."""

    def beneath(self, ansicht: ParteiView) -> None:
        """Draws what there is of this party, below its points."""

    def below_all(self) -> None:
        """Draws what has to be said of it once, for all parties."""


def in_order(view: LaufView) -> list[ParteiView]:
    """The most points first, then the larger Fraktion on the day of the Antrag, then by name."""
    antrag = view.lauf.antrag
    sitting: tuple[str, ...] = ()
    if antrag.bundesland and antrag.datum and antrag.bundesland in view.context.registry.parlamente:
        sitting = view.context.registry.fraktionen_on(antrag.bundesland, antrag.datum)

    def rank(one: ParteiView) -> tuple[float, int, str]:
        points = max((score.score for score in one.scores.values() if score.score is not None), default=-1)
        return -points, sitting.index(one.partei) if one.partei in sitting else len(sitting), one.name

    return sorted(view.parteien.values(), key=rank)


def parteien(view: LaufView, wahl: Wahl) -> None:
    views = in_order(view)
    tellers: tuple[Callable[[LaufView], PartyWords], ...] = hooks("party_words")
    words = [tell(view) for tell in tellers]
    is_counted = any(score.abdeckung for ansicht in views for score in ansicht.scores.values())
    dark = is_dark()
    with st.container(key="parteien", gap="xsmall"):
        for ansicht in views:
            farbe = readable(ansicht.farbe, dark)
            _partei(ansicht, wahl, farbe, words, view.spreads)
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
        for one in words:
            one.below_all()


def _partei(
    ansicht: ParteiView,
    wahl: Wahl,
    farbe: str,
    words: Sequence[PartyWords],
    spreads: Mapping[tuple[str, Typ], Spread],
) -> None:
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
            for typ in ansicht.typen
            if (wertung := ansicht.wertung(typ)).punkte is not None or wertung.abdeckung is not None
        ]
        with_reason = [typ for typ in ansicht.typen if ansicht.wertung(typ).grund != NO_QUELLEN]
        for typ in measured or with_reason[:1] or ansicht.typen[:1]:
            _score(ansicht, typ, farbe, chosen and wahl.typ is typ, spreads.get((ansicht.partei, typ)))
        for one in words:
            one.beneath(ansicht)


def _score(ansicht: ParteiView, typ: Typ, farbe: str, chosen: bool, spread: Spread | None) -> None:
    wertung, quotes = ansicht.wertung(typ), len(ansicht.gebunden(typ))
    name = f"**{typ.title()}**" if chosen else typ.title()
    told = f"**{wertung}**" if wertung.punkte is not None else str(wertung.abdeckung or wertung)
    hint = f"{typ.title()}: {formats.counted(quotes, 'Zitat', 'Zitate')} zeigen"
    if spread and wertung.punkte is not None:
        color = "orange" if spread.tips else "gray"
        told, hint = f"{told} :{color}[:small[{plain(str(spread))}]]", f"{hint}. {SPREAD}"
    _button(
        f":small[{plain(ansicht.name)},] {name}: {told}",
        f"wahl-score-{ansicht.partei}-{typ}",
        hint=hint,
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
    target = {**dict.fromkeys(DROPPED), **ended(), "partei": partei, "typ": typ}
    address.button(label, target, key=key, help=hint, wide=True)

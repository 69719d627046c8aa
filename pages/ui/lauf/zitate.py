"""Middle pane of a Lauf: what the model said of the chosen party, and its quotes."""

from collections.abc import Mapping, Sequence

import streamlit as st

from core.assessment.lauf_view import (
    NO,
    NO_QUELLEN,
    WITHOUT_LANGUAGE_MODEL,
    LaufView,
    Numbered,
    Parteiwertung,
    Wahl,
    ZitatReference,
    view_of,
)
from core.citations.verdict import Traegt
from core.context import Context
from core.models import Typ
from core.runs.lauf import Lauf, Score, Status
from pages.ui import address, resources
from pages.ui.help_texts import explained
from pages.ui.lauf.cite import cite
from pages.ui.lauf.matrix import WITHOUT, chosen_forderung
from pages.ui.lauf.probe import effects_told
from pages.ui.lauf.urteil import judge
from pages.ui.seite import seitenansicht
from pages.ui.text import plain
from pages.ui.traegt_badges import badge, basis, forderung_badge, further
from pages.ui.zitat import unchecked, verworfene, whole_sentence, zitat_card

# --- beside points: what such points of this model and prompt were worth where both were measured -----------

HELP = (
    "Anteil der Fälle mit solchen Punkten, in denen die Partei der These offiziell zustimmt. Geeicht wird an "
    "Wahlprogrammen. Wie die Zahl zustande kommt, steht unter „Monitor“, „Verlässlichkeit“."
)


def eichung_value(lauf: Lauf, typ: Typ, score: float | None) -> None:
    """Nothing where this model with this prompt has not been measured."""
    from core.judging.eichbild import punkte_told

    if typ is Typ.WAHLPROGRAMM and (found := punkte_told(resources.store(), lauf, score)):
        told = plain(found).replace("Eichung", explained("Eichung"), 1)
        st.caption(f":material/balance: {told}", help=HELP)


# --- middle pane of a Lauf: what the model said of the chosen party, and its quotes -------------------------


def zitate(view: LaufView, wahl: Wahl) -> None:
    ansicht = wahl.partei
    nummer = chosen_forderung(ansicht.partei, view.bezug)
    shown = ansicht.gebunden(wahl.typ) if nummer is None else _answering(view, wahl, nummer)
    _head(ansicht.name, wahl, shown)
    with st.container(key="zitate", gap="xsmall"):
        _listed(view, wahl, shown, nummer)


def _listed(view: LaufView, wahl: Wahl, shown: Sequence[Numbered], nummer: str | None) -> None:
    """Scrolled by itself, so that parties, page and matrix stay where they are."""
    ansicht = wahl.partei
    if ansicht.teil.status is not Status.FERTIG:
        st.error(plain(ansicht.teil.fehler or "Diese Partei wurde nicht beurteilt."), icon=":material/error:")
    if nummer is not None:
        text = next((one.text for one in view.lauf.antrag.forderungen if one.nummer == nummer), "")
        st.markdown(f"**Zu Forderung {plain(nummer)}:** {plain(text)}" if text else f"**{NO}**")
        _wider(f"Alle Zitate und Punkte: {ansicht.name}")
        for numbered in shown:
            _zitat(view, wahl, numbered, nummer)
        return
    probed = effects_told(view.lauf, ansicht.partei)
    for typ in [wahl.typ] if wahl.typ else list(Typ):
        if score := ansicht.scores.get(typ):
            _score(view.lauf, ansicht.wertung(typ), typ, score)
            if typ in probed:
                st.caption(probed[typ])
            for numbered in ansicht.gebunden(typ):
                _zitat(view, wahl, numbered)
    if wahl.typ:
        _wider("Zitate aus beiden Programmen zeigen")
    key = f"{ansicht.partei}-{wahl.typ}"
    verworfene([numbered.zitat.eintrag for numbered in ansicht.verworfen(wahl.typ)], key)
    unchecked([numbered.zitat.eintrag for numbered in ansicht.ungeprueft(wahl.typ)], key)


def _answering(view: LaufView, wahl: Wahl, nummer: str) -> list[Numbered]:
    """What stands behind a field of the matrix: of both Programme, without the points, which are on all."""
    places = ((one, view.bezug.get((wahl.partei.partei, one.nummer - 1))) for one in wahl.partei.gebunden())
    return [
        one
        for one, own in places
        if own and (nummer in own.forderungen or (nummer == WITHOUT and not own.forderungen))
    ]


def _head(name: str, wahl: Wahl, shown: Sequence[Numbered]) -> None:
    """Whose quotes these are, and the way from one to the next: by button or by the arrow keys."""
    with st.container(horizontal=True, vertical_alignment="center", wrap=False, key="zitate-kopf"):
        st.header(plain(name), anchor=False, width="stretch")
        if len(shown) > 1 and wahl.zitat in shown:
            place = shown.index(wahl.zitat)
            _step("zurueck", "Voriges Zitat", "chevron_left", "Left", shown[:place][-1:])
            st.caption(f"{place + 1} von {len(shown)}", width="content")
            _step("weiter", "Nächstes Zitat", "chevron_right", "Right", shown[place + 1 : place + 2])


def _step(key: str, name: str, icon: str, shortcut: str, target: Sequence[Numbered]) -> None:
    with st.container(key=f"nur-zeichen-{key}", width="content"):
        st.button(
            name,
            key=f"zitat-{key}",
            icon=f":material/{icon}:",
            type="tertiary",
            help=f"{name} (Pfeiltaste)",
            shortcut=shortcut,
            disabled=not target,
            on_click=address.go,
            kwargs={"zitat": target[0].nummer if target else None, "seite": None},
        )


def _wider(label: str) -> None:
    st.button(
        plain(label),
        type="tertiary",
        icon=":material/filter_alt_off:",
        key="ohne-auswahl",
        on_click=address.go,
        kwargs={"typ": None, "zitat": None, "seite": None, "forderung": None},
    )


def _score(lauf: Lauf, wertung: Parteiwertung, typ: Typ, score: Score) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(f"**{typ.title()}** · {wertung}", width="stretch")
        if score.begruendung and wertung.grund != NO_QUELLEN:
            with st.popover("Begründung", type="tertiary"):
                st.markdown(plain(score.begruendung))
        if wertung.grund not in (NO_QUELLEN, WITHOUT_LANGUAGE_MODEL):
            judge(lauf, score.partei, str(typ))
    eichung_value(lauf, typ, wertung.punkte)


def _zitat(view: LaufView, wahl: Wahl, numbered: Numbered, nummer: str = "") -> None:
    """Three signs, none for another: exact or not, to which Forderung, and whether it carries that.

    `nummer`: the Forderung that is looked at; what was said of that comes first.
    """
    lauf, beleg, partei = view.lauf, numbered.zitat.beleg, wahl.partei.partei
    stelle, chosen = (partei, numbered.nummer - 1), wahl.zitat == numbered
    own = view.bezug.get(stelle)
    row, *others = _in_order(view.said.get(stelle, {}), own, nummer)
    target = {"partei": partei, "zitat": numbered.nummer, "seite": None}

    def neben() -> None:
        forderung_badge(lauf, own)
        badge(row)

    with zitat_card(beleg, str(numbered.nummer), chosen, address.go, target, neben):
        if chosen:
            forderungen = own.forderungen if own else ()
            with st.container(horizontal=True, gap="small"):
                judge(lauf, partei, numbered.zitat.typ, numbered.nummer, forderungen, nummer)
                cite(lauf, wahl.partei, numbered)
            with st.expander("Ganzer Satz und Grundlage der Prüfung", type="compact"):
                whole_sentence(beleg)
                basis(row, beleg.text, own, lauf.edits)
                further([one for one in others if one], lauf.edits)


def _in_order(rows: Mapping[str, Traegt], own: ZitatReference | None, nummer: str) -> Sequence[Traegt | None]:
    """None first where nobody looked at the quote, or not at this Forderung."""
    if own and nummer in own.forderungen:
        return [rows.get(nummer), *(row for name, row in rows.items() if name != nummer)]
    return list(rows.values()) or [None]


# --- right pane of a Lauf: the page on which the chosen quote stands ----------------------------------------


def zitat_page(context: Context, wahl: Wahl) -> None:
    only_one = address.get("nur") == "1"
    blick = view_of(context, wahl, address.number("seite"), alle=not only_one)
    if blick is None or wahl.zitat is None:
        st.info("Zu dieser Auswahl gibt es kein belegtes Zitat, also keine Seite zu zeigen.")
        return
    seitenansicht(blick, was=wahl.zitat.zitat.beleg.text)
    st.button(
        "Auch die anderen Zitate der Seite markieren" if only_one else "Nur dieses Zitat markieren",
        type="tertiary",
        icon=":material/ink_highlighter:",
        on_click=address.go,
        kwargs={"nur": None if only_one else 1},
    )

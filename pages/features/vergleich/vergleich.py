"""Seite „Vergleich“: Modelle und Prompts nebeneinander, auf denselben Anträgen."""

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

import streamlit as st

from core.assessment.lauf_view import LaufView
from core.assessment.partei_view import NO_QUELLEN, ParteiView
from core.base import formats
from core.features.vergleich.differences import (
    BelegComparison,
    belege as compare,
    is_answered,
    kennzahlen as measured,
    prompt_paragraphs,
    reason_paragraphs,
    view_on_both,
)
from core.features.vergleich.spalten import LaufValue, Spalte, Vergleich
from core.llm.verdict import Traegt, latest
from core.programme.context import Context
from core.runs.lauf import Status, Zitat
from core.runs.load_laeufe import LaufUnreadable
from core.wortlaut.binding.near_misses import TextPiece, differences as in_words
from core.wortlaut.records import PROGRAMM_TYPEN, Typ
from pages.features.vergleich import spalten, start
from pages.features.vergleich.figures import beleg_measures, kennzahlen
from pages.features.vergleich.quote_grid import cell_quotes, zitate
from pages.features.vergleich.ranking import order_block
from pages.features.vergleich.spalten import ask_antrag, ask_partei
from pages.features.vergleich.tafel import Field, heatmap
from pages.ui import address, resources
from pages.ui.seite import seitenansicht
from pages.ui.text import joined, plain, show_failure
from pages.ui.words import prompt_told
from pages.ui.zitat import badge, basis, marked, unchecked, verworfene, zitat_card

# --- two answers about one party to one Antrag: their reasons word by word, their quotes, the page ----------

LINKS, RIGHT = "l", "r"
LEGEND = (
    ':color[■]{foreground="#e0b400"} gelb: nur links · :color[■]{foreground="#5aaee8"} blau: nur rechts · '
    ':color[■]{foreground="#8f9f1e"} grün: beide'
)
# Stronger than the marks themselves, so that they can be seen on a white ground and a dark one.

MARKS = ":red-background[~~Durchgestrichen~~]: nur {}. :green-background[**Fett**]: nur {}."


def side_by_side(
    context: Context, vergleich: Vergleich, namen: Mapping[str, str], typ: Typ, basis: int
) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        antrag = ask_antrag(vergleich, typ)
        partei = ask_partei(vergleich, namen, typ, antrag)
        chosen = _antworten(vergleich, antrag, partei, basis)
    answered: dict[str, ParteiView] = {}
    for seite, lauf in chosen.items():
        try:
            parteien = LaufView(context, resources.store().load(lauf.id)).parteien
        except LaufUnreadable as error:
            show_failure(error)
            continue
        if partei in parteien:
            answered[seite] = parteien[partei]
    quotes = {seite: answered[seite].gebunden() if seite in answered else [] for seite in (LINKS, RIGHT)}
    shared = compare(quotes[LINKS], quotes[RIGHT]) if len(answered) > 1 else None
    gewaehlt = _chosen(shared, quotes)
    if shared:
        _reasons(answered[LINKS], answered[RIGHT])
    with st.container(key="nebeneinander"):
        *panes, right = st.columns([4] * len(chosen) + [5], gap="medium")
    for (seite, lauf), pane in zip(chosen.items(), panes, strict=True):
        with pane:
            with st.container(
                horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"
            ):
                st.header(plain(_name(vergleich, lauf)), anchor=False, width="content")
                icon = ":material/open_in_full:"
                st.page_link("lauf.py", label="Lauf öffnen", icon=icon, query_params={"id": lauf.id})
            if seite in answered:
                said = latest(resources.store().list_traegt(lauf.id))
                _antwort(seite, answered[seite], shared, gewaehlt, said)
            else:
                st.info("Zu dieser Partei hat dieser Lauf keine Antwort.", icon=":material/info:")
    with right:
        if shared:
            st.caption(
                f"{formats.counted(len(shared.gemeinsam), 'gemeinsame Stelle', 'gemeinsame Stellen')} · "
                f"{formats.counted(len(shared.nur_links), 'Zitat', 'Zitate')} nur links · "
                f"{len(shared.nur_rechts)} nur rechts"
            )
        _seite(context, gewaehlt, quotes, len(chosen) > 1)


def _antworten(vergleich: Vergleich, antrag: str, partei: str, basis: int) -> dict[str, LaufValue]:
    """The one for the left and, where there are two, the one for the right.

    Offered are all Läufe of the Antrag, those that answer on the party first: of every column one, the base
    column's before the others.
    """
    answered = {wert.lauf_id for wert in vergleich.werte if wert.partei == partei and is_answered(wert)}
    own = [lauf for lauf in vergleich.laeufe if lauf.antrag == antrag]
    laeufe = sorted(
        own, key=lambda lauf: (lauf.id not in answered, lauf.wiederholung, lauf.spalte != basis, lauf.spalte)
    )
    by_id = {lauf.id: lauf for lauf in laeufe}
    chosen: dict[str, LaufValue] = {}
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


def _chosen(
    shared: BelegComparison | None, quotes: Mapping[str, Sequence[Zitat]]
) -> tuple[str, Zitat] | None:
    """The quote that the address names; else one that both use, else the first there is."""
    asked = address.get("zitat")
    for seite, own in quotes.items():
        for zitat in own:
            if asked == f"{seite}{zitat.shown_number}":
                return seite, zitat
    if shared and shared.gemeinsam:
        return LINKS, shared.gemeinsam[0][0]
    return next(((seite, own[0]) for seite, own in quotes.items() if own), None)


def _reasons(links: ParteiView, rechts: ParteiView) -> None:
    """Points and reasons of both in one text, sentence by sentence and there word by word."""
    for typ in PROGRAMM_TYPEN:
        if not (_reason(links, typ) or _reason(rechts, typ)):
            continue
        parts = reason_paragraphs(_reason(links, typ), _reason(rechts, typ))
        lines = [marked(zeile) for paragraph in parts for zeile in paragraph.zeilen]
        with st.container(border=True, gap="xsmall", key=f"begruendungen-{typ}"):
            told = f"links {links.wertung(typ)}, rechts {rechts.wertung(typ)}"
            st.markdown(f"**{typ.title()}, Begründungen:** {plain(told)}")
            if all(paragraph.is_gleich for paragraph in parts):
                st.caption("Beide Begründungen sind Wort für Wort gleich.")
            else:
                st.caption(MARKS.format("links", "rechts"))
            st.markdown(" ".join(lines))


def _reason(ansicht: ParteiView, typ: Typ) -> str:
    """Nothing where the model was shown no such Programm, whatever it wrote."""
    score = ansicht.scores.get(typ)
    return score.begruendung if score and ansicht.wertung(typ).grund != NO_QUELLEN else ""


def _antwort(
    seite: str,
    ansicht: ParteiView,
    shared: BelegComparison | None,
    gewaehlt: tuple[str, Zitat] | None,
    said: Mapping[tuple[str, int], Traegt],
) -> None:
    """`shared`: None where there is no other answer to share anything with; else the reasons stand above."""
    if ansicht.teil.status is not Status.FERTIG:
        st.error(plain(ansicht.teil.fehler or "Diese Partei wurde nicht beurteilt."), icon=":material/error:")
    for typ in PROGRAMM_TYPEN:
        if typ not in ansicht.scores:
            continue
        with st.container(gap="xsmall"):
            st.markdown(f"**{typ.title()}** · {ansicht.wertung(typ)}")
            if shared is None:
                st.markdown(plain(_reason(ansicht, typ)))
            for zitat in ansicht.gebunden(typ):
                _zitat(seite, zitat, shared, gewaehlt == (seite, zitat), said.get(zitat.stelle))
    verworfene([zitat.eintrag for zitat in ansicht.verworfen()], seite)
    unchecked([zitat.eintrag for zitat in ansicht.ungeprueft()], seite)


def _zitat(
    seite: str, zitat: Zitat, shared: BelegComparison | None, chosen: bool, said: Traegt | None
) -> None:
    key, beleg = f"{seite}{zitat.shown_number}", zitat.beleg
    with zitat_card(beleg, key, chosen, partial(badge, said)):
        basis(said, beleg.text)
        if shared is None:
            return
        at = 0 if seite == LINKS else 1
        others = [pair[1 - at] for pair in shared.gemeinsam if pair[at] is zitat]
        if not others:
            st.caption(":material/radio_button_unchecked: nur hier zitiert")
            return
        st.caption(":material/check_circle: in beiden Antworten zitiert")
        other = others[0].beleg.text
        if seite == LINKS and chosen and other.split() != beleg.text.split():
            st.caption(MARKS.format("links", "rechts"))
            st.markdown(marked(in_words(beleg.text, other)))


def _seite(
    context: Context,
    gewaehlt: tuple[str, Zitat] | None,
    quotes: Mapping[str, Sequence[Zitat]],
    is_pair: bool,
) -> None:
    if gewaehlt is None:
        st.info("Hier gibt es kein belegtes Zitat, also keine Seite zu zeigen.", icon=":material/info:")
        return
    beleg = gewaehlt[1].beleg
    blick = view_on_both(context, beleg, quotes[LINKS], quotes[RIGHT], address.number("seite"))
    seitenansicht(blick, was=beleg.text)
    if is_pair and blick.seitenzahl and not blick.hinweis:
        st.markdown(LEGEND)


# --- what two prompts of the comparison say differently, word by word --------------------------------------

SHOWN = 3
# So many lines that both have stand open; more are folded.


def prompts(vergleich: Vergleich) -> None:
    """Two of its prompts as one text; which two stands in the address."""
    by_hash: dict[str, Spalte] = {}
    for spalte in vergleich.spalten:
        by_hash.setdefault(spalte.prompt_hash, spalte)
    if len(by_hash) < 2:
        st.caption("Alle Spalten haben denselben Prompt.")
        return
    first, second = _usual(list(by_hash.values()))
    by_key = {spalte.schluessel: spalte for spalte in by_hash.values()}
    chosen = []
    with st.container(horizontal=True):
        for label, field, usual in (("Von", "promptvon", first), ("Nach", "promptnach", second)):
            asked = address.get(field)
            key = st.selectbox(
                label,
                list(by_key),
                format_func=lambda key: _prompt(by_key[key]),
                width=320,
                **address.follow("vergleich", field, asked if asked in by_key else usual.schluessel),
            )
            chosen.append(by_key[key])
    one, two = chosen
    if one.prompt_hash == two.prompt_hash:
        st.caption("Das ist zweimal derselbe Prompt. Wählen Sie zwei verschiedene.")
        return
    parts = prompt_paragraphs(_text(vergleich, one), _text(vergleich, two))
    if all(paragraph.is_gleich for paragraph in parts):
        st.caption("Beide Texte sind Wort für Wort gleich; nur Titel oder Beschreibung sind anders.")
        return
    st.caption(MARKS.format(f"in {plain(_prompt(one))}", f"in {plain(_prompt(two))}"))
    with st.container(border=True, gap="xsmall"):
        for paragraph in parts:
            if paragraph.is_gleich and len(paragraph.zeilen) > SHOWN:
                with st.expander(
                    formats.counted(len(paragraph.zeilen), "gleiche Zeile", "gleiche Zeilen"), type="compact"
                ):
                    _rows(paragraph.zeilen)
                continue
            _rows(paragraph.zeilen)


def _usual(prompts: list[Spalte]) -> tuple[Spalte, Spalte]:
    """The two newest versions of one prompt, the older first, where there are two; else the first two."""
    for one in prompts:
        versions = [other for other in prompts if other.prompt_id == one.prompt_id]
        if len(versions) > 1:
            older, newer = sorted(versions, key=_age)[-2:]
            return older, newer
    return prompts[0], prompts[1]


def _age(spalte: Spalte) -> tuple[int, str]:
    """Version 10 is newer than 9."""
    return len(spalte.prompt_version), spalte.prompt_version


def _prompt(spalte: Spalte) -> str:
    return prompt_told(spalte.prompt_id, spalte.prompt_version)


def _text(vergleich: Vergleich, spalte: Spalte) -> str:
    """As it was sent: every Lauf keeps the text of its prompt."""
    at = next(i for i, own in enumerate(vergleich.spalten) if own.prompt_hash == spalte.prompt_hash)
    lauf_id = next(lauf.id for lauf in vergleich.laeufe if lauf.spalte == at)
    try:
        return resources.store().load(lauf_id).prompt_text
    except LaufUnreadable as error:
        return str(error)


def _rows(zeilen: tuple[tuple[TextPiece, ...], ...]) -> None:
    for zeile in zeilen:
        st.markdown(marked(zeile))


# --- the page -----------------------------------------------------------------------------------------------

TABS = {
    "zitate": "Zitate",
    "antworten": "Zwei Antworten",
    "echt": "Hält die Reihenfolge?",
    "kennzahlen": "Kennzahlen",
    "belege": "Tragen die Zitate?",
    "prompts": "Prompts vergleichen",
}


@st.fragment
def more_tabs(vergleich: Vergleich, namen: dict[str, str]) -> None:
    """Only what the chosen tab shows is worked out."""
    chosen = address.one_of("mehr", TABS, "zitate")
    address.segments("Mehr", TABS, address.follow("vergleich", "mehr", chosen))
    typ, basis = spalten.typ_of(), spalten.basis_of(vergleich)
    if chosen == "zitate":
        zitate(context, vergleich, namen, typ)
    elif chosen == "antworten":
        side_by_side(context, vergleich, namen, typ, basis)
    elif chosen == "echt":
        order_block(vergleich, typ, basis)
    elif chosen == "kennzahlen":
        kennzahlen(vergleich)
    elif chosen == "belege":
        beleg_measures(vergleich, namen)
    else:
        prompts(vergleich)


st.html(Path(__file__).with_name("tafel.css"))
context = resources.context()
with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
    st.title("Vergleich", anchor=False, width="content")
    rechts = st.container(horizontal=True, width="content", gap="small", vertical_alignment="center")
oben = st.container()
vergleich = spalten.ask(resources.store(), rechts)
with oben:
    is_starting = start.offer(context, vergleich, rechts)
if vergleich is None:
    st.stop()

namen = spalten.namen(vergleich)
with rechts:
    spalten.export_menu(vergleich, namen)
spalten.note_changes(vergleich)
figures = measured(vergleich)
with st.container(gap="xsmall"):
    spalten.angaben(vergleich, figures)
if not vergleich.parteien:
    st.info("In diesen Läufen ist noch keine Partei beurteilt.", icon=":material/info:")
    st.stop()
heatmap(vergleich, namen, figures, spalten.typ_of(), spalten.basis_of(vergleich))
if not is_starting and (field := Field.read(address.get("zelle"), vergleich)):
    cell_quotes(context, vergleich, namen, spalten.typ_of(), spalten.basis_of(vergleich), field)
more_tabs(vergleich, namen)

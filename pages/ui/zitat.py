"""A quote as it may be shown: bound, with status, source and what to beware of; or dropped, and why."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Literal, NamedTuple

import streamlit as st

from core.citations.eintrag import (
    REASONS,
    THE_ANTRAG,
    UNCERTAIN,
    WORT,
    Anchor,
    Eintrag,
    Gebunden,
    NearestText,
    Verworfen,
    ZitatStatus,
)
from core.citations.nachweis import anchored_eintrag
from core.citations.near_misses import PieceKind, TextPiece, differences
from core.context import Context
from core.german import formats
from core.programme.source_labels import cite_url, file_pages
from core.search.geltung import NOT_IN_FORCE, remark, satz
from core.seiten.zitat_page import zitat_pages
from pages.ui import resources
from pages.ui.text import joined, plain


class Badge(NamedTuple):
    name: str
    icon: str
    farbe: Literal["green", "blue", "orange"]
    bedeutung: str


BADGE = {
    ZitatStatus.WOERTLICH: Badge(
        WORT[ZitatStatus.WOERTLICH], ":material/check_circle:", "green", "Wort für Wort so im Programm"
    ),
    ZitatStatus.MIT_AUSLASSUNG: Badge(
        WORT[ZitatStatus.MIT_AUSLASSUNG],
        ":material/more_horiz:",
        "blue",
        "Wörtliche Teile in ihrer Reihenfolge; dazwischen wurde etwas ausgelassen",
    ),
    ZitatStatus.AUS_MEHREREN_STELLEN: Badge(
        WORT[ZitatStatus.AUS_MEHREREN_STELLEN],
        ":material/dashboard:",
        "blue",
        "Das Modell verband Sätze von verschiedenen Stellen; jeder Teil steht Wort für Wort so im Programm, "
        "aber nicht beieinander",
    ),
    ZitatStatus.ANGEGLICHEN: Badge(
        WORT[ZitatStatus.ANGEGLICHEN],
        ":material/edit:",
        "orange",
        "Das Modell schrieb ein wenig anders; hier steht der Wortlaut des Programms",
    ),
}

VERLOREN = Badge(
    "nicht mehr gefunden",
    ":material/help:",
    "orange",
    "Als es gebunden wurde, stand es so im Programm; im neu eingelesenen steht es nicht",
)
UNGEPRUEFT = (
    "Diese Angaben stammen aus einer eingelesenen Datei. Ob die Wörter so in einem Programm stehen, "
    "ließ sich hier nicht nachprüfen; deshalb zählen sie weder als belegt noch als verworfen."
)
SHOWN = 50
"""So many dropped quotes are drawn at once: a Lauf of a bad model may have thousands."""


@contextmanager
def zitat_card(
    beleg: Gebunden,
    key: str,
    chosen: bool,
    on_click: Callable[..., None],
    kwargs: Mapping[str, object],
    neben: Callable[[], None] | None = None,
) -> Iterator[None]:
    """The wording is a button: it turns the page. `chosen` bears the mark; the block draws more into it.

    `neben` draws beside the badge of exactness.
    """
    with st.container(border=True, key="gewaehltes-zitat" if chosen else f"karte-{key}", gap="xsmall"):
        st.button(
            plain(beleg.quoted),
            key=f"wahl-zitat-{key}",
            type="tertiary",
            width="stretch",
            wrap=True,
            help="Auf der Seite zeigen",
            on_click=on_click,
            kwargs=dict(kwargs),
        )
        angaben(beleg, neben)
        yield


def angaben(beleg: Gebunden, neben: Callable[[], None] | None = None) -> None:
    is_lost = beleg.anker is Anchor.VERLOREN
    zeichen = VERLOREN if is_lost else BADGE[beleg.status]
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.badge(
            zeichen.name, icon=zeichen.icon, color=zeichen.farbe, help=_of_source(zeichen.bedeutung, beleg)
        )
        if neben:
            neben()
        if beleg.trotzdem:
            mark = plain(remark(beleg.trotzdem))
            st.badge(NOT_IN_FORCE, icon=":material/event_busy:", color="red", help=mark)
        if not beleg.teile:
            st.caption(_where(beleg))
    for number, teil in enumerate(beleg.teile, start=1):
        st.caption(f"Teil {number}: {_where(replace(teil, anker=beleg.anker))}")
    if beleg.trotzdem:
        st.caption(f":material/event_busy: {plain(satz(beleg.trotzdem))}")
    if beleg.anker is Anchor.WIEDERGEFUNDEN:
        st.caption(f":material/anchor: {plain(beleg.notiz)}")
    for warning in warnings_of(beleg):
        st.markdown(f":orange[:material/warning: {plain(warning)}]")


def _where(beleg: Gebunden) -> str:
    return joined([plain(joined([_place(beleg), *beleg.abschnitt[-1:]])), _pdf_links(beleg)])


def _of_source(told: str, beleg: Gebunden) -> str:
    """What is told of Programme, as it is told of the Antrag where the quote is from there."""
    if beleg.ort.programm != THE_ANTRAG:
        return told
    return told.replace("im Programm", "im Antrag").replace("des Programms", "des Antrags")


def _place(beleg: Gebunden) -> str:
    """„SPD NRW Wahlprogramm 2022, S. 56 (Datei 58)“."""
    pages = ", ".join(map(str, beleg.ort.seiten))
    before = "Früher: " if beleg.anker in UNCERTAIN else ""
    return f"{before}{beleg.quelle}{f' (Datei {pages})' if beleg.ort.gedruckt else ''}"


def _pdf_links(beleg: Gebunden) -> str:
    """„Seite als PDF“, of a quote over a page break „PDF der Seiten 58, 59“: with its words marked."""
    if beleg.ort.programm == THE_ANTRAG:
        return ""
    seiten = zitat_pages(beleg)
    if len(seiten) == 1:
        return f"[Seite als PDF]({seiten[0][1]})"
    links = ", ".join(f"[{seite}]({url})" for seite, url in seiten)
    return f"PDF der Seiten {links}" if links else ""


def warnings_of(beleg: Gebunden) -> list[str]:
    """What to beware of, a sentence each."""
    found = [warning.text for warning in beleg.warnungen]
    if beleg.anker in UNCERTAIN:
        found.append(beleg.notiz)
    if beleg.fremde_partei:
        found.append("Aus dem Programm einer anderen Partei: kein Beleg für diese.")
    if beleg.fundstellen > 1:
        told = f"Steht so an {beleg.fundstellen} Stellen des Programms; gezeigt ist eine davon."
        found.append(_of_source(told, beleg))
    return found


def whole_sentence(beleg: Gebunden) -> None:
    """The sentence around the quote, and what the model had written where that was not the same."""
    for one in beleg.teile or (beleg,):
        before, quote, after = _around(one)
        st.markdown(f"{plain(before)} **{plain(quote)}** {plain(after)}".strip())
        st.caption(plain(" › ".join(one.abschnitt)))
    if beleg.status == ZitatStatus.ANGEGLICHEN:
        st.caption("So schrieb das Modell, und so steht es im Programm:")
        difference(beleg.emittiert, beleg.text)


def _around(beleg: Gebunden) -> tuple[str, str, str]:
    satz, text = beleg.satz, " ".join(beleg.text.split())
    if text not in satz:  # a quote with an ellipsis has other words between
        return "", satz, ""
    at = satz.index(text)
    return satz[:at], text, satz[at + len(text) :]


def verworfene(eintraege: Sequence[Eintrag], key: str = "") -> None:
    """One quiet line to open: how many were dropped, for what reasons; then each with the nearest passage.

    `key` tells several of them on one page apart.
    """
    if not eintraege:
        return
    reasons = [REASONS[eintrag.status] for eintrag in eintraege]
    told = ", ".join(f"{reasons.count(reason)} {reason}" for reason in dict.fromkeys(reasons))
    with st.expander(
        f"{formats.counted(len(eintraege), 'Zitat', 'Zitate')} verworfen: {told}", type="compact"
    ):
        _some(eintraege, f"verworfen-{key}", _dropped)


def unchecked(eintraege: Sequence[Eintrag], key: str = "") -> None:
    """What a file says that was read in, and nobody could prove here: shown, but never as a quote."""
    if not eintraege:
        return
    told = f"{formats.counted(len(eintraege), 'Zitat', 'Zitate')} nicht geprüft (eingelesen)"
    with st.expander(told, type="compact", icon=":material/upload_file:"):
        st.caption(UNGEPRUEFT)
        _some(eintraege, f"ungeprueft-{key}", _unchecked)


def _unchecked(eintrag: Eintrag) -> None:
    with st.container(border=True, gap="xsmall"):
        st.badge(WORT[ZitatStatus.UNGEPRUEFT], icon=":material/help:", color="gray", help=UNGEPRUEFT)
        st.markdown(plain(eintrag.text))
        st.caption(plain(eintrag.erklaerung))


def _some(eintraege: Sequence[Eintrag], key: str, draw: Callable[[Eintrag], None]) -> None:
    """The first few, then more at the press of a button: thousands would keep a page from being drawn."""
    shown = st.session_state.get(f"gezeigt-{key}", SHOWN)
    for eintrag in eintraege[:shown]:
        draw(eintrag)
    if shown < len(eintraege):
        st.button(
            f"Weitere anzeigen (noch {formats.number(len(eintraege) - shown)})",
            key=f"weitere-{key}",
            type="tertiary",
            on_click=lambda: st.session_state.update({f"gezeigt-{key}": shown + SHOWN}),
        )


def _dropped(eintrag: Eintrag) -> None:
    with st.container(border=True, gap="xsmall"):
        st.markdown(f"{plain(eintrag.text)}")
        grund = REASONS[eintrag.status]
        st.caption(plain(f"{grund[0].upper()}{grund[1:]}: {eintrag.erklaerung}"))
        if naechste := eintrag.naechste:
            _nearest(eintrag, naechste)


def _nearest(eintrag: Eintrag, naechste: NearestText) -> None:
    share = formats.percent(round(1000 * naechste.uebereinstimmung), 1000)
    is_antrag = naechste.programm == THE_ANTRAG
    where = "im Antrag" if is_antrag else f"{_name_of(naechste.programm)}, {file_pages(naechste.seiten)}"
    where += f", {remark(eintrag.trotzdem)}," if eintrag.trotzdem else ""
    st.caption(plain(f"Am nächsten kommt {where} ({share} der Wörter):"))
    difference(eintrag.text, naechste.text)
    if not is_antrag:
        st.link_button(
            "Passage auf ihrer Seite",
            cite_url(naechste.programm, naechste.seiten[0], naechste.text),
            icon=":material/open_in_new:",
            type="tertiary",
        )


def _name_of(programm_id: str) -> str:
    programm = resources.context().registry.programme.get(programm_id)
    return programm.name if programm else programm_id


def difference(emittiert: str, quelle: str) -> None:
    """What only the model says is struck out, what only the source says is set off; the rest is both."""
    st.markdown(marked(differences(emittiert, quelle)))


def marked(pieces: Iterable[TextPiece]) -> str:
    looks = {
        PieceKind.GLEICH: "{}",
        PieceKind.ONLY_ZITAT: ":red-background[~~{}~~]",
        PieceKind.ONLY_QUELLE: ":green-background[**{}**]",
    }
    return " ".join(looks[piece.art].format(plain(piece.text)) for piece in pieces)


# --- the quotes that prove an answer, with links to their pages ---------------------------------------------


def belege(
    context: Context, gebunden: Sequence[Gebunden], verworfen: Sequence[Verworfen], unbelegt: bool
) -> None:
    for beleg in (anchored_eintrag(context, one) for one in gebunden):
        with st.container(border=True, gap="xsmall"):
            st.markdown(plain(beleg.quoted))
            angaben(beleg)
    if unbelegt:
        st.markdown(":orange[:material/warning: Kein Zitat belegt diese Aussage.]")
    verworfene(verworfen)

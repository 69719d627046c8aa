"""A quote as it may be shown: bound, with status, source and what to beware of; or dropped, and why."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Literal, NamedTuple

import streamlit as st

from core.antrag.edits import Edits, mark_of
from core.assessment.forderung_pairs import ZitatReference, reference_told
from core.base import formats
from core.llm.verdict import WORT as VERDICT_WORD, Traegt, Verdict
from core.programme.context import Context
from core.proof.nachweis import anchored_eintrag
from core.proof.zitat_page import zitat_pages
from core.runs.lauf import Lauf
from core.search.geltung import NotInForce
from core.search.shown_passage import ShownPassage
from core.wortlaut.binding.eintrag import Anchor, Eintrag, Gebunden, Verworfen, ZitatStatus
from core.wortlaut.binding.near_misses import PieceKind, TextPiece, differences
from core.wortlaut.binding.source_labels import cite_url, file_pages, footnote
from pages.ui import address, resources
from pages.ui.text import joined, plain
from pages.ui.words import modell_name, prompt_shown

Colour = Literal["green", "blue", "orange"]


class Badge(NamedTuple):
    name: str
    bedeutung: str
    sign: str
    """Where there is no room for the icon."""
    icon: str
    farbe: Colour


LOOK: Mapping[ZitatStatus, tuple[str, str, Colour]] = {
    ZitatStatus.WOERTLICH: ("✓", ":material/check_circle:", "green"),
    ZitatStatus.MIT_AUSLASSUNG: ("…", ":material/more_horiz:", "blue"),
    ZitatStatus.AUS_MEHREREN_STELLEN: ("&", ":material/dashboard:", "blue"),
    ZitatStatus.ANGEGLICHEN: ("≈", ":material/edit:", "orange"),
}
BADGE = {status: Badge(status.wort, status.erklaerung, *LOOK[status]) for status in ZitatStatus.bound()}

VERLOREN = Badge(
    "nicht mehr gefunden",
    "Als es gebunden wurde, stand es so im Programm; im neu eingelesenen steht es nicht",
    "?",
    ":material/help:",
    "orange",
)


def badge_of(beleg: Gebunden) -> Badge:
    return VERLOREN if beleg.anker is Anchor.VERLOREN else BADGE[beleg.status]


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
    neben: Callable[[], None] | None = None,
    **also: object,
) -> Iterator[None]:
    """The wording is a button: it turns the page. `chosen` bears the mark; the block draws more into it.

    `neben` draws beside the badge of exactness. `key` is the quote's name in the address, `also` what else
    the button writes there.
    """
    with st.container(border=True, key="gewaehltes-zitat" if chosen else f"karte-{key}", gap="xsmall"):
        target = {**also, "zitat": key, "seite": None}
        address.button(
            plain(beleg.quoted), target, key=f"wahl-zitat-{key}", help="Auf der Seite zeigen", wide=True
        )
        angaben(beleg, neben)
        yield


def angaben(beleg: Gebunden, neben: Callable[[], None] | None = None) -> None:
    zeichen = badge_of(beleg)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.badge(
            zeichen.name, icon=zeichen.icon, color=zeichen.farbe, help=_of_source(zeichen.bedeutung, beleg)
        )
        if neben:
            neben()
        if beleg.trotzdem:
            mark = plain(NotInForce(beleg.trotzdem).remark)
            st.badge(NotInForce.WORD, icon=":material/event_busy:", color="red", help=mark)
        if not beleg.teile:
            st.caption(_where(beleg))
    for number, teil in enumerate(beleg.teile, start=1):
        st.caption(f"Teil {number}: {_where(replace(teil, anker=beleg.anker))}")
    if beleg.trotzdem:
        st.caption(f":material/event_busy: {plain(NotInForce(beleg.trotzdem).sentence)}")
    if beleg.anker is Anchor.WIEDERGEFUNDEN:
        st.caption(f":material/anchor: {plain(beleg.notiz)}")
    for warning in warnings_of(beleg):
        st.markdown(f":orange[:material/warning: {plain(warning)}]")


def _where(beleg: Gebunden) -> str:
    """„SPD NRW Wahlprogramm 2022, S. 56 (Datei 58)“, its heading and the links to its pages.

    Where both numbers are one it is told once.
    """
    pages = [str(seite) for seite in beleg.ort.seiten]
    before = "Früher: " if beleg.is_uncertain else ""
    in_file = f" (Datei {', '.join(pages)})" if beleg.ort.gedruckt else ""
    place = f"{before}{beleg.quelle}{'' if list(beleg.ort.gedruckt) == pages else in_file}"
    # „Seite als PDF“, of a quote over a page break „PDF der Seiten 58, 59“: with its words marked.
    seiten = [] if beleg.ort.is_in_antrag else zitat_pages(beleg)
    links = ", ".join(f"[{seite}]({url})" for seite, url in seiten)
    pdf = f"[Seite als PDF]({seiten[0][1]})" if len(seiten) == 1 else links and f"PDF der Seiten {links}"
    return joined([plain(joined([place, *beleg.abschnitt[-1:]])), pdf])


def _of_source(told: str, beleg: Gebunden) -> str:
    """What is told of Programme, as it is told of the Antrag where the quote is from there."""
    if not beleg.ort.is_in_antrag:
        return told
    return told.replace("im Programm", "im Antrag").replace("des Programms", "des Antrags")


def warnings_of(beleg: Gebunden) -> list[str]:
    """What to beware of, a sentence each."""
    found = [warning.text for warning in beleg.warnungen]
    if beleg.is_uncertain:
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
        text = " ".join(one.text.split())
        # A quote with an ellipsis has other words between: then the whole sentence is set off.
        before, quote, after = one.satz.partition(text) if text in one.satz else ("", one.satz, "")
        st.markdown(f"{plain(before)} **{plain(quote)}** {plain(after)}".strip())
        st.caption(plain(" › ".join(one.abschnitt)))
    if beleg.status == ZitatStatus.ANGEGLICHEN:
        st.caption("So schrieb das Modell, und so steht es im Programm:")
        difference(beleg.emittiert, beleg.text)


def verworfene(eintraege: Sequence[Eintrag], key: str = "") -> None:
    """One quiet line to open: how many were dropped, for what reasons; then each with the nearest passage.

    `key` tells several of them on one page apart.
    """
    if not eintraege:
        return
    reasons = [eintrag.status.wort for eintrag in eintraege]
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
        st.badge(ZitatStatus.UNGEPRUEFT.wort, icon=":material/help:", color="gray", help=UNGEPRUEFT)
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
        st.markdown(plain(eintrag.text))
        grund = eintrag.status.wort
        st.caption(plain(f"{grund[0].upper()}{grund[1:]}: {eintrag.erklaerung}"))
        if naechste := eintrag.naechste:
            share = formats.percent(round(1000 * naechste.uebereinstimmung), 1000)
            is_antrag = naechste.is_in_antrag
            programm = resources.context().registry.programme.get(naechste.programm)
            name = programm.name if programm else naechste.programm
            where = "im Antrag" if is_antrag else f"{name}, {file_pages(naechste.seiten)}"
            where += f", {NotInForce(eintrag.trotzdem).remark}," if eintrag.trotzdem else ""
            st.caption(plain(f"Am nächsten kommt {where} ({share} der Wörter):"))
            difference(eintrag.text, naechste.text)
            if not is_antrag:
                st.link_button(
                    "Passage auf ihrer Seite",
                    cite_url(naechste.programm, naechste.seiten[0], naechste.text),
                    icon=":material/open_in_new:",
                    type="tertiary",
                )


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


# --- what a second model said of a quote, beside the badge of its exactness and never in its place ----------

PURPOSE = (
    "Belegt heißt: Das Zitat steht so im Programm. Ob es die Forderung stützt oder ihr widerspricht, sagt "
    "das nicht. Dazu liest ein zweites Modell jede Forderung mit der Stelle, ohne Punkte und Parteinamen zu "
    "sehen, und nennt die Wörter, auf die es sich stützt. Stehen sie nicht in der Stelle, bleibt das Urteil "
    "offen. Auch ein Prüfmodell kann sich irren."
)
NOT_LOOKED_AT = "Bedeutung nicht geprüft"
TOO_FAR_HELP = (
    "Das Zitat steht so im Programm, kommt aber keiner Forderung des Antrags nahe, oder es stammt aus dem "
    "Programm einer anderen Partei."
)


class Zeichen(NamedTuple):
    icon: str
    farbe: Literal["green", "red", "orange", "gray"]


LETTERS = {
    Verdict.STUETZT: Zeichen(":material/thumb_up:", "green"),
    Verdict.WIDERSPRICHT: Zeichen(":material/thumb_down:", "red"),
    Verdict.ANDERES: Zeichen(":material/alt_route:", "orange"),
    Verdict.OFFEN: Zeichen(":material/help:", "gray"),
}


def badge(row: Traegt | None) -> None:
    """Beside the badge of its exactness, and never in its place."""
    if row is None:
        st.badge(NOT_LOOKED_AT, icon=":material/radio_button_unchecked:", color="gray", help=PURPOSE)
        return
    zeichen = LETTERS[row.verdict]
    about = f"{modell_name(row.model)} am {formats.moment(row.created)}, {prompt_shown(row.prompt_version)}"
    word = f"{VERDICT_WORD[row.verdict]} (Prüfmodell)"
    st.badge(word, icon=zeichen.icon, color=zeichen.farbe, help=plain(about))


def forderung_badge(lauf: Lauf, bezug: ZitatReference | None) -> None:
    """Which Forderung the quote answers: being exact does not make it an answer."""
    if bezug is None or bezug.forderungen == ("",):
        return
    own = [one for one in lauf.antrag.forderungen if one.nummer in bezug.forderungen]
    texts = [f"{one.nummer}{mark_of(one.nummer, lauf.edits)}: {one.text}" for one in own]
    is_none = not bezug.forderungen
    icon = ":material/link_off:" if is_none else ":material/subdirectory_arrow_right:"
    marks = "".join(dict.fromkeys(mark_of(nummer, lauf.edits) for nummer in bezug.forderungen))
    told = f"{reference_told(replace(bezug, gewaehlt=False))}{marks}"
    helped = plain(" ".join(texts) or TOO_FAR_HELP)
    st.badge(plain(told), icon=icon, color="orange" if is_none else "blue", help=helped)


def basis(
    row: Traegt | None, zitat: str, bezug: ZitatReference | None = None, edits: Edits | None = None
) -> None:
    """The passage's words the verdict relies on, or why it is open; and which Forderung was asked about."""
    is_ours = bezug.gewaehlt if bezug else row is not None and row.gewaehlt
    whose = "Forderung von uns zugeordnet" if is_ours else None
    if row is None:
        if whose:
            st.caption(whose)
        return
    mark = mark_of(row.forderung, edits)
    too = f"Geprüft zu Forderung {row.forderung}{mark}" if row.forderung else "Geprüft zum Antrag"
    is_same = row.words == " ".join(zitat.split())
    words = f"Grundlage: {'das Zitat selbst' if is_same else f'„{row.words}“'}" if row.words else None
    st.caption(plain(joined([too, words, row.reason or None, whose])))


def further(rows: Sequence[Traegt], edits: Edits | None = None) -> None:
    """What was said of the same quote and other Forderungen."""
    for row in rows:
        to = f"Zu Forderung {row.forderung}{mark_of(row.forderung, edits)}"
        told = f"{to}: {VERDICT_WORD[row.verdict]} (Prüfmodell)"
        words = f"Grundlage: „{row.words}“" if row.words else row.reason
        st.caption(plain(joined([told, words])))


# --- A button that puts a text into the clipboard: a quote or a passage with its source and address ---------

HERE = Path(__file__).parent
_copied = st.components.v2.component(
    "zitatkopie",
    html='<button type="button"></button>',
    css=(HERE / "zitatkopie.css").read_text(encoding="utf-8"),
    js=(HERE / "zitatkopie.js").read_text(encoding="utf-8"),
)


def copy_button(label: str, text: str, stelle: str, key: str) -> None:
    """`stelle` is said to those who do not see beside what the button stands."""
    _copied(data={"label": label, "text": text, "stelle": stelle}, key=f"kopie-{key}")


def passage_copy(passage: ShownPassage, key: str) -> None:
    """„Wir bauen die Bahn.“ (Lindenbund Musterland Wahlprogramm 2024, S. 5 (Datei 5), http://…)."""
    text = footnote(passage.chunk.text, passage.stelle, address.absolute(passage.url))
    copy_button("Zitat kopieren", text, passage.stelle, key)

"""Seite „Zitate prüfen“: ein Text von irgendwo; seine Zitate, was davon gedruckt ist, und die Seite dazu."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

import streamlit as st

from core.base import formats
from core.features.textcheck.check import (
    NAME,
    SIGN,
    CheckedQuote,
    CheckedText,
    Verdict,
    check,
    check_file,
    claimed_page,
    counts_in_words,
)
from core.features.textcheck.document_page import document_page
from core.features.textcheck.kept_checks import keep, list_kept, open_kept, title_of
from core.features.textcheck.kept_text import TextPruefung
from core.features.textcheck.source_files import Sources, read_sources
from core.features.textcheck.text_blocks import MAX_MB, read_text
from core.features.textcheck.word_comments import as_docx
from core.programme.context import Context
from core.programme.stock import Coverage
from core.proof.zitat_page import page_glance, zitat_view
from core.wortlaut.binding.near_misses import differences
from pages.ui import address, resources
from pages.ui.parts import DOCX, head
from pages.ui.seite import seitenansicht
from pages.ui.text import failure_shown, joined, plain
from pages.ui.zitat import angaben, marked

HERE = Path(__file__).parent
CHECKED, LAND, KEPT = "geprueft-text", "geprueft-land", "geprueft-aufbewahrt"
FOLDER = "geprueft-dokumente"
INTRO = (
    "Fügen Sie einen Text ein, den ein Sprachmodell, eine Zeitung oder jemand anders geschrieben hat. Jedes "
    "Zitat wird in den eingelesenen Programmen gesucht, danach in den aufgenommenen Quellen; oder nur in "
    "Dokumenten, die Sie dazulegen. Gesucht wird Wort für Wort, und mit Partei, Jahr und Seite, wo der Text "
    "sie nennt. Gespeichert wird nichts, solange Sie es nicht sagen."
)
COLOURS: dict[Verdict, Literal["green", "blue", "orange", "red", "gray"]] = {
    Verdict.GEDRUCKT: "green",
    Verdict.VERKUERZT: "orange",
    Verdict.UNKLAR: "blue",
    Verdict.MEHRERE_STELLEN: "blue",
    Verdict.FALSCH_ZUGEORDNET: "orange",
    Verdict.ABWEICHEND: "orange",
    Verdict.NIRGENDS: "red",
    Verdict.UNSICHER: "gray",
    Verdict.ZU_KURZ: "gray",
}

_text = st.components.v2.component(
    "geprueftertext",
    html='<div class="text" role="group" aria-label="Geprüfter Text" tabindex="0"></div>',
    css=(HERE / "text.css").read_text(encoding="utf-8"),
    js=(HERE / "text.js").read_text(encoding="utf-8"),
)


def entry(context: Context) -> None:
    """The text or file, the Land where the text does not name one, and what was kept before."""
    st.markdown(INTRO)
    left, right = st.columns([3, 2], gap="large")
    with left, st.form("pruefen", border=False):
        pasted = st.text_area(
            "Text mit Zitaten",
            key="pruefen-text",
            height=240,
            placeholder="„Wir werden …“ (SPD, Wahlprogramm 2021, S. 12)",
        )
        # Within the form: its button waits until the files have come up.
        from_file, against = st.columns(2)
        file = from_file.file_uploader(
            "oder der Text als Datei",
            type=["txt", "md", "docx", "pdf", "html", "htm", "eml", "json"],
            key="pruefen-datei",
            max_upload_size=MAX_MB,
        )
        documents = against.file_uploader(
            "Nur in diesen Dokumenten suchen (statt in Programmen)",
            type=["pdf", "docx", "html", "htm", "txt", "md"],
            accept_multiple_files=True,
            key="pruefen-gegen",
            max_upload_size=MAX_MB,
        )
        against.caption("Protokoll, Vertrag, Gesetz, Studie. Die Dateien werden nicht aufbewahrt.")
        laender = {code: one.land for code, one in context.registry.parlamente.items()}
        with st.container(horizontal=True, vertical_alignment="bottom"):
            land = st.selectbox(
                "Land, wenn der Text keines nennt",
                list(laender),
                index=None,
                format_func=laender.__getitem__,
                placeholder="alle",
                key="pruefen-land",
                width=280,
            )
            sent = st.form_submit_button("Zitate prüfen", type="primary", key="pruefen-los")
    with right:
        given = [(one.name, one.getvalue()) for one in documents]
        if sent and file is not None:
            _check(
                land, lambda: check_file(file.getvalue(), file.name, context, land, sources=_sources(given))
            )
        elif sent:
            _check(land, lambda: check(read_text(pasted), context, land, sources=_sources(given)))
        kept = list_kept(resources.store())[:20]
        if kept:
            st.markdown("**Aufbewahrte Prüfungen**")
            for note in kept:
                day = f"{formats.day(note.created)}: " if note.created else ""
                st.page_link(
                    "features/textcheck/pruefen.py",
                    label=plain(f"{day}{note.titel}"),
                    query_params={"pruefung": note.id},
                )
        # In what is looked, said before anybody pastes a text.
        stored = [gebiet for gebiet in context.registry.parlamente if context.store.staende(gebiet)]
        told = [str(Coverage.of(context, gebiet)) for gebiet in stored]
        if told:
            st.caption("Gesucht wird in dem, was eingelesen ist. " + plain(". ".join(told)) + ".")
        else:
            st.info("Eingelesen ist noch kein Programm; das geht unter „Programme“.", icon=":material/info:")


def _sources(given: Sequence[tuple[str, bytes]]) -> Sources | None:
    """What was laid beside the text; its pages can be drawn as long as this session lasts."""
    st.session_state.pop(FOLDER, None)
    if not given:
        return None
    folder = st.session_state[FOLDER] = TemporaryDirectory(prefix="dokumente-")
    return read_sources(given, Path(folder.name))


def _check(land: str | None, checking: Callable[[], CheckedText]) -> None:
    with failure_shown(), st.spinner("Die Zitate werden gesucht …"):
        checked = checking()
        st.session_state.update({CHECKED: checked, KEPT: None, LAND: land})
        # The first that is false, or the first of all.
        false = (number for number, one in enumerate(checked.quotes, start=1) if one.is_false)
        address.go(zitat=next(false, 1 if checked.quotes else None), pruefung=None)
        st.rerun()


def _pieces(checked: CheckedText) -> Iterator[dict[str, object]]:
    """The blocks of the text, cut where a quote begins or ends."""
    starts = [one.quote.start for one in checked.quotes]
    unclear = {note.start: note.satz for note in checked.notes}
    for low, block in zip(checked.document.starts, checked.document.blocks, strict=True):
        high, at, pieces = low + len(block.text), low, list[dict[str, object]]()
        first, behind = max(0, bisect_right(starts, low) - 1), bisect_left(starts, high)
        for number, one in enumerate(checked.quotes[first:behind], start=first + 1):
            start, end = max(low, one.quote.start), min(high, one.quote.end)
            if start >= end:
                continue
            pieces.append({"text": checked.document.text[at:start]})
            pieces.append(
                {
                    "text": checked.document.text[start:end],
                    "n": number,
                    "art": str(one.verdict),
                    "titel": NAME[one.verdict],
                    "zeichen": SIGN[one.verdict],
                    "first": one.quote.start >= low,
                }
            )
            at = end
        pieces.append({"text": checked.document.text[at:high]})
        yield {
            "kind": str(block.kind),
            "hinweis": unclear.get(low, ""),
            "pieces": [piece for piece in pieces if piece["text"]],
        }


@st.fragment
def panes(context: Context, checked: CheckedText) -> None:
    """A fragment: choosing a quote draws only this anew."""
    chosen = min(max(address.number("zitat") or 1, 1), len(checked.quotes))
    one = checked.quotes[chosen - 1]
    left, middle, right = st.columns([5, 4, 5], gap="medium")
    with left:
        key = f"{id(checked)}"
        data = {"key": key, "blocks": list(_pieces(checked)), "chosen": chosen}
        _text(data=data, key="gepruefter-text", on_zitat_change=partial(_choose, len(checked.quotes)))
    with middle, st.container(key="geprueftes-zitat", gap="small"):
        count = len(checked.quotes)
        with st.container(horizontal=True, vertical_alignment="center", wrap=False):
            st.markdown(f"**Zitat {chosen} von {count}**", width="stretch")
            for name, icon, target in (
                ("Voriges Zitat", "chevron_left", chosen - 1),
                ("Nächstes Zitat", "chevron_right", chosen + 1),
            ):
                with st.container(key=f"nur-zeichen-{icon}", width="content"):
                    address.button(
                        name,
                        {"zitat": target, "seite": None},
                        icon=f":material/{icon}:",
                        help=name,
                        disabled=not 1 <= target <= count,
                    )
        _verdict(context, one, in_documents=checked.sources is not None)
    with right, st.container(key="pruefung-seite"):
        # The page it is printed on; else of what comes nearest, unmarked, or the one that the text names.
        seite = address.number("seite")
        if checked.sources:
            _document(checked, one, seite)
        elif one.gebunden:
            seitenansicht(zitat_view(context, one.gebunden[0], seite), was=one.gebunden[0].text)
        elif one.near:
            seitenansicht(zitat_view(context, one.near, seite, zitat=(), weitere=one.near.ort.stellen))
        elif claimed := claimed_page(context, one.claim):
            seitenansicht(page_glance(context, claimed[0], seite or claimed[1]))
        else:
            st.info("Zu diesem Zitat gibt es keine Seite.", icon=":material/search_off:")


def _document(checked: CheckedText, one: CheckedQuote, seite: int | None) -> None:
    """The page of a document that was laid beside the text; of what comes nearest unmarked."""
    bound = one.gebunden[0] if one.gebunden else one.near
    if bound is None:
        st.info("Zu diesem Zitat gibt es keine Seite.", icon=":material/search_off:")
        return
    st.markdown(f"**{plain(bound.quelle)}**")
    if not bound.ort.seiten:
        st.caption("Dieses Dokument hat keine Seiten. Der ganze Satz darin:")
        st.markdown(plain(bound.satz))
        return
    page = document_page(checked, bound, seite or bound.ort.seiten[0], is_marked=bool(one.gebunden))
    if page is None:
        st.info("Die Datei ist nicht mehr da. Prüfen Sie den Text noch einmal.", icon=":material/info:")
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall", key="seitenleiste"):
        last = page.dokument.seitenzahl
        for name, icon, target in (
            ("Vorige Seite", "chevron_left", page.seite - 1),
            ("Nächste Seite", "chevron_right", page.seite + 1),
        ):
            with st.container(key=f"nur-zeichen-seite-{icon}", width="content"):
                address.button(
                    name,
                    {"seite": target},
                    icon=f":material/{icon}:",
                    help=name,
                    disabled=not 1 <= target <= last,
                )
        st.caption(f"Seite {page.seite} von {last} der Datei")
    st.image(page.png(130), width="stretch")


def _choose(count: int) -> None:
    """A browser may send anything: only the number of a quote counts."""
    sent = st.session_state["gepruefter-text"].get("zitat")
    if isinstance(sent, int) and 1 <= sent <= count:
        address.go(zitat=sent, seite=None)


def _verdict(context: Context, one: CheckedQuote, in_documents: bool) -> None:
    st.badge(f"{SIGN[one.verdict]} {NAME[one.verdict]}", color=COLOURS[one.verdict])
    with st.container(key="zitat-schrift"):
        nearest = one.near.text if one.near else ""
        st.markdown(marked(differences(one.quote.text, nearest)) if nearest else plain(one.quote.text))
    if nearest:
        where = "Dokument" if in_documents else "Programm"
        st.caption(f"Durchgestrichen steht nur im Text, hinterlegt nur im {where}.")
    if one.quote.is_whole and one.quote.source:
        st.caption(f"Als Quelle gelesen, nicht als Zitat: {plain(one.quote.source)}")
    if claimed := one.claim.in_words(context.registry):
        # Who is understood to speak, and by which words of the text.
        words = f" („{one.claim.words}“)" if one.claim.words else ""
        st.caption(f"Im Text dazu: {plain(claimed + words)}")
    for sentence in one.wrong or (one.satz,):
        st.markdown(plain(sentence))
    for bound in one.gebunden[:1] if not in_documents else ():
        angaben(bound)
    if len(one.gebunden) > 1:
        st.caption(f"Steht auch in: {plain(joined(other.quelle for other in one.gebunden[1:]))}")
    if one.near:
        st.caption(f"Am nächsten kommt, rechts zu sehen: {plain(one.near.quelle)}")
    elif not one.gebunden and not in_documents and claimed_page(context, one.claim):
        st.caption("Rechts die Seite, die der Text nennt; das Zitat steht dort nicht.")


head("pruefen")
context = resources.context()
with failure_shown():
    kept = address.get("pruefung")
    if kept and st.session_state.get(KEPT) != kept:  # kept before: it is checked anew
        opened, anew = open_kept(resources.store(), context, kept)
        st.session_state.update({CHECKED: anew, KEPT: kept, LAND: opened.bundesland})
    checked: CheckedText | None = st.session_state.get(CHECKED)
    if checked is None:
        entry(context)
    else:
        with st.container(horizontal=True, vertical_alignment="center", key="pruefung-kopf"):
            with st.container(gap=None, width="stretch"):
                st.markdown(f"**{plain(checked.in_words())}**")
                st.caption(plain(checked.scope()))
                # Where today's result is another than on the day it was kept.
                note = resources.store().find_note(TextPruefung, kept) if kept else None
                today = {str(one): count for one, count in checked.counts.items()}
                if note and note.created and note.counts != today:
                    then = f"damals {counts_in_words(note.counts)}."
                    st.caption(plain(f"Aufbewahrt am {formats.day(note.created)}; {then}"))
            st.download_button(
                "Als Word mit Kommentaren",
                partial(as_docx, checked),
                file_name="zitate-geprueft.docx",
                mime=DOCX,
                icon=":material/download:",
                on_click="ignore",
                key="pruefung-word",
            )
            # What was held against documents cannot be checked anew: those are gone with the session.
            if (
                not kept
                and not checked.sources
                and st.button(
                    "Aufbewahren",
                    icon=":material/bookmark_add:",
                    key="pruefung-aufbewahren",
                    help="Mit fester Adresse",
                )
            ):
                with failure_shown():
                    st.session_state[KEPT] = keep(resources.store(), checked, st.session_state.get(LAND))
                    address.go(pruefung=st.session_state[KEPT])
                    st.rerun()
            if st.button(
                "Anderen Text prüfen", icon=":material/arrow_back:", type="tertiary", key="pruefung-neu"
            ):
                for name in (CHECKED, KEPT):
                    st.session_state.pop(name, None)
                address.go(pruefung=None, zitat=None, seite=None)
                st.rerun()
        for remark in checked.remarks():
            st.markdown(f":orange[:material/info:] {plain(remark)}")
        if checked.quotes:
            panes(context, checked)
        else:
            st.info(
                "In diesem Text stehen keine Zitate: keine Wörter in Anführungszeichen, keine eingerückten "
                "Absätze, keine Sätze mit Quelle dahinter.",
                icon=":material/search_off:",
            )
            st.markdown(plain(title_of(checked.document)))

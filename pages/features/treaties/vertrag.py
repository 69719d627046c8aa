"""Seite „Vertrag und Programme“: ein Koalitionsvertrag Satz für Satz neben den Programmen seiner Parteien."""

from collections.abc import Callable, Sequence
from datetime import date

import pandas as pd
import streamlit as st

from core.base import clock, formats
from core.base.errors import EingabeError
from core.base.memory import Recent
from core.base.table import as_csv, as_xlsx
from core.features.treaties.compare import LIMIT, Comparison, Nearest, Row, Verdict, compare, signed_by
from core.features.treaties.tables import counts_table, limit_table, rows_table
from core.programme.context import Context
from core.programme.quellen import Quellen
from core.proof.given_text import MAX_MB, SUFFIXES, read_given
from core.proof.zitat_page import page_glance
from core.wortlaut.binding.fund import Fund
from core.wortlaut.binding.quelle import Quelle
from pages.ui import address, resources
from pages.ui.filter_bar import Choice, ask, nothing_found, row
from pages.ui.parts import XLSX, head
from pages.ui.plain_table import as_html
from pages.ui.seite import page_picture
from pages.ui.text import failure_shown, plain
from pages.ui.words import partei_shown
from pages.ui.zitat import marked

GIVEN = "vertrag-text"
FIELDS = ("dokument", "parteien", "land", "tag", "kapitel", "partei", "ergebnis", "satz", "neben")
PER_PAGE = 20
OPENING = 140
INTRO = (
    "Zu jedem Satz eines Koalitionsvertrags die nächste Stelle im Programm jeder Partei: steht er dort so, "
    "mit anderen Wörtern, oder ist keine Stelle nah. Gespeichert wird nichts."
)
COLOURS = {
    Verdict.STEHT_SO: "green",
    Verdict.GEAENDERT: "blue",
    Verdict.NAH: "orange",
    Verdict.KEINE: "gray",
}

_found: Recent[Comparison] = Recent(40_000, lambda one: len(one.rows))
"""Kept by what was compared: another visitor of the same address, and each click, waits for nothing."""


def entry(context: Context) -> None:
    """The treaty, and with whose programmes it is to be compared."""
    st.markdown(INTRO)
    st.caption(plain(LIMIT))
    laender = {
        code: one.land for code, one in context.registry.parlamente.items() if context.store.staende(code)
    }
    left, right = st.columns(2, gap="large")
    with right:
        land = st.selectbox("Land", list(laender), format_func=laender.__getitem__, key="vertrag-land")
        own = {
            one.partei: partei_shown(one.partei, land)
            for one in context.registry.programme.values()
            if land and one.bundesland == land
        }
        parteien = st.multiselect(
            "Parteien",
            list(own),
            format_func=own.__getitem__,
            placeholder="wählen",
            key="vertrag-parteien",
        )
        day = st.date_input("Programme, die galten am", clock.today(), format="DD.MM.YYYY", key="vertrag-tag")
    with left:
        file = st.file_uploader(
            "Vertrag als Datei (PDF, Word, Webseite oder Text)",
            SUFFIXES,
            key="vertrag-datei",
            max_upload_size=MAX_MB,
        )
        pasted = st.text_area("oder als Text", key="vertrag-eingabe", height=140)
        quellen = {id: one.name for id, one in context.registry.quellen.items() if Quellen.find(context, id)}
        quelle = (
            st.selectbox(
                "oder eine Quelle",
                list(quellen),
                index=None,
                format_func=quellen.__getitem__,
                placeholder="wählen",
                key="vertrag-quelle",
            )
            if quellen
            else None
        )
        if st.button("Vergleichen", type="primary", key="vertrag-los"):
            with failure_shown(), st.spinner("Der Vertrag wird gelesen …"):
                # A Quelle says itself who signed it.
                if not parteien and not (quelle and context.registry.quellen[quelle].parteien):
                    raise EingabeError("Wählen Sie Parteien, mit deren Programmen verglichen werden soll.")
                if not quelle:
                    st.session_state[GIVEN] = (
                        read_given(file.getvalue(), file.name) if file else read_given(pasted, "Ihr Text")
                    )
                told = day.isoformat() if isinstance(day, date) else None
                address.go(dokument=quelle, parteien=",".join(parteien), land=land, tag=told, satz=None)
                st.rerun()


def given_treaty(context: Context) -> Quelle | None:
    """The document that the address names, else what was handed over."""
    if id := address.get("dokument"):
        found = Quellen.find(context, id)
        if found is None:
            raise EingabeError(f"Das Dokument „{id}“ ist nicht eingelesen.")
        return found
    given: Quelle | None = st.session_state.get(GIVEN)
    return given


def compared(context: Context, treaty: Quelle) -> Comparison:
    parteien, land = address.listed("parteien"), address.get("land") or None
    try:
        day = date.fromisoformat(address.get("tag")) if address.get("tag") else None
    except ValueError:
        day = None
    stamps = sorted((id, stand.version) for id, stand in context.store.staende(land or "BUND").items())
    key = (treaty.programm.id, treaty.version, tuple(parteien), land, day or clock.today(), tuple(stamps))
    bar = st.progress(0.0, "Der Vertrag wird Satz für Satz verglichen …")

    def advance(done: int, total: int) -> None:
        bar.progress(done / total, f"Satz {formats.number(done)} von {formats.number(total)}")

    found = _found.get(key, lambda: compare(context, treaty, parteien, land, day, advance))
    bar.empty()
    return found


def numbers(found: Comparison) -> None:
    """What came of it, per party; per chapter on demand."""
    columns = st.columns(max(2, len(found.parteien)))
    for column, partei in zip(columns, found.parteien, strict=False):
        with column, st.container(border=True, key=f"vertrag-zahlen-{partei}", gap="xsmall"):
            st.markdown(f"**{plain(partei_shown(partei))}**")
            st.markdown(plain(found.in_words(partei)))
            st.caption(plain("; ".join(one.name for one in found.programme[partei])))
    for partei in found.missing:
        st.warning(f"Von {plain(partei)} ist kein geltendes Programm eingelesen.", icon=":material/warning:")
    st.caption(plain(LIMIT))
    if len(found.treaty.chapters) > 1:
        fold = st.expander("Nach Kapiteln", type="compact", icon=":material/table:", key="vertrag-tafel")
        with fold:
            table = counts_table(found)
            frame = pd.DataFrame(table.zeilen, columns=list(table.kopf))
            st.html(as_html(frame, "Sätze nach Kapitel, Partei und Ergebnis", {}, ()))


CHOSEN = ("satz", "neben")
FILTERS = (
    Choice("Kapitel", "kapitel", lambda found: found.treaty.chapters, 300, drop=CHOSEN),
    Choice(
        "Partei",
        "partei",
        lambda found: found.parteien,
        160,
        shown=partei_shown,
        drop=CHOSEN,
    ),
    Choice("Ergebnis", "ergebnis", {str(one): one.words for one in Verdict}, 190, drop=CHOSEN),
)


def passing(found: Comparison, wanted: dict[str, str | None]) -> list[Row]:
    """The sentences that pass the filters: a result is asked of the chosen party, else of any."""

    def passes(one: Row) -> bool:
        theirs = [n for p, n in one.nearest.items() if wanted["partei"] in (None, p)]
        is_in = wanted["kapitel"] in (None, one.sentence.chapter)
        return is_in and any(wanted["ergebnis"] in (None, str(n.verdict)) for n in theirs)

    return [one for one in found.rows if passes(one)]


def sentence_list(rows: Sequence[Row], partei: str | None) -> Row:
    """A part of them; gives the one that is chosen."""
    numbers = [one.sentence.number for one in rows]
    wanted = address.number("satz")
    place = numbers.index(wanted) if wanted in numbers else 0
    first = place // PER_PAGE * PER_PAGE
    for one in rows[first : first + PER_PAGE]:
        text = one.sentence.text
        shown = text if len(text) <= OPENING else f"{text[:OPENING].rsplit(' ', 1)[0]} …"
        number = one.sentence.number
        with st.container(border=one is rows[place], key=f"vertrag-satz-{number}", gap=None):
            address.button(
                plain(shown), {"satz": number, "seite": None}, wide=True, key=f"wahl-vertrag-{number}"
            )
            told = [
                f":{COLOURS[near.verdict]}[{plain(partei_shown(name))}: {near.verdict.words}]"
                for name, near in one.nearest.items()
                if partei in (None, name)
            ]
            st.caption(" · ".join(told))
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(
            f"{first + 1} bis {min(first + PER_PAGE, len(rows))} von {formats.number(len(rows))} Sätzen"
        )
        for label, at in (("Zurück", first - PER_PAGE), ("Weiter", first + PER_PAGE)):
            target = {"satz": numbers[at] if 0 <= at < len(rows) else None}
            address.button(label, target, key=f"vertrag-{label}", disabled=not 0 <= at < len(rows))
    return rows[place]


def beside(context: Context, one: Row, partei: str) -> None:
    """The sentence, what is nearest to it, and both pages."""
    near = one.nearest[partei]
    st.badge(near.verdict.words, color=COLOURS[near.verdict])  # type: ignore[arg-type]
    if near.note:
        st.markdown(f":orange[:material/warning:] {plain(near.note[0].upper() + near.note[1:])}")
    here, there = st.columns(2, gap="medium")
    with here, st.container(key="vertrag-hier"):
        st.markdown(f"**Vertrag{_page_told(one.sentence.fund)}**")
        st.markdown(plain(one.sentence.text))
        _page(context, one.sentence.fund)
    with there, st.container(key="vertrag-dort"):
        if near.fund is None:
            st.info("Von dieser Partei ist keine Stelle da.", icon=":material/search_off:")
            return
        st.markdown(f"**{plain(near.label)}**")
        _wording(one, near)
        _page(context, near.fund)


def _wording(one: Row, near: Nearest) -> None:
    if near.verdict is Verdict.GEAENDERT:
        st.markdown(marked(near.differences(one.sentence.text)))
        st.caption("Durchgestrichen steht nur im Vertrag, hinterlegt nur im Programm.")
        return
    st.markdown(plain(near.text))
    if near.verdict is Verdict.KEINE:
        st.caption("Die nächste Stelle, aber keine nahe.")


def _page_told(fund: Fund) -> str:
    pages = fund.gedruckt or [str(page) for page in fund.seiten]
    return f", S. {plain(', '.join(pages))}" if pages else ""


def _page(context: Context, fund: Fund) -> None:
    """Of what is kept; what was handed over has no page here."""
    id, seiten = fund.quelle.programm.id, fund.seiten
    if id not in context.texte.stored() or not seiten:
        return
    glance = page_glance(context, id, seiten[0], fund.quelle.version, zitat=fund.spans, seiten=tuple(seiten))
    if glance.hinweis:
        st.info(plain(glance.hinweis), icon=":material/info:")
    if glance.seitenzahl:
        alt = f"Seite {glance.seite} der Datei „{glance.name}“; markiert ist: „{fund.text}“"
        page_picture(f"{glance.bild}&dpi=130", alt, glance.ratio)
        st.link_button("PDF öffnen", glance.pdf, icon=":material/open_in_new:", type="tertiary")


def result(context: Context, found: Comparison) -> None:
    with st.container(horizontal=True, vertical_alignment="center", key="vertrag-kopf"):
        with st.container(gap=None, width="stretch"):
            st.markdown(f"**{plain(found.treaty.name)}**")
            st.caption(plain(found.left_out()))
        downloads: tuple[tuple[str, str, str, Callable[[], bytes]], ...] = (
            ("Als Excel", "xlsx", XLSX, lambda: _workbook(found)),
            ("Als CSV", "csv", "text/csv", lambda: as_csv(rows_table(found))),
        )
        for label, ending, mime, make in downloads:
            st.download_button(
                label,
                make,
                file_name=f"vertrag.{ending}",
                mime=mime,
                icon=":material/download:",
                on_click="ignore",
                key=f"vertrag-{ending}",
            )
        if st.button("Anderer Vertrag", icon=":material/arrow_back:", type="tertiary", key="vertrag-neu"):
            st.session_state.pop(GIVEN, None)
            address.go(**dict.fromkeys(FIELDS))
            st.rerun()
    numbers(found)
    with row("vertrag"):
        wanted = ask("vertrag", FILTERS, found)
    rows = passing(found, wanted)
    if not rows:
        nothing_found("Zu diesen Filtern gibt es keinen Satz.", FILTERS)
        return
    with st.container(key="nebeneinander-vertrag"):
        left, right = st.columns([2, 5], gap="medium")
    with left:
        chosen = sentence_list(rows, wanted["partei"])
    with right:
        names = {partei: partei_shown(partei) for partei in found.parteien}
        of_result = (p for p, n in chosen.nearest.items() if str(n.verdict) == wanted["ergebnis"])
        first = wanted["partei"] or next(of_result, found.parteien[0])
        neben = address.one_of("neben", names, first) or first
        if len(names) > 1:
            address.segments("Programm von", names, address.follow("vertrag", "neben", neben))
        beside(context, chosen, neben)


def _workbook(found: Comparison) -> bytes:
    tables = [rows_table(found), counts_table(found), limit_table(found)]
    return as_xlsx(tables, "Vertrag und Programme", clock.now())


head("vertrag")
context = resources.context()
with failure_shown():
    treaty = given_treaty(context)
    if treaty is None or not (address.get("parteien") or signed_by(treaty)):
        entry(context)
    else:
        result(context, compared(context, treaty))

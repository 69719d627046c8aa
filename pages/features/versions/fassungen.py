"""Seite „Fassungen“: zwei Fassungen eines Dokuments Satz für Satz, mit beiden Seiten nebeneinander."""

from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import streamlit as st

from core.base import clock, formats
from core.base.errors import EingabeError
from core.base.memory import Recent
from core.base.table import as_csv, as_xlsx
from core.features.versions.cited import CitedQuote, cited_quotes
from core.features.versions.compare import LIMIT, Comparison, Kind, Row, compare, text_of
from core.features.versions.sides import Side, earlier_pdfs, given_side, key_of_earlier, named_side
from core.features.versions.tables import cited_table, pages_told, rows_table, told_table
from core.programme.context import Context
from core.proof.given_text import MAX_MB, SUFFIXES
from core.proof.marked_page import Marking, PageView, marked_boxes
from core.proof.page_drawing import open_document
from core.proof.zitat_page import page_glance
from core.wortlaut.binding.fund import Fund
from pages.ui import address, resources
from pages.ui.filter_bar import Choice, Words, ask, nothing_found, row
from pages.ui.parts import XLSX, head
from pages.ui.seite import page_picture
from pages.ui.text import failure_shown, plain
from pages.ui.zitat import marked

GIVEN = "fassungen-dateien"
"""What was uploaded, by „alt“ and „neu“: the side, and the file for its pages."""

SIDES = {"alt": "Alte Fassung", "neu": "Neue Fassung"}
FIELDS = (*SIDES, "ergebnis", "suche", "satz")
PER_PAGE = 20
OPENING = 140
QUOTES_SHOWN = 50
INTRO = (
    "Was hat sich zwischen zwei Fassungen geändert? Satz für Satz: gleich, verschoben, geändert, weg oder "
    "neu, mit beiden Seiten nebeneinander. Gespeichert wird nichts."
)
COLOURS = {
    Kind.GEAENDERT: "blue",
    Kind.NEU: "green",
    Kind.WEG: "red",
    Kind.VERSCHOBEN: "orange",
    Kind.UNSICHER: "gray",
    Kind.GLEICH: "gray",
}

_found: Recent[Comparison] = Recent(200_000, lambda one: len(one.rows))
"""Kept by what was compared, as what is read of it: a click waits for nothing."""


def entry(context: Context) -> None:
    """Both versions: of what is registered, or a file."""
    st.markdown(INTRO)
    st.caption(plain(LIMIT))
    names = choices(context)
    files, chosen = {}, {}
    for column, (side, label) in zip(st.columns(2, gap="large"), SIDES.items(), strict=True):
        with column:
            chosen[side] = st.selectbox(
                label,
                list(names),
                index=None,
                format_func=names.__getitem__,
                placeholder="Programm oder Quelle wählen",
                key=f"fassungen-{side}",
            )
            files[side] = st.file_uploader(
                f"{label}: oder eine Datei (PDF, Word, Webseite oder Text)",
                SUFFIXES,
                key=f"fassungen-datei-{side}",
                max_upload_size=MAX_MB,
            )
    if st.button("Vergleichen", type="primary", key="fassungen-los"):
        with failure_shown(), st.spinner("Die Fassungen werden gelesen …"):
            for side, label in SIDES.items():
                if not (files[side] or chosen[side]):
                    raise EingabeError(f"{label}: Wählen Sie ein Programm oder eine Datei.")
            st.session_state[GIVEN] = {
                side: (given_side(file.getvalue(), file.name), file.getvalue())
                for side, file in files.items()
                if file
            }
            address.go(**{side: None if files[side] else chosen[side] for side in SIDES})
            st.rerun()


def choices(context: Context) -> dict[str, str]:
    """Every Programm and every Quelle whose PDF is there, and what was replaced of it."""
    found = {}
    for id, programm in context.registry.dokumente.items():
        if context.find_pdf(programm) is None:
            continue
        found[id] = programm.name
        for path in earlier_pdfs(context, programm):
            found[key_of_earlier(programm, path)] = f"{programm.name}, frühere Fassung {path.stem[-12:]}"
    return found


def given(context: Context) -> dict[str, Side] | None:
    """What the address names, else what was handed over; None where a side is missing."""
    handed: dict[str, tuple[Side, bytes]] = st.session_state.get(GIVEN, {})
    sides = {}
    for side in SIDES:
        if name := address.get(side):
            sides[side] = _named(context, name)
        elif side in handed:
            sides[side] = handed[side][0]
    return sides if len(sides) == len(SIDES) else None


def _named(context: Context, name: str) -> Side:
    """An address may name what is registered, and no file of this machine."""
    if name.partition("@")[0] not in context.registry.dokumente:
        raise EingabeError(f"„{name}“ ist kein Programm und keine Quelle des Registers.")
    return named_side(context, name)


def compared(context: Context, sides: dict[str, Side]) -> Comparison:
    # What is read with certainty changes with the print's word.
    stamps = [side.programm and context.texte.druck_stamp(side.programm) for side in sides.values()]
    key = (*((side.name, side.quelle.version) for side in sides.values()), *stamps)
    with st.spinner("Die Sätze werden verglichen …"):
        return _found.get(key, lambda: compare(sides["alt"].quelle, sides["neu"].quelle))


FILTERS = (
    Choice(
        "Ergebnis",
        "ergebnis",
        {str(kind): kind.words for kind in Kind if kind is not Kind.GLEICH},
        220,
        drop=("satz",),
    ),
    Words(),
)


def passing(found: Comparison, wanted: dict[str, str | None]) -> list[Row]:
    words = (wanted["suche"] or "").casefold().split()

    def passes(one: Row) -> bool:
        if one.kind is Kind.GLEICH or wanted["ergebnis"] not in (None, str(one.kind)):
            return False
        told = f"{text_of(one.old)} {text_of(one.new)}".casefold() if words else ""
        return all(word in told for word in words)

    return [one for one in found.rows if passes(one)]


def sentence_list(rows: Sequence[Row]) -> Row:
    """A part of them; gives the one that is chosen."""
    numbers = [one.number for one in rows]
    wanted = address.number("satz")
    place = numbers.index(wanted) if wanted in numbers else 0
    first = place // PER_PAGE * PER_PAGE
    for one in rows[first : first + PER_PAGE]:
        text = text_of(one.new or one.old)
        shown = text if len(text) <= OPENING else f"{text[:OPENING].rsplit(' ', 1)[0]} …"
        with st.container(border=one is rows[place], key=f"fassungen-satz-{one.number}", gap=None):
            address.button(plain(shown), {"satz": one.number}, wide=True, key=f"wahl-fassung-{one.number}")
            pages = " → ".join(filter(None, (pages_told(one.old), pages_told(one.new))))
            st.caption(f":{COLOURS[one.kind]}[{one.told}]{f' · {plain(pages)}' if pages else ''}")
    with st.container(horizontal=True, vertical_alignment="center"):
        last = min(first + PER_PAGE, len(rows))
        st.caption(f"{first + 1} bis {last} von {formats.counted(len(rows), 'Satz', 'Sätzen')}")
        for label, at in (("Zurück", first - PER_PAGE), ("Weiter", first + PER_PAGE)):
            there = 0 <= at < len(rows)
            target = {"satz": numbers[at] if there else None}
            address.button(label, target, key=f"fassungen-{label}", disabled=not there)
    return rows[place]


def beside(context: Context, sides: dict[str, Side], one: Row) -> None:
    """The sentence with what changed in it, and both pages."""
    st.badge(one.told, color=COLOURS[one.kind])  # type: ignore[arg-type]
    if one.old and one.new and one.kind is not Kind.VERSCHOBEN:
        st.markdown(marked(one.pieces))
        st.caption("Durchgestrichen steht nur in der alten Fassung, hinterlegt nur in der neuen.")
    else:
        st.markdown(plain(text_of(one.new or one.old)))
    funds = {"alt": one.old, "neu": one.new}
    for column, (name, label) in zip(st.columns(2, gap="medium"), SIDES.items(), strict=True):
        with column, st.container(key=f"fassungen-seite-{name}"):
            fund = funds[name]
            told = pages_told(fund)
            st.markdown(f"**{label}{f', {plain(told)}' if told else ''}**")
            if fund is None:
                st.info("In dieser Fassung steht der Satz nicht.", icon=":material/search_off:")
            elif fund.seiten:
                _page(context, name, sides[name], fund)
            else:
                st.markdown(plain(text_of(fund)))


def _page(context: Context, name: str, side: Side, fund: Fund) -> None:
    """By its address where it is what is read in now, else drawn here: nobody else may see an upload."""
    seite = fund.seiten[0]
    if side.is_read_in:
        glance = page_glance(
            context, side.programm, seite, fund.quelle.version, fund.spans, seiten=tuple(fund.seiten)
        )
        if glance.hinweis:
            st.info(plain(glance.hinweis), icon=":material/info:")
        if glance.seitenzahl:
            alt = f"Seite {glance.seite} von {glance.name}; markiert ist: „{text_of(fund)}“"
            page_picture(f"{glance.bild}&dpi=130", alt, glance.ratio)
            st.link_button("PDF öffnen", glance.pdf, icon=":material/open_in_new:", type="tertiary")
        return
    caption = f"Seite {seite} der Datei"
    if side.path:
        st.image(_drawn(side.path, fund, seite), caption, width="stretch")
        return
    data = st.session_state.get(GIVEN, {}).get(name, (None, b""))[1]
    with TemporaryDirectory() as folder:
        path = Path(folder) / "fassung.pdf"
        path.write_bytes(data)
        st.image(_drawn(path, fund, seite), caption, width="stretch")


def _drawn(path: Path, fund: Fund, seite: int) -> bytes:
    boxes = marked_boxes(fund.quelle, seite, {Marking.ZITAT: fund.spans})
    return PageView.of(open_document(path), seite, boxes, None).png(130)


def quotes(cited: Sequence[CitedQuote]) -> None:
    """Those of stored Läufe whose sentences are not the same any more."""
    if not cited:
        return
    gone = sum(not one.stands for one in cited)
    title = (
        f"{formats.counted(len(cited), 'Zitat', 'Zitate')} gespeicherter Läufe in solchen Sätzen, davon "
        f"{formats.number(gone)} nicht mehr wörtlich da"
    )
    with st.expander(title, icon=":material/format_quote:", key="fassungen-zitate"):
        for number, one in enumerate(cited[:QUOTES_SHOWN]):
            told = "steht wörtlich auch in der neuen Fassung" if one.stands else "steht so nicht mehr da"
            st.markdown(f"„{plain(one.text)}“")
            with st.container(horizontal=True, vertical_alignment="center"):
                st.caption(f"{plain(one.partei)} · {one.row.told} · {told}")
                address.button("Zum Satz", {"satz": one.row.number}, key=f"fassungen-zum-satz-{number}")
                if st.button(plain(one.titel or one.lauf), type="tertiary", key=f"fassungen-lauf-{number}"):
                    st.switch_page("lauf.py", query_params={"id": one.lauf})
        if len(cited) > QUOTES_SHOWN:
            st.caption(f"… und {formats.number(len(cited) - QUOTES_SHOWN)} weitere; alle in der Excel-Datei.")


def result(context: Context, sides: dict[str, Side], found: Comparison) -> None:
    cited = cited_quotes(resources.store(), found, sides["alt"].programm or sides["neu"].programm)
    with st.container(horizontal=True, vertical_alignment="center", key="fassungen-kopf"):
        with st.container(gap=None, width="stretch"):
            st.markdown(f"**{plain(sides['alt'].name)}** → **{plain(sides['neu'].name)}**")
            st.markdown(plain(found.in_words()))
        downloads: tuple[tuple[str, str, str, Callable[[], bytes]], ...] = (
            ("Als Excel", "xlsx", XLSX, lambda: _workbook(found, cited)),
            ("Als CSV", "csv", "text/csv", lambda: as_csv(rows_table(found))),
        )
        for label, ending, mime, make in downloads:
            st.download_button(
                label,
                make,
                file_name=f"fassungen.{ending}",
                mime=mime,
                icon=":material/download:",
                on_click="ignore",
                key=f"fassungen-{ending}",
            )
        if st.button("Andere Fassungen", icon=":material/arrow_back:", type="tertiary", key="fassungen-neu"):
            st.session_state.pop(GIVEN, None)
            address.go(**dict.fromkeys(FIELDS))
            st.rerun()
    for told in found.unread():
        st.warning(plain(told), icon=":material/warning:")
    st.caption(plain(LIMIT))
    quotes(cited)
    if found.counts[Kind.GLEICH] == len(found.rows):
        st.success("Satz für Satz dasselbe.", icon=":material/check:")
        return
    with row("fassungen"):
        wanted = ask("fassungen", FILTERS, found)
    rows = passing(found, wanted)
    if not rows:
        nothing_found("Zu diesen Filtern gibt es keinen Satz.", FILTERS)
        return
    with st.container(key="nebeneinander-fassungen"):
        left, right = st.columns([2, 5], gap="medium")
    with left:
        chosen = sentence_list(rows)
    with right:
        beside(context, sides, chosen)


def _workbook(found: Comparison, cited: Sequence[CitedQuote]) -> bytes:
    tables = [rows_table(found), cited_table(cited), told_table(found)]
    return as_xlsx(tables, "Fassungen", clock.now())


head("fassungen")
context = resources.context()
with failure_shown():
    sides = given(context)
    if sides is None:
        entry(context)
    else:
        result(context, sides, compared(context, sides))

"""One Programm page by page; what is done with Programme: filtered, entered, read in, taken out, deleted."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from enum import StrEnum
from io import BytesIO
from urllib.parse import urlsplit

import pandas as pd
import streamlit as st

from core.base import clock, formats
from core.base.errors import EingabeError
from core.base.models import GEBIETE
from core.programme.context import Context
from core.programme.pdf_origins import load_fassungen
from core.programme.reading_jobs import Action, ReadInJobs
from core.programme.registering import Details
from core.programme.registry import OWN_ENTRIES
from core.programme.stock import Holding, ProgrammState
from core.proof.chunk_frames import ProgrammView, programm_view
from core.wortlaut.records import Programm, Typ
from pages.ui import address, resources
from pages.ui.plain_table import BY_KEYBOARD, chosen_told, plain_table
from pages.ui.seite import seitenansicht
from pages.ui.text import failure_shown, joined, plain
from pages.ui.words import programm_brief

# --- how the stock is spoken of: a symbol and a word for each state -----------------------------------------

STATE = {
    ProgrammState.INDEXIERT: "eingelesen",
    ProgrammState.LIMITED: "nur zum Teil zitierbar",
    ProgrammState.PDF_PRESENT: "nicht eingelesen",
    ProgrammState.UNLESBAR: "nicht lesbar",
    ProgrammState.WITHOUT_PDF: "PDF fehlt",
}
SYMBOL = {
    ProgrammState.INDEXIERT: "✓",
    ProgrammState.LIMITED: "⚠",
    ProgrammState.PDF_PRESENT: "○",
    ProgrammState.UNLESBAR: "✗",
    ProgrammState.WITHOUT_PDF: "–",
}
TYP = {Typ.WAHLPROGRAMM: "Wahlprogramm", Typ.PARTEIPROGRAMM: "Parteiprogramm"}
UEBERALL = "überall gültig"


def state_of(bestand: Holding) -> str:
    """„✓ eingelesen“; what was read with gaps bears another sign."""
    symbol = "⚠" if bestand.stand and bestand.hinweise else SYMBOL[bestand.zustand]
    return f"{symbol} {STATE[bestand.zustand]}"


def land_of(context: Context, programm: Programm) -> str:
    return context.registry.parlamente[programm.bundesland].land if programm.bundesland else UEBERALL


def partei_of(context: Context, programm: Programm) -> str:
    return context.registry.partei_name(programm.partei, programm.bundesland)


# --- A Programm page by page: the page with its Passagen framed, and beside it what is on it ----------------

PASSAGEN, ABSCHNITTE, UNSICHER = "Passagen der Seite", "Abschnitte", "Unsicher gelesen"
SHOW = {"abschnitte": ABSCHNITTE, "unsicher": UNSICHER}
"""What is shown beside the page, by the word for it in the address."""

READING_QUALITY = (
    "Lesegüte: der Anteil der Sätze, die sich beim Einlesen sicher zusammensetzen ließen. Die anderen werden "
    "gefunden und gezeigt, aber keinem Modell vorgelegt und nicht zitiert. „Druck geprüft“: Zeilen aus "
    "der ganzen Datei wurden vom Bild der Seiten gelesen und mit dem Text der Datei verglichen."
)
INDENT = "\u2003"
TWO_LINES = 66
"""Pixels of a row of two lines; Streamlit breaks no line in a row of less than 64."""

TALLEST = 753
"""Pixels of a table: half a row is cut off, so that one sees there are more."""


def zurueck() -> None:
    address.button(
        "Zurück zur Liste",
        dict.fromkeys(("programm", "seite", "zoom", "passagen", "zeige")),
        icon=":material/arrow_back:",
        key="zurueck",
    )


def ansicht(context: Context, bestand: Holding) -> None:
    programm, asked = bestand.programm, address.get("seite")
    _head(context, bestand)
    framed = address.get("passagen") != "aus"
    blick = programm_view(context, programm, address.number("seite"), framed)
    seite, last = blick.blick.seite, blick.blick.seitenzahl
    if last and asked and asked != str(seite):
        count = formats.counted(last, "Seite", "Seiten")
        beyond = f"Eine Seite {asked} gibt es nicht, das PDF hat {count}."
        missed = beyond if address.number("seite") else f"„{asked}“ ist keine Seitenzahl."
        st.info(plain(f"{missed} Hier ist Seite {seite}."), icon=":material/info:")
    left, right = st.columns(2, gap="medium")
    with left:
        if last:
            with st.container(horizontal=True, vertical_alignment="bottom"):
                # A page of its own for every widget: what the arrows do is never overwritten.
                st.number_input(
                    "Seite der Datei",
                    1,
                    last,
                    seite,
                    key=f"gehe_zu_{seite}",
                    on_change=lambda: address.go(seite=st.session_state[f"gehe_zu_{seite}"]),
                    width=150,
                )
                st.session_state["zeige_passagen"] = framed
                st.toggle(
                    "Passagen zeigen",
                    key="zeige_passagen",
                    on_change=lambda: address.go(
                        passagen=None if st.session_state["zeige_passagen"] else "aus"
                    ),
                    disabled=not blick.chunks,
                )
        seitenansicht(blick.blick)
    with right:
        _right(blick, framed)


def _head(context: Context, bestand: Holding) -> None:
    programm = bestand.programm
    st.title(plain(programm.name), anchor=False)
    with st.container(horizontal=True, vertical_alignment="center"):
        until = f"bis {formats.day(programm.gueltig_bis)}" if programm.gueltig_bis else "bis heute"
        told = [
            TYP[programm.typ],
            partei_of(context, programm),
            land_of(context, programm),
            f"gilt ab {formats.day(programm.gueltig_ab)} {until}",
            STATE[bestand.zustand],
            formats.counted(bestand.chunks, "Passage", "Passagen") if bestand.stand else None,
        ]
        st.markdown(plain(joined(told)), width="content")
        if bestand.stand:
            st.page_link(
                "suche.py",
                label="In diesem Programm suchen",
                icon=":material/search:",
                query_params={"programm": programm.id},
            )
        if programm.url:
            st.link_button("Quelle im Internet", programm.url, icon=":material/open_in_new:", type="tertiary")
    if beware := joined(
        [programm.hinweis, *bestand.hinweise, bestand.guete, bestand.druck, bestand.seitenzahlen]
    ):
        st.caption(f":material/info: {plain(beware)}", help=READING_QUALITY if bestand.guete else None)
    if origin := _origin(context, programm):
        st.caption(f":material/cloud_download: {plain(origin)}")
    programm_brief(context, programm.id, {"programm": programm.id})


def _origin(context: Context, programm: Programm) -> str:
    """Where its PDF was fetched, and the doubt that somebody set aside; empty where it came by hand."""
    if not (kept := load_fassungen(context.settings, programm)):
        return ""
    latest = kept[-1]
    day, older = formats.day(latest.moment), len(kept) - 1
    return joined([
        f"Geholt am {day} von {urlsplit(latest.url).hostname}",
        f"Fundort: {latest.quelle}",
        f"Prüfsumme {latest.sha256[:12]}",
        f"trotzdem genommen: {latest.bestaetigt}" if latest.bestaetigt else None,
        formats.counted(older, "frühere Fassung", "frühere Fassungen") if older else None,
    ])  # fmt: skip


def _right(blick: ProgrammView, framed: bool) -> None:
    if blick.gelesen is None:
        return
    choices = [PASSAGEN, ABSCHNITTE, *([UNSICHER] if blick.unsicher else [])]
    asked = SHOW.get(address.get("zeige"))
    st.session_state["programm_rechts"] = asked if asked in choices else PASSAGEN
    was = st.segmented_control(
        "Was zu sehen ist",
        choices,
        required=True,
        label_visibility="collapsed",
        key="programm_rechts",
        on_change=_show,
    )
    if was == ABSCHNITTE:
        # The table of contents; a row leads to its page.
        if not blick.abschnitte:
            st.info("In diesem Programm sind keine Überschriften erkannt.", icon=":material/info:")
            return
        rows: list[dict[str, str | int]] = [
            {"Abschnitt": INDENT * a.ebene + a.titel, "Seite": a.seite} for a in blick.abschnitte
        ]
        _rows(rows, blick, "abschnitte")
    elif was == UNSICHER:
        # The sentences that were not read with certainty; a row leads to its page.
        where = "Auf der Seite" if framed else "Mit „Passagen zeigen“"
        st.caption(
            "Diese Sätze ließen sich beim Einlesen nicht sicher zusammensetzen. Sie werden gefunden und "
            f"gezeigt, aber keinem Modell vorgelegt und nicht zitiert. {where} sind sie rot hinterlegt."
        )
        _rows(
            [{"Seite": one.seite, "Satz": one.text} for one in blick.unsicher], blick, "unsicher", TWO_LINES
        )
    else:
        _seite(blick, framed)


def _show() -> None:
    chosen = st.session_state["programm_rechts"]
    address.go(zeige=next((word for word, was in SHOW.items() if was == chosen), None))


def _seite(blick: ProgrammView, framed: bool) -> None:
    # How well this page could be read.
    assert blick.gelesen
    if blick.gelesen.bild_ohne_text:
        st.warning(
            "Auf dieser Seite ist ein Bild und kein lesbarer Text. Was darauf steht, wird nicht gefunden.",
            icon=":material/image:",
        )
    elif not blick.chunks:
        st.info("Von dieser Seite gibt es keine Passagen.", icon=":material/info:")
    if blick.gelesen.ocr:
        st.info(
            "Der Text dieser Seite stammt aus Texterkennung; einzelne Buchstaben können falsch sein.",
            icon=":material/document_scanner:",
        )
    if here := sum(one.seite == blick.blick.seite for one in blick.unsicher):
        told = (
            "wurde nicht sicher gelesen und wird" if here == 1 else "wurden nicht sicher gelesen und werden"
        )
        where = " Auf der Seite rot hinterlegt." if framed else ""
        sentences = formats.counted(here, "Satz", "Sätze")
        st.caption(f":material/info: {plain(f'{sentences} dieser Seite {told} nicht zitiert.{where}')}")
    if blick.ueberschriften:
        with st.container(border=True, gap="xsmall"):
            st.caption("Überschriften")
            for heading in blick.ueberschriften:
                st.markdown(f"{INDENT * (heading.ebene - 1)}**{plain(heading.text)}**")
    for stelle in blick.chunks:
        with st.container(border=True, gap="xsmall"):
            pages = stelle.chunk.seiten
            over = f"Seiten {pages[0]} und {pages[-1]}" if len(pages) > 1 else None
            path = " › ".join(stelle.chunk.abschnitt)
            st.caption(plain(joined([f"Passage {stelle.nummer}", path, over])))
            st.markdown(plain(stelle.chunk.text))


def _rows(
    rows: Sequence[Mapping[str, str | int]], blick: ProgrammView, name: str, row_height: int = 35
) -> None:
    """A table whose rows lead to their pages."""
    key = f"{name}_{blick.blick.programm_id}"
    st.dataframe(
        pd.DataFrame(rows),
        column_config={"Seite": st.column_config.NumberColumn(width=60, help="Seite der Datei")},
        hide_index=True,
        placeholder="–",
        row_height=row_height,
        height="content" if len(rows) * row_height <= TALLEST else TALLEST,
        on_select=lambda: _jump(rows, key),
        selection_mode="single-row",
        key=key,
        alt="Stellen und ihre Seiten",
    )
    viewer = address.absolute(f"/programme?programm={blick.blick.programm_id}")
    links = [f"{viewer}&seite={row['Seite']}" for row in rows]
    plain_table(pd.DataFrame(rows), name, "Stellen und ihre Seiten", links=links)
    st.caption(f"Wählen Sie eine Zeile in der ersten Spalte{BY_KEYBOARD}, um ihre Seite zu sehen.")


def _jump(rows: Sequence[Mapping[str, str | int]], key: str) -> None:
    for row in st.session_state[key].selection.rows:
        address.go(seite=rows[row]["Seite"])


# --- the fields of a new Programm ---------------------------------------------------------------------------


def felder(context: Context) -> Callable[[], Details]:
    """What they say, checked for what is missing when it is asked for."""
    registry = context.registry
    typ = st.segmented_control(
        "Art", list(TYP), default=Typ.WAHLPROGRAMM, required=True, format_func=TYP.__getitem__, key="neu_typ"
    )
    left, right = st.columns(2)
    with left:
        land = None
        if typ is Typ.WAHLPROGRAMM:
            land = st.selectbox(
                "Land",
                [code for code in GEBIETE if code in registry.parlamente],
                index=None,
                format_func=lambda code: registry.parlamente[code].land,
                placeholder="Land wählen",
                key="neu_land",
            )
    with right if typ is Typ.WAHLPROGRAMM else left:
        parteien = [id for id, partei in registry.parteien.items() if land is None or partei.stands_in(land)]
        partei = st.selectbox(
            "Partei",
            parteien,
            index=None,
            format_func=lambda id: registry.partei_name(id, land),
            placeholder="Partei wählen",
            key="neu_partei",
        )
    left, middle, right = st.columns(3)
    jahr = left.number_input("Jahr", 1900, 2100, clock.today().year, key="neu_jahr")
    ab = middle.text_input("Gültig ab", key="neu_ab", placeholder="TT.MM.JJJJ")
    bis = right.text_input("Gültig bis (leer: gilt noch)", key="neu_bis", placeholder="TT.MM.JJJJ")
    # As the names of the others are.
    words = [registry.partei_name(partei, land) if partei else "SPD", land, TYP[typ], str(int(jahr))]
    name = st.text_input("Name", key="neu_name", placeholder=" ".join(word for word in words if word))
    left, right = st.columns(2)
    url = left.text_input("Internetadresse (freiwillig)", key="neu_url", placeholder="https://…")
    hinweis = right.text_input("Hinweis (freiwillig)", key="neu_hinweis")

    def angaben() -> Details:
        if partei is None:
            raise EingabeError("Bitte wählen Sie die Partei.")
        if not ab.strip():
            raise EingabeError("Bitte geben Sie an, ab wann das Programm gilt.")
        return Details(
            name=name,
            typ=typ,
            partei=partei,
            bundesland=land,
            jahr=int(jahr),
            gueltig_ab=_tag(ab),
            gueltig_bis=_tag(bis) if bis.strip() else None,
            url=url.strip(),
            hinweis=hinweis,
        )

    return angaben


def _tag(text: str) -> date:
    try:
        return datetime.strptime(text.strip(), "%d.%m.%Y").date()
    except ValueError:
        raise EingabeError(f"„{text}“ ist kein Tag. Bitte einen wie 01.06.2022 eintragen.") from None


# --- own entries with a mistake: what is wrong with each, and the way to be rid of them ---------------------

MOST = 10
"""So many are shown at once."""

ASIDE = (
    f"Hebt {OWN_ENTRIES} unter einem anderen Namen auf. Im Register bleiben nur die Einträge ohne Fehler; "
    "die PDFs bleiben auch."
)


def show_own(context: Context) -> None:
    if not (found := context.registry.fehler):
        return
    st.markdown("Diese selbst eingetragenen Programme enthalten Fehler und fehlen deshalb in der Liste:")
    for message in found[:MOST]:
        st.error(plain(message), icon=":material/error:")
    if (more := len(found) - MOST) > 0:
        st.caption(f"{more} weitere Einträge sind fehlerhaft.")
    st.button("Fehlerhafte Einträge beiseitelegen", on_click=_set_aside, args=(context,), help=ASIDE)


def _set_aside(context: Context) -> None:
    with failure_shown():
        aside = context.own_entries.set_aside()
        st.toast(f"Die fehlerhaften Einträge liegen jetzt in {plain(aside.name)}.", icon=":material/check:")


# --- what is asked before something is done. An open dialog stays open while the page is drawn anew ---------

OFFEN = "programme_dialog"


class Dialog(StrEnum):
    NEU = "neu"
    HOCHLADEN = "hochladen"
    HERAUSNEHMEN = "herausnehmen"
    STREICHEN = "streichen"


CONFIRMED = {
    Dialog.HERAUSNEHMEN: (
        "Aus dem Index nehmen",
        "Danach wird darin nichts mehr gefunden. Die PDFs bleiben; Sie können jederzeit neu einlesen.",
        Action.HERAUSNEHMEN,
    ),
    Dialog.STREICHEN: (
        "Löschen",
        "Aus der Liste und aus dem Index löschen? Die PDFs bleiben im Ordner.",
        Action.STREICHEN,
    ),
}
"""Of each that only wants a yes: its title, what is asked, and what is done then."""


def open_dialog(dialog: Dialog, ids: Sequence[str] = ()) -> None:
    st.session_state[OFFEN] = dialog, tuple(ids)


def is_open() -> bool:
    return OFFEN in st.session_state


def close() -> None:
    st.session_state.pop(OFFEN, None)


def show_dialog(context: Context) -> None:
    """The one that is open, if what it is about is still there."""
    dialog, ids = st.session_state.get(OFFEN, (None, ()))
    programme = [context.registry.programme[id] for id in ids if id in context.registry.programme]
    if dialog is Dialog.NEU:
        _new(context)
    elif dialog is Dialog.HOCHLADEN and programme:
        _upload(programme[0])
    elif dialog in CONFIRMED and programme:
        title, told, action = CONFIRMED[dialog]
        st.dialog(title, on_dismiss=close)(_confirm)(title, told, programme, action)


@st.dialog("Neues Programm", width="medium", on_dismiss=close)
def _new(context: Context) -> None:
    angaben = felder(context)
    pdf = st.file_uploader("PDF", type=["pdf"], key="neu_pdf")
    message = st.container()
    if st.button("Aufnehmen und einlesen", type="primary", key="neu_aufnehmen"):
        with message, failure_shown():
            resources.context().own(ReadInJobs).register(angaben(), _data(pdf))
            _done()


@st.dialog("PDF hochladen", on_dismiss=close)
def _upload(programm: Programm) -> None:
    st.markdown(f"**{plain(programm.name)}**")
    st.caption("Ein PDF, das schon da ist, wird ersetzt. Danach wird das Programm gleich eingelesen.")
    pdf = st.file_uploader("PDF", type=["pdf"], key="hochladen_pdf")
    message = st.container()
    if st.button("Hochladen und einlesen", type="primary", key="hochladen_los"):
        with message, failure_shown():
            resources.context().own(ReadInJobs).replace_pdf(programm.id, _data(pdf))
            _done()


def _confirm(label: str, told: str, programme: Sequence[Programm], action: Action) -> None:
    for programm in programme[:8]:
        st.markdown(f"**{plain(programm.name)}**")
    if len(programme) > 8:
        st.markdown(f"und {formats.counted(len(programme) - 8, 'weiteres', 'weitere')}")
    st.markdown(told)
    with st.container(horizontal=True):
        if st.button(label, type="primary", key="dialog_ja"):
            with failure_shown():
                resources.context().own(ReadInJobs).start([programm.id for programm in programme], action)
                _done()
        if st.button("Abbrechen", key="dialog_nein"):
            _done()


def _data(pdf: object) -> bytes:
    if not isinstance(pdf, BytesIO):
        raise EingabeError("Bitte wählen Sie zuerst das PDF.")
    return pdf.getvalue()


def _done() -> None:
    close()
    st.rerun()


# --- what can be done with the chosen Programme; what does not fit them cannot be pressed -------------------

EINLESEN = "Liest ein, was neu oder geändert ist. Was sich nicht geändert hat, bleibt, wie es ist."
TO_READ_ANEW = (
    "Nimmt die Programme zuerst aus dem Index und liest sie dann von vorn ein, auch wenn sich nichts "
    "geändert hat. Bis ein Programm fertig ist, wird es nicht gefunden."
)
HERAUSNEHMEN = "Das Programm wird nicht mehr gefunden; sein PDF bleibt."
STREICHEN = "Nur was Sie hier selbst angelegt haben, lässt sich löschen; das PDF bleibt."


def bar(context: Context, gewaehlt: Sequence[Holding]) -> None:
    ids = [row.programm.id for row in gewaehlt]
    indexed = [row.programm.id for row in gewaehlt if row.stand]
    with_pdf = [row.programm.id for row in gewaehlt if row.zustand is not ProgrammState.WITHOUT_PDF]
    address.button(
        "Ansehen",
        {"programm": ids[0] if ids else None},
        icon=":material/menu_book:",
        key="ansehen",
        help="Seite für Seite, mit den Passagen, die gefunden werden können",
        disabled=len(ids) != 1,
        type="primary",
    )
    _start("Einlesen", ":material/play_arrow:", with_pdf, Action.EINLESEN, EINLESEN)
    _start("Neu einlesen", ":material/replay:", indexed, Action.NEU, TO_READ_ANEW)
    _ask("PDF hochladen", ":material/upload:", Dialog.HOCHLADEN, ids if len(ids) == 1 else [], None)
    _ask("Aus dem Index nehmen", ":material/remove_circle:", Dialog.HERAUSNEHMEN, indexed, HERAUSNEHMEN)
    own = set(context.registry.eigene)
    if ids and own.issuperset(ids):
        _ask("Löschen", ":material/delete:", Dialog.STREICHEN, ids, STREICHEN)
    st.caption(chosen_told(len(ids), "Programm", "Programme"), width="content")


def _start(label: str, icon: str, ids: Sequence[str], action: Action, help: str) -> None:
    st.button(
        label,
        icon=icon,
        disabled=not ids,
        on_click=lambda: resources.context().own(ReadInJobs).start(ids, action),
        key=action.name.lower(),
        help=help,
    )


def _ask(label: str, icon: str, dialog: Dialog, ids: Sequence[str], help: str | None) -> None:
    st.button(
        label,
        icon=icon,
        disabled=not ids,
        on_click=open_dialog,
        args=(dialog, ids),
        key=f"dialog_{dialog}",
        help=help,
    )

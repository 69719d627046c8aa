"""One Programm page by page; what is done with Programme: filtered, entered, read in, taken out, deleted."""

from collections.abc import Callable, Sequence
from datetime import date, datetime
from enum import StrEnum
from io import BytesIO

import streamlit as st

from core.base import clock, formats
from core.base.errors import EingabeError
from core.base.models import GEBIETE
from core.programme.context import Context
from core.programme.reading_jobs import Action, ReadInJobs
from core.programme.registering import Details
from core.programme.registry import OWN_ENTRIES
from core.programme.stock import Holding, ProgrammState
from core.wortlaut.records import Programm, Typ
from pages.ui import address, resources
from pages.ui.kept import STATE, blaettern, condition
from pages.ui.plain_table import chosen_told
from pages.ui.text import failure_shown, joined, plain
from pages.ui.words import programm_brief

# --- how the stock is spoken of -----------------------------------------------------------------------------

TYP = {Typ.WAHLPROGRAMM: "Wahlprogramm", Typ.PARTEIPROGRAMM: "Parteiprogramm"}
UEBERALL = "überall gültig"


def land_of(context: Context, programm: Programm) -> str:
    return context.registry.parlamente[programm.bundesland].land if programm.bundesland else UEBERALL


def partei_of(context: Context, programm: Programm) -> str:
    return context.registry.partei_name(programm.partei, programm.bundesland)


# --- A Programm page by page: the page with its Passagen framed, and beside it what is on it ----------------


def back_button() -> None:
    address.button(
        "Zurück zur Liste",
        dict.fromkeys(("programm", "seite", "zoom", "passagen", "zeige")),
        icon=":material/arrow_back:",
        key="zurueck",
    )


def ansicht(context: Context, bestand: Holding) -> None:
    _head(context, bestand)
    blaettern(context, bestand, "/programme?programm=")


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
        named_by = plain(f"Adresse laut: {programm.beleg}") if programm.beleg else None
        for label, url in {"Quelle im Internet": programm.url, "Zweite Adresse": programm.archiv}.items():
            if url:
                st.link_button(label, url, icon=":material/open_in_new:", type="tertiary", help=named_by)
    condition(context, bestand)
    programm_brief(context, programm.id, {"programm": programm.id})


# --- the fields of a new Programm ---------------------------------------------------------------------------


def entry_fields(context: Context) -> Callable[[], Details]:
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
    angaben = entry_fields(context)
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

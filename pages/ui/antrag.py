"""An Antrag as it is given: entered or chosen, corrected in a form, beside the file it was read from."""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import streamlit as st

from core.antrag.antrag import Antrag, find_file, keep_pdf, lead_in
from core.antrag.antrag_head import signed_on
from core.antrag.edits import corrected, edits_of, mark_of, unread
from core.antrag.read_antrag import read_antrag, read_antrag_bytes
from core.base import formats
from core.base.errors import EingabeError
from core.base.models import GEBIETE
from core.demo.demo_antraege import demo_antraege
from core.features import hooks
from core.programme.context import Context
from core.programme.registry import Registry
from core.proof.zitat_page import Places, antrag_seite, forderung_places
from core.runs.antraege import AntragSheet
from core.runs.store import Runstore
from core.wortlaut.errors import DashboardError
from core.wortlaut.german.folding import letters
from core.wortlaut.reading.mupdf import is_pdf
from pages.ui import address
from pages.ui.help_texts import explained
from pages.ui.seite import page_picture
from pages.ui.text import failure_shown, plain
from pages.ui.words import label, newest

PRUEFUNG, ORIGINAL = "pruefung", "original"
NAMEN = {ORIGINAL: "Original ansehen", PRUEFUNG: "Prüfung einstellen"}
NOT_HERE = (
    "Die Datei dieses Antrags ist hier nicht gespeichert; zu sehen ist der Text, der in ihr gelesen wurde."
)
YELLOW = "Gelb: was als Forderung gelesen wurde"


def original_is_wanted() -> bool:
    """Asks which of the two stands beside the form."""
    address.segments(
        "Neben dem Antrag zeigen",
        NAMEN,
        address.follow("antrag", "neben", address.one_of("neben", NAMEN, PRUEFUNG)),
    )
    return address.get("neben") == ORIGINAL


def show_place(place: int) -> None:
    """Turn to the Forderung at that place of the list."""
    address.go(neben=ORIGINAL, forderung=place + 1, seite=None)


def original(context: Context, antrag_id: str, blatt: AntragSheet) -> None:
    path = find_file(context.settings.laeufe_dir, blatt.datei)
    if blatt.datei and path is None:
        st.info(NOT_HERE, icon=":material/info:")
    with st.container(key="antrag-original", gap="xsmall"):
        if path is None:
            _go_on()
            # Its text, with the paragraphs of the chosen Forderung marked.
            nummer = _chosen(blatt.antrag)
            st.markdown("**Text des Antrags**")
            wanted = next((letters(f.text) for f in blatt.antrag.forderungen if f.nummer == nummer), "")
            with st.container(height=700, key="antragstext"):
                for paragraph in blatt.antrag.text.split("\n\n"):
                    key = letters(paragraph)
                    is_marked = bool(wanted and key) and (wanted in key or key in wanted)
                    st.markdown(f":orange-background[{plain(paragraph)}]" if is_marked else plain(paragraph))
        else:
            with failure_shown(), st.spinner("Die Stellen der Forderungen werden gesucht …"):
                _original_file(antrag_id, blatt, path)


def _chosen(antrag: Antrag) -> str | None:
    """The number of the Forderung that is asked for."""
    place = (address.number("forderung") or 0) - 1
    return antrag.forderungen[place].nummer if 0 <= place < len(antrag.forderungen) else None


def _original_file(antrag_id: str, blatt: AntragSheet, path: Path) -> None:
    nummer = _chosen(blatt.antrag)
    places = forderung_places(path, blatt.gelesen or blatt.antrag)
    # Where the chosen Forderung begins, else the first that stands anywhere.
    found: Sequence[Places] = (
        [places[nummer]] if nummer in places and nummer is not None else [*places.values()]
    )
    seite = address.number("seite") or min((min(stellen) for stellen in found), default=1)
    view = antrag_seite(path, seite, places, nummer) or antrag_seite(path, 1, places, nummer)
    if view is None:
        raise DashboardError("Von dieser Datei lässt sich keine Seite zeigen.")
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall", key="seitenleiste"):
        st.markdown(f"**Seite {view.seite} von {view.dokument.seitenzahl}**", width="content")
        _turn("Zurück", ":material/chevron_left:", view.seite - 1, view.dokument.seitenzahl)
        _turn("Vor", ":material/chevron_right:", view.seite + 1, view.dokument.seitenzahl)
        _go_on()
    if nummer is not None and nummer not in places:
        st.info(plain(f"Forderung {nummer} steht so nicht im Original."), icon=":material/search_off:")
    if nummer in places and nummer:
        st.caption(f"{YELLOW}; kräftig: Forderung {plain(nummer)}.")
    else:
        st.caption(f"{YELLOW}. Die Lupe neben einer Forderung zeigt ihre Stelle.")
    asked = {"antrag": antrag_id, "seite": view.seite, **({} if nummer is None else {"forderung": nummer})}
    shown = ", ".join(name for name, own in places.items() if view.seite in own and name)
    alt = f"Seite {view.seite} des Antrags" + (f"; markiert sind die Forderungen {shown}" if shown else "")
    with st.container(key="antragsbild"):
        page_picture(f"/api/antrag.png?{urlencode(asked)}", alt, view.breite / view.hoehe)


def _go_on() -> None:
    address.button(
        "Weiter: Parteien, Modell und Start",
        {"neben": PRUEFUNG, "forderung": None, "seite": None},
        icon=":material/arrow_forward:",
        key="zur-pruefung",
        type="primary",
    )


def _turn(name: str, icon: str, seite: int, seitenzahl: int) -> None:
    address.button(
        name, {"seite": seite}, icon=icon, key=f"antrag-{name}", disabled=not 1 <= seite <= seitenzahl
    )


# --- how an Antrag comes in: as text, as a file, or from what is there --------------------------------------

NO_PDF = (
    "„{}“ heißt wie ein PDF, ist aber keines: In der Datei steht etwas anderes, vielleicht eine "
    "gespeicherte Webseite oder reiner Text. Laden Sie das PDF selbst hoch, oder geben Sie einer "
    "Textdatei die Endung .txt."
)


def offer_another() -> None:
    if st.button("Anderen Antrag eingeben", icon=":material/arrow_back:", type="tertiary", key="anderer"):
        address.go(antrag=None, weitere=None, trotzdem=None, neben=None, forderung=None, seite=None)
        st.rerun()


def show_entry(context: Context, store: Runstore) -> None:
    """Every way in at once: text, file, number or address, and what was entered before."""
    entries: tuple[Callable[[Context, Runstore], None], ...] = hooks("antrag_entries")
    demands = explained("Forderung", "Forderungen")
    st.markdown(
        f"Geben Sie einen Antrag ein. Geprüft werden die {demands} darin; was gelesen wird, können Sie "
        "danach berichtigen."
    )
    left, right = st.columns([3, 2], gap="large")
    with left:
        with st.form("eingabe", border=False):
            pasted = st.text_area(
                "Text des Antrags",
                key="eingabe-text",
                height=300,
                placeholder="Kopf, Beschlusstext und Begründung, so wie sie in der Drucksache stehen",
            )
            if st.form_submit_button("Antrag lesen", type="primary", key="eingabe-lesen"):
                _take(store, lambda: read_antrag(pasted, context.registry), "eingefügter Text")
    with right:
        _file_entry(context, store)
        for draw in entries:
            draw(context, store)
        _present(context, store)


def _file_entry(context: Context, store: Runstore) -> None:
    file = st.file_uploader("Antrag als PDF oder Textdatei", type=["pdf", "txt"], key="eingabe-datei")
    if file is None:
        return
    data = file.getvalue()

    def read() -> Antrag:
        if not data:
            raise EingabeError(
                f"„{file.name}“ ist leer (0 Byte). Speichern oder laden Sie die Datei noch einmal."
            )
        if file.name.casefold().endswith(".pdf") and not is_pdf(data):
            raise EingabeError(NO_PDF.format(file.name))
        return read_antrag_bytes(data, context.registry, file.name)

    _take(store, read, file.name, context.settings.laeufe_dir, data if is_pdf(data) else b"")


def _present(context: Context, store: Runstore) -> None:
    rows = {row.id: row for row in newest(store.list_antraege(100))}
    known = st.selectbox(
        "Früher eingegeben",
        rows,
        index=None,
        key="eingabe-frueher",
        format_func=lambda id: label(context, rows[id]),
        placeholder="Antrag wählen" if rows else "Noch kein Antrag eingegeben",
        disabled=not rows,
    )
    if known:
        address.go(antrag=known)
        st.rerun()
    demo = demo_antraege(context)
    titel = st.selectbox(
        "Beispiel aus dem erfundenen Musterland",
        demo,
        index=None,
        key="eingabe-beispiel",
        placeholder="Beispiel wählen",
    )
    if titel:
        _take(store, lambda: read_antrag_bytes(demo[titel].read_bytes(), context.registry), "Beispiel")


def _take(
    store: Runstore, read: Callable[[], Antrag], herkunft: str, folder: Path | None = None, pdf: bytes = b""
) -> None:
    """Read it, keep it with its file, go on with it; beside what was read of a file stands the file."""
    with failure_shown(), st.spinner("Der Antrag wird gelesen …"):
        antrag = read()
        datei = keep_pdf(folder, pdf) if folder and pdf else None
        antrag_id = store.save_antrag(antrag, herkunft, antrag, datei)
        address.go(antrag=antrag_id, neben=ORIGINAL if datei else None)
        st.rerun()


# --- what was read of the Antrag, to be corrected: every change is kept at once, under an address of its own

FIELDS = ("titel", "drucksache", "bundesland", "datum", "antragsteller", "feststellung", "begruendung")
SIMPLE = re.compile(r"[\w. ()]*")
SHOWN = "antrag-gezeigt"
EARLIEST, LATEST = date(1945, 1, 1), date(2099, 12, 31)


def show_form(store: Runstore, registry: Registry, antrag_id: str, blatt: AntragSheet) -> None:
    """The fields show the Antrag of the address, whatever they showed before."""
    antrag = blatt.antrag
    _fill(antrag_id, antrag)
    hints = unread(antrag)
    _text("titel", "Titel", store, hints)
    with st.grid(2, min_column_width=180):
        st.text_input(_label("Drucksache", hints.get("drucksache")), **_kept("drucksache", store))
        _date(store, antrag, hints)
    st.selectbox(
        _label("Land", hints.get("bundesland")),
        [code for code in GEBIETE if code in registry.parlamente],
        index=None,
        format_func=lambda code: registry.parlamente[code].land,
        placeholder="Land wählen",
        **_kept("bundesland", store),
    )
    here = registry.parteien_in(antrag.bundesland)
    st.multiselect(
        _label("Antragsteller", hints.get("antragsteller")),
        list(dict.fromkeys([*here, *antrag.antragsteller])),
        format_func=lambda id: registry.partei_name(id, antrag.bundesland),
        placeholder="Parteien wählen",
        select_all=False,
        **_kept("antragsteller", store),
    )
    st.markdown(_label("**Forderungen**", hints.get("forderungen")))
    edits, above = edits_of(blatt.gelesen, antrag), ""
    for place, forderung in enumerate(antrag.forderungen):
        if (lead := lead_in(forderung)) and lead != above:
            st.caption(plain(lead))
        above = lead
        _forderung(store, place, forderung.nummer, mark_of(forderung.nummer, edits))
    _text(
        "forderung-neu", "Weitere Forderung", store, hints, "Eine Forderung ergänzen, die nicht erkannt wurde"
    )
    with st.expander("Feststellung und Begründung"):
        _text("feststellung", "Feststellung", store, hints)
        _text("begruendung", "Begründung", store, hints)


def _fill(antrag_id: str, antrag: Antrag) -> None:
    st.session_state[SHOWN] = antrag_id
    for feld in FIELDS:
        st.session_state[_key(feld)] = getattr(antrag, feld)
    st.session_state[_key("antragsteller")] = list(antrag.antragsteller)
    for place, forderung in enumerate(antrag.forderungen):
        st.session_state[_key(f"forderung-{place}")] = forderung.text
    st.session_state[_key("forderung-neu")] = ""


def _save(store: Runstore) -> None:
    """Keep what the fields say as an Antrag of its own, and go on with it."""
    # What the fields were filled with, not what the address says: it may be one change behind.
    blatt = store.load_sheet(st.session_state[SHOWN])
    antrag = blatt.antrag
    felder = {feld: st.session_state[_key(feld)] for feld in FIELDS}
    felder["antragsteller"] = tuple(felder["antragsteller"])
    places = [*range(len(antrag.forderungen)), "neu"]
    texts = [st.session_state[_key(f"forderung-{place}")] for place in places]
    changed = corrected(antrag, texts, **felder)
    address.go(antrag=store.save_antrag(changed, "berichtigt", blatt.gelesen, blatt.datei), forderung=None)


def _kept(feld: str, store: Runstore) -> dict[str, Any]:
    """For a widget whose every change is kept at once."""
    return {"key": _key(feld), "on_change": _save, "args": (store,)}


def _strike(store: Runstore, place: int) -> None:
    st.session_state[_key(f"forderung-{place}")] = ""
    _save(store)


def _text(feld: str, label: str, store: Runstore, hints: Mapping[str, str], placeholder: str = "") -> None:
    st.text_area(
        _label(label, hints.get(feld)), height="content", placeholder=placeholder, **_kept(feld, store)
    )


def _date(store: Runstore, antrag: Antrag, hints: Mapping[str, str]) -> None:
    day, signed = antrag.datum or EARLIEST, signed_on(antrag.text)
    other = f"der Drucksache; unterschrieben am {formats.day(signed)}" if signed and signed != day else None
    st.date_input(
        _label("Datum", hints.get("datum") or other),
        min_value=min(EARLIEST, day),
        max_value=max(LATEST, day),
        format="DD.MM.YYYY",
        **_kept("datum", store),
    )


def _forderung(store: Runstore, place: int, nummer: str, mark: str) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
        st.text_area(
            f"Forderung {_number(nummer)}{mark}", height="content", **_kept(f"forderung-{place}", store)
        )
        with st.container(horizontal=True, width="content", gap="xsmall", key=f"nur-zeichen-{place}"):
            st.button(
                f"Forderung {plain(nummer)} im Original zeigen",
                key=f"zeigen-{place}",
                icon=":material/find_in_page:",
                type="tertiary",
                help=f"Forderung {_number(nummer)} im Original zeigen",
                on_click=show_place,
                args=(place,),
            )
            st.button(
                f"Forderung {plain(nummer)} streichen",
                key=f"streichen-{place}",
                icon=":material/delete:",
                type="tertiary",
                help=f"Forderung {_number(nummer)} streichen",
                on_click=_strike,
                args=(store, place),
            )


def _number(nummer: str) -> str:
    """Escaped only where it must be: a label is read aloud as it is written, with its backslashes."""
    return nummer if SIMPLE.fullmatch(nummer) else plain(nummer)


def _key(feld: str) -> str:
    return f"antrag-{feld}"


def _label(name: str, hint: str | None) -> str:
    return f"{name} ({hint})" if hint else name

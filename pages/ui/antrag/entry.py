"""How an Antrag comes in: as text, as a file, or from what is there."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from core.antrag.antrag import Antrag, is_pdf, keep_pdf
from core.antrag.read_antrag import read_antrag, read_antrag_bytes
from core.context import Context
from core.demo.demo_antraege import demo_antraege
from core.errors import EingabeError
from core.sources.antrag_fetch import find_paper
from core.sources.antrag_quelle import WITH_LINKS
from pages.ui import address, antrag_taking, failure
from pages.ui.antrag.original import ORIGINAL
from pages.ui.help_texts import explained
from pages.ui.list_words import label, newest

if TYPE_CHECKING:
    from core.runs.store import Runstore


NO_PDF = (
    "„{}“ heißt wie ein PDF, ist aber keines: In der Datei steht etwas anderes, vielleicht eine "
    "gespeicherte Webseite oder reiner Text. Laden Sie das PDF selbst hoch, oder geben Sie einer "
    "Textdatei die Endung .txt."
)
EMPTY = "„{}“ ist leer (0 Byte). Speichern oder laden Sie die Datei noch einmal."


def offer_another() -> None:
    if st.button("Anderen Antrag eingeben", icon=":material/arrow_back:", type="tertiary", key="anderer"):
        address.go(antrag=None, weitere=None, trotzdem=None, neben=None, forderung=None, seite=None)
        st.rerun()


def show(context: Context, store: "Runstore") -> None:
    """Every way in at once: text, file, number or address, and what was entered before."""
    demands = explained("Forderung", "Forderungen")
    st.markdown(
        f"Geben Sie einen Antrag ein. Geprüft werden die {demands} darin; was gelesen wird, können Sie "
        "danach berichtigen."
    )
    left, right = st.columns([3, 2], gap="large")
    with left:
        _text(context, store)
    with right:
        _file(context, store)
        _internet(context, store)
        _present(context, store)


def _text(context: Context, store: "Runstore") -> None:
    with st.form("eingabe", border=False):
        pasted = st.text_area(
            "Text des Antrags",
            key="eingabe-text",
            height=300,
            placeholder="Kopf, Beschlusstext und Begründung, so wie sie in der Drucksache stehen",
        )
        if st.form_submit_button("Antrag lesen", type="primary", key="eingabe-lesen"):
            _take(store, lambda: read_antrag(pasted, context.registry), "eingefügter Text")


def _file(context: Context, store: "Runstore") -> None:
    file = st.file_uploader("Antrag als PDF oder Textdatei", type=["pdf", "txt"], key="eingabe-datei")
    if file is None:
        return
    data = file.getvalue()

    def read() -> Antrag:
        if not data:
            raise EingabeError(EMPTY.format(file.name))
        if file.name.casefold().endswith(".pdf") and not is_pdf(data):
            raise EingabeError(NO_PDF.format(file.name))
        return read_antrag_bytes(data, context.registry, file.name)

    _take(store, read, file.name, context.settings.laeufe_dir, data if is_pdf(data) else b"")


def _internet(context: Context, store: "Runstore") -> None:
    parlamente = {land: context.registry.parlamente[land].name for land in WITH_LINKS}
    with st.form("eingabe-adresse", border=False):
        told = st.text_input(
            "Adresse des PDFs oder Nummer der Drucksache",
            placeholder="https://… oder 21/1234",
            key="eingabe-url",
        )
        land = st.selectbox(
            "Bei einer Nummer: aus welchem Parlament?",
            list(parlamente),
            format_func=parlamente.__getitem__,
            key="eingabe-parlament",
            help="Nur bei diesen folgt die Adresse aus der Nummer; sonst fügen Sie die Adresse des PDFs ein.",
        )
        sent = st.form_submit_button("Antrag holen", type="primary", key="eingabe-holen")
    if sent:
        with failure.shown():
            antrag_taking.begin([find_paper(store, told, land)])
            st.rerun()
    antrag_taking.show()


def _present(context: Context, store: "Runstore") -> None:
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
    store: "Runstore", read: Callable[[], Antrag], herkunft: str, folder: Path | None = None, pdf: bytes = b""
) -> None:
    """Read it, keep it with its file, go on with it; beside what was read of a file stands the file."""
    with failure.shown(), st.spinner("Der Antrag wird gelesen …"):
        antrag = read()
        datei = keep_pdf(folder, pdf) if folder and pdf else None
        antrag_id = store.save_antrag(antrag, herkunft, antrag, datei)
        address.go(antrag=antrag_id, neben=ORIGINAL if datei else None)
        st.rerun()

"""Where an analyst begins: one click for who is new here, else what was done lately and how well it went."""

from collections.abc import Callable

import pandas as pd
import streamlit as st

from core.base import formats
from core.base.models import GEBIETE, UEBERALL
from core.demo.demo_antraege import demo_auftrag, make_example
from core.features import hooks
from core.programme.context import Context
from core.programme.stock import Coverage, Field, Matrix, ProgrammState, Stock
from core.runs.lauf import LaufRow
from core.runs.load_laeufe import Filter, scores_of
from pages.ui import address, resources
from pages.ui.help_texts import first_tour
from pages.ui.kept import state_of
from pages.ui.land import REAL, VALID_EVERYWHERE
from pages.ui.menu import file_of
from pages.ui.plain_table import as_html, plain_table
from pages.ui.text import failure_shown, joined, plain
from pages.ui.words import answering_modell, modell_name, partei_shown, proven_of, status_of, titel_of

# --- what can be searched: Länder by parties, and what could not be read as it should -----------------------

LETTERS = {
    ProgrammState.INDEXIERT: "✓",
    ProgrammState.LIMITED: "⚠",
    ProgrammState.PDF_PRESENT: "PDF",
    ProgrammState.UNLESBAR: "✗",
    ProgrammState.WITHOUT_PDF: "–",
}
WHAT = "Durchsuchbare Programme je Land und Partei"
ONLY_EXAMPLE = (
    "Durchsuchbar ist bisher nur das erfundene Beispielland. Echte Programme lesen Sie unter „Programme“ ein."
)
LEGEND = (
    "✓ mit Jahr: durchsuchbar · PDF: liegt da, ist aber nicht eingelesen · ✗: nicht lesbar · "
    "–: PDF fehlt · ?: nicht im Register · leer: dort nicht im Parlament. Gezeigt ist, was heute gilt. "
    "Ein Klick auf ein Feld zeigt, welches Programm es ist."
)


def in_short(context: Context, stock: Stock) -> None:
    """A line for what is there, one for what is not; the whole table for who unfolds it."""
    st.markdown(f"**{plain(_summary(stock))}**")
    told, nothing = [], 0
    for gebiet in filter(REAL.__contains__, GEBIETE):
        found = Coverage.of(context, gebiet)
        ready, total = len(found.parteien), len(found.parteien) + len(found.missing)
        told += [f"{found.name}: {ready} von {total}"] if ready else []
        nothing += not ready
    if told:
        st.markdown(plain(f"Wahlprogramme, die heute gelten: {joined(told)}"))
    if nothing:
        st.markdown(f"Noch nichts eingelesen: von {nothing} der {len(REAL)} Parlamente (Bund und Länder).")
    with st.expander("Alle Länder und Parteien als Tabelle", type="compact", icon=":material/table:"):
        # Folded is what cannot be searched, or is invented.
        real, invented = stock.matrix(context.registry).without_invented(context.registry)
        st.caption(_summary(stock))
        st.caption(LEGEND)
        if any(teil.indexed for teil in stock.gebiete if teil.gebiet in REAL):
            _matrix(context, real, "bestandsmatrix")
            with st.expander("Das erfundene Beispielland", type="compact"):
                _matrix(context, invented, "beispielmatrix")
        else:
            st.markdown(ONLY_EXAMPLE)
            _matrix(context, invented, "beispielmatrix")
            with st.expander("Bund und Länder: noch nichts eingelesen", type="compact"):
                _matrix(context, real, "bestandsmatrix")


def _matrix(context: Context, shown: Matrix, key: str) -> None:
    names = {partei: context.registry.partei_name(partei) for partei in shown.parteien}
    rows = [
        {"Land": zeile.name, **{names[p]: _cell(zeile.felder.get(p)) for p in shown.parteien}}
        for zeile in shown.zeilen
    ]
    table = pd.DataFrame(rows)
    event = st.dataframe(
        table,
        column_config={"Land": st.column_config.TextColumn(pinned=True, width=180)},
        hide_index=True,
        placeholder="–",
        height="content",
        row_height=29,
        on_select="rerun",
        selection_mode="single-cell",
        key=key,
        alt=WHAT,
    )
    plain_table(table, key, WHAT)
    for row, column in event.selection.cells[:1]:
        if column != "Land":
            partei = shown.parteien[list(table.columns).index(column) - 1]
            _details(context, shown.zeilen[row].name, partei, shown.zeilen[row].felder.get(partei))


def of_land(context: Context, stock: Stock, gebiet: str) -> None:
    """Whose Programm of one Gebiet can be searched, whose not, and the way to what is missing."""
    (teil,) = (one for one in stock.gebiete if one.gebiet == gebiet)
    zeilen = stock.matrix(context.registry).zeilen
    felder = next(zeile.felder for zeile in zeilen if zeile.gebiet == gebiet)
    shown = [feld.bestand for feld in felder.values() if feld.bestand]
    ready = sum(bestand.zustand.is_indexed for bestand in shown)
    count = f"{formats.number(ready)} von {formats.number(len(felder))} Parteien"
    told = f"{teil.name}: {count} mit einem Programm, das heute gilt und durchsuchbar ist"
    st.markdown(f"**{plain(told)}**")
    if felder:
        rows = [_row(context, gebiet, feld) for feld in felder.values()]
        links = [_link(gebiet, feld) for feld in felder.values()]
        st.html(as_html(pd.DataFrame(rows), "Programme, die heute gelten", {}, links))
    if earlier := teil.indexed - ready:
        count = formats.counted(earlier, "weiteres Programm", "weitere Programme")
        st.caption(f"Durchsuchbar außerdem: {count}, vor allem aus früheren Wahlen.")
    st.page_link(
        "programme.py",
        label="Fehlende Programme holen" if ready < len(felder) else "Programme ansehen",
        icon=":material/cloud_download:" if ready < len(felder) else ":material/library_books:",
        query_params={"land": VALID_EVERYWHERE if gebiet == UEBERALL else gebiet},
    )


def _row(context: Context, gebiet: str, feld: Field) -> dict[str, object]:
    land = None if gebiet == UEBERALL else gebiet
    bestand = feld.bestand
    return {
        "Partei": context.registry.partei_name(feld.partei, land),
        "Programm": bestand.programm.name if bestand else "nicht im Register",
        "Stand": state_of(bestand) if bestand else None,
        "Seiten": bestand.seiten or None if bestand else None,
    }


def _link(gebiet: str, feld: Field) -> str:
    land = VALID_EVERYWHERE if gebiet == UEBERALL else gebiet
    asked = f"programm={feld.bestand.programm.id}" if feld.bestand else f"land={land}"
    return address.absolute(f"/programme?{asked}")


def reading_remarks(stock: Stock) -> None:
    """What could not be read as it should; nothing where all is well."""
    notes = [(b.programm.name, note) for b in stock.programme for note in b.hinweise]
    if notes:
        with st.expander(f"Beim Einlesen aufgefallen ({formats.number(len(notes))})", icon=":material/info:"):
            st.markdown("\n".join(f"- {plain(name)}: {plain(note)}" for name, note in notes))


def _summary(stock: Stock) -> str:
    ready, known = stock.indexed, len(stock.programme)
    return joined(
        [
            f"{formats.number(ready)} von {formats.counted(known, 'Programm', 'Programmen')} durchsuchbar",
            formats.counted(stock.seiten, "Seite", "Seiten"),
            formats.counted(stock.chunks, "Passage", "Passagen"),
        ]
    )


def _cell(feld: Field | None) -> str:
    if feld is None:
        return ""
    if feld.bestand is None:
        return "?"
    sign = LETTERS[feld.bestand.zustand]
    return f"{sign} {feld.bestand.programm.jahr}" if feld.bestand.zustand.is_indexed else sign


def _details(context: Context, land: str, partei: str, feld: Field | None) -> None:
    name = context.registry.partei_name(partei)
    if feld is None:
        told = f"{name}, {land}: nicht im Parlament, und kein Wahlprogramm im Register"
    elif feld.bestand is None:
        told = f"{name}, {land}: Im Register steht kein Programm, das heute gilt."
    else:
        bestand, programm = feld.bestand, feld.bestand.programm
        until = f"bis {formats.day(programm.gueltig_bis)}" if programm.gueltig_bis else "bis heute"
        valid = f"gültig seit {formats.day(programm.gueltig_ab)} {until}"
        pages = formats.counted(bestand.seiten, "Seite", "Seiten")
        file = pages if bestand.stand else f"Dateiname: {programm.pdf}"
        told = joined([programm.name, str(bestand.zustand), valid, file])
    st.info(plain(told), icon=":material/description:")


# --- the way in, and what was done lately -------------------------------------------------------------------

CARDS = 3
NEU = (
    "**Neu hier?** „Demo-Antrag prüfen“ nimmt einen Antrag aus dem erfundenen Land „Musterland“. Dafür ist "
    "nichts einzurichten: Das eingebaute Verfahren sucht nahe Stellen und kommt ohne Sprachmodell aus; "
    "daneben steht ein Beispiel dafür, wie die Antwort eines Sprachmodells aussieht."
)


def anfang(context: Context) -> None:
    """The two ways in, and beside them the one click that needs nothing."""
    with st.container(horizontal=True, vertical_alignment="center"):
        if st.button("Antrag prüfen", type="primary", icon=":material/edit_document:", key="antrag_pruefen"):
            st.switch_page("antrag.py")
        if (checking := file_of("pruefen")) and st.button(
            "Zitate prüfen", icon=":material/rule:", key="zitate_pruefen"
        ):
            st.switch_page(checking)
        if st.button("Demo-Antrag prüfen", type="tertiary", icon=":material/play_arrow:", key="demo_pruefen"):
            with failure_shown():
                make_example(context)
            lauf_id = resources.werkstatt().start(demo_auftrag(context))
            st.switch_page("lauf.py", query_params={"id": lauf_id})
    if not resources.store().count_laeufe(Filter(is_demo=False)):
        st.markdown(NEU)
        first_tour()


def recent() -> None:
    """The Anträge checked last, each with its latest answer; nothing where nothing has been done yet."""
    store = resources.store()
    if not (latest := [laeufe[0] for laeufe in store.laeufe_by_antrag(limit=CARDS)]):
        return
    punkte: dict[str, dict[str, float]] = {zeile.id: {} for zeile in latest}
    # „wahlprogramm“ stands behind „parteiprogramm“, so what is read last counts.
    for row in sorted(scores_of(store, list(punkte)), key=lambda row: row[:3]):
        if row.score is not None:
            punkte[row.lauf_id][row.partei] = row.score
    blocks: tuple[Callable[[], None], ...] = hooks("start_blocks")
    left, *right = st.columns([2, 1] if blocks else [1], gap="large")
    with left:
        st.header("Zuletzt geprüft", anchor=False)
        for zeile in latest:
            _card(zeile, punkte[zeile.id])
        st.page_link("laeufe.py", label="Alle geprüften Anträge", icon=":material/list:")
    for column in right:
        with column:
            for draw in blocks:
                draw()


def _card(zeile: LaufRow, punkte: dict[str, float]) -> None:
    best_first = sorted(punkte.items(), key=lambda one: (-one[1], one[0]))
    scores = [f"{partei_shown(partei, zeile.bundesland)} {formats.score(own)}" for partei, own in best_first]
    belegt = f"{proven_of(zeile)} Zitaten belegt" if zeile.emittiert else proven_of(zeile)
    line = [status_of(zeile), belegt, modell_name(answering_modell(zeile)), formats.moment(zeile.created)]
    with st.container(border=True, gap="xsmall"):
        st.page_link("lauf.py", label=plain(titel_of(zeile)), query_params={"id": zeile.id})
        if scores:
            st.markdown(plain(f"Punkte von 10: {joined(scores)}"))
        st.caption(plain(joined(line)))

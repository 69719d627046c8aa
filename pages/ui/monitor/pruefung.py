"""All stored quotes proved against the PDFs on demand, and what earlier proofs came to."""

import pandas as pd
import streamlit as st

from core.german import formats
from core.runs.figures import Zitatzahlen
from core.runs.load_laeufe import Filter
from core.runs.notes import Pruefung
from core.runs.store import Runstore
from pages.ui import resources
from pages.ui.help_texts import explained
from pages.ui.plain_table import plain_table
from pages.ui.text import plain

EVERY = 1.0
MOST = 10


def pruefung() -> None:
    """Drawn anew by itself while it goes on."""
    laeuft = resources.pruefung_jobs().stand().laeuft
    st.fragment(_draw, run_every=EVERY if laeuft else None)(laeuft)


def _draw(what_busy: bool) -> None:
    jobs = resources.pruefung_jobs()
    stand = jobs.stand()
    if stand.laeuft != what_busy:
        st.rerun(scope="app")
    earlier = resources.store().notes_of(Pruefung)[::-1]
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown("**Stehen die gespeicherten Zitate noch in den PDFs?**", width="stretch")
        st.button(
            "Alle Zitate jetzt prüfen",
            icon=":material/fact_check:",
            on_click=jobs.start,
            disabled=stand.laeuft,
            key="monitor_pruefen",
        )
    if stand.laeuft:
        told = f"{formats.number(stand.fertig)} von {formats.counted(stand.von, 'Lauf', 'Läufen')} geprüft"
        st.progress(stand.fertig / max(stand.von, 1), text=told)
    elif stand.fehler:
        st.warning(plain(" ".join(stand.fehler)), icon=":material/warning:")
    if earlier:
        _result(earlier[0])
        _earlier(earlier[:MOST])
    elif not stand.laeuft:
        st.caption("Noch nie geprüft. Jedes belegte Zitat wird dabei neu in seiner PDF-Datei gesucht.")


def _result(last: Pruefung) -> None:
    shown = f"{formats.number(last.belegt)} von {formats.number(last.geprueft)}"
    told = f"{shown} belegt am {formats.day(last.created)}"
    icon = ":green[:material/check_circle:]" if last.belegt == last.geprueft else ":red[:material/warning:]"
    st.markdown(f"{icon} {told}")


def _earlier(earlier: list[Pruefung]) -> None:
    rows = [
        {
            "am": one.created,
            "Läufe": one.laeufe,
            "Geprüft": one.geprueft,
            "Belegt": one.belegt,
            "Nicht belegt": one.geprueft - one.belegt,
            "Dauer": formats.duration(one.sekunden),
        }
        for one in earlier
    ]
    config = {"am": st.column_config.DatetimeColumn(format="DD.MM.YYYY, HH:mm", timezone="Europe/Berlin")}
    with st.expander("Frühere Prüfungen", type="compact"):
        st.dataframe(
            pd.DataFrame(rows),
            column_config=config,
            hide_index=True,
            placeholder="–",
            alt="Frühere Prüfungen",
        )
    plain_table(pd.DataFrame(rows), "fruehere", "Frühere Prüfungen", config)


# --- at the top: the figures of the whole period, and what is not among them --------------------------------


def purpose() -> str:
    proved, dropped = explained("belegt, gebunden", "belegt"), explained("verworfen")
    return (
        f"Wie viele der Zitate, die Modelle nennen, sind {proved}, stehen also nachweislich im Programm? "
        f"Woran scheitern die anderen, die {dropped} werden, und wann war etwas anders als sonst? Das zeigt "
        f"die {explained('Regelkarte')}."
    )


def read_in_programme(store: Runstore, is_demo: bool) -> None:
    """What is not counted is told."""
    if read_in := store.count_laeufe(Filter(eingelesen=True, is_demo=is_demo)):
        st.caption(
            f"Nicht mitgezählt: {formats.counted(read_in, 'eingelesener Lauf', 'eingelesene Läufe')}. Wann, "
            "womit und zu welchen Kosten er entstand, steht nur in seiner Datei und ist nicht geprüft."
        )


def sum_of_counts(total: Zitatzahlen) -> None:
    figures = {
        "Läufe": formats.number(total.laeufe),
        "Genannte Zitate": formats.number(total.emittiert),
        "Belegt": formats.percent(total.gebunden, total.emittiert),
        "Verworfen": formats.percent(total.emittiert - total.gebunden, total.emittiert),
        "Läufe ohne Zitat": formats.number(total.ohne_zitat),
    }
    with st.container(horizontal=True):
        for label, value in figures.items():
            st.metric(label, value, border=True)

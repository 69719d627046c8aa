"""Below the table of Läufe: over many Anträge, what fits a party's Programm and how it voted."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Literal

import pandas as pd
import streamlit as st

from core import clock
from core.assessment.promises_and_votes import FitCounts, PromisesAndVotes, as_table, of_filter
from core.context import Context
from core.decisions.party_votes import AID, DISCIPLINE, Fit
from core.german import formats
from core.models import Typ
from core.runs.connection import now
from core.runs.lauf_filter import Filter
from core.runs.workbook import as_csv, as_xlsx
from pages.ui.plain_table import as_html, plain_table

TITEL = "Versprochen und abgestimmt"
FEW = 10
"""So many rows are shown without scrolling."""

NONE_DECIDED = (
    "Zu keinem dieser Anträge ist hier eine Abstimmung bekannt. Öffnen Sie einen Lauf und laden Sie unter "
    "„Abstimmung“ eine Beschlussempfehlung, ein Plenarprotokoll oder eine Abstimmungsliste hoch."
)
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def promises(context: Context, filter: Filter) -> None:
    """Reckoned only where it is opened."""
    fold = st.expander(TITEL, icon=":material/how_to_vote:", key="versprochen", on_change="rerun")
    if not fold.open:
        return
    with fold:
        found = of_filter(context, filter)
        st.markdown(_counted(found))
        if found.rows:
            _shown(found)
        else:
            st.info(NONE_DECIDED, icon=":material/info:")


def _counted(found: PromisesAndVotes) -> str:
    judged = formats.counted(found.antraege, "Antrag", "Anträgen")
    without = found.antraege - found.entschieden
    return (
        f"Abstimmung bekannt: **{found.entschieden} von {judged}**. "
        f"Ohne bekannte Abstimmung, unten nicht mitgezählt: **{without}**."
    )


def _shown(found: PromisesAndVotes) -> None:
    typ = st.segmented_control(
        "Verglichen mit", list(Typ), format_func=str.title, default=Typ.WAHLPROGRAMM, required=True,
        key="versprochen-typ",
    )  # fmt: skip
    st.html(as_html(pd.DataFrame(_rows(found.counts(typ))), f"Stimmen und {typ.title()}", {}, ()))
    st.caption(AID)
    st.caption(DISCIPLINE)
    table = as_table(found)
    frame = pd.DataFrame(table.zeilen, columns=list(table.kopf))
    height: Literal["content", "auto"] = "content" if len(frame) <= FEW else "auto"
    st.dataframe(frame, hide_index=True, height=height, placeholder="–", alt=TITEL)
    plain_table(frame, "versprochen", TITEL)
    name = f"abstimmungen-{clock.today():%Y-%m-%d}"
    with st.container(horizontal=True):
        _download("Als Tabelle (CSV)", partial(as_csv, table), f"{name}.csv", "text/csv")
        _download("Als Excel-Datei", partial(as_xlsx, [table], TITEL, now()), f"{name}.xlsx", XLSX)


def _download(label: str, data: Callable[[], bytes], name: str, mime: str) -> None:
    st.download_button(label, data, name, mime, on_click="ignore", type="tertiary", key=f"export-{name[-4:]}")


def _rows(counts: Sequence[FitCounts]) -> list[dict[str, str]]:
    return [
        {
            "Partei": one.name,
            "Stimmen bekannt": str(one.stimmen),
            **{str(fit): f"{one.fits.get(fit, 0)} von {one.stimmen}" for fit in Fit},
        }
        for one in counts
    ]

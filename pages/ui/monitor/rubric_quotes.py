"""What became of the quotes from Anträge that judgements by rubrics named: apart from those of Programme."""

from collections.abc import Sequence

import streamlit as st

from core import charts, frames
from core.context import Context
from core.german import formats
from core.monitor.over_time import Tick
from core.monitor.rubric_series import RubricMoment, rubric_series, rubric_totals
from core.rubrics.rubric import rubrics_of
from pages.ui import resources
from pages.ui.chart_frame import diagramm
from pages.ui.monitor.wahl import Wahl
from pages.ui.plain_table import plain_table
from pages.ui.shown_names import modell_name
from pages.ui.text import joined

WHAT = (
    "Zitate aus den Anträgen selbst, die Urteile nach Rubriken nannten. Die Zahlen oben zählen Zitate aus "
    "Programmen; diese hier sind darin nicht enthalten."
)
HEAD = ("Rubrik", "Modell", "Urteile", "Genannt", "Belegt", "Verworfen", "Anteil belegt")
SHARE = {"Anteil belegt": st.column_config.NumberColumn(format="percent")}


@st.fragment
def rubric_quotes(context: Context, wahl: Wahl) -> None:
    """Nothing where nobody judged by a rubric in this time."""
    totals = rubric_totals(resources.store(), wahl.filter)
    if not totals:
        return
    titles = {id: one.titel for id, one in rubrics_of(context).items()}
    st.header("Rubriken", anchor=False)
    st.caption(WHAT)
    table = frames.zeilen([_row(one, titles.get(one.rubric, one.rubric)) for one in totals], HEAD)
    st.dataframe(
        table, hide_index=True, column_config=SHARE, placeholder="–", alt="Zitate je Rubrik und Modell"
    )
    plain_table(table, "monitor-rubriken", "Zitate je Rubrik und Modell", SHARE)
    takt = Tick.WOCHE if wahl.takt is Tick.WOCHE else Tick.TAG
    _over_time(rubric_series(resources.store(), takt, wahl.filter), titles)


def _row(one: RubricMoment, title: str) -> dict[str, object]:
    figures = (one.urteile, one.emittiert, one.belegt, one.verworfen, one.share)
    return dict(zip(HEAD, (title, modell_name(one.modell), *figures), strict=True))


def _over_time(series: Sequence[RubricMoment], titles: dict[str, str]) -> None:
    """A line needs two days."""
    if len({one.zeit for one in series}) < 2:
        return
    rows = [
        {
            "Zeit": one.zeit,
            "Lauf": "",
            "Gruppe": joined([titles.get(one.rubric, one.rubric), modell_name(one.modell)]),
            **_row(one, one.rubric),
        }
        for one in series
    ]
    drawn = frames.zeilen(rows, ("Zeit", "Lauf", "Gruppe", *HEAD))
    diagramm(
        "Belegte Zitate je Rubrik und Modell",
        lambda dark: charts.anteile(drawn, dark),
        drawn.drop(columns=["Lauf", "Rubrik", "Modell"]),
        "monitor_rubriken",
        spalten=SHARE,
    )
    st.caption(
        f"{formats.counted(len(series), 'Zeile', 'Zeilen')}, jeder Tag mit einem Urteil zählt für sich."
    )

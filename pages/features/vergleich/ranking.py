"""Does the order of the columns hold? Their means as a chart, one sentence, and the differences behind it."""

import streamlit as st

from core.base import formats
from core.features.vergleich.ranking import RankedBy, Ranking
from core.features.vergleich.spalten import AT_LEAST_ANTRAEGE, Vergleich
from core.wortlaut.records import Typ
from pages.features.vergleich.figures import ONE_COLUMN, difference_block
from pages.features.vergleich.spalten import kept_ranking
from pages.ui import address
from pages.ui.text import plain

BY = {RankedBy.BELEGT: "Belegte Zitate", RankedBy.PUNKTE: "Punkte"}
TITLE = {
    RankedBy.BELEGT: "Anteil belegter Zitate, Mittel über {}",
    RankedBy.PUNKTE: "Punkte, Mittel über {}",
}
AXIS = {RankedBy.BELEGT: "Prozent", RankedBy.PUNKTE: "Punkte"}
READING = (
    "Das Quadrat ist das Mittel. Der Strich reicht so weit, wie es im Vergleich zu den anderen mit 95 % "
    "Sicherheit liegt; dass manche Anträge allen Spalten schwerer fallen, ist herausgerechnet. Ob eine "
    "Spalte vor einer anderen liegt, sagen nicht die Striche, sondern der Satz: Er vergleicht je zwei "
    "Spalten Antrag für Antrag und rechnet ein, wie viele Paare es sind."
)


def order_block(vergleich: Vergleich, typ: Typ, basis: int) -> None:
    by = RankedBy(address.one_of("nach", list(RankedBy)) or RankedBy.BELEGT)
    address.segments("Nach", BY, address.follow("vergleich", "nach", by))
    found = kept_ranking(vergleich, by, typ)
    if found is None:
        st.info(ONE_COLUMN, icon=":material/info:")
        return
    if found.antraege >= AT_LEAST_ANTRAEGE:
        _draw(vergleich, found)
    st.markdown(f"**{plain(found.satz)}**")
    if found.ausgelassen:
        names = ", ".join(f"„{vergleich.spalten[at].name}“" for at in found.ausgelassen)
        st.caption(plain(f"Nicht eingeordnet, weil zu wenige Anträge gemeinsam sind: {names}."))
    with st.expander(plain(f"Jede Spalte gegen „{vergleich.spalten[basis].name}“"), type="compact"):
        difference_block(vergleich, typ, basis)


def _draw(vergleich: Vergleich, found: Ranking) -> None:
    from core.features.vergleich.charts import ranking_chart, ranking_table
    from pages.ui.chart_frame import chart

    names = [vergleich.spalten[one.spalte].name for one in found.spalten]
    factor, most = (100, 100) if found.by is RankedBy.BELEGT else (1, 10)
    table = ranking_table(names, [one.mittel for one in found.spalten], factor, most)
    antraege = formats.counted(found.antraege, "Antrag", "Anträge")
    chart(
        TITLE[found.by].format(antraege),
        lambda dark: ranking_chart(table, AXIS[found.by], dark),
        table,
        "vergleich_reihenfolge",
    )
    st.caption(READING)

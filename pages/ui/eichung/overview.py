"""All Eichungen in one table and one chart, beside what is known of others."""

from collections.abc import Sequence

import streamlit as st

from core import frames
from core.calibration.agreement import LITERATURE
from core.calibration.calibration_words import CUTS, QUELLE
from core.calibration.eichbild import Eichbild
from core.german import formats
from pages.ui.chart_frame import diagramm
from pages.ui.eichung.loading import decimal, herkunft, prozent, with_limits
from pages.ui.plain_table import plain_table
from pages.ui.text import plain

MOST = 20
"""The latest: of more than fit on a screen nobody compares the intervals."""

DEVIATION = (
    "**Weicht ab** = Urteile mit anderer Haltung als die Partei ÷ Urteile mit einer Haltung. "
    "Enthaltungen zählen nicht mit und stehen daneben. "
    f"{CUTS} Der Strich reicht so weit, wie die Zahl mit 95 % Sicherheit liegt: dazu werden 999-mal "
    f"ganze Thesen neu gezogen, denn die Antworten zu einer These hängen zusammen.\n\n{QUELLE}"
)
LINES = {f"{formats.shortest(share)} %*": share for share in LITERATURE}


def name_of(bild: Eichbild) -> str:
    eichung = bild.eichung
    mark = "Beispiel: " if eichung.is_demo else ""
    return f"{mark}{eichung.modell.removeprefix('demo/')} · {eichung.prompt_id} · {eichung.satz_name}"


def uebersicht(pictures: Sequence[Eichbild]) -> None:
    from core.charts import anteile_mit_grenzen

    table = frames.zeilen([_row(bild) for bild in pictures], list(_row(pictures[0])))
    st.dataframe(table, hide_index=True, alt="Alle Eichungen")
    plain_table(table, "eichungen", "Alle Eichungen")
    shares = frames.zeilen(
        [
            {
                "Name": name_of(bild),
                "Anteil": bild.bild.gesamt.abweichung.wert,
                "Von": bild.bild.gesamt.abweichung.von,
                "Bis": bild.bild.gesamt.abweichung.bis,
                "Fälle": bild.bild.gesamt.beantwortet,
            }
            for bild in pictures
        ],
        ("Name", "Anteil", "Von", "Bis", "Fälle"),
    )
    diagramm(
        "So oft weichen Urteile von der Position der Partei ab",
        lambda dark: anteile_mit_grenzen(shares, dark, LINES),
        shares,
        "eichung_abweichung",
    )
    st.caption(f"\\* {plain(QUELLE)}")
    herkunft(DEVIATION, "uebersicht")


def _row(bild: Eichbild) -> dict[str, object]:
    gesamt, eichung = bild.bild.gesamt, bild.eichung
    return {
        "Modell": eichung.modell.removeprefix("demo/"),
        "Art": "Beispiel, gespielt" if eichung.is_demo else "gemessen",
        "Prompt": f"{eichung.prompt_id}, Fassung {eichung.prompt_version}",
        "Thesen": eichung.satz_name,
        "Weicht ab (95 %)": with_limits(gesamt.abweichung),
        "Abstand der Parteien": prozent(bild.bild.luecke),
        "Macro-F1": decimal(gesamt.macro_f1.wert),
        "Enthaltung": prozent(gesamt.enthaltung),
        "Auffällig": "ja" if bild.named else "nein",
        "Stand": formats.day(eichung.created.date())
        if eichung.finished
        else f"{eichung.beantwortet} von {eichung.geplant}",
    }

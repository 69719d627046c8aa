"""What the model is compared with, and what changes where nothing should."""

from collections.abc import Mapping

import streamlit as st

from core import frames
from core.calibration.calibration_words import CONTROLS, PROBES
from core.calibration.controls import Kontrolle, Robustness
from core.calibration.eichbild import Eichbild
from pages.ui.chart_frame import diagramm
from pages.ui.eichung.loading import herkunft, prozent

SPALTEN = ("Name", "Anteil", "Von", "Bis", "Fälle", "Enthaltung")


def kontrollen(bild: Eichbild) -> None:
    from core.charts import anteile_mit_grenzen

    if not bild.kontrollen:
        return
    table = frames.zeilen([_control(key, one) for key, one in bild.kontrollen.items()], SPALTEN)
    diagramm(
        "Dieselben Thesen, anders beantwortet",
        lambda dark: anteile_mit_grenzen(table, dark),
        table,
        "eichung_kontrollen",
    )
    if told := _memory(bild.kontrollen):
        st.caption(told)
    herkunft(_told({CONTROLS[key][0]: CONTROLS[key][1] for key in bild.kontrollen}), "kontrollen")


def proben(bild: Eichbild) -> None:
    from core.charts import anteile_mit_grenzen

    if not bild.robustheit:
        return
    table = frames.zeilen([_probe(key, one) for key, one in bild.robustheit.items()], SPALTEN[:5])
    diagramm(
        "Was sich nicht ändern darf, und was sich drehen muss",
        lambda dark: anteile_mit_grenzen(table, dark, chart_axis="tut, was es soll"),
        table,
        "eichung_proben",
    )
    herkunft(
        "Dieselbe These und Partei noch einmal, auf eine Weise verändert: Fälle, in denen das Urteil tut, "
        "was es soll ÷ Fälle, in denen beide Male eine Haltung zu erkennen war. Beim Verneinen zählen nur "
        "Urteile, die vorher eine Seite nahmen. Wunsch und Anweisung zeigen immer in die falsche Richtung. "
        "Zum Vergleich: So wenig wie bei „Noch einmal gefragt“ schwankt das Modell von sich aus.",
        "proben",
    )


def _control(key: str, one: Kontrolle) -> dict[str, object]:
    found = one.abweichung
    return {
        "Name": CONTROLS[key][0],
        "Anteil": found.wert,
        "Von": found.von,
        "Bis": found.bis,
        "Fälle": one.faelle,
        "Enthaltung": round(one.enthaltung.wert, 3),
    }


def _probe(key: str, one: Robustness) -> dict[str, object]:
    name, soll = PROBES[key]
    found = one.anteil
    return {
        "Name": f"{name}: {soll}",
        "Anteil": found.wert,
        "Von": found.von,
        "Bis": found.bis,
        "Fälle": one.faelle,
    }


def _memory(kontrollen: Mapping[str, Kontrolle]) -> str:
    """What the programme adds to what the model knew before."""
    if "gedaechtnis" not in kontrollen:
        return ""
    mit, ohne = kontrollen["modell"], kontrollen["gedaechtnis"]
    return (
        f"Mit Programm weicht es in {prozent(mit.abweichung)} ab, aus dem Gedächtnis in "
        f"{prozent(ohne.abweichung)}; ohne Programm enthält es sich in {prozent(ohne.enthaltung)} der Fälle."
    )


def _told(words: Mapping[str, str]) -> str:
    return "\n".join(f"- **{name}**: {meaning}" for name, meaning in words.items())

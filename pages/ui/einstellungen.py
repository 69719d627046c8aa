"""The tables of the page Einstellungen."""

from collections.abc import Sequence

import pandas as pd

from core.german import formats
from core.installation import FEHLT, Datenort, Modellzeile
from pages.ui.einfach import as_html


def modell_tabelle(zeilen: Sequence[Modellzeile]) -> str:
    rows = [
        {
            "Modell": row.modell.label,
            "Anbieter": row.modell.anbieter,
            "Zustand": _zustand(row),
            "Schlüssel": row.schluessel,
            "Preis gelesen": _preis(row.preis_ein),
            "Preis geschrieben": _preis(row.preis_aus),
            "Liest höchstens": f"{formats.number(row.modell.kontext)} Tokens",
        }
        for row in zeilen
    ]
    return as_html(pd.DataFrame(rows), "Sprachmodelle des Katalogs", {}, [])


def daten_tabelle(orte: Sequence[Datenort]) -> str:
    rows = [
        {
            "Was": ort.was,
            "Wo": ort.wo,
            "Umfang": ort.umfang,
            "Größe": None if ort.groesse is None else formats.size(ort.groesse),
        }
        for ort in orte
    ]
    return as_html(pd.DataFrame(rows), "Welche Daten wo liegen", {}, [])


def _zustand(row: Modellzeile) -> str:
    if row.bereit.ok:
        return "✓ bereit"
    return "✗ ohne Schlüssel" if row.schluessel.endswith(FEHLT) else f"✗ {row.bereit.grund}"


def _preis(usd: float | None) -> str:
    if usd is None:
        return "unbekannt"
    return f"{formats.number(usd, 2)} $" if usd else "kostenlos"

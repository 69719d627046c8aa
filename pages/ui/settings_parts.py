"""What the page Einstellungen shows: tables of what is installed."""

from collections.abc import Sequence

import pandas as pd

from core.german import formats
from core.installation import FEHLT, DataPlace, ModellRow
from pages.ui.plain_table import as_html


def modell_table(zeilen: Sequence[ModellRow]) -> str:
    rows = [
        {
            "Modell": row.modell.label,
            "Anbieter": row.modell.anbieter,
            "Zustand": _state(row),
            "Schlüssel": row.schluessel,
            "Preis gelesen": _price(row.preis_ein),
            "Preis geschrieben": _price(row.preis_aus),
            "Liest höchstens": f"{formats.number(row.modell.kontext)} Tokens",
        }
        for row in zeilen
    ]
    return as_html(pd.DataFrame(rows), "Sprachmodelle des Katalogs", {}, [])


def data_table(places: Sequence[DataPlace]) -> str:
    rows = [
        {
            "Was": ort.was,
            "Wo": ort.wo,
            "Umfang": ort.umfang,
            "Größe": None if ort.groesse is None else formats.size(ort.groesse),
        }
        for ort in places
    ]
    return as_html(pd.DataFrame(rows), "Welche Daten wo liegen", {}, [])


def _state(row: ModellRow) -> str:
    if row.bereit.ok:
        return "✓ bereit"
    return "✗ ohne Schlüssel" if row.schluessel.endswith(FEHLT) else f"✗ {row.bereit.grund}"


def _price(usd: float | None) -> str:
    if usd is None:
        return "unbekannt"
    return f"{formats.number(usd, 2)} $" if usd else "kostenlos"

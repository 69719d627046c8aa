"""DataFrames for display, with the columns that show them."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from core.retrieval.bestand import Gebietsbestand, Zustand

LAENDER = {
    "Programme": st.column_config.NumberColumn(help="Im Register bekannt"),
    "PDF da": st.column_config.NumberColumn(help="Die Datei liegt im Ordner für PDFs"),
    "Indexiert": st.column_config.NumberColumn(help="Eingelesen und durchsuchbar"),
    "Seiten": st.column_config.NumberColumn(format="localized"),
    "Passagen": st.column_config.NumberColumn(
        format="localized", help="Abschnitte von 600 bis 1.200 Zeichen"
    ),
    "Zuletzt geändert": st.column_config.DatetimeColumn(format="DD.MM.YYYY"),
}


def laender(stock: Sequence[Gebietsbestand]) -> pd.DataFrame:
    """One row per Land, those with something in the index first."""
    rows = [
        {
            "Land": teil.name,
            "Programme": len(teil.programme),
            "PDF da": teil.mit_pdf,
            "Indexiert": teil.count(Zustand.INDEXIERT),
            "Seiten": teil.seiten or None,
            "Passagen": teil.chunks or None,
            "Zuletzt geändert": pd.to_datetime(teil.geaendert) if teil.geaendert else None,
        }
        for teil in sorted(stock, key=lambda teil: not teil.chunks)
    ]
    return pd.DataFrame(rows).astype({"Seiten": "Int64", "Passagen": "Int64"})

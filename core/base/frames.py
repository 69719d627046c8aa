"""Tables as frames, for charts and to take along as CSV: the only place in core that knows pandas."""

from collections.abc import Mapping, Sequence

import pandas as pd
from pandas import DataFrame

from core.base.table import FORMULA

__all__ = ["DataFrame"]


def frame_of(rows: Sequence[Mapping[str, object]], spalten: Sequence[str]) -> DataFrame:
    """Rows as they are given, also where there is none."""
    return pd.DataFrame(list(rows), columns=list(spalten))


def csv(table: DataFrame) -> bytes:
    """As a German spreadsheet opens it; no text runs as a formula."""
    text: str = table.astype(object).map(_cell).to_csv(index=False, sep=";", decimal=",")
    return text.encode("utf-8-sig", "replace")


def _cell(value: object) -> object:
    if isinstance(value, bool):
        return "ja" if value else "nein"
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value

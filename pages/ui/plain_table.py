"""Beneath a table that is drawn as a picture: the same in plain form, for screen readers and paper."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from html import escape
from typing import Any, Literal

import pandas as pd
import streamlit as st

from core.base import formats

MOST = 200
"""Rows: of more, all stand in what can be downloaded, and the first of them here."""

HEAD = "Als einfache Tabelle"
Spalten = Mapping[str, Any]

DAY = st.column_config.DateColumn(format="DD.MM.YYYY")
MOMENT = st.column_config.DatetimeColumn(format="DD.MM.YYYY, HH:mm", timezone="Europe/Berlin")
SHARE = st.column_config.NumberColumn(format="percent")
"""Kinds of columns that several tables have."""


def plain_table(
    frame: pd.DataFrame, key: str, titel: str, spalten: Spalten | None = None, links: Sequence[str] = ()
) -> None:
    """Folded away until it is wanted. `spalten`: as for `st.dataframe`; `links`: where each row leads."""
    fold = st.expander(HEAD, type="compact", icon=":material/table:", key=f"einfach-{key}", on_change="rerun")
    if fold.open:
        with fold:
            st.html(as_html(frame.head(MOST), titel, spalten or {}, links[:MOST]))
            if len(frame) > MOST:
                st.caption(f"Gezeigt sind die ersten {MOST} von {formats.number(len(frame))} Zeilen.")


def table(
    frame: pd.DataFrame,
    key: str,
    titel: str,
    spalten: Spalten | None = None,
    link: str | None = None,
    alt: str = "",
    **more: Any,
) -> None:
    """Drawn as a picture that can be sorted, and beneath it in plain form.

    `link`: the column that says where each row leads; in plain form the first column leads there.
    """
    st.dataframe(frame, column_config=spalten, hide_index=True, placeholder="–", alt=alt or titel, **more)
    links = [] if link is None else [str(url) for url in frame.get(link, ())]
    rest = frame if link is None else frame.drop(columns=link, errors="ignore")
    plain_table(rest, key, titel, spalten, links)


def as_html(frame: pd.DataFrame, titel: str, spalten: Spalten, links: Sequence[str]) -> str:
    """The first column heads its row; with `links` it leads to it."""
    names = [str(name) for name in frame.columns]
    configs = [config if isinstance(config := spalten.get(name), dict) else {} for name in names]
    labels = [str(config.get("label") or name) for name, config in zip(names, configs, strict=True)]
    forms = [(config.get("type_config") or {}).get("format") for config in configs]
    heads = "".join(f'<th scope="col">{escape(label)}</th>' for label in labels)
    rows = []
    for place, values in enumerate(frame.itertuples(index=False, name=None)):
        first, *rest = (escape(shown(value, form)) for value, form in zip(values, forms, strict=True))
        if links:
            first = f'<a href="{escape(links[place])}" target="_self">{first}</a>'
        cells = "".join(f"<td>{cell}</td>" for cell in rest)
        rows.append(f'<tr><th scope="row">{first}</th>{cells}</tr>')
    head = f"<caption>{escape(titel)}</caption><thead><tr>{heads}</tr></thead>"
    return f'<div class="einfach" tabindex="0"><table>{head}<tbody>{"".join(rows)}</tbody></table></div>'


def shown(value: object, form: object = None) -> str:
    """As German readers expect it; „–“ where there is nothing."""
    if isinstance(value, list | tuple):
        return ", ".join(map(shown, value)) or formats.NOTHING
    if value is None or pd.isna(value) or value == "":  # what is missing in a frame equals nothing
        return formats.NOTHING
    if isinstance(value, bool):
        return "ja" if value else "nein"
    if isinstance(value, datetime):
        return formats.moment(value) if value.tzinfo else formats.day(value)
    if isinstance(value, date):
        return formats.day(value)
    if form == "percent" and isinstance(value, int | float):
        return formats.percent(float(value), 1)
    if isinstance(value, float):
        return formats.number(value, 2).removesuffix(",00")
    return formats.number(value) if isinstance(value, int) and abs(value) >= 10_000 else str(value)


# --- a table of which rows are chosen, and opened at a click ------------------------------------------------
# By keyboard a row is chosen where one is in it, and opened with the button above the table.

BY_KEYBOARD = " (Tastatur: Umschalt und Leertaste)"


def table_key(name: str, ids: Iterable[str]) -> str:
    """Other rows are another table: a choice of rows must never slip to others."""
    return f"{name}_{hashlib.sha256(','.join(ids).encode()).hexdigest()[:12]}"


def choosable(
    frame: pd.DataFrame,
    key: str,
    titel: str,
    spalten: Spalten,
    links: Sequence[str],
    *,
    first: str,
    width: int,
    pinned: bool = False,
    drawn: Any = None,
    height: int | Literal["content"] = "content",
    placeholder: str = "–",
) -> tuple[list[int], int | None]:
    """The rows that are chosen, and the one that was opened just now.

    `key` as `table_key` makes it. `first`, `width`, `pinned`: the column whose cells open their row;
    `drawn`: the frame with its looks.
    """
    opener = st.column_config.ButtonColumn(
        width=width, pinned=pinned, alignment="left", type="tertiary", key=f"{key}-oeffnen"
    )
    event = st.dataframe(
        frame if drawn is None else drawn,
        column_config={**spalten, first: opener},
        hide_index=True,
        height=height,
        placeholder=placeholder,
        on_select="rerun",
        selection_mode="multi-row",
        key=key,
        alt=titel,
    )
    plain_table(frame, key.rpartition("_")[0], titel, spalten, links)
    click = st.session_state.get(f"{key}-oeffnen")
    return event.selection.rows, None if click is None else int(click["row"])


def chosen_told(number: int, one: str, many: str) -> str:
    """How many rows are chosen; of none, how to choose."""
    if not number:
        return f"Wählen Sie {many} in der ersten Spalte{BY_KEYBOARD}."
    return formats.counted(number, f"{one} gewählt", f"{many} gewählt")

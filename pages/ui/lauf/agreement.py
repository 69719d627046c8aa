"""How often the checkers of a Lauf's quotes say what people say: one sentence beside their verdicts."""

from collections.abc import Iterable

import streamlit as st

from core.support.checker_agreement import agreements, pruefer_told
from core.support.verdict import Traegt
from pages.ui import resources
from pages.ui.text import plain


def einigkeit(rows: Iterable[Traegt]) -> None:
    """Of every checker that said something of this Lauf."""
    asked = dict.fromkeys((row.model, row.prompt_version) for row in rows)
    if not asked:
        return
    from core.calibration.checker_figures import checker_qualities, quality_of

    found, measured = agreements(resources.store().list_pairs()), checker_qualities(resources.store())
    for model, version in asked:
        one, guete = found.get((model, version)), quality_of(measured, model, version)
        told = plain(pruefer_told(model, version, one, guete.satz if guete else ""))
        st.caption(f":material/balance: {told}", help=plain(", ".join(one.klassen)) if one else None)

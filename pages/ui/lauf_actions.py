"""What is done with Läufe from where they are seen: taken along in every form, and put away."""

from collections.abc import Callable, Sequence
from functools import partial

import streamlit as st

from core.assessment.lauf_files import exported
from core.base import clock
from core.features import hooks
from core.programme.context import Context
from core.runs.store import Runstore
from pages.ui import address, resources

FURTHER = {
    "matrix.csv": ("Matrix (CSV)", "text/csv"),
    "csv": ("Zitate (CSV)", "text/csv"),
    "urteile.csv": ("Urteile von Menschen (CSV)", "text/csv"),
    "json": ("Alles, auch zum Einlesen (JSON)", "application/json"),
}


def export_menu(context: Context, ids: Sequence[str], name: str, whole: str | None = None) -> None:
    """What most take along, the other forms folded. `whole`: the Lauf that is done and not deleted."""
    usual: tuple[Callable[[Context, Sequence[str], str], None], ...] = hooks("lauf_downloads")
    further: tuple[Callable[[Context, str, str], None], ...] = hooks("further_downloads")
    with st.container(gap="xxsmall"):
        for draw in usual:
            draw(context, ids, name)
    with st.expander("Weitere …"), st.container(gap="xxsmall"):
        for form, (label, mime) in FURTHER.items():
            download(context, ids, name, form, label, mime)
        if whole:
            for draw_whole in further:
                draw_whole(context, whole, name)


def download(context: Context, ids: Sequence[str], name: str, form: str, label: str, mime: str) -> None:
    st.download_button(
        label,
        partial(exported, context, ids, form, address.absolute("/")),
        file_name=f"{name}.{form}",
        mime=mime,
        on_click="ignore",
        type="tertiary",
        key=f"export_{form}",
    )


# --- Läufe go from where they are seen, and can be had back on the page Anträge -----------------------------

DELETED = "eben_geloescht"


def delete(store: Runstore, ids: Sequence[str]) -> None:
    store.delete(ids)
    store.purge_old(clock.now(), resources.context().settings.laeufe_dir)
    st.session_state[DELETED] = list(ids)

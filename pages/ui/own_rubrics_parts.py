"""The rubrics that can be judged by: seen, copied, and own ones written as text and checked at once."""

import pandas as pd
import streamlit as st

from core.context import Context
from core.errors import DashboardError, RegistryError
from core.german import formats
from core.rubrics.own_rubrics import checked, copy_rubric, delete_own, own_rubrics, own_text, save_rubric_text
from core.rubrics.rubric import EvidenceFrom, Rubric, rubrics_of
from pages.ui import address, failure
from pages.ui.plain_table import as_html
from pages.ui.text import plain

PURPOSE = (
    "Eine Rubrik sagt, nach welchen Feldern und Stufen ein Antrag beurteilt wird. Beurteilt wird unter einem "
    "Lauf bei „Rubriken“. Eigene schreiben Sie, indem Sie eine mitgelieferte kopieren und ihren Text ändern; "
    "mit jeder Änderung zählt ihre Fassung von selbst weiter. Frühere Urteile behalten den Text von damals."
)
SOURCES = {EvidenceFrom.ANTRAG: "aus dem Antrag", EvidenceFrom.PROGRAMME: "aus den Programmen"}
FOR_EVERY_LAUF = (
    "Diese Rubrik gilt für jeden Lauf von selbst. Eine eigene gibt es dazu nicht: Ihre Zitate stehen in den "
    "Programmen, und wie danach gefragt wird, sagen Prompts."
)
HEIGHT = 420


def show(context: Context) -> None:
    with failure.shown():
        own = own_rubrics(context)
        known = rubrics_of(context)
        st.caption(PURPOSE)
        st.html(_table(known, own))
        ids = list(dict.fromkeys([*known, *own]))
        id = st.selectbox(
            "Rubrik ansehen",
            ids,
            format_func=lambda id: known[id].titel if id in known else f"{id} (nicht lesbar)",
            index=None,
            placeholder="Rubrik wählen",
            width=420,
            **address.follow("einstellungen", "rubrik", address.one_of("rubrik", ids)),
        )
        if id is not None and id in own:
            _own(context, id)
        elif id is not None:
            _shipped(context, known[id])


def _table(known: dict[str, Rubric], own: dict[str, Rubric | RegistryError]) -> str:
    rows = [
        {
            "Rubrik": one.titel,
            "Kennung": one.id,
            "Herkunft": "eigene" if one.id in own else "mitgeliefert",
            "Fassung": one.version,
            "Felder": len(one.fields),
            "Zitate": SOURCES[one.belege],
            "Was sie fragt": one.beschreibung,
        }
        for one in known.values()
    ]
    return as_html(pd.DataFrame(rows), "Rubriken", {}, [])


def _shipped(context: Context, rubric: Rubric) -> None:
    st.code(rubric.text, language=None, wrap_lines=True, height=HEIGHT)
    if rubric.belege is EvidenceFrom.PROGRAMME:
        st.caption(FOR_EVERY_LAUF)
    else:
        with st.form("rubrik-kopie", border=False):
            id = st.text_input(
                "Kennung der eigenen Rubrik",
                f"{rubric.id}-eigen",
                max_chars=60,
                key=f"rubrik-kennung-{rubric.id}",
                help="Kleinbuchstaben, Ziffern und Striche; sie bleibt, der Titel lässt sich ändern.",
                width=420,
            )
            sent = st.form_submit_button("Kopieren und ändern", icon=":material/content_copy:")
        if sent:
            with failure.shown():
                copied = copy_rubric(context, rubric, id)
                address.go(rubrik=copied.id)
                st.rerun()


def _own(context: Context, id: str) -> None:
    text = own_text(context, id)
    written = st.text_area(
        "Text der Rubrik (TOML)", text, height=HEIGHT, key=f"rubrik-text-{id}", help=HOW_CHECKED
    )
    is_sound = _check(id, written)
    with st.container(horizontal=True):
        if st.button(
            "Speichern",
            icon=":material/save:",
            type="primary",
            key=f"rubrik-speichern-{id}",
            disabled=not is_sound or written == text,
        ):
            _save(context, id, written)
        _delete(context, id)


HOW_CHECKED = "Geprüft wird, sobald Sie das Feld verlassen oder Strg und Eingabe drücken."


def _check(id: str, text: str) -> bool:
    """Whether it can be saved; where not, it says here why."""
    try:
        rubric = checked(id, text)
    except DashboardError as error:
        failure.show(error)
        return False
    told = f"{formats.counted(len(rubric.fields), 'Feld', 'Felder')}, {len(rubric.levels)} Stufen"
    st.caption(f":material/check: Lesbar: {plain(rubric.titel)}, {told}, Fassung {rubric.version}.")
    return True


def _save(context: Context, id: str, text: str) -> None:
    with failure.shown():
        kept = save_rubric_text(context, id, text)
        st.session_state.pop(f"rubrik-text-{id}", None)
        st.toast(f"Gespeichert als Fassung {kept.version}.")
        st.rerun()


def _delete(context: Context, id: str) -> None:
    with st.popover("Löschen …", icon=":material/delete:", type="tertiary"):
        st.markdown("Die Rubrik wird gelöscht. Urteile nach ihr bleiben, mit ihrem Text von damals.")
        if st.button("Endgültig löschen", key=f"rubrik-entfernen-{id}"):
            delete_own(context, id)
            address.go(rubrik=None)
            st.rerun()

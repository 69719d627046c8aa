"""The points of every party in every column, as a chart or a table, as they are or as distances."""

import streamlit as st

from core.assessment.answer_quotes import HINWEIS
from core.llm.catalogue import OFFLINE
from core.models import Typ
from core.vergleich.point_matrix import alike, differenzen, zellen
from core.vergleich.spalten import Vergleich
from pages.ui import adresse
from pages.ui.text import plain

SICHT = {"": "Punkte", "abstand": "Abstand"}
ERKLAERUNG = (
    "0 (widerspricht) bis 10 (entspricht ganz): Mittel über die Anträge; nach „±“, wie weit die "
    "Wiederholungen derselben Frage streuen. "
    "„Instabil“: Wiederholungen liegen zwei Punkte oder mehr auseinander, oder nur "
    "einige gaben Punkte. „Keine Quellen“: Dem Modell lag kein solches Programm vor; das ist keine Null."
)
GLEICH = (
    "geben überall dieselben Punkte: Worin sich diese Spalten unterscheiden, macht hier keinen Unterschied."
)
ABSTAND = (
    "Um so viele Punkte liegt die Spalte im Mittel über „{}“, bei Minus darunter; gerechnet über die "
    "Anträge, zu denen beide Punkte haben."
)


def ask(vergleich: Vergleich) -> tuple[Typ, int]:
    """Which kind of Programm is looked at, and with which column the others are compared."""
    typ, basis = typ_of(), basis_of(vergleich)
    with st.container(horizontal=True, vertical_alignment="top", gap="medium"):
        st.segmented_control(
            "Programm",
            list(Typ),
            format_func=Typ.title,
            required=True,
            **adresse.follow("vergleich", "typ", typ),
        )
        if len(vergleich.spalten) > 1:
            st.segmented_control(
                "Zeigen",
                list(SICHT),
                format_func=SICHT.__getitem__,
                required=True,
                **adresse.follow("vergleich", "zeigen", _sicht()),
            )
            names = {spalte.schluessel: spalte.name for spalte in vergleich.spalten}
            st.selectbox(
                "Verglichen mit",
                list(names),
                format_func=names.__getitem__,
                width=300,
                **adresse.follow("vergleich", "basis", vergleich.spalten[basis].schluessel),
            )
    return typ, basis


def typ_of() -> Typ:
    return Typ(asked) if (asked := adresse.get("typ")) in list(Typ) else Typ.WAHLPROGRAMM


def basis_of(vergleich: Vergleich) -> int:
    """The column that the address names, else the first."""
    keys = [spalte.schluessel for spalte in vergleich.spalten]
    return keys.index(asked) if (asked := adresse.get("basis")) in keys else 0


def _sicht() -> str:
    return asked if (asked := adresse.get("zeigen")) in SICHT else ""


def matrix(vergleich: Vergleich, namen: dict[str, str], typ: Typ, basis: int) -> None:
    from core import frames
    from core.diagramme import heatmap
    from pages.ui.diagramm import diagramm

    cells, names = zellen(vergleich, typ), [spalte.name for spalte in vergleich.spalten]
    as_distance = bool(_sicht()) and len(names) > 1
    shown = differenzen(cells, basis) if as_distance else cells
    tabelle = frames.zellen(shown, names, namen)
    title = f"Abstand zu „{plain(names[basis])}“" if as_distance else "Punkte je Partei und Spalte"
    diagramm(
        title,
        lambda dark: heatmap(tabelle, dark, differenz=as_distance),
        tabelle,
        "vergleich_punkte",
        spalten={
            "Mittel": st.column_config.NumberColumn(format="%.1f"),
            "Streuung": st.column_config.NumberColumn(format="%.1f"),
            "n": st.column_config.NumberColumn("Anträge"),
            "Instabil": st.column_config.CheckboxColumn(),
        },
    )
    for group in alike(cells):
        same = " und ".join(f"„{plain(names[spalte])}“" for spalte in group)
        st.info(f"{same} {GLEICH}", icon=":material/info:")
    st.caption(plain(ABSTAND.format(names[basis])) if as_distance else ERKLAERUNG)
    if any(spalte.modell != OFFLINE for spalte in vergleich.spalten):
        st.caption(f":material/info: {HINWEIS}")

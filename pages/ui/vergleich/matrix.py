"""The points of every party in every column, as a chart or a table, as they are or as distances."""

import streamlit as st

from core.assessment.parteiteil import CAVEAT
from core.llm.catalogue import OFFLINE
from core.models import Typ
from core.vergleich.point_matrix import alike, differences, zellen
from core.vergleich.spalten import Vergleich
from pages.ui import address
from pages.ui.help_texts import explained
from pages.ui.text import plain

SIGHT = {"": "Punkte", "abstand": "Abstand"}
GLEICH = (
    "geben überall dieselben Punkte: Worin sich diese Spalten unterscheiden, macht hier keinen Unterschied."
)
DISTANCE = (
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
            **address.follow("vergleich", "typ", typ),
        )
        if len(vergleich.spalten) > 1:
            st.segmented_control(
                "Zeigen",
                list(SIGHT),
                format_func=SIGHT.__getitem__,
                required=True,
                **address.follow("vergleich", "zeigen", _sight()),
            )
            names = {spalte.schluessel: spalte.name for spalte in vergleich.spalten}
            st.selectbox(
                "Verglichen mit",
                list(names),
                format_func=names.__getitem__,
                width=300,
                **address.follow("vergleich", "basis", vergleich.spalten[basis].schluessel),
            )
    return typ, basis


def typ_of() -> Typ:
    return Typ(asked) if (asked := address.get("typ")) in list(Typ) else Typ.WAHLPROGRAMM


def basis_of(vergleich: Vergleich) -> int:
    """The column that the address names, else the first of a language model: to search is not to judge."""
    keys = [spalte.schluessel for spalte in vergleich.spalten]
    if (asked := address.get("basis")) in keys:
        return keys.index(asked)
    judging = (place for place, spalte in enumerate(vergleich.spalten) if spalte.modell != OFFLINE)
    return next(judging, 0)


def _sight() -> str:
    return asked if (asked := address.get("zeigen")) in SIGHT else ""


def _explanation(has_near: bool) -> str:
    """`has_near`: some cells say what was found without a language model."""
    near = f" „Nahe Stellen“ statt Punkten: die {explained('Abdeckung')}." if has_near else ""
    unstable, none = explained("instabil", "Instabil"), explained("keine Quellen", "Keine Quellen")
    return (
        "0 (widerspricht) bis 10 (entspricht ganz): Mittel über die Anträge; nach „±“, wie weit die "
        "Wiederholungen derselben Frage streuen. "
        f"„{unstable}“: Wiederholungen liegen zwei Punkte oder mehr auseinander, oder nur "
        f"einige gaben Punkte. „{none}“: Dem Modell lag kein solches Programm vor; das ist keine Null.{near}"
    )


def matrix(vergleich: Vergleich, namen: dict[str, str], typ: Typ, basis: int) -> None:
    from core import frames
    from core.vergleich.charts import heatmap
    from pages.ui.chart_frame import diagramm

    cells, names = zellen(vergleich, typ), [spalte.name for spalte in vergleich.spalten]
    as_distance = bool(_sight()) and len(names) > 1
    shown = differences(cells, basis) if as_distance else cells
    table = frames.zellen(shown, names, namen)
    title = f"Abstand zu „{plain(names[basis])}“" if as_distance else "Punkte je Partei und Spalte"
    diagramm(
        title,
        lambda dark: heatmap(table, dark, difference=as_distance),
        table,
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
    has_near = any(one.abdeckung for one in cells)
    st.caption(plain(DISTANCE.format(names[basis])) if as_distance else _explanation(has_near))
    if any(spalte.modell != OFFLINE for spalte in vergleich.spalten):
        st.caption(f":material/info: {CAVEAT}")

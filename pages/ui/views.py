"""What pages show: each function draws one thing and decides nothing."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import streamlit as st

from core.errors import DashboardError
from core.retrieval.bestand import Gebietsbestand, Zustand


@contextmanager
def first_start() -> Iterator[None]:
    with st.spinner("Der Index wird geöffnet; beim ersten Start wird das Beispielland eingelesen …"):
        yield


def failure(error: DashboardError) -> None:
    st.error(plain(str(error)), icon=":material/error:")


def stock_figures(stock: Sequence[Gebietsbestand]) -> None:
    figures = {
        "Programme durchsuchbar": sum(teil.count(Zustand.INDEXIERT) for teil in stock),
        "Programme bekannt": sum(len(teil.programme) for teil in stock),
        "Seiten": sum(teil.seiten for teil in stock),
        "Passagen": sum(teil.chunks for teil in stock),
    }
    with st.container(horizontal=True):
        for label, value in figures.items():
            st.metric(label, f"{value:,}".replace(",", "."), border=True)


def health(stock: Sequence[Gebietsbestand]) -> None:
    """What could not be read as it should; nothing where all is well."""
    notes = [
        (bestand.programm.name, hinweis)
        for teil in stock
        for bestand in teil.programme
        for hinweis in bestand.hinweise
    ]
    if notes:
        st.subheader("Beim Einlesen aufgefallen")
        st.markdown("\n".join(f"- {plain(name)}: {plain(hinweis)}" for name, hinweis in notes))


def how_to_add() -> None:
    st.subheader("Weitere Programme einlesen")
    st.markdown(
        "Legen Sie die PDFs in den Ordner `data/pdf`, unter dem Dateinamen, den "
        "`python -m core status --bundesland NRW` nennt, und starten Sie `python -m core index --all`. "
        "Was schon eingelesen ist, wird nicht noch einmal gelesen."
    )


def plain(text: str) -> str:
    """Text from files and models as text: nothing in it is markup."""
    return "".join(f"\\{letter}" if letter in r"\`*_{}[]()<>#+-.!|$:~" else letter for letter in text)

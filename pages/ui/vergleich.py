"""Läufe side by side: each as a card, and their points party by party."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from core.assessment.ansicht import wertung_of
from core.errors import EingabeError
from core.llm.katalog import OFFLINE
from core.models import Typ
from core.programme.registry import Registry, partei_name
from core.runs.lauf import Lauf, Status
from pages.ui.text import dauer, joined, kosten, plain, punkte, zahl, zeitpunkt

MOST = 6
TYPEN = {Typ.WAHLPROGRAMM: "Wahlprogramm", Typ.PARTEIPROGRAMM: "Parteiprogramm"}


def ids_of(text: str) -> list[str]:
    """The ids in an address, each once."""
    ids = list(dict.fromkeys(part.strip() for part in text.split(",") if part.strip()))
    if len(ids) > MOST:
        raise EingabeError(
            f"Nebeneinander passen höchstens {MOST} Läufe, gewählt sind {len(ids)}. "
            "Wählen Sie unter „Läufe“ weniger aus."
        )
    return ids


def karten(laeufe: Sequence[Lauf]) -> None:
    with st.container(horizontal=True):
        for number, lauf in enumerate(laeufe, start=1):
            with st.container(border=True, width=320):
                _karte(number, lauf)


def punktetabelle(registry: Registry, laeufe: Sequence[Lauf]) -> None:
    """A party and kind of Programm per row, a Lauf per column."""
    rows = [
        {"Partei": _name(registry, partei, laeufe), "Punkte für": word}
        | {f"Lauf {n}": _cell(registry, lauf, partei, typ) for n, lauf in enumerate(laeufe, start=1)}
        for partei in _parteien(registry, laeufe)
        for typ, word in TYPEN.items()
    ]
    if not rows:
        st.info("In diesen Läufen ist noch keine Partei beurteilt.", icon=":material/info:")
        return
    config = {"Partei": st.column_config.TextColumn(pinned=True)}
    st.dataframe(pd.DataFrame(rows), column_config=config, hide_index=True, height="content")
    st.caption(
        "0 bis 10 Punkte. „keine Quellen“: Dem Modell lag kein solches Programm vor. „keine Wertung“: Es hat "
        "Passagen gesehen, aber keine Punkte gegeben."
    )


def _karte(number: int, lauf: Lauf) -> None:
    bound = sum(zitat.status.is_bound for zitat in lauf.zitate)
    st.caption(f"Lauf {number}")
    st.markdown(f"**{plain(lauf.antrag.titel or 'Antrag ohne Titel')}**")
    modell = lauf.modell_geantwortet or lauf.modell_gefragt
    st.markdown(plain(joined([modell, f"Prompt {lauf.prompt_id} {lauf.prompt_version}"])))
    told = [
        f"{zahl(bound)} von {zahl(len(lauf.zitate))} Zitaten belegt",
        _kosten(lauf),
        dauer((lauf.finished - lauf.created).total_seconds()) if lauf.finished else "läuft",
        zeitpunkt(lauf.created),
    ]
    st.caption(plain(joined(told)))
    st.page_link("lauf.py", label="Lauf öffnen", icon=":material/open_in_full:", query_params={"id": lauf.id})


def _kosten(lauf: Lauf) -> str:
    if lauf.modell_gefragt == OFFLINE:
        return "kostenlos"
    known = [teil.kosten for teil in lauf.teile if teil.kosten is not None]
    return kosten(sum(known) if known else None)


def _cell(registry: Registry, lauf: Lauf, partei: str, typ: Typ) -> str:
    teil = next((teil for teil in lauf.teile if teil.partei == partei), None)
    if teil is None:
        return "nicht beurteilt"
    if teil.status is not Status.FERTIG:
        return "fehlgeschlagen"
    wertung = wertung_of(registry, lauf, partei, typ)
    return wertung if isinstance(wertung, str) else punkte(wertung)


def _parteien(registry: Registry, laeufe: Sequence[Lauf]) -> list[str]:
    """In the registry's order."""
    asked = {teil.partei for lauf in laeufe for teil in lauf.teile if teil.partei}
    known = [partei for partei in registry.parteien if partei in asked]
    return known + sorted(asked.difference(known))


def _name(registry: Registry, partei: str, laeufe: Sequence[Lauf]) -> str:
    laender = {lauf.antrag.bundesland for lauf in laeufe}
    if partei not in registry.parteien:
        return partei
    return partei_name(registry, partei, laender.pop() if len(laender) == 1 else None)

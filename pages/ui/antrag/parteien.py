"""Which parties are asked about, and which of their Programme count."""

from collections.abc import Sequence

import streamlit as st

from core.antrag.antrag import Antrag
from core.assessment.before_lauf import parteien_in, without_sources
from core.context import Context
from core.errors import EingabeError
from core.programme.registry import Registry, fraktionen_on, partei_name
from core.search.geltung import (
    NOT_IN_FORCE,
    Geltung,
    Participants,
    Role,
    Selection,
    choosable,
    choose_programme,
    listed,
)
from pages.ui import address
from pages.ui.antrag.start import listed as listed_in_address
from pages.ui.text import joined, plain

TROTZDEM = (
    "Eingelesene Programme dieser Parteien, die an diesem Tag nicht in Kraft sind. Was Sie hinzunehmen, ist "
    "überall so gekennzeichnet: im Prompt, an jedem Zitat, im Vermerk."
)

FARBEN = {Role.ANTRAGSTELLER: "blue", Role.REGIERUNG: "violet", Role.CHOSEN: "gray"}


Asked = dict[str, tuple[str, ...]]
"""What was added by hand, by the names that an Auftrag has for it: parties and Programme."""


def choose(context: Context, antrag: Antrag) -> tuple[Selection | None, Asked, str]:
    """The Auswahl, what was added to it by hand, and why there is none."""
    if antrag.bundesland is None:
        st.caption("Sobald das Land feststeht, erscheinen hier die Parteien und ihre Programme.")
        return None, {}, "Das Land fehlt. Wählen Sie es beim Antrag unter „Land“."
    weitere = _known(context.registry, antrag.bundesland)
    asked = context, antrag.bundesland, antrag.datum, antrag.antragsteller, weitere
    try:
        auswahl = choose_programme(*asked)
        if trotzdem := _choosable(auswahl):
            auswahl = choose_programme(*asked, trotzdem)
    except EingabeError as reason:
        st.warning(plain(str(reason)), icon=":material/warning:")
        return None, {}, str(reason)
    _show(auswahl)
    _choose_more(context.registry, auswahl, weitere)
    _show_left_out(auswahl)
    return auswahl, {"weitere": weitere, "trotzdem": trotzdem}, ""


def _known(registry: Registry, land: str) -> tuple[str, ...]:
    """The parties of the address that are there in the Land; another Land has others."""
    here, asked = parteien_in(registry, land), listed_in_address("weitere")
    if strange := [id for id in asked if id not in here]:
        st.caption(f"In diesem Land nicht bekannt und weggelassen: {plain(', '.join(strange))}")
    return tuple(id for id in asked if id in here)


def _choosable(auswahl: Selection) -> tuple[str, ...]:
    """The Programme of the address that can be added; another day, Land or party has others."""
    asked, possible = listed_in_address("trotzdem"), choosable(auswahl)
    if strange := [id for id in asked if id not in possible]:
        st.caption(f"Nicht hinzugenommen, hier nicht wählbar: {plain(', '.join(strange))}")
    return tuple(id for id in asked if id in possible)


def _choose_more(registry: Registry, auswahl: Selection, weitere: Sequence[str]) -> None:
    """Those that sat in the parliament come first."""
    land = auswahl.bundesland
    anyway = {one.partei for one in auswahl.parteien if one.rollen != (Role.CHOSEN,)}
    sitting = fraktionen_on(registry, land, auswahl.datum)
    offered = [id for id in parteien_in(registry, land) if id not in anyway]
    st.pills(
        "Weitere Parteien",
        sorted(offered, key=lambda id: id not in sitting),
        selection_mode="multi",
        format_func=lambda id: plain(partei_name(registry, id, land)),
        **address.follow("antrag", "weitere", [id for id in weitere if id not in anyway]),
    )


def _show(auswahl: Selection) -> None:
    for participants in auswahl.parteien:
        st.markdown(_line(participants))
    if silent := without_sources(auswahl):
        st.warning(
            f"Ohne Quellen: {plain(', '.join(silent))}. Dort wird nichts gefragt, und es gibt keine Punkte.",
            icon=":material/info:",
        )
        st.page_link(
            "programme.py",
            label="Fehlende Programme holen und einlesen",
            icon=":material/library_books:",
            query_params={"land": auswahl.bundesland or "", "holen": "ja"},
        )
    for hinweis in auswahl.hinweise:
        st.info(plain(hinweis), icon=":material/info:")


def _show_left_out(auswahl: Selection) -> None:
    """Every other Programm of these parties, with its reason."""
    with st.expander("Welche Programme nicht gelten, und warum"):
        left_out = listed(auswahl)
        for participants in auswahl.parteien:
            lines = [f"- {plain(luecke)}" for luecke in participants.gaps]
            lines += [
                f"- {plain(grund)}: {plain('; '.join(programm.name for programm in programme))}"
                for grund, programme in left_out[participants.partei]
            ]
            text = "\n".join(lines) or "- alle Programme gelten"
            st.markdown(f"**{plain(participants.name)}**\n{text}")
        _choose_trotzdem(auswahl)


def _choose_trotzdem(auswahl: Selection) -> None:
    """Nothing where there is nothing to choose."""
    if not (possible := choosable(auswahl)):
        return
    st.multiselect(
        "Trotzdem benutzen",
        list(possible),
        format_func=lambda id: f"{possible[id].programm.name} ({possible[id].grund})",
        placeholder="Programme wählen",
        help=TROTZDEM,
        **address.follow("antrag", "trotzdem", [id for id in possible if possible[id].trotzdem]),
    )


def _line(participants: Participants) -> str:
    rollen = " ".join(f":{FARBEN[role]}-badge[{role}]" for role in participants.rollen)
    programme = joined(_programm(geltung) for geltung in participants.geltungen if geltung.zaehlt)
    told = programme or "kein Programm, das gilt und eingelesen ist"
    return f"**{plain(participants.name)}** {rollen}  \n:small[{told}]"


def _programm(geltung: Geltung) -> str:
    name = plain(geltung.programm.name)
    return f"{name} :red-badge[{NOT_IN_FORCE}: {plain(geltung.grund)}]" if geltung.trotzdem else name

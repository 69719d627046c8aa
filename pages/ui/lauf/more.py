"""Below the panes of a Lauf: the Antrag, its sources, what was sent and answered, questions."""

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
import streamlit as st

from core.antrag.edits import mark_of
from core.antrag.law_changes import only_wording, wortlaut
from core.assessment.lauf_view import LaufView
from core.assessment.nachfrage import nicht_benutzt, trotzdem_used
from core.context import Context
from core.llm.catalogue import OFFLINE
from core.runs.lauf import Lauf, Offer, Teil
from core.search.geltung import programme_told, remark
from core.search.suchraum import strategie_told
from pages.ui import address
from pages.ui.lauf.nachfragen import nachfragen
from pages.ui.lauf.probe import gegenprobe
from pages.ui.lauf.rubrics import rubrics
from pages.ui.lauf.vote_papers_view import abstimmungen
from pages.ui.plain_table import plain_table
from pages.ui.shown_names import modell_name
from pages.ui.text import joined, plain

NAMEN = {
    "antrag": "Antrag",
    "abstimmung": "Abstimmung",
    "quellen": "Quellen",
    "prompt": "Prompt und Antwort",
    "rubriken": "Rubriken",
    "nachfragen": "Nachfragen",
    "probe": "Ohne Zitate",
    "technik": "Technik",
}

FROM_FILE = (
    ":material/upload_file: Diese Passagen stehen so in der eingelesenen Datei. Ob sie so im Programm "
    "stehen und dem Modell vorlagen, ist nicht geprüft."
)


@st.fragment
def mehr(view: LaufView) -> None:
    context, lauf = view.context, view.lauf
    names = {partei: ansicht.name for partei, ansicht in view.parteien.items()}
    chosen = address.get("mehr") if address.get("mehr") in NAMEN else "antrag"
    with st.container(horizontal=True, gap="small", key="mehr"):
        for key, name in NAMEN.items():
            st.button(
                name,
                key=f"mehr-{key}",
                type="secondary" if key == chosen else "tertiary",
                on_click=address.go,
                kwargs={"mehr": key},
            )
    draw = {
        "antrag": lambda: _antrag(lauf),
        "abstimmung": lambda: abstimmungen(context, lauf),
        "quellen": lambda: _quellen(context, lauf, names),
        "prompt": lambda: _prompt(lauf, {"": "Der Antrag selbst", **names}),
        "rubriken": lambda: rubrics(context, lauf),
        "nachfragen": lambda: nachfragen(context, lauf),
        "probe": lambda: gegenprobe(view),
        "technik": lambda: _technical(lauf),
    }
    draw[chosen]()


def _antrag(lauf: Lauf) -> None:
    """What was asked for, and what the model says of the Antrag itself."""
    left, right = st.columns(2, gap="large")
    with left:
        st.header("Forderungen", anchor=False)
        if notice := only_wording(lauf.antrag):
            st.info(plain(notice), icon=":material/balance:")
        edits = lauf.edits
        for forderung in lauf.antrag.forderungen:
            mark = mark_of(forderung.nummer, edits)
            st.markdown(f"**{plain(forderung.nummer)}**{mark} {plain(wortlaut(forderung))}")
        if not lauf.antrag.forderungen:
            st.caption("Im Antrag wurden keine einzelnen Forderungen erkannt; gesucht wurde mit seinem Text.")
        with st.expander("Ganzer Text des Antrags"):
            st.text(lauf.antrag.text, width="stretch")
    with right:
        for teil in lauf.teile:
            if not teil.partei:
                _to_antrag(teil)


def _to_antrag(teil: Teil) -> None:
    st.header("Aus dem Antrag" if teil.modell == OFFLINE else "Das Modell zum Antrag", anchor=False)
    if teil.fehler or not teil.ergebnis:
        st.warning(plain(teil.fehler or "Dazu gibt es keine Antwort."))
        return
    ergebnis = teil.ergebnis
    st.markdown(plain(str(ergebnis.get("zusammenfassung") or "")))
    if ergebnis.get("themen"):
        st.caption(plain(joined(map(str, ergebnis["themen"]))))
    names = {"staerken": "Stärken", "schwaechen": "Schwächen", "aenderungen": "Vorschläge"}
    for key, name in names.items():
        if ergebnis.get(key):
            listed = "\n".join(f"- {plain(str(point))}" for point in ergebnis[key])
            st.markdown(f"**{name}**\n\n{listed}")


def _quellen(context: Context, lauf: Lauf, names: Mapping[str, str]) -> None:
    """Every passage that was offered, and which of them the model used."""
    st.caption(
        "Diese Passagen fand die Suche zum Antrag. Die Ähnlichkeit (0 bis 1) ordnet sie; ob die Partei "
        "zustimmt, sagt sie nicht. „Benutzt“: So viele belegte Zitate stehen in der Passage."
    )
    if lauf.eingelesen:
        st.caption(FROM_FILE)
    edits, programme = lauf.edits, {id: one.name for id, one in context.registry.programme.items()}
    rows = [
        {
            "Partei": names.get(angebot.partei, angebot.partei),
            "Nr.": f"Q{angebot.q}" if angebot.q else "–",
            "Programm": programme.get(angebot.programm_id, angebot.programm_id),
            **({"Geltung": remark(lauf.trotzdem.get(angebot.programm_id, ""))} if lauf.trotzdem else {}),
            "Seite der Datei": ", ".join(map(str, angebot.seiten)),
            "Ähnlichkeit": round(angebot.similarity, 2),
            "Benutzt": _used(lauf, angebot),
            "Zu Forderung": ", ".join(f"{n}{mark_of(n, edits)}" for n in angebot.forderungen),
            "Passage": angebot.text,
            "Nicht gezeigt, weil": angebot.weggelassen,
        }
        for angebot in lauf.angebote
    ]
    if rows:
        _passages(rows)
    else:
        st.info("Zu keiner Partei fand sich eine Passage.", icon=":material/info:")
    _trotzdem(context, lauf, names)
    _unused(context, lauf, names)


def _passages(rows: Sequence[Mapping[str, Any]]) -> None:
    st.dataframe(
        pd.DataFrame(rows),
        hide_index=True,
        placeholder="–",
        column_config={
            "Ähnlichkeit": st.column_config.ProgressColumn(min_value=0, max_value=1, format="localized"),
            "Passage": st.column_config.TextColumn(width="large"),
        },
        alt="Die angebotenen Passagen mit Partei, Programm, Seite und Ähnlichkeit",
    )
    plain_table(pd.DataFrame(rows), "quellen", "Die angebotenen Passagen")


def _trotzdem(context: Context, lauf: Lauf, names: Mapping[str, str]) -> None:
    """Which Programme were added by hand, and why they are not in force."""
    if lauf.trotzdem:
        st.header("Trotzdem benutzte Programme", anchor=False)
    for partei, name in names.items():
        if own := trotzdem_used(context, lauf, partei):
            st.markdown(f"**{plain(name)}**: {plain(programme_told(context.registry, own))}")


def _unused(context: Context, lauf: Lauf, names: Mapping[str, str]) -> None:
    """Which Programme of the parties did not count, and why."""
    told = {partei: nicht_benutzt(context, lauf, partei) for partei in names}
    if any(told.values()):
        st.header("Nicht benutzte Programme", anchor=False)
        for partei, text in told.items():
            if text:
                st.markdown(f"**{plain(names[partei])}**: {plain(text)}")


def _used(lauf: Lauf, angebot: Offer) -> int:
    """So many bound quotes of the party stand in this passage."""
    text = " ".join(angebot.text.split())
    return sum(
        zitat.beleg.ort.programm == angebot.programm_id and " ".join(zitat.beleg.text.split()) in text
        for zitat in lauf.zitate
        if zitat.partei == angebot.partei and zitat.status.is_bound
    )


def _prompt(lauf: Lauf, names: Mapping[str, str]) -> None:
    teile = {teil.partei: teil for teil in lauf.teile if teil.messages or teil.antwort}
    if not teile:
        st.info("Es wurde kein Modell gefragt.", icon=":material/info:")
        return
    partei = st.selectbox("Anfrage zu", list(teile), format_func=lambda key: names.get(key, key), width=400)
    teil = teile[partei]
    st.caption(plain(_numbers(teil)))
    left, right = st.columns(2, gap="large")
    with left:
        for message in teil.messages:
            st.markdown("**Systemtext**" if message.get("role") == "system" else "**Prompt**")
            st.code(str(message.get("content", "")), language=None, wrap_lines=True, height=420)
    with right:
        st.markdown("**Rohe Antwort**")
        st.code(teil.antwort or "keine", language="json", wrap_lines=True, height=420)


def _numbers(teil: Teil) -> str:
    read = f"{teil.tokens_ein} Tokens gelesen" if teil.versuche else None
    written = f"{teil.tokens_aus} geschrieben" if teil.versuche else None
    tries = f"{len(teil.versuche)} Versuche" if len(teil.versuche) > 1 else None
    return joined([modell_name(teil.modell or ""), read, written, tries])


def _technical(lauf: Lauf) -> None:
    """What it takes to repeat it."""
    st.json(
        {
            "Lauf": lauf.id,
            "Suche": strategie_told(lauf.strategie),
            "Einstellungen": dict(lauf.parameter),
            "Prompt": {"id": lauf.prompt_id, "version": lauf.prompt_version, "hash": lauf.prompt_hash},
            "Modell für die Suche": lauf.embedder,
            "Stand des Index": dict(lauf.index_stand),
            "Bibliotheken": dict(lauf.bibliotheken),
        },
        expanded=1,
    )

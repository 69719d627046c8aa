"""Seite „Lauf“: Punkte, Zitate und deren Seite nebeneinander; darunter, wer wozu etwas sagt."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Literal

import pandas as pd
import streamlit as st

from core.antrag.antrag import first_upper, is_shortened, only_wording, wortlaut
from core.antrag.edits import mark_of
from core.assessment.forderung_matrix import in_one_sentence
from core.assessment.frage import AntwortSheet, ask_nachfrage
from core.assessment.lauf_view import LaufView, with_remark
from core.base import formats
from core.base.errors import EingabeError
from core.features import hooks
from core.llm.catalogue import OFFLINE
from core.programme.context import Context
from core.programme.themen import themen
from core.runs.lauf import Lauf, Offer, Status
from core.runs.load_laeufe import LaufUnreadable
from core.search.geltung import NotInForce, Reasons
from core.search.suchraum import Strategie
from pages.ui import address, money, resources
from pages.ui.lauf.head import ending, lauf_head, progress, unlesbar
from pages.ui.lauf.matrix import MOST_LEVEL, matrix
from pages.ui.lauf.parteien import parteien
from pages.ui.lauf.zitate import zitat_page, zitate
from pages.ui.lauf_panes import chosen_panes
from pages.ui.lauf_tab import LaufTab
from pages.ui.plain_table import table
from pages.ui.text import failure_shown, joined, plain
from pages.ui.words import LINE, antrag_brief, modell_name
from pages.ui.zitat import belege, verworfene

# --- questions about a Lauf, with answers whose quotes are bound like all others ----------------------------


def nachfragen(context: Context, lauf: Lauf) -> None:
    for blatt in AntwortSheet.all_of(resources.store(), lauf.id):
        with st.chat_message("user", avatar=":material/person:"):
            st.markdown(plain(blatt.frage))
        with st.chat_message("assistant", avatar=":material/fact_check:"):
            st.markdown(plain(blatt.antwort))
            is_statement = blatt.unbelegt and blatt.modell != OFFLINE
            belege(context, with_remark(blatt.belege, lauf), blatt.verworfen, is_statement)
            st.caption(plain(joined([modell_name(blatt.modell), blatt.hinweis])))
    with st.form("nachfrage", border=False, clear_on_submit=True):
        frage = st.text_input(
            "Nachfrage zu diesem Lauf",
            placeholder=f"Zum Beispiel: {example_of(lauf)}",
            max_chars=2000,
            key="nachfrage-text",
        )
        if st.form_submit_button("Fragen", icon=":material/send:"):
            with failure_shown():
                with st.spinner("Die Antwort wird gesucht …"):
                    answer = ask_nachfrage(context, lauf.id, frage or "", budget=money.for_one_press())
                    answer.save(resources.store())
                st.rerun(scope="fragment")


def example_of(lauf: Lauf) -> str:
    """A question that can be answered: without a language model one that the search finds passages for."""
    if not (lauf.eingelesen or lauf.modell_gefragt == OFFLINE):
        return "Warum bekommt diese Partei nur 5 Punkte?"
    antrag = lauf.antrag
    thema = next(iter(themen([antrag.titel, *(one.text for one in antrag.forderungen)])), "diesem Antrag")
    return f"Was steht in den Programmen zu {thema}?"


# --- below the panes of a Lauf: the Antrag, its sources, what was sent and answered, questions --------------

TABS = {
    "antrag": "Antrag",
    "begruendungen": "Begründungen",
    "verworfene": "Verworfene Zitate",
    "quellen": "Quellen",
    "nachfragen": "Nachfragen",
}
FURTHER = {
    "prompt": "Prompt und Antwort",
    "technik": "Technik",
}

FROM_FILE = (
    ":material/upload_file: Diese Passagen stehen so in der eingelesenen Datei. Ob sie so im Programm "
    "stehen und dem Modell vorlagen, ist nicht geprüft."
)


@st.fragment
def more_tabs(view: LaufView) -> None:
    context, lauf = view.context, view.lauf
    names = {partei: ansicht.name for partei, ansicht in view.parteien.items()}
    others: tuple[LaufTab, ...] = hooks("lauf_tabs")
    further = {one.key: one.name for one in others} | FURTHER
    chosen = address.one_of("mehr", TABS | further, "antrag")
    assert chosen
    with st.container(horizontal=True, gap="small", key="mehr"):
        for key, name in TABS.items():
            _tab(key, name, chosen)
        with st.popover(further.get(chosen, "Mehr"), type="secondary" if chosen in further else "tertiary"):
            for key, name in further.items():
                _tab(key, name, chosen)
    draw: dict[str, Callable[[], None]] = {
        "antrag": lambda: _antrag(context, lauf),
        "begruendungen": lambda: _begruendungen(view),
        "verworfene": lambda: _verworfene(view),
        "quellen": lambda: _quellen(context, lauf, names),
        "prompt": lambda: _prompt(lauf, {"": "Der Antrag selbst", **names}),
        "nachfragen": lambda: nachfragen(context, lauf),
        "technik": lambda: _technical(lauf),
        **{one.key: partial(one.draw, view) for one in others},
    }
    draw[chosen]()


def _tab(key: str, name: str, chosen: str) -> None:
    kind: Literal["secondary", "tertiary"] = "secondary" if key == chosen else "tertiary"
    address.button(name, {"mehr": key}, key=f"mehr-{key}", type=kind)


def _begruendungen(view: LaufView) -> None:
    """What the model said of each party, with the points it gave for it."""
    for ansicht in view.parteien.values():
        told = {typ: score.begruendung for typ, score in ansicht.scores.items() if score.begruendung}
        if not told:
            continue
        st.header(plain(ansicht.name), anchor=False)
        for typ, begruendung in told.items():
            with st.container(width=LINE):
                st.markdown(f"**{typ.title()} · {ansicht.wertung(typ)}**  \n{plain(begruendung)}")


def _verworfene(view: LaufView) -> None:
    """What the model emitted and nothing printed was found for, party by party, with the reason."""
    dropped = [(one, own) for one in view.parteien.values() if (own := one.verworfen())]
    if not dropped:
        st.info("Kein Zitat dieser Antwort wurde verworfen.", icon=":material/check_circle:")
    for ansicht, own in dropped:
        st.header(plain(ansicht.name), anchor=False)
        verworfene([one.eintrag for one in own], f"alle-{ansicht.partei}")


def _antrag(context: Context, lauf: Lauf) -> None:
    """What was asked for, and what the model says of the Antrag itself."""
    if is_shortened(lauf.antrag.titel):
        st.markdown(f"**{plain(first_upper(lauf.antrag.titel))}**")
    antrag_brief(context, lauf.antrag)
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
                st.header(
                    "Aus dem Antrag" if teil.modell == OFFLINE else "Das Modell zum Antrag", anchor=False
                )
                if teil.fehler or not teil.ergebnis:
                    st.warning(plain(teil.fehler or "Dazu gibt es keine Antwort."))
                    continue
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
    added = lauf.trotzdem
    rows = [
        {
            "Partei": names.get(angebot.partei, angebot.partei),
            "Nr.": f"Q{angebot.q}" if angebot.q else "–",
            "Programm": programme.get(angebot.programm_id, angebot.programm_id),
            **({"Geltung": NotInForce(added.get(angebot.programm_id, "")).remark} if added else {}),
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
        table(
            pd.DataFrame(rows),
            "quellen",
            "Die angebotenen Passagen",
            {
                "Ähnlichkeit": st.column_config.ProgressColumn(min_value=0, max_value=1, format="localized"),
                "Passage": st.column_config.TextColumn(width="large"),
            },
            alt="Die angebotenen Passagen mit Partei, Programm, Seite und Ähnlichkeit",
        )
    else:
        st.info("Zu keiner Partei fand sich eine Passage.", icon=":material/info:")
    # Which Programme were added by hand, and why they are not in force.
    if lauf.trotzdem:
        st.header("Trotzdem benutzte Programme", anchor=False)
    for partei, name in names.items():
        if own := lauf.trotzdem_of(partei, context.registry):
            st.markdown(f"**{plain(name)}**: {plain(Reasons(own).told(context.registry))}")
    # Which Programme of the parties did not count, and why.
    told = {partei: Reasons(lauf.nicht_benutzt.get(partei, {})).told(context.registry) for partei in names}
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
    read = f"{teil.tokens_ein} Tokens gelesen" if teil.versuche else None
    written = f"{teil.tokens_aus} geschrieben" if teil.versuche else None
    tries = f"{len(teil.versuche)} Versuche" if len(teil.versuche) > 1 else None
    st.caption(plain(joined([modell_name(teil.modell or ""), read, written, tries])))
    left, right = st.columns(2, gap="large")
    with left:
        for message in teil.messages:
            st.markdown("**Systemtext**" if message.get("role") == "system" else "**Prompt**")
            st.code(str(message.get("content", "")), language=None, wrap_lines=True, height=420)
    with right:
        st.markdown("**Rohe Antwort**")
        st.code(teil.antwort or "keine", language="json", wrap_lines=True, height=420)


def _technical(lauf: Lauf) -> None:
    """What it takes to repeat it."""
    seconds = (lauf.finished - lauf.created).total_seconds() if lauf.finished else None
    st.json(
        {
            "Lauf": lauf.id,
            "Begonnen": formats.moment(lauf.created),
            "Dauer": formats.duration(seconds) if seconds is not None else None,
            "Suche": Strategie(lauf.strategie).told,
            "Einstellungen": dict(lauf.parameter),
            "Prompt": {"id": lauf.prompt_id, "version": lauf.prompt_version, "hash": lauf.prompt_hash},
            "Modell für die Suche": lauf.embedder,
            "Stand des Index": dict(lauf.index_stand),
            "Bibliotheken": dict(lauf.bibliotheken),
        },
        expanded=1,
    )


# --- the page -----------------------------------------------------------------------------------------------

# In rem: what stands above the panes, with the menu; a row of the matrix; what stands around its rows, and
# what is more where the nouns above the columns are turned.
HEAD, ROW, FRAME, TURNED = 11.4, 1.82, 10.5, 6.5

MOST_ROWS = 8


@contextmanager
def lend(view: LaufView) -> Iterator[list[LaufView]]:
    """To a fragment while the page draws it; when it runs alone later, the list is empty."""
    views = [view]
    try:
        yield views
    finally:
        views.clear()


@st.fragment
def panes(lent: list[LaufView]) -> None:
    """Choosing a party, a quote, a field of the matrix or another page draws only this anew."""
    view = lent[0] if lent else LaufView(context, resources.store().load(lauf_id))
    wahl = view.choose(**{name: address.get(name) for name in ("partei", "typ", "zitat")})
    if wahl is None:
        return
    rows = min(len(view.parteien), MOST_ROWS)
    frame = FRAME + (TURNED if len(view.matrix.zeilen) > MOST_LEVEL else 0)
    st.html(f"<style>:root {{ --kopf: {HEAD}rem; --matrix: {round(ROW * rows + frame, 1)}rem }}</style>")
    with st.container(key="lauf-ansicht"):
        links, rechts = st.columns([8, 5], gap="medium")
    with links:
        with st.container(key="parteien-und-zitate"):
            parties, quotes = st.columns([3, 5], gap="medium")
        with parties:
            parteien(view, wahl)
        matrix(view, wahl.partei.partei)
    other = chosen_panes(view, wahl.partei)
    with quotes:
        if other:
            other.draw_words()
        else:
            zitate(view, wahl)
    with rechts:
        if other:
            other.draw_page()
        else:
            zitat_page(context, wahl)


lauf_id = address.get("id")
context = resources.context()
try:
    if not lauf_id:
        raise EingabeError(
            "Wählen Sie unter „Anträge“ einen Antrag und seine Antwort, oder prüfen Sie einen neuen."
        )
    view = LaufView(context, resources.store().load(lauf_id))
except LaufUnreadable as error:
    unlesbar(resources.store(), error)
    st.stop()
except EingabeError as error:
    st.title("Lauf", anchor=False)
    st.info(plain(str(error)))
    st.page_link("laeufe.py", label="Zu den Anträgen", icon=":material/list:")
    st.stop()
with st.container(key="lauf-kopf", gap=None):
    lauf_head(view)
    if view.lauf.status is Status.LAEUFT:
        progress(lauf_id, len(view.lauf.teile), view.lauf.antrag.bundesland)
    elif view.lauf.status is Status.ABGEBROCHEN and resources.werkstatt().is_ending(lauf_id):
        ending(lauf_id)
    if view.parteien:
        with st.container(key="ein-satz"):
            st.markdown(f"**{plain(in_one_sentence(view.matrix))}**")
with lend(view) as views:
    panes(views)
blocks: tuple[Callable[[LaufView], None], ...] = hooks("lauf_blocks")
for block in blocks:
    block(view)
more_tabs(view)

"""„Trägt das Zitat?“: what a second model said, its cost before, its progress, and what to read yourself."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, NamedTuple

import streamlit as st

from core.antrag.edits import Edits, mark_of
from core.assessment.zitatbezug import Zitatbezug, bezug_told
from core.context import Context
from core.errors import DashboardError
from core.german import formats
from core.llm.catalogue import OFFLINE
from core.programme.registry import partei_label
from core.runs.lauf import Lauf, Status
from core.support.bitte_lesen import GRUND, Lesehinweis, bitte_lesen, counted
from core.support.traegt import Traegt, latest
from core.support.verdict import WORT, Verdict
from pages.ui import adresse, resources
from pages.ui.lauf.einigkeit import einigkeit
from pages.ui.modellwahl import label
from pages.ui.text import joined, plain

LIMIT = 5.0
"""US dollars at which a check begun here stops: a Lauf of 120 quotes costs cents."""

EVERY = 0.5
WOZU = (
    "Belegt heißt: Das Zitat steht so im Programm. Ob es die Forderung stützt oder ihr widerspricht, sagt "
    "das nicht. Dazu liest ein zweites Modell jede Forderung mit der Stelle, ohne Punkte und Parteinamen zu "
    "sehen, und nennt die Wörter, auf die es sich stützt. Stehen sie nicht in der Stelle, bleibt das Urteil "
    "offen. Auch ein Prüfmodell kann sich irren."
)
SELBES = "Dieses Modell hat auch beurteilt: Ein anderes ist unabhängiger."


class Zeichen(NamedTuple):
    icon: str
    farbe: Literal["green", "red", "orange", "gray"]


ZEICHEN = {
    Verdict.STUETZT: Zeichen(":material/thumb_up:", "green"),
    Verdict.WIDERSPRICHT: Zeichen(":material/thumb_down:", "red"),
    Verdict.ANDERES: Zeichen(":material/alt_route:", "orange"),
    Verdict.OFFEN: Zeichen(":material/help:", "gray"),
}
MEHRERE = WORT | {
    Verdict.STUETZT: "stützen",
    Verdict.WIDERSPRICHT: "widersprechen",
    Verdict.ANDERES: "sprechen von anderem",
}
UNGEPRUEFT = "Bedeutung nicht geprüft"
ZUGEORDNET = "Forderung von uns zugeordnet"
FERN_HILFE = (
    "Das Zitat steht so im Programm, kommt aber keiner Forderung des Antrags nahe, oder es stammt aus dem "
    "Programm einer anderen Partei."
)


def zweiter_blick(context: Context, lauf: Lauf) -> None:
    """Between the head of a Lauf and its parties."""
    rows = resources.store().list_traegt(lauf.id)
    bound = sum(zitat.status.is_bound for zitat in lauf.zitate)
    if not bound or lauf.status is Status.LAEUFT:
        return
    stand = resources.tragwerk().stand(lauf.id)
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="zweiter-blick"):
        st.markdown(f"**Trägt das Zitat?** {plain(_summary(rows, bound))}", width="content", help=WOZU)
        if not (stand and stand.laeuft):
            _pruefen(context, lauf)
    if stand and stand.laeuft:
        _fortschritt(lauf.id)
    elif stand and stand.fehler:
        st.error(plain(f"Die Prüfung endete vorzeitig: {' '.join(stand.fehler)}"), icon=":material/error:")
    einigkeit(latest(rows).values())
    _bitte_lesen(context, lauf, bitte_lesen(lauf, rows))


def _summary(rows: Sequence[Traegt], bound: int) -> str:
    """„12 von 14 Zitaten geprüft: 11 stützen, 1 widerspricht“."""
    said = latest(rows)
    if not said:
        return f"Nicht geprüft ({formats.counted(bound, 'Zitat', 'Zitate')})."
    told = ", ".join(
        f"{n} {WORT[verdict] if n == 1 else MEHRERE[verdict]}" for verdict, n in counted(said).items() if n
    )
    return f"{len(said)} von {formats.number(bound)} Zitaten geprüft: {told}."


def _pruefen(context: Context, lauf: Lauf) -> None:
    with st.popover(
        "Zitate prüfen lassen …", icon=":material/rule:", type="tertiary", on_change="rerun", key="traegt"
    ) as menu:
        if menu.open:
            _wahl(context, lauf)


def _wahl(context: Context, lauf: Lauf) -> None:
    from core.support.check import NO_MODEL, default_model
    from core.support.local_nli import nli_name

    ready = resources.verfuegbarkeiten()
    first, nli = default_model(context, lauf, ready), nli_name(context.settings)
    usable = [one.id for one in resources.modelle() if ready[one.id].ok and one.id != OFFLINE]
    options = list(dict.fromkeys(name for name in (first, nli, *usable) if name))
    st.caption(WOZU)
    if not first:
        st.info(NO_MODEL, icon=":material/info:")
    chosen = st.selectbox(
        "Prüfmodell",
        options,
        index=0 if options else None,
        format_func=label,
        accept_new_options=True,
        placeholder="Name, wie LiteLLM ihn kennt",
        key=f"pruefmodell-{lauf.id}",
    )
    if chosen in (lauf.modell_gefragt, lauf.modell_geantwortet):
        st.caption(f":orange[:material/warning: {SELBES}]")
    if chosen:
        _start(context, lauf, chosen)


def _start(context: Context, lauf: Lauf, model: str) -> None:
    from core.support.check import plan_check, pruefer_of
    from core.support.support_forecast import pruefaufwand

    try:
        aufwand = pruefaufwand(plan_check(context, lauf, pruefer_of(context, model)))
    except DashboardError as reason:
        st.error(plain(str(reason)), icon=":material/error:")
        return
    known = f"{formats.number(aufwand.bekannt)} schon beantwortet" if aufwand.bekannt else None
    asked = formats.counted(aufwand.anfragen, "Anfrage", "Anfragen")
    cost = formats.cost(aufwand.usd) if not aufwand.usd else f"etwa {formats.cost(aufwand.usd)}"
    st.caption(joined([formats.counted(aufwand.zitate, "Zitat", "Zitate"), known, asked, cost]))
    if aufwand.usd is None or aufwand.usd > 0:
        st.caption(f"Bei {formats.cost(LIMIT)} wird angehalten.")
    if st.button(f"Prüfen ({cost})", type="primary", icon=":material/rule:", key="traegt-start"):
        resources.tragwerk().start(lauf.id, model, LIMIT)
        st.rerun()


@st.fragment(run_every=EVERY)
def _fortschritt(lauf_id: str) -> None:
    """Drawn anew by itself; the whole page again when it is done."""
    stand = resources.tragwerk().stand(lauf_id)
    if stand is None or not stand.laeuft:
        st.rerun(scope="app")
        return
    told = f"{stand.fertig} von {stand.von} Zitaten geprüft" if stand.von else "Die Prüfung beginnt"
    st.progress(stand.fertig / max(stand.von, 1), text=told)
    st.button(
        "Prüfung abbrechen",
        icon=":material/stop_circle:",
        on_click=resources.tragwerk().cancel,
        args=(lauf_id,),
        help="Was schon geprüft ist, bleibt gespeichert",
    )


def _bitte_lesen(context: Context, lauf: Lauf, found: Sequence[Lesehinweis]) -> None:
    if not found:
        return
    title = f"Bitte lesen: {formats.counted(len(found), 'Zitat passt', 'Zitate passen')} vielleicht nicht"
    with st.expander(title, icon=":material/menu_book:", expanded=len(found) <= 3):
        for one in found:
            name = partei_label(context.registry, one.partei, lauf.antrag.bundesland)
            where = joined(
                [name, one.typ.title(), f"{formats.score(one.score)} von 10" if one.score is not None else ""]
            )
            st.button(
                f"**{plain(where)}** {plain(GRUND[one.grund])}: „{plain(one.text)}“",
                key=f"lesen-{one.partei}-{one.zitat}",
                type="tertiary",
                width="stretch",
                wrap=True,
                help="Dieses Zitat zeigen",
                on_click=adresse.go,
                kwargs={
                    "partei": one.partei,
                    "zitat": one.zitat + 1,
                    **dict.fromkeys(("typ", "seite", "forderung")),
                },
            )


# --- beside a quote -----------------------------------------------------------------------------------------


def abzeichen(row: Traegt | None) -> None:
    """Beside the badge of its exactness, and never in its place."""
    if row is None:
        st.badge(UNGEPRUEFT, icon=":material/radio_button_unchecked:", color="gray", help=WOZU)
        return
    zeichen = ZEICHEN[row.verdict]
    about = f"Prüfmodell {row.model} am {formats.moment(row.created)}, {row.prompt_version}"
    word = f"{WORT[row.verdict]} (Prüfmodell)"
    st.badge(word, icon=zeichen.icon, color=zeichen.farbe, help=plain(about))


def forderungszeichen(lauf: Lauf, bezug: Zitatbezug | None) -> None:
    """Which Forderung the quote answers: being exact does not make it an answer."""
    if bezug is None or bezug.forderungen == ("",):
        return
    own = [one for one in lauf.antrag.forderungen if one.nummer in bezug.forderungen]
    texts = [f"{one.nummer}{mark_of(one.nummer, lauf.edits)}: {one.text}" for one in own]
    is_none = not bezug.forderungen
    icon = ":material/link_off:" if is_none else ":material/subdirectory_arrow_right:"
    marks = "".join(dict.fromkeys(mark_of(nummer, lauf.edits) for nummer in bezug.forderungen))
    told = f"{bezug_told(replace(bezug, gewaehlt=False))}{marks}"
    helped = plain(" ".join(texts) or FERN_HILFE)
    st.badge(plain(told), icon=icon, color="orange" if is_none else "blue", help=helped)


def grundlage(row: Traegt | None, zitat: str, bezug: Zitatbezug | None, edits: Edits | None) -> None:
    """The passage's words the verdict relies on, or why it is open; and which Forderung was asked about."""
    whose = ZUGEORDNET if bezug and bezug.gewaehlt else None
    if row is None:
        if whose:
            st.caption(whose)
        return
    mark = mark_of(row.forderung, edits)
    zu = f"Geprüft zu Forderung {row.forderung}{mark}" if row.forderung else "Geprüft zum Antrag"
    is_same = row.words == " ".join(zitat.split())
    words = f"Grundlage: {'das Zitat selbst' if is_same else f'„{row.words}“'}" if row.words else None
    st.caption(plain(joined([zu, words, row.reason or None, whose])))

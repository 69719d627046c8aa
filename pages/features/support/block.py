"""„Trägt das Zitat?“: what a second model said, its cost before, its progress, and what to read yourself."""

from collections import Counter
from collections.abc import Sequence

import streamlit as st

from core.assessment.lauf_view import LaufView
from core.base import formats
from core.features.support.check import (
    NO_MODEL,
    TraegtJobs,
    default_model,
    plan_check,
    pruefer_of,
    read_request,
)
from core.features.support.sample import last_draws, rate_told, rates_of
from core.llm.verdict import WORT, Traegt, Verdict, latest
from core.programme.context import Context
from core.runs.lauf import Lauf, Status
from core.wortlaut.errors import DashboardError
from pages.ui import address, money, resources
from pages.ui.modell_choice import label, language_modelle
from pages.ui.text import joined, plain
from pages.ui.zitat import PURPOSE

SEVERAL = WORT | {
    Verdict.STUETZT: "stützen",
    Verdict.WIDERSPRICHT: "widersprechen",
    Verdict.ANDERES: "sprechen von anderem",
}


def checking(view: LaufView) -> None:
    """The way to have a second model read the quotes, how far it is, and what it said so far."""
    lauf = view.today
    if not lauf.gebunden or lauf.status is Status.LAEUFT:
        return
    stand = resources.context().own(TraegtJobs).stand(lauf.id)
    if stand and stand.laeuft:
        _progress(lauf.id)
        return
    with st.popover(
        "Prüfen lassen …", icon=":material/rule:", type="tertiary", on_change="rerun", key="traegt"
    ) as menu:
        if menu.open:
            st.markdown(f"**{plain(_summary(view.traegt, lauf.gebunden))}**")
            _corrected(view.traegt)
            first = default_model(view.context, lauf, resources.availabilities())
            options = list(dict.fromkeys(name for name in (first, *language_modelle()) if name))
            st.caption(PURPOSE)
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
                st.caption(
                    ":orange[:material/warning: Dieses Modell hat auch beurteilt: Ein anderes ist "
                    "unabhängiger.]"
                )
            if chosen:
                _start(view.context, lauf, chosen)
    if stand and stand.fehler:
        st.error(plain(f"Die Prüfung endete vorzeitig: {' '.join(stand.fehler)}"), icon=":material/error:")


def to_be_read(view: LaufView) -> None:
    """Quotes whose points and whose check do not go together: somebody should read them."""
    if view.lauf.status is Status.LAEUFT:
        return
    if found := read_request(view.today, view.traegt):
        title = f"Bitte lesen: {formats.counted(len(found), 'Zitat passt', 'Zitate passen')} vielleicht nicht"
        with st.expander(title, icon=":material/menu_book:"):
            for one in found:
                name = view.context.registry.partei_label(one.partei, view.today.antrag.bundesland)
                points = f"{formats.score(one.score)} von 10" if one.score is not None else ""
                where = joined([name, one.typ.title(), points])
                address.button(
                    f"**{plain(where)}:** {plain(one.grund)}: „{plain(one.text)}“",
                    {
                        "partei": one.partei,
                        "zitat": one.zitat + 1,
                        **dict.fromkeys(("typ", "seite", "forderung")),
                    },
                    key=f"wahl-lesen-{one.partei}-{one.zitat}",
                    help="Dieses Zitat zeigen",
                    wide=True,
                )


def _summary(rows: Sequence[Traegt], bound: int) -> str:
    """„12 von 14 Zitaten geprüft: 11 stützen, 1 widerspricht“."""
    said = latest(rows)
    if not said:
        return f"Bedeutung von {formats.counted(bound, 'Zitat', 'Zitaten')} nicht geprüft"
    counts = Counter(row.verdict for row in said.values())
    told = ", ".join(
        f"{counts[verdict]} {WORT[verdict] if counts[verdict] == 1 else SEVERAL[verdict]}"
        for verdict in Verdict
        if counts[verdict]
    )
    return f"{len(said)} von {formats.number(bound)} Zitaten geprüft: {told}."


def _corrected(rows: Sequence[Traegt]) -> None:
    """How right the checkers of these quotes are over all Läufe, where people read what was drawn."""
    checkers = {(row.model, row.prompt_version) for row in rows}
    for drawn in last_draws(resources.store()):
        if (drawn.model, drawn.prompt_version) in checkers:
            told = rate_told(rates_of(resources.store(), drawn))
            st.caption(plain(f"Über alle Läufe: {told} ({drawn.model})"))


def _start(context: Context, lauf: Lauf, model: str) -> None:
    try:
        plan = plan_check(context, lauf, pruefer_of(context, model))
    except DashboardError as reason:
        st.error(plain(str(reason)), icon=":material/error:")
        return
    usd, pairs = plan.usd, len(plan.gefragt)
    cost = f"etwa {formats.cost(usd)}" if usd else formats.cost(usd)
    told = [
        formats.counted(plan.zitate, "Zitat", "Zitate"),
        f"zu {formats.number(pairs)} Forderungen" if pairs > plan.zitate else None,
        f"{formats.number(plan.bekannt)} schon beantwortet" if plan.bekannt else None,
        formats.counted(len(plan.batches), "Anfrage", "Anfragen"),
        cost,
    ]
    st.caption(joined(told))
    if usd is None:
        st.caption("Ohne bekannten Preis lässt sich keine Kostengrenze einhalten: Es werden alle gefragt.")
    elif usd:
        st.caption(f"Mehr als {formats.cost(money.LIMIT)} werden nicht ausgegeben.")
    if st.button(f"Prüfen ({cost})", type="primary", icon=":material/rule:", key="traegt-start"):
        resources.context().own(TraegtJobs).start(lauf.id, model, None if usd is None else money.LIMIT)
        st.rerun()


@st.fragment(run_every=0.5)
def _progress(lauf_id: str) -> None:
    """Drawn anew by itself; the whole page again when it is done."""
    stand = resources.context().own(TraegtJobs).stand(lauf_id)
    if stand is None or not stand.laeuft:
        st.rerun(scope="app")
        return
    told = f"{stand.fertig} von {stand.von} Zitaten geprüft" if stand.von else "Die Prüfung beginnt"
    st.progress(stand.fertig / max(stand.von, 1), text=told)
    st.button(
        "Prüfung abbrechen",
        icon=":material/stop_circle:",
        on_click=resources.context().own(TraegtJobs).cancel,
        args=(lauf_id,),
        help="Was schon geprüft ist, bleibt gespeichert",
    )

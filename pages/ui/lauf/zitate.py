"""Middle pane of a Lauf: what the model said of the chosen party, and its quotes."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import streamlit as st

from core.assessment.forderung_pairs import NO
from core.assessment.lauf_view import LaufView, Wahl, view_of
from core.assessment.partei_view import NO_QUELLEN, WITHOUT_LANGUAGE_MODEL, ParteiView, Parteiwertung
from core.base import formats
from core.features import hooks
from core.llm.verdict import WORT, Verdict
from core.programme.context import Context
from core.runs.lauf import Lauf, Score, Status, Urteil, Zitat
from core.wortlaut.records import Typ
from pages.ui import address, resources
from pages.ui.lauf.matrix import WITHOUT, art_of, chosen_forderung
from pages.ui.parts import name_input, told_by_proxy
from pages.ui.seite import seitenansicht
from pages.ui.text import joined, plain
from pages.ui.zitat import (
    badge,
    basis,
    forderung_badge,
    further,
    unchecked,
    verworfene,
    whole_sentence,
    zitat_card,
)

# --- agree or disagree with a score or a quote, with a note: stored, exported, and seen by the next reader

OPINION = {"Stimmt": True, "Stimmt nicht": False}
TRAEGT = [verdict for verdict in Verdict if verdict is not Verdict.OFFEN]
FRAGE = "Was sagt das Zitat zur Forderung? (freiwillig)"
PUNKTE = "Ihre Punkte, 0 bis 10 (freiwillig)"
FIELDS = ("meinung", "traegt", "punkte", "notiz")
NAME = "urteil-name"


def _name() -> str:
    """Whom the proxy signed in, else what the person said last in this session; „“ where nobody is known."""
    told = told_by_proxy()
    return str(st.session_state.get(NAME, "")) if told is None else told


def judge(
    lauf: Lauf,
    partei: str,
    typ: str,
    nummer: int | None = None,
    forderungen: Sequence[str] = (),
    forderung: str = "",
) -> None:
    """`nummer`: the quote's, from 1; None for the score. `forderungen`: those that the quote may answer.

    `forderung`: the one of them that is looked at, if it is one.
    """
    stored = None if nummer is None else nummer - 1
    mine = lauf.urteile_on(partei, typ, stored)
    with st.popover(plain(_label(mine)), type="tertiary", icon=":material/rate_review:"):
        for urteil in mine:
            st.markdown(f"**{plain(urteil.meinung)}** {plain(urteil.notiz)}")
            st.caption(plain(joined([urteil.name or "ohne Namen", formats.moment(urteil.created)])))
        chosen = forderung if forderung in forderungen else next(iter(forderungen), None)
        # No opinion is chosen beforehand; the name given last is.
        said = Urteil(lauf.id, partei, typ, False, "", zitat=stored, forderung=chosen)
        key = f"urteil-{said.lauf_id}-{said.partei}-{said.typ}-{said.zitat}"
        st.session_state[f"{key}-name"] = _name()
        with st.form(key, border=False, enter_to_submit=False):
            # Only where the quote may answer several.
            if len(forderungen) > 1:
                st.segmented_control(
                    "Zu Forderung",
                    forderungen,
                    default=said.forderung,
                    required=True,
                    key=_which(key, said),
                    help="Dieses Zitat kann mehrere Forderungen betreffen. Jede lässt sich einzeln "
                    "beurteilen.",
                )
            st.segmented_control("Ihr Urteil", list(OPINION), key=f"{key}-meinung")
            if said.zitat is None:
                st.number_input(PUNKTE, 0.0, 10.0, None, 0.5, "%.1f", f"{key}-punkte", placeholder="keine")
            else:
                st.segmented_control(FRAGE, TRAEGT, format_func=WORT.__getitem__, key=f"{key}-traegt")
            st.text_input("Notiz (freiwillig)", max_chars=2000, key=f"{key}-notiz")
            name_input(f"{key}-name")
            st.form_submit_button("Speichern", type="primary", on_click=_save, args=(key, said))
        if st.session_state.pop(f"{key}-fehlt", False):
            st.warning(
                "Nichts gespeichert: Wählen Sie zuerst „Stimmt“ oder „Stimmt nicht“.",
                icon=":material/warning:",
            )


def _label(urteile: list[Urteil]) -> str:
    if len(urteile) == 1:
        return f"Urteil: {urteile[0].meinung}"
    if not urteile:
        return "Urteil"
    agreed = sum(urteil.zustimmung for urteil in urteile)
    return f"Urteil: {agreed} stimmt, {len(urteile) - agreed} stimmt nicht"


def _which(key: str, said: Urteil) -> str:
    """Another field for each Forderung that is looked at: each begins with its own."""
    return f"{key}-zu-{said.forderung}"


def _save(key: str, said: Urteil) -> None:
    """What the fields say; then they are empty again, but for the name."""
    st.session_state[NAME] = str(st.session_state.get(f"{key}-name", "")).strip()
    fields = {field: st.session_state.get(f"{key}-{field}") for field in FIELDS}
    if fields["meinung"] is None:
        st.session_state[f"{key}-fehlt"] = True
        return
    resources.store().save_note(
        replace(
            said,
            zustimmung=OPINION[fields["meinung"]],
            name=_name(),
            notiz=str(fields["notiz"] or "").strip(),
            forderung=st.session_state.get(_which(key, said), said.forderung),
            traegt=fields["traegt"],
            punkte=fields["punkte"],
        )
    )
    for field in FIELDS:
        st.session_state.pop(f"{key}-{field}", None)


# --- the pane: reasons and quotes of the chosen party -------------------------------------------------------


def zitate(view: LaufView, wahl: Wahl) -> None:
    ansicht = wahl.partei
    nummer = chosen_forderung(ansicht.partei, view.bezug)
    shown = ansicht.gebunden(wahl.typ) if nummer is None else _answering(view, wahl, nummer)
    # Whose quotes these are, and the way from one to the next: by button or by the arrow keys.
    with st.container(horizontal=True, vertical_alignment="center", wrap=False, key="zitate-kopf"):
        st.header(plain(ansicht.name), anchor=False, width="stretch")
        if len(shown) > 1 and wahl.zitat in shown:
            place = shown.index(wahl.zitat)
            _step("zurueck", "Voriges Zitat", "chevron_left", "Left", shown[:place][-1:])
            st.caption(f"{place + 1} von {len(shown)}", width="content")
            _step("weiter", "Nächstes Zitat", "chevron_right", "Right", shown[place + 1 : place + 2])
    if nummer is not None:
        # Above what is scrolled, so that it is seen whichever quote is read.
        text = next((one.text for one in view.lauf.antrag.forderungen if one.nummer == nummer), "")
        with st.container(key=f"zu-forderung-{art_of(view.matrix, ansicht.partei, nummer)}", gap=None):
            st.markdown(f"**Zu Forderung {plain(nummer)}:** {plain(text)}" if text else f"**{NO}**")
        _wider(f"Alle Zitate und Punkte: {ansicht.name}")
    with st.container(key="zitate", gap="xsmall"):
        # Scrolled by itself, so that parties, page and matrix stay where they are.
        if ansicht.teil.status is not Status.FERTIG:
            st.error(
                plain(ansicht.teil.fehler or "Diese Partei wurde nicht beurteilt."), icon=":material/error:"
            )
        if nummer is not None:
            for zitat in shown:
                _zitat(view, wahl, zitat, nummer)
            return
        # What was not there to be asked is told where nothing else is.
        asked = [typ for typ in ansicht.typen if ansicht.wertung(typ).grund != NO_QUELLEN]
        for typ in [wahl.typ] if wahl.typ else asked or ansicht.typen[:1]:
            if score := ansicht.scores.get(typ):
                _score(view.lauf, ansicht.wertung(typ), typ, score)
                for zitat in ansicht.gebunden(typ):
                    _zitat(view, wahl, zitat)
        if wahl.typ and len(ansicht.typen) > 1:
            _wider("Zitate aus beiden Programmen zeigen")
        key = f"{ansicht.partei}-{wahl.typ}"
        verworfene([one.eintrag for one in ansicht.verworfen(wahl.typ)], key)
        unchecked([one.eintrag for one in ansicht.ungeprueft(wahl.typ)], key)


def _answering(view: LaufView, wahl: Wahl, nummer: str) -> list[Zitat]:
    """What stands behind a field of the matrix: of both Programme, without the points, which are on all."""
    places = ((one, view.bezug.get(one.stelle)) for one in wahl.partei.gebunden())
    return [
        one
        for one, own in places
        if own and (nummer in own.forderungen or (nummer == WITHOUT and not own.forderungen))
    ]


def _step(key: str, name: str, icon: str, shortcut: str, target: Sequence[Zitat]) -> None:
    with st.container(key=f"nur-zeichen-{key}", width="content"):
        address.button(
            name,
            {"zitat": target[0].shown_number if target else None, "seite": None},
            icon=f":material/{icon}:",
            key=f"zitat-{key}",
            help=f"{name} (Pfeiltaste)",
            shortcut=shortcut,
            disabled=not target,
        )


def _wider(label: str) -> None:
    address.button(
        plain(label),
        {"typ": None, "zitat": None, "seite": None, "forderung": None},
        icon=":material/filter_alt_off:",
        key="ohne-auswahl",
    )


def _score(lauf: Lauf, wertung: Parteiwertung, typ: Typ, score: Score) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(f"**{typ.title()}** · {wertung}", width="stretch")
        if score.begruendung and wertung.grund != NO_QUELLEN:
            with st.popover("Begründung", type="tertiary"):
                st.markdown(plain(score.begruendung))
        if wertung.grund not in (NO_QUELLEN, WITHOUT_LANGUAGE_MODEL):
            judge(lauf, score.partei, str(typ))
    below: tuple[Callable[[Lauf, Typ, float | None], None], ...] = hooks("lauf_points")
    for draw in below:
        draw(lauf, typ, wertung.punkte)


def _zitat(view: LaufView, wahl: Wahl, zitat: Zitat, nummer: str = "") -> None:
    """Three signs, none for another: exact or not, to which Forderung, and whether it carries that.

    `nummer`: the Forderung that is looked at; what was said of that comes first.
    """
    lauf, beleg, partei = view.lauf, zitat.beleg, wahl.partei.partei
    stelle, chosen = zitat.stelle, wahl.zitat == zitat
    own = view.bezug.get(stelle)
    said = view.said.get(stelle, {})
    # None where nobody looked at the quote, or not at the Forderung that is looked at.
    first = nummer if own and nummer in own.forderungen else next(iter(said), "")
    row, others = said.get(first), [one for name, one in said.items() if name != first]

    def neben() -> None:
        forderung_badge(lauf, own)
        badge(row)

    with zitat_card(beleg, str(zitat.shown_number), chosen, neben, partei=partei):
        if chosen:
            forderungen = own.forderungen if own else ()
            actions: tuple[Callable[[Lauf, ParteiView, Zitat], None], ...] = hooks("quote_actions")
            with st.container(horizontal=True, gap="small"):
                judge(lauf, partei, zitat.typ, zitat.shown_number, forderungen, nummer)
                for draw in actions:
                    draw(lauf, wahl.partei, zitat)
            with st.expander("Ganzer Satz und Grundlage der Prüfung", type="compact"):
                whole_sentence(beleg)
                basis(row, beleg.text, own, lauf.edits)
                further(others, lauf.edits)


# --- right pane of a Lauf: the page on which the chosen quote stands ----------------------------------------


def zitat_page(context: Context, wahl: Wahl) -> None:
    only_one = address.get("nur") == "1"
    blick = view_of(context, wahl, address.number("seite"), alle=not only_one)
    if blick is None or wahl.zitat is None:
        st.info("Zu dieser Auswahl gibt es kein belegtes Zitat, also keine Seite zu zeigen.")
        return
    seitenansicht(blick, was=wahl.zitat.beleg.text)
    address.button(
        "Auch die anderen Zitate der Seite markieren" if only_one else "Nur dieses Zitat markieren",
        {"nur": None if only_one else 1},
        icon=":material/ink_highlighter:",
    )

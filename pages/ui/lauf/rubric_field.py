"""A field of a judgement by a rubric: its level, reason and quotes, and the Antrag with its words marked."""

from collections.abc import Mapping
from urllib.parse import urlencode

import streamlit as st

from core.citations.eintrag import Gebunden
from core.context import Context
from core.rubrics.field_judgement import FieldJudgement, RubricJudgement
from core.rubrics.judgement_words import WITHOUT_LEVEL
from core.rubrics.quote_places import QuotedAntrag, quoted_antrag
from core.rubrics.rubric import Rubric
from core.runs.rubric_rows import StoredRubric
from core.seiten.antrag_pages import Places
from core.seiten.marked_page import PageView
from pages.ui import address, failure, resources
from pages.ui.copy_button import copy_button
from pages.ui.rubric_table import field_name, level_sign
from pages.ui.seite import seitenbild
from pages.ui.text import joined, plain
from pages.ui.zitat import angaben, unchecked, verworfene

NO_QUOTE = "Kein Zitat belegt diese Stufe."
NOT_HERE = (
    "Den Antrag gibt es hier nur als Text; markiert ist das Zitat in ihm. Wer ihn als PDF eingibt, sieht "
    "seine Seite."
)
NOT_MARKED = "Wo dieses Zitat in der Datei steht, ist nicht sicher; deshalb ist nichts markiert."
COLOURS = "Kräftig gelb: die Zeilen des gewählten Zitats; blass: die anderen Zitate dieses Felds."
OTHER_TEXT = "Der Antrag hat heute einen anderen Text als damals; deshalb ist nichts markiert."


def field_pane(context: Context, stored: StoredRubric, judgement: RubricJudgement, feld: str) -> None:
    one = next(one for one in judgement.judged if one.field.id == feld)
    number = _chosen(one)
    with st.container(key="rubrikfeld"):
        left, right = st.columns([5, 6], gap="medium")
        with left:
            _said(judgement.rubric, one)
            for place, quote in enumerate(one.quotes, start=1):
                _quote(quote, place, place == number)
            verworfene([quote for quote in one.dropped if quote.status.is_dropped], f"rubrik-{feld}")
            unchecked([quote for quote in one.dropped if not quote.status.is_dropped], f"rubrik-{feld}")
            link = address.page_with("/lauf", mehr="rubriken", urteil=stored.id, feld=feld)
            copy_button("Adresse dieses Felds kopieren", link, one.field.titel, f"rubrikfeld-{feld}")
        with right:
            if one.quotes:
                with failure.shown():
                    _antrag(quoted_antrag(context, resources.store(), stored.lauf_id), stored, one, number)


def _chosen(one: FieldJudgement) -> int:
    """The number of the quote that is asked for, else of the first."""
    asked = address.number("beleg") or 1
    return asked if asked <= len(one.quotes) else 1


def _said(rubric: Rubric, one: FieldJudgement) -> None:
    field, level = one.field, one.level
    place = [rubric.zeilen.get(field.zeile), rubric.spalten.get(field.spalte)]
    name = joined([field.id if any(place) else None, field_name(field)])
    st.subheader(plain(name), anchor=False)
    st.caption(plain(joined([*place, field.leitfrage])))
    told = f"{level_sign(rubric, level)} {level.wort}" if level else WITHOUT_LEVEL
    meaning = f" {plain(level.bedeutung)}" if level else ""
    st.markdown(f"**{plain(told)}**{'.' if level else ''}{meaning}")
    if one.reason:
        st.markdown(plain(one.reason))
    if not field.is_confirmed:
        st.caption(plain(f"* Benennung nicht bestätigt. Herkunft: {field.quelle}"))
    if not one.quotes:
        st.markdown(f":orange[:material/warning: {NO_QUOTE}]")


def _quote(quote: Gebunden, number: int, is_chosen: bool) -> None:
    key = "gewaehlter-beleg" if is_chosen else f"beleg-{number}"
    with st.container(border=True, key=key, gap="xsmall"):
        st.button(
            f"„{plain(quote.text)}“",
            key=f"wahl-beleg-{number}",
            type="tertiary",
            width="stretch",
            wrap=True,
            help="Im Antrag zeigen",
            on_click=address.go,
            kwargs={"beleg": number, "blatt": None},
        )
        angaben(quote)


# --- right of it: the Antrag --------------------------------------------------------------------------------


def _antrag(antrag: QuotedAntrag, stored: StoredRubric, one: FieldJudgement, number: int) -> None:
    places = antrag.places(one.quotes)
    first = min(places.get(str(number), {1: ()}))
    view = antrag.page(places, str(number), address.number("blatt") or first)
    view = view or antrag.page(places, str(number), first)
    if view is None:
        _text(antrag, one.quotes[number - 1])
        return
    _bar(view, first)
    is_placed = str(number) in places
    st.caption(COLOURS if is_placed else NOT_MARKED)
    asked = {"urteil": stored.id, "feld": one.field.id, "beleg": number, "seite": view.seite}
    with st.container(key="antragsbild"):
        alt = _description(view, places, one.quotes[number - 1], str(number))
        seitenbild(f"/api/antrag.png?{urlencode(asked)}", alt, view.breite / view.hoehe)


def _bar(view: PageView, first: int) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall", key="rubrik-seitenleiste"):
        st.markdown(f"**Antrag, Seite {view.seite} von {view.dokument.seitenzahl}**", width="content")
        for name, icon, seite in (
            ("Zurück", ":material/chevron_left:", view.seite - 1),
            ("Vor", ":material/chevron_right:", view.seite + 1),
        ):
            st.button(
                name,
                icon=icon,
                key=f"rubrik-{name}",
                type="tertiary",
                help=f"Eine Seite {name.lower()}",
                disabled=not 1 <= seite <= view.dokument.seitenzahl,
                on_click=address.go,
                kwargs={"blatt": seite},
            )
        if view.seite != first:
            st.button("Zum Zitat", key="rubrik-zum-zitat", on_click=address.go, kwargs={"blatt": None})


def _description(view: PageView, places: Mapping[str, Places], quote: Gebunden, number: str) -> str:
    is_here = view.seite in places.get(number, {})
    return f"Seite {view.seite} des Antrags{f'; markiert ist: „{quote.text}“' if is_here else ''}"


def _text(antrag: QuotedAntrag, quote: Gebunden) -> None:
    pieces = antrag.around(quote)
    st.caption(NOT_HERE if pieces else OTHER_TEXT)
    if not pieces:
        return
    told = "".join(
        f":orange-background[{plain(text)}]" if is_quote else f" {plain(text)} " for text, is_quote in pieces
    )
    with st.container(border=True, key="antragsausschnitt"):
        st.markdown(f"… {told.strip()} …")

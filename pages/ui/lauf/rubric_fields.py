"""The fields of a judgement by a rubric as a table, and the chosen one with its quotes in the Antrag."""

from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlencode

import streamlit as st

from core.assessment.rubric_report import WITHOUT_LEVEL
from core.citations.eintrag import Gebunden
from core.context import Context
from core.german import formats
from core.judging.judge import QuotedAntrag, quoted_antrag
from core.llm.catalogue import OFFLINE
from core.llm.rubric import Rubric, RubricField, RubricLevel
from core.runs.notes import FieldJudgement, RubricJudgement
from pages.ui import address, resources
from pages.ui.copy_button import copy_button
from pages.ui.seite import seitenbild
from pages.ui.text import joined, plain
from pages.ui.zitat import angaben, unchecked, verworfene

HERE = Path(__file__).parent
KEY = "rubriktabelle"
NO_WORD = "kein Stichwort gefunden"
OPERATION = (
    "Ein Feld führt zu seinem Grund, seinen Zitaten und deren Seite. Mit der Tastatur: Pfeiltasten von Feld "
    "zu Feld, Eingabe öffnet."
)
NO_QUOTE = "Kein Zitat belegt diese Stufe."
AS_TEXT = (
    "Markiert ist das Zitat hier nur als Text: Die Datei des Antrags fehlt hier, oder wo das Zitat in ihr "
    "steht, ist nicht sicher."
)
COLOURS = "Kräftig gelb: die Zeilen des gewählten Zitats; blass: die anderen Zitate dieses Felds."
OTHER_TEXT = "Der Antrag hat heute einen anderen Text als damals; deshalb ist nichts markiert."

_table = st.components.v2.component(
    KEY,
    html='<div class="matrix" role="region" tabindex="0"></div>'
    '<button type="button" class="weiter" hidden>Zum gewählten Feld</button>',
    css="\n".join((HERE / name).read_text(encoding="utf-8") for name in ("matrix.css", "rubric_levels.css")),
    js="\n".join((HERE / name).read_text(encoding="utf-8") for name in ("fields.js", "matrix.js")),
)


def fields(context: Context, judgement: RubricJudgement) -> None:
    """Of the chosen one all; chosen is what is asked for, else the first with a quote."""
    judged = {one.field.id: one for one in judgement.fields}
    with_quotes = [id for id, one in judged.items() if one.quotes]
    asked = address.get("feld")
    chosen = asked if asked in judged else next(iter([*with_quotes, *judged]), "")
    st.markdown(OPERATION)
    data = _data(judgement, judged, chosen)
    _table(data=data, key=KEY, on_feld_change=lambda: _choose(judgement.id, judged))
    if untouched := next((field for field in judgement.untouched if field.id == asked), None):
        told = f"{untouched.id} {untouched.titel}: {judgement.rubric.untouched}."
        st.info(plain(told), icon=":material/info:")
    if chosen:
        _pane(context, judgement, judged[chosen])


def _choose(judgement_id: str, judged: Mapping[str, FieldJudgement]) -> None:
    """What a browser sends is no more than a wish."""
    sent = st.session_state[KEY].get("feld")
    if sent in judged:
        address.go(urteil=judgement_id, feld=sent, beleg=None)


# --- the table: rows and columns where each field has a place of its own, else a list -----------------------


def _data(judgement: RubricJudgement, judged: Mapping[str, FieldJudgement], chosen: str) -> dict[str, object]:
    rubric = judgement.rubric
    untouched = NO_WORD if judgement.modell == OFFLINE else rubric.untouched
    cells = {
        field.id: _cell(rubric, field, judged.get(field.id), untouched, field.id == chosen)
        for field in rubric.fields
    }
    at = {(field.zeile, field.spalte): cells[field.id] for field in rubric.fields if _is_placed(field)}
    if len(at) == len(rubric.fields):
        empty = _empty("", "luecke")
        columns = list(rubric.spalten.values())
        rows = [
            _row(row, name, [at.get((row, column), empty) for column in rubric.spalten])
            for row, name in rubric.zeilen.items()
        ]
    else:
        columns = ["Stufe", "Begründung"]
        reasons = {id: one.reason for id, one in judged.items()}
        rows = [
            _row(
                field.name,
                field.leitfrage,
                [{**cells[field.id], "name": ""}, _empty(reasons.get(field.id, ""), "grund")],
                rubric.zeilen.get(field.zeile, ""),
            )
            for field in rubric.fields
        ]
    return {
        "name": f"Urteil nach der Rubrik {rubric.titel}",
        "ecke": "Feld",
        "summen": [],
        "ziel": ".st-key-rubrikfeld",
        "stelle": ".st-key-rubrikfeld button",
        "spalten": [{"name": name} for name in columns],
        "zeilen": rows,
        "waehlbar": bool(judged),
    }


def _row(number: str, text: str, cells: list[dict[str, object]], above: str = "") -> dict[str, object]:
    return {"nummer": number, "einleitung": above, "text": text, "zellen": cells}


def _empty(word: str, kind: str) -> dict[str, object]:
    return {"key": "", "zeichen": "", "wort": word, "zahl": "", "art": kind}


def _cell(
    rubric: Rubric, field: RubricField, one: FieldJudgement | None, untouched: str, is_chosen: bool
) -> dict[str, object]:
    # In a table with the short name that people know it by; a list says the rest.
    name = f"{field.id} {field.name}" if _is_placed(field) else field.name
    if one is None:
        return _empty(untouched, "keine") | {"name": name}
    level = one.level
    word = level.wort if level else WITHOUT_LEVEL
    bound = formats.counted(len(one.quotes), "Zitat", "Zitate") if one.quotes else "ohne Beleg"
    quotes = f"{bound}, {len(one.dropped)} verworfen" if one.dropped else bound
    return {
        "key": field.id,
        "name": name,
        "zeichen": level_sign(rubric, level) if level else "○",
        "wort": word,
        "zahl": quotes,
        "art": _tone(rubric, level) if level else "offen",
        "titel": f"{name}: {word}, {quotes}, zeigen",
        "gewaehlt": is_chosen,
    }


def _is_placed(field: RubricField) -> bool:
    return bool(field.zeile and field.spalte)


def level_sign(rubric: Rubric, level: RubricLevel) -> str:
    """„+2“ where a rubric has levels below zero too, else „2“."""
    return formats.number(level.wert, sign=any(one.wert < 0 for one in rubric.levels))


def _tone(rubric: Rubric, level: RubricLevel) -> str:
    """Which colour: how far above or below zero, by the rubric's farthest."""
    if level.wert == 0:
        return "mitte"
    farthest = max(abs(one.wert) for one in rubric.levels)
    return f"{'hoch' if level.wert > 0 else 'tief'}{2 if 2 * abs(level.wert) > farthest else 1}"


# --- the chosen field ---------------------------------------------------------------------------------------


def _pane(context: Context, judgement: RubricJudgement, one: FieldJudgement) -> None:
    asked = address.number("beleg") or 1
    number = asked if asked <= len(one.quotes) else 1
    feld = one.field.id
    with st.container(key="rubrikfeld"):
        left, right = st.columns([5, 6], gap="medium")
        with left:
            _said(judgement.rubric, one)
            for place, quote in enumerate(one.quotes, start=1):
                _quote(quote, place, place == number)
            verworfene([quote for quote in one.dropped if quote.status.is_dropped], f"rubrik-{feld}")
            unchecked([quote for quote in one.dropped if not quote.status.is_dropped], f"rubrik-{feld}")
            link = address.page_with("/lauf", mehr="rubriken", urteil=judgement.id, feld=feld)
            copy_button("Adresse dieses Felds kopieren", link, one.field.titel, f"rubrikfeld-{feld}")
        with right:
            if one.quotes:
                antrag = quoted_antrag(context, resources.store(), judgement.lauf_id)
                _antrag(antrag, judgement.id, one, number)


def _said(rubric: Rubric, one: FieldJudgement) -> None:
    field, level = one.field, one.level
    place = [rubric.zeilen.get(field.zeile), rubric.spalten.get(field.spalte)]
    st.subheader(plain(joined([field.id if any(place) else None, field.name])), anchor=False)
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
            plain(quote.quoted),
            key=f"wahl-beleg-{number}",
            type="tertiary",
            width="stretch",
            wrap=True,
            help="Im Antrag zeigen",
            on_click=address.go,
            kwargs={"beleg": number},
        )
        angaben(quote)


def _antrag(antrag: QuotedAntrag, judgement_id: str, one: FieldJudgement, number: int) -> None:
    """Each page on which the chosen quote stands; its surroundings where there is no page."""
    quote, places = one.quotes[number - 1], antrag.places(one.quotes)
    here = sorted(places.get(str(number), {})) if antrag.file else []
    if not here:
        _text(antrag, quote)
        return
    st.caption(COLOURS)
    for seite in here:
        view = antrag.page(places, str(number), seite)
        if view is None:
            continue
        asked = {"urteil": judgement_id, "feld": one.field.id, "beleg": number, "seite": seite}
        with st.container(key=f"antragsbild-{seite}"):
            st.markdown(f"**Antrag, Seite {seite} von {view.dokument.seitenzahl}**")
            alt = f"Seite {seite} des Antrags; markiert ist: „{quote.text}“"
            seitenbild(f"/api/antrag.png?{urlencode(asked)}", alt, view.breite / view.hoehe)


def _text(antrag: QuotedAntrag, quote: Gebunden) -> None:
    pieces = antrag.around(quote)
    st.caption(AS_TEXT if pieces else OTHER_TEXT)
    if not pieces:
        return
    told = "".join(
        f":orange-background[{plain(text)}]" if is_quote else f" {plain(text)} " for text, is_quote in pieces
    )
    with st.container(border=True, key="antragsausschnitt"):
        st.markdown(f"… {told.strip()} …")

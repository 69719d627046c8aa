"""Below a Lauf: its Antrag judged by rubrics, field by field, with quotes from the Antrag itself."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from urllib.parse import urlencode

import streamlit as st

from core.assessment.lauf_view import LaufView
from core.base import formats
from core.base.errors import RegistryError
from core.features.rubrics.judge import QuotedAntrag, find_known, judge_lauf, quoted_antrag, rubric_cost
from core.features.rubrics.judgement import FieldJudgement, RubricJudgement, list_rubrics
from core.features.rubrics.rubric import Rubric, RubricField, RubricLevel, rubrics_of
from core.features.rubrics.rubric_report import CAVEAT, UNCONFIRMED_NOTE, WITHOUT_LEVEL, judge_told
from core.llm.anfrage import Anfrage
from core.llm.catalogue import OFFLINE
from core.programme.context import Context
from core.runs.lauf import Lauf, Status
from pages.ui import address, money, resources
from pages.ui.lauf_tab import LaufTab
from pages.ui.modell_choice import label, language_modelle
from pages.ui.seite import page_picture
from pages.ui.text import failure_shown, joined, plain, show_failure
from pages.ui.words import modell_name
from pages.ui.zitat import angaben, copy_button, unchecked, verworfene

# --- the fields of a judgement by a rubric as a table, and the chosen one with its quotes in the Antrag -----

HERE = Path(__file__).parent
FIELDS = Path(__file__).parents[2] / "ui" / "lauf" / "fields.js"
KEY = "rubriktabelle"
OPERATION = (
    "Ein Feld führt zu seinem Grund, seinen Zitaten und deren Seite. Mit der Tastatur: Pfeiltasten von Feld "
    "zu Feld, Eingabe öffnet."
)
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
    css="\n".join(
        (HERE / name).read_text(encoding="utf-8") for name in ("rubric_table.css", "rubric_levels.css")
    ),
    js="\n".join(path.read_text(encoding="utf-8") for path in (FIELDS, HERE / "rubric_table.js")),
)


def _choose_quote(judgement_id: str, judged: Mapping[str, FieldJudgement]) -> None:
    """A browser may send anything: only a field that was judged counts."""
    sent = st.session_state[KEY].get("feld")
    if sent in judged:
        address.go(urteil=judgement_id, feld=sent, beleg=None)


# --- the table: rows and columns where each field has a place of its own, else a list -----------------------


def _data(judgement: RubricJudgement, judged: Mapping[str, FieldJudgement], chosen: str) -> dict[str, object]:
    rubric = judgement.rubric
    untouched = "kein Stichwort gefunden" if judgement.modell == OFFLINE else rubric.untouched
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
    field, level = one.field, one.level
    with st.container(key="rubrikfeld"):
        left, right = st.columns([5, 6], gap="medium")
        with left:
            at = [judgement.rubric.zeilen.get(field.zeile), judgement.rubric.spalten.get(field.spalte)]
            st.subheader(plain(joined([field.id if any(at) else None, field.name])), anchor=False)
            st.caption(plain(joined([*at, field.leitfrage])))
            told = f"{level_sign(judgement.rubric, level)} {level.wort}" if level else WITHOUT_LEVEL
            meaning = f" {plain(level.bedeutung)}" if level else ""
            st.markdown(f"**{plain(told)}**{'.' if level else ''}{meaning}")
            if one.reason:
                st.markdown(plain(one.reason))
            if not field.is_confirmed:
                st.caption(plain(f"* Benennung nicht bestätigt. Herkunft: {field.quelle}"))
            if not one.quotes:
                st.markdown(":orange[:material/warning: Kein Zitat belegt diese Stufe.]")
            for place, quote in enumerate(one.quotes, start=1):
                key = "gewaehlter-beleg" if place == number else f"beleg-{place}"
                with st.container(border=True, key=key, gap="xsmall"):
                    address.button(
                        plain(quote.quoted),
                        {"beleg": place},
                        key=f"wahl-beleg-{place}",
                        help="Im Antrag zeigen",
                        wide=True,
                    )
                    angaben(quote)
            verworfene([quote for quote in one.dropped if quote.status.is_dropped], f"rubrik-{field.id}")
            unchecked([quote for quote in one.dropped if not quote.status.is_dropped], f"rubrik-{field.id}")
            link = address.page_with("/lauf", mehr="rubriken", urteil=judgement.id, feld=field.id)
            copy_button("Adresse dieses Felds kopieren", link, field.titel, f"rubrikfeld-{field.id}")
        with right:
            if one.quotes:
                antrag = quoted_antrag(context, resources.store(), judgement.lauf_id)
                _antrag(antrag, judgement.id, one, number)


def _antrag(antrag: QuotedAntrag, judgement_id: str, one: FieldJudgement, number: int) -> None:
    """Each page on which the chosen quote stands; its surroundings where there is no page."""
    quote, places = one.quotes[number - 1], antrag.places(one.quotes)
    here = sorted(places.get(str(number), {})) if antrag.file else []
    if not here:
        pieces = antrag.around(quote)
        st.caption(AS_TEXT if pieces else OTHER_TEXT)
        if pieces:
            told = "".join(
                f":orange-background[{plain(text)}]" if is_quote else f" {plain(text)} "
                for text, is_quote in pieces
            )
            with st.container(border=True, key="antragsausschnitt"):
                st.markdown(f"… {told.strip()} …")
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
            page_picture(f"/api/antrag.png?{urlencode(asked)}", alt, view.breite / view.hoehe)


# --- the whole section --------------------------------------------------------------------------------------

PURPOSE = (
    "Eine Rubrik fragt Feld für Feld, was der Antrag selbst sagt. Jedes Zitat steht Wort für Wort in ihm; "
    "andere sind verworfen, mit dem Grund."
)
EXAMPLE = "Beispiel: Dieses Urteil ist gespielt; es stammt von keinem Sprachmodell."
FROM_FILE = "Eingelesen am {} aus einer Datei; Stufen und Gründe sind nicht nachgeprüft."
BY_WORDS = (
    "Ohne Sprachmodell steht nur da, welche Felder der Antrag nach Stichwörtern berührt: "
    f"„{WITHOUT_LEVEL}“. Kostenlos."
)
KNOWN = "Diese Frage ist schon beantwortet: Die Antwort kommt aus dem Speicher und kostet nichts."


def rubrics(view: LaufView) -> None:
    context, lauf = view.context, view.lauf
    st.caption(PURPOSE)
    with failure_shown():
        found = list_rubrics(resources.store(), lauf.id)
        if not found:
            st.info("Zu diesem Lauf gibt es noch kein Urteil nach einer Rubrik.", icon=":material/rule:")
            _ask(context, lauf)
            return
        judgement = _choose(found)
        _head(lauf, judgement)
        # Of the chosen one all; chosen is what is asked for, else the first with a quote.
        judged = {one.field.id: one for one in judgement.fields}
        with_quotes = [id for id, one in judged.items() if one.quotes]
        asked = address.get("feld")
        chosen = asked if asked in judged else next(iter([*with_quotes, *judged]), "")
        st.markdown(OPERATION)
        data = _data(judgement, judged, chosen)
        _table(data=data, key=KEY, on_feld_change=lambda: _choose_quote(judgement.id, judged))
        if untouched := next((field for field in judgement.untouched if field.id == asked), None):
            told = f"{untouched.id} {untouched.titel}: {judgement.rubric.untouched}."
            st.info(plain(told), icon=":material/info:")
        if chosen:
            _pane(context, judgement, judged[chosen])
        if judgement.refused:
            told = formats.counted(len(judgement.refused), "Angabe", "Angaben")
            with st.expander(f"{told} des Modells nicht verwendet", icon=":material/block:"):
                st.markdown("\n".join(f"- {plain(one)}" for one in judgement.refused[:50]))
        with st.expander("Nach einer weiteren Rubrik oder mit einem anderen Modell beurteilen"):
            _ask(context, lauf)


TAB = LaufTab("rubriken", "Rubriken", rubrics)


def _choose(found: Sequence[RubricJudgement]) -> RubricJudgement:
    by_id = {one.id: one for one in found}
    names = {
        one.id: joined([one.rubric.titel, modell_name(one.modell), formats.moment(one.created)])
        for one in found
    }
    asked = address.get("urteil")
    if asked and asked not in by_id:
        st.info(
            "Das Urteil aus dieser Adresse gibt es hier nicht mehr; gezeigt ist das neueste.",
            icon=":material/info:",
        )
    chosen = asked if asked in by_id else found[0].id
    with st.container(horizontal=True, vertical_alignment="bottom", key="rubrik-urteile"):
        st.selectbox(
            "Urteil",
            list(by_id),
            format_func=names.__getitem__,
            width=560,
            **address.follow("lauf", "urteil", chosen, "feld", "beleg"),
        )
        rubric = by_id[chosen].rubric
        with st.popover("Was die Stufen heißen", icon=":material/help:", type="tertiary"):
            for level in rubric.levels:
                told = f"**{plain(f'{level_sign(rubric, level)} {level.wort}')}** {plain(level.bedeutung)}"
                st.markdown(told)
            st.caption(plain(f"Quelle der Rubrik: {rubric.quelle}"))
        with st.popover("Löschen …", icon=":material/delete:", type="tertiary"):
            st.markdown("Dieses Urteil mit seinen Zitaten wird endgültig gelöscht.")
            if st.button("Endgültig löschen", key=f"rubrik-loeschen-{chosen}"):
                resources.store().delete_note(chosen)
                address.go(urteil=None, feld=None, beleg=None)
                st.rerun()
    return by_id[chosen]


def _head(lauf: Lauf, judgement: RubricJudgement) -> None:
    if lauf.is_demo:
        st.info(EXAMPLE, icon=":material/school:")
    if judgement.eingelesen:
        st.info(FROM_FILE.format(formats.day(judgement.eingelesen)), icon=":material/upload_file:")
    rubric, is_by_words = judgement.rubric, judgement.modell == OFFLINE
    bound = formats.counted(judgement.belegt, "Zitat", "Zitate")
    told = [
        None if is_by_words else f"Zusammen: {judgement.summary}",
        f"{len(judgement.fields)} von {len(rubric.fields)} Feldern berührt",
        f"{bound} belegt, {formats.number(judgement.verworfen)} verworfen",
    ]
    st.markdown(plain(joined(told)))
    about = [
        f"{rubric.titel}, Fassung {rubric.version}",
        modell_name(judge_told(judgement.modell, judgement.modell_geantwortet)),
        formats.moment(judgement.created),
        formats.cost(judgement.kosten),
    ]
    st.caption(plain(joined(about)))
    if not is_by_words:
        st.caption(f":material/warning: {CAVEAT}")
    if any(not field.is_confirmed for field in rubric.fields):
        st.caption(plain(UNCONFIRMED_NOTE))


# --- have it judged -----------------------------------------------------------------------------------------


def _ask(context: Context, lauf: Lauf) -> None:
    """By which rubric, by which model, and what that costs."""
    known = rubrics_of(context)
    usable = {id: one for id, one in known.items() if isinstance(one, Rubric)}
    modelle = [*language_modelle(), OFFLINE]
    with st.container(horizontal=True, vertical_alignment="bottom", key="rubrik-neu"):
        id = st.selectbox(
            "Rubrik", list(usable), format_func=lambda id: usable[id].titel, width=320, key="rubrik-wahl"
        )
        modell = st.selectbox("Modell", modelle, format_func=label, width=320, key="rubrik-modell")
        st.space("stretch")
    rubric = usable[id]
    st.caption(plain(rubric.beschreibung))
    text = resources.store().judged_text(context.settings.laeufe_dir, lauf, lauf.antrag_hash)
    is_known = find_known(resources.store(), lauf.id, rubric, text, modell) is not None
    anew = is_known and modell != OFFLINE and st.toggle("Neu fragen", key="rubrik-neu-fragen")
    usd = 0.0 if is_known and not anew else rubric_cost(context, rubric, text, modell)
    if modell == OFFLINE:
        st.caption(plain(BY_WORDS))
    elif is_known and not anew:
        st.caption(plain(KNOWN))
    elif usd is None:
        st.caption("Was das kostet, ist bei diesem Modell nicht bekannt.")
    else:
        st.caption(plain(f"Kostet etwa {formats.cost(usd)}."))
    if st.button(
        "Nach dieser Rubrik beurteilen",
        icon=":material/rule:",
        key="rubrik-fragen",
        type="primary",
        disabled=lauf.status is Status.LAEUFT,
    ):
        with st.spinner("Der Antrag wird nach der Rubrik gelesen …"):
            how = Anfrage(modell, budget=money.for_one_press())
            judged = judge_lauf(context, lauf.id, rubric.id, how, anew=anew)
        address.go(mehr="rubriken", urteil=judged.id, feld=None, beleg=None)
        st.rerun()
    for one in known.values():
        if isinstance(one, RegistryError):
            show_failure(one)

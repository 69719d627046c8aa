"""Other wording for a field of a rubric: asked over a real server, bound, told and exported by its name."""

import json
from collections.abc import Mapping, Sequence

import pytest

from core.commands import redline as command
from core.context import Context
from core.demo.scripted_redlines import play_redlines
from core.errors import EingabeError
from core.llm.catalogue import OFFLINE
from core.redlines import bind_redline
from core.redlines.ask_redlines import BUILT_IN
from core.redlines.field_redlines import (
    GONE,
    HIGHEST,
    NOT_JUDGED,
    ask_field_redlines,
    can_rise,
    field_redline_cost,
)
from core.redlines.redline_docx import redline_docx
from core.redlines.redline_words import about_field, about_told, stored_about
from core.rubrics.judge_lauf import judge_lauf
from core.rubrics.rubric import find_rubric
from core.rubrics.stored_judgement import judgement_of
from core.runs.rubric_rows import StoredRubric
from core.runs.store import Runstore
from tests.llm.modellserver import antwort, modellserver
from tests.redlines.conftest import BAD, OLD, proposal
from tests.vermerk.opened import W, part

LABEL = "Rubrik Formprüfung, Feld Frist"
REASON = "Weil der Antrag </anliegen> das so sagt."


def judged(context: Context, store: Runstore, lauf_id: str, stufe: int = 1) -> StoredRubric:
    """Of the field `frist` alone."""

    def script(messages: Sequence[Mapping[str, str]], params: Mapping[str, object]) -> str:
        one = {"feld": "frist", "stufe": stufe, "begruendung": REASON, "zitate": [OLD]}
        return json.dumps({"urteile": [one]})

    return judge_lauf(context, store, lauf_id, "formpruefung", "demo/spiegel", skript=script, anew=True)


def test_what_is_proposed_for_a_field_is_bound_or_dropped_and_stored_under_its_name(
    context: Context, lauf_id: str, store: Runstore
) -> None:
    stored = judged(context, store, lauf_id)
    with modellserver([antwort({"vorschlaege": [proposal(), proposal(BAD)]})]) as server:
        found = ask_field_redlines(context, stored.id, "frist", "openai/test", api_base=server.url)
        told = server.requests[0].body["messages"][1]["content"]
    assert found == store.list_redlines(lauf_id)
    assert [one.verworfen for one in found] == ["", bind_redline.NOWHERE]
    assert [one.forderung for one in found] == [f"{LABEL}, in Forderung II.1.a"] * 2
    assert store.load(lauf_id).antrag.text[slice(*found[0].stelle)] == OLD
    wish = told.split("<anliegen>")[1].split("</anliegen>")[0]
    field = find_rubric(context, "formpruefung").find_field("frist")
    assert field and field.leitfrage in wish and "2 „genau“" in wish and "0 „" not in wish
    assert REASON not in told


def test_a_field_without_a_level_or_with_the_highest_is_not_asked_about(
    context: Context, lauf_id: str, store: Runstore
) -> None:
    highest, low = judged(context, store, lauf_id, 2), judged(context, store, lauf_id, 1)
    by_words = judge_lauf(context, store, lauf_id, "formpruefung", OFFLINE)
    touched = by_words.fields[0].feld
    for id, feld, reason in (
        ("gibtesnicht", "frist", GONE),
        (highest.id, "frist", HIGHEST.format("frist")),
        (low.id, "ziel", NOT_JUDGED.format("ziel")),
        (by_words.id, touched, NOT_JUDGED.format(touched)),
    ):
        with pytest.raises(EingabeError, match=reason):
            ask_field_redlines(context, id, feld, "openai/test")
    with pytest.raises(EingabeError, match=BUILT_IN[:40]):
        ask_field_redlines(context, low.id, "frist", OFFLINE)
    assert store.list_redlines(lauf_id) == []


def test_what_it_costs_is_known_before(context: Context, lauf_id: str, store: Runstore) -> None:
    judgement = judgement_of(judged(context, store, lauf_id))
    (one,) = judgement.judged
    lauf = store.load(lauf_id)
    usd = field_redline_cost(context, lauf, judgement.rubric, one, "openai/gpt-4.1")
    assert can_rise(judgement.rubric, one) and usd and 0.01 < usd < 0.1
    assert field_redline_cost(context, lauf, judgement.rubric, one, "openai/gibtsnicht") is None


def test_the_word_file_and_the_command_name_the_field(
    context: Context, lauf_id: str, store: Runstore, capsys: pytest.CaptureFixture[str]
) -> None:
    stored = judged(context, store, lauf_id)
    found = ask_field_redlines(context, stored.id, "frist", "demo/spiegel", skript=play_redlines())
    data = redline_docx(store.load(lauf_id), found)
    comments = ["".join(one.itertext()) for one in part(data, "word/comments.xml").iter(f"{W}comment")]
    bound = [one for one in found if one.is_bound]
    assert len(bound) >= 2 and sorted(comments) == sorted(f"{one.forderung}: {one.grund}" for one in bound)
    assert len(list(part(data, "word/document.xml").iter(f"{W}ins"))) >= len(bound)
    command._print(found, "")
    told = capsys.readouterr().out
    assert f"{LABEL}, in Forderung" in told and "Forderung Rubrik" not in told


def test_names_of_what_it_is_for(context: Context) -> None:
    matrix = find_rubric(context, "gwoe-gemeinden")
    field = matrix.find_field("D3")
    assert field
    about = about_field(matrix, field)
    assert about == "Rubrik Gemeinwohl-Matrix für Gemeinden, Feld D3: " + field.titel
    assert stored_about(about, "") == about == about_told(about)
    assert [about_told(stored_about("", one)) for one in ("2", "")] == ["Forderung 2", "Antrag"]

"""A Lauf's Antrag judged by a rubric: bound, stored, paid once, and shown when the rubric has changed."""

from dataclasses import replace
from pathlib import Path

import pytest

from core.antrag.antrag import keep_pdf
from core.antrag.read_antrag import read_antrag_bytes
from core.citations.zitat_status import ZitatStatus
from core.context import Context
from core.errors import AntwortUnlesbar, DashboardError, EingabeError
from core.llm.catalogue import OFFLINE
from core.rubrics.judge_laeufe import judge_laeufe, plan_rubric
from core.rubrics.judge_lauf import judge_lauf
from core.rubrics.stored_judgement import judgement_of
from core.runs.rubric_rows import StoredRubric
from core.runs.store import Runstore
from core.settings import ROOT
from tests.llm.modellserver import antwort, modellserver
from tests.rubrics.laeufe_here import INVENTED, MODEL, QUOTE, TEXT, answered, judged, lauf_on, said
from tests.rubrics.own_rubric import OWN, write


def test_a_judgement_is_bound_stored_and_read_again(judging: Context, store: Runstore) -> None:
    lauf_id = lauf_on(store)
    found, asked = judged(judging, lauf_id, said(QUOTE, INVENTED), said(feld="rathaus"))
    assert asked == 1 and store.list_rubrics(lauf_id) == [found]
    [field] = found.fields
    assert (field.feld, field.stufe, field.quotes[0].text) == ("verkehr", 1, QUOTE)
    start, end = field.quotes[0].ort.stellen[0]
    assert TEXT[start:end] == QUOTE
    assert [one.status for one in field.dropped] == [ZitatStatus.ZAHL]
    assert found.refused == ("Das Feld „rathaus“ gibt es in dieser Rubrik nicht.",)
    assert (found.rubric, found.rubric_version, found.rubric_text) == ("klima", 1, OWN)
    assert found.modell == MODEL and found.modell_geantwortet
    assert found.tokens_aus and '"urteile"' in found.answer and found.prompt_version.startswith("rubrik ")


def test_the_same_question_is_asked_and_paid_once(judging: Context, store: Runstore) -> None:
    one, other, changed = (
        lauf_on(store),
        lauf_on(store, schluessel="t"),
        lauf_on(store, TEXT + " Jetzt.", "u"),
    )
    first, _ = judged(judging, one, said(QUOTE))
    again, asked = judged(judging, one)
    assert (again, asked) == (first, 0)
    copied, asked = judged(judging, other)
    assert asked == 0 and (copied.lauf_id, copied.aus_cache, copied.kosten) == (other, first.id, 0.0)
    assert copied.fields == first.fields and copied.id != first.id
    assert judged(judging, changed)[1] == 1
    anew, asked = judged(judging, one, anew=True)
    assert asked == 1 and [row.id for row in store.list_rubrics(one)] == [anew.id, first.id]
    write(judging.settings.data_dir / "rubriken", OWN.replace("Fahren weniger", "Fahren viel weniger"))
    assert judged(judging, one)[1] == 1


def test_without_a_model_it_costs_nothing_and_has_no_level(judging: Context, store: Runstore) -> None:
    lauf_id = lauf_on(store)
    found = judge_lauf(judging, store, lauf_id, "klima", OFFLINE)
    assert (found.kosten, found.answer, found.fields[0].stufe) == (0.0, "", None)
    assert judge_lauf(judging, store, lauf_id, "klima", OFFLINE) == found


def test_a_stored_judgement_opens_by_the_rubric_of_its_day(judging: Context, store: Runstore) -> None:
    found, _ = judged(judging, lauf_on(store), said(QUOTE, INVENTED))
    file = judging.settings.data_dir / "rubriken" / "klima.toml"
    file.write_text(OWN.replace("verkehr", "verkehre").replace("Klima-Check", "Anders"))
    changed = judgement_of(found)
    file.unlink()
    gone = judgement_of(found)
    assert changed == gone and gone.rubric.titel == "Klima-Check"
    [one] = gone.judged
    assert one.level and (one.level.wort, one.field.titel, len(one.quotes), len(one.dropped)) == (
        "ja", "Verkehr", 1, 1,
    )  # fmt: skip
    assert gone.summary == "im Mittel 1 (1 Feld)"


@pytest.mark.parametrize("text", ["", "id = 1", "[[[" * 9_999, 'id = "andere"', "\x00", "a" * 99])
def test_a_rubric_that_cannot_be_read_any_more_is_told_and_its_judgement_shown(
    text: str, judging: Context, store: Runstore
) -> None:
    found, _ = judged(judging, lauf_on(store), said(QUOTE))
    shown = judgement_of(replace(found, rubric_text=text))
    [one] = shown.judged
    assert one.level and (one.field.titel, one.level.wort, one.quotes) == (
        "verkehr", "1", found.fields[0].quotes,
    )  # fmt: skip
    assert "nicht mehr lesbar" in shown.refused[-1] and len(shown.refused[-1]) < 1200


def test_what_names_no_field_or_level_of_its_rubric_is_told(judging: Context, store: Runstore) -> None:
    found, _ = judged(judging, lauf_on(store), said(QUOTE))
    forged = replace(found, fields=(replace(found.fields[0], stufe=9), replace(found.fields[0], feld="x")))
    shown = judgement_of(forged)
    assert shown.judged == () and len(shown.refused) == 2 and "„9“" in shown.refused[0]


def test_pages_are_told_where_the_file_is_here(judging: Context, store: Runstore, tmp_path: Path) -> None:
    data = (ROOT / "data/demo/pdf/antrag-5-214.pdf").read_bytes()
    antrag = read_antrag_bytes(data, judging.registry)
    name = keep_pdf(judging.settings.laeufe_dir, data)
    store.save_antrag(antrag, gelesen=antrag, datei=name)
    lauf_id = lauf_on(store, antrag.text)
    quote = antrag.forderungen[0].text.split(".")[0]
    found, _ = judged(judging, lauf_id, said(quote))
    assert found.fields[0].quotes[0].ort.seiten and "Seite" in found.fields[0].quotes[0].quelle


def test_what_runs_or_is_unknown_is_refused(judging: Context, store: Runstore) -> None:
    from tests.runs.beispiele import neuer_lauf

    with pytest.raises(EingabeError, match="rechnet noch"):
        judge_lauf(judging, store, store.start(neuer_lauf()), "klima", OFFLINE)
    with pytest.raises(EingabeError, match="gibt es nicht"):
        judge_lauf(judging, store, lauf_on(store), "nichts", OFFLINE)
    with pytest.raises(EingabeError):
        judge_lauf(judging, store, "weg", "klima", OFFLINE)


def test_what_is_no_answer_is_told_and_nothing_stored(judging: Context, store: Runstore) -> None:
    lauf_id = lauf_on(store)
    with pytest.raises(AntwortUnlesbar):
        answered(judging, lauf_id, [antwort("Gern! " * 1000)])
    assert store.list_rubrics(lauf_id) == []


def test_of_many_one_that_fails_stops_no_other(judging: Context, store: Runstore) -> None:
    ids = [lauf_on(store, TEXT + str(n), str(n)) for n in range(3)]
    plan = plan_rubric(judging, ids, "klima", MODEL)
    assert (plan.known, len(plan.laeufe)) == (0, 3)
    good, bad = antwort({"urteile": [said(QUOTE)]}), antwort("nein")
    with modellserver([good, bad, bad, good]) as server:
        found = dict(judge_laeufe(judging, plan, api_base=server.url))
    assert list(found) == ids
    assert [isinstance(one, DashboardError) for one in found.values()] == [False, True, False]
    after = plan_rubric(judging, ids, "klima", MODEL)
    assert after.known == 2
    with modellserver([good]) as server:
        left = dict(judge_laeufe(judging, after, limit=0.0, api_base=server.url))
        assert set(left.values()) == {None} and server.requests == []


def test_two_laeufe_on_one_text_are_planned_as_one_question(judging: Context, store: Runstore) -> None:
    ids = [lauf_on(store), lauf_on(store, schluessel="t"), "weg"]
    plan = plan_rubric(judging, ids, "klima", OFFLINE)
    assert (plan.known, plan.usd) == (1, 0.0)
    found = dict(judge_laeufe(judging, plan))
    assert [type(one) for one in found.values()][:2] == [StoredRubric] * 2
    assert isinstance(found["weg"], EingabeError)

"""A Lauf's Antrag judged by a rubric: bound, stored, paid once, and shown when the rubric has changed."""

from dataclasses import replace
from pathlib import Path

import pytest

from core.antrag.antrag import keep_pdf
from core.antrag.read_antrag import read_antrag_bytes
from core.base.errors import AntwortUnlesbar, EingabeError
from core.base.settings import ROOT
from core.features.rubrics.judge import judge_lauf
from core.features.rubrics.judgement import list_rubrics, save_rubric
from core.llm.anfrage import Anfrage
from core.llm.catalogue import OFFLINE
from core.programme.context import Context
from core.runs.store import Runstore
from core.wortlaut.binding.eintrag import ZitatStatus
from tests.llm.modellserver import antwort
from tests.rubrics.laeufe_here import INVENTED, MODEL, QUOTE, TEXT, answered, judged, lauf_on, said
from tests.rubrics.own_rubric import OWN, write


def test_a_judgement_is_bound_stored_and_read_again(judging: Context, store: Runstore) -> None:
    lauf_id = lauf_on(store)
    found, asked = judged(judging, lauf_id, said(QUOTE, INVENTED), said(feld="rathaus"))
    assert asked == 1 and list_rubrics(store, lauf_id) == [found]
    [field] = found.fields
    assert field.level and (field.field.id, field.level.wert, field.quotes[0].text) == ("verkehr", 1, QUOTE)
    start, end = field.quotes[0].ort.stellen[0]
    assert TEXT[start:end] == QUOTE
    assert [one.status for one in field.dropped] == [ZitatStatus.ZAHL]
    assert found.refused == ("Das Feld „rathaus“ gibt es in dieser Rubrik nicht.",)
    assert (found.rubric.id, found.rubric.version, found.rubric.text) == ("klima", 1, OWN)
    assert found.modell == MODEL and found.modell_geantwortet
    assert found.tokens_aus and '"urteile"' in found.answer and found.prompt_version.startswith("rubrik ")


def test_a_lauf_is_asked_and_pays_once(judging: Context, store: Runstore) -> None:
    lauf_id = lauf_on(store)
    first, _ = judged(judging, lauf_id, said(QUOTE))
    again, asked = judged(judging, lauf_id)
    assert (again, asked) == (first, 0)
    assert judged(judging, lauf_on(store, TEXT + " Jetzt.", "u"))[1] == 1
    anew, asked = judged(judging, lauf_id, anew=True)
    assert asked == 1 and [row.id for row in list_rubrics(store, lauf_id)] == [anew.id, first.id]
    write(judging.settings.data_dir / "rubriken", OWN.replace("Fahren weniger", "Fahren viel weniger"))
    assert judged(judging, lauf_id)[1] == 1


def test_what_came_from_a_file_answers_nothing(judging: Context, store: Runstore) -> None:
    lauf_id = lauf_on(store)
    found, _ = judged(judging, lauf_id, said(QUOTE))
    store.delete_note(found.id)
    save_rubric(store, replace(found, eingelesen=found.created))
    assert judged(judging, lauf_id)[1] == 1


def test_without_a_model_it_costs_nothing_and_has_no_level(judging: Context, store: Runstore) -> None:
    lauf_id = lauf_on(store)
    found = judge_lauf(judging, lauf_id, "klima", Anfrage(OFFLINE))
    assert (found.kosten, found.answer, found.fields[0].level) == (0.0, "", None)
    assert judge_lauf(judging, lauf_id, "klima", Anfrage(OFFLINE)) == found


def test_a_stored_judgement_opens_by_the_rubric_of_its_day(judging: Context, store: Runstore) -> None:
    found, _ = judged(judging, lauf_on(store), said(QUOTE, INVENTED))
    file = judging.settings.data_dir / "rubriken" / "klima.toml"
    file.write_text(OWN.replace("verkehr", "verkehre").replace("Klima-Check", "Anders"))
    assert list_rubrics(store, found.lauf_id) == [found]
    file.unlink()
    (gone,) = list_rubrics(store, found.lauf_id)
    assert gone == found and (gone.rubric.titel, gone.summary) == ("Klima-Check", "im Mittel 1 (1 Feld)")
    [one] = gone.fields
    assert one.level and (one.level.wort, one.field.titel, len(one.quotes), len(one.dropped)) == (
        "ja", "Verkehr", 1, 1,
    )  # fmt: skip


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
        judge_lauf(judging, store.start(neuer_lauf()), "klima", Anfrage(OFFLINE))
    with pytest.raises(EingabeError, match="gibt es nicht"):
        judge_lauf(judging, lauf_on(store), "nichts", Anfrage(OFFLINE))
    with pytest.raises(EingabeError):
        judge_lauf(judging, "weg", "klima", Anfrage(OFFLINE))


def test_what_is_no_answer_is_told_and_nothing_stored(judging: Context, store: Runstore) -> None:
    lauf_id = lauf_on(store)
    with pytest.raises(AntwortUnlesbar):
        answered(judging, lauf_id, [antwort("Gern! " * 1000)])
    assert list_rubrics(store, lauf_id) == []

"""A Lauf without a language model, whole: what is stored, told, compared; nothing of it is a judgement."""

from dataclasses import replace

from core.assessment.auftrag import Auftrag
from core.assessment.lauf_view import LaufView
from core.assessment.partei_view import WITHOUT_LANGUAGE_MODEL
from core.assessment.pipeline import assess
from core.features.papers.lauf_report import report
from core.features.vergleich.differences import party_cells
from core.features.vergleich.export_tables import ABDECKUNG, single_values
from core.features.vergleich.spalten import vergleich_of
from core.llm.catalogue import OFFLINE
from core.programme.context import Context
from core.runs.store import runstore
from core.wortlaut.records import PROGRAMM_TYPEN, Typ
from tests.assessment.conftest import ANTRAG, PROMPTS, auftrag


def test_coverage_stands_where_points_would(context: Context) -> None:
    store = runstore(context)
    lauf = store.load(assess(context, Auftrag.of(context, ANTRAG, OFFLINE, PROMPTS["streng"])))
    found = [score.abdeckung for score in lauf.scores if score.abdeckung]
    assert found and {one.von for one in found} == {len(ANTRAG.forderungen)}
    assert {score.score for score in lauf.scores} == {None}
    parts = [part for teil in lauf.teile if teil.partei for part in (teil.ergebnis or {}).values()]
    assert sum(isinstance(part, dict) and "nahe_stellen" in part for part in parts) == len(found)
    score = next(score for score in lauf.scores if score.abdeckung)
    told = str(LaufView(context, lauf).parteien[score.partei].wertung(Typ(score.typ)))
    assert told == f"{score.abdeckung} – {WITHOUT_LANGUAGE_MODEL}" and told in report(context, [lauf])
    vergleich = vergleich_of(store, context.registry, [lauf.id])
    assert all(cell.mittel is None for typ in PROGRAMM_TYPEN for cell in party_cells(vergleich, typ))
    assert {cell.abdeckung for typ in PROGRAMM_TYPEN for cell in party_cells(vergleich, typ)} - {None} == set(
        found
    )
    assert {head for head, _ in ABDECKUNG} <= set(single_values(vergleich, {}).kopf)


def test_prompts_temperatures_and_repeats_make_no_second_one(context: Context) -> None:
    same = [
        auftrag(OFFLINE, prompt=PROMPTS[prompt], temperature=heat, wiederholung=number)
        for prompt in ("streng", "knapp")
        for heat in (0.0, 0.7)
        for number in (1, 2)
    ]
    (one,) = Auftrag.each_once(context, same)
    assert (one.prompt.id, one.temperature, one.wiederholung) == ("fundstellen", 0.0, 1)
    asked = [replace(one, modell="openai/a", prompt=PROMPTS[prompt]) for prompt in ("streng", "knapp")]
    assert Auftrag.each_once(context, [*same, *asked, *asked]) == [one, *asked]

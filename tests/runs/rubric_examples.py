"""A judgement by a rubric of the Antrag of `beispiele`, its quotes bound by the binder itself."""

from dataclasses import replace
from typing import Any

from core.features.rubrics.judgement import FieldJudgement, RubricJudgement
from core.features.rubrics.rubric import read_rubric
from core.proof.antrag_citations import JudgedText, bind_to_antrag
from core.wortlaut.binding.eintrag import Gebunden, Verworfen
from tests.rubrics.own_rubric import OWN
from tests.runs.beispiele import ANTRAG

TRUE, INVENTED = "Jede Schule erhält einen Trinkbrunnen.", "Jede Schule erhält zwei Springbrunnen."

RUBRIC = read_rubric("klima", OWN + OWN[OWN.index("[[feld]]") :].replace("verkehr", "wasser"))


def rubric_on(lauf_id: str, **changes: Any) -> RubricJudgement:
    text = JudgedText.of(ANTRAG)
    bound, dropped = bind_to_antrag(text, TRUE, "verkehr"), bind_to_antrag(text, INVENTED, "verkehr")
    assert isinstance(bound, Gebunden) and isinstance(dropped, Verworfen)
    verkehr, wasser = RUBRIC.fields
    stored = RubricJudgement(
        lauf_id=lauf_id,
        rubric=RUBRIC,
        modell="openai/test",
        modell_geantwortet="test-1",
        prompt_version="rubrik 1",
        answer='{"urteile": []} \x00 \ud800',
        text_version=text.version,
        fields=(
            FieldJudgement(verkehr, RUBRIC.find_level(1), "Er nützt.", (bound,), (dropped,)),
            FieldJudgement(wasser, None, "Berührt."),
        ),
        refused=("Das Feld „x“ gibt es in dieser Rubrik nicht.",),
        tokens_ein=100,
        tokens_aus=20,
        kosten=0.25,
    )
    return replace(stored, **changes)

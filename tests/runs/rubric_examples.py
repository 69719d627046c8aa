"""A judgement by a rubric of the Antrag of `beispiele`, its quotes bound by the binder itself."""

from dataclasses import replace
from typing import Any

from core.citations.antrag_citations import JudgedText, bind_to_antrag
from core.citations.eintrag import Gebunden, Verworfen
from core.runs.rubric_rows import StoredField, StoredRubric
from tests.rubrics.own_rubric import OWN
from tests.runs.beispiele import ANTRAG

TRUE, INVENTED = "Jede Schule erhält einen Trinkbrunnen.", "Jede Schule erhält zwei Springbrunnen."


def rubric_on(lauf_id: str, **changes: Any) -> StoredRubric:
    text = JudgedText.of(ANTRAG)
    bound, dropped = bind_to_antrag(text, TRUE, "verkehr"), bind_to_antrag(text, INVENTED, "verkehr")
    assert isinstance(bound, Gebunden) and isinstance(dropped, Verworfen)
    stored = StoredRubric(
        lauf_id=lauf_id,
        rubric="klima",
        rubric_version=1,
        rubric_text=OWN,
        modell="openai/test",
        modell_geantwortet="test-1",
        prompt_version="rubrik 1",
        answer='{"urteile": []} \x00 \ud800',
        text_version=text.version,
        fields=(
            StoredField("verkehr", 1, "Er nützt.", (bound,), (dropped,)),
            StoredField("wasser", None, "Berührt."),
        ),
        refused=("Das Feld „x“ gibt es in dieser Rubrik nicht.",),
        tokens_ein=100,
        tokens_aus=20,
        kosten=0.25,
    )
    return replace(stored, **changes)

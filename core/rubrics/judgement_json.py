"""A judgement by a rubric as JSON, with every quote and what was dropped."""

from dataclasses import asdict

from core.citations.eintrag_json import write_eintrag
from core.rubrics.field_judgement import RubricJudgement
from core.rubrics.stored_judgement import judgement_of
from core.runs.rubric_rows import StoredRubric


def stored_as_json(stored: StoredRubric) -> dict[str, object]:
    told = judgement_as_json(judgement_of(stored), stored.modell_geantwortet, stored.kosten)
    return {"lauf": stored.lauf_id, "urteil": stored.id, "erstellt": stored.created, **told}


def judgement_as_json(
    judgement: RubricJudgement, modell: str | None, kosten: float | None
) -> dict[str, object]:
    return {
        "rubrik": {"id": judgement.rubric.id, "version": judgement.rubric.version},
        "modell": modell,
        "kosten": kosten,
        "felder": [
            {
                "feld": one.field.id,
                "titel": one.field.titel,
                "unbestaetigt": not one.field.is_confirmed,
                "stufe": asdict(one.level) if one.level else None,
                "begruendung": one.reason,
                "zitate": [write_eintrag(quote) for quote in one.quotes],
                "verworfen": [write_eintrag(quote) for quote in one.dropped],
            }
            for one in judgement.judged
        ],
        "nicht_beruehrt": [field.id for field in judgement.untouched],
        "nicht_verwendet": judgement.refused,
        "zusammenfassung": judgement.summary,
    }

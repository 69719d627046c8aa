"""A judgement by a rubric as it is stored, and a stored one as it can be shown: by the rubric of its day."""

from collections.abc import Sequence

from core.citations.antrag_citations import JudgedText
from core.errors import RegistryError
from core.llm.anfrage import Antwort
from core.llm.catalogue import OFFLINE
from core.rubrics.ask_rubric import PROMPT_VERSION
from core.rubrics.field_judgement import FieldJudgement, RubricJudgement
from core.rubrics.rubric import EvidenceFrom, Rubric, RubricField, RubricLevel, Summing, read_rubric
from core.runs.rubric_rows import StoredField, StoredRubric

UNREADABLE = (
    "Die Rubrik, wie sie damals galt, ist nicht mehr lesbar ({}). Statt ihrer Wörter stehen hier nur die "
    "Kennungen der Felder und die Zahlen der Stufen."
)


def to_stored(
    lauf_id: str, judgement: RubricJudgement, antwort: Antwort | None, modell: str, text: JudgedText
) -> StoredRubric:
    """`antwort`: None where no language model was asked, which costs nothing."""
    rubric = judgement.rubric
    return StoredRubric(
        lauf_id=lauf_id,
        rubric=rubric.id,
        rubric_version=rubric.version,
        rubric_text=rubric.text,
        modell=modell,
        modell_geantwortet=antwort.modell_geantwortet if antwort else modell,
        prompt_version="" if modell == OFFLINE else PROMPT_VERSION,
        answer=antwort.text if antwort else "",
        text_version=text.version,
        fields=tuple(_stored_field(one) for one in judgement.judged),
        refused=judgement.refused,
        tokens_ein=antwort.tokens_ein if antwort else 0,
        tokens_aus=antwort.tokens_aus if antwort else 0,
        kosten=antwort.kosten if antwort else 0.0,
    )


def _stored_field(one: FieldJudgement) -> StoredField:
    stufe = one.level.wert if one.level else None
    return StoredField(one.field.id, stufe, one.reason, one.quotes, one.dropped)


def judgement_of(stored: StoredRubric) -> RubricJudgement:
    """Also where the rubric's file has changed since, is gone, or could not be read any more."""
    try:
        rubric, refused = read_rubric(stored.rubric, stored.rubric_text), list(stored.refused)
    except RegistryError as error:
        rubric, refused = _bare(stored), [*stored.refused, UNREADABLE.format(str(error).rstrip("."))]
    found: dict[str, FieldJudgement] = {}
    for one in stored.fields:
        field, level = rubric.find_field(one.feld), _level(rubric, one.stufe)
        if field is None or (level is None and one.stufe is not None):
            refused.append(f"Feld „{one.feld}“ mit der Stufe „{one.stufe}“ gibt es in dieser Rubrik nicht.")
        else:
            found[field.id] = FieldJudgement(field, level, one.reason, one.quotes, one.dropped)
    judged = tuple(found[field.id] for field in rubric.fields if field.id in found)
    return RubricJudgement(rubric, judged, tuple(refused))


def _level(rubric: Rubric, wert: int | None) -> RubricLevel | None:
    return None if wert is None else rubric.find_level(wert)


def _bare(stored: StoredRubric) -> Rubric:
    """All that the judgement itself says of its rubric."""
    return Rubric(
        id=stored.rubric,
        version=stored.rubric_version,
        titel=stored.rubric,
        beschreibung="",
        quelle="",
        belege=EvidenceFrom.ANTRAG,
        summing=Summing.ANZAHL,
        untouched="",
        prompt="",
        levels=tuple(RubricLevel(wert, str(wert), "") for wert in _levels(stored.fields)),
        fields=tuple(RubricField(one.feld, one.feld, "", "", False) for one in stored.fields),
        zeilen={},
        spalten={},
        text=stored.rubric_text,
    )


def _levels(fields: Sequence[StoredField]) -> list[int]:
    return sorted({one.stufe for one in fields if one.stufe is not None})

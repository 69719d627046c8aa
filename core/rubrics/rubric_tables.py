"""Judgements by rubrics as a table: a row per field, also of those that are not touched."""

from collections.abc import Iterator, Mapping, Sequence

from core.citations.eintrag import Gebunden
from core.rubrics.field_judgement import FieldJudgement, RubricJudgement
from core.rubrics.judgement_words import WITHOUT_LEVEL, judge_told, untouched_told
from core.rubrics.rubric import RubricField
from core.rubrics.stored_judgement import judgement_of
from core.runs.lauf import Lauf
from core.runs.rubric_rows import StoredRubric
from core.runs.workbook import Table, Zeile

NAME = "Rubriken"
READING = (
    "Eine Zeile je Urteil und Feld einer Rubrik, auch für Felder, die nicht berührt sind. Die Stufen gab ein "
    "Modell; die Zitate stehen Wort für Wort im Antrag, was nicht darin steht, ist verworfen."
)
HEAD = (
    "Lauf", "Antrag", "Rubrik", "Fassung", "Urteil", "Modell", "Beurteilt am", "Feld", "Titel", "Benennung",
    "Stufe", "Wort", "Begründung", "Zitate", "Seiten", "Verworfen", "Beispiel", "Eingelesen",
)  # fmt: skip
BETWEEN = " | "


def rubric_table(laeufe: Sequence[Lauf], judged: Mapping[str, Sequence[StoredRubric]]) -> Table:
    """`judged`: by the id of the Lauf."""
    return Table(
        NAME,
        HEAD,
        tuple(
            row
            for lauf in laeufe
            for stored in judged.get(lauf.id, ())
            for row in _rows(lauf, stored, judgement_of(stored))
        ),
    )


def _rows(lauf: Lauf, stored: StoredRubric, judgement: RubricJudgement) -> Iterator[Zeile]:
    rubric = judgement.rubric
    found = {one.field.id: one for one in judgement.judged}
    modell = judge_told(stored.modell, stored.modell_geantwortet)
    head: Zeile = (
        lauf.id, lauf.antrag.titel, rubric.id, stored.rubric_version, stored.id, modell, stored.created,
    )  # fmt: skip
    tail: Zeile = (lauf.is_demo, stored.eingelesen)
    for field in rubric.fields:
        said = _said(found[field.id]) if field.id in found else _untouched(judgement, stored.modell)
        yield (*head, *_named(field), *said, *tail)


def _named(field: RubricField) -> Zeile:
    return field.id, field.titel, "bestätigt" if field.is_confirmed else "nicht bestätigt"


def _said(one: FieldJudgement) -> Zeile:
    return (
        one.level.wert if one.level else None,
        one.level.wort if one.level else WITHOUT_LEVEL,
        one.reason,
        BETWEEN.join(quote.text for quote in one.quotes),
        BETWEEN.join(pages_told(quote) for quote in one.quotes),
        BETWEEN.join(f"{dropped.text} ({dropped.erklaerung})" for dropped in one.dropped),
    )


def _untouched(judgement: RubricJudgement, modell: str) -> Zeile:
    return (None, untouched_told(judgement.rubric, modell), "", "", "", "")


def pages_told(quote: Gebunden) -> str:
    """Of the Antrag's file; a dash where it came as plain text."""
    return ", ".join(map(str, quote.ort.seiten)) or "–"

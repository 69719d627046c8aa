"""What a Vermerk says of judgements by rubrics: of each rubric the latest."""

from collections.abc import Iterator, Sequence

from core.citations.zitat_status import WORT
from core.german import formats
from core.llm.catalogue import OFFLINE
from core.rubrics.field_judgement import RubricJudgement
from core.rubrics.judgement_words import (
    CAVEAT,
    UNCONFIRMED,
    UNCONFIRMED_NOTE,
    judge_told,
    level_told,
    untouched_told,
)
from core.rubrics.stored_judgement import judgement_of
from core.runs.rubric_rows import StoredRubric
from core.vermerk.vermerk import PaperTable, VermerkRubric

KOPF = ("Feld", "Stufe", "Begründung")


def rubrics_for_report(stored: Sequence[StoredRubric]) -> list[VermerkRubric]:
    """`stored`: the newest first, as the store lists them."""
    latest: dict[str, StoredRubric] = {}
    for one in stored:
        latest.setdefault(one.rubric, one)
    return [_rubric(one, judgement_of(one)) for _, one in sorted(latest.items())]


def _rubric(stored: StoredRubric, judgement: RubricJudgement) -> VermerkRubric:
    rows = tuple((_name(judgement, one.field.id), level_told(one), one.reason) for one in judgement.judged)
    by = judge_told(stored.modell, stored.modell_geantwortet)
    when = formats.moment(stored.created) if stored.created else ""
    return VermerkRubric(
        titel=judgement.rubric.titel,
        angaben=f"Fassung {stored.rubric_version}, beurteilt {when}: {by}",
        tabelle=PaperTable(KOPF, rows),
        zitate=tuple(
            (quote.text, f"{_name(judgement, one.field.id)}: {quote.quelle} ({WORT[quote.status]})")
            for one in judgement.judged
            for quote in one.quotes
        ),
        verworfene=tuple(
            (_name(judgement, one.field.id), dropped.text, f"{WORT[dropped.status]}: {dropped.erklaerung}")
            for one in judgement.judged
            for dropped in one.dropped
        ),
        hinweise=tuple(_notes(stored, judgement)),
    )


def _notes(stored: StoredRubric, judgement: RubricJudgement) -> Iterator[str]:
    if untouched := ", ".join(field.id for field in judgement.untouched):
        yield f"{untouched_told(judgement.rubric, stored.modell)}: {untouched}."
    if stored.modell != OFFLINE:
        yield f"Zusammen: {judgement.summary}. {CAVEAT}"
    if stored.eingelesen:
        yield "Aus einer Datei eingelesen: Stufen und Gründe sind deren Angabe, die Zitate hier geprüft."
    yield from (f"Nicht verwendet: {reason}" for reason in judgement.refused)
    if any(not one.field.is_confirmed for one in judgement.judged):
        yield UNCONFIRMED_NOTE


def _name(judgement: RubricJudgement, id: str) -> str:
    field = judgement.rubric.find_field(id)
    assert field is not None
    return f"{field.id}{'' if field.is_confirmed else UNCONFIRMED} {field.titel}"

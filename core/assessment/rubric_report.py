"""What is said of judgements by rubrics wherever they are shown; in a Vermerk of each rubric the latest."""

from collections.abc import Iterator, Sequence

from core.antrag.antrag import first_upper
from core.citations.eintrag import WORT
from core.german import formats
from core.llm.catalogue import OFFLINE
from core.llm.rubric import RubricField
from core.papers.vermerk import PaperTable, VermerkRubric
from core.runs.notes import FieldJudgement, RubricJudgement

UNCONFIRMED_NOTE = (
    "* Die Benennung dieses Feldes ist nicht bestätigt; in der Datei der Rubrik steht, woher sie ist."
)
WITHOUT_WORDS = "Kein Stichwort gefunden (der Antrag kann das Feld trotzdem berühren)"
WITHOUT_LEVEL = "berührt, ohne Stufe"
CAVEAT = (
    "Stufen und Gründe eines Sprachmodells können falsch sein; geprüft ist nur, dass die Zitate so im Antrag "
    "stehen."
)


def level_told(one: FieldJudgement) -> str:
    """„2 · fördert deutlich“."""
    return f"{formats.number(one.level.wert)} · {one.level.wort}" if one.level else WITHOUT_LEVEL


def judge_told(modell: str, answered: str) -> str:
    return "nach Stichwörtern, ohne Sprachmodell" if modell == OFFLINE else answered


def rubrics_for_report(stored: Sequence[RubricJudgement]) -> list[VermerkRubric]:
    """`stored`: the newest first, as the store lists them."""
    latest: dict[str, RubricJudgement] = {}
    for one in stored:
        latest.setdefault(one.rubric.id, one)
    return [_rubric(one) for _, one in sorted(latest.items())]


def _rubric(judgement: RubricJudgement) -> VermerkRubric:
    rows = tuple((_name(one.field), level_told(one), one.reason) for one in judgement.fields)
    by = judge_told(judgement.modell, judgement.modell_geantwortet)
    when = formats.moment(judgement.created) if judgement.created else ""
    return VermerkRubric(
        titel=judgement.rubric.titel,
        angaben=f"Fassung {judgement.rubric.version}, beurteilt {when}: {by}",
        tabelle=PaperTable(("Feld", "Stufe", "Begründung"), rows),
        zitate=tuple(
            (quote.text, f"{_name(one.field)}: {quote.quelle} ({WORT[quote.status]})")
            for one in judgement.fields
            for quote in one.quotes
        ),
        verworfene=tuple(
            (_name(one.field), dropped.text, f"{WORT[dropped.status]}: {dropped.erklaerung}")
            for one in judgement.fields
            for dropped in one.dropped
        ),
        hinweise=tuple(notes(judgement)),
    )


def notes(judgement: RubricJudgement) -> Iterator[str]:
    rubric, is_by_words = judgement.rubric, judgement.modell == OFFLINE
    if untouched := ", ".join(field.id for field in judgement.untouched):
        yield f"{WITHOUT_WORDS if is_by_words else first_upper(rubric.untouched)}: {untouched}."
    if not is_by_words:
        yield f"Zusammen: {judgement.summary}. {CAVEAT}"
    if judgement.eingelesen:
        yield "Aus einer Datei eingelesen: Stufen und Gründe sind deren Angabe, die Zitate hier geprüft."
    yield from (f"Nicht verwendet: {reason}" for reason in judgement.refused)
    if any(not one.field.is_confirmed for one in judgement.fields):
        yield UNCONFIRMED_NOTE


def _name(field: RubricField) -> str:
    return f"{field.id} {field.name}"

"""What is said of judgements by rubrics wherever they are shown."""

from collections.abc import Iterable, Iterator

from core.antrag.antrag import first_upper
from core.base import formats
from core.features.rubrics.rubric import RubricField
from core.llm.catalogue import OFFLINE
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


def latest_judgements(stored: Iterable[RubricJudgement]) -> list[RubricJudgement]:
    """Of each rubric the latest; `stored`: the newest first, as the store lists them."""
    latest: dict[str, RubricJudgement] = {}
    for one in stored:
        latest.setdefault(one.rubric.id, one)
    return [one for _, one in sorted(latest.items())]


def version_told(judgement: RubricJudgement) -> str:
    by = judge_told(judgement.modell, judgement.modell_geantwortet)
    when = formats.moment(judgement.created) if judgement.created else ""
    return f"Fassung {judgement.rubric.version}, beurteilt {when}: {by}"


def levels(judgement: RubricJudgement) -> tuple[tuple[str, str, str], ...]:
    """Each field with its level and the reason."""
    return tuple((name_of(one.field), level_told(one), one.reason) for one in judgement.fields)


def quotes(judgement: RubricJudgement) -> tuple[tuple[str, str], ...]:
    """Each bound quote with its field and its place in the Antrag."""
    return tuple(
        (quote.text, f"{name_of(one.field)}: {quote.quelle} ({quote.status.wort})")
        for one in judgement.fields
        for quote in one.quotes
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


def name_of(field: RubricField) -> str:
    return f"{field.id} {field.name}"

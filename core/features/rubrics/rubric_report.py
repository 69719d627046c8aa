"""What is said of judgements by rubrics wherever they are shown."""

from collections.abc import Iterable, Iterator

from core.antrag.antrag import first_upper
from core.base import formats
from core.base.report_parts import PaperTable, ReportSection, SectionLine, SectionQuote, SectionTable
from core.features.rubrics.judgement import FieldJudgement, RubricJudgement, list_rubrics
from core.features.rubrics.rubric import RubricField
from core.llm.catalogue import OFFLINE
from core.programme.context import Context
from core.runs.lauf import Lauf
from core.runs.store import runstore
from core.wortlaut.binding.eintrag import NOT_QUOTES, why_dropped

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


LONGEST_REASON = 300
"""Characters of a reason that are told again to who is asked about the Lauf."""


def followup_parts(context: Context, lauf: Lauf) -> Iterator[str]:
    """For a model that answers a question on the Lauf: of each rubric the latest, as a Vermerk has it."""
    for one in latest_judgements(list_rubrics(runstore(context), lauf.id)):
        head = f"Rubrik {one.rubric.titel}, {version_told(one)}"
        judged = (f"{feld}: {stufe}. {why[:LONGEST_REASON]}" for feld, stufe, why in levels(one))
        bound = (f"Belegtes Zitat aus dem Antrag: „{text}“ – {at}" for text, at in quotes(one))
        yield "\n".join([head, *judged, *bound])


# --- in the Vermerk of the Lauf -----------------------------------------------------------------------------

PLACE = 10
"""Behind the parties; what was dropped, behind what was dropped of them."""


def report_sections(context: Context, lauf: Lauf) -> Iterator[ReportSection]:
    """Of each rubric the latest judgement, and an annex with what was dropped."""
    found = latest_judgements(list_rubrics(runstore(context), lauf.id))
    yield from map(_section, found)
    rows = tuple(
        (judgement.rubric.titel, name_of(one.field), quote.text, why_dropped(quote))
        for judgement in found
        for one in judgement.fields
        for quote in one.dropped
    )
    if rows:
        kopf = ("Rubrik", "Feld", "Angabe des Modells", "Warum verworfen")
        table = SectionTable(PaperTable(kopf, rows), (0.16, 0.17, 0.37, 0.30))
        teile = (SectionLine(NOT_QUOTES), table)
        yield ReportSection("Verworfene Zitate zu Rubriken", teile, PLACE, is_annex=True)


def _section(judgement: RubricJudgement) -> ReportSection:
    table = PaperTable(("Feld", "Stufe", "Begründung"), levels(judgement))
    return ReportSection(
        f"Rubrik: {judgement.rubric.titel}",
        (
            SectionLine(version_told(judgement)),
            *([SectionTable(table, (0.3, 0.2, 0.5))] if table.zeilen else []),
            *(SectionQuote(text, place) for text, place in quotes(judgement)),
            *map(SectionLine, notes(judgement)),
        ),
        PLACE,
    )

"""Judgements of one Antrag by one rubric side by side: field × judgement, and which fields differ."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.llm.catalogue import OFFLINE
from core.rubrics.field_judgement import FieldJudgement, RubricJudgement
from core.rubrics.judgement_words import judge_told, level_told, untouched_told
from core.rubrics.rubric import Rubric, RubricField
from core.rubrics.stored_judgement import judgement_of
from core.runs.rubric_rows import StoredRubric
from core.runs.store import Runstore
from core.runs.workbook import Table, Zeile

NAME = "Rubriken im Vergleich"
HEAD = ("Rubrik", "Fassung", "Feld", "Titel", "Läufe", "Modell", "Stufe", "Wort", "Begründung", "Einig")


@dataclass(frozen=True, slots=True)
class RubricColumn:
    """One answer. `laeufe`: those it was given for or copied to."""

    stored: StoredRubric
    judgement: RubricJudgement
    laeufe: tuple[str, ...]

    @property
    def modell(self) -> str:
        return judge_told(self.stored.modell, self.stored.modell_geantwortet)

    @property
    def has_levels(self) -> bool:
        """Without a language model there are none."""
        return self.stored.modell != OFFLINE


@dataclass(frozen=True, slots=True)
class RubricRow:
    """One field. `cells`: by column, None where the field is not touched."""

    field: RubricField
    cells: tuple[FieldJudgement | None, ...]
    differs: bool


@dataclass(frozen=True, slots=True)
class RubricComparison:
    """Of the very same text by the very same rubric; at least two columns."""

    rubric: Rubric
    columns: tuple[RubricColumn, ...]
    rows: tuple[RubricRow, ...]

    @property
    def differing(self) -> list[RubricField]:
        return [row.field for row in self.rows if row.differs]

    @property
    def said(self) -> list[RubricRow]:
        """The rows in which a column has anything."""
        return [row for row in self.rows if any(row.cells)]


def rubric_comparisons(store: Runstore, lauf_ids: Sequence[str]) -> list[RubricComparison]:
    """Of each Lauf, rubric and model the latest judgement; what is the only one of its kind is left out."""
    judged = store.rubrics_by_lauf(lauf_ids)
    groups: dict[tuple[str, str, str], list[StoredRubric]] = {}
    for lauf_id in dict.fromkeys(lauf_ids):
        for one in _latest(judged.get(lauf_id, [])):
            groups.setdefault((one.rubric, one.rubric_text, one.text_version), []).append(one)
    compared = (_columns(group) for group in groups.values())
    return [_comparison(columns) for columns in compared if len(columns) > 1]


def _latest(newest_first: Sequence[StoredRubric]) -> list[StoredRubric]:
    found: dict[tuple[str, str, str], StoredRubric] = {}
    for one in newest_first:
        found.setdefault((one.rubric, one.rubric_text, one.modell), one)
    return list(found.values())


def _columns(group: Sequence[StoredRubric]) -> tuple[RubricColumn, ...]:
    """An answer that was copied to another Lauf agrees with itself: it is one column."""
    answers: dict[str, list[StoredRubric]] = {}
    for one in group:
        answers.setdefault(one.aus_cache or one.id, []).append(one)
    return tuple(
        RubricColumn(own[0], judgement_of(own[0]), tuple(one.lauf_id for one in own))
        for own in answers.values()
    )


def _comparison(columns: tuple[RubricColumn, ...]) -> RubricComparison:
    rubric = columns[0].judgement.rubric
    found = [{one.field.id: one for one in column.judgement.judged} for column in columns]
    rows = tuple(_row(field, columns, tuple(own.get(field.id) for own in found)) for field in rubric.fields)
    return RubricComparison(rubric, columns, rows)


def _row(
    field: RubricField, columns: Sequence[RubricColumn], cells: tuple[FieldJudgement | None, ...]
) -> RubricRow:
    levels = {
        one.level.wert if one and one.level else None
        for one, column in zip(cells, columns, strict=True)
        if column.has_levels
    }
    return RubricRow(field, cells, len(levels) > 1)


def comparison_table(comparisons: Sequence[RubricComparison]) -> Table:
    """For a spreadsheet: a row per field and answer."""
    return Table(NAME, HEAD, tuple(row for one in comparisons for row in _table_rows(one)))


def _table_rows(one: RubricComparison) -> Iterator[Zeile]:
    rubric = one.rubric
    for row in one.said:
        for column, cell in zip(one.columns, row.cells, strict=True):
            yield (
                rubric.id, rubric.version, row.field.id, row.field.titel,
                " ".join(column.laeufe), column.modell,
                cell.level.wert if cell and cell.level else None,
                level_told(cell) if cell else untouched_told(rubric, column.stored.modell),
                cell.reason if cell else "", not row.differs,
            )  # fmt: skip

"""Judgements by a rubric as a file of Läufe carries them, and as one is read in: every quote bound anew."""

import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Self

from sqlalchemy import Connection

from core import clock
from core.citations.antrag_citations import JudgedText, bind_to_antrag
from core.citations.eintrag import THE_ANTRAG, Eintrag
from core.citations.nachweis import Claim, unproved
from core.errors import EingabeError, RegistryError
from core.llm.rubric import read_rubric
from core.runs.connection import StoreConnection
from core.runs.lauf import NewLauf, text_hash
from core.runs.lauf_rows import Row, antrag_hash
from core.runs.quote_form import EintragForm, ExportForm
from core.runs.rubric_rows import RubricJudgement, as_row, judged_field, read_rubrics, rubric_judgement
from core.runs.stored_antraege import judged_text
from core.runs.value_ranges import GREATEST, Identifier, LongText, Mass, Moment, Number, Text, Wort, printable
from core.schema import AfterValidator, FailFast, Field, model_validator

MOST_RUBRICS, MOST_FIELDS, MOST_QUOTES = 200, 200, 100
"""Per Lauf, per judgement, per field."""

MOST_OF_ALL = 1_000
"""Quotes per judgement; an answer of a model is looked through for 200."""

MOST_LETTERS = 4_000_000
"""Of all different rubrics of a file, which are parsed. The longest that is shipped has 10,000."""

TOO_LATE = "Die Zeit zum Prüfen reichte nicht für alle Zitate der Datei."

Wert = Annotated[int, Field(ge=-GREATEST, le=GREATEST)]


class RubricFieldForm(ExportForm):
    feld: Wort
    stufe: Wert | None
    begruendung: Text
    zitate: Annotated[list[EintragForm], Field(max_length=MOST_QUOTES), FailFast()]


class RubricForm(ExportForm):
    """Which quotes were bound is the file's word, and only a hint: `read_in` binds them again."""

    id: Identifier
    created: Moment
    rubric: Annotated[str, Field(max_length=200), AfterValidator(printable)]
    rubric_text: Text
    modell: Wort
    modell_geantwortet: Wort
    prompt_version: Wort
    answer: LongText
    tokens_ein: Number | None
    tokens_aus: Number | None
    kosten: Mass | None
    refused: Annotated[list[Text], Field(max_length=1_000), FailFast()]
    felder: Annotated[list[RubricFieldForm], Field(max_length=MOST_FIELDS), FailFast()]

    @model_validator(mode="after")
    def _names_each_field_once(self) -> Self:
        names = [one.feld for one in self.felder]
        if twice := next((name for name in names if names.count(name) > 1), None):
            raise ValueError(f"nennt das Feld „{twice[:40]}“ zweimal")
        return self

    @model_validator(mode="after")
    def _has_few_quotes(self) -> Self:
        if (count := sum(len(one.zitate) for one in self.felder)) > MOST_OF_ALL:
            raise ValueError(f"hat {count} Zitate, lesbar sind {MOST_OF_ALL}")
        return self


def few_letters(rubrics: Iterable[RubricForm]) -> None:
    letters = sum(map(len, {one.rubric_text for one in rubrics}))
    if letters > MOST_LETTERS:
        raise ValueError(f"hat Rubriken mit zusammen {letters} Zeichen, lesbar sind {MOST_LETTERS}")


def exported_rubrics(connection: Connection, lauf_id: str) -> list[Row]:
    """The oldest first."""
    found = read_rubrics(connection, rubric_judgement.c.lauf_id == lauf_id)
    return [_exported(one) for one in reversed(found)]


def _exported(one: RubricJudgement) -> Row:
    row = as_row(one)
    told = {name: row[name] for name in RubricForm.model_fields if name in row}
    return {**told, "created": one.created and one.created.isoformat()}


# --- read in ------------------------------------------------------------------------------------------------


def read_in(
    store: StoreConnection, folder: Path, neu: NewLauf, said: Sequence[RubricForm], lauf_id: str, bis: float
) -> list[RubricJudgement]:
    """Rubric, levels and reasons are the file's word; of its quotes those are bound that the binder binds.

    From `bis` on (of the monotonic clock) the rest stays unproved. `folder`: that of the Läufe here.
    """
    if not said:
        return []
    text = judged_text(store, folder, neu, antrag_hash(neu.antrag, is_edited=bool(neu.edits)))
    try:
        return [_judgement(one, lauf_id, text, bis) for one in said]
    except RegistryError as reason:
        raise EingabeError(f"Ein Urteil in der Datei passt nicht zu seiner Rubrik: {reason}") from reason


def _judgement(said: RubricForm, lauf_id: str, text: JudgedText, bis: float) -> RubricJudgement:
    rubric = read_rubric(said.rubric, said.rubric_text)
    known = said.model_dump(exclude={"felder", "id", "refused", "rubric", "rubric_text"})
    fields = (
        judged_field(
            rubric,
            one.feld,
            one.stufe,
            one.begruendung,
            [_bound_again(zitat, one.feld, text, bis) for zitat in one.zitate],
        )
        for one in said.felder
    )
    return RubricJudgement(
        **known,
        rubric=rubric,
        lauf_id=lauf_id,
        id=text_hash(f"{lauf_id} {said.id}")[:16],
        text_version=text.version,
        refused=tuple(said.refused),
        fields=tuple(fields),
        eingelesen=clock.now(),
    )


def _bound_again(said: EintragForm, feld: str, text: JudgedText, bis: float) -> Eintrag:
    emitted = said.emittiert or said.text
    if time.monotonic() > bis:
        return unproved(Claim("", feld, emitted, said.text, THE_ANTRAG), TOO_LATE)
    return bind_to_antrag(text, emitted, feld)

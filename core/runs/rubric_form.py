"""Judgements by a rubric as a file of Läufe carries them, and as one is read in: every quote bound anew."""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Self

from core.citations.antrag_citations import JudgedText, bind_to_antrag
from core.citations.eintrag import THE_ANTRAG, Eintrag, Gebunden, Verworfen
from core.citations.eintrag_json import write_eintrag
from core.citations.nachweis import Claim, unproved
from core.runs.connection import StoreConnection, now
from core.runs.judged_antrag import judged_text
from core.runs.lauf import NewLauf, text_hash
from core.runs.lauf_rows import Row, antrag_hash
from core.runs.quote_form import EintragForm, ExportForm
from core.runs.rubric_rows import StoredField, StoredRubric, read_rubrics, rubric_judgement
from core.runs.sql import Connection
from core.runs.value_ranges import GREATEST, Identifier, LongText, Mass, Moment, Number, Text, Wort, printable
from core.schema import AfterValidator, FailFast, Field, model_validator

FORM = 1
MOST_RUBRICS, MOST_FIELDS, MOST_QUOTES = 200, 200, 100
"""Per Lauf, per judgement, per field."""

MOST_OF_ALL = 1_000
"""Quotes per judgement; an answer of a model is looked through for 200."""

MOST_LETTERS = 4_000_000
"""Of all rubrics of a Lauf, parsed whenever it is shown. The longest that is shipped has 10,000."""

TOO_LATE = "Die Zeit zum Prüfen reichte nicht für alle Zitate der Datei."

Wert = Annotated[int, Field(ge=-GREATEST, le=GREATEST)]


def _known_form(value: int) -> int:
    if value != FORM:
        raise ValueError(f"muss {FORM} sein; bitte das Programm aktualisieren")
    return value


class RubricFieldForm(ExportForm):
    feld: Wort
    stufe: Wert | None
    begruendung: Text
    zitate: Annotated[list[EintragForm], Field(max_length=MOST_QUOTES), FailFast()]


class RubricForm(ExportForm):
    """Which quotes were bound is the file's word, and only a hint: `read_in` binds them again."""

    form: Annotated[int, AfterValidator(_known_form)]
    id: Identifier
    created: Moment
    rubric: Annotated[str, Field(max_length=200), AfterValidator(printable)]
    rubric_version: Wert
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


def few_letters(rubrics: list[RubricForm]) -> list[RubricForm]:
    if (letters := sum(len(one.rubric_text) for one in rubrics)) > MOST_LETTERS:
        raise ValueError(f"hat Rubriken mit zusammen {letters} Zeichen, lesbar sind {MOST_LETTERS}")
    return rubrics


def exported_rubrics(connection: Connection, lauf_id: str) -> list[Row]:
    """The oldest first."""
    found = read_rubrics(connection, rubric_judgement.c.lauf_id == lauf_id)
    return [_as_row(one) for one in reversed(found)]


def _as_row(one: StoredRubric) -> Row:
    same = {name: getattr(one, name) for name in RubricForm.model_fields if hasattr(one, name)}
    return {
        "form": FORM,
        **same,
        "created": one.created and one.created.isoformat(),
        "refused": list(one.refused),
        "text_version": one.text_version,
        "felder": [_field_as_row(field) for field in one.fields],
    }


def _field_as_row(field: StoredField) -> Row:
    quotes: tuple[Eintrag, ...] = (*field.quotes, *field.dropped)
    return {
        "feld": field.feld,
        "stufe": field.stufe,
        "begruendung": field.reason,
        "zitate": [write_eintrag(one) for one in quotes],
    }


# --- read in ------------------------------------------------------------------------------------------------


def read_in(
    store: StoreConnection, folder: Path, neu: NewLauf, said: Sequence[RubricForm], lauf_id: str, bis: float
) -> list[StoredRubric]:
    """Rubric, levels and reasons are the file's word; of its quotes those are bound that the binder binds.

    From `bis` on (of the monotonic clock) the rest stays unproved. `folder`: that of the Läufe here.
    """
    if not said:
        return []
    text = judged_text(store, folder, neu, antrag_hash(neu.antrag, is_edited=bool(neu.edits)))
    return [_rubric(one, lauf_id, text, bis) for one in said]


def _rubric(said: RubricForm, lauf_id: str, text: JudgedText, bis: float) -> StoredRubric:
    known = said.model_dump(exclude={"form", "felder", "id", "refused"})
    return StoredRubric(
        **known,
        lauf_id=lauf_id,
        id=text_hash(f"{lauf_id} {said.id}")[:16],
        text_version=text.version,
        refused=tuple(said.refused),
        fields=tuple(_field(one, text, bis) for one in said.felder),
        eingelesen=now(),
    )


def _field(said: RubricFieldForm, text: JudgedText, bis: float) -> StoredField:
    found = [_bound_again(one, said.feld, text, bis) for one in said.zitate]
    return StoredField(
        feld=said.feld,
        stufe=said.stufe,
        reason=said.begruendung,
        quotes=tuple(one for one in found if isinstance(one, Gebunden)),
        dropped=tuple(one for one in found if isinstance(one, Verworfen)),
    )


def _bound_again(said: EintragForm, feld: str, text: JudgedText, bis: float) -> Eintrag:
    emitted = said.emittiert or said.text
    if time.monotonic() > bis:
        return unproved(Claim("", feld, emitted, said.text, THE_ANTRAG), TOO_LATE)
    return bind_to_antrag(text, emitted, feld)

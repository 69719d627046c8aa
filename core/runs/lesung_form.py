"""The form that readings, and what was settled after them, have in a file."""

from typing import Annotated, Self

from core.runs.quote_form import ExportForm
from core.runs.value_ranges import (
    Identifier,
    Moment,
    Name,
    Number,
    Punkte,
    Text,
    TypWord,
    VerdictWord,
    Wort,
)
from core.schema import Field, model_validator


class LesungDetails(ExportForm):
    id: Identifier
    name: Annotated[str, Field(max_length=1_000)]
    created: Moment


class FestlegungDetails(ExportForm):
    id: Identifier
    partei: Name
    typ: TypWord
    zitat: Number | None = None
    forderung: Wort | None = None
    zustimmung: bool | None = None
    traegt: VerdictWord | None = None
    punkte: Punkte | None = None
    grund: Text
    name: Annotated[str, Field(max_length=1_000)]
    created: Moment

    @model_validator(mode="after")
    def _settles_one(self) -> Self:
        is_of_quote = self.zitat is not None
        if [self.zustimmung, self.traegt, self.punkte].count(None) != 2:
            raise ValueError("eine Festlegung nennt nicht genau einen Wert")
        if (self.traegt is not None and not is_of_quote) or (self.punkte is not None and is_of_quote):
            raise ValueError("eine Festlegung nennt einen Wert, der dort nicht gilt")
        return self

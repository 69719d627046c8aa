"""What fields of stored Läufe, and of files of them, may hold, beside what `core/base/schema.py` knows."""

from typing import Annotated

from pydantic import AfterValidator, FailFast, Field

from core.base.schema import Text, word_of
from core.wortlaut.records import Typ

Identifier = Annotated[str, Field(pattern=r"^[A-Za-z0-9]{1,16}$")]
ZitatText = Annotated[str, Field(max_length=25_000)]
Flag = Annotated[bool, Field(strict=True)]
Seite = Annotated[int, Field(strict=True, ge=1, le=100_000)]
Punkte = Annotated[float, Field(strict=True, ge=0, le=10, allow_inf_nan=False)]
Anteil = Annotated[float, Field(strict=True, ge=-1.01, le=1.01, allow_inf_nan=False)]
TypWord = Annotated[str, Field(strict=True), AfterValidator(word_of(Typ))]
Words = Annotated[list[Text], Field(max_length=1_000), FailFast()]
Seiten = Annotated[list[Seite], Field(max_length=1_000), FailFast()]

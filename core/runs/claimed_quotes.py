"""What somebody else's file says of a quote: read only as a hint where to look for it."""

from typing import Annotated, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter, model_validator

from core.base.schema import printable, word_of
from core.runs.field_types import Seiten, ZitatText
from core.wortlaut.binding.eintrag import ZitatStatus

BindungWord = Annotated[str, AfterValidator(word_of(ZitatStatus))]


class ExportForm(BaseModel):
    """Nothing is converted: a number that is written as a text is wrong."""

    model_config = ConfigDict(strict=True, extra="ignore")


class PlaceForm(ExportForm):
    """The place that a file claims for a quote that its own program could not prove."""

    text: ZitatText
    programm: Annotated[str, Field(max_length=200), AfterValidator(printable)]
    seiten: Seiten


class EintragForm(ExportForm):
    """What is said to have become of a quote; read only as a hint where to look for it."""

    status: BindungWord | None = None
    grund: BindungWord | None = None
    text: ZitatText
    emittiert: ZitatText = ""
    partei: Annotated[str, Field(max_length=100)] = ""
    programm: Annotated[str, Field(max_length=200), AfterValidator(printable)] = ""
    seiten: Seiten = Field(default_factory=list)
    behauptet: PlaceForm | None = None

    @model_validator(mode="after")
    def _says_what_became_of_it(self) -> Self:
        if not (self.status or self.grund):
            raise ValueError("nennt weder „status“ noch „grund“")
        return self

    @property
    def stelle(self) -> PlaceForm | None:
        """Where it is said to stand; None for a quote that is said to stand nowhere."""
        is_bound = self.status is not None and ZitatStatus(self.status).is_bound
        return (
            PlaceForm(text=self.text, programm=self.programm, seiten=self.seiten)
            if is_bound
            else self.behauptet
        )


CLAIMS: TypeAdapter[list[EintragForm]] = TypeAdapter(list[EintragForm])

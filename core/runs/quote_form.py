"""What a file that was exported says of a quote: where it claims that it stands, which is proved anew."""

from typing import Annotated, Self

from core.citations.zitat_status import ZitatStatus
from core.runs.value_ranges import BindungWord, Name, Number, Seiten, Text, TypWord, ZitatText, printable
from core.schema import AfterValidator, BaseModel, ConfigDict, Field, model_validator


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


class ZitatDetails(ExportForm):
    partei: Name
    nummer: Number
    typ: TypWord
    text: ZitatText
    quelle: Text
    eintrag: EintragForm

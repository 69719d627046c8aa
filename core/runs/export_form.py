"""The form of a file that `export_json` wrote.

Somebody else's file: every type, length, range and reference is settled here, so that whoever reads what was
stored need not ask again. What this program does not know of a file is left out.
"""

from collections.abc import Sequence
from typing import Annotated, Self

from core.runs.lauf import AntwortKind, text_hash
from core.runs.quote_form import EintragForm, ExportForm, ZitatDetails
from core.runs.rubric_form import MOST_RUBRICS, RubricForm, few_letters
from core.runs.value_ranges import (
    Anteil,
    Hash,
    Identifier,
    Land,
    LongText,
    Mass,
    Moment,
    Name,
    Number,
    Punkte,
    Seiten,
    Tag,
    Text,
    TypWord,
    VerdictWord,
    Words,
    Wort,
    Zustand,
    printable,
    word_of,
)
from core.schema import AfterValidator, ConfigDict, FailFast, Field, JsonValue, model_validator

MOST_LAEUFE, MOST_ZITATE, MOST_TEXTS = 1_000, 10_000, 200_000
"""Per file, per Lauf, per file. The largest real Lauf (ten parties, 32 passages each) has 120 Zitate."""


class LaufDetails(ExportForm):
    id: Identifier
    created: Moment
    finished: Moment | None
    status: Zustand
    fehler: Text
    strategie: Wort
    modell_gefragt: Wort
    modell_geantwortet: Wort | None
    ersatzmodell: bool
    prompt_id: Wort
    prompt_version: Wort
    prompt_hash: Wort
    prompttext_hash: Hash
    embedder: Wort
    wiederholung: Annotated[int, Field(ge=1, le=100_000)]
    aus_cache: Identifier | None
    probe_von: Identifier | None
    is_demo: bool
    app_version: Wort


class ForderungDetails(ExportForm):
    nummer: Wort
    text: Text
    einleitung: Text = ""


class AntragDetails(ExportForm):
    text: LongText
    titel: Text = ""
    drucksache: Wort = ""
    datum: Tag | None = None
    typ: Wort = ""
    bundesland: Land | None = None
    antragsteller: Annotated[list[Name], Field(max_length=100)] = Field(default_factory=list)
    forderungen: Annotated[list[ForderungDetails], Field(max_length=20_000), FailFast()] = Field(
        default_factory=list
    )
    feststellung: LongText = ""
    begruendung: LongText = ""


class Parameter(ExportForm):
    """What is set of a Lauf; other settings are kept as they are."""

    model_config = ConfigDict(strict=True, extra="allow")
    temperature: Mass | None = None
    max_tokens: Mass | None = None
    top_k: Mass | None = None
    min_similarity: Anteil | None = None
    ersatzmodell: Wort | None = None
    weitere: Annotated[list[Name], Field(max_length=100)] = Field(default_factory=list)
    parteien: Annotated[list[Name], Field(max_length=100)] = Field(default_factory=list)
    nicht_benutzt: dict[Name, dict[Wort, Wort]] = Field(default_factory=dict)
    trotzdem: Annotated[dict[Wort, Wort], Field(max_length=100)] = Field(default_factory=dict)
    parallel: Annotated[int, Field(ge=1, le=1_000)] = 1


class FileDetails(ExportForm):
    antrag: AntragDetails
    gelesen: AntragDetails | None
    parameter: Parameter
    index_stand: dict[Wort, Wort | dict[Wort, Wort]]
    bibliotheken: dict[Wort, Wort]


class Message(ExportForm):
    role: Wort
    content: LongText


class TeilDetails(ExportForm):
    partei: Name
    status: Zustand
    fehler: Text
    modell: Wort | None
    ersatzmodell: bool
    started: Moment | None
    finished: Moment | None
    dauer: dict[Wort, Mass]
    antwort: LongText
    messages: Annotated[list[Message], Field(max_length=1_000), FailFast()]
    ergebnis: dict[str, JsonValue] | None

    @model_validator(mode="after")
    def _result_can_be_shown(self) -> Self:
        """What a model said of the Antrag itself is read field by field."""
        if not self.partei and self.ergebnis:
            self.ergebnis = AntragResult.model_validate(self.ergebnis).model_dump()
        return self


class BuchungDetails(ExportForm):
    """One request that was made for a party."""

    created: Moment
    partei: Name
    kosten: Mass | None
    tokens_ein: Number
    tokens_aus: Number
    tokens_cache: Number
    is_answered: bool
    nummer: Number
    modell: Wort
    geantwortet: Wort
    prompt: Wort
    modus: Wort
    dauer: Mass
    pause: Mass
    status: Number | None
    grund: Text
    text: LongText


class AntragResult(ExportForm):
    titel: Text = ""
    zusammenfassung: Text = ""
    themen: Words = Field(default_factory=list)
    staerken: Words = Field(default_factory=list)
    schwaechen: Words = Field(default_factory=list)
    aenderungen: Words = Field(default_factory=list)


class ScoreDetails(ExportForm):
    partei: Name
    typ: TypWord
    score: Punkte | None
    begruendung: Text
    nah: Number | None
    von: Number | None

    @model_validator(mode="after")
    def _is_a_part(self) -> Self:
        if (self.nah is None) != (self.von is None) or (self.nah or 0) > (self.von or 0):
            raise ValueError("„nah“ ist kein Teil von „von“")
        return self


class OfferDetails(ExportForm):
    partei: Name
    nummer: Number
    q: Annotated[int, Field(ge=1, le=100_000)] | None
    chunk_id: Wort
    programm_id: Annotated[str, Field(max_length=200), AfterValidator(printable)]
    text_hash: Hash
    seiten: Seiten
    similarity: Anteil
    forderungen: Annotated[list[Wort], Field(max_length=1_000), FailFast()]
    weggelassen: Text


class UrteilDetails(ExportForm):
    id: Identifier
    partei: Name
    typ: TypWord
    zitat: Number | None
    zustimmung: bool
    traegt: VerdictWord | None
    punkte: Punkte | None
    forderung: Wort | None
    notiz: Text
    name: Annotated[str, Field(max_length=1_000)]
    created: Moment


class Nachfrage(ExportForm):
    frage: Text
    antwort: Text
    belege: Annotated[list[EintragForm], Field(max_length=1_000), FailFast()] = Field(default_factory=list)
    verworfen: Annotated[list[EintragForm], Field(max_length=1_000), FailFast()] = Field(default_factory=list)
    modell: Wort = ""
    tokens_ein: Number = 0
    tokens_aus: Number = 0
    kosten: Mass | None = None


class AntwortDetails(ExportForm):
    id: Identifier
    created: Moment
    art: Annotated[str, AfterValidator(word_of([AntwortKind.NACHFRAGE]))]
    eingabe: Text
    modell: Wort
    inhalt: Nachfrage


class LaufForm(ExportForm):
    """One Lauf with all that belongs to it, whose parts fit each other."""

    lauf: LaufDetails
    akte: Annotated[list[FileDetails], Field(min_length=1, max_length=1)]
    teil: Annotated[list[TeilDetails], Field(max_length=100), FailFast()]
    buchung: Annotated[list[BuchungDetails], Field(max_length=10_000), FailFast()]
    score: Annotated[list[ScoreDetails], Field(max_length=200), FailFast()]
    zitat: Annotated[list[ZitatDetails], Field(max_length=MOST_ZITATE), FailFast()]
    angebot: Annotated[list[OfferDetails], Field(max_length=20_000), FailFast()]
    urteil: Annotated[list[UrteilDetails], Field(max_length=10_000), FailFast()]
    antwort: Annotated[list[AntwortDetails], Field(max_length=1_000), FailFast()]
    rubriken: Annotated[list[RubricForm], Field(max_length=MOST_RUBRICS), FailFast()]

    @model_validator(mode="after")
    def _parts_fit(self) -> Self:
        _once("teil", [one.partei for one in self.teil])
        _once("score", [(one.partei, one.typ) for one in self.score])
        _once("zitat", [(one.partei, one.nummer) for one in self.zitat])
        _once("angebot", [(one.partei, one.nummer) for one in self.angebot])
        _once("urteil", [one.id for one in self.urteil])
        _once("antwort", [one.id for one in self.antwort])
        _once("rubriken", [one.id for one in self.rubriken])
        parteien = {one.partei for one in self.teil}
        for name in ("score", "zitat", "urteil"):
            for at, one in enumerate(getattr(self, name)):
                if one.partei not in parteien:
                    raise ValueError(
                        f"{name}[{at}] nennt die Partei „{one.partei}“, von der kein Teil da ist"
                    )
        return self


class Datei(ExportForm):
    laeufe: Annotated[list[LaufForm], Field(max_length=MOST_LAEUFE), FailFast()]
    texte: Annotated[list[LongText], Field(max_length=MOST_TEXTS), FailFast()]

    @model_validator(mode="after")
    def _has_its_texts(self) -> Self:
        """Passages are named by the hash of their text, which is computed here."""
        _once("laeufe", [one.lauf.id for one in self.laeufe])
        few_letters(rubric for one in self.laeufe for rubric in one.rubriken)
        judged = {one.lauf.id for one in self.laeufe if one.lauf.probe_von is None}
        for at, one in enumerate(self.laeufe):
            if one.lauf.probe_von is not None and one.lauf.probe_von not in judged:
                raise ValueError(f"laeufe[{at}].lauf.probe_von: Diesen Lauf enthält die Datei nicht")
        there = {text_hash(text) for text in self.texte}
        for at, one in enumerate(self.laeufe):
            if one.lauf.prompttext_hash not in there:
                raise ValueError(f"laeufe[{at}].lauf.prompttext_hash: Diesen Text enthält die Datei nicht")
            for place, offered in enumerate(one.angebot):
                if offered.text_hash not in there:
                    raise ValueError(
                        f"laeufe[{at}].angebot[{place}].text_hash: Diesen Text enthält die Datei nicht"
                    )
        return self


def _once(name: str, keys: Sequence[object]) -> None:
    seen: set[object] = set()
    for at, key in enumerate(keys):
        if key in seen:
            raise ValueError(f"{name}[{at}] steht zweimal in der Datei")
        seen.add(key)

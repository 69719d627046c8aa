"""The form of a file that `export_json` wrote.

Somebody else's file: every type, length, range and reference is settled here, so that whoever reads what was
stored need not ask again. What this program does not know of a file is left out.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Annotated, Any, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    FailFast,
    Field,
    JsonValue,
    ValidationError,
    model_validator,
)

from core.antrag.antrag import Antrag
from core.base.errors import EingabeError
from core.base.schema import (
    Hash,
    LongText,
    Mass,
    Moment,
    Name,
    Number,
    Text,
    Wort,
    first_fault,
    printable,
)
from core.llm.anfrage import Versuch
from core.programme.registry import is_document
from core.runs.claimed_quotes import EintragForm, ExportForm
from core.runs.field_types import Anteil, Identifier, Seiten, TypWord, Words, ZitatText
from core.runs.lauf import AntwortKind, LaufHead, Score, StoredAntwort, Teil, text_hash, with_letters
from core.runs.notes import coming_in, note_of
from core.wortlaut.records import Typ


class ZitatDetails(ExportForm):
    partei: Name
    nummer: Number
    typ: TypWord
    text: ZitatText
    quelle: Text
    eintrag: EintragForm


# --- the file -----------------------------------------------------------------------------------------------


MOST_LAEUFE, MOST_ZITATE, MOST_TEXTS = 1_000, 10_000, 200_000
"""Per file, per Lauf, per file. The largest real Lauf (ten parties, 32 passages each) has 120 Zitate."""


MOST_NOTES = 10_000
"""Per Lauf."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LaufDetails(LaufHead):
    prompttext_hash: Hash


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


class FileDetails(BaseModel):
    antrag: Antrag
    gelesen: Antrag | None
    parameter: Parameter
    index_stand: dict[Wort, Wort | dict[Wort, Wort]]
    bibliotheken: dict[Wort, Wort]


@dataclass(frozen=True, slots=True, kw_only=True)
class Booked(Versuch):
    """One request that was made for a party."""

    created: Moment
    partei: Name
    prompt: Wort


class AntragResult(ExportForm):
    titel: Text = ""
    zusammenfassung: Text = ""
    themen: Words = Field(default_factory=list)
    staerken: Words = Field(default_factory=list)
    schwaechen: Words = Field(default_factory=list)
    aenderungen: Words = Field(default_factory=list)


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


class Nachfrage(ExportForm):
    frage: Text
    antwort: Text
    belege: Annotated[list[EintragForm], Field(max_length=1_000), FailFast()] = Field(default_factory=list)
    verworfen: Annotated[list[EintragForm], Field(max_length=1_000), FailFast()] = Field(default_factory=list)
    modell: Wort = ""
    tokens_ein: Number = 0
    tokens_aus: Number = 0
    kosten: Mass | None = None


class NoteForm(ExportForm):
    """A note as its row: that its `inhalt` is what the kind may say is settled by the kind's own class."""

    id: Identifier
    art: Wort
    partei: Name | None
    zitat: Number | None
    name: Annotated[str, Field(max_length=1_000)] | None
    created: Moment
    inhalt: dict[str, JsonValue]

    @model_validator(mode="after")
    def _is_what_its_kind_may_say(self) -> Self:
        if (kind := coming_in().get(self.art)) is None:
            return self
        note = self.note("e")
        kind.check(note)
        if isinstance(note, StoredAntwort):
            if note.art is not AntwortKind.NACHFRAGE:
                raise ValueError(f"art: muss eines von {AntwortKind.NACHFRAGE} sein")
            Nachfrage.model_validate(note.inhalt)
        return self

    def note(self, lauf_id: str) -> Any:
        return note_of({"lauf_id": lauf_id, **dict(self)})


def _whole(kind: type[Any], *but: str) -> BeforeValidator:
    """What our own class has a default for must not be missing in a file."""
    names = {one.name for one in fields(kind)} - {*but}

    def check(value: object) -> object:
        if isinstance(value, dict) and (missing := names - value.keys()):
            raise ValueError(f"{min(missing)} fehlt")
        return value

    return BeforeValidator(check)


class LaufForm(BaseModel):
    """One Lauf with all that belongs to it, whose parts fit each other."""

    lauf: Annotated[LaufDetails, _whole(LaufDetails, "zitierweise")]
    akte: Annotated[list[FileDetails], Field(min_length=1, max_length=1)]
    teil: Annotated[list[Annotated[Teil, _whole(Teil, "versuche")]], Field(max_length=100), FailFast()]
    buchung: Annotated[list[Annotated[Booked, _whole(Booked)]], Field(max_length=10_000), FailFast()]
    score: Annotated[list[Annotated[Score, _whole(Score)]], Field(max_length=200), FailFast()]
    zitat: Annotated[list[ZitatDetails], Field(max_length=MOST_ZITATE), FailFast()]
    angebot: Annotated[list[OfferDetails], Field(max_length=20_000), FailFast()]
    notiz: Annotated[list[NoteForm], Field(max_length=MOST_NOTES), FailFast()]

    @model_validator(mode="after")
    def _result_can_be_shown(self) -> Self:
        """What a model said of the Antrag itself is read field by field."""
        self.teil = [
            one
            if one.partei or not one.ergebnis
            else replace(one, ergebnis=AntragResult.model_validate(one.ergebnis).model_dump())
            for one in self.teil
        ]
        return self

    @model_validator(mode="after")
    def _parts_fit(self) -> Self:
        _once("teil", [one.partei for one in self.teil])
        judged = [(one.partei, one.typ) for one in self.score] + [(one.partei, one.typ) for one in self.zitat]
        for partei, typ in judged:
            if (typ == Typ.DOKUMENT) is not is_document(partei):
                raise ValueError(f"„{partei}“ wird nicht als „{typ}“ beurteilt")
        _once("score", [(one.partei, one.typ) for one in self.score])
        _once("zitat", [(one.partei, one.nummer) for one in self.zitat])
        _once("angebot", [(one.partei, one.nummer) for one in self.angebot])
        _once("notiz", [one.id for one in self.notiz])
        for art, kind in coming_in().items():
            kind.check_lauf([one.inhalt for one in self.notiz if one.art == art])
        for at, score in enumerate(self.score):
            if (score.nah is None) != (score.von is None) or (score.nah or 0) > (score.von or 0):
                raise ValueError(f"score[{at}]: „nah“ ist kein Teil von „von“")
        parteien = {one.partei for one in self.teil}
        for name in ("score", "zitat", "notiz"):
            for at, one in enumerate(getattr(self, name)):
                if one.partei is not None and one.partei not in parteien:
                    raise ValueError(
                        f"{name}[{at}] nennt die Partei „{one.partei}“, von der kein Teil da ist"
                    )
        return self


def _is_probe(entry: object) -> bool:
    said = entry.get("lauf") if isinstance(entry, dict) else None
    return isinstance(said, dict) and isinstance(said.get("probe_von"), str)


class Datei(ExportForm):
    laeufe: Annotated[list[LaufForm], Field(max_length=MOST_LAEUFE), FailFast()]
    texte: Annotated[list[LongText], Field(max_length=MOST_TEXTS), FailFast()]

    @model_validator(mode="before")
    @classmethod
    def _without_probes(cls, data: object) -> object:
        """Files of 0.7 may hold Läufe that were asked without the quoted passages; they counted nowhere."""
        if not isinstance(data, dict) or not isinstance(laeufe := data.get("laeufe"), list):
            return data
        return data | {"laeufe": [one for one in laeufe if not _is_probe(one)]}

    @model_validator(mode="after")
    def _has_its_texts(self) -> Self:
        """Passages are named by the hash of their text, which is computed here."""
        _once("laeufe", [one.lauf.id for one in self.laeufe])
        for art, kind in coming_in().items():
            kind.check_file([note.inhalt for one in self.laeufe for note in one.notiz if note.art == art])
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


# --- whether a file of Läufe has the form of one: checked whole, before anything of it is stored -----------


DEEPEST = 30
"""Levels; a real file has ten."""

NOTHING = "Übernommen wurde nichts."


def check(content: Mapping[str, object]) -> Datei:
    """The file as values, or in one German sentence where it is wrong."""
    # Nothing too deep for whoever walks it later, no number that a database refuses; without recursion.
    waiting: list[tuple[object, int]] = [(content, 0)]
    while waiting:
        value, depth = waiting.pop()
        if isinstance(value, dict | list):
            if depth >= DEEPEST:
                raise EingabeError(f"Die Datei ist mehr als {DEEPEST} Ebenen tief verschachtelt. {NOTHING}")
            waiting += [(one, depth + 1) for one in (value.values() if isinstance(value, dict) else value)]
        elif isinstance(value, int) and not -(2**63) <= value < 2**63:
            raise EingabeError(f"Die Datei enthält eine ganze Zahl mit {len(str(value))} Stellen. {NOTHING}")
        elif isinstance(value, float) and not math.isfinite(value):
            raise EingabeError(f"Die Datei enthält eine Zahl, die keine ist ({value}). {NOTHING}")
    try:
        return Datei.model_validate(with_letters(content))
    except ValidationError as error:
        raise EingabeError(f"Die Datei mit Läufen ist beschädigt: {first_fault(error)}. {NOTHING}") from error

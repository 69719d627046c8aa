"""The answers we ask a model for: strict in what is asked, tolerant in how it is written down."""

import json
import re
from collections.abc import Hashable, Sized
from copy import deepcopy
from functools import cache
from typing import Annotated, Any, Protocol, Self, cast

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    model_validator,
)

from core.base.formats import parsed
from core.llm.verdict import WORT, Stance, Verdict
from core.wortlaut.records import Typ

MOST_FAULTS = 5
"""So many faults are told to the model; more confuse it."""

MOST_THEMEN = 10
FEWEST_THEMEN = 5
HIGHEST_SCORE = 10
MOST_ZITATE = 200
"""Of one kind of programme. The prompts ask for a handful."""
MOST_ENTRIES = 50
LONGEST_TEXT = 20_000
"""Characters of a reason or a summary."""
LONGEST_NAME = 500

HALTUNGEN = {
    name: str(verdict)
    for verdict in (Verdict.STUETZT, Verdict.WIDERSPRICHT, Verdict.ANDERES)
    for name in (str(verdict), WORT[verdict])
}
"""What a model may say of its own quote and a Forderung. „Offen“ is not asked for: that is saying nothing."""

NO_SCORE = {"", "-", "–", "null", "none", "keine", "n/a", "k. a.", "k.a."}
SCORE = re.compile(r"(-?[0-9]{1,4}(?:[.,][0-9]{1,20})?)\s{0,9}(?:(?:/|von)\s{0,9}10)?")
NOT_TEXT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff]")
"""Nobody can read it, and no database keeps it."""

FAULTS = {
    "missing": "fehlt",
    "string_type": "muss ein Text sein",
    "list_type": "muss eine Liste sein",
    "model_type": "muss ein Objekt sein",
    "dict_type": "muss ein Objekt sein",
    "model_attributes_type": "muss ein Objekt sein",
}


def _read_score(value: object) -> float | int | None:
    """A number from 0 to 10, also written as „7“, „7/10“, „7,5“ or „7 von 10“."""
    if isinstance(value, str):
        text = value.strip()
        if text.casefold() in NO_SCORE:
            return None
        found = SCORE.fullmatch(text)
        value = parsed(found[1]) if found else text
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"muss eine Zahl von 0 bis {HIGHEST_SCORE} oder null sein, nicht {value!r:.40}")
    if not 0 <= value <= HIGHEST_SCORE:
        raise ValueError(f"muss von 0 bis {HIGHEST_SCORE} reichen, nicht {value!r:.40}")
    return int(value) if value == int(value) else value


def read_list(value: object) -> object:
    return [] if value is None or value == "" else [value] if isinstance(value, str) else value


def _read_themen(value: object) -> object:
    """As many as there is room for; too few are no reason to ask again."""
    themen = read_list(value)
    return themen[:MOST_THEMEN] if isinstance(themen, list) else themen


def _read_text(value: object) -> object:
    return "" if value is None else _clean(value)


def _clean(value: object) -> object:
    return NOT_TEXT.sub("\ufffd", value) if isinstance(value, str) else value


def at_most(limit: int, what: str) -> AfterValidator:
    """For a text or a list: more is no answer to what was asked."""

    def check(value: Sized) -> Sized:
        if len(value) > limit:
            raise ValueError(f"hat {len(value)} {what}; möglich sind {limit}")
        return value

    return AfterValidator(check)


def _read_zitat(value: object) -> object:
    return {"text": value} if isinstance(value, str) else value


def _read_verweis(value: object) -> object:
    return {"stelle": value} if isinstance(value, str) else value


def _read_haltung(value: object) -> object:
    """A stance by its key or by the word that readers see; what is none of them says nothing."""
    word = " ".join(value.casefold().split()) if isinstance(value, str) else ""
    return HALTUNGEN.get(word, "")


def _read_urteil(value: object) -> object:
    return {"score": None} if value is None else value


def _only_this(schema: dict[str, Any]) -> None:
    """Providers hold a model to a schema only where every field is required and nothing else allowed."""
    schema["additionalProperties"] = False
    schema["required"] = list(schema["properties"])
    schema.pop("description", None)  # our docstring, not the model's business
    for one in schema["properties"].values():
        one.pop("default", None)


Name = Annotated[str, BeforeValidator(_clean), at_most(LONGEST_NAME, "Zeichen")]
Wort = Annotated[str, BeforeValidator(_clean), at_most(LONGEST_TEXT, "Zeichen")]
"""A text that may not be missing."""
Text = Annotated[str, BeforeValidator(_read_text), at_most(LONGEST_TEXT, "Zeichen")]
Texts = Annotated[list[Wort], BeforeValidator(read_list), at_most(MOST_ENTRIES, "Einträge")]
Themen = Annotated[list[Name], BeforeValidator(_read_themen)]
Wording = Annotated[str, BeforeValidator(_clean)]
"""Of a quote, whatever its length: one too long is dropped with its reason, not the answer with it."""
Score = Annotated[
    float | int | None,
    BeforeValidator(_read_score),
    Field(json_schema_extra={"anyOf": [{"type": "number", "minimum": 0, "maximum": 10}, {"type": "null"}]}),
]


Haltung = Annotated[str, BeforeValidator(_read_haltung)]
HALTUNG: Any = Field("", json_schema_extra={"enum": [*dict.fromkeys(HALTUNGEN.values()), ""]})


class AntwortTeil(BaseModel):
    model_config = ConfigDict(extra="ignore", json_schema_extra=_only_this)

    @classmethod
    def read(cls, text: str) -> Self:
        """The answer of this kind; ValueError says in German what is wrong with it."""
        answer: Self = read_answer(text, cls)
        return answer


class ZitatDetail(AntwortTeil):
    """A quote as the model gives it, unproved."""

    text: Wording = Field(description="wörtlich aus der Quelle")
    quelle: Text = Field("", description="Kennung der Quelle, zum Beispiel Q3")


class ParteiZitat(ZitatDetail):
    """With what the model itself says of it: to which Forderung it speaks, and how. Missing is no fault."""

    forderung: Text = Field("", description="Nummer der Forderung, zu der es etwas sagt")
    haltung: Haltung = HALTUNG

    @property
    def stance(self) -> Stance | None:
        return Stance(self.forderung, Verdict(self.haltung)) if self.haltung else None


Zitate = Annotated[
    list[Annotated[ZitatDetail, BeforeValidator(_read_zitat)]],
    BeforeValidator(read_list),
    at_most(MOST_ZITATE, "Zitate"),
]
ParteiZitate = Annotated[
    list[Annotated[ParteiZitat, BeforeValidator(_read_zitat)]],
    BeforeValidator(read_list),
    at_most(MOST_ZITATE, "Zitate"),
]


class Verweis(AntwortTeil):
    """In place of a quote, where it stands: „Q3:2“ or „Q3:2-4“. Our own code writes the words."""

    stelle: Text = Field("", description="Nummer des Satzes, zum Beispiel Q3:2, oder mehrerer: Q3:2-4")
    forderung: Text = Field("", description="Nummer der Forderung, zu der die Stelle etwas sagt")
    haltung: Haltung = HALTUNG

    @property
    def text(self) -> str:
        """It writes none."""
        return ""

    @property
    def quelle(self) -> str:
        return self.stelle

    @property
    def stance(self) -> Stance | None:
        return Stance(self.forderung, Verdict(self.haltung)) if self.haltung else None


Verweise = Annotated[
    list[Annotated[Verweis, BeforeValidator(_read_verweis)]],
    BeforeValidator(read_list),
    at_most(MOST_ZITATE, "Zitate"),
]


class Punktzahl(AntwortTeil):
    """How well the Antrag fits one programme."""

    score: Score = Field(description="0 (widerspricht) bis 10 (entspricht ganz); null ohne Quellen")
    begruendung: Text = ""

    @model_validator(mode="after")
    def _score_has_reason(self) -> Self:
        if self.score is not None and not self.begruendung.strip():
            raise ValueError("begruendung fehlt zu einem score")
        return self


class ModellUrteil(Punktzahl):
    zitate: ParteiZitate = Field(default_factory=list)


class VerweisUrteil(Punktzahl):
    zitate: Verweise = Field(default_factory=list)


class ParteiAntwort(AntwortTeil):
    fraktion: Name
    wahlprogramm: Annotated[ModellUrteil, BeforeValidator(_read_urteil)]
    parteiprogramm: Annotated[ModellUrteil, BeforeValidator(_read_urteil)]

    @property
    def urteile(self) -> dict[Typ, ModellUrteil]:
        return {Typ.WAHLPROGRAMM: self.wahlprogramm, Typ.PARTEIPROGRAMM: self.parteiprogramm}


class VerweisAntwort(AntwortTeil):
    """The same with references in place of quotes."""

    fraktion: Name
    wahlprogramm: Annotated[VerweisUrteil, BeforeValidator(_read_urteil)]
    parteiprogramm: Annotated[VerweisUrteil, BeforeValidator(_read_urteil)]

    @property
    def urteile(self) -> dict[Typ, VerweisUrteil]:
        return {Typ.WAHLPROGRAMM: self.wahlprogramm, Typ.PARTEIPROGRAMM: self.parteiprogramm}


class ZitierteAntwort(VerweisAntwort):
    """The same, made of an answer in text whose citations the provider itself vouches for."""


class DokumentAntwort(AntwortTeil):
    """The same of one document that is no party's programme."""

    dokument: Annotated[ModellUrteil, BeforeValidator(_read_urteil)]

    @property
    def urteile(self) -> dict[Typ, ModellUrteil]:
        return {Typ.DOKUMENT: self.dokument}


class DokumentVerweisAntwort(AntwortTeil):
    dokument: Annotated[VerweisUrteil, BeforeValidator(_read_urteil)]

    @property
    def urteile(self) -> dict[Typ, VerweisUrteil]:
        return {Typ.DOKUMENT: self.dokument}


Wertung = ParteiAntwort | VerweisAntwort | DokumentAntwort | DokumentVerweisAntwort
"""What a model answers on a party or a document, copying what it quotes or pointing at it."""


def read_stored_answer(text: str) -> Wertung:
    """A stored answer of any of these kinds; ValueError says what is wrong with it."""
    data = find_json(text)
    quotes = (part["zitate"] for part in data.values() if isinstance(part, dict) and "zitate" in part)
    given = [one for own in quotes if isinstance(own, list) for one in own if isinstance(one, dict)]
    points = any("stelle" in one for one in given)
    if str(Typ.DOKUMENT) in data and "fraktion" not in data:
        return (DokumentVerweisAntwort if points else DokumentAntwort).read(text)
    return (VerweisAntwort if points else ParteiAntwort).read(text)


def stances_in(text: str) -> dict[tuple[str, str], Stance]:
    """What a stored answer says of its own quotes, by their kind of Programm and wording, or reference. One
    that cannot be read, or was given in another form, says nothing."""
    try:
        urteile = read_stored_answer(text).urteile
    except ValueError:
        return {}
    return {
        (str(typ), one.text or one.quelle): one.stance
        for typ, urteil in urteile.items()
        for one in urteil.zitate
        if one.stance
    }


class AntragAntwort(AntwortTeil):
    """The part on the Antrag itself."""

    titel: Name
    zusammenfassung: Wort
    themen: Themen = Field(
        default_factory=list, json_schema_extra={"minItems": FEWEST_THEMEN, "maxItems": MOST_THEMEN}
    )
    staerken: Texts = Field(default_factory=list)
    schwaechen: Texts = Field(default_factory=list)
    aenderungen: Texts = Field(default_factory=list)


class AussageDetails(AntwortTeil):
    """One statement with the quotes that are to prove it."""

    text: Wort
    zitate: Zitate = Field(default_factory=list)


class FrageAntwort(AntwortTeil):
    """The answer to a free question over the programmes."""

    aussagen: Annotated[list[AussageDetails], at_most(MOST_ENTRIES, "Aussagen")]
    ohne_antwort: Texts = Field(default_factory=list)


class NachfrageAntwort(AntwortTeil):
    """The answer to a follow-up question on a stored Lauf."""

    antwort: Wort
    zitate: Zitate = Field(default_factory=list)


class ShortAntwort(AntwortTeil):
    """A summary of a Programm or of a part of it."""

    zusammenfassung: Wort
    themen: Themen = Field(
        default_factory=list, json_schema_extra={"minItems": FEWEST_THEMEN, "maxItems": MOST_THEMEN}
    )


def fault_text(reason: ValueError) -> str:
    """What is wrong with an answer, in German and short enough to show to a model."""
    if not isinstance(reason, ValidationError):
        return str(reason)
    faults = []
    for error in reason.errors(include_url=False)[:MOST_FAULTS]:
        where = ".".join(map(str, error["loc"])) or "Objekt"
        told = FAULTS.get(error["type"], error["msg"].removeprefix("Value error, "))
        faults.append(f"{where}: {told}")
    return "; ".join(faults) + "."


# --- take the JSON out of what a model said, and check it against what was asked for -----------------------

LARGEST = 2_000_000
"""Bytes of an answer: a hundred times what the longest answer to a prompt of ours has."""

OBJECT = re.compile(r"\{\s*[\"}]")
MOST_FENCES = 20


class Schema(Protocol):
    """A pydantic model as far as it is needed here."""

    def model_json_schema(self) -> dict[str, object]: ...
    def model_validate(self, obj: object) -> Any: ...


def json_schema(schema: Schema) -> dict[str, object]:
    """For the caller alone: clients change what they are given."""
    return deepcopy(_json_schema(cast(Hashable, schema)))


@cache
def _json_schema(schema: Hashable) -> dict[str, object]:
    return cast(Schema, schema).model_json_schema()


def read_answer(text: str, schema: Schema) -> Any:
    """The answer as its schema has it; ValueError says in German what is wrong with it."""
    data = find_json(text)
    try:
        return schema.model_validate(data)
    except ValueError as reason:
        raise ValueError(fault_text(reason)) from None


def find_json(text: str) -> dict[str, object]:
    """The object in the text, with prose or a fence around it, or written as a JSON string."""
    if len(text) > LARGEST:
        raise ValueError(f"Die Antwort hat {len(text)} Zeichen; gelesen werden höchstens {LARGEST}.")
    # One that never stops thinking has said nothing else.
    text = outside(text, "<think>", "</think>").strip()
    # Only the first brace that opens JSON: in an answer that breaks off, later ones open mere parts of it.
    start = OBJECT.search(text)
    pieces = text.split("```", 2 * MOST_FENCES)[1:-1:2]
    candidates = [
        text,
        *[piece[4:] if piece[:4].lower() == "json" else piece for piece in pieces],
        *([text[start.start() :]] if start else []),
    ]
    for candidate in candidates:
        if isinstance(data := _decode(candidate.strip()), dict):
            return data
    if start is None:
        raise ValueError("Die Antwort enthält kein JSON-Objekt.")
    raise ValueError("Das JSON ist nicht lesbar oder bricht ab.")


def outside(text: str, opening: str, closing: str) -> str:
    """Without all that stands between these two; where the last is not closed, all behind it stays."""
    kept, at = [], 0
    while (start := text.find(opening, at)) >= 0 and (end := text.find(closing, start)) >= 0:
        kept.append(text[at:start])
        at = end + len(closing)
    return "".join([*kept, text[at:]])


def _decode(text: str) -> object:
    """What the text begins with, unpacked where it is JSON within a JSON string."""
    try:
        data, _ = json.JSONDecoder(strict=False).raw_decode(text)
    except (ValueError, RecursionError):
        return None
    return _decode(data.strip()) if isinstance(data, str) else data

"""The form of a file that `export_json` wrote.

Somebody else's file: every type, length, range and reference is settled here, so that whoever reads what was
stored need not ask again. What this program does not know of a file is left out.
"""

import math
import re
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Annotated, Self

from sqlalchemy import Connection

from core import clock
from core.citations.antrag_citations import JudgedText, bind_to_antrag
from core.citations.eintrag import THE_ANTRAG, Eintrag
from core.citations.nachweis import Claim, unproved
from core.citations.verdict import Verdict
from core.citations.zitat_status import ZitatStatus
from core.errors import EingabeError, RegistryError
from core.llm.rubric import read_rubric
from core.models import GEBIETE, Typ
from core.runs.antraege import judged_text
from core.runs.connection import StoreConnection
from core.runs.lauf import AntwortKind, NewLauf, Row, Status, antrag_hash, text_hash
from core.runs.notes import RubricJudgement, as_row, judged_field, read_rubrics, rubric_judgement
from core.schema import (
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

GREATEST = 2**31 - 1
"""What PostgreSQL keeps as INTEGER; SQLite keeps more."""

UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
AHEAD = timedelta(days=1)
"""So far another machine's clock may be ahead."""

EARLIEST_RUN, EARLIEST, LATEST = datetime(2020, 1, 1, tzinfo=UTC), date(1900, 1, 1), date(2100, 1, 1)


def _moment(value: object) -> datetime:
    try:
        moment = datetime.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is None:
        raise ValueError("muss ein Zeitpunkt mit Zeitzone sein, etwa „2026-11-03T09:30:00+00:00“")
    try:
        moment = moment.astimezone(UTC)
    except OverflowError:
        moment = datetime.max.replace(tzinfo=UTC)
    if not EARLIEST_RUN <= moment <= clock.now() + AHEAD:
        raise ValueError("muss zwischen 2020 und heute liegen")
    return moment


def _day(value: object) -> date:
    try:
        day = date.fromisoformat(value) if isinstance(value, str) and len(value) == 10 else None
    except ValueError:
        day = None
    if day is None or not EARLIEST <= day <= LATEST:
        raise ValueError("muss ein Tag zwischen 1900 und 2100 sein, etwa „2026-11-03“")
    return day


def printable(value: str) -> str:
    if UNPRINTABLE.search(value):
        raise ValueError("darf keine Steuerzeichen enthalten")
    return value


def _without_bar(value: str) -> str:
    if "|" in value:
        raise ValueError("darf kein „|“ enthalten")
    return value


def word_of(words: Iterable[str]) -> Callable[[str], str]:
    known = tuple(map(str, words))

    def check(value: str) -> str:
        if value not in known:
            raise ValueError(f"muss eines von {', '.join(known)} sein")
        return value

    return check


Identifier = Annotated[str, Field(pattern=r"^[A-Za-z0-9]{1,16}$")]
Hash = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Name = Annotated[str, Field(max_length=100), AfterValidator(printable), AfterValidator(_without_bar)]
Wort = Annotated[str, Field(max_length=300), AfterValidator(printable)]
Text = Annotated[str, Field(max_length=200_000)]
LongText = Annotated[str, Field(max_length=5_000_000)]
ZitatText = Annotated[str, Field(max_length=25_000)]
Moment = Annotated[datetime, BeforeValidator(_moment)]
Tag = Annotated[date, BeforeValidator(_day)]
Number = Annotated[int, Field(ge=0, le=GREATEST)]
Seite = Annotated[int, Field(ge=1, le=100_000)]
Mass = Annotated[float, Field(ge=0, le=1e9, allow_inf_nan=False)]
Punkte = Annotated[float, Field(ge=0, le=10, allow_inf_nan=False)]
Anteil = Annotated[float, Field(ge=-1.01, le=1.01, allow_inf_nan=False)]
TypWord = Annotated[str, AfterValidator(word_of(Typ))]
Land = Annotated[str, AfterValidator(word_of(GEBIETE))]
Zustand = Annotated[str, AfterValidator(word_of(Status))]
BindungWord = Annotated[str, AfterValidator(word_of(ZitatStatus))]
VerdictWord = Annotated[str, AfterValidator(word_of(Verdict))]
Words = Annotated[list[Text], Field(max_length=1_000), FailFast()]
Seiten = Annotated[list[Seite], Field(max_length=1_000), FailFast()]


# --- what a file says of a quote ----------------------------------------------------------------------------


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


# --- judgements by a rubric as a file of Läufe carries them, and as one is read in: every quote bound anew


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


# --- the file -----------------------------------------------------------------------------------------------


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


# --- whether a file of Läufe has the form of one: checked whole, before anything of it is stored -----------


HALF = re.compile(r"[\ud800-\udfff]")
DEEPEST = 30
"""Levels; a real file has ten."""

NOTHING = "Übernommen wurde nichts."


def check(content: Mapping[str, object]) -> Datei:
    """The file as values, or in one German sentence where it is wrong."""
    _refuse_odd(content)
    try:
        return Datei.model_validate(with_letters(content))
    except ValidationError as error:
        raise EingabeError(
            f"Die Datei mit Läufen ist beschädigt: {_first_fault(error)}. {NOTHING}"
        ) from error


def _refuse_odd(content: object) -> None:
    """Nothing too deep for whoever walks it later, no number that a database refuses; without recursion."""
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


def with_letters(value: object) -> object:
    """A model may write halves of letters, and our own store keeps them; nobody else's does."""
    if isinstance(value, str):
        return value if value.isascii() else HALF.sub("�", value)
    if isinstance(value, dict):
        return {with_letters(key): with_letters(one) for key, one in value.items()}
    return [with_letters(one) for one in value] if isinstance(value, list) else value


FAULTS = {
    "missing": "fehlt",
    "string_type": "muss ein Text sein",
    "string_too_long": "ist länger als {max_length} Zeichen",
    "string_pattern_mismatch": "hat die falsche Länge oder unerlaubte Zeichen",
    "string_unicode": "enthält Zeichen, die es nicht gibt",
    "list_type": "muss eine Liste sein",
    "dict_type": "muss ein Objekt sein",
    "model_type": "muss ein Objekt sein",
    "model_attributes_type": "muss ein Objekt sein",
    "int_type": "muss eine ganze Zahl sein",
    "float_type": "muss eine Zahl sein",
    "bool_type": "muss true oder false sein",
    "finite_number": "muss eine endliche Zahl sein",
    "greater_than_equal": "muss mindestens {ge:g} sein",
    "less_than_equal": "darf höchstens {le:g} sein",
    "too_long": "hat mehr als {max_length} Einträge",
    "too_short": "hat weniger als {min_length} Einträge",
    "value_error": "{error}",
}


def _first_fault(error: ValidationError) -> str:
    """„laeufe[3].score[0].score: muss eine Zahl sein, gefunden „7““."""
    first = error.errors(include_url=False)[0]
    said = FAULTS.get(first["type"], "hat nicht die erwartete Form").format(**first.get("ctx", {}))
    found = first["input"]
    is_short = isinstance(found, str | int | float) and first["type"] != "missing"
    told = f", gefunden „{_printed(found)}“" if is_short else ""
    where = _where(first["loc"])
    return f"{where}: {said}{told}" if where else f"{said}{told}"


def _where(loc: Sequence[int | str]) -> str:
    path = "".join(f"[{step}]" if isinstance(step, int) else f".{_printed(step)}" for step in loc)
    return path.removeprefix(".")


def _printed(value: object) -> str:
    text = UNPRINTABLE.sub("�", str(value))
    return text if len(text) <= 40 else f"{text[:40]} …"

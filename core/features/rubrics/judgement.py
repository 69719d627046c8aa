"""Judgements by a rubric: stored beside the Lauf whose Antrag they judge, and taken with it from a file."""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Annotated, Any

from pydantic import AfterValidator, FailFast, Field

from core.base import clock
from core.base.errors import EingabeError, RegistryError
from core.base.schema import GREATEST, LongText, Mass, Number, Text, Wort, printable
from core.features.rubrics.rubric import Rubric, RubricField, RubricLevel, read_rubric
from core.proof.antrag_citations import JudgedText, bind_to_antrag
from core.proof.nachweis import Claim, unproved
from core.runs.claimed_quotes import CLAIMS
from core.runs.lauf import Row, plain
from core.runs.notes import NoteKind, NotesFromFile
from core.runs.store import Runstore
from core.wortlaut.binding.eintrag import (
    THE_ANTRAG,
    Eintrag,
    Gebunden,
    Verworfen,
    read_eintrag,
    write_eintrag,
)


@dataclass(frozen=True, slots=True)
class FieldJudgement:
    """One touched field. Without a level nobody judged how."""

    field: RubricField
    level: RubricLevel | None
    reason: str
    quotes: tuple[Gebunden, ...] = ()
    dropped: tuple[Verworfen, ...] = ()

    @classmethod
    def of(
        cls, field: RubricField, level: RubricLevel | None, reason: str, entries: Iterable[Eintrag]
    ) -> "FieldJudgement":
        every = list(entries)
        quotes = tuple(one for one in every if isinstance(one, Gebunden))
        return cls(field, level, reason, quotes, tuple(one for one in every if isinstance(one, Verworfen)))


@dataclass(frozen=True, slots=True, kw_only=True)
class RubricJudgement:
    """`text_version`: of the Antrag's text in which its quotes stand. `answer`: what the model answered, „“
    where none was asked. `fields`: the touched ones, in the rubric's order. `refused`: what of the answer was
    not used, and why. `eingelesen`: when it came from a file, if it did.
    """

    lauf_id: str
    rubric: Rubric
    modell: str
    modell_geantwortet: str
    prompt_version: str
    answer: str
    text_version: str
    fields: tuple[FieldJudgement, ...]
    refused: tuple[str, ...] = ()
    tokens_ein: int | None = None
    tokens_aus: int | None = None
    kosten: float | None = None
    eingelesen: datetime | None = None
    id: str = ""
    created: datetime | None = None

    @property
    def untouched(self) -> list[RubricField]:
        touched = {one.field.id for one in self.fields}
        return [field for field in self.rubric.fields if field.id not in touched]

    @property
    def summary(self) -> str:
        return self.rubric.summed([one.level for one in self.fields if one.level])

    @property
    def belegt(self) -> int:
        return sum(len(one.quotes) for one in self.fields)

    @property
    def verworfen(self) -> int:
        return sum(len(one.dropped) for one in self.fields)


# --- as it is stored ----------------------------------------------------------------------------------------

MOST_FIELDS, MOST_QUOTES = 200, 100
"""Per judgement by a rubric, per field of it."""

MOST_OF_ALL = 1_000
"""Quotes per judgement; an answer of a model is looked through for 200."""


@dataclass(frozen=True, slots=True)
class RubricFieldNote:
    """`zitate`: what became of each; in a file that is only a hint where to look for it."""

    feld: Wort
    stufe: Annotated[int, Field(strict=True, ge=-GREATEST, le=GREATEST)] | None
    begruendung: Text
    zitate: Annotated[tuple[Any, ...], Field(max_length=MOST_QUOTES), FailFast()]


def _fitting(felder: tuple[RubricFieldNote, ...]) -> tuple[RubricFieldNote, ...]:
    names = [one.feld for one in felder]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise ValueError(f"nennt das Feld „{twice[:40]}“ zweimal")
    if (count := sum(len(one.zitate) for one in felder)) > MOST_OF_ALL:
        raise ValueError(f"hat {count} Zitate, lesbar sind {MOST_OF_ALL}")
    return felder


@dataclass(frozen=True, slots=True, kw_only=True)
class RubricNote:
    """A `RubricJudgement` as it is stored: the rubric's text as it was, for its file may change or go."""

    lauf_id: str
    rubric: Annotated[str, Field(strict=True, max_length=200), AfterValidator(printable)]
    rubric_text: Text
    modell: Wort
    modell_geantwortet: Wort
    prompt_version: Wort
    answer: LongText
    text_version: str = ""
    felder: Annotated[
        tuple[RubricFieldNote, ...], Field(max_length=MOST_FIELDS), FailFast(), AfterValidator(_fitting)
    ]
    refused: Annotated[tuple[Text, ...], Field(max_length=1_000), FailFast()] = ()
    tokens_ein: Number | None = None
    tokens_aus: Number | None = None
    kosten: Mass | None = None
    eingelesen: datetime | None = None
    id: str = ""
    created: datetime | None = None


def noted(one: RubricJudgement) -> RubricNote:
    felder = tuple(
        RubricFieldNote(
            field.field.id,
            field.level.wert if field.level else None,
            field.reason,
            (*map(write_eintrag, field.quotes), *map(write_eintrag, field.dropped)),
        )
        for field in one.fields
    )
    told: Row = {"rubric": one.rubric.id, "rubric_text": one.rubric.text, "felder": felder}
    same = {name: value for name, value in plain(one).items() if name not in ("rubric", "fields")}
    return RubricNote(**same | told)


def judged(note: RubricNote) -> RubricJudgement:
    rubric = read_rubric(note.rubric, note.rubric_text)
    touched = []
    for one in note.felder:
        field, level = rubric.find_field(one.feld), rubric.find_level(one.stufe)
        if field is None or (level is None and one.stufe is not None):
            raise RegistryError(
                f"Das Feld „{one.feld[:60]}“ mit der Stufe „{one.stufe}“ gibt es in der Rubrik "
                f"„{rubric.id}“ nicht."
            )
        touched.append(FieldJudgement.of(field, level, one.begruendung, map(read_eintrag, one.zitate)))
    told = {name: value for name, value in plain(note).items() if name not in ("rubric_text", "felder")}
    return RubricJudgement(**told | {"rubric": rubric, "fields": tuple(touched)})


def save_rubric(store: Runstore, given: RubricJudgement) -> RubricJudgement:
    return judged(store.save_note(noted(given)))


def list_rubrics(store: Runstore, lauf_id: str) -> list[RubricJudgement]:
    """Of one Lauf, the newest first."""
    return [judged(one) for one in reversed(store.notes_of(RubricNote, [lauf_id]))]


def find_rubric_judgement(store: Runstore, judgement_id: str) -> RubricJudgement | None:
    found = store.find_note(RubricNote, judgement_id)
    return judged(found) if found else None


# --- from somebody else's file ------------------------------------------------------------------------------

MOST_RUBRICS = 200
"""Judgements on a Lauf in a file."""

MOST_LETTERS = 4_000_000
"""Of all different rubrics of a file, which are parsed. The longest that is shipped has 10,000."""


class RubricsFromFile(NotesFromFile):
    """Rubric, levels and reasons are the file's word; of its quotes those are bound that the binder binds."""

    def check(self, note: RubricNote) -> None:
        for field in note.felder:
            CLAIMS.validate_python(list(field.zitate))

    def check_lauf(self, inhalte: Sequence[Mapping[str, Any]]) -> None:
        if len(inhalte) > MOST_RUBRICS:
            raise ValueError(f"notiz hat mehr als {MOST_RUBRICS} Urteile nach Rubriken")

    def check_file(self, inhalte: Sequence[Mapping[str, Any]]) -> None:
        letters = sum(map(len, {str(inhalt["rubric_text"]) for inhalt in inhalte}))
        if letters > MOST_LETTERS:
            raise ValueError(f"hat Rubriken mit zusammen {letters} Zeichen, lesbar sind {MOST_LETTERS}")

    def proved(self, note: RubricNote, text: Callable[[], JudgedText], bis: float) -> RubricNote:
        antrag, felder = text(), []
        for one in note.felder:
            entries: list[Eintrag] = []
            for said_quote in CLAIMS.validate_python(list(one.zitate)):
                emitted = said_quote.emittiert or said_quote.text
                if time.monotonic() > bis:
                    claim = Claim("", one.feld, emitted, said_quote.text, THE_ANTRAG)
                    entries.append(
                        unproved(claim, "Die Zeit zum Prüfen reichte nicht für alle Zitate der Datei.")
                    )
                else:
                    entries.append(bind_to_antrag(antrag, emitted, one.feld))
            felder.append(replace(one, zitate=tuple(map(write_eintrag, entries))))
        bound = replace(note, felder=tuple(felder), text_version=antrag.version, eingelesen=clock.now())
        try:
            return noted(judged(bound))
        except RegistryError as reason:
            raise EingabeError(f"Ein Urteil in der Datei passt nicht zu seiner Rubrik: {reason}") from reason


NOTE_KINDS = {"rubrik": NoteKind(RubricNote, leaves=True, from_file=RubricsFromFile())}

"""Judgements by a rubric, stored beside the Lauf whose Antrag they judge.

The rubric's text is stored with each as it was, and read again from there: its file may change or go.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Float, ForeignKey, Integer, String, Table, Text, select

from core import clock
from core.citations.eintrag import Eintrag, Gebunden, Verworfen
from core.citations.eintrag_json import read_eintrag, write_eintrag
from core.errors import RegistryError
from core.llm.rubric import Rubric, RubricField, RubricLevel, read_rubric
from core.runs.connection import StoreConnection, insert_rows, new_id
from core.runs.lauf_rows import Row, fitting
from core.runs.sql import Condition, ExactText, Json, Zeitpunkt
from core.runs.tables import column, lauf, metadata
from core.runs.write_laeufe import unknown

rubric_judgement = Table(
    "rubric_judgement",
    metadata,
    column("id", String(16), primary_key=True),
    column("lauf_id", String(16), ForeignKey("lauf.id", ondelete="CASCADE"), index=True),
    column("created", Zeitpunkt),
    column("rubric", String(200)),
    column("rubric_text", ExactText),
    column("modell", Text),
    column("modell_geantwortet", Text),
    column("prompt_version", Text),
    column("answer", ExactText),
    column("text_version", String(64)),
    column("tokens_ein", Integer, nullable=True),
    column("tokens_aus", Integer, nullable=True),
    column("kosten", Float, nullable=True),
    column("refused", Json),
    column("felder", Json),
    column("eingelesen", Zeitpunkt, nullable=True),
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


def judged_field(
    rubric: Rubric, feld: str, stufe: int | None, reason: str, entries: Iterable[Eintrag]
) -> FieldJudgement:
    field, level = rubric.find_field(feld), rubric.find_level(stufe)
    if field is None or (level is None and stufe is not None):
        raise RegistryError(
            f"Das Feld „{feld[:60]}“ mit der Stufe „{stufe}“ gibt es in der Rubrik „{rubric.id}“ nicht."
        )
    return FieldJudgement.of(field, level, reason, entries)


def save_rubric(store: StoreConnection, given: RubricJudgement) -> RubricJudgement:
    stored = replace(given, id=new_id(), created=clock.now())
    with store.writing() as connection:
        if not connection.scalar(select(lauf.c.id).where(lauf.c.id == given.lauf_id)):  # removed meanwhile
            raise unknown(given.lauf_id)
        insert_rubrics(connection, [stored])
    return stored


def insert_rubrics(connection: Connection, judgements: Sequence[RubricJudgement]) -> None:
    insert_rows(connection, rubric_judgement, [as_row(one) for one in judgements])


def as_row(one: RubricJudgement) -> Row:
    named = {"rubric": one.rubric.id, "rubric_text": one.rubric.text, "refused": list(one.refused)}
    felder = [
        {
            "feld": field.field.id,
            "stufe": field.level.wert if field.level else None,
            "begruendung": field.reason,
            "zitate": [*map(write_eintrag, field.quotes), *map(write_eintrag, field.dropped)],
        }
        for field in one.fields
    ]
    same = {c.name: getattr(one, c.name) for c in rubric_judgement.c if hasattr(one, c.name)}
    return same | named | {"felder": felder}


def list_rubrics(store: StoreConnection, lauf_id: str) -> list[RubricJudgement]:
    """Of one Lauf, the newest first."""
    with store.reading() as connection:
        return read_rubrics(connection, rubric_judgement.c.lauf_id == lauf_id)


def find_rubric_judgement(store: StoreConnection, judgement_id: str) -> RubricJudgement | None:
    with store.reading() as connection:
        return next(iter(read_rubrics(connection, rubric_judgement.c.id == judgement_id)), None)


def delete_rubric(store: StoreConnection, judgement_id: str) -> None:
    """For good; one that is not there is gone already."""
    with store.writing() as connection:
        connection.execute(rubric_judgement.delete().where(rubric_judgement.c.id == judgement_id))


def read_rubrics(connection: Connection, condition: Condition) -> list[RubricJudgement]:
    """The newest first."""
    c = rubric_judgement.c
    query = rubric_judgement.select().where(condition).order_by(c.created.desc(), c.id)
    return [_judgement(row) for row in connection.execute(query).mappings()]


def _judgement(row: Mapping[Any, Any]) -> RubricJudgement:
    rubric = read_rubric(row["rubric"], row["rubric_text"])
    fields = tuple(
        judged_field(rubric, one["feld"], one["stufe"], one["begruendung"], map(read_eintrag, one["zitate"]))
        for one in row["felder"]
    )
    told = {"rubric": rubric, "fields": fields, "refused": tuple(row["refused"])}
    return RubricJudgement(**fitting(RubricJudgement, row) | told)

"""Judgements by a rubric, stored beside the Lauf whose Antrag they judge.

The rubric's text is stored with each as it was: its file may change or go.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from core.citations.eintrag import Eintrag, Gebunden, Verworfen
from core.citations.eintrag_json import read_eintrag, write_eintrag
from core.runs.connection import StoreConnection, insert_rows, new_id, now
from core.runs.lauf_rows import Row, fitting, plain
from core.runs.sql import (
    Condition,
    Connection,
    ExactText,
    Float,
    ForeignKey,
    Integer,
    Json,
    RowMapping,
    String,
    Table,
    Text,
    Zeitpunkt,
    select,
)
from core.runs.tables import column, lauf, metadata
from core.runs.write_laeufe import unknown

rubric_judgement = Table(
    "rubric_judgement",
    metadata,
    column("id", String(16), primary_key=True),
    column("lauf_id", String(16), ForeignKey("lauf.id", ondelete="CASCADE"), index=True),
    column("created", Zeitpunkt),
    column("rubric", String(200)),
    column("rubric_version", Integer),
    column("rubric_text", ExactText),
    column("modell", Text),
    column("modell_geantwortet", Text),
    column("prompt_version", Text),
    column("answer", ExactText),
    column("text_version", String(64), index=True),
    column("tokens_ein", Integer, nullable=True),
    column("tokens_aus", Integer, nullable=True),
    column("kosten", Float, nullable=True),
    column("refused", Json),
    column("aus_cache", String(16), nullable=True),
    column("eingelesen", Zeitpunkt, nullable=True),
)

rubric_field = Table(
    "rubric_field",
    metadata,
    column(
        "judgement_id", String(16), ForeignKey("rubric_judgement.id", ondelete="CASCADE"), primary_key=True
    ),
    column("nummer", Integer, primary_key=True),
    column("feld", Text),
    column("stufe", Integer, nullable=True),
    column("begruendung", ExactText),
    column("quotes", Json),
)

AT_ONCE = 500
"""As many parameters as every database takes."""


@dataclass(frozen=True, slots=True)
class StoredField:
    """One touched field. `stufe`: None where nobody judged how."""

    feld: str
    stufe: int | None
    reason: str
    quotes: tuple[Gebunden, ...] = ()
    dropped: tuple[Verworfen, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredRubric:
    """One judgement. `text_version`: of the Antrag's text in which its quotes stand. `answer`: what the model
    answered, „“ where none was asked. `refused`: what of that was not used, and why. `aus_cache`: the
    judgement whose answer this is, so nobody paid for it again. `eingelesen`: when it came from a file, if it
    did.
    """

    lauf_id: str
    rubric: str
    rubric_version: int
    rubric_text: str
    modell: str
    modell_geantwortet: str
    prompt_version: str
    answer: str
    text_version: str
    fields: tuple[StoredField, ...]
    refused: tuple[str, ...] = ()
    tokens_ein: int | None = None
    tokens_aus: int | None = None
    kosten: float | None = None
    aus_cache: str | None = None
    eingelesen: datetime | None = None
    id: str = ""
    created: datetime | None = None

    @property
    def belegt(self) -> int:
        return sum(len(one.quotes) for one in self.fields)

    @property
    def verworfen(self) -> int:
        return sum(len(one.dropped) for one in self.fields)


def save_rubric(store: StoreConnection, given: StoredRubric) -> str:
    """Its id; judgement and fields are there together, or neither is."""
    stored = replace(given, id=new_id(), created=now())
    with store.writing() as connection:
        if not connection.scalar(select(lauf.c.id).where(lauf.c.id == given.lauf_id)):  # removed meanwhile
            raise unknown(given.lauf_id)
        insert_rubrics(connection, [stored])
    return stored.id


def insert_rubrics(connection: Connection, judgements: Sequence[StoredRubric]) -> None:
    for one in judgements:
        row = plain(one) | {"refused": list(one.refused)}
        del row["fields"]
        insert_rows(connection, rubric_judgement, [row])
        insert_rows(connection, rubric_field, [_field_row(one.id, n, f) for n, f in enumerate(one.fields)])


def _field_row(judgement_id: str, nummer: int, field: StoredField) -> Row:
    quotes: tuple[Eintrag, ...] = (*field.quotes, *field.dropped)
    return {
        "judgement_id": judgement_id,
        "nummer": nummer,
        "feld": field.feld,
        "stufe": field.stufe,
        "begruendung": field.reason,
        "quotes": [write_eintrag(one) for one in quotes],
    }


def list_rubrics(store: StoreConnection, lauf_id: str) -> list[StoredRubric]:
    """Of one Lauf, the newest first."""
    return rubrics_by_lauf(store, [lauf_id]).get(lauf_id, [])


def rubrics_by_lauf(store: StoreConnection, lauf_ids: Collection[str]) -> dict[str, list[StoredRubric]]:
    """Lauf → its judgements, the newest first; for those that have any."""
    found: dict[str, list[StoredRubric]] = {}
    wanted = sorted(set(lauf_ids))
    with store.reading() as connection:
        for start in range(0, len(wanted), AT_ONCE):
            here = rubric_judgement.c.lauf_id.in_(wanted[start : start + AT_ONCE])
            for one in read_rubrics(connection, here):
                found.setdefault(one.lauf_id, []).append(one)
    return found


def find_rubric_judgement(store: StoreConnection, judgement_id: str) -> StoredRubric | None:
    with store.reading() as connection:
        return next(iter(read_rubrics(connection, rubric_judgement.c.id == judgement_id)), None)


def find_same_rubric(store: StoreConnection, asked: StoredRubric) -> StoredRubric | None:
    """What was answered to the very same question before, in this Lauf or another; the latest, this Lauf's
    first. What came from a file, or is of the demo, answers nothing.
    """
    c = rubric_judgement.c
    own = select(lauf.c.id).where(lauf.c.is_demo.is_(False) | (lauf.c.id == asked.lauf_id))
    same = (
        (c.text_version == asked.text_version)
        & (c.modell == asked.modell)
        & (c.prompt_version == asked.prompt_version)
        & (c.rubric_text == asked.rubric_text)
        & c.eingelesen.is_(None)
        & c.lauf_id.in_(own)
    )
    with store.reading() as connection:
        found = read_rubrics(connection, same)
    return next((one for one in found if one.lauf_id == asked.lauf_id), next(iter(found), None))


def delete_rubric(store: StoreConnection, judgement_id: str) -> None:
    """For good; one that is not there is gone already."""
    with store.writing() as connection:
        connection.execute(rubric_judgement.delete().where(rubric_judgement.c.id == judgement_id))


def read_rubrics(connection: Connection, condition: Condition) -> list[StoredRubric]:
    """The newest first."""
    c = rubric_judgement.c
    query = rubric_judgement.select().where(condition).order_by(c.created.desc(), c.id)
    rows = connection.execute(query).mappings().all()
    fields: dict[str, list[StoredField]] = {}
    of_these = rubric_field.c.judgement_id.in_(select(c.id).where(condition))
    in_order = rubric_field.select().where(of_these).order_by(rubric_field.c.nummer)
    for row in connection.execute(in_order).mappings():
        fields.setdefault(row["judgement_id"], []).append(_field(row))
    return [_judgement(row, fields.get(row["id"], [])) for row in rows]


def _judgement(row: RowMapping, fields: Sequence[StoredField]) -> StoredRubric:
    told = {"refused": tuple(row["refused"]), "fields": tuple(fields)}
    return StoredRubric(**fitting(StoredRubric, row) | told)


def _field(row: RowMapping) -> StoredField:
    quotes = [read_eintrag(one) for one in row["quotes"]]
    return StoredField(
        feld=row["feld"],
        stufe=row["stufe"],
        reason=row["begruendung"],
        quotes=tuple(one for one in quotes if isinstance(one, Gebunden)),
        dropped=tuple(one for one in quotes if isinstance(one, Verworfen)),
    )

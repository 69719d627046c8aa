"""Notes: what people and second models say of results, what was asked, what proofs came to; own prompts.

All kinds lie in one table. What several have in common is a column, the rest is JSON, and the class of a
kind says what may stand in it, whether it was made here or comes from a file. A new kind is a class and its
line in KINDS.
"""

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import date, datetime
from functools import cache
from typing import Annotated, Any, NamedTuple, TypeVar, cast

from pydantic import AfterValidator, FailFast, Field, TypeAdapter, ValidationError
from pydantic_core import to_jsonable_python
from sqlalchemy import Connection, bindparam, select

from core.base import clock, formats
from core.base.errors import EingabeError, RegistryError
from core.base.schema import GREATEST, LongText, Mass, Number, Text, Wort, first_fault, printable
from core.features.rubrics.rubric import Rubric, RubricField, RubricLevel, read_rubric
from core.llm.verdict import WORT, Traegt, Verdict
from core.runs.connection import Condition, StoreConnection, insert_rows, lock_table, new_id
from core.runs.lauf import (
    Json,
    Lauf,
    OwnPrompt,
    Row,
    StoredAntwort,
    Urteil,
    plain,
    text_hash,
    unknown_lauf,
)
from core.runs.tables import lauf, notiz, prompt, score, zitat
from core.wortlaut.binding.eintrag import Eintrag, Gebunden, Verworfen, read_eintrag, write_eintrag


@dataclass(frozen=True, slots=True)
class Pruefung:
    """One proof of all stored quotes against the PDFs; `befunde` are the first of those that failed."""

    sekunden: float
    laeufe: int
    geprueft: int
    belegt: int
    befunde: tuple[Json, ...] = ()
    app_version: str = ""
    id: str = ""
    created: datetime | None = None


@dataclass(frozen=True, slots=True)
class AlarmNote:
    """What somebody wrote who looked at the alarms of that kind and series in these days, both inclusive.

    `art`, `merkmal` and `wert`: as `core.features.monitor.alarms` calls its series.
    """

    art: str
    merkmal: str
    wert: str
    von: date
    bis: date
    name: str = ""
    notiz: str = ""
    id: str = ""
    created: datetime | None = None


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


MOST_BLOCKS = 200_000
"""Paragraphs of a checked text: no more than it may have letters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TextPruefung:
    """A text whose quotes were checked, kept because somebody said so.

    `blocks`: kind, text, source and whether its direction is turned, of each paragraph. `counts`: quotes by
    verdict as they were on that day, in so many `programme`. `unread`: what was not read, how often.
    """

    titel: Text
    blocks: Annotated[tuple[tuple[str, str, str, bool], ...], Field(max_length=MOST_BLOCKS), FailFast()]
    bundesland: str
    programme: Number
    counts: dict[str, Number]
    unread: tuple[tuple[str, Number], ...] = ()
    id: str = ""
    created: datetime | None = None


class NoteKind(NamedTuple):
    """`leaves`: with its Lauf in an export. `comes_in`: is taken from one. `of_answer`: goes with the answer
    of the party that it is of."""

    form: type[Any]
    leaves: bool = False
    comes_in: bool = False
    of_answer: bool = False


KINDS = {
    "urteil": NoteKind(Urteil, leaves=True, comes_in=True, of_answer=True),
    "antwort": NoteKind(StoredAntwort, leaves=True, comes_in=True),
    "pruefung": NoteKind(Pruefung),
    # What second models said of quotes is for others to read; who reads it in asks anew, for a file proves
    # none of it.
    "traegt": NoteKind(Traegt, leaves=True, of_answer=True),
    "alarm": NoteKind(AlarmNote),
    "rubrik": NoteKind(RubricNote, leaves=True, comes_in=True),
    "text": NoteKind(TextPruefung),
}
LEAVING = tuple(art for art, kind in KINDS.items() if kind.leaves)
COMING_IN = tuple(art for art, kind in KINDS.items() if kind.comes_in)
OF_ANSWER = tuple(art for art, kind in KINDS.items() if kind.of_answer)
ART = {kind.form: art for art, kind in KINDS.items()}

Note = Urteil | StoredAntwort | Pruefung | Traegt | AlarmNote | RubricNote | TextPruefung
Kind = TypeVar("Kind", bound=Note)

COLUMNS = ("id", "lauf_id", "partei", "zitat", "schluessel", "name", "created")
"""What kinds have in common, where they have it."""


def row_of(note: Note) -> Row:
    """`id` may be made of what the note says: then it takes the place of another that says it."""
    values = plain(note) | {"id": note.id}
    columns = {name: values.pop(name, None) for name in COLUMNS}
    return columns | {"art": ART[type(note)], "inhalt": to_jsonable_python(values)}


def note_of(row: Mapping[Any, Any]) -> Any:
    """What a row says, ours or that of a file; a ValueError where it is not what its kind may say."""
    kind, inhalt = KINDS.get(row["art"]), row["inhalt"]
    if kind is None or not isinstance(inhalt, dict):
        raise ValueError(f"eine Notiz der Art „{row['art']}“ ist nicht lesbar")
    columns = {one.name: row[one.name] for one in fields(kind.form) if one.name in COLUMNS}
    return _form(cast(Hashable, kind.form)).validate_python(inhalt | columns)


@cache
def _form(kind: Hashable) -> TypeAdapter[Any]:
    return TypeAdapter(cast(type[Any], kind))


def save_note(store: StoreConnection, note: Kind) -> Kind:
    """It as stored, with its id and the moment."""
    stored = cast(Kind, replace(cast(Any, note), id=new_id(), created=clock.now()))
    save_notes(store, [stored])
    return stored


def save_notes(store: StoreConnection, notes: Sequence[Note]) -> None:
    """Each takes the place of the one that has its id; none of a Lauf that was removed meanwhile."""
    rows = [row_of(note) for note in notes]
    try:
        for row in rows:  # what could not be read again is not stored
            note_of(row)
    except ValidationError as error:
        raise EingabeError(f"Das lässt sich nicht speichern: {first_fault(error)}.") from error
    with store.writing() as connection:
        for lauf_id in {row["lauf_id"] for row in rows} - {None}:
            if not connection.scalar(select(lauf.c.id).where(lauf.c.id == lauf_id)):
                raise unknown_lauf(lauf_id)
        # Only what is there can be judged.
        for note in notes:
            if isinstance(note, Urteil):
                _refuse_urteil(connection, note)
        write_notes(connection, rows)


def write_notes(connection: Connection, rows: Sequence[Row]) -> None:
    if rows:
        same = notiz.delete().where(notiz.c.id == bindparam("own"))
        connection.execute(same, [{"own": row["id"]} for row in rows])
    insert_rows(connection, notiz, rows)


def notes_of(store: StoreConnection, kind: type[Kind], lauf_ids: Collection[str] | None = None) -> list[Kind]:
    """All of a kind, or those on these Läufe; the oldest first."""
    with store.reading() as connection:
        which = () if lauf_ids is None else (notiz.c.lauf_id.in_(set(lauf_ids)),)
        return read_notes(connection, kind, *which)


def read_notes(connection: Connection, kind: type[Kind], *which: Condition) -> list[Kind]:
    query = notiz.select().where(notiz.c.art == ART[kind], *which).order_by(notiz.c.created, notiz.c.id)
    return [note_of(row) for row in connection.execute(query).mappings()]


def find_note(store: StoreConnection, kind: type[Kind], note_id: str) -> Kind | None:
    with store.reading() as connection:
        return next(iter(read_notes(connection, kind, notiz.c.id == note_id)), None)


def delete_note(store: StoreConnection, note_id: str) -> None:
    """For good; one that is not there is gone already."""
    with store.writing() as connection:
        connection.execute(notiz.delete().where(notiz.c.id == note_id))


def _refuse_urteil(connection: Connection, said: Urteil) -> None:
    if said.traegt is not None and (said.zitat is None or said.traegt is Verdict.OFFEN):
        raise EingabeError(
            "Ob etwas trägt, lässt sich nur von einem Zitat sagen, und nur mit „stützt“, „widerspricht“ oder "
            "„spricht von anderem“. Bitte das Urteil an einem Zitat abgeben."
        )
    if said.forderung is not None and said.zitat is None:
        raise EingabeError("Zu einer Forderung lässt sich nur ein Zitat beurteilen, keine Bewertung.")
    if said.punkte is not None and said.zitat is not None:
        raise EingabeError("Eigene Punkte gibt es nur zu einer Bewertung, nicht zu einem Zitat.")
    table, own = (score, ()) if said.zitat is None else (zitat, (zitat.c.nummer == said.zitat,))
    place = (table.c.lauf_id == said.lauf_id, table.c.partei == said.partei, table.c.typ == said.typ)
    if connection.scalar(select(table.c.lauf_id).where(*place, *own)) is None:
        what = "keinen Score" if said.zitat is None else f"kein Zitat Nr. {said.zitat}"
        raise EingabeError(
            f"Der Lauf „{said.lauf_id}“ hat {what} für {said.partei}, {said.typ}. Bitte die Seite neu laden."
        )


# --- answers to questions -----------------------------------------------------------------------------------


def load_antwort(store: StoreConnection, antwort_id: str) -> StoredAntwort:
    if found := find_note(store, StoredAntwort, antwort_id):
        return found
    raise unknown_antwort(antwort_id)


def unknown_antwort(antwort_id: str) -> EingabeError:
    return EingabeError(
        f"Die Antwort „{antwort_id}“ gibt es nicht. Bitte die Adresse prüfen oder die Frage neu stellen."
    )


# --- what second models said of bound quotes ----------------------------------------------------------------


def traegt_of(store: StoreConnection, lauf_ids: Collection[str]) -> dict[str, list[Traegt]]:
    """Lauf → what was said of its quotes, the oldest first; for those of which anything was."""
    found: dict[str, list[Traegt]] = {}
    rows = notes_of(store, Traegt, lauf_ids)
    for row in sorted(rows, key=lambda row: (row.created, row.partei, row.zitat, row.rang)):
        found.setdefault(row.lauf_id, []).append(row)
    return found


def list_traegt(store: StoreConnection, lauf_id: str) -> list[Traegt]:
    return traegt_of(store, [lauf_id]).get(lauf_id, [])


def known_traegt(store: StoreConnection, keys: Collection[str]) -> dict[str, Traegt]:
    """Key → what was answered to it before, in whatever Lauf; the latest."""
    # What an invented Lauf was told nobody has been asked.
    own = select(lauf.c.id).where(lauf.c.is_demo.is_(False))
    asked = (notiz.c.schluessel.in_(set(keys) - {""}), notiz.c.lauf_id.in_(own))
    with store.reading() as connection:
        return {row.schluessel: row for row in read_notes(connection, Traegt, *asked)}


# --- what people said of points and quotes: narrow rows, and in words ---------------------------------------


class JudgedZitat(NamedTuple):
    """What a person says that a quote carries; without a Forderung: of the one it stands for."""

    lauf_id: str
    partei: str
    zitat: int
    forderung: str | None
    name: str
    verdict: str
    created: datetime


def people_of(store: StoreConnection, ids: Collection[str]) -> list[JudgedZitat]:
    """A row per person, the oldest first."""
    return [
        JudgedZitat(one.lauf_id, one.partei, one.zitat, one.forderung, one.name, one.traegt, one.created)
        for one in notes_of(store, Urteil, ids)
        if one.zitat is not None and one.traegt is not None and one.created
    ]


def urteile_on(lauf: Lauf, partei: str, typ: str, zitat: int | None) -> list[Urteil]:
    """The oldest first. `zitat`: from 0, per party; None for the points, and then those on any quote are left
    out."""
    return [one for one in lauf.urteile if (one.partei, one.typ, one.zitat) == (partei, typ, zitat)]


def meinung(urteil: Urteil) -> str:
    """„Stimmt nicht, zu Forderung 2: spricht von anderem“, „Stimmt nicht, eigene Punkte: 7 von 10“."""
    about = f"zu Forderung {urteil.forderung}" if urteil.forderung else ""
    word = WORT[urteil.traegt] if urteil.traegt else ""
    carried = ": ".join(filter(None, [about, word]))
    parts = ["Stimmt" if urteil.zustimmung else "Stimmt nicht", *filter(None, [carried])]
    if urteil.punkte is not None:
        parts.append(f"eigene Punkte: {formats.score(urteil.punkte)} von 10")
    return ", ".join(parts)


def told(urteil: Urteil) -> str:
    """What a person says, with name and day."""
    day = formats.day(urteil.created) if urteil.created else ""
    whose = ", ".join(filter(None, [urteil.name, day]))
    note = f": {urteil.notiz}" if urteil.notiz else ""
    return f"{meinung(urteil)}{note} ({whose})" if whose else f"{meinung(urteil)}{note}"


# --- judgements by a rubric, beside the Lauf whose Antrag they judge ----------------------------------------


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


def save_rubric(store: StoreConnection, given: RubricJudgement) -> RubricJudgement:
    return judged(save_note(store, noted(given)))


def list_rubrics(store: StoreConnection, lauf_id: str) -> list[RubricJudgement]:
    """Of one Lauf, the newest first."""
    return [judged(one) for one in reversed(notes_of(store, RubricNote, [lauf_id]))]


def find_rubric_judgement(store: StoreConnection, judgement_id: str) -> RubricJudgement | None:
    found = find_note(store, RubricNote, judgement_id)
    return judged(found) if found else None


# --- prompts that users wrote ------------------------------------------------------------------------------


def save_prompt(store: StoreConnection, name: str, text: str) -> OwnPrompt:
    """The newest version of the prompt, which is another one only where the text changed."""
    if not name.strip() or len(name) > 200:
        raise EingabeError("Ein Prompt braucht einen Namen von höchstens 200 Zeichen.")
    with store.writing() as connection:
        lock_table(connection, prompt)
        newest = select(prompt).where(prompt.c.name == name).order_by(prompt.c.nummer.desc()).limit(1)
        row = connection.execute(newest).mappings().one_or_none()
        if row and row["hash"] == text_hash(text):
            return OwnPrompt(**row)
        version = OwnPrompt(name, row["nummer"] + 1 if row else 1, text, text_hash(text), clock.now())
        insert_rows(connection, prompt, [plain(version)])
    return version


def list_prompts(store: StoreConnection) -> list[OwnPrompt]:
    """Every version of every prompt, the newest of each first."""
    query = select(prompt).order_by(prompt.c.name, prompt.c.nummer.desc())
    with store.reading() as connection:
        return [OwnPrompt(**row) for row in connection.execute(query).mappings()]

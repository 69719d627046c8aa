"""Notes: what people and second models say of results, what was asked, what proofs came to; own prompts.

All kinds lie in one table. What several have in common is a column, the rest is JSON, and the class of a
kind says what may stand in it, whether it was made here or comes from a file. A new kind is a class and its
line in `OWN`, or in what a feature has for the place „note_kinds“.
"""

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar, cast

from pydantic import TypeAdapter, ValidationError
from pydantic_core import to_jsonable_python
from sqlalchemy import Connection, bindparam, select

from core.base import clock
from core.base.errors import EingabeError
from core.base.schema import first_fault
from core.features import hooks
from core.llm.verdict import Traegt, Verdict
from core.runs.connection import Condition, StoreConnection, insert_rows, lock_table, new_id
from core.runs.lauf import (
    AntwortKind,
    Json,
    OwnPrompt,
    Row,
    StoredAntwort,
    Urteil,
    plain,
    text_hash,
    unknown_lauf,
)
from core.runs.tables import lauf, notiz, prompt, score, zitat

if TYPE_CHECKING:
    from collections.abc import Callable

    from core.proof.antrag_citations import JudgedText


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


class NotesFromFile:
    """What is done with the notes of a kind in somebody else's file, beyond their form: here nothing.

    `inhalte`: what they say, as JSON. What is wrong is a ValueError.
    """

    def check(self, note: Any) -> None:
        """Quotes in it are claims like others."""

    def check_lauf(self, inhalte: Sequence[Mapping[str, Any]]) -> None:
        """Those on one Lauf."""

    def check_file(self, inhalte: Sequence[Mapping[str, Any]]) -> None:
        """Those of the whole file."""

    def proved(self, note: Any, text: "Callable[[], JudgedText]", bis: float) -> Any:
        """As it is stored here. `text`: of the Antrag; from `bis` on (of the monotonic clock) quotes stay
        unproved."""
        return note


class NoteKind(NamedTuple):
    """`leaves`: with its Lauf in an export. `from_file`: how it is taken from one; None: it is not.
    `of_answer`: goes with the answer of the party that it is of."""

    form: type[Any]
    leaves: bool = False
    from_file: NotesFromFile | None = None
    of_answer: bool = False


OWN = {
    "urteil": NoteKind(Urteil, leaves=True, from_file=NotesFromFile(), of_answer=True),
    "antwort": NoteKind(StoredAntwort, leaves=True, from_file=NotesFromFile()),
    "pruefung": NoteKind(Pruefung),
    # What second models said of quotes is for others to read; who reads it in asks anew, for a file proves
    # none of it.
    "traegt": NoteKind(Traegt, leaves=True, of_answer=True),
}


@cache
def kinds() -> Mapping[str, NoteKind]:
    """By the word that is stored: our own, and those of the features."""
    others: tuple[Mapping[str, NoteKind], ...] = hooks("note_kinds")
    return OWN | {art: kind for theirs in others for art, kind in theirs.items()}


def leaving() -> list[str]:
    return [art for art, kind in kinds().items() if kind.leaves]


def of_answer() -> list[str]:
    return [art for art, kind in kinds().items() if kind.of_answer]


def coming_in() -> dict[str, NotesFromFile]:
    return {art: kind.from_file for art, kind in kinds().items() if kind.from_file}


def art_of(form: type[Any]) -> str:
    return next(art for art, kind in kinds().items() if kind.form is form)


class Note(Protocol):
    """A dataclass that `kinds` names."""

    @property
    def id(self) -> str: ...


Kind = TypeVar("Kind", bound=Note)

COLUMNS = ("id", "lauf_id", "partei", "zitat", "schluessel", "name", "created")
"""What kinds have in common, where they have it."""


def row_of(note: Note) -> Row:
    """`id` may be made of what the note says: then it takes the place of another that says it."""
    values = plain(cast(Any, note)) | {"id": note.id}
    columns = {name: values.pop(name, None) for name in COLUMNS}
    return columns | {"art": art_of(type(note)), "inhalt": to_jsonable_python(values)}


def note_of(row: Mapping[Any, Any]) -> Any:
    """What a row says, ours or that of a file; a ValueError where it is not what its kind may say."""
    kind, inhalt = kinds().get(row["art"]), row["inhalt"]
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
    query = notiz.select().where(notiz.c.art == art_of(kind), *which).order_by(notiz.c.created, notiz.c.id)
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


def load_antwort(store: StoreConnection, antwort_id: str, art: AntwortKind) -> StoredAntwort:
    found = find_note(store, StoredAntwort, antwort_id)
    if found is None or found.art is not art:
        raise EingabeError(
            f"Die Antwort „{antwort_id}“ gibt es nicht. Bitte die Adresse prüfen oder die Frage neu stellen."
        )
    return found


# --- what second models said of bound quotes ----------------------------------------------------------------


def traegt_of(store: StoreConnection, lauf_ids: Collection[str]) -> dict[str, list[Traegt]]:
    """Lauf → what was said of its quotes, the oldest first; for those of which anything was."""
    found: dict[str, list[Traegt]] = {}
    rows = notes_of(store, Traegt, lauf_ids)
    for row in sorted(rows, key=lambda row: (row.created, row.partei, row.zitat, row.rang)):
        found.setdefault(row.lauf_id, []).append(row)
    return found


def known_traegt(store: StoreConnection, schluessel: Collection[str]) -> dict[str, Traegt]:
    """Key → the latest answer to it in any Lauf that is not invented; „“ is no key."""
    own = select(lauf.c.id).where(lauf.c.is_demo.is_(False))
    asked = (notiz.c.schluessel.in_(set(schluessel) - {""}), notiz.c.lauf_id.in_(own))
    with store.reading() as connection:
        return {row.schluessel: row for row in read_notes(connection, Traegt, *asked)}


def counting_traegt(store: StoreConnection) -> list[Traegt]:
    """On Läufe that are neither invented nor deleted; without what could not be used, which has no key."""
    own = select(lauf.c.id).where(lauf.c.is_demo.is_(False), lauf.c.geloescht.is_(None))
    with store.reading() as connection:
        return read_notes(connection, Traegt, notiz.c.lauf_id.in_(own), notiz.c.schluessel != "")


def list_traegt(store: StoreConnection, lauf_id: str) -> list[Traegt]:
    return traegt_of(store, [lauf_id]).get(lauf_id, [])


# --- what people said of quotes: narrow rows ----------------------------------------------------------------


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

"""What is stored beside the Läufe: what people and second models say of results, answers, own prompts."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date, datetime
from enum import StrEnum
from typing import Any, NamedTuple

from sqlalchemy import (
    Connection,
    Date,
    Float,
    ForeignKey,
    Integer,
    RowMapping,
    String,
    Table,
    Text,
    and_,
    select,
)

from core import clock
from core.citations.eintrag import Eintrag, Gebunden, Verworfen
from core.citations.eintrag_json import read_eintrag, write_eintrag
from core.citations.verdict import WORT, Traegt, Verdict
from core.errors import EingabeError, RegistryError
from core.german import formats
from core.llm.rubric import Rubric, RubricField, RubricLevel, read_rubric
from core.runs.connection import (
    Condition,
    ExactText,
    JsonColumn,
    KeywordText,
    StoreConnection,
    Zeitpunkt,
    insert_rows,
    lock_table,
    new_id,
)
from core.runs.lauf import (
    AntwortKind,
    Json,
    Lauf,
    OwnPrompt,
    Row,
    Status,
    StoredAntwort,
    Urteil,
    fitting,
    plain,
    text_hash,
)
from core.runs.tables import (
    antwort,
    column,
    lauf,
    metadata,
    prompt,
    pruefung,
    score,
    stimme,
    teil,
    traegt,
    urteil,
    zitat,
)
from core.runs.write_laeufe import unknown

# --- answers to questions ----------------------------------------------------------------------------------


def save_antwort(
    store: StoreConnection,
    art: AntwortKind,
    eingabe: str,
    modell: str,
    inhalt: Json,
    lauf_id: str | None = None,
) -> str:
    """Its id. With a `lauf_id` it belongs to that Lauf: exported, deleted and purged with it."""
    antwort_id = new_id()
    row = {
        "id": antwort_id,
        "created": clock.now(),
        "art": AntwortKind(art),
        "lauf_id": lauf_id,
        "eingabe": eingabe,
        "modell": modell,
        "inhalt": dict(inhalt),
    }
    with store.writing() as connection:
        if lauf_id is not None and not connection.scalar(select(lauf.c.id).where(lauf.c.id == lauf_id)):
            raise unknown(lauf_id)
        insert_rows(connection, antwort, [row])
    return antwort_id


def load_antwort(store: StoreConnection, antwort_id: str) -> StoredAntwort:
    with store.reading() as connection:
        found = connection.execute(select(antwort).where(antwort.c.id == antwort_id))
        row = found.mappings().one_or_none()
    if row is None:
        raise unknown_antwort(antwort_id)
    return _antwort(row)


def list_antworten(store: StoreConnection, lauf_id: str) -> list[StoredAntwort]:
    """What was asked about one Lauf, the oldest first."""
    query = select(antwort).where(antwort.c.lauf_id == lauf_id).order_by(antwort.c.created, antwort.c.id)
    with store.reading() as connection:
        return [_antwort(row) for row in connection.execute(query).mappings()]


def unknown_antwort(antwort_id: str) -> EingabeError:
    return EingabeError(
        f"Die Antwort „{antwort_id}“ gibt es nicht. Bitte die Adresse prüfen oder die Frage neu stellen."
    )


def _antwort(row: RowMapping) -> StoredAntwort:
    return StoredAntwort(**{**row, "art": AntwortKind(row["art"])})


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


# --- what people say of scores and quotes ------------------------------------------------------------------


def save_urteil(store: StoreConnection, passed: Urteil) -> Urteil:
    """Store what a person says of a score or of a quote that is there; a score carries nothing itself."""
    if passed.traegt is not None and (passed.zitat is None or passed.traegt is Verdict.OFFEN):
        raise EingabeError(
            "Ob etwas trägt, lässt sich nur von einem Zitat sagen, und nur mit „stützt“, „widerspricht“ oder "
            "„spricht von anderem“. Bitte das Urteil an einem Zitat abgeben."
        )
    if passed.forderung is not None and passed.zitat is None:
        raise EingabeError("Zu einer Forderung lässt sich nur ein Zitat beurteilen, keine Bewertung.")
    if passed.punkte is not None and (passed.zitat is not None or not 0 <= passed.punkte <= 10):
        raise EingabeError(
            "Eigene Punkte gibt es nur zu einer Bewertung, nicht zu einem Zitat, und nur von 0 bis 10. Bitte "
            "eine andere Zahl angeben."
        )
    stored = Urteil(**plain(passed) | {"id": new_id(), "created": clock.now()})
    table, nummer = (score, None) if stored.zitat is None else (zitat, zitat.c.nummer == stored.zitat)
    judged = select(table.c.lauf_id).where(
        table.c.lauf_id == stored.lauf_id, table.c.partei == stored.partei, table.c.typ == stored.typ
    )
    with store.writing() as connection:
        if connection.scalar(judged if nummer is None else judged.where(nummer)) is None:
            what = "keinen Score" if stored.zitat is None else f"kein Zitat Nr. {stored.zitat}"
            raise EingabeError(
                f"Der Lauf „{stored.lauf_id}“ hat {what} für {stored.partei}, {stored.typ}. "
                "Bitte die Seite neu laden."
            )
        insert_rows(connection, urteil, [plain(stored)])
    return stored


# --- blind votes -------------------------------------------------------------------------------------------


class Preference(StrEnum):
    A = "a"
    B = "b"
    GLEICH = "gleich"


@dataclass(frozen=True, slots=True)
class Stimme:
    """One vote: `wahl` names the better of the two Läufe in the order they were shown."""

    lauf_a: str
    lauf_b: str
    partei: str
    wahl: Preference
    name: str = ""
    id: str = ""
    created: datetime | None = None


def save_stimme(store: StoreConnection, given: Stimme) -> Stimme:
    """Store a vote on two Läufe of one Antrag that both have an answer about the party."""
    stored = Stimme(**plain(given) | {"wahl": Preference(given.wahl), "id": new_id(), "created": clock.now()})
    answered = (
        select(lauf.c.id, lauf.c.antrag_hash)
        .join(teil, teil.c.lauf_id == lauf.c.id)
        .where(lauf.c.id.in_([stored.lauf_a, stored.lauf_b]))
        .where(teil.c.partei == stored.partei, teil.c.partei != "", teil.c.status == Status.FERTIG)
    )
    with store.writing() as connection:
        rows = connection.execute(answered).all()
        if len(rows) != 2 or rows[0].antrag_hash != rows[1].antrag_hash:
            raise EingabeError(
                f"„{stored.lauf_a}“ und „{stored.lauf_b}“ sind nicht zwei Läufe zum selben Antrag, die beide "
                f"eine Antwort für {stored.partei} haben. Bitte die Seite neu laden."
            )
        insert_rows(connection, stimme, [plain(stored)])
    return stored


def list_stimmen(store: StoreConnection, lauf_ids: Sequence[str] | None = None) -> list[Stimme]:
    """The votes between any two of these Läufe, or all; the oldest first."""
    query = select(stimme).order_by(stimme.c.created, stimme.c.id)
    wanted = None if lauf_ids is None else set(lauf_ids)
    with store.reading() as connection:
        found = [
            Stimme(**fitting(Stimme, row) | {"wahl": Preference(row["wahl"])})
            for row in connection.execute(query).mappings()
        ]
    return [vote for vote in found if wanted is None or {vote.lauf_a, vote.lauf_b} <= wanted]


# --- what somebody who looked at an alarm wrote of it ------------------------------------------------------


alarmvermerk = Table(
    "alarmvermerk",
    metadata,
    column("id", String(16), primary_key=True),
    column("created", Zeitpunkt),
    column("art", KeywordText(60)),
    column("reihe", ExactText),
    column("von", Date),
    column("bis", Date),
    column("name", ExactText),
    column("notiz", ExactText),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class AlarmNote:
    """On the alarms of that kind and series in these days, both inclusive."""

    id: str
    created: datetime
    art: str
    reihe: str
    von: date
    bis: date
    name: str
    notiz: str


def save_alarm_note(
    store: StoreConnection, art: str, reihe: str, von: date, bis: date, name: str = "", notiz: str = ""
) -> AlarmNote:
    saved = AlarmNote(
        id=new_id(), created=clock.now(), art=art, reihe=reihe, von=von, bis=bis, name=name, notiz=notiz
    )
    with store.writing() as connection:
        insert_rows(connection, alarmvermerk, [asdict(saved)])
    return saved


def list_alarm_notes(store: StoreConnection) -> list[AlarmNote]:
    """The latest first."""
    query = select(alarmvermerk).order_by(alarmvermerk.c.created.desc(), alarmvermerk.c.id)
    with store.reading() as connection:
        return [AlarmNote(**row) for row in connection.execute(query).mappings()]


def delete_alarm_note(store: StoreConnection, id: str) -> None:
    """The alarm is as if nobody had looked; one that is gone already is none the worse."""
    with store.writing() as connection:
        connection.execute(alarmvermerk.delete().where(alarmvermerk.c.id == id))


# --- the history of proofs: all stored quotes against the PDFs ---------------------------------------------


@dataclass(frozen=True, slots=True)
class Pruefung:
    """One proof of all stored quotes; `befunde` are the first of those that failed."""

    id: str
    created: datetime
    sekunden: float
    laeufe: int
    geprueft: int
    belegt: int
    befunde: tuple[Json, ...]
    app_version: str


def save_pruefung(
    store: StoreConnection,
    sekunden: float,
    laeufe: int,
    geprueft: int,
    belegt: int,
    befunde: tuple[Json, ...] = (),
    app_version: str = "",
) -> Pruefung:
    """It as stored, with its id and the moment."""
    saved = Pruefung(new_id(), clock.now(), sekunden, laeufe, geprueft, belegt, befunde, app_version)
    with store.writing() as connection:
        insert_rows(connection, pruefung, [asdict(saved)])
    return saved


def list_pruefungen(store: StoreConnection, limit: int = 20) -> list[Pruefung]:
    """The latest first."""
    query = select(pruefung).order_by(pruefung.c.created.desc(), pruefung.c.id).limit(limit)
    with store.reading() as connection:
        rows = connection.execute(query).all()
    return [Pruefung(**{**row._mapping, "befunde": tuple(row.befunde)}) for row in rows]


# --- what second models said of bound quotes: stored as it comes, read again, found by what was asked ------


def save_traegt(store: StoreConnection, rows: Sequence[Traegt]) -> None:
    """Each takes the place of what the same checker said of the same quote and Forderung before."""
    with store.writing() as connection:
        for lauf_id in {row.lauf_id for row in rows}:
            if not connection.scalar(select(lauf.c.id).where(lauf.c.id == lauf_id)):  # removed meanwhile
                raise unknown(lauf_id)
        for row in rows:
            same = and_(*(own == getattr(row, own.name) for own in traegt.primary_key))
            connection.execute(traegt.delete().where(same))
        insert_rows(connection, traegt, [plain(row) for row in rows])


def list_traegt(store: StoreConnection, lauf_id: str) -> list[Traegt]:
    """Of one Lauf, the oldest first."""
    return traegt_of(store, [lauf_id]).get(lauf_id, [])


def traegt_of(store: StoreConnection, lauf_ids: Collection[str]) -> dict[str, list[Traegt]]:
    """Lauf → what was said of its quotes, the oldest first; for those of which anything was."""
    found: dict[str, list[Traegt]] = {}
    for row in _read(store, traegt.c.lauf_id.in_(set(lauf_ids))):
        found.setdefault(row.lauf_id, []).append(row)
    return found


def known_traegt(store: StoreConnection, keys: Collection[str]) -> dict[str, Traegt]:
    """Key → what was answered to it before, in whatever Lauf; the latest."""
    # What an invented Lauf was told nobody has been asked.
    own = select(lauf.c.id).where(lauf.c.is_demo.is_(False))
    asked = and_(traegt.c.schluessel.in_(set(keys) - {""}), traegt.c.lauf_id.in_(own))
    return {row.schluessel: row for row in _read(store, asked)}


def _read(store: StoreConnection, which: Condition) -> list[Traegt]:
    c = traegt.c
    in_order = traegt.select().where(which).order_by(c.created, c.partei, c.zitat, c.rang)
    with store.reading() as connection:
        rows = connection.execute(in_order).mappings().all()
    return [Traegt(**fitting(Traegt, row) | {"verdict": Verdict(row["verdict"])}) for row in rows]


# --- what people said of points and quotes: narrow rows of the store, and in words -------------------------


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
    c = urteil.c
    said = (c.lauf_id.in_(ids), c.zitat.is_not(None), c.traegt.is_not(None))
    told = (c.lauf_id, c.partei, c.zitat, c.forderung, c.name, c.traegt.label("verdict"), c.created)
    query = select(*told)
    with store.reading() as connection:
        rows = connection.execute(query.where(*said).order_by(c.created, c.id))
        return [JudgedZitat._make(row) for row in rows]


# --- what people said of a score or a quote, in words: on the page, in the report, in the table -------------


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
    """With whose it is, and when."""
    day = formats.day(urteil.created) if urteil.created else ""
    whose = ", ".join(filter(None, [urteil.name, day]))
    note = f": {urteil.notiz}" if urteil.notiz else ""
    return f"{meinung(urteil)}{note} ({whose})" if whose else f"{meinung(urteil)}{note}"


# --- judgements by a rubric, stored beside the Lauf whose Antrag they judge --------------------------------
# The rubric's text is stored with each as it was, and read again from there: its file may change or go.


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
    column("refused", JsonColumn),
    column("felder", JsonColumn),
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

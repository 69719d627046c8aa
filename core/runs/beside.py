"""What is stored beside the Läufe: answers, own prompts, what people say of results."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from sqlalchemy import RowMapping, select

from core import clock
from core.citations.verdict import Verdict
from core.errors import EingabeError
from core.runs.connection import StoreConnection, insert_rows, lock_table, new_id
from core.runs.lauf import (
    AntwortKind,
    Json,
    OwnPrompt,
    Status,
    StoredAntwort,
    Urteil,
    text_hash,
)
from core.runs.lauf_rows import fitting, plain
from core.runs.tables import antwort, lauf, prompt, score, stimme, teil, urteil, zitat
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

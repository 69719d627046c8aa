"""What somebody who looked at an alarm wrote of it."""

from dataclasses import asdict, dataclass
from datetime import date, datetime

from sqlalchemy import Date, String, Table, select

from core import clock
from core.runs.connection import StoreConnection, insert_rows, new_id
from core.runs.sql import ExactText, KeywordText, Zeitpunkt
from core.runs.tables import column, metadata

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

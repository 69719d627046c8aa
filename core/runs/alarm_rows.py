"""What is stored of alarms: what somebody who looked at one wrote of it, and which were told outside."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date, datetime, timedelta

from core.key_masker import mask
from core.runs.connection import StoreConnection, insert_rows, lock_table, new_id, now
from core.runs.sql import Connection, Date, ExactText, Integer, KeywordText, String, Table, Zeitpunkt, select
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

# Once per alarm and way; `gesendet` is empty as long as that failed.
alarmversand = Table(
    "alarmversand",
    metadata,
    column("id", String(16), primary_key=True),
    column("created", Zeitpunkt),
    column("weg", KeywordText(20)),
    column("art", KeywordText(60)),
    column("reihe", ExactText),
    column("von", Date),
    column("bis", Date),
    column("versuche", Integer),
    column("zuletzt", Zeitpunkt),
    column("gesendet", Zeitpunkt, nullable=True),
    column("fehler", ExactText),
)


# --- alarms that somebody has looked at: who, when, and what they wrote of it -------------------------------


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
        id=new_id(), created=now(), art=art, reihe=reihe, von=von, bis=bis, name=name, notiz=notiz
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


# --- which alarms were told outside -------------------------------------------------------------------------
# Each once per way; what failed is due again later, and not for ever.

FIRST_WAIT = timedelta(minutes=5)
LONGEST_WAIT = timedelta(hours=12)
MOST_TRIES = 10
"""With waits that double up to the longest, the last try is 33 hours after the first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AlarmSend:
    """An alarm on one way: `gesendet` once that succeeded, else `fehler` says why the last try did not."""

    id: str
    created: datetime
    weg: str
    art: str
    reihe: str
    von: date
    bis: date
    versuche: int
    zuletzt: datetime
    gesendet: datetime | None
    fehler: str

    @property
    def is_given_up(self) -> bool:
        return self.gesendet is None and self.versuche >= MOST_TRIES

    def is_due(self, at: datetime) -> bool:
        wait = min(FIRST_WAIT * 2 ** (self.versuche - 1), LONGEST_WAIT)
        return self.gesendet is None and not self.is_given_up and self.zuletzt + wait <= at


AlarmDays = tuple[str, str, date, date]
"""Kind, series, first and last day of an alarm."""


def claim_alarms(
    store: StoreConnection, weg: str, alarms: Sequence[AlarmDays], at: datetime
) -> list[AlarmSend | None]:
    """For each alarm its try, begun now so that nobody else begins it too; None where none is due."""
    with store.writing() as connection:
        lock_table(connection, alarmversand)
        return [_claim(connection, weg, alarm, at) for alarm in alarms]


def _claim(connection: Connection, weg: str, alarm: AlarmDays, at: datetime) -> AlarmSend | None:
    art, reihe, von, bis = alarm
    known = _known(connection, weg, alarm)
    if known is None:
        first = AlarmSend(
            id=new_id(), created=at, weg=weg, art=art, reihe=reihe, von=von, bis=bis,
            versuche=1, zuletzt=at, gesendet=None, fehler="",
        )  # fmt: skip
        insert_rows(connection, alarmversand, [asdict(first)])
        return first
    # An alarm that goes on moves its days with it, and stays the one that was told.
    send = replace(known, von=min(known.von, von), bis=max(known.bis, bis))
    if is_due := known.is_due(at):
        send = replace(send, versuche=known.versuche + 1, zuletzt=at)
    if send != known:
        _update(connection, send.id, von=send.von, bis=send.bis, versuche=send.versuche, zuletzt=send.zuletzt)
    return send if is_due else None


def _known(connection: Connection, weg: str, alarm: AlarmDays) -> AlarmSend | None:
    art, reihe, von, bis = alarm
    table = alarmversand.c
    query = (
        select(alarmversand)
        .where(table.weg == weg, table.art == art, table.reihe == reihe, table.von <= bis, table.bis >= von)
        .order_by(table.created.desc(), table.id)
        .limit(1)
    )
    row = connection.execute(query).mappings().one_or_none()
    return AlarmSend(**row) if row else None


def note_alarms_sent(store: StoreConnection, ids: Sequence[str], at: datetime) -> None:
    with store.writing() as connection:
        for id in ids:
            _update(connection, id, gesendet=at, fehler="")


def note_alarms_unsent(store: StoreConnection, ids: Sequence[str], fehler: str) -> None:
    with store.writing() as connection:
        for id in ids:
            _update(connection, id, fehler=mask(fehler))


def list_alarm_sends(store: StoreConnection) -> list[AlarmSend]:
    """The latest first."""
    query = select(alarmversand).order_by(alarmversand.c.created.desc(), alarmversand.c.id)
    with store.reading() as connection:
        return [AlarmSend(**row) for row in connection.execute(query).mappings()]


def _update(connection: Connection, id: str, **values: object) -> None:
    connection.execute(alarmversand.update().where(alarmversand.c.id == id).values(**values))

"""0.8: why a Lauf was ended and which series an alarm is of are words of ours; days and weeks are German.

Before, both were told by the German sentence that stood there, and the days were those of UTC.
"""

from datetime import UTC
from zoneinfo import ZoneInfo

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

HERE = ZoneInfo("Europe/Berlin")

ENDS = {
    "Das Programm, das diesen Lauf rechnete, wurde beendet. Was fertig war, ist gespeichert.": "verwaist",
    "Dieser Lauf wurde noch einmal begonnen; was fertig war, wird weiter verwendet.": "abgeloest",
    "Die Grenze der Ausgaben ist erreicht. Mit einer höheren geht es weiter, "
    "und was bezahlt ist, gilt.": "grenze",
}
KINDS = {
    "Anteil verworfener Zitate": "verworfen",
    "Läufe ohne Zitat": "ohne_zitat",
    "Läufe mit wenigen Zitaten": "wenige",
    "Parteien ohne Zitat": "partei",
}
WHOLE = {"alle Läufe": "alle", "die gewählten Läufe": "gewaehlte"}

lauf = sa.table(
    "lauf",
    sa.column("id", sa.String),
    sa.column("created", sa.DateTime),
    sa.column("tag", sa.String),
    sa.column("woche", sa.String),
    sa.column("status", sa.String),
    sa.column("ende", sa.String),
    sa.column("fehler", sa.Text),
    sa.column("eingelesen", sa.DateTime),
)
notiz = sa.table(
    "notiz", sa.column("id", sa.String), sa.column("art", sa.String), sa.column("inhalt", sa.JSON)
)


def upgrade() -> None:
    op.add_column("lauf", sa.Column("ende", sa.String(length=20), nullable=True))
    connection = op.get_bind()
    own = (lauf.c.status == "abgebrochen", lauf.c.eingelesen.is_(None))
    for sentence, word in ENDS.items():
        connection.execute(sa.update(lauf).where(*own, lauf.c.fehler == sentence).values(ende=word))
    _tell_days(connection)
    _tell_series(connection)


def _tell_days(connection: sa.Connection) -> None:
    moved = []
    for row in connection.execute(sa.select(lauf.c.id, lauf.c.created, lauf.c.tag)):
        day = row.created.replace(tzinfo=UTC).astimezone(HERE).date()
        if row.tag != day.isoformat():
            year, week, _ = day.isocalendar()
            moved.append({"own": row.id, "tag": day.isoformat(), "woche": f"{year}-W{week:02}"})
    if moved:
        connection.execute(sa.update(lauf).where(lauf.c.id == sa.bindparam("own")), moved)


def _tell_series(connection: sa.Connection) -> None:
    told = sa.select(notiz.c.id, notiz.c.inhalt).where(notiz.c.art == "alarm")
    for row in connection.execute(told).all():
        said = dict(row.inhalt)
        reihe = said.pop("reihe")
        word, _, name = reihe.partition(" ")
        of = (
            {"merkmal": WHOLE[reihe], "wert": ""}
            if reihe in WHOLE
            else {"merkmal": word.lower(), "wert": name}
        )
        changed = said | of | {"art": KINDS[said["art"]]}
        connection.execute(sa.update(notiz).where(notiz.c.id == row.id).values(inhalt=changed))

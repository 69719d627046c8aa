"""A PostgreSQL that is there and says nothing any more is not waited for: psycopg alone would for ever.

Neither the server's own `statement_timeout` nor TCP's keepalive helps: the one is asleep with it, and for the
other the system of its machine goes on answering.
"""

from inspect import signature
from typing import Any

from psycopg import Connection, Error, OperationalError
from psycopg.pq import TransactionStatus

PING_SECONDS = 5.0
"""For „are you there?“ before a connection is used again."""

ANSWER_SECONDS = 60.0
"""For everything else: the slowest that we ask takes some seconds, or waits for another writer as long."""

NO_ANSWER = "keine Antwort in {:.0f} s"


class PatientConnection(Connection[Any]):
    """Every wait for the server ends after `patience` seconds, and the connection with it."""

    patience = ANSWER_SECONDS

    def wait(self, *args: Any, **options: Any) -> Any:
        if not KNOWS_TIMEOUT:
            return super().wait(*args, **options)
        try:
            return super().wait(*args, **{"timeout": self.patience, **options})
        except OperationalError as error:
            if self.closed or self.info.transaction_status is not TransactionStatus.ACTIVE:
                raise
            self.close()
            raise OperationalError(NO_ANSWER.format(self.patience)) from error


LineError = Error
"""Whatever goes wrong on a line."""

CONNECT_SECONDS = 5
STAY_AWAKE = "SET tcp_keepalives_idle = 20; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 4"
"""Of a machine that lost its power the server hears nothing: it must ask, or a lock stays held."""


def open_line(url: str, name: str) -> PatientConnection:
    """A connection of one's own, in no pool: what is held on it ends with it. `name`: as others see it."""
    line = PatientConnection.connect(
        url, autocommit=True, connect_timeout=CONNECT_SECONDS, application_name=name
    )
    line.patience = PING_SECONDS
    line.execute(STAY_AWAKE)
    return line


KNOWS_TIMEOUT = "timeout" in signature(Connection.wait).parameters


def check() -> list[str]:
    """What of all this the installed psycopg does not have, with what follows from it."""
    if KNOWS_TIMEOUT:
        return []
    return ["psycopg, Warten mit Frist: Eine Datenbank, die nichts mehr sagt, hält Seiten auf."]

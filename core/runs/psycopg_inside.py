"""A PostgreSQL that is there and says nothing any more is not waited for: psycopg alone would for ever.

Neither the server's own `statement_timeout` nor TCP's keepalive helps: the one is asleep with it, and for the
other the system of its machine goes on answering.
"""

from inspect import signature
from typing import Any

from psycopg import Connection, OperationalError
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


KNOWS_TIMEOUT = "timeout" in signature(Connection.wait).parameters


def check() -> list[str]:
    """What of all this the installed psycopg does not have, with what follows from it."""
    if KNOWS_TIMEOUT:
        return []
    return ["psycopg, Warten mit Frist: Eine Datenbank, die nichts mehr sagt, hält Seiten auf."]

"""Rows that cannot be read, and how the others are read all the same.

A store can be damaged, or be written by another version. One such row must never hide the rest.
"""

from collections.abc import Mapping, Sequence

from core.errors import DashboardError
from core.models import Typ
from core.runs.lauf import Lauf
from core.runs.sql import Column, Connection, DBAPIError, Query, SqlRow

UNLESBAR = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError)
"""What comes of values that are not what their column holds: of decoding, converting, comparing them."""


class LaufUnreadable(DashboardError):
    """A stored Lauf that cannot be shown; it can be deleted."""

    def __init__(self, lauf_id: str, reason: Exception) -> None:
        self.lauf_id = lauf_id
        super().__init__(
            f"Der Lauf {lauf_id} ist nicht lesbar: Was von ihm gespeichert ist, passt nicht zu dieser "
            f"Fassung des Antragsspiegels. Sie können ihn löschen. (Technischer Grund: {grund(reason)})"
        )


def grund(reason: Exception) -> str:
    """Short enough for a line."""
    text = " ".join(str(reason).split()) or type(reason).__name__
    return text if len(text) <= 100 else f"{text[:100]} …"


def readable(connection: Connection, query: Query, lauf_id: Column[str]) -> Sequence[SqlRow]:
    """The rows of a query; where one cannot be read, those of all the other Läufe."""
    try:
        return connection.execute(query).all()
    except (*UNLESBAR, DBAPIError):
        ids = connection.scalars(query.with_only_columns(lauf_id)).all()
        return [row for one in dict.fromkeys(ids) for row in _of(connection, query.where(lauf_id == one))]


def _of(connection: Connection, query: Query) -> Sequence[SqlRow]:
    try:
        return connection.execute(query).all()
    except (*UNLESBAR, DBAPIError):
        return []


def checked(lauf: Lauf) -> Lauf:
    """The Lauf, once all of it that pages rely on is what they rely on. Quotes are checked one by one."""
    for score in lauf.scores:
        Typ(score.typ)
        _be(score.begruendung, str, "begruendung")
        _be(score.score, (int, float, type(None)), "score")
    for teil in lauf.teile:
        for name, kind in (("dauer", Mapping), ("ergebnis", (Mapping, type(None))), ("fehler", str)):
            _be(getattr(teil, name), kind, name)
        for message in (*teil.messages, *teil.versuche):
            _be(message, Mapping, "messages")
        for name in ("kosten", "tokens_ein", "tokens_aus"):
            _be(getattr(teil, name), (int, float, type(None)), name)
    for name in ("parameter", "index_stand", "bibliotheken"):
        _be(getattr(lauf, name), Mapping, name)
    _be(lauf.trotzdem, Mapping, "trotzdem")
    for grund in lauf.trotzdem.values():
        _be(grund, str, "trotzdem")
    for name in ("text", "titel", "drucksache", "begruendung", "feststellung", "typ"):
        _be(getattr(lauf.antrag, name), str, name)
    return lauf


def _be(value: object, kind: type | tuple[type, ...], name: str) -> None:
    if not isinstance(value, kind):
        raise TypeError(f"„{name}“ ist {type(value).__name__}")

"""Who reads: of a Lauf a person has not read to the end it sees its own Urteile, and nobody else's."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

from core.runs.lauf import Lauf
from core.runs.lauf_rows import Row
from core.runs.lesung import Lesung, has_read

SAID_BY_PEOPLE = ("urteil", "lesung")


class _SaidOfLauf(Protocol):
    @property
    def lauf_id(self) -> str: ...
    @property
    def name(self) -> str: ...


Said = TypeVar("Said", bound=_SaidOfLauf)


@dataclass(frozen=True, slots=True)
class Reader:
    """`is_inside`: not so for a visitor of the public view, who sees of no Lauf what people said."""

    name: str
    is_inside: bool = True

    def has_read(self, lauf: Lauf) -> bool:
        return self.is_inside and has_read(lauf, self.name)

    def is_own(self, name: str) -> bool:
        return self.is_inside and name == self.name

    def finished(self, lesungen: Iterable[Lesung]) -> Collection[str]:
        """The ids of the Läufe it has read to the end."""
        return {one.lauf_id for one in lesungen if self.name and self.is_own(one.name)}


def as_seen(lauf: Lauf, reader: Reader | None) -> Lauf:
    """As this person may see it; whole for None, who has the machine."""
    if reader is None or reader.has_read(lauf):
        return lauf
    mine = tuple(one for one in lauf.urteile if reader.is_own(one.name))
    return replace(lauf, urteile=mine, festlegungen=(), lesungen=_own(lauf.lesungen, reader))


def _own(lesungen: Iterable[Lesung], reader: Reader) -> tuple[Lesung, ...]:
    return tuple(one for one in lesungen if reader.is_own(one.name))


def said_before(rows: Iterable[Said], lesungen: Iterable[Lesung], reader: Reader | None) -> list[Said]:
    """Of what people said in several Läufe, that which this person may see."""
    if reader is None:
        return list(rows)
    read = reader.finished(lesungen)
    return [one for one in rows if one.lauf_id in read or reader.is_own(one.name)]


def exported_to(entry: Row, reader: Reader | None) -> Row:
    """A Lauf as it stands in a file, for this person."""
    if reader is None or any(reader.name and reader.is_own(one["name"]) for one in entry["lesung"]):
        return entry
    own = {part: [one for one in entry[part] if reader.is_own(one["name"])] for part in SAID_BY_PEOPLE}
    return {**entry, **own, "festlegung": []}

"""Drucksachen of parliaments: how a Lauf names its own, and what is kept as long as a Lauf is on one."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, select

from core.antrag.antrag import number_of
from core.features import hooks
from core.runs.connection import Condition
from core.runs.tables import lauf

Key = tuple[str, str]
"""Parliament and number: „BUND“, „18/1234“."""


def key_of(bundesland: str | None, drucksache: str) -> Key | None:
    """None where a Lauf does not say which paper it is about."""
    number = number_of(drucksache)
    return (bundesland, number) if bundesland and number else None


def judged_keys(connection: Connection, which: Condition | None = None) -> set[Key]:
    """The Drucksachen of all Läufe, or of these."""
    query = select(lauf.c.bundesland, lauf.c.drucksache).distinct()
    rows = connection.execute(query if which is None else query.where(which))
    return {key for row in rows if (key := key_of(row.bundesland, row.drucksache))}


@dataclass(frozen=True, slots=True)
class KeptOfDrucksachen:
    """`files`: names of those that no other Drucksache needs; `drop_rows`: what is stored of these;
    `drop_file`: one of its own in the folder of the Läufe, by its name."""

    files: Callable[[Connection, Collection[Key]], set[str]]
    drop_rows: Callable[[Connection, Collection[Key]], None]
    drop_file: Callable[[Path, str], None]


def files_only_on(connection: Connection, keys: Collection[Key]) -> set[str]:
    """Names of the files that no other Drucksache needs."""
    return {name for kept in _kept() for name in kept.files(connection, keys)}


def drop_kept(connection: Connection, keys: Collection[Key]) -> set[str]:
    """What is kept of those Drucksachen on which no Lauf is left; the files that nothing needs any more."""
    lost = set(keys) - judged_keys(connection)
    files = files_only_on(connection, lost)
    for kept in _kept():
        kept.drop_rows(connection, lost)
    return files


def drop_files(folder: Path, names: Collection[str]) -> None:
    for kept in _kept():
        for name in names:
            kept.drop_file(folder, name)


def _kept() -> tuple[KeptOfDrucksachen, ...]:
    return hooks("kept_of_drucksachen")

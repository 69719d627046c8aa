"""Chroma's database file, looked at without Chroma: importing it takes more than a second."""

import sqlite3
import threading
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

opening = threading.Lock()
opened = threading.Event()
"""Set once Chroma has been opened in this process."""

PEEK = """SELECT c.id, m.key, m.str_value FROM collections AS c
    LEFT JOIN collection_metadata AS m ON m.collection_id = c.id WHERE c.name IN (?, ?) ORDER BY c.name"""

NO_TRIGRAMS = """DROP TABLE embedding_fulltext_search;
    CREATE VIRTUAL TABLE embedding_fulltext_search
    USING fts5(string_value, tokenize="unicode61 categories 'Co'")"""


def peek(file: Path, name: str, other: str) -> tuple[str, dict[str, str]] | None:
    """Id and metadata of a collection, else of the other, else nothing; None where Chroma is open here.

    Closing a file takes away all locks that this process has on it: so never beside a client of Chroma's.
    """
    with opening:
        if opened.is_set():
            return None
        if not file.exists() or file.stat().st_size == 0:
            return None
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", timeout=10, uri=True)) as database:
            rows = database.execute(PEEK, (name, other)).fetchall()
    first = rows[0][0] if rows else ""
    return first, {key: value for id, key, value in rows if id == first and key}


def unused_indexes(file: Path, folders: Sequence[Path]) -> list[Path]:
    """Those of the vector indexes that belong to no collection: Chroma leaves those of a deleted one behind.

    Only under the writer lock, and none once Chroma is open in this process: the next one sees them.
    """
    with opening:
        if opened.is_set() or not folders:
            return []
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", timeout=10, uri=True)) as database:
            used = {id for (id,) in database.execute("SELECT id FROM segments")}
    return [folder for folder in folders if folder.name not in used]


def without_trigrams(file: Path) -> None:
    """Have a new database index no text: Chroma cuts every document into parts of three letters.

    That took longer than all else it does. And it asks this table for whole texts only (`where_document`),
    which needs no index: of 8,658 passages those with a word are found in 10 ms all the same.
    """
    with closing(sqlite3.connect(file)) as database:
        database.executescript(NO_TRIGRAMS)

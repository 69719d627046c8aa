"""What of Chroma its documentation does not promise: how it keeps its files, and who shares a client."""

import sqlite3
import struct
import threading
import weakref
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import UUID

from core.index.chroma_failures import check_server, server_address

if TYPE_CHECKING:
    from chromadb.api import ClientAPI

opening = threading.Lock()
opened = threading.Event()
"""Set once Chroma has been opened in this process."""

LONGEST_ANSWER = 60.0
"""Seconds for all else, of which writing a whole Programm takes longest: a few."""

DATABASE = "chroma.sqlite3"

PEEK = """SELECT c.id, m.key, m.str_value FROM collections AS c
    LEFT JOIN collection_metadata AS m ON m.collection_id = c.id WHERE c.name = ?"""

FULLTEXT = "embedding_fulltext_search"
NO_TRIGRAMS = f"""DROP TABLE {FULLTEXT};
    CREATE VIRTUAL TABLE {FULLTEXT}
    USING fts5(string_value, tokenize="unicode61 categories 'Co'")"""

TO_ROLL_BACK = (sqlite3.SQLITE_READONLY_ROLLBACK, sqlite3.SQLITE_READONLY_RECOVERY)

HEADER = struct.Struct("<i6QiIQQQdQ")  # version, offset, capacity, rows, bytes per row, …


# --- its tables, looked at without it: importing it takes more than a second --------------------------------


def peek(file: Path, name: str) -> tuple[str, dict[str, str]] | None:
    """Id and metadata of a collection, nothing where it is not there; None where only Chroma can tell.

    That is where it is open here, since closing a file takes away all locks that this process has on it, and
    where a process died before it had made the tables or amid a write.
    """
    with opening:
        if opened.is_set():
            return None
        if not file.exists() or file.stat().st_size == 0:
            return None
        if (rows := _rows(file, PEEK, name)) is None:
            return None
    return (rows[0][0] if rows else ""), {key: value for _, key, value in rows if key}


def unused_indexes(file: Path, folders: Sequence[Path]) -> list[Path]:
    """Those of the vector indexes that belong to no collection: Chroma leaves those of a deleted one behind.

    Only under the writer lock, and none once Chroma is open in this process: the next one sees them.
    """
    with opening:
        if opened.is_set() or not folders:
            return []
        if (rows := _rows(file, "SELECT id FROM segments")) is None:
            return []
    used = {id for (id,) in rows}
    return [folder for folder in folders if folder.name not in used]


def _rows(file: Path, query: str, *values: str) -> list[tuple[str, ...]] | None:
    """None where there is no such table or column, or where a killed writer left what must be rolled back.

    Only who may write rolls back; what was killed amid a write leaves a journal that must be played first.
    """
    with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", timeout=10, uri=True)) as database:
        try:
            return database.execute(query, values).fetchall()
        except sqlite3.OperationalError as error:
            if "no such" in str(error) or error.sqlite_errorcode in TO_ROLL_BACK:
                return None
            raise


def without_trigrams(file: Path) -> None:
    """Have a new database index no text: Chroma cuts every document into parts of three letters.

    That took longer than all else it does. And it asks this table for whole texts only (`where_document`),
    which needs no index: of 8,658 passages those with a word are found in 10 ms all the same.
    """
    with closing(sqlite3.connect(file)) as database:
        database.executescript(NO_TRIGRAMS)


# --- the files of its vector indexes ------------------------------------------------------------------------


def index_folders(database: Path) -> list[Path]:
    """The vector indexes beside a database: one folder per collection, named by a UUID of Chroma's."""
    return [path for path in database.iterdir() if path.is_dir() and _is_uuid(path.name)]


def is_whole(folder: Path) -> bool:
    """Whether it is safe to open: Chroma's native code may crash the process on files cut short.

    The layout is hnswlib's as Chroma 1.5.9 writes it; what looks otherwise is left for Chroma to judge.
    Without its list of ids Chroma takes an index for empty and reads nothing.
    """
    if not (folder / "index_metadata.pickle").exists():
        return True
    try:
        header = (folder / "header.bin").read_bytes()
        if len(header) != HEADER.size:
            return False
        version, _, _, rows, bytes_per_row, *_ = HEADER.unpack(header)
        return version != 1 or (
            (folder / "data_level0.bin").stat().st_size >= rows * bytes_per_row
            and (folder / "length.bin").stat().st_size >= rows * 4
            and _links_fit((folder / "link_lists.bin").read_bytes(), rows)
        )
    except FileNotFoundError:
        return False


def _links_fit(links: bytes, rows: int) -> bool:
    """Per row four bytes with a length, then as many bytes."""
    end = 0
    for _ in range(rows):
        if end + 4 > len(links):
            return False
        end += 4 + int.from_bytes(links[end : end + 4], "little")
    return end <= len(links)


def _is_uuid(name: str) -> bool:
    try:
        return str(UUID(name)) == name
    except ValueError:
        return False


# --- a client of one's own ----------------------------------------------------------------------------------


def open_folder(folder: Path) -> "ClientAPI":
    """Chroma hands out one shared system per folder; ours must each be new, or they show what once was."""
    import chromadb
    from chromadb.api.shared_system_client import SharedSystemClient
    from chromadb.config import Settings as ChromaSettings

    with opening:
        opened.set()
        SharedSystemClient.clear_system_cache()
        try:
            return chromadb.PersistentClient(str(folder), ChromaSettings(anonymized_telemetry=False))
        finally:
            SharedSystemClient.clear_system_cache()


def open_server(url: str) -> "ClientAPI":
    import chromadb
    from chromadb.config import Settings as ChromaSettings

    check_server(url)
    host, port, ssl = server_address(url)
    with opening:
        settings = ChromaSettings(anonymized_telemetry=False)
        client = chromadb.HttpClient(host, port, ssl=ssl, settings=settings)
    # Chroma waits for ever, and leaves its connections open: the client's and the admin client's within.
    inside: Any = client
    for session in (inside._server._session, inside._admin_client._server._session):
        session.timeout = LONGEST_ANSWER
        weakref.finalize(client, session.close)
    return client

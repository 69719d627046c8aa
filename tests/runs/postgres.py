"""A private PostgreSQL for a test run, from the Debian package where it is installed."""

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import text

from core.runs.connection import StoreConnection


def programs() -> Path:
    """Where initdb and pg_ctl lie; skips where they do not."""
    found = [*sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb")), shutil.which("initdb")]
    if not any(found):
        pytest.skip("needs PostgreSQL: initdb is not installed (Debian: apt-get install postgresql)")
    return Path(next(path for path in reversed(found) if path)).parent


@contextmanager
def cluster() -> Iterator[str]:
    """The address of an empty database on a free port of this machine; gone afterwards."""
    bin = programs()
    folder = Path(tempfile.mkdtemp(prefix="laeufe-pg-"))
    port = _free_port()
    try:
        if os.getuid() == 0:  # initdb refuses to run as root
            shutil.chown(folder, "postgres")
        run(bin / "initdb", "-D", folder / "data", "-U", "postgres", "-A", "trust", "-E", "UTF8", "-N")
        options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={folder} -c fsync=off"
        run(bin / "pg_ctl", "-D", folder / "data", "-w", "-o", options, "-l", folder / "log", "start")
        try:
            yield f"postgresql://postgres@127.0.0.1:{port}/postgres"
        finally:
            run(bin / "pg_ctl", "-D", folder / "data", "-w", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def stopped_database(store: StoreConnection) -> Callable[[], None]:
    """The server of a `cluster` is stopped at once, as by a crash; what is given back starts it again."""
    with store.reading() as connection:
        folder = Path(str(connection.scalar(text("SHOW data_directory"))))
    control = [programs() / "pg_ctl", "-D", folder, "-w"]
    options = (folder / "postmaster.opts").read_text().split(" ", 1)[1].replace('"', "").strip()
    run(*control, "-m", "immediate", "stop")
    return lambda: run(*control, "-o", options, "-l", folder.parent / "log", "start")


def run(*command: str | Path) -> None:
    user = {"user": "postgres"} if os.getuid() == 0 else {}
    subprocess.run(list(map(str, command)), check=True, cwd="/", stdout=subprocess.DEVNULL, **user)


def _free_port() -> int:
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        return server.getsockname()[1]

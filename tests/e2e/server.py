"""The app as `streamlit run dashboard.py` starts it, on a free port, with a folder for all it keeps."""

import http.client
import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from core.base.settings import ROOT, Settings
from core.llm.catalogue import load_catalogue
from core.programme.context import Context
from tests.prozesse import PATIENCE, until

DEMO = ROOT / "data" / "demo" / "pdf"


@dataclass(frozen=True)
class Server:
    port: int
    folder: Path
    log: Path
    process: "subprocess.Popen[bytes]"

    @property
    def pid(self) -> int:
        return self.process.pid

    def url(self, path: str = "/") -> str:
        return f"http://127.0.0.1:{self.port}{path}"


def settings(folder: Path) -> Settings:
    """Those of a server that keeps everything in `folder`."""
    return replace(
        Settings(), chroma_dir=folder / "chroma", pdf_dir=folder / "pdf", laeufe_dir=folder / "laeufe"
    )


@cache
def open_context(folder: Path) -> Context:
    return Context(settings(folder))


def environment(folder: Path, **more: str) -> dict[str, str]:
    """The machine's own, without its keys and databases."""
    own = settings(folder)
    places = {"CHROMA_DIR": own.chroma_dir, "PDF_DIR": own.pdf_dir, "LAEUFE_DIR": own.laeufe_dir}
    anbieter = load_catalogue(own.data_dir).anbieter.values()
    hidden = {name for one in anbieter for name in (one.schluessel, one.basis_url_variable)}
    hidden |= {"DATABASE_URL", "CHROMA_URL"}
    kept = {name: value for name, value in os.environ.items() if name not in hidden}
    return {**kept, **{name: str(place) for name, place in places.items()}, **more}


def run_core(folder: Path, *arguments: str, root: Path = ROOT, **env: str) -> dict[str, Any]:
    """`python -m core …` in that folder; what it prints as JSON. `root`: where the program lies."""
    command = [sys.executable, "-m", "core", *arguments, "--json"]
    done = subprocess.run(
        command, cwd=root, env=environment(folder, **env), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


@contextmanager
def serve(folder: Path, *options: str, root: Path = ROOT, base: str = "", **env: str) -> Iterator[Server]:
    """Until the block ends; `options` are Streamlit's, `env` further variables of its environment.

    `base`: the path below which those let it lie."""
    port = free_port()
    log = folder / f"log-{port}"
    command = [sys.executable, "-m", "streamlit", "run", "dashboard.py", "--server.headless=true"]
    command += [f"--server.port={port}", *options]
    with log.open("w") as out:
        process = subprocess.Popen(command, cwd=root, env=environment(folder, **env), stdout=out, stderr=out)
    try:
        wait_until_up(port, process, log, base)
        yield Server(port, folder, log, process)
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def wait_until_up(port: int, process: "subprocess.Popen[bytes]", log: Path, base: str = "") -> None:
    def is_up() -> bool:
        assert process.poll() is None, log.read_text()
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        try:
            connection.request("GET", f"{base}/_stcore/health")
            return connection.getresponse().status == 200
        except OSError:
            return False
        finally:
            connection.close()

    until(is_up)

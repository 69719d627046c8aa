"""The services of deploy/compose.yaml as processes here, each with its own command and environment.

    python -m tests.operation.deployed [--bin FOLDER]

`--bin`: where the programs lie that the Dockerfile installs; else those of this environment. In place of
the image of PostgreSQL stands the server that is installed here; ports are free ones. No container is made.
"""

import argparse
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import yaml
from sqlalchemy import create_engine, text

from core.base.settings import ROOT
from tests.e2e.server import free_port
from tests.runs.postgres import cluster

COMPOSE = ROOT / "deploy" / "compose.yaml"
PORTS = ("8000", "8786", "8501")
VARIABLE = re.compile(r"\$\{(\w+)(?::([-?])([^}]*))?\}")
MASK = int(re.findall(r"umask (\d+)", (ROOT / "deploy" / "Dockerfile").read_text("utf-8"))[0], 8)
"""As the image's entry point sets it."""

STARTED, ENDED = 240.0, 25.0
"""Seconds, on a machine with other work."""


def services(values: Mapping[str, str]) -> dict[str, Any]:
    """As compose reads them: variables put in, a missing one that must be there is an error."""

    def put_in(found: re.Match[str]) -> str:
        name, kind, more = found.groups()
        if values.get(name):
            return values[name]
        if kind != "-":
            raise KeyError(more or name)
        return more

    read = yaml.safe_load(VARIABLE.sub(put_in, COMPOSE.read_text("utf-8")))
    found: dict[str, Any] = read["services"]
    return found


@contextmanager
def running(folder: Path, programs: Path | None = None) -> Iterator["Deployed"]:
    """Chroma, Dask and the app beside a real PostgreSQL, until the block ends."""
    with cluster() as database, ExitStack() as stack:
        deployed = Deployed(folder, database, programs)
        for name in ("chroma", "scheduler", "worker", "app"):
            stack.callback(deployed.end, deployed.begin(name))
            deployed.wait_for(name)
        yield deployed


class Deployed:
    def __init__(self, folder: Path, database: str, programs: Path | None) -> None:
        self.folder, self.database = folder, database
        self._programs = programs
        self._ports = {port: str(free_port()) for port in PORTS}
        self._services = services({"POSTGRES_PASSWORD": "nur-hier"})
        self.daten, chroma = folder / "daten", folder / "chroma"
        for place in (self.daten, chroma):
            place.mkdir(mode=0o700)

    def url(self, path: str = "") -> str:
        return f"http://127.0.0.1:{self._ports['8501']}{path}"

    def command(self, name: str) -> list[str]:
        given = self._services[name].get("command", "antragsspiegel dashboard")
        program, *rest = shlex.split(self._here(given).replace("/chroma", str(self.folder / "chroma")))
        if self._programs:
            return [str(self._programs / program), *rest]
        own = Path(sys.executable).parent / program
        return [sys.executable, "-m", "core", *rest] if program == "antragsspiegel" else [str(own), *rest]

    def environment(self, name: str) -> dict[str, str]:
        told = {key: self._here(str(value)) for key, value in self._services[name]["environment"].items()}
        if "DATABASE_URL" in told:
            told["DATABASE_URL"] = self.database
        bare = {"PATH": f"{self._programs or Path(sys.executable).parent}:{os.environ['PATH']}"}
        if not self._programs:  # the code that is tried, from a folder that is not its own
            bare |= {"PYTHONPATH": str(ROOT), "PDF_DIR": str(self.daten / "data" / "pdf")}
            bare |= {
                "LAEUFE_DIR": str(self.daten / "data" / "laeufe"),
                "CHROMA_DIR": str(self.daten / "chroma_db"),
            }
        return bare | told | {"STREAMLIT_SERVER_PORT": self._ports["8501"]}

    def _here(self, told: str) -> str:
        for port, free in self._ports.items():
            told = re.sub(rf"(?<=127\.0\.0\.1:){port}|(?<=--port ){port}", free, told)
        return told

    def begin(self, name: str) -> "subprocess.Popen[bytes]":
        with (self.folder / f"{name}.log").open("wb") as log:
            return subprocess.Popen(
                self.command(name),
                cwd=self.daten,
                env=self.environment(name),
                stdout=log,
                stderr=log,
                umask=MASK,
            )

    @staticmethod
    def end(process: "subprocess.Popen[bytes]") -> None:
        process.terminate()
        try:
            process.wait(ENDED)
        finally:
            process.kill()

    def wait_for(self, name: str) -> None:
        """By the healthcheck of the service, with the Python of its environment."""
        test = self._services[name].get("healthcheck", {}).get("test")
        if name == "app":
            code = f"import urllib.request as r; r.urlopen('{self.url('/_stcore/health')}', timeout=8)"
        elif test:
            code = self._here(test[-1]).replace(", 8786", f", {self._ports['8786']}")
        else:
            return
        deadline = time.monotonic() + STARTED
        while subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).returncode:
            assert time.monotonic() < deadline, (self.folder / f"{name}.log").read_text("utf-8")
            time.sleep(0.2)

    def core(self, *arguments: str) -> str:
        """A command in the container of the app."""
        command = [*self.command("app")[:-1], *arguments]
        own = self.environment("app")
        done = subprocess.run(command, cwd=self.daten, env=own, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def health(self) -> dict[str, Any]:
        with urllib.request.urlopen(self.url("/api/gesundheit"), timeout=30) as answer:
            told: dict[str, Any] = json.load(answer)
        return told

    def laeufe(self) -> int:
        engine = create_engine(self.database.replace("postgresql:", "postgresql+psycopg:"))
        with engine.connect() as connection:
            count = connection.scalar(text("SELECT count(*) FROM lauf WHERE status = 'fertig'"))
        engine.dispose()
        return int(count or 0)


ANTRAG = (
    "Antrag\n\nMehr Busse auf dem Land\n\nDer Landtag möge beschließen:\n\n1. Die Busse fahren stündlich.\n"
)


def try_out(folder: Path, programs: Path | None = None) -> list[str]:
    """What was done and seen, each a sentence; AssertionError where something is not so."""
    with running(folder, programs) as deployed:
        deployed.core("demo")
        (folder / "antraege").mkdir()
        (folder / "antraege" / "busse.txt").write_text(ANTRAG, "utf-8")
        deployed.core("assess", "--batch", str(folder / "antraege"), "--bundesland", "DEMO")
        health = deployed.health()
        assert health["bereit"], health
        laeufe = deployed.laeufe()
        assert laeufe == 1
        open_ones = [path for path in deployed.daten.rglob("*") if path.lstat().st_mode & 0o077]
        assert not open_ones, open_ones
        begin = time.monotonic()
    ended = time.monotonic() - begin
    return [
        f"app ready: {health}",
        f"Läufe computed by the Dask worker, in PostgreSQL: {laeufe}",
        "nothing in the volume that another account may read",
        f"all told to end, ended after {ended:.1f} s",
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", type=Path)
    with tempfile.TemporaryDirectory() as folder:
        print("\n".join(try_out(Path(folder), parser.parse_args().bin)))


if __name__ == "__main__":
    main()

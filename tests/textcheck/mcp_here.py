"""The server of `python -m core mcp` as a process of its own, over both of its ways, and its client."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mcp import Client, StdioServerParameters
from mcp.types import CallToolResult, TextContent

from core.base.settings import ROOT
from tests.e2e.server import environment


@dataclass(frozen=True)
class Place:
    """Where a server reads, and under which address one answers (None: each client starts its own)."""

    folder: Path
    url: str | None = None

    def client(self) -> Client:
        if self.url:
            return Client(self.url)
        command = ["-m", "core", "mcp"]
        env = environment(self.folder)
        return Client(StdioServerParameters(command=sys.executable, args=command, env=env, cwd=ROOT))


def demo_folder(demo_ordner: Path, folder: Path) -> Path:
    shutil.copytree(demo_ordner, folder / "chroma")
    (folder / "pdf").mkdir()
    return folder


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """The address under which it answers until the block ends."""
    command = [sys.executable, "-m", "core", "mcp", "--http", "0"]
    process = subprocess.Popen(
        command, cwd=ROOT, env=environment(folder), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert process.stderr
        address = process.stderr.readline().strip()
        assert address.startswith("http://127.0.0.1:"), address
        yield address
    finally:
        process.terminate()
        out, told = process.communicate(timeout=300)
    assert out == "" and "Traceback" not in told, told


def text_of(result: CallToolResult) -> str:
    return "\n".join(part.text for part in result.content if isinstance(part, TextContent))


def fields_of(result: CallToolResult) -> dict[str, Any]:
    assert not result.is_error, text_of(result)
    assert result.structured_content is not None
    return result.structured_content

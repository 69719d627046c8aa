"""What all commands have in common: how one is declared, how JSON is printed, how a failure is told."""

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import asdict, is_dataclass
from typing import TYPE_CHECKING

from core.key_masker import mask

if TYPE_CHECKING:
    Subcommands = argparse._SubParsersAction[argparse.ArgumentParser]

Run = Callable[[argparse.Namespace], int]


def add_command(commands: "Subcommands", name: str, run: Run, text: str) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(name, help=text, description=f"{text}.")
    parser.add_argument("--json", action="store_true", help="Ausgabe als JSON")
    parser.set_defaults(run=run)
    return parser


def print_json(value: object) -> None:
    write_out(json.dumps(value, ensure_ascii=False, indent=1, default=_plain) + "\n")


def write_out(content: str | bytes) -> None:
    """All of it, or an error: without a buffer (PYTHONUNBUFFERED) a stream may take but a part."""
    if isinstance(content, str):
        content = content.encode(sys.stdout.encoding or "utf-8", sys.stdout.errors or "strict")
    sys.stdout.flush()
    rest = memoryview(content)
    while rest:
        rest = rest[sys.stdout.buffer.write(rest) :]


def _plain(value: object) -> object:
    """A record by its fields, all else as it is written."""
    return asdict(value) if is_dataclass(value) and not isinstance(value, type) else str(value)


def warn(message: object) -> None:
    sys.stderr.write(f"Hinweis: {' '.join(mask(str(message)).split())}\n")


def fail(message: object, code: int) -> int:
    sys.stderr.write(f"Fehler: {' '.join(mask(str(message)).split())}\n")
    return code

"""How every command speaks: JSON for scripts, tables, passages and a bar for people, failures for both.

The only module that knows rich.
"""

import argparse
import json
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, is_dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

from rich import box
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from core.base import formats
from core.base.errors import EingabeError
from core.base.key_masker import mask

if TYPE_CHECKING:
    Subcommands = argparse._SubParsersAction[argparse.ArgumentParser]


def add_command(
    commands: "Subcommands", name: str, text: str, *, as_json: bool = True
) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(name, help=text, description=f"{text}.")
    if as_json:
        parser.add_argument("--json", action="store_true", help="Ausgabe als JSON")
    return parser


Row = TypeVar("Row")
Columns = Sequence[tuple[str, Callable[[Row], str | int]]]
"""What a table shows of its rows: the head of each column, and what stands beneath it."""


def emit(as_json: bool, value: object, shown: Callable[[], object] | None = None) -> None:
    """What a command found: for scripts by its fields, for people as `shown` prints it; without that they
    were told as it came."""
    if as_json:
        text = json.dumps(value, ensure_ascii=False, indent=1, default=_plain)
        # Half of a character, as a model or an import may leave it in the store, no stream takes.
        write_out(re.sub("[\ud800-\udfff]", lambda half: f"\\u{ord(half[0]):04x}", text) + "\n")
    elif shown:
        shown()


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


def read_bounded(path: Path, most: int) -> bytes:
    """What a file holds; one byte more than may be read, where there is more."""
    try:
        with path.open("rb") as file:
            return file.read(most + 1)
    except OSError as error:
        raise EingabeError(f"Die Datei {path} lässt sich nicht lesen ({error.strerror}).") from error


def warn(message: object) -> None:
    sys.stderr.write(f"Hinweis: {' '.join(mask(str(message)).split())}\n")


def fail(message: object, code: int) -> int:
    sys.stderr.write(f"Fehler: {' '.join(mask(str(message)).split())}\n")
    return code


# --- for people ---------------------------------------------------------------------------------------------


class Advance(Protocol):
    def __call__(self, name: str, done: int = 1) -> None: ...


def _console() -> Console:
    # Where no terminal tells its width, a table is not cut at 80 characters.
    console = Console()
    return console if console.is_terminal else Console(width=160)


def say(*texts: str) -> None:
    for text in texts:
        _console().print(Text(text))


@contextmanager
def progress(total: int, quiet: bool = False) -> Iterator["Advance"]:
    """A bar on stderr; call what it gives with the name of each thing done, or with 0 where one goes on."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=quiet or not console.is_terminal) as bar:
        task = bar.add_task("Indexieren", total=total)

        def advance(name: str, done: int = 1) -> None:
            bar.update(task, advance=done, description=name)

        yield advance


def print_table(columns: Columns[Row], rows: Sequence[Row]) -> None:
    """Numbers stand on the right, grouped by thousands; 0 is a dash."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    cells = [[getter(row) for _, getter in columns] for row in rows]
    for place, (head, _) in enumerate(columns):
        is_number = any(isinstance(row[place], int) for row in cells)
        table.add_column(head, justify="right" if is_number else "left", no_wrap=place == 0)
    for row in cells:
        table.add_row(*(_number(cell) if isinstance(cell, int) else cell for cell in row))
    _console().print(table)


def print_passage(head: str, path: str, text: str) -> None:
    console = _console()
    console.print(Text(head, style="bold"))
    if path:
        console.print(Text(path, style="dim"))
    console.print(Text(f"{text}\n"))


def printable(text: str, longest: int = 300) -> str:
    """Text of others on one line, without what would steer the terminal."""
    plain = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
    return plain if len(plain) <= longest else f"{plain[:longest]} …"


def _number(value: int) -> str:
    return formats.number(value) if value else "–"

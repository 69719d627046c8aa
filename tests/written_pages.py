"""Pages of docs that the code writes: `python -m tests.written_pages`; tests/test_public.py compares.

docs/befehle.md from the command line's own help, docs/handbuch.md from what the page Hilfe says.
"""

import argparse
import ast
import re
from collections.abc import Iterator

from core.cli.main import COMMANDS, build_parser
from core.settings import ROOT
from pages.ui.help_texts import GLOSSARY, METHOD

DOCS = ROOT / "docs"
SHARED = ("-h", "--json")
"""Options of every command, told once."""

COMMANDS_HEAD = """\
# Alle Befehle

Aus den Hilfetexten der Befehle selbst (`python -m tests.written_pages`). Jeder Befehl kennt `--help`, fast
jeder `--json`; der Rückgabewert ist 0, wenn alles getan ist, 1, wenn etwas misslang, 2, wenn die Anfrage
falsch war.
"""

HANDBOOK_HEAD = """\
# Handbuch für Analystinnen und Analysten

Dieselben Texte wie auf der Seite „Hilfe“ (`python -m tests.written_pages`): wie der Antragsspiegel zu dem
kommt, was er zeigt, was das nicht heißt, welche Seite wofür da ist, und was die Wörter bedeuten.
"""


def commands() -> str:
    parser = build_parser()
    (group,) = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    return "\n".join([COMMANDS_HEAD, *(_command(name, group.choices[name]) for name in sorted(COMMANDS))])


def _command(name: str, parser: argparse.ArgumentParser) -> str:
    rows = [row for action in parser._actions if (row := _row(action))]
    table = ["", "| Angabe | wofür |", "| --- | --- |", *rows] if rows else []
    return "\n".join([f"## `python -m core {name}`", "", f"{COMMANDS[name][1]}.", *table, ""])


def _row(action: argparse.Action) -> str:
    if set(action.option_strings) & set(SHARED) or action.help == argparse.SUPPRESS:
        return ""
    metavar = action.metavar if isinstance(action.metavar, str) else ""
    value = "" if action.nargs == 0 else metavar or _choices(action) or action.dest.upper()
    named = ", ".join(f"{option} {value}".strip() for option in action.option_strings) or value
    told = " ".join((action.help or "").replace("%%", "%").split()).replace("|", "\\|")
    return f"| `{named}` | {told} |"


def _choices(action: argparse.Action) -> str:
    return "{" + ",".join(map(str, action.choices)) + "}" if action.choices else ""


def handbook() -> str:
    parts = [HANDBOOK_HEAD, "## Seiten\n", *_pages(), ""]
    parts += [f"## {title}\n\n{text.strip()}\n" for title, text in METHOD.items()]
    words = [f"- **{word}**: {text.strip()}" for word, text in GLOSSARY.items()]
    return "\n".join([*parts, "## Wörter\n", *words, ""])


def _pages() -> Iterator[str]:
    """What each page of the frame says of itself."""
    frame = (ROOT / "pages" / "frame.py").read_text(encoding="utf-8")
    for name in re.findall(r'entry\("(\w+)"', frame):
        told = ast.get_docstring(ast.parse((ROOT / "pages" / f"{name}.py").read_text(encoding="utf-8"))) or ""
        title, _, does = told.partition(": ")
        yield f"- **{title.removeprefix('Seite ')}** (`/{'' if name == 'uebersicht' else name}`): {does}"


WRITTEN = {DOCS / "befehle.md": commands, DOCS / "handbuch.md": handbook}

if __name__ == "__main__":
    for path, make in WRITTEN.items():
        path.write_text(make(), encoding="utf-8")

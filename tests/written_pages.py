"""Pages of docs that the code writes: `python -m tests.written_pages`; tests/test_public.py compares.

docs/befehle.md from the command line's own help, docs/handbuch.md from what the page Hilfe says.
"""

import argparse
import ast
from collections.abc import Iterator

from core.base.settings import ROOT
from core.cli.main import build_parser
from pages.ui.help_texts import GLOSSARY, METHOD
from tests.page_files import FILES, TITLES

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

Die Texte der Seiten „Hilfe“ und „Glossar“ (`python -m tests.written_pages`): wie der Antragsspiegel zu dem
kommt, was er zeigt, was das nicht heißt, und was die Wörter bedeuten; dazu, welche Seite wofür da ist.
"""


def commands() -> str:
    return "\n".join([COMMANDS_HEAD, *_told("", build_parser())])


def _told(words: str, parser: argparse.ArgumentParser) -> Iterator[str]:
    """A command, and those that it has below it."""
    rows = [row for action in parser._actions if (row := _row(action))]
    table = ["", "| Angabe | wofür |", "| --- | --- |", *rows] if rows else []
    if words:
        yield "\n".join([f"## `python -m core{words}`", "", str(parser.description), *table, ""])
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name in sorted(action.choices):
                yield from _told(f"{words} {name}", action.choices[name])


def _row(action: argparse.Action) -> str:
    if isinstance(action, argparse._SubParsersAction):
        return ""
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
    for name, title in TITLES.items():
        told = ast.get_docstring(ast.parse(FILES[name].read_text(encoding="utf-8"))) or ""
        _, _, does = told.partition(": ")
        yield f"- **{title}** (`/{'' if name == 'uebersicht' else name}`): {does}"


WRITTEN = {DOCS / "befehle.md": commands, DOCS / "handbuch.md": handbook}

if __name__ == "__main__":
    for path, make in WRITTEN.items():
        path.write_text(make(), encoding="utf-8")

"""`versions`: two versions of a document sentence by sentence."""

import argparse

from core.base import formats
from core.base.table import as_csv
from core.cli.output import emit, printable, write_out
from core.features.versions.cited import CitedQuote, cited_quotes
from core.features.versions.compare import LIMIT, Comparison, Kind, Row, compare
from core.features.versions.sides import named_side
from core.features.versions.tables import as_json, in_signs, pages_told, rows_table
from core.programme.context import default_context
from core.runs.store import runstore

SHOWN = 40
"""Sentences of each kind that are printed; `--json` and `--csv` have all."""

SIGN = {
    Kind.GEAENDERT: "~",
    Kind.NEU: "+",
    Kind.WEG: "-",
    Kind.VERSCHOBEN: ">",
    Kind.UNSICHER: "?",
    Kind.GLEICH: "=",
}


def add_versions(versions: argparse.ArgumentParser) -> None:
    versions.add_argument(
        "alt",
        metavar="ALT",
        help="PDF, Word, Webseite oder Text, die Kennung eines Programms, oder KENNUNG@FASSUNG",
    )
    versions.add_argument("neu", metavar="NEU", help="ebenso")
    versions.add_argument("--csv", action="store_true", help="Ausgabe als CSV, eine Zeile je Satz")


def run_versions(arguments: argparse.Namespace) -> int:
    context = default_context()
    old, new = (named_side(context, name) for name in (arguments.alt, arguments.neu))
    found = compare(old.quelle, new.quelle)
    programm = old.programm or new.programm  # of two files there is nothing to look up, and no store to open
    cited = cited_quotes(runstore(context), found, programm) if programm else []
    if arguments.json:
        emit(True, as_json(found, cited))
    elif arguments.csv:
        write_out(as_csv(rows_table(found)))
    else:
        write_out("\n".join(_lines(found, cited)) + "\n")
    return 0


def _lines(found: Comparison, cited: list[CitedQuote]) -> list[str]:
    lines = [f"Alt: {found.old.programm.name}", f"Neu: {found.new.programm.name}", found.in_words()]
    for kind in Kind:
        own = [row for row in found.rows if row.kind is kind]
        if kind is Kind.GLEICH or not own:
            continue
        lines += ["", f"{kind.words[0].upper()}{kind.words[1:]}: {formats.number(len(own))}"]
        lines += [_line(row) for row in own[:SHOWN]]
        if len(own) > SHOWN:
            lines.append(f"  … und {formats.number(len(own) - SHOWN)} weitere; alle mit --csv oder --json")
    if cited:
        lines += ["", "Zitate gespeicherter Läufe in Sätzen, die nicht mehr so dastehen:"]
        lines += [
            f"  {one.lauf} {one.partei}: „{printable(one.text, 200)}“ "
            f"({'steht wörtlich auch in der neuen Fassung' if one.stands else 'steht so nicht mehr da'})"
            for one in cited
        ]
    return [*lines, "", *found.unread(), LIMIT]


def _line(row: Row) -> str:
    """„  ~ Wir bauen [- 100] [+ 200] Wohnungen. (alt S. 4, neu S. 5)“."""
    named = (("alt", pages_told(row.old)), ("neu", pages_told(row.new)))
    pages = ", ".join(f"{side} {told}" for side, told in named if told)
    more = row.told.removeprefix(row.kind.words).lstrip(", ")
    note = f" [{more}]" if more else ""
    return f"  {SIGN[row.kind]} {printable(in_signs(row), 600)}{f' ({pages})' if pages else ''}{note}"

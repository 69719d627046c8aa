"""`treaty`: a treaty sentence by sentence beside the programmes of its parties."""

import argparse
from pathlib import Path

from core.base.errors import EingabeError
from core.base.table import as_csv
from core.cli.antrag import day_of
from core.cli.output import emit, printable, progress, read_bounded, write_out
from core.features.treaties.compare import LIMIT, Comparison, Verdict, compare
from core.features.treaties.tables import as_json, rows_table
from core.programme.context import Context, default_context
from core.programme.quellen import Quellen
from core.proof.given_text import MAX_MB, read_given
from core.wortlaut.binding.near_misses import PieceKind
from core.wortlaut.binding.quelle import Quelle

TOLD = (Verdict.STEHT_SO, Verdict.GEAENDERT)
SHOWN = 20
"""Sentences that are printed of each party's, those that stand so and changed ones; `--json` and `--csv` have
all."""

SIGNS = {PieceKind.GLEICH: "{}", PieceKind.ONLY_ZITAT: "[+ {}]", PieceKind.ONLY_QUELLE: "[- {}]"}
"""What only the treaty has, and what only the programme."""


def add_treaty(treaty: argparse.ArgumentParser) -> None:
    treaty.add_argument(
        "vertrag",
        metavar="DATEI|ID",
        help="PDF, Word, Webseite oder Text, oder die Kennung eines Dokuments",
    )
    treaty.add_argument(
        "--parteien", metavar="A,B", default="", help="wessen Programme (sonst laut Dokument)"
    )
    treaty.add_argument("--bundesland", metavar="LAND", help="welches Land (sonst das des Dokuments, BUND)")
    treaty.add_argument(
        "--datum", metavar="TT.MM.JJJJ", help="Programme, die dann galten (sonst laut Dokument)"
    )
    treaty.add_argument("--csv", action="store_true", help="Ausgabe als CSV, eine Zeile je Satz und Partei")


def run_treaty(arguments: argparse.Namespace) -> int:
    context = default_context()
    day = day_of(arguments.datum) if arguments.datum else None
    names = [name.strip() for name in arguments.parteien.split(",") if name.strip()]
    quelle = _named(context, arguments.vertrag)
    done = 0
    with progress(100) as bar:

        def advance(now: int, total: int) -> None:
            nonlocal done
            bar(f"Satz {now} von {total}", 100 * now // total - done)
            done = 100 * now // total

        found = compare(context, quelle, names, arguments.bundesland, day, advance)
    shown = as_csv(rows_table(found)) if arguments.csv else "\n".join(_lines(found)) + "\n"
    emit(arguments.json, as_json(found), lambda: write_out(shown))
    return 0


def _named(context: Context, name: str) -> Quelle:
    path = Path(name)
    if path.is_file():
        return read_given(read_bounded(path, MAX_MB << 20), path.name)
    if quelle := Quellen.find(context, name):
        return quelle
    raise EingabeError(
        f"„{name}“ ist weder eine Datei noch die Kennung eines eingelesenen Dokuments. Welche es gibt, "
        "zeigt: python -m core status"
    )


def _lines(found: Comparison) -> list[str]:
    lines = [found.treaty.name, found.left_out()]
    for partei in found.parteien:
        names = ", ".join(one.name for one in found.programme[partei])
        lines += ["", f"{partei} ({names}): {found.in_words(partei)}"]
        near = [
            row for row in found.rows if row.nearest[partei].verdict in (Verdict.STEHT_SO, Verdict.GEAENDERT)
        ]
        for row in near[:SHOWN]:
            one = row.nearest[partei]
            told = [SIGNS[piece.art].format(piece.text) for piece in one.differences(row.sentence.text)]
            changed = f"\n    {printable(' '.join(told), 600)}" if one.verdict is Verdict.GEAENDERT else ""
            note = f" [{one.note}]" if one.note else ""
            lines.append(
                f"  {one.verdict.words}{note}: „{printable(row.sentence.text)}“ ({one.label}){changed}"
            )
        if len(near) > SHOWN:
            lines.append(f"  … und {len(near) - SHOWN} weitere; alle mit --csv oder --json")
    lines += [f"{partei}: kein geltendes Programm eingelesen." for partei in found.missing]
    return [*lines, "", LIMIT]

"""`rubric`: hold an Antrag against a rubric whose quotes stand in the Antrag itself, or list the rubrics."""

import argparse
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from core import terminal
from core.commands.options import add_command, print_json
from core.commands.show_antrag import read_file
from core.context import Context, default_context
from core.errors import EingabeError
from core.german import formats

if TYPE_CHECKING:
    from core.citations.antrag_citations import JudgedText
    from core.commands.options import Subcommands
    from core.llm.anfrage import Antwort
    from core.rubrics.field_judgement import FieldJudgement, RubricJudgement
    from core.rubrics.rubric import Rubric

UNCONFIRMED = "*"
UNCONFIRMED_NOTE = (
    "* Die Benennung dieses Feldes ist nicht bestätigt; in der Datei der Rubrik steht, woher sie ist."
)
WITHOUT_WORDS = "Kein Stichwort gefunden (der Antrag kann das Feld trotzdem berühren)"
WITHOUT_LEVEL = "berührt, ohne Stufe"
CAVEAT = (
    "Stufen und Gründe eines Sprachmodells können falsch sein; geprüft ist nur, dass die Zitate so im Antrag "
    "stehen."
)


def add(commands: "Subcommands") -> None:
    rubric = add_command(
        commands, "rubric", run_rubric, "Einen Antrag an einer Rubrik messen, mit Zitaten aus ihm selbst"
    )
    rubric.add_argument(
        "datei",
        metavar="DATEI",
        type=Path,
        nargs="?",
        help="der Antrag als PDF oder Text; ohne: alle Rubriken",
    )
    rubric.add_argument("--rubrik", metavar="ID", default="formpruefung", help="woran (formpruefung)")
    rubric.add_argument("--model", metavar="MODELL", help="Modell (sonst nach Stichwörtern, ohne Stufen)")


def run_rubric(arguments: argparse.Namespace) -> int:
    from core.llm.catalogue import OFFLINE
    from core.llm.offline import install
    from core.rubrics.ask_rubric import judge_by_rubric
    from core.rubrics.rubric import find_rubric, rubrics_of

    context = default_context()
    if arguments.datei is None:
        return _list(list(rubrics_of(context).values()), arguments.json)
    rubric, text = find_rubric(context, arguments.rubrik), _text(context, arguments.datei)
    install(context)
    judgement, antwort = judge_by_rubric(context, rubric, text, arguments.model or OFFLINE)
    if arguments.json:
        print_json(_as_json(judgement, antwort))
    else:
        _print(judgement, antwort)
    return 0


def _text(context: Context, path: Path) -> "JudgedText":
    from core.antrag.antrag import is_pdf
    from core.antrag.antrag_rows import read_rows
    from core.citations.antrag_citations import JudgedText

    antrag = read_file(context, path)
    try:
        with path.open("rb") as file:
            rows = read_rows(path) if is_pdf(file.read(1024)) else ()
    except OSError as error:
        raise EingabeError(f"Den Antrag {path} kann ich nicht lesen: {error.strerror}.") from error
    return JudgedText.of(antrag, rows=rows)


def _list(rubrics: list["Rubric"], as_json: bool) -> int:
    if as_json:
        print_json(
            [{name: value for name, value in asdict(one).items() if name != "text"} for one in rubrics]
        )
        return 0
    rows = [(r.id, r.titel, len(r.fields), f"aus {_SOURCES[r.belege]}", r.beschreibung) for r in rubrics]
    terminal.print_table(("Rubrik", "Titel", "Felder", "Belege", "Was sie fragt"), rows)
    return 0


_SOURCES = {"programme": "den Programmen", "antrag": "dem Antrag"}


def _as_json(judgement: "RubricJudgement", antwort: "Antwort | None") -> dict[str, object]:
    from core.citations.eintrag_json import write_eintrag

    return {
        "rubrik": {"id": judgement.rubric.id, "version": judgement.rubric.version},
        "modell": antwort.modell_geantwortet if antwort else None,
        "kosten": antwort.kosten if antwort else None,
        "felder": [
            {
                "feld": one.field.id,
                "titel": one.field.titel,
                "unbestaetigt": not one.field.is_confirmed,
                "stufe": asdict(one.level) if one.level else None,
                "begruendung": one.reason,
                "zitate": [write_eintrag(quote) for quote in one.quotes],
                "verworfen": [write_eintrag(quote) for quote in one.dropped],
            }
            for one in judgement.judged
        ],
        "nicht_beruehrt": [field.id for field in judgement.untouched],
        "nicht_verwendet": judgement.refused,
        "zusammenfassung": judgement.summary,
    }


def _print(judgement: "RubricJudgement", antwort: "Antwort | None") -> None:
    rubric = judgement.rubric
    by = antwort.modell_geantwortet if antwort else "nach Stichwörtern, ohne Sprachmodell"
    terminal.say(f"{rubric.titel}, Fassung {rubric.version}: {by}")
    rows = [
        (
            f"{one.field.id}{'' if one.field.is_confirmed else UNCONFIRMED}",
            one.field.titel,
            f"{one.level.wert} · {one.level.wort}" if one.level else WITHOUT_LEVEL,
            f"{len(one.quotes)} von {len(one.quotes) + len(one.dropped)}",
        )
        for one in judgement.judged
    ]
    if rows:
        terminal.print_table(("Feld", "Titel", "Stufe", "Zitate belegt"), rows)
    for one in judgement.judged:
        _print_field(one)
    _print_rest(judgement, antwort)


def _print_field(one: "FieldJudgement") -> None:
    for quote in one.quotes:
        terminal.print_passage(f"{one.field.id}: {quote.quelle}", one.reason, f"„{quote.text}“")
    for dropped in one.dropped:
        terminal.print_passage(f"{one.field.id}: verworfen", dropped.erklaerung, dropped.text)


def _print_rest(judgement: "RubricJudgement", antwort: "Antwort | None") -> None:
    from core.antrag.antrag import first_upper

    rubric = judgement.rubric
    if untouched := ", ".join(field.id for field in judgement.untouched):
        said = first_upper(rubric.untouched) if antwort else WITHOUT_WORDS
        terminal.say(f"{said}: {untouched}")
    if antwort:
        terminal.say(f"Zusammen: {judgement.summary}")
        terminal.say(CAVEAT)
        if antwort.kosten is not None:
            terminal.say(f"Kosten: {formats.cost(antwort.kosten)}")
    for reason in judgement.refused:
        terminal.say(f"Nicht verwendet: {reason}")
    if any(not one.field.is_confirmed for one in judgement.judged):
        terminal.say(UNCONFIRMED_NOTE)

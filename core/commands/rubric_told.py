"""Judgements by a rubric as the command `rubric` tells them to a person."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from core import terminal
from core.commands.options import print_json, warn
from core.errors import RegistryError
from core.german import formats

if TYPE_CHECKING:
    from core.rubrics.field_judgement import FieldJudgement, RubricJudgement
    from core.rubrics.rubric import Rubric
    from core.runs.rubric_rows import StoredRubric


def print_stored(stored: "StoredRubric", several: bool) -> None:
    from core.rubrics.judgement_words import judge_told
    from core.rubrics.stored_judgement import judgement_of

    if several:
        terminal.say(f"\nLauf {stored.lauf_id}, Urteil {stored.id}")
    by = judge_told(stored.modell, stored.modell_geantwortet)
    print_judgement(judgement_of(stored), by, stored.modell, stored.kosten)


def print_rubrics(found: Sequence["Rubric | RegistryError"], as_json: bool) -> int:
    """Of one that cannot be read, why."""
    rubrics = [one for one in found if not isinstance(one, RegistryError)]
    for error in found:
        if isinstance(error, RegistryError):
            warn(str(error))
    if as_json:
        print_json(
            [{name: value for name, value in asdict(one).items() if name != "text"} for one in rubrics]
        )
        return 0
    rows = [(r.id, r.titel, len(r.fields), f"aus {_SOURCES[r.belege]}", r.beschreibung) for r in rubrics]
    terminal.print_table(("Rubrik", "Titel", "Felder", "Belege", "Was sie fragt"), rows)
    return 0


_SOURCES = {"programme": "den Programmen", "antrag": "dem Antrag"}


def print_judgement(judgement: "RubricJudgement", by: str, modell: str, kosten: float | None) -> None:
    from core.rubrics.judgement_words import UNCONFIRMED, level_told

    terminal.say(f"{judgement.rubric.titel}, Fassung {judgement.rubric.version}: {by}")
    rows = [
        (
            f"{one.field.id}{'' if one.field.is_confirmed else UNCONFIRMED}",
            one.field.titel,
            level_told(one),
            f"{len(one.quotes)} von {len(one.quotes) + len(one.dropped)}",
        )
        for one in judgement.judged
    ]
    if rows:
        terminal.print_table(("Feld", "Titel", "Stufe", "Zitate belegt"), rows)
    for one in judgement.judged:
        _print_field(one)
    _print_rest(judgement, modell, kosten)


def _print_field(one: "FieldJudgement") -> None:
    for quote in one.quotes:
        terminal.print_passage(f"{one.field.id}: {quote.quelle}", one.reason, f"„{quote.text}“")
    for dropped in one.dropped:
        terminal.print_passage(f"{one.field.id}: verworfen", dropped.erklaerung, dropped.text)


def _print_rest(judgement: "RubricJudgement", modell: str, kosten: float | None) -> None:
    from core.llm.catalogue import OFFLINE
    from core.rubrics.judgement_words import CAVEAT, UNCONFIRMED_NOTE, untouched_told

    if untouched := ", ".join(field.id for field in judgement.untouched):
        terminal.say(f"{untouched_told(judgement.rubric, modell)}: {untouched}")
    if modell != OFFLINE:
        terminal.say(f"Zusammen: {judgement.summary}")
        terminal.say(CAVEAT)
        if kosten is not None:
            terminal.say(f"Kosten: {formats.cost(kosten)}")
    for reason in judgement.refused:
        terminal.say(f"Nicht verwendet: {reason}")
    if any(not one.field.is_confirmed for one in judgement.judged):
        terminal.say(UNCONFIRMED_NOTE)

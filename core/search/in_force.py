"""Which Programme were in force on a day: of each kind a party's newest, as after a repeat election."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import date

from core.models import Programm
from core.question.suchanfrage import Suchanfrage


def in_force(programme: Iterable[Programm], day: date) -> list[Programm]:
    newest: dict[tuple[str, str | None, str], Programm] = {}
    for programm in sorted(programme, key=lambda p: (p.gueltig_ab, p.jahr)):
        if programm.is_valid_on(day):
            newest[programm.partei, programm.bundesland, programm.typ] = programm
    return list(newest.values())


def only_in_force(anfrage: Suchanfrage, day: date) -> Suchanfrage:
    """The same, of the Programme in force on that day; a question that names a time itself keeps it."""
    return anfrage if anfrage.names_time else replace(anfrage, stichtag=day)

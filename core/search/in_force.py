"""Which Programme are in force on a day, and which are used all the same, by hand."""

from collections.abc import Container, Iterable, Mapping
from dataclasses import replace
from datetime import date

from core.errors import EingabeError
from core.models import Programm
from core.programme.registry import Registry, find_programm, partei_name
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


# --- Programme that are not in force and are used all the same ----------------------------------------------
# By hand: which may be, and how that is told.

NOT_IN_FORCE = "nicht in Kraft"


def find_trotzdem(
    registry: Registry, land: str, parteien: Container[str], programm_ids: Iterable[str]
) -> set[str]:
    """These Programme, once each is of a party that is looked at, and of the Land or valid everywhere."""
    return {_allowed(registry, land, parteien, find_programm(registry, id)) for id in programm_ids}


def _allowed(registry: Registry, land: str, parteien: Container[str], programm: Programm) -> str:
    refused = f"Das Programm „{programm.name}“ lässt sich nicht hinzunehmen: "
    if programm.bundesland not in (None, land):
        here, there = (registry.parlamente[code].land for code in (land, str(programm.bundesland)))
        raise EingabeError(
            f"{refused}Es ist keines für das Land des Antrags ({here}), sondern für: {there}. Möglich sind "
            "Programme desselben Landes und solche, die überall gelten."
        )
    if programm.partei not in parteien:
        name = partei_name(registry, programm.partei, land)
        raise EingabeError(
            f"{refused}Nach der Partei {name} wird zu diesem Antrag nicht gefragt. Wählen Sie sie dazu."
        )
    return programm.id


def programme_told(registry: Registry, gruende: Mapping[str, str]) -> str:
    """„SPD Bundestag Wahlprogramm 2021 (galt bis 25.03.2025); …“: each with why it does not count."""
    known = registry.programme
    return "; ".join(f"{known[id].name if id in known else id} ({grund})" for id, grund in gruende.items())


def remark(grund: str) -> str:
    """„nicht in Kraft: galt bis 25.03.2025; von Hand hinzugenommen“; empty where there is no reason."""
    return f"{NOT_IN_FORCE}: {grund}; von Hand hinzugenommen" if grund else ""


def satz(grund: str) -> str:
    """The same as a sentence."""
    return f"Programm {remark(grund)}." if grund else ""


def hinweis(registry: Registry, trotzdem: Mapping[str, str]) -> str:
    """One sentence on all of them; empty where there are none."""
    told = programme_told(registry, trotzdem)
    return f"Nicht in Kraft und von Hand hinzugenommen: {told}." if told else ""

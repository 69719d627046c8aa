"""Which Läufe are asked for, and what there is to choose from."""

from dataclasses import dataclass
from datetime import date

from core.runs.lauf import Status


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """Which Läufe: None filters nothing. `modell` is the one that answered, or was asked while none has.

    `bundesland` „“ stands for none. `programm_id`: Läufe with a quote that stands in it; „“ for quotes that
    stand in no Programm. `lesen`: Läufe with a quote that a person should read, or without. `probe_von`: the
    probes of that Lauf; „“ for Läufe that are none. `hidden`: on Anträge that lists leave out, or on others.
    """

    suche: str | None = None
    status: Status | None = None
    von: date | None = None
    bis: date | None = None
    bundesland: str | None = None
    antragsteller: str | None = None
    partei: str | None = None
    programm_id: str | None = None
    modell: str | None = None
    prompt_id: str | None = None
    prompt_version: str | None = None
    strategie: str | None = None
    batch_id: str | None = None
    antrag_hash: str | None = None
    is_demo: bool | None = None
    aus_cache: bool | None = None
    eingelesen: bool | None = None
    probe_von: str | None = ""
    lesen: bool | None = None
    geloescht: bool = False
    hidden: bool | None = None


ALLE = Filter()


@dataclass(frozen=True, slots=True)
class Values:
    """What the Läufe that are not deleted have to filter by."""

    modelle: tuple[str, ...]
    prompts: tuple[str, ...]
    laender: tuple[str, ...]
    parteien: tuple[str, ...]

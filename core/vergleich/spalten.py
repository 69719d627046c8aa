"""What is compared: one column per model, prompt and setting, and all that its Läufe say of each party."""

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from operator import attrgetter

from core.assessment.lauf_view import NO_QUELLEN, WITHOUT_LANGUAGE_MODEL, WITHOUT_WERTUNG
from core.assessment.user_prompts import OWN
from core.citations.zitat_status import ZitatStatus
from core.models import Abdeckung, Typ
from core.programme.registry import Registry
from core.runs.buchungen import Sums
from core.runs.figures import Laufkopf, TeilNumbers
from core.runs.lauf import Status as Laufstatus
from core.runs.lauf import abdeckung_of
from core.runs.store import Runstore
from core.vergleich.countable_laeufe import counted, from_files, other_index
from core.vergleich.spalten_names import READ_IN, named

FEHLGESCHLAGEN = "fehlgeschlagen"
STATUSES, TYPES = tuple(ZitatStatus), tuple(Typ)
GEBUNDEN = [status for status in STATUSES if status.is_bound]
"""Going through an Enum itself takes many times as long."""


@dataclass(frozen=True, slots=True)
class Spalte:
    """One column. `modell` is the one that answered, or was asked while none has.

    `parameter` is canonical JSON of what else changes an answer. `name` tells only what differs from the
    columns beside it. `eingelesen`: of Läufe from files, which never share a column with our own.
    """

    modell: str
    prompt_id: str
    prompt_version: str
    prompt_hash: str
    strategie: str
    parameter: str
    name: str = ""
    eingelesen: bool = False

    @property
    def schluessel(self) -> str:
        """The same whatever it is shown beside, and short enough for an address."""
        parts = [self.modell, self.prompt_id, self.prompt_version, self.prompt_hash, self.strategie]
        parts += [self.parameter, *([READ_IN] if self.eingelesen else [])]
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:10]

    @property
    def trotzdem(self) -> tuple[str, ...]:
        """The Programme that were added by hand although they are not in force, by id."""
        return tuple(json.loads(self.parameter).get("trotzdem", ()))

    @property
    def prompt(self) -> str:
        """„streng v3“."""
        return f"{self.prompt_id.removeprefix(OWN)} v{self.prompt_version}"


@dataclass(frozen=True, slots=True)
class LaufValue:
    """One Lauf of the comparison. `spalte` is an index; `wiederholung` counts from 1 per column and Antrag.

    `sekunden`: from its start to its end. `kosten` in USD, None where not all of them are known.
    """

    id: str
    spalte: int
    antrag: str
    wiederholung: int
    status: Laufstatus
    kosten: float | None
    tokens_ein: int
    tokens_aus: int
    sekunden: float | None
    created: datetime
    is_demo: bool


@dataclass(frozen=True, slots=True)
class Wert:
    """One score as it was given; `zustand` says why there is none and is empty where there is one.

    `abdeckung`: what was found without a language model, where there are no points.
    """

    spalte: int
    antrag: str
    partei: str
    typ: Typ
    lauf_id: str
    score: float | None
    zustand: str
    abdeckung: Abdeckung | None = None


@dataclass(frozen=True, slots=True)
class CountValue:
    """One Teil: what became of its quotes, and of the question to the model.

    `gefragt`: a model was asked at all. `nachgefragt`: its first answer was no JSON that could be read.
    `sekunden`: what the model took, None where it gave no answer.
    """

    spalte: int
    antrag: str
    partei: str
    lauf_id: str
    emittiert: int
    geprueft: int
    gebunden: int
    angeglichen: int
    fremde_partei: int
    nach_status: Mapping[ZitatStatus, int]
    gefragt: bool = True
    fehlgeschlagen: bool = False
    nachgefragt: bool = False
    sekunden: float | None = None


@dataclass(frozen=True, slots=True)
class Vergleich:
    """All of it. `antraege`: hash → title; `parteien` in the registry's order.

    `hinweise`: which of the chosen Läufe do not count, and why.
    """

    spalten: tuple[Spalte, ...]
    antraege: Mapping[str, str]
    parteien: tuple[str, ...]
    laeufe: tuple[LaufValue, ...]
    werte: tuple[Wert, ...]
    zaehlwerte: tuple[CountValue, ...]
    hinweise: tuple[str, ...] = ()


def spalten_of(heads: Sequence[Laufkopf]) -> list[Spalte]:
    """The column of each Lauf, given the heads that the store has of them.

    A Lauf that got no answer belongs to the model that answered the others who asked for the same.
    """
    answered: dict[str, set[str]] = defaultdict(set)
    for kopf in heads:
        if kopf.modell_geantwortet and not kopf.ersatzmodell and kopf.eingelesen is None:
            answered[kopf.modell_gefragt].add(kopf.modell_geantwortet)
    return [
        _spalte(_modell(kopf, answered[kopf.modell_gefragt]), _rest(kopf), kopf.eingelesen is not None)
        for kopf in heads
    ]


def _modell(kopf: Laufkopf, answered: Set[str]) -> str:
    is_silent = kopf.modell_geantwortet is None and len(answered) == 1
    return next(iter(answered)) if is_silent else str(kopf.modell)


_rest = attrgetter("prompt_id", "prompt_version", "prompt_hash", "strategie", "masse", "embedder")


@lru_cache(maxsize=1024)
def _spalte(modell: str, rest: tuple[str, ...], eingelesen: bool) -> Spalte:
    prompt_id, prompt_version, prompt_hash, strategie, masse, embedder = rest
    parameter = json.dumps({"embedder": embedder, **json.loads(masse)})
    parts = (modell, prompt_id, prompt_version, prompt_hash, strategie, parameter)
    return Spalte(*parts, eingelesen=eingelesen)


# --- all that the Läufe say ---------------------------------------------------------------------------------


def vergleich_of(store: Runstore, registry: Registry, lauf_ids: Sequence[str]) -> Vergleich:
    """Everything of these Läufe that can be compared, read at once; columns in the order of their Läufe."""
    heads, hinweise = counted(store, lauf_ids)
    own = spalten_of(heads)
    spalten = list(dict.fromkeys(own))
    places = {kopf.id: (spalten.index(one), kopf.antrag_hash) for kopf, one in zip(heads, own, strict=True)}
    teile = store.teil_numbers(places)
    werte = tuple(_values(store, registry, teile, places))
    asked = {wert.partei for wert in werte}
    known = [partei for partei in registry.parteien if partei in asked]
    return Vergleich(
        spalten=tuple(named(spalten)),
        antraege={kopf.antrag_hash: kopf.antrag_name for kopf in heads},
        parteien=(*known, *sorted(asked.difference(known))),
        laeufe=tuple(_laeufe(heads, store.lauf_sums(places), places)),
        werte=werte,
        zaehlwerte=tuple([_count_value(teil, *places[teil.lauf_id]) for teil in teile if teil.partei]),
        hinweise=(*hinweise, *other_index(heads), *from_files(heads)),
    )


Places = Mapping[str, tuple[int, str]]
"""Lauf → its column and its Antrag."""


def _laeufe(heads: Sequence[Laufkopf], spent: Mapping[str, Sums], places: Places) -> Iterator[LaufValue]:
    repeats: Counter[tuple[int, str]] = Counter()
    for kopf in sorted(heads, key=lambda kopf: (kopf.created, kopf.id)):
        own, ort = spent.get(kopf.id, Sums()), places[kopf.id]
        repeats[ort] += 1
        yield LaufValue(
            id=kopf.id,
            spalte=ort[0],
            antrag=ort[1],
            wiederholung=repeats[ort],
            status=Laufstatus(kopf.status),
            **own._asdict(),
            sekunden=(kopf.finished - kopf.created).total_seconds() if kopf.finished else None,
            created=kopf.created,
            is_demo=kopf.is_demo,
        )


def _count_value(teil: TeilNumbers, spalte: int, antrag: str) -> CountValue:
    return CountValue(
        spalte=spalte,
        antrag=antrag,
        partei=teil.partei,
        lauf_id=teil.lauf_id,
        emittiert=teil.emittiert,
        geprueft=teil.emittiert - teil.nach_status[ZitatStatus.UNGEPRUEFT],
        gebunden=sum([teil.nach_status[status] for status in GEBUNDEN]),
        angeglichen=teil.nach_status[ZitatStatus.ANGEGLICHEN],
        fremde_partei=teil.fremde_partei,
        nach_status=teil.nach_status,
        gefragt=bool(teil.versuche or teil.modell),
        fehlgeschlagen=teil.status != Laufstatus.FERTIG,
        nachgefragt=teil.antworten > 1,  # a second one is asked for only where the first could not be read
        sekunden=teil.sekunden,
    )


def _values(
    store: Runstore, registry: Registry, teile: Sequence[TeilNumbers], places: Places
) -> Iterator[Wert]:
    """For every Teil both kinds of Programm, and what a failed Lauf was to ask and did not come to."""
    scores = {(row.lauf_id, row.partei, row.typ): row for row in store.scores_of(places)}
    vorgelegt = _presented(store, registry, places)
    statuses = {(teil.lauf_id, teil.partei): teil.status for teil in teile if teil.partei}
    for lauf_id, parteien in store.planned_parteien(places):
        failed = (partei for partei in parteien or () if partei)
        statuses = {(lauf_id, partei): Laufstatus.FEHLGESCHLAGEN for partei in failed} | statuses
    for (lauf_id, partei), status in statuses.items():
        for typ in TYPES:
            row = scores.get((lauf_id, partei, typ)) if status == Laufstatus.FERTIG else None
            score = row.score if row else None
            found = abdeckung_of(row.nah, row.von) if row and score is None else None
            zustand = ""
            if status != Laufstatus.FERTIG:
                zustand = FEHLGESCHLAGEN
            elif found:
                zustand = WITHOUT_LANGUAGE_MODEL
            elif score is None:
                zustand = WITHOUT_WERTUNG if (lauf_id, partei, typ) in vorgelegt else NO_QUELLEN
            yield Wert(*places[lauf_id], partei, typ, lauf_id, score, zustand, found)


def _presented(store: Runstore, registry: Registry, places: Places) -> set[tuple[str, str, Typ]]:
    """Of which kinds of Programm a party's prompt showed anything."""
    types = {programm.id: programm.typ for programm in registry.programme.values()}
    rows = store.presented_programme(places)
    return {(lauf_id, partei, types[programm]) for lauf_id, partei, programm in rows if programm in types}

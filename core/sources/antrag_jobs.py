"""Reading the sources of Anträge, and fetching some of what they list, while pages come and go."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.background import Jobs, WorkState
from core.context import Context
from core.errors import DashboardError
from core.runs.listed_antraege import ListedAntrag, StoredListing
from core.runs.store import runstore
from core.sources.antrag_fetch import SourceReading, read_source, source_named
from core.sources.take_antrag import take_antrag
from core.sources.web import web_of

KEPT = 50
"""Fetchings of which it is remembered what became of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingSources(WorkState):
    """`gerade`: of the source that is read just now; `gelesene`: how the others ended."""

    gerade: SourceReading | None = None
    gelesene: tuple[SourceReading, ...] = ()


class SourceJobs:
    """All sources that are wanted, one after the other."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._jobs = Jobs("Holen", workers=1)
        self._state = ReadingSources()

    def stand(self) -> ReadingSources:
        return self._state

    def start(self, names: Sequence[str]) -> None:
        """Nothing where some are being read: what is new is found by whoever asks later."""
        with self._jobs.lock:
            if self._state.laeuft or not names:
                return
            self._state = ReadingSources(laeuft=True, von=len(names))
            self._jobs.start("Quellen", lambda: self._read(names), self._failed)

    def _read(self, names: Sequence[str]) -> None:
        for name in names:
            self._put(gerade=SourceReading(name, ""))
            try:
                for so_far in read_source(runstore(self._context), source_named(self._context, name)):
                    self._put(gerade=so_far)
            except DashboardError as error:  # it could not even be asked
                self._put(gerade=SourceReading(name, "", alarm=str(error)))
            gelesene = (*self._state.gelesene, *filter(None, [self._state.gerade]))
            self._put(gerade=None, gelesene=gelesene, fertig=len(gelesene))
        self._put(laeuft=False)

    def _failed(self, reason: str) -> None:
        self._put(laeuft=False, gerade=None, fehler=(reason,))

    def _put(self, **changes: object) -> None:
        with self._jobs.lock:
            self._state = replace(self._state, **changes)  # type: ignore[arg-type]

    def close(self) -> None:
        self._jobs.close(self._jobs.cancel)


@dataclass(frozen=True, slots=True)
class TakenAntrag:
    """`antrag_id`: as it can be checked now; without one `fehler` says why."""

    listed: ListedAntrag
    antrag_id: str = ""
    fehler: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TakingState(WorkState):
    """`name`: of what is coming just now."""

    name: str = ""
    taken: tuple[TakenAntrag, ...] = ()


class TakingJobs:
    """Each choice of Anträge is a job of its own, known by a key that whoever chooses the same gets too."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._jobs = Jobs("Holen", workers=2)
        self._states: dict[str, TakingState] = {}

    def stand(self, key: str) -> TakingState | None:
        """None for what nobody began since the program was started."""
        return self._states.get(key)

    def start(self, listed: Sequence[StoredListing], again: bool = False) -> str:
        """Those that were read before are taken as they are, but where they are wanted `again`."""
        names = "\n".join(f"{one.antrag.quelle} {one.antrag.kennung}" for one in listed)
        key = hashlib.sha256(names.encode()).hexdigest()[:16]
        with self._jobs.lock:
            if not (known := self._states.pop(key, None)) or not known.laeuft:
                known = TakingState(laeuft=True, von=len(listed))
                work = (lambda: self._take(key, listed, again)), lambda reason: self._failed(key, reason)
                self._jobs.start(key, *work)
            self._states[key] = known
            for old in [old for old, state in self._states.items() if not state.laeuft][:-KEPT]:
                del self._states[old]
        return key

    def _take(self, key: str, listed: Sequence[StoredListing], again: bool) -> None:
        taken: list[TakenAntrag] = []
        for one in listed:
            self._put(key, name=one.antrag.nummer or one.antrag.titel)
            taken.append(self._one(one, again))
            self._put(key, taken=tuple(taken), fertig=len(taken))
        self._put(key, laeuft=False)

    def _one(self, one: StoredListing, again: bool) -> TakenAntrag:
        if one.antrag_id and not again:
            return TakenAntrag(one.antrag, one.antrag_id)
        web = self._context.own(web_of)
        try:
            return TakenAntrag(one.antrag, take_antrag(self._context, web, one.antrag))
        except DashboardError as error:
            return TakenAntrag(one.antrag, fehler=str(error))

    def _failed(self, key: str, reason: str) -> None:
        self._put(key, laeuft=False, fehler=(reason,))

    def _put(self, key: str, **changes: object) -> None:
        with self._jobs.lock:
            self._states[key] = replace(self._states[key], **changes)  # type: ignore[arg-type]

    def close(self) -> None:
        self._jobs.close(self._jobs.cancel)

"""The door to Chroma: a worker process, a limit of time for every call, and German where it fails."""

import hashlib
import os
import socket
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

from core.base import clock, formats
from core.base.atomic_files import new_lock
from core.base.errors import IndexBeschaedigt, IndexFehler, IndexGesperrt
from core.base.settings import Settings
from core.processes.worker_pool import Cause, Pool, WorkerLost
from core.programme import chroma_worker
from core.programme.chroma_worker import LOCK, REBUILD, Found, Place, check_room

SECONDS = 25.0
"""The longest one call may take: 1000 rows are written in 2 s. On a full disk Chroma may never come back."""

IDLE = 120.0
MEMORY = 1 << 38
"""Of address space, which Chroma takes a lot of without using it."""

PREFIX = "programme-"
DATABASE = "chroma.sqlite3"
ASIDE = "beschaedigt-"
CACHE = "zwischenspeicher"
FILE, NOTE = ".schreiber.lock", ".schreiber.txt"
OURS = {"texte", "erkannt", "zusammenfassungen", CACHE, LOCK, FILE, NOTE}
"""What lies in the folder beside Chroma's own."""

TOO_LONG = (
    "Der Index {} hat nach {:.0f} Sekunden nicht geantwortet. Es ist nichts verloren. Bitte freien Platz und "
    "Rechte prüfen und es noch einmal versuchen; bleibt es so, hilft: python -m core index --all"
)

KILLED = (
    "Der Index {} hat nicht geantwortet: Das System hat den Prozess dafür zweimal beendet ({}), wohl weil "
    "der Arbeitsspeicher knapp ist. Es ist nichts verloren. Bitte in einigen Minuten noch einmal versuchen."
)

P = ParamSpec("P")
T = TypeVar("T")


@cache
def _pool() -> Pool:
    return Pool(size=1, memory=MEMORY, idle=IDLE)


class Chroma:
    """The database behind the settings: a folder, or a server where CHROMA_URL names one."""

    def __init__(self, settings: Settings) -> None:
        self.place = Place(settings.chroma_dir, settings.chroma_url)

    @property
    def is_server(self) -> bool:
        return self.place.url is not None

    def call(self, function: Callable[Concatenate[Place, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Have a function of `chroma_worker` do its work; each may be done twice, as the pool asks.

        Only what Chroma itself says is damage, or that two of its processes crash at the same call.
        """
        assert not kwargs
        try:
            return _pool().submit(SECONDS, function, self.place, *args).result()
        except WorkerLost as lost:
            where = "auf dem Server" if self.is_server else f"unter {str(self.place.folder)!r}"
            if lost.cause in (Cause.TIME, Cause.BUSY):
                raise IndexFehler(TOO_LONG.format(where, SECONDS)) from lost
            if lost.cause is Cause.MEMORY:
                raise IndexFehler(f"Für den Index {where} reicht der Arbeitsspeicher nicht.") from lost
            if lost.cause is Cause.KILLED:
                raise IndexFehler(KILLED.format(where, lost.detail)) from lost
            raise IndexBeschaedigt(f"Der Index {where} ist beschädigt ({lost.detail}). {REBUILD}") from lost

    def warm_up(self) -> None:
        """Have Chroma imported; nobody waits for it."""
        _pool().submit(SECONDS, chroma_worker.warm_up, self.place)

    @contextmanager
    def open(self) -> Iterator[None]:
        """Open it once for all calls made meanwhile. Only by the one that writes."""
        if not self.is_server:
            self.check_room()
            if self._exists() and (self.place.folder / DATABASE).stat().st_size == 0:
                where = f"Der Index unter {str(self.place.folder)!r}"
                raise IndexBeschaedigt(f"{where} ist beschädigt (leere Datei). {REBUILD}")
        self.call(chroma_worker.begin)
        try:
            yield
        finally:
            with suppress(IndexFehler):  # a worker that was lost holds nothing open
                self.call(chroma_worker.end)

    def check_room(self) -> None:
        """Before anything is written: Chroma does not always come back from a disk that is full."""
        if not self.is_server:
            check_room(self.place.folder)

    def overview(self) -> dict[str, Found]:
        if not self.is_server and not self._exists():
            return {}
        return self.call(chroma_worker.overview, PREFIX)

    def state(self) -> str:
        """Another one whenever somebody has written: what its files look like, or what a server says."""
        if self.is_server:
            return state_of(self.overview())
        if not self._exists():
            return ""
        seen = []
        for path in self._chromas():
            for file in path.glob("*") if path.is_dir() else [path]:
                with suppress(FileNotFoundError):  # a journal comes and goes
                    status = file.stat()
                    seen.append(f"{path.name}/{file.name} {status.st_size} {status.st_mtime_ns}")
        return _digest(seen)

    def _exists(self) -> bool:
        return (self.place.folder / DATABASE).exists()

    def _chromas(self) -> Iterator[Path]:
        with suppress(FileNotFoundError), os.scandir(self.place.folder) as entries:
            yield from (
                Path(entry.path)
                for entry in entries
                if entry.name not in OURS and not entry.name.startswith(ASIDE)
            )

    def move_aside(self, target: Path) -> None:
        target.mkdir(parents=True)
        for path in list(self._chromas()):
            path.rename(target / path.name)


def state_of(found: Mapping[str, Found]) -> str:
    """Of a server, which tells of rows how many there are, and what we say of them: who changes a row's text
    there without our knowledge is seen at the next reading."""
    return _digest(
        f"{name} {one.id} {one.count} {sorted(one.metadata.items())}" for name, one in found.items()
    )


def _digest(told: Iterable[str]) -> str:
    listed = sorted(told)
    return hashlib.sha256("\n".join(listed).encode()).hexdigest() if listed else ""


# --- the one writer of an index: a lock that ends with its holder, and a note on who holds it --------------

TAKEN = (
    "In den Index unter {!r} schreibt gerade ein anderer: {}. Bitte warten, bis er fertig ist, und dann noch "
    "einmal versuchen."
)


class WriterLock:
    """Held by one thread of one process at a time; the thread that holds it may take it again."""

    def __init__(self, settings: Settings) -> None:
        self._folder = settings.chroma_dir
        self._note = self._folder / NOTE
        self._lock = new_lock(self._folder / FILE)

    @property
    def is_mine(self) -> bool:
        return self._lock.is_locked

    @contextmanager
    def held(self, timeout: float) -> Iterator[None]:
        """Wait up to `timeout` seconds for the lock, else say who has it."""
        self._acquire(timeout)
        try:
            yield
        finally:
            self._lock.release()

    def holder(self) -> str | None:
        """Who writes right now, None where nobody does. A lock ends with its process."""
        if not self._folder.is_dir():
            return None
        try:
            with self._lock.acquire(timeout=0):
                return None
        except TimeoutError:
            return self._note.read_text("utf-8").strip() if self._note.is_file() else "unbekannt"

    def _acquire(self, timeout: float) -> None:
        is_new = not self.is_mine
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            self._lock.acquire(timeout=timeout)
            if is_new:
                since = formats.moment(clock.now())
                who = f"Prozess {os.getpid()} auf {socket.gethostname()}, seit {since}"
                self._note.write_text(who, "utf-8")
        except TimeoutError as error:
            holder = ""
            with suppress(OSError):
                holder = self._note.read_text("utf-8").strip()
            raise IndexGesperrt(TAKEN.format(str(self._folder), holder or "unbekannt")) from error
        except OSError as error:
            raise IndexFehler(
                f"In den Ordner {str(self._folder)!r} lässt sich nicht schreiben "
                f"({error.strerror or error}). Rechte und freien Platz prüfen oder CHROMA_DIR ändern."
            ) from error

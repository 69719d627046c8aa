"""The text of a Programm as quotes are bound to it: its stream and its key, of the indexed version."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from core.citations.schluessel import Schluessel, schluessel
from core.context import Context
from core.models import Programm
from core.programme import ablage
from core.programme.strom import Textstrom
from core.retrieval.indexing import gebiet_of


@dataclass(frozen=True, slots=True, eq=False)
class Quelle:
    """An indexed Programm, its text stream and the key of that text."""

    programm: Programm
    version: str
    strom: Textstrom
    key: Schluessel


class Quellen(Mapping[str, Quelle]):
    """Programm id → Quelle, for every indexed Programm; loaded when asked for, then kept."""

    def __init__(self, context: Context) -> None:
        self._context = context

    def __getitem__(self, programm_id: str) -> Quelle:
        programm = self._context.registry.programme[programm_id]
        stand = self._context.store.staende(gebiet_of(programm))[programm_id]
        return _load(self._context.texte, programm, stand.version)

    def __iter__(self) -> Iterator[str]:
        for programm in self._context.registry.programme.values():
            if programm.id in self._context.store.staende(gebiet_of(programm)):
                yield programm.id

    def __len__(self) -> int:
        return sum(1 for _ in self)


@lru_cache(maxsize=64)
def _load(folder: Path, programm: Programm, version: str) -> Quelle:
    strom = ablage.load_strom(folder, programm.id, version)
    if strom is None:
        raise KeyError(programm.id)
    return Quelle(programm, version, strom, schluessel(strom.text))

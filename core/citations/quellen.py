"""The text of a Programm as quotes are bound to it: its stream and its key, of the indexed version."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from pathlib import Path

from core.citations.schluessel import Schluessel, schluessel
from core.context import Context
from core.errors import IndexFehler
from core.models import Programm
from core.programme import ablage
from core.programme.strom import Textstrom
from core.retrieval.indexing import gebiet_of


@dataclass(frozen=True, eq=False)
class Text:
    """What was read of a Programm; who only looks at pages needs no key."""

    strom: Textstrom

    @cached_property
    def key(self) -> Schluessel:
        return schluessel(self.strom.text)


@dataclass(frozen=True, slots=True, eq=False)
class Quelle:
    """An indexed Programm; its text stream and that text's key are loaded when they are needed."""

    programm: Programm
    version: str
    read: Callable[[], Text]

    @classmethod
    def of(cls, programm: Programm, version: str, strom: Textstrom) -> "Quelle":
        """A source whose text is at hand."""
        text = Text(strom)
        return cls(programm, version, lambda: text)

    @property
    def strom(self) -> Textstrom:
        return self.read().strom

    @property
    def key(self) -> Schluessel:
        return self.read().key


class Quellen(Mapping[str, Quelle]):
    """Programm id → Quelle, for every Programm indexed right now; loaded when asked for, then kept."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._programme = context.registry.programme
        gebiete = {gebiet_of(programm) for programm in context.registry.programme.values()}
        self._versions = {
            programm_id: stand.version
            for gebiet in sorted(gebiete)
            for programm_id, stand in context.store.staende(gebiet).items()
            if programm_id in context.registry.programme
        }

    def __getitem__(self, programm_id: str) -> Quelle:
        return _quelle(self._context.texte, self._programme[programm_id], self._versions[programm_id])

    def __iter__(self) -> Iterator[str]:
        return iter(self._versions)

    def __len__(self) -> int:
        return len(self._versions)


def find_quelle(context: Context, programm_id: str) -> Quelle | None:
    """One of `Quellen`, without looking at other Länder."""
    programm = context.registry.programme.get(programm_id)
    stand = programm and context.store.staende(gebiet_of(programm)).get(programm_id)
    return _quelle(context.texte, programm, stand.version) if programm and stand else None


@lru_cache(maxsize=1024)
def _quelle(folder: Path, programm: Programm, version: str) -> Quelle:
    return Quelle(programm, version, partial(_text, folder, programm.id, version))


@lru_cache(maxsize=64)
def _text(folder: Path, programm_id: str, version: str) -> Text:
    strom = ablage.load_strom(folder, programm_id, version)
    if strom is None:
        raise IndexFehler(
            f"Der gespeicherte Text von „{programm_id}“ fehlt. Neu einlesen mit: python -m core index --all"
        )
    return Text(strom)

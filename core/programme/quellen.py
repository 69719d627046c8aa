"""The indexed Programme as sources that quotes are looked for in, kept in memory while they are in use."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial

from core.base.errors import IndexFehler
from core.base.memory import Recent
from core.base.models import UEBERALL, gebiet_of
from core.programme.context import Context
from core.programme.registry import Registered
from core.programme.stored_keys import load_key, load_sieve
from core.programme.stored_streams import StoredStreams
from core.wortlaut.binding.quelle import Quelle, Text
from core.wortlaut.records import Fundstelle

_texts: Recent[Text] = Recent(256 << 20, lambda text: text.bytes)
"""Those of about eighty usual Programme; an answer is bound to a dozen."""

_sieves: Recent[bytes] = Recent(64 << 20, len)
"""Those of about a thousand."""


class Quellen(Mapping[str, Quelle]):
    """Id → Quelle, for every Programm indexed right now; loaded when asked for, then kept.

    With `laender` only those of these, and what is valid everywhere: more no answer can be bound to.
    `dokumente`: ids of kept documents beside them.
    """

    def __init__(
        self,
        context: Context,
        laender: Iterable[str | None] | None = None,
        dokumente: Iterable[str] = (),
    ) -> None:
        self._texte = context.texte
        programme = context.registry.programme
        gebiete = {gebiet_of(programm) for programm in programme.values()}
        if laender is not None:
            gebiete &= {UEBERALL, *(land for land in laender if land)}
        self._quellen: dict[str, Quelle] = {}
        self._versions = {
            programm_id: stand.version
            for gebiet in sorted(gebiete)
            for programm_id, stand in context.store.staende(gebiet).items()
            if programm_id in programme
        }
        beside = {id: context.registry.quellen[id] for id in dokumente}
        self._programme: Mapping[str, Registered] = {**programme, **beside}
        for id, dokument in beside.items():
            if stand := context.store.stand_of(dokument):
                self._versions[id] = stand.version

    @classmethod
    def around(cls, context: Context, retrieved: Mapping[str, Sequence[Fundstelle]]) -> "Quellen":
        """Those that an answer can be bound to that was given on these passages."""
        registry = context.registry
        ids = {fundstelle.chunk.programm_id for found in retrieved.values() for fundstelle in found}
        laender = {registry.programme[id].bundesland for id in ids if id in registry.programme}
        return cls(context, laender, sorted(ids & registry.quellen.keys()))

    @staticmethod
    def find(context: Context, programm_id: str) -> Quelle | None:
        """One of them, without looking at other Länder."""
        programm = context.registry.dokumente.get(programm_id)
        stand = programm and context.store.stand_of(programm)
        if programm is None or not stand:
            return None
        stamp = context.texte.druck_stamp(programm_id)
        return _quelle(context.texte, programm, stand.version, stamp)

    def __getitem__(self, programm_id: str) -> Quelle:
        if (quelle := self._quellen.get(programm_id)) is None:
            stamp = self._texte.druck_stamp(programm_id)
            found = _quelle(self._texte, self._programme[programm_id], self._versions[programm_id], stamp)
            quelle = self._quellen.setdefault(programm_id, found)
        return quelle

    def __iter__(self) -> Iterator[str]:
        return iter(self._versions)

    def __len__(self) -> int:
        return len(self._versions)


@lru_cache(maxsize=1024)
def _quelle(texte: StoredStreams, programm: Registered, version: str, stamp: int) -> Quelle:
    """`stamp`: what may be quoted changes when the print has been compared."""
    key = texte, programm.id, f"{version} {stamp}"
    read = partial(_texts.get, key, partial(_text, texte, programm.id, version))
    stored = partial(load_sieve, texte.folder, programm.id, version)
    sieve = partial(_sieves.get, key, partial(stored, lambda: read().key.text))
    return Quelle(programm, version, read, sieve)


def _text(texte: StoredStreams, programm_id: str, version: str) -> Text:
    strom = texte.load_quotable(programm_id, version)
    if strom is None:
        raise IndexFehler(
            f"Der gespeicherte Text von „{programm_id}“ fehlt. Neu einlesen mit: python -m core index --all"
        )
    return Text(strom, partial(load_key, texte.folder, programm_id, version))

"""Registry and index as they were when an Eichung began: looked at once, not for every search and passage."""

from collections.abc import Callable, Iterable
from copy import copy
from dataclasses import dataclass
from functools import lru_cache

from core.context import Context
from core.programme.registry import Registry


@dataclass(frozen=True, eq=False)
class StatePicture(Context):
    """A Context that sees neither a new Programm nor another state of the index."""

    seen: Registry

    @property
    def registry(self) -> Registry:
        return self.seen


def index_stand(context: Context, laender: Iterable[str]) -> str:
    """Names this very state of the index."""
    staende = [context.store.staende(land) for land in sorted(set(laender))]
    return str([sorted((id, stand.version) for id, stand in own.items()) for own in staende])


def still_of(context: Context, stand: str) -> Context:
    """The same for this state of the index; for „“ the Context itself."""
    return context.own(_stills)(stand) if stand else context


def _stills(context: Context) -> Callable[[str], Context]:
    @lru_cache(maxsize=4)
    def still(stand: str) -> Context:
        own, store = StatePicture(context.settings, context.registry), copy(context.store)
        kept = {name: lru_cache(maxsize=32)(getattr(store, name)) for name in ("staende", "sammlung")}
        vars(store).update(kept)
        vars(own).update(store=store, embedder=context.embedder)
        return own

    return still

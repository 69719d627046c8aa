"""Registry and index as they are when an Eichung begins: looked at once, not for every search and passage."""

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


def still_of(context: Context) -> Context:
    own, store = StatePicture(context.settings, context.registry), copy(context.store)
    kept = {name: lru_cache(maxsize=32)(getattr(store, name)) for name in ("staende", "sammlung")}
    vars(store).update(kept)
    vars(own).update(store=store, embedder=context.embedder)
    return own

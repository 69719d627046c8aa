"""Every source of Anträge as tests drive it: what a server of its kind answers, and what answers badly.

A further one: a module `*_shapes.py` here with its `ADAPTERS`, and its line in `MODULES`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

from core.features.sources.antrag_quelle import AntragQuelle
from tests.sources.antrag_shapes import Paper
from tests.sources.quellserver import Quellserver

MODULES = (
    "antrag_shapes",
    "spiegel_shapes",
    "starweb_shapes",
    "bayern_shapes",
    "saarland_shapes",
    "sachsen_shapes",
    "parldok_shapes",
    "portala_shapes",
)


@dataclass(frozen=True)
class Adapter:
    """`put`: lets the server answer as that source with these papers; `open`: the source, asking that server.

    `searched`: the path that tells its list, whose answer is replaced by bad ones. `first`: the state that a
    reading begins with, so that the papers lie behind it. `asked_by`: what a paper is asked for by, where
    that is not its number. `land`: whose its entries are, None where that is not told. `has_movers`: whether
    the source tells who moved a paper.
    """

    name: str
    put: Callable[[Quellserver, Sequence[Paper]], None]
    open: Callable[[Quellserver, Path], AntragQuelle]
    searched: str
    first: Mapping[str, Any] = field(default_factory=dict)
    asked_by: Callable[[Quellserver, str], str] = lambda server, number: number
    land: str | None = None
    has_movers: bool = True


def adapters() -> dict[str, Adapter]:
    modules = (import_module(f"tests.sources.{name}") for name in MODULES)
    return {one.name: one for module in modules for one in module.adapters()}

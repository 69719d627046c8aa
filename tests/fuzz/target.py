"""A target: how to make a case from chance, what to do with it, and which errors explain themselves."""

import importlib
import json
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from core.wortlaut.errors import DashboardError

FUNDE = Path(__file__).parent / "funde"


@dataclass(frozen=True, slots=True)
class Target:
    """`make` draws a case (text, bytes, or what JSON can hold), `run` uses it as the application does.

    A case is fine if `run` returns or raises one of `explained`, within `seconds` of computing time; what
    `prepare` makes once does not count. `share`: how many cases the test suite takes; `cases`: how many the
    bench takes unless told.
    """

    make: Callable[[Random], Any]
    run: Callable[[Any], object]
    explained: tuple[type[Exception], ...] = (DashboardError,)
    seconds: float = 1.0
    prepare: Callable[[], object] = lambda: None
    share: int = 300
    cases: int = 100_000


def names() -> list[str]:
    import tests.fuzz

    others = {"target", "betrieb", "zufall"}
    found = {module.name for module in pkgutil.iter_modules(tests.fuzz.__path__)} - others
    return sorted(name for name in found if not name.startswith("test_"))


def load(name: str) -> Target:
    target = importlib.import_module(f"tests.fuzz.{name}").TARGET
    assert isinstance(target, Target)
    return target


def case_of(name: str, seed: int, index: int) -> Any:
    """The same case every time, whichever process asks and whatever was drawn before."""
    return load(name).make(Random(f"{name} {seed} {index}"))


def keep(name: str, case: Any, what: str) -> Path:
    """A file beside the tests, which run it from now on."""
    folder = FUNDE / name
    folder.mkdir(parents=True, exist_ok=True)
    if isinstance(case, bytes):
        path = folder / f"{what}.bin"
        path.write_bytes(case)
    elif isinstance(case, str):
        path = folder / f"{what}.txt"
        path.write_bytes(case.encode(errors="surrogatepass"))
    else:
        path = folder / f"{what}.json"
        path.write_text(json.dumps(case), encoding="utf-8")
    return path


def kept(name: str) -> list[Path]:
    return sorted((FUNDE / name).glob("*.*"))


def read_kept(path: Path) -> Any:
    match path.suffix:
        case ".bin":
            return path.read_bytes()
        case ".txt":
            return path.read_bytes().decode(errors="surrogatepass")
        case _:
            return json.loads(path.read_text(encoding="utf-8"))

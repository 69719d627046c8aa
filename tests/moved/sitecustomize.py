"""On PYTHONPATH: the app's clock goes so many seconds off in this process and in all that it starts.

Not by Debian's `faketime`: with it Python's sleep is refused or Chromium stands still.
"""

import os
import sys
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType

AHEAD = timedelta(seconds=float(os.environ.get("CLOCK_AHEAD", "0")))
"""Nothing in a process that is given no environment: those read PDFs, and no clock."""


def moved() -> datetime:
    return datetime.now(UTC) + AHEAD


class MovedClock(MetaPathFinder):
    """When `core.base.clock` is loaded, from wherever it is: a test may run a copy of the app."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        spec = PathFinder.find_spec(fullname, path) if fullname == "core.base.clock" else None
        if spec is None or spec.loader is None:
            return None
        load = spec.loader.exec_module

        def load_and_move(module: ModuleType) -> None:
            load(module)
            module.now = moved  # type: ignore[attr-defined]

        spec.loader.exec_module = load_and_move  # type: ignore[method-assign]
        return spec


sys.meta_path.insert(0, MovedClock())

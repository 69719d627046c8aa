"""Running cases: many in worker processes, and what came of each that was not fine."""

import mmap
import time
import traceback
from collections.abc import Iterator
from concurrent.futures import Future, as_completed
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from core.processes.worker_pool import Pool, WorkerLost
from tests.fuzz.target import Target, case_of, load

BATCH = 250


@dataclass(frozen=True, slots=True)
class Fund:
    """A case that was not fine; `what` names the kind, `detail` tells more."""

    name: str
    seed: int
    index: int
    what: str
    detail: str = ""


def trouble(target: Target, case: Any) -> tuple[str, str] | None:
    """What is wrong with how the target takes this case: the kind and the details, None where it is fine."""
    target.prepare()
    begin = time.process_time()
    try:
        target.run(case)
    except target.explained:
        pass
    except RecursionError as error:  # its stack is a thousand lines
        return "RecursionError", str(error)
    except Exception as error:  # that is what is looked for
        return type(error).__name__, traceback.format_exc()
    spent = time.process_time() - begin
    return ("langsam", f"{spent:.1f} s") if spent > target.seconds else None


def run_batch(name: str, seed: int, first: int, count: int, progress: Path) -> list[Fund]:
    """In a worker: some cases one after the other; which one it is at lies in a file, should it be killed."""
    target, found = load(name), []
    with progress.open("r+b") as file, mmap.mmap(file.fileno(), 8) as place:
        for index in range(first, first + count):
            place[:] = index.to_bytes(8, "little")
            if wrong := trouble(target, case_of(name, seed, index)):
                found.append(Fund(name, seed, index, *wrong))
    return found


def search(name: str, seed: int, cases: int) -> Iterator[Fund]:
    """Run so many cases on all cores; a case that kills its process, or never ends, is found as well."""
    target = load(name)
    with TemporaryDirectory() as scratch, Pool() as pool:
        open_batches: dict[Future[list[Fund]], tuple[int, int, Path]] = {}

        def begin(first: int, count: int) -> None:
            progress = Path(scratch) / f"{first}-{count}"
            progress.write_bytes(bytes(8))
            seconds = 60 + 2 * target.seconds * BATCH
            future = pool.submit(seconds, run_batch, name, seed, first, count, progress)
            open_batches[future] = first, count, progress

        for first in range(0, cases, BATCH):
            begin(first, min(BATCH, cases - first))
        while open_batches:
            future = next(as_completed(list(open_batches)))
            first, count, progress = open_batches.pop(future)
            try:
                yield from future.result()
            except WorkerLost as lost:
                index = max(first, int.from_bytes(progress.read_bytes(), "little"))
                yield Fund(name, seed, index, lost.cause.name.lower(), lost.detail)
                if rest := first + count - index - 1:
                    begin(index + 1, rest)

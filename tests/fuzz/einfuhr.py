"""Target: a file of Läufe that somebody hands over, read in, shown and exported again."""

from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from core.base.settings import Settings
from core.programme.context import Context
from core.programme.indexing import index_programme
from core.runs.store import Runstore, runstore
from tests.assessment.test_faelschungen import attempt, cases
from tests.fuzz.target import Target


@cache
def _places() -> tuple[Runstore, Context]:
    """The demo and a store of this process alone."""
    folder = Path(mkdtemp(prefix="einfuhr-"))
    context = Context(replace(Settings(), chroma_dir=folder / "chroma", laeufe_dir=folder / "laeufe"))
    for _ in index_programme(context.registry.demo_programme, context=context):
        pass
    return runstore(context), context


def _run(case: bytes) -> None:
    attempt(case, *_places())


TARGET = Target(lambda chance: next(cases(chance)), _run, prepare=_places, share=0, cases=20_000)
"""The suite takes its share in `tests/assessment/test_faelschungen.py`, where the demo is read in already."""

"""Target: the bytes of a PDF, read as an Antrag and drawn. In the worker the harness runs in, as the app
does."""

from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from core.antrag.read_antrag import read_antrag_pdf
from core.base.settings import ROOT
from core.programme.registry import Registry, load_registry
from core.proof.page_drawing import draw_unmarked, open_document
from core.wortlaut.errors import DashboardError
from tests.fuzz.target import Target
from tests.fuzz.zufall import mutated_bytes
from tests.uploads.bau import page
from tests.uploads.pdfs import font_in_itself, forms_deep, letters_meaning, shading_deep


@cache
def _sources() -> list[bytes]:
    """Small ones, in which a change meets with something."""
    made = [page(), font_in_itself(), forms_deep(6), letters_meaning("x"), shading_deep()]
    return [*made, *(path.read_bytes() for path in sorted((ROOT / "data/demo/pdf").glob("antrag-*.pdf")))]


@cache
def _registry() -> Registry:
    return load_registry(ROOT / "data" / "registry")


def _make(chance: Random) -> bytes:
    return mutated_bytes(chance, _sources())


def _run(case: bytes) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "a.pdf"
        path.write_bytes(case)
        try:
            read_antrag_pdf(path, _registry())
        except DashboardError:
            pass
        draw_unmarked(open_document(path), 1, 50)


TARGET = Target(_make, _run, seconds=3.0, share=25, cases=20_000)

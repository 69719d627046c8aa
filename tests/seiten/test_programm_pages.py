"""A Programm as it is leafed through: what is framed on a page, and where every Abschnitt begins."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from core.base.settings import ROOT, Settings
from core.programme.context import Context
from core.programme.indexing import index_programm
from core.proof.chunk_frames import NOT_READ_IN, READ_DIFFERENTLY, ProgrammView, programm_view
from tests.drucker import TEXT, column, print_pdf

LINDENBUND, SPD = "lindenbund-demo-2024", "spd-nrw-2022"


@pytest.fixture
def context(tmp_path: Path) -> Context:
    return Context(replace(Settings(), pdf_dir=tmp_path, chroma_dir=tmp_path / "chroma"))


def view_of(context: Context, programm_id: str, seite: int, framed: bool = True) -> ProgrammView:
    return programm_view(context, context.registry.programme[programm_id], seite, framed)


def test_page_shows_its_chunks_framed_or_bare(demo: Context) -> None:
    blick = view_of(demo, LINDENBUND, 5)
    here = [chunk for chunk in demo.store.chunks_of("DEMO", LINDENBUND) if 5 in chunk.seiten]
    assert [stelle.chunk for stelle in blick.chunks] == here
    assert [stelle.nummer for stelle in blick.chunks] == list(range(1, len(here) + 1))
    assert "aufbau=1" in blick.blick.bild and "seite=5" in blick.blick.bild
    bare = view_of(demo, LINDENBUND, 5, framed=False)
    assert "aufbau" not in bare.blick.bild and len(bare.chunks) == len(here)
    assert blick.gelesen and blick.gelesen.nummer == 5 and not blick.gelesen.bild_ohne_text


def test_every_abschnitt_leads_to_where_its_first_chunk_begins(demo: Context) -> None:
    chunks = demo.store.chunks_of("DEMO", LINDENBUND)
    found = view_of(demo, LINDENBUND, 1).abschnitte
    assert [a.seite for a in found] == sorted(a.seite for a in found)
    for chunk in chunks:
        for ebene, titel in enumerate(chunk.abschnitt):
            (own,) = [a for a in found if (a.titel, a.ebene) == (titel, ebene)]
            assert own.seite <= chunk.seiten[0]


def test_pdf_that_is_not_read_in_can_be_seen_but_has_no_chunks(context: Context) -> None:
    print_pdf(context.settings.pdf_dir / "spd-nrw-2022.pdf", [column(60, TEXT)])
    blick = view_of(context, SPD, 1)
    assert blick.blick.hinweis == NOT_READ_IN and blick.blick.bild
    assert (blick.chunks, blick.gelesen, blick.abschnitte) == ((), None, ())


def test_other_pdf_than_the_one_read_shows_no_frames(context: Context) -> None:
    path = print_pdf(context.settings.pdf_dir / "spd-nrw-2022.pdf", [column(60, TEXT)])
    index_programm(SPD, context=context)
    shutil.copy(ROOT / "data" / "demo" / "pdf" / "bruecke-demo-2024.pdf", path)
    blick = view_of(context, SPD, 1)
    assert blick.blick.hinweis == READ_DIFFERENTLY and "aufbau" not in blick.blick.bild and not blick.chunks

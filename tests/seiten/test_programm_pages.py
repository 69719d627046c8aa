"""A Programm as it is leafed through: what is framed on a page, and where every Abschnitt begins."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from core.context import Context
from core.index.indexing import index_programm
from core.models import Chunk
from core.seiten.chunk_frames import NOT_READ_IN, READ_DIFFERENTLY, ProgrammView, abschnitte, programm_view
from core.settings import ROOT, Settings
from tests.drucker import TEXT, column, new_document, print_pdf

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


def test_headings_above_come_once_and_equal_ones_under_others_stay_apart() -> None:
    paths = [("A", "Ziele"), ("A", "Ziele"), ("B",), ("B", "Ziele"), ()]
    chunks = [Chunk(str(i), "x", "", i, i + 1, (i + 1, i + 2), path) for i, path in enumerate(paths)]
    assert [(a.titel, a.ebene, a.seite) for a in abschnitte(chunks)] == [
        ("A", 0, 1), ("Ziele", 1, 1), ("B", 0, 3), ("Ziele", 1, 4),
    ]  # fmt: skip


def test_page_without_text_is_known_as_such(context: Context) -> None:
    document = new_document([column(60, TEXT)] * 6)
    page = document.new_page(width=595, height=842)
    page.insert_image(page.rect, pixmap=new_document([column(60, TEXT)])[0].get_pixmap(dpi=50))
    document.save(context.settings.pdf_dir / "spd-nrw-2022.pdf")
    index_programm(SPD, context=context)
    last = view_of(context, SPD, 99)
    assert last.blick.seite == 7 and last.gelesen and last.gelesen.bild_ohne_text and not last.chunks


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


def test_without_a_pdf_there_is_no_picture(context: Context) -> None:
    blick = view_of(context, SPD, 1)
    assert "spd-nrw-2022.pdf" in blick.blick.hinweis and not blick.blick.seitenzahl and not blick.blick.bild

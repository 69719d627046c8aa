"""A sentence that was not read with certainty: found and shown, but no source for anybody."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from core.base.models import gebiet_of
from core.base.settings import Settings
from core.cli.main import main
from core.llm.prompt_sources import format_quotes_for_prompt
from core.programme.context import Context, default_context
from core.programme.indexing import index_programm
from core.programme.quellen import Quellen
from core.programme.stock import Diagnose, Stock
from core.proof.chunk_frames import programm_view
from core.proof.highlight import render_highlighted_page
from core.proof.marked_page import Marking, render_seite
from core.proof.reconstruct import reconstruct_zitate
from core.search.passage_search import find_relevant_chunks
from core.search.shown_passage import ShownPassage, proved_text
from core.wortlaut.reading.tesseract import engine
from core.wortlaut.records import Fundstelle
from tests.drucker import TEXT, column, print_pdf
from tests.programme.boxes import word_boxes
from tests.skips import skip_without

SPD = "spd-nrw-2022"
FIRST = "Wir bauen bis 2028 zwölftausend neue Wohnungen im ganzen Land"
LAST = "Das gilt für Stadt und Land in gleicher Weise für alle."
DAMAGED = "wer Hilfe braucht, der bekommt sie auch in Zukunft"


def context_in(folder: Path) -> Context:
    return Context(replace(Settings(), pdf_dir=folder, chroma_dir=folder / "chroma"))


@pytest.fixture(scope="module")
def context(tmp_path_factory: pytest.TempPathFactory) -> Context:
    """A Programm whose second sentence has a letter of which the file does not say what it is; read only.

    Without a look at its print nothing of such a file is quoted.
    """
    if not engine():
        skip_without("Tesseract")
    lines = [TEXT[0], TEXT[1], TEXT[2].replace("dadurch", "dad\ue001rch"), *TEXT[3:]]
    folder = tmp_path_factory.mktemp("unsicher")
    context = context_in(folder)
    print_pdf(folder / context.registry.programme[SPD].pdf, [column(60, lines)])
    index_programm(SPD, folder, context)
    return context


@pytest.fixture
def copy(context: Context, tmp_path: Path) -> Context:
    """To be damaged."""
    shutil.copytree(context.settings.pdf_dir, tmp_path, dirs_exist_ok=True)
    return context_in(tmp_path)


@pytest.fixture(scope="module")
def found(context: Context) -> Fundstelle:
    (fundstelle,) = find_relevant_chunks("Mieten und Hilfe", bundesland="NRW", context=context)
    return fundstelle


def test_it_is_found_and_said_to_be_unsure(context: Context, found: Fundstelle) -> None:
    assert DAMAGED in found.chunk.text
    told = ShownPassage(context, found.chunk).hinweis
    assert told == "Ein Satz wurde nicht sicher gelesen und wird nicht zitiert."


def test_a_model_is_shown_the_rest(context: Context, found: Fundstelle) -> None:
    text = format_quotes_for_prompt({"SPD": [found]}, context=context)
    assert FIRST in text and LAST in text and DAMAGED not in text
    passage = ShownPassage(context, found.chunk)
    assert passage.safe_text.count("[…]") == 1 and passage.is_offered
    scrap = replace(found.chunk, start=found.chunk.text.index("Mieten"), text=found.chunk.text[-200:])
    short = replace(scrap, end=scrap.start + 150, text=scrap.text[:150])
    assert ShownPassage(context, short).safe_text == ""


def test_what_is_left_out_follows_from_the_stored_text_alone(demo: Context) -> None:
    """Or a Prüfakte could not prove what a model was shown: white space in a table is unsure, too."""
    for programm in demo.registry.demo_programme:
        gebiet = gebiet_of(demo.registry.programme[programm])
        strom = demo.texte.load_quotable(programm, demo.store.staende(gebiet)[programm].version)
        assert strom
        for chunk in demo.store.chunks_of(gebiet, programm):
            spans = [span for span in strom.unsicher if span[0] < chunk.end and chunk.start < span[1]]
            assert ShownPassage(demo, chunk).safe_text == proved_text(chunk, spans)


def quoted(context: Context, found: Fundstelle, text: str) -> tuple[list[str], list[str]]:
    zitate = {"score": 7, "zitate": [{"text": text}]}
    data = {"wahlprogrammScores": [{"fraktion": "SPD", "wahlprogramm": zitate}]}
    answer = reconstruct_zitate(data, {"SPD": [found]}, context)
    bound = [z["text"] for z in answer["wahlprogrammScores"][0]["wahlprogramm"]["zitate"]]
    return bound, [z["grund"] for z in answer["verworfeneZitate"]]


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        (f"{FIRST} und geben den Gemeinden", True),
        (LAST, True),
        (DAMAGED, False),
        (f"{DAMAGED} ohne lange Wartezeit und ohne Umwege über eine Behörde. {LAST}", False),
        (f"{FIRST} … {DAMAGED}", False),
        ("wer Hilfe braucht, der bekommt sie auch in Zukunft ohne Wartezeit und ohne Umwege", False),
    ],
)
def test_a_quote_that_touches_it_is_dropped(
    text: str, bound: bool, context: Context, found: Fundstelle
) -> None:
    kept, dropped = quoted(context, found, text)
    assert (len(kept), dropped) == ((1, []) if bound else (0, ["unsicher"]))


def test_nothing_of_it_is_highlighted(context: Context, found: Fundstelle) -> None:
    assert render_highlighted_page(SPD, 1, LAST, context)[2]
    pdf, page, marked = render_highlighted_page(SPD, 1, DAMAGED, context)
    assert pdf and page == 1 and not marked
    span = (found.chunk.start, found.chunk.end)
    ansicht = render_seite(SPD, 1, {Marking.ZITAT: [span]}, context)
    quelle = Quellen.find(context, SPD)
    assert ansicht and quelle
    marked_boxes = ansicht.marken[Marking.ZITAT]
    at = quelle.strom.text.index("bekommt")
    ((_, (x0, y0, x1, y1)),) = word_boxes(quelle.strom, at, at + 7)
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    assert marked_boxes and not any(b[0] < x < b[2] and b[1] < y < b[3] for b in marked_boxes)


def test_the_page_shows_it_in_a_colour_of_its_own(context: Context) -> None:
    blick = programm_view(context, context.registry.programme[SPD], 1)
    (one,) = blick.unsicher
    assert one.seite == 1 and DAMAGED in one.text


def test_stock_and_diagnosis_count_it(context: Context) -> None:
    (one,) = [b for teil in Stock.of(context).gebiete for b in teil.programme if b.stand]
    assert (one.unsicher, one.guete) == (1, "Lesegüte 66,7 %, 1 Satz unsicher")
    found = Diagnose.of(context, "NRW")
    (lesart,) = found.lesarten
    assert found.gesund and (lesart.saetze, lesart.unsicher) == (3, 1)
    assert [(stelle.seite, stelle.anfang[:12]) for stelle in lesart.stellen] == [(1, "Die Mieten s")]


def test_diagnosis_names_what_is_missing_and_what_is_damaged(copy: Context, tmp_path: Path) -> None:
    (tmp_path / copy.registry.programme[SPD].pdf).unlink()
    assert Diagnose.of(copy).ohne_pdf[0].startswith(SPD)
    (strom,) = copy.texte.folder.glob("*.npz")
    strom.write_bytes(b"PK")
    found = Diagnose.of(copy)
    assert not found.gesund and "beschädigt" in found.schaeden[0]
    assert Diagnose.of(copy, "BY").gesund


def test_unreadable_pdf_is_diagnosed(tmp_path: Path) -> None:
    context = context_in(tmp_path)
    (tmp_path / context.registry.programme[SPD].pdf).write_text("<html>")
    with pytest.raises(Exception, match="ist kein PDF"):
        index_programm(SPD, tmp_path, context)
    assert "ist kein PDF" in Diagnose.of(context).unlesbar[0]


def test_doctor_tells_it_and_is_content(
    copy: Context, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PDF_DIR", str(copy.settings.pdf_dir))
    monkeypatch.setenv("CHROMA_DIR", str(copy.settings.chroma_dir))
    monkeypatch.setenv("LAEUFE_DIR", str(copy.settings.pdf_dir / "laeufe"))
    default_context.cache_clear()
    try:
        assert main(["doctor", "--bundesland", "NRW"]) == 0
        out = capsys.readouterr().out
        assert f"{SPD}, Seite 1: Die Mieten s" in out and "66,7 %" in out
        assert main(["doctor", "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["gesund"] is True
        assert main(["status", "--bundesland", "NRW"]) == 0
        assert "66,7 %" in capsys.readouterr().out
        (copy.settings.pdf_dir / copy.registry.programme[SPD].pdf).unlink()
        assert main(["doctor"]) == 1
    finally:
        default_context.cache_clear()

"""Page numbers: those that are printed, in whatever form, and nothing else that is a number."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from core.wortlaut.reading.read_strom import read_strom
from tests.programme.numbered_pages import CASES, FORMS_OF_NUMBERS, Numbered


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_printed_numbers_are_read_and_nothing_else_is(tmp_path: Path, case: Numbered) -> None:
    strom = read_strom(case.write(tmp_path / "programm.pdf"))
    assert [seite.gedruckt for seite in strom.seiten] == list(case.gedruckt)


IN_TEXT = re.compile(r"\d+|\bSeite\b|►|\|")


@pytest.mark.parametrize("case", FORMS_OF_NUMBERS, ids=lambda case: case.name)
def test_a_printed_number_is_no_part_of_the_text(tmp_path: Path, case: Numbered) -> None:
    strom = read_strom(case.write(tmp_path / "programm.pdf"))
    bare = read_strom(replace(case, drawn=lambda page: []).write(tmp_path / "ohne.pdf"))
    assert IN_TEXT.findall(strom.text) == IN_TEXT.findall(bare.text)
    assert len(strom.unsure_sentences) <= len(bare.unsure_sentences)

"""How programmes were cut and searched is part of what a Lauf is."""

from dataclasses import replace

import pytest

from core.search.strategie_name import DECOMPOSITION, UNRECORDED, strategie_of, strategie_told
from core.settings import STRATEGIEN, Settings


@pytest.mark.parametrize("one, other", [
    (Settings(), Settings(chunk_size=300)),
    (Settings(), Settings(chunk_strategie="absaetze")),
    (Settings(), Settings(rerank_model="anbieter/modell mit leerzeichen")),
])  # fmt: skip
def test_another_setting_is_another_strategie_and_told_as_that(one: Settings, other: Settings) -> None:
    assert strategie_of(one) != strategie_of(other)
    assert strategie_told(strategie_of(one)) != strategie_told(strategie_of(other))


def test_a_size_that_nothing_is_cut_by_makes_no_difference() -> None:
    whole = Settings(chunk_strategie="abschnitte")
    assert strategie_of(whole) == strategie_of(replace(whole, chunk_size=300))


def test_it_is_told_in_words() -> None:
    assert strategie_told(strategie_of(Settings())) == "Sinn, Wortlaut und Umfeld; Passagen um 700 Zeichen"
    reranked = strategie_of(Settings(rerank_model="a/b"))
    assert strategie_told(reranked) == "Sinn, Wortlaut und Umfeld; Passagen um 700 Zeichen; geordnet von a/b"


def test_of_older_laeufe_it_says_that_nobody_knows_and_what_is_strange_stays() -> None:
    assert strategie_told(UNRECORDED) == "Sinn, Wortlaut und Umfeld; Zerlegung nicht aufgezeichnet"
    for strange in ("", "je_forderung", "umfeld quer 7", "<b>", "umfeld"):
        assert strategie_told(strange) == strange


def test_every_way_to_cut_has_its_words() -> None:
    assert tuple(DECOMPOSITION) == STRATEGIEN

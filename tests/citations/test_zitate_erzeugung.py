"""The quotes of the benchmark are what they say: true ones true, false ones false."""

from pathlib import Path
from random import Random

import pytest

from core.programme.chunking import chunk
from core.wortlaut.reading.read_strom import read_strom
from tests.bench import zitate
from tests.bench.zitate import Maker, Stock, letters, read_vorrat

DEMO = Path(__file__).parents[2] / "data" / "demo" / "pdf"
SATZ = (
    "Wir wollen die öffentlichen Mittel für den Ausbau der ländlichen Schiene bis 2030 um 5 % erhöhen, "
    "weil kein Dorf – auch nicht das kleinste – ohne einen Bahnhof auf zwei Kilometer bleiben soll."
)
HYPHENED = f"{SATZ} Bus- und Bahnwege im Ost-West-Netz gehören dazu."
ADDING = ("reference behind", "begins a list")
TRUE = {art: maker for art, (_, maker) in zitate.DAMAGES.items() if art not in ADDING}
SEEDS = range(40)


def made(maker: Maker, text: str = SATZ) -> list[str]:
    return [quote for seed in SEEDS if (quote := maker(Random(seed), text)) is not None]


@pytest.fixture(scope="module")
def stock() -> Stock:
    parteien = {"leuchtturm-demo-2024": "LEUCHTTURM", "muehlrad-demo-2024": "MUEHLRAD"}
    stroeme = {name: read_strom(DEMO / f"{name}.pdf") for name in parteien}
    return read_vorrat(
        stroeme, parteien, {name: chunk(name, strom, "passagen", 700) for name, strom in stroeme.items()}
    )


# --- true ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("maker", TRUE.values(), ids=TRUE)
def test_damage_leaves_letters_and_digits_alone(maker: Maker) -> None:
    quotes = made(maker, HYPHENED)
    written_out = {ord(letter): two.lower() for letter, two in zitate.TYPED.items()}
    assert {letters(quote).translate(written_out) for quote in quotes} == {
        letters(HYPHENED).translate(written_out)
    }
    assert maker is zitate.verbatim or set(quotes) > {HYPHENED} or HYPHENED not in quotes


def test_list_begins_with_a_number_or_mark_and_then_has_the_whole_text() -> None:
    assert all(quote.endswith(SATZ) and quote != SATZ for quote in made(zitate.begins_a_list))
    assert not made(zitate.begins_a_list, "3. Mai ist ein Tag wie jeder andere im Jahr.")


def test_joined_quotes_are_two_true_sentences_that_stand_apart(stock: Stock) -> None:
    joined = zitate.joined_quotes(Random(1), stock, 20)
    assert {probe.art for probe in joined} == {"joined, behind", "joined, before"}
    for probe in joined:
        assert probe.andere is not None and all(
            any(part in text for text in stock.letters[probe.partei])
            for part in (letters(probe.satz.text), letters(probe.andere.text))
        )


# --- false --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("maker", zitate.FALSIFICATIONS.values(), ids=zitate.FALSIFICATIONS)
def test_falsified_text_stands_not_in_the_sentence(maker: Maker) -> None:
    text = SATZ if maker is not zitate.bracketed_number_changed else SATZ.replace("2030", "(2030)")
    quotes = made(maker, text)
    assert quotes
    assert not any(letters(quote) in letters(text) for quote in quotes)


@pytest.mark.parametrize(
    ("maker", "text", "false"),
    [
        (zitate.number_changed, "Um 5 % bis 2030.", "Um 6 % bis 2030."),
        (zitate.number_changed, "Bis 2030 um 5 %.", "Bis 2031 um 5 %."),
        (zitate.number_changed, "3. Bis 2030.", "3. Bis 2031."),
        (zitate.bracketed_number_changed, "Das gilt (siehe Kapitel 3).", "Das gilt (siehe Kapitel 4)."),
        (zitate.number_word_changed, "In zwei Jahren.", "In drei Jahren."),
        (zitate.negation_added, "Das ist gut.", "Das ist nicht gut."),
        (zitate.negation_removed, "Das ist nicht gut.", "Das ist gut."),
        (zitate.negation_removed, "Es gibt keinen Weg.", "Es gibt einen Weg."),
        (zitate.negation_removed, "Keine Stadt hat das.", "Eine Stadt hat das."),
        (zitate.opposite, "Wir werden das einführen.", "Wir werden das abschaffen."),
        (zitate.opposite, "Wir werden das abschaffen.", "Wir werden das einführen."),
        (zitate.number_cut, "Wir wollen die Kosten um 5 % senken.", "Wir wollen die Kosten um 5"),
        (zitate.number_cut, "Wir bauen für alle im Land 10–15 Häuser.", "Wir bauen für alle im Land 10"),
        (
            zitate.number_cut,
            "Bald 2 500 Häuser für alle im ganzen Land.",
            "500 Häuser für alle im ganzen Land.",
        ),
    ],
)
def test_falsification_is_the_one_named(maker: Maker, text: str, false: str) -> None:
    assert set(made(maker, text)) == {false}


# --- drawing ------------------------------------------------------------------------------------------------


def test_stock_is_the_prose_of_the_programmes(stock: Stock) -> None:
    assert len(stock.saetze) > 200 and len(stock.paare) > 50 and stock.chunkgrenzen and stock.umbrueche
    for satz in [*stock.saetze[:50], *stock.paare[:50], *stock.chunkgrenzen]:
        assert satz.end - satz.start == len(satz.text) >= zitate.SHORTEST
        assert stock.holds(satz.partei, satz.text)
    assert not stock.holds("MUEHLRAD", "Das steht in keinem Programm dieser Partei.")


def test_no_false_quote_stands_in_a_programme_of_its_party(stock: Stock) -> None:
    false = zitate.false_quotes(Random(1), stock, 20)
    arts = {probe.art for probe in false}
    assert arts >= {*zitate.FALSIFICATIONS, zitate.FOREIGN, zitate.FOREIGN_TAIL, "changed, joined, behind"}
    assert {art.removeprefix("changed, then ") for art in arts} >= set(zitate.SPELLINGS)
    assert not any(stock.holds(probe.partei, probe.text) for probe in false)

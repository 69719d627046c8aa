"""The quotes of the benchmark are what they say: true ones true, false ones false."""

from itertools import islice
from pathlib import Path
from random import Random

import pytest

from core.programme.chunking import chunk
from core.programme.textstrom import read_strom
from tests.bench import zitate
from tests.bench.zitate import NEGATION, Maker, Stock, letters, parts, read_vorrat

DEMO = Path(__file__).parents[2] / "data" / "demo" / "pdf"
SATZ = (
    "Wir wollen die öffentlichen Mittel für den Ausbau der ländlichen Schiene bis 2030 um 5 % erhöhen, "
    "weil kein Dorf – auch nicht das kleinste – ohne einen Bahnhof auf zwei Kilometer bleiben soll."
)
TRUE = {art: maker for art, (_, maker) in zitate.DAMAGES.items() if art != "reference behind"}
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
    quotes = made(maker)
    assert {letters(quote) for quote in quotes} == {letters(SATZ)}
    assert maker is zitate.verbatim or set(quotes) > {SATZ} or SATZ not in quotes


def test_reference_stands_behind() -> None:
    for quote in made(zitate.reference_behind):
        assert letters(quote).startswith(letters(SATZ)) and any(letter.isdigit() for letter in quote[-5:])


def test_hyphens_are_put_into_words() -> None:
    broken = made(zitate.hyphenated, "Klimaschutz gelingt.")
    assert {"-", "- ", "-\n"} == {mark for quote in broken for mark in ("- ", "-\n", "-") if mark in quote}
    assert all(quote[0] == "K" and "-" in quote for quote in broken)


def test_ellipsis_leaves_out_words_between_two_parts() -> None:
    for quote in made(zitate.elided):
        first, last = parts(quote)
        whole = letters(SATZ)
        assert min(len(first), len(last)) >= zitate.PART
        assert whole.startswith(first) and whole.endswith(last) and len(first + last) < len(whole)


def test_negation_is_left_out_where_that_is_said() -> None:
    quotes = made(zitate.elided_negation)
    assert quotes and all(len(NEGATION.findall(quote)) < len(NEGATION.findall(SATZ)) for quote in quotes)
    assert made(zitate.elided_negation, "Wir bauen die Schiene auf dem Land bis 2030 zügig aus.") == []


def test_negation_is_cut_off() -> None:
    quotes = made(
        zitate.negation_cut_off, "Die Schließung von Grundschulen auf dem Land werden wir nicht dulden."
    )
    assert set(quotes) == {"Die Schließung von Grundschulen auf dem Land werden wir"}


@pytest.mark.parametrize(("art", "most"), [(art, 2 if art == "two slips" else 1) for art in zitate.SLIPS])
def test_slip_changes_one_word_and_no_number_or_negation(art: str, most: int) -> None:
    quotes = made(zitate.SLIPS[art])
    assert len(set(quotes)) > 1
    for quote in quotes:
        assert 0 < len(SATZ.split()) + len(quote.split()) - 2 * _common(SATZ, quote) <= 2 * most
        assert NEGATION.findall(quote) == NEGATION.findall(SATZ)
        assert [word for word in quote.split() if word.isdigit()] == ["2030", "5"]


def _common(one: str, two: str) -> int:
    """Words in common, in order."""
    row = [0] * (len(two.split()) + 1)
    for word in one.split():
        above = row[:]
        for i, other in enumerate(two.split()):
            row[i + 1] = above[i] + 1 if word == other else max(above[i + 1], row[i])
    return row[-1]


# --- false --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("maker", zitate.FALSIFICATIONS.values(), ids=zitate.FALSIFICATIONS)
def test_falsified_text_stands_not_in_the_sentence(maker: Maker) -> None:
    text = SATZ if maker is not zitate.bracketed_number_changed else SATZ.replace("2030", "(2030)")
    quotes = made(maker, text)
    assert quotes
    assert not any(letters(quote) in letters(text) for quote in quotes)


def test_slip_does_not_undo_what_was_falsified() -> None:
    assert made(zitate.slipped_and_opposite, "Es gibt unabhängige Orte.") == []
    assert "mehr öffentliche und Mittel" not in made(
        zitate.slipped_and_opposite, "mehr öffentliche und private Mittel"
    )
    assert made(zitate.slipped_and_opposite)


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
    ],
)
def test_falsification_is_the_one_named(maker: Maker, text: str, false: str) -> None:
    assert set(made(maker, text)) == {false}


def test_text_that_offers_nothing_gives_nothing() -> None:
    for maker in (
        zitate.number_changed,
        zitate.number_word_changed,
        zitate.negation_removed,
        zitate.opposite,
    ):
        assert made(maker, "Das Dorf braucht den Bahnhof.") == []


def test_invented_sentence_holds_five_true_words() -> None:
    for quote in made(zitate.five_true_words):
        words = quote.split()
        assert any(" ".join(words[i : i + 5]) in SATZ for i in range(len(words)))


# --- drawing ------------------------------------------------------------------------------------------------


def test_stock_is_the_prose_of_the_programmes(stock: Stock) -> None:
    assert len(stock.saetze) > 200 and len(stock.paare) > 50 and stock.chunkgrenzen and stock.umbrueche
    for satz in [*stock.saetze[:50], *stock.paare[:50], *stock.chunkgrenzen]:
        assert satz.end - satz.start == len(satz.text) >= zitate.SHORTEST
        assert stock.holds(satz.partei, satz.text)
    assert not stock.holds("MUEHLRAD", "Das steht in keinem Programm dieser Partei.")


def test_halves_out_of_order_do_not_count_as_held(stock: Stock) -> None:
    satz = next(satz for satz in stock.saetze if zitate.halves(satz.text))
    first, second = zitate.halves(satz.text) or ("", "")
    assert stock.holds(satz.partei, f"{first} … {second}")
    assert not stock.holds(satz.partei, f"{second} … {first}")


def test_no_false_quote_stands_in_a_programme_of_its_party(stock: Stock) -> None:
    false = zitate.false_quotes(Random(1), stock, 20)
    assert {probe.art for probe in false} == {*zitate.FALSIFICATIONS, zitate.FOREIGN, zitate.FOREIGN_TAIL}
    assert not any(stock.holds(probe.partei, probe.text) for probe in false)


def test_foreign_quotes_name_the_sentence_of_the_other_party(stock: Stock) -> None:
    false = zitate.false_quotes(Random(1), stock, 20)
    for probe in (probe for probe in false if probe.andere):
        assert probe.andere and probe.andere.partei != probe.partei
        assert letters(probe.andere.text).endswith(letters(probe.text.split(maxsplit=1)[-1])[-zitate.HALF :])


def test_same_seed_draws_the_same_quotes(stock: Stock) -> None:
    draws = [
        zitate.true_quotes(Random(7), stock, 5) + zitate.elided_quotes(Random(7), stock, 5) for _ in "12"
    ]
    assert draws[0] == draws[1] != zitate.true_quotes(Random(8), stock, 5)
    many = list(islice(zitate.draw(Random(7), stock.saetze, "x", zitate.verbatim), 100))
    assert len({(probe.satz.programm, probe.satz.start) for probe in many}) == len(many)

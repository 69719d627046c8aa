"""Years and sides in a question: understood wherever they stand, or told as not understood."""

import time

import pytest

from core.base.settings import ROOT
from core.programme.registry import load_registry
from core.search.question_grammar import stance_words
from core.search.suchanfrage import Suchanfrage, parse_suchanfrage
from tests.cases import cases

REGISTRY = load_registry(ROOT / "data" / "registry")


def parse(eingabe: str) -> Suchanfrage:
    return parse_suchanfrage(eingabe, REGISTRY)


@pytest.mark.parametrize(
    ("eingabe", "text", "parteien", "jahr"),
    [
        ("Tempolimit Grüne 2025", "Tempolimit", ("GRÜNE",), 2025),
        ("CDU Migration 2025", "Migration", ("CDU",), 2025),
        ("die Linke Bürgergeld 2025", "Bürgergeld", ("LINKE",), 2025),
        ("Tempolimit auf Autobahnen Grüne 2025", "Tempolimit auf Autobahnen", ("GRÜNE",), 2025),
        ("2025 Tempolimit Grüne", "Tempolimit", ("GRÜNE",), 2025),
        ("Tempolimit 2025 auf Autobahnen", "Tempolimit auf Autobahnen", (), 2025),
        ("tempolimit 2025 autobahn", "tempolimit autobahn", (), 2025),
        ("Mieten in 2021", "Mieten", (), 2021),
        ("SPD gegen FDP Wehrpflicht 2025", "Wehrpflicht", ("SPD", "FDP"), 2025),
        ("Lindenbund Wieltalbahn 2024", "Wieltalbahn", ("LINDENBUND",), 2024),
        ("Cannabis Vergleich aller Parteien 2021", "Cannabis", (), 2021),
        ("Schulen CDU NRW 2022", "Schulen", ("CDU",), 2022),
    ],
)
def test_a_year_and_a_party_limit_wherever_they_stand(
    eingabe: str, text: str, parteien: tuple[str, ...], jahr: int
) -> None:
    anfrage = parse(eingabe)
    assert (anfrage.text, anfrage.parteien, anfrage.jahr, anfrage.woertlich) == (text, parteien, jahr, ())


@pytest.mark.parametrize(("eingabe", "woertlich"), cases(__file__, "limits_nothing"))
def test_what_limits_nothing_is_told(eingabe: str, woertlich: str) -> None:
    anfrage = parse(eingabe)
    assert anfrage.jahr is None and woertlich in anfrage.text
    assert ("Nur als Suchwort", woertlich) in anfrage.verstanden(REGISTRY)


@pytest.mark.parametrize(
    ("eingabe", "compares"),
    [
        ("Union und FDP: Rente", True), ("Welche Parteien wollen Atomkraft?", True),
        ("Wer will Tempolimit?", True), ("Rente SPD", False), ("Rente", False),
        ("Was sagt die SPD-Fraktion zur Rente?", False),
    ],
)  # fmt: skip
def test_who_asks_for_several_parties_compares_them(eingabe: str, compares: bool) -> None:
    assert parse(eingabe).vergleicht is compares


@pytest.mark.parametrize(
    ("eingabe", "words"),
    [
        ("Wer lehnt eine Vermögensteuer ab?", ("lehnt … ab",)),
        ("Ehegattensplitting nicht abschaffen", ("nicht", "abschaffen")),
        ("Ist die CDU gegen das Heizungsgesetz?", ("gegen",)),
        ("Welche Partei will das Tempolimit?", ("Welche Partei … will",)),
        ("Kein Verbrennerverbot", ("Kein",)), ("Was tun gegen Hochwasser?", ()), ("Kampf gegen Armut", ()),
        ("Tempolimit auf Autobahnen", ()),
    ],
)  # fmt: skip
def test_words_that_ask_for_a_side_are_known(eingabe: str, words: tuple[str, ...]) -> None:
    assert stance_words(eingabe) == words


@pytest.mark.parametrize("piece", ["lehnt ", "wer ", "welche partei ", "gegen gegen "])
def test_long_questions_are_read_quickly(piece: str) -> None:
    text = (piece * 20_000)[:20_000]
    start = time.thread_time()
    stance_words(text), parse(text[:1000])
    assert time.thread_time() - start < 1

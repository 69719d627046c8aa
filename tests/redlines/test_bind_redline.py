"""Proposed changes: bound to words that stand there sign for sign, anything else dropped with its reason."""

import pytest

from core.antrag.antrag import Antrag, Forderung
from core.redlines import bind_redline
from core.redlines.bind_redline import Change, bind_redlines

EINS = "zeitnah zu prüfen, ob im „Haus der Jugend“ jährlich 1,5 Mio. Euro eingespart werden können,"
ZWEI = "dem Landtag bis zum 1. Oktober 2025 zu berichten und\ndie Öffentlichkeit zu unterrichten."
TEXT = (
    f"Der Landtag möge beschließen:\n\n1. {EINS}\n\n2. {ZWEI}\n\n"
    "Begründung:\n\nWer prüft, muss dem Landtag bis zum 1. Oktober 2025 zu berichten wissen.\n\n"
    "Es gilt das öffentliche Recht, und es gilt das öffentliche Recht."
)
ANTRAG = Antrag(TEXT, forderungen=(Forderung("1", EINS), Forderung("2", " ".join(ZWEI.split()))))


def proposed(
    alt: str, neu: str = "etwas ganz anderes", forderung: str = "1", grund: str = "Darum."
) -> dict[str, str]:
    return {"forderung": forderung, "alt": alt, "neu": neu, "grund": grund}


def bound(*args: str) -> Change:
    (change,) = bind_redlines(ANTRAG, [proposed(*args)])
    return change


@pytest.mark.parametrize(
    ("alt", "own"),
    [
        ("zeitnah zu prüfen, ob im", "zeitnah zu prüfen, ob im"),
        ("  zeitnah  zu prüfen,\nob im ", "zeitnah zu prüfen, ob im"),
        ('ob im "Haus der Jugend" jährlich', "ob im „Haus der Jugend“ jährlich"),
        ("zeitnah zu pru\u0308fen, ob im", "zeitnah zu prüfen, ob im"),
    ],
)
def test_what_stands_there_is_bound_in_the_words_of_the_antrag(alt: str, own: str) -> None:
    change = bound(alt)
    assert not change.verworfen and change.stelle is not None
    assert change.alt == own == TEXT[slice(*change.stelle)]


def test_of_two_places_that_of_the_forderung_is_meant() -> None:
    change = bound("dem Landtag bis zum 1. Oktober 2025 zu berichten", "neu", "Forderung 2")
    assert change.stelle is not None and change.stelle[0] == TEXT.index("dem Landtag bis")


@pytest.mark.parametrize(
    ("alt", "reason"),
    [
        ("Zeitnah zu prüfen, ob im", bind_redline.NOWHERE),
        ("zeitnah zu prüfen ob im „Haus", bind_redline.NOWHERE),
        ("zeitnah zu prufen, ob im „Haus", bind_redline.NOWHERE),
        ("jährlich 15 Mio. Euro eingespart", bind_redline.NOWHERE),
        ("jährlich 1,6 Mio. Euro eingespart", bind_redline.NOWHERE),
        ("zeitnah zu prüfen, … eingespart werden", bind_redline.NOWHERE),
        ("zeitnah zu prüfen, eingespart werden können", bind_redline.NOWHERE),
        ("prüfen, ob im „Haus der Jug", bind_redline.NOWHERE),
        ("zeitnah", bind_redline.SHORT),
        ("x" * 2_001, bind_redline.LONG.format("2.000")),
        ("dem Landtag bis zum 1. Oktober 2025", bind_redline.ELSEWHERE.format("1")),
        ("<b>zeitnah zu prüfen, ob im</b>", bind_redline.NOWHERE),
    ],
)
def test_what_does_not_stand_there_is_dropped_with_its_reason(alt: str, reason: str) -> None:
    change = bound(alt)
    assert (change.verworfen, change.stelle) == (reason, None)
    assert len(change.alt) <= bind_redline.KEPT + 2


@pytest.mark.parametrize(
    ("neu", "reason"),
    [
        ("umgehend\x00 zu prüfen", bind_redline.HIDDEN),
        ("umgehend \u202ezu prüfen", bind_redline.HIDDEN),
        ("umgehend\u200b zu prüfen", bind_redline.HIDDEN),
        ("umgehend \ud800 zu prüfen", bind_redline.HIDDEN),
        ("umgehend \ue000 zu prüfen", bind_redline.HIDDEN),
        ("umgehend \ufffd zu prüfen", bind_redline.HIDDEN),
        ("u\u0335\u0336\u0337mgehend", bind_redline.HIDDEN),
        ("<script>alert(1)</script>", bind_redline.MARKED_UP),
        ("umgehend &lt;b&gt;", bind_redline.MARKED_UP),
        ("x" * 2_001, bind_redline.LONG.format("2.000")),
        ('zeitnah zu  prüfen, ob im "Haus', bind_redline.SAME),
    ],
)
def test_new_words_are_plain_text_that_people_see(neu: str, reason: str) -> None:
    assert bound("zeitnah zu prüfen, ob im „Haus", neu).verworfen == reason


def test_what_is_struck_out_needs_no_new_words() -> None:
    assert not bound("zeitnah zu prüfen, ob im", "").verworfen


def test_other_reasons_are_told() -> None:
    assert bound("zeitnah zu prüfen, ob im", "x", "7").verworfen == bind_redline.UNKNOWN.format("7")
    over = bound("1. Oktober 2025 zu berichten und die Öffentlichkeit", "x", "2")
    assert over.verworfen == bind_redline.OVER_PARAGRAPHS
    free = Antrag(TEXT)
    (twice,) = bind_redlines(free, [proposed("es gilt das öffentliche Recht"[3:], "x", "9")])
    assert twice.verworfen == bind_redline.TWICE
    edited = Antrag(TEXT, forderungen=(Forderung("1", "etwas, das eine Person hinschrieb"),))
    (change,) = bind_redlines(edited, [proposed("zeitnah zu prüfen, ob im")])
    assert change.verworfen == bind_redline.EDITED.format("1")


def test_of_two_changes_of_the_same_words_the_second_is_dropped() -> None:
    first, second, third = bind_redlines(
        ANTRAG,
        [
            proposed("zeitnah zu prüfen, ob im"),
            proposed("prüfen, ob im „Haus der Jugend“"),
            proposed("Mio. Euro eingespart werden können"),
        ],
    )
    assert [one.verworfen for one in (first, second, third)] == ["", bind_redline.OVERLAPS, ""]


def test_a_reason_is_the_models_own_words_and_no_quote() -> None:
    change = bound(
        "zeitnah zu prüfen, ob im", "x", "1", "„Das sagt der Minister selbst immer.“\u202e " + "z" * 900
    )
    assert "„" not in change.grund and "\u202e" not in change.grund
    assert len(change.grund) <= bind_redline.LONGEST_REASON + 2


def test_a_huge_answer_takes_no_time() -> None:
    every = [proposed("zeitnah zu prüfen, ob im " * 4_000)] * 150 + [proposed("a" * 21)] * 50
    assert all(one.verworfen for one in bind_redlines(ANTRAG, every))

"""What was left out around a quote, or between its parts, and may turn its meaning: told beside it."""

from dataclasses import replace

import pytest

from core.wortlaut.binding.bind import Bindung
from core.wortlaut.binding.eintrag import ZitatStatus
from core.wortlaut.binding.fund import Fund
from core.wortlaut.binding.left_out import warnings, warnings_at
from core.wortlaut.binding.quelle import Quelle
from core.wortlaut.binding.re_anchor import places_of
from core.wortlaut.reading.textstrom import ParagraphKind
from tests.cases import cases
from tests.citations.test_eigenschaften import quelle as demo_quelle
from tests.citations.test_limits import FAR, bound, source


def told(found: Bindung) -> list[str]:
    assert found.status.is_bound
    return [warning.art for warning in found.warnungen]


@pytest.mark.parametrize(("sentence", "quote", "arten"), cases(__file__, "turns"))
def test_what_may_turn_the_meaning_is_told(sentence: str, quote: str, arten: list[str]) -> None:
    assert told(bound(quote, source(f"{sentence}\n"))) == arten


@pytest.mark.parametrize(("lead_in", "is_told"), cases(__file__, "lead_in"))
def test_what_introduces_a_list_turns_its_lines(lead_in: str, is_told: bool) -> None:
    text = f"{lead_in}\n• eine Maut auf allen Straßen\n• höhere Steuern für alle Familien\n"
    plain = source(text)
    kinds = (ParagraphKind.TEXT, ParagraphKind.LISTE, ParagraphKind.LISTE)
    lines = [replace(one, art=kind) for one, kind in zip(plain.strom.absaetze, kinds, strict=True)]
    quelle = Quelle.of(plain.programm, plain.version, replace(plain.strom, absaetze=tuple(lines)))
    assert told(bound("höhere Steuern für alle Familien", quelle)) == ["einleitung"] * is_told


def test_whole_sentences_have_nothing_left_out() -> None:
    quelle = demo_quelle("bruecke-demo-2024")
    prose = [teil for teil in quelle.strom.absaetze if teil.art is ParagraphKind.TEXT]
    spans = [span for teil in prose for span in quelle.strom.sentences_of(teil)]
    assert len(spans) > 50
    assert [span for span in spans if warnings(Fund(quelle, (span,)))] == []


ROADS = "Wir bauen neue Straßen im ganzen Land."
COST = "Die Kosten trägt allein der Bund dafür."
SCHOOLS = "Alle Schulen werden hier saniert."
PAPER = f"{ROADS} Das gilt nicht für Autobahnen und Parkplätze. {COST}\n{FAR}\n{SCHOOLS}\n"


@pytest.mark.parametrize(
    ("parts", "arten"),
    [
        ((COST, ROADS), ["verbundene_saetze", "umgestellt", "verneinung_in_auslassung"]),
        ((COST, SCHOOLS, ROADS), ["verbundene_saetze", "umgestellt", "verneinung_in_auslassung"]),
        ((ROADS, SCHOOLS, COST), ["verbundene_saetze", "verneinung_in_auslassung"]),
    ],
)
def test_what_stands_in_one_paragraph_is_compared_whatever_is_quoted_between(
    parts: tuple[str, ...], arten: list[str]
) -> None:
    assert told(bound(" … ".join(parts), source(PAPER))) == arten


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        (f"{ROADS} … {ROADS}", ROADS),
        ("Wir bauen neue Straßen … neue Straßen im ganzen Land.", ROADS),
        ("neue Straßen im ganzen Land. … Wir bauen neue Straßen", ROADS),
        (f"{ROADS} … {SCHOOLS} … Wir bauen neue Straßen", None),
    ],
)
def test_parts_that_overlap_are_said_once(quote: str, text: str | None) -> None:
    found = bound(quote, source(PAPER))
    if text:
        assert found.fund and (found.status, found.fund.text) == (ZitatStatus.WOERTLICH, text)
    else:
        assert [teil.fund and teil.fund.text for teil in found.teile] == [ROADS, SCHOOLS]
    assert told(found) == ["verbundene_saetze"] * (text is None)


def test_a_wording_that_is_turned_in_one_of_its_places_is_told_whichever_is_shown() -> None:
    maut = "eine Maut auf allen Straßen im Land"
    yes, no = f"Später kommt {maut}.", f"Wir sprechen uns nicht für {maut} aus."
    for text in (f"{yes}\n{no}\n", f"{no}\n{yes}\n"):
        found = bound(maut, source(text))
        assert "verneinung_ausserhalb" in told(found) and found.fund
        stored = places_of(found.fund.quelle, found.fund.text, 1)
        assert warnings_at(found.fund, stored) == found.warnungen


def test_a_place_within_a_sentence_goes_before_a_tighter_one_across_two() -> None:
    across = "Wir senken im Land die Steuern. Kleine Betriebe im Tal wachsen."
    within = "Wir senken im Land die hohen und meist recht ungerechten Lasten für kleine Betriebe im Tal."
    found = bound("Wir senken im Land … kleine Betriebe im Tal", source(f"{across}\n{within}\n"))
    assert found.fund and found.fund.spans[0][0] > len(across) and told(found) == []


def test_a_wording_of_the_own_programme_is_not_called_that_of_another() -> None:
    own, other = source(f"{ROADS}\n", id="own"), source(f"{ROADS}\n{COST}\n", id="cdu", partei="CDU")
    found = bound(ROADS, other, others=[own])
    assert (found.status, found.fremde_partei) == (ZitatStatus.OUTSIDE, False)
    assert bound(COST, other, others=[own]).fremde_partei

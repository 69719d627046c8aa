"""What was left out around a quote, or between its parts, and may turn its meaning: told beside it."""

from dataclasses import replace

import pytest

from core.proof.nachweis import places_of
from core.wortlaut.binding.bind import Bindung
from core.wortlaut.binding.eintrag import ZitatStatus
from core.wortlaut.binding.exact_match import Fund
from core.wortlaut.binding.left_out import warnings, warnings_at
from core.wortlaut.binding.quelle import Quelle
from core.wortlaut.reading.textstrom import ParagraphKind
from tests.citations.test_eigenschaften import quelle as demo_quelle
from tests.citations.test_limits import FAR, bound, source


def told(found: Bindung) -> list[str]:
    assert found.status.is_bound
    return [warning.art for warning in found.warnungen]


TAX = "Wir lehnen die Steuererhöhungen der Koalition ab und fordern eine Entlastung der Familien."
FREE = "Wir schaffen die Kitagebühren in allen Städten ab, wenn der Bund das ganz bezahlt."
DEBT = "Die Schulden des Landes dürfen nur in schwerer Not für Investitionen steigen."
BOAT = "Wer sagt: „Das Boot ist voll und alle müssen raus“, hat das Land aufgegeben."


@pytest.mark.parametrize(
    ("sentence", "quote", "arten"),
    [
        # the end of a verb
        ("Das Gesetz zu den Lieferketten schaffen wir ab.", "Das Gesetz zu den Lieferketten schaffen wir",
         ["verb_abgeschnitten"]),
        ("Das Gesetz heben wir im Bund auf, und zwar bald.", "Das Gesetz heben wir im Bund",
         ["verb_abgeschnitten"]),
        ("Das Gesetz setzen wir aus und ändern es.", "Das Gesetz setzen wir aus", []),
        ("Das setzen wir im ganzen Land und nach wie vor.", "Das setzen wir im ganzen Land", []),
        (TAX, "Wir lehnen die … Entlastung der Familien.", ["wende_in_auslassung"]),
        # what shall or can be, by when, what somebody is kept from, which section
        ("Die Länder sollen im Herbst gemeinsam entscheiden und zahlen.",
         "Die Länder … entscheiden und zahlen.",
         ["bedingung_in_auslassung"]),
        ("Wir steigen im ganzen Land aus der Braunkohle aus bis Ende 2038.",
         "Wir steigen im ganzen Land aus der Braunkohle aus", ["bedingung_ausserhalb"]),
        ("Wir verbessern den Schutz vor höheren Mieten in allen Städten.", "höheren Mieten in allen Städten",
         ["wende_ausserhalb"]),
        ("Das Recht in § 218 des Gesetzes für alle Frauen ändern wir.",
         "218 des Gesetzes für alle Frauen ändern wir",
         ["zahl_abgeschnitten"]),
        # conditions
        (FREE, FREE, []),
        (FREE, "Wir schaffen die Kitagebühren in allen Städten ab", ["bedingung_ausserhalb"]),
        (DEBT, "Die Schulden des Landes dürfen … für Investitionen steigen.", ["bedingung_in_auslassung"]),
        (DEBT, "für Investitionen steigen.", ["bedingung_ausserhalb"]),
        ("Wir schaffen höchstens 500 neue Stellen im Land.", "500 neue Stellen im Land.",
         ["bedingung_ausserhalb"]),
        ("Wir bauen Häuser im ganzen Land, im Tal aber nur Brücken.", "Wir bauen Häuser im ganzen Land", []),
        ("Nur so schaffen wir neue Häuser im Land.", "schaffen wir neue Häuser im Land.", []),
        ("Wir bauen neue Häuser im Land, auch wenn es dauert.", "Wir bauen neue Häuser im Land", []),
        ("Die Regel setzen wir außer Kraft im Land.", "Die Regel setzen wir", []),
        # what skips the turning word, or the speaker
        ("Wir fördern die Bahn im Tal; neu ist der Bau von Autobahnen.",
         "Wir fördern die Bahn … der Bau von Autobahnen.", ["verbundene_saetze", "halbe_saetze"]),
        ("Wir kämpfen für den Ausstieg, während andere auf den Neubau von Kraftwerken setzen.",
         "Wir kämpfen für den … Neubau von Kraftwerken", ["wende_in_auslassung"]),
        ("Die CDU will mehr Polizei und die SPD fordert ein Recht auf Cannabis.",
         "Die CDU will mehr … ein Recht auf Cannabis.", ["wende_in_auslassung"]),
        ("Wir bauen bis Ende 2028 neue Häuser im ganzen Land.",
         "Wir bauen bis Ende … Häuser im ganzen Land.", []),
        # words beside the quote
        ("Wir sagen Nein zu einer Maut auf allen Straßen.", "einer Maut auf allen Straßen.",
         ["wende_ausserhalb"]),
        ("Wir verhindern, dass die Renten gekürzt werden.", "die Renten gekürzt werden.",
         ["wende_ausserhalb"]),
        ("Den Ausbau der Windkraft halten wir für falsch.", "Den Ausbau der Windkraft",
         ["wende_ausserhalb"]),
        ("Statt Steuern für alle zu erhöhen, sparen wir.", "Steuern für alle zu erhöhen",
         ["wende_ausserhalb"]),
        ("Wir kämpfen gegen Hass, und wir bauen Schulen im Land.", "wir bauen Schulen im Land.", []),
        # other voices
        ("Die AfD behauptet, der Klimawandel sei erfunden.", "der Klimawandel sei erfunden.",
         ["andere_stimme"]),
        (BOAT, "Das Boot ist voll und alle müssen raus", ["andere_stimme"]),
        (BOAT, "alle müssen raus“, hat das Land aufgegeben.", ["andere_stimme"]),
        (BOAT, BOAT, []),
        ("„Guter Lohn“ heißt unser Gesetz für das Land.", "Guter Lohn“ heißt unser Gesetz", []),
        # what makes less of it, or only looks into it
        ("Perspektivisch wollen wir die Bahn im Tal ausbauen.", "wollen wir die Bahn im Tal ausbauen.",
         ["bedingung_ausserhalb"]),
        ("Wir prüfen, ob die Bahn im ganzen Tal fahren kann.", "die Bahn im ganzen Tal fahren kann.",
         ["wende_ausserhalb", "bedingung_ausserhalb"]),
        ("Sollte das Geld reichen, bauen wir die Bahn im Tal.", "bauen wir die Bahn im Tal.",
         ["bedingung_ausserhalb"]),
        ("Der Staat hat heute zu viele Behörden im ganzen Land.", "viele Behörden im ganzen Land.",
         ["wende_ausserhalb"]),
        ("Die Union will die Steuern für alle Reichen im Land senken.",
         "die Steuern für alle Reichen im Land senken.", ["andere_stimme"]),
        ("Die SPD will die Steuern für alle Armen im Land senken.",
         "die Steuern für alle Armen im Land senken.", []),
        ("Wir wollen die Mieten im Land senken und die Renten erhöhen.",
         "Wir wollen die Mieten im Land … und die Renten erhöhen.", ["wende_in_auslassung"]),
        ("Wir wollen die Bildung im Land stärken und die Renten kürzen.",
         "Wir wollen die Bildung im Land … und die Renten kürzen.", ["wende_in_auslassung"]),
        ("Wir wollen die Schulen im Land bauen, den Staat stärken und Kinder fördern.",
         "Wir wollen die Schulen im Land bauen, … und Kinder fördern.", []),
        ("Wir setzen auf eine Senkung der Steuern auf Arbeit im ganzen Land.",
         "Wir setzen auf eine … Steuern auf Arbeit im ganzen Land.", ["wende_in_auslassung"]),
        ("Wir wollen die Bahn vorübergehend für alle im Land öffnen.",
         "Wir wollen die Bahn … für alle im Land öffnen.", ["bedingung_in_auslassung"]),
        ("Und das soll wirklich sozial gerecht sein? Ja.", "das soll wirklich sozial", ["frage"]),
        ("Und das soll sozial gerecht sein? Nun denn.", "Und das soll sozial gerecht sein.", ["frage"]),
        ("Und das soll sozial gerecht sein? Nun denn.", "Und das soll sozial gerecht sein?", []),
        ("Manche fordern eine Maut auf allen Straßen. Das lehnen wir ab.", "eine Maut auf allen Straßen",
         ["folgesatz"]),
        ("Manche fordern eine Maut auf allen Straßen. Das Vetorecht lehnen wir ab.",
         "eine Maut auf allen Straßen", []),
    ],
)  # fmt: skip
def test_what_may_turn_the_meaning_is_told(sentence: str, quote: str, arten: list[str]) -> None:
    assert told(bound(quote, source(f"{sentence}\n"))) == arten


@pytest.mark.parametrize(
    ("lead_in", "is_told"),
    [
        ("Wir lehnen ab:", True),
        ("Vieles ist uns nicht genug; wir verhindern:", True),
        ("Das gibt es nicht mit uns. Wir fordern:", False),
        ("Das ist nicht genug; wir fordern:", False),
        ("Wir lehnen vieles ab.", False),
    ],
)
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

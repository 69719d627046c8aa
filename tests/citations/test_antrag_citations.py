"""Quotes from the Antrag itself: letter by letter, with the page of its file, or dropped with the reason."""

from dataclasses import replace

import pymupdf
import pytest

from core.antrag.antrag import Antrag, Forderung
from core.antrag.read_antrag import read_rows
from core.proof.antrag_citations import JudgedText, bind_to_antrag
from core.wortlaut.binding.eintrag import Gebunden, Verworfen, ZitatStatus, read_eintrag, write_eintrag
from core.wortlaut.german.folding import letters
from core.wortlaut.german.sentences import sentences
from tests.antrag.motions import motions
from tests.conftest import korpus_path

TEXT = """Antrag der Fraktion der Quellpartei

Die Landesregierung wird aufgefordert, bis 2031 an 40 Schulen keine Gebühren für das Mittagessen zu erheben.

Begründung

Viele Familien können das Essen nicht bezahlen. Die Gemeinden tragen die Kosten allein."""


def status(emitted: str, text: str = TEXT) -> ZitatStatus:
    return bind_to_antrag(JudgedText(text), emitted).status


def test_a_quote_of_plain_text_has_its_place_and_no_page() -> None:
    found = bind_to_antrag(JudgedText(TEXT), "„Viele Familien können das Essen nicht bezahlen.“", "C4")
    assert isinstance(found, Gebunden) and found.status is ZitatStatus.WOERTLICH
    [(start, end)] = found.ort.stellen
    assert TEXT[start:end] == found.text == "Viele Familien können das Essen nicht bezahlen."
    assert (found.ort.seiten, found.quelle) == ((), "Antrag")


@pytest.mark.parametrize(
    ("emitted", "reason"),
    [
        ("bis 2031 an 400 Schulen keine Gebühren für das Mittagessen zu erheben", ZitatStatus.ZAHL),
        ("Viele Familien können das Essen in der Schule sofort bezahlen.", ZitatStatus.NUR_AEHNLICH),
        ("Der Mond ist aus grünem Käse gemacht und leuchtet nur nachts.", ZitatStatus.NICHT_GEFUNDEN),
        ("Begründung", ZitatStatus.ZU_KURZ),
        ("x" * 30_000, ZitatStatus.UNLESBAR),
    ],
)
def test_what_does_not_stand_there_is_dropped_with_its_reason(emitted: str, reason: ZitatStatus) -> None:
    found = bind_to_antrag(JudgedText(TEXT), emitted, "C4")
    assert isinstance(found, Verworfen)
    assert (found.status, found.bereich) == (reason, "C4")
    assert "Programm" not in found.erklaerung and "Passage" not in found.erklaerung


def test_a_negation_that_was_dropped_is_found() -> None:
    assert (
        status("an 40 Schulen Gebühren für das Mittagessen zu erheben bis 2031") is not ZitatStatus.WOERTLICH
    )
    assert not status("bis 2031 an 40 Schulen Gebühren für das Mittagessen zu erheben").is_bound


def test_an_empty_antrag_holds_nothing() -> None:
    assert status("Viele Familien können das Essen nicht bezahlen.", " ") is ZitatStatus.NICHT_GEFUNDEN


def test_it_is_stored_and_read_as_it_was() -> None:
    for emitted in ("Die Gemeinden tragen die Kosten allein.", "Die Gemeinden tragen die Kosten niemals."):
        found = bind_to_antrag(JudgedText(TEXT), emitted, "B1")
        assert read_eintrag(write_eintrag(found)) == found


def test_what_a_person_changed_is_what_quotes_are_held_against() -> None:
    read = Antrag(TEXT, forderungen=(Forderung("1", "Die Landesregierung soll Gebühren streichen."),))
    judged = replace(read, forderungen=(Forderung("1", "Die Landesregierung soll Gebühren verdoppeln."),))
    text = JudgedText.of(judged, read)
    assert bind_to_antrag(text, "Die Landesregierung soll Gebühren verdoppeln.").status.is_bound
    assert not bind_to_antrag(text, "Viele Familien können das Essen nicht bezahlen.").status.is_bound
    assert JudgedText.of(read, read).text == TEXT


def test_sentences_of_real_antraege_are_bound_to_the_page_that_they_stand_on() -> None:
    """Held against what PyMuPDF reads of that very page, without anything of ours between."""
    bound = on_page = 0
    for entry, antrag in motions()[:6]:
        path = korpus_path(f"antraege/{entry['datei']}")
        text = JudgedText.of(antrag, rows=read_rows(path))
        with pymupdf.open(path) as file:
            pages = {number + 1: letters(page.get_text()) for number, page in enumerate(file)}
        for start, end in sentences(antrag.text)[:60]:
            found = bind_to_antrag(text, antrag.text[start:end])
            if isinstance(found, Gebunden) and len(found.ort.stellen) == 1:
                bound += 1
                printed = "".join(pages[number] for number in found.ort.seiten)
                on_page += letters(found.text) in printed or len(found.ort.seiten) > 1
                elsewhere = any(letters(found.text) in page for page in pages.values())
                assert letters(found.text) in printed or not found.ort.seiten or not elsewhere, found
    assert bound > 100 and on_page >= 0.95 * bound, (bound, on_page)

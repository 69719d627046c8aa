"""Papers with votes: their sentences stand on their pages, and hostile ones are refused."""

from datetime import date
from pathlib import Path

import pytest

from core.antrag.vote_papers import PaperKind
from core.base.errors import EingabeError
from core.features.decisions.committee_votes import (
    UNPLACED,
    committee_votes,
    papers_by_letter,
    read_vote_paper,
)
from core.features.decisions.decision import Side, VotedOn
from core.features.decisions.protokoll_votes import settled, votes_on
from tests.decisions.passages import roster, sides_of
from tests.drucker import Satz, column, print_pdf

FIRST = [
    "Drucksache 18/900                                   05.03.2015",
    "Beschlussempfehlung und Bericht",
    "a) zu dem Gesetzentwurf der Bundesregierung",
    "– Drucksachen 18/801, 18/802 –",
    "Entwurf eines Gesetzes über Radwege",
    "b) zu dem Antrag der Fraktion DIE LINKE.",
    "– Drucksache 18/803 –",
    "Radwege an allen Straßen bauen",
]
SECOND = [
    "A. Problem",
    "Es gibt zu wenige Radwege an den Straßen des Bundes.",
    "B. Lösung",
    "Zu Buchstabe a",
    "Annahme des Gesetzentwurfs auf Drucksachen 18/801, 18/802 in geänder-",
    "ter Fassung mit den Stimmen der Fraktionen der CDU/CSU und SPD gegen",
    "die Stimmen der Fraktionen DIE LINKE. und BÜNDNIS 90/DIE GRÜNEN.",
    "Zu Buchstabe b",
    "Ablehnung des Antrags auf Drucksache 18/803 mit den Stimmen der Frak-",
    "tionen der CDU/CSU und SPD gegen die Stimmen der Fraktion DIE LINKE.",
    "bei Stimmenthaltung der Fraktion BÜNDNIS 90/DIE GRÜNEN.",
    "C. Alternativen",
    "Annahme des Antrags auf Drucksache 18/803.",
]


@pytest.fixture(scope="module")
def paper(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pages: list[list[Satz]] = [column(70, FIRST), column(70, SECOND)]
    return print_pdf(tmp_path_factory.mktemp("papiere") / "bt-18-900.pdf", pages)


def test_each_paper_of_a_beschlussempfehlung_has_its_own_vote_on_its_page(paper: Path) -> None:
    read = read_vote_paper(paper)
    bill, motion = [read.bound(one) for one in committee_votes(read.text, roster(), read.name)]
    assert (bill.drucksache, bill.voted_on) == ("18/801", VotedOn.AMENDED)
    assert sides_of(bill) == {} and {one.cast for one in bill.sides} == {Side.YES, Side.NO}
    assert (motion.drucksache, motion.voted_on) == ("18/803", VotedOn.REJECTION)
    assert sides_of(motion) == {"CDU": "dagegen", "SPD": "dagegen", "LINKE": "dafür", "GRÜNE": "Enthaltung"}
    (evidence,) = motion.evidence
    assert evidence.seiten == (2,) and not evidence.note
    assert "mit den Stimmen der Fraktionen der CDU/CSU und SPD" in evidence.text


def test_the_day_is_that_of_the_head(paper: Path) -> None:
    assert read_vote_paper(paper).day == date(2015, 3, 5)


def test_a_sentence_that_does_not_stand_there_gives_no_side(paper: Path) -> None:
    read = read_vote_paper(paper)
    wrong = read.text.replace("18/803 mit den Stimmen", "18/803 ganz und gar mit den Stimmen")
    motion = [read.bound(one) for one in committee_votes(wrong, roster(), read.name)][1]
    assert sides_of(motion) == {} and "nicht Wort für Wort" in motion.reason


def test_without_letters_the_only_paper_of_the_head_is_meant() -> None:
    head = "Beschlussempfehlung zu dem Antrag der Fraktion DIE LINKE.\n– Drucksache 18/804 –\nRadwege bauen\n"
    assert papers_by_letter(f"{head}A. Problem") == {"": ("18/804",)}
    text = f"{head}A. Problem\nB. Lösung\nEinstimmige Ablehnung des Antrags.\nC. Alternativen\nKeine."
    (decision,) = committee_votes(text, roster(), "Papier")
    assert decision.drucksache == "18/804" and set(sides_of(decision).values()) == {"dagegen"}


XML = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE dbtplenarprotokoll SYSTEM "dbtplenarprotokoll.dtd">
<dbtplenarprotokoll sitzung-datum="05.03.2015"><sitzungsverlauf>
<p><a id="S8755" name="S8755" typ="druckseitennummer"/>Wir kommen zu den Abstimmungen.</p>
<p><a id="S8756" name="S8756" typ="druckseitennummer"/>Wir stimmen ab über den Antrag auf Drucksache 18/803.
Wer stimmt für diesen Antrag? – Wer stimmt dagegen? – Der Antrag ist mit den Stimmen der Koalition gegen die
Stimmen der Opposition abgelehnt.</p></sitzungsverlauf></dbtplenarprotokoll>"""


def test_a_protokoll_in_xml_is_read_with_its_printed_pages(tmp_path: Path) -> None:
    path = tmp_path / "18090-data.xml"
    path.write_text(XML, encoding="utf-8")
    read = read_vote_paper(path)
    assert read.day == date(2015, 3, 5)
    decision = settled([read.bound(one) for one in votes_on("18/803", read.text, roster(), read.name)])
    assert decision and sides_of(decision)["LINKE"] == "dafür"
    assert decision.evidence[-1].printed == ("8756",)


def test_a_protokoll_as_text_has_no_pages_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "protokoll.txt"
    path.write_text(XML[XML.index("Wir stimmen") : XML.index("</p></sitz")], encoding="utf-8")
    read = read_vote_paper(path)
    (decision,) = [read.bound(one) for one in votes_on("18/803", read.text, roster(), read.name)]
    assert sides_of(decision)["CDU"] == "dagegen"
    assert decision.evidence[-1].note == UNPLACED and decision.evidence[-1].seiten == ()


ENTITY = '<!DOCTYPE dbtplenarprotokoll [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>'
REFUSED = {
    "entities": (XML.replace(XML[39:101], ENTITY), "eigene XML-Definitionen"),
    "entities in another encoding": ("<\0!\0", "kein XML in UTF-8"),
    "deep": (
        XML.replace("Wir stimmen", f"{'<b>' * 3000}{'</b>' * 3000}Wir stimmen", 1),
        "tiefer geschachtelt",
    ),
    "torn": (XML[:400], "kein lesbares XML"),
    "a web page": ("<html><body>Seite nicht gefunden</body></html>", "kein Plenarprotokoll"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_other_xml_is_refused_in_a_sentence(tmp_path: Path, name: str) -> None:
    text, said = REFUSED[name]
    (tmp_path / "seite.xml").write_text(text, encoding="utf-8")
    with pytest.raises(EingabeError, match=said):
        read_vote_paper(tmp_path / "seite.xml")


def test_what_is_no_text_at_all_is_refused(tmp_path: Path) -> None:
    (tmp_path / "bild.txt").write_bytes(b"\x89PNG\xff\xfe\x00")
    with pytest.raises(EingabeError, match="weder PDF noch XML noch Text"):
        read_vote_paper(tmp_path / "bild.txt")


NUMBERS = ("21/40", "21/040", "7/40", "21/99", "21/4", "21/401")
HEADS = {
    "Plenarprotokoll 21/40": NUMBERS[:2],
    "Plenarprotokoll 21/40 Tagesordnungspunkt 3: Drucksache 21/99": NUMBERS[:2],
    "Deutscher Bundestag – 21. Wahlperiode – 40. Sitzung": NUMBERS[:3],
    "Stenografischer Bericht, Berlin": NUMBERS,
}
"""First lines, and as which of the numbers a Protokoll that begins so may be taken."""


@pytest.mark.parametrize("head", HEADS)
@pytest.mark.parametrize("number", NUMBERS)
def test_a_protokoll_that_names_another_sitting_is_known_by_its_first_page(
    head: str, number: str, tmp_path: Path
) -> None:
    paper = read_vote_paper(print_pdf(tmp_path / "p.pdf", [column(70, [head, "Beginn: 9.00 Uhr"])]))
    assert paper.is_of_another(PaperKind.PROTOKOLL, number) is (number not in HEADS[head])


def test_a_beschlussempfehlung_is_known_by_its_own_number_among_those_it_is_on(tmp_path: Path) -> None:
    paper = read_vote_paper(print_pdf(tmp_path / "b.pdf", [column(70, FIRST)]))
    found = [paper.is_of_another(PaperKind.RECOMMENDATION, one) for one in ("18/900", "18/0900", "18/90", "")]
    assert found == [False, False, True, False]

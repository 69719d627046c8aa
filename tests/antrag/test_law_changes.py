"""A demand that changes words of a bill is nothing without what leads to it, and often little with it."""

from pathlib import Path
from textwrap import wrap

import pytest

from core.antrag.antrag import Antrag, Forderung, frage, is_only_wording, lead_in, only_wording, wortlaut
from core.antrag.read_antrag import read_antrag, read_antrag_pdf
from core.assessment.prompts import antrag_slots
from core.llm.anfrage import AntragMaterial
from core.search.antrag_search import concern
from tests.antrag.motions import motions, registry
from tests.drucker import column, print_pdf

TEXT = """Landtag von Nordrhein-Westfalen
18. Wahlperiode
Drucksache 18/777
03.05.2024
Änderungsantrag
der Fraktion der SPD
zu der zweiten Beratung des Gesetzentwurfs der Landesregierung
– Drucksachen 18/700, 18/750 –
Entwurf eines Gesetzes über Trinkbrunnen an Schulen (Brunnengesetz)

Der Landtag wolle beschließen:
Artikel 1 wird wie folgt geändert:
a) Nummer 3 wird wie folgt gefasst:
„3. Jede Schule erhält mindestens einen Trinkbrunnen, dessen Wasser zweimal im Jahr untersucht wird.“
b) In Nummer 15 wird § 7 Absatz 2 wie folgt geändert:
aa) Satz 2 wird aufgehoben.
bb) In Satz 3 wird die Angabe „62“ durch die Angabe „63“ ersetzt.
Begründung
Kinder sollen trinken.
"""
LEAD = "Artikel 1 wird wie folgt geändert: b) In Nummer 15 wird § 7 Absatz 2 wie folgt geändert:"


@pytest.fixture(params=["text", "pdf"])
def antrag(request: pytest.FixtureRequest, tmp_path: Path) -> Antrag:
    if request.param == "text":
        return read_antrag(TEXT, registry())
    lines = [line for paragraph in TEXT.splitlines() for line in wrap(paragraph, 80) or [""]]
    return read_antrag_pdf(print_pdf(tmp_path / "antrag.pdf", [column(60, lines)]), registry())


def test_lead_stays_with_the_demand_below_it(antrag: Antrag) -> None:
    by_number = {forderung.nummer: forderung for forderung in antrag.forderungen}
    assert list(by_number) == ["a", "b.aa", "b.bb"]
    assert lead_in(by_number["b.aa"]) == LEAD
    assert wortlaut(by_number["b.aa"]) == f"{LEAD} Satz 2 wird aufgehoben."


def test_lead_is_sent_to_the_model_and_searched_for_with_the_name_of_the_bill(antrag: Antrag) -> None:
    assert f"Forderung b.aa: {LEAD} Satz 2 wird aufgehoben." in antrag_slots(antrag)["forderungen"]
    assert ("b.aa", f"{LEAD} Satz 2 wird aufgehoben.") in AntragMaterial(antrag).forderungen
    asked = {one.nummer: one.frage for one in concern(antrag)}
    assert asked["b.aa"] == f"Brunnengesetz, zweite Beratung {LEAD} Satz 2 wird aufgehoben."


def test_what_says_nothing_a_programme_could_say_is_named(antrag: Antrag) -> None:
    assert "eines Gesetzes: b.aa, b.bb." in only_wording(antrag)


@pytest.mark.parametrize(
    ("text", "lead", "expected"),
    [
        ("Satz 2 wird aufgehoben.", "Artikel 1 wird wie folgt geändert:", True),
        ("In Nummer 4 wird die Angabe „62“ durch die Angabe „63“ ersetzt.", "", True),
        ("Absatz 3 wird Absatz 2.", "In Artikel 1 wird § 22 wie folgt geändert:", True),
        ("§ 219a des Strafgesetzbuches wird aufgehoben.", "", False),
        ("Das Gesetz zur Vorratsdatenspeicherung wird aufgehoben.", "", False),
        ("Die Stelle wird gestrichen.", "Die Landesregierung wird aufgefordert,", False),
        ("Der Satz „Wir schaffen das“ wird nicht mehr gesagt.", "", False),
        (
            "Satz 5 wird wie folgt gefasst: „Eine Beteiligung Privater an Autobahnen ist ausgeschlossen.“",
            "Artikel 1 wird wie folgt geändert:",
            False,
        ),
    ],
)
def test_only_wording(text: str, lead: str, expected: bool) -> None:
    assert is_only_wording(Forderung("1", text, lead)) is expected


def test_a_lead_that_only_asks_is_not_repeated() -> None:
    forderung = Forderung("1", "ein Konzept vorzulegen.", "Der Landtag fordert die Landesregierung auf,")
    assert (lead_in(forderung), wortlaut(forderung)) == ("", forderung.text)
    assert frage(forderung, Antrag(text="", titel="Konzept")) == forderung.text


def test_of_real_motions_only_those_that_amend_a_bill_change_wording() -> None:
    amended = {antrag.drucksache for _, antrag in motions() if only_wording(antrag)}
    assert amended <= {antrag.drucksache for _, antrag in motions() if antrag.typ == "Änderungsantrag"}
    assert {"18/1496", "18/2019", "18/3182"} <= amended


def test_demands_of_other_motions_are_searched_for_as_before() -> None:
    for _, antrag in motions():
        if antrag.typ != "Änderungsantrag":
            for forderung in antrag.forderungen:
                assert frage(forderung, antrag) == forderung.text, (antrag.drucksache, forderung.nummer)

"""Movers whose names are broken, honoured or noble, and titles that look like a head: on made-up motions."""

import pytest

from core.antrag.antrag import Antrag
from core.antrag.read_antrag import read_antrag
from core.programme.registry import load_registry
from core.settings import ROOT

TITEL = "Brücken sanieren statt sperren"
HEAD = """Deutscher Bundestag Drucksache 19/4711
19. Wahlperiode 22.03.2019

Antrag
{movers}

{titel}

Der Bundestag wolle beschließen:
Der Deutsche Bundestag fordert die Bundesregierung auf, Brücken zu sanieren.
"""
LIST = "der Abgeordneten Eva Muster, {name}, Jan Beispiel und der Fraktion DIE LINKE."
LAW = "zu der dritten Beratung des Gesetzentwurfs der Bundesregierung"


def read(movers: str, titel: str = TITEL, head: str = HEAD) -> Antrag:
    return read_antrag(head.format(movers=movers, titel=titel), load_registry(ROOT / "data" / "registry"))


@pytest.mark.parametrize("name", [
    "Sevim Da\ufffddelen", "Sevim Da÷delen", "Sevim Da\ue05fdelen", "Sevim Da delen",
    "Sevim Da\xaddelen", "Sevim Dagdelen1", "Sevim Dağdelen*", "Öz\ufffdan Mutlu", "\ufffdzcan Mutlu",
    "\ufffd\ufffdcan mit-Muster", "Beate Muster-\nBeispiel", "Beate Muster- Beispiel", "Beate Mus- ter",
    "Ole\nMuster", "Beate Muster -Beispiel", "Dr. h. c. Ole Name", "Prof. Dr. h.c. mult. Ole Name",
    "Dr. rer. nat. habil. Ole Name", "Dr.-Ing. Ole Name", "Prof. em. Dr. med. dent. Ole Name",
    "Dr. Dr. Ole Name", "Dr. (Univ. Kiew) Ole Name", "Ole Name M. A.", "Otto Prinz zu Muster-Lich",
    "Karla Freifrau von und zu Muster", "Ole Graf zu Muster", "Ole von der Muster", "Eva de la Muster",
    "Ole van den Berg", "Ole D’Angelo", "Ole d'Angelo", "Ole O'Muster", "Can al-Muster",
    "Ole Name (Hamburg)", "Ole Name (Neustadt an der Aisch)", "Ole Name (fraktionslos)", "Ole Name jun.",
    "Ole Name (Berg am Laim), Ida Name (Bad Muster)", "Ole Name, weiterer Abgeordneter",
])  # fmt: skip
def test_names_lose_neither_fraktion_nor_title(name: str) -> None:
    antrag = read(LIST.format(name=name))
    assert (antrag.antragsteller, antrag.titel) == (("LINKE",), TITEL)


@pytest.mark.parametrize("movers", [
    "der Abgeordneten Sevim Da\ufffddelen, Jan Beispiel und der Fraktion DIE LINKE.",
    "der Abgeordneten Jan Beispiel, Prof. Dr. h. c. Sevim Da÷delen und der Fraktion DIE LINKE.",
])  # fmt: skip
def test_title_of_a_law_begins_behind_the_fraktion(movers: str) -> None:
    antrag = read(movers, LAW)
    assert (antrag.antragsteller, antrag.titel) == (("LINKE",), LAW)


@pytest.mark.parametrize(("movers", "found"), [
    ("der Fraktion B\ufffdNDNIS 90/DIE GR\ufffdNEN", ("GRÜNE",)),
    ("der Fraktion B÷NDNIS 90/DIE GR÷NEN", ("GRÜNE",)),
    ("der Fraktion BU¨NDNIS 90/DIE GRU¨NEN", ("GRÜNE",)),
    ("der Fraktion BU\u0308NDNIS 90/DIE GRU\u0308NEN", ("GRÜNE",)),
    ("der Fraktion Buendnis 90/Die Gruenen", ("GRÜNE",)),
    ("der Fraktion BÜNDNIS 90/\nDIE GRÜNEN", ("GRÜNE",)),
    ("der Fraktionen der CDU/CSU*, SPD¹ und FDP2", ("CDU", "SPD", "FDP")),
    ("der Abgeordneten Ole Name (SPD)*, Ida Name (FDP)", ("SPD", "FDP")),
    ("der Fraktionen SPD, B\ufffdNDNIS 90/DIE GRÜNEN und FDP", ("SPD", "GRÜNE", "FDP")),
])  # fmt: skip
def test_names_of_parties_may_be_broken_too(movers: str, found: tuple[str, ...]) -> None:
    antrag = read(movers)
    assert set(antrag.antragsteller) - {"CSU"} == set(found) and antrag.titel == TITEL


@pytest.mark.parametrize("titel", [
   
    "Änderung der Geschäftsordnung zur besonderen Anwendung der Minderheitenrechte in der 18. Wahlperiode",
    "Einsetzung von Ausschüssen der 19. Wahlperiode", "Die Wahlperiode auf fünf Jahre verlängern",
    "Wahlperiode des Bundestages verlängern", "Eingegangene Petitionen schneller beantworten",
    "Ausgegeben wird zu viel – Haushalt sanieren", "Bilanz des Bundestages der 18. Wahlperiode vorlegen",
])  # fmt: skip
def test_title_may_be_about_what_a_head_names(titel: str) -> None:
    assert read("der Fraktion der SPD", titel).titel == titel


@pytest.mark.parametrize("line", [
    "19. Wahlperiode", "Wahlperiode 19", "19. WAHLPERIODE", "Neunzehnte Wahlperiode",
    "19. Wahlperiode 22.03.2019", "19. Wahlperiode Drucksache 19/4711 (neu)",
    "Deutscher Bundestag – 19. Wahlperiode – Drucksache 19/4711",
    "Drucksache 19/4711 – 2 – Deutscher Bundestag – 19. Wahlperiode",
    "Landtag von Sachsen-Anhalt 8. Wahlperiode",
    "BÜRGERSCHAFT DER FREIEN UND HANSESTADT HAMBURG 22. Wahlperiode", "19. Legislaturperiode",
    "Bremische Bürgerschaft (Landtag) 20. Wahlperiode", "Eingegangen: 22.03.2019",
    "Ausgegeben am 22.03.2019",
])  # fmt: skip
def test_lines_of_a_head_below_the_movers_are_no_title(line: str) -> None:
    assert read(f"der Fraktion der SPD\n\n{line}").titel == TITEL


@pytest.mark.parametrize(("movers", "titel"), [
    ("der Fraktion der SPD", "Mieten senken, Wohnungen bauen: Konzept der Fraktion DIE LINKE ablehnen"),
    ("der Fraktion der SPD", "zu dem Antrag der Fraktion DIE LINKE"),
    ("der Abgeordneten Ole Name (SPD)", "zur Beratung des Antrags der Fraktion DIE LINKE"),
])  # fmt: skip
def test_party_in_the_title_is_no_mover(movers: str, titel: str) -> None:
    antrag = read(movers, titel)
    assert (antrag.antragsteller, antrag.titel) == (("SPD",), titel)


def test_movers_without_a_fraktion_end_where_their_list_does() -> None:
    names = "der Abgeordneten Ole Name, Sevim Da\ufffddelen,\n\nIda Name und\n\nEva Muster"
    antrag = read(names)
    assert (antrag.antragsteller, antrag.titel) == ((), TITEL)
    assert read("der Abgeordneten Ole Name, Sevim Da delen und Eva Muster", LAW).titel == LAW
    assert (
        read("der Abgeordneten Ole Name und Eva Muster", "zum Schutz des Waldes").titel
        == "zum Schutz des Waldes"
    )

"""The heads of motions as the parliaments print them, on motions made up for the purpose."""

from typing import Any

import pytest

from core.antrag.antrag import Antrag
from core.antrag.read_antrag import read_antrag
from core.base.settings import ROOT
from core.programme.registry import Registry, load_registry
from tests.cases import cases

HEADS = cases(__file__, "heads")
BUND = HEADS[0]["text"]


@pytest.mark.parametrize("head", HEADS, ids=[head["land"] for head in HEADS])
def test_head_as_each_parliament_prints_it(head: dict[str, Any], registry: Registry) -> None:
    antrag = read_antrag(head["text"], registry)
    found = (antrag.bundesland, antrag.drucksache, antrag.datum, antrag.antragsteller, antrag.titel)
    assert found == (head["land"], head["drucksache"], head["datum"], tuple(head["parteien"]), head["titel"])
    assert len(antrag.forderungen) == 1
    if head["land"] in ("BUND", "HH", "LSA", "BY", "SH"):  # pasted without line breaks
        flat = read_antrag(" ".join(head["text"].split()), registry)
        assert (flat.bundesland, flat.drucksache, flat.datum, flat.antragsteller, flat.titel) == found


def typ(words: str, registry: Registry) -> str:
    return read_antrag(
        f"{words}\nder Fraktion der SPD\n\nTitel\n\nDer Landtag möge beschließen:\nEs gilt.", registry
    ).typ


@pytest.mark.parametrize(
    "words", ["Antrag", "Änderungsantrag", "Entschließungsantrag", "Dringlicher Antrag", "Große Anfrage"]
)
def test_type_is_kept_as_printed(words: str, registry: Registry) -> None:
    assert typ(words, registry) == words
    assert typ(words.upper(), registry) == words


AENDERUNG = """Änderungsantrag
der Fraktion der AfD

zu dem Antrag der Fraktionen der CDU und der SPD vom 3. Mai 2022
– Drucksache 7/1200 –
„Feuerwehren stärken“

Der Landtag möge beschließen:

Nummer 3 wird gestrichen.
"""


def test_motion_that_is_changed_gives_neither_movers_nor_number_nor_date(registry: Registry) -> None:
    antrag = read_antrag(AENDERUNG, registry)
    assert antrag.antragsteller == ("AfD",)
    assert (antrag.drucksache, antrag.datum) == ("", None)
    assert antrag.titel.startswith("zu dem Antrag der Fraktionen") and antrag.titel.endswith(
        "„Feuerwehren stärken“"
    )


def with_movers(movers: str, registry: Registry) -> Antrag:
    head = BUND.replace("der Fraktionen SPD, BÜNDNIS 90/DIE GRÜNEN und FDP", movers)
    return read_antrag(head, registry)


@pytest.mark.parametrize(
    ("movers", "parteien"),
    [
        ("der Fraktion der CDU/CSU", ("CDU",)),
        ("der Fraktionen der CDU/CSU und SPD", ("CDU", "SPD")),
        ("der Abgeordneten Eva Muster, Dr. Jan von Beispiel (Köln)\nund der Fraktion DIE LINKE.", ("LINKE",)),
        ("der Abgeordneten Eva Muster und der Fraktion der SPD\nsowie der Fraktion der FDP", ("SPD", "FDP")),
        ("der AfD-Fraktion", ("AfD",)),
        ("der Gruppe BSW", ("BSW",)),
        ("der Abgeordneten Eva Muster, Jan Linke und Mia Union", ()),
    ],
)  # fmt: skip
def test_movers_are_the_parties_of_the_list(
    movers: str, parteien: tuple[str, ...], registry: Registry
) -> None:
    antrag = with_movers(movers, registry)
    assert antrag.antragsteller == parteien
    assert antrag.titel == "Brücken – Sanieren statt sperren"


def test_names_of_movers_over_several_lines_do_not_run_into_the_title(registry: Registry) -> None:
    text = (
        "Änderungsantrag\nder Abgeordneten Dr. Eva Muster, Dr. Jan Beispiel, Maria\nName und Uwe Wort\n"
        "zu der zweiten Beratung des Gesetzentwurfs\nDer Bundestag wolle beschließen:\nArtikel 1 entfällt."
    )
    antrag = read_antrag(text, registry)
    assert (antrag.antragsteller, antrag.titel) == ((), "zu der zweiten Beratung des Gesetzentwurfs")


def test_party_named_in_the_title_moves_nothing(registry: Registry) -> None:
    antrag = with_movers("der Fraktion der SPD\n\nGrüne Wirtschaft und Union für den Mittelstand", registry)
    assert antrag.antragsteller == ("SPD",)


def test_bundesland_is_told_by_the_formula_without_a_head(registry: Registry) -> None:
    def land(text: str) -> str | None:
        return read_antrag(text, registry).bundesland

    assert land("Der Bundestag wolle beschließen:\nEs gilt.") == "BUND"
    assert land("Das Abgeordnetenhaus wolle beschließen:\nEs gilt.") == "BE"
    assert land("Die Bürgerschaft (Landtag) möge beschließen:\nEs gilt.") == "HB"
    assert land("Der Sächsische Landtag möge beschließen:\nEs gilt.") == "SN"
    assert land("Der Landtag möge beschließen:\nDie Schulen in Thüringen werden saniert.") == "TH"


def test_bundesland_is_open_where_the_text_does_not_tell(registry: Registry) -> None:
    demand = "Die Landesregierung wirbt im Deutschen Bundestag, wie Bayern und Hessen, um Geld."
    assert read_antrag(f"Der Landtag möge beschließen:\n{demand}", registry).bundesland is None


def test_text_without_a_head_has_at_most_a_title(registry: Registry) -> None:
    antrag = read_antrag(
        "Mehr Busse auf dem Land\n\nDie Landesregierung wird aufgefordert, zu fahren.", registry
    )
    assert antrag.titel == "Mehr Busse auf dem Land"
    assert (antrag.drucksache, antrag.datum, antrag.typ, antrag.bundesland, antrag.antragsteller) == (
        "", None, "", None, (),
    )  # fmt: skip
    assert [f.text for f in antrag.forderungen] == ["zu fahren."]


# --- movers whose names are broken --------------------------------------------------------------------------
# Honoured or noble, and titles that look like a head: on made-up motions.

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


@pytest.mark.parametrize("name", cases(__file__, "names"))
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


@pytest.mark.parametrize("line", cases(__file__, "no_title"))
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

"""45 real motions of the 18th Bundestag against their list. A script made the list: where they differ, a look
at the PDF decided."""

import re
from datetime import date, datetime
from typing import Any

from core.antrag.antrag_parts import split_mark
from core.antrag.read_antrag import read_antrag, read_antrag_pdf
from core.wortlaut.reading.mupdf import pymupdf
from tests.antrag.motions import motions, registry
from tests.conftest import korpus_path

TITLES = {
    "18/1453": "zu dem Vorschlag für eine Verordnung",
    "18/5489": "Umsetzung des Aktionsprogramms Klimaschutz 2020",
    "18/10233": "zu der zweiten Beratung des Gesetzentwurfs",
    "18/10235": "zu der zweiten Beratung des Gesetzentwurfs",
}
"""How these begin in the PDF. The list has movers before them, or the text behind them (18/5489)."""

MOVERS = {"18/1453": ("GRÜNE", "LINKE")}
"""The list misses the second Fraktion."""

LONG = {"18/11756"}
"""Motions that demand a whole new paragraph of law."""


def letters(text: str) -> str:
    return re.sub(r"\W", "", text).casefold()


def movers(entry: dict[str, Any]) -> tuple[str, ...]:
    names = [name for name in entry["fraktionen"] if name != "Abgeordnete ohne Fraktionsangabe"]
    return MOVERS.get(entry["drucksache"]) or tuple(registry().find_partei(n, "BUND").id for n in names)


def test_number_date_type_and_parliament_of_every_motion_are_right() -> None:
    for entry, antrag in motions():
        assert (antrag.drucksache, antrag.typ, antrag.bundesland) == (
            entry["drucksache"],
            entry["typ"],
            "BUND",
        )
        assert antrag.datum == datetime.strptime(entry["datum"], "%d.%m.%Y").date()


def test_movers_of_every_motion_are_right() -> None:
    assert {a.drucksache: a.antragsteller for _, a in motions()} == {
        e["drucksache"]: movers(e) for e, _ in motions()
    }


def test_title_of_every_motion_is_right() -> None:
    for entry, antrag in motions():
        begin = TITLES.get(antrag.drucksache, entry["titel"])
        assert letters(antrag.titel).startswith(letters(begin)), antrag.drucksache
        assert "beschließen" not in antrag.titel.split("hier:")[-1] and "Fraktion BÜNDNIS" not in antrag.titel


def test_every_motion_has_demands_with_numbers_of_their_own() -> None:
    for _, antrag in motions():
        numbers = [f.nummer for f in antrag.forderungen]
        assert numbers and len(set(numbers)) == len(numbers), antrag.drucksache


def test_demands_are_what_the_decision_counts() -> None:
    found = {antrag.drucksache: [f.nummer for f in antrag.forderungen] for _, antrag in motions()}
    assert found["18/9123"] == [f"II.{n}" for n in range(1, 8)]
    assert found["18/1453"] == [f"II.{n}" for n in range(1, 12)]
    assert found["18/1360"] == [*(f"II.1.{n}" for n in range(1, 9)), "II.2"]
    assert found["18/4419"] == [*(f"II.1.{n}" for n in "abcdef"), "II.2.a", "II.2.b", "II.3"]
    assert found["18/8863"] == ["II", *(f"II.{n}" for n in range(1, 8))]
    assert found["18/5489"] == [str(n) for n in range(1, 54)]
    assert found["18/1496"] == ["1.a", "1.b", "1.c", "2.a", "2.b"]
    assert found["18/10233"] == found["18/3177"] == ["1", "2"]
    assert found["18/180"] == ["II"] and found["18/7546"] == [""]


def test_no_demand_is_long_without_a_law_in_it() -> None:
    long = {a.drucksache for _, a in motions() for f in a.forderungen if len(f.text) > 2500}
    assert long == LONG


def test_demands_hold_no_names_no_page_heads_no_imprint_and_no_letters_without_meaning() -> None:
    strange = re.compile(
        r"Berlin, den|und Fraktion$|Wahlperiode|– \d+ –|^Drucksache|Satzweiss|Gesamtherstellung|ISSN"
        r"|\ufffd|\xad"
    )
    for _, antrag in motions():
        for forderung in antrag.forderungen:
            assert not strange.search(forderung.text), (antrag.drucksache, forderung.nummer)
            assert not re.match(r"[a-zäöü]{1,2}\)|\d+\.\s|[–•]", forderung.text)


def test_begruendung_and_feststellung_are_no_demands() -> None:
    with_reasons = [antrag for _, antrag in motions() if antrag.begruendung]
    assert len(with_reasons) > 25
    for antrag in with_reasons:
        demands = letters(" ".join(f.text for f in antrag.forderungen))
        assert letters(antrag.begruendung)[:80] not in demands
        assert not antrag.begruendung.startswith("Begründung")
    for _, antrag in motions():
        for forderung in antrag.forderungen:
            assert forderung.text not in antrag.feststellung


def test_no_paragraph_of_the_decision_is_lost() -> None:
    for _, antrag in motions():
        above_names = re.split(r"\n\n(?:Berlin, den|Begründung)", antrag.text)[0]
        decision = re.split(r"beschließen:|fragen die Bundesregierung:", above_names)[-1]
        demands = (f"{f.einleitung} {f.text}" for f in antrag.forderungen)
        kept = letters(" ".join([antrag.feststellung, *demands]))
        for paragraph in filter(letters, decision.split("\n\n")):
            _, words = split_mark(paragraph) or (None, paragraph)
            assert letters(re.sub(r"\W*(?:und|sowie)$|^sowie", "", words)) in kept, antrag.drucksache


def test_reading_the_text_again_changes_nothing() -> None:
    for _, antrag in motions():
        assert read_antrag(antrag.text, registry()) == antrag


def test_copied_lines_give_the_same_head_and_nearly_always_the_same_demands() -> None:
    same = 0
    for entry, antrag in motions():
        document = pymupdf().open(korpus_path(f"antraege/{entry['datei']}"))
        pasted = read_antrag("\n".join(page.get_text() for page in document), registry())
        assert (pasted.drucksache, pasted.datum, pasted.typ) == (antrag.drucksache, antrag.datum, antrag.typ)
        assert (pasted.antragsteller, pasted.titel) == (antrag.antragsteller, antrag.titel)
        same += [f.nummer for f in pasted.forderungen] == [f.nummer for f in antrag.forderungen]
    assert same >= 42


UNLISTED = {
    "bt-18-481-antrag": (
        "18/481", date(2014, 2, 11), "Antrag", ("CDU", "SPD"),
        "Änderung der Geschäftsordnung zur besonderen Anwendung der Minderheitenrechte "
        "in der 18. Wahlperiode",
    ),
    "bt-18-1450-antrag": (
        "18/1450", date(2014, 5, 20), "Antrag", ("CDU", "SPD"),
        "Grüne Gentechnik – Sorgen und Vorbehalte der Menschen ernst nehmen, Selbstbestimmung stärken, "
        "Wahlfreiheit ermöglichen",
    ),
    "bt-18-1495-aenderungsantrag": (
        "18/1495", date(2014, 5, 21), "Änderungsantrag", ("LINKE",),
        "zu der zweiten Beratung des Gesetzentwurfs der Bundesregierung – Drucksachen 18/909, 18/1489 – "
        "Entwurf eines Gesetzes über Leistungsverbesserungen in der gesetzliche Rentenversicherung "
        "(RV-Leistungsverbesserungsgesetz)",
    ),
    "bt-18-1963-antrag": (
        "18/1963", date(2014, 7, 2), "Antrag", ("GRÜNE",),
        "Existenzminimum und Teilhabe sicherstellen – Sanktionsmoratorium jetzt",
    ),
    "bt-18-5427-entschliessungsantrag": (
        "18/5427", date(2015, 7, 1), "Entschließungsantrag", ("LINKE",),
        "zu der dritten Beratung des Gesetzentwurfs der Bundesregierung – Drucksachen 18/4097, 18/4199, "
        "18/5420 – Entwurf eines Gesetzes zur Neubestimmung des Bleiberechts und der Aufenthaltsbeendigung",
    ),
}  # fmt: skip
"""Motions that the list does not have, as their PDFs begin."""


def test_head_of_motions_that_are_not_in_the_list() -> None:
    for name, expected in UNLISTED.items():
        a = read_antrag_pdf(korpus_path(f"antraege/{name}.pdf"), registry())
        assert (a.drucksache, a.datum, a.typ, a.antragsteller, a.titel) == expected
        assert a.bundesland == "BUND"

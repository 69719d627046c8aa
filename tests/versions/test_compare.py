"""What is told of sentences of two versions, in the forms in which editors and typesetters change them."""

import pytest

from core.base.errors import EingabeError
from core.features.versions.compare import Comparison, Kind, compare, text_of
from core.features.versions.tables import in_signs, rows_table
from core.proof.given_text import read_given

ROADS = "Wir erhalten alle Brücken des Landes und sperren keine ohne Umleitung."
SCHOOLS = "An jeder Grundschule soll es mittags ein warmes Essen geben."
TRAINS = "Der Zug nach Norden fährt künftig auch am Abend jede halbe Stunde."
CLINICS = "Kein Krankenhaus auf dem Land wird in den nächsten fünf Jahren geschlossen."
FORESTS = "Im Stadtwald bleiben die alten Eichen stehen, auch wenn eine Straße breiter werden müsste."
END = "Darauf können sich alle im Land verlassen."


def told(old: str, new: str) -> list[tuple[Kind, str, str]]:
    found = compare(read_given(old, "alt"), read_given(new, "neu"))
    return [
        (row.kind, text_of(row.old), text_of(row.new)) for row in found.rows if row.kind is not Kind.GLEICH
    ]


SAME = {
    "other line breaks": (f"{ROADS} {SCHOOLS}", f"{ROADS}\n{SCHOOLS}".replace(" ", "\n")),
    "parted at the end of a line": (SCHOOLS, SCHOOLS.replace("Grundschule", "Grund-\nschule")),
    "soft hyphen, other dashes and quotation marks": (
        "Die „Brücke“ – so heißt sie – bleibt.",
        "Die «Brü\xadcke» - so heißt sie - bleibt.",
    ),
    "a sentence that runs on in another paragraph": (ROADS, ROADS.replace("und sperren", "und\n\nsperren")),
    "two headings set as one": (f"Verkehr\n\nWege\n\n{ROADS}", f"Verkehr Wege\n\n{ROADS}"),
    "the words of a picture amid a sentence": (
        f"{SCHOOLS} {TRAINS}",
        f"{SCHOOLS} {TRAINS}".replace("künftig auch", "künftig\n\n48 Züge am Tag\n\nauch"),
    ),
    "written in capitals": (f"Gute Schulen\n\n{SCHOOLS}", f"GUTE SCHULEN\n\n{SCHOOLS}"),
}


@pytest.mark.parametrize(("old", "new"), SAME.values(), ids=SAME)
def test_what_only_looks_otherwise_is_told_as_the_same(old: str, new: str) -> None:
    assert [one for one in told(old, new) if "48 Züge" not in one[2]] == []


CHANGED = {
    "a number": ("Wir bauen 100 Wohnungen im Jahr.", "Wir bauen 200 Wohnungen im Jahr.", "[- 100] [+ 200]"),
    "a decimal comma": ("Das kostet 1,5 Millionen Euro.", "Das kostet 15 Millionen Euro.", "[- 1,5] [+ 15]"),
    "a currency": (
        "Das kostet jeden Haushalt 5 € mehr.",
        "Das kostet jeden Haushalt 5 $ mehr.",
        "[- €] [+ $]",
    ),
    "per cent or per mille": ("Der Satz steigt um 3 %.", "Der Satz steigt um 3 ‰.", "[- %.] [+ ‰.]"),
    "a minus": (
        "Die Lage ändert sich um 4 Prozent.",
        "Die Lage ändert sich um \u22124 Prozent.",
        "[- 4] [+ \u22124]",
    ),
    "a power": ("Das Feld misst 10² Meter.", "Das Feld misst 102 Meter.", "[- 10²] [+ 102]"),
    "a negation": (SCHOOLS, SCHOOLS.replace("soll es", "soll es nicht"), "[+ nicht]"),
    "a word less": (FORESTS, FORESTS.replace("alten ", ""), "[- alten]"),
    "two sentences made one": (
        f"{ROADS} Das gilt ab Mai.",
        ROADS.replace("Umleitung.", "Umleitung, und das gilt ab Mai."),
        "[+ und]",
    ),
}


@pytest.mark.parametrize(("old", "new", "signs"), CHANGED.values(), ids=CHANGED)
def test_one_mark_that_changes_what_is_said_is_told(old: str, new: str, signs: str) -> None:
    found = compare(*(read_given(f"{TRAINS}\n\n{one}\n\n{CLINICS}", "") for one in (old, new)))
    (row,) = [row for row in found.rows if row.kind is not Kind.GLEICH]
    assert row.kind is Kind.GEAENDERT and signs in in_signs(row), in_signs(row)


def test_gone_new_and_moved_sentences_stand_where_a_reader_looks_for_them() -> None:
    old = f"{ROADS} {SCHOOLS}\n\n{TRAINS} {CLINICS}\n\n{FORESTS} {END}"
    new = f"{ROADS}\n\n{TRAINS} Neue Radwege entstehen entlang der Bundesstraße.\n\n{FORESTS} {END} {CLINICS}"
    assert told(old, new) == [
        (Kind.WEG, SCHOOLS, ""),
        (Kind.NEU, "", "Neue Radwege entstehen entlang der Bundesstraße."),
        (Kind.VERSCHOBEN, CLINICS, CLINICS),
    ]


def test_a_sentence_that_was_moved_and_changed_is_told_as_both() -> None:
    other = FORESTS.replace("alten Eichen", "alten Buchen")
    found = compare(
        read_given(f"{FORESTS} {ROADS} {SCHOOLS} {TRAINS}", ""),
        read_given(f"{ROADS} {SCHOOLS} {TRAINS} {other}", ""),
    )
    (row,) = [row for row in found.rows if row.kind is not Kind.GLEICH]
    assert row.told == "geändert, verschoben"


def test_sentences_that_repeat_are_counted_as_often_as_they_stand_there() -> None:
    call = "Deshalb fordern wir:"
    old = "\n\n".join([call, ROADS, call, SCHOOLS, call, TRAINS])
    assert told(old, old.replace(f"{call}\n\n{SCHOOLS}", SCHOOLS)) == [(Kind.WEG, call, "")]


def test_texts_that_share_nothing_are_gone_and_new() -> None:
    assert [kind for kind, _, _ in told(f"{ROADS} {SCHOOLS}", FORESTS)] == [Kind.WEG, Kind.WEG, Kind.NEU]


@pytest.mark.parametrize("text", ["…", "• – •"])
def test_a_version_without_a_sentence_is_refused(text: str) -> None:
    with pytest.raises(EingabeError):
        compare(read_given(ROADS, ""), read_given(text, ""))


def test_a_table_has_all_but_what_is_the_same() -> None:
    found: Comparison = compare(read_given(f"{ROADS} {SCHOOLS}", ""), read_given(ROADS, ""))
    assert [row[1:3] for row in rows_table(found).zeilen] == [("weg", SCHOOLS)]

"""What a person changed is told, and nothing else: a list in another order says the same."""

from dataclasses import replace
from datetime import date
from time import process_time

import pytest

from core.antrag.antrag import Antrag, Forderung
from core.antrag.edits import Edited, Edits, corrected, edits_of, mark_of, pieces

BUS, BAHN, RAD = "Busse fahren stündlich.", "Die Bahn fährt nachts.", "Radwege werden breiter gebaut."
READ = Antrag(
    text="Der ganze Text", titel="Busse für alle", drucksache="7/12", datum=date(2025, 3, 1),
    bundesland="DEMO", antragsteller=("MUEHLRAD", "LINDENBUND"),
    forderungen=(Forderung("1", BUS, "Wir wollen,"), Forderung("2", BAHN), Forderung("3", RAD)),
    begruendung="Weil es so ist.",
)  # fmt: skip


def edits(**changes: object) -> Edits:
    found = edits_of(READ, replace(READ, **changes))  # type: ignore[arg-type]
    assert found is not None
    return found


def told(*forderungen: Forderung) -> list[tuple[str, str, str, str]]:
    return [(e.what, str(e.how), e.before, e.after) for e in edits(forderungen=forderungen).changes]


def test_what_was_judged_as_it_was_read_has_no_edits() -> None:
    assert not edits() and edits().unveraendert == 3
    assert str(edits()) == "3 Forderungen unverändert"


@pytest.mark.parametrize("text", ["Busse  fahren\nstündlich. ", "\tBusse fahren stündlich.\xa0"])
def test_space_between_words_is_no_edit(text: str) -> None:
    assert not edits(forderungen=(Forderung("1", text, "Wir  wollen,"), *READ.forderungen[1:]))
    assert not edits(titel=" Busse für  alle ", antragsteller=READ.antragsteller[::-1])


def test_a_changed_demand_has_the_words_before_and_after() -> None:
    one, two, three = READ.forderungen
    assert told(one, replace(two, text="Die Bahn fährt immer nachts."), three) == [
        ("Forderung 2", "geändert", BAHN, "Die Bahn fährt immer nachts.")
    ]


def test_a_demand_that_was_taken_out_and_one_that_was_put_in() -> None:
    one, _, three = READ.forderungen
    assert told(one, three, Forderung("4", "Der Regelsatz steigt auf 420 Euro.")) == [
        ("Forderung 4", "hinzugefügt", "", "Der Regelsatz steigt auf 420 Euro."),
        ("Forderung 2", "entfernt", BAHN, ""),
    ]


def test_numbers_that_moved_up_do_not_make_other_demands_changed() -> None:
    """„2“ was taken out and „3“ became „2“; a demand that was changed too is still found by its words."""
    assert told(READ.forderungen[0], Forderung("2", RAD)) == [("Forderung 2", "entfernt", BAHN, "")]
    wider = "Radwege werden viel breiter gebaut."
    assert told(READ.forderungen[0], Forderung("2", wider)) == [
        ("Forderung 2", "geändert", RAD, wider),
        ("Forderung 2", "entfernt", BAHN, ""),
    ]


def test_a_changed_lead_is_a_change_of_its_demand() -> None:
    first = Forderung("1", BUS, "Wir lehnen ab,")
    assert told(first, *READ.forderungen[1:]) == [
        ("Forderung 1", "geändert", f"Wir wollen, {BUS}", f"Wir lehnen ab, {BUS}")
    ]


def test_the_head_is_compared_field_by_field() -> None:
    found = edits(titel="Bahnen", drucksache="", datum=date(2025, 3, 2), antragsteller=("MUEHLRAD",))
    assert [(e.what, str(e.how), e.before, e.after) for e in found.changes] == [
        ("Titel", "geändert", "Busse für alle", "Bahnen"),
        ("Drucksache", "entfernt", "7/12", ""),
        ("Datum", "geändert", "01.03.2025", "02.03.2025"),
        ("Antragsteller", "geändert", "MUEHLRAD, LINDENBUND", "MUEHLRAD"),
    ]


def test_what_the_form_does_is_told_in_one_line_and_marked_at_each_demand() -> None:
    changed = corrected(
        READ, ["Busse fahren halbstündlich und immer.", "", RAD, "Fähren fahren."], titel="Alle"
    )
    found = edits_of(READ, changed)
    assert found is not None
    assert str(found) == (
        "Titel geändert; 1 Forderung geändert, 1 Forderung entfernt, 1 Forderung hinzugefügt, "
        "1 Forderung unverändert"
    )
    assert [mark_of(f.nummer, found) for f in changed.forderungen] == [" (geändert)", "", " (hinzugefügt)"]


def test_both_wordings_are_shown_in_one() -> None:
    assert pieces("Die Bahn fährt nachts.", "Die Bahn fährt immer nachts.") == [
        (Edited.UNCHANGED, "Die Bahn fährt"),
        (Edited.ADDED, "immer"),
        (Edited.UNCHANGED, "nachts."),
    ]
    assert pieces("", "neu") == [(Edited.ADDED, "neu")]


def test_a_file_full_of_demands_is_compared_in_moments() -> None:
    many = tuple(Forderung(str(n), f"{n} " * 40) for n in range(5_000))
    begin = process_time()
    found = edits_of(replace(READ, forderungen=many), replace(READ, forderungen=many[::2]))
    assert found is not None and len(found.changes) == 2_500
    assert pieces("a " * 100_000, "b " * 100_000)[0][0] is Edited.ENTFERNT
    assert process_time() - begin < 20


# --- what a person corrects is changed, and nothing else ----------------------------------------------------


ANTRAG = replace(
    READ, forderungen=(Forderung("1", "Busse fahren.", "Wir wollen,"), Forderung("3", "Bahnen fahren. "))
)
TEXTE = [forderung.text for forderung in ANTRAG.forderungen]


def test_a_changed_forderung_keeps_its_number_and_what_leads_to_it() -> None:
    changed = corrected(ANTRAG, ["Busse fahren oft.\n", TEXTE[1]]).forderungen
    assert changed == (Forderung("1", "Busse fahren oft.", "Wir wollen,"), ANTRAG.forderungen[1])


def test_new_forderungen_get_numbers_that_no_other_has() -> None:
    added = corrected(ANTRAG, [*TEXTE, "Fähren fahren.", "Räder rollen."]).forderungen
    assert [forderung.nummer for forderung in added] == ["1", "3", "4", "5"]
    assert added[2].text == "Fähren fahren."
    assert corrected(ANTRAG, [" ", TEXTE[1]]).forderungen == (ANTRAG.forderungen[1],)
    struck = corrected(ANTRAG, [TEXTE[0], "", "Fähren fahren."]).forderungen
    assert [forderung.nummer for forderung in struck] == ["1", "4"], "not the number of the one struck out"

"""What a person corrects is changed, and nothing else."""

from datetime import date

from core.antrag.antrag import Antrag, Forderung
from core.antrag.correction import corrected, unread

ANTRAG = Antrag(
    text="Der ganze Text",
    titel="Busse für alle",
    drucksache="7/12",
    datum=date(2025, 3, 1),
    bundesland="DEMO",
    antragsteller=("MÜHLRAD",),
    forderungen=(Forderung("1", "Busse fahren.", "Wir wollen,"), Forderung("3", "Bahnen fahren. ")),
    begruendung="Weil es so ist.",
)
TEXTE = [forderung.text for forderung in ANTRAG.forderungen]


def test_nothing_changed_is_the_same_antrag() -> None:
    assert corrected(ANTRAG, [*TEXTE, ""], titel="Busse für alle") == ANTRAG


def test_a_changed_forderung_keeps_its_number_and_what_leads_to_it() -> None:
    changed = corrected(ANTRAG, ["Busse fahren oft.\n", TEXTE[1]]).forderungen
    assert changed == (Forderung("1", "Busse fahren oft.", "Wir wollen,"), ANTRAG.forderungen[1])


def test_an_emptied_forderung_is_struck_out() -> None:
    assert corrected(ANTRAG, [" ", TEXTE[1]]).forderungen == (ANTRAG.forderungen[1],)


def test_new_forderungen_get_numbers_that_no_other_has() -> None:
    added = corrected(ANTRAG, [*TEXTE, "Fähren fahren.", "Räder rollen."]).forderungen
    assert [forderung.nummer for forderung in added] == ["1", "3", "4", "5"]
    assert added[2].text == "Fähren fahren."


def test_a_new_forderung_does_not_take_the_number_of_one_struck_out_with_it() -> None:
    changed = corrected(ANTRAG, [TEXTE[0], "", "Fähren fahren."]).forderungen
    assert [forderung.nummer for forderung in changed] == ["1", "4"]


def test_what_could_not_be_read_is_named() -> None:
    assert unread(ANTRAG) == {}
    assert unread(Antrag(text="x", titel="Busse", bundesland="NRW")).keys() == {
        *("drucksache", "datum", "antragsteller", "forderungen")
    }
    assert "bitte wählen" in unread(Antrag(text="x"))["bundesland"]

"""Titles in lists tell one Änderungsantrag from another, by what it is about and by its number."""

import pytest

from core.antrag.antrag import short_title
from tests.antrag.motions import motions

HEAD = "zu der zweiten Beratung des Gesetzentwurfs der Landesregierung – Drucksachen 8/101, 8/140 – "


@pytest.mark.parametrize(
    ("titel", "short"),
    [
        ("Busse für alle", "Busse für alle"),
        ("Zukunft der Bahn", "Zukunft der Bahn"),
        (
            f"{HEAD}Entwurf eines Gesetzes über Brunnen (Brunnengesetz)",
            "Brunnengesetz, zweite Beratung (8/150)",
        ),
        (
            f"{HEAD}Entwurf eines Dritten Gesetzes zur Änderung des Brunnengesetzes (Artikel 4)",
            "Drittes Gesetz zur Änderung des Brunnengesetzes (Artikel 4), zweite Beratung (8/150)",
        ),
        (
            "zur dritten Beratung des Gesetzentwurfs – Drucksache 8/1 – Entwurf eines Gesetzes über den "
            "Haushalt (Haushaltsgesetz 2031) hier: Einzelplan 07",
            "Haushaltsgesetz 2031: Einzelplan 07, dritte Beratung (8/150)",
        ),
        ("zu der Regierungserklärung zum Wasser", "Zu der Regierungserklärung zum Wasser (8/150)"),
        ("brunnen bauen", "Brunnen bauen"),
        ("", ""),
    ],
)
def test_short_title_says_what_it_is_about(titel: str, short: str) -> None:
    assert short_title(titel, "8/150") == short


@pytest.mark.night
def test_real_titles_are_short_begin_upper_case_and_none_is_like_another() -> None:
    short = [short_title(antrag.titel, antrag.drucksache) for _, antrag in motions()]
    assert len(set(short)) == len(short)
    assert all(not name[0].islower() and len(name) <= 200 and "Gesetzentwurf" not in name for name in short)

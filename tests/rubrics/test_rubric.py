"""Rubrics as files: what they must have, and what is said where they do not."""

import pytest

from core.base.errors import RegistryError
from core.base.settings import Settings
from core.features.rubrics.rubric import find_rubric, read_rubric
from core.programme.context import Context
from tests.rubrics.own_rubric import OWN


def test_the_shipped_ones_are_whole() -> None:
    context = Context(Settings())
    matrix = find_rubric(context, "gwoe-gemeinden")
    assert [field.id for field in matrix.fields] == [
        f"{row}{column}" for row in "ABCDE" for column in "12345"
    ]
    confirmed = [field.id for field in matrix.fields if field.is_confirmed]
    assert confirmed == [*(f"{row}{column}" for row in "AB" for column in "12345"), "C1"]
    assert all(field.quelle and field.stichwoerter for field in matrix.fields)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('id = "klima"', 'id = "anders"', "Feld „id“: gefunden „anders“"),
        ('= "mittel"', '= "summe"', "Feld „zusammenfassung“: gefunden „summe“"),
        ("wert = 1", "wert = 0", "„0“ steht zweimal"),
        ("wert = 1", 'wert = "eins"', "erwartet eine ganze Zahl"),
        ('titel = "Verkehr"', "", "feld verkehr“, Feld „titel“: fehlt"),
        ('quelle = "eigene"\nstich', 'quelle = "eigene"\nzeile = "A"\nstich', "„A“ von Feld „verkehr“ fehlt"),
        (
            'quelle = "eigene"\nstich',
            'quelle = "eigene"\nfarbe = "rot"\nstich',
            "Feld „farbe“: gibt es nicht",
        ),
        ('nicht_beruehrt = "nicht berührt"', "", "Feld „nicht_beruehrt“: fehlt"),
        ("[[stufe]]", "[[stufe", "kein TOML"),
    ],
)
def test_a_mistake_is_told_with_file_and_field(old: str, new: str, told: str) -> None:
    assert old in OWN
    with pytest.raises(RegistryError, match=r"klima\.toml") as caught:
        read_rubric("klima", OWN.replace(old, new))
    assert told in str(caught.value)


def test_an_untouched_field_counts_as_nothing() -> None:
    rubric = read_rubric("klima", OWN)
    no, yes = rubric.levels
    assert rubric.summed([no, yes]) == "im Mittel 0,5 (2 Felder)"
    assert rubric.summed([]) == "kein Feld mit Stufe"

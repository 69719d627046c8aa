"""The permanent address of a comparison says when a Lauf has joined or left it since."""

import pytest

from core.features.vergleich.vergleich_files import VergleichState, changed_since


def test_the_order_of_laeufe_is_no_change_and_it_is_read_from_its_address() -> None:
    then = VergleichState.of(["a", "b"])
    assert VergleichState.read(str(then)) == then == VergleichState.of(["b", "a", "b"])
    assert changed_since(then, VergleichState.of(["b", "a"])) == ""


@pytest.mark.parametrize(
    ("today", "told"),
    [
        (["a", "b", "c"], "heute sind es 3"),
        (["a"], "heute sind es 1"),
        (["a", "c"], "ebenso viele, aber andere"),
    ],
)
def test_what_joined_left_or_was_exchanged_is_told(today: list[str], told: str) -> None:
    said = changed_since(VergleichState.of(["a", "b"]), VergleichState.of(today))
    assert "Damals beruhte er auf 2 Läufe" in said and told in said


@pytest.mark.parametrize("text", ["", "x", "2-", "-1-0123456789abcdef", "2-0123456789ABCDEF", "9" * 9])
def test_what_is_no_address_of_ours_says_nothing(text: str) -> None:
    assert VergleichState.read(text) is None

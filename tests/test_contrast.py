"""Contrast as WCAG defines it, and letters that can be read on every colour of the heat map."""

import pytest

from core.contrast import between, contrast, mixed, on_ground, parts
from core.figure import grund
from core.vergleich.point_matrix import SCALE, colour

LEGIBLE = 4.5
"""What text needs at least, by WCAG 2.2 (level AA)."""


def test_contrast_is_the_one_of_wcag() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert contrast("#123456", "#123456") == 1


def test_colours_between_are_even_steps() -> None:
    assert mixed("#000000", "#ffffff", 0.5) == "#808080"
    assert [between(("#000000", "#ff0000", "#ffff00"), share) for share in (0, 0.25, 0.5, 1, 2)] == [
        "#000000", "#800000", "#ff0000", "#ffff00", "#ffff00",
    ]  # fmt: skip


def test_black_or_white_can_be_read_on_every_colour() -> None:
    grounds = [
        f"#{r:02x}{g:02x}{b:02x}" for r in range(0, 256, 15) for g in range(0, 256, 15) for b in (0, 99, 255)
    ]
    assert min(contrast(on_ground(ground), ground) for ground in grounds) >= LEGIBLE


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("difference", [False, True])
def test_every_cell_of_the_heat_map_can_be_read(dark: bool, difference: bool) -> None:
    """All points there are, in steps of a tenth, each with the letters that the table gives it."""
    values = [tenth / 10 for tenth in range(-100 if difference else 0, 101)]
    grounds = [colour(value, dark, difference) for value in values]
    assert len(set(grounds)) > 90 and (grounds[0], grounds[-1]) == (SCALE[dark][0], SCALE[dark][-1])
    assert min(contrast(on_ground(ground), ground) for ground in grounds) >= LEGIBLE


@pytest.mark.parametrize("dark", [False, True])
def test_quiet_words_can_be_read_too(dark: bool) -> None:
    look = grund(dark)
    assert min(contrast(look.leise, ground) for ground in (look.flaeche, look.boden)) >= LEGIBLE


@pytest.mark.parametrize("dark", [False, True])
def test_the_middle_of_the_scale_is_seen(dark: bool) -> None:
    """It is neither of the ends, nor the grey of what nobody judged, and the ends lie on both sides of it."""
    look, scale = grund(dark), SCALE[dark]
    low, _, middle, _, high = scale
    distances = [
        _apart(*pair) for pair in ((low, middle), (middle, high), (low, high), (middle, look.flaeche))
    ]
    assert min(distances) > 30 and len(set(scale)) == 5
    assert contrast(middle, low) > 1.5 and contrast(middle, high) > 1.5


def _apart(one: str, two: str) -> float:
    return sum((a - b) ** 2 for a, b in zip(parts(one), parts(two), strict=True)) ** 0.5

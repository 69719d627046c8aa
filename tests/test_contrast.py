"""Contrast as WCAG defines it, and letters that can be read on every colour of the heat map."""

import pytest

from core.base.contrast import contrast, on_ground
from core.features.vergleich.differences import SCALE, colour

LEGIBLE = 4.5
"""What text needs at least, by WCAG 2.2 (level AA)."""


def test_contrast_is_the_one_of_wcag() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert contrast("#123456", "#123456") == 1


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

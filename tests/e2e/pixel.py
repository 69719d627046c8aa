"""Where a picture is yellow, and whether that is where the words of a quote stand."""

from typing import Any

import numpy as np

from core.wortlaut.reading.mupdf import pymupdf
from tests.seiten.drawn import SeitenBild

TOLERANCE = 4
"""Pixels by which scaling and soft edges may shift a mark."""

FILLED = 0.55
"""Share of a word's box that is yellow at least: the rest is ink."""


def pixels(png: bytes) -> Any:
    """Rows of columns of red, green and blue."""
    pixmap = pymupdf().Pixmap(pymupdf().Pixmap(png), 0)
    rgb = np.frombuffer(pixmap.samples, np.uint8).reshape(pixmap.height, pixmap.stride)
    return rgb[:, : 3 * pixmap.width].reshape(pixmap.height, pixmap.width, 3).astype(int)


def yellow(png: bytes) -> Any:
    """True where the marker was, also over soft edges of ink."""
    red, green, blue = np.moveaxis(pixels(png), 2, 0)
    return (red > 90) & (green > 0.7 * red) & (blue < 0.6 * red) & (blue < green - 25)


def faults_of_yellow(png: bytes, bild: SeitenBild) -> list[str]:
    """What is wrong with the marks on a page as it is shown, whatever size it has on the screen."""
    seen = yellow(png)
    scale = seen.shape[1] / bild.breite
    height = bild.hoehe * scale
    if abs(height - seen.shape[0]) > TOLERANCE:
        return [f"the picture is {seen.shape[0]} pixels high instead of {height:.0f}: not the whole page"]
    if not bild.boxes:
        return ["there is no place to be marked"]
    allowed = np.zeros_like(seen)
    faults = []
    for box in bild.boxes:
        left, top, right, bottom = (round(side * scale) for side in box)
        allowed[
            max(0, top - TOLERANCE) : bottom + TOLERANCE, max(0, left - TOLERANCE) : right + TOLERANCE
        ] = True
        filled = seen[top:bottom, left:right].mean()
        if filled < FILLED:
            faults.append(f"only {filled:.0%} of the words at {box} are yellow")
    if outside := int((seen & ~allowed).sum()):
        faults.append(f"{outside} yellow pixels lie beside the words")
    return faults

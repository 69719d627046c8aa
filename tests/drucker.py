"""Generated PDFs: lines of text set exactly where a test wants them."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.wortlaut.reading.mupdf import pymupdf

TEXT = [
    "Wir bauen bis 2028 zwölftausend neue Wohnungen im ganzen Land und",
    "geben den Gemeinden dafür mehr Geld aus dem Haushalt des Landes. Die",
    "Mieten sollen dadurch nicht weiter steigen, und wer Hilfe braucht, der",
    "bekommt sie auch in Zukunft ohne lange Wartezeit und ohne Umwege über",
    "eine Behörde. Das gilt für Stadt und Land in gleicher Weise für alle.",
]
"""Five lines that are read as one paragraph."""


@dataclass(frozen=True)
class Satz:
    """One line of text; `y` is its base line."""

    x: float
    y: float
    text: str
    groesse: float = 10
    fett: bool = False
    drehung: int = 0


def column(x: float, texts: Sequence[str], y: float = 100, step: float = 13, **style: Any) -> list[Satz]:
    """Lines below each other."""
    return [Satz(x, y + i * step, text, **style) for i, text in enumerate(texts)]


def print_pdf(path: Path, pages: Sequence[Sequence[Satz]], size: tuple[float, float] = (595, 842)) -> Path:
    document = new_document(pages, size)
    document.save(path)
    return path


def new_document(pages: Sequence[Sequence[Satz]], size: tuple[float, float] = (595, 842)) -> Any:
    document = pymupdf().open()
    for saetze in pages:
        page = document.new_page(width=size[0], height=size[1])
        writers: dict[bool, Any] = {}
        for satz in saetze:
            if satz.drehung:
                page.insert_text((satz.x, satz.y), satz.text, fontsize=satz.groesse, rotate=satz.drehung)
                continue
            # TextWriter embeds a font with a Unicode map, so that soft hyphens and ligatures arrive as such.
            writer = writers.setdefault(satz.fett, pymupdf().TextWriter(page.rect))
            font = pymupdf().Font("hebo" if satz.fett else "helv")
            writer.append((satz.x, satz.y), satz.text, font=font, fontsize=satz.groesse)
        for writer in writers.values():
            writer.write_text(page)
    return document


def print_with_layer(
    path: Path, drawn: Sequence[Sequence[Satz]], layer: Sequence[Sequence[Satz]], is_hidden: bool = True
) -> Path:
    """Pictures of what is drawn; a text layer claims something else, unseen or under the picture."""
    document = pymupdf().open()
    for page, saetze in zip(new_document(drawn), layer, strict=True):
        new = document.new_page(width=page.rect.width, height=page.rect.height)
        if is_hidden:
            new.insert_image(new.rect, pixmap=page.get_pixmap(dpi=200))
        writer = pymupdf().TextWriter(new.rect)
        for satz in saetze:
            writer.append((satz.x, satz.y), satz.text, font=pymupdf().Font("helv"), fontsize=satz.groesse)
        writer.write_text(new, render_mode=3 if is_hidden else 0)
        if not is_hidden:
            new.insert_image(new.rect, pixmap=page.get_pixmap(dpi=200))
    document.save(path)
    return path

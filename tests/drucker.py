"""Generated PDFs: lines of text set exactly where a test wants them."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.programme.pdf import pymupdf


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

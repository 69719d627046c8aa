"""Sources made of plain text: a Textstrom without a PDF, one box a word."""

import re
from datetime import date

import numpy as np

from core.wortlaut.binding.quelle import Quelle
from core.wortlaut.reading.textstrom import AbschnittPart, ParagraphKind, Seite, Textstrom
from core.wortlaut.records import Chunk, Fundstelle, Programm, Typ


def make_programm(id: str, partei: str = "SPD", bundesland: str | None = "NRW") -> Programm:
    typ = Typ.WAHLPROGRAMM if bundesland else Typ.PARTEIPROGRAMM
    return Programm(id, f"Programm {id}", typ, partei, bundesland, 2022, date(2022, 6, 1), None, f"{id}.pdf")


def make_quelle(programm: Programm, *pages: str) -> Quelle:
    """Every page's paragraphs are parted by newlines; a page that ends without one runs on."""
    text = "".join(pages)
    borders = np.cumsum([len(page) for page in pages])
    spans = [match.span() for match in re.finditer(r"\S+", text)]
    numbers = [int(np.searchsorted(borders, start, side="right")) + 1 for start, _ in spans]
    absaetze = tuple(
        AbschnittPart(*m.span(), ParagraphKind.TEXT, 0, ("Kapitel",)) for m in re.finditer(r"[^\n]+", text)
    )
    strom = Textstrom(
        text,
        absaetze,
        tuple(Seite(i, (str(i + 10),), 595, 842, len(p), False, False) for i, p in enumerate(pages, 1)),
        np.array([start for start, _ in spans], np.int32),
        np.array([end for _, end in spans], np.int32),
        np.array(numbers, np.int32),
        np.array([[0, i, 10, i + 1] for i in range(len(spans))], np.float32),
    )
    return Quelle.of(programm, "v1", strom)


def make_fundstelle(quelle: Quelle, begins: str, ends: str) -> Fundstelle:
    """The passage from one snippet of the text to the end of another."""
    text = quelle.strom.text
    start = text.index(begins)
    end = text.index(ends, start) + len(ends)
    id = f"{quelle.programm.id}:{start}-{end}"
    return Fundstelle(
        Chunk(id, quelle.programm.id, text[start:end], start, end, quelle.strom.pages_of(start, end)), 0.5
    )

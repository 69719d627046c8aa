"""Programmes and Anträge as PDFs, written here, in the shapes that sources have them in."""

from functools import cache

import pymupdf


@cache
def programme_pdf(title: str, text: str = "Wir bauen mehr Radwege und Brunnen.", pages: int = 2) -> bytes:
    """A title page, and after it pages with that text."""
    document = pymupdf.open()
    for number in range(pages):
        page = document.new_page()
        page.insert_text((72, 100), title if number == 0 else f"Kapitel {number}", fontsize=18)
        for row in range(20 if number else 0):
            page.insert_text((72, 140 + 25 * row), f"{row + 1}. {text}", fontsize=11)
    data: bytes = document.tobytes()
    document.close()
    return data


@cache
def protokoll_pdf() -> bytes:
    """A sitting that rejected the third Antrag, and none of the others."""
    document = pymupdf.open()
    page = document.new_page()
    lines = [
        "Plenarprotokoll der 88. Sitzung am 12.11.2026", "",
        "Wir kommen zur Abstimmung über den Antrag der Fraktion der SPD auf Drucksache 18/3.",
        "Wer stimmt dem Antrag zu? – Das ist die SPD. Wer stimmt dagegen? – Das sind CDU und",
        "GRÜNE. Enthaltungen? – FDP und AfD. Damit ist der Antrag abgelehnt.",
    ]  # fmt: skip
    writer = pymupdf.TextWriter(page.rect)
    for row, line in enumerate(lines):
        writer.append((72, 72 + 24 * row), line, font=pymupdf.Font("helv"), fontsize=10)
    writer.write_text(page)
    data: bytes = document.tobytes()
    document.close()
    return data


HEAD = (
    "Deutscher Bundestag                                    Drucksache 21/101",
    "21. Wahlperiode                                            02.11.2026", "", "Antrag",
    "der Fraktion der SPD", "",
)  # fmt: skip


@cache
def antrag_pdf(title: str, head: bool = True) -> bytes:
    """A page as the Bundestag prints its Anträge; without its head nobody knows whose it is."""
    body = (
        title, "", "Der Bundestag wolle beschließen:", "Die Bundesregierung wird aufgefordert,",
        "1. an jeder Schule einen Brunnen aufzustellen,", "2. das Wasser der Brunnen jedes Jahr zu prüfen.",
        "", "Begründung", "Wasser hilft beim Denken, und Schulen haben zu wenige Brunnen.",
    )  # fmt: skip
    document = pymupdf.open()
    page = document.new_page()
    for row, line in enumerate((*(HEAD if head else ()), *body)):
        page.insert_text((72, 60 + 24 * row), line, fontsize=16 if line == title else 11)
    data: bytes = document.tobytes()
    document.close()
    return data

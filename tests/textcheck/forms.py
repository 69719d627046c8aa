"""Forms in which words that nobody printed stand beside a true quote, and files that say more than is read.

Each is data with a reason; tests try them with a sentence of the demo, the benchmark with real ones.
"""

import io
import json
from collections.abc import Callable, Mapping
from html import escape
from itertools import product

MARKS = ("„“", "„”", "“”", '""', "»«", "«»", "‚‘", "‘’", "''", ("``", "''"), (",,", "''"))

FOREIGN = (
    "{m} Das lehnen wir ab.",
    "{m}\nDas lehnen wir ab.",
    "Niemals gilt: {m}",
    "Wir sagen klar: {m} Das ist falsch.",
    "{m} (aber erst nach 2040)",
    "{m} (erst 2040)",
    "{m} (Das gilt aber nicht auf dem Land.)",
    "{m} (S. 3, nur für Reiche)",
    "{m} ({source}, aber nicht so gemeint)",
    "{m} – Doch das gilt für niemanden",
    "{m} – gilt nur im Sommer",
    "{m} ({source}) – gilt nur im Sommer",
    "{m} – {source}, doch nie für alle",
    "Nicht: {m} ({source})",
    "„{m} Das lehnen wir ab.“",
    "„Niemals gilt: {m}“",
    "‚{m} Das lehnen wir ab.‘",
    "»{m} – Doch das gilt für niemanden«",
)
"""Beside `{m}`, a true quote in marks or without."""

TRUE = (
    "{m}",
    "{m} ({source})",
    "{m} [{source}]",
    "{m} – {source}",
    "{m}\n— {source}",
    "{m}\n{source}",
    "{m} (vgl. {source} f.)",
    "{m} ({source}; Hervorhebung im Original)",
    "{m} ({source}).",
    "{source}: „{m}“",
)
"""The same with true sources: no accusation. The last only without marks of its own."""


def in_marks(text: str, marks: str | tuple[str, str]) -> str:
    return f"{marks[0]}{text}{marks[1]}" if marks else text


def as_json(text: str) -> tuple[str, bytes]:
    return "antwort.json", json.dumps({"zitat": text}, ensure_ascii=False).encode()


def as_markdown(text: str) -> tuple[str, bytes]:
    lines = "\n> ".join(text.split("\n"))
    return "antwort.md", f"Dort steht:\n\n> {lines}\n\nSo ist das.".encode()


def as_html(text: str) -> tuple[str, bytes]:
    lines = "<br>".join(escape(line, quote=False) for line in text.split("\n"))
    page = (
        f"<!doctype html><html><body><p>Dort steht:</p><blockquote><p>{lines}</p></blockquote></body></html>"
    )
    return "seite.html", page.encode()


def as_word(text: str) -> tuple[str, bytes]:
    from docx import Document

    document = Document()
    document.add_paragraph("Dort steht:")
    for line in text.split("\n"):
        document.add_paragraph(line, style="Quote")
    return "papier.docx", saved(document)


def saved(document: object) -> bytes:
    file = io.BytesIO()
    document.save(file)  # type: ignore[attr-defined]
    return file.getvalue()


CARRIERS: Mapping[str, Callable[[str], tuple[str, bytes]]] = {
    "JSON field": as_json,
    "Markdown quotation": as_markdown,
    "HTML quotation": as_html,
    "Word quotation": as_word,
}
"""Beside these the tool „zitat_pruefen“, which takes the text as it is."""

# --- marks --------------------------------------------------------------------------------------------------

ALPHABET = ("„", "“", "”", '"', "»", "«", "‚", "‘", "’", "'", "\u203a", "\u2039", "＂", "❝", "❞", "〞", "「",
            "」", "``", "''", "´´", ",,", "<<", ">>")  # fmt: skip
"""Of the first twelve all combinations of four are tried, of the others with what each of them may pair."""

DENIED = (
    "{a}Niemals gilt: {b}{text}{c} Das sagen alle{d}",
    "{a}{b}{text}{c} Das lehnen wir ab.{d}",
    "{a}Falsch ist: {b}{text}{c}{d}",
    "{a} Niemals gilt: {b} {text} {c} Das sagen alle {d}",
)
"""A sentence in outer marks that denies what stands in the inner ones."""


def combinations() -> list[tuple[str, ...]]:
    """„,,“ closes nothing."""
    known, pairs = ALPHABET[:12], [marks for marks in MARKS if ",," not in marks]
    found = [*product(known, repeat=4)]
    found += [(a, b, c, d) for a, d in product(ALPHABET, repeat=2) for b, c in pairs if d != ",,"]
    return found + [(a, b, c, d) for b, c in product(ALPHABET, repeat=2) for a, d in pairs if c != ",,"]

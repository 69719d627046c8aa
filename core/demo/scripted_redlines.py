"""A scripted model that proposes other wording: sound proposals, and such as must be dropped."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence

from core.antrag.antrag import Forderung
from core.llm.anfrage import AntragMaterial, Handler, Message

VAGUE: Mapping[str, tuple[str, str]] = {
    r"schriftlich zu berichten": (
        "schriftlich und öffentlich zu berichten",
        "So erfahren auch die Betroffenen, was daraus wurde.",
    ),
    r"\bzu prüfen\b": (
        "zu prüfen und dem Landtag bis zum [Datum] das Ergebnis vorzulegen",
        "Ohne Frist und Empfänger bleibt offen, wann die Prüfung beendet ist.",
    ),
    r"\b(?:höchstens|mehr als) \d+ Kindern\b": (
        "{} (Stichtag: [Datum])",
        "Ohne Stichtag schwankt die Zahl von Jahr zu Jahr.",
    ),
}
"""A vague word → what a careful drafter would write, and why; `{}` is the word itself."""

AROUND = 30
"""Characters around it, so that the place is one of a kind."""


def play_redlines(invents: bool = True) -> Handler:
    """`invents`: it also proposes to change words that do not stand there, as real models do."""

    def handler(messages: Sequence[Message], params: Mapping[str, object]) -> str:
        material = params["material"]
        if not isinstance(material, AntragMaterial):
            raise ValueError("a script proposes changes of an Antrag only")
        found = [one for forderung in material.antrag.forderungen for one in _proposals(forderung)]
        false = list(_inventions(material.antrag.forderungen)) if invents else []
        return json.dumps({"vorschlaege": [*found, *false[:1]]}, ensure_ascii=False)

    return handler


def _proposals(forderung: Forderung) -> Iterator[dict[str, str]]:
    for pattern, (better, reason) in VAGUE.items():
        if found := re.search(pattern, forderung.text):
            start, end = _whole_words(forderung.text, found.start() - AROUND, found.end())
            old = forderung.text[start:end]
            new = old.replace(found[0], better.format(found[0]))
            yield {"forderung": forderung.nummer, "alt": old, "neu": new, "grund": reason}
            return


def _whole_words(text: str, start: int, end: int) -> tuple[int, int]:
    """Not less than this, from where a word begins."""
    begin = text.rfind(" ", 0, max(start, 0)) + 1 if start > 0 else 0
    return begin, end


def _inventions(forderungen: Sequence[Forderung]) -> Iterator[dict[str, str]]:
    """A place with another figure than it has."""
    for forderung in forderungen:
        if number := re.search(r"\d+", forderung.text):
            other = forderung.text.replace(number[0], str(int(number[0]) + 1), 1)
            reason = "Die Zahl ist zu hoch gegriffen."
            yield {"forderung": forderung.nummer, "alt": other[:120], "neu": "", "grund": reason}

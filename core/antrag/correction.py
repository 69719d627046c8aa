"""What a person knows better than what was read. Only what they change is changed."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count
from typing import Any

from core.antrag.antrag import Antrag, Forderung

UNREAD = {
    "titel": "nicht erkannt",
    "drucksache": "nicht erkannt",
    "bundesland": "nicht erkannt: bitte wählen",
    "datum": "nicht erkannt: sonst gilt heute",
    "antragsteller": "nicht erkannt: bitte wählen",
    "forderungen": "nicht erkannt: der ganze Text gilt als eine Forderung",
}
"""Fields an assessment uses, and what to say where one is empty."""


def unread(antrag: Antrag) -> dict[str, str]:
    """Field → what to say: of those that could not be read."""
    return {feld: hinweis for feld, hinweis in UNREAD.items() if not getattr(antrag, feld)}


def corrected(antrag: Antrag, forderungen: Sequence[str], **felder: Any) -> Antrag:
    """The Antrag with these fields. `forderungen` are the texts in their order: those it has come first,
    an empty one is struck out, what comes after is new."""
    return replace(antrag, **felder, forderungen=tuple(_forderungen(antrag.forderungen, forderungen)))


def _forderungen(old: Sequence[Forderung], texts: Sequence[str]) -> Iterator[Forderung]:
    used = {forderung.nummer for forderung in old}
    for forderung, text in zip(old, texts, strict=False):
        if text.strip():
            yield forderung if text == forderung.text else replace(forderung, text=text.strip())
    for text in texts[len(old) :]:
        if text.strip():
            nummer = next(nummer for n in count(len(used) + 1) if (nummer := str(n)) not in used)
            used.add(nummer)
            yield Forderung(nummer, text.strip())

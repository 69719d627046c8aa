"""Fundstellen as a model reads them; what others wrote stands in them as material and nothing else."""

import re
import unicodedata
from collections.abc import Mapping, Sequence

from core.context import Context, default_context
from core.models import Fundstelle
from core.programme.registry import Registry, partei_name

HIDDEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}
"""Categories of characters that nobody sees: control, direction, zero width, broken, odd line ends."""

# The wide forms of the signs are in it, for a model reads them alike.
TAG_OPENERS = re.compile(r"[<\uff1c\ufe64](?!\s*\d)")
TAG_CLOSERS = re.compile(r"[>\uff1e\ufe65](?!\s*\d)")
LABEL = re.compile(r"[\[\uff3b\u3010]\s*(Q\s*\d+)\s*[\]\uff3d\u3011]?", re.IGNORECASE)


def fence(text: str) -> str:
    """Text by others, as it may stand between two tags: it closes none, and names no source.

    A sign before a number stays, for „< 5 Prozent“ is no tag.
    """
    hidden = {c for c in set(text) - {"\n", "\t"} if unicodedata.category(c) in HIDDEN}
    text = text.translate({ord(c): " " if unicodedata.category(c) in ("Zl", "Zp") else None for c in hidden})
    return LABEL.sub(r"(\1)", TAG_CLOSERS.sub("\u203a", TAG_OPENERS.sub("\u2039", text)))


def format_quotes_for_prompt(
    quotes: Mapping[str, Sequence[Fundstelle]],
    searched_parties: Sequence[str] | None = None,
    context: Context | None = None,
) -> str:
    """[Q1] [Q2] … each with its programme and page; parties that were searched in vain are named."""
    registry = (context or default_context()).registry
    found = [fundstelle for own in quotes.values() for fundstelle in own]
    lines = [
        f"[Q{number}] {_head(fundstelle, registry)}\n„{fence(fundstelle.chunk.text)}“\n"
        for number, fundstelle in enumerate(found, start=1)
    ]
    parties = searched_parties if searched_parties is not None else list(quotes)
    without = [partei_name(registry, partei, None) for partei in parties if not quotes.get(partei)]
    if without:
        lines.append(f"Keine Quellen im Index: {', '.join(without)}. Für sie gilt score: null.")
    return "\n".join(lines)


def _head(fundstelle: Fundstelle, registry: Registry) -> str:
    programm = registry.programme[fundstelle.chunk.programm_id]
    partei = partei_name(registry, programm.partei, programm.bundesland)
    pages = " und ".join(map(str, fundstelle.chunk.seiten))
    return f"{partei}, {programm.typ.title()}: {fence(programm.name)}, Seite {pages}"

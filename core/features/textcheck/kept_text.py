"""A checked text as it is kept beside the Läufe."""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from pydantic import FailFast, Field

from core.base.schema import Number, Text
from core.runs.notes import NoteKind

MOST_BLOCKS = 200_000
"""Paragraphs of a checked text: no more than it may have letters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TextPruefung:
    """A text whose quotes were checked, kept because somebody said so.

    `blocks`: kind, text, source and whether its direction is turned, of each paragraph. `counts`: quotes by
    verdict as they were on that day, in so many `programme`. `unread`: what was not read, how often.
    """

    titel: Text
    blocks: Annotated[tuple[tuple[str, str, str, bool], ...], Field(max_length=MOST_BLOCKS), FailFast()]
    bundesland: str
    programme: Number
    counts: dict[str, Number]
    unread: tuple[tuple[str, Number], ...] = ()
    id: str = ""
    created: datetime | None = None


NOTE_KINDS = {"text": NoteKind(TextPruefung)}

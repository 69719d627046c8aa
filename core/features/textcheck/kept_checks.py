"""Checked texts that somebody keeps: the text, and what was counted then; opened, it is checked anew."""

from collections.abc import Iterable

from core.base.errors import EingabeError
from core.features.textcheck.blocks import Block, BlockKind, ReadText, Unread
from core.features.textcheck.check import CheckedText, check
from core.features.textcheck.kept_text import TextPruefung
from core.programme.context import Context
from core.runs.store import Runstore

TITLE = 90


def title_of(document: ReadText) -> str:
    """Its first heading, or its first words."""
    headings = (block.text for block in document.blocks if block.kind is BlockKind.HEADING)
    text = " ".join(next(headings, document.blocks[0].text).split())
    return text if len(text) <= TITLE else f"{text[:TITLE].rsplit(' ', 1)[0]} …"


def keep(store: Runstore, checked: CheckedText, bundesland: str | None) -> str:
    """Its id, which stands in the permanent address."""
    blocks = tuple(
        [(str(one.kind), one.text, one.source, one.is_reordered) for one in checked.document.blocks]
    )
    counts = {str(verdict): count for verdict, count in checked.counts.items()}
    note = TextPruefung(
        titel=title_of(checked.document),
        blocks=blocks,
        bundesland=bundesland or "",
        programme=checked.programme,
        counts=counts,
        unread=tuple((str(one), count) for one, count in checked.document.unread),
    )
    return store.save_note(note).id


def open_kept(store: Runstore, context: Context, note_id: str) -> tuple[TextPruefung, CheckedText]:
    """What was kept, and what is found of it today."""
    note = store.find_note(TextPruefung, note_id)
    if note is None:
        raise EingabeError(
            f"Die Prüfung „{note_id}“ gibt es nicht. Prüfen Sie die Adresse oder den Text neu."
        )
    blocks = tuple(Block(BlockKind(kind), text, source, turned) for kind, text, source, turned in note.blocks)
    unread = tuple((Unread(kind), count) for kind, count in note.unread)
    return note, check(ReadText(blocks, unread), context, note.bundesland or None)


def list_kept(store: Runstore) -> list[TextPruefung]:
    """The newest first."""
    return store.notes_of(TextPruefung)[::-1]


def counted(notes: Iterable[TextPruefung]) -> dict[str, int]:
    """Verdict → in how many quotes of all of them."""
    total: dict[str, int] = {}
    for note in notes:
        for verdict, count in note.counts.items():
            total[verdict] = total.get(verdict, 0) + count
    return total

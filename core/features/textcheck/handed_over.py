"""A Word file or a web page that is handed over anywhere: its paragraphs, and what was not read of it."""

from collections import Counter

from core.antrag.read_antrag import decoded
from core.base.errors import EingabeError
from core.features.textcheck.blocks import BlockKind, ReadText, Unread, counted_unread
from core.features.textcheck.text_blocks import MARKUP
from core.features.textcheck.web_page import page_blocks
from core.features.textcheck.word_file import word_blocks
from core.processes.pdf_processes import Aim, apart

SECONDS = 30.0
"""Of computing: a treaty of 600,000 letters takes 5 s in Word and 1 s as a web page."""

WAY_OUT = "Nehmen Sie den Teil, auf den es ankommt, oder speichern Sie die Datei als PDF."

Read = tuple[list[tuple[str, bool]], str]


def read_handed_over(data: bytes, name: str) -> Read | None:
    """None of what is neither, and so a PDF or plain text. Each paragraph with whether it is a heading."""
    if data.startswith(b"PK\x03\x04"):
        return apart(Aim.READ, name, _word, data, seconds=SECONDS, way_out=WAY_OUT)
    try:
        is_page = MARKUP.match(text := decoded(data))
    except EingabeError:
        return None
    return apart(Aim.READ, name, _page, text, seconds=SECONDS, way_out=WAY_OUT) if is_page else None


def _word(data: bytes) -> Read:
    unread: Counter[Unread] = Counter()
    return _told(ReadText(tuple(word_blocks(data, unread)), counted_unread(unread)))


def _page(text: str) -> Read:
    unread: Counter[Unread] = Counter()
    return _told(ReadText(tuple(page_blocks(text, unread)), counted_unread(unread)))


def _told(read: ReadText) -> Read:
    parts = [(block.text, block.kind is BlockKind.HEADING) for block in read.blocks]
    return parts, read.unread_in_words()

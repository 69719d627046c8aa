"""Where the words of a text stream stand."""

from core.wortlaut.reading.textstrom import Textstrom
from core.wortlaut.records import Box


def word_boxes(strom: Textstrom, start: int, end: int) -> list[tuple[int, Box]]:
    """(page, box) of every word in a range, in reading order."""
    return [
        (int(strom.seiten_nr[word]), tuple(map(float, strom.boxes[word])))  # type: ignore[misc]
        for word in strom.words_in(start, end)
    ]

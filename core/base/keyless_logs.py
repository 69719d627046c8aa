"""No key gets into a log, a warning or a traceback, whoever writes it and wherever it goes."""

import logging
import sys
from collections.abc import Iterable
from typing import TextIO

from core.base.key_masker import mask

LOG = logging.getLogger("antragsspiegel")


class KeylessRecord(logging.LogRecord):
    """A record whose text, traceback and stack hold no key, whichever handler formats it."""

    def getMessage(self) -> str:
        return mask(super().getMessage())

    def __setattr__(self, name: str, value: object) -> None:
        super().__setattr__(name, mask(value) if name in ("exc_text", "stack_info") else value)


class KeylessStream:
    """A stream like the one it is put around, on which no key is written."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        self._stream.write(mask(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        self.write("".join(lines))

    def __getattr__(self, name: str) -> object:
        return getattr(self._stream, name)


def mask_logs() -> None:
    """For the whole process: all loggers there are and will be, uncaught exceptions, warnings, threads."""
    logging.setLogRecordFactory(KeylessRecord)
    if sys.stderr is not None and not isinstance(sys.stderr, KeylessStream):
        sys.stderr = KeylessStream(sys.stderr)

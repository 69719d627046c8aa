"""No key gets into a log, a warning or a traceback, whoever writes it and wherever it goes."""

import logging
import sys
from collections.abc import Iterable
from typing import TextIO

from core.key_masker import mask

LOG = logging.getLogger("antragsspiegel")


class KeylessRecord(logging.LogRecord):
    """A record whose text, traceback and stack hold no key, whichever handler formats it."""

    def getMessage(self) -> str:
        try:
            return str(mask(super().getMessage()))
        except TypeError:  # logging tells of arguments that do not fit, and prints them
            self.args = ()
            return str(mask(str(self.msg)))

    def __setattr__(self, name: str, value: object) -> None:
        is_text = name in ("exc_text", "stack_info", "message") and isinstance(value, str)
        super().__setattr__(name, mask(value) if is_text else value)


class KeylessStream:
    """A stream like the one it is put around, on which no key is written."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        try:
            self._stream.write(mask(text))
        except UnicodeError:
            self._stream.write(ascii(mask(text)))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> object:
        return getattr(self._stream, name)


def install() -> None:
    """For the whole process: all loggers there are and will be, uncaught exceptions, warnings, threads."""
    logging.setLogRecordFactory(KeylessRecord)
    if sys.stderr is not None and not isinstance(sys.stderr, KeylessStream):
        sys.stderr = KeylessStream(sys.stderr)

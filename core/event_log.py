"""No key gets into a log, a warning or a traceback, whoever writes it and wherever it goes."""

import json
import logging
import sys
from collections import Counter
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, TextIO

from core.key_masker import mask

LOG = logging.getLogger("antragsspiegel")
COUNTS: Counter[str] = Counter()
"""Lines by level since the start, for who watches."""


class KeylessRecord(logging.LogRecord):
    """A record whose text, traceback and stack hold no key, whichever handler formats it."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        COUNTS[self.levelname] += 1

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


class JsonLine(logging.Formatter):
    """One line of JSON for each record, whatever stands in it."""

    def format(self, record: logging.LogRecord) -> str:
        told = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            told["traceback"] = mask(self.formatException(record.exc_info))
        return json.dumps(told, ensure_ascii=False)


def write_json() -> None:
    """All loggers there are by now, each once: those of libraries with handlers of their own, too."""
    root = logging.getLogger()
    if not root.handlers:
        root.addHandler(logging.StreamHandler(sys.stderr))
        root.setLevel(logging.INFO)
    known = [root, *(one for one in root.manager.loggerDict.values() if isinstance(one, logging.Logger))]
    for handler in {handler for logger in known for handler in logger.handlers}:
        handler.setFormatter(JsonLine())


def install() -> None:
    """For the whole process: all loggers there are and will be, uncaught exceptions, warnings, threads."""
    logging.setLogRecordFactory(KeylessRecord)
    if sys.stderr is not None and not isinstance(sys.stderr, KeylessStream):
        sys.stderr = KeylessStream(sys.stderr)

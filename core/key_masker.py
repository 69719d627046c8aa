"""Keys and passwords: where they are found, and how they are kept out of every text.

Logs, messages, providers' errors and pages go through `mask`, answers of models through `mask_keys`. What was
typed by a person or bound to a PDF is stored as it is: hidden in part, a true quote would be a false one.
"""

import base64
import html
import json
import logging
import os
import re
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache, partial
from itertools import pairwise
from pathlib import Path
from typing import TextIO, TypeVar, cast
from urllib.parse import parse_qsl, quote, quote_plus, unquote, urlsplit

from core.errors import EingabeError
from core.settings import HOME

SECRETS = HOME / ".streamlit" / "secrets.toml"
MASKED = "***"

SECRET_NAME = re.compile(r"KEY(?!BOARD|WORD)|TOKEN(?!I[SZ])|SECRET|PASSW|PASSPHRASE|CREDENTIAL|_PWD$|_PAT$")
SHORTEST = 8
"""Shorter values are words like „none“ and „true“, not keys; hiding them would garble every text."""
SHORT = 64  # at most: the texts that come again, names of columns, statuses, models

PIECE = 8
"""So many characters give a key away: of a long one beginning, end and larger parts are hidden too."""

GAP = re.compile(r"[ \t]{0,4}(?:\r?\n|\\u000[0-9a-fA-F]|\\[nrtbf]|\\){1,4}[ \t]{0,8}")
"""What a line break or an escape may put into the middle of a key."""
WIDEST_GAP = 16

SHAPES = re.compile(
    r"""\b(?:sk|pk|rk|gsk|xai|key)-(?=[A-Za-z_*-]{0,32}\d)[A-Za-z0-9_*-]{12,}
    |\b(?:gsk|hf|gh[pos]|glpat|sk|pk|rk|r8|nvapi|pplx|tgp|xox[abp])[_-](?=[a-z_-]{0,16}[A-Z0-9])[\w-]{20,}
    |\b(?:AKIA|ASIA)[A-Z0-9]{16}\b
    |\bAIza[\w-]{20,}
    |\bya29\.[\w-]{20,}
    |\beyJ[\w-]{16,}(?:\.[\w-]*){0,2}""",
    re.VERBOSE | re.ASCII,
)
LABELLED = re.compile(
    r"""(?P<kept>
        \b(?:bearer|basic)\s{1,8}(?=[a-z_.~+/=-]{0,32}\d)
      | \b(?:(?:proxy-)?authorization|(?:x-)?(?:goog-)?api[-_]?key|(?:access|auth)[-_]token|client[-_]secret
            |passwd|password)
        \\?["']?\s{0,4}[:=]\s{0,4}\\?["']?(?:(?:bearer|basic|token)\s{1,8})?
      | [?&](?:key|token|sig|secret|pwd)=
    )[^\s"'<>\\,;&\#]{8,}""",
    re.VERBOSE | re.ASCII | re.IGNORECASE,
)
"""What stands behind the name of a key, in a header, in JSON or in an address."""
USERINFO = re.compile(r"""(://[^\s/?\#@:"'<>]{0,128}:)[^\s/?\#@"'<>]{1,256}(?=@)""")

# Most texts hold none of these words, and looking for a word is quicker than looking for a shape.
SHAPE_WORDS = ("sk", "pk", "rk", "xai-", "key-", "hf_", "gh", "glpat", "r8_", "nvapi", "pplx", "tgp", "xox",
               "AKIA", "ASIA", "AIza", "ya29.", "eyJ")  # fmt: skip
LABELS = ("bearer", "basic", "authorization", "api", "_token", "-token", "secret", "passw", "key=", "token=",
          "sig=", "pwd=")  # fmt: skip

TOKEN = re.compile(r"[\w+/=.-]{16,}")
QUOTED = re.compile(r"[\"']([^\"'\n]{8,})[\"']?")


Value = TypeVar("Value")


def schluessel(name: str) -> str | None:
    """The key of that name; the environment wins over the file."""
    found = os.environ.get(name) or _parsed(SECRETS).get(name)
    return found if isinstance(found, str) and found else None


def mask(value: Value) -> Value:
    """The same value, lists and dicts with all they hold, with „***“ for whatever may be a key."""
    return cast(Value, _mask(value, _text_masker(_known())))


def mask_keys(value: Value) -> Value:
    """As `mask`, but for secrets that are ordinary words, which may stand by chance in what is quoted."""
    return cast(Value, _mask(value, _text_masker(frozenset(key for key in _known() if not is_word(key)))))


WORDS = re.compile(r"[^\W\d_]{1,30}(?:[ -][^\W\d_]{1,30})*")


def is_word(secret: str) -> bool:
    """Letters alone, in small ones but for the first of a word: „Wieltalbahn“, „mein Geheimnis“."""
    parts = re.split("[ -]", secret)
    is_written_so = all(part in (part.lower(), part.capitalize()) for part in parts)
    return bool(WORDS.fullmatch(secret)) and is_written_so


def secrets_that_are_words() -> list[str]:
    """Names of variables whose secret anybody may guess, and which answers of models cannot be rid of."""
    named = [item for item in os.environ.items() if _may_hold_key(*item)]
    for path in _secrets_files():
        with suppress(EingabeError):  # that it is not TOML is told where it is read
            named += _leaves("", _parsed(path))
    found = [(name, key) for name, value in named for key in _keys_in(name, value)]
    return sorted({name.lstrip("_") for name, key in found if len(key) >= SHORTEST and is_word(key)})


def _mask(value: object, mask_text: Callable[[str], str]) -> object:
    if isinstance(value, str):
        return mask_text(value)
    if isinstance(value, dict):
        return {_mask(key, mask_text): _mask(item, mask_text) for key, item in value.items()}
    if isinstance(value, list | tuple):
        masked = [_mask(item, mask_text) for item in value]
        return tuple(masked) if isinstance(value, tuple) else masked
    return value


@lru_cache(maxsize=4)
def _text_masker(known: frozenset[str]) -> Callable[[str], str]:
    """Short texts are remembered: rows of the store name the same columns and statuses again and again."""
    every = partial(_mask_text, sought=_sought(known))
    remembered = lru_cache(maxsize=4096)(every)
    return lambda text: (remembered if len(text) <= SHORT else every)(text)


def _mask_text(text: str, sought: "tuple[KeySpelling, ...]") -> str:
    spans = sorted(span for one in sought for span in one.spans(text))
    if spans:
        parts: list[str] = []
        end = 0
        for start, stop in spans:
            if start > end or not parts:
                parts += [text[end:start], MASKED]
            end = max(end, stop)
        text = "".join([*parts, text[end:]])
    small = text.lower()
    if any(word in small for word in LABELS):
        text = LABELLED.sub(rf"\g<kept>{MASKED}", text)
    if "://" in text and "@" in text:
        text = USERINFO.sub(rf"\g<1>{MASKED}", text)
    return SHAPES.sub(MASKED, text) if any(word in text for word in SHAPE_WORDS) else text


# --- what is looked for ------------------------------------------------------------------------------------


class KeySpelling:
    """One spelling of a key, and where it, or a part of a long one, stands in a text."""

    def __init__(self, spelling: str, in_parts: bool) -> None:
        self.spelling = spelling
        self.pieces: list[tuple[str, int]] = []
        if in_parts:
            places = dict.fromkeys([*range(0, len(spelling) - PIECE, PIECE), len(spelling) - PIECE])
            self.pieces = [(spelling[at : at + PIECE], at) for at in places]

    def spans(self, text: str) -> Iterator[tuple[int, int]]:
        if not self.pieces:
            yield from ((at, at + len(self.spelling)) for at in _places(self.spelling, text))
        for piece, place in self.pieces:
            for at in _places(piece, text):
                yield (
                    _extended(text, at, self.spelling, place, -1),
                    _extended(text, at + PIECE, self.spelling, place + PIECE, 1),
                )


def _places(wanted: str, text: str) -> Iterator[int]:
    at = text.find(wanted)
    while at >= 0:
        yield at
        at = text.find(wanted, at + len(wanted))


def _extended(text: str, at: int, spelling: str, place: int, step: int) -> int:
    """How far the key goes on from here, over line breaks and escapes."""
    shift = 0 if step > 0 else -1
    while 0 <= place + shift < len(spelling):
        if 0 <= at + shift < len(text) and text[at + shift] == spelling[place + shift]:
            at, place = at + step, place + step
        elif (over := _over_gap(text, at, spelling[place + shift], step)) is not None:
            at = over
        else:
            break
    return at


def _over_gap(text: str, at: int, wanted: str, step: int) -> int | None:
    """Behind the line break or escape that begins here, if the wanted character follows it."""
    if step > 0:
        found = GAP.match(text, at)
        return found.end() if found and text[found.end() : found.end() + 1] == wanted else None
    for start in range(at - 1, max(0, at - WIDEST_GAP), -1):
        if text[start - 1 : start] == wanted and GAP.fullmatch(text, start, at):
            return start
    return None


def _sought(known: frozenset[str]) -> tuple[KeySpelling, ...]:
    """Every spelling of every key, none twice."""
    spellings: dict[str, bool] = {}
    for key in sorted(known, key=lambda key: (-len(key), key)):
        random = _looks_random(key)
        hidden = [key[::-1], *_as_base64(key)] if random else []
        for spelling in (key, *_escaped(key), *hidden):
            spellings.setdefault(spelling, random)
    return tuple(KeySpelling(spelling, in_parts) for spelling, in_parts in spellings.items())


def _escaped(key: str) -> list[str]:
    """As an address, JSON or HTML holds it."""
    plain = [quote(key, safe=""), quote_plus(key), quote(key), html.escape(key), json.dumps(key)[1:-1]]
    return [*plain, json.dumps(key).replace("/", "\\/")[1:-1]]


def _as_base64(key: str) -> Iterator[str]:
    """In base64 what stands before a text moves its letters: there are three ways, each less its ends."""
    raw = key.encode(errors="surrogatepass")
    for before in range(3):
        whole = base64.b64encode(b"\0" * before + raw).decode().rstrip("=")
        core = whole[(before * 8 + 5) // 6 : len(whole) - (1 if (before + len(raw)) % 3 else 0)]
        yield core
        yield core.replace("+", "-").replace("/", "_")


def _looks_random(key: str) -> bool:
    """Is it so long and so mixed that no German text holds a part of it by chance?"""
    kinds = [(c.islower(), c.isupper(), c.isdigit()) for c in key]
    changes = sum(one != other for one, other in pairwise(kinds))
    return len(key) >= 2 * PIECE and 4 * changes >= len(key) and not any(c.isspace() for c in key)


# --- where they are found ----------------------------------------------------------------------------------


def _known() -> frozenset[str]:
    """Every key of the environment and of the secrets' files, as they are now."""
    named = frozenset(item for item in os.environ.items() if _may_hold_key(*item))
    files = tuple((path, _stamp(path)) for path in _secrets_files())
    return _collected(named, files)


@lru_cache(maxsize=1024)
def _may_hold_key(name: str, value: str) -> bool:
    """Remembered, for the whole environment is looked at whenever anything is stored."""
    return bool(SECRET_NAME.search(name.upper())) or "://" in value


@lru_cache(maxsize=4)
def _collected(
    named: frozenset[tuple[str, str]], files: tuple[tuple[Path, tuple[int, int] | None], ...]
) -> frozenset[str]:
    found = set()
    for name, value in named:
        found |= set(_keys_in(name, value))
    for path, stamp in files:
        if stamp is not None:
            found |= set(_keys_of_file(path))
    return frozenset(key for key in found if len(key) >= SHORTEST and not _is_path(key))


def _keys_in(name: str, value: str) -> Iterator[str]:
    """The value under a name that tells of a key, and what an address carries of keys, whatever its name."""
    if SECRET_NAME.search(name.upper()):
        yield value.strip()
        # A private key of many lines, or a whole file of them as JSON, is told by its parts too.
        yield from filter(_looks_random, TOKEN.findall(value))
    if "://" in value:
        yield from _keys_of_address(value)


def _keys_of_address(address: str) -> Iterator[str]:
    try:
        parts = urlsplit(address.strip())
        password = parts.password
    except ValueError:
        return
    if password:
        yield from (password, unquote(password))
    for name, value in parse_qsl(parts.query):
        if SECRET_NAME.search(name.upper()):
            yield value


def _secrets_files() -> list[Path]:
    """Those that Streamlit reads too: beside the app, where it was started, and the user's own."""
    own = Path(".streamlit") / "secrets.toml"
    return [SECRETS, Path(os.path.abspath(own)), Path(os.path.expanduser("~")) / own]


def _stamp(path: Path) -> tuple[int, int] | None:
    if not os.access(path, os.R_OK):
        return None
    status = path.stat()
    return status.st_mtime_ns, status.st_size


def _keys_of_file(path: Path) -> Iterator[str]:
    """In a file of secrets also what has no such name, where it looks like a key."""
    try:
        for name, value in _leaves("", _parsed(path)):
            yield from _keys_in(name, value)
            if _looks_random(value) and "://" not in value:
                yield value
    except EingabeError:  # not TOML: whatever stands between quotes may be a key
        yield from QUOTED.findall(path.read_text(encoding="utf-8", errors="replace"))


def _leaves(name: str, value: object) -> Iterator[tuple[str, str]]:
    """Every text and number with the names of the tables around it."""
    if isinstance(value, Mapping):
        for inner, item in value.items():
            yield from _leaves(f"{name}_{inner}", item)
    elif isinstance(value, list):
        for item in value:
            yield from _leaves(name, item)
    elif isinstance(value, str | int) and not isinstance(value, bool):
        yield name, str(value)


def _is_path(value: str) -> bool:
    """GOOGLE_APPLICATION_CREDENTIALS names a file; that is no key, and messages must be able to tell it."""
    return os.sep in value and "://" not in value and os.path.exists(value)


def _parsed(path: Path) -> Mapping[str, object]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError:  # not there, or not for us
        return {}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError):
        # The reason is left out: it may quote the line that holds the key.
        raise EingabeError(
            f'{path.name} ist kein lesbares TOML. Erwartet werden Zeilen wie OPENAI_API_KEY = "…".'
        ) from None


# --- no key gets into a log, a warning or a traceback, whoever writes it and wherever it goes --------------

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


def mask_logs() -> None:
    """For the whole process: all loggers there are and will be, uncaught exceptions, warnings, threads."""
    logging.setLogRecordFactory(KeylessRecord)
    if sys.stderr is not None and not isinstance(sys.stderr, KeylessStream):
        sys.stderr = KeylessStream(sys.stderr)

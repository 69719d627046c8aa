"""Keys and passwords: where they are found, and how they are kept out of every text.

Hidden is a known value as it is, as an address or JSON holds it, over line ends, and a long one that was cut
short; and what has the shape of a key. In another coding, or its end alone, it is not found.

Logs, messages, providers' errors and pages go through `mask`, answers of models through `mask_keys`. What was
typed by a person or bound to a PDF is stored as it is: hidden in part, a true quote would be a false one.
"""

import json
import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import TypeVar, cast
from urllib.parse import parse_qsl, quote, unquote, urlsplit

from core.base.errors import EingabeError
from core.base.settings import HOME

SECRETS = HOME / ".streamlit" / "secrets.toml"
MASKED = "***"
KEPT = rf"\g<kept>{MASKED}"

SECRET_NAME = re.compile(r"KEY(?!BOARD|WORD)|TOKEN(?!I[SZ])|SECRET|PASSW|PASSPHRASE|CREDENTIAL|_PWD$|_PAT$")
SHORTEST = 8
"""Shorter values are words like „none“ and „true“, not keys; hiding them would garble every text."""
LONGEST = 200
"""What is longer is a key of many lines, or a file of keys as JSON, and told by its parts."""
HEAD = 12
"""A long key is hidden too where a text was cut and no more than its first characters are left."""
LINE_END = r"(?:[ \t]{0,4}(?:\r?\n|\\{1,4}(?:r\\{1,4})?n)[ \t]{0,8})?"
"""Where a long line was broken, as it is or in JSON."""

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
USERINFO = re.compile(r"""(?P<kept>://[^\s/?\#@:"'<>]{0,128}:)[^\s/?\#@"'<>]{1,256}(?=@)""")

TOKEN = re.compile(r"[\w+/=.-]{16,}")
Value = TypeVar("Value")


def key_named(name: str) -> str | None:
    """The key of that name; the environment wins over the file."""
    found = os.environ.get(name) or _parsed(SECRETS).get(name)
    return found if isinstance(found, str) and found else None


def mask(value: Value) -> Value:
    """The same value, lists and dicts with all they hold, with „***“ for whatever may be a key."""
    return cast(Value, _mask(value, _pattern(_known())))


def mask_keys(value: Value) -> Value:
    """As `mask`, but for secrets that are ordinary words, which may stand by chance in what is quoted."""
    return cast(Value, _mask(value, _pattern(frozenset(key for key in _known() if not is_word(key)))))


def is_word(secret: str) -> bool:
    """Letters alone, in small ones but for the first of a word: „Wieltalbahn“, „mein Geheimnis“."""
    return all(
        part.isalpha() and len(part) <= 30 and part in (part.lower(), part.capitalize())
        for part in re.split("[ -]", secret)
    )


def secrets_that_are_words() -> list[str]:
    """Names of variables whose secret anybody may guess, and which answers of models cannot be rid of."""
    return sorted({name for name, key in _keys() if len(key) >= SHORTEST and is_word(key)})


def _mask(value: object, known: re.Pattern[str]) -> object:
    if isinstance(value, str):
        text = LABELLED.sub(KEPT, known.sub(MASKED, value))
        return SHAPES.sub(MASKED, USERINFO.sub(KEPT, text))
    if isinstance(value, dict):
        return {_mask(key, known): _mask(item, known) for key, item in value.items()}
    if isinstance(value, list | tuple):
        masked = [_mask(item, known) for item in value]
        return tuple(masked) if isinstance(value, tuple) else masked
    return value


@lru_cache(maxsize=4)
def _pattern(known: frozenset[str]) -> re.Pattern[str]:
    """Finds every spelling of every key, of two that begin together the longer one."""
    spellings = set(known)
    for key in known:
        raw = os.fsencode(key)
        spellings |= {quote(raw), quote(raw, safe=""), json.dumps(key)[1:-1]}
    wanted = [LINE_END.join(map(re.escape, one)) for one in sorted(spellings, key=len, reverse=True)]
    heads = [re.escape(key[:HEAD]) + r"[\w+/=.~%-]*" for key in sorted(known) if _looks_random(key)]
    return re.compile("|".join([*wanted, *heads]) or r"(?!)")


def _looks_random(key: str) -> bool:
    """Is it so long and so mixed that no German text holds a part of it by chance?"""
    kinds = [(c.islower(), c.isupper(), c.isdigit()) for c in key]
    changes = sum(one != other for one, other in pairwise(kinds))
    return len(key) >= 16 and 4 * changes >= len(key) and not any(c.isspace() for c in key)


# --- where they are found ----------------------------------------------------------------------------------


def _known() -> frozenset[str]:
    """But for paths: GOOGLE_APPLICATION_CREDENTIALS names a file, and messages must be able to tell it."""
    found = {key for _, key in _keys() if len(key) >= SHORTEST}
    return frozenset(key for key in found if not (os.sep in key and os.path.exists(key)))


def _keys() -> Iterator[tuple[str, str]]:
    """Every key, under its name, of the environment and of Streamlit's secrets, as they are now."""
    own = Path(".streamlit") / "secrets.toml"
    leaves: list[tuple[str, str]] = []
    for path in (SECRETS, own, Path(os.path.expanduser("~")) / own):
        with suppress(EingabeError):  # no key of a broken file is used; that it is broken is told where it is
            leaves += _leaves("", _parsed(path))
    for name, value in (*os.environ.items(), *leaves):
        yield from ((name, key) for key in _keys_in(name, value))
    yield from (leaf for leaf in leaves if _looks_random(leaf[1]) and "://" not in leaf[1])


def _keys_in(name: str, value: str) -> Iterator[str]:
    """The value under a name that tells of a key, and what an address carries of keys, whatever its name."""
    if SECRET_NAME.search(name.upper()):
        if len(value) <= LONGEST:
            yield value.strip()
        yield from filter(_looks_random, TOKEN.findall(value.replace("\\n", "\n")))
    if "://" in value:
        with suppress(ValueError):  # no address after all
            parts = urlsplit(value.strip())
            yield from (parts.password or "", unquote(parts.password or ""))
            yield from (item for key, item in parse_qsl(parts.query) if SECRET_NAME.search(key.upper()))


def _leaves(name: str, value: object) -> Iterator[tuple[str, str]]:
    """Every text and number with the names of the tables around it."""
    if isinstance(value, Mapping):
        for inner, item in value.items():
            yield from _leaves(f"{name}_{inner}".lstrip("_"), item)
    elif isinstance(value, list):
        for item in value:
            yield from _leaves(name, item)
    elif isinstance(value, str | int) and not isinstance(value, bool):
        yield name, str(value)


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

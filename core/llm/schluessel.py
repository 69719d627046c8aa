"""API keys: found in the environment or in .streamlit/secrets.toml, and kept out of every text."""

import os
import re
import tomllib
from collections.abc import Iterator

from core.errors import EingabeError
from core.settings import ROOT

SECRETS = ROOT / ".streamlit" / "secrets.toml"

SECRET_NAME = re.compile(r"KEY|TOKEN|SECRET|PASSWORD")
LOOKS_SECRET = re.compile(r"\b(?:sk|pk|gsk|rk|key)-[\w*.-]{6,}|\bAIza[\w-]{10,}|(?i:bearer)\s+[\w.~+/=-]{6,}")
SHORTEST = 6
"""Shorter values are words like „none“, not secrets; hiding them would garble messages."""


def schluessel(name: str) -> str | None:
    """The key of that name; the environment wins over the file."""
    return os.environ.get(name) or _secrets().get(name) or None


def mask(text: str) -> str:
    """The text without any key value."""
    for value in sorted(_values(), key=len, reverse=True):
        text = text.replace(value, "***")
    return LOOKS_SECRET.sub("***", text)


def _values() -> Iterator[str]:
    for name, value in (*os.environ.items(), *_secrets().items()):
        if SECRET_NAME.search(name.upper()) and len(value) >= SHORTEST:
            yield value


def _secrets() -> dict[str, str]:
    try:
        content = tomllib.loads(SECRETS.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError):
        # The reason is left out: it may quote the line that holds the key.
        raise EingabeError(
            f'{SECRETS.name} ist kein lesbares TOML. Erwartet werden Zeilen wie OPENAI_API_KEY = "…".'
        ) from None
    return {name: value for name, value in content.items() if isinstance(value, str)}

"""No key of a provider gets into the store, not even by an error message that quotes one."""

import os
from typing import Any

SHORTEST = 8
"""Shorter values are no keys, but words that would be blacked out everywhere."""


def mask(value: Any) -> Any:
    """The same value with „…“ for whatever an environment variable ending in _API_KEY holds."""
    secrets = [
        secret for name, secret in os.environ.items() if name.endswith("_API_KEY") and len(secret) >= SHORTEST
    ]
    # The longest first: a key may be the beginning of another.
    return _mask(value, sorted(secrets, key=len, reverse=True)) if secrets else value


def _mask(value: Any, secrets: list[str]) -> Any:
    if isinstance(value, str):
        for secret in secrets:
            value = value.replace(secret, "…")
        return value
    if isinstance(value, dict):
        return {_mask(key, secrets): _mask(item, secrets) for key, item in value.items()}
    if isinstance(value, list | tuple):
        masked = [_mask(item, secrets) for item in value]
        return tuple(masked) if isinstance(value, tuple) else masked
    return value

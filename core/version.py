"""Which program wrote something down."""

VERSION = "0.7"
"""Raised by hand with every release: Monitor marks the first Lauf of another version."""


def app_version() -> str:
    return VERSION


def released(app_version: str) -> str:
    """„0.6+3fa2b1c4“ → „0.6“: up to 0.6 a digest of the code followed, another for every changed comment."""
    return app_version.partition("+")[0]

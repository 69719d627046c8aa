"""Which program wrote something down."""

VERSION = "0.7"
"""Raised by hand with every release: Monitor marks the first Lauf of another version."""

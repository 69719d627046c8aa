"""Which program wrote something down."""

VERSION = "0.8.0"
"""Raised by hand with every release: Monitor marks the first Lauf of another version."""

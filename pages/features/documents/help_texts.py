"""What the pages Hilfe and Glossar tell of documents that are no programme."""

from pathlib import Path

FILE = Path(__file__).with_suffix(".toml")

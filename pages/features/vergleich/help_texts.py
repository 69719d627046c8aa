"""What the pages Hilfe and Glossar tell of a Vergleich."""

from pathlib import Path

FILE = Path(__file__).with_suffix(".toml")

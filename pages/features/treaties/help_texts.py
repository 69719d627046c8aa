"""What the pages Hilfe and Glossar tell of a treaty beside programmes."""

from pathlib import Path

FILE = Path(__file__).with_suffix(".toml")

"""What the pages Hilfe and Glossar tell of passages that stand elsewhere."""

from pathlib import Path

FILE = Path(__file__).with_suffix(".toml")

"""What the pages „Methode“ and „Glossar“ say, by heading and by word; other pages quote from it."""

import tomllib
from pathlib import Path


def _texts() -> dict[str, dict[str, str]]:
    parts = tomllib.loads(Path(__file__).with_name("help_texts.toml").read_text(encoding="utf-8"))
    return {part: {name: " ".join(text.split()) for name, text in own.items()} for part, own in parts.items()}


METHOD, GLOSSARY = (_texts()[part] for part in ("methode", "glossar"))

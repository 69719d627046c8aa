"""Words that lead to what the glossary says of them, at the place where they are first met."""

from urllib.parse import quote

from pages.ui import address
from pages.ui.help_texts import GLOSSARY


def explained(word: str, shown: str = "") -> str:
    """As Markdown; `shown`: the word as the sentence has it. One that the glossary lacks is our mistake."""
    if word not in GLOSSARY:
        raise KeyError(word)
    return f"[{shown or word}]({address.absolute(f'/glossar?wort={quote(word)}')})"

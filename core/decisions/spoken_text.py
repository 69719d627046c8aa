"""The text of a paper as DIP has it, line by line with the heads of its pages, made one running text."""

import re

PAGE_HEAD = re.compile(
    r"^[^\n]{0,20}Deutscher Bundestag – \d{1,2}\. Wahlperiode – [^\n]{0,400}$"
    r"|^\s{0,4}\([A-D]\)\s{0,4}$"
    r"|^Drucksache \d{1,2}/\d{1,6} – \d{1,4} – Deutscher Bundestag[^\n]{0,100}$",
    re.MULTILINE,
)
TORN_WORD = re.compile(r"(?<=[a-zäöüß])-[ \t]{0,4}\n\s{0,40}(?=[a-zäöüß])")


def mended(text: str) -> str:
    """Words that a line's end tore are one again."""
    return " ".join(TORN_WORD.sub("", PAGE_HEAD.sub("", text)).split())

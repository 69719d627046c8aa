"""The number of a Drucksache: of one paper the same, however it is printed or typed.

Berlin pads with zeros („19/0123“), others write „Drs. 19/123 (neu)“; a corrected print is still that paper.
"""

import re
from functools import reduce

WORDS = ("bundestags", "landtags", "bt-", "lt-", "drucksache", "drucks.", "drs.", "drs", "(neu)", "neu")
SPACES, ZEROS = " \u00a0\u202f", ("/000", "/00", "/0")
REPLACED = (*((one, "") for one in (*SPACES, *WORDS)), *((zeros, "/") for zeros in ZEROS))
"""What is replaced in lower case, in this order: the store does the same (`core/runs/load_laeufe.py`)."""

NUMBER = re.compile(r"[1-9][0-9]?/[1-9][0-9]{0,5}")


def plain_number(text: str) -> str:
    """Also of what is no number of a Drucksache: a municipality's „VO/0012/24“ is compared, too."""
    plain = reduce(lambda text, pair: text.replace(*pair), REPLACED, text.lower().strip())
    return plain.lstrip("0")


def number_of(text: str) -> str:
    """„18/1234“ of „Drucksache 18/01234 (neu)“, empty where it is no number of a Drucksache."""
    plain = plain_number(text)
    return plain if NUMBER.fullmatch(plain) else ""


def is_same_number(one: str, other: str) -> bool:
    """Of nothing it is not said."""
    return bool(plain_number(one)) and plain_number(one) == plain_number(other)

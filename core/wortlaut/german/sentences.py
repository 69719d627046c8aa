"""German text → sentences as ranges."""

import re
from collections import Counter
from collections.abc import Collection, Iterable

from core.wortlaut.german.words import ABBREVIATIONS, FIRST_WORDS

CLOSERS, OPENERS = "[\"“”»«’'‘)\\]]", '["„“»«‚(\\[]'
CANDIDATE = re.compile(rf"[.!?…](?<![.!?…]{{2}})[.!?…]*+{CLOSERS}*+(?P<gap>\s++)(?={OPENERS}*[A-ZÄÖÜ0-9•–§])")
"""Begun at the first of several marks only, or a row of dots takes the square of its length."""

SENTENCE_END = re.compile(r"[.!?…:;][\s\"“”»«)\]’']*$")
LAST_WORD = re.compile(r"([^\s(\[„“\"‚»/—-]++)$")
NUMERAL = re.compile(r"[IVX]{1,4}\b|\d")
INITIALS = re.compile(r"(?:[^\W\d_]\.)*[^\W\d_]")
"""„z“ and „z.B“; of a date and „2.1“ nobody can tell."""

LETTER_LAST = re.compile(r"[^\W_][-\xad‐¬)\]]*+\s*+$")
OPENING_WORDS = FIRST_WORDS - frozenset(
    "Aber Aus Für Hier Ich Ihr Ihre Ist Ob Sie Und Was Wenn Wie".split()
) | frozenset(
    """Allerdings Außerdem Bereits Darüber Deren Dessen Deswegen Diejenigen Diesem Diesen Doch Ebenso Eines
    Einer Einem Einige Ferner Gegenüber Insbesondere Jeden Jedem Jedes Jedoch Keinen Keiner Manche Ohne Sobald
    Sofern Sowohl Solange Unserem Unseren Unserer Vom Während
    Weder Weiterhin Welche Welcher Wo Zusätzlich""".split()
)
"""Small words that have a capital where a sentence begins, and are no nouns („das Aus“, „das Für“)."""

ARTICLE = re.compile(r" D(?:ie|er|as|en|em|es) ")
NAME = re.compile(r"(?<=[a-zäöüß] )D(?:ie|er|as|en|em|es) [A-ZÄÖÜ][\w-]*+")

MAY_END = ("usw", "etc", "ff")
"""Abbreviations that end a sentence where the next word begins one."""


def sentences(text: str) -> list[tuple[int, int]]:
    """The sentences of one paragraph as (start, end), without the white space between them."""
    spans = []
    start = 0
    for match in CANDIDATE.finditer(text):
        if _ends_sentence(text, start, match.start(), match.end("gap")):
            spans.append((start, match.start("gap")))
            start = match.end("gap")
    end = len(text.rstrip())
    if start < end:
        spans.append((start, end))
    return spans


def _ends_sentence(text: str, start: int, mark: int, following: int) -> bool:
    if text[mark] != "." or text[mark : mark + 2] == "..":
        return True
    found = LAST_WORD.search(text, max(start, mark - 40), mark)
    if found is None:
        return text[max(start, mark - 1)] in '“”»"'  # Er sagt „nein“. Dann geht er.
    word = found[1]
    if word.isdecimal():
        return len(word) > 3 or (len(word) > 0 and found.start() > start and _opens(text, following))
    if len(word) == 1 or INITIALS.fullmatch(word) or re.fullmatch(r"[IVX]{1,4}", word):
        return False
    if word == "Art":  # „Art. 5“, but „Hilfe jeder Art. Kinder …“
        return NUMERAL.match(text, following) is None
    return word.casefold() not in ABBREVIATIONS or (word.casefold() in MAY_END and _opens(text, following))


def begins_anew(before: str, after: str, names: Collection[str]) -> bool:
    """Does a text that broke off without an end not go on here: „… besser schützen“, „Wir wollen …“?

    Within a sentence „wir“ has no capital; behind a colon, a comma or a quotation mark it may, and in a name
    (`names_in`).
    """
    first, _, more = after.partition(" ")
    is_name = f"{first} {more.partition(' ')[0].rstrip('.,;:!?')}" in names
    return first in OPENING_WORDS and bool(LETTER_LAST.search(before)) and not is_name


def names_in(lines: Iterable[str]) -> set[str]:
    """„Die Linke“: an article that has its capital amid a line, twice at least."""
    found = Counter(name for line in lines if ARTICLE.search(line) for name in NAME.findall(line))
    return {name for name, times in found.items() if times > 1}


def ends_in_abbreviation(text: str) -> bool:
    """„… Förderung z. B.“ goes on in the next line; „… Straßen usw.“ may not."""
    if not text.endswith("."):
        return False
    word = re.split(r"[\s(]", text[-40:-1])[-1].casefold()
    return bool(INITIALS.fullmatch(word)) or (word in ABBREVIATIONS and word not in MAY_END)


def ends_sentence(text: str) -> bool:
    return bool(SENTENCE_END.search(text)) and not ends_in_abbreviation(text)


def _opens(text: str, position: int) -> bool:
    word = re.match(r"\W*(\w+)", text[position : position + 40])
    return word is not None and word[1] in FIRST_WORDS

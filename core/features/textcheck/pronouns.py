"""Which party „euer Programm“, „ihr“, „sie“ and „im eigenen Programm“ are, where an address or the sentence
before says so.

Such a word is read as if the party's name stood there. Where somebody else may be meant, it stays as it is.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from core.features.textcheck.clause import MASCULINE, SAYS, Mention, Role, read_mentions, stranger_of
from core.features.textcheck.fixed_forms import NOT_OWN, RECEIVES
from core.features.textcheck.sentence_words import (
    ARTICLES,
    DOCUMENT_NOUN,
    PREPOSITIONS,
    Kind,
    Word,
    Words,
    is_adjective,
    is_verb,
)

VOCATIVE = frozenset("liebe lieber werte werter verehrte geehrte sehr herr frau meine hallo hey".split())
YOU = frozenset("ihr Ihr Sie du Du".split())
YOURS = re.compile(r"(?:eu(?:er|re[mnrs]?)|Ihre?[mnrs]?|[dD]eine?[mnrs]?)")
WROTE = re.compile(r"\w*(?:geschrieben|versprochen|zugesagt|gesagt|beschlossen|gefordert)")
OWN = re.compile(r"eigene[mnrs]?")
FEMININE = frozenset(
    "die der eine einer keine keiner ihre ihrer diese dieser jede jeder seine seiner".split()
)
"""Before a noun that „sie“ could mean, too."""


def with_addressed(words: Words) -> Words:
    """„Liebe SPD, euer Programm verspricht“, „Werte Genossen der SPD, ihr habt geschrieben“: up to the first
    quote as if the name of who is addressed stood there, and without the address."""
    end = next((n for n, word in enumerate(words) if word.text in (",", "!", ".", ":", "–")), len(words))
    address = words[:end]
    if not address or end == len(words) or words[end].text not in (",", "!"):
        return words
    if address[0].low not in VOCATIVE:
        return words
    mentions = read_mentions(address)
    if len(mentions) != 1 or len(mentions[0].parteien) != 1 or any(is_verb(word) for word in address[1:]):
        return words
    behind = words[end + 1 :]
    until = next((n for n, word in enumerate(behind) if word.kind is Kind.QUOTE), len(behind))
    told = _as_named(behind[:until], mentions[0].parteien)
    return [*told, *behind[until:]] if told is not None else words


def _as_named(words: Words, parteien: tuple[str, ...]) -> Words | None:
    """With the name at „euer Programm“, or at „ihr“ and „Sie“ where these write; None where nobody does."""
    if any(word.is_name or word.low in ("ich", "wir") for word in words):
        return None
    for n, word in enumerate(words[:-1]):
        if YOURS.fullmatch(word.text) and _is_document(words[n + 1]):
            return [*words[:n], _document(words[n], words[n + 1], parteien), *words[n + 2 :]]
    is_writing = any(WROTE.fullmatch(word.low) or SAYS.fullmatch(word.low) for word in words)
    is_turned = any(one.fullmatch(word.low) for word in words for one in (RECEIVES, NOT_OWN))
    you = [n for n, word in enumerate(words) if word.text in YOU]
    if len(you) != 1 or not is_writing or is_turned:
        return None
    return [
        *words[: you[0]],
        replace(words[you[0]], kind=Kind.PARTY, parteien=parteien),
        *words[you[0] + 1 :],
    ]


def _is_document(word: Word) -> bool:
    return word.is_capital and DOCUMENT_NOUN.fullmatch(word.low) is not None


def _document(first: Word, noun: Word, parteien: tuple[str, ...]) -> Word:
    return Word(Kind.DOCUMENT, f"{first.text} {noun.text}", first.start, noun.end, parteien)


# --- the sentence before ------------------------------------------------------------------------------------


def topic_of(words: Words) -> Mention | None:
    """The party that a sentence without a quote is about: its only subject, with no source beside it."""
    mentions = read_mentions(words)
    subjects = [one for one in mentions if one.role is Role.SUBJECT]
    if len(subjects) != 1 or len(subjects[0].parteien) != 1:
        return None
    if any(one.role not in (Role.SUBJECT, Role.NONE, Role.OBJECT) for one in mentions) or stranger_of(words):
        return None
    one = subjects[0]
    start = one.first - 1 if one.first and words[one.first - 1].low in ARTICLES else one.first
    is_head = start == 0 and one.behind < len(words) and is_verb(words[one.behind])
    is_inverted = start > 1 and words[0].low in PREPOSITIONS and is_verb(words[start - 1])
    return one if is_head or is_inverted else None


def with_topic(words: Words, before: Words) -> Words:
    """„Im eigenen Programm schreibt sie:“, „„a“, verlangt sie“, of whom the sentence before is about."""
    topic = topic_of(before)
    at = next((n for n, word in enumerate(words) if word.kind is Kind.QUOTE), None)
    if topic is None or at is None or any(word.is_name for word in words[:at]):
        return words
    own = next((n for n in range(at - 1) if OWN.fullmatch(words[n].low) and _is_document(words[n + 1])), None)
    she = _who_says(words[:at])
    if she is None and at == 0 and len(words) > 3 and words[1].text == ",":
        she = 3 if SAYS.fullmatch(words[2].low) and words[3].low in ("sie", "er") else None
    if she is not None and (own is not None or _can_only_mean(words, she, topic, before)):
        return [
            *words[:she],
            replace(words[she], kind=Kind.PARTY, parteien=topic.parteien),
            *words[she + 1 :],
        ]
    if own is None or she is not None:
        return words
    return [*words[:own], _document(words[own], words[own + 1], topic.parteien), *words[own + 2 :]]


def _who_says(words: Words) -> int | None:
    """The place of „sie“ in „schreibt sie“, „sie schreibt“."""
    for n, word in enumerate(words):
        beside = [*words[max(0, n - 1) : n], *words[n + 1 : n + 2]]
        if word.is_capital and not _is_document(word):
            return None  # „Die Chefin kommt, sie sagt“
        if word.low in ("sie", "er") and any(SAYS.fullmatch(one.low) for one in beside):
            return n
    return None


def _can_only_mean(words: Words, she: int, topic: Mention, before: Words) -> bool:
    """No other party stands there, and no noun that „sie“ could mean."""
    if len(read_mentions(before)) != 1:
        return False
    is_masculine = bool(MASCULINE.search(before[topic.behind - 1].low))
    verbs = [word for word in words[max(0, she - 1) : she + 2] if SAYS.fullmatch(word.low)]
    if (words[she].low == "er") is not is_masculine or any(not word.low.endswith("t") for word in verbs):
        return False
    others = [n for n, word in enumerate(before) if word.is_capital and not topic.first <= n < topic.behind]
    return not is_masculine and not any(_determiner(before, n) in FEMININE for n in others)


def _determiner(words: Sequence[Word], noun: int) -> str:
    at = noun - 1
    while at >= 0 and is_adjective(words[at]) and words[at].low not in FEMININE:
        at -= 1
    return words[at].low if at >= 0 else ""

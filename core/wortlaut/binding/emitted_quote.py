"""What a model emitted as a quote → the parts that must stand in the source.

Marks, links, sources and numbers of lines are taken out; what somebody put in is kept apart.
"""

import html
import re
from functools import lru_cache
from typing import NamedTuple

from core.wortlaut.german.folding import (
    letters,
)
from core.wortlaut.german.numbers_and_dates import NUMBER
from core.wortlaut.german.words import (
    CONDITION,
    HEDGE,
    LIMIT,
    MONTHS,
    NEGATOR,
    NUMBER_WORD,
    TURNING,
)

ELLIPSIS = re.compile(r"\[\s*(?:…|\.{2,3})\s*\]|\(\s*(?:…|\.{2,3})\s*\)|…|\.{2,}|\.(?:[ \xa0\u202f]\.){2,}")
CHANGED_CASE = re.compile(r"\[([^\W\d_])\](?=[^\W\d_])")
"""„[W]ir“: how a quote tells that it begins amid a sentence."""

INSERTION = re.compile(r"\[([^\[\]]{0,60})\](?![^\W\d_])")
"""None right before a letter: „[un]gerecht“ is another word."""

PAGES = r"(?:S\.|Seiten?)\s*\d{1,4}(?:\s*(?:ff?\.|[–-]\s*\d{1,4}))?"
NAMED = (
    rf"(?:[A-ZÄÖÜ][\w/-]{{1,30}} ){{0,2}}(?:[\w/-]{{0,20}}[Pp]rogramm|[A-ZÄÖÜ]{{2,5}})(?: \d{{4}})?,? {PAGES}"
)
"""„SPD-Wahlprogramm, S. 12“, „SPD 2022, S. 3“: a source written behind a quote, by its form alone."""

CITATION_MARK = re.compile(
    r"[\[【]\s*(?:Q|Quelle|Fn\.?|Fußnote)?\s*\d{1,3}(?:\s*[,;–-]\s*Q?\s*\d{1,3})*\s*[\]】]"
    rf"|[\[(]\s*Q\d{{1,3}}(?:\s*,\s*{PAGES})?\s*[\])]|【\s*Q?\d{{1,3}}(?::\d{{1,3}})?†(\w{{0,10}})】|\[\^\d{{1,3}}\]"
    r"|[\[(]\s*(?:vgl\.?\s*|siehe\s*)?(?:S\.|Seiten?)\s*\d([^()\[\]]{0,40})[\])]"
    r"|\[\s*sic!?\s*\]",
    re.IGNORECASE,
)
SOURCE_BEHIND = re.compile(rf"(\s\({NAMED}\)|\s[–—-]\s{NAMED})(?=[\s“”\"»«*_.]*$)")
LABEL_BEFORE = re.compile(r"^([\s„“\"»«>*_]*)Q\d{1,3}:\s")
RAISED_MARK = re.compile(r"(?:(?<=[.!?,;:“”\"»«)])|(?<=[^\W\d_]{4}))[¹²³⁰⁴-⁹]{1,3}(?![^\W_])")
"""A footnote's number behind a sentence or a word; „m²“ is none."""

MARKDOWN_LINK = re.compile(
    r"\[([^\[\]]+)\]\((?:(?:https?:)?//[^()\s]+|www\.[^()\s]+|\.{0,2}/[\w-]+[/?#.][^()\s]*|[\w./-]*\.(?:pdf|html?)\b[^()\s]*"
    r"|#[^()\s]*|Q\d{1,3})\)"
)
HTML_TAG = re.compile(
    r"</?(?:a|abbr|article|b|blockquote|body|br|center|cite|code|del|div|em|font|h[1-6]|hr|html|i|img|ins|kbd|li|mark|ol|p"
    r"|pre|q|s|section|small|span|strike|strong|sub|sup|table|tbody|td|th|thead|tr|tt|u|ul|zitat|quote|quelle|source|text"
    r"|passage)(?:\s+[\w:-]+=(?:\"[^\"<>]*\"|'[^'<>]*'|[^\s\"'<>]+))*\s*/?>|<https?://[^<>\s]+>",
    re.IGNORECASE,
)
"""Of links and tags what is passed over is an address or an attribute by its form: „[Verkauf](nicht)“ and
„<s nicht>“ are neither."""

TURNS_SENSE = re.compile(
    rf"{NEGATOR.pattern}|{TURNING.pattern}|{CONDITION.pattern}|{LIMIT.pattern}|{HEDGE.pattern}"
    rf"|\b(?:nein|stop|sondern|aber|jedoch|ein(?:e[nmrs]?)?\s(?:Teil|Drittel|Viertel))\b|\b(?i:{NUMBER_WORD})\b|(?i:abgeschaff|gestrichen)",
    re.IGNORECASE,
)
"""What words beside the quote's own may not hold, or they would make another statement of it: such a mark
stays in, and the quote stands nowhere."""

REFERENCE = re.compile(
    r"(?:[\s\d.,;:/–-]|\b(?:ff?|bis|und|u|folgende[nr]?|rechts|links|oben|unten|Mitte|Spalte|Abs|Absatz|Zeilen?|Z|Kap"
    r"|Kapitel|Abschnitt|Punkt|Nr|Ziffer|Anm|Fn|Fußnote|Seiten?|S|im|in|der|des|PDF|Datei|source|L\d{1,4}|[A-ZÄÖÜ]{2,5}"
    r"|[\w/-]{0,20}[Pp]rogramms?|sic)\b)*"
)
"""Words that say where something stands, and nothing else."""

BARE_NUMBER = re.compile(r"[\[【][\s\d,;–-]+[\]】]")
BEFORE_MARK = re.compile(r"[^\W_][ \xa0\n]+\Z")
COUNTABLE = re.compile(r"\s+(?!(?:und|oder|sowie|wie|dass|weil)\b)[^\W\d_]")
"""„[60]“ between two words is put in; behind a sentence or right behind a word it is that of a footnote."""

ESCAPED = re.compile(r"\\[nrt]")
LIST_NUMBER = re.compile(
    r"^([ \t\xa0>*_#„“\"'»•–-]*)(?:\(?\d{1,2}[.)]|\(?[a-z]\)|\d{1,2}(?:\.\d{1,2}){1,2}\.?)"
    rf"[ \t\xa0]+(?=[„\"'»*_]*[^\W\d_])(?!(?:{'|'.join(MONTHS)})\b)",
    re.MULTILINE,
)
WAS_NUMBERED = "\ue000"
"""Stands in a quote where the number of a line was taken out; no text has this character."""

WRAPPED = re.compile(r"[&<\[【(\\¹²³⁰⁴-⁹]|Q\d|S\.\s*\d|Seiten? ")
NUMBERED = re.compile(r"[\d)]")
DIVIDED = re.compile(r"[\[(…]|\.[ \xa0\u202f]?\.")
"""What the patterns above cannot do without; most quotes have none of it."""

BEFORE_LINE = re.compile(r"(?:(?<!\d)[.!?:;…•▪●■]|\n[–-])$")


@lru_cache(maxsize=512)  # asked for at every step of binding a quote
def unwrapped(text: str) -> str:
    """Without HTML, Markdown links, footnote marks and sources; what they stood in is kept."""
    if not WRAPPED.search(text):
        return text
    text = MARKDOWN_LINK.sub(r"\1", ESCAPED.sub(" ", html.unescape(text)))
    for mark in (HTML_TAG, CITATION_MARK, SOURCE_BEHIND):
        text = mark.sub(_passed_over, text)
    return CHANGED_CASE.sub(r"\1", RAISED_MARK.sub("", LABEL_BEFORE.sub(r"\1", text)))


def _passed_over(mark: re.Match[str]) -> str:
    """What stands for a mark: nothing; its words, where it has others than of a place; itself, where these
    could turn the sense."""
    told = " ".join(mark.groups("")).strip(" ,;:")
    if BARE_NUMBER.fullmatch(mark[0]):
        before, behind = mark.string[max(0, mark.start() - 9) : mark.start()], mark.string[mark.end() :]
        return mark[0] if BEFORE_MARK.search(before) and COUNTABLE.match(behind) else " "
    if REFERENCE.fullmatch(told) or mark.re is SOURCE_BEHIND:
        return mark[0] if TURNS_SENSE.search(told) and mark.re is SOURCE_BEHIND else " "
    return mark[0] if TURNS_SENSE.search(told) else f" [{told}] "


def unnumbered(text: str) -> str:
    """With a mark in place of the numbers with which a list counts its lines: „1. Wir bauen“, „b) Wir“."""
    return LIST_NUMBER.sub(rf"\1{WAS_NUMBERED}", text) if NUMBERED.search(text) else text


PUT_IN = "\ue001"
"""Stands in a quote where words in square brackets were; no text has this character."""

JOINT = re.compile(rf"([…{PUT_IN}])")


class Way(NamedTuple):
    """The parts of a quote in order, and of each joint of two whether words were put in there: then nothing
    but a pronoun may be left out."""

    pieces: list[str]
    put_in: list[bool]


def way_of(text: str) -> Way:
    """The pieces between ellipses and inserted words; an insertion that could turn the meaning stays in."""
    if DIVIDED.search(text):
        text = INSERTION.sub(_insertion, ELLIPSIS.sub("…", text))
    pieces, put_in = list[str](), list[bool]()
    joints: list[str] = []
    for number, one in enumerate(JOINT.split(text)):
        if number % 2:
            joints.append(one)
        elif piece := one.strip():
            if pieces:
                put_in.append("…" not in joints)
            pieces.append(piece)
            joints = []
    return Way(pieces, put_in)


def _insertion(found: re.Match[str]) -> str:
    if not letters(found[1]):
        return " "
    return found[0] if NUMBER.search(found[1]) or TURNS_SENSE.search(found[1]) else PUT_IN


def parts(text: str) -> list[str]:
    return way_of(text).pieces


def insertions(text: str) -> list[str]:
    """The words in brackets that a quote has and its source has not; they were passed over to find it."""
    plain = unwrapped(text)
    if "[" not in plain:
        return []
    found = INSERTION.finditer(ELLIPSIS.sub("…", plain))
    return [" ".join(one[1].split()) for one in found if _insertion(one) == PUT_IN]

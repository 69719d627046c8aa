"""Which words of a question say where to look, and which what to look for.

A question has a head („Was sagt die SPD in NRW zum …“), a subject, and often an end („… seit 2020?“). Names
count in the head and the end. So do years, and only those that programmes or elections are of: „Kohleausstieg
bis 2030“ and „Mieten, die seit 2020 steigen“ stay whole. A year by itself counts wherever it stands where it
is one of an election: „Agenda 2010“ stays whole as well. What has no known form is searched for as typed.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from core.base import formats
from core.base.errors import EingabeError
from core.search.word_tags import END, Kind as K, Word, ends_with
from core.wortlaut.german.folding import words as words_of
from core.wortlaut.german.words import STOP_WORDS

NAMED_BY_YEAR, TARGET = ends_with("named_by_year"), ends_with("target")
DONE_TO, WITH_OR_WITHOUT = ends_with("done_to"), ends_with("with_or_without")
COUNTED = re.compile("euro|prozent|km|mark|stellen|wohnungen|menschen|jahre")
"""Before these a number of four digits is an amount."""
PARTICIPLE = re.compile("(te|ene|nde|ige)[mnrs]?$")
"""„2013 beschlossene Energiewende“: it says when something was."""

Form = StrEnum("Form", "NAMED OHNE ZEIT FRAME TOPIC GLUE WORD")

PARTIES = {K.PARTEI, K.FOREIGN}
LANDS = {K.LAND, K.BUND, K.ADJECTIVE}
PUBLISHED = {K.TYP, K.WAHL, K.PROGRAMM, K.ELECTION}
NAMES = PARTIES | LANDS | PUBLISHED | {K.JAHR, K.PARTIES, K.SPEECH}
TIMES = {K.JAHR, K.WAHL, K.LAND}
ASKING = {K.ASK, K.WHO, K.SAY, K.DO, K.FILLER}
SMALL = {K.ARTICLE, K.FILLER, K.YEAR_WORD}
LINKS = SMALL | {K.AND, K.OF, K.IN, K.ALL, K.BETWEEN}
"""What may stand between the names of one group: „im Landtag von Hessen“, „SPD und die Grünen“."""
GOVERNING = {K.OTHER, K.TOPIC, K.TIME, K.UNTIL, K.BETWEEN, K.OF, K.IN, K.WITHOUT}
"""„mit der AfD“, „nach Bayern“: before a group that is none with them."""
ENDS_A_QUESTION = ("bundesweit", "aufbundesebene")
"""Names of the Bund that say where to look without „in“."""
GLUE_BEFORE = {K.MARK, K.AND, K.TOPIC, K.ARTICLE, K.OF}
GLUE_AFTER = GLUE_BEFORE | {K.OTHER, K.IN, K.TIME, K.BETWEEN, K.UNTIL}
"""What is left hanging when the words beside it are taken out."""


class Part(NamedTuple):
    """Words that belong together, and the word before them and after."""

    form: Form
    words: Sequence[Word]
    before: Word
    after: Word

    @property
    def kinds(self) -> set[K]:
        return {word.kind for word in self.words}

    @property
    def is_genitive(self) -> bool:
        """„Bremens Häfen“; no Land's own name ends in s."""
        named = self.kinds == {K.LAND} and self.words[-1].text.endswith("s")
        return named and self.after.kind is K.WORD and self.after.text[0].isupper()


def find_frame(words: Sequence[Word], years: Collection[int]) -> list[Part]:
    """What says where to look: how the question begins and ends, and „in NRW“ wherever it stands."""
    parts = list(_parts(words, years))
    head = parts[: _head_length(parts)]
    named = {kind for part in head if part.form is Form.NAMED for kind in part.kinds}
    # After the head: „Was sagt die CDU NRW zum Verbot der AfD in Bayern?“
    for at in range(len(head), len(parts)):
        again = (named & PARTIES and parts[at].kinds & PARTIES) or (named & LANDS and parts[at].kinds & LANDS)
        if again and parts[at].form in (Form.NAMED, Form.OHNE):
            parts[at] = parts[at]._replace(form=Form.WORD)
    asks = any(part.kinds & {K.ASK, K.WHO, K.SAY} for part in head)
    end = len(parts)
    while end > len(head) and _closes(parts, end - 1, asks):
        end -= 1
    return [*head, *(part for part in parts[len(head) : end] if _stands_anywhere(part)), *parts[end:]]


def find_searched(eingabe: str, words: Sequence[Word], frame: Sequence[Part]) -> str:
    """What is left to look for, in the words of the input."""
    taken = {word.start for part in frame for word in part.words}
    left = [at for at, word in enumerate(words) if word.start not in taken]
    is_framed = any(part.kinds != {K.MARK} for part in frame)
    while left and words[left[-1]].kind in (GLUE_AFTER if is_framed else {K.MARK}):
        left.pop()
    if is_framed and [words[at].kind for at in left[:2]] == [K.IN, K.TOPIC]:  # „In Sachen …“
        del left[0]
    while left and words[left[0]].kind in (GLUE_BEFORE if is_framed else {K.MARK}):
        del left[0]
    text = ""
    for before, at in zip([-1, *left], left, strict=False):
        text += eingabe[words[at - 1].end : words[at].start] if text and before == at - 1 else " "
        text += words[at].text
    return text.strip() if any(letter.isalnum() for letter in text) else ""


def _parts(words: Sequence[Word], years: Collection[int]) -> Iterator[Part]:
    before, at = END, 0
    last: Part | None = None
    while at < len(words):
        form, end = _group(words, at, years)
        found = words[at:end]
        if form is Form.WORD and last and (stranger := _stranger(words, at, last)):
            form, found = Form.NAMED, stranger
        at += len(found)
        last = Part(form, found, before, words[at] if at < len(words) else END)
        yield last
        before = found[-1]


def _over(words: Sequence[Word], at: int, kinds: Collection[K]) -> int:
    while at < len(words) and words[at].kind in kinds:
        at += 1
    return at


def _group(words: Sequence[Word], start: int, years: Collection[int]) -> tuple[Form, int]:
    """The longest that begins here: „in der hessischen SPD“, „seit dem Jahr 2013“; else one word."""
    prep = words[start].kind
    at = start + (prep in GOVERNING and prep is not K.OTHER)
    if prep is K.WITHOUT:
        at = _over(words, at, {K.OF})  # „nicht von der FDP“
    at = _over(words, at, SMALL)
    names = PARTIES if prep is K.WITHOUT else TIMES if prep in (K.TIME, K.UNTIL, K.BETWEEN) else NAMES
    end = at
    while (more := _over(words, end, LINKS) if end > at else at) < len(words) and words[more].kind in names:
        if _is_period(words, more):
            end = _over(words, more + 1, {K.UNTIL}) + 1 if end == at else end
            break
        if end > at and words[more].kind is K.JAHR and words[end].kind is K.BETWEEN:
            break
        end = more + 1
    if end > at:
        form, end = _form(words, start, at, end, years)
        if form is not Form.WORD or prep is not K.TOPIC:
            return form, end
    if (end := _over(words, start, ASKING)) > start:
        return Form.FRAME, end
    if words[topic := start + (prep is K.IN and start + 1 < len(words))].kind is K.TOPIC:
        return Form.TOPIC, _over(words, topic, {K.TOPIC, K.OTHER, K.ARTICLE})
    return Form.GLUE if prep in (K.AND, K.MARK) else Form.WORD, start + 1


def _is_period(words: Sequence[Word], at: int) -> bool:
    """„2013 bis 2017“, „2013–2017“."""
    until = _over(words, at + 1, {K.UNTIL})
    return words[at].kind is K.JAHR and until < len(words) and words[until].kind is K.JAHR


def _form(words: Sequence[Word], start: int, at: int, end: int, years: Collection[int]) -> tuple[Form, int]:
    """What a group of names says: where to look, or, as a part of the subject, nothing (WORD)."""
    prep = words[start].kind if start < at else None
    names = {word.kind for word in words[at:end]} & NAMES
    noun = next((word for word in reversed(words[:start]) if word.kind is not K.ARTICLE), END)
    after = words[end] if end < len(words) else END
    if prep is K.WITHOUT:
        leaves_out = names <= PARTIES and not WITH_OR_WITHOUT.search(noun.key)
        return (Form.OHNE if leaves_out else Form.WORD), end
    is_dated = K.JAHR in names and names <= TIMES
    if is_dated and (prep in (K.TIME, K.UNTIL, K.BETWEEN) or _is_period(words, at)):
        if words[start].key == "vor" and K.WAHL in names:
            return Form.NAMED, end
        return (Form.WORD if prep is K.UNTIL and TARGET.search(noun.key) else Form.ZEIT), end
    group = Part(Form.NAMED, words[at:end], noun, after)
    if (noun.kind in GOVERNING or DONE_TO.search(noun.key)) and not group.is_genitive:
        dated = next((one for one in range(at, end) if words[one].kind in {K.JAHR, *PUBLISHED}), end)
        while words[dated - 1].kind in LINKS and dated > at + 1:
            dated -= 1
        return Form.WORD, max(dated, at + 1)
    if not (prep in (None, K.IN, K.OF, *SMALL) or (prep is K.TOPIC and K.WAHL in names)):
        return Form.WORD, end
    if names & PARTIES or (K.TYP in names) or (K.PARTIES in names and len(names) > 1):
        return Form.NAMED, end
    year = next((one for one in range(at, end) if words[one].kind is K.JAHR), end)
    if year < end and not names & PUBLISHED and not _names_election(words, year, years):
        return (Form.NAMED, year) if year > at and names == {K.LAND, K.JAHR} else (Form.WORD, year + 1)
    if names == {K.PARTIES} or (names == {K.SPEECH} and after.kind in (K.TOPIC, K.SAY, K.DO)):
        return Form.FRAME, end
    return (Form.NAMED if _is_where(prep, names, words[at:end], after) else Form.WORD), end


def _is_where(prep: K | None, names: set[K], group: Sequence[Word], after: Word) -> bool:
    """Without a party: does it name a Land, an election, a programme to look in?"""
    if K.JAHR in names:
        return True
    if names & {K.WAHL, K.ELECTION}:
        return prep is K.TOPIC
    if K.PROGRAMM in names:
        return prep in (K.IN, K.OF) and after.kind is not K.WORD
    if names == {K.BUND}:
        ends = after.kind is K.MARK and (prep is K.IN or group[0].key in ENDS_A_QUESTION)
        return ends and group[0].key != "deutschland"
    return K.LAND in names and prep in (None, K.IN) and after.kind is not K.AND


def _names_election(words: Sequence[Word], at: int, years: Collection[int]) -> bool:
    """Does the year stand for itself, and is it one of an election?"""
    between = {*LANDS, K.PARTEI, K.JAHR, K.ARTICLE, K.OF, K.AND}  # „Haushalt NRW 2022“
    noun = next((word for word in reversed(words[:at]) if word.kind not in between), END)
    after = words[at + 1] if at + 1 < len(words) else END
    is_dated = after.kind is K.WORD and after.text[0].islower() and PARTICIPLE.search(after.key)
    is_named = is_dated or NAMED_BY_YEAR.search(noun.key) or COUNTED.fullmatch(after.key)
    return int(words[at].text) in years and not is_named


def _stranger(words: Sequence[Word], start: int, last: Part) -> list[Word]:
    """„(Was sagt) die SDP (zu)“, a party that is none of the register: its words, up to three."""
    asked = last.words[-1].kind in (K.SAY, K.PARTIES) and any(word.kind is K.ASK for word in words[:start])
    asked = asked or (last.words[-1].kind is K.AND and last.before.kind is K.PARTEI)
    at = _over(words, start, {K.ARTICLE})
    end = _over(words, at, {K.WORD})
    topic = _over(words, _over(words, end, {K.IN}), {K.LAND})
    following = {words[one].kind for one in (end, topic) if one < len(words)}
    if not asked or not at < end <= at + 3 or K.TOPIC not in following:
        return []
    name = words[at]._replace(text=" ".join(word.text for word in words[at:end]), kind=K.FOREIGN)
    return [*words[start:at], name, *(word._replace(kind=K.FILLER) for word in words[at + 1 : end])]


def _head_length(parts: Sequence[Part]) -> int:
    """How many parts open the question; none where they ask nothing and name nobody."""
    seen: set[K] = set()
    length = is_named = 0
    for part in parts:
        until = part.words[0].kind is K.UNTIL and part.after.kind is not K.TOPIC
        if part.form is Form.WORD or (part.form is Form.ZEIT and until):
            break
        seen |= part.kinds
        is_named |= part.form is Form.NAMED
        length += 1
        if part.form is Form.TOPIC:
            break
    asks = seen & {K.ASK, K.WHO} and seen & {K.SAY, K.DO}
    # A party's name says enough; „die Parteien“ has to stand in a question.
    parties = K.PARTIES in seen and seen & {K.ASK, K.WHO, K.SAY, K.TOPIC}
    return length if is_named or asks or parties or K.SPEECH in seen else 0


def _closes(parts: Sequence[Part], at: int, asks: bool) -> bool:
    part = parts[at]
    if part.form is not Form.FRAME:
        return part.form not in (Form.WORD, Form.TOPIC)
    following = parts[at + 1] if at + 1 < len(parts) else None
    if following and (following.form is Form.FRAME or following.kinds & {*PARTIES, K.ADJECTIVE}):
        return True
    if K.PARTIES in part.kinds:
        return at > 0 and parts[at - 1].form is Form.FRAME
    return asks and K.SAY in part.kinds and part.kinds <= {K.SAY, K.DO, K.FILLER}


def _stands_anywhere(part: Part) -> bool:
    first = part.words[0].kind
    if part.form is not Form.NAMED or (part.kinds & PARTIES and not part.kinds & PUBLISHED):
        return part.form is Form.OHNE
    if part.kinds & PUBLISHED:
        return K.JAHR in part.kinds or first in (K.IN, K.OF)
    if part.kinds & LANDS and first is not K.IN and not part.is_genitive:
        # As in a list of search words: „Mieten NRW Neubau“.
        capital = part.before.text[:1].isupper() and part.before.kind in (K.WORD, K.QUOTE)
        return capital and (part.after.text[:1].isupper() or part.after.kind is K.JAHR)
    return True


# --- words of a question: whether any of them can be searched for, and whether they ask for a side ---------

LONGEST = 20_000


def check_frage(frage: str, what: str = "Die Suche") -> str:
    """The question without surrounding white space, or an EingabeError that says what is wrong with it."""
    text = frage.strip()
    if not text:
        raise EingabeError(f"{what} ist leer. Geben Sie ein, wonach gesucht werden soll.")
    if len(text) > LONGEST:
        raise EingabeError(
            f"{what} ist mit {formats.number(len(text))} Zeichen zu lang; möglich sind "
            f"{formats.number(LONGEST)}. Einen ganzen Antrag prüfen Sie als Antrag, nicht als Suche."
        )
    if any("\ud800" <= letter <= "\udfff" for letter in text):
        raise EingabeError(
            f"{what} enthält Zeichen, die sich nicht lesen lassen. Bitte tippen Sie sie neu ein."
        )
    words = set(words_of(text))
    if not words:
        raise EingabeError(f"{what} enthält kein Wort. Geben Sie ein, wonach gesucht werden soll.")
    if words <= STOP_WORDS:
        raise EingabeError(
            f"{what} besteht nur aus Füllwörtern („{text[:60]}“). Nennen Sie, worum es geht, "
            "zum Beispiel „Mietpreisbremse“."
        )
    return text


# --- words by which a question asks for a side --------------------------------------------------------------
# A search finds what is spoken of, not who is for or against.

SPLIT = re.compile(r"\b(lehn(?:t|en|te|ten))\b[^.?!]{0,200}?\b(ab)\b", re.IGNORECASE)
SUPPORTERS = re.compile(
    r"\b(wer|welche[rs]?(?: partei\w*)?)\b[^.?!]{0,60}?"
    r"\b(will|wollen|forder[nt]|möchten?|verlang(?:t|en)|sind für|ist für)\b",
    re.IGNORECASE,
)
WORDS = re.compile(
    r"\b(?:nicht|keine?[nmrs]?|nie|ablehn\w*|abgelehnt\w*|dagegen|dafür|befürwort\w*|unterstützt?|unterstützen"
    r"|zustimm\w*|abschaff\w*|abzuschaffen|verbieten|verbietet|beibehalten|verhinder\w*|stopp(?:en|t)?|beenden"
    r"|beendet|streichen|gegner|befürworter)\b",
    re.IGNORECASE,
)
AGAINST = re.compile(r"\bgegen\b", re.IGNORECASE)
OF_THE_SUBJECT = re.compile(
    r"tun|tut|macht|machen|kampf|schutz|maßnahmen?|hilfe|mittel|vorgehen|krieg|vorsorge|bündnis|strategie|impfung"
    r"|gewalt|verbrechen|getan|schützen|helfen",
    re.IGNORECASE,
)
"""Before „gegen“ these say what is done and not by whom it is wanted: „Kampf gegen Armut“."""


def stance_words(eingabe: str) -> tuple[str, ...]:
    """As they were typed, in their order: („Wer … will“, „nicht“, „abschaffen“)."""
    found = {one.start(): one[0] for one in WORDS.finditer(eingabe)}
    for pattern in (SUPPORTERS, SPLIT):
        found |= {one.start(): f"{one[1]} … {one[2]}" for one in pattern.finditer(eingabe)}
    for one in AGAINST.finditer(eingabe):
        before = eingabe[: one.start()].split()[-1:]
        if not (before and OF_THE_SUBJECT.fullmatch(before[0])):
            found[one.start()] = one[0]
    return tuple(dict.fromkeys(found[place] for place in sorted(found)))

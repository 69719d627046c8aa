"""The fixed forms of telling whose words a quote is: who is told by one of these is told for sure.

Subject and verb of saying, a source, a label; no other party may speak in it, nothing may be denied, nobody
else may be its subject. What is told by none of them is a reading that accuses nobody.
"""

import re
from itertools import pairwise

from core.features.textcheck.clause import (
    DENIALS,
    IMPERSONAL,
    OBJECTS,
    OPENERS,
    PARTICIPLE,
    PAST,
    SAYS,
    STRONG,
    Mention,
    Role,
    Speaker,
    actor_of,
    carrying_verb,
    read_mentions,
    stranger_of,
)
from core.features.textcheck.sentence_words import (
    ARTICLES,
    DOCUMENT_NOUN,
    PREPOSITIONS,
    SAID_NOUN,
    SOURCES,
    Kind,
    Word,
    Words,
    is_adjective,
    is_verb,
)
from core.wortlaut.german.words import FIRST_WORDS

VERB_LAST = frozenset("wenn dass was wie wo indem während weil obwohl da wohingegen".split())
"""They put the verb of their clause at its end."""

BETWEEN = frozenset(
    """auch nun es sich hier dazu dort darin daher deshalb deswegen zudem außerdem wörtlich etwa jetzt heute
    hingegen dagegen jedoch allerdings indes ihrerseits wiederum einerseits andererseits erstens zweitens
    damit dabei so schon noch selbst anders ähnlich demgegenüber zunächst zuerst weiter ferner""".split()
)
"""Between a verb and its subject, or behind a name without a verb: „die FDP hingegen „…““."""

HARMLESS = PREPOSITIONS - {"von", "vom", "aus", "in", "im", "nach", "für", "am", "bis"}
"""Before a party they leave no doubt that it does not speak here."""

TURNS = DENIALS | frozenset(
    "statt anstatt angeblich vermeintlich fälschlich niemand nichts kaum weniger".split()
)
HANDED_ON = re.compile(
    r"(?:behaupt|unterstell|zugeschrieb|untergeschob|zitiert|vorgeworf|wirft|werfen|nachgesagt)\w*"
)
"""Who does so tells what others say."""

NOT_OWN = re.compile(
    r"(?:anhör|anzuhör|distanzier|verwahr|gestrich|abgelehnt|gelog|erfunden|missversteh|missverst)\w*|str[ie]+ch(?:t|en)?"
    r"|ernte(?:n|t|te|ten)|kassier\w*|ließ(?:en)?|lässt|lassen|hätten?|wären?|müssten?|dürften?|sollten?"
)
"""Who does so has the words of others before them, or ought to have said it: „musste sich anhören“, „ließ
sich erklären“, „hätte schreiben sollen“."""

PRINTED_WORDS = re.compile(
    r"\w*(?:satz|sätze|passage|formulierung|zitat|worte?n?|zeilen?|stelle|programm\w*)"
)


def is_plain(words: Words, speaker: Speaker, is_label: bool, may_be_bare: bool = False) -> bool:
    """Is this clause one of the fixed forms: subject and verb of saying, a source, a label?

    No other party may speak in it, nothing may be denied, nobody else may be its subject. `is_label`: a
    colon follows. `may_be_bare`: the verb may have been said with the quote before.
    """
    if not speaker.parteien:
        return False
    words = _main_verb_only(words)
    is_verb_last = False
    while words and (words[0].low in OPENERS | VERB_LAST or words[0].kind is Kind.MARK):
        is_verb_last = is_verb_last or words[0].low in VERB_LAST
        words = words[1:]
    words = without_harmless(words, speaker)
    mentions = read_mentions(words)
    if len(mentions) != 1 or mentions[0].parteien != speaker.parteien:
        return False
    one = mentions[0]
    if any(NOT_OWN.fullmatch(word.low) for word in words) or _holds_against(words):
        return False
    if one.role is Role.SOURCE:
        words = _without_harmless_no(words)
    if any(word.low in TURNS or HANDED_ON.fullmatch(word.low) for word in words):
        return one.first > 0 and words[_start(words, one) - 1].low == "zitiert"
    if one.role is Role.SOURCE:
        return not any(STRONG.fullmatch(w.low) and not IMPERSONAL.fullmatch(w.low) for w in words)
    if one.role is Role.IN_DOCUMENT:
        return _is_plain_document(words, one, is_label)
    if one.role not in (Role.SUBJECT, Role.PERSON):
        return False
    return _is_plain_subject(words, one, is_label, may_be_bare, is_verb_last)


def _holds_against(words: Words) -> bool:
    """„Die CDU hält der SPD einen Satz aus deren Programm vor“."""
    is_held = words[-1].low == "vor" and any(re.fullmatch("h[aäi]e?lt(?:en)?", word.low) for word in words)
    return is_held or any(
        one.low in ("deren", "dessen") and DOCUMENT_NOUN.fullmatch(noun.low) for one, noun in pairwise(words)
    )


def _without_harmless_no(words: Words) -> Words:
    """„Der SPD zufolge ist das kein Problem“ denies nothing of what is quoted; „kein Satz von ihr“ does."""
    for n, word in enumerate(words[:-1]):
        noun = words[-1]
        is_other = noun.is_capital and not any(
            one.fullmatch(noun.low) for one in (DOCUMENT_NOUN, SAID_NOUN, PRINTED_WORDS)
        )
        if word.low in ("kein", "keine") and n and words[n - 1].low in ("das", "dies") and is_other:
            if n + 2 == len(words) or is_adjective(words[n + 1]):
                return [*words[:n], *words[n + 1 :]]
    return words


def _main_verb_only(words: Words) -> Words:
    """„Die SPD wirft der CDU Stillstand vor und verlangt“: the subject and its last verb; „stammt nicht von
    der CDU, sondern von der SPD“: what is said in the end."""
    for n in range(len(words) - 2, 1, -1):
        is_tail = not any(word.is_name for word in words[n:])
        if words[n].low == "und" and SAYS.fullmatch(words[n + 1].low) and is_tail:
            first = next((m for m in range(n) if words[m].is_name), n)
            if first + 1 < n and is_verb(words[first + 1]):
                return [*words[: first + 1], *words[n + 1 :]]
        if words[n].low == "sondern" and is_verb(words[0]):
            return [words[0], *words[n + 1 :]]
    return words


def _start(words: Words, one: Mention) -> int:
    """With its article and what stands between, „die regierende SPD“; in „fordern SPD und CDU“ the name."""
    start = one.first
    while start and is_adjective(words[start - 1]):
        start -= 1
    return start - 1 if start and words[start - 1].low in ARTICLES else one.first


def without_harmless(words: Words, speaker: Speaker) -> Words:
    """Without „gegen die SPD“, „anders als die SPD“, „in Richtung der SPD“, „den Grünen“, „von der SPD
    unterstützte“."""
    gone: set[int] = set()
    for one in read_mentions(words):
        start = _start(words, one)
        before = words[start - 1] if start else None
        if one.parteien == speaker.parteien and one.role.is_source:
            continue
        if one.role is Role.OBJECT and words[one.first - 1].low in ("dem", "den", "der"):
            gone |= set(range(start, one.behind))
        elif one.role is Role.NONE and before is not None:
            if PRINTED_WORDS.fullmatch(before.low):
                continue  # „Die CDU stört sich an einem Satz der SPD“
            noun = start - 1
            while before.is_capital and noun and words[noun - 1].low in ARTICLES:
                noun -= 1
            at = noun - 1 if before.is_capital else start - 1
            following = words[one.behind].text if one.behind < len(words) else ""
            is_done = PARTICIPLE.fullmatch(following) or (at > 0 and PAST.fullmatch(words[at - 1].low))
            is_before = words[at].low in (PREPOSITIONS if before.is_capital else HARMLESS)
            if at >= 0 and (is_before or (words[at].low in ("von", "vom") and is_done)):
                is_participle = not is_before and PARTICIPLE.fullmatch(following) is not None
                gone |= set(range(at, one.behind + is_participle))
    return [word for n, word in enumerate(words) if n not in gone]


def _is_plain_document(words: Words, one: Mention, is_label: bool) -> bool:
    """„im Programm der SPD steht“, „das Programm der SPD verspricht“, „an einem Satz der SPD:“."""
    if is_label and one.behind == len(words) and any(PRINTED_WORDS.fullmatch(w.low) for w in words):
        return True
    verbs = [n for n, word in enumerate(words) if is_verb(word) or IMPERSONAL.fullmatch(word.low)]
    if not verbs:
        return is_label or one.behind == len(words)
    return all(
        IMPERSONAL.fullmatch(words[n].low)
        or (SAYS.fullmatch(words[n].low) and n == one.behind)
        or words[n].low == "zitiere"
        for n in verbs
    )


def _is_plain_subject(
    words: Words, one: Mention, is_label: bool, may_be_bare: bool, is_verb_last: bool
) -> bool:
    start, behind = _start(words, one), one.behind
    if start > 1 and words[start - 1].text in "([" and behind < len(words) and words[behind].text in ")]":
        start, behind = start - 1, behind + 1  # „Lars Klingbeil (SPD) sagte“
        while start and words[start - 1].is_capital:
            start -= 1
    while behind < len(words) and words[behind].low in BETWEEN:
        behind += 1
    verb = next((n for n in range(behind, len(words)) if is_verb(words[n])), None)
    while start and words[start - 1].low in BETWEEN and (start == 1 or words[start - 1].low == "auch"):
        start -= 1
    rest = words[behind:]
    if start == 0:
        if verb is None:
            small = all(w.low in BETWEEN | PREPOSITIONS or w.kind is not Kind.WORD for w in rest)
            return (is_label and _is_reference(rest)) or (may_be_bare and small)
        if is_verb_last:
            return SAYS.fullmatch(words[-1].low) is not None or words[-1].low in ("hat", "haben")
        if one.role is Role.SUBJECT and verb != behind:
            return False
        return is_label or bool(SAYS.fullmatch(words[verb].low))
    before = start - 1
    while before >= 0 and words[before].low in BETWEEN:
        before -= 1
    if before < 0 or not (SAYS.fullmatch(words[before].low) or (is_label and is_verb(words[before]))):
        return False
    return before == 0 or _may_stand_before(words, before, is_label)


def _may_stand_before(words: Words, verb: int, is_label: bool) -> bool:
    """„Damit wirbt die SPD“, „Im Vorwort schreibt die SPD“, „Kritik an der CDU übt die SPD:“; „Den Satz
    schreibt“ and „Greenpeace lobt die SPD“ may be of somebody else."""
    if is_label and carrying_verb(words) == verb:
        return True
    first = words[0]
    is_opener = first.text in FIRST_WORDS and first.low not in ARTICLES  # „Ein Leser fragt die SPD“
    if first.low in PREPOSITIONS | SOURCES | BETWEEN or is_opener or PAST.fullmatch(first.low):
        return True
    return not (first.low in ARTICLES or first.is_capital)


def _is_reference(words: Words) -> bool:
    """„SPD, Wahlprogramm 2021, S. 3:“."""
    return all(
        word.kind is not Kind.WORD
        or DOCUMENT_NOUN.fullmatch(word.low)
        or word.low in ("s", "seite", "zu", "zum")
        or word.text.isdigit()
        for word in words
    )


def doubted(words: Words, speaker: Speaker) -> Speaker:
    """A reading that is no fixed form, where somebody else may be the subject or something is denied."""
    if speaker.is_plain or not speaker.parteien:
        return speaker
    is_turned = any(
        word.low in TURNS or HANDED_ON.fullmatch(word.low) or NOT_OWN.fullmatch(word.low) for word in words
    )
    stranger = words and (stranger_of(words) or actor_of(words))
    return Speaker(moeglich=speaker.parteien) if is_turned or stranger else speaker


# --- forms in which another party may be named --------------------------------------------------------------

NOT_SAYING = re.compile(
    r"ist|war|hat|hatten?|haben|wird|wurde|wurden|werden|kann|können|konnte|soll|sollte|sollen|muss|musste|müssen"
    r"|darf|durfte|bleibt|blieb|geht|ging|brauch(?:t|en)|fehl(?:t|en)"
)
"""These tell nothing of speaking, and what stands before them may be anything."""

RECEIVES = re.compile(
    r"(?:hör|vernahm|vernehm|vernimm|erf[aäu]h?r|bek[ao]m|erh[aäi]e?lt|kassier|lies|kenn|kannt|lern|verst[aäe]|wiss|wuss"
    r"|überneh|übern[ai]m|kopier|plagiier|paraphrasier|parodier|imitier|entdeck|find|fand|meid|such|verlier|gew[ai]nn"
    r"|reagier|stör|ärger|nerv|höhn|läster|äff|witzel|spött)\w*|las(?:en)?|(?:ge)?lesen|wisst|weiß"
)
"""Who does so has words of others before them, or answers or mocks these."""

PARTICIPLES = re.compile(r"ge(?!ben)[a-zäöüß]+(?:t|en)")
NO_VERBS = re.compile(
    r"samt|mitsamt|jetzt|einst|längst|höchst|ausgerechnet|überhaupt|insgesamt|selten|bekannt"
)
"""They end like verbs."""

THIS = frozenset("dieser diese dieses folgender folgende folgendes".split())
SENTENCE_NOUN = re.compile(r"(?:ab)?(?:satz(?:es)?|passage|formulierung|zitat|zeile|stelle)")
REACTS = re.compile(r"(?:reagier|antwort|erwider|konter|entgegn|kommentier|schäum|tob|empör|spott|lach)\w*")
FEELS = re.compile(r"(?:ärger|stör|missf)\w*")


def is_inquit(words: Words, speaker: Speaker) -> bool:
    """„„a“, orakelt die SPD“: a comma, any verb that may be one of saying, who says it, and no other verb."""
    others = [one for one in read_mentions(words) if one.parteien != speaker.parteien]
    if any(_is_of_words(words, one) for one in others):
        return False  # „„a“, erinnert die SPD an ein Versprechen der CDU“
    words = without_harmless(words, speaker)
    mentions = read_mentions(words)
    if len(mentions) != 1 or mentions[0].role is not Role.SUBJECT or not is_verb_of_saying(words[0]):
        return False
    start = _start(words, mentions[0])
    is_turned = any(
        word.low in TURNS or any(one.fullmatch(word.low) for one in (HANDED_ON, NOT_OWN)) for word in words
    )
    rest = words[mentions[0].behind :]
    is_behind = start == 1 or (start == 2 and words[1].low == "sich")
    return is_behind and not is_turned and not any(SAYS.fullmatch(word.low) for word in rest)


def _is_of_words(words: Words, one: Mention) -> bool:
    before = words[max(0, _start(words, one) - 1)]
    return any(noun.fullmatch(before.low) for noun in (DOCUMENT_NOUN, SAID_NOUN, PRINTED_WORDS))


def is_verb_of_saying(word: Word) -> bool:
    """May it be one, as no other verb stands behind a quote and its comma before a subject?"""
    return is_verb(word) and not any(
        one.fullmatch(word.low)
        for one in (
            NOT_SAYING,
            RECEIVES,
            IMPERSONAL,
            OBJECTS,
            HANDED_ON,
            NOT_OWN,
            PARTICIPLES,
            NO_VERBS,
        )
    )


def by_comparison(words: Words) -> Speaker | None:
    """„Weder die CDU noch die FDP gehen so weit wie die SPD:“, „keine sagt es so klar wie …“."""
    mentions = read_mentions(words[:-1])
    if not mentions or words[-1].text != ":" or mentions[-1].behind != len(words) - 1:
        return None
    like = _start(words, mentions[-1]) - 1
    so = next((n for n in range(max(0, like - 2), like) if words[n].low == "so"), 0)
    if words[like].low != "wie" or not so:
        return None
    is_none = any(re.fullmatch("weder|kein(?:e|er)?|niemand", word.low) for word in words[:so])
    is_turned = any(
        one.fullmatch(word.low)
        for word in words
        for one in (OBJECTS, HANDED_ON, NOT_OWN, PRINTED_WORDS)
        if word.low != "stelle"  # „an dieser Stelle“
    )
    return Speaker(mentions[-1].parteien, is_plain=True) if is_none and not is_turned else None


def by_printed_words(words: Words) -> Speaker | None:
    """„Die CDU stört sich an einem Satz der SPD:“, „Für Streit mit der CDU sorgt dieser Satz der SPD:“: the
    clause before a colon ends with whose sentence it is, or points at it; nobody speaks in it."""
    if actor_of(words) or any(
        word.low in TURNS
        or any(one.fullmatch(word.low) for one in (SAYS, HANDED_ON, REACTS))
        or (OBJECTS.fullmatch(word.low) and not FEELS.fullmatch(word.low))
        for word in words
    ):
        return None
    *others, one = read_mentions(words) or [Mention(Role.NONE, (), 0, 0)]
    noun = _noun_of(words, one) if one.role is not Role.PERSON else None
    has_subject = any(other.role is Role.SUBJECT for other in others)
    if noun is None or not _points(words, noun, one, has_subject):
        return None
    return Speaker(one.parteien, is_plain=True)


def _noun_of(words: Words, one: Mention) -> int | None:
    """The place of „Satz“ in „einem Satz der SPD“, „einer Zeile aus dem Programm der SPD“."""
    at = one.first - 1
    while at >= 0 and (
        words[at].low in ARTICLES | {"von", "vom", "aus", "im", "in"} or is_adjective(words[at])
    ):
        at -= 1
    is_document = at > 0 and words[at].is_capital and DOCUMENT_NOUN.fullmatch(words[at].low)
    if is_document and not SENTENCE_NOUN.fullmatch(words[at].low):
        at -= 1
        while at >= 0 and (words[at].low in ARTICLES | {"aus", "im", "in"} or is_adjective(words[at])):
            at -= 1
    return at if at >= 0 and SENTENCE_NOUN.fullmatch(words[at].low) else None


def _points(words: Words, noun: int, one: Mention, has_subject: bool) -> bool:
    """It ends the clause with „einem Satz“, or „dieser Satz“ is its subject. Of „Die CDU ändert einen Satz
    der SPD“ nobody can tell."""
    at = noun - 1
    while at > 0 and is_adjective(words[at]) and words[at].low not in THIS:
        at -= 1
    if at < 0:
        return False
    before = words[at - 1].low if at else ""
    if words[at].low in THIS:
        return not has_subject and before not in PREPOSITIONS | SOURCES
    is_last = one.behind == len(words) and words[at].low in ARTICLES
    return is_last and (not has_subject or before in ("an", "auf", "über", "gegen", "mit", "in", "um"))

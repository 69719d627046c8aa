"""Who speaks in one clause: which of the parties that it names is its subject, its source or its label.

Behind „gegen“, „über“, „anders als“, or as an object a party is none of these. Who is no party needs a verb
of saying.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import pairwise

from core.features.textcheck.sentence_words import (
    ARTICLES,
    DOCUMENT_NOUN,
    GROUP_NOUN,
    NO_NOUN,
    PERSON_NOUN,
    PREPOSITIONS,
    SAID_NOUN,
    SOMEBODY_NOUN,
    SOURCES,
    SUBORDINATE,
    WITHIN,
    Kind,
    Words,
    as_written,
    is_adjective,
    is_verb,
)
from core.wortlaut.german.words import STRICHE

# --- who speaks ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Speaker:
    """`parteien`: who speaks, together where they are several. `moeglich`: one of these, who knows which.
    `fremd`: somebody who is no party of the register, as the text calls them. `person`: who says it for one.
    `is_plain`: by a fixed form of introducing a quote; any other reading proves nothing against a text.
    """

    parteien: tuple[str, ...] = ()
    moeglich: tuple[str, ...] = ()
    fremd: str = ""
    person: str = ""
    is_plain: bool = field(default=False, compare=False)

    @property
    def of(self) -> tuple[str, ...]:
        return self.parteien or self.moeglich


NOBODY = Speaker()


# --- what a party is in its clause --------------------------------------------------------------------------

IMPERSONAL = re.compile(
    r"(?:heißt|hieß|heißen|steht|stehen|stand|standen|liest|lesen|lautet|lauten|findet|finden|kommt|kam|stammt|stammen"
    r"|verlautet|verlautete|hört|klingt|gilt|ist|tönt|war|zitiert|entnommen|nachzulesen)"
)
"""Nobody speaks here but the source."""

SAYS = re.compile(
    r"(?:sag|schreib|schrieb|erklär|forder|verspr[aeio]|versicher|beton|kündig|formulier|bekräftig|unterstr|verkünd"
    r"|behaupt|argumentier|verlang|erläuter|ergänz|begründ|mahn|warn|kritisier|konter|entgegn|erwider|antwort|rief|ruft"
    r"|frag|beschl|resümier|meld|äußer|twitter|poste|zitier|nenn|nannt|will|woll|wirft|lob|jubel|klag|spott|notier"
    r"|sprach|spricht|teilt|teilen|stellt|hält|halten|mein|urteil|schlag|schläg|empf|appell|droh|gelob|bekenn|bekann"
    r"|wirb|werb|warb|setz|plan|plän|möcht|sieht|sehen|titel|plädier|lehn|wünsch|räum|stimm|verspott|legt"
    r"|propagier|kommentier)\w*"
)
STRONG = re.compile(
    r"(?:sag|schreib|schrieb|verspr[aeio]|erklär|forder|formulier|beton)\w*|will|wollen|heißt"
)
"""Who does so is the speaker, whatever else is named."""

OBJECTS = re.compile(
    r"(?:lehn(?:t|en)?|ablehn\w*|kritisier\w*|verw[ai]rf\w*|verwerfen|bezweifel\w*|zweifel\w*|ärger\w*|stör\w*|missf\w*"
    r"|widerspr\w*|verspott\w*|rüg\w*|zerpflück\w*|tadel\w*|bemängel\w*|verurteil\w*|hält|halten|bestreit\w*|bekämpf\w*)"
)
"""What is quoted is not the words of who does so, but where a colon stands."""

NOT_SOMEBODY = frozenset(
    """dieselbe derselbe dieselben es sie er man wir ich ihr das dies dieses dieser diese jener jemand
    niemand alle alles beide viele folgendes folgende nichts etwas wer was dort hier sich uns ihnen
    unter anderem anderes weiteres weiter zitat ende thema frage punkt blick stichwort beispiel ergebnis
    fall kapitel folge schluss anfang jahr jahres wahl montag dienstag mittwoch donnerstag freitag
    samstag sonntag""".split()
)
MASCULINE = re.compile(r"(?:bund|turm|verband|block|ssw)$")
"""„der SSW schreibt“; „der SPD“ is an object."""

AGAINST = frozenset("vs versus contra".split())
DENIALS = frozenset("weder nicht kein keine keinem keiner keinen keinesfalls keineswegs nie niemals".split())
PASSIVE = frozenset("wird werde werden wurde wurden worden".split())
PAST = re.compile(
    r"[a-zäöü]*ge[a-zäöüß]+(?:t|en)|[a-zäöüß]+iert|(?:ver|be|er|ent|zer|über|unter)[a-zäöüß]+(?:t|en)"
)
"""„gefordert“, „kritisiert“, „versprochen“."""

OWN_WORDS = re.compile(
    r"schr(?:ie|ei)be?|sagt?e|fragt?e|forder(?:e|te)|meint?e|antworte(?:te)?|rief|bat|bitte"
)
"""„Ich schrieb“; with „ich zitiere“ and „ich lese“ others speak."""

DEED = re.compile(
    r"\w*(?:kritik|lob|tadel|spott|hohn|zweifel|beifall|applaus|protest|spruch|druck|töne|vorw[uü]rfe?|hiebe?"
    r"|ung|heit|keit)",
    re.IGNORECASE,
)
CARRIES = re.compile(
    r"(?:üb|äußer|meld|leist|erheb|erhob|richt|schläg|schlag|schlug|gib|geb|gab|verteil|zoll|mach|zeig|signalisier)\w*"
)
"""„Kritik übt“, „Widerspruch meldet … an“: what is done stands as a noun at the head, who does so behind the
verb. Of „Kritik erntet die SPD“ the words are not theirs."""

EXPERTISE = re.compile(r"\w*(?:gutachten|studie|stellungnahme|bericht|umfrage|kommentar|leitartikel|urteil)")

PARTICIPLE = re.compile(r"[a-zäöüß]+(?:te|ten|ter|ene|enen|ener)")
HOLDS = frozenset("gilt ist steht heißt bedeutet zählt lautet".split())
OPENERS = frozenset("und aber doch denn auch sogar selbst nur zudem außerdem dann sondern nämlich".split())
"""Before a subject at the head of its clause."""


class Role(StrEnum):
    SUBJECT = "subject"
    SOURCE = "source"
    IN_DOCUMENT = "document"
    PERSON = "person"
    AGENT = "agent"
    OBJECT = "object"
    DENIED = "denied"
    NONE = "none"

    @property
    def is_source(self) -> bool:
        """In brackets, in a cell or in a footnote: „SPD, S. 12“, but not „Beifall bei der SPD“."""
        return self not in (Role.OBJECT, Role.NONE, Role.DENIED)


@dataclass(frozen=True, slots=True)
class Mention:
    """Parties named together, and what they are in their clause; `first`, `behind`: of which words."""

    role: Role
    parteien: tuple[str, ...]
    first: int
    behind: int


def read_mentions(words: Words) -> list[Mention]:
    found: list[Mention] = []
    at = 0
    while at < len(words):
        if not words[at].is_name:
            at += 1
            continue
        last = at
        while (following := joined(words, last)) is not None:
            last = following
        parteien = tuple(dict.fromkeys(p for one in words[at : last + 1] for p in one.parteien))
        found.append(Mention(_role(words, at, last), parteien, at, last + 1))
        at = last + 1
    return found


def named_in(words: Words) -> tuple[str, ...]:
    return tuple(dict.fromkeys(p for word in words if word.is_name for p in word.parteien))


def joined(words: Words, at: int) -> int | None:
    """The place of a party that „und“, a comma or a slash joins to the one here."""
    joint = at + 1
    if joint >= len(words) or words[joint].low not in (
        "und",
        "sowie",
        ",",
        "/",
        "&",
        "oder",
        "beziehungsweise",
        "bzw",
        "respektive",
    ):
        return None
    behind = joint + 1
    while behind < len(words) and (words[behind].low in ARTICLES or words[behind].text == "."):
        behind += 1
    if behind >= len(words) or not words[behind].is_name or words[behind].kind is not words[at].kind:
        return None
    if words[joint].text == "," and joined(words, behind) is None:
        return None
    # „… schreibt die SPD und die Grünen lehnen das ab“: the second has a verb of its own.
    is_inverted = any(is_verb(one) for one in words[:at])
    has_verb = behind + 1 < len(words) and is_verb(words[behind + 1])
    return None if is_inverted and has_verb else behind


def _role(words: Words, first: int, last: int) -> Role:
    one, behind = words[first], words[last + 1] if last + 1 < len(words) else None
    if behind is not None and behind.low == "zufolge":
        return Role.SOURCE
    near = {word.low for word in words[max(0, first - 2) : first]}
    is_done = behind is not None and PARTICIPLE.fullmatch(behind.text) and behind.low not in NO_NOUN
    if is_done and near & {"von", "vom"}:
        return Role.NONE  # „die von der SPD unterstützte Forderung“
    article, left = _article_before(words, first)
    prep = words[left].low if left >= 0 and words[left].kind is Kind.WORD else ""
    if _is_denied(words, left) or (prep == "noch" and _has(words, ("weder",))):
        return Role.DENIED
    if one.kind is Kind.PERSON:
        return Role.NONE if prep in PREPOSITIONS else Role.PERSON
    if one.kind is Kind.DOCUMENT:
        return Role.NONE if prep in PREPOSITIONS - WITHIN else Role.IN_DOCUMENT
    is_masculine = article == "der" and bool(MASCULINE.search(one.low))
    # „das Programm der SPD“, „Wahlprogramm SPD“; „Sie von der SPD“
    if (
        left >= 0
        and words[left].is_capital
        and words[left].low not in NOT_SOMEBODY
        and not is_masculine
        and article in ("der", "des", "")
    ):
        return _of_noun(words, left, bool(article))
    if prep in ("von", "vom") and _has(words, PASSIVE) and not _may_have_party(words[left - 1 : left]):
        return Role.AGENT  # „gefordert wird von der SPD“
    if prep in ("dem", "das", "den", "die") and article in ("der", "des") and _has(words[:left], WITHIN):
        return Role.IN_DOCUMENT  # „im Programm der SPD, nicht in dem der CDU“
    if prep in ("von", "vom") and left >= 1 and (words[left - 1].is_capital or words[left - 1].low == "sie"):
        return _of_noun(words, left - 1, True)
    if prep in PREPOSITIONS | SOURCES:
        return _after_preposition(words, left, prep)
    is_object = article in ("dem", "den", "des") or (article == "der" and not is_masculine)
    return Role.OBJECT if is_object else Role.SUBJECT


def _is_denied(words: Words, left: int) -> bool:
    """„nicht die SPD“, „nicht im Programm der SPD“, „nicht einmal die SPD“; „nicht nur die SPD“ is one."""
    between = PREPOSITIONS | SOURCES | {"etwa", "einmal", "mehr", "länger"}
    return left >= 0 and (
        words[left].low in DENIALS
        or (left >= 1 and words[left].low in between and words[left - 1].low in DENIALS)
    )


def _may_have_party(before: Words) -> bool:
    """Of „Pläne von der SPD“ and „Sie von der SPD“, but not of „seit Jahren von der SPD“."""
    return any(
        word.low == "sie"
        or (
            word.is_capital
            and any(
                noun.fullmatch(word.low)
                for noun in (DOCUMENT_NOUN, SAID_NOUN, GROUP_NOUN, PERSON_NOUN, SOMEBODY_NOUN)
            )
        )
        for word in before
    )


def _article_before(words: Words, first: int) -> tuple[str, int]:
    """„die regierende SPD“: the article before a name, and where the word before both stands."""
    at = first - 1
    while at >= 0 and is_adjective(words[at]):
        at -= 1
    if at >= 0 and words[at].low in ARTICLES:
        return words[at].low, at - 1
    return "", first - 1


def _has(words: Words, these: Sequence[str] | frozenset[str]) -> bool:
    return any(word.low in these for word in words)


def _after_preposition(words: Words, at: int, prep: str) -> Role:
    """A source where it is one („laut SPD“), or where the verb makes it one („von der SPD heißt es“)."""
    if prep in SOURCES:  # „Beifall bei der SPD“ is none
        is_of_noun = prep in ("bei", "beim") and at >= 1 and words[at - 1].is_capital
        return Role.NONE if is_of_noun else Role.SOURCE
    if prep == "wie" and _has(words[:at], ("weder", "keine", "niemand")):
        return Role.SUBJECT  # „Weder SPD noch FDP gehen so weit wie die Linke“
    is_source = (
        (prep == "nach" and _has(words, ("geht", "ginge")))
        or (prep in ("von", "aus", "in") and any(IMPERSONAL.fullmatch(word.low) for word in words))
        or (prep == "für" and _has(words, HOLDS))
    )
    return Role.SOURCE if is_source else Role.NONE


def _of_noun(words: Words, noun: int, has_article: bool) -> Role:
    """„das Programm der SPD“, „der Chef der SPD“, „die Kritiker der SPD“, „Koalitionspartner FDP“."""
    word, at = words[noun], noun - 1
    while at >= 0 and (words[at].low in ARTICLES or is_adjective(words[at])):
        at -= 1
    prep = words[at].low if at >= 0 and words[at].kind is Kind.WORD else ""
    if _is_denied(words, at):
        return Role.DENIED
    is_beside = prep in PREPOSITIONS
    if word.low == "sie" or GROUP_NOUN.fullmatch(word.low):
        role = Role.SOURCE if prep in SOURCES else Role.SUBJECT
        return Role.NONE if is_beside and prep != "von" else role
    if DOCUMENT_NOUN.fullmatch(word.low) or SAID_NOUN.fullmatch(word.low):
        return Role.NONE if is_beside and prep not in WITHIN else Role.IN_DOCUMENT
    if is_beside:
        return Role.NONE
    if PERSON_NOUN.fullmatch(word.low):
        return Role.PERSON
    if not has_article:
        return Role.SUBJECT
    return Role.PERSON if noun and words[noun - 1].is_capital else Role.NONE  # „Lars Klingbeil von der SPD“


# --- who speaks in a clause ---------------------------------------------------------------------------------


def speaker_of(words: Words, is_label: bool = False) -> Speaker | None:
    """The subject of a clause, or its source; None where it has none. `is_label`: a colon follows."""
    mentions = read_mentions(words)
    sources = [one for one in mentions if one.role in (Role.SOURCE, Role.IN_DOCUMENT)]
    subjects = [one for one in mentions if one.role is Role.SUBJECT]
    persons = [one for one in mentions if one.role is Role.PERSON]
    says = any(STRONG.fullmatch(word.low) for word in words)
    if is_label and len(mentions) > 1 and _has(words[mentions[0].behind : mentions[-1].first], AGAINST):
        return Speaker(moeglich=tuple(dict.fromkeys(p for one in mentions for p in one.parteien)))
    if not is_label and not says and any(OBJECTS.fullmatch(word.low) for word in words):
        subjects, persons = [], []
    stranger = _before_all(stranger_of(words), sources, subjects, persons)
    quoting = next((n for n, word in enumerate(words) if word.low.startswith("zitier")), len(words))
    if (quoted := [one for one in subjects if one.first > quoting]) and (len(subjects) == 2 or stranger):
        subjects, stranger = quoted, None
    if stranger and stranger.is_source and stranger.is_sure:
        return Speaker(fremd=stranger.words)  # „Dem Mieterbund zufolge taugt das Programm der SPD wenig“
    if quoting < len(words) and not any(one.first > quoting for one in mentions):
        whom = noun_phrase(words, quoting + 1)
        if whom and whom.is_sure:
            return Speaker(fremd=whom.words)  # „Die SPD zitiert Ludwig Erhard“
    if agents := [one for one in mentions if one.role is Role.AGENT]:
        return _by_agent(words, agents[0], subjects, is_label or says)
    if sources:
        return _by_source(words, sources, subjects, stranger)
    if by_name := _person_with_party(words, mentions):
        return by_name
    if stranger and (stranger.is_sure or not subjects):
        return Speaker(fremd=stranger.words)
    if persons and (not subjects or persons[0].first < subjects[0].first):
        return Speaker(persons[0].parteien, person=_person_words(words, persons[0]))
    return Speaker(subjects[0].parteien) if subjects else None


def _before_all(
    stranger: "_Stranger | None",
    sources: Sequence[Mention],
    subjects: Sequence[Mention],
    persons: Sequence[Mention],
) -> "_Stranger | None":
    """Somebody else, where no party stands before; „Ein Sprecher der Grünen“ is theirs."""
    if stranger is None:
        return None
    parties = [one.first for one in (*sources, *subjects, *persons)]
    if parties and stranger.at > min(parties):
        return None
    is_of_party = bool(persons) and not subjects and persons[0].first - stranger.at <= 4
    return None if is_of_party else stranger


def _by_agent(words: Words, agent: Mention, subjects: Sequence[Mention], says: bool) -> Speaker | None:
    """„Von der SPD wird gefordert“; of „Die CDU wird von der SPD …“ without a participle nobody can tell."""
    if not says and any(OBJECTS.fullmatch(word.low) for word in words):
        return None
    if subjects and not any(PAST.fullmatch(word.text) for word in words[agent.behind :]):
        return Speaker(moeglich=tuple(dict.fromkeys((*subjects[0].parteien, *agent.parteien))))
    return Speaker(agent.parteien)


def _by_source(
    words: Words, sources: Sequence[Mention], subjects: Sequence[Mention], stranger: "_Stranger | None"
) -> Speaker:
    """„Laut SPD“, „im Programm der SPD“; where somebody else says it there, nobody can tell."""
    named = tuple(dict.fromkeys(p for one in sources for p in one.parteien))
    says = any(STRONG.fullmatch(word.low) for word in words)
    in_document = all(one.role is Role.IN_DOCUMENT for one in sources)
    is_read = in_document and any(IMPERSONAL.fullmatch(word.low) for word in words)
    if len({one.parteien for one in sources}) > 1:
        return Speaker(moeglich=named)
    if subjects and subjects[0].parteien != named and (says or not is_read):
        return Speaker(moeglich=tuple(dict.fromkeys((*subjects[0].parteien, *named))))
    return Speaker(fremd=stranger.words) if stranger and says and not in_document else Speaker(named)


def _person_with_party(words: Words, mentions: Sequence[Mention]) -> Speaker | None:
    """„Lars Klingbeil (SPD) sagte“: a name in capitals, and the party in brackets behind it."""
    for one in mentions:
        opened = one.first - 2 if words[one.first - 1].low in ("die", "der", "das") else one.first - 1
        if opened >= 1 and words[opened].text in "([" and words[opened - 1].is_capital:
            start = opened - 1
            while start > 0 and words[start - 1].is_capital:
                start -= 1
            party = as_written(words[opened + 1 : one.behind])
            return Speaker(one.parteien, person=f"{as_written(words[start:opened])} ({party})")
    return None


def _person_words(words: Words, one: Mention) -> str:
    """„SPD-Chefin Saskia Esken“."""
    start, behind = one.first, one.behind
    while start > max(0, one.first - 5) and (
        words[start - 1].is_capital or words[start - 1].low in ("von", *ARTICLES)
    ):
        start -= 1
    while behind < min(len(words), one.behind + 4) and words[behind].is_capital:
        behind += 1
    return as_written(words[start:behind])


@dataclass(frozen=True, slots=True)
class _Stranger:
    """`is_sure`: it is somebody; „Steuern will die SPD senken“ has a noun before its verb, too. `is_source`:
    „laut Mieterbund“, „dem Mieterbund zufolge“."""

    words: str
    at: int
    is_sure: bool
    is_source: bool = False


def stranger_of(words: Words) -> _Stranger | None:
    """Who says it and is no party: „der Kanzler sagt“, „sagte Thomas Müller“, „Die SPÖ schreibt“."""
    if words[0].low in DENIALS | {"niemand"}:
        return None  # „Keine Partei sagt es so klar wie die SPD“
    if words[0].low in ("laut", "gemäß", "bei", "beim") and (found := noun_phrase(words, 1)):
        if words[0].low in ("laut", "gemäß") or any(word.kind is Kind.STRANGER for word in words[1:3]):
            # „Bei den Gelben heißt es“; „Bei Verdacht heißt es bei der SPD“
            return replace(found, is_source=words[0].low in ("laut", "gemäß"))
    if found := _according_to(words):
        return found
    if (carrying := carrying_verb(words)) is not None:
        giver = (n for n in range(carrying + 1, len(words)) if words[n].low in ("von", "vom"))
        is_given = _has(words[carrying + 1 : carrying + 2], ("es",))  # „Lob gibt es vom Mieterbund“
        return noun_phrase(words, 1 + (next(giver, carrying) if is_given else carrying))
    verb = next((n for n, word in enumerate(words) if SAYS.fullmatch(word.text)), None)
    if verb is None:
        return _stranger_without_verb(words)
    start = 1 if words[0].low in SUBORDINATE | OPENERS else 0
    first = words[min(start, verb)]
    if start < verb and (first.is_capital or first.low in ARTICLES):
        return noun_phrase(words[:verb], start)
    return noun_phrase(words, verb + 1)


def _according_to(words: Words) -> _Stranger | None:
    """„Dem Mieterbund zufolge“."""
    at = next((n for n, word in enumerate(words) if word.low == "zufolge"), 0)
    if not at or words[at - 1].is_name:
        return None
    start = next((n for n in range(at - 1, -1, -1) if words[n].low in ARTICLES), at - 1)
    found = noun_phrase(words[:at], start)
    return replace(found, is_source=True) if found else None


def carrying_verb(words: Words) -> int | None:
    """The place of the verb in „Scharfe Kritik an der SPD übt“, „Widerspruch gegen die SPD meldet … an“."""
    noun = next((n for n, word in enumerate(words) if word.is_capital and (n or not _is_head(words))), None)
    if noun is None or not DEED.fullmatch(words[noun].low) or SOMEBODY_NOUN.fullmatch(words[noun].low):
        return None
    if any(word.low in ARTICLES or word.is_name for word in words[:noun]):
        return None
    if noun + 1 < len(words) and words[noun + 1].is_capital:
        return None  # „Stiftung Warentest macht …“
    verb = next((n for n in range(noun + 1, len(words)) if is_verb(words[n])), None)
    return verb if verb is not None and CARRIES.fullmatch(words[verb].low) else None


def _is_head(words: Words) -> bool:
    """„Scharfe Kritik“: a word before a noun that is written as one for standing first."""
    return len(words) > 1 and words[1].is_capital and words[0].low.endswith(("e", "er", "es", "en"))


def actor_of(words: Words) -> str:
    """„Die Zeitung fasst das Programm der SPD so zusammen“, „Ich schrieb Ihnen“: somebody else does so at its
    head; empty where nobody does."""
    if len(words) > 1 and words[0].low == "ich" and OWN_WORDS.fullmatch(words[1].low):
        return words[0].text
    start = 1 if words[0].low in ARTICLES else 0
    if len(words) <= start + 1 or not is_verb(words[start + 1]):
        return ""
    is_somebody = words[start].is_capital and SOMEBODY_NOUN.fullmatch(words[start].low)
    return as_written(words[: start + 1]) if is_somebody else ""


def _stranger_without_verb(words: Words) -> _Stranger | None:
    """„Der Kanzler:“, „so der Kanzler“, „heißt es bei Verdi“, „heißt es im Papier des Städtetags“."""
    for n, word in enumerate(words[:-2]):  # „heißt es in einem Gutachten“: in no party's programme
        if (
            word.low in WITHIN
            and words[n + 1].low in ("einem", "einer")
            and EXPERTISE.fullmatch(words[n + 2].low)
        ):
            return _Stranger(as_written(words[n : n + 3]), n, True)
    if head := next((n + 1 for n, word in enumerate(words) if word.low in ("so", "laut")), 0):
        if not any(is_verb(word) for word in words):
            return noun_phrase(words, head)
    elif len(words) <= 5 and all(word.kind in (Kind.WORD, Kind.STRANGER) for word in words):
        found = noun_phrase(words, 0)
        return found if found and found.is_sure else None
    for before, word in pairwise(words):
        if word.low in ("bei", "beim") and before.low in ("es", "heißt", "steht"):
            return noun_phrase(words, words.index(word) + 1)
    for n, word in enumerate(words[:-2]):
        is_document = word.is_capital and DOCUMENT_NOUN.fullmatch(word.low)
        if (
            is_document
            and words[n + 1].low in ("der", "des", "vom", "von")
            and _has(words[max(0, n - 3) : n], WITHIN)
        ):
            return noun_phrase(words, n + 1)
    return None


def noun_phrase(words: Words, start: int) -> _Stranger | None:
    """The noun that stands there with its article, where it may be somebody's name."""
    at, has_article = start, start < len(words) and words[start].low in ARTICLES
    at += has_article
    while at < len(words) and not words[at].is_capital:
        is_small = words[at].kind is Kind.WORD and words[at].text[0].islower()
        if (
            not (is_small or words[at].text in STRICHE)
            or words[at].low in PREPOSITIONS | SOURCES | NOT_SOMEBODY
        ):
            return None
        at += 1
    behind = at
    while behind < len(words) and not words[behind].is_name:
        is_between = words[behind].text in STRICHE or words[behind].low in ("von", "der", "des")
        if not words[behind].is_capital and not (
            is_between and behind + 1 < len(words) and words[behind + 1].is_capital
        ):
            break
        behind += 1
    named = [word for word in words[at:behind] if word.is_capital]
    if not named or words[at].low in NOT_SOMEBODY or _is_no_somebody(named):
        return None
    is_sure = (
        any(word.kind is Kind.STRANGER or SOMEBODY_NOUN.fullmatch(word.low) for word in named)
        or (len(named) == 1 and re.fullmatch("[A-ZÄÖÜ]{3,5}", named[0].text) is not None)
        or (len(named) >= 2 and not named[0].low.endswith(("e", "es", "er", "ung")))
    )
    return _Stranger(as_written(words[start if has_article else at : behind]), start, is_sure)


def _is_no_somebody(named: Words) -> bool:
    """„das Programm“, „das Versprechen“, „die Partei“."""
    head = named[0].low
    if re.search(f"[{STRICHE}]", head) and not SOMEBODY_NOUN.fullmatch(head):
        return True  # „Ein AfD-Verbot“
    if DOCUMENT_NOUN.fullmatch(head) or SAID_NOUN.fullmatch(head):
        return True
    is_group = len(named) == 1 and named[0].kind is not Kind.STRANGER and GROUP_NOUN.fullmatch(head)
    return bool(is_group) and not SOMEBODY_NOUN.fullmatch(head)

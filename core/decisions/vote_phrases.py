"""A sentence that tells a vote → who was with the result, who against it, who abstained.

„mit den Stimmen von A gegen die Stimmen von B bei Enthaltung von C“ is told from the result: where it is
„abgelehnt“, A voted no. „bei Zustimmung von A“ is told from what was put to the vote: A voted yes.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum

from core.decisions.fraktion_lists import Listed, read_list
from core.decisions.roster import Roster
from core.decisions.sides import Side


class VoteRole(Enum):
    WITH = "with the result"
    AGAINST = "against the result"
    YES = "yes"
    NO = "no"
    ABSTAINED = "abstained"
    ABSENT = "absent"
    COUNTER = "no, where it was adopted; else it may mean either"
    CONSENT = "yes, where it was adopted; else it may mean either"


ADOPTED = re.compile(
    r"\b(?:angenommen|beschlossen|zugestimmt|Annahme|anzunehmen|zuzustimmen|gebilligt|gefolgt"
    r"|verabschiedet|bestätigt"
    r"|Zustimmung (?:zu|empfohlen)|so beschlossen|eine Mehrheit gefunden|befürwortet)\b"
)
REJECTED = re.compile(
    r"\b(?:abgelehnt|Ablehnung (?=des|der|dieses|dieser|von (?:Antr|Gesetz)|empf|zu empf)"
    r"|abzulehnen|zurückgewiesen|Zurückweisung"
    r"|nicht angenommen|verworfen|nicht zugestimmt|keine Mehrheit|(?:dessen|deren|die) Ablehnung)\b"
)

STIMMEN = r"(?:die |den |der |das |einige |eine |einer |zwei |drei |vier |fünf |\d+ )?"
OPENERS = {
    VoteRole.AGAINST: (
        rf"gegen {STIMMEN}(?:Ja-?|Nein-?|Gegen-?)?(?:Stimmen?|Votum|Voten)\b|gegen (?=(?:die "
        rf"|den )?(?:Fraktion|Opposition|Koalition|Gruppe|⟦))"
    ),
    VoteRole.COUNTER: r"(?:bei|mit|unter|,) (?:\w+ )?Gegenstimmen?\b|bei Nein-?Stimmen?\b",
    VoteRole.CONSENT: r"mit Zustimmung\b",
    VoteRole.WITH: (
        r"(?:mit|unter|durch|auf) (?:(?:den|der|die|allen|dem|sämtlichen|überwältigender|großer"
        r"|breiter) )?(?:Ja-?)?(?:Stimmen(?:mehrheit)?|Mehrheit(?: der Stimmen)?|Votum)\b"
        r"|mit (?=(?:den |allen )?(?:übrigen|anderen|restlichen) Stimmen)|mit (?=allen Stimmen)"
    ),
    VoteRole.ABSTAINED: (
        r"(?:bei|unter|mit|und|sowie|,) (?:(?:einer|zwei|drei|vier|fünf|sechs|einigen|vereinzelten"
        r"|wenigen|der|den|\d+) )?(?:Stimm-?)?[Ee]nthaltung(?:en)?\b"
        r"|(?:Stimm)?[Ee]nthaltung(?:en)?:|(?:enthalten|der Stimme enthalten) (?:hat|haben) sich\b"
        r"|(?:hat|haben) sich enthalten\b(?=:)"
    ),
    VoteRole.YES: (
        r"(?:bei|unter) Zustimmung\b|(?:und|sowie|,) Zustimmung (?=durch|seitens|von|der|aus)"
        r"|\bdafür (?:haben |hat |stimmten |stimmte |waren |war |sind |ist )?(?:gestimmt )?"
        r"|\bdafür:|Ja-?Stimmen:|Zustimmung:|für den Antrag (?:stimmten?|haben|hat)\b"
    ),
    VoteRole.NO: (
        r"(?:bei|unter) Ablehnung\b|(?:und|sowie|,) Ablehnung (?=durch|seitens|(?:von|der"
        r"|aus) (?!Antr|Beschluss|Vorlage))|\bdagegen (?:haben |hat |stimmten |stimmte |waren "
        r"|war |sind |ist )?(?:gestimmt )?|\bdagegen:|Nein-?Stimmen:|Ablehnung:"
        r"|gegen den Antrag (?:stimmten?|haben|hat)\b"
    ),
    VoteRole.ABSENT: (
        r"(?:bei|in|und) (?:Abwesenheit|Nichtbeteiligung|Nichtteilnahme)\b|ohne (?:Beteiligung"
        r"|Mitwirkung|Anwesenheit)\b"
    ),
}
OPENER = re.compile("|".join(f"(?P<{role.name}>{words})" for role, words in OPENERS.items()), re.IGNORECASE)
CLOSER = re.compile(
    r"\b(?:angenommen|abgelehnt|beschlossen|zurückgewiesen|anzunehmen|abzulehnen|zuzustimmen"
    r"|empfohlen|gebilligt|verabschiedet|zugestimmt"
    r"|(?:die|eine|dessen|deren|zur) (?:unveränderte )?(?:Annahme|Ablehnung|Zustimmung)"
    r"|Annahme|Ablehnung des|empfiehlt|empfehlen|beschlossen|hat|haben|wurde|wurden|worden|ist"
    r"|sind|wird"
    r"|gestimmt|so|und ein(?:stimmig|vernehmlich)\w*|den Antrag|den Gesetzentwurf|den Entwurf"
    r"|die Vorlage|diese|dem Deutschen|dem Landtag|dem Plenum|der Antrag|der Gesetzentwurf"
    r"|zu empfehlen|damit|somit)\b|[;:]|\s[–—-]\s"
)
UNANIMOUS = re.compile(
    r"\b(?:einstimmig|einvernehmlich|einmütig|mit den Stimmen aller Fraktionen)\b", re.IGNORECASE
)
AS_BEFORE = re.compile(
    r"\b(?:gleiche[nrms]?|selbe[nrm]?|demselben|derselben|gleichlautend\w*"
    r"|vorherig\w*) (?:Stimm\w*|Mehrheit\w*|Abstimmung\w*|Ergebnis\w*)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Segment:
    """One part of a sentence: the role it gives to whom it lists, and its words."""

    role: VoteRole
    listed: Listed
    words: str


@dataclass(frozen=True, slots=True)
class Told:
    """How one Fraktion voted on what was put, as a sentence tells it."""

    partei: str
    side: Side
    words: str
    note: str = ""


def outcome(sentence: str) -> bool | None:
    """Was it adopted, as the sentence says? None where it says both or nothing."""
    positive = re.sub(r"\bnicht (?:angenommen|zugestimmt|gefolgt)", " ", sentence)
    adopted, rejected = ADOPTED.search(positive), REJECTED.search(sentence)
    return None if (adopted is None) == (rejected is None) else adopted is not None


def told(sentence: str, roster: Roster, adopted: bool | None) -> tuple[Told, ...]:
    """How each Fraktion voted, by the words of one sentence; those of whom it says nothing are left out."""
    found = _aligned(list(segments(sentence, roster)))
    if AS_BEFORE.search(sentence):
        return ()
    naming = {
        partei: [one for one in found if partei in one.listed.named]
        for partei in dict.fromkeys(p for one in found for p in one.listed.named)
    }
    by_partei = {partei: _side(partei, own, adopted) for partei, own in naming.items()}
    rest = _rest(found, sentence, roster, adopted)
    return tuple(by_partei.values()) + tuple(one for one in rest if one.partei not in by_partei)


def _aligned(found: list[Segment]) -> list[Segment]:
    """Beside „bei Zustimmung der …“ the „Gegenstimmen“ are noes, whatever the result was."""
    if not any(one.role is VoteRole.YES for one in found):
        return found
    return [replace(one, role=VoteRole.NO) if one.role is VoteRole.COUNTER else one for one in found]


def segments(sentence: str, roster: Roster) -> Iterator[Segment]:
    openers = list(OPENER.finditer(sentence))
    for index, match in enumerate(openers):
        end = openers[index + 1].start() if index + 1 < len(openers) else len(sentence)
        closer = CLOSER.search(sentence, match.end(), end)
        words = sentence[match.end() : closer.start() if closer else end]
        counted = (
            match[0] if re.search(r"\b(?:ein\w*|zwei|drei|vier|fünf|sechs|wenigen|\d+)\b", match[0]) else ""
        )
        role = VoteRole[match.lastgroup or ""]
        stop = match.end() + len(words)
        yield Segment(
            role,
            read_list(f"{counted} {words}" if counted else words, roster),
            sentence[match.start() : stop].strip(" ,–"),
        )


def _side(partei: str, naming: list[Segment], adopted: bool | None) -> Told:
    """A Fraktion has the side under which it is named as a whole, if that is one."""
    words = " … ".join(dict.fromkeys(one.words for one in naming))
    whole = {_role_side(one.role, adopted) for one in naming if partei in one.listed.whole}
    deviating = any(partei in one.listed.some for one in naming)
    if len(whole) == 1 and Side.UNKNOWN not in whole:
        note = "Einzelne Abgeordnete stimmten anders." if deviating else ""
        return Told(partei, whole.pop(), words, note)
    shares = {_role_side(one.role, adopted) for one in naming if partei in one.listed.parts}
    if not whole and len(shares - {Side.UNKNOWN}) > 1:
        return Told(partei, Side.SPLIT, words)
    return Told(partei, Side.UNKNOWN, words, _why(whole, naming))


def _why(whole: set[Side], naming: list[Segment]) -> str:
    if any(one.role is VoteRole.ABSENT for one in naming):
        return "Die Fraktion war abwesend oder nahm nicht teil."
    if len(whole) > 1:
        return "Der Satz nennt die Fraktion auf mehreren Seiten."
    if any(not one.listed.is_understood for one in naming):
        return "Ein Teil des Satzes wurde nicht verstanden."
    return "Der Satz lässt sich auf zwei Weisen lesen." if whole else "Nur einzelne Stimmen sind genannt."


def _role_side(role: VoteRole, adopted: bool | None) -> Side:
    match role:
        case VoteRole.YES:
            return Side.YES
        case VoteRole.NO:
            return Side.NO
        case VoteRole.ABSTAINED:
            return Side.ABSTAINED
        case VoteRole.COUNTER if adopted:
            return Side.NO
        case VoteRole.CONSENT if adopted:
            return Side.YES
        case VoteRole.WITH if adopted is not None:
            return Side.YES if adopted else Side.NO
        case VoteRole.AGAINST if adopted is not None:
            return Side.NO if adopted else Side.YES
    return Side.UNKNOWN


def _rest(found: list[Segment], sentence: str, roster: Roster, adopted: bool | None) -> Iterator[Told]:
    """„die übrigen Fraktionen“, „einstimmig“: all that sit there and are not named."""
    collective = [(one.role, one.words) for one in found if one.listed.rest or one.listed.everyone]
    with_some = any(one.role in (VoteRole.WITH, VoteRole.AGAINST) and one.listed.named for one in found)
    if (unanimous := UNANIMOUS.search(sentence)) and not with_some:
        collective.append((VoteRole.WITH, unanimous[0]))
    sides = {_role_side(role, adopted) for role, _ in collective}
    if len(sides) != 1 or not all(one.listed.is_understood for one in found):
        return
    named = {partei for one in found for partei in (*one.listed.named, *one.listed.outside)}
    side = sides.pop()
    for partei in roster.fraktionen:
        if partei not in named and side is not Side.UNKNOWN:
            yield Told(partei, side, collective[0][1])

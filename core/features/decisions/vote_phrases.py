"""The words of a vote: whom a list names, who was on which side, and what was put to the vote."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from core.antrag.antrag import plain_number
from core.features.decisions.decision import Side, VotedOn
from core.features.decisions.fraktionen import Roster

# --- „der Fraktionen der CDU/CSU und SPD“, „der Koalition und der AfD“, „der übrigen Fraktionen“ → whom -----
# A list is understood when nothing is left of it once the names and the words around them are taken out.

MARK = re.compile(r"⟦(\d+)⟧")
COALITION = re.compile(
    r"\b(?:Koalitions[- ]?(?:fraktionen|parteien|koalition)|Regierungskoalition|Koalition(?:äre)?"
    r"|(?:die )?Koalition tragenden (?:Fraktionen|Parteien)|(?:Große|große|Großen|großen) Koalition)\b"
)
RULING = re.compile(
    r"\b(?:Regierungs[- ]?(?:fraktion(?:en)?|partei(?:en)?)"
    r"|(?:die )?Regierung tragenden (?:Fraktionen|Parteien)"
    r"|regierungstragenden Fraktionen)\b"
)
OPPOSITION = re.compile(
    r"\b(?:(?:gesamten |ganzen |vereinigten )?Opposition(?:s[- ]?(?:fraktionen|parteien))?)\b"
)
REST = re.compile(
    r"\b(?:(?:aller|allen|[Aa]lle|sämtlicher|der|den|[Dd]ie|des)? ?(?:übrigen|anderen|restlichen"
    r"|verbleibenden|sonstigen|weiteren) "
    r"(?:Fraktionen(?: und Gruppen| des Hauses)?|Stimmen(?: des Hauses)?|Hauses|Mitglieder(?:n)? des Hauses)"
    r"|(?:aller|sämtlicher) (?:anderer|anderen|übrigen) (?:Fraktionen|Abgeordneten)"
    r"|(?:de[rsnm] )?Rest(?:es)? des (?:ganzen )?Hauses"
    r"|übrigen? Haus(?:es)?|(?:des )?Hauses im Übrigen|im Übrigen)\b"
)
ALL = re.compile(
    r"\b(?:(?:aller|allen|alle|sämtlicher|sämtliche|sämtlichen) (?:im Hause? vertretenen )?"
    r"(?:Fraktionen(?: und Gruppen| des Hauses)?|Mitglieder des (?:Hauses|Ausschusses))"
    r"|(?:des )?(?:ganzen|gesamten) Haus(?:es)?|(?:gesamte|ganze|komplette) Haus)\b"
)
WITHOUT = re.compile(r"\b(?:außer|ohne|mit Ausnahme|ausgenommen|bis auf|ausschließlich)\b")
NO_NAME = (
    r"(?!Fraktion|Gruppe|Teil|Mehrheit|Minderheit|Hälfte|Großteil|Einzel|Einig|Mitglied|Abgeordnete|Kolleg"
    r"|Stimm|Enthaltung|Vertreter|Rest|Koalition|Opposition|Regierung)"
)
"""Behind a deputy's name „und Teile der SPD“ goes on with no second name."""

PERSON = re.compile(
    r"\b(?:(?:des|der|dem|vom|von|einem?|einer|eines|beiden|zwei|drei|den|die|fraktionslosen?)\s+)*"
    r"(?:fraktionslosen?\s+|parteilosen?\s+)?(?:Abgeordneten?|Abg\.|Kolleg(?:e|en|in|innen)|Mitglieds?)\s+"
    r"(?!der\b|des\b|aus\b|von\b|und\b|⟦)(?:(?:Dr|Prof)\.\s*)*[A-ZÄÖÜ][\w.-]+(?:\s+[A-ZÄÖÜ][\w.-]+){0,3}"
    r"(?:\s*[(\[]\s*(?:⟦\d+⟧|fraktionslos|[^()⟦\[\]]{0,30})\s*[)\]])?"
    rf"(?:(?:,|\s+und|\s+sowie)\s+{NO_NAME}[A-ZÄÖÜ][a-zäöüß]+\b)*"
)
NO_FRAKTION = re.compile(
    r"\b(?:(?:des|der|die|den|dem|eines|einer|beiden|zweier|zwei)\s+)*(?:fraktionslose[nrs]?|parteilose[nrs]?)\s+"
    r"(?:Abgeordnete[nr]?|Mitglied(?:er|s)?|Kolleg\w+)(?!\s+[A-ZÄÖÜ])|\bFraktionslosen?\b"
)
EACH_OF = re.compile(
    r"\b(?:der|die|den|des) (?:Abgeordneten|Ausschussmitglied(?:er|ern|es|s)?) "
    r"(?=(?:der|des|von|dem)\s+(?:Fraktion(?:en)?\s+(?:der\s+|des\s+|von\s+)?)?⟦)"
)
"""„die Stimmen der Abgeordneten der ⟦0⟧“ are all of them."""

UNGROUPED = re.compile(
    r"\b(?:der|die|den) Abgeordneten des Zusammenschlusses der\s+⟦\d+⟧"
    r"|\b(?:(?:der|die|den|dem|des|beiden|beide) )*fraktionslose[nrs]? (?:Abgeordneten?|Kollegen?)"
    rf"(?:(?: |, | und | sowie )(?:(?:Dr|Prof)\.\s*|von |zu )*{NO_NAME}[A-ZÄÖÜ][\w-]*[a-zäöüß]\b)+"
)
"""Deputies beside the Fraktionen, by name: „den beiden fraktionslosen Abgeordneten von Au und Dr. Ost“."""

FROM_WHOLE = re.compile(r"\b([Dd]ie Stimmen) aus (?=de[rn] Fraktion)")
"""So Thüringen says it of a whole Fraktion; „Stimmen aus der Fraktion“ are some there, too."""

SOME = re.compile(
    r"\b(?:ein(?:e[rsnm]?)?|einig(?:e[rn]?)|einzeln(?:e[rn]?)|vereinzelt(?:e[rn]?)"
    r"|wenig(?:e[rn]?)|mehrer(?:e[rn]?)|viel(?:e[rn]?)"
    r"|manch(?:e[rn]?)|zwei(?:er)?|drei(?:er)?|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf"
    r"|(?<![⟦\d])\d+|Teil(?:e[n]?|s)?|teilweise"
    r"|Mehrheit|Großteil|Hälfte|Minderheit|etliche[rn]?|Mitglied(?:er|s|ern)?|Abgeordnete[rn]?"
    r"|aus(?: den Reihen)?|unterschiedlich\w*|anwesenden?)\b"
)
PARTS = re.compile(
    r"\b(?:Teil(?:e|en|s)?|teilweise|Mehrheit|Großteil|Hälfte|unterschiedlich\w*|Minderheit)\b"
)
FILLER = re.compile(
    r"\b(?:und|sowie|auch|der|die|das|den|des|dem|von|vom|durch|seitens|beiden|bei|auf Seiten"
    r"|aufseiten|die|Fraktion(?:en)?"
    r"|Gruppen?|Partei(?:en)?|Stimmen?|als auch|sowohl|wie|ebenso|jeweils|Damen|Herren"
    r"|Kolleginnen|Kollegen|Landtags|Bürgerschafts)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Listed:
    """`whole` Fraktionen, those of which only `some` are named, `parts` of which a share is; `outside` are
    those that are excepted from the rest, `left` the words that were not understood."""

    whole: tuple[str, ...] = ()
    some: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    outside: tuple[str, ...] = ()
    rest: bool = False
    everyone: bool = False
    left: str = ""

    @property
    def named(self) -> tuple[str, ...]:
        return (*self.whole, *self.some)

    @property
    def is_understood(self) -> bool:
        return not self.left


def read_list(text: str, roster: Roster) -> Listed:
    """Whom a list names; where a word of it is not understood, nobody is taken as whole."""
    masked, parteien = _masked(text, roster)
    if roster.land == "TH":
        masked = FROM_WHOLE.sub(r"\1 ", masked)
    masked = NO_FRAKTION.sub(" ", PERSON.sub(" ", EACH_OF.sub("", UNGROUPED.sub(" ", masked))))
    if without := WITHOUT.search(masked):
        return _all_but(masked[: without.start()], masked[without.end() :], parteien)
    everyone, rest = ALL.search(masked) is not None, REST.search(masked) is not None
    plain = REST.sub(" ", ALL.sub(" ", masked))
    some = SOME.search(plain)
    border = some.start() if some else len(plain)
    found = [(match.start(), parteien[int(match[1])]) for match in MARK.finditer(plain)]
    left = re.sub(r"[\s,.–;:()’'\"„“-]+", " ", FILLER.sub(" ", SOME.sub(" ", MARK.sub(" ", plain)))).strip()
    whole = tuple(partei for at, partei in found if at < border)
    partial = tuple(partei for at, partei in found if at >= border)
    if left:
        return Listed((), tuple(partei for _, partei in found), (), (), rest, everyone, left)
    parts = partial if some and PARTS.search(plain, border) else ()
    return Listed(whole, partial, parts, (), rest, everyone)


def _all_but(before: str, behind: str, parteien: list[str]) -> Listed:
    """„aller Fraktionen mit Ausnahme der AfD“: the rest, once the others are named."""
    left = FILLER.sub(" ", MARK.sub(" ", f"{REST.sub(' ', ALL.sub(' ', before))} {behind}")).strip(" ,.–")
    others = tuple(parteien[int(match[1])] for match in MARK.finditer(behind))
    known = (ALL.search(before) or REST.search(before)) and not MARK.search(before) and not left
    return Listed(outside=others, rest=True) if known and others else Listed(some=others, left=left or before)


def _masked(text: str, roster: Roster) -> tuple[str, list[str]]:
    """The text with a mark for every party; „Koalition“ is as many marks as it has Fraktionen."""
    parteien: list[str] = []

    def marks(*found: str) -> str:
        parteien.extend(found)
        first = len(parteien) - len(found)
        return " ".join(f"⟦{first + index}⟧" for index in range(len(found)))

    def one(match: re.Match[str]) -> str:
        partei = roster.find(match[0])
        return f" {marks(partei)} " if partei else match[0]

    masked = roster.names.sub(one, text)
    meant = ((COALITION, roster.partners), (RULING, roster.coalition), (OPPOSITION, roster.opposition))
    for pattern, members in meant:
        if members:
            masked = pattern.sub(lambda _, those=members: f" {marks(*those)} ", masked)  # type: ignore[misc]
    return masked, parteien


# --- a sentence that tells a vote → who was with the result, who against it, who abstained -----------------
# „mit den Stimmen von A gegen die Stimmen von B bei Enthaltung von C“ is told from the result: where it is
# „abgelehnt“, A voted no. „bei Zustimmung von A“ is told from what was put to the vote: A voted yes.


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
    r"\b(?:abgelehnt|(?<!bei )Ablehnung "
    r"(?=des|der(?! Fraktion)|dieses|dieser|von (?:Antr|Gesetz)|empf|zu empf)"
    r"|abzulehnen|zurückgewiesen|Zurückweisung"
    r"|nicht (?:angenommen|beschlossen|gefolgt|zugestimmt)|verworfen|keine Mehrheit"
    r"|(?:dessen|deren|die) Ablehnung)\b"
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
        r"|breiter) )?(?:Ja-?|Nein-?)?(?:Stimmen(?:mehrheit)?|Mehrheit(?: der Stimmen)?|Votum)\b"
        r"|mit (?=(?:den |allen )?(?:übrigen|anderen|restlichen) Stimmen)|mit (?=allen Stimmen)"
    ),
    VoteRole.ABSTAINED: (
        r"(?:bei|unter|mit|und|sowie|,) "
        r"(?:(?:einer|zwei|drei|vier|fünf|sechs|einigen|vereinzelten|gleichzeitiger"
        r"|wenigen|der|den|\d+) )?(?:Stimm-?)?[Ee]nthaltung(?:en)?\b"
        r"|(?:Stimm)?[Ee]nthaltung(?:en)?:|(?:enthalten|der Stimme enthalten) (?:hat|haben) sich\b"
        r"|(?:hat|haben) sich enthalten\b(?=:)"
    ),
    VoteRole.YES: (
        r"(?:bei|unter) (?:Zustimmung|Ja-?[Ss]timmen)\b"
        r"|(?:und|sowie|,) Zustimmung (?=durch|seitens|von|der|aus|aller|sämtlicher)"
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
    r"|empfohlen|gebilligt|verabschiedet|zugestimmt|gefolgt|mehrheitlich"
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
CAST = {
    VoteRole.YES: re.compile(r"\bJa-?stimm", re.IGNORECASE),
    VoteRole.NO: re.compile(r"\bNein-?stimm", re.IGNORECASE),
}
"""They are ayes and noes to what was put, whatever came of it."""

NO_MAJORITY = re.compile(
    r"\b(?:keine (?:\w+ )?Mehrheit|nicht die (?:\w+ )?Mehrheit|trotz"
    r"|nicht (?:angenommen|beschlossen|gefolgt|zugestimmt))\b"
)
"""„mit den Stimmen der CDU keine Mehrheit gefunden“: those were ayes, or they made the result; who knows."""

NONE_BESIDE = re.compile(
    r"\b(?:ohne|(?:bei )?keine[rn]?|(?:bei )?null) (?:Stimm)?(?:Enthaltung|Gegenstimme)(?:en|n)?\b",
    re.IGNORECASE,
)
BESIDE = re.compile(
    r"enthaltung|\benthalten\b|\benthielt|Gegenstimm|Abwesenheit|\babwesend"
    r"|Nicht(?:beteiligung|teilnahme)|\bohne (?:Beteiligung|Mitwirkung|Anwesenheit)"
    r"|\bnicht\b[^.;]{0,40}\b(?:teil|teilgenommen|teilnahm\w*|beteiligt\w*|anwesend"
    r"|mitgestimmt|zugegen|im Saal)\b",
    re.IGNORECASE,
)
"""Who did not vote with the others where it was „einstimmig“."""

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


ACTIVE = re.compile(
    r"^\W*(?:(?:Ich stelle fest,|Damit|Somit|Dann) )?(?:dass )?"
    r"(?:die Bürgerschaft|der Landtag)\b(?: \(Landtag\))? "
    r"(?:(?P<no>lehnt\b[^.;]{1,200}\bab)|(?P<yes>stimmt\b[^.;]{1,200}\bzu|beschließt\b|nimmt\b[^.;]{1,200}\ban))\b",
    re.IGNORECASE,
)
ORDINAL = re.compile(
    r"^\W*(?:(?:Das|Die) )?(?:(?P<first>Erste(?:re|res)?)|(?P<second>Zweite|Letzte|Letzteres?))"
    r" war(?:en)? (?:klar |eindeutig |eine |knapp )?die Mehrheit\b",
    re.IGNORECASE,
)
"""So Niedersachsen and Berlin say a result: the ayes were asked for first."""

FOLLOWS = re.compile(
    r"(?P<first>[Ee]mpfehlung\b.*?\b(?:angenommen|gefolgt|zugestimmt))\b"
    r",? und (?:damit |somit )?(?:ist )?d(?:er|ie|as)\b.*"
)
"""„… die Empfehlung angenommen und der Antrag abgelehnt“: what was voted on stands first."""


def outcome(sentence: str) -> bool | None:
    """Was it adopted, as the sentence says? None where it says both or nothing."""
    if active := ACTIVE.match(sentence):
        return active["no"] is None
    if ordinal := ORDINAL.match(sentence):
        return ordinal["first"] is not None
    sentence = FOLLOWS.sub(r"\g<first>", sentence)
    positive = re.sub(r"\bnicht (?:angenommen|zugestimmt|gefolgt|beschlossen)", " ", sentence)
    adopted, rejected = ADOPTED.search(positive), REJECTED.search(sentence)
    return None if (adopted is None) == (rejected is None) else adopted is not None


def told(sentence: str, roster: Roster, adopted: bool | None) -> tuple[Told, ...]:
    """How each Fraktion voted, by the words of one sentence; those of whom it says nothing are left out."""
    found = list(segments(sentence, roster))
    if any(one.role is VoteRole.YES for one in found):
        # Beside „bei Zustimmung der …“ the „Gegenstimmen“ are noes, whatever the result was.
        found = [replace(one, role=VoteRole.NO) if one.role is VoteRole.COUNTER else one for one in found]
    found = [replace(one, role=role) for one, role in zip(found, _by_result(found, sentence), strict=True)]
    if AS_BEFORE.search(sentence):
        return ()
    naming = {
        partei: [one for one in found if partei in one.listed.named]
        for partei in dict.fromkeys(p for one in found for p in one.listed.named)
    }
    by_partei = {partei: _side(partei, own, adopted) for partei, own in naming.items()}
    rest = _rest(found, sentence, roster, adopted)
    return tuple(by_partei.values()) + tuple(one for one in rest if one.partei not in by_partei)


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
        if cast := [side for side, words in CAST.items() if words.search(match[0])]:
            role = cast[0]
        stop = match.end() + len(words)
        yield Segment(
            role,
            read_list(f"{counted} {words}" if counted else words, roster),
            sentence[match.start() : stop].strip(" ,–"),
        )


def _by_result(found: Sequence[Segment], sentence: str) -> list[VoteRole]:
    """The roles; „mit“ and „gegen“ lose theirs in a rejection where they may speak of what was put."""
    is_open = NO_MAJORITY.search(sentence) or any(
        words.search(one.words) for one in found for words in CAST.values()
    )
    either = {VoteRole.WITH: VoteRole.CONSENT, VoteRole.AGAINST: VoteRole.COUNTER} if is_open else {}
    return [either.get(one.role, one.role) for one in found]


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
        if not _all_beside_are_named(found, sentence):
            for partei in roster.fraktionen:
                yield Told(partei, Side.UNKNOWN, unanimous[0], BESIDE_UNNAMED)
            return
        collective.append((VoteRole.WITH, unanimous[0]))
    sides = {_role_side(role, adopted) for role, _ in collective}
    if len(sides) != 1 or not all(one.listed.is_understood for one in found):
        return
    named = {partei for one in found for partei in (*one.listed.named, *one.listed.outside)}
    side = sides.pop()
    for partei in roster.fraktionen:
        if partei not in named and side is not Side.UNKNOWN:
            yield Told(partei, side, collective[0][1])


BESIDE_UNNAMED = "Der Satz sagt nicht, aus welchen Fraktionen sich jemand enthielt oder fehlte."


def _all_beside_are_named(found: Sequence[Segment], sentence: str) -> bool:
    """„bei mehreren Enthaltungen einstimmig“: who is not with the others may be of any Fraktion."""
    beside = BESIDE.findall(NONE_BESIDE.sub(" ", sentence))
    roles = (VoteRole.ABSTAINED, VoteRole.ABSENT, VoteRole.COUNTER, VoteRole.NO)
    return len(beside) <= sum(one.role in roles and bool(one.listed.named) for one in found)


# --- what is put to the vote: the words of the chair → which paper, and whether „yes“ means the paper itself
# A „yes“ to a recommendation to reject is a „no“ to the motion. A vote on an amendment, on a part, or on a
# bill as a committee changed it is no vote on the paper as it was moved.

NUMBER = re.compile(r"(?<![\d/(])(\d{1,2}) ?/ ?(\d{1,6})(?! ?/|\d)")
LISTED = re.compile(r"^(?:\s|,|und|sowie|bis|Nr\.|\(neu\)|Drucksachen?|Drs\.|\d\.\d)*$")
RECOMMENDATION, OTHER = "Empfehlung", "anderes"

KINDS = {
    RECOMMENDATION: (
        r"(?:Beschlusse|Ausschusse|Überweisungse|[Ee])mpfehlung(?:en)?|(?:Ausschuss)?votums?"
        r"|Beschlussvorschlag(?:s|es)?|Beschlußempfehlung"
    ),
    "Änderungsantrag": r"(?:Änderungs|Abänderungs|Ergänzungs)antr(?:ag|ags|age|ages|äge|ägen)",
    "Entschließungsantrag": r"Entschließungsantr(?:ag|ags|ages|äge|ägen)|Entschließung(?:en)?",
    "Alternativantrag": r"Alternativantr(?:ag|ags|ages|äge|ägen)",
    "Antrag": r"(?:Dringlichkeits|Sach|Plenar|Dringliche[rn] )?[Aa]ntr(?:ag|ags|ages|äge|ägen)",
    "Gesetzentwurf": r"Gesetz(?:es)?entw(?:urf|urfs|urfes|ürfe|ürfen)|Gesetz(?:es)?\b",
    OTHER: (
        r"Überweisung\w*|Ausschussüberweisung|Wahlvorschl\w+|Tagesordnung|Geschäftsordnung\w*"
        r"|Absetzung|Vertagung|Aufsetzung|Einspruch\w*|Dringlichkeit\b|Unterbrechung|Redezeit\w*|Rednerliste"
        r"|(?:sofortige|namentliche|geheime|direkte) Abstimmung|Schluss der (?:Debatte|Aussprache|Beratung)"
        r"|Herbeirufung|Beschlussfähigkeit"
    ),
}
KIND = re.compile("|".join(f"(?P<k{index}>\\b(?:{words})\\b)" for index, words in enumerate(KINDS.values())))
NAMES = tuple(KINDS)

REJECT = re.compile(r"\b(?:ablehn\w*|Ablehnung|abzulehnen|zurückzuweisen|Zurückweisung)\b")
ADOPT = re.compile(r"\b(?:Annahme|anzunehmen|zuzustimmen|Zustimmung|zu beschließen|unverändert\w*)\b")
AMENDED = re.compile(
    r"\b(?:Ausschussfassung|[Ff]assung|Maßgabe|geändert\w*"
    r"|(?:mit|unter) (?:(?:der|den|einer|folgende[rn]?) (?:\w+ ){0,5})?Änderung(?:en)?)\b"
)
UNCHANGED = re.compile(r"\b(?:in )?unveränderte[rn]? (?:Fassung|Form)\b|Fassung der Drucksache")
NEGATED = re.compile(
    r"\b(?:nicht|kein\w*)\b[^,.;]{0,60}\b(?:anzunehmen|zuzustimmen|abzulehnen|zurückzuweisen"
    r"|zu (?:beschließen|folgen)|angenommen|zugestimmt|abgelehnt|Annahme|Zustimmung|Ablehnung)\b"
    r"|\b(?:Annahme|Zustimmung|Ablehnung)\b[^,.;]{0,60}\b(?:nicht|versag\w+|verweiger\w+|abzuraten)\b"
    r"|\b(?:zu versagen|zu verweigern)\b"
)
"""„den Antrag nicht anzunehmen“ is no adoption; whether it is a rejection is not for us to say."""

TITLED = re.compile(r"„[^“”]{1,300}[“”]|\"[^\"]{1,300}\"|»[^«]{1,300}«")
ELSEWHERE = re.compile(
    r"\b(?:für erledigt|Erledigung|Kenntnis\w*|erledigt|einer? Entschließung|überweisen"
    r"|zurücküberweisen|vertagen)\b"
)
PART = re.compile(
    r"\b(?<!-)(?:Nummern?|Nr\.|Ziffern?|Absatz|Absätze|Artikel|Abschnitt|Punkte?|Teil|Einzelplan"
    r"|Satz|Sätze|Spiegelstrich\w*"
    r"|Kapitel|Überschrift|Buchstaben?) (?:\d|[IVX]+\b|[a-z]\b)(?!\)? seiner| der Beschluss"
    r"|\w* der Tagesordnung| empfiehlt| (?:der|dieser|seiner) Beschlussempf)"
    r"|\b(?:Begründung des|Überschrift des|ersten? Teil|zweiten? Teil|Feststellungsteil"
    r"|Forderungsteil|getrennt)\b"
)
MOVED = re.compile(
    r"\b(?:beantrag\w*|verlang\w*|wünsch\w*|fordert|(?:will|wollen|möchten?), dass"
    r"|Antrag,? (?:auf (?!Drucksache|Drs)|[^.]{0,80}\bzu \w+en\b))"
)
PROCEDURE = re.compile(
    r"\b(?:vertag\w*|unterbrech\w*|Unterbrechung|Redezeit\w*|Rednerliste|abzusetzen|absetzen|Absetzung"
    r"|aufzusetzen|Aufsetzung|von der Tagesordnung|herbei(?:zu)?\w+|Herbeirufung|Beschlussfähigkeit"
    r"|Schluss der (?:Debatte|Aussprache|Beratung)|auszuschließen|Sitzung|[Öö]ffentlichkeit|zu verlängern"
    r"|\w*[Üü]berweisung|überweisen|zu überweisen|dritte Beratung|erschein\w*|Anwesenheit)\b"
)
CALLING = re.compile(
    r"^\W*(?:(?:Und|Nun|Jetzt|Dann) )?(?:Wer|Welche|Gegen|Ich bitte|Darf ich|Gibt es|Möchte)\b|zeichen\b|\?$"
)
TOLD_IN_CALL = re.compile(
    r"[Ee]mpfehlung\b[^?]{0,160}?(?:, (?:den|die|das)\b[^?]{0,200}?(?:abzulehnen|anzunehmen)"
    r"| (?:folgen|zustimmen) und (?:damit |somit )?(?:den|die|das)\b[^?]{0,200}?(?:ablehnen|annehmen)\b"
    r"|auf (?:Ablehnung|Annahme)\b)"
)
BESIDE_PAPER = re.compile(
    r"\b(?:Änderungs|Abänderungs|Ergänzungs|Entschließungs|Alternativ|Geschäftsordnungs)antr(?:ag|äge)\w*"
    r"|[Üü]berweisung|\b(?:zurück)?überw[ei]+sen\b|\bzu überweisen\b|\bfür erledigt\b|[Vv]ertag\w"
    r"|\bWer unterstützt\b"
)
ASKS = re.compile(r"bstimm|Wer |stimmt|stimmen|bitte")
LETTER = re.compile(r"\b(?:[Uu]nter|[Zz]u) (?:dem |den )?Buchstaben? [a-z]\b")


BESIDE_REASON = (
    "Davor ging es auch um einen Änderungsantrag, eine Überweisung oder Ähnliches; worüber abgestimmt wurde, "
    "ist offen."
)
NEGATED_REASON = "Die Empfehlung ist verneint; was sie für die Vorlage bedeutet, wird nicht gedeutet."


@dataclass(frozen=True, slots=True)
class Mention:
    """Numbers that are named together, and the kind of paper that they are said to be."""

    kind: str
    numbers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Put:
    """What the vote is on, for one Drucksache. `reason`: why that is not certain."""

    voted_on: VotedOn
    reason: str = ""


def numbers_in(text: str) -> tuple[str, ...]:
    return tuple(plain_number(match[0]) for match in NUMBER.finditer(text))


def kinds_in(text: str) -> list[tuple[int, str]]:
    """Where which kinds of papers are named."""
    return [(m.start(), NAMES[int((m.lastgroup or "k0")[1:])]) for m in KIND.finditer(text)]


def mentions(sentence: str) -> Iterator[Mention]:
    """The numbers of a sentence, each with the kind of paper that is named last before it."""
    kinds = kinds_in(sentence)
    group: list[str] = []
    kind, end = "", 0
    for match in NUMBER.finditer(sentence):
        named = next((name for at, name in reversed(kinds) if at < match.start()), "")
        if group and (named != kind or not LISTED.match(sentence[end : match.start()])):
            yield Mention(kind, tuple(group))
            group = []
        kind, end = named, match.end()
        group.append(plain_number(match[0]))
    if group:
        yield Mention(kind, tuple(group))


def is_negated(sentence: str) -> bool:
    """„Nicht“ in a paper's title and „keine Enthaltungen“ negate nothing of what is recommended."""
    return NEGATED.search(NONE_BESIDE.sub(" ", TITLED.sub(" ", sentence))) is not None


def recommended(sentence: str) -> VotedOn:
    """What a recommendation wants done with the one paper that it names."""
    if is_negated(sentence):
        return VotedOn.UNKNOWN
    plain = UNCHANGED.sub(" ", sentence)
    reject, adopt = REJECT.search(plain), ADOPT.search(sentence)
    if ELSEWHERE.search(sentence) or (reject and adopt):
        return VotedOn.OTHER
    if reject:
        return VotedOn.REJECTION
    if AMENDED.search(plain):
        return VotedOn.AMENDED
    return VotedOn.ADOPTION if adopt else VotedOn.UNKNOWN


def moved_meanwhile(block: Sequence[str]) -> bool:
    """Was something moved on how to proceed? „Dieser Antrag“ may then be that motion."""
    return any(MOVED.search(sentence) and PROCEDURE.search(sentence) for sentence in block)


def put_for(drucksache: str, kind: str, block: Sequence[str], result: str) -> Put | None:
    """What a vote on a paper of this kind, called for in these sentences, is for the Drucksache."""
    if kind == OTHER:
        return None
    own = numbers_in(result)
    if kind == RECOMMENDATION:
        return _of_recommendation(drucksache, block)
    said = [one for sentence in (*block, result) for one in mentions(sentence) if one.kind in (kind, "")]
    if own:
        said = [one for one in said if set(one.numbers) & set(own)]
    latest = _latest(block, kind) if not own else said
    if not any(drucksache in one.numbers for one in latest):
        return None
    groups = {one.numbers for one in latest}
    are_several = len(groups) > 1 or (kind == "Antrag" and any(len(numbers) > 1 for numbers in groups))
    if are_several and not re.search(r"\b(?:Anträge|Gesetzentwürfe|[Bb]eide)\b", result):
        return Put(VotedOn.UNKNOWN, "Vor der Abstimmung sind mehrere Vorlagen genannt.")
    if kind in ("Antrag", "Gesetzentwurf") and _is_beside(drucksache, block, result):
        return Put(VotedOn.UNKNOWN, BESIDE_REASON)
    near = [sentence for sentence in block[-12:] if not LETTER.search(sentence)]
    calls = [sentence for sentence in near if re.search(r"bstimm|Wer |stimmt|bitte", sentence)]
    if any(PART.search(sentence) for sentence in (*calls, result)):
        return Put(VotedOn.PART, "Abgestimmt wurde über einen Teil der Vorlage.")
    if any(AMENDED.search(UNCHANGED.sub(" ", sentence)) for sentence in (*near, result)):
        return Put(VotedOn.AMENDED, "Abgestimmt wurde über eine geänderte Fassung.")
    return Put(VotedOn.ITSELF)


def _is_beside(drucksache: str, block: Sequence[str], result: str) -> bool:
    """May an amendment to the paper or a referral of it have been put? Not where it is called for itself."""
    if BESIDE_PAPER.search(result):
        return True
    own = [
        place
        for place, sentence in enumerate(block)
        if ASKS.search(sentence) and drucksache in numbers_in(sentence) and not BESIDE_PAPER.search(sentence)
    ]
    return any(BESIDE_PAPER.search(sentence) for sentence in block[own[-1] if own else 0 :])


def _latest(block: Sequence[str], kind: str) -> list[Mention]:
    """The papers of that kind in the last sentence that names one; without a kind named, those without."""
    for sentence in reversed(block):
        found = list(mentions(sentence))
        if those := [one for one in found if one.kind == kind]:
            return those
        if kind == "Antrag" and (those := [one for one in found if one.kind == ""]):
            return those
    return []


def _of_recommendation(drucksache: str, block: Sequence[str]) -> Put | None:
    index = next((i for i in reversed(range(len(block))) if _recommends(block[i])), None)
    if index is None:
        return None
    sentence = block[index]
    papers = [m for m in mentions(sentence) if m.kind not in (RECOMMENDATION, OTHER, "")]
    if not papers:
        papers = [m for one in block for m in mentions(one) if m.kind not in (RECOMMENDATION, OTHER, "")]
    named = {one.numbers for one in papers}
    if not any(drucksache in numbers for numbers in named):
        return None
    voted_on = recommended(sentence)
    if len(named) > 1:
        return Put(VotedOn.UNKNOWN, "Die Empfehlung nennt mehrere Vorlagen.")
    if voted_on is VotedOn.AMENDED or any(AMENDED.search(UNCHANGED.sub(" ", s)) for s in block[index + 1 :]):
        return Put(VotedOn.AMENDED, "Empfohlen war eine geänderte Fassung.")
    if is_negated(sentence):
        return Put(voted_on, NEGATED_REASON)
    if voted_on in (VotedOn.OTHER, VotedOn.UNKNOWN):
        return Put(voted_on, "Was empfohlen war, ist keine Annahme oder Ablehnung der Vorlage.")
    return Put(voted_on)


def _recommends(sentence: str) -> bool:
    """„Wer dieser Beschlussempfehlung zustimmt“ asks for ayes and recommends nothing."""
    if CALLING.search(sentence) and not TOLD_IN_CALL.search(sentence):
        return False
    return bool(re.search(r"[Ee]mpf(?:iehlt|ehlen|ohlen|ehlung)|\bschlägt\b.*\bvor\b", sentence)) and bool(
        REJECT.search(sentence)
        or ADOPT.search(sentence)
        or ELSEWHERE.search(sentence)
        or AMENDED.search(sentence)
    )

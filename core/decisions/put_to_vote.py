"""What is put to the vote: the words of the chair → which paper, and whether „yes“ means the paper itself.

A „yes“ to a recommendation to reject is a „no“ to the motion. A vote on an amendment, on a part, or on a bill
as a committee changed it is no vote on the paper as it was moved.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.antrag.antrag import plain_number
from core.decisions.sides import VotedOn

NUMBER = re.compile(r"(?<![\d/(])(\d{1,2}) ?/ ?(\d{1,6})(?! ?/|\d)")
LISTED = re.compile(r"^(?:\s|,|und|sowie|bis|Nr\.|\(neu\)|Drucksachen?|Drs\.|\d\.\d)*$")
RECOMMENDATION, OTHER = "Empfehlung", "anderes"

KINDS = {
    RECOMMENDATION: (
        r"(?:Beschlusse|Ausschusse|Überweisungse|[Ee])mpfehlung(?:en)?|(?:Ausschuss)?votums?"
        r"|Beschlussvorschlag(?:s|es)?|Beschlußempfehlung"
    ),
    "Änderungsantrag": r"(?:Änderungs|Ergänzungs)antr(?:ag|ags|age|ages|äge|ägen)",
    "Entschließungsantrag": r"Entschließungsantr(?:ag|ags|ages|äge|ägen)|Entschließung(?:en)?",
    "Antrag": r"(?:Dringlichkeits|Alternativ|Sach|Plenar|Dringliche[rn] )?[Aa]ntr(?:ag|ags|ages|äge|ägen)",
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
    r"\b(?:Ausschussfassung|[Ff]assung|Maßgabe|geändert\w*|(?:mit|unter) (?:den |folgenden )?Änderungen)\b"
)
UNCHANGED = re.compile(r"\b(?:in )?unveränderte[rn]? (?:Fassung|Form)\b|Fassung der Drucksache")
ELSEWHERE = re.compile(
    r"\b(?:für erledigt|Erledigung|Kenntnis\w*|erledigt|einer? Entschließung|überweisen"
    r"|zurücküberweisen|vertagen)\b"
)
PART = re.compile(
    r"\b(?:Nummern?|Nr\.|Ziffern?|Absatz|Absätze|Artikel|Abschnitt|Punkte?|Teil|Einzelplan"
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
    r"| folgen und (?:den|die|das)\b[^?]{0,200}?(?:ablehnen|annehmen)\b|auf (?:Ablehnung|Annahme)\b)"
)
LETTER = re.compile(r"\b(?:[Uu]nter|[Zz]u) (?:dem |den )?Buchstaben? [a-z]\b")


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


def recommended(sentence: str) -> VotedOn:
    """What a recommendation wants done with the one paper that it names."""
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
        return _of_recommendation(drucksache, block, own)
    said = [one for sentence in (*block, result) for one in mentions(sentence) if one.kind in (kind, "")]
    if own:
        said = [one for one in said if set(one.numbers) & set(own)]
    latest = _latest(block, kind) if not own else said
    if not any(drucksache in one.numbers for one in latest):
        return None
    groups = {one.numbers for one in latest}
    if len(groups) > 1 and not re.search(r"\b(?:Anträge|Gesetzentwürfe|[Bb]eide)\b", result):
        return Put(VotedOn.UNKNOWN, "Vor der Abstimmung sind mehrere Vorlagen genannt.")
    return _whole(block, result)


def _latest(block: Sequence[str], kind: str) -> list[Mention]:
    """The papers of that kind in the last sentence that names one; without a kind named, those without."""
    for sentence in reversed(block):
        found = list(mentions(sentence))
        if those := [one for one in found if one.kind == kind]:
            return those
        if kind == "Antrag" and (those := [one for one in found if one.kind == ""]):
            return those
    return []


def _whole(block: Sequence[str], result: str) -> Put:
    near = [sentence for sentence in block[-12:] if not LETTER.search(sentence)]
    calls = [sentence for sentence in near if re.search(r"bstimm|Wer |stimmt|bitte", sentence)]
    if any(PART.search(sentence) for sentence in (*calls, result)):
        return Put(VotedOn.PART, "Abgestimmt wurde über einen Teil der Vorlage.")
    if any(AMENDED.search(UNCHANGED.sub(" ", sentence)) for sentence in (*near, result)):
        return Put(VotedOn.AMENDED, "Abgestimmt wurde über eine geänderte Fassung.")
    return Put(VotedOn.ITSELF)


def _of_recommendation(drucksache: str, block: Sequence[str], own: tuple[str, ...]) -> Put | None:
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
    if voted_on in (VotedOn.OTHER, VotedOn.UNKNOWN):
        return Put(voted_on, "Was empfohlen war, ist keine Annahme oder Ablehnung der Vorlage.")
    return Put(voted_on)


def _recommends(sentence: str) -> bool:
    """„Wer dieser Beschlussempfehlung zustimmt“ asks for ayes and recommends nothing."""
    if CALLING.search(sentence) and not TOLD_IN_CALL.search(sentence):
        return False
    return bool(re.search(r"[Ee]mpf(?:iehlt|ehlen|ohlen|ehlung)", sentence)) and bool(
        REJECT.search(sentence)
        or ADOPT.search(sentence)
        or ELSEWHERE.search(sentence)
        or AMENDED.search(sentence)
    )

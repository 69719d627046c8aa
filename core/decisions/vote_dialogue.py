"""„Wer stimmt dafür? – Das sind CDU und SPD. Wer ist dagegen? – Die AfD.“ → who voted how."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.decisions.fraktion_lists import Listed, read_list
from core.decisions.put_to_vote import RECOMMENDATION, kinds_in
from core.decisions.roster import Roster
from core.decisions.sides import Side
from core.decisions.vote_phrases import Told, told

CALL = re.compile(
    r"^\W*(?:(?:Und|Nun|Jetzt|Dann|Zunächst) )?(?:Wer|Welche|Gegen|Die Gegen|Enthalt"
    r"|Stimmenthalt|Nein-?[Ss]timm|Gibt es|Enthält|Ich bitte|Wünscht|Möchte"
    r"|Ist jemand|Jemand|Sind (?:Sie|alle)|Zustimmung\?|Wir stimmen ab|Darf ich|Noch|Bestehen)"
)
ABSTAINS = re.compile(r"[Ee]nthaltung|[Ee]nthält sich|enthalten|Enthält")
AGAINST = re.compile(
    r"dagegen|Gegenprobe|Gegenstimm|Nein-?[Ss]timm|\bgegen (?:den|die|das|diese\w*)\b|Wer nicht|lehnt"
    r"|nicht zustimm"
)
FOR = re.compile(
    r"dafür|zustimm|Zustimmung|stimmt zu|\bzu\?|stimmt (?:dem|der|diese\w*|für)|\bfür\b"
    r"|anschließen|folg(?:en|t)|annehmen|Handzeichen|seine Stimme"
)
REFUSAL = re.compile(r"\b(?:Ablehnung|abzulehnen|ablehnen)\b")
REFUSING = re.compile(r"\bWer\b[^?]*\b(?:ablehnen|abzulehnen|zurückweisen|zurückzuweisen)\b(?![^?]*zustimm)")
AGAINST_ADVICE = re.compile(
    r"\b(?:entgegen|gegen die Empfehlung|abweichend von|trotz) (?:dem|der|des)?\s*\w+(?: des \w+)?"
)
NOBODY = re.compile(
    r"\b(?:[Kk]eine[rn]?|nicht der Fall|[Nn]iemand|[Nn]icht|Danke|Dank|Fehlanzeige|[Nn]ein|Ebenfalls keine)\b"
)
AROUND = re.compile(
    r"\b(?:(?:Das|Dies|Dafür|Dagegen|Es) (?:sind|ist|waren|war|stimmen|stimmt)|(?:[Ii]ch"
    r"|[Ww]ir) sehen?|[Ee]s enthalten sich|[Ee]nthalten haben sich"
    r"|[Ee]nthaltung(?:en)?|[Ee]s stimmen|[Zz]ustimmung|dafür|dagegen|zu|also|nur|dann|hier"
    r"|noch|alle Abgeordneten|die Abgeordneten|[Dd]as sind|[Dd]as ist|sind es|ist es|ja|Auch"
    r"|sich)\b"
)
STATEMENT = re.compile(
    r"^\W*(?:Dafür|Dagegen|Zugestimmt|Dem Antrag zugestimmt)\b (?:haben|hat)\b.{0,200}\bgestimmt\b"
)
ASIDE = re.compile(r"\([^()]*\)")
LONGEST = 220
"""Letters of an answer; what is longer is a speech."""


@dataclass(frozen=True, slots=True)
class Call:
    """One question of the chair and what stood as its answer."""

    side: Side
    question: str
    answer: str


def calls(sentences: Sequence[str]) -> list[Call]:
    """The questions from the last „Wer stimmt dafür?“ on, each with the sentences up to the next."""
    found: list[tuple[Side, str, list[str]]] = []
    for sentence in sentences:
        side = _side_asked(sentence)
        if side is Side.YES:
            found = []
        if side is not None:
            found.append((side, sentence, []))
        elif found and not STATEMENT.match(sentence):
            found[-1][2].append(sentence)
    return [Call(side, question, " ".join(answer)) for side, question, answer in found]


def is_one_vote(sentences: Sequence[str]) -> bool:
    """Are the ayes asked for once at most? What was put before had a result that nobody understood."""
    return sum(_side_asked(sentence) is Side.YES for sentence in sentences) <= 1


def _side_asked(sentence: str) -> Side | None:
    if not CALL.match(sentence) or len(sentence) > 2 * LONGEST + 160:
        return None
    if ABSTAINS.search(sentence) and not re.search(r"Wer (?:stimmt|ist) (?:für|dafür)", sentence):
        return Side.ABSTAINED
    if AGAINST.search(AGAINST_ADVICE.sub(" ", sentence)):
        return Side.NO
    return Side.YES if FOR.search(sentence) else None


def asked_kind(found: Sequence[Call]) -> str | None:
    """The kind of paper that the question for the ayes names; „“ where it asks for a refusal."""
    ayes = next((call for call in found if call.side is Side.YES), None)
    if ayes is None:
        return None
    plain = AGAINST_ADVICE.sub(" ", ayes.question)
    kinds = kinds_in(plain)
    if REFUSING.search(plain) and (not kinds or kinds[0][1] != RECOMMENDATION):
        return ""
    if not kinds or not (refusal := REFUSAL.search(plain)):
        return kinds[0][1] if kinds else None
    return "" if refusal.start() < kinds[0][0] else kinds[0][1]


def told_in_statements(sentences: Sequence[str], roster: Roster) -> tuple[Told, ...]:
    """„Dafür haben A und B gestimmt, dagegen C.“"""
    found = [
        one for sentence in sentences if STATEMENT.match(sentence) for one in told(sentence, roster, None)
    ]
    return tuple(found) if len({one.partei for one in found}) == len(found) else ()


def told_in_dialogue(found: Sequence[Call], roster: Roster) -> tuple[Told, ...]:
    answers = [(call, _listed(call.answer, roster)) for call in found]
    sides = list(_named(answers))
    known = {one.partei for one in sides}
    return (*sides, *_others(answers, roster, known))


def _listed(answer: str, roster: Roster) -> Listed:
    plain = ASIDE.sub(" ", answer).strip(" –.!?")
    if len(plain) > LONGEST:
        return Listed(left=plain)
    if NOBODY.search(plain) and not roster.names.search(plain):
        return Listed()
    return read_list(AROUND.sub(" ", plain), roster)


def _named(answers: Sequence[tuple[Call, Listed]]) -> Iterator[Told]:
    for partei in dict.fromkeys(p for _, listed in answers for p in listed.named):
        naming = [(call, listed) for call, listed in answers if partei in listed.named]
        words = " ".join(f"{call.question} {call.answer}" for call, _ in naming)
        whole = {call.side for call, listed in naming if partei in listed.whole}
        if len(whole) == 1:
            more = any(partei in listed.some for _, listed in naming)
            yield Told(partei, whole.pop(), words, "Einzelne Abgeordnete stimmten anders." if more else "")
            continue
        shares = {call.side for call, listed in naming if partei in listed.parts}
        split = not whole and len(shares) > 1
        note = "" if split else "Die Antworten nennen die Fraktion nicht als Ganzes auf einer Seite."
        yield Told(partei, Side.SPLIT if split else Side.UNKNOWN, words, note)


def _others(answers: Sequence[tuple[Call, Listed]], roster: Roster, known: set[str]) -> Iterator[Told]:
    """„alle anderen Fraktionen“, where every other answer was understood."""
    collective = [(call, one) for call, one in answers if one.rest or one.everyone]
    if len(collective) != 1 or not all(one.is_understood for _, one in answers):
        return
    call, listed = collective[0]
    for partei in roster.fraktionen:
        if partei not in known and partei not in listed.outside:
            yield Told(partei, call.side, f"{call.question} {call.answer}")

"""A dialogue of chair and house that ends in a vote: the questions, and what stands as their answers.

„Wer stimmt dafür? – Das sind A und B.“ Some Landtage write the answer in brackets, „(Dafür A und B)“, and
some say it behind the result: „Zugestimmt haben A und B, dagegen gestimmt hat C.“
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.features.decisions.decision import Side
from core.features.decisions.fraktionen import Roster
from core.features.decisions.vote_phrases import (
    ORDINAL,
    OTHER,
    RECOMMENDATION,
    Listed,
    Told,
    kinds_in,
    read_list,
    told,
)

CALL = re.compile(
    r"^\W*(?:(?:Und|Nun|Jetzt|Dann|Zunächst) )?(?:Wer|Welche|Gegen|Die Gegen|Enthalt"
    r"|Stimmenthalt|Nein-?[Ss]timm|Gibt es|Enthält|Ich bitte|Wünscht|Möchte"
    r"|Ist jemand|Jemand|Sind (?:Sie|alle)|Zustimmung\?|Wir stimmen ab|Darf ich|Noch|Bestehen"
    r"|Wenn Sie (?:für|gegen)\b|Ich (?:darf|möchte)(?: Sie)? fragen, wer\b|Ich frage(?: Sie)?, wer\b)"
)
ABSTAINS = re.compile(r"[Ee]nthaltung|[Ee]nthält sich|enthalten|Enthält")
BY_CONTRAST = re.compile(r"\bdagegen (?=(?:dem|der|den|diese[mrn])\b[^?]{0,160}zustimm)")
"""„Wer dagegen dem Antrag zustimmen will“ is asked for ayes."""

AGAINST = re.compile(
    r"dagegen|Gegenprobe|Gegenstimm|Nein-?[Ss]timm|\bgegen (?:den|die|das|diese\w*)\b|Wer nicht|lehnt"
    r"|nicht zustimm"
)
FOR = re.compile(
    r"dafür|zustimm|Zustimmung|stimmt zu|\bzu\?|stimmt (?:dem|der|diese\w*|für)|\bfür\b"
    r"|anschließen|folg(?:en|t)|annehmen|Handzeichen|seine Stimme"
)
REFUSAL = re.compile(
    r"\b(?:Ablehnung|abzulehnen|ablehnen|abgelehnt"
    r"|nicht (?:an(?:zu)?nehmen|zu(?:zu)?stimmen|(?:zu )?folgen))\b"
)
REFUSING = re.compile(r"\bWer\b[^?]*\b(?:ablehnen|abzulehnen|zurückweisen|zurückzuweisen)\b(?![^?]*zustimm)")
REFERRING = re.compile(r"\b(?:zurück)?überweisen\b")
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
    r"|noch|dazu|alle Abgeordneten|die Abgeordneten|[Dd]as sind|[Dd]as ist|sind es|ist es|ja|Auch"
    r"|sich)\b"
)
STATEMENT = re.compile(
    r"^\W*(?:Dafür|Dagegen|Zugestimmt|Dem Antrag zugestimmt)\b (?:haben|hat)\b.{0,200}\bgestimmt\b"
)
INTERRUPTED = re.compile(r"^\W*\([^()]{1,200}\)\s*")
"""„(Zustimmung bei der AfD) Wer ist dagegen?“"""

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
        if found and (said := stated(sentence)):
            found += [(one.side, one.question, [one.answer]) for one in said]
            continue
        side = _side_asked(sentence)
        if side is Side.YES:
            found = []
        if side is not None:
            found.append((side, sentence, []))
        elif found and not STATEMENT.match(sentence) and not ORDINAL.match(sentence):
            found[-1][2].append(sentence)
    return [Call(side, question, " ".join(answer)) for side, question, answer in found]


def is_call_for_ayes(sentence: str) -> bool:
    return _side_asked(sentence) is Side.YES


def _side_asked(asked: str) -> Side | None:
    sentence = INTERRUPTED.sub("", asked)
    if not CALL.match(sentence) or len(sentence) > 2 * LONGEST + 160:
        return None
    if ABSTAINS.search(sentence) and not re.search(r"Wer (?:stimmt|ist) (?:für|dafür)", sentence):
        return Side.ABSTAINED
    if AGAINST.search(BY_CONTRAST.sub(" ", AGAINST_ADVICE.sub(" ", sentence))):
        return Side.NO
    return Side.YES if FOR.search(sentence) else None


def asked_kind(found: Sequence[Call]) -> str | None:
    """The kind of paper that the question for the ayes names; „“ where it asks for a refusal."""
    ayes = next((call for call in found if call.side is Side.YES), None)
    if ayes is None:
        return None
    plain = AGAINST_ADVICE.sub(" ", ayes.question)
    kinds = kinds_in(plain)
    if REFERRING.search(plain):
        return OTHER
    if REFUSING.search(plain) and (not kinds or kinds[0][1] != RECOMMENDATION):
        return ""
    refusal = REFUSAL.search(plain)
    if not kinds or not refusal:
        return kinds[0][1] if kinds else "" if refusal else None
    return "" if refusal.start() < kinds[0][0] else kinds[0][1]


def told_in_statements(sentences: Sequence[str], roster: Roster) -> tuple[Told, ...]:
    """„Dafür haben A und B gestimmt, dagegen C.“"""
    found = [
        one for sentence in sentences if STATEMENT.match(sentence) for one in told(sentence, roster, None)
    ]
    return tuple(found) if len({one.partei for one in found}) == len(found) else ()


def told_in_dialogue(found: Sequence[Call], roster: Roster) -> tuple[Told, ...]:
    asked = [call.side for call in found if call.question]
    if asked.count(Side.NO) > 1 and Side.YES not in asked:
        return ()  # one of them was a question for ayes that nobody understood
    answers = [(call, _listed(call.answer, roster)) for call in found]
    sides = list(_named(answers))
    known = {one.partei for one in sides}
    return (*sides, *_others(answers, roster, known))


# --- sides that are stated without a question: in brackets, before the result or behind it ------------------

NOTE = re.compile(
    r"[(\[]\s*(?=Dafür\b|Dagegen\b|Zustimmung:|Ablehnung:"
    r"|(?:Stimm)?[Ee]nthaltung(?:en)?(?::| [A-ZÄÖÜ])|Einstimmig\b)"
    r"[^()\[\]]{0,300}(?:\[[^\[\]]{0,40}\][^()\[\]]{0,200})?[)\]]"
    r"|(?<=nthaltungen\?)\s*\([A-ZÄÖÜ][^()]{1,200}\)"
)
"""What the Protokoll notes of a vote; „(Zustimmung bei der AfD)“ and „(Beifall …)“ are applause."""

NOTED = re.compile(r"\b(dafür|dagegen|zustimmung|ablehnung|(?:stimm)?enthaltung(?:en)?)\b:?", re.IGNORECASE)
LEADING = re.compile(
    r"\b(zugestimmt|dafür gestimmt|dagegen gestimmt|abgelehnt|(?:der Stimme )?enthalten)"
    r"\s+(?:hat|haben)\b(?: sich\b)?",
    re.IGNORECASE,
)
"""„Zugestimmt haben A und B, dagegen gestimmt hat C.“"""

TRAILING = re.compile(
    r"(?:^|,? und |, |(?<=fest), )(?P<who>[^.;:?]{2,160}?) (?:"
    r"(?:hat|haben) (?P<voted>zugestimmt|dafür gestimmt|dagegen gestimmt|abgelehnt"
    r"|sich (?:der Stimme )?enthalten)"
    r"|(?:ist|sind|stimmt|stimmen) (?:ebenfalls |auch |ebenso )?(?P<being>dafür|dagegen|zu)"
    r"|(?P<none>enthält|enthalten) sich(?: ebenfalls| auch| ebenso)?(?: der Stimme)?)(?=,|\.|!|;| und |$)"
)
"""„A und B haben zugestimmt, die C hat abgelehnt, und D hat sich enthalten.“"""

LAID = re.compile(
    r"^\W*(?:(?:Die )?Enthaltungen (?:sind|liegen|kommen)(?: demzufolge| damit| also)?|Enthaltung)"
    r" (?:bei|von) (?P<who>[^?]+)$"
)
NAMING = re.compile(r"Fraktion|Koalition|Opposition|\b[A-ZÄÖÜ]{2}|AfD|Grün|Linke|Bündnis|Freie")
ELSE = re.compile(r"^(?:Das|Dies|Es|Wer|Ich|Wir|Sie|Man|Niemand|Damit|Somit|Nein|Ja)\b")


def stated(sentence: str) -> list[Call]:
    """What a sentence or a note in brackets states of sides, as if it had been asked; empty where nothing."""
    if NOTE.fullmatch(sentence):
        return _noted(sentence)
    plain = sentence.strip(" –")
    if laid := LAID.match(plain):
        return [Call(Side.ABSTAINED, "", laid["who"])]
    if LEADING.match(plain):
        return _by_words(LEADING, plain)
    return _trailing(plain)


def stated_behind(sentence: str) -> list[Call]:
    """What is stated behind a result; „Die SPD hat zugestimmt“ there puts something right."""
    return stated(sentence) if NOTE.fullmatch(sentence) or LEADING.match(sentence.strip(" –")) else []


def _noted(note: str) -> list[Call]:
    inner = note.strip()[1:-1].strip()
    if inner.casefold().startswith("einstimmig"):
        return [Call(Side.YES, note, "alle Fraktionen")] if len(inner) < 14 else []
    return _by_words(NOTED, inner)


def note_text(note: str) -> str:
    """A note as a sentence; one that has no word for its side answers „Stimmenthaltungen?“."""
    words = " ".join(note.split())
    return words if NOTE.fullmatch(words) else f"(Enthaltungen: {words[1:-1]})"


def _by_words(pattern: re.Pattern[str], text: str) -> list[Call]:
    marks = list(pattern.finditer(text))
    ends = [mark.start() for mark in marks[1:]] + [len(text)]
    return [
        Call(_side_of(mark[1]), mark[0], text[mark.end() : end].strip(" ,;.–"))
        for mark, end in zip(marks, ends, strict=True)
    ]


def _trailing(sentence: str) -> list[Call]:
    """Only where nothing of the sentence is left over."""
    plain = re.sub(r"^Ich stelle (?:also |somit |damit )?fest[,:] (?:dass )?", "", sentence.strip(" .!"))
    found, end = [], 0
    for match in TRAILING.finditer(plain):
        who = match["who"]
        if plain[end : match.start()].strip(" ,") or ELSE.match(who) or not NAMING.search(who):
            return []
        word = match["voted"] or match["being"] or "enthalten"
        found.append(Call(_side_of(word), "", who))
        end = match.end()
    return [] if plain[end:].strip(" ,.") else found


def _side_of(word: str) -> Side:
    word = word.casefold()
    if "enthalt" in word:
        return Side.ABSTAINED
    return Side.NO if word.startswith(("dagegen", "abl", "abgelehnt")) else Side.YES


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
    if listed.rest and not (listed.everyone or listed.outside or known):
        return  # „das übrige Haus“: the question to which the others answered was not understood
    for partei in roster.fraktionen:
        if partei not in known and partei not in listed.outside:
            yield Told(partei, call.side, f"{call.question} {call.answer}")

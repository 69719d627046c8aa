"""The votes of a Protokoll on one Drucksache, by the chair's words alone."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from core.antrag.antrag import number_of
from core.antrag.vote_papers import PaperKind
from core.base.errors import EingabeError
from core.features.decisions.committee_votes import READ_SECONDS, VotePaper, committee_votes, sentences_across
from core.features.decisions.decision import Decision, Evidence, FraktionSide, Side, VotedOn
from core.features.decisions.fraktionen import Roster
from core.features.decisions.vote_phrases import (
    OTHER,
    RECOMMENDATION,
    Listed,
    Put,
    Told,
    kinds_in,
    mentions,
    moved_meanwhile,
    numbers_in,
    outcome,
    put_for,
    read_list,
    told,
)
from core.processes.pdf_processes import Aim, apart

SAME = re.compile(
    r"\b(?:mit|bei|in) (?:genau )?(?:dem )?(?:gleiche[nm]|selben|demselben|identische[nm]) "
    r"(?:Stimm(?:en)?verhältnis(?:se)?|Abstimmungsverhältnis|Stimmverhalten|Abstimmungsverhalten)\b"
    r"(?P<as>(?: wie \w+(?: \w+){0,4})?)",
    re.IGNORECASE,
)
JUST = re.compile(
    r"(?: wie (?:zuvor|vorher|eben|soeben|gerade(?: eben)?|die vorherige \w+"
    r"|(?:bei|in) der (?:vorherigen|letzten|vorangegangenen) Abstimmung))?"
    r"(?: (?:wiederum|ebenfalls|auch|so|ist|sind|wird|wurde|angenommen|abgelehnt|beschlossen|zugestimmt))*"
)


@dataclass(frozen=True, slots=True)
class LastVote:
    """The vote before: what kind of paper was put, what came of it, who was on which side.

    `start`, `end`: where that is said; `heard`: where the last result ended that was like it.
    """

    kind: str
    adopted: bool | None
    sides: Mapping[str, Told]
    start: int
    end: int
    heard: int


def agreed(*readings: Iterable[Told]) -> dict[str, Told]:
    """What the readings of one vote tell together; where two differ, nobody knows."""
    sides: dict[str, Told] = {}
    for one in (side for reading in readings for side in reading if side.side is not Side.UNKNOWN):
        known = sides.get(one.partei)
        sides[one.partei] = (
            one if known is None or known.side is one.side else Told(one.partei, Side.UNKNOWN, "")
        )
    return sides


# --- a dialogue of chair and house that ends in a vote ------------------------------------------------------

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


# --- the votes of a Protokoll -------------------------------------------------------------------------------

RESULT = re.compile(
    r"^\W*(?:(?:Damit|Hiermit|Dann|Somit|Dadurch|Auch|Also|So|Bei|Gegen|Mit|Wie|Beide|Alle"
    r"|Und)\b.*?\b)?(?:ist|sind|wurde|wurden|haben wir|hat)\b"
    r"|^\W*(?:Der|Die|Das|Dem|Dieser|Diese|Dieses|Beide|Nummer"
    r"|Ich stelle fest)\b.{0,140}?\b(?:ist|sind|wurde|wurden|hat|haben|stelle)\b"
    r"|^\W*Mit (?:dem gleichen|demselben) \w+ (?:wiederum|ebenfalls|ebenso|auch) (?:angenommen|abgelehnt)\b"
)
CALLED = re.compile(
    r"\bWer\b|Gegenprobe|Gegenstimm|Handzeichen|[Ee]nthaltung|bstimmung|stimmen (?:wir )?\w* ?(?:ab|über)"
)
REPORTED = re.compile(
    r"\b(?:im \w*[Aa]usschuss|in den Ausschüssen|damals|seinerzeit|letzte[sn]? (?:Jahr|Woche"
    r"|Mal)|vergangenen|beschämend|haben Sie|hat die Koalition|meine Damen)\b"
)
CORRECTED = re.compile(
    r"\b(?:[Kk]orrigier\w*|Korrektur|Entschuldigung|Verzeihung|Pardon|[Rr]ichtig(?:zu)?stell\w*|Irrtum"
    r"|(?:hat|haben)\b[^.]{0,60}\b(?:dagegen|dafür|zugestimmt|enthalten|mitgestimmt)"
    r"|(?:geirrt|versprochen|vertan)|Abstimmung (?:wird |ist |muss )?(?:zu )?wiederhol\w*)\b"
)
TAKEN_BACK = "Gleich nach dem Ergebnis wurde etwas berichtigt."
DIFFERENT = "Antworten und Ergebnis widersprechen sich."
SPEECH = 3500
"""Letters before a result in which its call can stand."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """A sentence and its place in the text."""

    start: int
    end: int
    text: str


def spoken(text: str) -> list[Spoken]:
    return [Spoken(start, end, " ".join(text[start:end].split())) for start, end in sentences_across(text)]


def votes_on(drucksache: str, text: str, roster: Roster, document: str) -> list[Decision]:
    """Every vote that the text shows on that Drucksache, in its order."""
    found = []
    block: list[Spoken] = []
    last: LastVote | None = None
    sentences = spoken(text)
    for place, one in enumerate(sentences):
        if _is_result(one.text, block):
            if decision := _decision(drucksache, block, one, roster, document, text, last):
                after = " ".join(said.text for said in sentences[place + 1 : place + 3])
                found.append(decision.doubted(TAKEN_BACK) if CORRECTED.search(after) else decision)
            last, block = _last_vote(block, one, roster, last), []
        else:
            block.append(one)
    return found


def _is_result(sentence: str, block: Sequence[Spoken]) -> bool:
    if sentence.endswith("?") or not RESULT.match(sentence) or outcome(sentence) is None:
        return False
    return any(CALLED.search(one.text) for one in block[-12:]) and not REPORTED.search(sentence)


def _decision(
    drucksache: str,
    before: Sequence[Spoken],
    result: Spoken,
    roster: Roster,
    document: str,
    text: str,
    last: LastVote | None,
) -> Decision | None:
    near = [one for one in before if result.start - one.start < SPEECH]
    block = [one.text for one in near]
    if drucksache not in {number for s in (*block, result.text) for number in numbers_in(s)}:
        return None
    asked = calls(block)
    kind = _kind_of(result.text, block, drucksache)
    put = put_for(drucksache, kind, block, result.text)
    question = asked_kind(asked)
    put_asked = put if question in (None, kind) else put_for(drucksache, question or "", block, "")
    if put is None and put_asked is None:
        return None
    again = _repeated(result, kind, block, last, roster)
    by_result = told(result.text, roster, outcome(result.text)) or again
    by_answers = told_in_dialogue(asked, roster) or told_in_statements(block, roster)
    told_by = _on_motion(by_result, put), _on_motion(by_answers, put_asked)
    sides = _merged(*told_by)
    evidence = tuple(_quotes(near, result, asked, drucksache, document, text))
    if again and last:
        evidence = (Evidence(document, " ".join(text[last.start : last.end].split()), last.start), *evidence)
    main = put or put_asked or Put(VotedOn.UNKNOWN)
    reason = main.reason or _contradiction(put, put_asked, kind, question, block)
    if again and _disagreeing(*told_by):
        reason = (
            "Die Antworten sind andere als in der Abstimmung davor, deren Stimmenverhältnis gleich sein soll."
        )
    decision = Decision(
        drucksache, main.voted_on, outcome(result.text), sides, evidence, _rule(kind, asked, sides), reason
    )
    return decision.doubted(reason) if reason else decision


def _kind_of(result: str, block: Sequence[str], drucksache: str | None) -> str:
    """What the result speaks of; where it names only a number, what the block says that is.

    Without a number: the paper that was named last."""
    kinds = kinds_in(result)
    if kinds:
        return kinds[0][1]
    named = [one for sentence in reversed(block) for one in mentions(sentence) if one.kind]
    said = [one.kind for one in named if drucksache is None or drucksache in one.numbers]
    return said[0] if said else "Antrag"


def _repeated(
    result: Spoken, kind: str, block: Sequence[str], last: LastVote | None, roster: Roster
) -> tuple[Told, ...]:
    """How each Fraktion voted, by the vote right before; empty where that is not certain."""
    same = SAME.search(result.text)
    if last is None or same is None or not JUST.fullmatch(same["as"]):
        return ()
    # Where the ayes are asked for twice, what was put first had a result that nobody understood.
    is_one_vote = sum(_side_asked(sentence) is Side.YES for sentence in block) <= 1
    if result.start - last.heard >= SPEECH or not is_one_vote:
        return ()
    known = {partei for partei, one in last.sides.items() if one.side is not Side.UNKNOWN}
    is_whole = roster.fraktionen and known >= set(roster.fraktionen)
    adopted = outcome(result.text)
    if adopted is None or (kind, adopted) != (last.kind, last.adopted) or not is_whole:
        return ()
    return tuple(
        Told(one.partei, one.side, f"wie in der Abstimmung davor: {one.words}") for one in last.sides.values()
    )


def _last_vote(before: Sequence[Spoken], result: Spoken, roster: Roster, last: LastVote | None) -> LastVote:
    """For what may come after it: who was on which side of it, and where that is said."""
    near = [one for one in before if result.start - one.start < SPEECH]
    block, adopted = [one.text for one in near], outcome(result.text)
    asked = calls(block)
    kind = _kind_of(result.text, block, None)
    again = _repeated(result, kind, block, last, roster)
    if again and last:
        return replace(last, heard=result.end)
    is_same = asked_kind(asked) in (None, kind)
    answers = told_in_dialogue(asked, roster) or told_in_statements(block, roster)
    sides = agreed(told(result.text, roster, adopted), answers) if is_same else {}
    first = asked[0].question if asked else ""
    begins = next((one.start for one in reversed(near) if one.text == first), result.start)
    return LastVote(kind, adopted, sides, begins, result.end, result.end)


def _on_motion(said: Iterable[Told], put: Put | None) -> dict[str, FraktionSide]:
    """What each side in the vote as it was put is on the Drucksache itself."""
    if put is None:
        return {}
    return {
        one.partei: FraktionSide(one.partei, put.voted_on.on_motion(one.side), one.side, one.words, one.note)
        for one in said
    }


def _merged(first: dict[str, FraktionSide], second: dict[str, FraktionSide]) -> tuple[FraktionSide, ...]:
    """Where the result and the answers both tell a side, it must be one."""
    merged, torn = [], _disagreeing(first, second)
    for partei in dict.fromkeys((*first, *second)):
        told = [one[partei] for one in (first, second) if partei in one]
        side = next((one for one in told if one.side is not Side.UNKNOWN), told[0])
        if partei in torn:
            side = FraktionSide(partei, Side.UNKNOWN, Side.UNKNOWN, side.words, DIFFERENT)
        merged.append(side)
    return tuple(merged)


def _disagreeing(first: dict[str, FraktionSide], second: dict[str, FraktionSide]) -> set[str]:
    return {
        partei
        for partei in first.keys() & second.keys()
        if Side.UNKNOWN not in (first[partei].side, second[partei].side)
        and first[partei].side is not second[partei].side
    }


def _contradiction(
    put: Put | None, asked: Put | None, kind: str, question: str | None, block: Sequence[str]
) -> str:
    if question == "":
        return "Gefragt war nach einer Ablehnung."
    if question == OTHER:
        return "Gefragt war nach etwas anderem als der Vorlage."
    if moved_meanwhile(block):
        return "Vor der Abstimmung wurde etwas zum Verfahren beantragt; worüber abgestimmt wurde, ist offen."
    if put and asked and asked.reason:
        return asked.reason
    if question is None and kind != RECOMMENDATION and any("mpfiehlt" in one for one in block):
        itself = any("selbst" in one or "nicht über die" in one for one in block)
        return (
            ""
            if itself
            else "Es bleibt offen, ob über die Vorlage oder über die Empfehlung abgestimmt wurde."
        )
    return ""


def _rule(kind: str, asked: Sequence[Call], sides: Sequence[FraktionSide]) -> str:
    answered = any(call.answer for call in asked)
    how = "Antworten auf die Fragen der Sitzungsleitung" if answered else "Satz, der das Ergebnis nennt"
    return (
        f"{how}; abgestimmt über: {kind}" if sides else f"kein Satz nennt Fraktionen; abgestimmt über: {kind}"
    )


def _quotes(
    near: Sequence[Spoken], result: Spoken, asked: Sequence[Call], drucksache: str, document: str, text: str
) -> Iterator[Evidence]:
    """What was put to the vote, and from the first question on how it went."""
    named = [one for one in near if drucksache in numbers_in(one.text)]
    first = asked[0].question if asked else ""
    begins = next((one for one in reversed(near) if one.text == first), result)
    if named and named[-1].start < begins.start:
        yield Evidence(document, named[-1].text, named[-1].start)
    yield Evidence(document, " ".join(text[begins.start : result.end].split()), begins.start)


def settled(decisions: Sequence[Decision]) -> Decision | None:
    """What became of it: the last vote on it as a whole; without one the last of all, or nothing."""
    certain = [one for one in decisions if one.is_certain]
    if not certain:
        return decisions[-1] if decisions else None
    last = certain[-1]
    differing = any(_claims(one) != _claims(last) for one in certain if _claims(one))
    return last.doubted("Über die Vorlage wurde mehrmals verschieden abgestimmt.") if differing else last


def _claims(decision: Decision) -> dict[str, Side]:
    return {one.partei: one.side for one in decision.sides if one.side is not Side.UNKNOWN}


# --- the text of a paper as DIP has it, line by line with the heads of its pages, made one running text ----

PAGE_HEAD = re.compile(
    r"^[^\n]{0,20}Deutscher Bundestag – \d{1,2}\. Wahlperiode – [^\n]{0,400}$"
    r"|^\s{0,4}\([A-D]\)\s{0,4}$"
    r"|^Drucksache \d{1,2}/\d{1,6} – \d{1,4} – Deutscher Bundestag[^\n]{0,100}$",
    re.MULTILINE,
)
TORN_WORD = re.compile(r"(?<=[a-zäöüß])-[ \t]{0,4}\n\s{0,40}(?=[a-zäöüß])")


def mended(text: str) -> str:
    """Words that a line's end tore are one again."""
    return " ".join(TORN_WORD.sub("", PAGE_HEAD.sub("", text)).split())


# --- what papers tell of one Drucksache: by their bare text, or with each sentence on its page -------------


def drucksache_of(text: str) -> str:
    number = number_of(text)
    if not number:
        raise EingabeError(f"„{text[:40]}“ ist keine Drucksache. Erwartet wird eine Nummer wie 18/1234.")
    return number


def bound_decisions(drucksache: str, art: PaperKind, paper: VotePaper, roster: Roster) -> list[Decision]:
    """The votes, each sentence on its page: every one of a committee, the last of a Protokoll."""
    found = _told(drucksache, art, paper.text, roster, paper.name)
    return _at_last(art, [paper.bound(one) for one in found])


def plain_decisions(drucksache: str, art: PaperKind, text: str, roster: Roster) -> list[Decision]:
    """The same bound to no page: to be compared, never to be shown."""
    return _at_last(art, _told(drucksache, art, text, roster, art) if text else [])


def _told(drucksache: str, art: PaperKind, text: str, roster: Roster, name: str) -> list[Decision]:
    """In a process apart, as all that reads somebody's text by many rules."""
    if art is PaperKind.PROTOKOLL:
        return apart(Aim.READ, name, votes_on, drucksache, text, roster, name, seconds=READ_SECONDS)
    found = apart(Aim.READ, name, committee_votes, text, roster, name, seconds=READ_SECONDS)
    return [one for one in found if one.drucksache == drucksache]


def _at_last(art: PaperKind, found: Sequence[Decision]) -> list[Decision]:
    if art is PaperKind.RECOMMENDATION:
        return list(found)
    last = settled(found)
    return [last] if last else []

"""The votes of a Protokoll on one Drucksache, by the chair's words alone."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from core.antrag.antrag import number_of
from core.antrag.vote_papers import PaperKind
from core.base.errors import EingabeError
from core.features.decisions.committee_votes import READ_SECONDS, VotePaper, sentences_across, with_dashes
from core.features.decisions.decision import Decision, Evidence, FraktionSide, Side, VotedOn
from core.features.decisions.fraktionen import Roster
from core.features.decisions.landtag_recommendations import recommendation_votes
from core.features.decisions.vote_dialogue import (
    NOTE,
    Call,
    asked_kind,
    calls,
    is_call_for_ayes,
    note_text,
    stated_behind,
    told_in_dialogue,
    told_in_statements,
)
from core.features.decisions.vote_phrases import (
    ACTIVE,
    ORDINAL,
    OTHER,
    RECOMMENDATION,
    Put,
    Told,
    kinds_in,
    mentions,
    moved_meanwhile,
    numbers_in,
    outcome,
    put_for,
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
    r"|(?:hat|haben)\b[^.]{0,60}\b(?:dagegen|dafür|zugestimmt|enthalten|mitgestimmt|teilgenommen|beteiligt)"
    r"|(?:geirrt|versprochen|vertan)|Abstimmung (?:wird |ist |muss )?(?:zu )?wiederhol\w*)\b"
)
TAKEN_BACK = "Gleich nach dem Ergebnis wurde etwas berichtigt."
DIFFERENT = "Antworten und Ergebnis widersprechen sich."
MINUTES = re.compile(r"\bBeschlu(?:ss|ß)protokoll\b|\bPlBPr\b")
HEAD = 1500
"""Letters in which a paper says what it is."""

MINUTED = re.compile(
    r"^\W*(?:Der|Die|Das|Dem|Bei|In)\b.{0,400}\b(?:wurden?|wird|werden)\b"
    r".*\b(?:mit den Stimmen|gegen die Stimmen|einstimmig)\b"
)
BY_ADVICE = re.compile(
    r"\b(?:entsprechend|gemäß|nach) der (?:Beschluss)?empfehlung\b|\bin der Fassung\b", re.IGNORECASE
)
LONGEST_TAIL = 4
SPEECH = 3500
"""Letters before a result in which its call can stand."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """A sentence and its place in the text."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Vote:
    """One vote in the text: what was said before its result, that, and what is stated right behind it."""

    before: tuple[Spoken, ...]
    result: Spoken
    tail: tuple[Spoken, ...]
    text: str
    document: str

    @property
    def near(self) -> list[Spoken]:
        return [one for one in self.before if self.result.start - one.start < SPEECH]

    @property
    def stated(self) -> list[Call]:
        return [call for one in self.tail for call in stated_behind(one.text)]

    def quote(self, start: int, end: int) -> Evidence:
        return Evidence(self.document, " ".join(self.text[start:end].split()), start)


def spoken(text: str) -> list[Spoken]:
    """The sentences; a note in brackets on who voted how is one of its own."""
    notes = list(NOTE.finditer(text))
    begins, ends = [0, *(note.end() for note in notes)], [*(note.start() for note in notes), len(text)]
    found: list[Spoken] = []
    for place, (begin, end) in enumerate(zip(begins, ends, strict=True)):
        for start, stop in sentences_across(text[begin:end]):
            words = " ".join(text[begin + start : begin + stop].split())
            found.append(Spoken(begin + start, begin + stop, words))
        found += [Spoken(*note.span(), note_text(note[0])) for note in notes[place : place + 1]]
    return found


def votes_on(drucksache: str, text: str, roster: Roster, document: str) -> list[Decision]:
    """Every vote that the text shows on that Drucksache, in its order."""
    found: list[Decision] = []
    block: list[Spoken] = []
    last: LastVote | None = None
    sentences = spoken(with_dashes(text))
    are_minutes = MINUTES.search(text, 0, HEAD) is not None
    for place, one in enumerate(sentences):
        if are_minutes and MINUTED.match(one.text):
            found += _minuted(drucksache, one, roster, document, text)
            block = []
        elif _is_result(one.text, block) and not _is_told_next(one, sentences[place + 1 : place + 2]):
            tail = _tail(sentences[place + 1 : place + 1 + LONGEST_TAIL])
            vote = Vote(tuple(block), one, tail, text, document)
            if decision := _decision(drucksache, vote, roster, last):
                behind = sentences[place + 1 + len(tail) : place + 3 + len(tail)]
                after = " ".join(said.text for said in behind)
                found.append(decision.doubted(TAKEN_BACK) if CORRECTED.search(after) else decision)
            last, block = _last_vote(block, one, roster, last, tail), []
        else:
            block.append(one)
    return found


def _is_result(sentence: str, block: Sequence[Spoken]) -> bool:
    if sentence.endswith("?") or outcome(sentence) is None:
        return False
    if not any(form.match(sentence) for form in (RESULT, ACTIVE, ORDINAL)):
        return False
    return any(CALLED.search(one.text) for one in block[-12:]) and not REPORTED.search(sentence)


def _is_told_next(one: Spoken, following: Sequence[Spoken]) -> bool:
    """„Das Erste war die Mehrheit. Der Beschlussempfehlung wurde gefolgt.“: the second says on what."""
    return bool(ORDINAL.match(one.text)) and any(
        RESULT.match(said.text) and outcome(said.text) is not None for said in following
    )


def _tail(following: Sequence[Spoken]) -> tuple[Spoken, ...]:
    """What is stated of the sides right behind a result, sentence by sentence."""
    return tuple(takewhile(lambda said: bool(stated_behind(said.text)), following))


def _minuted(drucksache: str, one: Spoken, roster: Roster, document: str, text: str) -> Iterator[Decision]:
    """Of a Beschlussprotokoll: one sentence names the paper, the sides and the outcome."""
    adopted = outcome(one.text)
    if drucksache not in numbers_in(one.text) or adopted is None:
        return
    kinds = kinds_in(one.text)
    put = put_for(drucksache, kinds[0][1] if kinds else "Antrag", [], one.text)
    if put is None:
        return
    if BY_ADVICE.search(one.text):
        put = Put(
            VotedOn.UNKNOWN, "Abgestimmt wurde nach einer Empfehlung; was sie vorschlug, steht dort nicht."
        )
    sides = tuple(_on_motion(told(one.text, roster, adopted), put).values())
    evidence = (Evidence(document, " ".join(text[one.start : one.end].split()), one.start),)
    rule = "Satz des Beschlussprotokolls, der das Ergebnis nennt"
    decision = Decision(drucksache, put.voted_on, adopted, sides, evidence, rule, put.reason)
    yield decision.doubted(put.reason) if put.reason else decision


def _decision(drucksache: str, vote: Vote, roster: Roster, last: LastVote | None) -> Decision | None:
    result, near = vote.result, vote.near
    block = [one.text for one in near]
    if drucksache not in {number for s in (*block, result.text) for number in numbers_in(s)}:
        return None
    asked = calls(block)
    question = asked_kind(asked)
    kind = (ORDINAL.match(result.text) and question) or _kind_of(result.text, block, drucksache)
    put = put_for(drucksache, kind, block, result.text)
    put_asked = put if question in (None, kind) else put_for(drucksache, question or "", block, "")
    if put is None and put_asked is None:
        return None
    again = _repeated(result, kind, block, last, roster)
    by_result = told(result.text, roster, outcome(result.text)) or again
    by_answers = told_in_dialogue(asked, roster) or told_in_statements(block, roster)
    by_tail = told_in_dialogue(vote.stated, roster)
    told_by = _on_motion(by_result, put), _on_motion(by_answers, put_asked)
    before = {one.partei: one for one in _merged(*told_by)}
    sides = _merged(before, _on_motion(by_tail, put))
    evidence = tuple(_quotes(vote, asked, drucksache))
    if again and last:
        evidence = (vote.quote(last.start, last.end), *evidence)
    main = put or put_asked or Put(VotedOn.UNKNOWN)
    reason = main.reason or _contradiction(put, put_asked, kind, question, block)
    if again and _disagreeing(*told_by):
        reason = (
            "Die Antworten sind andere als in der Abstimmung davor, deren Stimmenverhältnis gleich sein soll."
        )
    if _disagreeing(before, _on_motion(by_tail, put)):
        reason = reason or DIFFERENT
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
    is_one_vote = sum(is_call_for_ayes(sentence) for sentence in block) <= 1
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


def _last_vote(
    before: Sequence[Spoken],
    result: Spoken,
    roster: Roster,
    last: LastVote | None,
    tail: Sequence[Spoken],
) -> LastVote:
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
    behind = told_in_dialogue([call for one in tail for call in stated_behind(one.text)], roster)
    sides = agreed(told(result.text, roster, adopted), answers, behind) if is_same else {}
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
    if put and asked and (put.voted_on, asked.voted_on) == (VotedOn.REJECTION, VotedOn.ITSELF):
        return "Die Frage nennt die Vorlage, das Ergebnis die Empfehlung, sie abzulehnen."
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


def _quotes(vote: Vote, asked: Sequence[Call], drucksache: str) -> Iterator[Evidence]:
    """What was put to the vote, and from the first question on how it went."""
    named = [one for one in vote.near if drucksache in numbers_in(one.text)]
    first = asked[0].question if asked else ""
    begins = next((one for one in reversed(vote.near) if one.text == first), vote.result)
    if named and named[-1].start < begins.start:
        yield vote.quote(named[-1].start, named[-1].end)
    yield vote.quote(begins.start, (vote.tail or (vote.result,))[-1].end)


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
    found = apart(Aim.READ, name, recommendation_votes, text, roster, name, seconds=READ_SECONDS)
    return [one for one in found if one.drucksache == drucksache]


def _at_last(art: PaperKind, found: Sequence[Decision]) -> list[Decision]:
    if art is PaperKind.RECOMMENDATION:
        return list(found)
    last = settled(found)
    return [last] if last else []

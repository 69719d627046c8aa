"""The committee's vote in a Beschlussempfehlung: one sentence for each paper that it decides on.

„Zu Buchstabe b: Ablehnung des Antrags auf Drucksache 18/1953 mit den Stimmen der Fraktionen …“ stands under
„B. Lösung“. What the committees that were only asked for their opinion say stands elsewhere and is not read.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from core.decisions.paragraph_joints import sentences_across
from core.decisions.put_to_vote import AMENDED, UNCHANGED, numbers_in
from core.decisions.roster import Roster
from core.decisions.sides import Decision, Evidence, FraktionSide, VotedOn
from core.decisions.vote_phrases import told

BEGINS = re.compile(r"(?m)\bB\.\s+Lösung\b|(?:^|(?<=\n))Lösung\s*$")
ENDS = re.compile(r"\bC\.\s+(?:Alternative|Befristung|Kosten)|(?m:^Alternativen\s*$)")
NO_SECTIONS = 12_000
"""Letters from the start in which the sentence stands where a paper has no headings."""

LETTERS = re.compile(r"\bZu (?:den )?Buchstaben? ([a-z](?:(?:, | und | bis | sowie )[a-z])*)(?![a-zäöü)])")
IN_HEAD = re.compile(r"(?:^|\s)([a-z])\) (?=zu |Antr|Gesetz|Unterricht|Entschl|Beratung|über )")
HEAD_ENDS = re.compile(r"\bA\.\s+Problem|Der Bundestag wolle beschließen")
VOTE = re.compile(
    r"^\W*(?:(?:Einstimmige|Unveränderte|Einvernehmliche|einstimmige|unveränderte"
    r"|Mehrheitliche)\s+)*(Annahme|Ablehnung|Zustimmung)\s+(?:des|der|dieses|zu)\b"
)
OTHERS = re.compile(r"\b(?:Änderungsantr|Entschließungsantr|Ausschussdrucksache|Entschließung)\w*")
LIMITED = re.compile(r"\b(?:hinsichtlich|bezüglich|in Bezug auf|soweit)\b")
"""Behind the names it says that they voted so on a part alone."""

UNANIMOUS = re.compile(
    r"\b[Ee]in(?:stimmig|vernehmlich)e\b(?= (?:und )?(?:\w+ )?(?:Annahme|Ablehnung|Zustimmung))"
)


@dataclass(frozen=True, slots=True)
class CommitteeSentence:
    """A vote's sentence with its place in the text, and under which letters it stands."""

    start: int
    end: int
    text: str
    letters: tuple[str, ...]


def committee_votes(text: str, roster: Roster, document: str) -> list[Decision]:
    """One decision for each paper of the Beschlussempfehlung of which a sentence tells the vote."""
    heads = papers_by_letter(text)
    return [one for said in vote_sentences(text) for one in _decisions(said, heads, roster, document)]


def papers_by_letter(text: str) -> dict[str, tuple[str, ...]]:
    """„a) zu dem Gesetzentwurf – Drucksachen 18/1798, 18/2379 – b) …“ → letter → numbers; one paper is „“."""
    end = HEAD_ENDS.search(text)
    head = " ".join(text[: end.start() if end else 4000].split())
    title = re.search(r"Beschluss?empfehlung|Beschlußempfehlung", head)
    head = head[title.end() :] if title else head
    marks = list(IN_HEAD.finditer(head))
    if not marks:
        return {"": _paper_numbers(head)}
    ends = [mark.start() for mark in marks[1:]] + [len(head)]
    return {m[1]: _paper_numbers(head[m.end() : e]) for m, e in zip(marks, ends, strict=True)}


def _paper_numbers(head: str) -> tuple[str, ...]:
    """The numbers between dashes, „– Drucksachen 18/1798, 18/2379 –“, and not those in a title."""
    found = re.search(r"[–-] ?(?:Drucksachen?|Drs\.)? ?(\d{1,2}/\d[^–]*?) ?[–-](?= |$)", head)
    return numbers_in(found[1]) if found else ()


def vote_sentences(text: str) -> Iterator[CommitteeSentence]:
    start, end = _section(text)
    marks = list(LETTERS.finditer(text, start, end))
    starts = [(start, "")] + [(mark.end(), mark[1]) for mark in marks]
    stops = [mark.start() for mark in marks] + [end]
    for (begin, letters), stop in zip(starts, stops, strict=True):
        for first, last in _sentences(text, begin, stop):
            words = " ".join(text[first:last].split())
            if VOTE.match(words):
                yield CommitteeSentence(first, last, words, _each(letters))


def _section(text: str) -> tuple[int, int]:
    begins = BEGINS.search(text)
    if begins is None:
        return 0, min(len(text), NO_SECTIONS)
    ends = ENDS.search(text, begins.end())
    return begins.end(), ends.start() if ends else min(len(text), begins.end() + NO_SECTIONS)


def _sentences(text: str, begin: int, stop: int) -> Iterator[tuple[int, int]]:
    return ((begin + start, begin + end) for start, end in sentences_across(text[begin:stop]))


def _each(letters: str) -> tuple[str, ...]:
    """„a bis c“ → a b c."""
    if span := re.fullmatch(r"([a-z]) bis ([a-z])", letters):
        return tuple(chr(code) for code in range(ord(span[1]), ord(span[2]) + 1))
    return tuple(re.findall(r"\b[a-z]\b", letters))


def _decisions(
    said: CommitteeSentence, heads: Mapping[str, tuple[str, ...]], roster: Roster, document: str
) -> Iterator[Decision]:
    voted_on = _voted_on(said.text)
    sentence = UNANIMOUS.sub("einstimmig", said.text)
    # What is told is the vote on the recommendation: „mit den Stimmen“ is with it.
    sides = tuple(
        FraktionSide(one.partei, voted_on.on_motion(one.side), one.side, one.words, one.note)
        for one in told(sentence, roster, adopted=True)
    )
    rule = f"Satz unter „Lösung“: {VOTE.match(said.text)[1]}"  # type: ignore[index]
    reason = "Empfohlen ist eine geänderte Fassung." if voted_on is VotedOn.AMENDED else ""
    for paper in _papers(said, heads):
        evidence = (Evidence(document, said.text, said.start),)
        yield Decision(paper, voted_on, True, sides, evidence, rule, reason)


def _voted_on(sentence: str) -> VotedOn:
    """Of „Ablehnung des Antrags“ and „Annahme in geänderter Fassung“."""
    match = VOTE.match(sentence)
    before = re.split(r"\b(?:mit den Stimmen|gegen die Stimmen|einstimmig|bei )", sentence)[0]
    if OTHERS.search(before):
        return VotedOn.OTHER
    if LIMITED.search(sentence, len(before)):
        return VotedOn.PART
    if AMENDED.search(UNCHANGED.sub(" ", before)):
        return VotedOn.AMENDED
    return VotedOn.REJECTION if match and match[1] == "Ablehnung" else VotedOn.ADOPTION


def _papers(said: CommitteeSentence, heads: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """Those that the sentence names, else those of its letter, else the only one of the head.

    Of „Drucksachen 18/1798, 18/2379“ under one letter the first is the paper, the others belong to it.
    """
    named = numbers_in(re.split(r"\b(?:mit den Stimmen|gegen die Stimmen|einstimmig\b)", said.text)[0])
    of_letters = [heads[letter] for letter in said.letters if heads.get(letter)]
    if named:
        companions = {number for numbers in heads.values() for number in numbers[1:]}
        return tuple(number for number in named if number not in companions)
    if of_letters:
        return tuple(numbers[0] for numbers in of_letters)
    only = heads.get("", ())
    return only[:1] if len(heads) == 1 else ()

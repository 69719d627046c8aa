"""The committee's vote in the paper of a Landtag: what it recommends, and where it says who was for that.

| where it stands | Länder |
| --- | --- |
| in the sentence that recommends: „empfiehlt mit den Stimmen von … die Ablehnung“ | HH, MV, NI, SH |
| in the report, on „die vorgenannte Empfehlung“; or in a line „CDU, SPD gegen AfD“ | HE |
| in the report, on the paper itself: „Der Antrag wurde mit den Stimmen von … abgelehnt“ | NRW |
| beside the recommendation: „mehrheitlich – mit CDU und SPD gegen GRÜNE –“ | BE |
| in a table, on the paper itself: „CSU: Ablehnung“ | BY |

Counts („9 : 2 : 1“) name nobody. What committees say that were only asked for an opinion is not read.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from core.features.decisions.committee_votes import committee_votes, sentences_across, with_dashes
from core.features.decisions.decision import Decision, Evidence, FraktionSide, Side, VotedOn
from core.features.decisions.fraktionen import Roster
from core.features.decisions.vote_dialogue import Call, told_in_dialogue
from core.features.decisions.vote_phrases import (
    AMENDED,
    ELSEWHERE,
    NEGATED_REASON,
    OTHER,
    PART,
    RECOMMENDATION,
    UNCHANGED,
    Told,
    is_negated,
    kinds_in,
    mentions,
    numbers_in,
    outcome,
    recommended,
    segments,
    told,
)

LIKE_THE_BUNDESTAG = ("BUND", "DEMO")

TITLE = re.compile(r"Beschlu(?:ss|ß)empfehlung|\bBericht\b", re.IGNORECASE)
RECOMMENDS = re.compile(r"\b(?:empfiehlt|empfehlen)\b|\bschlägt\b.*\bvor\b")
IS_TO_BE = re.compile(
    r"^\W*(?:Der|Dem|Das|Die|Den)\b.{0,200}\bw(?:ird|erden)\b(?P<how>.{0,120}?)"
    r"\b(?P<end>abgelehnt|angenommen|zugestimmt)\b"
)
ALL_TO_BE = re.compile(r"^\W*Die \w+ werden (?:abgelehnt|angenommen)\b")
SAID_SHORT = re.compile(
    r"\bI\.\s+Beschlussempfehlung:?\s+(?P<end>Zustimmung|Ablehnung)"
    r"(?P<how>(?:(?!\b(?:Mit)?[Bb]erichterstatter|\bII\.)[^\n]){0,400})"
)
ON_ANY_TERMS = re.compile(r"\bauch mit geänderte\w+ \w+")
ASKED_TOO = re.compile(
    r"\b[Mm]itberat\w*|\bgutachtlich\w*|\bbeteiligte[nr]?\b|\bdem federführenden\b"
    r"|\b(?:empfiehlt|empfohlen)\b.{0,20}\b(?:dem|den) \w*[Aa]usschuss\b"
    r"|\bdem \w*[Aa]usschuss\b.*\bempfohlen\b"
)
UPWARD = re.compile(
    r"\b(?:vorgenannte[nr]?|vorstehende[nr]?|oben ?genannte[nr]?|obige[nr]?|genannte[nr]?|folgende[nr]?)\s+"
    r"(?:Beschluss)?[Ee]mpfehlung\b"
)
REPORTED = re.compile(r"^\W*(?:Der|Dem|Das|Die|In)\b.*\bw(?:urden?|ird|erden)\b.*\bmit den Stimmen\b")
CHANGED = re.compile(r"\b(?:so )?geänderte[nrs]?\b|\bFassung\b|\bÄnderung(?:en)?\b")
OTHER_VOTE = re.compile(
    r"\b(?:abgelehnt|angenommen|zugestimmt|lehnten?|stimmten?|genommen|verworfen|zurückgewiesen|vertagt|erledigt)\b"
    r"|[Ää]nderungsantr|\bVertagung\b|\bAnhörung\b"
)
LATER_VOTE = re.compile(r"\bnachdem\b|[Ää]nderungsantr|\b(?:lehnten?|stimmten?)\b")
SECTION = re.compile(r"(?m)^(?:[A-Z]|[IVX]+|\d)\.?\s+\S[^\n]{2,80}$")
MAJORITY = re.compile(
    r"\b(?P<all>einstimmig|mehrheitlich)\s+–\s+(?P<words>(?:mit|gegen|bei)\b[^–\n]{2,240}?)\s+–",
    re.IGNORECASE,
)
ROLES = re.compile(
    r"\b(?P<yes>mit)\b|\b(?P<no>gegen)\b|\b(?P<none>(?:bei|und) (?:Stimm)?[Ee]nthaltung(?:en)?)\b"
)
LINE = re.compile(
    r"(?m)(?:^|(?<=\.\s))(?P<words>[A-ZÄÖÜ][^\n.:;]{1,200} gegen [^\n.:;]{2,200}?)(?=\s+[A-Z]\.\s|\s*$)"
)
TABLE = re.compile(
    r"\bDer federführende Ausschuss hat\b.{5,200}?\bberaten und "
    r"(?:mit folgendem Stimmergebnis:(?P<rows>.{5,900}?)"
    r"|(?P<all>einstimmig) )(?P<how>in der in I\. enthaltenen Fassung )?"
    r"(?P<end>Zustimmung|Ablehnung)\s+empfohlen",
    re.DOTALL,
)
ROW = re.compile(r"\s*:\s*(Zustimmung|Ablehnung|Enthaltung)\s*")
ROW_SIDES = {"Zustimmung": Side.YES, "Ablehnung": Side.NO, "Enthaltung": Side.ABSTAINED}

NEAR = 600
"""Letters behind a recommendation in which a line tells who was for it."""

CHANGED_TEXT = "Empfohlen ist eine geänderte Fassung."
NOT_THE_SAME = "Empfehlung und Abstimmung des Ausschusses passen nicht zusammen."
PART_ONLY = "Empfohlen ist etwas zu einem Teil der Vorlage."
NO_ADVICE = "Was empfohlen war, ist keine Annahme oder Ablehnung der Vorlage."


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence and its place; `is_asked_only`: of a committee that was only asked for an opinion."""

    start: int
    end: int
    text: str
    is_asked_only: bool


@dataclass(frozen=True, slots=True)
class Advice:
    """What is recommended for which paper; `said` in which sentence."""

    number: str
    voted_on: VotedOn
    said: Said


def recommendation_votes(text: str, roster: Roster, document: str) -> list[Decision]:
    """One decision for each Drucksache of which a committee's paper tells the vote, in that Land's form."""
    if roster.land in LIKE_THE_BUNDESTAG:
        return committee_votes(text, roster, document)
    found = _Paper(with_dashes(text), text, roster, document).decisions
    return found or committee_votes(text, roster, document)


@dataclass(frozen=True)
class _Paper:
    plain: str
    text: str
    roster: Roster
    document: str

    @property
    def decisions(self) -> list[Decision]:
        found = [one for advice in self.advice for one in self._of(advice)]
        return found or list(self._reported(None))

    @cached_property
    def sentences(self) -> list[Said]:
        heads = [(one.start(), bool(ASKED_TOO.search(one[0]))) for one in SECTION.finditer(self.plain)]
        found = []
        for start, end in sentences_across(self.plain):
            words = " ".join(self.plain[start:end].split())
            under = next((asked for at, asked in reversed(heads) if at <= start), False)
            found.append(Said(start, end, words, under or bool(ASKED_TOO.search(words))))
        return found

    @cached_property
    def subject(self) -> tuple[str, str]:
        """The one paper that the head names behind its title, and its kind; empty where there are several."""
        title = TITLE.search(self.plain)
        start = title.end() if title else 0
        own = numbers_in(self.plain[:start])
        ends = [
            one.start for one in self.sentences if RECOMMENDS.search(one.text) or IS_TO_BE.match(one.text)
        ]
        head = self.plain[start : next((end for end in ends if end > start), start + 1500)]
        named = dict.fromkeys(number for number in numbers_in(head) if number not in own)
        if len(named) != 1:
            return "", ""
        kinds = [kind for _, kind in kinds_in(head) if kind not in (RECOMMENDATION, OTHER)]
        return next(iter(named)), kinds[0] if kinds else ""

    def _meant(self, sentence: str) -> tuple[str, ...]:
        """The papers that a sentence is on: those that it names, else that of the head, if of its kind."""
        if named := _papers(sentence):
            return named
        number, own = self.subject
        kinds = [kind for _, kind in kinds_in(sentence) if kind not in (RECOMMENDATION, OTHER)]
        return (number,) if number and (not kinds or kinds[0] == own or not own) else ()

    @cached_property
    def advice(self) -> list[Advice]:
        """Of each paper once; where two sentences recommend different things for one, nothing."""
        found: dict[str, Advice] = {}
        torn = set()
        for one in self._advised():
            known = found.setdefault(one.number, one)
            if known.voted_on is not one.voted_on:
                torn.add(one.number)
        return [one for number, one in found.items() if number not in torn]

    def _advised(self) -> Iterator[Advice]:
        if in_short := SAID_SHORT.search(self.plain):
            said = Said(in_short.start(), in_short.end(), in_short[0], False)
            yield from self._for("", _to_be(in_short), said)
            return
        for one in self.sentences:
            if one.is_asked_only:
                continue
            if to_be := IS_TO_BE.match(one.text):
                if not segments_in(to_be[0], self.roster):
                    end = self.plain.index(to_be["end"], one.start) + len(to_be["end"])
                    yield from self._for(to_be[0], _to_be(to_be), Said(one.start, end, to_be[0], False))
            elif RECOMMENDS.search(one.text):
                yield from self._for(one.text, recommended(one.text), one)

    def _for(self, sentence: str, voted_on: VotedOn, said: Said) -> Iterator[Advice]:
        """A sentence on several papers at once says nothing certain of any."""
        meant = self._meant(sentence)
        if len(meant) == 1 and (voted_on is not VotedOn.UNKNOWN or is_negated(said.text)):
            yield Advice(meant[0], VotedOn.PART if PART.search(sentence) else voted_on, said)

    def _of(self, advice: Advice) -> Iterator[Decision]:
        """By the first of the forms that tells a side."""
        said = advice.said
        words = _recommending(said.text)
        if "einst" in words or "einvern" in words or segments_in(words, self.roster):
            if sides := told(words, self.roster, adopted=True):
                yield self._on_advice(advice, sides, said.start, said.end, "Satz der Empfehlung")
                return
        forms = (self._upward(advice), self._beside(advice), self._table(advice), self._reported(advice))
        yield from next((found for found in map(list, forms) if found), [])

    def _upward(self, advice: Advice) -> Iterator[Decision]:
        """„… zu der vorgenannten Beschlussempfehlung gelangt“: one such sentence on one recommendation."""
        meant = [one for one in self.sentences if UPWARD.search(one.text) and not one.is_asked_only]
        if len(self.advice) != 1 or len(meant) != 1:
            return
        before = meant[0].text[: UPWARD.search(meant[0].text).start()]  # type: ignore[union-attr]
        sides = told(re.sub(r"(?: zu)? d(?:er|ie) $", "", before), self.roster, adopted=True)
        if sides:
            yield self._on_advice(
                advice, sides, meant[0].start, meant[0].end, "Satz des Berichts zur Empfehlung"
            )

    def _beside(self, advice: Advice) -> Iterator[Decision]:
        """A line beside the only recommendation; of several lines nobody knows which committee's they are."""
        near = self.plain[: advice.said.end + NEAR]
        lines = list(MAJORITY.finditer(near)) or list(LINE.finditer(near, advice.said.start))
        if len(self.advice) != 1 or len(lines) != 1:
            return
        words, every = lines[0]["words"], lines[0].groupdict().get("all", "").casefold() == "einstimmig"
        asked = list(_by_role(words if ROLES.match(words) else f"mit {words}"))
        if every and not any(call.side is Side.YES for call in asked):
            asked.append(Call(Side.YES, "einstimmig", "alle übrigen Fraktionen"))
        sides = told_in_dialogue(asked, self.roster)
        if sides:
            yield self._on_advice(advice, sides, lines[0].start(), lines[0].end(), "Zeile zur Empfehlung")

    def _table(self, advice: Advice) -> Iterator[Decision]:
        found = TABLE.search(self.plain)
        if found is None:
            return
        adopted = found["end"] == "Zustimmung"
        if found["all"]:
            side = Side.YES if adopted else Side.NO
            sides = [Told(partei, side, found["all"]) for partei in self.roster.fraktionen]
        else:
            sides = list(_rows(found["rows"], self.roster))
        reason = "" if _wants(advice.voted_on) is adopted else NOT_THE_SAME
        if advice.voted_on is VotedOn.AMENDED or found["how"]:
            reason = CHANGED_TEXT
        elif (Side.YES if adopted else Side.NO) not in {one.side for one in sides}:
            reason = NOT_THE_SAME
        yield self._on_itself(
            advice.number, adopted, sides, found.start(), found.end(), "Stimmergebnis des Ausschusses", reason
        )

    def _reported(self, advice: Advice | None) -> Iterator[Decision]:
        """„Der Antrag Drucksache … wurde mit den Stimmen von … abgelehnt“, where that is recommended."""
        if advice is not None:
            found = [one for one in self._votes_reported() if one[0] == advice.number]
        else:
            found = [one for one in self._votes_reported() if self._all_rejected(one[2])]
        for number in dict.fromkeys(one[0] for one in found):
            own = [one for one in found if one[0] == number]
            _, said, adopted = own[-1]
            reason = "" if len(own) == 1 else NOT_THE_SAME
            if advice and _wants(advice.voted_on) is not adopted:
                reason = CHANGED_TEXT if advice.voted_on is VotedOn.AMENDED else NOT_THE_SAME
            sides = told(said.text, self.roster, adopted)
            if sides:
                rule = "Satz des Berichts zur Vorlage"
                yield self._on_itself(number, adopted, sides, said.start, said.end, rule, reason)

    def _all_rejected(self, adopted: bool) -> bool:
        """„Die Anträge werden abgelehnt“: of several papers none is recommended otherwise."""
        many = [
            one
            for one in self.sentences
            if re.search(r"^\W*Die \w+ werden (?:abgelehnt|angenommen)\b", one.text)
        ]
        return len(many) == 1 and outcome(many[0].text) is adopted

    def _votes_reported(self) -> Iterator[tuple[str, Said, bool]]:
        for one in self.sentences:
            adopted = outcome(one.text)
            kinds = [kind for _, kind in kinds_in(one.text) if kind != RECOMMENDATION]
            if adopted is None or one.is_asked_only or not REPORTED.match(one.text):
                continue
            if (
                CHANGED.search(UNCHANGED.sub(" ", one.text))
                or not kinds
                or kinds[0] in (OTHER, "Änderungsantrag")
            ):
                continue
            numbers = self._meant(one.text)
            if len(numbers) == 1 and not PART.search(one.text):
                yield numbers[0], one, adopted

    def _on_advice(self, advice: Advice, said: Iterable[Told], start: int, end: int, rule: str) -> Decision:
        reasons = {
            VotedOn.AMENDED: CHANGED_TEXT,
            VotedOn.OTHER: NO_ADVICE,
            VotedOn.PART: PART_ONLY,
            VotedOn.UNKNOWN: NEGATED_REASON,
        }
        sides = tuple(
            FraktionSide(one.partei, advice.voted_on.on_motion(one.side), one.side, one.words, one.note)
            for one in said
        )
        reason = reasons.get(advice.voted_on, "")
        evidence = self._evidence(advice.said, start, end)
        return Decision(advice.number, advice.voted_on, True, sides, evidence, rule, reason)

    def _on_itself(
        self, number: str, adopted: bool, said: Iterable[Told], start: int, end: int, rule: str, reason: str
    ) -> Decision:
        sides = tuple(FraktionSide(one.partei, one.side, one.side, one.words, one.note) for one in said)
        evidence = (self._quote(start, end),)
        decision = Decision(number, VotedOn.ITSELF, adopted, sides, evidence, rule, reason)
        return decision.doubted(reason) if reason else decision

    def _evidence(self, advised: Said, start: int, end: int) -> tuple[Evidence, ...]:
        """What is recommended, and who was for it, where that does not stand in one sentence."""
        if advised.start <= start < advised.end:
            return (self._quote(advised.start, max(end, advised.end)),)
        pair = sorted([(advised.start, advised.end), (start, end)])
        return tuple(self._quote(*span) for span in pair)

    def _quote(self, start: int, end: int) -> Evidence:
        return Evidence(self.document, " ".join(self.text[start:end].split()), start)


def segments_in(sentence: str, roster: Roster) -> bool:
    return any(one.listed.named for one in segments(sentence, roster))


def _recommending(sentence: str) -> str:
    """The clause that recommends; what another decides, or a vote told beside it, is no side in this one."""
    verb = RECOMMENDS.search(sentence)
    if verb is None:
        return sentence
    start = verb.start() if OTHER_VOTE.search(sentence, 0, verb.start()) else 0
    later = LATER_VOTE.search(sentence, verb.end())
    return sentence[start : later.start() if later else len(sentence)]


def _papers(sentence: str) -> tuple[str, ...]:
    """Those that it names, each once, but for the recommendation itself."""
    named = (one for one in mentions(sentence) if one.kind not in (RECOMMENDATION, OTHER))
    return tuple(dict.fromkeys(number for one in named for number in one.numbers))


def _to_be(match: re.Match[str]) -> VotedOn:
    """„wird abgelehnt“, „wird mit folgender Änderung angenommen“, „Zustimmung mit der Maßgabe …“"""
    how = match["how"] or ""
    if is_negated(match[0]):
        return VotedOn.UNKNOWN
    if ELSEWHERE.search(match[0]):
        return VotedOn.OTHER
    if match["end"] in ("abgelehnt", "Ablehnung"):
        return VotedOn.OTHER if "teilweise" in how else VotedOn.REJECTION
    plain = UNCHANGED.sub(" ", ON_ANY_TERMS.sub(" geändert ", how))
    return VotedOn.AMENDED if AMENDED.search(plain) or CHANGED.search(plain) else VotedOn.ADOPTION


def _wants(voted_on: VotedOn) -> bool | None:
    return {VotedOn.ADOPTION: True, VotedOn.REJECTION: False}.get(voted_on)


def _by_role(words: str) -> Iterator[Call]:
    marks = list(ROLES.finditer(words))
    ends = [mark.start() for mark in marks[1:]] + [len(words)]
    sides = {"yes": Side.YES, "no": Side.NO, "none": Side.ABSTAINED}
    for mark, end in zip(marks, ends, strict=True):
        yield Call(sides[mark.lastgroup or "yes"], mark[0], words[mark.end() : end].strip(" ,"))


def _rows(rows: str, roster: Roster) -> Iterator[Told]:
    """„CSU: Ablehnung“; where a row holds more than one word, that Fraktion has no side."""
    names = list(roster.names.finditer(rows))
    ends = [name.start() for name in names[1:]] + [len(rows)]
    for name, end in zip(names, ends, strict=True):
        partei, row = roster.find(name[0]), ROW.fullmatch(rows, name.end(), end)
        if partei:
            side = ROW_SIDES[row[1]] if row else Side.UNKNOWN
            yield Told(partei, side, " ".join(rows[name.start() : end].split()))

"""A language model as checker: several numbered pairs a request, and what of its word is believed.

Only what comes with words of the passage is.
"""

import hashlib
import json
import threading
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from core.assessment.forderung_pairs import BelegPair
from core.citations.exact_match import find_in, is_too_short
from core.citations.verdict import WORT, Verdict
from core.context import Context
from core.errors import AntwortUnlesbar, KontextZuLang
from core.judging.party_mask import Covert, hide_names
from core.llm.anfrage import Anfrage, Message
from core.llm.antwort import PairUrteil, TraegtAntwort
from core.llm.budget import Budget
from core.llm.catalogue import find_modell
from core.llm.client import count_tokens, estimate_cost
from core.llm.prompts import Prompt, fill
from core.runs.buchungen import Anlass, Zweck, ask_booked, frage_of, prompt_name
from core.search.shown_passage import fence

AT_ONCE = 10
"""Pairs of one request at most: an answer that cannot be used costs no more than these."""

MAX_TOKENS = 4_000
PER_ANSWER = 90
"""Tokens of one verdict: a sentence of the passage and the JSON around it."""

SILENT = "Das Prüfmodell hat zu diesem Zitat nichts gesagt."
TWICE = "Das Prüfmodell hat zu diesem Zitat Verschiedenes gesagt."
UNDECIDED = "Das Prüfmodell legt sich nicht fest."
NO_WORDS = "Das Prüfmodell sagt „{}“, nennt dafür aber keine Wörter der Stelle."
SHORT_WORDS = "Das Prüfmodell sagt „{}“, nennt dafür aber zu wenige Wörter der Stelle."
UNBOUND = "Das Prüfmodell sagt „{}“, aber die Wörter, auf die es sich stützt, stehen nicht in der Stelle."


@dataclass(frozen=True, slots=True)
class Asked:
    """One pair of a Lauf as a checker sees it, without names of parties and without points.

    `schluessel`: the same for the same quote, passage and Forderung asked in the same way of the same model.
    """

    paar: BelegPair
    frage: str
    stelle: Covert
    zitat: str
    schluessel: str

    @property
    def place(self) -> tuple[str, int, str]:
        """A party, the number of a quote, and a Forderung."""
        return self.paar.partei, self.paar.zitat, self.paar.forderung


@dataclass(frozen=True, slots=True)
class Said:
    """What was said of one pair. `is_answer`: False where nothing usable came; it is asked anew."""

    verdict: Verdict
    words: str = ""
    reason: str = ""
    kosten: float | None = None
    is_answer: bool = True


@dataclass(frozen=True, slots=True)
class ModellPruefer:
    """`api_base` as in `Anfrage`: for a server of one's own."""

    context: Context
    name: str
    prompt: Prompt
    api_base: str | None = None
    pause: float = 1.0

    @property
    def prompt_version(self) -> str:
        return prompt_name(self.prompt.id, self.prompt.version)

    def asked(self, paar: BelegPair, names: Sequence[str]) -> Asked:
        """`names`: those that are hidden."""
        frage, zitat = (hide_names(text, names).text for text in (paar.frage, paar.text))
        stelle = hide_names(paar.stelle, names)
        told = [f"{self.name} {self.prompt.hash}", frage, stelle.text, zitat, paar.stelle]
        return Asked(paar, frage, stelle, zitat, hashlib.sha256(json.dumps(told).encode()).hexdigest())

    def batches(self, asked: Sequence[Asked]) -> list[list[Asked]]:
        """Party by party what goes into one request each, ten at most.

        As many as the model has room for; a pair too long for it goes alone, and is told.
        """
        room = find_modell(self.context, self.name).kontext - MAX_TOKENS - self._tokens([])
        batches: list[list[Asked]] = []
        left = 0
        for one in asked:
            size = count_tokens(self.name, _told(1, one))
            goes_on = batches and batches[-1][0].paar.partei == one.paar.partei
            if not goes_on or len(batches[-1]) == AT_ONCE or size > left:
                batches.append([])
                left = room
            batches[-1].append(one)
            left -= size
        return batches

    def usual_cost(self, batches: Sequence[Sequence[Asked]]) -> float | None:
        """US dollars, estimated; None where the price is unknown."""
        if not batches:
            return 0.0
        tokens, pairs = sum(map(self._tokens, batches)), sum(map(len, batches))
        return estimate_cost(self.context, self.name, tokens, PER_ANSWER * pairs)

    def judge(
        self, lauf_id: str, batch: Sequence[Asked], budget: Budget, abbruch: threading.Event | None
    ) -> list[Said]:
        """What of its word is believed. What the model cannot be asked at all raises; what it cannot answer
        is open.
        """
        anfrage = Anfrage(
            modell=self.name,
            messages=self._messages(batch),
            schema=TraegtAntwort,
            max_tokens=MAX_TOKENS,
            pause=self.pause,
            api_base=self.api_base,
            abbruch=abbruch,
            budget=budget,
        )
        anlass = Anlass(
            zweck=Zweck.TRAEGT,
            lauf_id=lauf_id,
            partei=batch[0].paar.partei,
            frage=frage_of_batch(batch),
            prompt=self.prompt_version,
        )
        try:
            antwort = ask_booked(self.context, anfrage, anlass)
        except (AntwortUnlesbar, KontextZuLang) as reason:
            share = None if reason.kosten is None else reason.kosten / len(batch)
            return [Said(Verdict.OFFEN, reason=str(reason), kosten=share, is_answer=False)] * len(batch)
        share = None if antwort.kosten is None else antwort.kosten / len(batch)
        answers = _read(antwort.data, len(batch), share)
        return [_believed(answer, one) for answer, one in zip(answers, batch, strict=True)]

    def _messages(self, batch: Sequence[Asked]) -> list[Message]:
        told = "\n".join(_told(number, one) for number, one in enumerate(batch, start=1))
        return list(fill(self.prompt, {"paare": told}))

    def _tokens(self, batch: Sequence[Asked]) -> int:
        return sum(count_tokens(self.name, message["content"]) for message in self._messages(batch))


def frage_of_batch(batch: Sequence[Asked]) -> str:
    return frage_of(Zweck.TRAEGT, *(one.schluessel for one in batch))


def _told(number: int, one: Asked) -> str:
    """A pair in its tags; what others wrote can neither close them nor open others."""
    frage, stelle, zitat = (" ".join(fence(text).split()) for text in (one.frage, one.stelle.text, one.zitat))
    return f'<paar nummer="{number}">\nForderung: {frage}\nStelle: {stelle}\nZitat: {zitat}\n</paar>'


def _read(antwort: TraegtAntwort, count: int, share: float | None) -> Iterator[Said]:
    """One for each number; numbers that nobody asked about are passed over."""
    said: dict[int, list[PairUrteil]] = defaultdict(list)
    for one in antwort.urteile:
        said[one.nummer].append(one)
    for number in range(1, count + 1):
        verdicts = {one.urteil for one in said[number]}
        if len(verdicts) == 1:
            yield Said(verdicts.pop(), said[number][0].worte, kosten=share)
        else:
            reason = TWICE if verdicts else SILENT
            yield Said(Verdict.OFFEN, reason=reason, kosten=share, is_answer=False)


def _believed(answer: Said, one: Asked) -> Said:
    """Bound to the passage, its words as they stand there, or open with a reason; other words are nowhere
    shown.
    """
    if answer.verdict is Verdict.OFFEN:
        return replace(answer, words="", reason=answer.reason or UNDECIDED)
    if not answer.words.strip():
        return _open(NO_WORDS, answer)
    if is_too_short(answer.words):
        return _open(SHORT_WORDS, answer)
    spans = find_in(answer.words, one.stelle.text)
    if not spans:
        return _open(UNBOUND, answer)
    places = [one.stelle.original(span) for span in spans]
    words = " … ".join(" ".join(one.paar.stelle[start:end].split()) for start, end in places)
    return replace(answer, words=words)


def _open(reason: str, answer: Said) -> Said:
    return replace(answer, verdict=Verdict.OFFEN, words="", reason=reason.format(WORT[answer.verdict]))

"""What a checker says of pairs, and what of it is believed: only what comes with words of the passage."""

import hashlib
import json
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from core.citations.exact_match import find_in, is_too_short
from core.support.forderung_pairs import BelegPair
from core.support.party_mask import Covert, hide_names
from core.support.verdict import WORT, Verdict

UNDECIDED = "Das Prüfmodell legt sich nicht fest."
NO_WORDS = "Das Prüfmodell sagt „{}“, nennt dafür aber keine Wörter der Stelle."
SHORT_WORDS = "Das Prüfmodell sagt „{}“, nennt dafür aber zu wenige Wörter der Stelle."
UNBOUND = "Das Prüfmodell sagt „{}“, aber die Wörter, auf die es sich stützt, stehen nicht in der Stelle."


@dataclass(frozen=True, slots=True)
class Template:
    """A pair as a checker sees it: without names of parties, without points."""

    frage: str
    stelle: Covert
    zitat: str


@dataclass(frozen=True, slots=True)
class Said:
    """What was said of one pair, unproved. `is_answer`: False where nothing usable came; it is asked anew."""

    verdict: Verdict
    words: str = ""
    reason: str = ""
    kosten: float | None = None
    is_answer: bool = True


@dataclass(frozen=True, slots=True)
class Findings:
    """What of it is believed; `words` are the passage's own."""

    verdict: Verdict
    words: str = ""
    reason: str = ""


class Pruefer(Protocol):
    """A model that judges pairs. `kennung`: all that decides on its answers, for what is asked once only."""

    @property
    def name(self) -> str: ...

    @property
    def prompt_version(self) -> str: ...

    @property
    def kennung(self) -> str: ...

    def batches(self, vorlagen: Sequence[Template]) -> list[Sequence[Template]]:
        """What goes into one request each, in order."""

    def usual_cost(self, vorlagen: Sequence[Template]) -> tuple[int, float | None]:
        """Tokens to be read and US dollars, both estimated; None where the price is unknown."""

    def judge(self, vorlagen: Sequence[Template], abbruch: threading.Event | None) -> list[Said]: ...


def template_of(paar: BelegPair, names: Sequence[str]) -> Template:
    frage, zitat = (hide_names(text, names).text for text in (paar.frage, paar.text))
    return Template(frage, hide_names(paar.stelle, names), zitat)


def key_of(kennung: str, vorlage: Template, paar: BelegPair) -> str:
    """The same for the same quote, passage and Forderung asked in the same way of the same model."""
    asked = [kennung, vorlage.frage, vorlage.stelle.text, vorlage.zitat, paar.stelle]
    return hashlib.sha256(json.dumps(asked).encode()).hexdigest()


def believed(answer: Said, stelle: Covert, original: str) -> Findings:
    """Bound to the passage, or open with a reason; words that do not stand in it are nowhere shown."""
    if answer.verdict is Verdict.OFFEN:
        return Findings(Verdict.OFFEN, reason=answer.reason or UNDECIDED)
    if not answer.words.strip():
        return _open(NO_WORDS, answer)
    if is_too_short(answer.words):
        return _open(SHORT_WORDS, answer)
    spans = find_in(answer.words, stelle.text)
    if not spans:
        return _open(UNBOUND, answer)
    places = [stelle.original(span) for span in spans]
    words = " … ".join(" ".join(original[start:end].split()) for start, end in places)
    return Findings(answer.verdict, words, answer.reason)


def _open(reason: str, answer: Said) -> Findings:
    return Findings(Verdict.OFFEN, reason=reason.format(WORT[answer.verdict]))

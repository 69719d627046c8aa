"""A language model as checker: several numbered pairs a request, each answer checked one by one."""

import threading
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.context import Context
from core.errors import AntwortUnlesbar, EingabeError, KontextZuLang
from core.llm.anfrage import Anfrage, Handler, Message
from core.llm.antwort import TraegtAntwort
from core.llm.catalogue import OFFLINE, find_modell
from core.llm.client import ask, count_tokens, estimate_cost
from core.llm.prompts import TRAEGT, Prompt, fill, prompts_of
from core.runs.lauf import Json
from core.search.prompt_sources import fence
from core.support.said import Said, Template
from core.support.verdict import Verdict

AT_ONCE = 10
"""Pairs of one request at most: an answer that cannot be used costs no more than these."""

MAX_TOKENS = 4_000
PER_ANSWER = 90
"""Tokens of one verdict: a sentence of the passage and the JSON around it."""

SILENT = "Das Prüfmodell hat zu diesem Zitat nichts gesagt."
TWICE = "Das Prüfmodell hat zu diesem Zitat Verschiedenes gesagt."


@dataclass(frozen=True, slots=True)
class ModellPruefer:
    """`api_base` and `skript` as in `Anfrage`: for a server of one's own, and for models of the demo."""

    context: Context
    name: str
    prompt: Prompt
    api_base: str | None = None
    skript: Handler | None = None
    pause: float = 1.0

    @property
    def prompt_version(self) -> str:
        return f"{self.prompt.id} v{self.prompt.version}"

    @property
    def kennung(self) -> str:
        return f"{self.name} {self.prompt.hash}"

    def batches(self, vorlagen: Sequence[Template]) -> list[Sequence[Template]]:
        """As many as the model has room for, ten at most; a pair too long for it goes alone, and is told."""
        room = find_modell(self.context, self.name).kontext - MAX_TOKENS - self._tokens([])
        batches: list[list[Template]] = []
        left = 0
        for vorlage in vorlagen:
            size = count_tokens(self.name, _told(1, vorlage))
            if not batches or len(batches[-1]) == AT_ONCE or size > left:
                batches.append([])
                left = room
            batches[-1].append(vorlage)
            left -= size
        return list(batches)

    def usual_cost(self, vorlagen: Sequence[Template]) -> tuple[int, float | None]:
        tokens = sum(self._tokens(batch) for batch in self.batches(vorlagen))
        return tokens, self._cost(tokens, len(vorlagen))

    def _cost(self, tokens: int, pairs: int) -> float | None:
        return estimate_cost(self.context, self.name, tokens, PER_ANSWER * pairs) if pairs else 0.0

    def judge(self, vorlagen: Sequence[Template], abbruch: threading.Event | None) -> list[Said]:
        """What the model cannot be asked at all raises; what it cannot answer is open."""
        anfrage = Anfrage(
            modell=self.name,
            messages=self._messages(vorlagen),
            schema=TraegtAntwort,
            max_tokens=MAX_TOKENS,
            pause=self.pause,
            api_base=self.api_base,
            abbruch=abbruch,
            skript=self.skript,
        )
        try:
            antwort = ask(self.context, anfrage)
        except (AntwortUnlesbar, KontextZuLang) as reason:
            return [Said(Verdict.OFFEN, reason=str(reason), is_answer=False)] * len(vorlagen)
        share = None if antwort.kosten is None else antwort.kosten / len(vorlagen)
        return list(_read(antwort.data or {}, len(vorlagen), share))

    def _messages(self, vorlagen: Sequence[Template]) -> list[Message]:
        told = "\n".join(_told(number, vorlage) for number, vorlage in enumerate(vorlagen, start=1))
        return list(fill(self.prompt, {"paare": told}))

    def _tokens(self, vorlagen: Sequence[Template]) -> int:
        return sum(count_tokens(self.name, message["content"]) for message in self._messages(vorlagen))


def modell_pruefer(context: Context, modell: str) -> ModellPruefer:
    """The checker of that name of LiteLLM's, with the prompt that is shipped."""
    if modell == OFFLINE:
        raise EingabeError(
            "Die eingebaute Heuristik versteht nicht, was ein Satz will, und kann nicht prüfen, ob ein Zitat "
            "trägt. Wählen Sie ein Sprachmodell."
        )
    return ModellPruefer(context, find_modell(context, modell).id, prompts_of(context)[TRAEGT])


def _told(number: int, vorlage: Template) -> str:
    """A pair in its tags; what others wrote can neither close them nor open others."""
    texts = (vorlage.frage, vorlage.stelle.text, vorlage.zitat)
    frage, stelle, zitat = (" ".join(fence(text).split()) for text in texts)
    return f'<paar nummer="{number}">\nForderung: {frage}\nStelle: {stelle}\nZitat: {zitat}\n</paar>'


def _read(data: Json, count: int, share: float | None) -> Iterator[Said]:
    """One for each number; numbers that nobody asked about are passed over."""
    said: dict[int, list[Json]] = defaultdict(list)
    for one in data.get("urteile", ()):
        said[one["nummer"]].append(one)
    for number in range(1, count + 1):
        verdicts = {one["urteil"] for one in said[number]}
        if len(verdicts) == 1:
            yield Said(Verdict(verdicts.pop()), said[number][0]["worte"], kosten=share)
        else:
            reason = TWICE if verdicts else SILENT
            yield Said(Verdict.OFFEN, reason=reason, kosten=share, is_answer=False)

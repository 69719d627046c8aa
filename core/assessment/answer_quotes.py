"""What a model is shown for a question, and what its answer is bound to."""

import re
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypedDict

from core.assessment.prompts import fit_sources
from core.base.errors import KontextZuLang
from core.base.models import Partei
from core.llm.anfrage import Budget, Message
from core.llm.antwort import ZitatDetail
from core.llm.catalogue import OFFLINE, catalogue_of
from core.llm.litellm_access import count_tokens, tokens_of
from core.programme.context import Context
from core.programme.quellen import Quellen
from core.wortlaut.binding.bind import ShownContext, bind
from core.wortlaut.binding.eintrag import Gebunden, Verworfen
from core.wortlaut.records import Fundstelle, Typ

CAVEAT = (
    "Antworten eines Sprachmodells können falsch sein; "
    "geprüft ist nur, dass die Zitate so im Programm stehen."
)
WITHOUT_MODELL = (
    "Ohne Sprachmodell gesucht: Sätze der Quellen, die der Frage am nächsten kommen, ohne Urteil."
)
MAX_TOKENS = 2000

IDENTIFIER = re.compile(r"Q\s*(\d{1,4})", re.IGNORECASE)
QUOTATION = re.compile(r"[„“”\"«»]([^„“”\"«»]{20,})[„“”\"«»]")

Shown = Mapping[str, Sequence[Fundstelle]]


def note_on(modell: str) -> str:
    """What is to be known of an answer, by who gave it."""
    return WITHOUT_MODELL if modell == OFFLINE else CAVEAT


class Sending(TypedDict, total=False):
    """How the model is asked: fields of Anfrage."""

    ersatzmodell: str | None
    api_base: str | None
    timeout: float
    versuche: int
    pause: float
    abbruch: threading.Event | None
    budget: Budget | None


@dataclass(frozen=True, slots=True)
class AntwortBelege:
    """`is_proven`: is one from the party it is about?"""

    gebunden: tuple[Gebunden, ...]
    verworfen: tuple[Verworfen, ...]

    @property
    def is_proven(self) -> bool:
        return any(zitat.is_evidence for zitat in self.gebunden)


@dataclass(frozen=True, slots=True)
class QuellenSheet:
    """What a model was shown, party by party, and ready to bind to."""

    gezeigt: Shown
    kontext: ShownContext

    @classmethod
    def of(cls, context: Context, gezeigt: Shown) -> "QuellenSheet":
        return cls(gezeigt, ShownContext.of(gezeigt, Quellen.around(context, gezeigt)))

    def partei_of(self, quelle: str) -> str:
        """Whose passage „[Q3]“ is; empty where there is none."""
        parteien = [partei for partei, own in self.gezeigt.items() for _ in own]
        found = IDENTIFIER.search(quelle)
        number = int(found[1]) if found else 0
        return parteien[number - 1] if 0 < number <= len(parteien) else ""


def with_sources(
    context: Context, modell: str, found: Shown, messages_of: Callable[[Shown], list[Message]]
) -> tuple[list[Message], Shown]:
    """The messages with as many passages as the model has room for, and these passages."""
    room = room_beside(context, modell, messages_of({}))
    everything = [fundstelle for own in found.values() for fundstelle in own]
    kept, _ = fit_sources(everything, room, count_tokens)
    if everything and not kept:
        raise KontextZuLang(
            f"Im Kontext von {modell} bleibt für Quellen kein Platz. "
            "Wählen Sie ein Modell mit größerem Kontext."
        )
    ids = {fundstelle.chunk.id for fundstelle in kept}
    shown = {partei: [f for f in own if f.chunk.id in ids] for partei, own in found.items()}
    shown = {partei: own for partei, own in shown.items() if own}
    return messages_of(shown), shown


def room_beside(
    context: Context, modell: str, messages: Sequence[Message], max_tokens: int = MAX_TOKENS
) -> int:
    """Tokens that these messages and the answer leave to a model."""
    return catalogue_of(context).find(modell).kontext - tokens_of(messages) - max_tokens


def bind_zitate(
    zitate: Sequence[ZitatDetail], blatt: QuellenSheet, parteien: Sequence[str] = ()
) -> AntwortBelege:
    """Every quote bound, as the best that one party's passages offer, or dropped.

    `parteien`: whom it is to prove something about, else its source's.
    """
    found = []
    for zitat in zitate:
        claimed = blatt.partei_of(zitat.quelle)
        # Where nothing was shown the quote is nobody's, and stands nowhere.
        asked = parteien or ([claimed] if claimed else list(blatt.gezeigt) or [""])
        best = max(
            (bind(zitat.text, partei, Typ.WAHLPROGRAMM, blatt.kontext) for partei in asked),
            key=lambda b: (b.is_evidence, b.status.is_bound, b.naechste is not None),
        )
        found.append(best.eintrag(claimed, ""))
    return AntwortBelege(
        tuple(one for one in found if isinstance(one, Gebunden)),
        tuple(one for one in found if isinstance(one, Verworfen)),
    )


def named_in(text: str, parteien: Sequence[Partei]) -> list[str]:
    """Which of these parties a text names, by any of their names and with a capital letter."""
    found = []
    for partei in parteien:
        local = [name for names in partei.aliase_in.values() for name in names]
        names = [partei.id, partei.name, *partei.aliase, *partei.name_in.values(), *local]
        every = (
            m for name in names for m in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE)
        )
        if any(match[0][0].isupper() for match in every):
            found.append(partei.id)
    return found


def without_quotes(text: str) -> str:
    """The model's own words: what it puts in quotation marks there is proved by nothing."""
    return QUOTATION.sub(r"\1", text).strip()

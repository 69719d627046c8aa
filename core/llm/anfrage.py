"""What a model is asked, and what came of it."""

import math
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from core.antrag.antrag import Antrag, wortlaut
from core.base import formats
from core.base.errors import AnfrageAbgebrochen, EingabeError, LimitReached, ModellFehler
from core.base.schema import LongText, Mass, Number, Text, Wort
from core.llm.antwort import Schema
from core.llm.catalogue import Handler
from core.llm.prompt_sources import QuelleText
from core.wortlaut.records import PROGRAMM_TYPEN, Typ

WAKES = 0.2
"""Seconds after which a request that waits for others' bills looks whether it is still wanted."""

CENT_PART = 1e-9
"""Of a dollar: sums of floats are off by less."""

PRICELESS = (
    "Für dieses Modell ist kein Preis bekannt, also lässt sich keine Grenze in US-Dollar einhalten. "
    "Starten Sie ohne Grenze, oder wählen Sie ein Modell mit bekanntem Preis."
)


@dataclass
class Budget:
    """Each request reserves what it may cost before it is sent, and settles it by its bill.

    `limit` in US dollars, a number above 0, None for none. `spent` is what was billed, `reserved` what those
    on their way may cost at most. `needs_price`: where False, what has no price is asked all the same, and
    does not count. `stopped`: models that refuse every request (key, credit, name), with the reason they
    gave.
    """

    limit: float | None = None
    spent: float = 0.0
    reserved: float = 0.0
    is_reached: bool = False
    needs_price: bool = True
    stopped: dict[str, ModellFehler] = field(default_factory=dict)
    under_way: int = 0
    """Requests whose bill is not there yet; `reserved` does not tell: sums of floats need not end at 0."""

    _changed: threading.Condition = field(default_factory=threading.Condition, repr=False)

    def __post_init__(self) -> None:
        if self.limit is not None and not 0 < self.limit < math.inf:  # nan is neither more nor less
            raise EingabeError(
                f"Die Grenze muss ein Betrag über 0 US-Dollar sein; gefunden: {self.limit}. Nennen Sie "
                "einen, oder lassen Sie die Grenze weg."
            )

    def reserve(self, most: float | None, is_wanted: Callable[[], bool] = lambda: True) -> float:
        """`most`: what a request may cost. Waits while the bills of others may leave room; else raises."""
        if self.limit is None:
            return 0.0
        if most is None:
            if self.needs_price:
                raise LimitReached(PRICELESS)
            most = 0.0
        with self._changed:
            while self.spent + self.reserved + most > self.limit + CENT_PART:
                if not is_wanted():
                    raise AnfrageAbgebrochen("Die Anfrage wurde abgebrochen. Starten Sie sie bei Bedarf neu.")
                if not self.under_way:
                    self.is_reached = True
                    raise LimitReached(
                        f"Die Grenze von {formats.cost(self.limit)} lässt keine weitere Anfrage zu: "
                        f"ausgegeben: {formats.cost(self.spent) if self.spent else 'nichts'}. Mit einer "
                        "höheren geht es weiter, und was bezahlt ist, wird übernommen."
                    )
                self._changed.wait(WAKES)
            self.reserved += most
            self.under_way += 1
        return most

    def settle(self, reserved: float, billed: float | None) -> None:
        """The bill in place of what was reserved; where nobody knows it, what was reserved stays spent."""
        if self.limit is None:
            return
        with self._changed:
            self.under_way -= 1
            self.reserved = self.reserved - reserved if self.under_way else 0.0
            self.spent += reserved if billed is None else billed
            self._changed.notify_all()


@dataclass(frozen=True, slots=True)
class Versuch:
    """`grund` says why it failed and is empty where it did not; then `pause` seconds pass.

    `kosten` in USD as the provider bills them, whatever became of the answer: 0.0 where it refused, None
    where nobody knows, as after a time-out or without a price. `text`: what it said, as far as it came.
    `geantwortet`: the model's name in the answer. `status`: HTTP's, None where there was no answer at all.
    `tokens_cache`: of `tokens_ein` those that the provider had from before, and bills for less.
    """

    modell: Wort
    modus: Wort
    nummer: Number
    dauer: Mass
    grund: Text = ""
    pause: Mass = 0.0
    tokens_ein: Number = 0
    tokens_aus: Number = 0
    tokens_cache: Number = 0
    kosten: Mass | None = 0.0
    status: Number | None = None
    geantwortet: Wort = ""
    text: LongText = ""

    @property
    def is_answered(self) -> bool:
        return not self.grund or self.tokens_ein + self.tokens_aus > 0 or bool(self.text)

    @staticmethod
    def billed(versuche: "Iterable[Versuch]") -> float | None:
        """What these requests cost: nothing where nobody was asked. None where one was answered and has no
        price.

        What a request cost that ran out of time nobody is told: the others' sum is the least it was; where
        there are no others, nobody knows.
        """
        known, unknown = [], False
        for one in versuche:
            if one.kosten is not None:
                known.append(one.kosten)
            elif one.is_answered:
                return None
            else:
                unknown = True
        return sum(known) if known or not unknown else None


# --- what a request is about --------------------------------------------------------------------------------
# As values: for whoever answers it on this machine, without reading its prompt.
# The prompt says the same in words; it is what a language model reads, and what is stored.


@dataclass(frozen=True, slots=True)
class AntragMaterial:
    """For the part on the Antrag itself."""

    antrag: Antrag

    @property
    def forderungen(self) -> tuple[tuple[str, str], ...]:
        """Number and text of each; without any the whole Antrag is one, without a number."""
        text = self.antrag.text.strip()
        numbered = tuple((forderung.nummer, wortlaut(forderung)) for forderung in self.antrag.forderungen)
        return numbered or ((("", text),) if text else ())

    @property
    def umfeld(self) -> str:
        """What the Antrag says around its Forderungen."""
        return f"{self.antrag.feststellung}\n{self.antrag.begruendung}".strip()


@dataclass(frozen=True, slots=True)
class ParteiMaterial(AntragMaterial):
    """For one party: `fraktion` is what it is called, `quellen` what its prompt shows of its Programme.

    `typen`: what is judged each for itself; of a document that is no programme it is one.
    """

    fraktion: str
    quellen: tuple[QuelleText, ...]
    typen: tuple[Typ, ...] = PROGRAMM_TYPEN


@dataclass(frozen=True, slots=True)
class FrageMaterial:
    """For a question over the Programme; `is_nachfrage` where it is about a Lauf."""

    frage: str
    quellen: tuple[QuelleText, ...]
    is_nachfrage: bool = False


PromptMaterial = AntragMaterial | FrageMaterial


# --- what a model is asked, and what came of it -------------------------------------------------------------

Message = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Anfrage:
    """`versuche`: how often it is sent at most; `pause`: seconds before the second time, then doubling.

    `skript` answers for a model of the demo history, and for no other. `material`: what the prompt says, as
    values, for models that are answered on this machine. `budget`: what it shares with others. `paid`: what
    was answered to it before and not used yet, as when the process died; it comes first. `shared`: with so
    many letters of the last message other requests begin too; a provider may keep them and bill them once.
    `is_collected`: it was posted in a batch, so that it is not sent anew; `collected` is what came of that,
    where it is billed to this one.
    """

    modell: str
    messages: Sequence[Message] = ()
    schema: Schema | None = None
    temperature: float = 0.0
    max_tokens: int | None = None
    seed: int | None = None
    timeout: float = 120.0
    versuche: int = 4
    pause: float = 1.0
    ersatzmodell: str | None = None
    api_base: str | None = None
    abbruch: threading.Event | None = None
    skript: Handler | None = None
    material: PromptMaterial | None = None
    budget: Budget | None = None
    paid: Sequence[Versuch] = ()
    shared: int = 0
    is_collected: bool = False
    collected: Sequence[Versuch] = ()


@dataclass(frozen=True, slots=True)
class Antwort:
    """Tokens, cost and time are those of everything that was answered; `kosten` in USD, None if unknown.

    `data`: the answer of the kind that was asked for as `schema`; None where none was.
    """

    text: str
    data: Any
    modell_geantwortet: str
    ersatz_benutzt: bool
    tokens_ein: int
    tokens_aus: int
    kosten: float | None
    dauer: float
    versuche: tuple[Versuch, ...]

"""What a model is asked, and what came of it."""

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.antrag.antrag import Antrag
from core.antrag.law_changes import wortlaut
from core.llm.antwort import Schema
from core.llm.budget import Budget
from core.llm.catalogue import Mode
from core.llm.versuch import Versuch
from core.search.shown_passage import QuelleText

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
    """For one party: `fraktion` is what it is called, `quellen` what its prompt shows of its Programme."""

    fraktion: str
    quellen: tuple[QuelleText, ...]


@dataclass(frozen=True, slots=True)
class FrageMaterial:
    """For a question over the Programme; `is_nachfrage` where it is about a Lauf."""

    frage: str
    quellen: tuple[QuelleText, ...]
    is_nachfrage: bool = False


PromptMaterial = AntragMaterial | FrageMaterial


# --- what a model is asked, and what came of it -------------------------------------------------------------

Message = Mapping[str, str]
Handler = Callable[[Sequence[Message], dict[str, Any]], str]


@dataclass(frozen=True, slots=True)
class Anfrage:
    """`versuche`: how often it is sent at most; `pause`: seconds before the second time, then doubling.

    `skript` answers for a model of the demo history, and for no other. `material`: what the prompt says, as
    values, for models that are answered on this machine. `budget`: what it shares with others. `paid`: what
    was answered to it before and not used yet, as when the process died; it comes first. `shared`: with so
    many letters of the last message other requests begin too; a provider may keep them and bill them once.
    """

    modell: str
    messages: Sequence[Message]
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


@dataclass(frozen=True, slots=True)
class Antwort:
    """Tokens, cost and time are those of everything that was answered; `kosten` in USD, None if unknown.

    `data`: the answer of the kind that was asked for as `schema`; None where none was.
    """

    text: str
    data: Any
    modell_gefragt: str
    modell_geantwortet: str
    ersatz_benutzt: bool
    tokens_ein: int
    tokens_aus: int
    kosten: float | None
    dauer: float
    versuche: tuple[Versuch, ...]
    modus: Mode
    repariert: bool
    abgeschnitten: bool

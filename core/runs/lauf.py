"""A Lauf and what belongs to it, as plain values: given to the store, and given back by it."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from typing import Any

from core.antrag.antrag import Antrag
from core.antrag.edits import Edits, edits_of
from core.citations.eintrag import Eintrag, Gebunden, Place
from core.citations.verdict import Verdict
from core.citations.zitat_status import ZitatStatus
from core.llm.versuch import Versuch, billed
from core.models import Abdeckung

Json = Mapping[str, Any]


class Status(StrEnum):
    LAEUFT = "laeuft"
    FERTIG = "fertig"
    FEHLGESCHLAGEN = "fehlgeschlagen"
    ABGEBROCHEN = "abgebrochen"


@dataclass(frozen=True, slots=True, kw_only=True)
class NewLauf:
    """What is asked for: `index_stand` maps Gebiet to manifest hash, `schluessel` is the cache's.

    `probe_von`: it judges that Lauf's Antrag again without the passages quoted there, and counts nowhere.
    `gelesen`: the Antrag as it was read from its file, before a person changed it; None where nobody noted.
    """

    antrag: Antrag
    gelesen: Antrag | None = None
    modell_gefragt: str
    prompt_id: str
    prompt_version: str
    prompt_hash: str
    prompt_text: str
    schluessel: str
    strategie: str = ""
    parameter: Json = field(default_factory=dict)
    embedder: str = ""
    index_stand: Json = field(default_factory=dict)
    bibliotheken: Json = field(default_factory=dict)
    app_version: str = ""
    wiederholung: int = 1
    aus_cache: str | None = None
    probe_von: str | None = None
    is_demo: bool = False
    batch_id: str | None = None

    @property
    def trotzdem(self) -> Mapping[str, str]:
        """The Programme that were added by hand, by id, with why they are not in force."""
        trotzdem: Mapping[str, str] = self.parameter.get("trotzdem", {})
        return trotzdem

    @property
    def edits(self) -> Edits | None:
        """What a person changed of the Antrag; None where it was not noted what was read."""
        return edits_of(self.gelesen, self.antrag)


@dataclass(frozen=True, slots=True, kw_only=True)
class Teil:
    """What one party's question to the model came to; partei „“ is the part on the Antrag itself.

    `versuche`: the requests that were made for it, none where nobody was asked or it is a copy. `ergebnis`:
    what is said of the Antrag itself; of a party only what the built-in model says beside points and quotes.
    """

    partei: str
    status: Status = Status.FERTIG
    fehler: str = ""
    modell: str | None = None
    ersatzmodell: bool = False
    antwort: str = ""
    messages: Sequence[Json] = field(default_factory=list)
    ergebnis: Json | None = None
    dauer: Mapping[str, float] = field(default_factory=dict)
    versuche: Sequence[Versuch] = ()
    started: datetime | None = None
    finished: datetime | None = None

    @property
    def kosten(self) -> float | None:
        """In USD; None where somebody answered and no price is known."""
        return billed(self.versuche)

    @property
    def tokens_ein(self) -> int:
        return sum(one.tokens_ein for one in self.versuche)

    @property
    def tokens_aus(self) -> int:
        return sum(one.tokens_aus for one in self.versuche)


@dataclass(frozen=True, slots=True)
class Score:
    """The points for one kind of Programm. `abdeckung`: what was found without a language model, instead."""

    partei: str
    typ: str
    score: float | None
    begruendung: str = ""
    abdeckung: Abdeckung | None = None


@dataclass(frozen=True, slots=True)
class Zitat:
    """One emitted quote: `text` and `quelle` as the model wrote them, `eintrag` what became of it.

    `naehe`: how near a bound one is to each Forderung by its number; None where nobody measured it.
    """

    partei: str
    typ: str
    text: str
    quelle: str
    eintrag: Eintrag
    naehe: Mapping[str, float] | None = field(default=None, hash=False)

    @property
    def status(self) -> ZitatStatus:
        return self.eintrag.status

    @property
    def is_foreign(self) -> bool:
        return self.eintrag.fremde_partei

    @property
    def beleg(self) -> Gebunden:
        """What a bound one is bound to."""
        assert isinstance(self.eintrag, Gebunden), self.eintrag
        return self.eintrag

    @property
    def ort(self) -> Place | None:
        """Where it stands: for a dropped one too, if it is true; None where it stands nowhere."""
        return self.eintrag.ort

    @property
    def orte(self) -> tuple[Place, ...]:
        """The same, of one from several places each."""
        return self.eintrag.orte


@dataclass(frozen=True, slots=True)
class Offer:
    """A Fundstelle offered to the prompt of a party: shown as [Qn], or `weggelassen` for a reason."""

    partei: str
    q: int | None
    chunk_id: str
    programm_id: str
    text: str
    seiten: tuple[int, ...]
    similarity: float
    forderungen: tuple[str, ...] = ()
    weggelassen: str = ""


@dataclass(frozen=True, slots=True)
class Urteil:
    """A person's word on a score, or with `zitat` on the quote of that number (from 0, per party).

    `traegt`: whether that quote carries `forderung`, where the person said so; None, as it was stored before
    people were asked about each: the Forderung that the quote stands for. `punkte`: those that the person
    would give instead, 0 to 10.
    """

    lauf_id: str
    partei: str
    typ: str
    zustimmung: bool
    name: str
    notiz: str = ""
    zitat: int | None = None
    id: str = ""
    created: datetime | None = None
    traegt: Verdict | None = None
    punkte: float | None = None
    forderung: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Lauf(NewLauf):
    """The whole of it. `zitate` are in the order they were emitted, party by party.

    `eingelesen`: when it was read in from a file, which is all that is known of where it comes from.
    `kosten` in USD: all requests that were made for it, also where its process died before they were used.
    """

    id: str
    created: datetime
    finished: datetime | None
    herzschlag: datetime
    status: Status
    fehler: str
    antrag_hash: str
    modell_geantwortet: str | None
    ersatzmodell: bool
    geloescht: datetime | None
    eingelesen: datetime | None
    teile: tuple[Teil, ...]
    scores: tuple[Score, ...]
    zitate: tuple[Zitat, ...]
    angebote: tuple[Offer, ...]
    urteile: tuple[Urteil, ...]
    kosten: float | None = 0.0


@dataclass(frozen=True, slots=True)
class LaufRow:
    """A Lauf as a line of a list, with its counts. `kosten` in USD; None where a price is unknown.

    `abdeckung`: of all parties and Programme together, where no language model was asked.
    `unlesbar`: why nothing but its id can be told.
    """

    id: str
    created: datetime
    finished: datetime | None
    status: Status
    fehler: str
    titel: str
    drucksache: str
    datum: date | None
    bundesland: str | None
    antragsteller: tuple[str, ...]
    strategie: str
    modell_gefragt: str
    modell_geantwortet: str | None
    ersatzmodell: bool
    prompt_id: str
    prompt_version: str
    wiederholung: int
    aus_cache: str | None
    is_demo: bool
    geloescht: datetime | None
    eingelesen: datetime | None
    batch_id: str | None
    teile: int = 0
    fehlgeschlagen: int = 0
    tokens_ein: int = 0
    tokens_aus: int = 0
    kosten: float | None = 0.0
    emittiert: int = 0
    gebunden: int = 0
    ungeprueft: int = 0
    abdeckung: Abdeckung | None = None
    unlesbar: str = ""
    bearbeitet: bool | None = None


@dataclass(frozen=True, slots=True)
class OwnPrompt:
    """One version of a prompt that a user wrote; a change is another version."""

    name: str
    nummer: int
    text: str
    hash: str
    created: datetime


class AntwortKind(StrEnum):
    FRAGE = "frage"
    NACHFRAGE = "nachfrage"


@dataclass(frozen=True, slots=True)
class StoredAntwort:
    """`inhalt` is the answer whole; `lauf_id` says which Lauf was asked about."""

    id: str
    created: datetime
    art: AntwortKind
    lauf_id: str | None
    eingabe: str
    modell: str
    inhalt: Json


@dataclass(frozen=True, slots=True)
class Batch:
    id: str
    created: datetime
    beschreibung: str
    total: int
    angehalten: datetime | None = None


def text_hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()

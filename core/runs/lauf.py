"""A Lauf and what belongs to it, as plain values, and how these become rows of tables and values again."""

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from datetime import date, datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import AfterValidator, Field
from sqlalchemy import RowMapping

from core.antrag.antrag import Antrag, Forderung
from core.antrag.edits import Edits, edits_of
from core.base import clock, formats
from core.base.errors import EingabeError
from core.base.models import Abdeckung
from core.base.schema import LongText, Mass, Moment, Name, Number, Text, Wort
from core.llm.anfrage import Versuch
from core.llm.verdict import WORT, Stance, Verdict
from core.runs.field_types import Flag, Identifier, Punkte, TypWord
from core.wortlaut.binding.eintrag import Eintrag, Gebunden, Place, Verworfen, ZitatStatus, write_eintrag

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    from core.programme.registry import Registry


Json = Mapping[str, Any]


class Status(StrEnum):
    LAEUFT = "laeuft"
    FERTIG = "fertig"
    FEHLGESCHLAGEN = "fehlgeschlagen"
    ABGEBROCHEN = "abgebrochen"


class Ende(StrEnum):
    """What ended a Lauf before it was finished, where that decides anything. For people there is `fehler`."""

    VERWAIST = "verwaist"
    """Its process died; one that lives after all takes that back."""

    ABGELOEST = "abgeloest"
    """It was begun once more."""

    GRENZE = "grenze"
    """What may be spent was spent."""


Zustand = Annotated[Status, Field(strict=False)]
"""In a file it stands as its word, however strict the rest of it is."""


def unknown_lauf(lauf_id: str) -> EingabeError:
    return EingabeError(
        f"Den Lauf „{lauf_id}“ gibt es nicht. Vielleicht wurde er endgültig gelöscht; "
        "die vorhandenen stehen in der Liste der Läufe."
    )


class Zitierweise(StrEnum):
    """How a model quotes: it copies words, freely or held to its sources, or points at them, by our numbers
    or as its provider has it do."""

    ABSCHRIFT = "abschrift"
    ERZWUNGEN = "erzwungen"
    VERWEIS = "verweis"
    ANBIETER = "anbieter"

    @property
    def wort(self) -> str:
        return QUOTED[self]


QUOTED = {
    Zitierweise.ABSCHRIFT: "abgeschrieben",
    Zitierweise.ERZWUNGEN: "abgeschrieben, vom Server erzwungen",
    Zitierweise.VERWEIS: "mit Verweisen",
    Zitierweise.ANBIETER: "mit Zitaten des Anbieters",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedLauf:
    """Who is asked, and how: what is told of every Lauf, here and in files."""

    modell_gefragt: Wort
    prompt_id: Wort
    prompt_version: Wort
    prompt_hash: Wort
    strategie: Wort = ""
    embedder: Wort = ""
    app_version: Wort = ""
    wiederholung: Annotated[int, Field(strict=True, ge=1, le=100_000)] = 1
    zitierweise: Annotated[Zitierweise, Field(strict=False)] = Zitierweise.ABSCHRIFT
    aus_cache: Identifier | None = None
    is_demo: Flag = False


@dataclass(frozen=True, slots=True, kw_only=True)
class LaufHead(AskedLauf):
    """Who was asked, and what became of it."""

    id: Identifier
    created: Moment
    finished: Moment | None
    status: Zustand
    fehler: Text
    modell_geantwortet: Wort | None
    ersatzmodell: Flag


@dataclass(frozen=True, kw_only=True)
class NewLauf(AskedLauf):
    """What is asked for: `index_stand` maps Gebiet to manifest hash, `schluessel` is the cache's.

    `gelesen`: the Antrag as it was read from its file, before a person changed it; None where nobody noted.
    """

    antrag: Antrag
    gelesen: Antrag | None = None
    prompt_text: str
    schluessel: str
    parameter: Json = field(default_factory=dict)
    index_stand: Json = field(default_factory=dict)
    bibliotheken: Json = field(default_factory=dict)
    batch_id: str | None = None

    @property
    def trotzdem(self) -> Mapping[str, str]:
        """The Programme that were added by hand, by id, with why they are not in force."""
        trotzdem: Mapping[str, str] = self.parameter.get("trotzdem", {})
        return trotzdem

    def trotzdem_of(self, partei: str, registry: "Registry") -> dict[str, str]:
        """Those of the party; one that the registry no longer knows is nobody's."""
        known = registry.programme
        return {id: why for id, why in self.trotzdem.items() if id in known and known[id].partei == partei}

    @property
    def nicht_benutzt(self) -> Mapping[str, Mapping[str, str]]:
        """By party the Programme that did not count, by id, with why."""
        unused: Mapping[str, Mapping[str, str]] = self.parameter.get("nicht_benutzt", {})
        return unused

    @property
    def edits(self) -> Edits | None:
        """What a person changed of the Antrag; None where it was not noted what was read."""
        return edits_of(self.gelesen, self.antrag)


def _complete(message: Mapping[str, str]) -> Mapping[str, str]:
    if missing := {"role", "content"} - message.keys():
        raise ValueError(f"{min(missing)} fehlt")
    return message


Message = Annotated[Mapping[Wort, LongText], AfterValidator(_complete)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Teil:
    """What one party's question to the model came to; partei „“ is the part on the Antrag itself.

    `versuche`: the requests that were made for it, none where nobody was asked or it is a copy. `ergebnis`:
    what is said of the Antrag itself; of a party only what the built-in model says beside points and quotes.
    """

    partei: Name
    status: Zustand = Status.FERTIG
    fehler: Text = ""
    modell: Wort | None = None
    ersatzmodell: Flag = False
    antwort: LongText = ""
    messages: Annotated[Sequence[Message], Field(max_length=1_000)] = field(default_factory=list)
    ergebnis: Json | None = None
    dauer: Mapping[Wort, Mass] = field(default_factory=dict)
    versuche: Sequence[Versuch] = ()
    started: Moment | None = None
    finished: Moment | None = None

    @property
    def kosten(self) -> float | None:
        """In USD; None where somebody answered and no price is known."""
        return Versuch.billed(self.versuche)

    @property
    def tokens_ein(self) -> int:
        return sum(one.tokens_ein for one in self.versuche)

    @property
    def tokens_aus(self) -> int:
        return sum(one.tokens_aus for one in self.versuche)


@dataclass(frozen=True, slots=True)
class Score:
    """The points for one kind of Programm, or instead, found without a language model: to so many of its
    Forderungen, `von`, a passage is `nah`."""

    partei: Name
    typ: TypWord
    score: Punkte | None
    begruendung: Text = ""
    nah: Number | None = None
    von: Number | None = None

    @property
    def abdeckung(self) -> Abdeckung | None:
        return abdeckung_of(self.nah, self.von)


@dataclass(frozen=True, slots=True)
class Zitat:
    """One emitted quote: `text` and `quelle` as the model wrote them, `eintrag` what became of it.

    `naehe`: how near a bound one is to each Forderung by its number; None where nobody measured it.
    `stance`: what the model says of it; None where it says nothing.
    `nummer`: from 0, among all that were emitted for its party; the store gives it.
    """

    partei: str
    typ: str
    text: str
    quelle: str
    eintrag: Eintrag
    naehe: Mapping[str, float] | None = field(default=None, hash=False)
    nummer: int = 0
    stance: Stance | None = None

    @property
    def stelle(self) -> tuple[str, int]:
        """What is said of it beside the Lauf is said of this."""
        return self.partei, self.nummer

    @property
    def shown_number(self) -> int:
        """From 1, as people count."""
        return self.nummer + 1

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
    partei: Name
    typ: TypWord
    zustimmung: Flag
    name: Annotated[Text, Field(max_length=1_000)]
    notiz: Text = ""
    zitat: Number | None = None
    id: str = ""
    created: datetime | None = None
    traegt: Verdict | None = None
    punkte: Punkte | None = None
    forderung: Wort | None = None

    @property
    def meinung(self) -> str:
        """„Stimmt nicht, zu Forderung 2: spricht von anderem“, „Stimmt nicht, eigene Punkte: 7 von 10“."""
        about = f"zu Forderung {self.forderung}" if self.forderung else ""
        word = WORT[self.traegt] if self.traegt else ""
        carried = ": ".join(filter(None, [about, word]))
        parts = ["Stimmt" if self.zustimmung else "Stimmt nicht", *filter(None, [carried])]
        if self.punkte is not None:
            parts.append(f"eigene Punkte: {formats.score(self.punkte)} von 10")
        return ", ".join(parts)

    def __str__(self) -> str:
        """For reports and tables: with note, name and day."""
        day = formats.day(self.created) if self.created else ""
        whose = ", ".join(filter(None, [self.name, day]))
        note = f": {self.notiz}" if self.notiz else ""
        return f"{self.meinung}{note} ({whose})" if whose else f"{self.meinung}{note}"


@dataclass(frozen=True, kw_only=True)
class Lauf(NewLauf, LaufHead):
    """The whole of it. `zitate` are in the order they were emitted, party by party.

    `eingelesen`: when it was read in from a file, which is all that is known of where it comes from.
    `kosten` in USD: all requests that were made for it, also where its process died before they were used.
    """

    herzschlag: datetime
    antrag_hash: str
    geloescht: datetime | None
    eingelesen: datetime | None
    teile: tuple[Teil, ...]
    scores: tuple[Score, ...]
    zitate: tuple[Zitat, ...]
    angebote: tuple[Offer, ...]
    urteile: tuple[Urteil, ...]
    kosten: float | None = 0.0
    ende: Ende | None = None

    @property
    def gebunden(self) -> int:
        return sum(zitat.status.is_bound for zitat in self.zitate)

    @property
    def verworfen(self) -> int:
        return sum(zitat.status.is_dropped for zitat in self.zitate)

    @property
    def ungeprueft(self) -> int:
        return len(self.zitate) - self.gebunden - self.verworfen

    def urteile_on(self, partei: str, typ: str, zitat: int | None) -> list[Urteil]:
        """The oldest first. `zitat`: from 0, per party; None for the points, and then those on any quote are
        left out."""
        return [one for one in self.urteile if (one.partei, one.typ, one.zitat) == (partei, typ, zitat)]


@dataclass(frozen=True, slots=True, kw_only=True)
class LaufRow(LaufHead):
    """A Lauf as a line of a list, with its counts. `kosten` in USD; None where a price is unknown.

    `abdeckung`: of all parties and Programme together, where no language model was asked.
    `unlesbar`: why nothing but its id can be told.
    """

    titel: str = ""
    drucksache: str = ""
    datum: date | None = None
    bundesland: str | None = None
    antragsteller: tuple[str, ...] = ()
    geloescht: datetime | None = None
    eingelesen: datetime | None = None
    batch_id: str | None = None
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
    ende: Ende | None = None


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

    art: AntwortKind
    eingabe: Text
    modell: Wort
    inhalt: Json
    lauf_id: str | None = None
    id: str = ""
    created: datetime | None = None


@dataclass(frozen=True, slots=True)
class Batch:
    id: str
    created: datetime
    beschreibung: str
    total: int
    angehalten: datetime | None = None


def text_hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


# --- how the values of a Lauf become rows of tables, and rows become values again --------------------------


Row = dict[str, Any]

KEPT_ELSEWHERE = {"antrag", "gelesen", "prompt_text", "parameter", "index_stand", "bibliotheken"}

MEASURES = ("heuristik", "max_tokens", "min_similarity", "temperature", "top_k")
"""What of a Lauf's parameters changes an answer."""


SEARCHED = 100_000
"""So many letters of an Antrag are looked through: more than any that was printed has."""


def lauf_row(lauf_id: str, lauf: NewLauf, created: datetime) -> Row:
    antrag, edits = lauf.antrag, lauf.edits
    return {
        **{f.name: getattr(lauf, f.name) for f in fields(lauf) if f.name not in KEPT_ELSEWHERE},
        "id": lauf_id,
        "created": created,
        "herzschlag": created,
        **calendar(created),
        **excerpt(lauf.parameter, lauf.index_stand),
        "status": str(Status.LAEUFT),
        "fehler": "",
        "titel": antrag.titel,
        "drucksache": antrag.drucksache,
        "suchtext": f"{antrag.titel} {antrag.drucksache}".casefold(),
        "datum": antrag.datum,
        "bundesland": antrag.bundesland,
        "antragsteller": antrag.antragsteller,
        "antrag_hash": antrag_hash(antrag, is_edited=bool(edits)),
        "bearbeitet": None if edits is None else bool(edits),
        "ersatzmodell": False,
        "prompttext_hash": text_hash(lauf.prompt_text),
    }


def antrag_hash(antrag: Antrag, is_edited: bool) -> str:
    """What two Läufe on one Antrag have in common; one that a person changed is another."""
    content = json.dumps(antrag_as_dict(antrag), sort_keys=True) if is_edited else antrag.text
    return text_hash(content)


def words_row(antrag: Antrag, antrag_hash: str) -> Row:
    """What a search finds an Antrag by; a Forderung that a person wrote does not stand in its text."""
    added = [one.text for one in antrag.forderungen if one.text not in antrag.text]
    words = " ".join([antrag.titel, antrag.drucksache, antrag.text, *added]).casefold()
    return {"antrag_hash": antrag_hash, "suchtext": " ".join(words.split())[:SEARCHED]}


def calendar(created: datetime) -> Row:
    """The day and the ISO week in Germany, stored: no two databases tell either alike."""
    day = clock.day_of(created)
    year, week, _ = day.isocalendar()
    return {"tag": day.isoformat(), "woche": f"{year}-W{week:02}"}


def excerpt(parameter: Json, index_stand: Json) -> Row:
    """Of the Akte, what lists and figures ask of every Lauf: there it lies behind much that is long."""
    masse: Row = {name: float(value) for name in MEASURES if (value := parameter.get(name)) is not None}
    if trotzdem := parameter.get("trotzdem"):
        masse["trotzdem"] = sorted(trotzdem)
    return {
        "masse": json.dumps(masse),
        "index_hash": text_hash(json.dumps(dict(index_stand), sort_keys=True)),
    }


def file_row(lauf_id: str, lauf: NewLauf) -> Row:
    return {
        "lauf_id": lauf_id,
        "antrag": antrag_as_dict(lauf.antrag),
        "gelesen": None if lauf.gelesen is None else antrag_as_dict(lauf.gelesen),
        "parameter": dict(lauf.parameter),
        "index_stand": dict(lauf.index_stand),
        "bibliotheken": dict(lauf.bibliotheken),
    }


def teil_row(lauf_id: str, teil: Teil) -> Row:
    values = plain(teil)
    del values["versuche"]  # they stand in the books
    told = {"status": str(teil.status), "messages": list(teil.messages), "dauer": dict(teil.dauer)}
    return {"lauf_id": lauf_id, **values, **told}


def score_row(lauf_id: str, score: Score) -> Row:
    return {"lauf_id": lauf_id, **plain(score)}


def abdeckung_of(nah: float | None, von: float | None) -> Abdeckung | None:
    """From the columns of a score, or from their sums."""
    return None if nah is None or von is None else Abdeckung(int(nah), int(von))


def zitat_row(lauf_id: str, nummer: int, zitat: Zitat) -> Row:
    """The dict whole, and beside it what is counted and filtered."""
    eintrag, ort = zitat.eintrag, zitat.ort
    naechste = eintrag.naechste if isinstance(eintrag, Verworfen) else None
    stellen = ort.stellen if ort else ()
    return {
        "lauf_id": lauf_id,
        **plain(zitat),
        "nummer": nummer,
        "eintrag": write_eintrag(eintrag),
        "naehe": None if zitat.naehe is None else dict(zitat.naehe),
        "stance": None if zitat.stance is None else asdict(zitat.stance),
        "status": str(zitat.status),
        "is_bound": zitat.status.is_bound,
        "fremde_partei": zitat.is_foreign,
        "programm_id": ort.programm if ort else None,
        "seite": ort.seiten[0] if ort else None,
        "von": stellen[0][0] if stellen else None,
        "bis": stellen[-1][1] if stellen else None,
        "warnungen": len(eintrag.warnungen),
        "naechste_chunk": naechste.chunk if naechste else None,
        "uebereinstimmung": naechste.uebereinstimmung if naechste else None,
    }


def read_stance(value: Mapping[str, str] | None) -> Stance | None:
    return Stance(value["forderung"], Verdict(value["verdict"])) if value else None


def count_row(lauf_id: str, partei: str, zitate: Sequence[Zitat], passagen: int = 0, zeichen: int = 0) -> Row:
    """The Zitate of one Teil, counted by what became of them; how much its prompt was shown."""
    statuses = [zitat.status for zitat in zitate]
    return {
        "lauf_id": lauf_id,
        "partei": partei,
        "emittiert": len(zitate),
        "fremde_partei": sum(zitat.is_foreign for zitat in zitate),
        **{str(status): statuses.count(status) for status in ZitatStatus},
        "passagen": passagen,
        "zeichen": zeichen,
    }


def offer_rows(lauf_id: str, angebote: Iterable[Offer]) -> list[Row]:
    """Numbered per party, in the order given."""
    numbers: dict[str, int] = {}
    rows = []
    for angebot in angebote:
        numbers[angebot.partei] = nummer = numbers.get(angebot.partei, -1) + 1
        row = plain(angebot) | {"lauf_id": lauf_id, "nummer": nummer, "text_hash": text_hash(angebot.text)}
        del row["text"]
        rows.append(row)
    return rows


def text_rows(texts: Iterable[str]) -> list[Row]:
    return [{"hash": text_hash(text), "text": text} for text in dict.fromkeys(texts)]


def antrag_as_dict(antrag: Antrag) -> Row:
    return asdict(antrag) | {"datum": antrag.datum and antrag.datum.isoformat()}


HALF = re.compile(r"[\ud800-\udfff]")


def with_letters(value: object) -> object:
    """A model may write halves of letters, and our own store keeps them; nobody else's does."""
    if isinstance(value, str):
        return value if value.isascii() else HALF.sub("�", value)
    if isinstance(value, dict):
        return {with_letters(key): with_letters(one) for key, one in value.items()}
    return [with_letters(one) for one in value] if isinstance(value, list) else value


def antrag_from_dict(kept: Json) -> Antrag:
    """With „�“ for half of a character, which the store keeps and nothing can show: no place is shifted."""
    stored: Any = with_letters(kept)
    read = {
        "datum": stored["datum"] and date.fromisoformat(stored["datum"]),
        "antragsteller": tuple(stored["antragsteller"]),
        "forderungen": tuple(Forderung(**forderung) for forderung in stored["forderungen"]),
    }
    return Antrag(**{**stored, **read})


def plain(value: "DataclassInstance") -> Row:
    """The fields of a dataclass, not copied in depth."""
    return {f.name: getattr(value, f.name) for f in fields(value)}


def fitting(kind: type["DataclassInstance"], row: Mapping[str, object] | RowMapping) -> Row:
    """Of a row, what the dataclass has fields for."""
    return {f.name: row[f.name] for f in fields(kind) if f.name in row}

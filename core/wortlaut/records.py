"""What quotes are looked for in, as records: a Programm, its Chunks, and where a search found them."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import date
from enum import StrEnum
from typing import Any

from core.wortlaut.binding.source_labels import label

Span = tuple[int, int]
"""A range of a text: from this character up to that."""

Box = tuple[float, float, float, float]
"""On a page, in points from its upper left: left, upper, right, lower edge."""


class Record:
    """A public record, which scripts may also read by key: p["name"], p.get("url"), "url" in p, dict(p)."""

    __slots__ = ()

    def keys(self) -> list[str]:
        """Its fields and its properties."""
        told = [name for name, value in vars(type(self)).items() if isinstance(value, property)]
        return [one.name for one in fields(self)] + told  # type: ignore[arg-type]

    def __contains__(self, name: object) -> bool:
        return name in self.keys()

    def __getitem__(self, name: str) -> Any:
        if name in self:
            return getattr(self, name)
        raise KeyError(name)

    def get(self, name: str, default: object = None) -> Any:
        return getattr(self, name) if name in self else default


class Typ(StrEnum):
    WAHLPROGRAMM = "wahlprogramm"
    PARTEIPROGRAMM = "parteiprogramm"
    DOKUMENT = "dokument"
    """No programme: what a kept document is judged as, under its own name."""


PROGRAMM_TYPEN = (Typ.WAHLPROGRAMM, Typ.PARTEIPROGRAMM)


@dataclass(frozen=True, slots=True)
class Dokument(Record):
    """What quotes may be bound to: whose it is, and how people cite it (`name`: „SPD Wahlprogramm 2025“)."""

    id: str
    name: str
    typ: Typ | None
    partei: str
    bundesland: str | None

    @property
    def eigner(self) -> str:
        """Under whose name it is judged and its quotes stand: its party's, or its own."""
        return self.partei

    def label(self, gedruckt: Sequence[str], seiten: Sequence[int]) -> str:
        """„SPD NRW Wahlprogramm 2022, S. 56“; where a page bears no number, the pages' places in the file."""
        return label(self.name, gedruckt, seiten)


@dataclass(frozen=True, slots=True)
class Programm(Dokument):
    """One registry entry. A Parteiprogramm is valid everywhere: its `bundesland` is None.

    `url`: at the party's own place; `archiv`: a second place that a public list names; `beleg`: the list that
    the addresses were taken from.
    """

    typ: Typ
    jahr: int
    gueltig_ab: date
    gueltig_bis: date | None
    pdf: str
    url: str | None = None
    hinweis: str | None = None
    archiv: str | None = None
    beleg: str | None = None

    def is_valid_on(self, day: date) -> bool:
        return self.gueltig_ab <= day and (self.gueltig_bis is None or day <= self.gueltig_bis)


class Art(StrEnum):
    """What a document is that no single party promises."""

    KOALITIONSVERTRAG = "koalitionsvertrag"
    BESCHLUSS = "beschluss"
    DRUCKSACHE = "drucksache"
    PROTOKOLL = "protokoll"
    GESETZ = "gesetz"
    STUDIE = "studie"
    SONSTIGES = "dokument"


@dataclass(frozen=True, slots=True)
class Quelldokument(Dokument):
    """Any document that is no party's programme.

    `parteien`: those that signed it together; `urheber`: who made it where that is no party.
    """

    art: Art = Art.SONSTIGES
    parteien: tuple[str, ...] = ()
    urheber: str | None = None
    datum: date | None = None
    pdf: str = ""
    url: str | None = None
    hinweis: str | None = None

    @property
    def eigner(self) -> str:
        """A treaty of three parties is none of them, and a resolution of one is not its programme."""
        return self.id


@dataclass(frozen=True, slots=True)
class Chunk(Record):
    """A passage of a Programm: `start` to `end` in its text stream. `seiten` count from 1 in the file."""

    id: str
    programm_id: str
    text: str
    start: int
    end: int
    seiten: tuple[int, ...]
    abschnitt: tuple[str, ...] = ()

    @property
    def seite(self) -> int:
        """The page it begins on."""
        return self.seiten[0]


@dataclass(frozen=True, slots=True)
class Fundstelle(Record):
    """A Chunk that a search found, and where else the party printed the same.

    `forderungen`: the numbers of an Antrag's demands it answers, the best first. What the public searches
    return knows its `programm`, its label as people cite it (`quelle`) and its page's address (`url`).
    `trotzdem`: why its Programm is not in force, where it was added by hand all the same.
    """

    chunk: Chunk
    similarity: float
    forderungen: tuple[str, ...] = ()
    weitere: tuple[Chunk, ...] = ()
    programm: Programm | None = None
    quelle: str = ""
    url: str = ""
    trotzdem: str = ""

    @property
    def text(self) -> str:
        return self.chunk.text

    @property
    def programm_id(self) -> str:
        return self.chunk.programm_id

    @property
    def seite(self) -> int:
        return self.chunk.seite

    @property
    def seiten(self) -> tuple[int, ...]:
        return self.chunk.seiten

    @property
    def name(self) -> str | None:
        """The Programm's, as the next four."""
        return self.programm.name if self.programm else None

    @property
    def partei(self) -> str | None:
        return self.programm.partei if self.programm else None

    @property
    def bundesland(self) -> str | None:
        return self.programm.bundesland if self.programm else None

    @property
    def typ(self) -> Typ | None:
        return self.programm.typ if self.programm else None

    @property
    def jahr(self) -> int | None:
        return self.programm.jahr if self.programm else None

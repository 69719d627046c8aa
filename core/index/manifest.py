"""What a collection says about itself: which Programme it holds, in which state. Stored as one JSON text."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import lru_cache
from typing import Any

from core.german import formats
from core.models import Programm

UEBERALL = "ALLE"
"""The Gebiet of what is valid everywhere."""

Features = Mapping[str, str | int]
"""What every row says of its Programm, for those who search the collection without this project."""


def merkmale(programm: Programm | None) -> Features:
    """Always the same keys; none for a Programm that left the register."""
    if programm is None:
        return {}
    return {
        "name": programm.name,
        "partei": programm.partei,
        "typ": str(programm.typ),
        "bundesland": programm.bundesland or UEBERALL,
        "jahr": programm.jahr,
    }


@dataclass(frozen=True, slots=True)
class Indexstand:
    """What the index says about one Programm: `version` hashes its content, `angaben` are the caller's."""

    version: str
    chunks: int
    indexed_at: str
    angaben: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ManifestEntry:
    """A Stand, the one write it comes from, and what its rows say of the Programm."""

    stand: Indexstand
    write: str
    merkmale: Features = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Manifest:
    """All entries of a collection. `text` is their stored form: equal text, equal rows."""

    collection_id: str = ""
    text: str = "{}"
    entries: Mapping[str, ManifestEntry] = field(default_factory=dict)

    @classmethod
    @lru_cache(maxsize=128)  # every search asks
    def parse(cls, collection_id: str, text: str) -> "Manifest":
        entries = {
            programm_id: ManifestEntry(Indexstand(**entry["stand"]), entry["write"], entry["merkmale"])
            for programm_id, entry in sorted(json.loads(text).items())
        }
        return cls(collection_id, text, entries)


def manifest_text(entries: Mapping[str, ManifestEntry]) -> str:
    return json.dumps({name: _told(entry) for name, entry in sorted(entries.items())}, ensure_ascii=False)


def _told(entry: ManifestEntry) -> dict[str, object]:
    """Not by `asdict`, which copies every value: every Programm that is put in has all of a Land written."""
    stand = {item.name: getattr(entry.stand, item.name) for item in fields(Indexstand)}
    return {"stand": stand, "write": entry.write, "merkmale": entry.merkmale}


LIMIT = 0.2
"""From this share of sentences that cannot be quoted on, a Programm is not simply „indexiert“."""


def is_limited(angaben: Mapping[str, Any]) -> bool:
    return bool(angaben["unsicher"] > LIMIT * angaben["saetze"]) or not angaben["saetze"]


def unquotable(angaben: Mapping[str, Any]) -> str:
    unsure, all_of_them = formats.number(angaben["unsicher"]), formats.number(angaben["saetze"])
    return f"{unsure} von {all_of_them} Sätzen wurden nicht sicher gelesen und werden nicht zitiert"

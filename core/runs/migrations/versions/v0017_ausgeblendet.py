"""Anträge that lists leave out, and the words of every judged Antrag, to be searched."""

import hashlib
import json
import re
from typing import Any

from core.runs.migration import op
from core.runs.sql import Column, DateTime, String, Text, text

revision = "0017"
down_revision = "0016"

SLICE = 500
LETTERS = 100_000
NOT_STORABLE = re.compile(r"[\\\x00\ud800-\udfff]")


def upgrade() -> None:
    op.create_table(
        "ausgeblendet",
        Column("antrag_hash", String(64), primary_key=True),
        Column("created", DateTime(), nullable=False),
    )
    op.create_table(
        "antragstext",
        Column("antrag_hash", String(64), primary_key=True),
        Column("suchtext", Text(), nullable=False),
    )
    op.add_column("antrag", Column("antrag_hash", String(64), nullable=True))
    op.create_index("ix_antrag_antrag_hash", "antrag", ["antrag_hash"])
    _fill_texts()
    _fill_antraege()


def _fill_texts() -> None:
    """Of the Läufe on one Antrag any tells its words."""
    connection = op.get_bind()
    asked = text(
        "SELECT l.antrag_hash, a.antrag FROM akte a JOIN lauf l ON l.id = a.lauf_id WHERE l.id IN "
        "(SELECT min(id) FROM lauf WHERE antrag_hash > :after GROUP BY antrag_hash "
        "ORDER BY antrag_hash LIMIT :slice) ORDER BY l.antrag_hash"
    )
    after = ""
    while rows := connection.execute(asked, {"after": after, "slice": SLICE}).all():
        filled = [{"hash": hash, "words": _words(_json(antrag))} for hash, antrag in rows]
        connection.execute(text("INSERT INTO antragstext VALUES (:hash, :words)"), filled)
        after = rows[-1][0]


def _fill_antraege() -> None:
    connection = op.get_bind()
    asked = text("SELECT id, bearbeitet, inhalt FROM antrag WHERE id > :after ORDER BY id LIMIT :slice")
    after = ""
    while rows := connection.execute(asked, {"after": after, "slice": SLICE}).all():
        filled = [{"id": id, "hash": _hash(_json(inhalt), bool(edited))} for id, edited, inhalt in rows]
        connection.execute(text("UPDATE antrag SET antrag_hash = :hash WHERE id = :id"), filled)
        after = rows[-1][0]


def _words(antrag: dict[str, Any]) -> str:
    """As version 17 stored them; what later versions store is theirs."""
    whole = str(antrag.get("text") or "")
    demands = [str(one.get("text") or "") for one in antrag.get("forderungen") or []]
    told = [str(antrag.get("titel") or ""), str(antrag.get("drucksache") or ""), whole]
    words = " ".join([*told, *(one for one in demands if one not in whole)]).casefold()
    return NOT_STORABLE.sub(lambda found: f"\\u{ord(found[0]):04x}", " ".join(words.split())[:LETTERS])


def _hash(antrag: dict[str, Any], is_edited: bool) -> str:
    content = json.dumps(antrag, sort_keys=True) if is_edited else str(antrag.get("text") or "")
    return hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()


def _json(value: Any) -> dict[str, Any]:
    """SQLite gives JSON as text, PostgreSQL as what it says."""
    found: dict[str, Any] = json.loads(value) if isinstance(value, str) else value
    return found

"""What lists and figures read of every Lauf, kept where it is narrow."""

import hashlib
import json
from typing import Any

from core.runs.migration import op
from core.runs.sql import Column, Integer, String, Text, text

revision = "0004"
down_revision = "0003"

SLICE = 500

MASSE = ("max_tokens", "min_similarity", "temperature", "top_k")

SHOWN = """
    UPDATE zaehlung SET
        passagen = (SELECT count(*) FROM angebot a
            WHERE a.lauf_id = zaehlung.lauf_id AND a.partei = zaehlung.partei AND a.q IS NOT NULL),
        zeichen = (SELECT coalesce(sum(length(t.text)), 0) FROM angebot a JOIN texte t ON t.hash = a.text_hash
            WHERE a.lauf_id = zaehlung.lauf_id AND a.partei = zaehlung.partei AND a.q IS NOT NULL)
"""


def upgrade() -> None:
    op.add_column("lauf", Column("index_hash", String(64), nullable=False, server_default=""))
    op.add_column("lauf", Column("masse", Text(), nullable=False, server_default="{}"))
    op.add_column("zaehlung", Column("passagen", Integer(), nullable=False, server_default="0"))
    op.add_column("zaehlung", Column("zeichen", Integer(), nullable=False, server_default="0"))
    op.execute(SHOWN)
    _fill_lauf()
    op.drop_index("zitat_programm", "zitat")
    op.create_index(
        "zitat_programm", "zitat", ["programm_id", "lauf_id", "partei", "status", "fremde_partei"]
    )


def _fill_lauf() -> None:
    connection = op.get_bind()
    after = ""
    asked = text(
        "SELECT lauf_id, parameter, index_stand FROM akte "
        "WHERE lauf_id > :after ORDER BY lauf_id LIMIT :slice"
    )
    while rows := connection.execute(asked, {"after": after, "slice": SLICE}).all():
        filled = [{"id": id, **_auszug(_json(parameter), _json(stand))} for id, parameter, stand in rows]
        connection.execute(
            text("UPDATE lauf SET masse = :masse, index_hash = :index_hash WHERE id = :id"), filled
        )
        after = rows[-1][0]


def _auszug(parameter: dict[str, Any], index_stand: dict[str, Any]) -> dict[str, str]:
    """As version 4 stored it; what later versions store is theirs."""
    masse = {name: float(value) for name in MASSE if (value := parameter.get(name)) is not None}
    stand = json.dumps(index_stand, sort_keys=True).encode("utf-8", "surrogatepass")
    return {"masse": json.dumps(masse), "index_hash": hashlib.sha256(stand).hexdigest()}


def _json(value: Any) -> dict[str, Any]:
    """SQLite gives JSON as text, PostgreSQL as what it says."""
    found: dict[str, Any] = json.loads(value) if isinstance(value, str) else value
    return found

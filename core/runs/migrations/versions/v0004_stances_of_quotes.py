"""0.9: what a model says of its own quote, the Forderung and its stance, is stored with the quote.

Before, it was read from the stored answer whenever a Lauf was looked at. An answer that cannot be read says
nothing of its quotes.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

KINDS = ("wahlprogramm", "parteiprogramm")
STANCES = {
    "stuetzt": "stuetzt",
    "stützt": "stuetzt",
    "widerspricht": "widerspricht",
    "anderes": "anderes",
    "spricht von anderem": "anderes",
}
OBJECT = re.compile(r"\{\s*[\"}]")
NOT_TEXT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff]")
LARGEST = 2_000_000

teil = sa.table("teil", *(sa.column(name, sa.Text) for name in ("lauf_id", "partei", "antwort")))
zitat = sa.table(
    "zitat",
    *(sa.column(name, sa.Text) for name in ("lauf_id", "partei", "typ", "text")),
    sa.column("nummer", sa.Integer),
    sa.column("stance", sa.JSON(none_as_null=True)),
)


def upgrade() -> None:
    with op.batch_alter_table("zitat") as batch:
        batch.add_column(sa.Column("stance", sa.JSON(none_as_null=True), nullable=True))
    connection = op.get_bind()
    keys = sa.select(teil.c.lauf_id, teil.c.partei).where(teil.c.partei != "", teil.c.antwort != "")
    for lauf_id, partei in list(connection.execute(keys)):
        own = (teil.c.lauf_id == lauf_id) & (teil.c.partei == partei)
        said = dict(stances(connection.scalar(sa.select(teil.c.antwort).where(own)) or ""))
        if not said:
            continue
        of_part = (zitat.c.lauf_id == lauf_id) & (zitat.c.partei == partei)
        quotes = connection.execute(sa.select(zitat.c.nummer, zitat.c.typ, zitat.c.text).where(of_part))
        for nummer, typ, text in list(quotes):
            if stance := said.get((typ, text)):
                one = of_part & (zitat.c.nummer == nummer)
                connection.execute(sa.update(zitat).where(one).values(stance=stance))


def stances(answer: str) -> Iterator[tuple[tuple[str, str], dict[str, str]]]:
    """Kind of Programm and wording of a quote → what its model says of it."""
    data = answered(answer)
    for kind in KINDS:
        part = data.get(kind)
        quotes = part.get("zitate") if isinstance(part, dict) else None
        for quote in quotes if isinstance(quotes, list) else ():
            if not (isinstance(quote, dict) and isinstance(quote.get("text"), str)):
                continue
            word, forderung = quote.get("haltung"), quote.get("forderung") or ""
            stance = STANCES.get(" ".join(word.casefold().split())) if isinstance(word, str) else None
            if stance and isinstance(forderung, str):
                text = NOT_TEXT.sub("\ufffd", quote["text"])
                yield (kind, text), {"forderung": NOT_TEXT.sub("\ufffd", forderung), "verdict": stance}


def answered(text: str) -> dict[str, Any]:
    """The object that an answer begins with, behind what a model thought, with prose or a fence around it."""
    if len(text) > LARGEST:
        return {}
    text = text.rpartition("</think>")[2].strip()
    begin = OBJECT.search(text)
    for candidate in (text, text[begin.start() :] if begin else ""):
        if isinstance(data := decoded(candidate), str):  # JSON within a JSON string
            data = decoded(data.strip())
        if isinstance(data, dict):
            return data
    return {}


def decoded(text: str) -> Any:
    try:
        return json.JSONDecoder(strict=False).raw_decode(text)[0]
    except (ValueError, RecursionError):
        return None

"""Quotes of stored Läufe that stand in sentences which another version has otherwise, or no more."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlalchemy import select

from core.features.versions.compare import Comparison, Kind, Row
from core.runs.store import Runstore
from core.runs.tables import lauf, zitat
from core.wortlaut.binding.eintrag import Gebunden, read_eintrag
from core.wortlaut.binding.quelle import Quelle
from core.wortlaut.german.folding import spelled_out
from core.wortlaut.records import Span

MOST = 20_000
"""Quotes of one Programm that are looked at, the newest Läufe first."""

TOUCHED = (Kind.GEAENDERT, Kind.WEG, Kind.UNSICHER)


@dataclass(frozen=True, slots=True)
class CitedQuote:
    """`row`: the first of its sentences that is not the same.

    `stands`: its own words are in the new version, too, and only what is around them changed.
    """

    lauf: str
    titel: str
    partei: str
    text: str
    row: Row
    stands: bool


def cited_quotes(store: Runstore, found: Comparison, programm: str) -> list[CitedQuote]:
    """Of the Programm whose old version this is; a quote whose place in that is not known is left out."""
    touched = sorted(
        ((span, row) for row in found.rows if row.kind in TOUCHED and row.old for span in row.old.spans),
        key=lambda one: one[0],
    )
    if not programm or not touched:
        return []
    cited = []
    for lauf_id, titel, partei, gebunden in _stored(store, programm):
        for part in gebunden.teile or (gebunden,):
            if part.ort.programm != programm:
                continue
            row = _first_touched(touched, _spans(found.old, part))
            if row:
                stands = all(spelled_out(one) in found.new.key.text for one in _wordings(part))
                cited.append(CitedQuote(lauf_id, titel, partei, part.text, row, stands))
    return cited


def _stored(store: Runstore, programm: str) -> Iterator[tuple[str, str, str, Gebunden]]:
    query = (
        select(zitat.c.lauf_id, lauf.c.titel, zitat.c.partei, zitat.c.eintrag, zitat.c.text)
        .join(lauf, lauf.c.id == zitat.c.lauf_id)
        .where(zitat.c.programm_id == programm, zitat.c.is_bound, lauf.c.geloescht.is_(None))
        .order_by(lauf.c.created.desc(), zitat.c.partei, zitat.c.nummer)
        .limit(MOST)
    )
    with store.reading() as connection:
        for row in connection.execute(query).mappings():
            eintrag = read_eintrag(row["eintrag"], row["text"])
            if isinstance(eintrag, Gebunden):
                yield row["lauf_id"], row["titel"], row["partei"], eintrag


def _wordings(quote: Gebunden) -> list[str]:
    return [part for part in quote.text.split(" … ") if spelled_out(part)]


def _spans(old: Quelle, quote: Gebunden) -> Sequence[Span]:
    """Where it stands in the old version: as it was bound, or where its words stand there once."""
    if quote.ort.version == old.version:
        return quote.ort.stellen
    found, key = [], old.key
    for wording in _wordings(quote):
        wanted = spelled_out(wording)
        at = key.text.find(wanted)
        if at >= 0 and key.text.find(wanted, at + 1) < 0:
            found.append(key.span(at, at + len(wanted)))
    return found


def _first_touched(touched: Sequence[tuple[Span, Row]], spans: Sequence[Span]) -> Row | None:
    return next(
        (row for (start, end), row in touched if any(a < end and start < b for a, b in spans)),
        None,
    )

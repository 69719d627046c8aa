"""Quotes of stored Läufe that stand in sentences which another version has otherwise, or no more."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.features.versions.compare import Comparison, Kind, Row
from core.runs.store import Runstore
from core.wortlaut.binding.eintrag import Gebunden
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
    for quote in store.bound_in(programm, MOST):
        for part in quote.eintrag.teile or (quote.eintrag,):
            if part.ort.programm != programm:
                continue
            row = _first_touched(touched, _spans(found.old, part))
            if row:
                stands = all(spelled_out(one) in found.new.key.text for one in _wordings(part))
                cited.append(CitedQuote(quote.lauf_id, quote.titel, quote.partei, part.text, row, stands))
    return cited


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

"""A checked text as plain JSON: the same for scripts, the command, the address and models."""

from dataclasses import asdict

from core.citations.eintrag import write_eintrag
from core.programme.source_labels import cite_url
from core.textcheck.check import NAME, SIGN, CheckedQuote, CheckedText

Json = dict[str, object]

OPENING = 200
"""Characters of the nearest text that its address names."""


def checked_as_json(found: CheckedText) -> Json:
    """`text` is what was read, in which each quote has its place (`start` to `end`)."""
    return {
        "text": found.document.text,
        "ergebnis": found.in_words(),
        "fehlerfrei": found.is_clean,
        "zahlen": {str(verdict): count for verdict, count in found.counts.items()},
        "nicht_geprueft": found.left_out,
        "gesucht_in": found.scope(),
        "programme": found.programme,
        "abdeckung": [
            {**asdict(one), "vollstaendig": one.is_complete, "satz": f"{one}."} for one in found.coverage
        ],
        "zitate": [_quote(one) for one in found.quotes],
    }


def _quote(one: CheckedQuote) -> Json:
    return {
        "text": one.quote.text,
        "start": one.quote.start,
        "end": one.quote.end,
        "in_anfuehrung": one.quote.is_marked,
        "urteil": str(one.verdict),
        "zeichen": SIGN[one.verdict],
        "heisst": NAME[one.verdict],
        "falsch": one.is_false,
        "satz": one.satz,
        "angabe_falsch": one.wrong,
        "angabe": asdict(one.claim),
        "stellen": [write_eintrag(bound) for bound in one.gebunden],
        "naechste": _nearest(one),
    }


def _nearest(one: CheckedQuote) -> Json | None:
    """What is printed that is most like it; None where it stands somewhere, or nothing is like it."""
    nearest = one.verworfen.naechste if one.verworfen else None
    if nearest is None:
        near = one.near and {"programm": one.near.ort.programm, "seiten": one.near.ort.seiten}
        return {**near, "text": one.near.text, "url": one.near.ort.url} if near and one.near else None
    url = cite_url(nearest.programm, nearest.seiten[0], nearest.text[:OPENING])
    return {**nearest._asdict(), "url": url}

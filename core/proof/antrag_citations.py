"""Quotes from the Antrag itself: bound to its text letter by letter, with its page, or dropped with a reason.

The rules are those for quotes from Programme; the only source is the Antrag as it was judged.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from core.antrag.antrag import Antrag
from core.antrag.edits import edits_of
from core.antrag.read_antrag import ReadRow, rows_of_span
from core.wortlaut.binding.bind import LONGEST, Bindung, ShownContext, bind
from core.wortlaut.binding.eintrag import THE_ANTRAG, Eintrag, Gebunden, Place, ZitatStatus
from core.wortlaut.binding.quelle import Quelle
from core.wortlaut.binding.source_labels import file_pages
from core.wortlaut.reading.textstrom import AbschnittPart, ParagraphKind, Textstrom
from core.wortlaut.records import Chunk, Dokument, Span

LONGEST_PASSAGE = 2000

_AS_SOURCE = Dokument(THE_ANTRAG, "Antrag", typ=None, partei="", bundesland=None)


@dataclass(frozen=True)
class JudgedText:
    """What of an Antrag was judged; `rows`: the lines of its file, none where it came as plain text."""

    text: str
    rows: tuple[ReadRow, ...] = ()

    @classmethod
    def of(cls, antrag: Antrag, gelesen: Antrag | None = None, rows: Sequence[ReadRow] = ()) -> "JudgedText":
        """`gelesen`: as it was read, where a person may have changed it since.

        Of a changed one what a person left of it and added to it, in the order of an Antrag.
        """
        if gelesen is None or not edits_of(gelesen, antrag):
            return cls(antrag.text, tuple(rows))
        demands = [
            part
            for forderung in antrag.forderungen
            for part in (forderung.einleitung, f"{forderung.nummer}. {forderung.text}")
        ]
        parts = (antrag.titel, antrag.feststellung, *demands, antrag.begruendung)
        return cls("\n\n".join(dict.fromkeys(part.strip() for part in parts if part.strip())), tuple(rows))

    @property
    def version(self) -> str:
        """Names this very wording, in which places are counted."""
        return hashlib.sha256(self.text.encode(errors="surrogatepass")).hexdigest()[:16]

    @cached_property
    def quelle(self) -> Quelle:
        """A source without pages: every range of its text is known, no word has a box."""
        absaetze = tuple(
            AbschnittPart(start, end, ParagraphKind.TEXT, 0, ()) for start, end in _paragraphs(self.text)
        )
        none = np.array([], np.int32)
        strom = Textstrom(self.text, absaetze, (), none, none, none, np.zeros((0, 4), np.float32))
        return Quelle.of(_AS_SOURCE, self.version, strom)

    @cached_property
    def shown(self) -> ShownContext:
        chunks = [
            Chunk(f"{THE_ANTRAG}:{start}", THE_ANTRAG, self.text[start:end], start, end, ())
            for low, high in _paragraphs(self.text)
            for start in range(low, high, LONGEST_PASSAGE)
            for end in [min(high, start + LONGEST_PASSAGE)]
        ]
        return ShownContext.of_chunks({self.quelle: chunks})

    def rows_at(self, spans: Sequence[Span]) -> list[ReadRow]:
        """The lines of the file on which these ranges stand; none where one of them is not certain."""
        found = [rows_of_span(self.rows, self.text, *span) for span in spans]
        return [row for rows in found for row in rows] if all(found) else []

    def pages_at(self, spans: Sequence[Span]) -> tuple[int, ...]:
        return tuple(sorted({row.seite for row in self.rows_at(spans)}))


def bind_to_antrag(text: JudgedText, emitted: str, feld: str = "") -> Eintrag:
    """The quote with its place in the Antrag, or why it has none. `feld`: what it was to prove."""
    if len(emitted) > LONGEST:
        return Bindung.no_quote(emitted).verworfen("", feld)
    if not text.text.strip():
        return Bindung(ZitatStatus.NICHT_GEFUNDEN, emitted).verworfen("", feld)
    bindung = bind(emitted, "", None, text.shown)
    if bindung.status.is_bound:
        return _bound(text, bindung)
    reason = bindung.erklaerung or ANTRAG_EXPLANATION.get(bindung.status, "")
    return replace(bindung, erklaerung=reason).verworfen("", feld)


ANTRAG_EXPLANATION = {
    ZitatStatus.NICHT_GEFUNDEN: "Der Wortlaut steht so nicht im Antrag.",
    ZitatStatus.NUR_AEHNLICH: "Eine Stelle des Antrags ist ähnlich, der Wortlaut aber ein anderer.",
    ZitatStatus.ZAHL: "Eine Stelle des Antrags lautet ähnlich, nennt aber eine andere Zahl.",
    ZitatStatus.VERNEINUNG: (
        "Eine Stelle des Antrags lautet ähnlich, aber eine Verneinung fehlt oder kam hinzu."
    ),
}
"""Where what is told of Programme would be wrong here."""


def antrag_label(seiten: Sequence[int]) -> str:
    """„Antrag, Seite 3 der Datei“; „Antrag“ where it came as plain text."""
    return f"Antrag, {file_pages(seiten)}" if seiten else "Antrag"


def _bound(text: JudgedText, bindung: Bindung) -> Gebunden:
    if bindung.teile:
        return bindung.joined([_bound(text, teil) for teil in bindung.teile])
    fund = bindung.fund
    assert fund is not None
    seiten = text.pages_at(fund.spans)
    return Gebunden(
        text=fund.text,
        quelle=antrag_label(seiten),
        status=bindung.status,
        emittiert=bindung.emittiert,
        partei="",
        ort=Place(
            programm=THE_ANTRAG, version=text.version, stellen=fund.spans, seiten=seiten, gedruckt=(), url=""
        ),
        abschnitt=(),
        satz=fund.satz,
        warnungen=bindung.warnungen,
        fundstellen=bindung.fundstellen,
        fremde_partei=False,
    )


def _paragraphs(text: str) -> Iterator[Span]:
    at = 0
    for part in text.split("\n\n"):
        if part.strip():
            yield at, at + len(part)
        at += len(part) + 2

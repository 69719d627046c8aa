"""Where the quotes of a judged field stand: in the file of the Antrag, or in its text where there is none."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from core.antrag.antrag import find_file
from core.citations.antrag_citations import JudgedText
from core.citations.eintrag import Gebunden
from core.context import Context
from core.runs.antraege import judged_text
from core.runs.store import Runstore
from core.seiten.marked_page import PageView
from core.seiten.zitat_page import Places, antrag_seite, places_of_rows

AROUND = 600
"""Characters of the Antrag's text shown before and behind a quote."""


@dataclass(frozen=True, slots=True)
class QuotedAntrag:
    """The Antrag as it was judged. `file`: None where it came as text, or its file is not on this machine."""

    text: JudgedText
    file: Path | None

    def places(self, quotes: Sequence[Gebunden]) -> dict[str, Places]:
        """Number of a quote, from 1 → its lines by page; of those whose place is certain in this text."""
        found = {
            str(number): places_of_rows(self.text.rows_at(quote.ort.stellen))
            for number, quote in enumerate(quotes, start=1)
            if quote.ort.version == self.text.version
        }
        return {number: places for number, places in found.items() if places}

    def page(self, places: Mapping[str, Places], number: str, seite: int) -> PageView | None:
        """With the lines of the quote of that number marked strongly; None where there is no such page."""
        return antrag_seite(self.file, seite, places, number) if self.file else None

    def around(self, quote: Gebunden) -> list[tuple[str, bool]]:
        """Pieces of the text around the quote, each with whether it is of the quote; none of another text."""
        spans = quote.ort.stellen
        if quote.ort.version != self.text.version or not spans:
            return []
        whole, at = self.text.text, max(0, spans[0][0] - AROUND)
        pieces: list[tuple[str, bool]] = []
        for start, end in spans:
            pieces += [(whole[at:start], False), (whole[start:end], True)]
            at = end
        pieces.append((whole[at : at + AROUND], False))
        return [piece for piece in pieces if piece[0]]


def quoted_antrag(context: Context, store: Runstore, lauf_id: str) -> QuotedAntrag:
    lauf = store.load(lauf_id)
    file = find_file(context.settings.laeufe_dir, store.find_antrag_file(lauf.antrag_hash))
    return QuotedAntrag(judged_text(store, context.settings.laeufe_dir, lauf, lauf.antrag_hash), file)


def judged_page(
    context: Context, store: Runstore, judgement_id: str, feld: str, number: str, seite: int
) -> PageView | None:
    """A page of the Antrag's file with the quotes of one field marked; None where any of it is not there."""
    stored = store.find_rubric_judgement(judgement_id)
    field = next((one for one in stored.fields if one.field.id == feld), None) if stored else None
    if stored is None or field is None:
        return None
    antrag = quoted_antrag(context, store, stored.lauf_id)
    return antrag.page(antrag.places(field.quotes), number, seite)

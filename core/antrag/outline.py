"""Paragraphs of a decision → its outline: sections, items of lists, items of items."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from core.antrag.antrag_parts import speech_of
from core.antrag.marks import Interpretation, ListMark, is_inside, quoted, split_mark

ENDED = re.compile(r"(?:[.;:,!?]|\b(?:und|oder|sowie))[“”‘\u02bb)]*$")
OPEN = re.compile(r"[\w):,]$")
LEADS = re.compile(r"(?![„‚,\"]).*[\w):]$", re.DOTALL)
"""Words without a full stop behind them lead to the items below: „Außerdem soll“, „Verkehr“."""


DEEPEST = 40
"""Levels of an outline; the deepest of 108 real motions has 10. What would lie deeper stands beside it."""


@dataclass(slots=True)
class OutlinePoint:
    """A section, an item or, without a mark, words between them; `absaetze` are its own words."""

    marke: ListMark | None = None
    deutung: Interpretation | None = None
    absaetze: list[str] = field(default_factory=list)
    kinder: list["OutlinePoint"] = field(default_factory=list)

    @property
    def text(self) -> str:
        return " ".join(self.absaetze)

    @property
    def end(self) -> str:
        """The end of its own words: all that is asked of them while the outline grows."""
        return self.absaetze[-1][-40:] if self.absaetze else ""

    @property
    def is_part(self) -> bool:
        """„II.“ and „B.“ count the parts of a decision."""
        return self.deutung is not None and self.deutung.counts_parts

    @property
    def is_between(self) -> bool:
        """Words between two items that lead to the second."""
        return self.marke is None and not self.kinder and speech_of(self.text) is None


def outline(absaetze: Sequence[str]) -> OutlinePoint:
    """The outline of a decision; its root has no mark."""
    heading_reader = _HeadingReader()
    outside = list(_outside_of_quotes(absaetze))
    marked = [split_mark(a) if out else None for a, out in zip(absaetze, outside, strict=True)]
    for paragraph, is_outside, item, after in zip(
        absaetze, outside, marked, [*marked, None][1:], strict=True
    ):
        if item is not None:
            if not heading_reader.add_item(*item):
                heading_reader.go_on(paragraph)
        elif is_outside and speech_of(paragraph):
            heading_reader.add_section(paragraph)
        elif is_outside and after is not None and LEADS.match(paragraph):
            heading_reader.add_lead(paragraph)
        else:
            heading_reader.add_text(paragraph)
    return heading_reader.root


def _outside_of_quotes(absaetze: Sequence[str]) -> Iterator[bool]:
    """Which paragraphs begin outside of a quote: numbers within one belong to the quoted law."""
    spans, position = quoted("\n".join(absaetze)), 0
    for paragraph in absaetze:
        yield not is_inside(spans, position)
        position += len(paragraph) + 1


class _HeadingReader:
    """Grows the outline; `trail` leads from the root to the item that is open."""

    def __init__(self) -> None:
        self.root = OutlinePoint()
        self.trail = [self.root]
        self.last: dict[str, int] = {}
        self.leads: list[str] = []
        """Words that lead to the next item, be it the first of its list or not."""
        self.has_more = False
        """Was there text without a mark since the last item? Then a list may begin anew."""

    def add_item(self, marke: ListMark, text: str) -> bool:
        """Add an item if its number can follow; a number that cannot is a word of the text."""
        for deutung in marke.deutungen:
            level = self._level(deutung)
            if level is not None:
                self._open(level, OutlinePoint(marke, deutung), text)
                return True
        return False

    def add_section(self, text: str) -> None:
        """A paragraph that says itself what it does closes all lists, but not the part it stands in."""
        top = self.trail[1] if len(self.trail) > 1 else self.root
        stays = top.marke is not None and (top.is_part or speech_of(top.text) is not None)
        self._open(1 if stays else 0, OutlinePoint(), text)

    def add_lead(self, text: str) -> None:
        """Words before items; behind an item that has not ended they only go on with it."""
        item = self.trail[-1]
        if item.marke and item.absaetze and not ENDED.search(item.end):
            self.add_text(text)
        else:
            self.leads.append(text)

    def add_text(self, text: str) -> None:
        self.trail[-1].absaetze += [*self.leads, text]
        self.leads, self.has_more = [], True

    def go_on(self, text: str) -> None:
        """A line that only looked like an item goes on with the one before."""
        item = self.trail[-1]
        if item.absaetze and not self.leads:
            item.absaetze[-1] += f" {text}"
        else:
            self.add_text(text)

    def _open(self, level: int, punkt: OutlinePoint, text: str) -> None:
        level = min(level, DEEPEST)
        parent = self.trail[level]
        del self.trail[level + 1 :]
        if self.leads and (parent.kinder or re.search(r"[.;!?]$", parent.end)):
            parent.kinder.append(OutlinePoint(absaetze=self.leads))
        else:
            parent.absaetze += self.leads
        parent.kinder.append(punkt)
        self.trail.append(punkt)
        self.leads, self.has_more = [], False
        if punkt.deutung:
            self.last[punkt.deutung.art] = punkt.deutung.wert
        inner = split_mark(text)  # „1. a) Die Mittel …“
        if inner is None or inner[0].deutungen[0].wert != 1 or not self.add_item(*inner):
            punkt.absaetze.append(text)

    def _level(self, deutung: Interpretation) -> int | None:
        """Where the parent of such an item stands in the path; None where its number does not follow."""
        alike = [i for i, p in enumerate(self.trail) if p.deutung and p.deutung.art == deutung.art]
        for i in reversed(alike):
            if deutung.follows(self.trail[i].deutung):
                return i - 1
        if alike:
            return self._level_of_new_list(alike[-1]) if deutung.is_first else None
        if not (
            deutung.is_first or deutung.wert == self.last.get(deutung.art, 0) + 1 or not self.root.kinder
        ):
            return None
        return self._level_of_part() if deutung.counts_parts else len(self.trail) - 1

    def _level_of_new_list(self, open_list: int) -> int | None:
        """„1.“ once more: in the item that ends in a colon, or behind words of its own."""
        if self.trail[-1].end.endswith(":") and not self.leads:
            return len(self.trail) - 1
        return open_list - 1 if self.leads or self.has_more else None

    def _level_of_part(self) -> int:
        """„II.“ stands at the top, but below „Die Landesregierung wird aufgefordert,“."""
        return next((i for i, p in enumerate(self.trail) if p.marke is None and OPEN.search(p.end)), 0)

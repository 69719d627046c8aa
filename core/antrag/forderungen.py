"""The text of an Antrag → its Forderungen, its Feststellungen, its Begründung."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from core.antrag.antrag import Forderung, Teile
from core.antrag.antrag_parts import (
    MODAL,
    AntragStructure,
    Interpretation,
    ListMark,
    Speech,
    is_inside,
    quoted,
    speech_of,
    split_introduction,
    split_mark,
    split_speeches,
)
from core.wortlaut.german.sentences import SENTENCE_END, sentences

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
    # Numbers within a quote belong to the quoted law.
    spans, position, outside = quoted("\n".join(absaetze)), 0, []
    for paragraph in absaetze:
        outside.append(not is_inside(spans, position))
        position += len(paragraph) + 1
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
            if not deutung.is_first:
                return None
            # „1.“ once more: in the item that ends in a colon, or behind words of its own.
            if self.trail[-1].end.endswith(":") and not self.leads:
                return len(self.trail) - 1
            return alike[-1] - 1 if self.leads or self.has_more else None
        if not (
            deutung.is_first or deutung.wert == self.last.get(deutung.art, 0) + 1 or not self.root.kinder
        ):
            return None
        if not deutung.counts_parts:
            return len(self.trail) - 1
        # „II.“ stands at the top, but below „Die Landesregierung wird aufgefordert,“.
        return next((i for i, p in enumerate(self.trail) if p.marke is None and OPEN.search(p.end)), 0)


HEADING = re.compile(r"(?:Entschließung|Beschluss|Antrag|Beschlussvorschlag)\s*:?")
"""What stands over a decision in some parliaments."""

LOOSE_START = re.compile(r"^(?:und|oder|sowie) ")
LOOSE_WORDS = (" und", " oder", " sowie", " bzw.")
"""„…; und“ binds an item to the next one; alone it means nothing."""

LONGEST_SEEN = 10_000
"""So much of a sentence is looked at; the longest of 108 real motions has 2,958 characters."""

LONGEST_LEAD = 600
"""Of a longer lead only its last sentence stands before each item."""

Fund = Forderung | str
"""What reading an outline finds: a demand, or words that only state something."""


def split_teile(aufbau: AntragStructure) -> Teile:
    decision = [aufbau.formel] if "frage" in aufbau.formel else []
    for paragraph in aufbau.beschluss:
        if not HEADING.fullmatch(paragraph):
            decision += split_speeches(paragraph)
    root = outline(decision)
    finds = list(_Reader().read(root))
    if not any(isinstance(fund, Forderung) for fund in finds):
        # A parliament may be asked to state something and no more: then this is what is demanded.
        finds = list(_Reader(all_demands=True).read(root))
    return Teile(
        _numbered([fund for fund in finds if isinstance(fund, Forderung) and re.search(r"\w", fund.text)]),
        "\n\n".join([*aufbau.vorrede, *(fund for fund in finds if isinstance(fund, str))]),
        "\n\n".join(aufbau.begruendung),
    )


class _Reader:
    """Walks through an outline. `places` counts what has no number of its own."""

    def __init__(self, all_demands: bool = False) -> None:
        self.all_demands = all_demands
        self.places: Counter[str] = Counter()

    def read(self, punkt: OutlinePoint, trail: str = "", lead: str = "") -> Iterator[Fund]:
        if speech_of(punkt.text) is Speech.STATEMENT and not self.all_demands:
            yield "\n".join(_lines(punkt))
            return
        trail = self._number(punkt, trail)
        if punkt.kinder:
            yield from self._read_list(punkt, trail, lead)
        elif punkt.marke is None or punkt.is_part:
            yield from self._read_sentences(punkt, trail, lead)
        else:
            yield _forderung(trail, lead, *split_introduction(punkt.text))

    def _read_list(self, punkt: OutlinePoint, trail: str, lead: str) -> Iterator[Fund]:
        # Which part first says that it demands, where something else stands before it.
        first = next((i for i, kind in enumerate(punkt.kinder) if _demands(kind)), None)
        if first == 0 and (_demands(punkt) or not SENTENCE_END.search(punkt.text)):
            first = None
        above = lead
        if first is not None:
            # What stands before „Die Landesregierung wird aufgefordert,“ is no demand.
            yield from filter(None, (punkt.text, *("\n".join(_lines(kind)) for kind in punkt.kinder[:first])))
        else:
            einleitung, rest = split_introduction(punkt.text)
            # Whole sentences before a list are a demand too; what only leads to the list is none.
            ranges = sentences(rest)
            whole = ranges if re.search(r"[.;!?]$", rest) else ranges[:-1]
            if whole:
                own = _words(_printed(punkt), einleitung) if punkt.is_part and einleitung else einleitung
                yield _forderung(trail, lead, own, rest[: whole[-1][1]])
            # Of „… wird aufgefordert, auf Landesebene“ what also leads to the items „auf Bundesebene“.
            general = einleitung if einleitung and re.search(r"\w$", rest) else _last_words(punkt.text)
            above = _words(lead, _printed(punkt), general)
            lead = _words(lead, _printed(punkt), _last_words(punkt.text))
        for kind in punkt.kinder[first:]:
            if kind.is_between:
                lead = _words(above, kind.text)
            else:
                yield from self.read(kind, trail, lead)

    def _read_sentences(self, punkt: OutlinePoint, trail: str, lead: str) -> Iterator[Forderung]:
        """A passage without numbers: every sentence that demands, together with those that explain it."""
        groups = _demand_sentences(punkt)
        first = _words(_printed(punkt), split_introduction(groups[0])[0]) if groups else ""
        for index, group in enumerate(groups):
            einleitung, text = split_introduction(group)
            before = groups[index - 1] if index else ""
            goes_on = before and not einleitung and (text[:1].islower() or before.endswith((",", ";")))
            if goes_on or (einleitung and index == 0):
                einleitung = first
            yield _forderung(self._place(trail) if len(groups) > 1 else trail, lead, einleitung, text)

    def _number(self, punkt: OutlinePoint, trail: str) -> str:
        if punkt.marke is None:
            return trail
        zeichen = punkt.marke.zeichen
        if not zeichen:
            return self._place(trail)
        above, _, own = zeichen.rpartition(".")
        if above and f".{trail}".endswith(f".{above}"):  # „1.2“ below „1“
            zeichen = own
        return f"{trail}.{zeichen}" if trail else zeichen

    def _place(self, trail: str) -> str:
        self.places[trail] += 1
        return f"{trail}.{self.places[trail]}" if trail else str(self.places[trail])


def _demands(punkt: OutlinePoint) -> bool:
    return (punkt.marke is None or punkt.is_part) and speech_of(punkt.text) is Speech.FORDERUNG


def _demand_sentences(punkt: OutlinePoint) -> list[str]:
    """The sentences of a passage, those that only explain joined to the one before."""
    spans, offset = quoted("\n".join(punkt.absaetze)), 0
    is_spoken = speech_of(punkt.text) is not None
    groups: list[list[str]] = []
    for paragraph in punkt.absaetze:
        for start, end in sentences(paragraph):
            satz, before = paragraph[start:end], groups[-1][-1] if groups else ""
            opens_line = start == 0 and not (is_spoken and satz[0].isupper())
            demands = (
                opens_line
                or (start == 0 and before.endswith((",", ";")))
                or MODAL.search(satz[:LONGEST_SEEN]) is not None
                or speech_of(satz) is not None
            )
            is_own = demands and not before.endswith(":")
            if not before or (is_own and not is_inside(spans, offset + start)):
                groups.append([])
            groups[-1].append(satz)
        offset += len(paragraph) + 1
    return [" ".join(group) for group in groups]


def _forderung(nummer: str, lead: str, einleitung: str, text: str) -> Forderung:
    if not text:
        text, einleitung = einleitung, ""
    # Letters that a PDF's font hides become one „…“; a single one is a bullet or a quote mark.
    text = re.sub("\ufffd", "", re.sub("\ufffd{2,}", "…", text)).strip()
    text = LOOSE_START.sub("", text)
    word = next((word for word in LOOSE_WORDS if text.endswith(word)), "")
    text = text[: len(text) - len(word)].rstrip()
    text = text[:-1].rstrip() if text.endswith((",", ";")) else text
    return Forderung(nummer, text, _words(lead, einleitung))


def _numbered(forderungen: Sequence[Forderung]) -> tuple[Forderung, ...]:
    """Each with a number of its own: what has none is counted, what is printed twice gets „(2)“."""
    if len(forderungen) > 1 and not any(forderung.nummer for forderung in forderungen):
        return tuple(replace(f, nummer=str(index)) for index, f in enumerate(forderungen, start=1))
    seen: Counter[str] = Counter()
    result = []
    for forderung in forderungen:
        seen[forderung.nummer] += 1
        again = f" ({seen[forderung.nummer]})" if seen[forderung.nummer] > 1 else ""
        result.append(replace(forderung, nummer=f"{forderung.nummer}{again}".strip()))
    return tuple(result)


def _lines(punkt: OutlinePoint) -> Iterator[str]:
    """A passage as it stands there, each item on a line."""
    if own := _words(punkt.marke.gedruckt if punkt.marke else "", punkt.text):
        yield own
    for kind in punkt.kinder:
        yield from _lines(kind)


def _printed(punkt: OutlinePoint) -> str:
    """The number as it stands before the words of a lead; a bullet says nothing there."""
    return punkt.marke.gedruckt if punkt.marke and punkt.marke.zeichen else ""


def _last_words(lead: str) -> str:
    ranges = sentences(lead)
    return lead[ranges[-1][0] :] if len(lead) > LONGEST_LEAD else lead


def _words(*parts: str) -> str:
    return " ".join(part for part in parts if part)

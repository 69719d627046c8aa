"""The text of an Antrag → its Forderungen, its Feststellungen, its Begründung."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.antrag.antrag import Forderung, Teile
from core.antrag.antrag_parts import (
    MODAL,
    AntragStructure,
    Speech,
    speech_of,
    split_introduction,
    split_speeches,
)
from core.antrag.marks import is_inside, quoted
from core.antrag.outline import OutlinePoint, outline
from core.german.sentences import SENTENCE_END, sentences

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
    root = outline(list(_decision(aufbau)))
    finds = list(_Reader().read(root))
    if not any(isinstance(fund, Forderung) for fund in finds):
        # A parliament may be asked to state something and no more: then this is what is demanded.
        finds = list(_Reader(all_demands=True).read(root))
    return Teile(
        _numbered([fund for fund in finds if isinstance(fund, Forderung) and re.search(r"\w", fund.text)]),
        "\n\n".join([*aufbau.vorrede, *(fund for fund in finds if isinstance(fund, str))]),
        "\n\n".join(aufbau.begruendung),
    )


def _decision(aufbau: AntragStructure) -> Iterator[str]:
    if "frage" in aufbau.formel:
        yield aufbau.formel
    for paragraph in aufbau.beschluss:
        if not HEADING.fullmatch(paragraph):
            yield from split_speeches(paragraph)


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
        first = _first_demand(punkt)
        above = lead
        if first is not None:
            # What stands before „Die Landesregierung wird aufgefordert,“ is no demand.
            yield from filter(None, (punkt.text, *("\n".join(_lines(kind)) for kind in punkt.kinder[:first])))
        else:
            yield from _read_own(punkt, trail, lead)
            above = _words(lead, _printed(punkt), _general_words(punkt.text))
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


def _first_demand(punkt: OutlinePoint) -> int | None:
    """Which part of a section first says that it demands, where something else stands before it."""
    first = next((i for i, kind in enumerate(punkt.kinder) if _demands(kind)), None)
    leads = first == 0 and (_demands(punkt) or not SENTENCE_END.search(punkt.text))
    return None if leads else first


def _demands(punkt: OutlinePoint) -> bool:
    return (punkt.marke is None or punkt.is_part) and speech_of(punkt.text) is Speech.FORDERUNG


def _read_own(punkt: OutlinePoint, trail: str, lead: str) -> Iterator[Forderung]:
    """Whole sentences before a list are a demand too; what only leads to the list is none."""
    einleitung, rest = split_introduction(punkt.text)
    ranges = sentences(rest)
    whole = ranges if re.search(r"[.;!?]$", rest) else ranges[:-1]
    if whole:
        above = _words(_printed(punkt), einleitung) if einleitung and punkt.is_part else einleitung
        yield _forderung(trail, lead, above, rest[: whole[-1][1]])


def _demand_sentences(punkt: OutlinePoint) -> list[str]:
    """The sentences of a passage, those that only explain joined to the one before."""
    spans, offset = quoted("\n".join(punkt.absaetze)), 0
    is_spoken = speech_of(punkt.text) is not None
    groups: list[list[str]] = []
    for paragraph in punkt.absaetze:
        for start, end in sentences(paragraph):
            satz, before = paragraph[start:end], groups[-1][-1] if groups else ""
            opens_line = start == 0 and not (is_spoken and satz[0].isupper())
            is_own = _is_own(satz, before, opens_line or (start == 0 and before.endswith((",", ";"))))
            if not before or (is_own and not is_inside(spans, offset + start)):
                groups.append([])
            groups[-1].append(satz)
        offset += len(paragraph) + 1
    return [" ".join(group) for group in groups]


def _is_own(satz: str, before: str, opens_line: bool) -> bool:
    """Is a sentence a demand by itself, or at least a line by itself?"""
    demands = opens_line or MODAL.search(satz[:LONGEST_SEEN]) is not None or speech_of(satz) is not None
    return demands and not before.endswith(":")


def _forderung(nummer: str, lead: str, einleitung: str, text: str) -> Forderung:
    if not text:
        text, einleitung = einleitung, ""
    text = _without_loose_end(LOOSE_START.sub("", _readable(text)))
    return Forderung(nummer, text, _words(lead, einleitung))


def _without_loose_end(text: str) -> str:
    word = next((word for word in LOOSE_WORDS if text.endswith(word)), "")
    text = text[: len(text) - len(word)].rstrip()
    return text[:-1].rstrip() if text.endswith((",", ";")) else text


def _readable(text: str) -> str:
    """Letters that a PDF's font hides become one „…“; a single one is a bullet or a quote mark."""
    return re.sub("\ufffd", "", re.sub("\ufffd{2,}", "…", text)).strip()


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


def _general_words(lead: str) -> str:
    """Of „… wird aufgefordert, auf Landesebene“ what also leads to the items „auf Bundesebene“."""
    einleitung, rest = split_introduction(lead)
    return einleitung if einleitung and re.search(r"\w$", rest) else _last_words(lead)


def _words(*parts: str) -> str:
    return " ".join(part for part in parts if part)

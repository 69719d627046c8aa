"""What a model proposes to change, each bound to the place in the Antrag that it changes, or dropped and why.

A proposal is hostile until shown otherwise: its old words must stand where it says, sign for sign and only
there; its new words must be plain text that people see whole.
"""

import html
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from core.antrag.antrag import Antrag
from core.assessment.answer_quotes import without_quotes
from core.citations.exact_match import HTML_TAG, MIN_CHARACTERS, is_too_short
from core.german.folding import is_seen_whole, visible
from core.redlines.exact_words import PlainWords, Span

LONGEST = 2_000
"""Characters of old or new words; a proposal changes some words, not the Antrag."""

LONGEST_REASON = 600
KEPT = 300
"""So much of what was dropped is kept to be shown."""

NUMBERED = re.compile(r"^(?:Forderung|Nr\.?|Nummer)\s+", re.IGNORECASE)
UNKNOWN = "Eine Forderung „{}“ hat dieser Antrag nicht."
SHORT = f"Die alten Wörter sind kürzer als {MIN_CHARACTERS} Zeichen; so kurze stehen an vielen Stellen."
LONG = "Mit mehr als {} Zeichen ist das keine Änderung im Wortlaut mehr."
NOWHERE = "Diese Wörter stehen so nicht im Antrag."
ELSEWHERE = "Diese Wörter stehen im Antrag, aber nicht in Forderung {}."
EDITED = "Forderung {} wurde bearbeitet; im Text des Antrags steht sie so nicht."
TWICE = "Diese Wörter stehen dort mehrmals; welche gemeint sind, ist offen."
OVER_PARAGRAPHS = "Diese Wörter reichen über einen Absatz hinaus."
SAME = "Der Vorschlag ändert nichts."
HIDDEN = "Der neue Wortlaut enthält Zeichen, die niemand sieht oder die den Text umordnen."
MARKED_UP = "Der neue Wortlaut enthält Auszeichnungen (HTML) statt bloßem Text."
OVERLAPS = "Der Vorschlag überschneidet sich mit einem früheren dieser Antwort."


@dataclass(frozen=True, slots=True)
class Change:
    """`alt`: the Antrag's own words at `stelle`, or what was given for them where the proposal is dropped.

    `verworfen`: why it is; „“ where it is not.
    """

    forderung: str
    alt: str
    neu: str
    grund: str
    stelle: Span | None = None
    verworfen: str = ""


def bind_redlines(antrag: Antrag, proposals: Sequence[Mapping[str, str]]) -> list[Change]:
    """One for each, in order; of two that change the same words the second is dropped."""
    places = AntragPlaces.of(antrag)
    taken: list[Span] = []
    found = []
    for proposal in proposals:
        change = _bound(places, proposal)
        if change.stelle and any(overlap(change.stelle, other) for other in taken):
            change = replace(change, stelle=None, verworfen=OVERLAPS)
        taken += [change.stelle] if change.stelle else []
        found.append(change)
    return found


def overlap(a: Span, b: Span) -> bool:
    return a[0] < b[1] and b[0] < a[1]


@dataclass(frozen=True, slots=True)
class AntragPlaces:
    """The text of an Antrag and where each of its Forderungen stands in it; None where it does not."""

    text: PlainWords
    forderungen: Mapping[str, Span | None]

    @classmethod
    def of(cls, antrag: Antrag) -> "AntragPlaces":
        text = PlainWords.of(antrag.text)
        return cls(text, dict(_places(text, antrag)))


def _places(text: PlainWords, antrag: Antrag) -> Iterator[tuple[str, Span | None]]:
    """Each behind the one before: two may have the same words."""
    at = 0
    for forderung in antrag.forderungen:
        spans = text.find(forderung.text)
        span = next((one for one in spans if one[0] >= at), next(iter(spans), None))
        at = span[1] if span else at
        yield forderung.nummer, span


def _bound(places: AntragPlaces, proposal: Mapping[str, str]) -> Change:
    forderung = NUMBERED.sub("", proposal["forderung"].strip())
    alt, neu = proposal["alt"], " ".join(proposal["neu"].split())
    grund = _clipped(without_quotes(_one_line(proposal["grund"])), LONGEST_REASON)
    forderung = forderung if places.forderungen else ""
    reason = _wrong_number(places, forderung) or _wrong_words(alt, neu)
    found = None if reason else _place(places, forderung, alt)
    if isinstance(found, tuple):
        own = places.text.original[slice(*found)]
        if PlainWords.of(own).text == PlainWords.of(neu).text:
            reason = SAME
        else:
            return Change(forderung, own, neu, grund, found)
    forderung, alt, neu = (_clipped(_one_line(text), KEPT) for text in (forderung, alt, neu))
    return Change(forderung, alt, neu, grund, verworfen=reason or str(found))


def _wrong_number(places: AntragPlaces, forderung: str) -> str:
    is_known = not places.forderungen or forderung in places.forderungen
    return "" if is_known else UNKNOWN.format(_clipped(_one_line(forderung), 40))


def _wrong_words(alt: str, neu: str) -> str:
    """What is wrong with them, whatever the Antrag says."""
    if max(len(alt), len(neu)) > LONGEST:
        return LONG.format(f"{LONGEST:_}".replace("_", "."))
    if is_too_short(alt):
        return SHORT
    if not is_seen_whole(neu):
        return HIDDEN
    return MARKED_UP if HTML_TAG.search(neu) or html.unescape(neu) != neu else ""


def _place(places: AntragPlaces, forderung: str, alt: str) -> Span | str:
    """Where the words stand, or why that is not known."""
    everywhere = places.text.find(alt)
    if not everywhere:
        return NOWHERE
    scope = places.forderungen.get(forderung, (0, len(places.text.original)))
    if scope is None:
        return EDITED.format(forderung)
    inside = [(start, end) for start, end in everywhere if scope[0] <= start and end <= scope[1]]
    if not inside:
        return ELSEWHERE.format(forderung)
    if len(inside) > 1:
        return TWICE
    start, end = inside[0]
    return OVER_PARAGRAPHS if "\n" in places.text.original[start:end] else (start, end)


def _one_line(text: str) -> str:
    return " ".join(visible(text).split())


def _clipped(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[:most]} …"

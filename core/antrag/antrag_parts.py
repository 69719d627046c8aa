"""The parts of an Antrag from top to bottom: head, what stands before the decision, decision, Begründung."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from core.antrag.list_marks import split_mark
from core.antrag.phrases import BEGRUENDUNG, CAPTION, FORMULA, SIGNED, speech_of
from core.german.sentences import SENTENCE_END, sentences

TYP = re.compile(
    r"(?:^|(?<=\s))(?P<typ>(?:(?:Dringlich|Gemeinsam|Interfraktionell|Fraktionsübergreifend)e[rs]? )?"
    r"(?:(?:Änderungs|Entschlie(?:ß|ss)ungs|Dringlichkeits|Alternativ|Eil|Zusatz)?Antrag"
    r"|(?:Gro(?:ß|ss)e|Kleine) Anfrage))(?=\s*$|\s+(?:der|des|von|zu[mr]?|Fraktion|\())",
    re.MULTILINE | re.IGNORECASE,
)
ANTRAGSTELLER = re.compile(
    r"(?:(?:der|des|von|und|sowie) )?(?:den )?"
    r"(?:Abgeordnete|Abg\.|Fraktion|Gruppe|[\w/ .]{2,40}[- ]\w*[Ff]raktion)"
)
NAMES = re.compile(r"(?:(?:Dr|Prof)\. )*(?:[A-ZÄÖÜ][\w.'’-]*(?: von| van| de)?,? ){1,12}[A-ZÄÖÜ][\w-]+")

NAMES_BELOW = 8
"""So many paragraphs at the end may be names of those who sign."""

HEAD_PARAGRAPHS = 15
"""The type of an Antrag stands among its first paragraphs; further down „Antrag“ is a word of the text."""


@dataclass(frozen=True, slots=True)
class AntragStructure:
    kopf: Sequence[str]
    vorrede: Sequence[str]
    formel: str
    beschluss: Sequence[str]
    unterschrift: str
    begruendung: Sequence[str]


def build_up(absaetze: Sequence[str]) -> AntragStructure:
    """Part the paragraphs of an Antrag; where it has no head or no Begründung, these stay empty."""
    formel = _first(FORMULA, absaetze)
    kopf = _end_of_head(absaetze, formel)
    start = formel + 1 if formel < len(absaetze) else kopf
    begruendung = _first(BEGRUENDUNG, absaetze, start)
    signed = _first(SIGNED, absaetze, start)
    signed_below = _first(SIGNED, absaetze, begruendung)
    return AntragStructure(
        kopf=absaetze[:kopf],
        vorrede=absaetze[kopf : min(formel, start)],
        formel="".join(absaetze[formel : formel + 1]),
        beschluss=_without_names(absaetze[start : min(begruendung, signed)]),
        unterschrift="".join(absaetze[signed : signed + 1]),
        begruendung=_without_names(_without_heading(absaetze[begruendung:signed_below])),
    )


def _first(pattern: re.Pattern[str], absaetze: Sequence[str], start: int = 0) -> int:
    """The index of the first paragraph that begins so; where none does, that behind the last."""
    return next((i for i in range(start, len(absaetze)) if pattern.match(absaetze[i])), len(absaetze))


def _end_of_head(absaetze: Sequence[str], formel: int) -> int:
    """How many paragraphs the head has: up to the Beschlussformel, or to where the text begins before it."""
    has_formula = formel < len(absaetze)
    top = absaetze[: min(formel, HEAD_PARAGRAPHS)]
    typ = next((i for i, paragraph in enumerate(top) if TYP.search(paragraph)), None)
    if typ is None and not has_formula:
        return 1 if len(absaetze) > 1 and _is_title(absaetze[0]) else 0
    end = 0 if typ is None else typ + 1
    while end < min(formel, len(absaetze)) and not _begins_text(absaetze[end], has_formula):
        end += 1
    return end


def _is_title(paragraph: str) -> bool:
    return (
        len(paragraph) < 200
        and not paragraph.endswith((".", ",", ";", ":"))
        and not _begins_text(paragraph, False)
    )


def _begins_text(paragraph: str, has_formula: bool) -> bool:
    """Running text, or without a Beschlussformel to come also a list or what a decision says."""
    if ANTRAGSTELLER.match(paragraph) and speech_of(paragraph) is None:
        return False
    marked = split_mark(paragraph)
    if speech_of(marked[1] if marked else paragraph):
        return True
    if marked and not has_formula:
        return not paragraph.startswith(("–", "-"))  # „– Drucksache 7/12 –“ belongs to the title
    ended = bool(SENTENCE_END.search(paragraph))
    return ended and (len(paragraph) > 300 or (len(paragraph) > 150 and len(sentences(paragraph)) > 1))


def _without_heading(absaetze: Sequence[str]) -> list[str]:
    """A Begründung without the word „Begründung“."""
    first = [BEGRUENDUNG.sub("", paragraph, count=1).strip() for paragraph in absaetze[:1]]
    return [paragraph for paragraph in (*first, *absaetze[1:]) if paragraph]


def _without_names(absaetze: Sequence[str]) -> Sequence[str]:
    """Leave out the names below, where no place and date stand before them."""
    last = range(max(len(absaetze) - NAMES_BELOW, 0), len(absaetze))
    end = next((i for i in last if CAPTION.match(absaetze[i])), len(absaetze))
    while 0 < end < len(absaetze) and NAMES.fullmatch(absaetze[end - 1]):
        end -= 1
    return absaetze[:end]

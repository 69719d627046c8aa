"""The parts of an Antrag from top to bottom: head, what stands before the decision, decision, Begründung."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from core.antrag.marks import split_mark
from core.german.sentences import SENTENCE_END, sentences
from core.german.words import MONTHS

# --- the phrases that motions are written in: what asks for a decision, what demands, what only states ------

FORMULA = re.compile(
    r"(?:(?:[IVX]{1,4}\. )?D(?:er|ie|as) (?:[\w()-]+ ){1,4}?(?:wolle|möge)\b[^:;\n]{0,150}?"
    r"\b(?:beschlie(?:ß|ss)en|fassen)\b|(?:Wir fragen|Ich frage) [^:;\n]{2,100}(?=:))\s*[:,]?"
)
"""„Der Landtag wolle beschließen:“; in a Große Anfrage the words before the questions."""

BEGRUENDUNG = re.compile(r"(?:Zur )?Begründung(?:\s*:|\s*$| zum \w*[Aa]ntrag\s*:?|(?= [A-ZÄÖÜ„\d]))")

TAG = rf"\d{{1,2}}\. ?(?:{'|'.join(MONTHS)}|\d{{1,2}}\.) ?\d{{2,4}}"
PLACE_AND_DAY = re.compile(rf"[A-ZÄÖÜ][\w-]{{2,25}}, ?(?:den |am )?{TAG}\b")
SIGNED = re.compile(rf"{PLACE_AND_DAY.pattern}|den {TAG}\b|{TAG}$")
"""The first line below a decision: „Kiel, den 3. Mai 2024“, „den 3.5.2024“, „3.5.2024“."""

CAPTION = re.compile(
    r"(?:.{2,200} )?(?:und|u\.) (?:die übrigen Mitglieder der )?Fraktion(?:en)?(?: \(?[\w/ ]{2,30}\)?)?\.?$"
    r"|(?:Für die|Namens der) Fraktion|gez\. |f\. ?d\. ?R\."
    r"|(?:Fraktions|Parlamentarische)\S*(?: Geschäftsführ\S*)?$"
)
"""How the names below a decision end or begin, where there is no place and date before them."""

SITUATION = re.compile(
    r"(?:Ausgangslage|Sach(?:verhalt|lage)|Problem(?:stellung|aufriss|lage)?|Hintergrund|Vorbemerkung(?:en)?|"
    r"Einleitung|Feststellung(?:en)?)(?=\s*:|\s*$|\s[A-ZÄÖÜ„])"
)
"""Headings of parts that only describe."""

DEMANDS = (
    r"fordert|fordern|bittet|ersucht|beauftragt|verpflichtet|beschließt|empfiehlt|appelliert|erwartet|verlangt|"
    r"bekennt|spricht|setzt|lehnt|weist|verurteilt|befürwortet|unterstützt|missbilligt|möge|soll|richtet"
)
STATES = (
    r"stellt|begrüßt|erkennt|würdigt|bedauert|nimmt|teilt|betont|unterstreicht|hält|sieht|dankt|kritisiert|"
    r"bekräftigt|anerkennt|erinnert|verweist|"
    r"ist (?:\w+ ){0,2}?(?:der (?:Auffassung|Ansicht|Überzeugung|Meinung)|überzeugt|sich)"
)
SAYS = rf"(?:{DEMANDS}|{STATES})\b"

PARLAMENT = r"(?:Bundestag|Landtag|Abgeordnetenhaus|Bürgerschaft|Plenum|Parlament)"
OF_LAND = r"(?: \(Landtag\)| (?:von |des |der )?[A-ZÄÖÜ][\w-]+(?:[ -][A-ZÄÖÜ][\w-]+)?)?"
COMMITTEE = rf"[Dd](?:er|ie|as) (?:[A-ZÄÖÜ][\w-]+sche[rs]? )?{PARLAMENT}{OF_LAND}"
ADDRESSEE = r"(?:\w*[Rr]egierung|Senat\w*|\w*[Mm]inister\w*|Präsident\w*|Magistrat|Verwaltung|Land)\b"
ASKED = r"(?:auf|heraus)gefordert|gebeten|beauftragt|ersucht|verpflichtet|angehalten|angewiesen|ermächtigt"
BEFORE = r"(?:[^\s.:;!?]+ ){0,12}?"
"""„Vor diesem Hintergrund“, „Deshalb“."""

WHO_SAYS = re.compile(
    rf"{BEFORE}(?:{COMMITTEE} (?:\w+ ){{0,2}}?(?P<verb>{SAYS})|(?P<voran>{SAYS}) (?:es )?{COMMITTEE}\b)"
)
BEING_ASKED = re.compile(
    rf"{BEFORE}{ADDRESSEE}[^.:;]{{0,60}}? (?:wird|werden)\b[^.:;]{{0,160}}?\b(?:{ASKED})\b"
    rf"|{BEFORE}{ADDRESSEE}[^.:;]{{0,60}}? (?:ist|sind)\b[^.:;]{{0,160}}?\b(?:auf|heraus)gefordert\b"
    rf"|{BEFORE}(?:wird|werden) (?:\w+ ){{0,3}}?{ADDRESSEE}[^.:;]{{0,160}}?\b(?:{ASKED})\b"
)
UNTIL_ASKED = re.compile(
    rf".{{0,400}}?(?:\bauf\s*[,:]|\b(?:{ASKED})\b\s*[,:]?"
    r"|\b(?:beauftragt|bittet|ersucht|verpflichtet|appelliert)\b[^,:.]{3,160}[,:])"
    r"|.{0,200}?\b(?:beschließt|fordert|erwartet|empfiehlt|verlangt)\b[^.:]{0,160}:",
    re.DOTALL,
)

MODAL = re.compile(
    rf"\b(?:soll(?:en|te|ten)?|muss|müssen|{ASKED}|fordern|fordert|verlangen|wollen)\b"
    r"|\b(?:ist|sind|hat|haben)\b(?:(?!\b(?:ist|sind|hat|haben)\b).){0,300}?"
    r"(?:\bzu [a-zäöüß]+n\b|[a-zäöüß]zu[a-zäöüß]+n\b)"
)
"""What makes a sentence a demand of its own rather than the reason for the one before.

From the last „ist“ before the „zu“ only: of a text full of „ist“ 300 characters would be read from each.
"""


class Speech(Enum):
    """What a passage of the decision does."""

    FORDERUNG = "fordert"
    STATEMENT = "stellt fest"


def speech_of(text: str) -> Speech | None:
    """What a passage says it does, by its first words; None where these do not tell."""
    if SITUATION.match(text):
        return Speech.STATEMENT
    start = text[:400]
    if BEING_ASKED.match(start):
        return Speech.FORDERUNG
    match = WHO_SAYS.match(start)
    if match is None:
        return None
    verb = match["verb"] or match["voran"]
    points_out = verb == "weist" and re.search(r"\bhin\b", start)
    return Speech.STATEMENT if points_out or re.fullmatch(STATES, verb) else Speech.FORDERUNG


def split_introduction(text: str) -> tuple[str, str]:
    """„Der Senat wird aufgefordert,“ | „ein Konzept vorzulegen.“; without such words: nothing | the text."""
    match = UNTIL_ASKED.match(text) if speech_of(text) is Speech.FORDERUNG else None
    return (text[: match.end()].strip(), text[match.end() :].strip()) if match else ("", text)


def split_speeches(text: str) -> Iterator[str]:
    """Cut a paragraph where it turns from stating to demanding or back."""
    start, speech = 0, speech_of(text)
    for begin, end in sentences(text):
        found = speech_of(text[begin:end]) if begin else None
        if found not in (None, speech):
            yield text[start:begin].strip()
            start, speech = begin, found
    yield text[start:]


# --- the parts of an Antrag from top to bottom --------------------------------------------------------------
# Head, what stands before the decision, decision, Begründung.

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

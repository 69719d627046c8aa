"""The parts of an Antrag from top to bottom: head, what stands before the decision, decision, Begründung."""

import re
from bisect import bisect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from core.wortlaut.german.folding import ZERO_WIDTH, composed
from core.wortlaut.german.sentences import SENTENCE_END, ends_sentence, sentences
from core.wortlaut.german.words import HYPHENS, MONTHS, joint

NO_DATE = rf"(?!(?:{'|'.join(MONTHS)})\b|\d{{1,2}}\. \d{{2,4}}\b|\d{{1,2}}\.(?:\d{{2}}|\d{{4}})\b)"
"""Behind „31.“ no month and no „12. 2025“ may follow."""

DASHES = ("–", "—", "‐", "\u2212", "-")
BULLET = r"[•●▪■◦‣✓➔→►∙·\uf000-\uf0ff\ufffd]|[–—‐\u2212*-]|o(?= [A-ZÄÖÜ])"
NUMBER = r"(?:\(?(?:\d{1,3}|[A-Z]{1,5}|[a-z]{1,4})[.)]{1,2}|\d{1,2}(?:\.\d{1,2}){1,8}[.)]?)"
MARK = re.compile(rf"(?:(?P<bullet>{BULLET})\s+|(?P<nummer>{NUMBER})\s+{NO_DATE})(?=\S)")
ABBREVIATED = re.compile(r"[a-z]\.\s+[A-Za-z]\.")
"""„z. B.“ and „u. a.“ are no items."""

LETTERS = re.compile(r"[\w.]*\w")
"""Of a number: what is not its brackets and stops."""

ROMAN = {"i": 1, "v": 5, "x": 10}
IS_ROMAN = re.compile(r"x{0,3}(?:ix|iv|v?i{0,3})", re.IGNORECASE)


class Interpretation(NamedTuple):
    """One way to read a mark: „c)“ is the third letter, „i)“ the ninth letter or the first Roman number."""

    art: str
    wert: int

    @property
    def is_first(self) -> bool:
        return self.wert <= 1

    @property
    def counts_parts(self) -> bool:
        """„II.“ and „B.“ count the parts of a decision."""
        return self.art.startswith("A")

    def follows(self, before: "Interpretation | None") -> bool:
        """Is it the next of its list? Bullets always are; one number may be missing or misprinted."""
        return before is not None and (self.wert == 0 or 0 < self.wert - before.wert <= 2)


@dataclass(frozen=True, slots=True)
class ListMark:
    """`zeichen` is the number without its brackets and stops; a bullet has none."""

    gedruckt: str
    zeichen: str
    deutungen: tuple[Interpretation, ...]


def split_mark(paragraph: str) -> tuple[ListMark, str] | None:
    """The mark a paragraph opens with and the text behind it."""
    match = MARK.match(paragraph)
    if match is None or ABBREVIATED.match(paragraph):
        return None
    text = paragraph[match.end() :]
    if bullet := match["bullet"]:
        return ListMark(bullet, "", (Interpretation("–" if bullet in DASHES else bullet, 0),)), text
    deutungen = tuple(_interpretations(match["nummer"]))
    return (ListMark(match["nummer"], match["nummer"].strip("()."), deutungen), text) if deutungen else None


def is_mark(text: str) -> bool:
    """Is this a mark without its text, as a column of its own may have it?"""
    return len(text) <= 6 and " " not in text and split_mark(f"{text} Wort") is not None


def _interpretations(nummer: str) -> Sequence[Interpretation]:
    word = nummer.strip("().")
    style = LETTERS.sub("#", nummer)
    if "." in word:
        return [Interpretation(f"1.1 {word.count('.')}", int(word.rpartition(".")[2]))]
    if word.isdecimal():
        return [Interpretation(f"1 {style}", int(word))]
    case = "A" if word.isupper() else "a"
    found = []
    if len(set(word)) == 1:  # „aa)“ is one level below „a)“
        found.append(Interpretation(f"{case * len(word)} {style}", ord(word[0]) - ord(case) + 1))
    if IS_ROMAN.fullmatch(word):
        values = [ROMAN[letter] for letter in word.lower()]
        value = sum(-a if a < b else a for a, b in zip(values, [*values[1:], 0], strict=True))
        found.append(Interpretation(f"{case}-roman {style}", value))
    # At the start of a list „I.“ is the Roman number; further on the sequence tells.
    return found if case == "a" else found[::-1]


# --- what stands in quote marks: a motion quotes the law it changes, whose numbers are not its own ----------

MARKS = re.compile(
    r"(?<![^\n]),(?=\w)|[„‚\"“”‘\u02bb]|['’](?!\w)|(?<=[^\s\ufffd])\s?(?P<hidden>\ufffd+)", re.MULTILINE
)
CLOSES = {"“": '„"', "”": '„"', '"': '„"', "‘": "‚,", "\u02bb": "‚,", "'": "‚,", "’": "‚,"}
"""What a closing mark closes. Laws may open a quote with a comma: „,5a. § 77 wird geändert.‘“"""

DEEPEST = 8
"""Quotes in quotes; what is open above that was never closed."""

Spans = Sequence[tuple[int, int]]


def quoted(text: str) -> Spans:
    """The outermost quotes as ranges; a mark that is never closed opens none."""
    found: list[tuple[int, int]] = []
    opened: list[tuple[str, int]] = []
    for match in MARKS.finditer(text):
        mark, position = match[0], match.start()
        closes = CLOSES.get(mark, "")
        closed = next((i for i in reversed(range(len(opened))) if opened[i][0] in closes), None)
        if match["hidden"] and opened:
            closed = 0  # at the end of a paragraph, what the PDF's font hides are the quote marks
        if closed is not None:
            found.append((opened[closed][1], match.end()))
            del opened[closed:]
        elif mark in ",„‚" or (mark == '"' and (position == 0 or text[position - 1].isspace())):
            opened = [*opened[-DEEPEST:], (mark, position)]
    outermost: list[tuple[int, int]] = []
    for start, end in sorted(found):
        if not outermost or start >= outermost[-1][1]:
            outermost.append((start, end))
    return outermost


def is_inside(spans: Spans, position: int) -> bool:
    """Does a position lie within a quote? Where it opens is not within."""
    index = bisect(spans, (position,)) - 1
    return index >= 0 and spans[index][0] < position < spans[index][1]


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
    reasons = list(absaetze[begruendung : _first(SIGNED, absaetze, begruendung)])
    if reasons:
        reasons[0] = BEGRUENDUNG.sub("", reasons[0], count=1).strip()
    return AntragStructure(
        kopf=absaetze[:kopf],
        vorrede=absaetze[kopf : min(formel, start)],
        formel="".join(absaetze[formel : formel + 1]),
        beschluss=_without_names(absaetze[start : min(begruendung, signed)]),
        unterschrift="".join(absaetze[signed : signed + 1]),
        begruendung=_without_names([paragraph for paragraph in reasons if paragraph]),
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
        has_title = (
            len(absaetze) > 1
            and len(absaetze[0]) < 200
            and not absaetze[0].endswith((".", ",", ";", ":"))
            and not _begins_text(absaetze[0], False)
        )
        return int(has_title)
    end = 0 if typ is None else typ + 1
    while end < min(formel, len(absaetze)) and not _begins_text(absaetze[end], has_formula):
        end += 1
    return end


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


def _without_names(absaetze: Sequence[str]) -> Sequence[str]:
    """Leave out the names below, where no place and date stand before them."""
    last = range(max(len(absaetze) - NAMES_BELOW, 0), len(absaetze))
    end = next((i for i in last if CAPTION.match(absaetze[i])), len(absaetze))
    while 0 < end < len(absaetze) and NAMES.fullmatch(absaetze[end - 1]):
        end -= 1
    return absaetze[:end]


# --- text as it was pasted or read → paragraphs: lines joined, hyphenation mended, running heads left out

HIDDEN_BULLET = re.compile(r"^[\x01-\x08\x0e-\x1f](?=\s)", re.MULTILINE)
"""A bullet of a symbol font may come as a control character."""

UNSEEN = re.compile(rf"[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f{ZERO_WIDTH}]|\xad(?=[^\n])")
SPACED_OUT = re.compile(r"^(?:\w ){4,}\w(?=\s*:?$)")
MARKDOWN = re.compile(r"^#{1,6} |\*\*")
GLUED_BULLET = re.compile(r"^([•●▪■◦►∙\uf0b7])(?=\S)")

BESIDE_TEXT = re.compile(
    r"(?:.{0,60}\s)?[–—-] ?\d{1,3} ?[–—-](?: .{0,60}Wahlperiode.{0,40})?|Seite \d+(?: (?:von|/) \d+)?"
    r"|.{0,60}Wahlperiode [–—-] ?\d{1,3} ?[–—-] .{0,40}"
    r"|(?:Elektronische )?Vorab-?[Ff]assung.*|Datum des Originals.*"
    r"|(?:Satz|Druck|Gesamtherstellung|Vertrieb|Herausgeber): .*(?:www\.|\d{5}).*|ISSN \d.*"
    r"|Die Veröffentlichungen des Landtags .*(?:Schutzgebühr|bezieh|abrufbar).*"
)
"""What is printed on pages beside the text: the heads with a page's number, and who printed them."""

PAGE_HEAD = re.compile(
    r".{0,60}(?:Bundestag|[Ll]andtag|LANDTAG|Bürgerschaft|Abgeordnetenhaus).{0,60}"
    r"\s[–—-] ?\d+\. Wahlperiode.{0,60}"
    r"|Drucksache \d{1,2} ?/? ?\d{2,6}(?: ?\(neu\))?"
)
"""Without a page's number the same words are the head of the Antrag itself, while nothing else was said."""

HEAD_LINES = 6

BOUND = re.compile(
    r"(?:§§?|\b(?:Abs(?:atz|\.)?|Nummern?|Nrn?\.?|Art(?:ikel|\.)?|Satz|Buchstaben?|Ziffern?|SGB|Anlage|Kapitel|"
    r"Titel|[Vv]om|[Aa]m|[Zz]u[mr]|[Bb]is|[Dd]e[nmrs]|[Ii]m|[Aa]b|[Ss]eit))$"
)
"""Behind these words a number at the start of a line goes on with the sentence."""

PAIRED = (" – ", " — ", " - ")
MAY_END_ITEM = re.compile(r"(?:[.:;,!?“”\")\]]|\b(?:und|oder|sowie|bzw\.))$")

REST_OF_DATE = re.compile(rf"\d{{4}}\b|(?:{'|'.join(MONTHS)})\b")

SHORTEST_LINE = 35
"""No page is so narrow that a shorter line is full."""

WIDEST_LINE = 160
"""Text with longer lines has one line for a paragraph; shorter ones may be broken by a page's width."""

FLAT_BREAK = re.compile(
    rf"(?:(?<=[.!?:;,“”\")])|(?<=\sund)|(?<=\soder)|(?<=\ssowie))\s++(?={NUMBER}\s{NO_DATE}\S)"
    r"|(?<!\s)\s++(?=[•●▪■◦►∙\uf0b7] ?\S)|(?<=[.:;])\s++(?=[–-]\s\S)"
    rf"|(?:(?<=[.!?“)])|(?<=Fraktion))\s++(?=Begründung [A-ZÄÖÜ„])"
    rf"|(?<!\s)\s++(?=Begründung: )|(?<=[.!?“)])\s++(?={PLACE_AND_DAY.pattern})"
)
"""Where a new line belongs in a text that has lost its lines."""


REASON_INSIDE = re.compile(r"[.!?] Begründung: ")


def paragraphs_of(text: str) -> list[str]:
    """The paragraphs of a text; an item of a list is one that opens with its mark."""
    zeilen = list(_rows(text))
    # How long full lines are; a single long address does not count.
    lengths = sorted(len(zeile) for zeile in zeilen if zeile)
    width = lengths[int(0.85 * len(lengths))] if lengths else 0
    result: list[list[str]] = []
    before, blank = "", False
    for zeile in zeilen:
        # The end of a paragraph is all that is asked of it, however long it grows.
        tail = "".join(result[-1][-3:])[-300:] if result else ""
        if zeile and result and _goes_on(tail, before, zeile, blank, width):
            result[-1][-1], rest = joint(result[-1][-1], zeile)
            result[-1].append(rest)
        elif zeile:
            result.append([zeile])
        before, blank = zeile or before, not zeile
    return [part for pieces in result for part in _unfold("".join(pieces).replace("\xad", ""))]


def _rows(text: str) -> Iterator[str]:
    """The lines that belong to the text; an empty one for white space between paragraphs."""
    plain = composed(text).replace("\r\n", "\n").replace("\r", "\n").replace("\f", "\n\n")
    mark, seen = "", 0
    for line in UNSEEN.sub("", HIDDEN_BULLET.sub("•", plain)).split("\n"):
        zeile = MARKDOWN.sub("", re.sub(r"\s+", " ", f"{mark} {line}").strip())
        mark = zeile if is_mark(zeile) else ""  # „1.“ was copied as a line of its own
        if mark or is_page_head(zeile, in_head=seen <= HEAD_LINES):
            continue
        seen += HEAD_LINES + 1 if FORMULA.match(zeile) else bool(zeile)
        zeile = SPACED_OUT.sub(lambda match: match[0].replace(" ", ""), zeile)
        yield GLUED_BULLET.sub(r"\1 ", zeile)


def is_page_head(zeile: str, in_head: bool) -> bool:
    patterns = (BESIDE_TEXT,) if in_head else (BESIDE_TEXT, PAGE_HEAD)
    return len(zeile) < 250 and any(pattern.fullmatch(zeile) for pattern in patterns)


def _goes_on(paragraph: str, before: str, zeile: str, blank: bool, width: int) -> bool:
    """Is this line the next one of the paragraph above it?"""
    is_short, ended = len(before) < max(0.7 * width, SHORTEST_LINE), ends_sentence(paragraph)
    if FORMULA.fullmatch(paragraph) or any(part.match(zeile) for part in (FORMULA, BEGRUENDUNG, SIGNED)):
        return False
    if (blank or ended) and zeile[0].isupper() and speech_of(zeile) is not None:
        return False
    if split_mark(zeile):
        return not blank and is_bound(paragraph, zeile, stands_off=is_short)
    if _is_cut(paragraph, zeile):
        return True
    if blank or width > WIDEST_LINE:
        return not ended and zeile[0].islower()
    if is_short:
        return not ended and (not zeile[0].isupper() or paragraph.endswith(","))
    return not paragraph.endswith((":", ";"))


def is_bound(paragraph: str, zeile: str, stands_off: bool) -> bool:
    """Does a number or dash at the start of a line only look like a mark, as the sentence runs on to it?"""
    if zeile.startswith(DASHES) and not stands_off and not MAY_END_ITEM.search(paragraph):
        # „– so heißt es –“: one dash of two, the other stands in this line or in those before.
        return any(dash in zeile[1:] or paragraph.count(dash) % 2 for dash in PAIRED)
    return bool(BOUND.search(paragraph))


def _is_cut(paragraph: str, zeile: str) -> bool:
    """The paragraph ends in a hyphen, in an abbreviation („2,4 Mrd. | Euro“) or in a date („31. | März“)."""
    if paragraph.endswith(HYPHENS) and paragraph[-2:-1].isalnum():
        return True
    if re.search(r"\d\.$", paragraph):
        return bool(REST_OF_DATE.match(zeile))
    tail = paragraph[-60:]
    return tail.endswith(".") and all(end != len(tail) for _, end in sentences(f"{tail} {zeile[:40]}"))


def _unfold(paragraph: str) -> Iterator[str]:
    """The paragraphs of a text that was pasted without its line breaks."""
    formel = FORMULA.search(paragraph)
    marked = split_mark(paragraph)
    # „Die Landesregierung wird aufgefordert, 1. … 2. …“ on one line.
    holds_list = split_mark(split_introduction(marked[1] if marked else paragraph)[1])
    if formel is None and not holds_list and not REASON_INSIDE.search(paragraph):
        yield paragraph
        return
    start, end = formel.span() if formel else (0, 0)
    parts = [piece for part in FLAT_BREAK.split(paragraph[end:]) for piece in split_speeches(part)]
    yield from (part.strip() for part in (paragraph[:start], paragraph[start:end], *parts) if part.strip())

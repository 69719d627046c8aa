"""The phrases that motions are written in: what asks for a decision, what demands, what only states."""

import re
from collections.abc import Iterator
from enum import Enum

from core.german.sentences import sentences
from core.german.words import MONTHS

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

"""The phrases that motions are written in: what asks for a decision, what demands, what only states."""

import re
from collections.abc import Iterator
from enum import Enum

from core.german.sentences import sentences
from core.german.words import MONTHS

FORMEL = re.compile(
    r"(?:(?:[IVX]{1,4}\. )?D(?:er|ie|as) (?:[\w()-]+ ){1,4}?(?:wolle|möge)\b[^:;\n]{0,150}?"
    r"\b(?:beschlie(?:ß|ss)en|fassen)\b|(?:Wir fragen|Ich frage) [^:;\n]{2,100}(?=:))\s*[:,]?"
)
"""„Der Landtag wolle beschließen:“; in a Große Anfrage the words before the questions."""

BEGRUENDUNG = re.compile(r"(?:Zur )?Begründung(?:\s*:|\s*$| zum \w*[Aa]ntrag\s*:?|(?= [A-ZÄÖÜ„\d]))")

TAG = rf"\d{{1,2}}\. ?(?:{'|'.join(MONTHS)}|\d{{1,2}}\.) ?\d{{2,4}}"
ORT_UND_TAG = re.compile(rf"[A-ZÄÖÜ][\w-]{{2,25}}, ?(?:den |am )?{TAG}\b")
SIGNED = re.compile(rf"{ORT_UND_TAG.pattern}|den {TAG}\b|{TAG}$")
"""The first line below a decision: „Kiel, den 3. Mai 2024“, „den 3.5.2024“, „3.5.2024“."""

UNTERSCHRIFT = re.compile(
    r"(?:.{2,200} )?(?:und|u\.) (?:die übrigen Mitglieder der )?Fraktion(?:en)?(?: \(?[\w/ ]{2,30}\)?)?\.?$"
    r"|(?:Für die|Namens der) Fraktion|gez\. |f\. ?d\. ?R\."
    r"|(?:Fraktions|Parlamentarische)\S*(?: Geschäftsführ\S*)?$"
)
"""How the names below a decision end or begin, where there is no place and date before them."""

LAGE = re.compile(
    r"(?:Ausgangslage|Sach(?:verhalt|lage)|Problem(?:stellung|aufriss|lage)?|Hintergrund|Vorbemerkung(?:en)?|"
    r"Einleitung|Feststellung(?:en)?)(?=\s*:|\s*$|\s[A-ZÄÖÜ„])"
)
"""Headings of parts that only describe."""

FORDERT = (
    r"fordert|fordern|bittet|ersucht|beauftragt|verpflichtet|beschließt|empfiehlt|appelliert|erwartet|verlangt|"
    r"bekennt|spricht|setzt|lehnt|weist|verurteilt|befürwortet|unterstützt|missbilligt|möge|soll|richtet"
)
STELLT_FEST = (
    r"stellt|begrüßt|erkennt|würdigt|bedauert|nimmt|teilt|betont|unterstreicht|hält|sieht|dankt|kritisiert|"
    r"bekräftigt|anerkennt|erinnert|verweist|"
    r"ist (?:\w+ ){0,2}?(?:der (?:Auffassung|Ansicht|Überzeugung|Meinung)|überzeugt|sich)"
)
SAYS = rf"(?:{FORDERT}|{STELLT_FEST})\b"

PARLAMENT = r"(?:Bundestag|Landtag|Abgeordnetenhaus|Bürgerschaft|Plenum|Parlament)"
OF_LAND = r"(?: \(Landtag\)| (?:von |des |der )?[A-ZÄÖÜ][\w-]+(?:[ -][A-ZÄÖÜ][\w-]+)?)?"
GREMIUM = rf"[Dd](?:er|ie|as) (?:[A-ZÄÖÜ][\w-]+sche[rs]? )?{PARLAMENT}{OF_LAND}"
ADRESSAT = r"(?:\w*[Rr]egierung|Senat\w*|\w*[Mm]inister\w*|Präsident\w*|Magistrat|Verwaltung|Land)\b"
ASKED = r"(?:auf|heraus)gefordert|gebeten|beauftragt|ersucht|verpflichtet|angehalten|angewiesen|ermächtigt"
BEFORE = r"(?:[^\s.:;!?]+ ){0,12}?"
"""„Vor diesem Hintergrund“, „Deshalb“."""

SAGT = re.compile(
    rf"{BEFORE}(?:{GREMIUM} (?:\w+ ){{0,2}}?(?P<verb>{SAYS})|(?P<voran>{SAYS}) (?:es )?{GREMIUM}\b)"
)
WIRD_GEBETEN = re.compile(
    rf"{BEFORE}{ADRESSAT}[^.:;]{{0,60}}? (?:wird|werden)\b[^.:;]{{0,160}}?\b(?:{ASKED})\b"
    rf"|{BEFORE}{ADRESSAT}[^.:;]{{0,60}}? (?:ist|sind)\b[^.:;]{{0,160}}?\b(?:auf|heraus)gefordert\b"
    rf"|{BEFORE}(?:wird|werden) (?:\w+ ){{0,3}}?{ADRESSAT}[^.:;]{{0,160}}?\b(?:{ASKED})\b"
)
BIS_ZUR_BITTE = re.compile(
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


class Rede(Enum):
    """What a passage of the decision does."""

    FORDERUNG = "fordert"
    FESTSTELLUNG = "stellt fest"


def rede_of(text: str) -> Rede | None:
    """What a passage says it does, by its first words; None where these do not tell."""
    if LAGE.match(text):
        return Rede.FESTSTELLUNG
    start = text[:400]
    if WIRD_GEBETEN.match(start):
        return Rede.FORDERUNG
    match = SAGT.match(start)
    if match is None:
        return None
    verb = match["verb"] or match["voran"]
    points_out = verb == "weist" and re.search(r"\bhin\b", start)
    return Rede.FESTSTELLUNG if points_out or re.fullmatch(STELLT_FEST, verb) else Rede.FORDERUNG


def split_einleitung(text: str) -> tuple[str, str]:
    """„Der Senat wird aufgefordert,“ | „ein Konzept vorzulegen.“; without such words: nothing | the text."""
    match = BIS_ZUR_BITTE.match(text) if rede_of(text) is Rede.FORDERUNG else None
    return (text[: match.end()].strip(), text[match.end() :].strip()) if match else ("", text)


def split_reden(text: str) -> Iterator[str]:
    """Cut a paragraph where it turns from stating to demanding or back."""
    start, rede = 0, rede_of(text)
    for begin, end in sentences(text):
        found = rede_of(text[begin:end]) if begin else None
        if found not in (None, rede):
            yield text[start:begin].strip()
            start, rede = begin, found
    yield text[start:]

"""Demands that change the words of a bill: „d) In Nummer 15 wird § 307d Absatz 2 wie folgt geändert:“."""

import re

from core.antrag.antrag import Antrag, Forderung, short_title

PLACE = re.compile(
    r"(?:Artikels?|§§?|Abs(?:atz|ätze)|Nummern?|(?:Doppel|Dreifach)?[Bb]uchstaben?|S(?:atz|ätze)|Anlagen?|"
    r"Ziffern?|Gesetzentwurf|Beschlussempfehlung|Einzelplan|Haushaltsplan|Haushaltstitel)(?=\W)"
)
VERB = re.compile(r"\b(?:wird|werden|erhält|erhalten|ist|sind)\b")
CHANGES = re.compile(
    r"\b(?:geändert|gefasst|ersetzt|eingefügt|angefügt|aufgehoben|gestrichen|vorangestellt|"
    r"folgende Fassung)\b"
)
OPENING = re.compile(r"(?:In|Nach|Vor|Dem|Der|Die|Das|Folgende[rs]?|Im) ")
NAMED = re.compile(
    r"\b[A-ZÄÖÜ][\w-]*(?:gesetz(?:es)?|gesetzbuch(?:e?s)?|ordnung)\b|\b(?:StGB|BGB|SGB|GG|[A-ZÄÖÜ][a-zäöü]\w*G)\b"
)
"""A law that is named is what a demand is about: „§ 219a des Strafgesetzbuches wird aufgehoben.“"""

SEEN = 2000
"""Characters of a lead or a demand in which it has said what it changes."""

MOVES_UP = re.compile(
    r"(?:D(?:er|ie|as) bisherigen? )?(?:Absatz|Absätze|Nummern?|Artikel|Buchstaben?) .{1,60}? "
    r"(?:wird|werden) "
)
"""„Absatz 3 wird Absatz 2.“"""

WORD = re.compile(r"[A-Za-zÄÖÜäöüß]{4,}")
OF_CHANGE = re.compile(
    r"(?i:artikels?|abs(?:atz|ätze)e?s?|nummern?|(?:doppel|dreifach)?buchstaben?|s(?:atz|ätze)e?s?|halbsatz|"
    r"anlagen?|ziffern?|angaben?|w(?:ort|örter|orte)|wird|werden|durch|ersetzt|gestrichen|aufgehoben|eingefügt|"
    r"angefügt|gefasst|geändert|folgt|folgende[nrs]?|neue[nrs]?|bisherigen?|nach|komma|punkt|semikolon|zeilen?|"
    r"spalten?|tabelle|überschrift|inhaltsübersicht|weggefallen|dies|eine[rmns]?|jeweils|sowie|oder|"
    r"gesetz(?:es|buch|buches)?|entwurfs?|gesetzentwurfs?|kapitel|titel|fassung|erhält)"
)
TOO_FEW = 4
"""With fewer words of its own a change says nothing that a programme could speak of."""

MOST_NAMED = 8
ONLY_WORDING = (
    "Diese Forderungen ändern nur den Wortlaut eines Gesetzes: {}. Für sich genommen sagen sie nichts, was "
    "in einem Programm stehen könnte. Gesucht und gefragt wird mit dem Gesetz, um das es geht; lesen Sie mit "
    "Vorsicht, was dazu gefunden wird. Worum es inhaltlich geht, steht oft in der Begründung."
)


def lead_in(forderung: Forderung) -> str:
    """What of a bill the words of the demand change; „“ where its lead only asks somebody to do something."""
    lead = forderung.einleitung[:SEEN]
    place = PLACE.search(lead)
    return forderung.einleitung if place and _is_changed(lead, place.end()) else ""


def wortlaut(forderung: Forderung) -> str:
    """The demand as it can be understood alone."""
    return f"{lead_in(forderung)} {forderung.text}".strip()


def changes_law(forderung: Forderung) -> bool:
    return bool(lead_in(forderung)) or _changes_law(forderung.text[:SEEN])


def is_only_wording(forderung: Forderung) -> bool:
    """„Satz 2 wird aufgehoben.“: nothing a programme could be held against."""
    text = forderung.text[:5000]
    if not (changes_law(forderung) or MOVES_UP.match(text)) or NAMED.search(text):
        return False
    return sum(not OF_CHANGE.fullmatch(word) for word in WORD.findall(text)) < TOO_FEW


def _changes_law(text: str) -> bool:
    opening = OPENING.match(text)
    place = PLACE.match(text, opening.end() if opening else 0)
    return place is not None and _is_changed(text, place.end())


def _is_changed(text: str, start: int) -> bool:
    verb = VERB.search(text, start)
    return verb is not None and CHANGES.search(text, verb.end()) is not None


def only_wording(antrag: Antrag) -> str:
    """What to say of those, or nothing."""
    numbers = [
        forderung.nummer or "die einzige" for forderung in antrag.forderungen if is_only_wording(forderung)
    ]
    more = f" und {len(numbers) - MOST_NAMED} weitere" if len(numbers) > MOST_NAMED else ""
    return ONLY_WORDING.format(f"{', '.join(numbers[:MOST_NAMED])}{more}") if numbers else ""


def frage(forderung: Forderung, antrag: Antrag) -> str:
    """A change of a bill as a question: with what the bill is about."""
    return f"{short_title(antrag.titel)} {wortlaut(forderung)}" if changes_law(forderung) else forderung.text

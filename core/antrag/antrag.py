"""An Antrag and its Forderungen, plain since a person may correct every field; its PDF, its short title."""

import hashlib
import re
from dataclasses import dataclass
from datetime import date
from functools import reduce
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, FailFast, Field

from core.base.atomic_files import write_whole
from core.base.models import GEBIETE
from core.base.schema import LongText, Name, Text, Wort, word_of

EARLIEST, LATEST = date(1900, 1, 1), date(2100, 1, 1)


def _day(value: object) -> date:
    try:
        day = date.fromisoformat(value) if isinstance(value, str) and len(value) == 10 else None
    except ValueError:
        day = None
    if day is None or not EARLIEST <= day <= LATEST:
        raise ValueError("muss ein Tag zwischen 1900 und 2100 sein, etwa „2026-11-03“")
    return day


Tag = Annotated[date, BeforeValidator(_day)]
Land = Annotated[str, AfterValidator(word_of(GEBIETE))]


@dataclass(frozen=True, slots=True)
class Forderung:
    """One demand. `nummer` is its path as printed („II.3“, „2.a“), and no two have the same.

    What has no number counts by its place, a number that is printed twice becomes „2.a (2)“.
    The text stands alone; what leads to it („Die Landesregierung wird aufgefordert,“) is the `einleitung`.
    """

    nummer: Wort
    text: Text
    einleitung: Text = ""


@dataclass(frozen=True, slots=True)
class Teile:
    """What the text of an Antrag is made of, its head left out."""

    forderungen: tuple[Forderung, ...] = ()
    feststellung: str = ""
    begruendung: str = ""


@dataclass(frozen=True, slots=True)
class Antrag:
    """`antragsteller` are party ids; `bundesland` is None where the text does not tell."""

    text: LongText
    titel: Text = ""
    drucksache: Wort = ""
    datum: Tag | None = None
    typ: Wort = ""
    bundesland: Land | None = None
    antragsteller: Annotated[tuple[Name, ...], Field(max_length=100)] = ()
    forderungen: Annotated[tuple[Forderung, ...], Field(max_length=20_000), FailFast()] = ()
    feststellung: LongText = ""
    begruendung: LongText = ""


# --- the PDFs that Anträge were read from -------------------------------------------------------------------
# Kept by their content, so that they can be looked at beside what was read.

PDF_FOLDER = "antraege"
PDF_NAME = re.compile(r"[0-9a-f]{64}")


def keep_pdf(folder: Path, data: bytes) -> str:
    """Keep it, once, under a name made of its content; returns the name."""
    return keep(folder / PDF_FOLDER, data, ".pdf")


def keep(folder: Path, data: bytes, suffix: str) -> str:
    digest = hashlib.sha256(data).hexdigest()
    target = folder / f"{digest}{suffix}"
    if not target.exists():
        write_whole(target, data)
    return digest


def find_file(folder: Path, name: str | None) -> Path | None:
    """The PDF of that name; None where it is not on this machine."""
    if name is None or not PDF_NAME.fullmatch(name):
        return None
    path = folder / PDF_FOLDER / f"{name}.pdf"
    return path if path.is_file() else None


def drop_pdf(folder: Path, name: str) -> None:
    """Delete it for good; one that is not there is gone already."""
    if path := find_file(folder, name):
        path.unlink(missing_ok=True)


# --- titles for lists ---------------------------------------------------------------------------------------
# All Änderungsanträge begin „zu der zweiten Beratung des Gesetzentwurfs …“: what they are about stands
# behind that.

LONGEST = 1500
SHOWN = 110

OF_PAPERS = re.compile(r"zur? (?:de[mrs] )?[\wÄÖÜäöü]")
BILL_READING = re.compile(r"zur? (?:der |de[mrs] )?(?:(?P<zahl>[a-zäöü]+)n )?Beratung\b")
FILES = re.compile(r"[–—-] ?Drucksachen? [^–—]{1,300}[–—] ?")
OPINION = re.compile(
    r"Stellungnahme (?:gegenüber der Bundesregierung )?(?:gemäß|nach) Artikel 23[^.;]{0,20} "
    r"des Grundgesetzes "
)
DRAFT = re.compile(r"Entwurf eines (?:(?P<zahl>[A-ZÄÖÜ][a-zäöüß]+)n )?Gesetzes ")
LAW_NAME = re.compile(
    r"\((?P<name>[^()]{3,90}?(?:[Gg]esetz(?: \d{4})?|[A-ZÄÖÜ]\w*G))(?: ?[–—-] [^()]{2,60})?\)"
)
"""„(Mietrechtsnovellierungsgesetz – MietNovG)“, „(25. BAföGÄndG)“, but not „(Artikel 91b)“."""

BUDGET_SECTION = re.compile(r"Einzelplan \d{2}\b")


def short_title(titel: str, drucksache: str = "") -> str:
    """„RV-Leistungsverbesserungsgesetz, zweite Beratung (18/1495)“; any other title as it is.

    A bill goes by its short name, where it has one; of a budget the parts are told. What is not in the title
    is never added, but for the number, which tells two of the same bill apart.
    """
    if not is_shortened(titel):
        return first_upper(titel)
    text = titel[:LONGEST]
    if opinion := OPINION.search(text):
        return first_upper(_clipped(text[opinion.end() :]) or titel)
    about = FILES.search(text)
    if about is None:
        return _numbered(first_upper(_clipped(titel)), drucksache)
    bill_reading = BILL_READING.match(text)
    reading = f", {bill_reading['zahl']} Beratung" if bill_reading and bill_reading["zahl"] else ""
    law, _, part = text[about.end() :].partition(" hier: ")
    name = LAW_NAME.search(law)
    bill = name["name"] if name else DRAFT.sub(_nominative, law)
    plans = BUDGET_SECTION.findall(part)
    parts = f"Einzelplan {', '.join(plan[-2:] for plan in plans)}" if len(plans) > 1 else part
    subject = first_upper(f"{bill}: {parts}" if parts else bill)
    return _numbered(f"{_clipped(subject)}{reading}", drucksache)


def is_shortened(titel: str) -> bool:
    """Is the whole of it longer than what lists show?"""
    return OF_PAPERS.match(titel) is not None


def first_upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def _nominative(match: re.Match[str]) -> str:
    """„Entwurf eines Vierten Gesetzes“ → „Viertes Gesetz“."""
    return f"{match['zahl']}s Gesetz " if match["zahl"] else "Gesetz "


def _clipped(text: str) -> str:
    text = text.strip()
    return text if len(text) <= SHOWN else f"{text[:SHOWN].rsplit(' ', 1)[0].rstrip(' ,;:–-')} …"


def _numbered(text: str, drucksache: str) -> str:
    return f"{text} ({drucksache})" if drucksache else text


def listed_title(titel: str, drucksache: str, is_edited: bool | None = False) -> str:
    """As lists of Anträge and Läufe call it; „“ where it has no title."""
    name = short_title(titel, drucksache)
    return f"Bearbeitet: {name}" if name and is_edited else name


WHOLE = 0.8
"""Of a text that is one Forderung as a whole: what is left beside it is a title."""


def is_one_whole(antrag: Antrag) -> bool:
    """Were no single Forderungen found in it, so that all of its text counts as one?"""
    letters = len("".join(antrag.text.split()))
    return (
        len(antrag.forderungen) == 1 and len("".join(antrag.forderungen[0].text.split())) >= WHOLE * letters
    )


# --- demands that change the words of a bill: „d) In Nummer 15 wird § 307d Absatz 2 wie folgt geändert:“

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
    if lead_in(forderung):
        return True
    text = forderung.text[:SEEN]
    opening = OPENING.match(text)
    place = PLACE.match(text, opening.end() if opening else 0)
    return place is not None and _is_changed(text, place.end())


def is_only_wording(forderung: Forderung) -> bool:
    """„Satz 2 wird aufgehoben.“: nothing a programme could be held against."""
    text = forderung.text[:5000]
    if not (changes_law(forderung) or MOVES_UP.match(text)) or NAMED.search(text):
        return False
    return sum(not OF_CHANGE.fullmatch(word) for word in WORD.findall(text)) < TOO_FEW


def _is_changed(text: str, start: int) -> bool:
    verb = VERB.search(text, start)
    return verb is not None and CHANGES.search(text, verb.end()) is not None


def only_wording(antrag: Antrag) -> str:
    """The note on the Forderungen that only change a wording; empty where none does."""
    numbers = [
        forderung.nummer or "die einzige" for forderung in antrag.forderungen if is_only_wording(forderung)
    ]
    more = f" und {len(numbers) - MOST_NAMED} weitere" if len(numbers) > MOST_NAMED else ""
    return ONLY_WORDING.format(f"{', '.join(numbers[:MOST_NAMED])}{more}") if numbers else ""


def frage(forderung: Forderung, antrag: Antrag) -> str:
    """What to search for: of a change of a bill also what the bill is about."""
    return f"{short_title(antrag.titel)} {wortlaut(forderung)}" if changes_law(forderung) else forderung.text


# --- the number of a Drucksache: of one paper the same, however it is printed or typed ---------------------
# Berlin pads with zeros („19/0123“), others write „Drs. 19/123 (neu)“; a corrected print is still that paper.

WORDS = ("bundestags", "landtags", "bt-", "lt-", "drucksache", "drucks.", "drs.", "drs", "(neu)", "neu")
SPACES, ZEROS = " \u00a0\u202f", ("/000", "/00", "/0")
REPLACED = (*((one, "") for one in (*SPACES, *WORDS)), *((zeros, "/") for zeros in ZEROS))
"""What is replaced in lower case, in this order: the store does the same (`core/runs/load_laeufe.py`)."""

NUMBER = re.compile(r"[1-9][0-9]?/[1-9][0-9]{0,5}")


def plain_number(text: str) -> str:
    """Also of what is no number of a Drucksache: a municipality's „VO/0012/24“ is compared, too."""
    plain = reduce(lambda text, pair: text.replace(*pair), REPLACED, text.lower().strip())
    return plain.lstrip("0")


def number_of(text: str) -> str:
    """„18/1234“ of „Drucksache 18/01234 (neu)“, empty where it is no number of a Drucksache."""
    plain = plain_number(text)
    return plain if NUMBER.fullmatch(plain) else ""


def is_same_number(one: str, other: str) -> bool:
    """Do two texts name one Drucksache? Two empty ones do not."""
    return bool(plain_number(one)) and plain_number(one) == plain_number(other)

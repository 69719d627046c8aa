"""An Antrag and its Forderungen, plain since a person may correct every field; its PDF, its short title."""

import hashlib
import re
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from tempfile import NamedTemporaryFile

from core.atomic_files import put


@dataclass(frozen=True, slots=True)
class Forderung:
    """One demand. `nummer` is its path as printed („II.3“, „2.a“), and no two have the same.

    What has no number counts by its place, a number that is printed twice becomes „2.a (2)“.
    The text stands alone; what leads to it („Die Landesregierung wird aufgefordert,“) is the `einleitung`.
    """

    nummer: str
    text: str
    einleitung: str = ""


@dataclass(frozen=True, slots=True)
class Teile:
    """What the text of an Antrag is made of, its head left out."""

    forderungen: tuple[Forderung, ...] = ()
    feststellung: str = ""
    begruendung: str = ""


@dataclass(frozen=True, slots=True)
class Antrag:
    """`antragsteller` are party ids; `bundesland` is None where the text does not tell."""

    text: str
    titel: str = ""
    drucksache: str = ""
    datum: date | None = None
    typ: str = ""
    bundesland: str | None = None
    antragsteller: tuple[str, ...] = ()
    forderungen: tuple[Forderung, ...] = ()
    feststellung: str = ""
    begruendung: str = ""


# --- the PDFs that Anträge were read from -------------------------------------------------------------------
# Kept by their content, so that they can be looked at beside what was read.

PDF_FOLDER = "antraege"
PDF_NAME = re.compile(r"[0-9a-f]{64}")


def is_pdf(data: bytes) -> bool:
    return b"%PDF-" in data[:1024]


def keep_pdf(folder: Path, data: bytes) -> str:
    """Its name, which is made of its content: kept once."""
    return keep(folder / PDF_FOLDER, data, ".pdf")


def keep(folder: Path, data: bytes, suffix: str) -> str:
    digest = hashlib.sha256(data).hexdigest()
    target = folder / f"{digest}{suffix}"
    if not target.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=target.parent, prefix=".neu-", delete=False) as draft:
            draft.write(data)
        put(Path(draft.name), target)
    return digest


def find_file(folder: Path, name: str | None) -> Path | None:
    """None where it is not on this machine."""
    if name is None or not PDF_NAME.fullmatch(name):
        return None
    path = folder / PDF_FOLDER / f"{name}.pdf"
    return path if path.is_file() else None


def drop_pdf(folder: Path, name: str) -> None:
    """For good; one that is not there is gone already."""
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

    What is not in the title is never added, but for the number, which tells two of the same bill apart.
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
    return _numbered(f"{_clipped(_subject(text[about.end() :]))}{reading}", drucksache)


def is_shortened(titel: str) -> bool:
    """Is the whole of it longer than what lists show?"""
    return OF_PAPERS.match(titel) is not None


def first_upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def _subject(text: str) -> str:
    """The bill by its short name, where it has one; of a budget the parts."""
    law, _, part = text.partition(" hier: ")
    name = LAW_NAME.search(law)
    short = name["name"] if name else DRAFT.sub(_nominative, law)
    plans = BUDGET_SECTION.findall(part)
    more = f"Einzelplan {', '.join(plan[-2:] for plan in plans)}" if len(plans) > 1 else part
    return first_upper(f"{short}: {more}" if more else short)


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

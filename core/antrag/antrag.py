"""An Antrag and its Forderungen. A person may correct every field, so all of them are plain."""

from dataclasses import dataclass
from datetime import date


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

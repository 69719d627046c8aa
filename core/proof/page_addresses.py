"""The addresses of pages beside quotes, as pictures and as PDFs, with the places that are marked in them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import quote, urlencode

from core.base.errors import EingabeError
from core.wortlaut.binding.source_labels import joined_places
from core.wortlaut.records import Span

SEITE_PATH = "/api/seite.png"
PAGE_PDF_PATH = "/api/seite.pdf"
PDF_PATH = "/api/programm/{}.pdf"

MIN_DPI, MAX_DPI = 50, 220
MAX_PLACES = 200
NUMBER = re.compile("[0-9]{1,6}")
MARKS = ("zitat", "weitere", "vergleich")
PLACES = re.compile("[0-9]{1,9}-[0-9]{1,9}(,[0-9]{1,9}-[0-9]{1,9})*")


@dataclass(frozen=True, slots=True)
class PageWish:
    """What the address of a page asks for, and that address; spans are ranges of the text stream.

    `aufbau`: with its Chunks framed; `ausschnitt`: only what is around the `zitat`.
    """

    programm_id: str
    seite: int
    version: str | None = None
    zitat: Sequence[Span] = ()
    weitere: Sequence[Span] = ()
    vergleich: Sequence[Span] = ()
    dpi: int | None = None
    aufbau: bool = False
    ausschnitt: bool = False

    @property
    def picture(self) -> str:
        drawn = {
            "dpi": str(self.dpi or ""),
            "aufbau": "1" if self.aufbau else "",
            "ausschnitt": "1" if self.ausschnitt else "",
        }
        return _address(SEITE_PATH, self._fields | drawn)

    @property
    def pdf(self) -> str:
        """The same page as a PDF, whose text can be selected."""
        return _address(PAGE_PDF_PATH, self._fields)

    @property
    def _fields(self) -> dict[str, str]:
        marks = _marks(self.version, self.zitat, self.weitere, self.vergleich)
        return {"programm": self.programm_id, "seite": str(self.seite), **marks}


def pdf_url(
    programm_id: str,
    seite: int,
    version: str | None = None,
    zitat: Sequence[Span] = (),
    weitere: Sequence[Span] = (),
    vergleich: Sequence[Span] = (),
) -> str:
    """The address of the whole PDF, opened at a page; with these spans marked in it, where there are any."""
    path = PDF_PATH.format(quote(programm_id, safe=""))
    marken = _marks(version, zitat, weitere, vergleich) if zitat or weitere or vergleich else {}
    return f"{_address(path, marken)}#page={seite}"


def _marks(version: str | None, *stellen: Sequence[Span]) -> dict[str, str]:
    return {"version": version or "", **dict(zip(MARKS, map(joined_places, stellen), strict=True))}


def _address(path: str, query: Mapping[str, str]) -> str:
    given = {name: value for name, value in query.items() if value}
    return f"{path}?{urlencode(given, safe=',')}" if given else path


def read_page_wish(fields: Mapping[str, str]) -> PageWish:
    """What a `PageWish` put into an address; EingabeError says what is wrong with it."""
    given = {name: value.strip() for name, value in fields.items()}
    for name in ("programm", "seite"):
        if not given.get(name):
            raise EingabeError(f"Es fehlt der Parameter {name}.")
    for name in ("aufbau", "ausschnitt"):
        if given.get(name, "") not in ("", "0", "1"):
            raise EingabeError(f"Der Parameter {name} muss 0 oder 1 sein.")
    seite, dpi = _number(given["seite"]), _number(given.get("dpi", ""))
    if not seite:
        raise EingabeError("Der Parameter seite muss eine ganze Zahl ab 1 sein.")
    if given.get("dpi") and not (dpi and MIN_DPI <= dpi <= MAX_DPI):
        raise EingabeError(f"Der Parameter dpi muss eine ganze Zahl von {MIN_DPI} bis {MAX_DPI} sein.")
    return PageWish(
        programm_id=given["programm"],
        seite=seite,
        version=given.get("version") or None,
        **read_marks(given),
        dpi=dpi,
        aufbau=given.get("aufbau") == "1",
        ausschnitt=given.get("ausschnitt") == "1",
    )


def _number(text: str) -> int | None:
    return int(text) if NUMBER.fullmatch(text) else None


def read_marks(given: Mapping[str, str]) -> dict[str, tuple[Span, ...]]:
    """The spans of all kinds of marks in an address."""
    return {name: read_places(name, given) for name in MARKS}


def read_places(name: str, given: Mapping[str, str]) -> tuple[Span, ...]:
    text = given.get(name, "").strip()
    if not text:
        return ()
    if text.count(",") >= MAX_PLACES:
        raise EingabeError(f"Der Parameter {name} nennt mehr als {MAX_PLACES} Stellen.")
    if not PLACES.fullmatch(text):
        raise EingabeError(f"Der Parameter {name} muss aus Stellen wie 100-250,300-340 bestehen.")
    spans = [tuple(map(int, part.split("-"))) for part in text.split(",")]
    if any(start >= end for start, end in spans):
        raise EingabeError(f"Im Parameter {name} muss jede Stelle vor ihrem Ende beginnen.")
    return tuple((start, end) for start, end in spans)

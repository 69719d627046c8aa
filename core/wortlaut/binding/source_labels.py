"""What stands beside a quote: its source as people cite it, and the addresses of its page and its PDF."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import parse_qs, quote, urlencode, urlsplit

from core.errors import EingabeError
from core.models import Programm, Span

CITE_PATH = "/api/wahlprogramm-cite"
SEITE_PATH = "/api/seite.png"
PAGE_PDF_PATH = "/api/seite.pdf"
PDF_PATH = "/api/programm/{}.pdf"

MIN_DPI, MAX_DPI = 50, 220
MAX_PLACES = 200
NUMBER = re.compile("[0-9]{1,6}")
MARKS = ("zitat", "weitere", "vergleich")
PLACES = re.compile("[0-9]{1,9}-[0-9]{1,9}(,[0-9]{1,9}-[0-9]{1,9})*")


def label(programm: Programm, gedruckt: Sequence[str], seiten: Sequence[int]) -> str:
    """„SPD NRW Wahlprogramm 2022, S. 56“; where a page bears no number, the pages' places in the file."""
    if len(gedruckt) >= len(seiten):
        return f"{programm.name}, S. {_pages(gedruckt, seiten)}"
    return f"{programm.name}, {file_pages(seiten)}"


PAGES_TOLD = re.compile(r"(?:^|,)\s*(?:Seiten|Seite|S\.?|pages|page|pp?\.?)\s*(?=[\divxlc])", re.IGNORECASE)
OF_FILE = " der Datei"


def plain_label(told: str) -> str:
    """One spelling for all: „…, Seite 20“, „…, p. 20“ and „…, S. 20“ name one page, „20-21“ and „20–21“ two.

    What is not recognised as a label stays as it is.
    """
    return "; ".join(map(_plain, told.split("; ")))


def _plain(told: str) -> str:
    found = list(PAGES_TOLD.finditer(told))
    if not found:
        return told
    name, pages = told[: found[-1].start()], told[found[-1].end() :].strip()
    own = pages.removesuffix(OF_FILE)
    numbers = re.sub(r" ?[-–—] ?", "–", own)
    name += ", " if name else ""
    return f"{name}S. {numbers}" if own == pages else f"{name}Seite {numbers}{OF_FILE}"


def joined_labels(labels: Sequence[str]) -> str:
    """„SPD NRW Wahlprogramm 2022, S. 12; S. 47“: a Programm is named once in a row."""
    told, each = [], list(dict.fromkeys(labels))
    for before, one in zip(("", *each), each, strict=False):
        name, comma, _ = before.rpartition(", S")
        told.append(one.removeprefix(f"{name}, ") if comma else one)
    return "; ".join(told)


def file_pages(seiten: Sequence[int]) -> str:
    """„Seite 58 der Datei“, „Seiten 58–59 der Datei“."""
    return f"{'Seite' if len(seiten) == 1 else 'Seiten'} {_pages([str(n) for n in seiten], seiten)} der Datei"


def _pages(numbers: Sequence[str], seiten: Sequence[int]) -> str:
    """A range only where no page between is left out: an ellipsis may skip some."""
    if len(numbers) > 1 and seiten[-1] - seiten[0] == len(seiten) - 1:
        return f"{numbers[0]}–{numbers[-1]}"
    return ", ".join(numbers)


def cite_url(
    programm_id: str, seite: int, text: str, version: str = "", zitat: Sequence[Sequence[int]] = ()
) -> str:
    """The address of the page with the quote highlighted; `seite` is its place in the file.

    With `version` and `zitat` exactly these places are, as long as that version is the one indexed.
    """
    place = {"version": version, "zitat": _joined(zitat)} if version and zitat else {}
    query = {"programm": programm_id, "seite": str(seite), "text": text, **place}
    told = [f"{name}={quote(value, safe='', errors='surrogatepass')}" for name, value in query.items()]
    return f"{CITE_PATH}?{'&'.join(told)}"


def parse_cite_url(url: str) -> dict[str, str] | None:
    """What `cite_url` put into an address; None where it is the address of something else."""
    try:
        parts = urlsplit(url)
        fields = parse_qs(parts.query, keep_blank_values=True, errors="surrogatepass")
    except ValueError:
        return None
    if (parts.scheme, parts.netloc, parts.path, parts.fragment) != ("", "", CITE_PATH, ""):
        return None
    if set(fields) != {"programm", "seite", "text"} or any(len(values) != 1 for values in fields.values()):
        return None
    return {name: value for name, (value,) in fields.items()}


# --- a page with places marked ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PageWish:
    """What the address of a picture asks for; spans are ranges of the text stream."""

    programm_id: str
    seite: int
    version: str | None = None
    zitat: tuple[Span, ...] = ()
    weitere: tuple[Span, ...] = ()
    vergleich: tuple[Span, ...] = ()
    dpi: int | None = None
    aufbau: bool = False
    ausschnitt: bool = False


def seiten_url(
    programm_id: str,
    seite: int,
    version: str | None = None,
    zitat: Sequence[Sequence[int]] = (),
    weitere: Sequence[Sequence[int]] = (),
    vergleich: Sequence[Sequence[int]] = (),
    dpi: int | None = None,
    aufbau: bool = False,
    ausschnitt: bool = False,
) -> str:
    """The address of a page as a picture: with these spans marked, or with its Chunks framed (`aufbau`).

    `ausschnitt`: only what is around the `zitat`.
    """
    query = {
        "programm": programm_id,
        "seite": str(seite),
        **_marks(version, zitat, weitere, vergleich),
        "dpi": str(dpi or ""),
        "aufbau": "1" if aufbau else "",
        "ausschnitt": "1" if ausschnitt else "",
    }
    return _address(SEITE_PATH, query)


def page_pdf_url(
    programm_id: str,
    seite: int,
    version: str | None = None,
    zitat: Sequence[Sequence[int]] = (),
    weitere: Sequence[Sequence[int]] = (),
    vergleich: Sequence[Sequence[int]] = (),
) -> str:
    """The address of the same page as a PDF, whose text can be selected."""
    marken = _marks(version, zitat, weitere, vergleich)
    return _address(PAGE_PDF_PATH, {"programm": programm_id, "seite": str(seite), **marken})


def pdf_url(
    programm_id: str,
    seite: int,
    version: str | None = None,
    zitat: Sequence[Sequence[int]] = (),
    weitere: Sequence[Sequence[int]] = (),
    vergleich: Sequence[Sequence[int]] = (),
) -> str:
    """The address of the whole PDF, opened at a page; with these spans marked in it, where there are any."""
    path = PDF_PATH.format(quote(programm_id, safe=""))
    marken = _marks(version, zitat, weitere, vergleich) if zitat or weitere or vergleich else {}
    return f"{_address(path, marken)}#page={seite}"


def _marks(version: str | None, *stellen: Sequence[Sequence[int]]) -> dict[str, str]:
    return {"version": version or "", **dict(zip(MARKS, map(_joined, stellen), strict=True))}


def _joined(spans: Sequence[Sequence[int]]) -> str:
    return ",".join(f"{start}-{end}" for start, end in spans)


def _address(path: str, query: Mapping[str, str]) -> str:
    given = {name: value for name, value in query.items() if value}
    return f"{path}?{urlencode(given, safe=',')}" if given else path


def read_page_wish(fields: Mapping[str, str]) -> PageWish:
    """What `seiten_url` put into an address; EingabeError says what is wrong with it."""
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

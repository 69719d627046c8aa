"""What stands beside a quote: its source as people cite it, and the address of its page."""

import re
from collections.abc import Sequence
from urllib.parse import parse_qs, quote, urlsplit

CITE_PATH = "/api/wahlprogramm-cite"
SINGLE = str.maketrans({"„": "‚", "“": "‘"})
"""Marks within marks."""


def label(name: str, gedruckt: Sequence[str], seiten: Sequence[int]) -> str:
    """„SPD NRW Wahlprogramm 2022, S. 56“; where a page bears no number, the pages' places in the file."""
    if len(gedruckt) >= len(seiten):
        return f"{name}, S. {_pages(gedruckt, seiten)}"
    return f"{name}, {file_pages(seiten)}"


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


def quoted(text: str) -> str:
    """In German marks; those inside become single ones."""
    return f"„{' '.join(text.split()).translate(SINGLE)}“"


def footnote(text: str, quelle: str, url: str) -> str:
    """„Wir bauen die Bahn.“ (Lindenbund Musterland Wahlprogramm 2024, S. 5, https://…)."""
    return f"{quoted(text)} ({quelle}, {url})"


def cite_url(
    programm_id: str, seite: int, text: str, version: str = "", zitat: Sequence[Sequence[int]] = ()
) -> str:
    """The address of the page with the quote highlighted; `seite` is its place in the file.

    With `version` and `zitat` exactly these places are, as long as that version is the one indexed.
    """
    place = {"version": version, "zitat": joined_places(zitat)} if version and zitat else {}
    query = {"programm": programm_id, "seite": str(seite), "text": text, **place}
    told = [f"{name}={quote(value, safe='', errors='surrogatepass')}" for name, value in query.items()]
    return f"{CITE_PATH}?{'&'.join(told)}"


def joined_places(spans: Sequence[Sequence[int]]) -> str:
    """„100-250,300-340“, as an address names places of the text stream."""
    return ",".join(f"{start}-{end}" for start, end in spans)


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

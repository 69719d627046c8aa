"""What stands beside a quote: its source as people cite it, and the address of its page."""

from collections.abc import Sequence
from urllib.parse import parse_qs, quote, urlencode, urlsplit

from core.models import Programm

CITE_PATH = "/api/wahlprogramm-cite"


def label(programm: Programm, gedruckt: Sequence[str], seiten: Sequence[int]) -> str:
    """„SPD NRW Wahlprogramm 2022, S. 56“; where a page bears no number, the pages' places in the file."""
    if len(gedruckt) >= len(seiten):
        return f"{programm.name}, S. {_pages(gedruckt, seiten)}"
    return f"{programm.name}, {file_pages(seiten)}"


def file_pages(seiten: Sequence[int]) -> str:
    """„Seite 58 der Datei“, „Seiten 58–59 der Datei“."""
    return f"{'Seite' if len(seiten) == 1 else 'Seiten'} {_pages([str(n) for n in seiten], seiten)} der Datei"


def _pages(numbers: Sequence[str], seiten: Sequence[int]) -> str:
    """A range only where no page between is left out: an ellipsis may skip some."""
    if len(numbers) > 1 and seiten[-1] - seiten[0] == len(seiten) - 1:
        return f"{numbers[0]}–{numbers[-1]}"
    return ", ".join(numbers)


def cite_url(programm_id: str, seite: int, text: str) -> str:
    """The address of the page with the quote highlighted; `seite` is its place in the file."""
    query = {"programm": programm_id, "seite": str(seite), "text": text}
    return f"{CITE_PATH}?{urlencode(query, quote_via=quote, errors='surrogatepass')}"


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

"""Which Programm and which pages a quote names that has only its wording, its label and its address."""

from collections.abc import Callable, Mapping, Sequence

from core.errors import DashboardError
from core.models import Programm
from core.programme.source_labels import label, parse_cite_url

Fields = dict[object, object]
Printed = Sequence[Sequence[str]]


def completed(
    zitat: Fields, programme: Mapping[str, Programm], printed_of: Callable[[Programm], Printed]
) -> Fields:
    """The quote with `programm`, `seiten` and `gedruckt`; what cannot be told stays missing.

    `printed_of`: page by page the numbers printed on it.
    """
    if zitat.get("programm") is not None:
        return zitat
    url, quelle = _text(zitat.get("url")), _text(zitat.get("quelle"))
    address = parse_cite_url(url) or {}
    programm = programme.get(address.get("programm", "")) or _of_label(quelle, programme)
    if programm is None:
        return zitat
    found = {**zitat, "programm": programm.id}
    if "seiten" in zitat:
        return found
    try:
        printed = printed_of(programm)
    except DashboardError:
        return found  # whoever looks for the wording is told the same reason
    return found | _named_pages(quelle, programm, address.get("seite", ""), printed)


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _of_label(quelle: str, programme: Mapping[str, Programm]) -> Programm | None:
    """„SPD NRW Wahlprogramm 2022, S. 56“: the Programm with that name."""
    name = quelle.rpartition(", S")[0]
    return next((programm for programm in programme.values() if programm.name == name), None)


def _named_pages(quelle: str, programm: Programm, begins: str, gedruckt: Printed) -> Fields:
    """The page or two whose label is the quote's own; the address tells on which it begins."""
    known = dict(enumerate(gedruckt, start=1))
    first = int(begins) if begins.isascii() and begins.isdigit() and len(begins) < 7 else 0
    for pages in (
        list(range(n, n + more)) for more in (1, 2) for n in ([first] if first in known else known)
    ):
        printed = [number for n in pages for number in known.get(n, ())]
        for named in (printed, []):
            if pages[-1] in known and quelle == label(programm, named, pages):
                return {"seiten": pages, "gedruckt": named}
    return {}

"""Sources as files of reference managers: CSL-JSON, RIS, BibTeX."""

import json
import re
from collections.abc import Iterable, Sequence
from datetime import date
from urllib.parse import quote

from core.references.bibliography import Reference, SourceKind

RIS_TYPE = {SourceKind.DRUCKSACHE: "BILL", SourceKind.PROGRAMM: "RPRT", SourceKind.LAUF: "DATA"}
BIBTEX_TYPE = {
    SourceKind.DRUCKSACHE: "techreport",
    SourceKind.PROGRAMM: "techreport",
    SourceKind.LAUF: "misc",
}
LATEX = {char: f"\\{char}" for char in "{}#$%&_"} | {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
}
BROKEN = re.compile(r"[\s\x00-\x1f\x7f-\x9f\ud800-\udfff]+")

Fields = list[tuple[str, str]]


def as_csl(sources: Sequence[Reference]) -> bytes:
    return json.dumps([_csl(one) for one in sources], ensure_ascii=False, indent=1).encode()


def as_ris(sources: Sequence[Reference]) -> bytes:
    return "\r\n".join(_ris(one) for one in sources).encode()


def as_bibtex(sources: Sequence[Reference]) -> bytes:
    return "\n\n".join(_bibtex(one) for one in sources).encode() + b"\n"


def _line(text: str) -> str:
    """Both formats end a field at the end of a line; a title of an Antrag is somebody else's text."""
    return BROKEN.sub(" ", text).strip()


def _csl(one: Reference) -> dict[str, object]:
    publisher = "authority" if one.kind is SourceKind.DRUCKSACHE else "publisher"
    fields: dict[str, object] = {
        "title": _line(one.title),
        "author": [{"literal": _line(name)} for name in one.authors],
        "issued": _date_parts(one.issued, one.year),
        publisher: _line(one.publisher),
        "number": _line(one.number),
        "genre": _line(one.genre),
        "URL": one.url,
        "note": _line(one.note),
        "language": "de-DE",
    }
    return {"id": one.key, "type": str(one.kind)} | {name: value for name, value in fields.items() if value}


def _date_parts(issued: date | None, year: int | None) -> dict[str, list[list[int]]] | None:
    if issued:
        return {"date-parts": [[issued.year, issued.month, issued.day]]}
    return {"date-parts": [[year]]} if year else None


def _ris(one: Reference) -> str:
    fields: Fields = [
        ("TY", RIS_TYPE[one.kind]),
        ("ID", one.key),
        ("TI", one.title),
        *(("AU", name) for name in one.authors),
        ("PY", _year(one)),
        ("DA", f"{one.issued:%Y/%m/%d}" if one.issued else ""),
        ("PB", one.publisher),
        ("IS", one.number),
        ("M3", one.genre),
        ("UR", one.url),
        ("N1", one.note),
        ("LA", "de"),
    ]
    return "".join(f"{name}  - {_line(value)}\r\n" for name, value in fields if _line(value)) + "ER  - \r\n"


def _bibtex(one: Reference) -> str:
    fields: Fields = [
        ("title", f"{{{_latex(one.title)}}}"),
        ("author", " and ".join(f"{{{_latex(name)}}}" for name in one.authors)),
        ("year", _year(one)),
        ("date", one.issued.isoformat() if one.issued else ""),
        ("institution" if BIBTEX_TYPE[one.kind] == "techreport" else "publisher", _publisher(one)),
        ("number", _latex(one.number)),
        ("type", _latex(one.genre)),
        ("url", quote(one.url, safe=":/?#[]@!$&'()*+,;=%~-._")),
        ("note", _latex(one.note)),
        ("langid", "ngerman"),
    ]
    lines = ",\n".join(f"  {name} = {{{value}}}" for name, value in fields if value)
    return f"@{BIBTEX_TYPE[one.kind]}{{{one.key},\n{lines}\n}}"


def _publisher(one: Reference) -> str:
    """A techreport without an institution is none: of a Programm it is the party."""
    return _latex(one.publisher) or " and ".join(_latex(name) for name in one.authors)


def _latex(text: str) -> str:
    return "".join(LATEX.get(char, char) for char in _line(text))


def _year(one: Reference) -> str:
    year = one.issued.year if one.issued else one.year
    return str(year) if year else ""


WRITERS = {"csl.json": as_csl, "ris": as_ris, "bib": as_bibtex}
"""By the ending of the file."""


def citation_file(sources: Iterable[Reference], ending: str) -> bytes:
    return WRITERS[ending](list(sources))

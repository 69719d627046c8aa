"""Files of reference managers, read back by the parsers that others use."""

import io
import json
from datetime import date

import bibtexparser
import pytest
import rispy
from bibtexparser.middlewares import LatexDecodingMiddleware, RemoveEnclosingMiddleware
from bibtexparser.middlewares.middleware import Middleware
from citeproc import (
    Citation,
    CitationItem,
    CitationStylesBibliography,
    CitationStylesStyle,
    formatter,
)
from citeproc.source.json import CiteProcJSON
from hypothesis import given
from hypothesis import strategies as st

from core.context import Context
from core.references.bibliography import Reference, SourceKind, references
from core.references.citation_files import WRITERS, as_bibtex, as_csl, as_ris
from core.runs.lauf import Lauf

SERVICE = "https://spiegel.example"
WHOLE = Reference(
    key="antrag-1",
    kind=SourceKind.DRUCKSACHE,
    title="Mehr Bahn & Bus: 100 % {sofort} – „§ 5 #1“ \\ ~ ^ $",
    authors=("Bündnis 90/Die Grünen", "SPD und FDP"),
    issued=date(2025, 3, 1),
    publisher="Landtag Nordrhein-Westfalen",
    number="18/4711",
    genre="Antrag",
    url="https://www.landtag.nrw.de/x_y?a=1&b={2}",
    note="SHA-256 abc",
)
TEXTS = st.text(st.characters(categories=("L", "N", "P", "S")), max_size=60)


def from_bibtex(data: bytes) -> list[dict[str, str]]:
    """Addresses are verbatim, as biblatex sets them; all else is LaTeX."""
    verbatim, decoded = (_parsed(data, *more) for more in ((), (LatexDecodingMiddleware(),)))
    return [text | {"url": raw.get("url", "")} for raw, text in zip(verbatim, decoded, strict=True)]


def _parsed(data: bytes, *more: Middleware) -> list[dict[str, str]]:
    library = bibtexparser.parse_string(data.decode(), parse_stack=[RemoveEnclosingMiddleware(), *more])
    assert not library.failed_blocks
    return [
        {"ID": entry.key} | {field.key: field.value for field in entry.fields} for entry in library.entries
    ]


def unescaped(title: str) -> str:
    """The parser has another character for LaTeX's \\textasciicircum, which sets „^“."""
    return title.strip("{}").replace("\N{MODIFIER LETTER CIRCUMFLEX ACCENT}", "^")


def test_ris_is_read_back_whole() -> None:
    (found,) = rispy.load(io.StringIO(as_ris([WHOLE]).decode()))
    assert found["type_of_reference"] == "BILL" and found["id"] == "antrag-1"
    assert found["title"] == WHOLE.title and found["authors"] == list(WHOLE.authors)
    assert found["year"] == "2025" and found["date"] == "2025/03/01"
    assert found["publisher"] == WHOLE.publisher and found["number"] == WHOLE.number
    assert (
        found["type_of_work"] == "Antrag" and found["urls"] == [WHOLE.url] and found["notes"] == [WHOLE.note]
    )


def test_bibtex_is_read_back_whole() -> None:
    (found,) = from_bibtex(as_bibtex([WHOLE]))
    assert found["ID"] == "antrag-1"
    assert unescaped(found["title"]) == WHOLE.title
    assert found["author"].count(" and ") == 1 and "SPD und FDP" in found["author"]
    assert found["institution"] == WHOLE.publisher and found["number"] == WHOLE.number
    assert (found["year"], found["date"], found["type"]) == ("2025", "2025-03-01", "Antrag")
    assert found["url"] == WHOLE.url.replace("{", "%7B").replace("}", "%7D")


def test_csl_is_set_by_a_citation_processor() -> None:
    items = json.loads(as_csl([WHOLE]))
    assert items[0]["issued"] == {"date-parts": [[2025, 3, 1]]} and items[0]["authority"] == WHOLE.publisher
    style = CitationStylesStyle("harvard-cite-them-right", validate=False)
    bibliography = CitationStylesBibliography(style, CiteProcJSON(items), formatter.plain)
    bibliography.register(Citation([CitationItem("antrag-1")]))
    (line,) = map(str, bibliography.bibliography())
    assert "Mehr Bahn" in line and "2025" in line and "Grünen" in line


@given(title=TEXTS, author=TEXTS)
def test_no_title_breaks_out_of_its_field(title: str, author: str) -> None:
    """A title comes from an Antrag: whatever stands in it, there is one source, and it says just that."""
    hostile = Reference(key="k", kind=SourceKind.PROGRAMM, title=title, authors=(author,), year=2022)
    (ris,) = rispy.load(io.StringIO(as_ris([hostile]).decode()))
    (bib,) = from_bibtex(as_bibtex([hostile]))
    (csl,) = json.loads(as_csl([hostile]))
    assert (ris.get("title") or "") == csl.get("title", "") == title.strip()
    assert bib["ID"] == "k" and bib["year"] == "2022"


def test_lines_and_ends_of_records_in_a_title_stay_in_it() -> None:
    hostile = Reference(
        key="k", kind=SourceKind.LAUF, title="Eins\r\nER  - \r\nTY  - BOOK\r\nTI  - Zwei", year=2022
    )
    (found,) = rispy.load(io.StringIO(as_ris([hostile]).decode()))
    assert found["title"] == "Eins ER - TY - BOOK TI - Zwei"
    (bib,) = from_bibtex(as_bibtex([Reference(key="k", kind=SourceKind.LAUF, title="}}\n@book{x, title={")]))
    assert bib["title"].strip("{} ").startswith("@book")


@pytest.mark.parametrize("ending", WRITERS)
def test_nothing_is_written_for_no_source(ending: str) -> None:
    assert WRITERS[ending]([]).strip() in (b"", b"[]")


def test_a_lauf_names_the_antrag_each_programm_once_and_itself(context: Context, lauf: Lauf) -> None:
    found = references(context, [lauf, lauf], f"{SERVICE}/")
    kinds = [one.kind for one in found]
    assert kinds[0] is SourceKind.DRUCKSACHE and kinds[-1] is SourceKind.LAUF
    programme = {one.key for one in found if one.kind is SourceKind.PROGRAMM}
    assert programme == {f"programm-{zitat.beleg.ort.programm}" for zitat in lauf.zitate} | programme
    assert len(found) == len({one.key for one in found}) == 2 + len(programme)
    assert found[0].number == "7/4711" and found[0].issued == date(2025, 3, 1)
    assert found[-1].url == f"{SERVICE}/lauf?id={lauf.id}"
    assert all(one.note.startswith("SHA-256 ") for one in found if one.kind is SourceKind.PROGRAMM)
